/* What modules share, and what scripts of the site give each other. Read by the type checker alone. */

type Cell = string | number | boolean | null;
type Words = Record<string, string>;

/* ---- Packed tables (claimcheck/site/engine/packed.py, tables.ts) ---- */

/** Numbers; or what follows from the values of a column; or values that occur, some as templates, and for each row a
 * character for the place of its own. */
type PackedColumn = (number | null)[] | { of: string, says: Record<string, Cell> }
  | { at: string, words?: Cell[], templates?: (string | null)[] };
interface PackedTable {
  rows: number;
  columns: Record<string, PackedColumn>;
  claims?: PackedClaim[];
  /** Numbers of our own pages: as printed, what it is, where that is shown, the claim that it is the figure of. */
  numbers?: [text: string, how: string, address: string, claim: string | null][];
  /** The letters of passages of our own pages, and the places of their numbers. */
  passages?: [text: string, numbers: number[]][];
}
/** The cell of a row; `get` gives those of other columns, of which it may be made. */
type ResultColumn = (row: number, get: ResultTable["get"]) => Cell;
interface ResultTable extends Omit<PackedTable, "columns"> {
  columns: Record<string, ResultColumn>;
  get(name: string, row: number): Cell;
  rowOf(id: Cell): number | null;
  /** Takes the columns of another table of the same rows. */
  add(other: ResultTable): ResultTable;
}
/** The rules; a table without rows. */
type CompareTable = ResultTable & { rules: Rules };
/** A claim: the names of its statement and of its results, which two its figures compare, and these. */
interface PackedClaim extends Record<"statement" | "verdict" | "address", string> {
  number: number | string;
  reason: string | null;
  said: Record<string, string[][]>;
  names: Record<string, string[]>;
  sides: Figure["sides"][];
  figures: [value: number, unit: string, isPer: boolean][];
}

/** Rules (claimcheck/analysis/comparison.yml, claimcheck/site/engine/find.yml), which say themselves what is in them. */
interface Rules extends Record<string, any> {
  /** The family of each benchmark, and its accuracy target. */
  benchmarks: Record<string, [family: string, target: string | null]>;
  deciding: string[];
  differences: { words: string; columns: Words }[];
  rounds: string[];
  counts: RoundCount[];
  find: FindRules;
}
/** What a round has. */
type RoundCount = Record<"suite" | "round", string>
  & Record<"results" | "closed" | "organisations" | "systems", number>;
interface FindRules extends Record<string, any> {
  /** What is said of figures (claimcheck/site/engine/spellings.py). */
  units: Record<string, { kind: string; unit?: string }>;
  known: string[];
  percent: Record<string, string[]>;
  readings: Record<string, Record<string, any>>;
  absent: Record<string, { of: string | null }>;
  on_pages: [number, string][];
  ratio_of: Record<"counts" | "others" | "parts", string[]>;
}

/* ---- The engine ---- */

type Answers = ReturnType<typeof import("../engine/answers.ts").answersOf>;
type FindAnswer = import("../engine/told.ts").FindAnswer;
type FindText = import("../engine/hits.ts").FindText;
type FindName = { category: string; values: string[] };
type FindNames = Map<string, Record<string, string[]>>;
type FindFigure = Figure;

/** What some words ask; `ids` are public IDs of results, `words` the phrase in small letters. */
interface FindAsked {
  ids: string[];
  figures: Figure[];
  names: Names;
  /** Of a sentence of a text, its suite and rounds, or those of its heading, and what it names itself. */
  scope?: import("../engine/context.ts").Scope;
  own?: Names;
  unknown: string[];
  words: string;
}
/** What the engine's questions are asked of: the results, the rules, and what is made of them when it is needed. `more`
 * gives tables by their names, null until they are loaded: claims, passages of our own pages, chips, and results. */
interface FindEngine {
  results: ResultTable;
  rules: Rules;
  words: FindRules;
  more(name: string): ResultTable | null;
  read(phrase: string): FindAsked;
  bankOf(name: string): FindBank;
}
/** Tables of one kind of results, and what searches and tells them. */
interface FindBank {
  name: string;
  table: ResultTable;
  rules: Rules;
  words: FindRules;
  finder: ReturnType<typeof import("../engine/finder.ts").finderOf>;
}
type FindClaim = Omit<PackedClaim, "names" | "said" | "sides" | "figures"> & { text: string };

/** A result, or the better and the other one of a pair, that prints a figure; `faults`: what speaks against it. */
type FindHit = { rows: number[], faults: string[], value: number } & Record<"kind" | "measure", string>;
/** What was found of a figure: `matching` of the `tried` results or pairs print it. `nearest`: without hits, what comes
 * nearest. */
type FindOutcome = Record<"hits" | "nearest", FindHit[]> & Record<"matching" | "tried", number>;

/* ---- Scripts of pages ---- */

/** Which results are wanted; `sort` is a column's name, after "-" where it falls. */
type Wanted = { chosen: Record<string, string[]>; query: string; sort: string };
type ResultSet = ResultTable & ReturnType<typeof import("../engine/resultset.ts").resultSet>;

/** The libraries among what scripts give each other have no types. */
interface Window
  extends Record<"claimcheckUnpack" | "claimcheckFigure" | "claimcheckRows" | "claimcheckSearch" | "vegaEmbed", any> {
  claimcheckTable: typeof import("./table.ts");
}
declare const MiniSearch: any;

/* Of node, what engine/main.ts uses. */
declare module "node:fs";
declare module "node:zlib";
declare const process: any;
declare const Buffer: any;
