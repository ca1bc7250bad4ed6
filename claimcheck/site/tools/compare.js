/* The page that compares any two results: two pickers, and what the engine says of the pair.
   The choice is in the address, as #a=ROW&b=ROW. */
(() => {
  "use strict";

  /** @param {string} id @returns {any} */
  const byId = (id) => document.getElementById(id);
  const page = byId("cc-compare");
  const output = byId("cc-compared");
  const status = byId("cc-compare-status");
  const { drawingOf, judgementOf, printed, searchOf, SEARCHED, tableLoader } = window.claimcheckEngine;
  // So many results are offered at once.
  const SHOWN = 40;
  const SIDES = /** @type {const} */ (["a", "b"]);

  const { make, wake, button, copies } = window.claimcheckTable;

  /* ---- Data, loaded when a reader chooses or the address names a pair ---- */

  const loaded = tableLoader(["results", "details", "compare", "runs", "accuracy"], page.dataset.root, status, async (results, details, table, runs, accuracy) => {
    results.add(details);
    const compare = /** @type {CompareTable} */ (table);
    const judgement = judgementOf({ results, compare, runs, accuracy });
    return { results, rules: compare.rules, search: offering(results, judgement), ...judgement, ...drawingOf(results, compare.rules, judgement) };
  });
  /** @typedef {Awaited<ReturnType<typeof loaded>>} Data */

  /** Rows that hold every word, those that may be compared with `beside` first, then the latest, the closed, the best per
   * accelerator.
   * @param {ResultTable} results @param {Judgement} judgement */
  const offering = (results, { comparable, inPrint, roundOf }) => {
    const search = searchOf(results, SEARCHED, inPrint);
    const { get } = results;
    const rank = Float64Array.from({ length: results.rows }, (_none, row) =>
      roundOf(row) * 4 + (get("division", row) === "closed" ? 2 : 0) + (get("availability", row) === "available" ? 1 : 0));
    const size = (/** @type {number} */ row) => Number(get("per_accelerator", row) ?? get("value", row));
    /** @param {string} text @param {number | null} beside */
    return (text, beside) => {
      const cell = (/** @type {number} */ row) => ["benchmark", "scenario", "unit"].map((name) => get(name, row)).join();
      const wanted = beside === null ? "" : cell(beside);
      // Most rows are of another cell, which is quicker to see than what the rules say of them.
      const fitting = (/** @type {number} */ row) => beside !== null && cell(row) === wanted && comparable(row, beside);
      const fits = search(text);
      const found = Array.from(rank.keys()).filter((row) => row !== beside && fits(row));
      found.sort((x, y) => rank[y] - rank[x] || (size(y) - size(x)) * (get("higher_is_better", x) ? 1 : -1) || x - y);
      const [near, others] = [true, false].map((side) => found.filter((row) => fitting(row) === side));
      return { rows: [...near, ...others], comparable: near.length };
    };
  };

  /* ---- Pickers ---- */

  /** The rows that are chosen. @type {Record<"a" | "b", number | null>} */
  const chosen = { a: null, b: null };

  /** @param {"a" | "b"} side */
  const picker = (side) => {
    const input = byId(`cc-pick-${side}`);
    const list = byId(`cc-list-${side}`);
    const other = side === "a" ? "b" : "a";
    let active = -1;
    /** @type {number[]} */
    let offered = [];

    const close = () => {
      list.hidden = true;
      input.ariaExpanded = "false";
      input.removeAttribute("aria-activedescendant");
      active = -1;
    };
    const mark = (/** @type {number} */ next) => {
      if (list.children[active]) list.children[active].ariaSelected = "false";
      active = next;
      const option = list.children[active];
      option.ariaSelected = "true";
      option.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", option.id);
    };
    const take = (/** @type {number} */ row) => {
      // The pair that the page opens with is nobody's choice.
      if (location.hash.length < 2) chosen[other] = null;
      chosen[side] = row;
      close();
      return remember();
    };
    const offer = async () => {
      const all = await loaded();
      if (document.activeElement !== input) return;
      const text = chosen[side] !== null && input.value === all.title(chosen[side]) ? "" : input.value;
      const found = all.search(text, chosen[other]);
      offered = found.rows.slice(0, SHOWN);
      const options = offered.map((row, i) => {
        const said = { id: `cc-option-${side}-${i}`, className: "cc-picker__option", role: "option", ariaSelected: "false" };
        const option = make("div", said, make("b", {}, all.title(row)), make("span", {}, all.details(row)));
        option.addEventListener("pointerdown", (/** @type {Event} */ event) => event.preventDefault());
        option.addEventListener("click", () => take(row));
        // Below the line stands what the rules do not let compare with the other result.
        option.classList.toggle("cc-picker__option--apart", chosen[other] !== null && i === found.comparable);
        return option;
      });
      list.replaceChildren(...options);
      active = -1;
      list.scrollTop = 0;
      list.hidden = !offered.length;
      input.ariaExpanded = String(!list.hidden);
      const count = found.rows.length;
      const may = chosen[other] === null ? "" : `, ${found.comparable.toLocaleString("en")} of them may be compared with the other`;
      status.textContent = !count ? "No result has all of these words. Use fewer, such as a round, a benchmark and a chip."
        : `${count.toLocaleString("en")} ${count === 1 ? "result fits" : "results fit"}${may}${count > SHOWN ? `; the first ${SHOWN} are offered, more words narrow them` : ""}.`;
    };
    input.addEventListener("focus", () => { input.select(); offer(); });
    input.addEventListener("click", () => { if (list.hidden) offer(); });
    input.addEventListener("input", offer);
    input.addEventListener("blur", () => { close(); if (chosen.a !== null || chosen.b !== null) show(); });
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
      if (step && !list.hidden) {
        event.preventDefault();
        mark(Math.max(0, Math.min(offered.length - 1, active + step)));
      } else if (event.key === "Enter" && !list.hidden) {
        event.preventDefault();
        take(offered[Math.max(0, active)]).then(() => (chosen[other] === null ? byId(`cc-pick-${other}`) : output.querySelector("h2"))?.focus());
      } else if (event.key === "Escape") close();
    });
  };

  /* ---- What is said of the pair ---- */

  /** What both cost: at which ratio of the prices the same, and at prices of the reader's own. A field begins with our
   * price where it is one of that accelerator, and on one accelerator the saving at any one price is said.
   * @param {Data} all @param {Comparison} found */
  const price = (all, { rows, ratio }) => {
    if (!ratio || ratio.per_accelerator === null) return [];
    const { rules } = all;
    const unit = String(all.results.get("unit", rows[0]));
    const thing = unit.replace(/\/s$/, "");
    const priced = rows.map((row) => all.results.get("accelerator", row) === rules.price.accelerator);
    const fields = rows.map((_row, i) => make("input", { type: "number", min: "0", step: "0.01", value: priced[i] ? rules.price.usd.toFixed(2) : "", inputMode: "decimal" }));
    const told = make("output", {});
    const lessOrMore = (/** @type {number} */ saving) => `${printed(Math.abs(saving) * 100, 1)}% ${saving < 0 ? "more" : "less"}`;
    const [same, anyPrice = ""] = all.pricesOf(rows, ["the first", "the second"]);
    const update = () => {
      const prices = fields.map((field) => Number(field.value));
      if (fields.some((field) => field.value === "")) { told.textContent = anyPrice || "Give both prices to see both costs."; return; }
      if (!prices.every((one) => one > 0 && Number.isFinite(one))) { told.textContent = "Give two prices above 0."; return; }
      const costs = rows.map((row, i) => all.costOf(row, prices[i]));
      const each = costs.map((cost, i) => `$${printed(cost, cost < 1 ? 3 : 2)} with ${all.inWords(rows[i])}`).join(" and ");
      told.textContent = `At ${prices[0] === prices[1] ? "this price" : "these prices"} a million ${thing} cost ${each}: ${lessOrMore(1 - costs[1] / costs[0])} on the second. Both run at full rate all the time.`;
    };
    const labels = fields.map((field, i) => make("label", {}, `$ per accelerator-hour, ${all.inWords(rows[i])}`, field));
    fields.forEach((field) => field.addEventListener("input", update));
    update();
    const ours = priced.includes(true) ? ` The price filled in for ${rules.price.accelerator} is our assumption. Replace it by your own.` : "";
    return [make("h3", { textContent: "What does that save?" }), make("p", { textContent: same + ours }), make("div", { className: "cc-filters cc-compared__prices" }, ...labels), make("p", {}, told)];
  };

  /** @param {Data} all @param {Comparison} found */
  const bibtex = ({ rules }, found, /** @type {string} */ address) => {
    /** @type {Record<string, string>} */
    const signs = { "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}" };
    const escaped = (/** @type {string} */ text) => text.replace(/[&%$#_{}~^\\]/g, (sign) => signs[sign] ?? `\\${sign}`);
    return rules.bibtex.replace("TITLE", () => escaped(`Compared: ${found.before} and ${found.after}`)).replace("ADDRESS", () => address);
  };

  /** @param {Data} all @param {number} one @param {number} two */
  const render = (all, one, two) => {
    const found = all.compare(one, two);
    output.innerHTML = all.comparisonHtml(found, page.dataset.root);
    output.querySelector(".cc-compared__price").replaceChildren(...price(all, found));
    const address = `${/^http/.test(location.protocol) ? location.href.split("#")[0] : page.dataset.address}#${query(found)}`;
    const texts = [["sentence", `${found.sentences}\n\n${found.footnote}`], ["link", address], ["BibTeX", bibtex(all, found, address)]];
    if (found.entry) texts.splice(2, 0, ["entry for claimcheck check", found.entry]);
    const boxes = texts.map(([ariaLabel, value]) => make("textarea", { readOnly: true, ariaLabel, value, rows: Math.min(8, value.split("\n").length + 1) }));
    output.querySelector(".cc-compared__take").replaceChildren(
      make("h3", { textContent: "Take it with you" }),
      make("p", { className: "cc-compared__copy" }, ...texts.map(([term, text], i) => copies(button(`Copy ${term}`), text, boxes[i]))),
      make("details", {}, make("summary", { textContent: "The texts" }), ...boxes));
    page.querySelector(".cc-compare__pairs").open = false;
    status.textContent = "";
    if (location.hash.length > 1) document.title = `${found.rows.map(all.inWords).join(" and ")} – claimcheck`;
  };

  /** @param {{before: string, after: string}} pair */
  const query = ({ before, after }) => new URLSearchParams({ a: before, b: after }).toString();

  /* The choice in the address; resolves when it is shown. */
  const remember = async () => {
    const { results } = await loaded();
    const said = SIDES.filter((side) => chosen[side] !== null).map((side) => [side, String(results.get("row_id", Number(chosen[side])))]);
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
      if (document.activeElement !== input) input.value = row === null ? "" : all.title(row);
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
      chosen[side] = id === null ? null : all.results.rowOf(id);
      if (id !== null && chosen[side] === null) status.textContent = `There is no result ${id}. Choose one below the field.`;
    }
    if (chosen.a !== null && chosen.a === chosen.b) {
      chosen.b = null;
      status.textContent = "Both results are the same one. Choose another.";
    }
    await show();
  };

  SIDES.forEach(picker);
  wake(recall);
})();
