/* What a round has, counted; and where names lead that come without a figure. */
import { filled, printed } from "./words.js";

// What a list of results is filtered by, for names of these kinds.
/** @type {Words} */
const FILTERS = { chip: "product", submitter: "submitter", round: "round", scenario: "scenario" };
// So many rounds are told of a count, where none is named.
const ROUNDS = 3;

/** @param {Rules} rules @param {Judgement} judged */
export const roundsOf = (rules, judged) => {
  const { counted, no_figure: leading } = rules.find;

  /** What a table has of each round, counted once. @type {Map<string, Map<string, Record<string, any>>>} */
  const known = new Map();
  /** @param {FindBank} bank */
  const countsOf = (bank) => {
    if (!known.has(bank.name)) known.set(bank.name, counting(bank));
    return /** @type {Map<string, Record<string, any>>} */ (known.get(bank.name));
  };
  /** @param {FindBank} bank */
  const counting = ({ table: { rows, get } }) => {
    const rounds = Map.groupBy(Array.from({ length: rows }, (_none, row) => row), (row) => String(get("round", row)));
    return new Map([...rounds].map(([round, of]) => [round, {
      round,
      results: of.length,
      closed: of.filter((row) => get("division", row) === "closed").length,
      organisations: new Set(of.flatMap((row) => String(get("owners", row)).split(rules.between))).size,
      systems: new Set(of.map((row) => `${get("submitter", row)}|${get("system", row)}`)).size,
    }]));
  };

  /** Sentences on a count of results, submitters or systems: of the rounds that are named, or of those that have so many.
   * @param {FindBank} bank @param {FindAsked} asked @param {FindFigure} figure @returns {string[]} */
  const told = (bank, asked, figure) => {
    const unit = figure.unit === "submissions" ? "results" : String(figure.unit);
    if (unit === "partners") return [counted.partners];
    if (figure.of) return rose(bank, asked, figure);
    if (!["results", "organisations", "systems"].includes(unit)) return [];
    const counts = countsOf(bank);
    const named = (asked.names.round ?? []).flat().flatMap((round) => counts.get(round) ?? []);
    const prints = (/** @type {Record<string, any>} */ round) => [round[unit], ...(unit === "results" ? [round.closed] : [])]
      .some((many) => Math.floor(many * figure.factor) >= figure.low && Math.floor(many * figure.factor) < figure.high);
    const meant = named.length ? named : [...counts.values()].filter(prints).slice(-ROUNDS);
    const sentences = meant.map((round) => filled(counted.of, Object.fromEntries(Object.entries(round).map(([name, of]) => [name, typeof of === "number" ? printed(of, 0) : of]))));
    return [...(sentences.length ? sentences : [filled(counted.none, { n: figure.text.split(" ")[0], unit })]), counted.how];
  };

  /** Sentences on a ratio of counts of two rounds that follow each other. @param {FindBank} bank @param {FindAsked} asked @param {FindFigure} figure @returns {string[]} */
  const rose = (bank, asked, figure) => {
    const own = String(rules.find.counts.find(({ words }) => words.includes(String(figure.of)))?.unit).replace("submissions", "results");
    if (!["results", "organisations", "systems"].includes(own)) return [];
    const counts = countsOf(bank);
    const rounds = bank.rules.rounds.filter((round) => counts.has(round));
    const wanted = (asked.names.round ?? []).flat();
    const steps = rounds.slice(1).flatMap((after, i) => {
      const [first, last] = [rounds[i], after].map((round) => Number(/** @type {Record<string, any>} */ (counts.get(round))[own]));
      const amount = Math.floor((last / first - (figure.unit === "gain" ? 1 : 0)) * figure.factor);
      const prints = wanted.length ? wanted.includes(after) : amount >= figure.low && amount < figure.high;
      return prints ? [filled(counted.rose, { before: rounds[i], after, unit: own, first: printed(first, 0), last: printed(last, 0), ratio: printed(last / first, 2) })] : [];
    });
    return [...(steps.length ? steps.slice(-ROUNDS) : [filled(counted.steady, { unit: own })]), counted.how];
  };

  /** Of rows the best by one rate. @param {FindBank} bank @param {number[]} rows */
  const bestOf = ({ table: { get } }, rows) => {
    const rate = (/** @type {number} */ row) => Number(get("per_accelerator", row) ?? (get("higher_is_better", row) === true ? get("value", row) : -Number(get("value", row))));
    return rows.reduce((best, row) => (rate(row) > rate(best) ? row : best));
  };

  /** Two chips lead to their comparison in the latest round that has both, other names to the best results of their latest one.
   * @param {FindBank} bank @param {FindAsked} asked @param {number} limit @returns {{ says: string, hits: FindHit[], page: string }} */
  const named = (bank, asked, limit) => {
    const { get } = bank.table;
    const { chip: chips = [], benchmark, submitter } = asked.names;
    const none = { says: "", hits: [], page: "" };
    if (!chips.length && !benchmark && !submitter) return none;
    const rows = bank.finder.having(asked);
    const latest = (/** @type {number[][]} */ groups) => groups.sort((a, b) => judged.roundOf(b[0]) - judged.roundOf(a[0]) || b.length - a.length)[0];
    const cellOf = (/** @type {number} */ row) => `${rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}`;
    const hit = (/** @type {number[]} */ of) => {
      const per = get("per_accelerator", of[0]) !== null;
      const [over, under = over] = of.map((row) => Number(get(per ? "per_accelerator" : "value", row)));
      return { rows: of, kind: "named", measure: per ? "per" : "total", value: of.length > 1 ? over / under : over, faults: [], points: 0 };
    };
    if (chips.length > 1) {
      const sides = (/** @type {number[]} */ of) => chips.slice(0, 2).map((group) => of.filter((row) => group.includes(String(get("product", row))) && get("per_accelerator", row) !== null));
      const cells = [...Map.groupBy(rows, (row) => `${get("round", row)}|${cellOf(row)}`).values()].filter((of) => sides(of).every((side) => side.length));
      if (!cells.length) return none;
      const [one, other] = sides(latest(cells)).map((side) => bestOf(bank, side));
      const rate = (/** @type {number} */ row) => Number(get("per_accelerator", row));
      return { says: leading.compare, hits: [hit(rate(one) < rate(other) ? [other, one] : [one, other])], page: "" };
    }
    if (!rows.length) return none;
    const round = latest([...Map.groupBy(rows, (row) => get("round", row)).values()]);
    const cells = [...Map.groupBy(round, cellOf).values()].sort((a, b) => b.length - a.length).slice(0, limit);
    const filters = Object.entries(FILTERS).flatMap(([category, column]) => (asked.names[category] ?? []).flat().map((name) => [column, name]));
    filters.push(...Object.entries(rules.benchmarks).filter(([, [family]]) => (benchmark ?? []).flat().includes(family)).map(([name]) => ["benchmark", name]));
    const page = `${rules.pages.results}#${new URLSearchParams([...filters, ...(asked.names.round ? [] : [["round", String(get("round", round[0]))]])])}`;
    return { says: leading.best, hits: cells.map((of) => hit([bestOf(bank, of)])), page };
  };

  return { told, named };
};
