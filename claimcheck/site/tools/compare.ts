/* The page that compares any two results: two pickers, and what the engine says of the pair.
   The choice is in the address, as #a=ROW&b=ROW. */
import { comparing, detailed, titled } from "../engine/compared.ts";
import { mayBoth, offered, pairingOf, searching } from "../engine/pairing.ts";
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
    const every = stacked(results.add(details), open.add(openDetails));
    const judge = pairingOf(every, training, (table as CompareTable).rules);
    return { judge, search: searching(judge) };
  },
);

/** The rows that are chosen, and what was drawn of them. */
const chosen: Record<Side, number | null> = { a: null, b: null };
let drawn = "";

/* ---- Pickers: a field, and below it, while a reader is there, the results that fit ---- */

const picker = (side: Side) => {
  const [input, list] = [byId(`cc-pick-${side}`), byId(`cc-list-${side}`)];
  const other = side === "a" ? "b" : "a";
  const take = async (id: string) => {
    // The pair that the page opens with, on a bare address, is nobody's choice.
    const said = new URLSearchParams(location.hash.slice(1));
    said.set(side, id);
    location.hash = String(said);
    await show();
    (chosen[other] === null ? byId(`cc-pick-${other}`) : output.querySelector("h2"))?.focus();
  };
  const offer = async () => {
    const { judge, search } = await loaded();
    const [own, beside] = [chosen[side], chosen[other]];
    const text = own !== null && input.value === titled(judge, own) ? "" : input.value;
    const found = offered(judge, search(text).filter((row) => row !== beside));
    // First what the rules let be compared with the other result; what they do not stands below a line.
    const { true: may = [], false: apart = [] } = Object.groupBy(found, (row) =>
      String(beside === null || mayBoth(judge, row, beside)));
    const options = [...may, ...apart].slice(0, SHOWN).map((row) => make(
      "button",
      { type: "button", className: "cc-picker__option", onclick: () => take(String(judge.results.get("row_id", row))) },
      make("b", {}, titled(judge, row)), make("span", {}, detailed(judge, row)),
    ));
    options[may.length]?.classList.add("cc-picker__option--apart");
    list.replaceChildren(...options);
    const more = found.length > SHOWN ? `; the first ${SHOWN} are offered, more words narrow them` : "";
    status.textContent = found.length ? `Results that fit: ${found.length.toLocaleString("en")}${more}.`
      : "No result has all of these words. Use fewer, such as a round, a benchmark and a chip.";
  };
  input.addEventListener("focus", () => { input.select(); offer(); });
  input.addEventListener("input", offer);
  input.addEventListener("blur", () => { if (chosen.a !== null || chosen.b !== null) show(); });
  // The field keeps the focus, and so the list, until an option is clicked.
  list.addEventListener("mousedown", (event: MouseEvent) => event.preventDefault());
  input.addEventListener("keydown", (event: KeyboardEvent) => {
    if (event.key === "Enter") list.firstElementChild?.click();
  });
};

/* ---- What is said of the pair ---- */

/** Draw the comparison, and offer its sentence and its address to be copied. */
const render = (judge: Judge, one: number, two: number) => {
  const found = comparing(judge, one, two);
  output.innerHTML = htmlOf(found.answer, { site: judge.rules.pages.root, root: page.dataset.root });
  const here = /^http/.test(location.protocol) ? location.href.split("#")[0] : page.dataset.address;
  const texts = Object.entries({
    sentence: `${found.sentences}\n\n${found.footnote}`,
    link: `${here}#${new URLSearchParams({ a: found.before, b: found.after })}`,
  });
  const boxes = texts.map(([ariaLabel, value]) => make("textarea", { readOnly: true, ariaLabel, value, rows: 4 }));
  const buttons = texts.map(([term, text], i) => copies(button(`Copy the ${term}`), text, boxes[i]));
  output.append(
    make("p", { className: "cc-compared__copy" }, ...buttons),
    make("details", {}, make("summary", {}, "Both texts"), ...boxes),
  );
  page.querySelector(".cc-compare__pairs").open = false;
  if (location.hash.length > 1) document.title = `${found.names.join(" and ")} – claimcheck`;
};

/** The fields and the comparison as the address has them, of which a bare one has the pair that the page opens with. */
const show = async () => {
  const said = new URLSearchParams(location.hash.slice(1) || page.dataset.opening);
  if (!SIDES.some((side) => said.has(side))) return;
  const { judge } = await loaded();
  for (const side of SIDES) {
    const [id, input] = [said.get(side), byId(`cc-pick-${side}`)];
    chosen[side] = id === null ? null : judge.results.rowOf(id);
    if (side === "b" && chosen.a !== null && chosen.a === chosen.b) chosen.b = null;
    const row = chosen[side];
    if (document.activeElement !== input) input.value = row === null ? "" : titled(judge, row);
    if (id !== null && row === null)
      status.textContent = `There is no result ${id}, or it is the other one. Choose one below the field.`;
  }
  const { a, b } = chosen;
  // Drawn again, a comparison would lose the focus.
  if (drawn === `${a} ${b}`) return;
  drawn = `${a} ${b}`;
  if (a !== null && b !== null) {
    render(judge, a, b);
    status.textContent = "";
  } else output.replaceChildren();
};

SIDES.forEach(picker);
wake(show);
