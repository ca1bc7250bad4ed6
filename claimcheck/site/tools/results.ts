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
const read = (address: string, facets: string[], columns: string[]): ResultState => {
  const said = new URLSearchParams(address);
  const [query, sort] = ["q", "sort"].map((name) => said.get(name) ?? "");
  const values = (name: string) => [...new Set(said.getAll(name))].slice(0, LONGEST);
  return {
    chosen: Object.fromEntries(facets.map((name) => [name, values(name)])),
    query: query.slice(0, LONGEST),
    sort: columns.includes(sort.replace("-", "")) ? sort : NEWEST,
    page: Math.max(1, Math.trunc(Number(said.get("page"))) || 1),
    row: said.get("row"),
  };
};

const written = ({ chosen, query, sort, page, row }: ResultState) => {
  const said = new URLSearchParams(
    Object.entries(chosen).flatMap(([name, values]) => values.map((value) => [name, value])),
  );
  if (query) said.set("q", query);
  if (sort !== NEWEST) said.set("sort", sort);
  if (page > 1) said.set("page", String(page));
  if (row) said.set("row", row);
  return `#${said.toString().replaceAll("%2F", "/") || ALL}`;
};

/** The page's own state: what is chosen, and what shows it again when that changes. */
const statesOf = (facets: string[], opens: string, columns: string[]) => {
  // A bare address has the selection that the page opens with, which is written as any other, to be told from it.
  const opening = written(read(opens, facets, columns));
  const here = () => read(location.hash.slice(1) || opens, facets, columns);
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

/** A heading that sorts: what is large or new is wanted first. */
const headOf = (states: States, name: string, label: string) => {
  const isNumber = NUMERIC.includes(name);
  const cell = make("th", { scope: "col", className: isNumber ? "cc-numeric" : "" });
  const [first, other] = isNumber || name === "round" ? [`-${name}`, name] : [name, `-${name}`];
  sortable(cell, [label], () => states.go({ sort: states.now.sort === first ? other : first }));
  const update = () => {
    cell.ariaSort = { [name]: "ascending", [`-${name}`]: "descending" }[states.now.sort] ?? null;
  };
  return { cell, update };
};

/** A line of the table: a cell for each of some columns, of which the system opens the result. */
const lineOf = (set: ResultSet, states: States, labels: [string, string][], row: number) => {
  const cells = labels.map(([name, label]) => {
    const [words, opens] = [shown(set, name, row), name === "system_name"];
    const href = opens ? written({ ...states.now, row: String(set.get("row_id", row)) }) : "";
    // A span, in words, may break; a phone shows no rate where there is none.
    const none = set.get(name, row) === null;
    const className = NUMERIC.includes(name) && !none ? "cc-numeric" : "";
    const cell = make(opens ? "th" : "td", { className }, opens ? make("a", { href }, words) : words);
    if (opens) cell.setAttribute("scope", "row");
    if (name !== "per_accelerator" || !none) cell.dataset.label = label;
    return cell;
  });
  return make("tr", {}, ...cells);
};

/** The table of a page of the results that are chosen, with what leads to the other pages. `update` gives its rows. */
const tableOf = (set: ResultSet, states: States, labels: [string, string][], most: number) => {
  const heads = labels.map(([name, label]) => headOf(states, name, label));
  const [caption, head] = [make("caption"), make("tr", {}, ...heads.map(({ cell }) => cell))];
  const [body, place] = [make("tbody"), make("span")];
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
    const before = (page - 1) * most;
    const part = rows.slice(before, before + most);
    const [first, end, at, many] = [before + 1, before + part.length, page, last].map(
      (one) => one.toLocaleString("en"),
    );
    caption.textContent = part.length ? `Results ${first} to ${end}` : "No result has all of this. Clear a filter.";
    for (const { update: mark } of heads) mark();
    body.replaceChildren(...part.map((row) => lineOf(set, states, labels, row)));
    place.textContent = `Page ${at} of ${many}`;
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
const start = (root: HTMLElement, given: Record<string, string>, inference: ResultTable, training: ResultTable) => {
  const all = stacked(inference, training, { round: "edition" });
  const set = { ...all, ...resultSet(all) };
  const labels: Words = Object.fromEntries(JSON.parse(given.labels));
  const columns = Object.entries(labels).slice(0, SHOWN);
  const detailed = once(async () => { inference.add(await loadTable("details", given.root)); });
  const states = statesOf(set.facets, given.opening, columns.map(([name]) => name));
  const filters = root.querySelector(".cc-explore__filters") as HTMLElement;
  const search = filters.querySelector("input") as HTMLInputElement;
  const facets = [...filters.querySelectorAll("details")].map((fold, i) => facetOf(set, states, fold, set.facets[i]));
  const table = tableOf(set, states, columns, Number(given.rows));
  const box = boxOf(set, labels, given.compare, (row) => written({ ...FIRST, sort: states.now.sort, row }));
  box.element.addEventListener("close", () => {
    if (states.now.row) states.go({ row: null, page: states.now.page });
  });
  const status = make("output", { className: "cc-explore__count" });
  const clear = button("Clear all", () => { states.go(FIRST); search.focus(); });
  const figure = root.querySelector(".cc-anchor");
  const tools = make("div", { className: "cc-explore__tools" }, status, clear, saving(set, states, labels, detailed));
  states.show = async () => {
    const { query, row: id } = states.now;
    if (query || id !== null) await detailed();
    const { rows, counts } = set.select(states.now);
    if (document.activeElement !== search) search.value = query;
    for (const { name, update } of facets) update(counts[name]);
    const part = table.update(rows);
    figure?.toggleAttribute("hidden", !states.asOpened() || query !== "");
    const row = id === null ? null : part.find((one) => set.get("row_id", one) === id) ?? set.rowOf(id);
    const [some, every] = [rows.length, set.rows].map((many) => many.toLocaleString("en"));
    status.textContent = id !== null && row === null ? `No result has the ID ${id}` : `${some} of ${every} results`;
    if (row === null) box.close();
    else box.open(row);
  };
  const ask = searching(states, search);
  root.querySelector(".cc-table")?.replaceWith(tools, table.element);
  root.append(box.element);
  root.classList.add("is-loaded");
  // With what a reader has typed meanwhile.
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
