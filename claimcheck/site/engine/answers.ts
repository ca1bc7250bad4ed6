/* What prints a figure, in sentences: the answer to a phrase, as the command and the page have it. */
import { engineOf, isBare, waysOf } from "./banks.ts";
import { claimsOf } from "./claimed.ts";
import { HELD, scopeOf } from "./context.ts";
import { hitInText, namesInPrint } from "./hits.ts";
import { levelOf } from "./judge.ts";
import { answerId, answerNames } from "./leads.ts";
import { ownOf } from "./own.ts";
import { significant } from "./phrase.ts";
import { notHeld, reasonOf } from "./refusals.ts";
import { countsTold } from "./rounds.ts";
import { valueOf } from "./scan.ts";
import { spanned } from "./spans.ts";
import { answered, withFurther } from "./told.ts";
import { filled } from "./words.ts";

// So many further figures of a phrase are answered.
const FURTHER = 5;

/* ---- A figure ---- */

/** Whether a number has neither unit nor benchmark, and too few digits to name a result by itself. */
const namesNothing = ({ words }: FindEngine, { names }: FindAsked, figure: FindFigure) =>
  isBare(figure) && !names.benchmark && significant(figure) < words.reason_digits;

/** What is found of one figure of a phrase, or of a sentence of a text, which it is `inside`. */
const answer = (
  engine: FindEngine, asked: FindAsked, figure: FindFigure, limit: number = 10, inside: boolean = false,
) => {
  const { words } = engine;
  const ways = waysOf(engine, asked, figure);
  const { suite } = inside ? { suite: null } : scopeOf(words, asked.words);
  const isOther = suite !== null && !HELD.includes(suite);
  const claims = isOther ? [] : claimsOf(engine, asked, figure, ways[0][0] === "energy");
  /** Sentences in the place of results. */
  const tell = (told: string[], link?: { text: string, address: string }) =>
    answered(engine, engine.bankOf("results"), asked, figure, null, { claims, told, link });
  if (isOther) return tell([filled(words.text.suite, { suite })]);
  // A phrase that names a result is about it.
  const own = claims.length || inside || Object.keys(asked.names).length ? null
    : ownOf(engine, asked.words, figure, false);
  if (own) return tell([own.says], { text: words.own_page, address: own.address });
  if (!figure.kinds.length) return tell(countsTold(engine, asked, figure));
  const unclear = (says: string) => tell(claims.length ? [] : [filled(says, { figure: figure.text })]);
  if (!inside && namesNothing(engine, asked, figure)) return unclear(words.bare.says);
  const looked = ways.map(([name, as]) => {
    const bank = engine.bankOf(name);
    return { bank, as, outcome: bank.finder.look(asked, as, limit) };
  });
  const matching = looked.filter(({ outcome }) => outcome.matching);
  if (new Set(matching.map(({ bank }) => bank)).size > 1) return unclear(words.bare.several);
  const { bank, as, outcome } = matching[0] ?? looked[looked.length - 1];
  const told = outcome.matching || inside ? [] : [reasonOf(engine, bank, asked, as, outcome)];
  // Where a match proves nothing, none is shown.
  const isNamed = inside || (asked.names.benchmark && !claims.length);
  const isCrowd = outcome.matching > (isNamed ? words.nearly_any : words.crowd);
  return answered(engine, bank, asked, as, isCrowd ? { ...outcome, hits: [] } : outcome, { claims, told });
};

/* ---- A phrase ---- */

/** What the rest of a phrase's figures are. */
const furtherOf = (engine: FindEngine, asked: FindAsked, first: FindFigure) => {
  const others = asked.figures.filter(({ kinds, text }) => kinds.length && text !== first.text);
  return [...new Map(others.map((figure) => [figure.text, figure])).values()].slice(0, FURTHER)
    .map((figure) => answer(engine, asked, figure, 1));
};

/** The answer to a phrase: what has its public ID, what prints its first figure, where its names lead; or why there is
 * none. */
const reply = (
  engine: FindEngine, phrase: string, limit: number,
): { found: ReturnType<typeof withFurther> | null, refused?: string } => {
  const { refused } = engine.words;
  const asked = engine.read(phrase);
  if (asked.ids.length) return { found: withFurther(answerId(engine, asked, asked.ids[0], limit), []) };
  const figure = asked.figures.find(({ kinds }) => kinds.length) ?? asked.figures[0];
  const found = figure ? answer(engine, asked, figure, limit) : answerNames(engine, asked, phrase, limit);
  if (!found) return { found: null, refused: refused.none };
  if (figure && !figure.kinds.length && !found.claims.length && !found.told.length)
    return { found: null, refused: filled(refused.kind, { figure: figure.text }) };
  return { found: withFurther(found, figure ? furtherOf(engine, asked, figure) : []) };
};

/* ---- What `text` asks besides ---- */

/** Two results of a bank as the pair that a ratio is of, if they give it, in total or per accelerator. */
const pairOf = (engine: FindEngine, name: string, ids: string[], figure: FindFigure) => {
  const bank = engine.bankOf(name);
  const { get, rowOf } = bank.table;
  const rows = ids.map((id) => Number(rowOf(id)));
  if (["family", "scenario", "unit"].some((column) => get(column, rows[0]) !== get(column, rows[1]))) return null;
  const { kinds, factor, low, high, decimals, measure: said } = figure;
  // Times are set against each other for each accelerator only where the words say so.
  const measures = said ? [said] : get("higher_is_better", rows[0]) === true ? ["total", "per"] : ["total"];
  const [hit] = measures.flatMap((measure) => {
    const rate = (row: number) => levelOf(bank, row, measure === "per");
    const [over, under] = [...rows].sort((a, b) => rate(b) - rate(a));
    const found = kinds.map((kind) => ({ kind, value: valueOf(kind, rate(over), rate(under)) }))
      .filter(({ value }) => rate(under) > 0 && value * factor >= low && value * factor < high);
    const faults = get("benchmark", over) === get("benchmark", under) ? [] : ["care"];
    return found.map(({ kind, value }) => ({ rows: [over, under], kind, measure, value, faults }));
  });
  return hit ? hitInText(bank, decimals, hit) : null;
};

/** The questions that the command and the pages ask, of the tables of results; `more` gives tables that only some
 * need. */
export const answersOf = (results: ResultTable, rules: Rules, more: FindEngine["more"]) => {
  const engine = engineOf(results, rules, more);
  const asked = <A extends any[], R>(question: (engine: FindEngine, ...rest: A) => R) =>
    (...rest: A) => question(engine, ...rest);
  return {
    read: engine.read, bankOf: engine.bankOf, answer: asked(answer), reply: asked(reply),
    pairOf: asked(pairOf), ownOf: asked(ownOf),
    /** What a figure of Training may be the score of. */
    spanned: (of: FindAsked, figure: FindFigure) => spanned(engine.bankOf("training"), of, figure),
    /** That none of some rounds is in the tables, in a sentence. */
    lacking: (training: boolean, rounds: string[]) =>
      notHeld(engine, engine.bankOf(training ? "training" : "results"), { round: [rounds] }),
    claimsOf: (of: FindAsked, figure: FindFigure) => claimsOf(engine, of, figure, false),
    namesInPrint: (names: FindAsked["names"]) => namesInPrint(engine.bankOf("results"), names),
  };
};
