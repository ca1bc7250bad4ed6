/* The results of some divisions as columns of numbers, a place for each row of their table; and which of them, and
   which pairs of them, bear the names of a phrase. */
import { inOrder, versions } from "./judge.ts";
import { CPUS } from "./names.ts";
import { unsurpassed } from "./spans.ts";
import { kept, once } from "./words.ts";

type Names = FindAsked["names"];
type Bank = Pick<FindBank, "table" | "rules" | "judged">;
export type FindIndex = ReturnType<typeof indexOf>;
/** Results of which each of the first may be compared with each of the second, by a rate in rising order. */
export type Block = { overs: number[], unders: number[] };

// Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
const CELL = ["benchmark", "scenario"];
/** Columns in which names are, where these are not called so. */
const COLUMNS: Record<string, string[]> = { chip: ["product"], submitter: ["submitter", "accelerator_vendor"] };
// More than any system has accelerators.
const MANY = 1e5;
// Figures change while names stay: what they leave is kept for so many.
const REMEMBERED = 64;

/** For each choice of a number that rows have and of words in some columns a code. */
const coded = (
  { columns, rows: every }: ResultTable, rows: number[], own: (row: number) => number, names: string[],
) => {
  const codes: Map<number, number> = new Map();
  const made = new Int32Array(every);
  const among = names.map((name) =>
    ({ at: columns[name].at as Uint16Array, many: (columns[name].words ?? []).length }));
  for (const row of rows) {
    const key = among.reduce((sum, { at, many }) => sum * many + at[row], own(row));
    made[row] = codes.get(key) ?? codes.set(key, codes.size).size - 1;
  }
  return made;
};

/** Whether two rows may be compared, by their versions: 0 if not, 1 if that is not settled, 2 if they may. */
const statesOf = ({ table: { get, rows }, judged }: Bank, version: Int32Array) => {
  const known: Map<number, number> = new Map();
  const stateOf = (one: number, other: number) => {
    const power = [one, other].map((row) => get("power", row));
    if (power[0] !== power[1] && !power.includes(null)) return 0;
    const [a, b] = inOrder(judged, one, other);
    const [state] = versions(judged, a, b);
    return { "not settled": 1, "one round": 2, comparable: 2 }[state] ?? 0;
  };
  return (one: number, other: number) => {
    const key = version[one] * rows + version[other];
    return known.get(key) ?? known.set(key, stateOf(one, other)).get(key);
  };
};

/** The index of the results of these divisions, each run once: what is published in two suites or under two targets is
 * one. */
export const indexOf = (bank: Bank, divisions: string[]) => {
  const { table, rules } = bank;
  const { get, rows: every } = table;
  const rows = [...Array(every).keys()].filter((row) =>
    divisions.includes(String(get("division", row))) && Number(get("value", row)) > 0 && get("again", row) !== true);
  const timed = rules.training.benchmarks === rules.benchmarks;
  const amounts = (of: (row: number) => unknown) => {
    const made = new Float64Array(every).fill(NaN);
    for (const row of rows) made[row] = Number(of(row) ?? NaN);
    return made;
  };
  const isRate = (row: number) => get("higher_is_better", row) === true;
  const [value, number] = ["value", "accelerators"].map((name) => amounts((row) => get(name, row)));
  const total = amounts((row) => (isRate(row) ? value[row] : 1 / value[row]));
  // Of a time minutes times accelerators, where a phrase asks for it.
  const per = amounts((row) => (timed ? 1 / (value[row] * number[row]) : get("per_accelerator", row)));
  const codesOf = (own: (row: number) => number, names: string[]) => coded(table, rows, own, names);
  const { words, at } = table.columns.benchmark;
  const families = (words ?? []).map((name) => rules.benchmarks[String(name)][0]);
  const cell = codesOf((row) => families.indexOf(families[at?.[row] ?? 0]), ["scenario", "unit"]);
  const version = codesOf((row) => cell[row], ["benchmark", "suite", "round", "power"]);
  // A time is shorter the more chips there are, so it is the best of its size.
  const rival = once(() =>
    codesOf((row) => cell[row] * MANY + (isRate(row) ? 0 : number[row] || 0), ["round", "product", "power"]));
  /** 2 for the best of a round, chip and cell; 1 where the score of one that is not known may be better. */
  const standing = kept((rates: Float64Array) => {
    const most = new Float64Array(every).fill(-1);
    for (const row of rows) if (rates[row] > most[rival()[row]]) most[rival()[row]] = rates[row];
    return (row: number) => {
      if (!(rates[row] >= most[rival()[row]])) return 0;
      return timed ? unsurpassed(rules, (name) => get(name, row)) : 2;
    };
  });
  /** The rows of each cell, those of a version together, by a rate. */
  const ranked = kept((rates: Float64Array) => {
    const known = Int32Array.from(rows.filter((row) => rates[row] >= 0)).sort((a, b) => rates[a] - rates[b] || a - b);
    const cells = Map.groupBy(Map.groupBy(known, (row) => version[row]).values(), ([row]) => cell[row]);
    return [...cells.values()];
  });
  return {
    ...bank, rows, timed, value, number, total, per, cell, version, standing, ranked,
    round: amounts((row) => rules.rounds.indexOf(String(get("round", row)))), stateOf: statesOf(bank, version),
  };
};

/** What names leave of an index: the rows that have a name of each kind that is named, and the pairs of them. */
export const leavingOf = (index: FindIndex) => {
  const { table: { get, rows: every }, rows, rules } = index;
  const nameOf = (category: string, word: Cell) => (category === "benchmark" ? rules.benchmarks[String(word)][0]
    : category === "chip" && word === null ? CPUS : String(word));
  /** Of each row which groups of names of a category it bears, a bit each. */
  const bitsOf = kept((said: string) => {
    const [category, groups] = JSON.parse(said) as [string, string[][]];
    const bits = kept((word: Cell) => {
      const name = nameOf(category, word);
      return groups.reduce((sum, group, i) => sum | (group.includes(name) ? 1 << i : 0), 0);
    });
    const made = new Int32Array(every);
    for (const row of rows) for (const name of COLUMNS[category] ?? [category]) made[row] |= bits(get(name, row));
    return made;
  }, REMEMBERED);
  const bitsFor = (names: Names, categories: string[]) =>
    categories.filter((name) => names[name]).map((name) => bitsOf(JSON.stringify([name, names[name]])));
  const having = (names: Names, categories = [...CELL, ...SIDES]) => {
    const named = bitsFor(names, categories);
    return rows.filter((row) => named.every((of) => of[row]));
  };
  /** The pairs of what is named, by a rate: each block in both orders. */
  const blocksOf = (names: Names, rates: Float64Array): Block[] => {
    const [sides, cells] = [bitsFor(names, SIDES), bitsFor(names, CELL)];
    const all = SIDES.filter((name) => names[name]).map((name) => 2 ** names[name].length - 1);
    const borne = (row: number) => sides.reduce((code, of, i) => code * (all[i] + 1) + of[row], 0);
    /** Two sides bear no three names: then each bears one of them. */
    const both = (one: number, other: number) => sides.every((of, i) =>
      (all[i] <= 3 ? (of[one] | of[other]) === all[i] : of[one] > 0 && of[other] > 0));
    return index.ranked(rates).filter(([[row]]) => cells.every((of) => of[row])).flatMap((parts) => {
      const groups = parts.flatMap((of) => (sides.length ? [...Map.groupBy(of, borne).values()] : [of]));
      const isPair = ([one]: number[], [other]: number[]) => both(one, other) && Boolean(index.stateOf(one, other));
      return groups.flatMap((overs) =>
        groups.filter((unders) => isPair(overs, unders)).map((unders) => ({ overs, unders })));
    });
  };
  const remembered = kept((said: string) => {
    const [names, total] = JSON.parse(said);
    return blocksOf(names, total ? index.total : index.per);
  }, REMEMBERED);
  const blocks = (names: Names, total: boolean) => remembered(JSON.stringify([names, total]));
  return { having, blocks };
};
