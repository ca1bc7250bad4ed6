/* What can be asked of all results: which rows, in which order, how many of each value, the best of each
 * accelerator. */
import { inOrder, ordered, ranks } from "./order.js";
import { SEARCHED, searchOf } from "./tables.js";

const FACETS = [
  "round", "benchmark", "scenario", "submitter", "product", "platform_vendor", "division", "suite", "availability",
];

/** @param {Cell} cell */
const text = (cell) => (cell === null ? "" : String(cell));

/** @param {ResultTable} table */
export const resultSet = (table) => {
  const { get } = table;

  /** A number for each row by which a column is sorted; NaN where the cell is empty.
   * @param {string} name */
  const keys = (name) => {
    const { words, at, numbers } = table.columns[name];
    if (!words || !at) return /** @type {Float64Array} */ (numbers);
    const rank = ranks(words.map(text));
    return Float64Array.from(at, (place) => rank[place]);
  };

  let order = { by: "", rows: new Uint32Array() };
  /** All rows in the order of a column, falling with "-" before its name; empty cells last, else as in the table.
   * @param {string} by */
  const sorted = (by) => {
    if (order.by !== by) order = { by, rows: ordered(keys(by.replace("-", "")), by.startsWith("-")) };
    return order.rows;
  };

  const search = searchOf(table, [...SEARCHED, "platform_vendor", "model", "software", "weight_dtype"]);

  /** The rows in order, and for each facet how many rows each of its values would leave. @param {Wanted} wanted */
  const select = ({ chosen, query, sort }) => {
    const facets = FACETS.map((name) => {
      const { words, at } = table.columns[name];
      if (!words || !at) throw new Error(`${name} has no words`);
      const wanted = chosen[name];
      const marks = wanted?.length ? Uint8Array.from(words, (word) => (wanted.includes(text(word)) ? 1 : 0)) : null;
      return { at, marks, counts: new Uint32Array(words.length) };
    });
    const narrowed = facets.flatMap(({ at, marks, counts }) => (marks ? [{ at, marks, counts }] : []));
    const fits = search(query);
    /** @type {number[]} */
    const rows = [];
    for (const row of sorted(sort)) {
      // A value is counted with what every other facet leaves.
      let misses = 0;
      /** @type {{ at: Uint16Array, counts: Uint32Array }} */
      let missed = facets[0];
      for (const facet of narrowed) {
        if (facet.marks[facet.at[row]]) continue;
        misses += 1;
        missed = facet;
        if (misses > 1) break;
      }
      if (misses > 1 || !fits(row)) continue;
      if (misses) missed.counts[missed.at[row]] += 1;
      else {
        rows.push(row);
        for (const { counts, at } of facets) counts[at[row]] += 1;
      }
    }
    const counts = Object.fromEntries(FACETS.map((name, i) => [name, facets[i].counts]));
    return { rows, counts };
  };

  /** The values of a facet. @param {string} name */
  const options = (name) => {
    const words = table.columns[name].words ?? [];
    const newestFirst = name === "round" ? -1 : 1;
    return words
      .map((word, place) => ({ value: text(word), place }))
      .sort((a, b) => newestFirst * inOrder(a.value, b.value));
  };

  /** For each accelerator, the row of its best result in each round. @param {number[]} rows */
  const best = (rows) => {
    const rate = /** @type {Float64Array} */ (table.columns.per_accelerator.numbers);
    const rated = rows.filter((row) => get("product", row) && !Number.isNaN(rate[row]));
    const grouped = (/** @type {number[]} */ of, /** @type {string} */ name) => [
      ...Map.groupBy(of, (row) => text(get(name, row))),
    ];
    const bestOf = (/** @type {number[]} */ of) => of.reduce((most, row) => (rate[row] > rate[most] ? row : most));
    return new Map(
      grouped(rated, "product").map(([chip, of]) => [
        chip, new Map(grouped(of, "round").map(([round, own]) => [round, bestOf(own)])),
      ]),
    );
  };

  const listed = new Set(Object.values(table.comparable ?? {}).flat(2));
  /** Whether two rounds of a benchmark may be joined. @param {string} benchmark @param {string} one
   * @param {string} other */
  const comparable = (benchmark, one, other) => [one, other].some((round) => !listed.has(round))
    || (table.comparable?.[benchmark] ?? []).some((group) => group.includes(one) && group.includes(other));

  return { rows: table.rows, facets: FACETS, get, rowOf: table.rowOf, select, options, best, comparable };
};
