/* What scripts share: packed tables (packed.js, claimcheck/report/pages/results.py). Read by the type checker alone. */

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
    take(name: string, packed: string): Promise<void>;
  };
}

/** What tables that can be sorted and downloaded share (static/table.js). */
interface TableTools {
  /** The most characters that a field filters by. */
  LONGEST: number;
  make<T extends keyof HTMLElementTagNameMap>(tag: T, properties?: Record<string, unknown>, ...children: (Node | string)[]): HTMLElementTagNameMap[T];
  /** Run the script at an address: a page opened as a file can load nothing else. */
  load(src: string): Promise<void>;
  /** For each of the words its place in their order, NaN for an empty one. */
  ranks(words: string[]): Float64Array;
  /** Rows in the order of their keys: those with NaN last, and equal ones as they are. */
  ordered(keys: Float64Array, falls: boolean): Uint32Array<ArrayBuffer>;
  /** Make a cell of a table's head a button that sorts. */
  heading(cell: HTMLElement, children: (Node | string)[], press: () => void): void;
  /** A button that saves NAME.csv: lines, and below them notes, of which empty ones are left out. */
  download(name: string, content: () => { lines: Cell[][]; notes: string[] }): HTMLButtonElement;
  footnote(): string;
  /** Give a table of the page a field that filters its rows, headings that sort them, and a download of what is shown. */
  prepare(table: HTMLElement): void;
}

interface Window {
  claimcheckTable: TableTools;
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
  /** Whether the address had what is not known here, or too much of it. */
  cut?: boolean;
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
  claimcheckUnpack(packed: string): Promise<any>;
  claimcheckFigure(id: string, packed: string): void;
  claimcheckRows(table: string, packed: string): Promise<void>;
  claimcheckSearch: any;
  vegaEmbed: any;
}

declare const MiniSearch: any;
/* Two results compared: judgement.js and compare.js, with the rules of claimcheck/analysis/comparison.yml. */

interface CompareShared {
  label: string;
  column: string;
  what: string;
  differ: string;
  value?: string;
  other?: string;
  subject?: string;
  imposed?: { words: string; column?: string };
}

interface CompareRules {
  shared: Record<string, CompareShared>;
  asked: string[];
  versions_label: string;
  without_chips: Record<string, string>;
  not_stated: string;
  unstated: string;
  which: Record<string, string>;
  comparable: string[];
  versions: Record<string, string>;
  deciding: string[];
  answers: Record<string, { allowed: string; words: string }>;
  care: Record<string, string>;
  divisions: Record<string, string>;
  differences: { words: string; columns: Record<string, string> }[];
  unknown: string;
  matters: Record<string, string>;
  signs: Record<string, string>;
  result: string;
  sentence: Record<string, string>;
  shown: Record<string, string>;
  same_cost: string;
  entry: string;
  statement: string;
  statement_times: string;
  measure: string;
  seen: Record<string, string>;
  denominators: Record<string, string>;
  logged: Record<string, string>;
  accuracy: { words: string; least: string; decimals: number };
  footnote: Record<string, string>;
  /* What the data say (claimcheck/report/pages/results.py). Of each benchmark, its family and accuracy target. */
  benchmarks: Record<string, [string, string]>;
  /** The name in a sentence of each benchmark and family. */
  titles: Record<string, string>;
  rounds: string[];
  /** Of each benchmark and suite, the rounds that MLCommons calls comparable; by family, where we do not. */
  listed: Record<string, Record<string, string[]>>;
  breaks: Record<string, { round: string; why: string }>;
  imposed_key: string[];
  /** What is between the owners of a result. */
  between: string;
  /** Ratios that differ by less than this share count as one. */
  near: number;
  retrieved: Record<string, string>;
  /** The price that pages start with, and its accelerator. */
  price: { accelerator: string; usd: number };
  bibtex: string;
  find: FindRules;
}

/** The rules with the tables that they are asked with: imposed comparisons, and the operating points by row. */
interface CompareTables extends CompareRules {
  imposed: ResultTable;
  runs: Map<number, Point>;
}

interface CompareCondition {
  name: string;
  holds: boolean | null;
  detail: string;
  follows: string;
}

type Point = Record<string, number | null>;

interface CompareRatio {
  total: number;
  per_accelerator: number | null;
}

interface Comparison {
  rows: number[];
  before: string;
  after: string;
  allowed: string;
  why: string;
  ratio: (CompareRatio & { text: string }) | null;
  kind: string;
  conditions: CompareCondition[];
  together: string | null;
  denominators: Record<string, number>;
  described: Record<string, string | null>[];
  runs: (Point | null)[];
  said: string[];
  sentences: string;
  entry: string | null;
  footnote: string;
}

interface Judgement {
  compare(one: number, two: number): Comparison;
  comparable(one: number, two: number): boolean;
  differ(name: string, a: number, b: number): boolean | null;
  shareOwner(a: number, b: number): boolean;
  inWords(row: number): string;
  divisible(row: number): boolean;
  perAccelerator(row: number): number;
  /** What MLCommons' table says of the versions of two rows, the earlier first: a state, and words. */
  versions(before: number, after: number): [string, string];
  footnote(rows: number[], derived: boolean): string;
}

/** The table of imposed comparisons comes with the rules. */
interface CompareTable extends ResultTable {
  rules: CompareRules;
}

interface CompareData extends Judgement {
  results: ResultTable;
  accuracy: ResultTable;
  rules: CompareRules;
  rows: Map<Cell, number>;
  /** Rows that fit the text, those that may be compared with `beside` first; how many these are. */
  search(text: string, beside: number | null): { rows: number[]; comparable: number };
}

interface Window {
  claimcheckJudgement: {
    prepared(results: ResultTable, imposed: CompareTable, runs: ResultTable): Judgement;
    accuracyOf(accuracy: ResultTable, row: number, rule: CompareRules["accuracy"]): string[];
    printed(value: number, decimals: number): string;
    asPublished(value: number): string;
    times(value: number): string;
    filled(template: string, values: Record<string, unknown>): string;
    listed(words: string[]): string;
    sentence(text: string): string;
  };
}

/* Where a number comes from: finder.js and find.js, with the rules of claimcheck/analysis/find.yml. */

interface FindReading {
  low: { half?: number; share?: number; place?: number };
  high: { half?: number; share?: number; place?: number };
  words: string[];
  after?: string[];
  says: string;
}

interface FindRules {
  scales: Record<string, number>;
  units: { kind: string; unit?: string; words: string[] }[];
  other_units: string[];
  per_accelerator: string[];
  in_total: string[];
  sizes: string[];
  multiples: Record<string, number>;
  percent: Record<string, string[]>;
  near: number;
  readings: Record<string, FindReading>;
  also: Record<string, Record<string, string[]>>;
  ignored: string;
  faults: Record<string, { points: number; words: string }>;
  single_faults: Record<string, { points: number; words: string }>;
  no_faults: string;
  no_single_faults: string;
  among: string;
  among_all: string;
  among_accelerators: string;
  leaves_out: Record<string, string>;
  leaves_out_none: string;
  leaves_out_all: string;
  not_stated: string;
  none: string;
  measures: Record<string, string>;
  pair: Record<string, string>;
  faster: Record<string, string>;
  single: string;
  single_time: string;
  worth: Record<string, string>;
  most_alike: number;
  bounds: Record<string, number>;
  none_found: string;
  on_pages: [number, string][];
  scope: string;
  unknown: string;
  unknown_near: string;
}

interface FindName {
  category: string;
  values: string[];
}

interface FindNames {
  exact(text: string): FindName[];
  begun(text: string): FindName[];
  near(text: string): string[];
}

/** A figure of a text: see Figure in claimcheck/analysis/find.py. */
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
  figures: FindFigure[];
  names: Record<string, string[][]>;
  unknown: { word: string; near: string[] }[];
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

interface FindHit {
  rows: number[];
  kind: string;
  measure: string;
  value: number;
  cut: boolean;
  faults: string[];
  points: number;
}

interface FindRanked extends FindHit {
  key: number[];
}

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

interface FindText {
  rows: string[];
  kind: string;
  measure: string;
  value: number;
  cut: boolean;
  sentence: string;
  divisions: string[];
  owners: string[];
  against: string;
  points: number;
  leaves_out: string;
  query: string;
}

interface FindAnswer {
  figure: string;
  read_as: string[];
  unit: string | null;
  measure: string | null;
  reading: string;
  says: string;
  names: Record<string, string[][]>;
  among: string;
  unknown: string;
  tried: number;
  matching: number;
  cut: number;
  share: number | null;
  alike: number | null;
  worth: string[];
  strength: string | null;
  hits: FindText[];
  nearest: FindText[];
}

interface Finder {
  read(phrase: string): FindAsked;
  answer(asked: FindAsked, figure: FindFigure, limit?: number): FindAnswer;
  footnote(hit: FindText, of: FindAnswer): string;
  warmed(): Iterator<unknown>;
}

interface Window {
  claimcheckFinder: {
    prepared(results: ResultTable, rules: CompareRules, judged: Judgement): Finder;
  };
}
