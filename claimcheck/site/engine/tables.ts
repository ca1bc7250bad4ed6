/* Packed tables (claimcheck/site/engine/packed.py), read again by column and row. */

import { filled } from "./order.ts";
import { once } from "./words.ts";

// The code of the first value's character: ZERO in packed.py.
const ZERO = 48;

/** A column of numbers, NaN where there is none. */
const numeric = (numbers: Float64Array): ResultColumn => ({
  words: null, at: null, numbers, get: (row) => (Number.isNaN(numbers[row]) ? null : numbers[row]),
});

/** A column of values that occur, and for each row the place of its own among them. */
const worded = (words: Cell[], at: Uint16Array): ResultColumn =>
  ({ words, at, numbers: null, get: (row) => words[at[row]] });

/** Numbers by all their digits, and how many of each are before the point and behind it. */
const spelled = ({ digits = "", before = "", behind = "" }: PackedColumn, rows: number) => {
  let at = 0;
  return filled(new Float64Array(rows), (row) => {
    const [start, point] = [at, at + before.charCodeAt(row) - ZERO];
    at = point + behind.charCodeAt(row) - ZERO;
    return point > start ? Number(`${digits.slice(start, point)}.${digits.slice(point, at)}`) : NaN;
  });
};

/** A column of a packed table; `get` gives the cells of others, of which it may be made. */
const columnOf = (column: PackedColumn, rows: number, get: ResultTable["get"]): ResultColumn => {
  const { quotient, at: signs = "", templates, words = templates ?? [] } = column;
  if (column.digits !== undefined) return numeric(spelled(column, rows));
  if (quotient) {
    const [over, by, where] = quotient;
    return numeric(filled(new Float64Array(rows), (row) =>
      (get(where, row) === true && get(by, row) !== null ? Number(get(over, row)) / Number(get(by, row)) : NaN)));
  }
  const plain = worded(words, filled(new Uint16Array(rows), (row) => signs.charCodeAt(row) - ZERO));
  if (!templates) return plain;
  return { ...plain, get: (row) =>
    (plain.get(row) as string | null)?.replace(/\{(\w+)\}/g, (_mark, name) => String(get(name, row))) ?? null };
};

/** A packed table. Its columns are read when they are first wanted. */
export const tableOf = (packed: PackedTable): ResultTable => {
  const columns: Record<string, ResultColumn> = {};
  const get: ResultTable["get"] = (name, row) => columns[name]?.get(row) ?? null;
  const add = (given: Record<string, PackedColumn>) => {
    for (const [name, column] of Object.entries(given))
      Object.defineProperty(columns, name, { get: once(() => columnOf(column, packed.rows, get)), enumerable: true });
    return table;
  };
  const rows = once(() => new Map(Array.from({ length: packed.rows }, (_none, row) => [get("row_id", row), row])));
  const table: ResultTable = {
    ...packed, packed: packed.columns, columns, get, rowOf: (id) => rows().get(id) ?? null,
    add: (other) => add(other.packed),
  };
  return add(packed.columns);
};

/** A column above another of so many rows; what a table lacks is empty. */
const joined = (above: ResultColumn | undefined, below: ResultColumn | undefined, sizes: number[]): ResultColumn => {
  const [first, all] = [sizes[0], sizes[0] + sizes[1]];
  if (above?.numbers || below?.numbers) {
    const numbers = new Float64Array(all).fill(NaN);
    numbers.set(above?.numbers ?? []);
    numbers.set(below?.numbers ?? [], first);
    return numeric(numbers);
  }
  const words: Map<Cell, number> = new Map();
  const coded = (column: ResultColumn | undefined) => (column?.words ?? [null]).map((word) =>
    words.get(word) ?? words.set(word, words.size).size - 1);
  const codes = [coded(above), coded(below)];
  const at = filled(new Uint16Array(all), (row) =>
    (row < first ? codes[0][above?.at?.[row] ?? 0] : codes[1][below?.at?.[row - first] ?? 0]));
  return worded([...words.keys()], at);
};

/** The results of a table and below them those of another, as of the open division or of Training and HPC; of these
 * `renamed` columns have another's name. `of` gives a row's own table and its place. */
export const stacked = (inference: ResultTable, training: ResultTable, renamed: Words = {}) => {
  const of = (row: number): [ResultTable, number] =>
    (row < inference.rows ? [inference, row] : [training, row - inference.rows]);
  const get: ResultTable["get"] = (name, row) => {
    const [table, at] = of(row);
    return table.get(table === training ? renamed[name] ?? name : name, at);
  };
  const columns = new Proxy({} as ResultTable["columns"], {
    get: (made, name: string) => (made[name] ??= joined(
      inference.columns[name], training.columns[renamed[name] ?? name], [inference.rows, training.rows],
    )),
  });
  const rowOf = (id: Cell) => {
    const below = training.rowOf(id);
    return inference.rowOf(id) ?? (below === null ? null : inference.rows + below);
  };
  return { ...inference, rows: inference.rows + training.rows, columns, get, rowOf, of };
};

/** A table with some of its columns replaced by those of another of the same rows: results per watt. */
export const energyTable = (results: ResultTable, energy: ResultTable): ResultTable => {
  const columns = Object.create(results.columns, Object.getOwnPropertyDescriptors(energy.columns));
  return { ...results, columns, get: (name, row) => columns[name]?.get(row) ?? null };
};

/** Columns by whose words a result is found. */
export const SEARCHED = [
  "result_id", "round", "division", "suite", "availability", "submitter", "system", "system_name", "accelerator",
  "product", "benchmark", "scenario",
];

/** A search for rows that have every word of a text in one of these columns; `inPrint` gives another spelling of a
 * value. */
export const searchOf = ({ columns }: ResultTable, names: string[], inPrint: (word: Cell) => string = String) => {
  const known = once(() => names.map((name) => {
    const { words, at } = columns[name];
    const said = (words ?? []).map((word) => (word === null ? "" : `${word}\n${inPrint(word)}`.toLowerCase()));
    return { said, at: at as Uint16Array };
  }));
  return (text: string): ((row: number) => boolean) => {
    const parts = text.toLowerCase().split(/\s+/).filter(Boolean).map((part) => known()
      .map(({ said, at }) => ({ at, marks: Uint8Array.from(said, (word) => Number(word.includes(part))) }))
      .filter(({ marks }) => marks.includes(1)));
    return (row) => parts.every((fits) => fits.some(({ at, marks }) => marks[at[row]]));
  };
};

/** The parts of a path in an address. */
const encoded = (path: Cell) => String(path).split("/").map(encodeURIComponent).join("/");

/** A file of the commit that a row names, at a line; of Training and HPC the folder of the runs. */
export const addressOf = ({ get }: ResultTable, row: number, path: Cell, line: Cell, before = "") => {
  const [repo, commit] = ["repo", "commit"].map((name) => get(before + name, row));
  const kind = get("edition", row) === null ? "blob" : "tree";
  return `https://github.com/${repo}/${kind}/${commit}/${encoded(path)}${line === null ? "" : `#L${line}`}`;
};

/** Where a result is read from. */
export const sourcesOf = (results: ResultTable, row: number): Words => {
  const { get } = results;
  const [log, system] = [get("obtained", row) === "log" ? null : get("log_path", row), get("system_path", row)];
  return {
    published: addressOf(results, row, get("path", row), get("line", row)),
    ...(log === null ? {} : { log: addressOf(results, row, log, get("log_line", row)) }),
    ...(system === null ? {} : { system: addressOf(results, row, system, null, "system_") }),
  };
};
