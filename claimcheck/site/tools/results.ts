/* The page of all results. What is chosen is in the address after "#". The packed tables are loaded when a reader acts,
 * or follows a link to a part of them; what only single results have, when one is opened or all are saved. */
import { resultSet } from "../engine/resultset.ts";
import { stacked } from "../engine/tables.ts";
import { once } from "../engine/words.ts";
import { loadTable } from "./packed.ts";
import { boxOf, shown } from "./result.ts";

export { takeTable } from "./packed.ts";

const { make, wake, button, heading, download, footnote } = window.claimcheckTable;
const root = document.getElementById("cc-explore") as HTMLElement;
const given = root.dataset as Words;
const search = root.querySelector("input") as HTMLInputElement;
const fields = [...root.querySelectorAll("select")];
// What columns are called. So many are shown; a saved file has all, and these. `told`: what is known of Training's
// results without a score.
const LABELS: Words = Object.fromEntries(JSON.parse(given.labels));
const SHOWN = Object.entries(LABELS).slice(0, 9);
const SAVED = ["system", "accelerator_vendor", "unit", "higher_is_better", "told", ...Object.keys(LABELS)];
const NUMERIC = ["accelerators", "value", "per_accelerator"];
const NEWEST = "-round";

/* ---- What is chosen ---- */

/** A bare address has what the page opens with, which nobody has chosen. */
const isBare = () => location.hash.length < 2;
const chosen = () => new URLSearchParams(location.hash.slice(1) || given.opening);

const wanted = (): Wanted => {
  const said = chosen();
  const sort = said.get("sort") ?? "";
  return {
    chosen: Object.fromEntries(fields.map(({ name }) => [name, said.getAll(name)])), query: said.get("q") ?? "",
    sort: SHOWN.some(([name]) => name === sort.replace("-", "")) ? sort : NEWEST,
  };
};

/** The address of a choice with these changes; empty ones are left out, and a bare address is not that of all. */
const addressOf = (changes: Words, from = chosen()) => {
  for (const [name, value] of Object.entries(changes)) from.set(name, value);
  const said = new URLSearchParams([...from].filter(([, value]) => value));
  return `#${String(said).replaceAll("%2F", "/") || "all"}`;
};

const go = (changes: Words, from?: URLSearchParams) => {
  history.replaceState(null, "", addressOf(changes, from));
  dispatchEvent(new Event("hashchange"));
};

/** Let a field offer the values of a column, with those that are chosen. */
const offer = (set: ResultSet, field: HTMLSelectElement, values: string[]) => {
  const all = new Option(values.length > 1 ? values.join(" or ") : "all", "");
  field.replaceChildren(all, ...set.options(field.name).map((value) => new Option(value)));
  field.value = values.length === 1 ? values[0] : "";
  field.classList.toggle("is-chosen", values.length > 0);
};

/** Let the fields choose, words while a reader types. */
const listen = () => {
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    // Words are searched in all results, unless a reader has chosen some of them.
    const ask = () => go({ q: search.value.trim() }, isBare() ? new URLSearchParams() : chosen());
    waiting = window.setTimeout(ask, 80);
  });
  for (const field of fields) field.addEventListener("change", () => go({ [field.name]: field.value }));
};

/* ---- The table ---- */

/** A heading that sorts: what is large or new is wanted first. */
const headOf = ([name, label]: string[]) => {
  const isNumber = NUMERIC.includes(name);
  const cell = make("th", { scope: "col", className: isNumber ? "cc-numeric" : "" });
  const [first, other] = isNumber || name === "round" ? [`-${name}`, name] : [name, `-${name}`];
  heading(cell, [label], () => go({ sort: wanted().sort === first ? other : first }));
  return cell;
};

/** A line of the table, in which the system opens the result. */
const lineOf = (set: ResultSet, row: number) => make("tr", {}, ...SHOWN.map(([name, label]) => {
  const [words, opens] = [shown(set, name, row), name === "system_name"];
  const href = opens ? addressOf({ row: String(set.get("row_id", row)) }) : "";
  // A span, in words, may break; a phone shows no rate where there is none.
  const none = set.get(name, row) === null;
  const className = NUMERIC.includes(name) && !none ? "cc-numeric" : "";
  const cell = make(opens ? "th" : "td", { className }, opens ? make("a", { href }, words) : words);
  if (opens) cell.setAttribute("scope", "row");
  if (name !== "per_accelerator" || !none) cell.dataset.label = label;
  return cell;
}));

/** The table. `draw` fills it with the first of some rows, of which a button below it adds more. */
const tableOf = (set: ResultSet) => {
  const most = Number(given.rows);
  const heads = SHOWN.map(headOf);
  const [caption, body, more] = [make("caption"), make("tbody"), button(`Show ${most} more`)];
  const scroll = { className: "cc-table__scroll", tabIndex: 0, role: "region", ariaLabel: "Results" };
  const table = make("table", {}, caption, make("thead", {}, make("tr", {}, ...heads)), body);
  const element = make("div", { className: "cc-table" }, make("div", scroll, table), more);
  const draw = (rows: number[], sort: string) => {
    const add = () => {
      const next = body.rows.length;
      body.append(...rows.slice(next, next + most).map((row) => lineOf(set, row)));
      more.hidden = body.rows.length === rows.length;
      return body.rows[next];
    };
    caption.textContent = rows.length ? "Results" : "No result has all of this. Clear the search or a filter.";
    SHOWN.forEach(([name], i) => {
      heads[i].ariaSort = { [name]: "ascending", [`-${name}`]: "descending" }[sort] ?? null;
    });
    body.replaceChildren();
    add();
    // The reader goes on where the button was.
    more.onclick = () => add().querySelector("a")?.focus();
  };
  return { element, draw };
};

/* ---- The page ---- */

/** What is asked of the results. Those of other divisions than the closed one are most of their weight, and are loaded
 * when a reader no longer asks for that alone; so is what only single results have. */
const loading = (results: ResultTable, training: ResultTable) => {
  const set = {} as ResultSet;
  const take = (open?: ResultTable) => {
    const closed = stacked(results, training, { round: "edition" });
    const all = open ? stacked(closed, open) : closed;
    Object.assign(set, all, resultSet(all));
  };
  const whole = once(async () => {
    const open = await loadTable("open", given.root);
    take(open);
    return open;
  });
  const detailed = once(async () => {
    results.add(await loadTable("details", given.root));
    take((await whole()).add(await loadTable("open-details", given.root)));
  });
  take();
  return { set, whole, detailed };
};

/** What saves the selection. */
const saving = (set: ResultSet, detailed: () => Promise<unknown>) => download("mlperf-results", async () => {
  await detailed();
  const rows = set.select(wanted()).map((row) => SAVED.map((name) => set.get(name, row)));
  return { lines: [SAVED, ...rows], notes: [location.href, footnote()] };
});

/** Give the page its table and its box, which follow the address. */
const start = (results: ResultTable, training: ResultTable) => {
  const { set, whole, detailed } = loading(results, training);
  const table = tableOf(set);
  const box = boxOf(set, LABELS, given.compare);
  box.element.addEventListener("close", () => { if (chosen().get("row")) go({ row: "" }); });
  const status = make("output", { className: "cc-explore__count" });
  const clear = button("Clear all", () => { go({}, new URLSearchParams()); search.focus(); });
  const tools = make("div", { className: "cc-explore__tools" }, status, clear, saving(set, detailed));
  let drawn = "";
  const show = async () => {
    const id = chosen().get("row");
    if (id) await detailed();
    else if (String(wanted().chosen.division) !== "closed") await whole();
    const asked = wanted();
    if (document.activeElement !== search) search.value = asked.query;
    for (const field of fields) offer(set, field, asked.chosen[field.name]);
    const rows = set.select(asked);
    // A row that is opened or closed leaves the table as it is.
    const drawing = addressOf({ row: "" });
    if (drawing !== drawn) table.draw(rows, asked.sort);
    drawn = drawing;
    const row = id ? set.rowOf(id) : null;
    status.textContent = id && row === null ? `No result has the ID ${id}`
      : `${rows.length.toLocaleString("en")} results`;
    if (row === null) box.element.close();
    else box.open(row);
  };
  root.querySelector(".cc-table")?.replaceWith(tools, table.element);
  root.append(box.element);
  root.classList.add("is-loaded");
  addEventListener("hashchange", show);
  listen();
  // With what a reader has typed meanwhile.
  if (search.value) search.dispatchEvent(new Event("input"));
  else show();
};

wake(once(() => Promise.all(["results", "training"].map((name) => loadTable(name, given.root))).then(
  ([results, training]) => start(results, training),
  (error) => root.append(make("p", {}, `The results could not be loaded: ${error.message}`)),
)));
