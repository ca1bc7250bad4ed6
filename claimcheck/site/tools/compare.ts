/* The page that compares any two results: two pickers, and what the engine says of the pair.
   The choice is in the address, as #a=ROW&b=ROW. */
import { compare } from "../engine/compare.ts";
import { detailed, mayBoth, searching, titled } from "../engine/pairing.ts";
import { htmlOf } from "../engine/render.ts";
import { stacked } from "../engine/tables.ts";
import { tableLoader } from "./packed.ts";
import type { Judge } from "../engine/judge.ts";
export { takeTable } from "./packed.ts";

const byId = (id: string): any => document.getElementById(id);
const page = byId("cc-compare");
const output = byId("cc-compared");
const status = byId("cc-compare-status");
const { make, wake, button, copies } = window.claimcheckTable;
// So many results are offered at once.
const SHOWN = 40;
const SIDES = ["a", "b"] as const;
type Side = typeof SIDES[number];

// Loaded when a reader chooses or the address names a pair.
const loaded = tableLoader(
  ["results", "details", "open", "open-details", "training", "compare"], page.dataset.root, status,
  async (results, details, open, openDetails, training, table) => {
    const every = stacked(stacked(results.add(details), open.add(openDetails)), training);
    const judge: Judge = { table: every, rules: (table as CompareTable).rules };
    return { judge, search: searching(judge) };
  },
);

/** The rows that are chosen, and what was drawn of them. */
const chosen: Record<Side, number | null> = { a: null, b: null };
let drawn = "";

/* ---- Pickers: a field, and below it, while a reader is there, the results that fit ---- */

const picker = (side: Side) => {
  const [input, list] = [byId(`cc-pick-${side}`), byId(`cc-list-${side}`)];
  const option = (judge: Judge, row: number) => {
    // The pair that the page opens with, on a bare address, is nobody's choice.
    const said = new URLSearchParams(location.hash.slice(1));
    said.set(side, String(judge.table.get("row_id", row)));
    const words = [make("b", {}, titled(judge, row)), make("span", {}, detailed(judge, row))];
    return make("a", { href: `#${said}`, className: "cc-picker__option" }, ...words);
  };
  const offer = async () => {
    const { judge, search } = await loaded();
    const [own, beside] = [chosen[side], chosen[side === "a" ? "b" : "a"]];
    const text = own !== null && input.value === titled(judge, own) ? "" : input.value;
    const found = search(text).filter((row) => row !== beside);
    // First what the rules let be compared with the other result; what they do not stands below a line.
    const { true: may = [], false: apart = [] } = Object.groupBy(found, (row) =>
      String(beside === null || mayBoth(judge, row, beside)));
    const options = [...may, ...apart].slice(0, SHOWN).map((row) => option(judge, row));
    options[may.length]?.classList.add("cc-picker__option--apart");
    list.replaceChildren(...options);
    const more = found.length > SHOWN ? `; the first ${SHOWN} are offered, more words narrow them` : "";
    status.textContent = found.length ? `Results that fit: ${found.length.toLocaleString("en")}${more}.`
      : "No result has all of these words. Use fewer, such as a round, a benchmark and a chip.";
  };
  input.addEventListener("focus", () => { input.select(); offer(); });
  input.addEventListener("input", offer);
  input.addEventListener("blur", () => show());
  // The field keeps the focus, and so the list, until an option is clicked.
  list.addEventListener("mousedown", (event: MouseEvent) => event.preventDefault());
  input.addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.key === "Enter") list.firstElementChild?.click();
  });
};

/* ---- What is said of the pair ---- */

/** Draw the comparison, and offer its sentences with the footnote and the address to be copied. */
const render = (judge: Judge, one: number, two: number) => {
  const { answer, sentences, footnote, before, after, names } = compare(judge, one, two);
  output.innerHTML = htmlOf(answer, { site: judge.rules.pages.root, root: page.dataset.root });
  const address = `${page.dataset.address}#${new URLSearchParams({ a: before, b: after })}`;
  const value = [sentences, footnote, address].join("\n\n");
  const box = make("textarea", { readOnly: true, ariaLabel: "Text to copy", value, rows: 6 });
  const fold = make("details", {}, make("summary", {}, "The text with its footnote and address"), box);
  output.append(make("p", {}, copies(button("Copy as text"), value, box)), fold);
  page.querySelector(".cc-compare__pairs").open = false;
  if (location.hash.length > 1) document.title = `${names.join(" and ")} – claimcheck`;
};

/** The fields and the comparison as the address has them, of which a bare one has the pair that the page opens with. */
const show = async () => {
  const said = new URLSearchParams(location.hash.slice(1) || page.dataset.opening);
  if (!SIDES.some((side) => said.has(side))) return;
  const { judge } = await loaded();
  for (const side of SIDES) {
    const [id, input] = [said.get(side), byId(`cc-pick-${side}`)];
    const row = id === null ? null : judge.table.rowOf(id);
    chosen[side] = side === "b" && row === chosen.a ? null : row;
    if (document.activeElement !== input) input.value = chosen[side] === null ? "" : titled(judge, chosen[side]);
    if (id !== null && chosen[side] === null)
      status.textContent = `There is no result ${id}, or it is the other one. Choose one below the field.`;
  }
  const { a, b } = chosen;
  // Drawn again, a comparison would lose the focus.
  if (drawn === `${a} ${b}`) return;
  drawn = `${a} ${b}`;
  output.replaceChildren();
  if (a !== null && b !== null) {
    render(judge, a, b);
    status.textContent = "";
  }
  // Who chose goes on with the other field, or with what is said of the pair.
  const isChosen = location.hash && document.activeElement?.closest(".cc-picker");
  if (isChosen) (output.querySelector("h2") ?? byId(`cc-pick-${a === null ? "a" : "b"}`)).focus();
};

SIDES.forEach(picker);
wake(show);
