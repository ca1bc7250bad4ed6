/* The figures of single results, and of pairs of them: each that lies between two others is seen, once. */
import type { Block, FindIndex } from "./index.ts";

/** A result or a pair, of which `over` is the better one, that has a figure: `bin` is its value in half units. */
export type Seen = { over: number, under: number, total: boolean, kind: string, value: number, bin: number };
/** The figures of results or of pairs: how many there are, and at most so many that are in reach, with how many are. */
export type Scan = {
  tried: number, within(low: number, high: number, most?: number): { seen: Seen[], matching: number },
};

export const SECONDS: Record<string, number> = { ms: 0.001, s: 1, minutes: 60, hours: 3600 };
// Lifts a value that floating point left just below the half that it is.
export const LIFT = 1 + 1e-12;
const binOf = (amount: number, factor: number) => Math.floor(amount * factor * LIFT);

/** What a pair is by its kind. */
export const valueOf = (kind: string, better: number, other: number) => {
  if (kind === "ratio" || kind === "multiple") return better / other;
  return kind === "gain" ? better / other - 1 : kind === "saving" ? 1 - other / better : other / better;
};

/** The least and the most that the better one of a pair can be of the other for a figure between two others. */
const ratiosOf = (kind: string, ends: number[]) => {
  const [low, high] = ends.map((figure) => {
    if (["ratio", "multiple", "gain"].includes(kind)) return kind === "gain" ? 1 + figure : figure;
    const rest = kind === "saving" ? 1 - figure : figure;
    return rest > 0 ? 1 / rest : Infinity;
  }).sort((a, b) => a - b);
  // With room for rounding.
  return [low * (1 - 1e-9), high * (1 + 1e-9)];
};

/** Visits the pairs of a block whose ratio is in a window. */
const inWindow = (
  { overs, unders }: Block, rates: Float64Array, [lowest, highest]: number[],
  visit: (over: number, under: number) => void,
) => {
  let from = 0;
  for (const under of unders) {
    const other = rates[under];
    while (from < overs.length && rates[overs[from]] < other * lowest) from += 1;
    for (let i = from; i < overs.length && rates[overs[i]] <= other * highest; i += 1) {
      const over = overs[i];
      // Of two equal ones the first counts as the better one.
      if (rates[over] > other || (rates[over] === other && over < under)) visit(over, under);
    }
  }
};

/** The pairs of some blocks by a figure; a pair that two readings of it fit has the first. `fits`:
 * whether a pair is meant, of which the better one comes first. */
export const pairsOf = (
  index: FindIndex, blocks: (total: boolean) => Block[], { kinds, factor, measure }: Figure,
  fits: (over: number, under: number) => boolean,
): Scan => {
  // Times are set against each other for each accelerator only where a phrase says so.
  const measures = [false, true].filter((total) =>
    (measure === null ? total || !index.timed : total === (measure === "total")));
  const ways = measures.flatMap((total) => kinds.map((kind) =>
    ({ total, kind, rates: total ? index.total : index.per, blocks: blocks(total) })));
  const valueIn = ({ kind, rates }: typeof ways[number], one: number, two: number) =>
    valueOf(kind, Math.max(rates[one], rates[two]), Math.min(rates[one], rates[two]));
  return {
    tried: blocks(true).reduce((sum, { overs, unders }) =>
      sum + (overs.length * (unders.length - Number(overs === unders))) / 2, 0),
    within: (low, high, most = Infinity) => {
      const isIn = (bin: number) => bin >= low && bin < high;
      const seen: Seen[] = [];
      let matching = 0;
      for (const [i, way] of ways.entries()) {
        const [before, window] = [ways.slice(0, i), ratiosOf(way.kind, [low / factor, high / factor])];
        for (const block of way.blocks) {
          inWindow(block, way.rates, window, (over, under) => {
            const value = valueIn(way, over, under);
            const bin = binOf(value, factor);
            if (!isIn(bin) || !fits(over, under)) return;
            if (before.some((other) => isIn(binOf(valueIn(other, over, under), factor)))) return;
            matching += 1;
            if (matching <= most) seen.push({ over, under, total: way.total, kind: way.kind, value, bin });
          });
        }
      }
      return { seen, matching };
    },
  };
};

/** The single results among some rows by a figure: in total, or else per accelerator. */
export const singlesOf = (
  { table: { get }, per, value, number, timed }: FindIndex, rows: number[],
  { kinds: [kind], unit, factor, measure }: Figure,
): Scan => {
  const unitAt = (row: number) => String(get("unit", row));
  // What is in queries or samples is no time.
  const own = rows.filter((row) => (kind === "rate" || kind === "energy" ? unitAt(row) === unit
    : !unit || unitAt(row) in SECONDS === (kind === "time")));
  const amountOf = (row: number, total: boolean) => {
    if (!total && (timed || (measure === null && number[row] === 1))) return NaN;
    const published = total ? value[row] : per[row];
    // Joules per token are the inverse of tokens per second and watt.
    if (kind === "energy") return 1 / published;
    return kind === "time" ? (published * SECONDS[unitAt(row)]) / SECONDS[String(unit)] : published;
  };
  const measures = measure === null ? [true, false] : [measure === "total"];
  return {
    tried: own.length,
    within: (low, high) => {
      const seen = own.flatMap((row) => {
        const total = measures.find((of) => {
          const bin = binOf(amountOf(row, of), factor);
          return bin >= low && bin < high;
        });
        if (total === undefined) return [];
        const amount = amountOf(row, total);
        return { over: row, under: row, total, kind, value: amount, bin: binOf(amount, factor) };
      });
      return { seen, matching: seen.length };
    },
  };
};
