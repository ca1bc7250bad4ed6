/* The results of some divisions as columns of numbers, which of them have a name, and in which lists a phrase leaves
   them: the pairs of a ratio are windows of two lists. */
import { CPUS } from "./names.ts";
import { unsurpassed } from "./spans.ts";
import { kept, once } from "./words.ts";

export type Named = Pick<FindAsked, "names">;
/** Results as columns of numbers, a place each. */
export type FindIndex = ReturnType<typeof indexOf>;

// Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
const CELL = ["benchmark", "scenario"];
/** Columns in which names are, where these are not called so. */
const COLUMNS: Record<string, string[]> = { chip: ["product"], submitter: ["submitter", "accelerator_vendor"] };
// What is made for the names of so many phrases is kept: figures change while names stay.
const REMEMBERED = 64;

/** The rows of these divisions, each run once: what is published in two suites or under two targets is one. */
const placesOf = ({ columns, rows }: ResultTable, rules: Rules, divisions: string[]) => {
  const wanted = (columns.division.words ?? []).map((name) => divisions.includes(String(name)));
  const division = columns.division.at as Uint16Array;
  const families = (columns.benchmark.words ?? []).map((name) => rules.benchmarks[String(name)][0]);
  const familyAt = (row: number) => families[(columns.benchmark.at as Uint16Array)[row]];
  const same = ["round", "submitter", "system", "scenario", "unit", "accelerators"].map(
    (name) => columns[name].at ?? columns[name].numbers ?? [],
  );
  const values = columns.value.numbers as Float64Array;
  const isRun = (row: number) => (other: number) =>
    familyAt(other) === familyAt(row) && same.every((cells) => Object.is(cells[other], cells[row]));
  /** Rows of one value. */
  const byValue: Map<number, number[]> = new Map();
  const places: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    if (!wanted[division[row]] || !(values[row] > 0)) continue;
    const others = byValue.get(values[row]);
    if (others?.some(isRun(row))) continue;
    if (others) others.push(row);
    else byValue.set(values[row], [row]);
    places.push(row);
  }
  return { places, families: places.map(familyAt) };
};

/** What is made of the word, with its code, or the number of each place in a column. */
const columnOf = (
  { columns }: ResultTable, places: number[], name: string, made: (word: Cell, code: number) => number,
) => {
  const { words, at, numbers } = columns[name];
  const known = words?.map(made);
  const column = new Float64Array(places.length);
  for (let i = 0; i < places.length; i += 1)
    column[i] = known ? known[at?.[places[i]] ?? 0] : made(numbers?.[places[i]] ?? NaN, 0);
  return column;
};

/** A number for each distinct choice of what some columns have. */
const numbered = (columns: Float64Array[]) => {
  const { length } = columns[0];
  const keys = new Float64Array(length);
  for (const column of columns) {
    const most = column.reduce((top, one) => (one > top ? one : top), 0) + 2;
    // A column has -1, or not a number, for none.
    for (let at = 0; at < length; at += 1) keys[at] = keys[at] * most + (column[at] >= 0 ? column[at] + 1 : 0);
  }
  const known: Map<number, number> = new Map();
  const codes = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    const code = known.get(keys[at]) ?? known.size;
    if (code === known.size) known.set(keys[at], code);
    codes[at] = code;
  }
  return { codes, many: known.size };
};

/** Whether two submitters, by their codes, have an owner in common. */
const sharingOf = ({ get }: ResultTable, rules: Rules, places: number[], submitter: Float64Array) => {
  const rows = new Map(places.map((row, at) => [submitter[at], row]));
  const most = Math.max(0, ...rows.keys()) + 1;
  const shared = new Uint8Array(most * most);
  const owners = [...rows].map(([code, row]) => ({ code, of: String(get("owners", row)).split(rules.between) }));
  for (const { code, of } of owners) {
    for (const other of owners) shared[code * most + other.code] = Number(of.some((owner) => other.of.includes(owner)));
  }
  return (one: number, other: number) => shared[one * most + other] === 1;
};

/** Which of rivals are the best by some rates (2), or may be (1): the score of some result of Training may be
 * better. */
const bestBy = (
  { codes, many }: { codes: Int32Array, many: number }, rates: Float64Array, standing: (at: number) => number,
) => {
  const rate = (at: number) => (Number.isNaN(rates[at]) ? -1 : rates[at]);
  const most = new Float64Array(many).fill(-1);
  codes.forEach((rival, at) => { most[rival] = Math.max(most[rival], rate(at)); });
  return Uint8Array.from(codes, (rival, at) => (rate(at) === most[rival] ? standing(at) : 0));
};

/** The rows of each benchmark, scenario and unit, and what MLCommons' table says of each two of their versions: 0 not
 * to be compared, 1 not settled, 2 comparable. */
const cellsOf = (
  judged: Judgement, places: number[],
  { benchmark, suite, round, power }: Record<"benchmark" | "suite" | "round" | "power", Float64Array>,
  { codes, many }: { codes: Int32Array, many: number },
) => {
  const version = numbered([benchmark, suite, round, power]);
  const firsts = new Int32Array(version.many);
  version.codes.forEach((code, at) => { firsts[code] = at; });
  const stateOf = kept((pair: number) => {
    const two = [firsts[Math.floor(pair / version.many)], firsts[pair % version.many]];
    const [one, other] = two.sort((a, b) => round[a] - round[b]);
    if (power[one] !== power[other] && power[one] >= 0 && power[other] >= 0) return 0;
    const [state] = judged.versionState(places[one], places[other]);
    return { "not settled": 1, "one round": 2, comparable: 2 }[state] ?? 0;
  });
  const rows: number[][] = Array.from({ length: many }, () => []);
  codes.forEach((cell, at) => rows[cell].push(at));
  const local = new Int32Array(places.length);
  const cellAt = kept((cell: number) => {
    const versions = [...new Set(rows[cell].map((at) => version.codes[at]))];
    for (const at of rows[cell]) local[at] = versions.indexOf(version.codes[at]);
    const states = versions.map((one) => Uint8Array.from(versions, (other) =>
      stateOf(Math.min(one, other) * version.many + Math.max(one, other))));
    return { rows: rows[cell], states };
  });
  return { cellAt, local };
};

/** Whether a claim rests on a result, or on two. */
const restingOf = (places: number[], rested: number[][]) => {
  const placeAt = new Map(places.map((row, at) => [row, at]));
  const pairOf = (one: number, other: number) =>
    Math.min(one, other) * places.length + Math.max(one, other);
  const inClaim = new Uint8Array(places.length);
  const together = new Set(rested.filter(({ length }) => length < 3).map((rows) => {
    const [one, other = one] = rows.map((row) => placeAt.get(row) ?? NaN);
    inClaim[one] = inClaim[other] = 1;
    return pairOf(one, other);
  }));
  return (over: number, under: number) =>
    inClaim[over] === 1 && inClaim[under] === 1 && together.has(pairOf(over, under));
};

/** The index of a table's results; `rested` has the rows of each claim's figure. */
export const indexOf = (
  results: ResultTable, rules: Rules, judged: Judgement, rested: number[][], divisions: string[],
) => {
  const { get } = results;
  const { places, families } = placesOf(results, rules, divisions);
  const column = (name: string, made: (word: Cell, code: number) => number) =>
    columnOf(results, places, name, made);
  const amounts = (name: string) => column(name, (word) => (word === null ? NaN : Number(word)));
  const [value, number] = ["value", "accelerators"].map(amounts);
  const rated = column("higher_is_better", (word) => Number(word === true));
  // Of a time minutes times accelerators, where a phrase asks for it.
  const timed = rules.training.benchmarks === rules.benchmarks;
  const per = timed ? value.map((own, at) => 1 / (own * number[at])) : amounts("per_accelerator");
  const speed = value.map((own, at) => (rated[at] ? own : 1 / own));
  const round = column("round", (word) => rules.rounds.indexOf(String(word)));
  const [product, submitter, system, vendor, suite, benchmark, scenario, unit, power] = [
    "product", "submitter", "system", "platform_vendor", "suite", "benchmark", "scenario", "unit", "power",
  ].map((name) => column(name, (word, code) => (word === null ? -1 : code)));
  const names = [...new Set(families)];
  const cells = numbered([Float64Array.from(families, (name) => names.indexOf(name)), scenario, unit]);
  const standing = (at: number) => (timed ? unsurpassed(rules, (name) => get(name, places[at])) : 2);
  const best = once(() => {
    // A time is shorter the more chips there are, so it is the best of its size.
    const sized = number.map((own, at) => (rated[at] ? -1 : own));
    const rivals = numbered([Float64Array.from(cells.codes), round, product, power, sized]);
    return { per: bestBy(rivals, per, standing), total: bestBy(rivals, speed, standing) };
  });
  return {
    results, rules, timed, places, count: places.length, families, value, number, per, speed, round, product,
    submitter, vendor, suite, benchmark, cells, ...cellsOf(judged, places, { benchmark, suite, round, power }, cells),
    // How many accelerators a rate is divided by; not a number where it is not.
    size: per.map((each, at) => (Number.isNaN(each) ? NaN : number[at])),
    // Systems without accelerators differ by their names.
    chip: product.map((code, at) => (code < 0 ? -2 - system[at] : code)),
    // A result whose category is not known is not one that was not on sale.
    onSale: column("on_sale", (word) => Number(word !== false)),
    shareOwner: sharingOf(results, rules, places, submitter),
    best,
    rests: restingOf(places, rested),
  };
};

const bitsOf = ({ results: { columns }, rules, places, number }: FindIndex, category: string, groups: string[][]) => {
  const bits = new Int32Array(places.length);
  const said = (name: string) =>
    groups.reduce((sum, group, place) => sum | (group.includes(name) ? 1 << place : 0), 0);
  if (category === "accelerators") return bits.map((_none, at) => said(String(number[at])));
  const nameOf = (word: Cell) => (category === "benchmark" ? rules.benchmarks[String(word)][0]
    : category === "chip" && word === null ? CPUS : String(word));
  for (const { words, at } of (COLUMNS[category] ?? [category]).map((name) => columns[name])) {
    const known = (words ?? []).map((word) => said(nameOf(word)));
    places.forEach((row, own) => { bits[own] |= known[at?.[row] ?? 0]; });
  }
  return bits;
};

/** The rows of a cell that bear the same names, by either rate. */
const listOf = ({ per, speed, local }: FindIndex, rows: number[], versions: number) => {
  const sorted = (rates: Float64Array) => {
    const at = Int32Array.from(rows.filter((row) => !Number.isNaN(rates[row]))).sort((a, b) => rates[a] - rates[b]);
    return { at, rates: Float64Array.from(at, (row) => rates[row]) };
  };
  const many = new Int32Array(versions);
  for (const at of rows) many[local[at]] += 1;
  return { first: rows[0], per: sorted(per), speed: sorted(speed), many };
};

/** How many pairs of two lists may be compared. */
const countOf = (overs: FindList, unders: FindList, states: Uint8Array[]) => {
  let pairs = 0;
  for (const [one, row] of states.entries()) {
    if (!overs.many[one]) continue;
    for (const [other, state] of row.entries()) if (state) pairs += overs.many[one] * unders.many[other];
    if (overs === unders && row[one]) pairs -= overs.many[one];
  }
  return pairs;
};

/** What a phrase leaves of an index: the results that have a name of each kind that is named, and the lists of which
 * pairs are. */
export const leavingOf = (index: FindIndex) => {
  const { cells, cellAt, count } = index;
  const bits = kept((said: string) => bitsOf(index, ...((JSON.parse(said) as [any, any]))),
    REMEMBERED);
  const bitsFor = ({ names }: Named, categories: string[]) =>
    categories.filter((name) => names[name]).map((name) => bits(JSON.stringify([name, names[name]])));
  const having = (asked: Named, categories = [...CELL, ...SIDES]) => {
    const named = bitsFor(asked, categories);
    const own = [];
    for (let at = 0; at < count; at += 1) if (named.every((of) => of[at])) own.push(at);
    return own;
  };
  const pairs = (asked: Named) => {
    const sides = bitsFor(asked, SIDES);
    const most = SIDES.filter((name) => asked.names[name]).map((name) => 2 ** asked.names[name].length - 1);
    /** Two sides bear no three names: then each bears one of them. */
    const both = (one: number, other: number) => sides.every((of, i) =>
      (most[i] <= 3 ? (of[one] | of[other]) === most[i] : of[one] > 0 && of[other] > 0));
    const borne = (at: number) => sides.reduce((code, of, i) => code * (most[i] + 1) + of[at], 0);
    const named = asked.names.benchmark || asked.names.scenario ? having(asked, CELL) : null;
    const blocks: FindBlock[] = [];
    let tried = 0;
    for (const cell of named ? new Set(named.map((at) => cells.codes[at])) : Array(cells.many).keys()) {
      const { rows, states } = cellAt(cell);
      const lists = [...Map.groupBy(rows, borne).values()].map((of) => listOf(index, of, states.length));
      for (const overs of lists) {
        for (const unders of lists.filter((other) => both(overs.first, other.first))) {
          const many = countOf(overs, unders, states);
          if (many) blocks.push({ overs, unders, states });
          tried += many / 2;
        }
      }
    }
    return { blocks, tried };
  };
  const remembered = kept((names: string) => pairs({ names: JSON.parse(names) }), REMEMBERED / 8);
  return { having, pairs: ({ names }: Named) => remembered(JSON.stringify(names)) };
};
