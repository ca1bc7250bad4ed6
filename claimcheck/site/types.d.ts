/* What scripts share: packed tables (packed.js, claimcheck/site/packed.py). Read by the type checker alone. */

type Cell = string | number | boolean | null;

type PackedColumn =
  | { at: string; words: Cell[]; templates?: undefined }
  | { at: string; templates: Cell[]; words?: undefined }
  | { numbers: (number | null)[]; steps?: undefined }
  | { steps: number[]; numbers?: undefined };

interface PackedTable {
  rows: number;
  columns: Record<string, PackedColumn>;
  /** Of the table of results: the units of throughput, and the groups of comparable rounds of each benchmark. */
  rates?: string[];
  comparable?: Record<string, string[][]>;
}

interface ResultColumn {
  words: Cell[] | null;
  at: Uint16Array | null;
  numbers: Float64Array | null;
  get(row: number, of?: (field: string, row: number) => Cell): Cell;
}

interface ResultTable extends Omit<PackedTable, "columns"> {
  columns: Record<string, ResultColumn>;
  get(name: string, row: number): Cell;
}

interface Window {
  claimcheckTables: {
    load(name: string, address: string): Promise<ResultTable>;
    take(name: string, packed: PackedTable): void;
  };
}
