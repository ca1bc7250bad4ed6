/* What can be asked of all results: which rows, in which order, and how many of each value. */
import { filled, inOrder, ordered, ranks } from "./order.ts";
import { SEARCHED, searchOf } from "./tables.ts";

const FACETS = [
  "round", "benchmark", "scenario", "submitter", "product", "platform_vendor", "division", "suite", "availability",
];

const text = (cell: Cell) => (cell === null ? "" : String(cell));

/** A number for each row by which a column is sorted; NaN where the cell is empty. */
const keys = (table: ResultTable, name: string) => {
  const { words, at, numbers } = table.columns[name];
  if (!words || !at) return (numbers as Float64Array);
  const rank = ranks(words.map(text));
  return filled(new Float64Array(at.length), (row) => rank[at[row]]);
};

/** A column to filter by: its codes, which of them are chosen, and how many rows each would leave. */
export type Facet = { at: Uint16Array, marks: Uint8Array | null, counts: Uint32Array };
const facetsOf = (table: ResultTable, chosen: Wanted["chosen"]): Facet[] => FACETS.map((name) => {
  const { words, at } = table.columns[name];
  if (!words || !at) throw new Error(`${name} has no words`);
  const wanted = chosen[name];
  const marks = wanted?.length ? Uint8Array.from(words, (word) => (wanted.includes(text(word)) ? 1 : 0)) : null;
  return { at, marks, counts: new Uint32Array(words.length) };
});

/** The rows of an order that fit; a value is counted with what every other facet leaves. */
const counting = (order: Uint32Array, facets: Facet[], fits: (row: number) => boolean) => {
  const narrowed = facets.filter(({ marks }) => marks);
  const rows: number[] = [];
  for (const row of order) {
    const missed = narrowed.filter(({ marks, at }) => !marks?.[at[row]]);
    if (missed.length > 1 || !fits(row)) continue;
    if (!missed.length) rows.push(row);
    for (const { counts, at } of missed.length ? missed : facets) counts[at[row]] += 1;
  }
  return rows;
};

/** The values of a facet, the newest round first. */
const optionsOf = (table: ResultTable, name: string) => {
  const sign = name === "round" ? -1 : 1;
  const values = (table.columns[name].words ?? []).map((word, place) => ({ value: text(word), place }));
  return values.sort((a, b) => sign * inOrder(a.value, b.value));
};

/** A column of so many rows, of numbers or of words. */
const columnOf = (numeric: boolean, rows: number, get: (row: number) => Cell): ResultColumn => {
  if (numeric)
    return { words: null, at: null, numbers: filled(new Float64Array(rows), (row) => Number(get(row) ?? NaN)), get };
  const codes: Map<Cell, number> = new Map();
  const code = (word: Cell) => codes.get(word) ?? codes.set(word, codes.size).size - 1;
  const at = filled(new Uint16Array(rows), (row) => code(get(row)));
  return { words: [...codes.keys()], at, numbers: null, get };
};

const SUITES: Words = { training: "Training", hpc: "HPC" };
/** The results of Inference and below them those of Training and HPC, whose rounds are told apart: Training v6.0. A
 * column is made when it is first wanted, and empty where a table has none; `of` gives a row's own table and its
 * place. */
export const stacked = (inference: ResultTable, training: ResultTable) => {
  const rows = inference.rows + training.rows;
  const of = (row: number): [ResultTable, number] =>
    (row < inference.rows ? [inference, row] : [training, row - inference.rows]);
  const get: ResultTable["get"] = (name, row) => {
    const [table, at] = of(row);
    const cell = name in table.columns ? table.get(name, at) : null;
    return name === "round" && table === training ? `${SUITES[String(table.get("suite", at))]} ${cell}` : cell;
  };
  const columns = new Proxy(({} as ResultTable["columns"]), {
    get: (made, name: string) => (made[name] ??= columnOf(
      [inference, training].some((table) => table.columns[name]?.numbers), rows, (row) => get(name, row),
    )),
  });
  const below = (row: number | null) => (row === null ? null : row + inference.rows);
  const rowOf = (id: Cell) => inference.rowOf(id) ?? below(training.rowOf(id));
  return { ...inference, rows, columns, get, rowOf, of };
};

export const resultSet = (table: ResultTable) => {
  let order = { by: "", rows: new Uint32Array() };
  /** All rows in the order of a column, falling with "-" before its name; empty cells last, else as in the table. */
  const sorted = (by: string) => {
    if (order.by !== by) order = { by, rows: ordered(keys(table, by.replace("-", "")), by.startsWith("-")) };
    return order.rows;
  };
  const search = searchOf(table, [...SEARCHED, "platform_vendor", "model", "software", "weight_dtype"]);
  return {
    rows: table.rows, facets: FACETS, get: table.get, rowOf: table.rowOf,
    /** The rows in order, and for each facet how many rows each of its values would leave. */
    select: ({ chosen, query, sort }: Wanted) => {
      const facets = facetsOf(table, chosen);
      const rows = counting(sorted(sort), facets, search(query));
      return { rows, counts: Object.fromEntries(FACETS.map((name, i) => [name, facets[i].counts])) };
    },
    options: (name: string) => optionsOf(table, name),
  };
};
