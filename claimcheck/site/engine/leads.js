/* Where names lead that come without a figure: two chips to their comparison, others to the best results of their
 * latest round. */
import { spansOf } from "./spans.js";
import { tableOf } from "./tables.js";
import { filled, listed, printed, times } from "./words.js";

/** What a list of results is filtered by, for names of these kinds. @type {Words} */
const FILTERS = { chip: "product", submitter: "submitter", round: "round", scenario: "scenario" };
// The reading of systems of all sizes, the last.
const ANY = "any size";

/** @typedef {{ says: string, hits: FindHit[], page: string }} Lead */
/** @type {Lead} */
const NONE = { says: "", hits: [], page: "" };

/** Of a result what is compared: its rate per accelerator, or else its value, of a time the inverse.
 * @param {FindBank} bank @param {number} row */
const rateOf = ({ table: { get } }, row) => {
  const value = Number(get("value", row));
  return Number(get("per_accelerator", row) ?? (get("higher_is_better", row) === true ? value : 1 / value));
};

/** A result, or two, as a hit that no figure asks for. @param {FindBank} bank
 * @param {number[]} rows @returns {FindHit} */
const hitOf = (bank, rows) => {
  const { get } = bank.table;
  const [over, under] = rows.map((row) => rateOf(bank, row));
  const divided = get("per_accelerator", rows[0]) !== null;
  const value = rows.length > 1 ? over / under : divided ? over : Number(get("value", rows[0]));
  return { rows, kind: "named", measure: divided ? "per" : "total", value, faults: [], points: 0 };
};

/* ---- Two chips, as analysis/chips.py counts their tests by its readings ---- */

/** The rows of a table that have these values. @param {ResultTable} table @param {Record<string, string>} values */
const rowsOf = ({ rows, get }, values) => [...Array(rows).keys()].filter((row) =>
  Object.entries(values).every(([name, value]) => get(name, row) === value));

/** What every reading says of two chips in a round. @param {Rules} rules @param {ResultTable} counts
 * @param {{ round: string, one: string, two: string }} names */
const readingsTold = ({ two_chips: words, spread }, counts, { round, one, two }) => {
  const said = Object.fromEntries(rowsOf(counts, { round, chip: one, other: two }).map((row) => {
    const [reading, ahead, tests, middle] = ["reading", "ahead", "tests", "middle"].map((name) =>
      counts.get(name, row));
    const values = { ahead, tests, middle: times(Number(middle)) };
    return [reading, filled(words.readings[String(reading)], values)];
  }));
  const eights = Object.keys(words.readings).filter((name) => name !== ANY && said[name]);
  const readings = listed(eights.map((name) => said[name]));
  return [
    filled(eights.length ? words.eights : words.none, { one, two, round, readings }),
    ...(said[ANY] ? [filled(words.further, { one, two, round, reading: said[ANY] })] : []),
    filled(words.how, { round, spread: spread[round] }),
  ].join(" ");
};

/** Two chips in every test that they share in their latest round, or in that which is named. @param {FindEngine} engine
 * @param {FindBank} bank @param {FindAsked} asked @returns {Lead} */
const chipsLead = ({ rules, more }, bank, { names }) => {
  const table = bank.name === "results" ? more.chips() : null;
  const chips = names.chip.slice(0, 2).map((group) => new Set(group.flatMap((product) => rules.chips[product] ?? [])));
  if (!table || chips.some(({ size }) => size !== 1)) return NONE;
  const [one, two] = chips.flatMap((of) => [...of]);
  const [chip, other] = [one, two].sort();
  const cell = (/** @type {string} */ name, /** @type {number} */ row) => String(table.get(name, row));
  const known = rowsOf(table, { chip, other }).filter((row) =>
    [["benchmark", "family"], ["scenario", "scenario"], ["round", "round"]].every(
      ([category, column]) => !names[category] || names[category].flat().includes(cell(column, row))));
  const round = rules.rounds.findLast((name) => known.some((row) => cell("round", row) === name));
  if (!round) return NONE;
  const tests = known.filter((row) => cell("round", row) === round).map((row) => {
    const [ratio, ...rows] = ["ratio", "row", "other_row"].map((name) => Number(table.get(name, row)));
    return chip === one ? { ratio, rows } : { ratio: 1 / ratio, rows: rows.reverse() };
  });
  return {
    says: readingsTold(rules, tableOf(/** @type {any} */ (table).counts), { round, one, two }),
    hits: tests.sort((a, b) => b.ratio - a.ratio)
      .map(({ ratio, rows }) => hitOf(bank, ratio < 1 ? [...rows].reverse() : rows)),
    page: "",
  };
};

/* ---- The best results of what is named ---- */

/** The list of all results of what is named, in a round. @param {FindEngine} engine @param {FindAsked} asked
 * @param {string} round */
const pageOf = ({ rules }, { names }, round) => {
  const filters = Object.entries(FILTERS).flatMap(([category, column]) =>
    (names[category] ?? []).flat().map((name) => [column, name]));
  const benchmarks = Object.entries(rules.benchmarks)
    .filter(([, [family]]) => names.benchmark?.flat().includes(family)).map(([name]) => ["benchmark", name]);
  const rounds = names.round ? [] : [["round", round]];
  return `${rules.pages.results}#${new URLSearchParams([...filters, ...benchmarks, ...rounds])}`;
};

/** That these are the best, or that a result whose score could not be read may be faster.
 * @param {FindEngine} engine @param {FindBank} bank @param {FindAsked} asked @param {number[]} best */
const bestInWords = ({ rules, words }, { name, table: { get } }, { names }, best) => {
  const says = words.no_figure.best;
  const isFaster = (/** @type {import("./spans.js").Span} */ { round, benchmark, low }) => best.some((row) =>
    get("round", row) === round && get("benchmark", row) === benchmark && low < Number(get("value", row)));
  const faster = name === "training" ? spansOf(rules, names).filter(isFaster) : [];
  if (!faster.length) return says;
  const parts = { says, n: printed(faster.length, 0), score: filled(words.spans.score, { ...faster[0] }) };
  return filled(faster.length > 1 ? words.spans.faster : words.spans.faster_one, parts);
};

/** Where the names of a phrase lead. @param {FindEngine} engine @param {FindBank} bank @param {FindAsked} asked
 * @param {number} limit @returns {Lead} */
export const leadOf = (engine, bank, asked, limit) => {
  const { table: { get }, rules, judged } = bank;
  const { chip: chips = [], benchmark, submitter } = asked.names;
  if (!chips.length && !benchmark && !submitter) return NONE;
  if (chips.length > 1) return chipsLead(engine, bank, asked);
  const rows = bank.finder.having(asked);
  if (!rows.length) return NONE;
  const last = Math.max(...rows.map(judged.roundOf));
  const latest = rows.filter((row) => judged.roundOf(row) === last);
  const cellOf = (/** @type {number} */ row) =>
    `${rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}`;
  const cells = [...Map.groupBy(latest, cellOf).values()].sort((a, b) => b.length - a.length).slice(0, limit);
  const best = cells.map((of) => of.reduce((top, row) => (rateOf(bank, row) > rateOf(bank, top) ? row : top)));
  const page = bank.name === "training" ? "" : pageOf(engine, asked, String(get("round", latest[0])));
  return { says: bestInWords(engine, bank, asked, best), hits: best.map((row) => hitOf(bank, [row])), page };
};
