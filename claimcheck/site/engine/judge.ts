/* The judge of a pair: what two results share, and whether they may be compared, by the rules of
   claimcheck/analysis/comparison.yml. */
import { filled, listed } from "./words.ts";

/** What a pair is judged with: a table of results, and the rules. */
export type Judge = { table: ResultTable, rules: Rules };

/* ---- A result ---- */

/** A row's round as a number. */
export const roundOf = ({ table: { get } }: Judge, row: number) => Number(String(get("round", row)).slice(1));

/** How a sentence calls a submitter or a benchmark. */
export const inPrint = ({ rules }: Judge, name: Cell) => rules.names[String(name)] ?? String(name);

/** What the source states of a row, as it is printed; null where it states nothing. */
export const stated = (judge: Judge, name: string, row: number): string | null => {
  const { table: { get }, rules } = judge;
  const without = get("accelerator", row) === null && rules.without_chips[name];
  const value = without || get(name, row);
  if (value === null) return null;
  if (typeof value === "number") return value.toLocaleString("en");
  return ["benchmark", "submitter"].includes(name) ? inPrint(judge, value) : String(value);
};

/** A result for each accelerator: a rate is divided by them, and of a time to train their minutes are added up; null
 * where that says nothing. */
export const eachOf = ({ table: { get }, rules: { suites } }: Judge, row: number) => {
  const [value, number] = [Number(get("value", row)), get("accelerators", row)];
  if (number === null || get("mlperf", row) === suites.inference) return get("per_accelerator", row) as number | null;
  return get("higher_is_better", row) === true ? value / Number(number) : value * Number(number);
};

/** How good a result is, more being better. */
export const levelOf = (judge: Judge, row: number, divided: boolean) => {
  const { get } = judge.table;
  const value = Number(divided ? eachOf(judge, row) : get("value", row));
  return get("higher_is_better", row) === true ? value : 1 / value;
};

/** Submitter, accelerators and round: Nebius on 8 GB300 (v6.0). */
export const inWords = (judge: Judge, row: number, apart = "") => {
  const [number, round] = ["accelerators", "round"].map((name) => judge.table.get(name, row));
  const [submitter, chip] = ["submitter", "product"].map((name) => stated(judge, name, row));
  return filled(judge.rules.result, { submitter, chip, round, number: number === null ? "" : `${number} `, apart });
};

/* ---- Two results ---- */

/** Two rows, the one of the earlier round first. */
export const inOrder = (judge: Judge, one: number, two: number): [number, number] =>
  (roundOf(judge, one) <= roundOf(judge, two) ? [one, two] : [two, one]);

/** Whether two rows have an owner in common. */
export const shareOwner = ({ table: { get }, rules }: Judge, a: number, b: number) => {
  const [ours, theirs] = [a, b].map((row) => String(get("owners", row)).split(rules.between));
  return ours.some((owner) => theirs.includes(owner));
};

/** By column what is otherwise of two systems without accelerators. */
const processorRules = ({ table: { get }, rules }: Judge, rows: number[]): Record<string, Words> =>
  (rows.every((row) => get("accelerator", row) === null) ? rules.processors : {});

/** Whether two rows differ in what is stated, submitters where they have no owner in common; null where that is not
 * known, as of how many processors two systems have. */
export const differ = (judge: Judge, name: string, a: number, b: number) => {
  const column = processorRules(judge, [a, b])[name]?.column ?? name;
  const [one, two] = [a, b].map((row) => stated(judge, column, row));
  if (one === null || two === null) return null;
  return name === "submitter" ? !shareOwner(judge, a, b) : one !== two;
};

/** Whether two rows are one run, or one row. */
export const areOne = ({ table: { get } }: Judge, a: number, b: number) =>
  a === b || (get("run", a) !== null && get("run", a) === get("run", b));

/** Whether two rows meet a condition; null where the source does not say. */
export const meets = (judge: Judge, { column, value }: Words, a: number, b: number) => {
  const apart = differ(judge, column, a, b);
  return apart === null ? null : !apart && (!value || stated(judge, column, a) === value);
};

/** What MLCommons' table and our own rules say of the versions of two rows of a family, the earlier first: a state, and
 * that in words (analysis/comparison.py). */
export const versions = ({ table: { get }, rules }: Judge, a: number, b: number): [state: string, words: string] => {
  // A round without suites has "" for its own.
  const key = [get("benchmark", b), ...["round", "suite"].flatMap((name) => [get(name, a), get(name, b)])].join("|");
  return rules.states[rules.state_of[key]] ?? ["", ""];
};

/** Whether two rows meet a condition, null where that is not known, and what they state, in words. One without a column
 * is on their versions. */
export const shared = (judge: Judge, check: Words, a: number, b: number): [boolean | null, string] => {
  const { rules } = judge;
  if (!check.column) {
    const [state, words] = versions(judge, a, b);
    return [state === "not settled" ? null : rules.comparable.includes(state), words];
  }
  const holds = meets(judge, check, a, b);
  const { column, what, differ: apart, other, unknown } = { ...check, ...processorRules(judge, [a, b])[check.column] };
  const said = [a, b].map((row) => stated(judge, column, row));
  if (holds === null) return [null, unknown ?? filled(rules.unstated, { what })];
  const both = said[0] === said[1] ? `${said[0]} in both` : said.join(" and ");
  return [holds, holds ? both : `${differ(judge, check.column, a, b) ? apart : other} (${both})`];
};

/* ---- May they be compared? ---- */

/** Whether what is said with care of this name is said of two rows. */
const careful = (judge: Judge, name: string, a: number, b: number) => {
  if (name !== "opened") return differ(judge, name, a, b) === true;
  const [one, two] = [a, b].map((row) => judge.table.get("division", row));
  return one === two && one !== "closed";
};

/** Whether a case of `answers` applies to two rows: they differ in the column of its name, or the state of their
 * versions has it, or it is one of these. */
const applies = (judge: Judge, name: string, a: number, b: number): boolean => {
  const { rules, table: { get } } = judge;
  if (rules.deciding.includes(name)) return differ(judge, name, a, b) === true;
  if (name === "one run") return areOne(judge, a, b);
  if (name === "with care") return Object.keys(rules.care).some((one) => careful(judge, one, a, b));
  if (name !== "power unknown") return versions(judge, a, b)[0] === name;
  return differ(judge, "power", a, b) === null && [a, b].some((row) => get("power", row) === "yes");
};

/** The name of the case of `answers` that decides on two rows: the first that applies. */
export const decidesOn = (judge: Judge, a: number, b: number) =>
  String(Object.keys(judge.rules.answers).find((name) => applies(judge, name, a, b)));

/** In what two rows differ, and of what that is not known, as sentences. */
const differences = (judge: Judge, a: number, b: number) => {
  const { differences: told, unknown: words } = judge.rules;
  const processors = processorRules(judge, [a, b]);
  const every: Words = Object.assign({}, ...told.map(({ columns }) => columns));
  return [...told.map((one) => ({ ...one, apart: true })), { words, columns: every, apart: null }].flatMap((one) => {
    const names = Object.keys(one.columns).filter((name) => differ(judge, name, a, b) === one.apart);
    const named = listed(names.map((name) => processors[name]?.what ?? every[name]));
    return names.length ? [filled(one.words, { differences: named })] : [];
  });
};

/** Whether two rows may be compared, and why. */
export const mayCompare = (judge: Judge, a: number, b: number): [allowed: string, why: string] => {
  const { rules } = judge;
  const decides = decidesOn(judge, a, b);
  const { allowed, words } = rules.answers[decides];
  const divisions = new Set([a, b].map((row) => rules.divisions[String(judge.table.get("division", row))]));
  const both = { meaning: listed([...divisions].filter(Boolean)), versions: versions(judge, a, b)[1] };
  /** A template with what both state of a column. */
  const told = (template: string, name: string) => {
    const [before, after] = [a, b].map((row) => stated(judge, name, row));
    return filled(template, { before, after, ...both });
  };
  const answer = told(words, rules.deciding.includes(decides) ? decides : "row_id");
  if (allowed === "no") return [allowed, answer];
  const care = Object.entries(rules.care as Words).filter(([name]) => careful(judge, name, a, b));
  const more = [...care.map(([name, template]) => told(template, name)), ...differences(judge, a, b)];
  return [allowed, [answer, ...more].join(" ")];
};
