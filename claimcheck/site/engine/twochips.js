/* Two chips in every test that they share in a round, as analysis/chips.py counts them by its readings. */
import { tableOf } from "./tables.js";
import { filled, listed, times } from "./words.js";

// The reading of systems of all sizes, the last.
const ANY = "any size";

/** The chip that some products are of, where it is one that the table has. @param {Rules} rules
 * @param {string[]} products */
const chipOf = ({ chips }, products) => {
  const found = [...new Set(products.map((product) => (Object.hasOwn(chips, product) ? chips[product] : "")))].filter(
    Boolean,
  );
  return found.length === 1 ? found[0] : null;
};

/** The rows of a table that have these values. @param {ResultTable} table @param {Record<string, string>} values */
const rowsOf = ({ rows, get }, values) =>
  Array.from({ length: rows }, (_none, row) => row).filter((row) =>
    Object.entries(values).every(([name, value]) => get(name, row) === value),
  );

/** What two chips come to in the latest round that they share, or in that which is named: sentences, and the pair of
 * each test of what is named.
 * @param {ResultTable} table @param {Rules} rules @param {string[][]} groups products of either chip
 * @param {{ rounds: string[], families: string[], scenarios: string[] }} asked */
export const twoChips = (table, rules, groups, { rounds, families, scenarios }) => {
  const words = rules.two_chips;
  const [one, two] = groups.map((group) => chipOf(rules, group));
  if (one === null || two === null || one === two) return null;
  const [chip, other] = [one, two].sort();
  const cell = (/** @type {string} */ name, /** @type {number} */ row) => String(table.get(name, row));
  const known = rowsOf(table, { chip, other }).filter(
    (row) =>
      (!families.length || families.includes(cell("family", row))) &&
      (!scenarios.length || scenarios.includes(cell("scenario", row))) &&
      (!rounds.length || rounds.includes(cell("round", row))),
  );
  const round = rules.rounds.findLast((name) => known.some((row) => cell("round", row) === name));
  if (!round) return null;
  const counts = tableOf(/** @type {any} */ (table).counts);
  const said = rowsOf(counts, { round, chip: one, other: two }).map((row) => {
    const [reading, ahead, of, middle] = ["reading", "ahead", "tests", "middle"].map((name) => counts.get(name, row));
    const values = { ahead, tests: of, middle: times(Number(middle)) };
    return { reading, words: filled(words.readings[String(reading)], values) };
  });
  const inOrder = Object.keys(words.readings).flatMap((name) => said.filter(({ reading }) => reading === name));
  const eights = inOrder.filter(({ reading }) => reading !== ANY);
  const names = { one, two, round };
  const readings = listed(eights.map((reading) => reading.words));
  const sentences = [
    filled(eights.length ? words.eights : words.none, { ...names, readings }),
    ...inOrder.slice(eights.length).map((of) => filled(words.further, { ...names, reading: of.words })),
    filled(words.how, { round, spread: rules.spread[round] }),
  ];
  const tests = known.filter((row) => cell("round", row) === round).map((row) => {
    const [ratio, ...rows] = ["ratio", "row", "other_row"].map((name) => Number(table.get(name, row)));
    return chip === one ? { ratio, rows } : { ratio: 1 / ratio, rows: rows.reverse() };
  });
  return { says: sentences.join(" "), tests: tests.sort((a, b) => b.ratio - a.ratio) };
};
