/* One result on the page of all results: what is known of it, and where that is from. */
import { sourcesOf } from "../engine/tables.ts";

const { make } = window.claimcheckTable;
// What the links to a result's sources are called.
const SOURCES: Words = {
  published: "Source of the figure", log: "Line of the run's log", system: "Description of the system",
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
  const value = set.get(name, row);
  if (name !== "value") return shown(set, name, row);
  return value === null ? words(set.get("told", row)) : `${value} ${set.get("unit", row)}`;
};

/** The box of one result; `compare` is the page that compares two. */
export const boxOf = (set: ResultSet, labels: Words, compare: string) => {
  const element = make("dialog", { className: "cc-explore__one" });
  element.setAttribute("aria-labelledby", "cc-one-title");
  const closing = { type: "button", className: "cc-popover__close", textContent: "×", ariaLabel: "Close" };
  const close = make("button", { ...closing, onclick: () => element.close() });
  const link = ([text, href]: string[]) => make("a", { href }, text);
  const open = (row: number) => {
    const known = Object.keys(labels).filter((name) => set.get(name, row) !== null || name === "value");
    const facts = known.flatMap((name) => [make("dt", {}, labels[name]), make("dd", {}, inFull(set, name, row))]);
    const named = ["submitter", "benchmark", ...(set.get("edition", row) === null ? ["scenario"] : []), "round"];
    const [note, id] = [set.get("log_note", row), String(set.get("row_id", row))];
    const sources = Object.entries(sourcesOf(set, row)).map(([name, href]) => [SOURCES[name], href]);
    const links = [
      ...(compare ? [["Compare it with another result", `${compare}#${new URLSearchParams({ a: id })}`]] : []),
      ["Link to this result", `#${new URLSearchParams({ row: id })}`],
    ];
    element.replaceChildren(
      close, make("h2", { id: "cc-one-title" }, named.map((name) => set.get(name, row)).join(", ")),
      make("dl", {}, ...facts), make("h3", {}, "Sources"),
      make("ul", {}, ...sources.map((of) => make("li", {}, link(of)))),
      ...(note ? [make("p", {}, `How the figure was found: ${note}.`)] : []),
      make("p", {}, ...links.flatMap((of) => [link(of), " "])),
    );
    if (!element.open) element.showModal();
  };
  return { element, open };
};
