/* Which results a phrase leaves, and in which lists they fall, so that the pairs of a ratio are windows of two
 * lists. */
import { CPUS } from "./names.js";
import { kept } from "./words.js";

/** @typedef {import("./index.js").FindIndex} FindIndex @typedef {Pick<FindAsked, "names">} Named */

// Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
// REMEMBERED: what is made for the names of so many phrases is kept.
const REMEMBERED = 8;

/** What `make` gives for the names of a phrase, kept for the last few: figures change while names stay.
 * @template T @param {(asked: Named) => T} make @returns {(asked: Named) => T} */
export const remembered = (make) => {
  const known = kept((/** @type {string} */ names) => make({ names: JSON.parse(names) }), REMEMBERED);
  return ({ names }) => known(JSON.stringify(names));
};

/** What may speak against results or pairs: the bit of each fault, the points of a set of them, and their names.
 * @param {Record<string, { points: number }>} faults */
export const declaredOf = (faults) => {
  const declared = Object.entries(faults);
  const points = (/** @type {number} */ set) =>
    declared.reduce((sum, [, fault], at) => (set & (1 << at) ? sum + fault.points : sum), 0);
  return {
    bit: Object.fromEntries(declared.map(([name], at) => [name, 1 << at])),
    pointsOf: Uint8Array.from({ length: 1 << declared.length }, (_none, set) => points(set)),
    named: (/** @type {number} */ set) => declared.filter((_fault, at) => set & (1 << at)).map(([name]) => name),
  };
};

/** @param {number[]} rows @param {Float64Array} rates */
const sorted = (rows, rates) => rows.filter((at) => !Number.isNaN(rates[at])).sort((a, b) => rates[a] - rates[b]);
/** @param {number[]} at @param {Float64Array} rates @returns {FindRates} */
const ratesOf = (at, rates) => ({ at: Int32Array.from(at), rates: Float64Array.from(at, (row) => rates[row]) });

/** A cell's rows in classes: of one round each, and MLCommons' table says one thing of all rows of a class and all
 * of another.
 * @param {FindIndex} index @param {string} key @returns {FindClass[]} */
const classesOf = ({ cells, versionOf, stateOf, round, per, speed }, key) => {
  const versions = [...Map.groupBy(cells.get(key) ?? [], (at) => versionOf[at]).values()];
  const states = versions.map(([first]) => versions.map(([second]) => stateOf(first, second)));
  const alike = [...Map.groupBy(versions.keys(), (i) => `${round[versions[i][0]]}|${states[i].join()}`).values()];
  return alike.map((ours, place) => {
    const rows = ours.flatMap((i) => versions[i]);
    return {
      per: ratesOf(sorted(rows, per), per), speed: ratesOf(sorted(rows, speed), speed), place,
      states: alike.map(([other]) => states[ours[0]][other]),
    };
  });
};

/** Two lists as a block: what speaks against each of its pairs, the newer one of its rounds, and its greatest ratio.
 * @param {FindIndex} index @param {FindClass} overs @param {FindClass} unders
 * @param {boolean} settled @returns {FindBlock} */
const blockOf = ({ round, rules }, overs, unders, settled) => {
  const { bit, pointsOf } = declared(rules).pair;
  const [after, before] = [overs, unders].map(({ speed: { at } }) => round[at[0]]);
  const set =
    (Math.abs(after - before) > 1 ? bit.rounds : 0) |
    (settled ? 0 : bit.unsettled) |
    (after < before ? bit.backwards : 0);
  const greatest = Math.max(...[[overs.per, unders.per], [overs.speed, unders.speed]]
    .map(([{ rates }, { rates: others }]) => (rates.at(-1) ?? 0) / (others[0] ?? 1)));
  return {
    overs, unders, set, greatest, points: pointsOf[set], newest: Math.max(after, before),
    size: overs.speed.at.length * unders.speed.at.length,
  };
};
/** The faults of pairs and of single results. */
export const declared = kept((/** @type {Rules} */ { find }) => ({
  pair: declaredOf(find.faults), single: declaredOf(find.single_faults),
}));

/** Which rows bear one of these names. @param {FindIndex} index @param {string} category
 * @param {string[]} named @returns {(at: number) => boolean} */
const bearing = ({ results: { columns }, places, number }, category, named) => {
  if (category === "accelerators") return (at) => named.some((many) => Number(many) === number[at]);
  const names =
    category === "submitter" ? ["submitter", "accelerator_vendor"] : [category === "chip" ? "product" : category];
  const fits = names.map((name) => ({
    words: (columns[name].words ?? []).map((word) =>
      named.includes(word === null && name === "product" ? CPUS : String(word)),
    ),
    at: /** @type {Uint16Array} */ (columns[name].at),
  }));
  return (own) => fits.some(({ words, at }) => words[at[places[own]]]);
};

/** @param {FindIndex} index @param {Named} asked */
const cellsOf = ({ cells }, { names }) => [...cells.keys()].filter((key) => {
  const [family, scenario] = key.split("|");
  const fits = (/** @type {string} */ category, /** @type {string} */ name) =>
    !names[category] || names[category].flat().includes(name);
  return fits("benchmark", family) && fits("scenario", scenario);
});

/** For each category that is named, the names that each row bears, as bits, and all of them.
 * @param {FindIndex} index @param {Named} asked */
const sidesOf = (index, asked) => {
  const rows = cellsOf(index, asked).flatMap((key) => index.cells.get(key) ?? []);
  return SIDES.filter((category) => asked.names[category]).map((category) => {
    const bits = new Int32Array(index.count);
    asked.names[category].forEach((of, bit) => {
      const bears = bearing(index, category, of);
      for (const at of rows) if (bears(at)) bits[at] |= 1 << bit;
    });
    return { bits, every: 2 ** asked.names[category].length - 1 };
  });
};

/** The pairs that a claim rests on, of what a phrase names, as blocks of one pair. @param {FindIndex} index
 * @param {string[]} named
 * @param {(first: number, second: number) => boolean} both */
const restingBlocks = (index, named, both) => {
  const { claimed, cellAt, stateOf, per, speed } = index;
  const alone = (/** @type {number} */ at) => ({
    per: ratesOf(sorted([at], per), per), speed: ratesOf([at], speed), place: 0, states: [],
  });
  return [...claimed.values()]
    .filter(
      ([one, other]) =>
        one !== other &&
        cellAt(one) === cellAt(other) &&
        named.includes(cellAt(one)) &&
        stateOf(one, other) &&
        both(one, other),
    )
    .flatMap((pair) => [pair, pair.toReversed()])
    .map(([over, under]) => blockOf(index, alone(over), alone(under), stateOf(over, under) === 2));
};

/** The lists that the rows a phrase leaves fall into, by two that hold pairs, the most defensible and newest first;
 * the pairs
 * among them that a claim rests on; and how many pairs there are. Rows of a list bear the same names, and MLCommons'
 * table says
 * the same of them. @param {FindIndex} index @param {(key: string) => FindClass[]} classes @param {Named} asked */
const blocksOf = (index, classes, asked) => {
  const sides = sidesOf(index, asked);
  const codes = new Float64Array(sides.length ? index.count : 0);
  for (const { bits, every } of sides)
    for (let at = 0; at < index.count; at += 1) codes[at] = codes[at] * (every + 1) + bits[at];
  const borne = (/** @type {number} */ at) => codes[at];
  /** Two sides bear no three names: then each bears one of them. @param {number} first @param {number} second */
  const both = (first, second) =>
    sides.every(({ bits, every }) =>
      every <= 3 ? (bits[first] | bits[second]) === every : bits[first] > 0 && bits[second] > 0,
    );
  const divided = (/** @type {FindClass} */ rows) => {
    const apart = Map.groupBy(rows.per.at, borne);
    return [...Map.groupBy(rows.speed.at, borne)].map(([code, at]) => ({
      ...rows, per: ratesOf(apart.get(code) ?? [], index.per), speed: ratesOf(at, index.speed),
    }));
  };
  /** @type {FindBlock[]} */
  const blocks = [];
  let tried = 0;
  const named = cellsOf(index, asked);
  for (const key of named) {
    const lists = sides.length ? classes(key).flatMap(divided) : classes(key);
    lists.forEach((overs, i) => lists.forEach((unders, j) => {
      const state = overs.states[unders.place];
      if (!state || !both(overs.speed.at[0], unders.speed.at[0])) return;
      const block = blockOf(index, overs, unders, state === 2);
      blocks.push(block);
      if (i <= j) tried += i < j ? block.size : (block.size - overs.speed.at.length) / 2;
    }));
  }
  blocks.sort((a, b) => a.points - b.points || b.newest - a.newest || b.size - a.size);
  return { blocks, resting: restingBlocks(index, named, both), tried };
};

/** What a phrase leaves of an index: the blocks of its pairs, and the results that have a name of each kind that is
 * named.
 * @param {FindIndex} index */
export const leavingOf = (index) => {
  const classes = kept((/** @type {string} */ key) => classesOf(index, key));
  const sides = remembered((asked) => sidesOf(index, asked));
  return {
    blocks: remembered((asked) => blocksOf(index, classes, asked)),
    having: (/** @type {Named} */ asked) =>
      cellsOf(index, asked).flatMap((key) =>
        (index.cells.get(key) ?? []).filter((at) => sides(asked).every(({ bits }) => bits[at] > 0)),
      ),
  };
};
