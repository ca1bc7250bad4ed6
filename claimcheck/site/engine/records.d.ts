/* What the engine is asked and what it answers: one question in, one answer out. As JSON, a record is as it is here. */

/** A figure as a text prints it, from `start` up to `end`. `kinds`: the ways to read it, ratio, saving, gain, share,
 * multiple or part of two results, rate, time, energy or any of one; none for what no result can give. `unit`: of
 * which a value is. `tail`: what follows its number. `digits`: its digits as a whole number, of which the last
 * `decimals` are behind the point. `reading`: what bounds it, such as "up to". A value times `factor` is in half
 * units of the last digit, and the figure says what lies from `low` up to, without, `high`. `of`: what is counted,
 * where it is a ratio of counts. `sides`: of two chips, companies or rounds that a ratio compares, the one that is
 * said to be better and the other. */
type Figure = Record<"text" | "tail" | "reading", string> & Record<"unit" | "measure" | "of", string | null>
  & { kinds: string[], sides?: Record<string, string[][]>[] }
  & Record<"start" | "end" | "digits" | "decimals" | "factor" | "low" | "high", number>;

/** Of each category that is named, its groups: any name of a group will do, and each of several groups is of one side
 * of a pair. */
type Names = Record<string, string[][]>;

/** What is asked: a figure, and of what it is; of names alone, or of public IDs, where there is no figure. */
interface Question {
  figure: Figure | null;
  names: Names;
  ids: string[];
}

/** What a line of an answer is: what holds, the result, pair or claim that it rests on, how that differs from what
 * was asked, what it must not be taken for, where more of it is, what was searched, a table, or MLCommons' footnote. */
type Role = "verdict" | "source" | "difference" | "warning" | "link" | "searched" | "table" | "footnote";

/** A line of an answer. `rows`: the IDs of the results that it rests on. `claim`: the number of the claim. */
interface Line {
  role: Role;
  text: string;
  rows: string[];
  claim?: string;
  /** Where a link leads. */
  address?: string;
  /** Of a table its heads and lines; `differs`: the line is marked. */
  heads?: string[];
  lines?: { name: string; cells: string[]; differs: boolean }[];
}

/** What the engine answers: lines in the order in which they are read. `outcome`: in a word what was found. */
interface Answer {
  question: Question | null;
  heading: string;
  outcome: string;
  lines: Line[];
}
