/* Where a phrase without a figure leads: a public ID to its results, two chips to their comparison, other names to the
   best results of their latest round, and claims. */
import { inTraining, isSaid } from "./banks.ts";
import { claimsAbout } from "./claimed.ts";
import { namesInPrint, textOf } from "./hits.ts";
import { levelOf, roundOf, stated } from "./judge.ts";
import { noneOf, notHeld } from "./refusals.ts";
import { countsTold } from "./rounds.ts";
import { answered } from "./told.ts";
import { filled, listed, printed } from "./words.ts";

/** What a list of results is filtered by, for names of these kinds. */
const FILTERS: Words = { chip: "product", submitter: "submitter", scenario: "scenario", benchmark: "benchmark" };

type Lead = { says: string, hits: FindHit[], page: string };
const NONE: Lead = { says: "", hits: [], page: "" };

const isDivided = ({ table }: FindBank, row: number) => table.get("per_accelerator", row) !== null;
/** Of a result what is compared: its rate per accelerator, or else its value, of a time the inverse. */
const rateOf = (bank: FindBank, row: number) => levelOf(bank, row, isDivided(bank, row));

/** A result, or two, as a hit that no figure asks for. */
const hitOf = (bank: FindBank, rows: number[]): FindHit => {
  const [over, under] = rows.map((row) => rateOf(bank, row));
  const divided = isDivided(bank, rows[0]);
  const value = rows.length > 1 ? over / under : divided ? over : Number(bank.table.get("value", rows[0]));
  return { rows, kind: "named", measure: divided ? "per" : "total", value, faults: [] };
};

/* ---- Two chips, whose tests analysis/chips.py has counted ---- */

/** Two chips in every test that they share in their latest round, or in that which is named. */
const chipsLead = ({ rules, more }: FindEngine, bank: FindBank, { names }: FindAsked): Lead => {
  const table = bank.name === "results" ? more("chips") : null;
  const [one, two] = names.chip.map((group) => [...new Set(group.flatMap((product) => rules.chips[product] ?? []))]);
  if (!table || one.length !== 1 || two.length !== 1) return NONE;
  const [family, scenario, rounds] = [names.benchmark, names.scenario, names.round].map((groups) => groups?.flat());
  const wanted = Object.entries({ chip: one, other: two, family, scenario, round: rounds });
  const shared = [...Array(table.rows).keys()].filter((row) =>
    wanted.every(([column, values]) => !values || values.includes(textOf(table, column, row))));
  const round = rules.rounds.findLast((name) => shared.some((row) => table.get("round", row) === name));
  const tests = shared.filter((row) => table.get("round", row) === round);
  const hits = tests.map((test) => {
    const rows = [table.get("row", test), table.get("other_row", test)].map(Number);
    return hitOf(bank, rows.sort((a, b) => rateOf(bank, b) - rateOf(bank, a)));
  });
  return tests.length ? { says: String(table.get("told", tests[0])), hits, page: "" } : NONE;
};

/* ---- The best results of what is named ---- */

/** The list of all results of what is named, in a round: `rows` are some of each. */
const pageOf = ({ rules, table }: FindBank, { names }: FindAsked, rows: number[]) => {
  const columns = [...Object.keys(FILTERS).filter((name) => names[name]).map((name) => FILTERS[name]), "round"];
  const filters = columns.flatMap((column) =>
    [...new Set(rows.map((row) => textOf(table, column, row)))].map((value) => [column, value]));
  return `${rules.pages.results}#${new URLSearchParams(filters)}`;
};

/** That these are the best, or that results of Training whose score could not be read may be faster. */
const bestInWords = ({ finder, words, table: { get } }: FindBank, { names }: FindAsked, best: number[]) => {
  const says = words.no_figure.best;
  const faster = finder.unread(names).filter((row) => best.some((of) =>
    ["round", "benchmark"].every((name) => get(name, of) === get(name, row))
    && Number(get("low", row)) < Number(get("value", of))));
  return faster.length ? filled(words.spans.faster, { says, n: printed(faster.length, 0) }) : says;
};

/** Where the names of a phrase lead. */
const leadOf = (engine: FindEngine, bank: FindBank, asked: FindAsked, limit: number): Lead => {
  const { table: { get }, rules } = bank;
  const { chip: chips = [], benchmark, submitter } = asked.names;
  if (!chips.length && !benchmark && !submitter) return NONE;
  if (chips.length > 1) return chipsLead(engine, bank, asked);
  const rows = bank.finder.having(asked.names);
  if (!rows.length) return NONE;
  const last = Math.max(...rows.map((row) => roundOf(bank, row)));
  const latest = rows.filter((row) => roundOf(bank, row) === last);
  const cellOf = (row: number) => `${rules.benchmarks[String(get("benchmark", row))][0]}|${get("scenario", row)}`;
  const cells = [...Map.groupBy(latest, cellOf).values()].sort((a, b) => b.length - a.length).slice(0, limit);
  const best = cells.map((of) => of.reduce((top, row) => (rateOf(bank, row) > rateOf(bank, top) ? row : top)));
  const page = bank.name === "training" ? "" : pageOf(bank, asked, latest);
  return { says: bestInWords(bank, asked, best), hits: best.map((row) => hitOf(bank, [row])), page };
};

/* ---- Answers ---- */

/** Where a phrase without a figure leads: two chips to their comparison, a name to its best results, and claims. */
export const answerNames = (engine: FindEngine, asked: FindAsked, phrase: string, limit: number) => {
  const energy = isSaid(engine, asked, "energy");
  const ways = (energy ? ["energy"] : ["results", "training"]).map(engine.bankOf)
    .map((bank) => ({ bank, ...leadOf(engine, bank, asked, limit) }));
  const { bank, says, hits, page } = ways.find((way) => way.hits.length) ?? ways[0];
  const claims = claimsAbout(engine, asked, energy);
  const own = inTraining(engine, asked) ? engine.bankOf("training") : bank;
  const lacking = notHeld(engine, own, asked.names);
  const [category, ...others] = hits.length || claims.length || lacking ? [] : Object.keys(asked.names);
  const told = [
    ...(lacking ? [lacking] : []),
    ...(says ? [filled(says, { names: namesInPrint(bank, asked.names) })] : []),
    ...(category === "round" && !others.length ? countsTold(engine, asked, { unit: "results" } as FindFigure) : []),
    ...(others.length && !own.finder.having(asked.names).length ? [noneOf(own, asked.names)] : []),
  ];
  if (!hits.length && !claims.length && !told.length) return null;
  const link = page ? { text: engine.words.all_of_them, address: page } : null;
  return answered(engine, bank, asked, null, { matching: hits.length, hits }, { heading: phrase, claims, told, link });
};

/** What has a public ID, in our tables and on MLCommons' page. */
export const answerId = (engine: FindEngine, asked: FindAsked, id: string, limit: number) => {
  const { results, words: { ids: said } } = engine;
  const bank = engine.bankOf("results");
  const of = (name: string, row: number) => textOf(results, name, row);
  const trained = inTraining(engine, asked);
  const rows = trained ? [] : [...Array(results.rows).keys()];
  const held = rows.filter((row) => [id, `v${id}`].includes(of("result_id", row)));
  const there = rows.filter((row) => of("page_id", row).split(", ").includes(id) && !held.includes(row));
  const paged = held.filter((row) => !["null", "none"].includes(of("page_id", row)));
  const systems = (some: number[]) =>
    listed([...new Set(some.map((row) => `${stated(bank, "submitter", row)}'s ${of("system", row)}`))]);
  const page = listed([...new Set(paged.map((row) => of("page_id", row)))]);
  const told = [
    filled(said[held.length ? "held" : trained ? "trained" : "none"], { id, systems: systems(held), n: held.length }),
    ...(paged.length ? [filled(said.page, { n: paged.length, page, round: of("round", held[0]) })] : []),
    ...(there.length ? [filled(said.elsewhere, { id, systems: systems(there) })] : []),
  ];
  const hits = bank.finder.having(asked.names).filter((row) => held.includes(row)).map((row): FindHit =>
    ({ rows: [row], kind: "named", measure: "total", value: Number(results.get("value", row)), faults: [] }));
  const found = { matching: hits.length, hits: hits.slice(0, limit) };
  return answered(engine, bank, asked, null, found, { heading: id, told });
};
