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

/** Which results are wanted (static/resultset.js); `sort` is a column's name, after "-" where it falls. */
interface Wanted {
  chosen: Record<string, string[]>;
  query: string;
  sort: string;
}

interface ResultState extends Wanted {
  columns: string[];
  page: number;
  row: string | null;
}

interface ResultSet {
  rows: number;
  facets: string[];
  get(name: string, row: number): Cell;
  /** The rows in order, and for each facet how many rows each of its values would leave. */
  select(wanted: Wanted): { rows: number[]; counts: Record<string, Uint32Array> };
  options(name: string): { value: string; place: number }[];
  find(rowId: string): number | null;
  /** For each chip, the row of its best result per accelerator in each round. */
  best(rows: number[]): Map<string, Map<string, number>>;
  comparable(benchmark: string, one: string, other: string): boolean;
  csv(rows: number[], names: string[], below: string[]): string;
}

interface ChartSeries {
  chip: string;
  points: { round: string; value: number }[];
}

interface Window {
  claimcheckResults(table: ResultTable): ResultSet;
  claimcheckChart(
    series: ChartSeries[],
    rounds: string[],
    joined: (one: string, other: string) => boolean,
    words: { label: string; format: (value: number) => string },
  ): SVGElement;
}

/** What other scripts of the site give each other; the libraries among them have no types. */
interface Window {
  claimcheckFigure(figure: [id: string, specification: object]): void;
  claimcheckRows(table: string, html: string): void;
  claimcheckSearch: any;
  vegaEmbed: any;
}

declare const MiniSearch: any;
