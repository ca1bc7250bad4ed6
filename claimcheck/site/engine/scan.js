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

/** Visits the pairs of a block by one measure whose ratio is in a window; whether a visit ended the search.
 * @param {FindBlock} block @param {boolean} total @param {number[]} window
 * @param {(row: number, rival: number, better: number, other: number) => boolean} visit */
const inWindow = ({ overs, unders }, total, [lowest, highest], visit) => {
  const { at: rows, rates } = total ? overs.speed : overs.per;
  const { at: rivals, rates: others } = total ? unders.speed : unders.per;
  for (let [i, from] = [0, 0]; i < others.length && from < rates.length; i += 1) {
    const other = others[i];
    while (from < rates.length && rates[from] < other * lowest) from += 1;
    for (let j = from; j < rates.length && rates[j] <= other * highest; j += 1) {
      // Of two equal ones the first counts as the better one.
      const known = rates[j] > other || (rates[j] === other && rows[j] < rivals[i]);
      if (known && visit(rows[j], rivals[i], rates[j], other)) return true;
    }
  }
  return false;
};

/** The pairs of some blocks by a figure. @param {FindIndex} index
 * @param {{ blocks: FindBlock[], resting: FindBlock[], tried: number }} found
 * @param {FindFigure} figure @returns {FindScan} */
export const pairsOf = ({ per, speed, size, timed }, { blocks, resting, tried }, { kinds, factor, measure }) => {
  const binOf = (/** @type {number} */ amount) => Math.floor(amount * factor * LIFT);
  // Times are set against each other for each accelerator only where a phrase says so.
  const measures = [false, true].filter((total) =>
    measure === null ? total || !timed : total === (measure === "total"),
  );
  const windowsOf = (/** @type {number} */ low, /** @type {number} */ high) =>
    kinds.map((kind) => ratiosOf(kind, low / factor, high / factor));
  const leastOf = (/** @type {number[][]} */ windows) => Math.min(...windows.map(([lowest]) => lowest));
  /** Whether one of the first kinds reads two rates as a figure between two others.
   * @param {number} many @param {number} one @param {number} other @param {number} low @param {number} high */
  const among = (many, one, other, low, high) => kinds.some((kind, place) => {
    const bin = binOf(valueOf(kind, Math.max(one, other), Math.min(one, other)));
    return place < many && bin >= low && bin < high;
  });
  /** @type {FindScan["each"]} */
  const each = (low, high, visit, within = blocks) => {
    const windows = windowsOf(low, high);
    const least = leastOf(windows);
    // Of systems of one size both measures say the same.
    const repeats = (/** @type {boolean} */ total, /** @type {number} */ row, /** @type {number} */ rival) =>
      total && measure === null && !timed && size[row] === size[rival];
    return within.findIndex((block) => block.greatest >= least && measures.some((total) => kinds.some((kind, place) =>
      inWindow(block, total, windows[place], (row, rival, better, other) => {
        if (repeats(total, row, rival)) return false;
        const amount = valueOf(kind, better, other);
        const bin = binOf(amount);
        return bin >= low && bin < high && visit(row, rival, total, place, amount, bin, block);
      }))));
  };
  /** @type {FindScan["repeated"]} */
  const repeated = (over, under, total, place, low, high) => {
    const rates = total ? speed : per;
    return (
      (place > 0 && among(place, rates[over], rates[under], low, high)) ||
      (total && measure === null && !timed && among(kinds.length, per[over], per[under], low, high))
    );
  };
  const reaching = (/** @type {number} */ low, /** @type {number} */ high) =>
    blocks.filter(({ greatest }) => greatest >= leastOf(windowsOf(low, high)));
  return { tried, resting, reaching, each, repeated };
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
    return kind === "energy"
      ? 1 / published
      : kind === "time"
        ? (published * SECONDS[unitAt(at)]) / SECONDS[String(unit)]
        : published;
  };
  const binOf = (/** @type {number} */ at, /** @type {boolean} */ total) =>
    Math.floor(amountOf(at, total) * factor * LIFT);
  /** @type {FindScan["each"]} */
  const each = (low, high, visit) => {
    for (const at of rows) {
      for (const total of [true, false]) {
        const bin = binOf(at, total);
        if (
          (measure === null || total === (measure === "total")) &&
          bin >= low &&
          bin < high &&
          visit(at, at, total, 0, amountOf(at, total), bin, null)
        )
          return 0;
      }
    }
    return -1;
  };
  /** @type {FindScan["repeated"]} */
  const repeated = (at, _under, total, _place, low, high) =>
    !total && measure === null && binOf(at, true) >= low && binOf(at, true) < high;
  return { tried: rows.length, resting: null, reaching: () => [], each, repeated };
};
