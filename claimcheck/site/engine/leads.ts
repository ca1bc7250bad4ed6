/* Where a phrase without a figure leads: a public ID to its results, two chips to their comparison, other names to the
   best results of their latest round, and claims. */
import { inTraining, isSaid } from "./banks.ts";
import { claimsAbout } from "./claimed.ts";
import { namesInPrint, textOf } from "./hits.ts";
import { levelOf, roundOf, stated } from "./judge.ts";
import { noneOf, notHeld } from "./refusals.ts";
import { countsTold } from "./rounds.ts";
import { spansOf } from "./spans.ts";
import { tableOf } from "./tables.ts";
import { answered } from "./told.ts";
import { filled, listed, printed, times } from "./words.ts";

/** What is counted of a round. */
const COUNT = { unit: "results" } as FindFigure;
/** What a list of results is filtered by, for names of these kinds. */
const FILTERS: Words = { chip: "product", submitter: "submitter", round: "round", scenario: "scenario" };
// The reading of systems of all sizes, the last.
const ANY = "any size";

type Lead = { says: string, hits: FindHit[], page: string };
const NONE: Lead = { says: "", hits: [], page: "" };

const isDivided = ({ table }: FindBank, row: number) => table.get("per_accelerator", row) !== null;
/** Of a result what is compared: its rate per accelerator, or else its value, of a time the inverse. */
const rateOf = (bank: FindBank, row: number) => levelOf(bank.judged, row, isDivided(bank, row));

/** A result, or two, as a hit that no figure asks for. */
const hitOf = (bank: FindBank, rows: number[]): FindHit => {
  const [over, under] = rows.map((row) => rateOf(bank, row));
  const divided = isDivided(bank, rows[0]);
  const value = rows.length > 1 ? over / under : divided ? over : Number(bank.table.get("value", rows[0]));
  return { rows, kind: "named", measure: divided ? "per" : "total", value, faults: [] };
};

/* ---- Two chips, as analysis/chips.py counts their tests by its readings ---- */

/** The rows of a table that have one of these values in each of some columns. */
const rowsOf = ({ rows, get }: ResultTable, values: Record<string, string[] | undefined>) =>
  [...Array(rows).keys()].filter((row) =>
    Object.entries(values).every(([name, of]) => !of || of.includes(String(get(name, row)))));

/** What every reading says of two chips in a round. */
const readingsTold = (
  { two_chips: words, spread }: Rules, counts: ResultTable,
  { round, one, two }: { round: string, one: string, two: string },
) => {
  const rows = rowsOf(counts, { round: [round], chip: [one], other: [two] });
  const said = Object.fromEntries(rows.map((row) => {
    const [reading, ahead, tests, middle] = ["reading", "ahead", "tests", "middle"].map((name) =>
      counts.get(name, row));
    return [reading, filled(words.readings[String(reading)], { ahead, tests, middle: times(Number(middle)) })];
  }));
  const eights = Object.keys(words.readings).filter((name) => name !== ANY && said[name]);
  const readings = listed(eights.map((name) => said[name]));
  return [
    filled(eights.length ? words.eights : words.none, { one, two, round, readings }),
    ...(said[ANY] ? [filled(words.further, { one, two, round, reading: said[ANY] })] : []),
    filled(words.how, { round, spread: spread[round] }),
  ].join(" ");
};

/** Two chips in every test that they share in their latest round, or in that which is named. */
const chipsLead = ({ rules, more }: FindEngine, bank: FindBank, { names }: FindAsked): Lead => {
  const table = bank.name === "results" ? more("chips") : null;
  const chips = names.chip.slice(0, 2).map((group) => new Set(group.flatMap((product) => rules.chips[product] ?? [])));
  if (!table || chips.some(({ size }) => size !== 1)) return NONE;
  const [one, two] = chips.flatMap((of) => [...of]);
  const [chip, other] = [one, two].sort();
  const [family, scenario, rounds] = [names.benchmark, names.scenario, names.round].map((groups) => groups?.flat());
  const known = rowsOf(table, { chip: [chip], other: [other], family, scenario, round: rounds });
  const round = rules.rounds.findLast((name) => known.some((row) => table.get("round", row) === name));
  if (!round) return NONE;
  const tests = known.filter((row) => table.get("round", row) === round).map((row) => {
    const [ratio, ...rows] = ["ratio", "row", "other_row"].map((name) => Number(table.get(name, row)));
    return { ratio: chip === one ? ratio : 1 / ratio, rows: ratio < 1 ? rows.reverse() : rows };
  });
  const hits = tests.sort((a, b) => b.ratio - a.ratio).map(({ rows }) => hitOf(bank, rows));
  return { says: readingsTold(rules, tableOf((table as any).counts), { round, one, two }), hits, page: "" };
};

/* ---- The best results of what is named ---- */

/** The list of all results of what is named, in a round. */
const pageOf = ({ rules }: FindEngine, { names }: FindAsked, round: string) => {
  const filters = Object.entries(FILTERS).flatMap(([category, column]) =>
    (names[category] ?? []).flat().map((name) => [column, name]));
  const benchmarks = Object.entries(rules.benchmarks)
    .filter(([, [family]]) => names.benchmark?.flat().includes(family)).map(([name]) => ["benchmark", name]);
  const rounds = names.round ? [] : [["round", round]];
  return `${rules.pages.results}#${new URLSearchParams([...filters, ...benchmarks, ...rounds])}`;
};

/** That these are the best, or that a result whose score could not be read may be faster. */
const bestInWords = (
  { rules, words }: FindEngine, { name, table: { get } }: FindBank, { names }: FindAsked, best: number[],
) => {
  const says = words.no_figure.best;
  const isFaster = ({ round, benchmark, low }: import("./spans.ts").Span) => best.some((row) =>
    get("round", row) === round && get("benchmark", row) === benchmark && low < Number(get("value", row)));
  const faster = name === "training" ? spansOf(rules, names).filter(isFaster) : [];
  const score = faster.length && filled(words.spans.score, { ...faster[0] });
  return score ? filled(words.spans.faster, { says, n: printed(faster.length, 0), score }) : says;
};

/** Where the names of a phrase lead. */
const leadOf = (engine: FindEngine, bank: FindBank, asked: FindAsked, limit: number): Lead => {
  const { table: { get }, rules, judged } = bank;
  const { chip: chips = [], benchmark, submitter } = asked.names;
  if (!chips.length && !benchmark && !submitter) return NONE;
  if (chips.length > 1) return chipsLead(engine, bank, asked);
  const rows = bank.finder.having(asked.names);
  if (!rows.length) return NONE;
  const last = Math.max(...rows.map((row) => roundOf(judged, row)));
  const latest = rows.filter((row) => roundOf(judged, row) === last);
  const cellOf = (row: number) =>
    `${rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}`;
  const cells = [...Map.groupBy(latest, cellOf).values()].sort((a, b) => b.length - a.length).slice(0, limit);
  const best = cells.map((of) => of.reduce((top, row) => (rateOf(bank, row) > rateOf(bank, top) ? row : top)));
  const page = bank.name === "training" ? "" : pageOf(engine, asked, String(get("round", latest[0])));
  return { says: bestInWords(engine, bank, asked, best), hits: best.map((row) => hitOf(bank, [row])), page };
};

/* ---- Answers ---- */

/** Where a phrase without a figure leads: two chips to their comparison, a name to its best results, and claims. */
export const answerNames = (engine: FindEngine, asked: FindAsked, phrase: string, limit: number) => {
  const { words, rules } = engine;
  // Who won a benchmark is told by its results.
  const [topic] = asked.names.benchmark || asked.names.chip ? [] : asked.topics;
  const energy = isSaid(engine, asked, "energy");
  const ways = (topic ? [] : energy ? ["energy"] : ["results", "training"]).map(engine.bankOf)
    .map((bank) => ({ bank, ...leadOf(engine, bank, asked, limit) }));
  const nowhere = {
    bank: engine.bankOf("results"), says: topic?.says ?? "", hits: [], page: topic ? rules.pages[topic.page] : "",
  };
  const { bank, says, hits, page } = ways.find((way) => way.hits.length) ?? nowhere;
  const claims = claimsAbout(engine.claimed(), topic ? asked : { ...asked, topics: [] }, energy);
  const own = inTraining(engine, asked) ? engine.bankOf("training") : bank;
  const lacking = notHeld(engine, own, asked.names);
  const [category, ...others] = topic || hits.length || claims.length || lacking ? [] : Object.keys(asked.names);
  const told = [
    ...(lacking ? [lacking] : []),
    ...(says ? [filled(says, { names: namesInPrint(bank, asked.names) })] : []),
    ...(category === "round" && !others.length ? countsTold(engine, own, asked, COUNT) : []),
    ...(others.length && !own.finder.having(asked.names).length ? [noneOf(own, asked.names)] : []),
  ];
  if (!hits.length && !claims.length && !told.length) return null;
  const link = page ? { text: topic?.all ?? words.all_of_them, address: page } : null;
  const found = { matching: hits.length, hits };
  return answered(engine, bank, asked, null, found, { text: phrase, claims, told, link });
};

/** What has a public ID, in our tables and on MLCommons' page. */
export const answerId = (engine: FindEngine, asked: FindAsked, id: string, limit: number) => {
  const { results, rules, words: { ids: said } } = engine;
  const bank = engine.bankOf("results");
  const of = (name: string, row: number) => textOf(results, name, row);
  const trained = inTraining(engine, asked);
  const rows = trained ? [] : [...Array(results.rows).keys()];
  const held = rows.filter((row) => [id, `v${id}`].includes(of("result_id", row)));
  const there = rows.filter((row) => of("page_id", row).split(", ").includes(id) && !held.includes(row));
  const systems = (some: number[]) =>
    listed([...new Set(some.map((row) => `${stated(bank.judged, "submitter", row)}'s ${of("system", row)}`))]);
  const paged = held.filter((row) => !["null", "none"].includes(of("page_id", row)));
  const page = listed([...new Set(paged.map((row) => of("page_id", row)))]);
  const parts = { id, systems: systems(held), n: printed(held.length, 0) };
  const told = [
    filled(said[held.length ? "held" : trained ? "trained" : "none"], parts),
    ...(paged.length ? [filled(said.page, { n: paged.length, page, round: of("round", held[0]) })] : []),
    ...(there.length ? [filled(said.elsewhere, { id, systems: systems(there) })] : []),
  ];
  const { benchmark, scenario } = asked.names;
  const meant = held.filter((row) =>
    (!benchmark || benchmark.flat().includes(rules.benchmarks[of("benchmark", row)][0]))
    && (!scenario || scenario.flat().includes(of("scenario", row))));
  const hits = meant.slice(0, limit).map((row) =>
    ({ rows: [row], kind: "named", measure: "total", value: Number(results.get("value", row)), faults: [] }));
  return answered(engine, bank, asked, null, { matching: meant.length, hits }, { text: id, told });
};
