/* Two results compared: may they be, in what do they differ, and what is left of their ratio between results that do
   not differ so, computed as claims are asked it (analysis/questions.py). */
import { footnote } from "./footnote.ts";
import {
  areOne, differ, eachOf, held, inOrder, inWords, levelOf, mayCompare, meets, placeOf, shared, stated, suiteOf,
  versions,
} from "./judge.ts";
import { filled, listed, printed, sentence, times } from "./words.ts";
import type { Judge } from "./judge.ts";

/** Two results by rank, the better one second; `divided`: per accelerator. */
type Lead = { judge: Judge, rows: [under: number, over: number], divided: boolean, ratio: number };
/** A pair of results that share what is asked of them, and the ratio of the second over the first. */
type LikePair = { left: number, rows: number[] };

const leadOf = (judge: Judge, [a, b]: number[], divided: boolean): Lead => {
  const [one, two] = [a, b].map((row) => levelOf(judge, row, divided));
  return { judge, divided, ...(two < one ? { rows: [b, a], ratio: one / two } : { rows: [a, b], ratio: two / one }) };
};

/** Whether there is a result per accelerator of each. */
const areDivided = (judge: Judge, rows: number[]) => rows.every((row) => eachOf(judge, row) !== null);

/* ---- The two results in words ---- */

/** A result in words that tell it from others: by what is said of it `always`, or else by the first thing in which all
 * others of these words differ, or one of them. */
const nameAmong = (judge: Judge, row: number, others: number[], always: string[] = []) => {
  const { apart, not_stated: none } = judge.rules;
  const twins = others.filter((other) => other !== row && inWords(judge, other) === inWords(judge, row));
  const differs = (column: string) => (twin: number) => differ(judge, column, row, twin);
  const found = Object.keys(apart).filter((column) => twins.some(differs(column)));
  const first = found.find((column) => twins.every(differs(column))) ?? found[0];
  const said = always.length || !first ? always : [first];
  return inWords(judge, row, said.map((column) =>
    filled(apart[column], { value: stated(judge, column, row) ?? none })).join(""));
};

/** What two results are of: without the accuracy target where that differs, with their division where it is not the
 * closed one. */
const cellInWords = (judge: Judge, a: number, b: number) => {
  const suite = suiteOf(judge, b);
  const benchmark = stated(judge, differ(judge, "target", a, b) ? "family" : "benchmark", b);
  const scenario = String(held(judge, "scenario", b)).replace(suite, "").trim();
  const division = String(held(judge, "division", b));
  const open = division === "closed" || differ(judge, "division", a, b) ? "" : filled(judge.rules.opened, { division });
  return [suite, benchmark, scenario].filter(Boolean).join(" ") + open;
};

/** How a ratio is told: a rate divided by the accelerators or not; a time. */
const kindOf = (judge: Judge, rows: number[]) => {
  if (held(judge, "higher_is_better", rows[1]) !== true) return "times";
  return areDivided(judge, rows) ? "divided" : "whole";
};

/** The comparison in a sentence, by the better result. */
const headline = (judge: Judge, rows: number[], names: string[], kind: string) => {
  const { rows: [under, over], ratio } = leadOf(judge, rows, kind === "divided");
  return filled(judge.rules.sentence[kind], {
    over: names[rows.indexOf(over)], under: names[rows.indexOf(under)], cell: cellInWords(judge, rows[0], rows[1]),
    ratio: times(ratio).slice(0, -1), unit: held(judge, "unit", rows[1]),
  });
};

/** The ratio as it is shown alone, and what follows it: 2.77x per accelerator, 3.25x in total. */
const shownOf = (judge: Judge, rows: number[], names: string[], kind: string) => {
  const { shown } = judge.rules;
  const divided = kind === "divided";
  const main = leadOf(judge, rows, divided);
  const other = kind !== "whole" && areDivided(judge, rows) ? leadOf(judge, rows, !divided) : null;
  // By whom, where it is not the same result in both.
  const by = ({ rows: [, over] }: Lead) =>
    (other && other.rows[1] !== main.rows[1] ? filled(shown.by, { result: names[rows.indexOf(over)] }) : "");
  const second = other ? `, ${times(other.ratio)}${divided ? shown.total : shown.divided}${by(other)}` : "";
  return { text: times(main.ratio), shown: shown[kind] + by(main) + second };
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
const pairsOf = ({ judge, divided }: Lead, wanted: Words[], [before, after]: number[][]): LikePair[] => {
  const owned = wanted.find(({ overlap }) => overlap);
  const keyOf = (row: number) => {
    const parts = wanted.filter((check) => check !== owned).map(({ column, value }) => {
      const said = stated(judge, column, row);
      return said === judge.rules.without_chips[column] || (value && said !== value) ? null : said;
    });
    return parts.includes(null) ? null : parts.join("|");
  };
  const earlier = Map.groupBy(before, keyOf);
  earlier.delete(null);
  return after.flatMap((y) => (earlier.get(keyOf(y)) ?? [])
    .filter((x) => !areOne(judge, x, y) && (!owned || meets(judge, owned, x, y)))
    .map((x) => ({ left: levelOf(judge, y, divided) / levelOf(judge, x, divided), rows: [x, y] })));
};

/** The pairs that meet the conditions of these names and what else two rows meet, with as few of the two replaced as
 * can be: those with the highest and the lowest ratio, that of the best results, and how many there are. */
const likeThem = (lead: Lead, names: string[]) => {
  const { judge, rows: [a, b], divided } = lead;
  const wanted = judge.checks.filter((check) =>
    !check.label && (names.includes(check.name) || meets(judge, check, a, b)));
  const [before, after] = [a, b].map((row) => judge.places().get(placeOf(judge, row)) ?? []);
  const one = [[[a], after], [before, [b]]].flatMap((lists) => pairsOf(lead, wanted, lists));
  // Of one place any two results make a pair, in either order.
  const pairs = one.length || before === after ? one : pairsOf(lead, wanted, [before, after]);
  if (!pairs.length) return null;
  const first = (isBefore: (one: LikePair, two: LikePair) => number) => pairs.toSorted(isBefore)[0];
  const level = (row: number) => levelOf(judge, row, divided);
  return {
    most: first((x, y) => y.left - x.left), least: first((x, y) => x.left - y.left), pairs: pairs.length,
    // The best later result, and of these the best earlier one.
    best: first((x, y) => level(y.rows[1]) - level(x.rows[1]) || level(y.rows[0]) - level(x.rows[0])),
  };
};

/** A ratio in words: that of the other side where it is below one. */
const inFavour = ({ rules }: Judge, left: number) => {
  const ratio = times(left < 1 ? 1 / left : left);
  return left < 1 && ratio !== times(1) ? filled(rules.reversed, { ratio }) : ratio;
};

/** How high a lead is in pairs that meet a condition, or all of several: the highest, and the range in words. */
const leftOf = (lead: Lead, names: string[]): { left: number | null, follows: string } => {
  const { judge, rows, ratio, divided } = lead;
  const { left: words, questions, of_systems: systems } = judge.rules;
  const phrases: string[] = names.map((name) => questions[name].phrase);
  // What they have in common is said once: between systems of one company and one size.
  const phrase = listed(phrases.map((said, place) =>
    (place && phrases[0].startsWith(systems) ? said.replace(systems, "") : said)));
  const range = likeThem(lead, names);
  if (range === null) {
    if (names.join() !== "number" || !areDivided(judge, rows))
      return { left: null, follows: filled(words.none, { phrase }) };
    const figure = inFavour(judge, levelOf(judge, rows[1], true) / levelOf(judge, rows[0], true));
    return { left: divided ? ratio : null, follows: filled(words.each, { figure }) };
  }
  const { most, least, best, pairs } = range;
  const among = [...rows, ...most.rows, ...least.rows];
  const replacing = (pair: LikePair) =>
    listed(pair.rows.filter((row, side) => row !== rows[side]).map((row) => nameAmong(judge, row, among)));
  const [low, high] = [least, most].map((pair) => inFavour(judge, pair.left));
  const middle = best === most || best === least ? "" : filled(words.best, { figure: inFavour(judge, best.left) });
  const follows = filled(low === high ? words.one : words.range, {
    phrase, pairs: printed(pairs, 0), low, least: replacing(least), high, most: replacing(most), best: middle,
  });
  return { left: most.left, follows: sentence(follows) };
};

/** What each condition says of two rows, the earlier first, what is left where it fails of the lead of the better one,
 * and what is left where all hold that fail. */
const conditionsOf = (judge: Judge, [a, b]: number[], divided: boolean) => {
  const { rules } = judge;
  const lead = leadOf(judge, [a, b], divided);
  const sameChip = held(judge, "round", a) === held(judge, "round", b) && differ(judge, "product", a, b) === false;
  const [state, said] = versions(judge, a, b);
  const ofVersions = state === "not settled" ? null : rules.comparable.includes(state);
  const failing: string[] = [];
  const conditions = rules.asked.map((name) => {
    const check = judge.checks.find((one) => one.name === name);
    const [holds, detail] = check ? shared(judge, check, a, b) : [ofVersions, said];
    const subject = (check?.subject && differ(judge, check.subject, a, b))
      || (sameChip && rules.subjects.includes(name))
      // A system without accelerators has no size in common with one that has some.
      || (check && [a, b].some((row) => stated(judge, check.column, row) === rules.without_chips[check.column]));
    const asked = holds === false && !subject;
    if (asked) failing.push(name);
    const left = asked ? leftOf(lead, [name]) : { left: null, follows: holds === false ? rules.left.subject : "" };
    return { name: check?.label ?? rules.questions[name].label, holds, detail, ...left };
  });
  const together = failing.length > 1 ? leftOf(lead, failing) : null;
  return { conditions, together: together?.left ? together.follows : null };
};

/* ---- What is known of both ---- */

/** What is known of two results, line by line: what it is, and of either. */
const known = (judge: Judge, rows: number[]) => {
  const { seen, not_stated: none } = judge.rules;
  return Object.entries(seen as Words)
    .map(([name, words]) => [words, ...rows.map((row) => stated(judge, name, row) ?? none)])
    .filter(([, ...cells]) => cells.some((cell) => cell !== none));
};

/** Why two results that may be compared have no ratio. */
const noRatio = (judge: Judge, rows: number[]) => {
  const { rules } = judge;
  return rows.filter((row) => !held(judge, "value", row)).map((row) => {
    const told = held(judge, "told", row);
    return filled(told === null ? rules.no_ratio.none : rules.no_ratio.told, { result: inWords(judge, row), told });
  });
};

/** The comparison of two rows, the one of the earlier round first. */
export const compare = (judge: Judge, one: number, two: number) => {
  const rows = inOrder(judge, one, two);
  const [before, after] = rows.map((row) => String(held(judge, "row_id", row)));
  const [allowed, why] = mayCompare(judge, ...rows);
  const pair = allowed === "no" ? null : ratioOf(judge, ...rows);
  const always = judge.rules.always_apart.filter((name: string) => differ(judge, name, ...rows));
  const names = rows.map((row) => nameAmong(judge, row, rows, always));
  const found = {
    rows, before, after, allowed, why, names, known: known(judge, rows), footnote: footnote(judge, rows, pair !== null),
  };
  if (pair === null) {
    const said = [why, ...(allowed === "no" ? [] : noRatio(judge, rows))];
    return { ...found, ratio: null, conditions: [], together: null, said, sentences: said.join(" ") };
  }
  const kind = kindOf(judge, rows);
  const { conditions, together } = conditionsOf(judge, rows, kind === "divided");
  const said = [
    headline(judge, rows, names, kind),
    ...conditions.filter(({ holds }) => !holds).flatMap(({ detail, follows }) => [sentence(detail), follows]),
    ...(together === null ? [] : [together]),
  ];
  const ratio = { ...pair, ...shownOf(judge, rows, names, kind) };
  return { ...found, ratio, conditions, together, said, sentences: said.filter(Boolean).join(" ") };
};
