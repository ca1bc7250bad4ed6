/* The judge of a pair: what two results share, and whether they may be compared, by the rules of
   claimcheck/analysis/comparison.yml. Its SQL, for sets of pairs, is analysis/comparison.py. */
import { filled, listed, once } from "./words.ts";

export type JudgedTables = { results: ResultTable, compare: CompareTable };
/** What a pair is judged with: a table of results, the rules, and the rows of each place. */
export type Judge = {
  results: ResultTable, rules: Rules, checks: Words[], rounds: () => number[], places: () => Map<string, number[]>,
};

export const judgeOf = ({ results, compare: { rules } }: JudgedTables): Judge => {
  const every = Array.from({ length: results.rows }, (_none, row) => row);
  const checks = rules.shared as Record<string, Words>;
  const judge: Judge = {
    results, rules, checks: Object.entries(checks).map(([name, check]) => ({ name, ...check })),
    rounds: once(() => (results.columns.round.words ?? []).map((round) => rules.rounds.indexOf(String(round)))),
    places: once(() => {
      const known = every.filter((row) => Number(results.get("value", row)) > 0);
      return Map.groupBy(known, (row) => placeOf(judge, row));
    }),
  };
  return judge;
};

/* ---- A result ---- */

/** A cell; null where the table has no such column. */
export const held = ({ results }: Judge, name: string, row: number) =>
  (name in results.columns ? results.get(name, row) : null);

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

/** The place of a row's round. */
export const roundOf = ({ results, rounds }: Judge, row: number) =>
  rounds()[(results.columns.round.at as Uint16Array)[row]];

/** How a sentence calls a submitter or a benchmark. */
export const inPrint = ({ rules }: Judge, name: Cell) => rules.names[String(name)] ?? String(name);

/** Whether a result is one of MLPerf Training or HPC. */
export const isTrained = (judge: Judge, row: number) => String(held(judge, "suite", row)) in judge.rules.suites;

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
export const inWords = (judge: Judge, row: number, apart: string = "") => filled(judge.rules.result, {
  submitter: stated(judge, "submitter", row), chip: stated(judge, "product", row), round: held(judge, "round", row),
  number: held(judge, "accelerators", row) === null ? "" : `${held(judge, "accelerators", row)} `, apart,
});

/* ---- Two results ---- */

/** Two rows, the better one last. */
export const inRank = (judge: Judge, a: number, b: number, divided: boolean) =>
  levelOf(judge, b, divided) < levelOf(judge, a, divided) ? [b, a] : [a, b];

/** Two rows, the one of the earlier round first. */
export const inOrder = (judge: Judge, one: number, two: number): [number, number] =>
  (roundOf(judge, one) <= roundOf(judge, two) ? [one, two] : [two, one]);

/** Whether both ran on processors alone. */
const areProcessors = (judge: Judge, rows: number[]) => rows.every((row) => held(judge, "accelerator", row) === null);

const shareOwner = (judge: Judge, a: number, b: number) => {
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

/** The same, and what they state, in words. */
export const shared = (judge: Judge, check: Words, a: number, b: number): [boolean | null, string] => {
  const { rules } = judge;
  const rounds = [a, b].map((row) => held(judge, "round", row));
  const one = rounds[0] === rounds[1];
  const [holds, of] = [meets(judge, check, a, b), areProcessors(judge, [a, b]) && rules.processors[check.column]];
  const said = [a, b].map((row) => (of && holds !== null ? processorOf(judge, row) : stated(judge, check.column, row)));
  if (said.includes(null)) {
    const which = rules.which[said[0] === said[1] ? "both" : one ? "one" : "of"];
    const whose = filled(which, { round: rounds[said.indexOf(null)] });
    return [null, filled(rules.unstated, { what: check.what, which: whose })];
  }
  if (holds === null) return [null, of.unknown];
  const each = said.map((what, side) => (one ? what : `${what} in ${rounds[side]}`)).join(one ? " and " : ", ");
  const both = said[0] === said[1] ? `${said[0]} in both ${one ? "results" : "rounds"}` : each;
  if (holds) return [true, both];
  const words = of ? of.differ : differ(judge, check.column, a, b) ? check.differ : check.other;
  return [false, `${words} (${both})`];
};

/* ---- Their versions ---- */

/** What MLCommons' table says of the versions of two rows, the earlier first: a state, and its parts for their
 * suites. */
export const versionState = (judge: Judge, a: number, b: number): [string, [string, string[]][]] => {
  const { rules } = judge;
  const [before, after] = [a, b].map((row) => String(held(judge, "round", row)));
  const benchmark = String(held(judge, "benchmark", b));
  if (before === after) return ["one round", []];
  const suites = [a, b].map((row) => String(held(judge, "suite", row)));
  const parts = Object.entries(((rules.listed[benchmark] ?? {}) as Record<string, string[]>))
    .filter(([suite, rounds]) => suites.includes(suite) && rounds.length);
  if (parts.some(([, rounds]) => rounds.includes(before) && rounds.includes(after))) {
    const cut = rules.breaks[rules.benchmarks[benchmark][0]];
    const place = cut && rules.rounds.indexOf(cut.round);
    return [cut && roundOf(judge, a) < place && place <= roundOf(judge, b) ? "broken" : "comparable", parts];
  }
  // A round of the table that we do not hold is later than all that we hold.
  const ends = suites.filter((suite) => suite in rules.last).map((suite) => rules.rounds.indexOf(rules.last[suite]));
  const last = ends.includes(-1) ? Infinity : Math.max(...ends);
  return [last < roundOf(judge, b) ? "not settled" : "not comparable", parts];
};

/** The same in words. */
export const versions = (judge: Judge, a: number, b: number): [string, string] => {
  const { rules } = judge;
  const words = rules.versions;
  const [benchmark, [state, parts]] = [stated(judge, "benchmark", b), versionState(judge, a, b)];
  const said = parts.map(([suite, rounds]) => filled(words[rounds.length > 1 ? "span" : "alone"],
    { suite: rules.suites[suite] ?? suite, benchmark, first: rounds[0], last: rounds[rounds.length - 1] }));
  const named = said.join("; ") || filled(words.none, { benchmark });
  const [round, suite, name] = ["round", "suite", "benchmark"].map((column) => String(held(judge, column, b)));
  const [last, why] = [rules.last[suite], rules.breaks[rules.benchmarks[name][0]]?.why];
  return [state, filled(words[state] ?? named, { named, benchmark, round, last, why })];
};

/* ---- May they be compared? ---- */

/** Whether what is said with care of this name is said of two rows. */
const careful = (judge: Judge, name: string, a: number, b: number) => {
  if (name !== "opened") return differ(judge, name, a, b) === true;
  return held(judge, "division", a) !== "closed" && held(judge, "division", a) === held(judge, "division", b);
};

/** The name of the case of `answers` that decides on two rows: the first that applies. */
export const decidesOn = (judge: Judge, a: number, b: number) => {
  const { rules } = judge;
  const cases = [versionState(judge, a, b)[0], ...rules.deciding.filter((name) => differ(judge, name, a, b))];
  const power = [a, b].map((row) => stated(judge, "power", row));
  if (power.includes(null) && power.includes("yes")) cases.push("power unknown");
  if (areOne(judge, a, b)) cases.push("one run");
  if (Object.keys(rules.care).some((name) => careful(judge, name, a, b))) cases.push("with care");
  return Object.keys(rules.answers).find((name) => cases.includes(name)) ?? "comparable";
};

/** In what two rows differ, and of what that is not known, as sentences. */
const differences = (judge: Judge, a: number, b: number) => {
  const { rules } = judge;
  const processors = areProcessors(judge, [a, b]) ? rules.processors : {};
  const told: (template: string, columns: Words, apart: boolean | null) => string[] = (template, columns, apart) => {
    // Of Training no table says which program timed a run.
    const names = Object.keys(columns).filter((name) =>
      name in judge.results.columns && differ(judge, name, a, b) === apart);
    const named = listed(names.map((name) => processors[name]?.what ?? columns[name]));
    return names.length ? [filled(template, { differences: named })] : [];
  };
  return [
    ...rules.differences.flatMap(({ words, columns }) => told(words, columns, true)),
    ...told(rules.unknown, Object.assign({}, ...rules.differences.map(({ columns }) => columns)), null),
  ];
};

/** Whether two rows may be compared, and why. */
export const mayCompare = (judge: Judge, a: number, b: number): [string, string] => {
  const { rules } = judge;
  const both = (name: string) =>
    ({ before: stated(judge, name, a) ?? "", after: stated(judge, name, b) ?? "" });
  const decides = decidesOn(judge, a, b);
  const { allowed, words } = rules.answers[decides];
  const [before, after] = labelsOf(judge, [a, b]);
  const sides = decides === "one run" ? { before, after } : rules.deciding.includes(decides) ? both(decides) : {};
  const told = filled(words, { versions: versions(judge, a, b)[1], ...sides });
  if (allowed === "no") return [allowed, told];
  const divisions = [...new Set(Object.values(both("division")))];
  const meaning = listed(divisions.map((name) => rules.divisions[name]).filter(Boolean));
  const care = Object.entries((rules.care as Words)).filter(([name]) => careful(judge, name, a, b))
    .map(([name, template]) => filled(template, { ...both(name), meaning }));
  return [allowed, [told, ...care, ...differences(judge, a, b)].join(" ")];
};

/** What two rows of one run are of; with their systems where these differ. */
const labelsOf = (judge: Judge, rows: number[]) => {
  const [one, two] = rows.map((row) => held(judge, "system", row));
  return rows.map((row) => `${stated(judge, "benchmark", row)} ${stated(judge, "scenario", row)}${
    one === two ? "" : ` of ${held(judge, "system", row)}`} (${held(judge, "row_id", row)})`);
};
