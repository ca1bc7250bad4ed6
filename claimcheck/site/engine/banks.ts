/* The tables in which figures are looked for, each with what searches and tells them, and which of them a phrase
   asks. */
import { finderOf } from "./finder.ts";
import { isPair, readingOf } from "./phrase.ts";
import { energyTable } from "./tables.ts";

// From ten on a bare number is no ratio.
const TEN = 10;

/** The table of each bank, and the divisions that are looked through. */
const BANKS: Record<string, string[]> = {
  results: ["results", "closed"], open: ["open", "open", "network"], energy: ["energy", "closed"],
  training: ["training", "closed"], "open training": ["training", "open"],
};

/** The banks that have the open division of others. */
export const OPEN: Words = { results: "open", training: "open training" };

/** A bank; null while its table is not loaded. */
const bankOf = ({ results, rules, words, more }: FindEngine, name: string): FindBank | null => {
  const [of, ...divisions] = BANKS[name];
  const loaded = of === "results" ? results : more(of);
  if (!loaded) return null;
  const table = of === "energy" ? energyTable(results, loaded) : loaded;
  const own: Rules = of === "training" ? { ...rules, ...rules.training } : rules;
  const finder = finderOf({ table, rules: own }, divisions);
  return { name, table, rules: own, words: { ...words, ...words.banks[name] }, finder };
};

/** What the engine's questions are asked of; `more` gives tables by their names that only some need, null for those
 * that are not there yet. */
export const engineOf = (results: ResultTable, rules: Rules, more: FindEngine["more"]): FindEngine => {
  const read = readingOf(rules);
  const made: Record<string, FindBank | null> = {};
  const engine: FindEngine = {
    results, rules, words: rules.find, more, read,
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

/** What a figure is looked for as, and in which bank; of two in one bank the likelier first. */
type Ways = [bank: string, as: FindFigure][];

/** Whether a figure is a number alone, of which nothing says what it is. */
export const isBare = ({ kinds: [kind], tail }: FindFigure) => !tail.trim() && ["any", "ratio", "part"].includes(kind);

/** The banks that may have a figure, by what it stands in, its unit, and the names and words of its phrase. */
const banksOf = (engine: FindEngine, asked: FindAsked, figure: FindFigure) => {
  const { benchmarks, training } = engine.rules;
  const named = (asked.names.benchmark ?? []).flat();
  const trains = named.some((name) => training.benchmarks[name]);
  const infers = named.some((name) => Object.values(benchmarks).some(([family]) => family === name));
  if (asked.scope?.suite === "inference") return ["results"];
  if (["minutes", "hours"].includes(String(figure.unit)) || isSaid(engine, asked, "training")
    || inTraining(engine, asked) || (trains && !infers)) return ["training"];
  if (isBare(figure) && !named.length) return ["training", "energy", "results"];
  return trains && (isBare(figure) || isPair(figure)) ? ["training", "results"] : ["results"];
};

/** What a figure is looked for as in a suite: a bare number is an amount before it is a ratio. */
const readIn = (bank: string, figure: FindFigure): FindFigure[] => {
  const { kinds, digits, decimals } = figure;
  if (bank === "training") {
    if (isBare(figure) || kinds[0] === "any") return [{ ...figure, kinds: ["time"], unit: "minutes" }];
    // Of a time "faster" may be a gain in speed or less time.
    return [kinds.join() === "gain" ? { ...figure, kinds: ["gain", "saving"] } : figure];
  }
  if (!isBare(figure)) return [figure];
  return [{ ...figure, kinds: ["any"] }, ...(isPair(figure) && digits < TEN * 10 ** decimals ? [figure] : [])];
};

/** Where a figure is looked for, and as what. */
export const waysOf = (engine: FindEngine, asked: FindAsked, figure: FindFigure): Ways => {
  const { kinds: [kind], unit } = figure;
  // Who writes queries may mean samples.
  if (kind === "energy" || unit?.endsWith("per W") || isSaid(engine, asked, "energy"))
    return (kind === "rate" ? [figure, { ...figure, kinds: ["any"] }] : [figure]).map((as) => ["energy", as]);
  const open = isSaid(engine, asked, "open");
  return banksOf(engine, asked, figure).flatMap((name) =>
    readIn(name, figure).map((as): Ways[number] => [(open && OPEN[name]) || name, as]));
};
