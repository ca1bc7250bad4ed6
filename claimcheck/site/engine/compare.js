/* Two results compared: may they be, in what do they differ, and what is left of their ratio between results that do
 * not
   differ so. What is left, and whether that matters, is computed as claims are asked it (analysis/questions.py). */
import { footnote } from "./footnote.js";
import {
  differ, eachOf, held, inOrder, inRank, inWords, isTrained, levelOf, mayCompare, meets, placeOf, shared, stated,
  versions,
} from "./judge.js";
import { decimalsOf, filled, listed, printed, sentence, times } from "./words.js";

/** @typedef {import("./judge.js").Judge} Judge */
/** A pair of results that share what is asked of them, and the ratio of the second over the first.
 * @typedef {{ left: number, rows: number[] }} LikePair */
/** Of all such pairs that with the highest and with the lowest ratio, that of the best results, and how many there are.
 * @typedef {{ most: LikePair, least: LikePair, best: LikePair, pairs: number }} Range */

// A lead below this is told in percent.
const AHEAD = 1.1;

/* ---- What is left between results that do not differ so ---- */

/** What a row shares by some conditions, as a text; null where the source does not state it, or it is not what they
 * ask.
 * @param {Judge} judge @param {Words[]} checks @param {number} row */
const sharedBy = (judge, checks, row) => {
  const parts = checks.map(({ column, value }) => {
    const said = stated(judge, column, row);
    return said === judge.rules.without_chips[column] || (value && said !== value) ? null : said;
  });
  return parts.includes(null) ? null : parts.join("|");
};

/** The pairs of two lists of rows that meet all of some conditions, by their ratio.
 * @param {Judge} judge @param {Words[]} wanted @param {number[][]} lists
 * @param {boolean} divided @returns {Range | null} */
const rangeOf = (judge, wanted, [before, after], divided) => {
  const owned = wanted.find(({ overlap }) => overlap);
  const keyOf = (/** @type {number} */ row) => sharedBy(judge, wanted.filter(({ overlap }) => !overlap), row);
  const earlier = Map.groupBy(before, keyOf);
  /** @type {Range | null} */
  let range = null;
  for (const y of after) {
    const key = keyOf(y);
    for (const x of key === null ? [] : earlier.get(key) ?? []) {
      if (owned && meets(judge, owned, x, y) !== true) continue;
      const pair = { left: levelOf(judge, y, divided) / levelOf(judge, x, divided), rows: [x, y] };
      if (!range) range = { most: pair, least: pair, best: pair, pairs: 0 };
      range.pairs += 1;
      if (pair.left > range.most.left) range.most = pair;
      if (pair.left < range.least.left) range.least = pair;
      if (betterPair(judge, pair, range.best, divided)) range.best = pair;
    }
  }
  return range;
};

/** Whether a pair has a better later result than another one, or the same and a better earlier one.
 * @param {Judge} judge @param {LikePair} one @param {LikePair} two @param {boolean} divided */
const betterPair = (judge, one, two, divided) => {
  const [[x, y], [u, v]] = [one, two].map(({ rows }) => rows.map((row) => levelOf(judge, row, divided)));
  return y > v || (y === v && x > u);
};

/** The pairs that meet the conditions of these names and what else two rows meet, with as few of the two replaced as
 * can be.
 * @param {Judge} judge @param {number[]} rows @param {string[]} names @param {boolean} divided */
const likeThem = (judge, [a, b], names, divided) => {
  const imposed = judge.checks.filter(({ label }) => !label);
  const wanted = imposed.filter((check) => names.includes(check.name) || meets(judge, check, a, b));
  const [before, after] = [a, b].map((row) => (judge.places().get(placeOf(judge, row)) ?? [])
    .filter((one) => !divided || eachOf(judge, one) !== null));
  const one = [rangeOf(judge, wanted, [[a], after], divided), rangeOf(judge, wanted, [before, [b]], divided)];
  return joined(judge, one, divided) ?? rangeOf(judge, wanted, [before, after], divided);
};

/** Two ranges as one. @param {Judge} judge @param {(Range | null)[]} ranges
 * @param {boolean} divided @returns {Range | null} */
const joined = (judge, ranges, divided) => {
  const known = ranges.filter((range) => range !== null);
  if (known.length < 2) return known[0] ?? null;
  const pick = (
    /** @type {(one: LikePair, two: LikePair) => boolean} */ before,
    /** @type {"most" | "least" | "best"} */ name,
  ) => known.map((range) => range[name]).reduce((one, two) => (before(two, one) ? two : one));
  return {
    most: pick((one, two) => one.left > two.left, "most"), least: pick((one, two) => one.left < two.left, "least"),
    best: pick((one, two) => betterPair(judge, one, two, divided), "best"), pairs: known[0].pairs + known[1].pairs,
  };
};

/* ---- What differs, and whether it matters ---- */

/** A ratio in words: that of the other side where it is below one. @param {Judge} judge @param {number} left */
const inFavour = ({ rules }, left) => (left < 1 ? filled(rules.reversed, { ratio: times(1 / left) }) : times(left));

/** Who takes the place of which of two rows in a pair. @param {Judge} judge @param {number[]} rows
 * @param {LikePair} pair */
const replacing = (judge, rows, pair) =>
  listed(rows.flatMap((row, side) => (pair.rows[side] === row ? [] : [inWords(judge, pair.rows[side])])));

/** What follows from a range in words, by how much of the lead is lost at its ends.
 * @param {Judge} judge @param {number[]} rows @param {Range} range @param {string} phrase @param {string} kind */
const rangeInWords = (judge, rows, range, phrase, kind) => {
  const { matters } = judge.rules;
  const { most, least, best } = range;
  const said = { phrase, figure: inFavour(judge, most.left), other: replacing(judge, rows, most) };
  const low = inFavour(judge, least.left);
  if (low === said.figure && matters[kind]) return filled(matters[kind], said);
  const ends = { low, high: said.figure, least: replacing(judge, rows, least), most: said.other };
  const middle = best === most || best === least ? "" : filled(matters.best, { figure: inFavour(judge, best.left) });
  return filled(matters[`${kind} range`], { phrase, pairs: printed(range.pairs, 0), ...ends, best: middle });
};

/** What is left with the conditions of these names, and what follows.
 * @param {Judge} judge @param {number[]} rows the better one last @param {string[]} names
 * @param {boolean} divided @param {boolean} [whole] */
const follows = (judge, rows, names, divided, whole = false) => {
  const { rules } = judge;
  const ratio = levelOf(judge, rows[1], divided) / levelOf(judge, rows[0], divided);
  const range = likeThem(judge, rows, names, divided);
  const phrases = names.map((name) => rules.questions[name].phrase);
  // What they have in common is said once: between systems of one company and one size.
  const once = (/** @type {string} */ words, /** @type {number} */ place) =>
    (place && phrases[0].startsWith(rules.of_systems) ? words.replace(rules.of_systems, "") : words);
  const phrase = listed(phrases.map(once));
  const { lost, close } = rules.threshold;
  if (range === null) {
    const each = names.join() === "number" && rows.every((row) => eachOf(judge, row) !== null);
    const left = each ? levelOf(judge, rows[1], true) / levelOf(judge, rows[0], true) : null;
    const words =
      left === null
        ? filled(rules.matters.none, { phrase })
        : filled(rules.matters.each, { figure: inFavour(judge, left) });
    return { left: divided ? left : null, least: left, follows: whole ? "" : words };
  }
  const loss = (/** @type {number} */ left) => (ratio - left) / Math.max(Math.abs(ratio - 1), close);
  const heavy = [range.most, range.least].map(({ left }) => loss(left) > lost);
  const kind = whole
    ? "together"
    : heavy[0]
      ? "figure"
      : heavy[1]
        ? "may"
        : loss(range.least.left) <= 0
          ? "more"
          : "same";
  return { left: range.most.left, least: range.least.left, follows: rangeInWords(judge, rows, range, phrase, kind) };
};

/** What each condition says of two rows, the earlier first, what follows if it fails for the lead of the better one,
 * and what
 * follows from all that fail. @param {Judge} judge @param {number} a @param {number} b @param {boolean} divided */
const conditionsOf = (judge, a, b, divided) => {
  const { rules, checks } = judge;
  const rank = inRank(judge, a, b, divided);
  const sameChip = held(judge, "round", a) === held(judge, "round", b) && differ(judge, "product", a, b) === false;
  /** @type {string[]} */
  const failing = [];
  const [state, said] = versions(judge, a, b);
  const conditions = rules.asked.map((name) => {
    const check = checks.find((one) => one.name === name);
    const ofVersions = /** @type {[boolean | null, string]} */ ([
      state === "not settled" ? null : rules.comparable.includes(state), said,
    ]);
    const [holds, detail] = check ? shared(judge, check, a, b) : ofVersions;
    const subject =
      (check?.subject && differ(judge, check.subject, a, b)) || (sameChip && rules.subjects.includes(name));
    const fails = holds === false && !subject;
    if (fails) failing.push(name);
    const after = holds ? "" : holds === null ? rules.matters.unknown : rules.matters.subject;
    const left = fails ? follows(judge, rank, [name], divided) : { left: null, least: null, follows: after };
    return { name: check?.label ?? rules.questions[name].label, holds, detail, ...left };
  });
  const together = failing.length > 1 ? follows(judge, rank, failing, divided, true) : null;
  return { conditions, together: together?.left ? together.follows : null };
};

/* ---- The two results in words ---- */

/** Two results in words that tell them apart: the models and targets if they differ, else the first thing that does.
 * @param {Judge} judge @param {number[]} rows */
export const namesOf = (judge, rows) => {
  const { rules } = judge;
  const [a, b] = rows;
  const apart = Object.keys(rules.apart).filter((name) => differ(judge, name, a, b));
  const always = apart.filter((name) => rules.always_apart.includes(name));
  const alike = inWords(judge, a) === inWords(judge, b) && !always.length;
  const named = alike ? apart.slice(0, 1) : always;
  return rows.map((row) => inWords(judge, row,
    named.map((name) => filled(rules.apart[name], { value: stated(judge, name, row) ?? rules.not_stated })).join("")));
};

/** What two results are of; without the accuracy target where that differs. @param {Judge} judge
 * @param {number} a @param {number} b */
const cellInWords = (judge, a, b) => {
  const benchmark = stated(judge, differ(judge, "target", a, b) ? "family" : "benchmark", b);
  const scenario = String(held(judge, "scenario", b));
  return `${suiteOf(judge, b)} ${benchmark}${scenario === judge.rules.suites.training ? "" : ` ${scenario}`}`;
};

/** The suite of MLPerf in print. @param {Judge} judge @param {number} row */
const suiteOf = (judge, row) => judge.rules.suites[String(held(judge, "suite", row))] ?? judge.rules.suites.inference;

/** The ratio of two rows of one unit, the second over the first; null where one of them is 0 or has no result.
 * @param {Judge} judge @param {number} a @param {number} b */
export const ratioOf = (judge, a, b) => {
  const total = Number(held(judge, "value", b)) / Number(held(judge, "value", a));
  const [one, two] = [a, b].map((row) => eachOf(judge, row));
  if (!total || !Number.isFinite(total)) return null;
  return { total, per_accelerator: one === null || two === null ? null : two / one };
};

/** How a ratio is told: a rate divided by the accelerators or not; a time. @param {Judge} judge
 * @param {number} a @param {number} b */
const kindOf = (judge, a, b) => {
  if (held(judge, "higher_is_better", b) !== true) return "times";
  return eachOf(judge, a) !== null && eachOf(judge, b) !== null ? "divided" : "whole";
};

/** The ratio and what follows it where it is shown alone: 2.77x per accelerator, 3.25x in total.
 * @param {Judge} judge @param {number} a @param {number} b @param {string} kind */
const shownOf = (judge, a, b, kind) => {
  const { shown } = judge.rules;
  const [divided, other] = [kind === "divided", kind !== "whole" && [a, b].every((row) => eachOf(judge, row) !== null)];
  const over = inRank(judge, a, b, divided)[1];
  const [lower, upper] = inRank(judge, a, b, !divided);
  // By whom is said of both where it is not the later result in both.
  const named = over === a || (other && upper === a);
  const by = (/** @type {number} */ row) => (named ? filled(shown.by, { result: inWords(judge, row) }) : "");
  const second = other ? `, ${times(levelOf(judge, upper, !divided) / levelOf(judge, lower, !divided))}${
    divided ? shown.total : shown.divided}${by(upper)}` : "";
  return `${shown[kind]}${by(over)}${second}`;
};

/** The comparison as a register that `claimcheck check` reads; null for what a register cannot name.
 * @param {Judge} judge @param {number} a @param {number} b @param {string} kind */
const entryOf = (judge, a, b, kind) => {
  const { rules } = judge;
  const [divided, sooner] = [kind === "divided", kind === "times"];
  const published = levelOf(judge, b, divided) / levelOf(judge, a, divided);
  const said = {
    before: inWords(judge, a), after: inWords(judge, b), cell: cellInWords(judge, a, b).replace(/^Inference /, ""),
  };
  return filled(rules.entry, {
    statement: JSON.stringify(filled(sooner ? rules.statement_times : rules.statement, said)),
    before: JSON.stringify(String(held(judge, "row_id", a))), after: JSON.stringify(String(held(judge, "row_id", b))),
    published: printed(published, decimalsOf(published), false), decimals: decimalsOf(published),
    measure: divided ? "" : rules.measure,
  });
};

/** The comparison in a sentence, by the better result. @param {Judge} judge @param {number[]} rows
 * @param {string} kind */
const headline = (judge, rows, kind) => {
  const { rules } = judge;
  const divided = kind === "divided";
  const names = namesOf(judge, rows);
  const [under, over] = inRank(judge, rows[0], rows[1], divided);
  const lead = levelOf(judge, over, divided) / levelOf(judge, under, divided);
  return filled(rules[lead > 1 && lead < AHEAD ? "ahead" : "sentence"][kind], {
    over: names[rows.indexOf(over)], under: names[rows.indexOf(under)], cell: cellInWords(judge, rows[0], rows[1]),
    ratio: times(lead).slice(0, -1), percent: printed((lead - 1) * 100, 1), unit: held(judge, "unit", rows[1]),
  });
};

/* ---- What is known of both ---- */

/** The ratio by each rate of the runs' logs. @param {Judge} judge @param {number} under @param {number} over */
const denominatorsOf = (judge, under, over) => {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [column, name] of Object.entries(/** @type {Words} */ (judge.rules.denominators))) {
    const [first, second] = [under, over].map((row) => judge.points().get(row)?.[column] ?? null);
    if (first !== null && second !== null) found[name] = Number(second) / Number(first);
  }
  return found;
};

/** Each metric of a result's accuracy run with its target. @param {Judge} judge @param {number} row */
const accuracyOf = ({ accuracy, rules }, row) => {
  const { words, least, decimals } = rules.accuracy;
  /** @type {string[]} */
  const metrics = [];
  const rows = accuracy?.columns.row.numbers;
  for (let at = rows ? rows.indexOf(row) : -1; rows && accuracy && at >= 0 && rows[at] === row; at += 1) {
    const figure = (/** @type {string} */ name) =>
      accuracy.get(name, at) === null ? "" : printed(Number(accuracy.get(name, at)), decimals);
    const target = figure("target");
    metrics.push(
      filled(words, { metric: accuracy.get("metric", at), value: figure("value") }) +
        (target && filled(least, { target })),
    );
  }
  return metrics;
};

/** What is known of two results, line by line: what it is, and of either. @param {Judge} judge
 * @param {number[]} rows */
const known = (judge, rows) => {
  const { rules } = judge;
  const names = /** @type {Words} */ (rules.seen);
  const said = Object.entries(names).map(([name, words]) => [
    words, ...rows.map((row) => stated(judge, name, row) ?? rules.not_stated),
  ]);
  const accuracy = rows.map((row) => accuracyOf(judge, row).join("; ") || rules.not_stated);
  return [...said, ["accuracy", ...accuracy]].filter(
    ([, one, two]) => one !== rules.not_stated || two !== rules.not_stated,
  );
};

/** What the logs of two results say of load and latency, line by line; nothing without a log.
 * @param {Judge} judge @param {number[]} rows */
const logged = (judge, rows) => {
  const { rules } = judge;
  const of = rows.map((row) => judge.points().get(row));
  if (!of.some(Boolean)) return [];
  const figure = (/** @type {string} */ name, /** @type {Cell} */ value) => {
    if (value === null) return rules.not_stated;
    const number = Number(value);
    return name.endsWith("_used")
      ? `${printed(number * 100, 1)}%`
      : printed(number, number < 1 ? 3 : number < 100 ? 1 : 0);
  };
  const names = /** @type {Words} */ (rules.logged);
  return Object.entries(names).map(([name, words]) => [
    words, ...of.map((point) => figure(name, point?.[name] ?? null)),
  ]);
};

/** The comparison of two rows, the one of the earlier round first. @param {Judge} judge @param {number} one
 * @param {number} two */
export const compare = (judge, one, two) => {
  const rows = inOrder(judge, one, two);
  const [a, b] = rows;
  const [before, after] = rows.map((row) => String(held(judge, "row_id", row)));
  const [allowed, why] = mayCompare(judge, a, b);
  const pair = allowed === "no" ? null : ratioOf(judge, a, b);
  const found = {
    rows, before, after, allowed, why, names: namesOf(judge, rows), known: known(judge, rows),
    logged: logged(judge, rows), footnote: footnote(judge, rows, pair !== null),
  };
  if (pair === null) {
    return {
      ...found, ratio: null, priced: false, conditions: [], together: null, denominators: {}, said: [why],
      sentences: why, entry: null,
    };
  }
  const kind = kindOf(judge, a, b);
  const divided = kind === "divided";
  const [under, over] = inRank(judge, a, b, divided);
  const text = times(levelOf(judge, over, divided) / levelOf(judge, under, divided));
  const { conditions, together } = conditionsOf(judge, a, b, divided);
  const said = [
    headline(judge, rows, kind),
    ...conditions.filter(({ holds }) => !holds).flatMap((condition) => [sentence(condition.detail), condition.follows]),
    ...(together === null ? [] : [together]),
  ];
  return {
    ...found, ratio: { ...pair, text, shown: shownOf(judge, a, b, kind) }, priced: divided && !isTrained(judge, b),
    conditions, together, denominators: divided ? denominatorsOf(judge, under, over) : {}, said,
    sentences: said.join(" "), entry: entryOf(judge, a, b, kind),
  };
};
