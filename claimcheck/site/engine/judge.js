/* The judge of a pair: what two results share, and whether they may be compared, by the rules of
   claimcheck/analysis/comparison.yml. Its SQL, for sets of pairs, is analysis/comparison.py. */
import { filled, listed, once } from "./words.js";

/** @typedef {{ results: ResultTable, compare: CompareTable, runs?: ResultTable, accuracy?: ResultTable }}
 * JudgedTables */
/** What a pair is judged with: a table of results, the rules, and what is known of runs, for comparisons.
 * @typedef {{ results: ResultTable, rules: Rules, runs?: ResultTable, accuracy?: ResultTable, checks: Words[],
 *   rounds: () => number[], places: () => Map<string, number[]>, points: () => Map<Cell, Record<string, Cell>> }}
 * Judge */

/** @param {JudgedTables} tables @returns {Judge} */
export const judgeOf = ({ results, compare: { rules }, runs, accuracy }) => {
  const every = Array.from({ length: results.rows }, (_none, row) => row);
  const pointOf = (/** @type {ResultTable} */ of, /** @type {number} */ at) =>
    Object.fromEntries(Object.keys(of.columns).map((name) => [name, of.get(name, at)]));
  /** @type {Judge} */
  const judge = {
    results, rules, runs, accuracy,
    checks: Object.entries(/** @type {Record<string, Words>} */ (rules.shared)).map(([name, check]) => ({
      name, ...check,
    })),
    rounds: once(() => (results.columns.round.words ?? []).map((round) => rules.rounds.indexOf(String(round)))),
    places: once(() =>
      Map.groupBy(
        every.filter((row) => Number(results.get("value", row)) > 0),
        (row) => placeOf(judge, row),
      ),
    ),
    points: once(
      () =>
        new Map(
          Array.from({ length: runs?.rows ?? 0 }, (_none, at) => {
            const point = pointOf(/** @type {ResultTable} */ (runs), at);
            return [point.row, point];
          }),
        ),
    ),
  };
  return judge;
};

// What a processor's name has in some spellings alone (analysis/questions.py).
const SPELLING = /\((R|TM)\)|Intel|AMD|CPU|Processor|@.*|\d+-Core/gi;
/** What a result ran on: its accelerator, or without one its processor in one spelling. @param {Judge} judge
 * @param {number} row */
const platformOf = (judge, row) => {
  if (held(judge, "accelerators", row) !== null) return held(judge, "product", row);
  const processor = held(judge, "host_processor", row);
  return processor === null ? held(judge, "system", row) : String(processor).replaceAll(SPELLING, "").trim();
};

/** What may take a result's place: rows of its round, benchmark, scenario, unit and platform.
 * @param {Judge} judge @param {number} row */
export const placeOf = (judge, row) => {
  const cell = ["round", "benchmark", "scenario", "unit"].map((name) => held(judge, name, row));
  return [...cell, platformOf(judge, row)].join("|");
};

/** A cell; null where the table has no such column. @param {Judge} judge @param {string} name @param {number} row */
export const held = ({ results }, name, row) => (name in results.columns ? results.get(name, row) : null);

/** The place of a row's round. @param {Judge} judge @param {number} row */
export const roundOf = ({ results, rounds }, row) =>
  rounds()[/** @type {Uint16Array} */ (results.columns.round.at)[row]];

/** How a sentence calls a submitter or a benchmark. @param {Judge} judge @param {Cell} name */
export const inPrint = ({ rules }, name) => rules.names[String(name)] ?? String(name);

/** Whether a result is one of MLPerf Training or HPC. @param {Judge} judge @param {number} row */
export const isTrained = (judge, row) =>
  held(judge, "suite", row) !== null && String(held(judge, "suite", row)) in judge.rules.suites;

/** What the source states of a row, as it is printed; null where it states nothing.
 * @param {Judge} judge @param {string} name @param {number} row @returns {string | null} */
export const stated = (judge, name, row) => {
  const { rules } = judge;
  const split = ["family", "target"].indexOf(name);
  const without = held(judge, "accelerator", row) === null && rules.without_chips[name];
  const value =
    split >= 0 ? rules.benchmarks[String(held(judge, "benchmark", row))][split] : without || held(judge, name, row);
  if (value === null) return null;
  return ["family", "benchmark", "submitter"].includes(name) ? inPrint(judge, value) : String(value);
};

/** @param {Judge} judge @param {number} a @param {number} b */
const shareOwner = (judge, a, b) => {
  const { rules } = judge;
  const [ours, theirs] = [a, b].map((row) => String(held(judge, rules.shared.owner.overlap, row)).split(rules.between));
  return ours.some((owner) => theirs.includes(owner));
};

/** Whether two rows differ in what is stated, submitters where they have no owner in common; null where that is not
 * known,
 * as of two systems of processors alone. @param {Judge} judge @param {string} name @param {number} a
 * @param {number} b */
export const differ = (judge, name, a, b) => {
  const [one, two] = [stated(judge, name, a), stated(judge, name, b)];
  if (one === null || two === null || (one === two && one === judge.rules.without_chips[name])) return null;
  return name === "submitter" ? !shareOwner(judge, a, b) : one !== two;
};

/** Whether two rows meet a condition; null where the source does not say.
 * @param {Judge} judge @param {Words} check @param {number} a @param {number} b */
export const meets = (judge, { column, value }, a, b) => {
  const apart = differ(judge, column, a, b);
  return apart === null ? null : !apart && (!value || stated(judge, column, a) === value);
};

/** The same, and what they state, in words.
 * @param {Judge} judge @param {Words} check @param {number} a @param {number} b @returns {[boolean | null, string]} */
export const shared = (judge, check, a, b) => {
  const { rules, results: { get } } = judge;
  const said = [a, b].map((row) => stated(judge, check.column, row));
  const one = get("round", a) === get("round", b);
  const missing = [a, b].filter((_row, side) => said[side] === null);
  if (missing.length) {
    const which = rules.which[missing.length > 1 ? "both" : one ? "one" : "of"];
    const whose = filled(which, { round: get("round", missing[0]) });
    return [null, filled(rules.unstated, { what: check.what, which: whose })];
  }
  const apart = differ(judge, check.column, a, b);
  if (apart === null) return [null, rules.processors];
  const each = (one ? said : [a, b].map((row, side) => `${said[side]} in ${get("round", row)}`)).join(
    one ? " and " : ", ",
  );
  if (apart) return [false, `${check.differ} (${each})`];
  const both = said[0] === said[1] ? `${said[0]} in both ${one ? "results" : "rounds"}` : each;
  return meets(judge, check, a, b) ? [true, both] : [false, `${check.other} (${both})`];
};

/** What MLCommons' table says of the versions of two rows, the earlier first: a state, and its parts for their suites.
 * @param {Judge} judge @param {number} a @param {number} b @returns {[string, [string, string[]][]]} */
export const versionState = (judge, a, b) => {
  const { rules } = judge;
  const [before, after] = [a, b].map((row) => String(held(judge, "round", row)));
  const benchmark = String(held(judge, "benchmark", b));
  if (before === after) return ["one round", []];
  const suites = [a, b].map((row) => String(held(judge, "suite", row)));
  const parts = Object.entries(/** @type {Record<string, string[]>} */ (rules.listed[benchmark] ?? {}))
    .filter(([suite, rounds]) => suites.includes(suite) && rounds.length);
  if (parts.some(([, rounds]) => rounds.includes(before) && rounds.includes(after))) {
    const cut = rules.breaks[rules.benchmarks[benchmark][0]];
    const place = cut && rules.rounds.indexOf(cut.round);
    return [cut && roundOf(judge, a) < place && place <= roundOf(judge, b) ? "broken" : "comparable", parts];
  }
  return [lastOf(judge, suites) < roundOf(judge, b) ? "not settled" : "not comparable", parts];
};

/** The place of the last round that MLCommons' table reaches in one of these suites. @param {Judge} judge
 * @param {string[]} suites */
const lastOf = ({ rules }, suites) => Math.max(...suites.flatMap((suite) => {
  const last = rules.last[suite];
  // A round of the table that we do not hold is later than all that we hold.
  return last === undefined ? [] : rules.rounds.includes(last) ? rules.rounds.indexOf(last) : rules.rounds.length;
}));

/** The same in words. @param {Judge} judge @param {number} a @param {number} b @returns {[string, string]} */
export const versions = (judge, a, b) => {
  const { rules } = judge;
  const words = rules.versions;
  const [benchmark, [state, parts]] = [stated(judge, "benchmark", b), versionState(judge, a, b)];
  const said = parts.map(([suite, rounds]) => filled(words[rounds.length > 1 ? "span" : "alone"],
    { suite: rules.suites[suite] ?? suite, benchmark, first: rounds[0], last: rounds[rounds.length - 1] }));
  const named = said.join("; ") || filled(words.none, { benchmark });
  const template = { "one round": words["one round"], broken: words.broken, "not settled": words.ends }[state] ?? named;
  const family = rules.benchmarks[String(held(judge, "benchmark", b))][0];
  const last = rules.last[String(held(judge, "suite", b))];
  return [
    state,
    filled(template, { named, benchmark, round: held(judge, "round", b), last, why: rules.breaks[family]?.why }),
  ];
};

/** Whether what is said with care of this name is said of two rows. @param {Judge} judge @param {string} name
 * @param {number} a @param {number} b */
const careful = (judge, name, a, b) => {
  if (name !== "opened") return differ(judge, name, a, b) === true;
  return held(judge, "division", a) !== "closed" && held(judge, "division", a) === held(judge, "division", b);
};

/** The name of the case of `answers` that decides on two rows: the first that applies.
 * @param {Judge} judge @param {number} a @param {number} b */
export const decidesOn = (judge, a, b) => {
  const { rules } = judge;
  const cases = [versionState(judge, a, b)[0], ...rules.deciding.filter((name) => differ(judge, name, a, b))];
  const power = [a, b].map((row) => stated(judge, "power", row));
  if (power.includes(null) && power.includes("yes")) cases.push("power unknown");
  const [one, two] = [a, b].map((row) => held(judge, "run", row));
  if (one !== null && one === two) cases.push("one run");
  if (Object.keys(rules.care).some((name) => careful(judge, name, a, b))) cases.push("with care");
  return Object.keys(rules.answers).find((name) => cases.includes(name)) ?? "comparable";
};

/** Whether two rows may be compared, and why. @param {Judge} judge @param {number} a
 * @param {number} b @returns {[string, string]} */
export const mayCompare = (judge, a, b) => {
  const { rules } = judge;
  const both = (/** @type {string} */ name) => ({
    before: stated(judge, name, a) ?? "", after: stated(judge, name, b) ?? "",
  });
  const decides = decidesOn(judge, a, b);
  const { allowed, words } = rules.answers[decides];
  const [before, after] = labelsOf(judge, [a, b]);
  const sides = decides === "one run" ? { before, after } : rules.deciding.includes(decides) ? both(decides) : {};
  const told = [filled(words, { versions: versions(judge, a, b)[1], ...sides })];
  if (allowed === "no") return [allowed, told[0]];
  const meaning = listed(
    [...new Set(Object.values(both("division")))].map((name) => rules.divisions[name]).filter(Boolean),
  );
  for (const [name, template] of Object.entries(/** @type {Words} */ (rules.care))) {
    const [column, sided] = [
      name === "opened" ? "division" : name, { ...both(name === "opened" ? "division" : name), meaning },
    ];
    if (careful(judge, name, a, b) && column) told.push(filled(template, sided));
  }
  const named = rules.differences.map(({ words: template, columns }) =>
    [template, columns, Object.keys(columns).filter((name) => differ(judge, name, a, b))]);
  const columns = Object.assign({}, ...rules.differences.map((one) => one.columns));
  // Of Training no table says which program timed a run.
  for (const name of Object.keys(columns)) if (!(name in judge.results.columns)) delete columns[name];
  named.push([rules.unknown, columns, Object.keys(columns).filter((name) => differ(judge, name, a, b) === null)]);
  for (const [template, names, of] of /** @type {[string, Words, string[]][]} */ (named)) {
    if (of.length) told.push(filled(template, { differences: listed(of.map((name) => names[name])) }));
  }
  return [allowed, told.join(" ")];
};

/** What two rows of one run are of; with their systems where these differ. @param {Judge} judge
 * @param {number[]} rows */
const labelsOf = (judge, rows) => {
  const [one, two] = rows.map((row) => held(judge, "system", row));
  return rows.map((row) => `${stated(judge, "benchmark", row)} ${stated(judge, "scenario", row)}${
    one === two ? "" : ` of ${held(judge, "system", row)}`} (${held(judge, "row_id", row)})`);
};

/** A result for each accelerator: a rate is divided by them, and of a time to train their minutes are added up; null
 * where
 * that says nothing. @param {Judge} judge @param {number} row */
export const eachOf = (judge, row) => {
  if (!isTrained(judge, row)) return /** @type {number | null} */ (held(judge, "per_accelerator", row));
  const [value, number] = [Number(held(judge, "value", row)), held(judge, "accelerators", row)];
  if (number === null) return null;
  return held(judge, "higher_is_better", row) === true ? value / Number(number) : value * Number(number);
};

/** How good a result is, more being better. @param {Judge} judge @param {number} row @param {boolean} divided */
export const levelOf = (judge, row, divided) => {
  const value = Number(divided ? eachOf(judge, row) : held(judge, "value", row));
  return held(judge, "higher_is_better", row) === true ? value : 1 / value;
};

/** Two rows, the better one last. @param {Judge} judge @param {number} a @param {number} b @param {boolean} divided */
export const inRank = (judge, a, b, divided) =>
  levelOf(judge, b, divided) < levelOf(judge, a, divided) ? [b, a] : [a, b];

/** Two rows, the one of the earlier round first. @param {Judge} judge @param {number} one
 * @param {number} two @returns {[number, number]} */
export const inOrder = (judge, one, two) => (roundOf(judge, one) <= roundOf(judge, two) ? [one, two] : [two, one]);

/** Submitter, accelerators and round: Nebius on 8 GB300 (v6.0). @param {Judge} judge @param {number} row
 * @param {string} [apart] */
export const inWords = (judge, row, apart = "") => filled(judge.rules.result, {
  submitter: stated(judge, "submitter", row),
  number: held(judge, "accelerators", row) === null ? "" : `${held(judge, "accelerators", row)} `,
  chip: stated(judge, "product", row),
  round: held(judge, "round", row),
  apart,
});
