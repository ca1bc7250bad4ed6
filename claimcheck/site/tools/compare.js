/* The page that compares any two results: two pickers, and what the engine says of the pair.
   The choice is in the address, as #a=ROW&b=ROW. */
/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const page = byId("cc-compare");
const output = byId("cc-compared");
const status = byId("cc-compare-status");
const engine = window.claimcheckEngine;
const { printed, tableLoader } = engine;
// So many results are offered at once.
const SHOWN = 40;
const SIDES = /** @type {const} */ (["a", "b"]);

const { make, wake, button, copies } = window.claimcheckTable;

/* ---- Data, loaded when a reader chooses or the address names a pair ---- */

const TABLES = ["results", "details", "training", "compare", "runs", "accuracy"];
/** @param {ResultTable[]} tables */
const prepare = async (...[results, details, training, table, runs, accuracy]) => {
  results.add(details);
  const { rules } = /** @type {CompareTable} */ (table);
  const pairing = engine.pairingOf({ results, training, runs, accuracy }, rules);
  return { rules, pairing, search: offering(pairing) };
};
const loaded = tableLoader(TABLES, page.dataset.root, status, prepare);
/** @typedef {Awaited<ReturnType<typeof loaded>>} Data */

/** The results that have every word, those that may be compared with `beside` first.
 * @param {import("../engine/pairing.js").Pairing} pairing */
const offering = (pairing) => {
  const search = engine.searching(pairing);
  /** @param {string} text @param {number | null} beside */
  return (text, beside) => {
    const found = engine.offered(pairing, search(text).filter((place) => place !== beside));
    const may = new Set(beside === null ? [] : found.filter((place) => engine.mayBoth(pairing, place, beside)));
    return {
      rows: [...found.filter((place) => may.has(place)), ...found.filter((place) => !may.has(place))],
      comparable: may.size,
    };
  };
};

/* ---- Pickers ---- */

/** The rows that are chosen. @type {Record<"a" | "b", number | null>} */
const chosen = { a: null, b: null };

/** @param {"a" | "b"} side @param {number} i @param {Data} all @param {number} row @param {() => void} take */
const optionOf = (side, i, { pairing }, row, take) => {
  const said = { id: `cc-option-${side}-${i}`, className: "cc-picker__option", role: "option", ariaSelected: "false" };
  const words = [make("b", {}, engine.titled(pairing, row)), make("span", {}, engine.detailed(pairing, row))];
  const option = make("div", said, ...words);
  option.addEventListener("pointerdown", (event) => event.preventDefault());
  option.addEventListener("click", take);
  return option;
};

/** How many results fit. @param {ReturnType<Data["search"]>} found @param {boolean} alone */
const counted = (found, alone) => {
  const count = found.rows.length;
  if (!count) return "No result has all of these words. Use fewer, such as a round, a benchmark and a chip.";
  const may = alone ? "" : `, ${found.comparable.toLocaleString("en")} of them may be compared with the other`;
  const more = count > SHOWN ? `; the first ${SHOWN} are offered, more words narrow them` : "";
  return `${count.toLocaleString("en")} ${count === 1 ? "result fits" : "results fit"}${may}${more}.`;
};

/** The list below a field: closed, or open with one option marked. @param {"a" | "b"} side */
const listOf = (side) => {
  const [input, element] = [byId(`cc-pick-${side}`), byId(`cc-list-${side}`)];
  const list = {
    input, element, active: -1,
    close: () => list.show([]),
    /** @param {HTMLElement[]} options */
    show: (options) => {
      if (options.length) element.replaceChildren(...options);
      list.active = -1;
      element.scrollTop = 0;
      element.hidden = !options.length;
      input.ariaExpanded = String(!element.hidden);
      input.removeAttribute("aria-activedescendant");
    },
    /** @param {number} next */
    mark: (next) => {
      const [before, option] = [element.children[list.active], element.children[next]];
      if (before) before.ariaSelected = "false";
      list.active = next;
      option.ariaSelected = "true";
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    },
  };
  return list;
};

/** @param {"a" | "b"} side */
const picker = (side) => {
  const list = listOf(side);
  const { input, element } = list;
  const other = side === "a" ? "b" : "a";
  /** @type {number[]} */
  let offered = [];
  const take = (/** @type {number} */ row) => {
    // The pair that the page opens with is nobody's choice.
    if (location.hash.length < 2) chosen[other] = null;
    chosen[side] = row;
    list.close();
    return remember();
  };
  const offer = async () => {
    const all = await loaded();
    if (document.activeElement !== input) return;
    const text = chosen[side] !== null && input.value === engine.titled(all.pairing, chosen[side]) ? "" : input.value;
    const found = all.search(text, chosen[other]);
    offered = found.rows.slice(0, SHOWN);
    const options = offered.map((row, i) => optionOf(side, i, all, row, () => take(row)));
    // Below the line stands what the rules do not let compare with the other result.
    if (chosen[other] !== null) options[found.comparable]?.classList.add("cc-picker__option--apart");
    list.show(options);
    status.textContent = counted(found, chosen[other] === null);
  };
  input.addEventListener("focus", () => { input.select(); offer(); });
  input.addEventListener("click", () => { if (element.hidden) offer(); });
  input.addEventListener("input", offer);
  input.addEventListener("blur", () => { list.close(); if (chosen.a !== null || chosen.b !== null) show(); });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (event.key === "Escape") list.close();
    if (element.hidden || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (step) list.mark(Math.max(0, Math.min(offered.length - 1, list.active + step)));
    else take(offered[Math.max(0, list.active)]).then(() =>
      (chosen[other] === null ? byId(`cc-pick-${other}`) : output.querySelector("h2"))?.focus());
  });
};

/* ---- What is said of the pair ---- */

/** What both cost: at which ratio of the prices the same, and at prices of the reader's own. A field begins with our
 * price where it is one of that accelerator, and on one accelerator the saving at any one price is said.
 * @param {Data} all @param {ReturnType<typeof engine.comparing>} found */
const price = ({ rules, pairing }, found) => {
  if (!found.priced || !("rows" in found)) return [];
  const [judge] = pairing.judges;
  const { rows, names } = found;
  const thing = String(judge.results.get("unit", rows[0])).replace(/\/s$/, "");
  const priced = rows.map((row) => judge.results.get("accelerator", row) === rules.price.accelerator);
  const fields = priced.map((ours) => make("input", {
    type: "number", min: "0", step: "0.01", value: ours ? rules.price.usd.toFixed(2) : "", inputMode: "decimal",
  }));
  const told = make("output", {});
  const [same, anyPrice = ""] = engine.pricesOf(judge, rows, ["the first", "the second"]);
  const update = () => {
    told.textContent = costs(fields.map(({ value }) => value)) || anyPrice || "Give both prices to see both costs.";
  };
  /** @param {string[]} values */
  const costs = (values) => {
    if (values.includes("")) return "";
    const prices = values.map(Number);
    if (!prices.every((one) => one > 0 && Number.isFinite(one))) return "Give two prices above 0.";
    const each = rows.map((row, i) => engine.costOf(judge, row, prices[i]));
    const saving = 1 - each[1] / each[0];
    const said = each.map((cost, i) => `$${printed(cost, cost < 1 ? 3 : 2)} with ${names[i]}`).join(" and ");
    const rate = `${printed(Math.abs(saving) * 100, 1)}% ${saving < 0 ? "more" : "less"} on the second`;
    const at = prices[0] === prices[1] ? "this price" : "these prices";
    return `At ${at} a million ${thing} cost ${said}: ${rate}. Both run at full rate all the time.`;
  };
  const labels = fields.map((field, i) => make("label", {}, `$ per accelerator-hour, ${names[i]}`, field));
  fields.forEach((field) => field.addEventListener("input", update));
  update();
  const ours = priced.includes(true)
    ? ` The price filled in for ${rules.price.accelerator} is our assumption. Replace it by your own.`
    : "";
  return [
    make("h3", { textContent: "What does that save?" }), make("p", { textContent: same + ours }),
    make("div", { className: "cc-filters cc-compared__prices" }, ...labels), make("p", {}, told),
  ];
};

/** @param {Data} all @param {{ before: string, after: string }} found */
const bibtex = ({ rules }, found, /** @type {string} */ address) => {
  /** @type {Record<string, string>} */
  const signs = { "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}" };
  const escaped = (/** @type {string} */ text) =>
    text.replace(/[&%$#_{}~^\\]/g, (sign) => signs[sign] ?? `\\${sign}`);
  return rules.bibtex
    .replace("TITLE", () => escaped(`Compared: ${found.before} and ${found.after}`))
    .replace("ADDRESS", () => address);
};

/** @param {Data} all @param {number} one @param {number} two */
const render = (all, one, two) => {
  const found = engine.comparing(all.pairing, one, two);
  output.innerHTML = engine.pairHtml(all.pairing, one, two, { site: all.rules.pages.root, root: page.dataset.root });
  output.querySelector(".cc-compared__price")?.replaceChildren(...price(all, found));
  const here = /^http/.test(location.protocol) ? location.href.split("#")[0] : page.dataset.address;
  const address = `${here}#${query(found)}`;
  const texts = [
    ["sentence", `${found.sentences}\n\n${found.footnote}`], ["link", address],
    ["BibTeX", bibtex(all, found, address)],
  ];
  if (found.entry) texts.splice(2, 0, ["entry for claimcheck check", found.entry]);
  const boxes = texts.map(([ariaLabel, value]) =>
    make("textarea", { readOnly: true, ariaLabel, value, rows: Math.min(8, value.split("\n").length + 1) }));
  const buttons = texts.map(([term, text], i) => copies(button(`Copy ${term}`), text, boxes[i]));
  output.querySelector(".cc-compared__take").replaceChildren(
    make("h3", { textContent: "Take it with you" }), make("p", { className: "cc-compared__copy" }, ...buttons),
    make("details", {}, make("summary", { textContent: "The texts" }), ...boxes),
  );
  page.querySelector(".cc-compare__pairs").open = false;
  status.textContent = "";
  if (location.hash.length > 1) document.title = `${found.names.join(" and ")} – claimcheck`;
};

/** @param {{before: string, after: string}} pair */
const query = ({ before, after }) => new URLSearchParams({ a: before, b: after }).toString();

/* The choice in the address; resolves when it is shown. */
const remember = async () => {
  const { pairing } = await loaded();
  const said = SIDES.filter((side) => chosen[side] !== null).map((side) => [
    side, engine.idOf(pairing, Number(chosen[side])),
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
    if (document.activeElement !== input) input.value = row === null ? "" : engine.titled(all.pairing, row);
  }
  const { a, b } = chosen;
  // Drawn again, a comparison would lose the focus and the reader's prices.
  if (drawn === `${a} ${b}`) return;
  drawn = `${a} ${b}`;
  if (a !== null && b !== null) render(all, a, b);
  else output.replaceChildren();
};

const recall = async () => {
  // A bare address has the pair that the page opens with.
  const said = new URLSearchParams(location.hash.slice(1) || page.dataset.opening);
  if (!said.has("a") && !said.has("b")) return;
  const all = await loaded();
  for (const side of SIDES) {
    const id = said.get(side);
    chosen[side] = id === null ? null : engine.placeOfId(all.pairing, id);
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

export {};
