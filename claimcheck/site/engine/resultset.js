/* What can be asked of all results: which rows, in which order, and how many of each value. */
import { inOrder, ordered, ranks } from "./order.js";
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
  return Float64Array.from(at, (place) => rank[place]);
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
