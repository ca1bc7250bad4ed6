/* The page that compares any two results: two pickers, and what the engine says of the pair.
   The choice is in the address, as #a=ROW&b=ROW. */
import { compare } from "../engine/compare.ts";
import { decidesOn, inOrder } from "../engine/judge.ts";
import { detailed, searching, titled } from "../engine/pairing.ts";
import { htmlOf } from "../engine/render.ts";
import { stacked } from "../engine/tables.ts";
import { tableLoader } from "./packed.ts";
import type { Judge } from "../engine/judge.ts";
export { takeTable } from "./packed.ts";

const byId = (id: string): any => document.getElementById(id);
const [page, output, status] = ["cc-compare", "cc-compared", "cc-compare-status"].map(byId);
const { make, wake, button, copies } = window.claimcheckTable;
// So many results are offered at once.
const SHOWN = 40;
const SIDES = ["a", "b"] as const;
// The pair that was drawn.
let drawn = "";

// Loaded when a reader chooses or the address names a pair.
const loaded = tableLoader(
  ["results", "details", "open", "open-details", "training", "compare"], page.dataset.root, status,
  async (results, details, open, openDetails, training, table) => {
    const every = stacked(stacked(results.add(details), open.add(openDetails)), training);
    const judge: Judge = { table: every, rules: (table as CompareTable).rules };
    return { judge, search: searching(judge) };
  },
);

/** The IDs that the address has, of which a bare one has the pair that the page opens with. */
const chosen = () => {
  const said = new URLSearchParams(location.hash.slice(1) || page.dataset.opening);
  return SIDES.map((side) => said.get(side));
};

/* ---- Pickers: a field, and below it, while a reader is there, the results that fit ---- */

const picker = (side: typeof SIDES[number]) => {
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
    const beside = judge.table.rowOf(chosen()[side === "a" ? 1 : 0]);
    const found = search(input.value).filter((row) => row !== beside);
    // First what the rules let be compared with the other result; what they do not stands below a line.
    const { true: may = [], false: apart = [] } = Object.groupBy(found, (row) => String(beside === null
      || judge.rules.answers[decidesOn(judge, ...inOrder(judge, row, beside))].allowed !== "no"));
    const options = [...may, ...apart].slice(0, SHOWN).map((row) => option(judge, row));
    options[may.length]?.classList.add("cc-picker__option--apart");
    list.replaceChildren(...options);
    const advice = `At most ${SHOWN} are offered: give words such as a round, a benchmark and a chip.`;
    status.textContent = `Results that fit: ${found.length.toLocaleString("en")}. ${advice}`;
  };
  // Who leaves the field without a choice has again in it what was chosen.
  input.addEventListener("focus", () => { input.value = ""; offer(); });
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
  output.append(make("p", { className: "cc-compared__copy" }, copies(button("Copy as text"), value, output)));
  if (location.hash.length > 1) document.title = `${names.join(" and ")} – claimcheck`;
};

/** Let the fields and the comparison follow the address. */
const show = async () => {
  const ids = chosen();
  if (ids.join("") === "") return;
  const { judge } = await loaded();
  const [a, b] = ids.map(judge.table.rowOf);
  [a, b].forEach((row, at) => {
    const input = byId(`cc-pick-${SIDES[at]}`);
    if (document.activeElement !== input) input.value = row === null ? "" : titled(judge, row);
  });
  // Drawn again, a comparison would lose the focus.
  if (drawn === `${a} ${b}`) return;
  drawn = `${a} ${b}`;
  output.replaceChildren();
  const lost = ids.find((id, at) => id !== null && ([a, b][at] === null || a === b));
  status.textContent = lost ? `No further result has the ID ${lost}. Choose one from the list below the field.` : "";
  if (a !== null && b !== null && !lost) render(judge, a, b);
  // Who chose goes on with the other field, or with what is said of the pair.
  const isChosen = location.hash && document.activeElement?.closest(".cc-compare");
  if (isChosen) (output.querySelector("h2") ?? byId(`cc-pick-${a === null ? "a" : "b"}`)).focus();
};

SIDES.forEach(picker);
wake(show);
