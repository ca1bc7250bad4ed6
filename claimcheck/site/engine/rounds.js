/* What a round has, counted; and where names lead that come without a figure. */
import { spansOf } from "./spans.js";
import { twoChips } from "./twochips.js";
import { filled, kept, printed } from "./words.js";

// What a list of results is filtered by, for names of these kinds.
/** @type {Words} */
const FILTERS = { chip: "product", submitter: "submitter", round: "round", scenario: "scenario" };
const POWER = "measured";
// So many rounds are told of a count, where none is named.
const ROUNDS = 3;

/** @param {Rules} rules @param {FindMore} more */
export const roundsOf = (rules, more) => {
  const { counted, no_figure: leading } = rules.find;

  /** What a table has of each round, by its name; energy may be loaded later. */
  const countingOf = kept((/** @type {ResultTable | null} */ energy) => kept((/** @type {FindBank} */ { table: { rows, get } }) => {
    const powered = Map.groupBy(Array.from({ length: energy?.rows ?? 0 }, (_none, at) => Number(energy?.get("row", at))), (row) => String(get("round", row)));
    const rounds = Map.groupBy(Array.from({ length: rows }, (_none, row) => row), (row) => String(get("round", row)));
    return new Map([...rounds].map(([round, of]) => [round, {
      round,
      results: of.length,
      closed: of.filter((row) => get("division", row) === "closed").length,
      organisations: new Set(of.flatMap((row) => String(get("owners", row)).split(rules.between))).size,
      systems: new Set(of.map((row) => `${get("submitter", row)}|${get("system", row)}`)).size,
      [POWER]: powered.get(round)?.length ?? 0,
    }]));
  }));
  /** @param {FindBank} bank @returns {Map<string, Record<string, any>>} */
  const countsOf = (bank) => countingOf(more.energy())(bank);

  const unitOf = (/** @type {FindFigure} */ { unit }) => (unit === "submissions" ? "results" : String(unit));
  /** Whether a round has what a figure says. @param {FindFigure} figure @param {string} unit @param {Record<string, any>} round */
  const has = (figure, unit, round) => [round[unit], ...(unit === "results" ? [round.closed] : [])]
    .some((many) => Math.floor(many * figure.factor) >= figure.low && Math.floor(many * figure.factor) < figure.high);
  /** Whether one of the rounds that are named has so many. @param {FindBank} bank @param {FindAsked} asked @param {FindFigure} figure */
  const prints = (bank, asked, figure) => (asked.names.round ?? []).flat().some((name) => {
    const round = countsOf(bank).get(name);
    return round !== undefined && unitOf(figure) in round && has(figure, unitOf(figure), round);
  });

  /** Sentences on a count of results, submitters or systems: of the rounds that are named, or of those that have so many.
   * @param {FindBank} bank @param {FindAsked} asked @param {FindFigure} figure @returns {string[]} */
  const told = (bank, asked, figure) => {
    const unit = unitOf(figure);
    if (unit === "partners") return [counted.partners];
    if (figure.of) return [rose(bank, asked, figure), [counted.steady]].find((said) => said.length)?.concat(counted.how) ?? [];
    if (!["results", "organisations", "systems", POWER].includes(unit)) return [];
    const counts = countsOf(bank);
    const named = (asked.names.round ?? []).flat().flatMap((round) => counts.get(round) ?? []);
    const meant = named.length ? named : [...counts.values()].filter((round) => has(figure, unit, round)).slice(-ROUNDS);
    const inWords = (/** @type {Record<string, any>} */ round) => filled(unit === POWER ? counted.measured : counted.of, Object.fromEntries(Object.entries(round).map(([name, of]) => [name, typeof of === "number" ? printed(of, 0) : of])));
    const sentences = meant.map(inWords);
    if (sentences.length) return [...sentences, counted.how];
    const amount = (2 * figure.digits) / figure.factor;
    const [nearest] = [...counts.values()].sort((a, b) => Math.abs(a[unit] - amount) - Math.abs(b[unit] - amount));
    return [`${filled(counted.none, { n: printed(amount, 0), unit: counted.units[unit] ?? unit })} ${inWords(nearest)}`, counted.how];
  };
  /** Sentences on a ratio of counts of two rounds that follow each other. @param {FindBank} bank @param {FindAsked} asked @param {FindFigure} figure @returns {string[]} */
  const rose = (bank, asked, figure) => {
    const own = String(rules.find.counts.find(({ words }) => words.includes(String(figure.of)))?.unit).replace("submissions", "results");
    if (!["results", "organisations", "systems"].includes(own)) return [];
    const counts = countsOf(bank);
    const rounds = bank.rules.rounds.filter((round) => counts.has(round));
    const wanted = (asked.names.round ?? []).flat();
    return rounds.slice(1).flatMap((after, i) => {
      const [first, last] = [rounds[i], after].map((round) => Number(/** @type {Record<string, any>} */ (counts.get(round))[own]));
      const amount = Math.floor((last / first - (figure.unit === "gain" ? 1 : 0)) * figure.factor);
      const fits = wanted.length ? wanted.includes(after) : amount >= figure.low && amount < figure.high;
      return fits ? [filled(counted.rose, { before: rounds[i], after, unit: own, first: printed(first, 0), last: printed(last, 0), ratio: printed(last / first, 2) })] : [];
    }).slice(-ROUNDS);
  };
  /** Of a result what is compared: its rate per accelerator, or else its value, of a time the inverse. @param {FindBank} bank @param {number} row */
  const rateOf = ({ table: { get } }, row) => Number(get("per_accelerator", row) ?? (get("higher_is_better", row) === true ? get("value", row) : 1 / Number(get("value", row))));
  /** The best of some rows. @param {FindBank} bank @param {number[]} rows */
  const bestOf = (bank, rows) => rows.reduce((best, row) => (rateOf(bank, row) > rateOf(bank, best) ? row : best));

  /** Two chips lead to their comparison in the latest round that has both, other names to the best results of their latest one.
   * @param {FindBank} bank @param {FindAsked} asked @param {number} limit @returns {{ says: string, hits: FindHit[], page: string }} */
  const named = (bank, asked, limit) => {
    const { get } = bank.table;
    const { chip: chips = [], benchmark, submitter } = asked.names;
    const none = { says: "", hits: [], page: "" };
    if (!chips.length && !benchmark && !submitter) return none;
    const rows = bank.finder.having(asked);
    const latest = (/** @type {number[][]} */ groups) => groups.sort((a, b) => bank.judged.roundOf(b[0]) - bank.judged.roundOf(a[0]) || b.length - a.length)[0];
    const cellOf = (/** @type {number} */ row) => `${bank.rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}`;
    const hit = (/** @type {number[]} */ of) => {
      const [over, under] = of.map((row) => rateOf(bank, row));
      const measure = get("per_accelerator", of[0]) === null ? "total" : "per";
      return { rows: of, kind: "named", measure, value: of.length > 1 ? over / under : measure === "per" ? over : Number(get("value", of[0])), faults: [], points: 0 };
    };
    if (chips.length > 1) {
      const table = bank.name === "results" ? more.chips() : null;
      const flat = (/** @type {string} */ category) => (asked.names[category] ?? []).flat();
      const found = table && twoChips(table, rules, chips.slice(0, 2), { rounds: flat("round"), families: flat("benchmark"), scenarios: flat("scenario") });
      if (!found) return none;
      const pairs = found.tests.map((test) => (test.ratio < 1 ? [...test.rows].reverse() : test.rows));
      return { says: found.says, hits: pairs.map(hit), page: "" };
    }
    if (!rows.length) return none;
    const round = latest([...Map.groupBy(rows, (row) => get("round", row)).values()]);
    const cells = [...Map.groupBy(round, cellOf).values()].sort((a, b) => b.length - a.length).slice(0, limit);
    const filters = Object.entries(FILTERS).flatMap(([category, column]) => (asked.names[category] ?? []).flat().map((name) => [column, name]));
    filters.push(...Object.entries(rules.benchmarks).filter(([, [family]]) => (benchmark ?? []).flat().includes(family)).map(([name]) => ["benchmark", name]));
    const page = bank.name === "training" ? "" : `${rules.pages.results}#${new URLSearchParams([...filters, ...(asked.names.round ? [] : [["round", String(get("round", round[0]))]])])}`;
    const hits = cells.map((of) => hit([bestOf(bank, of)]));
    const faster = bank.name === "training" ? spansOf(rules, asked.names).filter(({ round: own, benchmark: name, low }) =>
      hits.some(({ rows: [row] }) => get("round", row) === own && get("benchmark", row) === name && low < Number(get("value", row)))) : [];
    const said = rules.find.spans;
    const parts = { says: leading.best, n: printed(faster.length, 0), score: faster.length ? filled(said.score, { ...faster[0] }) : "" };
    return { says: faster.length ? filled(faster.length > 1 ? said.faster : said.faster_one, parts) : leading.best, hits, page };
  };

  return { told, prints, rose, named };
};
