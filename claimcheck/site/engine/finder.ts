/* Which results, or pairs of them, print a figure: every one, the most defensible first, and what that is worth. */
import { indexOf, leavingOf } from "./index.ts";
import { interval, placeOf } from "./numbers.ts";
import { isPair } from "./phrase.ts";
import { pairsOf, singlesOf } from "./scan.ts";
import type { FindIndex } from "./index.ts";
import type { Scan, Seen } from "./scan.ts";

type Ranked = FindHit & { key: number[] };
/** A figure that is looked for, among what, and what speaks against what prints it. */
type Search = { index: FindIndex, judge: ReturnType<typeof judgeOf>, scan: Scan, figure: FindFigure };

const [SAMPLE, MOST_DIGITS, WIDENINGS] = [1000, 4, 8];
/** Whether a figure has so many digits as nobody prints of a pair: nearly each such is printed by none. */
const isOdd = ({ digits }: FindFigure) => String(digits).length > MOST_DIGITS;

/** What speaks against a result or a pair, by its names in find.yml. */
const judgeOf = (index: FindIndex, { names }: FindAsked, figure: FindFigure) => {
  const { onSale, round, chip, submitter, vendor, number, suite, benchmark, shareOwner, stateOf } = index;
  const { find, rounds } = index.rules;
  const best = index.best();
  const comparesChips = (names.chip ?? []).length > 1;
  const latest = Math.max(...(names.round?.flat().map((name) => rounds.indexOf(name)) ?? [Infinity]));
  const owners = (index.results.columns.submitter.words ?? []).map((name) =>
    !names.submitter || names.submitter.flat().includes(String(name)));
  /** 2 for the best of their rounds and chips, 1 if they may be, 0 if they are not. */
  const standing = ({ over, under, total }: Seen) => {
    const of = total ? best.total : best.per;
    return Math.min(of[over], of[under]);
  };
  const ofPairs = isPair(figure);
  const isOwn = ({ over, under }: Seen) => ofPairs && shareOwner(over, under);
  const after = ({ over, under }: Seen) => round[over] - round[under];
  const tests: Record<string, (seen: Seen) => boolean> = {
    accelerator: ({ over, under }) => !comparesChips && chip[over] !== chip[under],
    submitter: (seen) => !isOwn(seen) && vendor[seen.over] === vendor[seen.under],
    accelerators: ({ over, under }) => !Object.is(number[over], number[under]),
    total: ({ over, under, total }) => total && !Object.is(number[over], number[under]),
    availability: ({ over, under }) => !(onSale[over] && onSale[under]),
    rounds: (seen) => Math.abs(after(seen)) > 1,
    unsettled: ({ over, under }) => stateOf(over, under) !== 2,
    care: ({ over, under }) => suite[over] !== suite[under] || benchmark[over] !== benchmark[under],
    chosen: (seen) => !isOwn(seen) && standing(seen) === 0,
    unread: (seen) => !isOwn(seen) && standing(seen) === 1,
    backwards: (seen) => after(seen) < 0,
    later: ({ over, under }) => Math.max(round[over], round[under]) > latest,
    maker: ({ over, under }) => !owners[submitter[over]] && !owners[submitter[under]],
  };
  const declared = Object.entries<{ points: number }>(ofPairs ? find.faults : find.single_faults)
    .map(([name, { points }]) => ({ name, points, test: tests[name] }));
  return {
    pointsOf: (seen: Seen) => declared.reduce((sum, { points, test }) => (test(seen) ? sum + points : sum), 0),
    faultsOf: (seen: Seen) => declared.filter(({ test }) => test(seen)).map(({ name }) => name),
  };
};

/** Whether a key comes before another. */
const isBefore = (key: number[], other: number[]) => {
  const i = key.findIndex((part, n) => part !== other[n]);
  return i >= 0 && key[i] < other[i];
};

/** From how many pairs that print a figure on none is told: of very many pairs some print almost any, unless it has so
 * many digits as nobody prints. */
const crowdOf = ({ index: { rules: { find } }, scan: { tried }, figure }: Search) =>
  (isPair(figure) && !isOdd(figure) && tried > find.most_alike ? find.bounds.crowd : Infinity);

/** What prints a figure within a reach, the best first, and how many do; of those alike what a claim rests on. */
const searching = (
  { index, judge, scan, figure }: Search, [least, last]: number[], most: number, crowd: number,
) => {
  const { digits, low, high } = figure;
  const ofPairs = isPair(figure);
  const rule = index.rules.find.readings[figure.reading];
  const approximate = !ofPairs && Boolean(rule.low.share || rule.high.share);
  const top: Ranked[] = [];
  let matching = 0;
  scan.each(least, last, (seen) => {
    if (scan.repeated(seen, least, last)) return;
    matching += 1;
    if (matching > crowd) return;
    const { over, under, total, kind, value, bin } = seen;
    const distance = bin < low ? low - bin : bin < high ? 0 : bin - high + 1;
    const worst = top.length === most ? top[most - 1].key : null;
    if (worst && distance > worst[0]) return;
    // What is about a figure is first what it may be rounded to.
    const far = Number(approximate && (bin < 2 * digits - 1 || bin > 2 * digits + 1));
    const points = judge.pointsOf(seen);
    const cut = Number(rule.high.half === 2 && bin > 2 * digits && bin < high);
    const key = [
      distance, far, index.rests(over, under) ? -1 : points, -Math.max(index.round[over], index.round[under]),
      Number(ofPairs ? total : !total), cut, over, under,
    ];
    if (worst && !isBefore(key, worst)) return;
    const rows = (ofPairs ? [over, under] : [over]).map((at) => index.places[at]);
    const hit = { key, rows, kind, measure: total ? "total" : "per", value, faults: judge.faultsOf(seen), points };
    const at = top.findIndex((other) => isBefore(key, other.key));
    top.splice(at < 0 ? top.length : at, 0, hit);
    if (top.length > most) top.pop();
  });
  return { top: matching > crowd ? [] : top, matching };
};

/** The figures of as many digits as one, as spans, with the first and the last. */
const alikeTo = (index: FindIndex, { digits, decimals, kinds, reading }: FindFigure) => {
  const rule = index.rules.find.readings[reading];
  const first = 10 ** (String(digits).length - 1);
  const bounded = ["saving", "saving,gain", "share"].includes(kinds.join());
  const last = bounded ? Math.max(first, Math.min(10 * first - 1, 100 * 10 ** decimals - 1)) : 10 * first - 1;
  const isRounded = [rule.low, rule.high].some((end) => "place" in end || ("share" in end && "half" in end));
  const step = isRounded ? placeOf(digits, decimals) : 1;
  const figures = Math.floor((last - first) / step) + 1;
  const samples = Math.min(figures, SAMPLE);
  const spans = Array.from({ length: samples }, (_none, n) =>
    interval(rule, first + step * Math.floor((n * figures) / samples), step));
  return { first, last, spans };
};

/** Of figures that stand for these spans the share that some bin is in. */
const shareOf = (spans: number[][], bins: Iterable<number>) => {
  const inOrder = Float64Array.from(bins).sort();
  let at = 0;
  return spans.filter(([low, high]) => {
    while (at < inOrder.length && inOrder[at] < low) at += 1;
    return at < inOrder.length && inOrder[at] < high;
  }).length / spans.length;
};

/** Of how many figures of as many digits one would be found too, and one as defensible as the first; null where that is
 * not counted. */
const chanceOf = ({ index, judge, scan, figure }: Search, hits: FindHit[], spans: number[][]) => {
  if (!scan.tried || (isPair(figure) && isOdd(figure)) || scan.tried > index.rules.find.most_alike)
    return { share: null, alike: null };
  const [all, few]: Set<number>[] = [new Set(), new Set()];
  scan.each(spans[0][0], spans[spans.length - 1][1], (seen) => {
    all.add(seen.bin);
    if (hits.length && !few.has(seen.bin) && judge.pointsOf(seen) <= hits[0].points) few.add(seen.bin);
  });
  return { share: shareOf(spans, all), alike: hits.length ? shareOf(spans, few) : null };
};

/** Only the pairs whose better one is among the first of these and the other among the second, if any are given. */
const setOver = (scan: Scan, sides?: number[][]): Scan => {
  if (!sides) return scan;
  const [overs, unders] = sides.map((side) => new Set(side));
  return { ...scan, each: (low, high, visit) => scan.each(low, high, (seen) => {
    if (overs.has(seen.over) && unders.has(seen.under)) visit(seen);
  }) };
};

/** The finder of a table's results; `rested` has the rows of each claim's figure: what a claim rests on comes first. */
export const finderOf = (
  results: ResultTable, rules: Rules, judged: Judgement, rested: number[][] = [], divisions: string[] = ["closed"],
) => {
  const index = indexOf(results, rules, judged, rested, divisions);
  const leaving = leavingOf(index);
  const look = (asked: FindAsked, figure: FindFigure, limit: number): FindOutcome => {
    const { first, last, spans } = alikeTo(index, figure);
    const sides = figure.sides?.map((names) => leaving.having({ names }));
    const scan = isPair(figure) ? setOver(pairsOf(index, leaving.pairs(asked), figure), sides)
      : singlesOf(index, leaving.having(asked), figure);
    const search = { index, judge: judgeOf(index, asked, figure), scan, figure };
    const { low, high } = figure;
    const crowd = crowdOf(search);
    const { top: hits, matching } = searching(search, [low, high], limit, crowd);
    // What comes nearest, where nothing prints it: each way is eight times as far as the one before.
    let nearest: FindHit[] = [];
    for (let by = 1; scan.tried && !matching && !nearest.length && by < 8 ** WIDENINGS; by *= 8)
      nearest = searching(search, [low - by, high + by], 1, Infinity).top;
    const chance = chanceOf(search, hits, spans);
    return { hits, nearest, matching, tried: scan.tried, first, last, crowded: matching > crowd, ...chance };
  };
  return { look, having: (asked: FindAsked) => leaving.having(asked).map((at) => index.places[at]) };
};
