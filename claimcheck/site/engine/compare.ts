/* Two results compared: may they be, in what do they differ, and what is left of their ratio between results that do
   not differ so. What is left, and whether that matters, is computed as claims are asked it (analysis/questions.py). */
import { footnote } from "./footnote.ts";
import {
  areOne, differ, eachOf, held, inOrder, inRank, inWords, levelOf, mayCompare, meets, placeOf, shared,
  stated, versions,
} from "./judge.ts";
import { spanOf } from "./spans.ts";
import { filled, listed, printed, sentence, times } from "./words.ts";
import type { Judge } from "./judge.ts";

/** A pair of results that share what is asked of them, and the ratio of the second over the first. */
export type LikePair = { left: number, rows: number[] };
/** Of such pairs those with the highest and the lowest ratio, that of the best results, and how many there are. */
export type Range = { most: LikePair, least: LikePair, best: LikePair, pairs: number };

// A lead below this is told in percent.
const AHEAD = 1.1;

/* ---- The two results in words ---- */

/** A result in words that tell it from others: by what is said of it `always`, or else by the first thing in which all
 * others of these words differ, or one of them. */
const nameAmong = (judge: Judge, row: number, others: number[], always: string[] = []) => {
  const { rules } = judge;
  const name = inWords(judge, row);
  const twins = others.filter((other) => other !== row && inWords(judge, other) === name);
  const differs = (column: string) => (twin: number) => differ(judge, column, row, twin);
  const apart = Object.keys(rules.apart).filter((column) => twins.some(differs(column)));
  const first = apart.find((column) => twins.every(differs(column))) ?? apart[0];
  const said = always.length || !first ? always : [first];
  return inWords(judge, row, said.map((column) =>
    filled(rules.apart[column], { value: stated(judge, column, row) ?? rules.not_stated })).join(""));
};

/** Two results in words that tell them apart. */
const namesOf = (judge: Judge, rows: number[]) => {
  const [a, b] = rows;
  const always = judge.rules.always_apart.filter((name: string) => differ(judge, name, a, b));
  return rows.map((row) => nameAmong(judge, row, rows, always));
};

/** What two results are of: without the accuracy target where that differs, with their division where it is not the
 * closed one. */
const cellInWords = (judge: Judge, a: number, b: number) => {
  const { suites, opened } = judge.rules;
  const suite = suites[String(held(judge, "suite", b))] ?? suites.inference;
  const benchmark = stated(judge, differ(judge, "target", a, b) ? "family" : "benchmark", b);
  const scenario = String(held(judge, "scenario", b)).replace(suite, "").trim();
  const division = String(held(judge, "division", b));
  const open = division === "closed" || differ(judge, "division", a, b) ? "" : filled(opened, { division });
  return [suite, benchmark, scenario].filter(Boolean).join(" ") + open;
};

/** How a ratio is told: a rate divided by the accelerators or not; a time. */
const kindOf = (judge: Judge, a: number, b: number) => {
  if (held(judge, "higher_is_better", b) !== true) return "times";
  return [a, b].every((row) => eachOf(judge, row) !== null) ? "divided" : "whole";
};

/** The comparison in a sentence, by the better result. */
const headline = (judge: Judge, rows: number[], kind: string) => {
  const { rules } = judge;
  const names = namesOf(judge, rows);
  const [under, over] = inRank(judge, rows[0], rows[1], kind === "divided");
  const lead = levelOf(judge, over, kind === "divided") / levelOf(judge, under, kind === "divided");
  return filled(rules[lead > 1 && lead < AHEAD ? "ahead" : "sentence"][kind], {
    over: names[rows.indexOf(over)], under: names[rows.indexOf(under)], cell: cellInWords(judge, rows[0], rows[1]),
    ratio: times(lead).slice(0, -1), percent: printed((lead - 1) * 100, 1), unit: held(judge, "unit", rows[1]),
  });
};

/** The ratio and what follows it where it is shown alone: 2.77x per accelerator, 3.25x in total. */
const shownOf = (judge: Judge, rows: number[], kind: string) => {
  const { shown } = judge.rules;
  const [a, b] = rows;
  const [divided, other] = [kind === "divided", kind !== "whole" && rows.every((row) => eachOf(judge, row) !== null)];
  const over = inRank(judge, a, b, divided)[1];
  const [lower, upper] = inRank(judge, a, b, !divided);
  // By whom is said of both where it is not the later result in both.
  const named = over === a || (other && upper === a) ? namesOf(judge, rows) : null;
  const by = (row: number) => (named ? filled(shown.by, { result: named[rows.indexOf(row)] }) : "");
  const second = other ? `, ${times(levelOf(judge, upper, !divided) / levelOf(judge, lower, !divided))}${
    divided ? shown.total : shown.divided}${by(upper)}` : "";
  return `${shown[kind]}${other && over === upper ? "" : by(over)}${second}`;
};

/** The ratio of two rows of one unit, the second over the first; null where one of them is 0 or has no result. */
export const ratioOf = (judge: Judge, a: number, b: number) => {
  const total = Number(held(judge, "value", b)) / Number(held(judge, "value", a));
  const [one, two] = [a, b].map((row) => eachOf(judge, row));
  if (!total || !Number.isFinite(total)) return null;
  return { total, per_accelerator: one === null || two === null ? null : two / one };
};

/* ---- What is left between results that do not differ so ---- */

/** The pairs of two lists of rows that meet all of some conditions, by what they state. */
const pairsOf = (judge: Judge, wanted: Words[], [before, after]: number[][], divided: boolean) => {
  const { rules } = judge;
  const owned = wanted.find(({ overlap }) => overlap);
  const keyOf = (row: number) => {
    const parts = wanted.filter((check) => check !== owned).map(({ column, value }) => {
      const said = stated(judge, column, row);
      return said === rules.without_chips[column] || (value && said !== value) ? null : said;
    });
    return parts.includes(null) ? null : parts.join("|");
  };
  const earlier = Map.groupBy(before, keyOf);
  return after.flatMap((y) => {
    const key = keyOf(y);
    return (key === null ? [] : earlier.get(key) ?? [])
      .filter((x) => !areOne(judge, x, y) && (!owned || meets(judge, owned, x, y)))
      .map((x) => ({ left: levelOf(judge, y, divided) / levelOf(judge, x, divided), rows: [x, y] }));
  });
};

/** Whether a pair has a better later result than another one, or the same and a better earlier one. */
const isBetter = (judge: Judge, one: LikePair, two: LikePair, divided: boolean) => {
  const [[x, y], [u, v]] = [one, two].map(({ rows }) => rows.map((row) => levelOf(judge, row, divided)));
  return y > v || (y === v && x > u);
};

/** The pairs that meet the conditions of these names and what else two rows meet, with as few of the two replaced as
 * can be. */
const likeThem = (judge: Judge, [a, b]: number[], names: string[], divided: boolean): Range | null => {
  const imposed = judge.checks.filter(({ label }) => !label);
  const wanted = imposed.filter((check) => names.includes(check.name) || meets(judge, check, a, b));
  const [before, after] = [a, b].map((row) => judge.places().get(placeOf(judge, row)) ?? []);
  const one = [[[a], after], [before, [b]]].flatMap((lists) => pairsOf(judge, wanted, lists, divided));
  // Of one place any two results make a pair, in either order.
  const pairs = one.length || before === after ? one : pairsOf(judge, wanted, [before, after], divided);
  if (!pairs.length) return null;
  return {
    most: pairs.reduce((most, pair) => (pair.left > most.left ? pair : most)),
    least: pairs.reduce((least, pair) => (pair.left < least.left ? pair : least)),
    best: pairs.reduce((best, pair) => (isBetter(judge, pair, best, divided) ? pair : best)), pairs: pairs.length,
  };
};

/** A ratio in words: that of the other side where it is below one. */
const inFavour = ({ rules }: Judge, left: number) => {
  const ratio = times(left < 1 ? 1 / left : left);
  return left < 1 && ratio !== times(1) ? filled(rules.reversed, { ratio }) : ratio;
};

/** What follows from a range in words, by how much of the lead is lost at its ends. */
const rangeInWords = (
  judge: Judge, rows: number[], { most, least, best, pairs }: Range, phrase: string, kind: string,
) => {
  const { matters } = judge.rules;
  const among = [...rows, ...most.rows, ...least.rows];
  const replacing = (pair: LikePair) => listed(pair.rows.filter((row, side) => row !== rows[side])
    .map((row) => nameAmong(judge, row, among)));
  const [low, high] = [least, most].map(({ left }) => inFavour(judge, left));
  const middle = best === most || best === least ? "" : filled(matters.best, { figure: inFavour(judge, best.left) });
  return filled(low === high ? matters.one : matters.range, {
    lead: matters.leads[kind], phrase, pairs: printed(pairs, 0), low, least: replacing(least), high,
    most: replacing(most), best: middle,
  });
};

/** What is left with the conditions of these names, and what follows. */
const follows = (
  judge: Judge, rows: number[], names: string[], divided: boolean, whole: boolean = false,
): { left: number | null, follows: string } => {
  const { rules } = judge;
  const ratioIn = (each: boolean) => levelOf(judge, rows[1], each) / levelOf(judge, rows[0], each);
  const range = likeThem(judge, rows, names, divided);
  const phrases = names.map((name) => rules.questions[name].phrase);
  // What they have in common is said once: between systems of one company and one size.
  const phrase = listed(phrases.map((words, place) =>
    (place && phrases[0].startsWith(rules.of_systems) ? words.replace(rules.of_systems, "") : words)));
  if (range === null) {
    if (whole) return { left: null, follows: "" };
    const each = names.join() === "number" && rows.every((row) => eachOf(judge, row) !== null);
    return each
      ? { left: divided ? ratioIn(true) : null,
          follows: filled(rules.matters.each, { figure: inFavour(judge, ratioIn(true)) }) }
      : { left: null, follows: filled(rules.matters.none, { phrase }) };
  }
  const { lost, close } = rules.threshold;
  const ratio = ratioIn(divided);
  const [most, least] = [range.most, range.least].map(({ left }) =>
    (ratio - left) / Math.max(Math.abs(ratio - 1), close));
  const kind = most > lost ? "figure" : least > lost ? "may" : least <= 0 ? "more" : "same";
  return { left: range.most.left, follows: rangeInWords(judge, rows, range, phrase, whole ? "together" : kind) };
};

/** What each condition says of two rows, the earlier first, what follows if it fails for the lead of the better one,
 * and what follows from all that fail. */
const conditionsOf = (judge: Judge, a: number, b: number, divided: boolean) => {
  const { rules, checks } = judge;
  const rank = inRank(judge, a, b, divided);
  const sameChip = held(judge, "round", a) === held(judge, "round", b) && differ(judge, "product", a, b) === false;
  const failing: string[] = [];
  const [state, said] = versions(judge, a, b);
  const ofVersions = state === "not settled" ? null : rules.comparable.includes(state);
  const conditions = rules.asked.map((name) => {
    const check = checks.find((one) => one.name === name);
    const [holds, detail] = check ? shared(judge, check, a, b) : [ofVersions, said];
    const [of, about] = [check?.column ?? "", check?.subject];
    const subject = (about && differ(judge, about, a, b)) || (sameChip && rules.subjects.includes(name))
      // A system without accelerators has no size in common with one that has some.
      || [a, b].some((row) => rules.without_chips[of] && stated(judge, of, row) === rules.without_chips[of]);
    const asked = holds === false && !subject;
    if (asked) failing.push(name);
    const after = holds ? "" : holds === null ? rules.matters.unknown : rules.matters.subject;
    const left = asked ? follows(judge, rank, [name], divided) : { left: null, follows: after };
    return { name: check?.label ?? rules.questions[name].label, holds, detail, ...left };
  });
  const together = failing.length > 1 ? follows(judge, rank, failing, divided, true) : null;
  return { conditions, together: together?.left ? together.follows : null };
};

/* ---- What is known of both ---- */

/** What is known of two results, line by line: what it is, and of either. */
const known = (judge: Judge, rows: number[]) => {
  const { rules } = judge;
  const names = Object.entries((rules.seen as Words));
  return names.map(([name, words]) => [words, ...rows.map((row) => stated(judge, name, row) ?? rules.not_stated)])
    .filter(([, ...cells]) => cells.some((cell) => cell !== rules.not_stated));
};

/** Why two results that may be compared have no ratio. */
const noRatio = (judge: Judge, rows: number[]) => {
  const { rules } = judge;
  return rows.filter((row) => !held(judge, "value", row)).map((row) => {
    const span = spanOf(rules, held(judge, "row_id", row))?.words;
    return filled(span ? rules.no_ratio.span : rules.no_ratio.none, { result: inWords(judge, row), span });
  });
};

/** The comparison of two rows, the one of the earlier round first. */
export const compare = (judge: Judge, one: number, two: number) => {
  const rows = inOrder(judge, one, two);
  const [a, b] = rows;
  const [before, after] = rows.map((row) => String(held(judge, "row_id", row)));
  const [allowed, why] = mayCompare(judge, a, b);
  const pair = allowed === "no" ? null : ratioOf(judge, a, b);
  const found = {
    rows, before, after, allowed, why, names: namesOf(judge, rows), known: known(judge, rows),
    footnote: footnote(judge, rows, pair !== null),
  };
  if (pair === null) {
    const said = [why, ...(allowed === "no" ? [] : noRatio(judge, rows))];
    return { ...found, ratio: null, conditions: [], together: null, said, sentences: said.join(" ") };
  }
  const kind = kindOf(judge, a, b);
  const divided = kind === "divided";
  const [under, over] = inRank(judge, a, b, divided);
  const text = times(levelOf(judge, over, divided) / levelOf(judge, under, divided));
  const { conditions, together } = conditionsOf(judge, a, b, divided);
  const said = [
    headline(judge, rows, kind),
    ...conditions.filter(({ holds }) => !holds).flatMap(({ detail, follows: then }) => [sentence(detail), then]),
    ...(together === null ? [] : [together]),
  ];
  const ratio = { ...pair, text, shown: shownOf(judge, rows, kind) };
  return { ...found, ratio, conditions, together, said, sentences: said.join(" ") };
};
