/* Two results compared: may they be, in what do they differ, and what is left of their ratio between results that do
   not differ so, computed as claims are asked it (analysis/questions.py). */
import { footnote } from "./footnote.ts";
import {
  areOne, differ, eachOf, inOrder, inWords, levelOf, mayCompare, meets, shareOwner, shared, stated,
} from "./judge.ts";
import { detailed, titled } from "./pairing.ts";
import { line } from "./render.ts";
import { sourcesOf } from "./tables.ts";
import { filled, kept, listed, printed, sentence, times } from "./words.ts";
import type { Judge } from "./judge.ts";

/** How much better one of two results is, the better one second; `kind`: in which way (`ways` of the rules). */
type Lead = { judge: Judge, kind: string, rows: [under: number, over: number], ratio: number };

/** The ratio of two results in each way that they can be compared, the main one first. */
const leadsOf = (judge: Judge, [a, b]: number[]): Lead[] => {
  const ways = judge.rules.ways[[a, b].every((row) => eachOf(judge, row) !== null) ? "divided" : "whole"];
  return ways[judge.table.get("higher_is_better", b) === true ? "rates" : "times"].map((kind: string) => {
    const [one, two] = [a, b].map((row) => levelOf(judge, row, kind === "divided"));
    return { judge, kind, ...(two < one ? { rows: [b, a], ratio: one / two } : { rows: [a, b], ratio: two / one }) };
  });
};

/** The ratio of two rows of one unit, the second over the first; null where one of them is 0 or has no result. */
export const ratioOf = (judge: Judge, a: number, b: number) => {
  const total = Number(judge.table.get("value", b)) / Number(judge.table.get("value", a));
  const [one, two] = [a, b].map((row) => eachOf(judge, row));
  if (!total || !Number.isFinite(total)) return null;
  return { total, per_accelerator: one === null || two === null ? null : two / one };
};

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
  // Some benchmarks have no accuracy target.
  return inWords(judge, row, said.filter((column) => stated(judge, column, row) !== "").map((column) =>
    filled(apart[column], { value: stated(judge, column, row) ?? none })).join(""));
};

/** What two results are of: without the accuracy target where that differs, with their division where it is not the
 * closed one. */
const cellInWords = (judge: Judge, a: number, b: number) => {
  const [suite, scenario, division] = ["mlperf", "scenario", "division"].map((name) => stated(judge, name, b));
  const benchmark = stated(judge, differ(judge, "target", a, b) ? "family" : "benchmark", b);
  const open = division === "closed" || differ(judge, "division", a, b) ? "" : filled(judge.rules.opened, { division });
  return [suite, benchmark, scenario?.replace(String(suite), "").trim()].filter(Boolean).join(" ") + open;
};

/** The comparison in a sentence, by the better result; `called`: the names of the two. */
const headline = ({ judge, kind, rows: [under, over], ratio }: Lead, called: (row: number) => string) =>
  filled(judge.rules.sentence[kind], {
    over: called(over), under: called(under), cell: cellInWords(judge, under, over),
    ratio: times(ratio).slice(0, -1), unit: judge.table.get("unit", over),
  });

/** The ratio alone, and what follows it: 2.77x per accelerator, 3.25x in total; by whom, where it is not the same
 * result in both. */
const shownOf = (leads: Lead[], called: (row: number) => string) => {
  const { shown } = leads[0].judge.rules;
  const isOne = leads.every(({ rows: [, over] }) => over === leads[0].rows[1]);
  const [text, told] = [times(leads[0].ratio), leads.map(({ kind, rows: [, over], ratio }) =>
    times(ratio) + shown[kind] + (isOne ? "" : filled(shown.by, { result: called(over) }))).join(", ")];
  return { text, shown: told.slice(text.length) };
};

/* ---- What is left between results that do not differ so ---- */

/** What may take a result's place: rows of its round, benchmark, scenario and unit, on its accelerator or else
 * processor. */
const placeOf = ({ table: { get } }: Judge, row: number) => {
  const alone = get("accelerators", row) === null;
  const chip = alone ? get("processor", row) ?? get("system", row) : get("product", row);
  return [...["round", "benchmark", "scenario", "unit"].map((name) => get(name, row)), chip].join("|");
};
const placesOf = kept((judge: Judge) => {
  const { rows, get } = judge.table;
  const above = [...Array(rows).keys()].filter((row) => Number(get("value", row)) > 0);
  return Map.groupBy(above, (row) => placeOf(judge, row));
});

/** The pairs of two lists of rows that meet all of some conditions. */
const pairsOf = (judge: Judge, wanted: Words[], [before, after]: number[][]): number[][] => {
  const owned = wanted.some(({ overlap }) => overlap);
  // Of hundreds of rows few state the same, and only these are looked at two by two; a row meets no condition with
  // any other that it does not meet with itself.
  const keyOf = (row: number) =>
    wanted.map(({ column, overlap }) => (overlap ? "" : stated(judge, column, row))).join("|");
  const able = (row: number) => wanted.every((check) => meets(judge, check, row, row));
  const earlier = Map.groupBy(before.filter(able), keyOf);
  return after.filter(able).flatMap((y) => (earlier.get(keyOf(y)) ?? [])
    .filter((x) => !areOne(judge, x, y) && (!owned || shareOwner(judge, x, y)))
    .map((x) => [x, y]));
};

/** The pairs that meet these conditions and what else two rows meet, with as few of the two replaced as can be. */
const likeThem = ({ judge, rows: [a, b] }: Lead, checks: Words[]) => {
  const wanted = judge.rules.conditions.filter((check: Words) =>
    check.column && check.phrase && (checks.includes(check) || meets(judge, check, a, b)));
  const [before, after] = [a, b].map((row) => placesOf(judge).get(placeOf(judge, row)) ?? []);
  const pairs = [[[a], after], [before, [b]]].flatMap((lists) => pairsOf(judge, wanted, lists));
  // Of one place any two results make a pair, in either order.
  return pairs.length || before === after ? pairs : pairsOf(judge, wanted, [before, after]);
};

/** A ratio in words: that of the other side where it is below one. */
const inFavour = ({ rules }: Judge, left: number) => {
  const ratio = times(left < 1 ? 1 / left : left);
  return left < 1 && ratio !== times(1) ? filled(rules.reversed, { ratio }) : ratio;
};

/** How high a lead is in pairs that meet a condition, or all of several: the highest, and the range in words. */
const leftOf = (lead: Lead, checks: Words[]): { left: number | null, follows: string } => {
  const { judge, rows, kind } = lead;
  const { left: words, of_systems: systems } = judge.rules;
  // What they have in common is said once: between systems of one company and one size.
  const phrase = listed(checks.map((check, place) =>
    (place && checks[0].phrase.startsWith(systems) ? check.phrase.replace(systems, "") : check.phrase)));
  const pairs = likeThem(lead, checks);
  const of = pairs.every((pair) => pair.some((row) => rows.includes(row))) ? words.kept : "";
  if (!pairs.length) return { left: null, follows: filled(words.none, { phrase }) };
  const level = (row: number) => levelOf(judge, row, kind === "divided");
  const ratioIn = ([x, y]: number[]) => level(y) / level(x);
  const [least, most] = [1, -1].map((sign) => pairs.toSorted((x, y) => sign * (ratioIn(x) - ratioIn(y)))[0]);
  // The best later result, and of these the best earlier one.
  const [best] = [0, 1].reduce((sorted, side) => sorted.toSorted((x, y) => level(y[side]) - level(x[side])), pairs);
  const replacing = (pair: number[]) => listed(pair.filter((row, side) => row !== rows[side])
    .map((row) => nameAmong(judge, row, [...rows, ...most, ...least])));
  const [low, high, middle] = [least, most, best].map((pair) => inFavour(judge, ratioIn(pair)));
  const follows = filled(low === high ? words.one : words.range, {
    phrase, pairs: printed(pairs.length, 0), kept: of, low, least: replacing(least), high, most: replacing(most),
    best: best === most || best === least ? "" : filled(words.best, { figure: middle }),
  });
  return { left: ratioIn(most), follows: sentence(follows) };
};

/** Whether a comparison is about what a condition forbids: of two accelerators or their makers, or in one round of one
 * accelerator's systems. */
const isAbout = (judge: Judge, { name, subject }: Words, a: number, b: number) => {
  const isOneChip = ["round", "product"].every((column) => differ(judge, column, a, b) === false);
  return (subject && differ(judge, subject, a, b)) || (isOneChip && judge.rules.subjects.includes(name));
};

/** What each condition that is asked says of two rows, the earlier first, and what is left of a lead where one fails,
 * and where all hold that fail. */
const conditionsOf = (lead: Lead, [a, b]: number[]) => {
  const { judge, judge: { rules } } = lead;
  const asked: Words[] = rules.conditions.filter((check: Words) => check.asked);
  const failing = asked.filter((check) => shared(judge, check, a, b)[0] === false && !isAbout(judge, check, a, b));
  const conditions = asked.map((check) => {
    const [holds, detail] = shared(judge, check, a, b);
    const about = { left: null, follows: holds === false ? rules.left.subject : "" };
    return { name: check.label, holds, detail, ...(failing.includes(check) ? leftOf(lead, [check]) : about) };
  });
  const together = failing.length > 1 ? leftOf(lead, failing) : null;
  return { conditions, together: together?.left ? together.follows : null };
};

/* ---- The answer ---- */

/** What is said of two rows with a ratio, in words and in lines; `called`: their names. */
const rated = (judge: Judge, rows: number[], ids: string[], called: (row: number) => string) => {
  const { shared: text, holds: head } = judge.rules.compared;
  const leads = leadsOf(judge, rows);
  const [first, shown] = [headline(leads[0], called), shownOf(leads, called)];
  const { conditions, together } = conditionsOf(leads[0], rows);
  const lines = conditions.map(({ name, holds, detail, follows }) =>
    ({ name, cells: [`${sentence(detail)} ${follows}`.trim()], differs: !holds }));
  const said = [first, ...lines.filter(({ differs }) => differs).flatMap(({ cells }) => cells), together];
  return {
    ratio: { ...ratioOf(judge, rows[0], rows[1]), ...shown }, conditions, together,
    sentences: said.filter(Boolean).join(" "),
    told: [
      line("difference", shown.text + shown.shown, ids), line("source", first, ids),
      line("table", text, ids, { heads: [head], lines }), ...(together ? [line("warning", together, ids)] : []),
    ],
  };
};

/** What is said of two rows without a ratio: why, and what each is. */
const unrated = (judge: Judge, rows: number[], ids: string[], [allowed, why]: string[]) => {
  const unknown = rows.filter((row) => allowed !== "no" && !judge.table.get("value", row))
    .map((row) => filled(judge.rules.no_ratio, { result: inWords(judge, row) }));
  return {
    ratio: null, conditions: [], together: null, sentences: [why, ...unknown].join(" "),
    told: [
      ...unknown.map((text) => line("warning", text, ids)),
      ...rows.map((row, side) => line("source", `${titled(judge, row)}: ${detailed(judge, row)}`, [ids[side]])),
    ],
  };
};

/** What is known of two results, line by line: what it is, and of either. */
const known = (judge: Judge, rows: number[]) => {
  const { seen, not_stated: none } = judge.rules;
  return Object.entries(seen as Words).flatMap(([column, name]) => {
    const cells = rows.map((row) => stated(judge, column, row) || none);
    const differs = cells[0] !== cells[1] && !cells.includes(none);
    return cells.every((cell) => cell === none) ? [] : [{ name, cells, differs }];
  });
};

/** The comparison of two rows, the one of the earlier round first, and as an answer. */
export const compare = (judge: Judge, one: number, two: number) => {
  const { compared: words, always_apart: parts } = judge.rules;
  const rows = inOrder(judge, one, two);
  const ids = rows.map((row) => String(judge.table.get("row_id", row)));
  const [allowed, why] = mayCompare(judge, ...rows);
  const always = parts.filter((column: string) => differ(judge, column, ...rows));
  const called = (row: number) => nameAmong(judge, row, rows, always);
  const isRated = allowed !== "no" && ratioOf(judge, ...rows) !== null;
  const { told, ...found } = isRated ? rated(judge, rows, ids, called) : unrated(judge, rows, ids, [allowed, why]);
  const [names, cited] = [rows.map(called), footnote(judge, rows, isRated)];
  const sources = rows.flatMap((row, side) => Object.entries(sourcesOf(judge.table, row)).map(([name, address]) =>
    line("link", `${inWords(judge, row)}, ${words.sources[name]}`, [ids[side]], { address })));
  const lines = [
    line("verdict", why, ids), ...told, line("table", words.known, ids, { heads: names, lines: known(judge, rows) }),
    ...sources, line("footnote", cited, ids),
  ];
  const answer: Answer = { question: null, heading: words.heading, outcome: allowed, lines };
  return { before: ids[0], after: ids[1], allowed, why, names, ...found, footnote: cited, answer };
};
