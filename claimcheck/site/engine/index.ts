/* The results of some divisions as columns of numbers, a place for each row of their table; and which of them, and
   which pairs of them, bear the names of a phrase. */
import { inOrder, versions } from "./judge.ts";
import { CPUS } from "./names.ts";
import { kept, once } from "./words.ts";

type Bank = Pick<FindBank, "table" | "rules">;
export type FindIndex = ReturnType<typeof indexOf>;
/** Results of which each of the first may be compared with each of the second, by a rate in rising order. */
export type Block = { overs: number[], unders: number[] };

// These names both sides of a pair have in common; of others each is on one side.
const CELL = ["benchmark", "scenario"];
/** Columns in which names are, where these are not called so. */
const COLUMNS: Record<string, string[]> = { chip: ["product"], submitter: ["submitter", "accelerator_vendor"] };
// Figures change while names stay: what they leave is kept for so many.
const REMEMBERED = 64;

/** A column of so many numbers, of rows that have one; of others NaN. */
const numbersOf = (every: number, rows: number[], of: (row: number) => Cell) => {
  const made = new Float64Array(every).fill(NaN);
  for (const row of rows) made[row] = Number(of(row) ?? NaN);
  return made;
};

/** Whether two rows may be compared, by their versions: 0 if not, 1 if that is not settled, 2 if they may. */
const stateOf = (bank: Bank, one: number, other: number) => {
  const power = [one, other].map((row) => bank.table.get("power", row));
  if (power[0] !== power[1] && !power.includes(null)) return 0;
  const [state] = versions(bank, ...inOrder(bank, one, other));
  return { "not settled": 1, "one round": 2, comparable: 2 }[state] ?? 0;
};

/** What groups the rows of a bank, in which a phrase finds pairs and the best of many. */
const groupsOf = (bank: Bank, rows: number[], all: number[]) => {
  const { table: { get, rows: every }, rules } = bank;
  /** A number for each key, the same for rows that have the same. */
  const coded = (keyOf: (row: number) => string) => {
    const known: Map<string, number> = new Map();
    return numbersOf(every, all, (row) => {
      const key = keyOf(row);
      return known.get(key) ?? known.set(key, known.size).size - 1;
    });
  };
  const cell = coded((row) =>
    `${rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}|${get("unit", row)}`);
  const version = coded((row) =>
    `${cell[row]}|${get("benchmark", row)}|${get("suite", row)}|${get("round", row)}|${get("power", row)}`);
  const rival = once(() => coded((row) => {
    // A time is shorter the more chips there are, so it is the best of its size.
    const size = get("higher_is_better", row) === true ? "" : get("accelerators", row);
    return `${cell[row]}|${size}|${get("round", row)}|${get("product", row)}|${get("power", row)}`;
  }));
  const best = (rates: Float64Array, among: number[]) => {
    const [most, of] = [new Float64Array(every).fill(-1), rival()];
    for (const row of among) if (rates[row] > most[of[row]]) most[of[row]] = rates[row];
    return (row: number) => rates[row] >= most[of[row]];
  };
  const states: Map<number, number> = new Map();
  return {
    /** Whether a row is the best of its round, chip and cell, as far as is known, and whether it is in any case. */
    isBest: kept((rates: Float64Array) => best(rates, rows)),
    isSurelyBest: kept((rates: Float64Array) => best(rates, all)),
    /** The rows of each cell, those of a version together, by a rate. */
    ranked: kept((rates: Float64Array) => {
      const known = rows.filter((row) => rates[row] >= 0).sort((a, b) => rates[a] - rates[b] || a - b);
      return [...Map.groupBy(Map.groupBy(known, (row) => version[row]).values(), ([row]) => cell[row]).values()];
    }),
    stateOf: (one: number, other: number) => {
      const key = version[one] * every + version[other];
      return states.get(key) ?? states.set(key, stateOf(bank, one, other)).get(key);
    },
  };
};

/** The index of the results of these divisions, each run once: what is published in two suites or under two targets is
 * one. `unread`: those whose own score could not be read, with the best that it may be in its place, the fastest
 * first. */
export const indexOf = (bank: Bank, divisions: string[]) => {
  const { table: { get, rows: every }, rules } = bank;
  const published = [...Array(every).keys()].filter((row) =>
    divisions.includes(String(get("division", row))) && get("again", row) !== true);
  const rows = published.filter((row) => Number(get("value", row)) > 0);
  const unread = published.filter((row) => get("low", row) !== null)
    .sort((a, b) => Number(get("low", a)) - Number(get("low", b)));
  const all = [...rows, ...unread];
  const timed = rules.training.benchmarks === rules.benchmarks;
  const numbers = (of: (row: number) => Cell) => numbersOf(every, all, of);
  const value = numbers((row) => get("value", row) ?? get("low", row));
  const number = numbers((row) => get("accelerators", row));
  return {
    ...bank, ...groupsOf(bank, rows, all), rows, unread, all, timed, value, number,
    total: numbers((row) => (get("higher_is_better", row) === true ? value[row] : 1 / value[row])),
    // Of a time minutes times accelerators, where a phrase asks for it.
    per: numbers((row) => (timed ? 1 / (value[row] * number[row]) : get("per_accelerator", row))),
    round: numbers((row) => rules.rounds.indexOf(String(get("round", row)))),
  };
};

/** What names leave of an index: the rows that have a name of each kind that is named, and the pairs of them. */
export const leavingOf = (index: FindIndex) => {
  const { table: { get, rows: every }, rows, unread, all, rules } = index;
  const nameOf = (category: string, word: Cell) => (category === "benchmark" ? rules.benchmarks[String(word)][0]
    : category === "chip" && word === null ? CPUS : String(word));
  /** Of each row which groups of names of a category it bears, a bit each. */
  const bitsOf = kept((said: string) => {
    const [category, groups] = JSON.parse(said) as [string, string[][]];
    const bitsOfWord = kept((word: Cell) => groups.reduce((sum, group, i) =>
      sum | (group.includes(nameOf(category, word)) ? 1 << i : 0), 0));
    const bits = new Int32Array(every);
    for (const row of all) for (const name of COLUMNS[category] ?? [category]) bits[row] |= bitsOfWord(get(name, row));
    return { category, bits, whole: 2 ** groups.length - 1 };
  }, REMEMBERED);
  const leaving = kept((said: string) => {
    const named = Object.entries(JSON.parse(said) as Names).map((of) => bitsOf(JSON.stringify(of)));
    const has = (row: number) => named.every(({ bits }) => bits[row]);
    const sides = named.filter(({ category }) => !CELL.includes(category));
    const inCell = (row: number) => named.every(({ category, bits }) => !CELL.includes(category) || bits[row]);
    /** Two sides bear no three names: then each bears one of them. */
    const isPair = ([one]: number[], [other]: number[]) => sides.every(({ bits, whole }) =>
      (whole <= 3 ? (bits[one] | bits[other]) === whole : bits[one] && bits[other])) && index.stateOf(one, other);
    /** The pairs of what is named, by a rate: each block in both orders. */
    const blocks = kept((total: boolean): Block[] =>
      index.ranked(total ? index.total : index.per).filter(([[row]]) => inCell(row)).flatMap((parts) => {
        const bearing = (row: number) => sides.map(({ bits }) => bits[row]).join();
        const groups = parts.flatMap((of) => (sides.length ? [...Map.groupBy(of, bearing).values()] : [of]));
        return groups.flatMap((overs) =>
          groups.filter((unders) => isPair(overs, unders)).map((unders) => ({ overs, unders })));
      }));
    return { rows: rows.filter(has), unread: unread.filter(has), blocks };
  }, REMEMBERED);
  return (names: Names) => leaving(JSON.stringify(names));
};
