/* The figures of single results, and of pairs of them, one by one: each that lies between two others is seen. */
import type { FindBlock, FindIndex } from "./index.ts";

/** A result or a pair, of which `over` is the better one, that has a figure: `bin` is its value in half units. */
export type Seen = { over: number, under: number, total: boolean, kind: string, value: number, bin: number };
/** The figures of results or of pairs: how many there are, each that is in reach, and whether the same pair is seen in
 * reach before this. */
export type Scan = {
  tried: number,
  each(low: number, high: number, visit: (seen: Seen) => void): void,
  repeated(seen: Seen, low: number, high: number): boolean,
};

const SECONDS: Record<string, number> = { ms: 0.001, s: 1, minutes: 60, hours: 3600 };
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

/** Visits the pairs of a block whose ratio is in a window and that may be compared. */
const inWindow = (
  { overs, unders }: FindBlock, rates: Float64Array, [lowest, highest]: number[], { stateOf }: FindIndex,
  visit: (over: number, under: number) => void,
) => {
  let from = 0;
  for (const under of unders) {
    const other = rates[under];
    while (from < overs.length && rates[overs[from]] < other * lowest) from += 1;
    for (let i = from; i < overs.length && rates[overs[i]] <= other * highest; i += 1) {
      const over = overs[i];
      // Of two equal ones the first counts as the better one.
      const isBetter = rates[over] > other || (rates[over] === other && over < under);
      if (isBetter && stateOf(over, under)) visit(over, under);
    }
  }
};

/** The pairs of some blocks by a figure. */
export const pairsOf = (
  index: FindIndex, { blocks, tried }: { blocks: FindBlock[], tried: number }, { kinds, factor, measure }: FindFigure,
): Scan => {
  const { per, speed, size, timed } = index;
  // Times are set against each other for each accelerator only where a phrase says so.
  const measures = [false, true].filter((total) =>
    (measure === null ? total || !timed : total === (measure === "total")));
  const isTwofold = measures.length > 1;
  const before = Object.fromEntries(kinds.map((kind, i) => [kind, kinds.slice(0, i)]));
  /** Whether one of these kinds reads two rates as a figure between two others. */
  const among = (of: string[], rates: Float64Array, { over, under }: Seen, low: number, high: number) =>
    of.some((kind) => {
      const [one, two] = [rates[over], rates[under]];
      const bin = binOf(valueOf(kind, Math.max(one, two), Math.min(one, two)), factor);
      return bin >= low && bin < high;
    });
  return {
    tried,
    each: (low, high, visit) => {
      for (const kind of kinds) {
        const window = ratiosOf(kind, [low / factor, high / factor]);
        for (const block of measures.flatMap((total) => blocks.filter((one) => one.total === total))) {
          const { total } = block;
          const rates = total ? speed : per;
          inWindow(block, rates, window, index, (over, under) => {
            // Of systems of one size both measures say the same.
            if (total && isTwofold && size[over] === size[under]) return;
            const value = valueOf(kind, rates[over], rates[under]);
            const bin = binOf(value, factor);
            if (bin >= low && bin < high) visit({ over, under, total, kind, value, bin });
          });
        }
      }
    },
    repeated: (seen, low, high) =>
      among(before[seen.kind], seen.total ? speed : per, seen, low, high)
      || (seen.total && isTwofold && among(kinds, per, seen, low, high)),
  };
};

/** The single results among some by a figure. */
export const singlesOf = (
  { results: { get }, places, per, value, number, timed }: FindIndex, having: number[],
  { kinds: [kind], unit, factor, measure }: FindFigure,
): Scan => {
  const unitAt = (at: number) => String(get("unit", places[at]));
  const rows = having.filter((at) =>
    (kind === "rate" || kind === "energy" ? unitAt(at) === unit : kind !== "time" || unitAt(at) in SECONDS));
  const amountOf = (at: number, total: boolean) => {
    if (!total && (timed || Number.isNaN(per[at]) || (measure === null && number[at] === 1))) return NaN;
    const published = total ? value[at] : per[at];
    // Joules per token are the inverse of tokens per second and watt.
    if (kind === "energy") return 1 / published;
    return kind === "time" ? (published * SECONDS[unitAt(at)]) / SECONDS[String(unit)] : published;
  };
  const measures = measure === null ? [true, false] : [measure === "total"];
  return {
    tried: rows.length,
    each: (low, high, visit) => {
      for (const at of rows) {
        for (const total of measures) {
          const amount = amountOf(at, total);
          const bin = binOf(amount, factor);
          if (bin >= low && bin < high) visit({ over: at, under: at, total, kind, value: amount, bin });
        }
      }
    },
    repeated: ({ over, total }, low, high) => {
      const bin = binOf(amountOf(over, true), factor);
      return !total && measure === null && bin >= low && bin < high;
    },
  };
};
