/* The figures of single results, and of pairs of them, one by one: each that lies between two others is visited. */
import type { FindIndex } from "./index.ts";

const SECONDS: Record<string, number> = { ms: 0.001, s: 1, minutes: 60, hours: 3600 };
// Lifts a value that floating point left just below the half that it is.
export const LIFT = 1 + 1e-12;

/** What a pair is by its kind. */
export const valueOf = (kind: string, better: number, other: number) => {
  if (kind === "ratio" || kind === "multiple") return better / other;
  return kind === "gain" ? better / other - 1 : kind === "saving" ? 1 - other / better : other / better;
};

/** The least and the most that the better one of a pair can be of the other for a figure between two others. */
const ratiosOf = (kind: string, least: number, most: number) => {
  const ratio = (figure: number) => {
    if (kind === "ratio" || kind === "multiple" || kind === "gain") return kind === "gain" ? 1 + figure : figure;
    const rest = kind === "saving" ? 1 - figure : figure;
    return rest > 0 ? 1 / rest : Infinity;
  };
  const [low, high] = [ratio(least), ratio(most)].sort((a, b) => a - b);
  // With room for rounding.
  return [low * (1 - 1e-9), high * (1 + 1e-9)];
};

/** Visits the pairs of a block by one measure whose ratio is in a window and that may be compared. */
const inWindow = (
  { overs, unders, states }: FindBlock, total: boolean, [lowest, highest]: number[], local: Int32Array,
  visit: (row: number, rival: number, better: number, other: number, state: number) => void,
) => {
  const { at: rows, rates } = total ? overs.speed : overs.per;
  const { at: rivals, rates: others } = total ? unders.speed : unders.per;
  for (let [i, from] = [0, 0]; i < others.length && from < rates.length; i += 1) {
    const other = others[i];
    const own = states[local[rivals[i]]];
    while (from < rates.length && rates[from] < other * lowest) from += 1;
    for (let j = from; j < rates.length && rates[j] <= other * highest; j += 1) {
      const state = own[local[rows[j]]];
      // Of two equal ones the first counts as the better one.
      if (state && (rates[j] > other || (rates[j] === other && rows[j] < rivals[i])))
        visit(rows[j], rivals[i], rates[j], other, state);
    }
  }
};

/** The pairs of some blocks by a figure. */
export const pairsOf = (
  { per, speed, size, timed, local }: FindIndex, { blocks, tried }: { blocks: FindBlock[], tried: number },
  { kinds, factor, measure }: FindFigure,
): FindScan => {
  const binOf = (amount: number) => Math.floor(amount * factor * LIFT);
  // Times are set against each other for each accelerator only where a phrase says so.
  const measures = [false, true].filter((total) =>
    measure === null ? total || !timed : total === (measure === "total"),
  );
  const isTwofold = measures.length > 1;
  /** Whether one of the first kinds reads two rates as a figure between two others. */
  const among = (many: number, one: number, other: number, low: number, high: number) => kinds.some((kind, place) => {
    const bin = binOf(valueOf(kind, Math.max(one, other), Math.min(one, other)));
    return place < many && bin >= low && bin < high;
  });
  const each: FindScan["each"] = (low, high, visit) => {
    for (const [place, kind] of kinds.entries()) {
      const window = ratiosOf(kind, low / factor, high / factor);
      for (const total of measures) {
        for (const block of blocks) {
          inWindow(block, total, window, local, (row, rival, better, other, state) => {
            // Of systems of one size both measures say the same.
            if (total && isTwofold && size[row] === size[rival]) return;
            const amount = valueOf(kind, better, other);
            const bin = binOf(amount);
            if (bin >= low && bin < high) visit(row, rival, total, place, amount, bin, state);
          });
        }
      }
    }
  };
  const repeated: FindScan["repeated"] = (over, under, total, place, low, high) => {
    const rates = total ? speed : per;
    return (place > 0 && among(place, rates[over], rates[under], low, high))
      || (total && isTwofold && among(kinds.length, per[over], per[under], low, high));
  };
  return { tried, each, repeated };
};

/** The single results among some by a figure. */
export const singlesOf = (
  { results: { get }, places, per, value, number, timed }: FindIndex,
  having: number[],
  { kinds: [kind], unit, factor, measure }: FindFigure,
): FindScan => {
  const unitAt = (at: number) => String(get("unit", places[at]));
  const rows = having.filter((at) =>
    kind === "rate" || kind === "energy" ? unitAt(at) === unit : kind !== "time" || unitAt(at) in SECONDS,
  );
  const amountOf = (at: number, total: boolean) => {
    if (!total && (timed || Number.isNaN(per[at]) || (measure === null && number[at] === 1))) return NaN;
    const published = total ? value[at] : per[at];
    // Joules per token are the inverse of tokens per second and watt.
    if (kind === "energy") return 1 / published;
    return kind === "time" ? (published * SECONDS[unitAt(at)]) / SECONDS[String(unit)] : published;
  };
  const binOf = (at: number, total: boolean) =>
    Math.floor(amountOf(at, total) * factor * LIFT);
  const measures = measure === null ? [true, false] : [measure === "total"];
  const each: FindScan["each"] = (low, high, visit) => {
    for (const at of rows) {
      for (const total of measures) {
        const bin = binOf(at, total);
        if (bin >= low && bin < high) visit(at, at, total, 0, amountOf(at, total), bin, 2);
      }
    }
  };
  const repeated: FindScan["repeated"] = (at, _under, total, _place, low, high) =>
    !total && measure === null && binOf(at, true) >= low && binOf(at, true) < high;
  return { tried: rows.length, each, repeated };
};
