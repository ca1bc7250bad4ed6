/* Packed tables (claimcheck/site/engine/packed.py), read by column and row. */
import { kept, once } from "./words.ts";

// The code of the first value's character: ZERO in packed.py.
const ZERO = 48;

/** A column of a packed table. */
const columnOf = (packed: PackedColumn): ResultColumn => {
  if (Array.isArray(packed)) return (row) => packed[row];
  if ("of" in packed) return (row, get) => packed.says[String(get(packed.of, row))];
  const { at, words, templates } = packed;
  if (words) return (row) => words[at.charCodeAt(row) - ZERO];
  return (row, get) => templates?.[at.charCodeAt(row) - ZERO]
    ?.replace(/\{(\w+)\}/g, (_mark, name) => String(get(name, row))) ?? null;
};

/** A rate divided by the accelerators, for tables that have no such column of their own. */
const perAccelerator: ResultColumn = (row, get) => {
  const [rate, accelerators] = ["value", "accelerators"].map((name) => get(name, row));
  const isDivided = get("higher_is_better", row) === true && rate !== null && accelerators !== null;
  return isDivided ? Number(rate) / Number(accelerators) : null;
};

/** A table of these columns. */
const withColumns = <T extends { rows: number }>(more: T, columns: Record<string, ResultColumn>) => {
  const get: ResultTable["get"] = (name, row) => columns[name]?.(row, get) ?? null;
  const places = once(() => new Map(Array.from({ length: more.rows }, (_none, row) => [get("row_id", row), row])));
  const table = {
    ...more, columns, get, rowOf: (id: Cell) => places().get(id) ?? null,
    add: (other: ResultTable): ResultTable => {
      Object.assign(columns, other.columns);
      return table;
    },
  };
  return table;
};

/** A packed table. */
export const tableOf = (packed: PackedTable): ResultTable => {
  const columns = Object.entries(packed.columns).map(([name, column]) => [name, columnOf(column)]);
  return withColumns(packed, { per_accelerator: perAccelerator, ...Object.fromEntries(columns) });
};

/** The results of a table and below them those of another, as of the open division or of Training and HPC, of which
 * `renamed` columns have another's name. */
export const stacked = (above: ResultTable, below: ResultTable, renamed: Words = {}): ResultTable => {
  const names = Object.keys({ ...above.columns, ...below.columns });
  const columns = names.map((name) => {
    const [first, second] = [above.columns[name], below.columns[renamed[name] ?? name]];
    const cellOf: ResultColumn = (row) =>
      (row < above.rows ? first?.(row, above.get) : second?.(row - above.rows, below.get)) ?? null;
    return [name, cellOf];
  });
  return withColumns({ ...above, rows: above.rows + below.rows }, Object.fromEntries(columns));
};

/** A table with some of its columns replaced by those of another of the same rows: results per watt. */
export const energyTable = (results: ResultTable, energy: ResultTable): ResultTable =>
  withColumns(results, { ...results.columns, ...energy.columns });

/** The distinct values of a column, in the order of their rows. */
export const valuesOf = ({ rows, get }: ResultTable, name: string) =>
  [...new Set(Array.from({ length: rows }, (_none, row) => get(name, row)))].filter((cell) => cell !== null);

/** Columns by whose words a result is found. */
export const SEARCHED = [
  "result_id", "round", "division", "suite", "availability", "submitter", "system", "system_name", "accelerator",
  "product", "benchmark", "scenario",
];

/** A search for rows that have every word of a text in one of these columns; `inPrint` gives another spelling of a
 * value. */
export const searchOf = (
  { rows, columns, get }: ResultTable, names: string[], inPrint: (word: Cell) => string = String,
) => {
  const spelled = kept((cell: Cell) => (cell === null ? "" : `${cell}\n${inPrint(cell)}\n`.toLowerCase()));
  const texts = once(() => {
    const made = Array<string>(rows).fill("");
    for (const name of names) for (let row = 0; row < rows; row += 1) made[row] += spelled(columns[name](row, get));
    return made;
  });
  return (text: string): ((row: number) => boolean) => {
    const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
    return (row) => parts.every((part) => texts()[row].includes(part));
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
