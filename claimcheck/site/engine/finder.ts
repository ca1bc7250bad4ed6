/* Which results, or pairs of them, print a figure: how many, and the most defensible of them. */
import { indexOf, leavingOf } from "./index.ts";
import { shareOwner } from "./judge.ts";
import { isPair } from "./phrase.ts";
import { pairsOf, singlesOf } from "./scan.ts";
import type { FindIndex } from "./index.ts";
import type { Scan, Seen } from "./scan.ts";

const WIDENINGS = 8;
// These count twice.
const HEAVY = ["backwards", "later"];

/** A result, or a pair, with what its faults are judged by: `after` is how many rounds the better one is later. */
type Case = Seen & { index: FindIndex, names: FindAsked["names"], after: number, isOwn: boolean, rates: Float64Array };

const caseOf = (index: FindIndex, names: FindAsked["names"], seen: Seen): Case => {
  const { over, under, total } = seen;
  return {
    ...seen, index, names, after: index.round[over] - index.round[under], rates: total ? index.total : index.per,
    isOwn: over !== under && shareOwner(index, over, under),
  };
};
const isSame = ({ index: { table: { get } }, over, under }: Case, name: string) => get(name, over) === get(name, under);
const areBest = ({ index, over, under, rates }: Case) => [over, under].every(index.isBest(rates));
const isHeld = ({ index: { table: { get } }, over }: Case, name: string) => get(name, over) !== null;

/** What speaks against a result or a pair, each by its name in find.yml. */
const FAULTS: Record<string, (of: Case) => boolean> = {
  // Systems without accelerators differ by their names.
  accelerator: (of) => (of.names.chip ?? []).length < 2
    && !(isSame(of, "product") && (isHeld(of, "product") || isSame(of, "system"))),
  submitter: (of) => !of.isOwn && isSame(of, "platform_vendor"),
  accelerators: (of) => !isSame(of, "accelerators"),
  total: (of) => of.total && !isSame(of, "accelerators"),
  availability: ({ over, under, index: { table: { get } } }) =>
    [over, under].some((row) => get("on_sale", row) === false),
  category: ({ over, under, index: { table: { get } } }) =>
    [over, under].some((row) => get("availability", row) === null),
  rounds: ({ after }) => Math.abs(after) > 1,
  unsettled: ({ over, under, index }) => index.stateOf(over, under) === 1,
  care: (of) => !isSame(of, "suite") || !isSame(of, "benchmark"),
  chosen: (of) => !of.isOwn && !areBest(of),
  unread: (of) => !of.isOwn && areBest(of) && ![of.over, of.under].every(of.index.isSurelyBest(of.rates)),
  backwards: ({ after }) => after < 0,
  later: ({ over, under, index: { round, rules }, names }) => names.round !== undefined
    && Math.max(round[over], round[under]) > Math.max(...names.round.flat().map((name) => rules.rounds.indexOf(name))),
  maker: ({ over, under, index: { table: { get } }, names: { submitter } }) => submitter !== undefined
    && ![over, under].some((row) => submitter.flat().includes(String(get("submitter", row)))),
};

/** Which of two keys comes first. */
const inOrder = (one: number[], other: number[]) => {
  const i = one.findIndex((part, n) => part !== other[n]);
  return i < 0 ? 0 : one[i] - other[i];
};

/** What prints a figure, the most defensible first. */
const ranked = (index: FindIndex, { names }: Pick<FindAsked, "names">, figure: Figure, seen: Seen[]): FindHit[] => {
  const [ofPairs, digits] = [isPair(figure), 2 * figure.digits];
  const declared = Object.keys(ofPairs ? index.rules.find.faults : index.rules.find.single_faults);
  const keyed = seen.map((of) => {
    const { over, under, total, bin } = of;
    const judged = caseOf(index, names, of);
    const faults = declared.filter((name) => FAULTS[name](judged));
    // What rounds to it comes before what it is cut off from or is near to: of results in any case.
    const loose = Number(bin < digits - 1 || bin > digits);
    const newest = -Math.max(index.round[over], index.round[under]);
    const points = faults.length + faults.filter((name) => HEAVY.includes(name)).length;
    const key = ofPairs ? [points, newest, Number(total), loose] : [loose, points, newest, Number(!total)];
    return { of, faults, key: [...key, over, under] };
  });
  return keyed.sort((a, b) => inOrder(a.key, b.key)).map(({ of: { over, under, total, kind, value }, faults }) =>
    ({ rows: ofPairs ? [over, under] : [over], kind, measure: total ? "total" : "per", value, faults }));
};

/** What comes nearest to a figure: each reach is eight times as far as the one before. */
const nearestIn = ({ tried, within }: Scan, { low, high }: Figure) => {
  const farOf = ({ bin }: Seen) => Math.max(low - bin, bin - high + 1);
  for (let by = 1; tried && by < 8 ** WIDENINGS; by *= 8) {
    const { seen } = within(low - by, high + by);
    const least = seen.reduce((far, of) => Math.min(far, farOf(of)), Infinity);
    if (seen.length) return seen.filter((of) => farOf(of) === least);
  }
  return [];
};

/** The finder of a bank's results of these divisions. */
export const finderOf = (bank: Pick<FindBank, "table" | "rules">, divisions: string[]) => {
  const index = indexOf(bank, divisions);
  const leaving = leavingOf(index);
  /** How many print a figure, and so many of them, none where they would print nearly any; or the result that comes
   * nearest. */
  const look = (asked: FindAsked, figure: Figure, limit: number): FindOutcome => {
    const most = index.rules.find.nearly_any;
    // A pair's better one is of the first side that is named, and the other of the second.
    const sides = figure.sides?.map((names) => new Set(leaving(names).rows));
    const fits = (over: number, under: number) => !sides || (sides[0].has(over) && sides[1].has(under));
    const { rows, blocks } = leaving(asked.names);
    const scan = isPair(figure) ? pairsOf(index, blocks, figure, fits) : singlesOf(index, rows, figure);
    const { seen, matching } = scan.within(figure.low, figure.high, isPair(figure) ? most : Infinity);
    const told = (of: Seen[]) => ranked(index, asked, figure, of).slice(0, limit);
    const hits = isPair(figure) && matching > most ? [] : told(seen);
    const nearest = matching || isPair(figure) ? [] : told(nearestIn(scan, figure)).slice(0, 1);
    return { hits, nearest, matching, tried: scan.tried };
  };
  return {
    look, having: (names: FindAsked["names"]) => leaving(names).rows,
    unread: (names: FindAsked["names"]) => leaving(names).unread,
  };
};
