/* Results of Training whose own score could not be read: what they may be. A span is never a score. */
import { inWords, stated } from "./judge.ts";
import { isPair } from "./phrase.ts";
import { SECONDS } from "./scan.ts";
import { filled, printed } from "./words.ts";

/** What is known of such a result, in a sentence. */
const spanTold = (bank: FindBank, row: number) => filled(bank.words.spans.score, {
  result: inWords(bank, row), family: stated(bank, "family", row), told: bank.table.get("told", row),
});

/** That a time may be the score of one of those that are named, or that no ratio of theirs is looked for; null where
 * none is near it, or no round or benchmark is named. */
export const spanned = (bank: FindBank, { names }: Pick<FindAsked, "names">, figure: FindFigure): string | null => {
  const { table, words: { spans } } = bank;
  const named = names.round || names.benchmark ? bank.finder.unread(names) : [];
  const [low, high] = [figure.low, figure.high].map((end) =>
    ((end / figure.factor) * SECONDS[String(figure.unit)]) / SECONDS.minutes);
  const near = isPair(figure) ? named : named.filter((row) =>
    Number(table.get("high", row)) * (1 + 1e-9) >= low && Number(table.get("low", row)) < high);
  if (!near.length) return null;
  const n = printed(near.length, 0);
  return isPair(figure) ? filled(spans.other, { n }) : filled(spans.may, { n, score: spanTold(bank, near[0]) });
};
