/* Packed tables (claimcheck/site/engine/packed.py), read again by column and row. */

import { filled } from "./order.ts";
import { once } from "./words.ts";

// The code of the first value's character: ZERO in packed.py.
const ZERO = 48;

const summed = (steps: number[]) => {
  let sum = 0;
  return Float64Array.from(steps, (step) => (sum += step));
};

/** A column of numbers, NaN where there is none. */
const numeric = (numbers: Float64Array): ResultColumn => ({
  words: null, at: null, numbers, get: (row) => (Number.isNaN(numbers[row]) ? null : numbers[row]),
});

/** Numbers by all their digits, and how many of each are before the point and behind it. */
const spelled = ({ digits = "", before = "", behind = "" }: PackedColumn, rows: number) => {
  let at = 0;
  return filled(new Float64Array(rows), (row) => {
    const [start, point] = [at, at + before.charCodeAt(row) - ZERO];
    at = point + behind.charCodeAt(row) - ZERO;
    return point > start ? Number(`${digits.slice(start, point)}.${digits.slice(point, at)}`) : NaN;
  });
};

/** A quotient of two columns, where a third is true. */
const quotient = (columns: Record<string, ResultColumn>, rows: number, names: string[]) => {
  const [over, by, where] = names.map((name) => columns[name]);
  return filled(new Float64Array(rows), (row) =>
    (where.get(row) === true && by.get(row) !== null ? Number(over.get(row)) / Number(by.get(row)) : NaN));
};

/** A column of a packed table; `columns` are those that it may be made of. */
const columnOf = (columns: Record<string, ResultColumn>, rows: number, column: PackedColumn): ResultColumn => {
  const { steps, quotient: names, at: signs = "", templates, words = templates ?? [] } = column;
  if (steps) return numeric(summed(steps));
  if (column.digits !== undefined) return numeric(spelled(column, rows));
  if (names) return numeric(quotient(columns, rows, names));
  const at = filled(new Uint16Array(rows), (row) => signs.charCodeAt(row) - ZERO);
  const word = (row: number) => words[at[row]];
  const held = (name: string, row: number) => columns[name].get(row);
  // Texts and, between them, names of columns.
  const pieces = (templates ?? []).map((text) => (text === null ? null : String(text).split(/\{(\w+)\}/)));
  const fill = (row: number, of = held) =>
    pieces[at[row]]?.map((piece, i) => (i % 2 ? String(of(piece, row)) : piece)).join("") ?? null;
  return { words, at, numbers: null, get: templates ? fill : word };
};

/** A packed table. Its columns are read when they are first wanted. */
export const tableOf = (packed: PackedTable): ResultTable => {
  const columns: Record<string, ResultColumn> = {};
  const define = (given: Record<string, PackedColumn>) => {
    for (const [name, column] of Object.entries(given)) {
      Object.defineProperty(columns, name, {
        get: once(() => columnOf(columns, packed.rows, column)), enumerable: true,
      });
    }
  };
  define(packed.columns);
  const get: ResultTable["get"] = (name, row) => columns[name].get(row);
  const rows = once(() => new Map(Array.from({ length: packed.rows }, (_none, row) => [get("row_id", row), row])));
  const table: ResultTable = {
    ...packed, packed: packed.columns, columns, get, rowOf: (id) => rows().get(id) ?? null,
    add: (other) => {
      define(other.packed);
      return table;
    },
  };
  return table;
};

/** The results with measured power, in a table whose values are per watt: of a rate, or of the queries that an energy
 * is of. */
export const energyTable = (results: ResultTable, energy: ResultTable): ResultTable => {
  const value = new Float64Array(results.rows).fill(NaN);
  const words: (string | null)[] = [null];
  const at = new Uint16Array(results.rows);
  for (let i = 0; i < energy.rows; i += 1) {
    const [row, power, unit] = ["row", "power", "power_unit"].map((name) => energy.get(name, i));
    const rated = unit === "W";
    const per = rated ? `${results.get("unit", Number(row))} per W` : "queries per J";
    if (rated && results.get("higher_is_better", Number(row)) !== true) continue;
    value[Number(row)] = (rated ? Number(results.get("value", Number(row))) : 1) / Number(power);
    at[Number(row)] = words.includes(per) ? words.indexOf(per) : words.push(per) - 1;
  }
  const rates = { words: [true], at: new Uint16Array(results.rows), numbers: null, get: () => true };
  const own: Record<string, ResultColumn> = {
    value: numeric(value), unit: { words, at, numbers: null, get: (row) => words[at[row]] }, higher_is_better: rates,
    per_accelerator: numeric(new Float64Array(results.rows).fill(NaN)),
  };
  const columns = Object.create(results.columns, Object.getOwnPropertyDescriptors(own));
  return { ...results, columns, get: (name, row) => columns[name].get(row) };
};

/** Columns by whose words a result is found. */
export const SEARCHED = [
  "result_id", "round", "division", "suite", "availability", "submitter", "system", "system_name", "accelerator",
  "product", "benchmark", "scenario",
];

/** A search for rows that have every word of a text in one of these columns; `inPrint` gives another spelling of a
 * value. */
export const searchOf = (table: ResultTable, names: string[], inPrint: (word: Cell) => string = String) => {
  const known = once(() =>
    names.map((name) =>
      (table.columns[name].words ?? []).map((word) => (word === null ? "" : `${word}\n${inPrint(word)}`.toLowerCase())),
    ),
  );
  return (text: string): ((row: number) => boolean) => {
    const parts = text
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((part) =>
        known().flatMap((words, i) => {
          const marks = Uint8Array.from(words, (word) => (word.includes(part) ? 1 : 0));
          return marks.includes(1) ? [{ at: (table.columns[names[i]].at as Uint16Array), marks }] : [];
        }),
      );
    return (row) => parts.every((columns) => columns.some(({ at, marks }) => marks[at[row]]));
  };
};

/** The parts of a path in an address. */
const encoded = (path: Cell) => String(path).split("/").map(encodeURIComponent).join("/");

/** A file of the commit that a row names, at a line. */
export const addressOf = ({ get }: ResultTable, row: number, path: Cell, line: Cell, before = "") => {
  const [repo, commit] = ["repo", "commit"].map((name) => get(before + name, row));
  return `https://github.com/${repo}/blob/${commit}/${encoded(path)}${line === null ? "" : `#L${line}`}`;
};

/** Where a result is read from; of Training and HPC the folder of the runs is held. */
export const sourcesOf = (results: ResultTable, row: number): Words => {
  const { get } = results;
  if (!("log_path" in results.columns)) {
    const folder = encoded(get("path", row));
    return { published: `https://github.com/${get("repo", row)}/tree/${get("commit", row)}/${folder}` };
  }
  const [log, system] = [get("obtained", row) === "log" ? null : get("log_path", row), get("system_path", row)];
  return {
    published: addressOf(results, row, get("path", row), get("line", row)),
    ...(log === null ? {} : { log: addressOf(results, row, log, get("log_line", row)) }),
    ...(system === null ? {} : { system: addressOf(results, row, system, null, "system_") }),
  };
};

/** A result and where it is from in one line, to be pasted next to a figure. */
export const sourceLine = ({ columns, get }: ResultTable, row: number) => {
  const held = (name: string) => (name in columns ? get(name, row) : null);
  const place = (path: string, line: string) =>
    `${held(path)}${held(line) === null ? "" : `:${held(line)}`}`;
  const path = held("path") === null ? "" : `, ${place("path", "line")}`;
  return [
    held("value") === null ? "no score of its own" : `${held("value")} ${held("unit")}`,
    `${held("repo")} at ${held("commit")}${path}`,
    ...(held("obtained") === "typed" ? ["typed by hand from there"] : []),
    ...(held("log_path") === null || held("obtained") === "log" ? [] : [`log ${place("log_path", "log_line")}`]),
    `row ${held("row_id")}`,
  ].join("; ");
};
