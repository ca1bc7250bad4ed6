/* The page that compares any two results: two pickers, and what the engine says of the pair.
   The choice is in the address, as #a=ROW&b=ROW. */
import { comparing, comparisonHtml, detailed, titled } from "../engine/compared.ts";
import { mayBoth, offered, pairingOf, searching } from "../engine/pairing.ts";
import { tableLoader } from "./packed.ts";
export { takeTable } from "./packed.ts";

const byId = (id: string): any => document.getElementById(id);
const page = byId("cc-compare");
const output = byId("cc-compared");
const status = byId("cc-compare-status");
const { make, wake, button, copies } = window.claimcheckTable;
// So many results are offered at once.
const SHOWN = 40;
const SIDES = ["a", "b"] as const;

/* ---- Data, loaded when a reader chooses or the address names a pair ---- */

const TABLES = ["results", "details", "training", "compare"];
const loaded = tableLoader(TABLES, page.dataset.root, status, async (...tables) => {
  const [results, details, training, table] = tables;
  const { rules } = table as CompareTable;
  const pairing = pairingOf({ results: results.add(details), training }, rules);
  return { rules, pairing, search: searching(pairing) };
});
export type Data = Awaited<ReturnType<typeof loaded>>;

/** The results that have every word, those that may be compared with `beside` first, and how many these are. */
const offering = ({ pairing, search }: Data, text: string, beside: number | null) => {
  const found = offered(pairing, search(text).filter((place) => place !== beside));
  const may = new Set(beside === null ? [] : found.filter((place) => mayBoth(pairing, place, beside)));
  return { rows: [...may, ...found.filter((place) => !may.has(place))], comparable: may.size };
};

/* ---- Pickers: a field, and below it, while a reader is there, the results that fit ---- */

/** The rows that are chosen. */
const chosen: Record<"a" | "b", number | null> = { a: null, b: null };

/** How many results fit. */
const counted = (found: ReturnType<typeof offering>, alone: boolean) => {
  const count = found.rows.length;
  if (!count) return "No result has all of these words. Use fewer, such as a round, a benchmark and a chip.";
  const may = alone ? "" : `, ${found.comparable.toLocaleString("en")} of them may be compared with the other`;
  const more = count > SHOWN ? `; the first ${SHOWN} are offered, more words narrow them` : "";
  return `${count.toLocaleString("en")} ${count === 1 ? "result fits" : "results fit"}${may}${more}.`;
};

const picker = (side: "a" | "b") => {
  const [input, list] = [byId(`cc-pick-${side}`), byId(`cc-list-${side}`)];
  const other = side === "a" ? "b" : "a";
  const take = async (row: number) => {
    // The pair that the page opens with is nobody's choice.
    if (location.hash.length < 2) chosen[other] = null;
    chosen[side] = row;
    await remember();
    (chosen[other] === null ? byId(`cc-pick-${other}`) : output.querySelector("h2"))?.focus();
  };
  const offer = async () => {
    const all = await loaded();
    const { pairing } = all;
    const text = chosen[side] !== null && input.value === titled(pairing, chosen[side]) ? "" : input.value;
    const found = offering(all, text, chosen[other]);
    const options = found.rows.slice(0, SHOWN).map((row) => make(
      "button", { type: "button", className: "cc-picker__option", onclick: () => take(row) },
      make("b", {}, titled(pairing, row)), make("span", {}, detailed(pairing, row)),
    ));
    // Below the line stands what the rules do not let compare with the other result.
    if (chosen[other] !== null) options[found.comparable]?.classList.add("cc-picker__option--apart");
    list.replaceChildren(...options);
    status.textContent = counted(found, chosen[other] === null);
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

const render = ({ pairing, rules }: Data, one: number, two: number) => {
  const found = comparing(pairing, one, two);
  output.innerHTML = comparisonHtml(rules, found, { site: rules.pages.root, root: page.dataset.root });
  const here = /^http/.test(location.protocol) ? location.href.split("#")[0] : page.dataset.address;
  const texts = [
    ["sentence", `${found.sentences}\n\n${found.footnote}`],
    ["link", `${here}#${new URLSearchParams({ a: found.before, b: found.after })}`],
  ];
  const boxes = texts.map(([ariaLabel, value]) => make("textarea", { readOnly: true, ariaLabel, value, rows: 4 }));
  const buttons = texts.map(([term, text], i) => copies(button(`Copy the ${term}`), text, boxes[i]));
  output.append(
    make("p", { className: "cc-compared__copy" }, ...buttons),
    make("details", {}, make("summary", {}, "Both texts"), ...boxes),
  );
  page.querySelector(".cc-compare__pairs").open = false;
  status.textContent = "";
  if (location.hash.length > 1) document.title = `${found.names.join(" and ")} – claimcheck`;
};

/* The choice in the address; resolves when it is shown. */
const remember = async () => {
  const { pairing } = await loaded();
  const said = SIDES.filter((side) => chosen[side] !== null).map((side) => [
    side, String(pairing.results.get("row_id", Number(chosen[side]))),
  ]);
  const next = `#${new URLSearchParams(said)}`;
  if (next !== location.hash) location.hash = next;
  await show();
};

let drawn = "";
/* The fields and the comparison as they are chosen. */
const show = async () => {
  const all = await loaded();
  for (const side of SIDES) {
    const row = chosen[side];
    const input = byId(`cc-pick-${side}`);
    if (document.activeElement !== input) input.value = row === null ? "" : titled(all.pairing, row);
  }
  const { a, b } = chosen;
  // Drawn again, a comparison would lose the focus.
  if (drawn === `${a} ${b}`) return;
  drawn = `${a} ${b}`;
  if (a !== null && b !== null) render(all, a, b);
  else output.replaceChildren();
};

const recall = async () => {
  // A bare address has the pair that the page opens with.
  const said = new URLSearchParams(location.hash.slice(1) || page.dataset.opening);
  if (!said.has("a") && !said.has("b")) return;
  const { pairing } = await loaded();
  for (const side of SIDES) {
    const id = said.get(side);
    chosen[side] = id === null ? null : pairing.results.rowOf(id);
    if (id !== null && chosen[side] === null)
      status.textContent = `There is no result ${id}. Choose one below the field.`;
  }
  if (chosen.a !== null && chosen.a === chosen.b) {
    chosen.b = null;
    status.textContent = "Both results are the same one. Choose another.";
  }
  await show();
};

SIDES.forEach(picker);
wake(recall);
