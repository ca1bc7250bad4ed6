/* The judge of a pair: what two results share, and whether they may be compared, by the rules of
   claimcheck/analysis/comparison.yml. */
import { filled, listed, once } from "./words.ts";

/** What a pair is judged with: a table of results, the rules, and the rows of each place. */
export type Judge = { results: ResultTable, rules: Rules, checks: Words[], places: () => Map<string, number[]> };

export const judgeOf = (results: ResultTable, rules: Rules): Judge => {
  const checks = Object.entries(rules.shared as Record<string, Words>).map(([name, check]) => ({ name, ...check }));
  const judge: Judge = {
    results, rules, checks,
    places: once(() => {
      const every = Array.from({ length: results.rows }, (_none, row) => row);
      return Map.groupBy(every.filter((row) => Number(held(judge, "value", row)) > 0), (row) => placeOf(judge, row));
    }),
  };
  return judge;
};

/* ---- A result ---- */

/** A cell; null where the table has no such column. */
export const held = ({ results }: Judge, name: string, row: number) => results.get(name, row);

// What a processor's name has in some spellings alone (analysis/questions.py).
const SPELLING = /\((R|TM)\)|Intel|AMD|CPU|Processor|@.*|\d+-Core/gi;
/** The processor of a system, in one spelling; null where it is not known. */
const processorOf = (judge: Judge, row: number) => {
  const name = held(judge, "host_processor", row);
  return name === null ? null : String(name).replaceAll(SPELLING, "").trim();
};

/** What may take a result's place: rows of its round, benchmark, scenario and unit, on its accelerator or else
 * processor. */
export const placeOf = (judge: Judge, row: number) => {
  const cell = ["round", "benchmark", "scenario", "unit"].map((name) => held(judge, name, row));
  const alone = held(judge, "accelerators", row) === null;
  const chip = alone ? processorOf(judge, row) ?? held(judge, "system", row) : held(judge, "product", row);
  return [...cell, chip].join("|");
};

/** A row's round as a number. */
export const roundOf = (judge: Judge, row: number) => Number(String(held(judge, "round", row)).slice(1));

/** How a sentence calls a submitter or a benchmark. */
export const inPrint = ({ rules }: Judge, name: Cell) => rules.names[String(name)] ?? String(name);

/** Of which suite of MLPerf a result is, as a sentence calls it. */
export const suiteOf = (judge: Judge, row: number): string =>
  judge.rules.suites[String(held(judge, "suite", row))] ?? judge.rules.suites.inference;

/** Whether a result is one of MLPerf Training or HPC. */
export const isTrained = (judge: Judge, row: number) => suiteOf(judge, row) !== judge.rules.suites.inference;

/** What the source states of a row, as it is printed; null where it states nothing. */
export const stated = (judge: Judge, name: string, row: number): string | null => {
  const { rules } = judge;
  const split = ["family", "target"].indexOf(name);
  const without = held(judge, "accelerator", row) === null && rules.without_chips[name];
  const value =
    split >= 0 ? rules.benchmarks[String(held(judge, "benchmark", row))][split] : without || held(judge, name, row);
  if (value === null) return null;
  if (typeof value === "number") return value.toLocaleString("en");
  return ["family", "benchmark", "submitter"].includes(name) ? inPrint(judge, value) : String(value);
};

/** A result for each accelerator: a rate is divided by them, and of a time to train their minutes are added up; null
 * where that says nothing. */
export const eachOf = (judge: Judge, row: number) => {
  if (!isTrained(judge, row)) return (held(judge, "per_accelerator", row) as number | null);
  const [value, number] = [Number(held(judge, "value", row)), held(judge, "accelerators", row)];
  if (number === null) return null;
  return held(judge, "higher_is_better", row) === true ? value / Number(number) : value * Number(number);
};

/** How good a result is, more being better. */
export const levelOf = (judge: Judge, row: number, divided: boolean) => {
  const value = Number(divided ? eachOf(judge, row) : held(judge, "value", row));
  return held(judge, "higher_is_better", row) === true ? value : 1 / value;
};

/** Submitter, accelerators and round: Nebius on 8 GB300 (v6.0). */
export const inWords = (judge: Judge, row: number, apart = "") => {
  const [number, round] = ["accelerators", "round"].map((name) => held(judge, name, row));
  const [submitter, chip] = ["submitter", "product"].map((name) => stated(judge, name, row));
  return filled(judge.rules.result, { submitter, chip, round, number: number === null ? "" : `${number} `, apart });
};

/* ---- Two results ---- */

/** Two rows, the one of the earlier round first. */
export const inOrder = (judge: Judge, one: number, two: number): [number, number] =>
  (roundOf(judge, one) <= roundOf(judge, two) ? [one, two] : [two, one]);

/** Whether two rows have an owner in common. */
export const shareOwner = (judge: Judge, a: number, b: number) => {
  const { rules } = judge;
  const [ours, theirs] = [a, b].map((row) => String(held(judge, rules.shared.owner.overlap, row)).split(rules.between));
  return ours.some((owner) => theirs.includes(owner));
};

/** Whether two rows differ in what is stated, submitters where they have no owner in common; null where that is not
 * known, as of how many processors two systems have. */
export const differ = (judge: Judge, name: string, a: number, b: number) => {
  const [one, two] = [a, b].map((row) => stated(judge, name, row));
  if (one === null || two === null) return null;
  if (one === two && one === judge.rules.without_chips[name]) {
    const [ours, theirs] = [a, b].map((row) => (name === "product" ? processorOf(judge, row) : null));
    return ours === null || theirs === null ? null : ours !== theirs;
  }
  return name === "submitter" ? !shareOwner(judge, a, b) : one !== two;
};

/** Whether two rows are one run, or one row. */
export const areOne = (judge: Judge, a: number, b: number) =>
  a === b || (held(judge, "run", a) !== null && held(judge, "run", a) === held(judge, "run", b));

/** Whether two rows meet a condition; null where the source does not say. */
export const meets = (judge: Judge, { column, value }: Words, a: number, b: number) => {
  const apart = differ(judge, column, a, b);
  return apart === null ? null : !apart && (!value || stated(judge, column, a) === value);
};

/** The rules on two systems without accelerators; none of others. */
const processorRules = ({ rules, results }: Judge, rows: number[]) =>
  (rows.every((row) => results.get("accelerator", row) === null) ? rules.processors : {});

/** The same as `meets`, and what they state, in words. */
export const shared = (judge: Judge, check: Words, a: number, b: number): [boolean | null, string] => {
  const { rules } = judge;
  const rounds = [a, b].map((row) => held(judge, "round", row));
  const one = rounds[0] === rounds[1];
  const [holds, of] = [meets(judge, check, a, b), processorRules(judge, [a, b])[check.column]];
  const said = [a, b].map((row) => (of && holds !== null ? processorOf(judge, row) : stated(judge, check.column, row)));
  if (said.includes(null)) {
    return [null, filled(rules.unstated[said[0] === said[1] ? "both" : "one"], { what: check.what })];
  }
  if (holds === null) return [null, of.unknown];
  const each = said.map((what, side) => (one ? what : `${what} in ${rounds[side]}`)).join(one ? " and " : ", ");
  const both = said[0] === said[1] ? `${said[0]} in both ${one ? "results" : "rounds"}` : each;
  if (holds) return [true, both];
  const words = of ? of.differ : differ(judge, check.column, a, b) ? check.differ : check.other;
  return [false, `${words} (${both})`];
};

/** What MLCommons' table and our own rules say of the versions of two rows of a family, the earlier first: a state, and
 * that in words (analysis/comparison.py). */
export const versions = (judge: Judge, a: number, b: number): [state: string, words: string] => {
  const of = (name: string, row: number) => held(judge, name, row) ?? "";
  const key = [of("benchmark", b), of("round", a), of("round", b), of("suite", a), of("suite", b)].join("|");
  return judge.rules.states[judge.rules.state_of[key]];
};

/* ---- May they be compared? ---- */

/** Whether what is said with care of this name is said of two rows. */
const careful = (judge: Judge, name: string, a: number, b: number) => {
  if (name !== "opened") return differ(judge, name, a, b) === true;
  return held(judge, "division", a) !== "closed" && held(judge, "division", a) === held(judge, "division", b);
};

/** Whether a case of `answers` applies to two rows: the state of their versions is that, or one of these. */
const CASES: Record<string, (judge: Judge, a: number, b: number) => boolean> = {
  suites: (judge, a, b) => suiteOf(judge, a) !== suiteOf(judge, b),
  "one run": areOne,
  "power unknown": (judge, a, b) => {
    const power = [a, b].map((row) => stated(judge, "power", row));
    return power.includes(null) && power.includes("yes");
  },
  "with care": (judge, a, b) => Object.keys(judge.rules.care).some((name) => careful(judge, name, a, b)),
};

/** The name of the case of `answers` that decides on two rows: the first that applies. */
export const decidesOn = (judge: Judge, a: number, b: number) => {
  const { answers, deciding } = judge.rules;
  const decides = Object.keys(answers).find((name) =>
    CASES[name]?.(judge, a, b) ?? (deciding.includes(name) ? differ(judge, name, a, b) === true
      : versions(judge, a, b)[0] === name));
  return String(decides);
};

/** In what two rows differ, and of what that is not known, as sentences. */
const differences = (judge: Judge, a: number, b: number) => {
  const { rules } = judge;
  const processors = processorRules(judge, [a, b]);
  const told = (template: string, columns: Words, apart: boolean | null) => {
    // Of Training no table says which program timed a run.
    const names = Object.keys(columns).filter((name) =>
      !(name === "program" && isTrained(judge, a)) && differ(judge, name, a, b) === apart);
    const named = listed(names.map((name) => processors[name]?.what ?? columns[name]));
    return names.length ? [filled(template, { differences: named })] : [];
  };
  return [
    ...rules.differences.flatMap(({ words, columns }) => told(words, columns, true)),
    ...told(rules.unknown, Object.assign({}, ...rules.differences.map(({ columns }) => columns)), null),
  ];
};

/** Whether two rows may be compared, and why. */
export const mayCompare = (judge: Judge, a: number, b: number): [allowed: string, why: string] => {
  const { rules } = judge;
  const rows = [a, b];
  const decides = decidesOn(judge, a, b);
  const { allowed, words } = rules.answers[decides];
  const each = (name: string) => rows.map((row) => stated(judge, name, row) ?? "");
  const sides = decides === "suites" ? rows.map((row) => suiteOf(judge, row))
    : decides === "one run" ? each("row_id") : rules.deciding.includes(decides) ? each(decides) : ["", ""];
  const told = filled(words, { before: sides[0], after: sides[1], versions: versions(judge, a, b)?.[1] });
  if (allowed === "no") return [allowed, told];
  const meaning = listed([...new Set(each("division"))].map((name) => rules.divisions[name]).filter(Boolean));
  const care = Object.entries(rules.care as Words).filter(([name]) => careful(judge, name, a, b))
    .map(([name, template]) => filled(template, { before: each(name)[0], after: each(name)[1], meaning }));
  return [allowed, [told, ...care, ...differences(judge, a, b)].join(" ")];
};
