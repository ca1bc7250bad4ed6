/* The results of some divisions as columns of numbers, and what names leave of them: results, and lists of which the
   pairs are. */
import { CPUS } from "./names.ts";
import { unsurpassed } from "./spans.ts";
import { kept, once } from "./words.ts";

type Named = Pick<FindAsked, "names">;
/** Results as columns of numbers, a place each. */
export type FindIndex = ReturnType<typeof indexOf>;
/** Of a cell the places that bear the same names and those that may be paired with them, by a rate in rising order. */
export type FindBlock = { total: boolean, overs: number[], unders: number[] };
type Numbered = { codes: Int32Array, many: number };

// Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
const CELL = ["benchmark", "scenario"];
/** Columns in which names are, where these are not called so. */
const COLUMNS: Record<string, string[]> = { chip: ["product"], submitter: ["submitter", "accelerator_vendor"] };
// What is made for so many names is kept: figures change while names stay.
const REMEMBERED = 64;

/** The rows of these divisions, each run once: what is published in two suites or under two targets is one. */
const placesOf = ({ columns, rows, get }: ResultTable, divisions: string[]) => {
  const wanted = (columns.division.words ?? []).map((name) => divisions.includes(String(name)));
  const division = columns.division.at as Uint16Array;
  return [...Array(rows).keys()].filter((row) =>
    wanted[division[row]] && Number(get("value", row)) > 0 && get("again", row) !== true);
};

/** What is made of the word, with its code, or the number of each place in a column. */
const columnOf = (
  { columns }: ResultTable, places: number[], name: string, made: (word: Cell, code: number) => number,
) => {
  const { words, at, numbers } = columns[name];
  const known = words?.map(made);
  return Float64Array.from(places, (row) =>
    (known ? known[at?.[row] ?? 0] : made(numbers?.[row] ?? NaN, 0)));
};

/** A number for each distinct choice of what some columns have. */
const numbered = (columns: Float64Array[]): Numbered => {
  const keys = new Float64Array(columns[0].length);
  for (const column of columns) {
    const most = column.reduce((top, one) => (one > top ? one : top), 0) + 2;
    // A column has -1, or not a number, for none.
    column.forEach((one, at) => { keys[at] = keys[at] * most + (one >= 0 ? one + 1 : 0); });
  }
  const known = new Map([...new Set(keys)].map((key, code) => [key, code]));
  return { codes: Int32Array.from(keys, (key) => known.get(key) ?? 0), many: known.size };
};

/** The places of each cell in rising order of a rate. */
const rankedBy = (rates: Float64Array, { codes }: Numbered) => {
  const known = Int32Array.from(codes.keys()).filter((at) => !Number.isNaN(rates[at]));
  return Map.groupBy(known.sort((a, b) => rates[a] - rates[b]), (at) => codes[at]);
};

/** Which of rivals are the best by some rates (2), or may be (1): the score of some result of Training may be
 * better. */
const bestBy = ({ codes, many }: Numbered, rates: Float64Array, standing: (at: number) => number) => {
  const most = new Float64Array(many).fill(-1);
  const rate = (at: number) => (Number.isNaN(rates[at]) ? -1 : rates[at]);
  codes.forEach((rival, at) => { most[rival] = Math.max(most[rival], rate(at)); });
  return Uint8Array.from(codes, (rival, at) => (rate(at) === most[rival] ? standing(at) : 0));
};

/** What MLCommons' table says of the versions of two places: 0 not to be compared, 1 not settled, 2 comparable. */
const statesOf = (
  judged: Judgement, places: number[], round: Float64Array, power: Float64Array, { codes, many }: Numbered,
) => {
  const stateOf = (one: number, other: number) => {
    if (power[one] !== power[other] && power[one] >= 0 && power[other] >= 0) return 0;
    const [a, b] = round[one] <= round[other] ? [one, other] : [other, one];
    const [state] = judged.versionState(places[a], places[b]);
    return { "not settled": 1, "one round": 2, comparable: 2 }[state] ?? 0;
  };
  const known = new Uint8Array(many * many);
  return (one: number, other: number) => {
    const pair = codes[one] * many + codes[other];
    known[pair] ||= 1 + stateOf(one, other);
    return known[pair] - 1;
  };
};

/** Whether two places have an owner in common. */
const sharingOf = ({ columns }: ResultTable, { between }: Rules, owner: Float64Array) => {
  const owners = (columns.owners.words ?? []).map((of) => String(of).split(between));
  const shared = owners.map((one) => owners.map((other) => one.some((name) => other.includes(name))));
  return (one: number, other: number) => shared[owner[one]][owner[other]];
};

/** Whether a claim rests on a result, or on two. */
const restingOf = ({ rows }: ResultTable, places: number[], rested: number[][]) => {
  const pairOf = (one: number, other: number) => Math.min(one, other) * rows + Math.max(one, other);
  const together = new Set(rested.filter(({ length }) => length < 3).map(([a, b = a]) => pairOf(a, b)));
  return (over: number, under: number) => together.has(pairOf(places[over], places[under]));
};

/** The index of a table's results; `rested` has the rows of each claim's figure. */
export const indexOf = (
  results: ResultTable, rules: Rules, judged: Judgement, rested: number[][], divisions: string[],
) => {
  const places = placesOf(results, divisions);
  const column = (name: string, made: (word: Cell, code: number) => number) =>
    columnOf(results, places, name, made);
  const codesOf = (name: string) => column(name, (word, code) => (word === null ? -1 : code));
  const amounts = (name: string) => column(name, (word) => (word === null ? NaN : Number(word)));
  const [value, number] = ["value", "accelerators"].map(amounts);
  const rated = column("higher_is_better", (word) => Number(word === true));
  // Of a time minutes times accelerators, where a phrase asks for it.
  const timed = rules.training.benchmarks === rules.benchmarks;
  const per = timed ? value.map((own, at) => 1 / (own * number[at])) : amounts("per_accelerator");
  const speed = value.map((own, at) => (rated[at] ? own : 1 / own));
  const round = column("round", (word) => rules.rounds.indexOf(String(word)));
  const [product, system, suite, benchmark, scenario, unit, power] =
    ["product", "system", "suite", "benchmark", "scenario", "unit", "power"].map(codesOf);
  const families = Object.values(rules.benchmarks).map(([name]) => name);
  const family = column("benchmark", (word) => families.indexOf(rules.benchmarks[String(word)][0]));
  const cells = numbered([family, scenario, unit]);
  const versions = numbered([benchmark, suite, round, power]);
  const best = once(() => {
    const standing = (at: number) => (timed ? unsurpassed(rules, (name) => results.get(name, places[at])) : 2);
    // A time is shorter the more chips there are, so it is the best of its size.
    const sized = number.map((own, at) => (rated[at] ? -1 : own));
    const rivals = numbered([Float64Array.from(cells.codes), round, product, power, sized]);
    return { per: bestBy(rivals, per, standing), total: bestBy(rivals, speed, standing) };
  });
  return {
    results, rules, timed, places, value, number, per, speed, round, suite, benchmark, cells, best,
    ranked: once(() => [per, speed].map((rates) => rankedBy(rates, cells))),
    // How many accelerators a rate is divided by; not a number where it is not.
    size: per.map((each, at) => (Number.isNaN(each) ? NaN : number[at])),
    submitter: codesOf("submitter"), vendor: codesOf("platform_vendor"),
    // Systems without accelerators differ by their names.
    chip: product.map((code, at) => (code < 0 ? -2 - system[at] : code)),
    // A result whose category is not known is not one that was not on sale.
    onSale: column("on_sale", (word) => Number(word !== false)),
    versions, stateOf: statesOf(judged, places, round, power, versions),
    shareOwner: sharingOf(results, rules, codesOf("owners")), rests: restingOf(results, places, rested),
  };
};

/** Of each place which groups of names it bears, a bit each. */
const bitsOf = ({ results: { columns }, rules, places, number }: FindIndex, category: string, groups: string[][]) => {
  const said = (name: string) => groups.reduce((sum, group, i) => sum | (group.includes(name) ? 1 << i : 0), 0);
  if (category === "accelerators") return Array.from(number, (many) => said(String(many)));
  const nameOf = (word: Cell) => (category === "benchmark" ? rules.benchmarks[String(word)][0]
    : category === "chip" && word === null ? CPUS : String(word));
  const known = (COLUMNS[category] ?? [category]).map((name) =>
    ({ at: columns[name].at as Uint16Array, bits: (columns[name].words ?? []).map((word) => said(nameOf(word))) }));
  return places.map((row) => known.reduce((sum, { at, bits }) => sum | bits[at[row]], 0));
};

/** How many pairs of two lists may be compared. */
const countOf = ({ versions: { codes }, stateOf }: FindIndex, overs: number[], unders: number[]) => {
  const [ours, theirs] = [overs, unders].map((of) => [...Map.groupBy(of, (at) => codes[at]).values()]);
  let pairs = 0;
  for (const one of ours) {
    for (const other of theirs)
      if (stateOf(one[0], other[0])) pairs += one.length * (other.length - Number(one[0] === other[0]));
  }
  return pairs;
};

/** What names leave of an index: the places that have a name of each kind that is named, and the pairs of them. */
export const leavingOf = (index: FindIndex) => {
  const bits = kept((said: string) => bitsOf(index, ...(JSON.parse(said) as [string, string[][]])), REMEMBERED);
  const bitsFor = ({ names }: Named, categories: string[]) =>
    categories.filter((name) => names[name]).map((name) => bits(JSON.stringify([name, names[name]])));
  const having = (asked: Named, categories = [...CELL, ...SIDES]) => {
    const named = bitsFor(asked, categories);
    return [...index.places.keys()].filter((at) => named.every((of) => of[at]));
  };
  const pairs = (asked: Named) => {
    const sides = bitsFor(asked, SIDES);
    const most = SIDES.filter((name) => asked.names[name]).map((name) => 2 ** asked.names[name].length - 1);
    /** Two sides bear no three names: then each bears one of them. */
    const both = (one: number, other: number) => sides.every((of, i) =>
      (most[i] <= 3 ? (of[one] | of[other]) === most[i] : of[one] > 0 && of[other] > 0));
    const borne = (at: number) => sides.reduce((code, of, i) => code * (most[i] + 1) + of[at], 0);
    const named = CELL.some((name) => asked.names[name])
      && new Set(having(asked, CELL).map((at) => index.cells.codes[at]));
    const blocks: FindBlock[] = [];
    let tried = 0;
    for (const [i, cells] of index.ranked().entries()) {
      for (const [cell, places] of cells) {
        if (named && !named.has(cell)) continue;
        const lists = [...Map.groupBy(places, borne).values()];
        for (const overs of lists) {
          for (const unders of lists.filter((of) => both(overs[0], of[0]))) {
            blocks.push({ total: i > 0, overs, unders });
            if (i) tried += countOf(index, overs, unders) / 2;
          }
        }
      }
    }
    return { blocks, tried };
  };
  const remembered = kept((names: string) => pairs({ names: JSON.parse(names) }), REMEMBERED / 8);
  return { having, pairs: ({ names }: Named) => remembered(JSON.stringify(names)) };
};
