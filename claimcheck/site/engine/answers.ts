/* What prints a figure, in sentences: the answer to a phrase, as the command and the page have it. */
import { EXACT, engineOf, inTraining, isSaid, needsOf, waysOf } from "./banks.ts";
import { claimsAbout, claimsOf } from "./claimed.ts";
import { scopeOf } from "./context.ts";
import { hitInText, namesInPrint, strengthOf, textOf, thousands, worthOf } from "./hits.ts";
import { leadOf } from "./leads.ts";
import { ownOf } from "./own.ts";
import { isPair } from "./phrase.ts";
import { noneOf, notHeld, reasonOf } from "./refusals.ts";
import { countsTold, roundHas } from "./rounds.ts";
import { valueOf } from "./scan.ts";
import { spanned } from "./spans.ts";
import { filled, listed } from "./words.ts";

// So many claims are told of a figure, and so many further figures of a phrase are answered.
const [CLAIMS, FURTHER] = [3, 5];
// So many results that print a figure are no source of it.
const CROWD = 10;
const NOTHING: FindOutcome = {
  tried: 0, matching: 0, share: null, alike: null, crowded: false, first: 0, last: 0, hits: [], nearest: [],
};
/** What an answer without a figure is of. */
const NO_FIGURE = { unit: null, measure: null };

/** Which words name nothing, and which were read as another. */
const unknownInWords = ({ words, judged }: FindEngine, { unknown, misspelt }: FindAsked) => [
  ...misspelt.map(({ word, as }) => filled(words.misspelt, { word, name: judged.inPrint(as) })),
  ...(unknown.length ? [filled(words.unknown, { words: unknown.map((word) => `“${word}”`).join(", ") })] : []),
].join(" ");

/** An answer as the command prints it and the page draws it: what was found of a figure, or of a phrase that has
 * none. */
const answered = (
  engine: FindEngine, bank: FindBank, asked: FindAsked,
  figure: Pick<FindFigure, "text" | "kinds" | "unit" | "measure" | "reading" | "decimals">, found: Partial<FindOutcome>,
  { says, claims = [], told = [], ...also }: {
    says?: string, claims?: FindClaim[], told?: string[], page?: string, all?: string, exact?: boolean,
  },
) => {
  const { words } = engine;
  const { text, kinds, unit, measure, reading, decimals } = figure;
  const outcome = { ...NOTHING, ...found };
  const inText = (hit: FindHit) => hitInText(bank, decimals, hit);
  const read = "digits" in figure ? (figure as Figure) : null;
  const among = Object.keys(asked.names).length
    ? filled(bank.words.among, { names: namesInPrint(bank, asked.names) }) : bank.words.among_all;
  return {
    ...outcome, question: { figure: read, names: asked.names, ids: asked.ids }, figure: text, bank: bank.name,
    read_as: kinds, unit, measure: measure && words.measures[measure], reading, names: asked.names,
    says: says ?? words.readings[reading].says, among: kinds.length && kinds[0] !== "id" ? among : "",
    unknown: unknownInWords(engine, asked), claims: claims.slice(0, CLAIMS), told,
    worth: read ? worthOf(words, read, outcome) : [], strength: read && strengthOf(words, outcome),
    page: "", all: "", exact: false, ...also, scope: bank.words.scope,
    hits: outcome.hits.map(inText), nearest: outcome.nearest.map(inText),
  };
};

/* ---- A figure ---- */

export type Looked = { bank: FindBank, as: FindFigure, outcome: FindOutcome };
export type Search = {
  engine: FindEngine, asked: FindAsked, figure: FindFigure, claims: FindClaim[], looked: Looked[], inside: boolean,
};

/** A figure that no result can give: what a round has of it, or that a claim prints it of others than are named. */
const ofCount = (engine: FindEngine, asked: FindAsked, figure: FindFigure, claims: FindClaim[]) => {
  const { words } = engine;
  const results = engine.bankOf("results");
  const bank = inTraining(engine, asked) ? engine.bankOf("training") : results;
  const told = countsTold(engine, bank, asked, figure);
  if (!claims.length && !told.length && !asked.scope && Object.keys(asked.names).length) {
    const [claim] = claimsOf(engine.claimed(), { ...asked, names: {} }, figure, false, false);
    const names = namesInPrint(results, asked.names);
    if (claim) told.push(filled(words.refused.others, { names, claim: claim.text }));
  }
  const says = told.length ? { says: words.counted.says } : {};
  return answered(engine, results, asked, figure, {}, { claims, told, exact: roundHas(bank, asked, figure), ...says });
};

/** The bank whose match is likeliest the source: of tables that print a bare number, the one in which fewest others
 * would be found; a ratio comes last, unless a claim prints it. */
const likeliest = ({ asked, figure, claims, looked }: Search) => {
  const chance = ({ outcome: { alike } }: Looked) => alike ?? 1;
  const matching = looked.filter(({ outcome }) => outcome.matching);
  const single = claims.length && isPair(looked[0].as) ? []
    : matching.filter(({ as }) => !isPair(as) && as.decimals === figure.decimals);
  const asIs = asked.names.benchmark && figure.decimals < EXACT ? looked.find(({ as }) => as === figure) : null;
  return single.sort((a, b) => chance(a) - chance(b))[0] ?? matching[0] ?? asIs ?? looked[0];
};

/** That a number alone names no source: without a unit and a benchmark whatever prints it may well be an accident, or
 * it is a ratio of Inference and of Training. */
const namesNothing = ({ engine: { words }, asked, figure, claims, looked, inside }: Search) => {
  const matching = looked.filter(({ outcome }) => outcome.matching);
  const said = [filled(words.bare.says, { figure: figure.text })];
  if (matching.filter(({ as }) => isPair(as)).length > 1 && !inside && !claims.length)
    return [filled(words.bare.suites, { figure: figure.text })];
  // How many results or pairs, of all that it may be of, have it by accident, if they lie like Poisson's points.
  const accidents = looked.reduce((sum, { outcome: { share, crowded } }) =>
    sum - Math.log(1 - (share ?? Number(crowded))), 0);
  const isNamed = figure.tail.trim() || asked.names.benchmark || !matching.length;
  const powered = matching.some(({ bank }) => bank.name === "energy");
  return isNamed || accidents <= words.bounds.bare || (claims.length && !powered) ? [] : said;
};

/** What is said of the first hit: that so many print the figure without a benchmark that none is its source, its ID on
 * MLCommons' page, or whose it is. */
const notesOn = (
  { engine: { words }, asked, figure, claims }: Search, { bank: { name, table, judged }, as, outcome }: Looked,
) => {
  const [hit] = outcome.hits;
  if (!hit || isPair(as)) return [];
  const crowded = !asked.names.benchmark && !claims.length && outcome.matching > CROWD;
  if (crowded && strengthOf(words, outcome) === "no evidence")
    return [filled(words.bare.crowd, { figure: figure.text, n: thousands(outcome.matching) })];
  const [id, page, round] = ["result_id", "page_id", "round"].map((column) =>
    name === "results" ? table.get(column, hit.rows[0]) : null,
  );
  if (page && page !== "none" && page !== id) return [filled(words.ids.differs, { id, page, round })];
  const owner = judged.stated("submitter", hit.rows[0]);
  return hit.faults.includes("maker") ? [filled(words.other_owner, { owner })] : [];
};

/** What is found of one figure of a phrase, or of a sentence of a `text`. */
const answer = (
  engine: FindEngine, asked: FindAsked, figure: FindFigure, limit: number = 10, inside: boolean = false,
) => {
  const { words } = engine;
  const results = engine.bankOf("results");
  const ways = waysOf(engine, asked, figure);
  const claims = claimsOf(engine.claimed(), asked, figure, inside, ways[0][0] === "energy");
  // A phrase that names a result is about it.
  const isOther = claims.length || inside || Object.keys(asked.names).length;
  const own = isOther ? null : ownOf(engine, asked.words, figure, false);
  const page = own && { told: [own.says], page: own.address, all: words.own_page };
  if (page) return answered(engine, results, asked, figure, {}, page);
  if (!figure.kinds.length) return ofCount(engine, asked, figure, claims);
  const looked = ways.map(([name, as]) => {
    const bank = engine.bankOf(name);
    return { bank, as, outcome: bank.finder.look(asked, as, limit) };
  });
  // What MLCommons' own pages have of a figure that no result prints.
  const pages = words.on_pages
    .filter(([printed]) => printed === figure.digits / 10 ** figure.decimals)
    .map(([, said]) => said);
  const search = { engine, asked, figure, claims, looked, inside };
  const unsaid = pages.length ? [] : namesNothing(search);
  if (unsaid.length && !claims.length) return answered(engine, results, asked, figure, {}, { told: unsaid });
  const found = likeliest(search);
  const { bank, as, outcome } = found;
  const said = [pages, unsaid, notesOn(search, found)].find(({ length }) => length);
  const told = said ?? (outcome.matching || inside ? [] : [reasonOf(engine, bank, asked, as, outcome)]);
  // Where a match proves nothing, or the page prints the number itself, no pair is shown.
  if (isPair(as) && pages.length) return answered(engine, bank, asked, figure, {}, { claims, told });
  if (isPair(as) && !inside && strengthOf(words, outcome) === "no evidence")
    return answered(engine, bank, asked, as, { ...outcome, hits: [] }, { claims, told });
  const isTold = !isPair(as) || told.some((one) => one.includes(words.nearest_said));
  return answered(engine, bank, asked, as, { ...outcome, nearest: isTold ? [] : outcome.nearest.slice(0, 1) },
    { claims, told });
};

/* ---- A phrase ---- */

/** What has a public ID, in our tables and on MLCommons' page. */
const answerId = (engine: FindEngine, asked: FindAsked, id: string, limit: number) => {
  const { results, rules, judged, words: { ids: said } } = engine;
  const of = (name: string, row: number) => textOf(results, name, row);
  const trained = inTraining(engine, asked);
  const rows = trained ? [] : [...Array(results.rows).keys()];
  const held = rows.filter((row) => [id, `v${id}`].includes(of("result_id", row)));
  const there = rows.filter((row) => of("page_id", row).split(", ").includes(id) && !held.includes(row));
  const systems = (some: number[]) =>
    listed([...new Set(some.map((row) => `${judged.stated("submitter", row)}'s ${of("system", row)}`))]);
  const paged = held.filter((row) => !["null", "none"].includes(of("page_id", row)));
  const page = listed([...new Set(paged.map((row) => of("page_id", row)))]);
  const parts = { id, systems: systems(held), n: thousands(held.length) };
  const told = [
    filled(held.length ? said.held : said[trained ? "trained" : "none"], parts),
    ...(paged.length ? [filled(said.page, { n: paged.length, page, round: of("round", held[0]) })] : []),
    ...(there.length ? [filled(said.elsewhere, { id, systems: systems(there) })] : []),
  ];
  const named = (category: string, name: string) =>
    !asked.names[category] || asked.names[category].flat().includes(name);
  const meant = held.filter(
    (row) => named("benchmark", rules.benchmarks[of("benchmark", row)][0]) && named("scenario", of("scenario", row)),
  );
  const hits = meant.slice(0, limit).map((row) => ({
    rows: [row], kind: "id", measure: "total", value: Number(results.get("value", row)), faults: [], points: 0,
  }));
  const figure = { ...NO_FIGURE, text: id, kinds: ["id"], reading: "ID", decimals: 0 };
  const found = { matching: meant.length, tried: held.length, hits };
  return answered(engine, engine.bankOf("results"), asked, figure, found, { told, says: said.says });
};

/** Where a phrase without a figure leads: two chips to their comparison, a name to its best results, and claims. */
const answerNames = (engine: FindEngine, asked: FindAsked, phrase: string, limit: number) => {
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
  const lacking = notHeld(engine, own, asked);
  const isNothing = !topic && !hits.length && !claims.length && !lacking;
  const [category, ...others] = isNothing ? Object.keys(asked.names) : [];
  const counts = { unit: "results" } as FindFigure;
  const told = [
    ...(lacking ? [lacking] : []),
    ...(says ? [filled(says, { names: namesInPrint(bank, asked.names) })] : []),
    ...(category === "round" && !others.length ? countsTold(engine, own, asked, counts) : []),
    ...(others.length && !own.finder.having(asked).length ? [noneOf(own, asked.names)] : []),
  ];
  if (!topic && !hits.length && !claims.length && !told.length) return null;
  const figure = { ...NO_FIGURE, text: phrase, kinds: [], reading: "names", decimals: 2 };
  const also = { claims, told, page, all: topic?.all ?? words.all_of_them, says: "" };
  return answered(engine, bank, asked, figure, { matching: hits.length, hits }, also);
};

/** What the rest of a phrase's figures are. */
const further = (engine: FindEngine, asked: FindAsked, first: FindFigure) => {
  const others = new Map(asked.figures.filter(({ kinds }) => kinds.length).reverse().map((one) => [one.text, one]));
  others.delete(first.text);
  return [...others.values()].reverse().slice(0, FURTHER).map((figure) => answer(engine, asked, figure, 1));
};

/** The answer to a phrase: what has its public ID, what prints its first figure, where its names lead; or why there is
 * none. */
const reply = (engine: FindEngine, phrase: string, limit: number) => {
  const { words } = engine;
  const asked = engine.read(phrase, true);
  const { suite } = scopeOf(words, phrase);
  const figure = asked.figures.find(({ kinds }) => kinds.length) ?? asked.figures[0];
  if (figure && suite && !["training", "inference", "Endpoints"].includes(suite)) {
    const told = [filled(words.text.suite, { suite })];
    return { found: answered(engine, engine.bankOf("results"), asked, figure, {}, { told, says: "" }), further: [] };
  }
  if (asked.ids.length) return { found: answerId(engine, asked, asked.ids[0], limit), further: [] };
  const found = figure ? answer(engine, asked, figure, limit) : answerNames(engine, asked, phrase, limit);
  if (!found) return { found: null, further: [], refused: words.refused.none };
  if (figure && !figure.kinds.length && !found.claims.length && !found.told.length)
    return { found: null, further: [], refused: filled(words.refused.kind, { figure: figure.text }) };
  return { found, further: figure ? further(engine, asked, figure) : [] };
};

/* ---- What `text` asks besides ---- */

/** Two results of a bank as the pair that a ratio is of, if they give it, in total or per accelerator. */
const pairOf = (engine: FindEngine, name: string, ids: string[], figure: FindFigure) => {
  const bank = engine.bankOf(name);
  const { get, rowOf } = bank.table;
  const rows = ids.map((id) => Number(rowOf(id)));
  if (["benchmark", "scenario", "unit"].some((column) => get(column, rows[0]) !== get(column, rows[1]))) return null;
  for (const measure of ["total", "per"]) {
    const rate = (row: number) => {
      const speed = get("higher_is_better", row) === true ? Number(get("value", row)) : 1 / Number(get("value", row));
      return measure === "per" ? speed / Number(get("accelerators", row)) : speed;
    };
    const [over, under] = [...rows].sort((a, b) => rate(b) - rate(a));
    const as = (one: string) => valueOf(one, rate(over), rate(under));
    const { factor, low, high } = figure;
    const kind = figure.kinds.find((one) => as(one) * factor >= low && as(one) * factor < high);
    if (kind && rate(under) > 0) {
      const hit = { rows: [over, under], kind, measure, value: as(kind), faults: [], points: 0 };
      return hitInText(bank, figure.decimals, hit);
    }
  }
  return null;
};

/** The questions that the command and the pages ask, of the tables of results; `more` gives tables that only some
 * need. */
export const answersOf = (results: ResultTable, rules: Rules, judged: Judgement, more: FindMore) => {
  const engine = engineOf(results, rules, judged, more);
  const asked = <A extends any[], R>(question: (engine: FindEngine, ...rest: A) => R) =>
    (...rest: A) => question(engine, ...rest);
  const bankFor = (training: boolean) => engine.bankOf(training ? "training" : "results");
  return {
    read: engine.read, answer: asked(answer), reply: asked(reply), needs: asked(needsOf), pairOf: asked(pairOf),
    spanned: asked(spanned), ownOf: asked(ownOf),
    /** That none of some rounds is in the tables, in a sentence. */
    lacking: (training: boolean, rounds: string[]) =>
      notHeld(engine, bankFor(training), { names: { round: [rounds] } }),
    /** Whether there are results of what is named. */
    having: (of: FindAsked) => bankFor(of.scope?.suite === "training").finder.having(of).length > 0,
    claimsOf: (of: FindAsked, figure: FindFigure) =>
      claimsOf(engine.claimed(), of, figure, true, false),
    namesInPrint: (names: FindAsked["names"]) => namesInPrint(bankFor(false), names),
  };
};
