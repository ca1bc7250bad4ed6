/* The page of all results. What is chosen is in the address after "#". The packed tables are loaded when a reader acts,
 * or follows a link to a part of them; those that only single results and words need when these are asked for. */
import { resultSet } from "../engine/resultset.ts";
import { stacked } from "../engine/tables.ts";
import { once } from "../engine/words.ts";
import { facetOf } from "./facet.ts";
import { loadTable } from "./packed.ts";
import { boxOf, shown } from "./result.ts";

export { takeTable } from "./packed.ts";

const { LONGEST, make, wake, button, heading: sortable, download, footnote } = window.claimcheckTable;
const NUMERIC = ["accelerators", "value", "per_accelerator"];
// So many columns are shown; a saved file has all, and these. `told`: what is known where Training has no score.
const SHOWN = 9;
const SAVED = ["system", "accelerator_vendor", "unit", "higher_is_better", "told"];
const NEWEST = "-round";
// The address of a page without a filter, which the bare address is not.
const ALL = "all";
const FIRST: ResultState = { chosen: {}, query: "", sort: NEWEST, page: 1, row: null };

/** What an address asks for, as far as it is known. */
const read = (address: string, set: ResultSet, columns: string[]): ResultState => {
  const said = new URLSearchParams(address);
  const [query, sort] = ["q", "sort"].map((name) => said.get(name) ?? "");
  const values = (name: string) => [...new Set(said.getAll(name))].slice(0, LONGEST);
  return {
    chosen: Object.fromEntries(set.facets.map((name) => [name, values(name)])),
    query: query.slice(0, LONGEST),
    sort: columns.includes(sort.replace("-", "")) ? sort : NEWEST,
    page: Math.max(1, Math.trunc(Number(said.get("page"))) || 1),
    row: said.get("row"),
  };
};

const written = ({ chosen, query, sort, page, row }: ResultState) => {
  const said = new URLSearchParams();
  for (const [name, values] of Object.entries(chosen)) for (const value of values) said.append(name, value);
  if (query) said.set("q", query);
  if (sort !== NEWEST) said.set("sort", sort);
  if (page > 1) said.set("page", String(page));
  if (row) said.set("row", row);
  return `#${said.toString().replaceAll("%2F", "/") || ALL}`;
};

/** The page's own state: what is chosen, and what shows it again when that changes. */
const statesOf = (set: ResultSet, opens: string, columns: string[]) => {
  // A bare address has the selection that the page opens with, which is written as any other, to be told from it.
  const opening = written(read(opens, set, columns));
  const here = () => read(location.hash.slice(1) || opens, set, columns);
  const states = {
    now: here(), show: () => {},
    asOpened: () => written({ ...states.now, query: "", page: 1, row: null }) === opening,
    go: (change: Partial<ResultState>) => {
      states.now = { ...states.now, page: 1, ...change };
      history.replaceState(null, "", written(states.now));
      states.show();
    },
  };
  addEventListener("hashchange", () => {
    states.now = here();
    states.show();
  });
  return states;
};

/** Let the field search while a reader types. */
const searching = (states: States, field: HTMLInputElement) => {
  // Nobody has chosen what the page opens with, so words are searched in all results.
  const ask = () => states.go({ ...(states.asOpened() ? FIRST : {}), query: field.value.trim() });
  let waiting = 0;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(ask, 80);
  });
  return ask;
};

const headOf = (states: States, labels: Words, name: string) => {
  const cell = make("th", { scope: "col", className: NUMERIC.includes(name) ? "cc-numeric" : "" });
  const { sort } = states.now;
  if (sort.replace("-", "") === name) cell.ariaSort = sort === name ? "ascending" : "descending";
  // What is large or new is wanted first.
  const [first, other] = NUMERIC.includes(name) || name === "round" ? [`-${name}`, name] : [name, `-${name}`];
  sortable(cell, [labels[name]], () => states.go({ sort: sort === first ? other : first }));
  return cell;
};

const lineOf = (set: ResultSet, states: States, labels: Words, row: number) => {
  const cells = Object.keys(labels).slice(0, SHOWN).map((name) => {
    const [words, opens] = [shown(set, name, row), name === "system_name"];
    const href = opens ? written({ ...states.now, row: String(set.get("row_id", row)) }) : "";
    // A span, in words, may break; a phone shows no rate where there is none.
    const none = set.get(name, row) === null;
    const className = NUMERIC.includes(name) && !none ? "cc-numeric" : "";
    const cell = make(opens ? "th" : "td", { className }, opens ? make("a", { href }, words) : words);
    if (opens) cell.setAttribute("scope", "row");
    if (name !== "per_accelerator" || !none) cell.dataset.label = labels[name];
    return cell;
  });
  return make("tr", {}, ...cells);
};

/** The table of a page of the results that are chosen, with what leads to the other pages. `update` gives its rows. */
const tableOf = (set: ResultSet, states: States, labels: Words, most: number) => {
  const [caption, head, body, place] = [make("caption"), make("tr"), make("tbody"), make("span")];
  const table = make("table", {}, caption, make("thead", {}, head), body);
  const scroll = { className: "cc-table__scroll", tabIndex: 0, role: "region", ariaLabel: "Results" };
  const [back, next] = Object.entries({ Previous: -1, Next: 1 }).map(([words, step]) => button(words, () => {
    states.go({ page: states.now.page + step });
    table.scrollIntoView();
  }));
  const pages = make("nav", { className: "cc-explore__pages", ariaLabel: "Pages of results" }, back, place, next);
  const update = (rows: number[]) => {
    const last = Math.max(1, Math.ceil(rows.length / most));
    const page = states.now.page = Math.min(states.now.page, last);
    const part = rows.slice((page - 1) * most, page * most);
    const [first, end, many] = [(page - 1) * most + 1, (page - 1) * most + part.length, last].map(
      (number) => number.toLocaleString("en"),
    );
    caption.textContent = part.length ? `Results ${first} to ${end}` : "No result has all of this. Clear a filter.";
    // The heading that was pressed is another one now.
    const pressed = [...head.children].findIndex((cell) => cell.contains(document.activeElement));
    head.replaceChildren(...Object.keys(labels).slice(0, SHOWN).map((name) => headOf(states, labels, name)));
    if (pressed >= 0) (head.children[pressed].firstElementChild as HTMLElement).focus();
    body.replaceChildren(...part.map((row) => lineOf(set, states, labels, row)));
    place.textContent = `Page ${page.toLocaleString("en")} of ${many}`;
    [back.disabled, next.disabled] = [page === 1, page === last];
    return part;
  };
  return { element: make("div", { className: "cc-table" }, make("div", scroll, table), pages), update };
};

/** What saves the selection, in a file that is named by it. */
const saving = (set: ResultSet, states: States, labels: Words, detailed: () => Promise<unknown>) => {
  const named = () => {
    const words = ["mlperf", ...set.facets.flatMap((name) => states.now.chosen[name]), states.now.query].join(" ");
    return words.replace(/[^\w.]+/g, "-").replace(/-+$/, "").slice(0, LONGEST);
  };
  const names = [...SAVED, ...Object.keys(labels)];
  return download(named, async () => {
    await detailed();
    const rows = set.select(states.now).rows.map((row) => names.map((name) => set.get(name, row)));
    return { lines: [names, ...rows], notes: [location.href, footnote()] };
  });
};

/** Give the page its filters, table and box, which a change of the state brings up to date. */
const start = async (
  root: HTMLElement, given: Record<string, string>, inference: ResultTable, training: ResultTable,
) => {
  const all = stacked(inference, training, { round: "edition" });
  const set = { ...resultSet(all), of: all.of };
  const labels: Words = Object.fromEntries(JSON.parse(given.labels));
  const load = (name: string) => loadTable(name, given.root);
  const detailed = once(async () => { inference.add(await load("details")); });
  const states = statesOf(set, given.opening, Object.keys(labels).slice(0, SHOWN));
  const filters = root.querySelector(".cc-explore__filters") as HTMLElement;
  const search = filters.querySelector("input") as HTMLInputElement;
  const facets = [...filters.querySelectorAll("details")].map((fold, i) => facetOf(set, states, fold, set.facets[i]));
  const table = tableOf(set, states, labels, Number(given.rows));
  const box = boxOf({ set, states, labels, load, detailed, compare: given.compare, written });
  const status = make("output", { className: "cc-explore__count" });
  const clear = button("Clear all", () => { states.go(FIRST); search.focus(); });
  const figure = root.querySelector(".cc-anchor");
  const save = saving(set, states, labels, detailed);
  const tools = make("div", { className: "cc-explore__tools" }, status, clear, save);
  states.show = async () => {
    if (states.now.query) await detailed();
    const { rows, counts } = set.select(states.now);
    if (document.activeElement !== search) search.value = states.now.query;
    for (const { name, update } of facets) update(counts[name]);
    const [some, every] = [rows.length, set.rows].map((many) => many.toLocaleString("en"));
    status.textContent = `${some} of ${every} results`;
    const part = table.update(rows);
    figure?.toggleAttribute("hidden", !states.asOpened() || states.now.query !== "");
    if (!await box.update(states.now.row, part)) status.textContent = `No result has the ID ${states.now.row}`;
  };
  const ask = searching(states, search);
  root.querySelector(".cc-table")?.replaceWith(tools, table.element);
  root.append(box.element);
  root.classList.add("is-loaded");
  // A column at a time, so that a slow processor can answer between; then with what a reader has typed meanwhile.
  for (const name of set.facets) await new Promise((resolve) => setTimeout(() => resolve(all.columns[name])));
  if (search.value) ask();
  else states.show();
};

const root = document.getElementById("cc-explore");
const given = root?.dataset as Record<string, string>;
const begin = once(() => Promise.all(["results", "training"].map((name) => loadTable(name, given.root))).then(
  ([inference, training]) => { if (root) start(root, given, inference, training); },
  (error) => root?.append(make("p", {}, `The results could not be loaded: ${error.message}`)),
));
if (root) wake(begin);
