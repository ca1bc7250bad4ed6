/* One result on the page of all results: what is known of it, and where that is from. */
import { sourceLine, sourcesOf } from "../engine/tables.ts";

const { make, button, copies } = window.claimcheckTable;
const TAKEN: Words = {
  published: "Row of the published table", log: "Line of the run's log",
  experiments: "MLCommons' record of its experiments", typed: "Result page, from which the row was typed",
};

const number = (value: number) =>
  value.toLocaleString("en", value >= 100 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 5 });

const words = (cell: Cell) => (cell === null ? "–" : typeof cell === "number" ? number(cell) : String(cell));

/** A cell as it is read: a result with its unit; where Training has no score, what is known instead, without why. */
export const shown = ({ get }: ResultSet, name: string, row: number) => {
  if (name !== "value") return words(get(name, row));
  if (get(name, row) === null) return words(get("told", row)).split(";")[0];
  return `${words(get(name, row))} ${get("unit", row)}`;
};

/** The same with all digits, and why there is no score. */
const inFull = (set: ResultSet, name: string, row: number) => {
  if (name !== "value") return shown(set, name, row);
  const value = set.get(name, row);
  return value === null ? words(set.get("told", row)) : `${value} ${set.get("unit", row)}`;
};

/** Where a result is from, a link each. */
const sourceList = (set: ResultSet, row: number) => {
  const { published, log, system } = sourcesOf(set, row);
  const trained = set.get("edition", row) !== null;
  const places = {
    [trained ? "Folder of the runs" : TAKEN[String(set.get("obtained", row))]]: published,
    "Line of the run's log": log, "Description of the system": system,
  };
  return make("ul", {}, ...Object.entries(places).filter(([, href]) => href)
    .map(([name, href]) => make("li", {}, make("a", { href }, name))));
};

/** The box of one result. `linkTo` gives the address of a result, and `compare` is the page that compares two. */
export const boxOf = (set: ResultSet, labels: Words, compare: string, linkTo: (id: string) => string) => {
  const element = make("dialog", { className: "cc-explore__one" });
  element.setAttribute("aria-labelledby", "cc-one-title");
  const close = () => element.close();
  const className = "cc-popover__close";
  const closing = { type: "button", className, textContent: "×", ariaLabel: "Close", onclick: close };
  const open = (row: number) => {
    const known = Object.keys(labels).filter((name) => set.get(name, row) !== null || name === "value");
    const facts = known.flatMap((name) => [make("dt", {}, labels[name]), make("dd", {}, inFull(set, name, row))]);
    const named = ["submitter", "benchmark", ...(set.get("edition", row) === null ? ["scenario"] : []), "round"];
    const [sources, note, id] = [sourceList(set, row), set.get("log_note", row), String(set.get("row_id", row))];
    const other = make("a", { href: `${compare}#${new URLSearchParams({ a: id })}` }, "Compare it with another result");
    element.replaceChildren(
      make("button", closing), make("h2", { id: "cc-one-title" }, named.map((name) => set.get(name, row)).join(", ")),
      make("dl", {}, ...facts), make("h3", {}, "Sources"), sources,
      ...(note ? [make("p", {}, `How the figure was found: ${note}.`)] : []),
      make("p", {}, ...(compare ? [other, " · "] : []), make("a", { href: linkTo(id) }, "Link to this result"), " ",
        copies(button("Copy its source as a line"), sourceLine(set, row), sources)),
    );
    if (!element.open) element.showModal();
  };
  return { element, open, close };
};
