/* What can be asked of all results: which rows, in which order, and how many of each value. */
import { filled, inOrder, ordered, ranks } from "./order.js";
import { SEARCHED, searchOf } from "./tables.js";

const FACETS = [
  "round", "benchmark", "scenario", "submitter", "product", "platform_vendor", "division", "suite", "availability",
];

/** @param {Cell} cell */
const text = (cell) => (cell === null ? "" : String(cell));

/** A number for each row by which a column is sorted; NaN where the cell is empty.
 * @param {ResultTable} table @param {string} name */
const keys = (table, name) => {
  const { words, at, numbers } = table.columns[name];
  if (!words || !at) return /** @type {Float64Array} */ (numbers);
  const rank = ranks(words.map(text));
  return filled(new Float64Array(at.length), (row) => rank[at[row]]);
};

/** @typedef {{ at: Uint16Array, marks: Uint8Array | null, counts: Uint32Array }} Facet a column to filter by: its
 * codes,
 * which of them are chosen, and how many rows each would leave */
/** @param {ResultTable} table @param {Wanted["chosen"]} chosen @returns {Facet[]} */
const facetsOf = (table, chosen) => FACETS.map((name) => {
  const { words, at } = table.columns[name];
  if (!words || !at) throw new Error(`${name} has no words`);
  const wanted = chosen[name];
  const marks = wanted?.length ? Uint8Array.from(words, (word) => (wanted.includes(text(word)) ? 1 : 0)) : null;
  return { at, marks, counts: new Uint32Array(words.length) };
});

/** The rows of an order that fit; a value is counted with what every other facet leaves.
 * @param {Uint32Array} order @param {Facet[]} facets @param {(row: number) => boolean} fits */
const counting = (order, facets, fits) => {
  const narrowed = facets.filter(({ marks }) => marks);
  /** @type {number[]} */
  const rows = [];
  for (const row of order) {
    const missed = narrowed.filter(({ marks, at }) => !marks?.[at[row]]);
    if (missed.length > 1 || !fits(row)) continue;
    if (!missed.length) rows.push(row);
    for (const { counts, at } of missed.length ? missed : facets) counts[at[row]] += 1;
  }
  return rows;
};

/** The values of a facet, the newest round first. @param {ResultTable} table @param {string} name */
const optionsOf = (table, name) => {
  const sign = name === "round" ? -1 : 1;
  const values = (table.columns[name].words ?? []).map((word, place) => ({ value: text(word), place }));
  return values.sort((a, b) => sign * inOrder(a.value, b.value));
};

/** A column of so many rows, of numbers or of words. @param {boolean} numeric @param {number} rows
 * @param {(row: number) => Cell} get @returns {ResultColumn} */
const columnOf = (numeric, rows, get) => {
  if (numeric)
    return { words: null, at: null, numbers: filled(new Float64Array(rows), (row) => Number(get(row) ?? NaN)), get };
  /** @type {Map<Cell, number>} */
  const codes = new Map();
  const code = (/** @type {Cell} */ word) => codes.get(word) ?? codes.set(word, codes.size).size - 1;
  const at = filled(new Uint16Array(rows), (row) => code(get(row)));
  return { words: [...codes.keys()], at, numbers: null, get };
};

/** @type {Words} */
const SUITES = { training: "Training", hpc: "HPC" };
/** The results of Inference and below them those of Training and HPC, whose rounds are told apart: Training v6.0. A
 * column is made when it is first wanted, and empty where a table has none; `of` gives a row's own table and its place.
 * @param {ResultTable} inference @param {ResultTable} training */
export const stacked = (inference, training) => {
  const rows = inference.rows + training.rows;
  /** @param {number} row @returns {[ResultTable, number]} */
  const of = (row) => (row < inference.rows ? [inference, row] : [training, row - inference.rows]);
  /** @type {ResultTable["get"]} */
  const get = (name, row) => {
    const [table, at] = of(row);
    const cell = name in table.columns ? table.get(name, at) : null;
    return name === "round" && table === training ? `${SUITES[String(table.get("suite", at))]} ${cell}` : cell;
  };
  const columns = new Proxy(/** @type {ResultTable["columns"]} */ ({}), {
    get: (made, /** @type {string} */ name) => (made[name] ??= columnOf(
      [inference, training].some((table) => table.columns[name]?.numbers), rows, (row) => get(name, row),
    )),
  });
  const below = (/** @type {number | null} */ row) => (row === null ? null : row + inference.rows);
  const rowOf = (/** @type {Cell} */ id) => inference.rowOf(id) ?? below(training.rowOf(id));
  return { ...inference, rows, columns, get, rowOf, of };
};

/** @param {ResultTable} table */
export const resultSet = (table) => {
  let order = { by: "", rows: new Uint32Array() };
  /** All rows in the order of a column, falling with "-" before its name; empty cells last, else as in the table.
   * @param {string} by */
  const sorted = (by) => {
    if (order.by !== by) order = { by, rows: ordered(keys(table, by.replace("-", "")), by.startsWith("-")) };
    return order.rows;
  };
  const search = searchOf(table, [...SEARCHED, "platform_vendor", "model", "software", "weight_dtype"]);
  return {
    rows: table.rows, facets: FACETS, get: table.get, rowOf: table.rowOf,
    /** The rows in order, and for each facet how many rows each of its values would leave. @param {Wanted} wanted */
    select: ({ chosen, query, sort }) => {
      const facets = facetsOf(table, chosen);
      const rows = counting(sorted(sort), facets, search(query));
      return { rows, counts: Object.fromEntries(FACETS.map((name, i) => [name, facets[i].counts])) };
    },
    options: (/** @type {string} */ name) => optionsOf(table, name),
  };
};
