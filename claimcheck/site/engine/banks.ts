/* The tables in which figures are looked for, each with what searches and tells them, and which of them a phrase
   asks. */
import { claimedOf } from "./claimed.ts";
import { finderOf } from "./finder.ts";
import { judgeOf } from "./judge.ts";
import { isPair, readingOf } from "./phrase.ts";
import { energyTable } from "./tables.ts";
import { once } from "./words.ts";

// From so many decimals, or from ten on, a bare number is looked for as one that was published, before it is a ratio.
export const EXACT = 3;
const TEN = 10;

/** The table of each bank, and the divisions that are looked through. */
const BANKS: Record<string, string[]> = {
  results: ["results", "closed"], open: ["open", "open", "network"], energy: ["energy", "closed"],
  training: ["training", "closed"], "open training": ["training", "open"],
};

/** A bank; null while its table is not loaded. */
const bankOf = ({ results, rules, words, more }: FindEngine, name: string): FindBank | null => {
  const [of, ...divisions] = BANKS[name];
  const loaded = of === "results" ? results : more(of);
  if (!loaded) return null;
  const table = of === "energy" ? energyTable(results, loaded) : loaded;
  const own: Rules = of === "training" ? { ...rules, ...rules.training } : rules;
  const judged = judgeOf(table, own);
  const finder = finderOf({ table, rules: own, judged }, divisions);
  return { name, table, judged, rules: own, words: { ...words, ...words.banks[name] }, finder };
};

/** What the engine's questions are asked of; `more` gives tables by their names that only some need, null for those
 * that are not there yet. */
export const engineOf = (results: ResultTable, rules: Rules, more: FindEngine["more"]): FindEngine => {
  const read = readingOf(results, rules);
  const made: Record<string, FindBank | null> = {};
  const engine: FindEngine = {
    results, rules, words: rules.find, more, read,
    claimed: once(() => claimedOf(more("claims")?.claims ?? [], rules, read)),
    bankOf: (name) => (made[name] ??= bankOf(engine, name)) ?? engine.bankOf("results"),
  };
  return engine;
};

/** Whether a phrase, or what it stands in, is about Training or HPC. */
export const inTraining = ({ rules }: FindEngine, { names, scope }: FindAsked) => scope?.suite === "training"
  || (names.scenario ?? []).flat().some((name) => rules.training.scenarios.includes(name));

/** Whether a phrase has a word that names a bank. */
export const isSaid = ({ words }: FindEngine, asked: FindAsked, bank: string) => {
  const said = ` ${asked.words.replace(/[.,;:]/g, " ")} `;
  return words.banks[bank].words.some((word: string) => said.includes(` ${word} `));
};

/** Banks by name, with what a figure is looked for as, the likeliest first. */
type Ways = [string, FindFigure][];

/** Where a bare number is looked for, of which nothing is said. */
const bareWays = (figure: FindFigure): Ways => {
  const [power, time]: Ways = [
    ["energy", { ...figure, kinds: ["rate"], unit: "queries/s per W" }],
    ["training", { ...figure, kinds: ["time"], unit: "minutes" }],
  ];
  const isExact = figure.decimals >= EXACT || figure.digits >= TEN * 10 ** figure.decimals;
  if (figure.kinds[0] === "ratio" && !isExact) return [["results", figure], power, time];
  // 652.750 may be 652,750 where nothing is 652.750.
  const pointed = /^\d{1,3}\.\d{3}$/.test(figure.text) ? [{ ...figure, kinds: ["any"], decimals: 0, factor: 2 }] : [];
  const last = [...pointed, ...(figure.kinds[0] === "any" ? [] : [figure])];
  return [
    ["results", { ...figure, kinds: ["any"] }], time, power,
    ...last.map((one) => (["results", one] as [string, FindFigure])),
  ];
};

/** Where a figure is looked for, and as what: its words decide, or what it stands in, or else its unit and names. */
const namedWays = (engine: FindEngine, asked: FindAsked, figure: FindFigure): Ways => {
  const { rules } = engine;
  const { kinds: [kind], unit, decimals, tail } = figure;
  const [bare, suite, pair] = [!tail.trim(), asked.scope?.suite, isPair(figure)];
  const any = { ...figure, kinds: ["any"] };
  // Who writes queries may mean samples.
  if (kind === "energy" || unit?.endsWith("per W") || isSaid(engine, asked, "energy"))
    return [["energy", figure], ...((kind === "rate" ? [["energy", any]] : []) as Ways)];
  const open = isSaid(engine, asked, "open");
  if (suite === "inference" && !open) return [["results", figure]];
  const named = (asked.names.benchmark ?? []).flat();
  const trains = named.some((name) => rules.training.benchmarks[name]);
  const infers = named.some((name) => Object.values(rules.benchmarks).some(([family]) => family === name));
  const isTraining = suite !== "inference" && (["minutes", "hours"].includes(String(unit))
    || isSaid(engine, asked, "training")
    || inTraining(engine, asked) || (trains && !infers));
  if (open)
    return [[isTraining ? "open training" : "open", asked.scope || !bare || pair ? figure : any]];
  const isTime = kind === "any" || (suite !== "training" && bare && kind !== "time");
  if (isTraining) return [["training", isTime ? { ...figure, kinds: ["time"], unit: "minutes" } : figure]];
  if (named.length && !trains)
    return [...((bare && decimals ? [["results", any]] : []) as Ways), ["results", figure]];
  if (bare && (kind === "any" || kind === "ratio" || decimals >= EXACT || figure.digits >= TEN * 10 ** decimals))
    return bareWays(figure);
  return [["results", figure], ...((trains && pair ? [["training", figure]] : []) as Ways)];
};

/** The same; of a time "faster" may be a gain in speed or less time. */
export const waysOf = (engine: FindEngine, asked: FindAsked, figure: FindFigure): Ways =>
  namedWays(engine, asked, figure).map(([bank, as]) =>
  [bank, bank.endsWith("training") && as.kinds.join() === "gain" ? { ...as, kinds: ["gain", "saving"] } : as]);
