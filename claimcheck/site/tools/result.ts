/* One result on the page of all results: what is known of it, and where that is from. */
import { addressOf, sourceLine, sourcesOf } from "../engine/tables.ts";

const { make, button, copies } = window.claimcheckTable;
const TAKEN: Words = {
  published: "Row of the published table", log: "Line of the run's log",
  experiments: "MLCommons' record of its experiments", typed: "Result page, from which the row was typed",
};
// The table that rows were typed from has at most so many characters of a software text.
const SOFTWARE = 80;
const CUT = ` … (${SOFTWARE} characters are all that our source of this round gives, so the rest may be missing)`;

const number = (value: number) =>
  value.toLocaleString("en", value >= 100 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 5 });

const words = (cell: Cell) => (cell === null ? "–" : typeof cell === "number" ? number(cell) : String(cell));

/** A cell as it is read: a result with its unit; where Training has no score, what is known instead, without why. */
export const shown = ({ get }: ResultSet, name: string, row: number) => {
  if (name !== "value") return words(get(name, row));
  if (get(name, row) === null) return words(get("told", row)).split(";")[0];
  return `${words(get(name, row))} ${get("unit", row)}`;
};

const inFull = (set: ResultSet, name: string, row: number) => {
  const { get } = set;
  if (name === "value" && get(name, row) === null) return words(get("told", row));
  if (name === "value") return `${get(name, row)} ${get("unit", row)}`;
  const cut = name === "software" && get("obtained", row) === "typed" && String(get(name, row)).length === SOFTWARE;
  return `${shown(set, name, row)}${cut ? CUT : ""}`;
};

const linked = (name: string, href: string) => make("li", {}, make("a", { href }, name));

const sourceList = (table: ResultTable, at: number) => {
  const { published, log, system } = sourcesOf(table, at);
  const inference = "log_path" in table.columns;
  const places = {
    [inference ? TAKEN[String(table.get("obtained", at))] : "Folder of the runs"]: published,
    "Line of the run's log": log, "Description of the system": system,
  };
  return make("ul", {}, ...Object.entries(places).flatMap(([name, href]) => (href ? [linked(name, href)] : [])));
};

/** The accuracy of a result of Inference. */
const showAccuracy = (
  table: ResultTable, at: number, accuracy: ResultTable, into: HTMLElement, sources: HTMLElement,
) => {
  const rows = accuracy.columns.row.numbers as Float64Array;
  for (let i = rows.indexOf(at); i >= 0 && rows[i] === at; i += 1) {
    const [metric, value, target, limit] = ["metric", "value", "target", "upper_limit"].map(
      (name) => words(accuracy.get(name, i)),
    );
    const most = accuracy.get("upper_limit", i) === null ? "" : ` and at most ${limit}`;
    into.append(make("p", {}, `Accuracy, ${metric}: ${value}; the target is at least ${target}${most}.`));
    const path = accuracy.columns.path.get(i, (field) => table.get(field, at));
    const address = addressOf(table, at, path, accuracy.get("line", i));
    sources.append(linked(`Line of the accuracy run, ${metric}`, address));
  }
};

/** Links to a result, and what copies them. */
const further = ({ set, states, compare, written }: Parameters<typeof boxOf>[0], row: number, sources: HTMLElement) => {
  const [id, [table, at]] = [String(set.get("row_id", row)), set.of(row)];
  const href = written({ ...states.now, chosen: {}, query: "", page: 1, row: id });
  const address = make("a", { href }, "Link to this result");
  const other = make("a", { href: `${compare}#${new URLSearchParams({ a: id })}` }, "Compare it with another result");
  const copied = copies(button("Copy its source as a line"), sourceLine(table, at), sources);
  return make("p", {}, ...(compare ? [other, " · "] : []), address, " ", copied);
};

/** The box of one result. `detailed` loads what is said of single results alone. */
export const boxOf = (
  given: {
    set: ResultSet, states: States, labels: Words, load: (name: string) => Promise<ResultTable>,
    detailed: () => Promise<unknown>, compare: string, written: (state: ResultState) => string,
  }
) => {
  const { set, states, labels, load, detailed } = given;
  const element = make("dialog", { className: "cc-explore__one" });
  element.setAttribute("aria-labelledby", "cc-one-title");
  element.addEventListener("close", () => {
    if (states.now.row) states.go({ row: null, page: states.now.page });
  });
  const closing = { type: "button", className: "cc-popover__close", textContent: "×", ariaLabel: "Close" };
  const open = (row: number) => {
    const [table, at] = set.of(row);
    const told = Object.keys(labels).filter((name) => set.get(name, row) !== null || name === "value");
    const facts = told.flatMap((name) => [make("dt", {}, labels[name]), make("dd", {}, inFull(set, name, row))]);
    const named = ["submitter", "benchmark", ...("log_path" in table.columns ? ["scenario"] : []), "round"];
    const title = named.map((name) => set.get(name, row)).join(", ");
    const [sources, accuracy] = [sourceList(table, at), make("div", { ariaLive: "polite" })];
    const note = set.get("log_note", row);
    element.replaceChildren(
      make("button", { ...closing, onclick: () => element.close() }), make("h2", { id: "cc-one-title" }, title),
      make("dl", {}, ...facts), make("h3", {}, "Sources"), sources, accuracy,
      ...(note ? [make("p", {}, `How the figure was found: ${note}.`)] : []), further(given, row, sources),
    );
    if (!element.open) element.showModal();
    load("accuracy").then(
      (found) => { if ("log_path" in table.columns) showAccuracy(table, at, found, accuracy, sources); },
      (error) => { accuracy.textContent = error.message; },
    );
  };
  /** Shows the result of that ID, which may be one of `part`, or nothing for none; false for one that is not known. */
  const update = async (id: string | null, part: number[]) => {
    if (id !== null) await detailed();
    const row = id === null ? null : part.find((one) => set.get("row_id", one) === id) ?? set.rowOf(id);
    if (row !== null) open(row);
    else if (element.open) element.close();
    return id === null || row !== null;
  };
  return { element, update };
};
