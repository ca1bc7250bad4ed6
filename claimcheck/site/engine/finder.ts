/* Which results, or pairs of them, print a figure: every one, the most defensible first, and what that is worth. */
import { indexOf, leavingOf } from "./index.ts";
import { interval, placeOf } from "./numbers.ts";
import { PAIRS } from "./phrase.ts";
import { pairsOf, singlesOf } from "./scan.ts";
import { kept } from "./words.ts";
import type { FindIndex } from "./index.ts";

export type FindJudge = ReturnType<typeof judgeOf>;
export type Ranked = FindHit & { key: number[] };

const [SAMPLE, MOST_DIGITS, WIDENINGS, NEAREST] = [1000, 4, 8, 3];
// Where so many pairs print a figure, one that a claim rests on comes first only if nothing speaks against it.
const MANY = 50000;

/** What may speak against results or pairs: the bit of each fault, the points of a set of them, and their names. */
const declaredOf = kept((faults: Record<string, { points: number }>) => {
  const declared = Object.entries(faults);
  const points = (set: number) =>
    declared.reduce((sum, [, fault], at) => (set & (1 << at) ? sum + fault.points : sum), 0);
  return {
    bit: Object.fromEntries(declared.map(([name], at) => [name, 1 << at])),
    pointsOf: Uint8Array.from({ length: 1 << declared.length }, (_none, set) => points(set)),
    named: (set: number) => declared.filter((_fault, at) => set & (1 << at)).map(([name]) => name),
  };
});

/** Whether the company that a phrase names submitted a row; each did where it names none. */
const ownedBy = ({ results, submitter }: FindIndex, { names: { submitter: owners } }: FindAsked) => {
  if (!owners) return () => true;
  const named = (results.columns.submitter.words ?? []).map((word) => owners.flat().includes(String(word)));
  return (at: number) => named[submitter[at]];
};

/** What speaks against a result or a pair, as a set of bits of what find.yml declares. */
const judgeOf = (index: FindIndex, asked: FindAsked, ofPairs: boolean) => {
  const { onSale, round, chip, submitter, vendor, number, suite, benchmark, shareOwner } = index;
  const { find, rounds } = index.rules;
  const best = index.best();
  const owned = ownedBy(index, asked);
  const comparesChips = (asked.names.chip ?? []).length > 1;
  const latest = Math.max(...(asked.names.round?.flat().map((name) => rounds.indexOf(name)) ?? [Infinity]));
  const { bit, pointsOf, named } = declaredOf(ofPairs ? find.faults : find.single_faults);
  const standing = (least: number) => [bit.chosen, bit.unread, 0][least];
  const ofOne: FindTest = (at, _under, total) =>
    (onSale[at] ? 0 : bit.availability) | standing((total ? best.total : best.per)[at]) | (owned(at) ? 0 : bit.maker);
  const ofTwo: FindTest = (over, under, total, state) => {
    const bests = total ? best.total : best.per;
    const after = round[over] - round[under];
    let set = (state === 2 ? 0 : bit.unsettled) | (Math.abs(after) > 1 ? bit.rounds : 0)
      | (after < 0 ? bit.backwards : 0) | (Math.max(round[over], round[under]) > latest ? bit.later : 0);
    if (!comparesChips && chip[over] !== chip[under]) set |= bit.accelerator;
    if (!shareOwner(submitter[over], submitter[under])) {
      if (vendor[over] === vendor[under]) set |= bit.submitter;
      set |= standing(Math.min(bests[over], bests[under]));
    }
    if (!Object.is(number[over], number[under])) set |= total ? bit.accelerators | bit.total : bit.accelerators;
    if (!(onSale[over] && onSale[under])) set |= bit.availability;
    if (suite[over] !== suite[under] || benchmark[over] !== benchmark[under]) set |= bit.care;
    return owned(over) || owned(under) ? set : set | bit.maker;
  };
  return { faultsOf: ofPairs ? ofTwo : ofOne, pointsOf, named, ofPairs };
};

/** Whether a key comes before another. */
const isBefore = (key: number[], other: number[]) => {
  const i = key.findIndex((part, n) => part !== other[n]);
  return i >= 0 && key[i] < other[i];
};

/** What prints a figure within a reach, the best first, and how many do. */
const searching = (
  index: FindIndex, judge: FindJudge, scan: FindScan, figure: FindFigure, [least, last]: number[], most: number,
) => {
  const { kinds, digits, low, high } = figure;
  const rule = index.rules.find.readings[figure.reading];
  const approximate = !judge.ofPairs && Boolean(rule.low.share || rule.high.share);
  const [top, resting]: Ranked[][] = [[], []];
  let matching = 0;
  scan.each(least, last, (over, under, total, kind, value, bin, state) => {
    if (scan.repeated(over, under, total, kind, least, last)) return;
    matching += 1;
    const rests = index.rests(over, under);
    const distance = bin < low ? low - bin : bin < high ? 0 : bin - high + 1;
    // What is about a figure is first what it may be rounded to.
    const far = approximate && (bin < 2 * digits - 1 || bin > 2 * digits + 1) ? 1 : 0;
    const set = judge.faultsOf(over, under, total, state);
    const points = judge.pointsOf[set];
    const sooner = -Math.max(index.round[over], index.round[under]);
    const worst = top.length === most ? top[most - 1].key : null;
    const later = worst && (distance - worst[0] || far - worst[1] || points - worst[2] || sooner - worst[3]);
    if (later && later > 0 && !rests) return;
    const cut = rule.high.half === 2 && bin > 2 * digits && bin < high;
    const key = [distance, far, points, sooner, Number(judge.ofPairs ? total : !total), Number(cut), over, under];
    const rows = (judge.ofPairs ? [over, under] : [over]).map((at) => index.places[at]);
    const measure = total ? "total" : "per";
    const hit = { key, rows, kind: kinds[kind], measure, value, faults: judge.named(set), points };
    if (rests) resting.push(hit);
    if (worst && !isBefore(key, worst)) return;
    const at = top.findIndex((other) => isBefore(key, other.key));
    top.splice(at < 0 ? top.length : at, 0, hit);
    if (top.length > most) top.pop();
  });
  for (const { key, points } of resting) if (matching < MANY || !points) key[2] = -1;
  const ranked = [...new Set([...resting, ...top])].sort((one, other) => (isBefore(other.key, one.key) ? 1 : -1));
  return { top: ranked.slice(0, most), matching };
};

/** The figures of as many digits, as spans, with the first and the last. */
const spansOf = (index: FindIndex, { digits, decimals, kinds, reading }: FindFigure) => {
  const rule = index.rules.find.readings[reading];
  const first = 10 ** (String(digits).length - 1);
  const bounded = ["saving", "saving,gain", "share"].includes(kinds.join());
  const last = bounded ? Math.max(first, Math.min(10 * first - 1, 100 * 10 ** decimals - 1)) : 10 * first - 1;
  const isRounded = [rule.low, rule.high].some((end) => "place" in end || ("share" in end && "half" in end));
  const step = isRounded ? placeOf(digits, decimals) : 1;
  const figures = Math.floor((last - first) / step) + 1;
  const samples = Math.min(figures, SAMPLE);
  const spans = () =>
    Array.from({ length: samples }, (_none, n) =>
      interval(rule, first + step * Math.floor((n * figures) / samples), step),
    );
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
const chanceOf = (
  index: FindIndex, judge: FindJudge, scan: FindScan, figure: FindFigure,
  { hits, matching }: Pick<FindOutcome, "hits" | "matching">, spans: number[][],
) => {
  // So many digits as nobody prints: nearly each is printed by nothing, which says nothing; and of many pairs some
  // print almost any.
  const isOdd = judge.ofPairs && String(figure.digits).length > MOST_DIGITS;
  const { most_alike: most, bounds } = index.rules.find;
  if (!scan.tried || isOdd || scan.tried > most)
    return { share: null, alike: null, crowded: !isOdd && matching > bounds.crowd };
  const all: Set<number> = new Set();
  const few: Set<number> = new Set();
  scan.each(spans[0][0], spans[spans.length - 1][1], (over, under, total, _kind, _value, bin, state) => {
    all.add(bin);
    if (hits.length && !few.has(bin) && judge.pointsOf[judge.faultsOf(over, under, total, state)] <= hits[0].points)
      few.add(bin);
  });
  return { share: shareOf(spans, all), alike: hits.length ? shareOf(spans, few) : null };
};

/** What comes nearest to a figure that nothing prints: each way is eight times as far as the one before; single results
 * are all gone through at once. */
const nearestOf = (
  search: (reach: number[], most: number) => { top: Ranked[] }, { low, high }: FindFigure, ofPairs: boolean,
) => {
  for (let widening = ofPairs ? 0 : WIDENINGS - 1; widening < WIDENINGS; widening += 1) {
    const { top } = search([low - 8 ** widening, high + 8 ** widening], NEAREST);
    if (!top.length) continue;
    const reach = 2 ** Math.ceil(Math.log2(Math.max(1, top[0].key[0])));
    return top.filter(({ key: [distance] }) => distance <= reach);
  }
  return [];
};

/** Only the pairs whose better one is among the first of these and the other among the second, if any are given. */
const setOver = (scan: FindScan, sides?: number[][]): FindScan => {
  if (!sides) return scan;
  const [overs, unders] = sides.map((side) => new Set(side));
  return { ...scan, each: (low, high, visit) => scan.each(low, high, (over, under, ...rest) => {
    if (overs.has(over) && unders.has(under)) visit(over, under, ...rest);
  }) };
};

/** The finder of a table's results; `rested` has the rows of each claim's figure: what a claim rests on comes first. */
export const finderOf = (
  results: ResultTable, rules: Rules, judged: Judgement, rested: number[][] = [], divisions: string[] = ["closed"],
) => {
  const index = indexOf(results, rules, judged, rested, divisions);
  const leaving = leavingOf(index);
  const look: (asked: FindAsked, figure: FindFigure, limit: number) => FindOutcome = (asked, figure, limit) => {
    const { first, last, spans } = spansOf(index, figure);
    const uncounted = { share: null, alike: null, crowded: false };
    const none = { hits: [], nearest: [], matching: 0, tried: 0, ...uncounted, first, last };
    if (!figure.kinds.length) return none;
    const ofPairs = PAIRS.includes(figure.kinds[0]);
    const sides = figure.sides?.map((names) => leaving.having({ names }));
    const scan = ofPairs
      ? setOver(pairsOf(index, leaving.pairs(asked), figure), sides)
      : singlesOf(index, leaving.having(asked), figure);
    const judge = judgeOf(index, asked, ofPairs);
    const search = (reach: number[], most: number) =>
      searching(index, judge, scan, figure, reach, most);
    const { top: hits, matching } = search([figure.low, figure.high], limit);
    const nearest = matching || !scan.tried ? [] : nearestOf(search, figure, ofPairs);
    const chance = chanceOf(index, judge, scan, figure, { hits, matching }, spans());
    return { ...none, hits, matching, tried: scan.tried, nearest, ...chance };
  };
  return { look, having: (asked: FindAsked) => leaving.having(asked).map((at) => index.places[at]) };
};
