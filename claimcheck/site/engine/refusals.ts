/* Why nothing prints a figure: one sentence, the first that is true. */
import { OPEN } from "./banks.ts";
import { inWords, namesInPrint } from "./hits.ts";
import { isPair, significant } from "./phrase.ts";
import { spanned } from "./spans.ts";
import { filled, sentence } from "./words.ts";

// A result is what a figure of so many digits was copied from if it is within so many units of its last digit.
const [COPIED, SLIP] = [6, 9];
// Names that a result with the figure may have otherwise.
const OTHERWISE = ["scenario", "submitter", "round", "accelerators", "availability", "chip"];


/** That what is named, or the round, is in no table. */
export const notHeld = (
  { words: { absent, reasons }, rules: { missing } }: FindEngine, bank: FindBank, names: Names,
) => {
  const name = Object.values(names).flat(2).find((one) => absent[one]);
  const of = name && absent[name].of;
  if (name) return of ? sentence(`${name}: ${missing[of]}`) : filled(reasons.absent, { name });
  const rounds = (names.round ?? []).flat();
  if (!rounds.length || rounds.some((own) => bank.rules.rounds.includes(own))) return null;
  const round = Object.keys(missing).find((known) => rounds.some((own) => known.endsWith(` ${own}`))
    && known.includes("Training") === (bank.name === "training"));
  return round ? sentence(missing[round]) : filled(reasons.absent, { name: rounds[0] });
};

/** That a table has nothing of these names. */
export const noneOf = (bank: FindBank, names: Names) =>
  filled(bank.words.reasons.no_result, { names: namesInPrint(bank, names), searched: bank.words.searched });

/** Whether a result has a figure up to its last digits. */
const isNearly = ({ digits, factor }: FindFigure, { value }: FindHit) =>
  Math.abs(value - (2 * digits) / factor) <= Math.max((2 * SLIP) / factor, Number.isInteger(value) ? 0.5 : 0);

/** Why a search found nothing. */
export const reasonOf = (
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, { nearest: [nearest] }: FindOutcome,
): string => {
  const { names } = asked;
  const { reasons, searched, reason_digits: most, on_pages: pages } = bank.words;
  const digits = isPair(figure) ? 0 : significant(figure);
  // What prints it is its source.
  const exact = digits >= most - (names.benchmark ? 1 : 0);
  const telling = (reason: string, of: FindBank, hit: FindHit) => filled(of.words.reasons[reason], {
    searched, division: of.table.get("division", hit.rows[0]), hit: inWords(of, figure.decimals, hit),
  });
  /** A reason that tells what prints it otherwise. */
  const other = (reason: string, own: Names, as = figure, of = bank) => {
    const [hit] = of.finder.look({ ...asked, names: own }, as, 1).hits;
    return hit ? telling(reason, of, hit) : null;
  };
  const without = (name: string) => Object.fromEntries(Object.entries(names).filter(([own]) => own !== name));
  const otherwise = (exact ? OTHERWISE : []).filter((name) => names[name]);
  return pages.find(([shown]) => shown === figure.digits / 10 ** figure.decimals)?.[1]
    ?? (nearest && digits >= COPIED - (names.benchmark ? 1 : 0) && isNearly(figure, nearest)
      ? telling("digits", bank, nearest) : null)
    ?? spanned(bank, asked, figure)
    ?? otherwise.reduce((said: string | null, name) => said ?? other(name, without(name)), null)
    ?? notHeld(engine, bank, names)
    ?? (exact && OPEN[bank.name] ? other("open", names, figure, engine.bankOf(OPEN[bank.name])) : null)
    ?? (figure.sides ? other("turned", names, { ...figure, sides: figure.sides.toReversed() }) : null)
    ?? (bank.finder.having(names).length ? null : noneOf(bank, names))
    ?? filled(reasons.nothing, {
      what: isPair(figure) ? "pair" : "result", searched,
      of: Object.keys(names).length ? ` of ${namesInPrint(bank, names)}` : "",
    });
};
