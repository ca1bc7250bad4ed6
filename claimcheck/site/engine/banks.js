/* The tables in which figures are looked for, each with what searches and tells them, and which of them a phrase
 * asks. */
import { claimedOf } from "./claimed.js";
import { finderOf } from "./finder.js";
import { judgementOf } from "./judgement.js";
import { isPair, readingOf } from "./phrase.js";
import { energyTable } from "./tables.js";
import { once } from "./words.js";

// From so many decimals on a bare number is looked for as one that was published, before it is taken for a ratio.
export const EXACT = 3;
// From here on too: few multiples are so large.
const TEN = 10;

/** The bank of the results of Inference, or of what of their rows `table` has.
 * @param {FindEngine} engine @param {string} name @param {ResultTable} table
 * @param {FindBank["finder"]} finder @returns {FindBank} */
const inferred = ({ rules, words, judged }, name, table, finder) =>
  ({ name, table, judged, rules, words: { ...words, ...words.banks[name] }, finder });

/** The bank of Training and HPC; null while its table is not loaded.
 * @param {FindEngine} engine @param {string} name @param {string} division @returns {FindBank | null} */
const trained = ({ results, rules, words, more, claimed }, name, division) => {
  const table = more.training();
  if (!table) return null;
  const own = /** @type {Rules} */ ({ ...rules, ...rules.training });
  const judged = judgementOf({ results: table, compare: /** @type {CompareTable} */ ({ ...table, rules: own }) });
  const finder = finderOf(table, own, judged, claimed().rested(results.rows, results.rows + table.rows), [division]);
  const open = division === "open" ? words.banks.open : {};
  return { name, table, judged, rules: own, words: { ...words, ...words.banks.training, ...open }, finder };
};

/** @param {FindEngine} engine @returns {FindBank | null} */
const powered = (engine) => {
  const energy = engine.more.energy();
  const table = energy && energyTable(engine.results, energy);
  return table && inferred(engine, "energy", table, finderOf(table, engine.rules, engine.judged));
};

/** The banks by their names, each made when it is first asked for.
 * @param {FindEngine} engine @returns {Record<string, () => FindBank | null>} */
const banksOf = (engine) => {
  const { results, rules, judged, claimed } = engine;
  return {
    results: once(() =>
      inferred(engine, "results", results, finderOf(results, rules, judged, claimed().rested(0, results.rows))),
    ),
    open: once(() => inferred(engine, "open", results, finderOf(results, rules, judged, [], ["open", "network"]))),
    energy: once(() => powered(engine)),
    training: once(() => trained(engine, "training", "closed")),
    "open training": once(() => trained(engine, "open training", "open")),
  };
};

/** What the engine's questions are asked of; `more` gives tables that only some need, and may not be there yet.
 * @param {ResultTable} results @param {Rules} rules @param {Judgement} judged
 * @param {FindMore} more @returns {FindEngine} */
export const engineOf = (results, rules, judged, more) => {
  const read = readingOf(results, rules);
  /** What the result at a place among all names. @param {number} place @returns {Words} */
  const factsOf = (place) => {
    if (place >= results.rows) return {};
    const of = (/** @type {string} */ name) => String(results.get(name, place));
    const [scenario, chip, submitter, round] = ["scenario", "product", "submitter", "round"].map(of);
    return { benchmark: rules.benchmarks[of("benchmark")][0], scenario, chip, submitter, round };
  };
  const claimed = once(() => claimedOf(more.claims()?.claims ?? [], rules, read, factsOf));
  /** @type {FindEngine} */
  const engine = {
    results, rules, words: rules.find, judged, more, read, claimed,
    bankOf: (name) => banks[name]() ?? /** @type {FindBank} */ (banks.results()),
  };
  const banks = banksOf(engine);
  return engine;
};

/** Whether a phrase, or what it stands in, is about Training or HPC. @param {FindEngine} engine
 * @param {FindAsked} asked */
export const inTraining = ({ rules }, { names, scope }) => scope?.suite === "training"
  || (names.scenario ?? []).flat().some((name) => rules.training.values.scenario.includes(name));

/** Whether a phrase has a word that names a bank. @param {FindEngine} engine @param {FindAsked} asked
 * @param {string} bank */
export const isSaid = ({ words }, asked, bank) => {
  const said = ` ${asked.words.replace(/[.,;:]/g, " ")} `;
  return words.banks[bank].words.some((/** @type {string} */ word) => said.includes(` ${word} `));
};

/** @typedef {[string, FindFigure][]} Ways banks by name, with what a figure is looked for as, the likeliest first */

/** Where a bare number is looked for, of which nothing is said. @param {FindFigure} figure @returns {Ways} */
const bareWays = (figure) => {
  /** @type {Ways} */
  const others = [
    ["energy", { ...figure, kinds: ["rate"], unit: "queries/s per W" }],
    ["training", { ...figure, kinds: ["time"], unit: "minutes" }],
  ];
  const isExact = figure.decimals >= EXACT || figure.digits >= TEN * 10 ** figure.decimals;
  if (figure.kinds[0] === "ratio" && !isExact) return [["results", figure], ...others];
  // 652.750 may be 652,750 where nothing is 652.750.
  const pointed = /^\d{1,3}\.\d{3}$/.test(figure.text) ? [{ ...figure, kinds: ["any"], decimals: 0, factor: 2 }] : [];
  const last = [...pointed, ...(figure.kinds[0] === "any" ? [] : [figure])];
  return [
    ["results", { ...figure, kinds: ["any"] }], ...others.reverse(),
    ...last.map((one) => /** @type {[string, FindFigure]} */ (["results", one])),
  ];
};

/** Of a time "faster" may be a gain in speed or less time.
 * @param {[string, FindFigure]} way @returns {[string, FindFigure]} */
const asTime = ([bank, figure]) =>
  bank.endsWith("training") && figure.kinds.join() === "gain"
    ? [bank, { ...figure, kinds: ["gain", "saving"] }]
    : [bank, figure];

/** Where a figure is looked for, and as what. @param {FindEngine} engine @param {FindAsked} asked
 * @param {FindFigure} figure
 * @returns {Ways} */
export const waysOf = (engine, asked, figure) => namedWays(engine, asked, figure).map(asTime);

/** @param {FindEngine} engine @param {FindAsked} asked
 * @param {FindFigure} figure @returns {Ways} */
const namedWays = (engine, asked, figure) => {
  const { rules } = engine;
  const { kinds: [kind], unit, decimals, tail } = figure;
  const bare = !tail.trim();
  const [any, timed] = [{ ...figure, kinds: ["any"] }, { ...figure, kinds: ["time"], unit: "minutes" }];
  if (kind === "energy" || unit?.endsWith("per W") || isSaid(engine, asked, "energy")) {
    // Who writes queries may mean samples.
    return [["energy", figure], ...(kind === "rate" ? [/** @type {[string, FindFigure]} */ (["energy", any])] : [])];
  }
  const suite = asked.scope?.suite;
  if (isSaid(engine, asked, "open"))
    return asked.scope
      ? [[suite === "training" ? "open training" : "open", figure]]
      : [["open", !bare || isPair(figure) ? figure : any]];
  if (suite === "inference") return [["results", figure]];
  if (suite === "training") return [["training", kind === "any" ? timed : figure]];
  const named = (asked.names.benchmark ?? []).flat();
  const trains = named.some((name) => rules.training.benchmarks[name]);
  const infers = named.some((name) => Object.values(rules.benchmarks).some(([family]) => family === name));
  const isTime = unit === "minutes" || unit === "hours";
  if (isTime || isSaid(engine, asked, "training") || inTraining(engine, asked) || (trains && !infers)) {
    return [["training", kind === "any" || (bare && kind !== "time") ? timed : figure]];
  }
  if (named.length && !trains)
    return [...(bare && decimals ? [/** @type {[string, FindFigure]} */ (["results", any])] : []), ["results", figure]];
  if (bare && (kind === "any" || kind === "ratio" || decimals >= EXACT || figure.digits >= TEN * 10 ** decimals))
    return bareWays(figure);
  return [
    ["results", figure],
    ...(trains && isPair(figure) ? [/** @type {[string, FindFigure]} */ (["training", figure])] : []),
  ];
};

/** The tables that the answer to a phrase needs next to those of results. @param {FindEngine} engine
 * @param {FindAsked} asked */
export const needsOf = (engine, asked) => {
  const banks = asked.figures.flatMap((figure) =>
    waysOf(engine, asked, figure).map(([bank]) => bank.replace("open ", "")),
  );
  if (asked.figures.some(({ unit }) => unit === "measured")) banks.push("energy");
  if (!asked.figures.length)
    banks.push(
      isSaid(engine, asked, "energy") ? "energy" : "training",
      ...((asked.names.chip ?? []).length > 1 ? ["chips"] : []),
    );
  return [...new Set(banks)].filter((bank) => bank !== "results" && bank !== "open");
};
