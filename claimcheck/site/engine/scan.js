/* The figures of single results, and of pairs of them, one by one: each that lies between two others is visited. */

/** @typedef {import("./index.js").FindIndex} FindIndex */

/** @type {Record<string, number>} */
const SECONDS = { ms: 0.001, s: 1, minutes: 60, hours: 3600 };
// Lifts a value that floating point left just below the half that it is.
export const LIFT = 1 + 1e-12;

/** What a pair is by its kind. @param {string} kind @param {number} better @param {number} other */
export const valueOf = (kind, better, other) => {
  if (kind === "ratio" || kind === "multiple") return better / other;
  return kind === "gain" ? better / other - 1 : kind === "saving" ? 1 - other / better : other / better;
};

/** The least and the most that the better one of a pair can be of the other for a figure between two others.
 * @param {string} kind @param {number} least @param {number} most */
const ratiosOf = (kind, least, most) => {
  const ratio = (/** @type {number} */ figure) => {
    if (kind === "ratio" || kind === "multiple" || kind === "gain") return kind === "gain" ? 1 + figure : figure;
    const rest = kind === "saving" ? 1 - figure : figure;
    return rest > 0 ? 1 / rest : Infinity;
  };
  const [low, high] = [ratio(least), ratio(most)].sort((a, b) => a - b);
  // With room for rounding.
  return [low * (1 - 1e-9), high * (1 + 1e-9)];
};

/** Visits the pairs of a block by one measure whose ratio is in a window and that may be compared.
 * @param {FindBlock} block @param {boolean} total @param {number[]} window @param {Int32Array} local
 * @param {(row: number, rival: number, better: number, other: number, state: number) => void} visit */
const inWindow = ({ overs, unders, states }, total, [lowest, highest], local, visit) => {
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

/** The pairs of some blocks by a figure. @param {FindIndex} index @param {{ blocks: FindBlock[], tried: number }} found
 * @param {FindFigure} figure @returns {FindScan} */
export const pairsOf = ({ per, speed, size, timed, local }, { blocks, tried }, { kinds, factor, measure }) => {
  const binOf = (/** @type {number} */ amount) => Math.floor(amount * factor * LIFT);
  // Times are set against each other for each accelerator only where a phrase says so.
  const measures = [false, true].filter((total) =>
    measure === null ? total || !timed : total === (measure === "total"),
  );
  const isTwofold = measures.length > 1;
  /** Whether one of the first kinds reads two rates as a figure between two others.
   * @param {number} many @param {number} one @param {number} other @param {number} low @param {number} high */
  const among = (many, one, other, low, high) => kinds.some((kind, place) => {
    const bin = binOf(valueOf(kind, Math.max(one, other), Math.min(one, other)));
    return place < many && bin >= low && bin < high;
  });
  /** @type {FindScan["each"]} */
  const each = (low, high, visit) => {
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
  /** @type {FindScan["repeated"]} */
  const repeated = (over, under, total, place, low, high) => {
    const rates = total ? speed : per;
    return (place > 0 && among(place, rates[over], rates[under], low, high))
      || (total && isTwofold && among(kinds.length, per[over], per[under], low, high));
  };
  return { tried, each, repeated };
};

/** The single results among some by a figure. @param {FindIndex} index @param {number[]} having
 * @param {FindFigure} figure @returns {FindScan} */
export const singlesOf = (
  { results: { get }, places, per, value, number, timed },
  having,
  { kinds: [kind], unit, factor, measure },
) => {
  const unitAt = (/** @type {number} */ at) => String(get("unit", places[at]));
  const rows = having.filter((at) =>
    kind === "rate" || kind === "energy" ? unitAt(at) === unit : kind !== "time" || unitAt(at) in SECONDS,
  );
  const amountOf = (/** @type {number} */ at, /** @type {boolean} */ total) => {
    if (!total && (timed || Number.isNaN(per[at]) || (measure === null && number[at] === 1))) return NaN;
    const published = total ? value[at] : per[at];
    // Joules per token are the inverse of tokens per second and watt.
    if (kind === "energy") return 1 / published;
    return kind === "time" ? (published * SECONDS[unitAt(at)]) / SECONDS[String(unit)] : published;
  };
  const binOf = (/** @type {number} */ at, /** @type {boolean} */ total) =>
    Math.floor(amountOf(at, total) * factor * LIFT);
  const measures = measure === null ? [true, false] : [measure === "total"];
  /** @type {FindScan["each"]} */
  const each = (low, high, visit) => {
    for (const at of rows) {
      for (const total of measures) {
        const bin = binOf(at, total);
        if (bin >= low && bin < high) visit(at, at, total, 0, amountOf(at, total), bin, 2);
      }
    }
  };
  /** @type {FindScan["repeated"]} */
  const repeated = (at, _under, total, _place, low, high) =>
    !total && measure === null && binOf(at, true) >= low && binOf(at, true) < high;
  return { tried: rows.length, each, repeated };
};
