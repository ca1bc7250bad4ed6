/* Two chips in every test that they share in a round, by the four readings of analysis/chips.py, whose table this
 * reads. */
import { filled, listed, times } from "./words.js";

/** @typedef {{ family: string, scenario: string, ratio: number, rows: number[] }} SharedTest */

/** The chip that some products are of, where it is one that the table has. @param {Rules} rules
 * @param {string[]} products */
const chipOf = ({ chips }, products) => {
  const found = [...new Set(products.map((product) => (Object.hasOwn(chips, product) ? chips[product] : "")))].filter(
    Boolean,
  );
  return found.length === 1 ? found[0] : null;
};

/** The rows of the table for two chips, by round and reading, the first over the second.
 * @param {ResultTable} table @param {string} one @param {string} two */
const rowsOf = ({ rows, get }, one, two) => {
  const [chip, other] = [one, two].sort();
  const all = Array.from({ length: rows }, (_none, row) => row).filter(
    (row) => get("chip", row) === chip && get("other", row) === other,
  );
  return all.map((row) => {
    const [ratio, own, theirs] = ["ratio", "row", "other_row"].map((name) => Number(get(name, row)));
    const sides = chip === one ? { ratio, rows: [own, theirs] } : { ratio: 1 / ratio, rows: [theirs, own] };
    const [round, reading, family, scenario] = ["round", "reading", "family", "scenario"].map((name) =>
      String(get(name, row)),
    );
    return { round, reading, family, scenario, ...sides };
  });
};

/** How often the first is ahead by a reading, in words. @param {Words} words @param {string} reading
 * @param {SharedTest[]} tests */
const readingInWords = (words, reading, tests) => {
  if (!tests.length) return [];
  const ratios = tests.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const middle = (ratios[Math.floor((ratios.length - 1) / 2)] + ratios[Math.ceil((ratios.length - 1) / 2)]) / 2;
  const ahead = ratios.filter((ratio) => ratio > 1).length;
  return [filled(words[reading], { ahead, tests: tests.length, middle: times(middle) })];
};

/** What two chips come to in the latest round that they share, or in that which is named: sentences, and each test's
 * pair.
 * @param {ResultTable} table @param {Rules} rules @param {string[][]} groups products of either chip
 * @param {{ rounds: string[], families: string[], scenarios: string[] }} asked */
export const twoChips = (table, rules, groups, { rounds, families, scenarios }) => {
  const words = rules.two_chips;
  const [one, two] = groups.map((group) => chipOf(rules, group));
  if (one === null || two === null || one === two) return null;
  const known = rowsOf(table, one, two).filter(
    ({ family, scenario, round }) =>
      (!families.length || families.includes(family)) &&
      (!scenarios.length || scenarios.includes(scenario)) &&
      (!rounds.length || rounds.includes(round)),
  );
  const round = rules.rounds.findLast((name) => known.some((row) => row.round === name));
  if (!round) return null;
  const own = Map.groupBy(known.filter((row) => row.round === round), ({ reading }) => reading);
  const of = (/** @type {string} */ reading) => own.get(reading) ?? [];
  const testOf = (/** @type {SharedTest} */ { family, scenario }) => `${family} ${scenario}`;
  const eights = new Set(of("best").map(testOf));
  const others = of("any size").filter((test) => !eights.has(testOf(test)));
  const said = ["best", "median", "own", "house"].flatMap((reading) =>
    readingInWords(words.readings, reading, of(reading)),
  );
  const further = others.length ? readingInWords(words.readings, "any size", others) : [];
  const names = { one, two, round };
  const sentences = [
    ...(said.length ? [filled(words.eights, { ...names, readings: listed(said) })] : [filled(words.none, names)]),
    ...further.map((reading) => filled(words.further, { ...names, reading })),
    filled(words.how, { round, spread: rules.spread[round] }),
  ];
  const tests = [...of("best"), ...others].sort((a, b) => b.ratio - a.ratio);
  return { says: sentences.join(" "), tests };
};
