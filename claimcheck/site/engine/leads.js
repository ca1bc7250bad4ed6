/* Where names lead that come without a figure: two chips to their comparison, others to the best results of their
 * latest round. */
import { spansOf } from "./spans.js";
import { twoChips } from "./twochips.js";
import { filled, printed } from "./words.js";

// What a list of results is filtered by, for names of these kinds.
/** @type {Words} */
const FILTERS = { chip: "product", submitter: "submitter", round: "round", scenario: "scenario" };

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

/** Two chips in every test that they share in their latest round. @param {FindEngine} engine
 * @param {FindBank} bank @param {FindAsked} asked @returns {Lead} */
const chipsLead = ({ rules, more }, bank, { names }) => {
  const table = bank.name === "results" ? more.chips() : null;
  const flat = (/** @type {string} */ category) => (names[category] ?? []).flat();
  const wanted = { rounds: flat("round"), families: flat("benchmark"), scenarios: flat("scenario") };
  const found = table && twoChips(table, rules, names.chip.slice(0, 2), wanted);
  if (!found) return NONE;
  return {
    says: found.says, hits: found.tests.map(({ ratio, rows }) => hitOf(bank, ratio < 1 ? [...rows].reverse() : rows)),
    page: "",
  };
};

/** The list of all results of what is named, in a round. @param {FindEngine} engine @param {FindAsked} asked
 * @param {string} round */
const pageOf = ({ rules }, { names }, round) => {
  const filters = Object.entries(FILTERS).flatMap(([category, column]) =>
    (names[category] ?? []).flat().map((name) => [column, name]),
  );
  const families = (names.benchmark ?? []).flat();
  filters.push(
    ...Object.entries(rules.benchmarks)
      .filter(([, [family]]) => families.includes(family))
      .map(([name]) => ["benchmark", name]),
  );
  return `${rules.pages.results}#${new URLSearchParams([...filters, ...(names.round ? [] : [["round", round]])])}`;
};

/** That these are the best, or that a result whose score could not be read may be faster.
 * @param {FindEngine} engine @param {FindBank} bank @param {FindAsked} asked @param {number[]} best */
const bestInWords = ({ rules, words }, { name, table: { get } }, { names }, best) => {
  const says = words.no_figure.best;
  const faster =
    name !== "training"
      ? []
      : spansOf(rules, names).filter(({ round, benchmark, low }) =>
          best.some(
            (row) =>
              get("round", row) === round && get("benchmark", row) === benchmark && low < Number(get("value", row)),
          ),
        );
  if (!faster.length) return says;
  const said = words.spans;
  const parts = { says, n: printed(faster.length, 0), score: filled(said.score, { ...faster[0] }) };
  return filled(faster.length > 1 ? said.faster : said.faster_one, parts);
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
  const rounds = [...Map.groupBy(rows, (row) => get("round", row)).values()];
  const [latest] = rounds.sort((a, b) => judged.roundOf(b[0]) - judged.roundOf(a[0]));
  const cellOf = (/** @type {number} */ row) =>
    `${rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}`;
  const cells = [...Map.groupBy(latest, cellOf).values()].sort((a, b) => b.length - a.length).slice(0, limit);
  const best = cells.map((of) => of.reduce((top, row) => (rateOf(bank, row) > rateOf(bank, top) ? row : top)));
  const page = bank.name === "training" ? "" : pageOf(engine, asked, String(get("round", latest[0])));
  return { says: bestInWords(engine, bank, asked, best), hits: best.map((row) => hitOf(bank, [row])), page };
};
