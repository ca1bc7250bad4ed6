/* What prints a figure, in sentences: the answer to a phrase, as the command and the page have it. */
import { EXACT, engineOf, inTraining, waysOf } from "./banks.ts";
import { claimsOf } from "./claimed.ts";
import { scopeOf } from "./context.ts";
import { hitInText, namesInPrint } from "./hits.ts";
import { levelOf } from "./judge.ts";
import { answerId, answerNames } from "./leads.ts";
import { ownOf } from "./own.ts";
import { isPair } from "./phrase.ts";
import { notHeld, reasonOf } from "./refusals.ts";
import { countsTold, roundHas } from "./rounds.ts";
import { valueOf } from "./scan.ts";
import { spanned } from "./spans.ts";
import { answered } from "./told.ts";
import { filled, printed, sentence } from "./words.ts";
import type { FindAnswer } from "./told.ts";

// So many further figures of a phrase are answered.
const FURTHER = 5;
const HELD = ["training", "inference", "Endpoints"];

/* ---- A figure ---- */

/** A figure, looked for in a bank as something. */
type Looked = { bank: FindBank, as: FindFigure, outcome: FindOutcome };
type Search = { engine: FindEngine, asked: FindAsked, figure: FindFigure, claims: FindClaim[], looked: Looked[] };

/** A figure that no result can give: what a round has of it, that a claim prints it of others than are named, or what
 * there is to say of what is counted. */
const ofCount = (engine: FindEngine, asked: FindAsked, figure: FindFigure, claims: FindClaim[]) => {
  const { words, rules } = engine;
  const results = engine.bankOf("results");
  const bank = inTraining(engine, asked) ? engine.bankOf("training") : results;
  const counts = countsTold(engine, bank, asked, figure);
  const tell = (more: object) => answered(engine, results, asked, figure, null, { claims, ...more });
  if (claims.length || counts.length || asked.scope)
    return tell({ told: counts, exact: roundHas(engine, bank, asked, figure) });
  const [claim] = claimsOf(engine.claimed(), { ...asked, names: {} }, figure, false, false);
  const [topic] = asked.topics;
  const { others, kind } = words.refused;
  const told = claim ? [filled(others, { names: namesInPrint(results, asked.names), claim: claim.text })]
    : topic ? [sentence(filled(kind, { figure: figure.text })), topic.says] : [];
  return tell({ told, link: topic && { text: topic.all, address: rules.pages[topic.page] } });
};

/** The bank whose match is likeliest the source: of tables that print a bare number the one in which fewest do, the
 * smaller table first; a ratio comes last, unless a claim prints it. */
const likeliest = ({ asked, figure, claims, looked }: Search) => {
  const matching = looked.filter(({ outcome }) => outcome.matching);
  const single = claims.length && isPair(looked[0].as) ? []
    : matching.filter(({ as }) => !isPair(as) && as.decimals === figure.decimals);
  const few = ({ outcome }: Looked) => outcome.matching * outcome.tried;
  const asIs = asked.names.benchmark && figure.decimals < EXACT ? looked.find(({ as }) => as === figure) : null;
  return single.sort((a, b) => few(a) - few(b))[0] ?? matching[0] ?? asIs ?? looked[0];
};

/** That a number alone names no source: without a unit and a benchmark several tables have it, or it is a ratio of
 * Inference and of Training; or that so many results print it that none is its source. */
const namesNothing = ({ engine: { words }, asked, figure, claims, looked }: Search, found: Looked) => {
  const matching = looked.filter(({ outcome }) => outcome.matching);
  const [pairs, singles] = [true, false].map((of) => matching.filter(({ as }) => isPair(as) === of));
  if (pairs.length > 1 && !asked.scope && !claims.length) return words.bare.suites;
  const powered = matching.some(({ bank }) => bank.name === "energy");
  const many = singles.reduce((sum, { outcome }) => sum + outcome.matching, 0);
  const isNamed = figure.tail.trim() || asked.names.benchmark;
  if (!isNamed && many > words.bare.most && !(claims.length && !powered)) return words.bare.says;
  const isCrowd = singles.includes(found) && found.outcome.matching > words.crowd && !asked.names.benchmark;
  return isCrowd && !claims.length ? words.bare.crowd : null;
};

/** What is found of one figure of a phrase, or of a sentence of a text, which it is `inside`. */
const answer = (
  engine: FindEngine, asked: FindAsked, figure: FindFigure, limit: number = 10, inside: boolean = false,
) => {
  const { words } = engine;
  const results = engine.bankOf("results");
  const ways = waysOf(engine, asked, figure);
  const claims = claimsOf(engine.claimed(), asked, figure, inside, ways[0][0] === "energy");
  // A phrase that names a result is about it.
  const own = claims.length || inside || Object.keys(asked.names).length ? null
    : ownOf(engine, asked.words, figure, false);
  const page = own && { told: [own.says], link: { text: words.own_page, address: own.address } };
  if (page) return answered(engine, results, asked, figure, null, page);
  if (!figure.kinds.length) return ofCount(engine, asked, figure, claims);
  const looked = ways.map(([name, as]) => {
    const bank = engine.bankOf(name);
    return { bank, as, outcome: bank.finder.look(asked, as, limit) };
  });
  const search = { engine, asked, figure, claims, looked };
  const found = likeliest(search);
  const { bank, as, outcome } = found;
  // What MLCommons' own pages have of a figure that no result prints.
  const pages = words.on_pages.filter(([shown]) => shown === figure.digits / 10 ** figure.decimals);
  const unsaid = pages.length ? null : namesNothing(search, found);
  const said = { figure: figure.text, n: printed(outcome.matching, 0) };
  const told = unsaid ? [filled(unsaid, said)] : pages.map(([, says]) => says);
  if (!told.length && !outcome.matching && !inside) told.push(reasonOf(engine, bank, asked, as, outcome));
  // Where a match proves nothing, or the page prints the number itself, no pair is shown.
  const isAlone = unsaid !== null && unsaid !== words.bare.crowd && !claims.length;
  if (isAlone || (isPair(as) && pages.length)) return answered(engine, bank, asked, figure, null, { claims, told });
  const isNamed = inside || (asked.names.benchmark && !claims.length);
  const isCrowd = isPair(as) && outcome.matching > (isNamed ? words.nearly_any : words.crowd);
  return answered(engine, bank, asked, as, isCrowd ? { ...outcome, hits: [] } : outcome, { claims, told });
};

/* ---- A phrase ---- */

/** What the rest of a phrase's figures are. */
const furtherOf = (engine: FindEngine, asked: FindAsked, first: FindFigure) => {
  const others = new Map(asked.figures.filter(({ kinds }) => kinds.length).reverse().map((one) => [one.text, one]));
  others.delete(first.text);
  return [...others.values()].reverse().slice(0, FURTHER).map((figure) => answer(engine, asked, figure, 1));
};

/** The answer to a phrase: what has its public ID, what prints its first figure, where its names lead; or why there is
 * none. */
const reply = (
  engine: FindEngine, phrase: string, limit: number,
): { found: FindAnswer | null, further: FindAnswer[], refused?: string } => {
  const { words } = engine;
  const asked = engine.read(phrase);
  const { suite } = scopeOf(words, phrase);
  const figure = asked.figures.find(({ kinds }) => kinds.length) ?? asked.figures[0];
  if (figure && suite && !HELD.includes(suite)) {
    const told = [filled(words.text.suite, { suite })];
    return { found: answered(engine, engine.bankOf("results"), asked, figure, null, { told }), further: [] };
  }
  if (asked.ids.length) return { found: answerId(engine, asked, asked.ids[0], limit), further: [] };
  const found = figure ? answer(engine, asked, figure, limit) : answerNames(engine, asked, phrase, limit);
  if (!found) return { found: null, further: [], refused: words.refused.none };
  if (figure && !figure.kinds.length && !found.claims.length && !found.told.length)
    return { found: null, further: [], refused: filled(words.refused.kind, { figure: figure.text }) };
  return { found, further: figure ? furtherOf(engine, asked, figure) : [] };
};

/* ---- What `text` asks besides ---- */

/** Two results of a bank as the pair that a ratio is of, if they give it, in total or per accelerator. */
const pairOf = (engine: FindEngine, name: string, ids: string[], figure: FindFigure) => {
  const bank = engine.bankOf(name);
  const { get, rowOf } = bank.table;
  const rows = ids.map((id) => Number(rowOf(id)));
  if (["benchmark", "scenario", "unit"].some((column) => get(column, rows[0]) !== get(column, rows[1]))) return null;
  const { kinds, factor, low, high, decimals } = figure;
  const [hit] = ["total", "per"].flatMap((measure) => {
    const rate = (row: number) => levelOf(bank.judged, row, measure === "per");
    const [over, under] = [...rows].sort((a, b) => rate(b) - rate(a));
    const found = kinds.map((kind) => ({ kind, value: valueOf(kind, rate(over), rate(under)) }))
      .filter(({ value }) => rate(under) > 0 && value * factor >= low && value * factor < high);
    return found.map(({ kind, value }) => ({ rows: [over, under], kind, measure, value, faults: [] }));
  });
  return hit ? hitInText(bank, decimals, hit) : null;
};

/** The questions that the command and the pages ask, of the tables of results; `more` gives tables that only some
 * need. */
export const answersOf = (results: ResultTable, rules: Rules, more: FindEngine["more"]) => {
  const engine = engineOf(results, rules, more);
  const asked = <A extends any[], R>(question: (engine: FindEngine, ...rest: A) => R) =>
    (...rest: A) => question(engine, ...rest);
  const bankFor = (training: boolean) => engine.bankOf(training ? "training" : "results");
  return {
    read: engine.read, claimed: engine.claimed, bankOf: engine.bankOf, answer: asked(answer), reply: asked(reply),
    pairOf: asked(pairOf), spanned: asked(spanned), ownOf: asked(ownOf),
    /** That none of some rounds is in the tables, in a sentence. */
    lacking: (training: boolean, rounds: string[]) =>
      notHeld(engine, bankFor(training), { round: [rounds] }),
    claimsOf: (of: FindAsked, figure: FindFigure) =>
      claimsOf(engine.claimed(), of, figure, true, false),
    namesInPrint: (names: FindAsked["names"]) => namesInPrint(bankFor(false), names),
  };
};
