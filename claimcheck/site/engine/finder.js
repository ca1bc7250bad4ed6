/* Which results, or pairs of them, print a figure: every one, the most defensible first, and what that is worth. */
import { declared, leavingOf, remembered } from "./blocks.js";
import { indexOf } from "./index.js";
import { interval, placeOf } from "./numbers.js";
import { PAIRS } from "./phrase.js";
import { pairsOf, singlesOf } from "./scan.js";

/** @typedef {import("./index.js").FindIndex} FindIndex */
/** @typedef {ReturnType<typeof judgeOf>} FindJudge
 * @typedef {FindHit & { key: number[] }} Ranked */

const [SAMPLE, MOST_DIGITS, WIDENINGS, NEAREST] = [1000, 4, 8, 3];
// Where so many pairs print a figure, the rest are not counted, and one that a claim rests on comes first only if
// nothing speaks against it.
const MANY = 50000;

/** Whether the company that a phrase names submitted a row; each did where it names none. @param {FindIndex} index
 * @param {Pick<FindAsked, "names">} asked */
const ownedBy = ({ results, submitter }, { names: { submitter: owners = [] } }) => {
  const named = (results.columns.submitter.words ?? []).map(
    (word) => !owners.length || owners.flat().includes(String(word)),
  );
  return Uint8Array.from(submitter, (code) => Number(named[code]));
};

/** What speaks against a result or a pair: a set of what find.yml declares, as bits, with its names and the points
 * of it.
 * @param {FindIndex} index @param {Uint8Array} owned @param {FindAsked} asked @param {boolean} ofPairs */
const judgeOf = (index, owned, asked, ofPairs) => {
  const { best, onSale, round, chip, submitter, vendor, number, suite, benchmark, shareOwner } = index;
  const comparesChips = (asked.names.chip ?? []).length > 1;
  const rounds = (asked.names.round ?? []).flat().map((name) => index.rules.rounds.indexOf(name));
  const latest = rounds.length ? Math.max(...rounds) : Infinity;
  const { bit, pointsOf, named } = declared(index.rules)[ofPairs ? "pair" : "single"];
  const standing = (/** @type {number} */ least) => [bit.chosen, bit.unread, 0][least];
  /** @type {FindTest} */
  const ofOne = (at, _under, total) => {
    const set = (onSale[at] ? 0 : bit.availability) | standing((total ? best.total : best.per)[at]);
    return owned[at] ? set : set | bit.maker;
  };
  /** @type {FindTest} */
  const ofTwo = (over, under, total, block) => {
    const bests = total ? best.total : best.per;
    let set = (block?.set ?? 0) | (Math.max(round[over], round[under]) > latest ? bit.later : 0);
    if (!comparesChips && chip[over] !== chip[under]) set |= bit.accelerator;
    if (!shareOwner(submitter[over], submitter[under])) {
      if (vendor[over] === vendor[under]) set |= bit.submitter;
      set |= standing(Math.min(bests[over], bests[under]));
    }
    if (!Object.is(number[over], number[under])) set |= total ? bit.accelerators | bit.total : bit.accelerators;
    if (!(onSale[over] && onSale[under])) set |= bit.availability;
    if (suite[over] !== suite[under] || benchmark[over] !== benchmark[under]) set |= bit.care;
    return owned[over] || owned[under] ? set : set | bit.maker;
  };
  return { faultsOf: ofPairs ? ofTwo : ofOne, pointsOf, named, ofPairs };
};

/** Of figures that stand for these spans the share that some bin is in. @param {number[][]} spans
 * @param {Iterable<number>} bins */
const shareOf = (spans, bins) => {
  const inOrder = Float64Array.from(bins).sort();
  let [at, matched] = [0, 0];
  for (const [low, high] of spans) {
    while (at < inOrder.length && inOrder[at] < low) at += 1;
    if (at < inOrder.length && inOrder[at] < high) matched += 1;
  }
  return matched / spans.length;
};

/** The same where there are too many pairs to keep: each figure is looked for by itself, first where the one before
 * was found.
 * @param {number[][]} spans @param {FindScan} scan */
const shareByFigure = (spans, { each, reaching }) => {
  const blocks = reaching(spans[0][0], spans[spans.length - 1][1]).sort((a, b) => b.size - a.size);
  const found = spans.filter(([low, high]) => {
    const at = each(low, high, () => true, blocks);
    if (at > 0) blocks.unshift(...blocks.splice(at, 1));
    return at >= 0;
  });
  return found.length / spans.length;
};

/** Whether a key comes before another. @param {number[]} key @param {number[]} other */
const isBefore = (key, other) => {
  const i = key.findIndex((part, n) => part !== other[n]);
  return i >= 0 && key[i] < other[i];
};

/** The first so many hits in their order, and those that a claim rests on. @param {FindIndex} index
 * @param {FindJudge} judge
 * @param {FindFigure} figure @param {number} most */
const collecting = (index, judge, figure, most) => {
  const { kinds, digits, low, high } = figure;
  const rule = index.rules.find.readings[figure.reading];
  const approximate = !PAIRS.includes(kinds[0]) && Boolean(rule.low.share || rule.high.share);
  /** @type {{ top: Ranked[], resting: Ranked[], matching: number }} */
  const found = { top: [], resting: [], matching: 0 };
  /** @type {(rests: boolean) => FindVisit} */
  const visit = (rests) => (over, under, total, kind, amount, bin, block) => {
    found.matching += 1;
    const distance = bin < low ? low - bin : bin < high ? 0 : bin - high + 1;
    // What is about a figure is first what it may be rounded to.
    const far = approximate && (bin < 2 * digits - 1 || bin > 2 * digits + 1) ? 1 : 0;
    const sooner = -Math.max(index.round[over], index.round[under]);
    const last = found.top.length === most ? found.top[most - 1].key : null;
    const behind = (/** @type {number} */ points) =>
      last && !rests && (distance - last[0] || far - last[1] || points - last[2] || sooner - last[3]) > 0;
    // Those that follow are no better, and of no newer round.
    if (behind(block?.points ?? 0)) return Boolean(block) && !distance && found.matching > MANY;
    const set = judge.faultsOf(over, under, total, block);
    const points = judge.pointsOf[set];
    if (behind(points)) return false;
    const cut = rule.high.half === 2 && bin > 2 * digits && bin < high;
    const key = [distance, far, points, sooner, Number(judge.ofPairs ? total : !total), Number(cut), over, under];
    const placed = !last || isBefore(key, last);
    if (!placed && !rests) return false;
    const rows = (judge.ofPairs ? [over, under] : [over]).map((at) => index.places[at]);
    /** @type {Ranked} */
    const hit = {
      key, rows, kind: kinds[kind], measure: total ? "total" : "per", value: amount, faults: judge.named(set),
      points,
    };
    if (rests) found.resting.push(hit);
    if (!placed) return false;
    const at = found.top.findIndex((other) => isBefore(key, other.key));
    found.top.splice(at < 0 ? found.top.length : at, 0, hit);
    if (found.top.length > most) found.top.pop();
    return false;
  };
  return { found, visit };
};

/** What prints a figure within a reach, the best first. @param {FindIndex} index @param {FindJudge} judge
 * @param {FindScan} scan
 * @param {FindFigure} figure @param {number[]} reach @param {number} most */
const searching = (index, judge, scan, figure, [low, high], most) => {
  const { found, visit } = collecting(index, judge, figure, most);
  const go = (/** @type {FindBlock[] | undefined} */ blocks) =>
    scan.each(
      low,
      high,
      (over, under, total, kind, amount, bin, block) => {
        const rests = index.rests(over, under);
        if ((rests && scan.resting && !blocks) || scan.repeated(over, under, total, kind, low, high)) return false;
        return visit(rests)(over, under, total, kind, amount, bin, block);
      },
      blocks,
    );
  if (scan.resting) go(scan.resting);
  go(undefined);
  // Where very many print a figure, one that a claim rests on comes first only if nothing speaks against it.
  for (const { key, points } of found.resting) if (found.matching < MANY || !points) key[2] = -1;
  const ranked = [...new Set([...found.resting, ...found.top])].sort((one, other) =>
    isBefore(other.key, one.key) ? 1 : -1,
  );
  return { top: ranked.slice(0, most), matching: Math.min(found.matching, MANY), more: found.matching > MANY };
};

/** The figures of as many digits, as spans, with the first and the last. @param {FindIndex} index
 * @param {FindFigure} figure */
const spansOf = (index, { digits, decimals, kinds, reading }) => {
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

/** Of how many figures of as many digits one would be found too, and one as defensible as the first; null where that
 * is not counted.
 * @param {FindIndex} index @param {FindJudge} judge @param {FindScan} scan @param {FindFigure} figure
 * @param {FindHit[]} hits @param {number[][]} spans */
const chanceOf = (index, judge, scan, figure, hits, spans) => {
  // So many digits as nobody prints: nearly each is printed by nothing, which says nothing.
  if (!scan.tried || (judge.ofPairs && String(figure.digits).length > MOST_DIGITS)) return { share: null, alike: null };
  if (scan.tried > index.rules.find.most_alike) return { share: shareByFigure(spans, scan), alike: null };
  /** @type {Set<number>[]} */
  const [all, few] = [new Set(), new Set()];
  scan.each(spans[0][0], spans[spans.length - 1][1], (over, under, total, _kind, _number, bin, block) => {
    all.add(bin);
    if (hits.length && !few.has(bin) && judge.pointsOf[judge.faultsOf(over, under, total, block)] <= hits[0].points)
      few.add(bin);
    return false;
  });
  return { share: shareOf(spans, all), alike: hits.length ? shareOf(spans, few) : null };
};

/** What comes nearest to a figure that nothing prints: each way is eight times as far as the one before; single
 * results are all
 * gone through at once. @param {(reach: number[], most: number) => { top: Ranked[] }} search
 * @param {FindFigure} figure @param {boolean} ofPairs */
const nearestOf = (search, { low, high }, ofPairs) => {
  for (let widening = ofPairs ? 0 : WIDENINGS - 1; widening < WIDENINGS; widening += 1) {
    const { top } = search([low - 8 ** widening, high + 8 ** widening], NEAREST);
    if (!top.length) continue;
    const reach = 2 ** Math.ceil(Math.log2(Math.max(1, top[0].key[0])));
    return top.filter(({ key: [distance] }) => distance <= reach);
  }
  return [];
};

/** What prints a figure. @param {FindIndex} index @param {FindScan} scan @param {FindJudge} judge
 * @param {FindFigure} figure
 * @param {number} limit @returns {FindOutcome} */
const lookFor = (index, scan, judge, figure, limit) => {
  const { first, last, spans } = spansOf(index, figure);
  const search = (/** @type {number[]} */ reach, /** @type {number} */ most) =>
    searching(index, judge, scan, figure, reach, most);
  const { top: hits, matching, more } = search([figure.low, figure.high], limit);
  const nearest = matching || !scan.tried ? [] : nearestOf(search, figure, judge.ofPairs);
  return {
    hits, matching, more, tried: scan.tried, ...chanceOf(index, judge, scan, figure, hits, spans()), first, last,
    nearest,
  };
};

/** The finder of a table's results; `rested` has the rows of each claim's figure: what a claim rests on comes first.
 * @param {ResultTable} results @param {Rules} rules @param {Judgement} judged @param {number[][]} [rested]
 * @param {string[]} [divisions] */
export const finderOf = (results, rules, judged, rested = [], divisions = ["closed"]) => {
  const index = indexOf(results, rules, judged, rested, divisions);
  const leaving = leavingOf(index);
  const owned = remembered((asked) => ownedBy(index, asked));
  /** @type {(asked: FindAsked, figure: FindFigure, limit: number) => FindOutcome} */
  const look = (asked, figure, limit) => {
    if (!figure.kinds.length) {
      const { first, last } = spansOf(index, figure);
      return { hits: [], matching: 0, more: false, tried: 0, share: null, alike: null, first, last, nearest: [] };
    }
    const ofPairs = PAIRS.includes(figure.kinds[0]);
    const scan = ofPairs
      ? pairsOf(index, leaving.blocks(asked), figure)
      : singlesOf(index, leaving.having(asked), figure);
    return lookFor(index, scan, judgeOf(index, owned(asked), asked, ofPairs), figure, limit);
  };
  return {
    look,
    having: (/** @type {Pick<FindAsked, "names">} */ asked) => leaving.having(asked).map((at) => index.places[at]),
  };
};
