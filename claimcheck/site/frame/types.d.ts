/* What scripts share. Read by the type checker alone. */

type Cell = string | number | boolean | null;
type Words = Record<string, string>;

/* ---- Packed tables (claimcheck/site/engine/packed.py, tables.js) ---- */

interface PackedColumn {
  at?: string;
  words?: Cell[];
  templates?: Cell[];
  numbers?: (number | null)[];
  steps?: number[];
  quotient?: string[];
}

interface PackedTable {
  rows: number;
  columns: Record<string, PackedColumn>;
  /** Of the table of results, the groups of comparable rounds of each benchmark. */
  comparable?: Record<string, string[][]>;
  claims?: PackedClaim[];
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
  rowOf(id: Cell): number | null;
  packed: Record<string, PackedColumn>;
  /** Takes the columns of another table of the same rows. */
  add(other: ResultTable): ResultTable;
}

/** The rules; a table without rows. */
interface CompareTable extends ResultTable {
  rules: Rules;
}

interface Tables {
  results: ResultTable;
  compare: CompareTable;
  /** What is known of runs, for comparisons. */
  runs?: ResultTable;
  accuracy?: ResultTable;
}

/* ---- Rules (claimcheck/analysis/comparison.yml, claimcheck/site/engine/find.yml) and what the data say ---- */

interface CompareShared {
  name: string;
  label?: string;
  column: string;
  what: string;
  differ: string;
  value?: string;
  other?: string;
  overlap: string;
  subject?: string;
}

/** Templates are not listed: they are what the files say. */
interface Rules extends Record<string, any> {
  shared: Record<string, Omit<CompareShared, "name">>;
  asked: string[];
  comparable: string[];
  deciding: string[];
  answers: Record<string, { allowed: string; words: string }>;
  differences: { words: string; columns: Words }[];
  seen: Words;
  denominators: Words;
  logged: Words;
  benchmarks: Record<string, [string, string]>;
  names: Words;
  rounds: string[];
  listed: Record<string, Record<string, string[]>>;
  breaks: Record<string, { round: string; why: string }>;
  questions: Record<string, { label: string; phrase: string }>;
  threshold: { lost: number; close: number };
  subjects: string[];
  find: FindRules;
}

interface FindReading {
  low: { half?: number; share?: number; place?: number };
  high: { half?: number; share?: number; place?: number };
  words: string[];
  after?: string[];
  says: string;
}

interface FindRules extends Record<string, any> {
  scales: Record<string, number>;
  units: { kind: string; unit?: string; few?: number; words: string[] }[];
  counts: { kind: string; unit: string; apart?: boolean; words: string[] }[];
  multiples: Record<string, number>;
  percent: Record<string, string[]>;
  readings: Record<string, FindReading>;
  names: Record<string, Record<string, string[]>>;
  absent: Record<string, { kind: "benchmark" | "chip"; names: string[]; of: string | null }>;
  faults: Record<string, { points: number; words: string }>;
  single_faults: Record<string, { points: number; words: string }>;
  leaves_out: Words;
  reasons: Words;
  on_pages: [number, string][];
}

/* ---- The engine ---- */

type Judgement = ReturnType<typeof import("../engine/judgement.js").judgementOf>;
type Comparison = ReturnType<Judgement["compare"]>;
type Answers = ReturnType<typeof import("../engine/answers.js").answersOf>;
type FindAnswer = ReturnType<Answers["answer"]>;
type FindText = FindAnswer["hits"][number];
type ResultSet = ReturnType<typeof import("../engine/resultset.js").resultSet>;

interface FindName {
  category: string;
  values: string[];
}

interface FindNames {
  exact(text: string): FindName[];
  begun(text: string): FindName[];
  near(text: string): string[];
  close(text: string): { kinds: FindName[]; name: string } | null;
}

/** A figure as it is printed in a text, from `start` up to `end`. `kinds`: the ways to read it, of PAIRS or rate, time, any; none for
 * what no result can give. `tail` is what follows its number. `digits` are its digits as a whole number, `factor` makes half
 * units of its last digit of a value; `low` up to `high`, in these, is what the figure says by its `reading`. */
interface FindFigure {
  start: number;
  end: number;
  text: string;
  tail: string;
  kinds: string[];
  unit: string | null;
  measure: string | null;
  digits: number;
  decimals: number;
  factor: number;
  reading: string;
  low: number;
  high: number;
}

interface FindAsked {
  /** Public IDs of results. */
  ids: string[];
  figures: FindFigure[];
  names: Record<string, string[][]>;
  /** Of a sentence of a text, what it names itself. */
  own?: Record<string, string[][]>;
  unknown: string[];
  /** Words that were read as a name that they nearly are. */
  misspelt: { word: string; as: string }[];
  /** The phrase in small letters. */
  words: string;
}

/** Tables of one kind of results, and what searches and tells them. */
interface FindBank {
  name: string;
  table: ResultTable;
  judged: Judgement;
  rules: Rules;
  words: FindRules;
  finder: ReturnType<typeof import("../engine/finder.js").finderOf>;
}

/** Tables that some answers need, null until they are loaded. */
interface FindMore {
  claims(): { claims?: PackedClaim[] } | null;
  training(): ResultTable | null;
  energy(): ResultTable | null;
}

/** A claim with its figures: value, unit and places of its results among all. */
interface PackedClaim {
  number: number | string;
  statement: string;
  verdict: string;
  reason: string | null;
  address: string;
  rows: number[];
  figures: [number, string, number[]][];
}

type FindClaim = Omit<PackedClaim, "rows" | "figures"> & { text: string };

/** A result, or the better and the other one of a pair, that prints a figure. */
interface FindHit {
  rows: number[];
  kind: string;
  measure: string;
  value: number;
  cut: boolean;
  faults: string[];
  points: number;
}

/** What was found of a figure: `matching` of the `tried` results or pairs print it, `cut` of them only when it is cut off. `share` of
 * `figures` figures of as many digits, from `first` to `last`, would find one as well, and `alike` one as defensible as the first
 * hit; null where that is not computed. `nearest`: without hits, those that come nearest. */
interface FindOutcome {
  hits: FindHit[];
  matching: number;
  tried: number;
  cut: number;
  share: number | null;
  alike: number | null;
  figures: number;
  first: number;
  last: number;
  nearest: FindHit[];
}

interface FindRates {
  at: Int32Array;
  rates: Float64Array;
}

/** Rows that are compared alike, by rate; the state of this class and each of its cell, where it has this place. */
interface FindClass {
  per: FindRates;
  speed: FindRates;
  place: number;
  states: number[];
}

interface FindBlock {
  overs: FindClass;
  unders: FindClass;
  settled: boolean;
  size: number;
}

/** Gives true to end the search. */
type FindVisit = (over: number, under: number, total: boolean, kind: number, value: number, bin: number, settled: boolean) => boolean;

/** The figures of results or of pairs: how many there are, each that is in reach, and whether a pair has one in reach before this. */
interface FindScan {
  tried: number;
  each(low: number, high: number, visit: FindVisit, blocks?: FindBlock[]): void;
  repeated(over: number, under: number, total: boolean, kind: number, low: number, high: number): boolean;
  /** How many pairs print what is between two figures, and how many of them one above the third; null for single results. */
  count: ((low: number, high: number, cut: number) => { matching: number; cutOff: number }) | null;
  /** The lists of one chip and size each, by two. */
  twins(): FindBlock[];
}

/** What speaks against a result or a pair, as bits in the order of find.yml. */
type FindTest = (over: number, under: number, total: boolean, settled: boolean) => number;

/** Which results are wanted; `sort` is a column's name, after "-" where it falls. */
interface Wanted {
  chosen: Record<string, string[]>;
  query: string;
  sort: string;
}

/* ---- Scripts of pages ---- */

interface ResultState extends Wanted {
  columns: string[];
  page: number;
  row: string | null;
  /** Whether the address had what is not known here, or too much of it. */
  cut?: boolean;
}

interface ChartSeries {
  chip: string;
  points: { round: string; value: number }[];
}

/** What tables that can be sorted and downloaded share (frame/table.js). */
interface TableTools {
  /** The most characters that a field filters by. */
  LONGEST: number;
  make<T extends keyof HTMLElementTagNameMap>(tag: T, properties?: Record<string, unknown>, ...children: (Node | string)[]): HTMLElementTagNameMap[T];
  /** Run the script at an address: a page opened as a file can load nothing else. */
  load(src: string): Promise<void>;
  /** Make a cell of a table's head a button that sorts. */
  heading(cell: HTMLElement, children: (Node | string)[], press: () => void): void;
  /** A button that saves NAME.csv: lines, and below them notes, of which empty ones are left out. */
  download(name: string | (() => string), content: () => { lines: Cell[][]; notes: string[] }): HTMLButtonElement;
  footnote(): string;
  /** Give a table of the page a field that filters its rows, headings that sort them, and a download of what is shown. */
  prepare(table: HTMLElement): void;
}

/** What scripts of the site give each other; the libraries among them have no types. */
interface Window {
  claimcheckEngine: typeof import("../engine/words.js") & typeof import("../engine/tables.js") & typeof import("../engine/order.js")
    & typeof import("../engine/judgement.js") & typeof import("../engine/answers.js") & typeof import("../engine/resultset.js") & typeof import("../engine/drawn.js") & typeof import("../engine/text.js") & typeof import("../engine/sheet.js");
  claimcheckTables: {
    /** The table of that name, from the folder of a site with that root. */
    load(name: string, root: string): Promise<ResultTable>;
    take(name: string, packed: string): Promise<void>;
  };
  claimcheckTable: TableTools;
  claimcheckChart(
    series: ChartSeries[],
    rounds: string[],
    joined: (one: string, other: string) => boolean,
    words: { label: string; format: (value: number) => string },
  ): SVGElement;
  claimcheckUnpack(packed: string): Promise<any>;
  claimcheckFigure(id: string, packed: string): void;
  claimcheckRows(table: string, packed: string): Promise<void>;
  claimcheckSearch: any;
  vegaEmbed: any;
}

declare const MiniSearch: any;

/* Of node, what engine/main.js uses. */
declare module "node:fs";
declare module "node:zlib";
declare const process: any;
declare const Buffer: any;
