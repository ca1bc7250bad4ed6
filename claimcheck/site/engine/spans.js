/* Results of Training whose own score could not be read: what a time is among their spans. A span is never a score. */
import { filled, printed } from "./words.js";

/** @type {Record<string, number>} */
const MINUTES = { ms: 1 / 60000, s: 1 / 60, minutes: 1, hours: 60 };

/** @typedef {{ row_id: string, round: string, benchmark: string, title: string, chip: string, submitter: string, owner: string,
 * accelerators: number, low: number, high: number, words: string }} Span */

/** The spans of what is named. @param {Rules} rules @param {FindAsked["names"]} names @returns {Span[]} */
export const spansOf = ({ training }, names) => {
  const fits = (/** @type {string} */ category, /** @type {string[]} */ values) => !names[category] || names[category].flat().some((name) => values.includes(name));
  return training.spans.filter((/** @type {Span} */ { round, benchmark, title, chip, submitter, accelerators }) =>
    fits("round", [round]) && fits("benchmark", [benchmark, title]) && fits("chip", [chip]) && fits("submitter", [submitter]) && fits("accelerators", [String(accelerators)]));
};

/** The words of a result's span; undefined for one whose score is known. @param {Rules} rules @param {unknown} rowId @returns {string | undefined} */
export const spanWords = ({ training }, rowId) => training.spans.find((/** @type {Span} */ { row_id }) => row_id === rowId)?.words;

/** Whether no result whose score could not be read is faster than one of its benchmark, round, chip and size: 2; 1 if one may be, 0 if
 * one is. @param {Rules} rules @param {(name: string) => Cell} of */
export const unsurpassed = ({ training }, of) => {
  /** @type {Span[]} */
  const rivals = training.spans.filter((/** @type {Span} */ { benchmark, round, chip, accelerators }) =>
    benchmark === of("benchmark") && round === of("round") && chip === of("product") && accelerators === of("accelerators"));
  return Math.min(2, ...rivals.map(({ low, high }) => (high < Number(of("value")) ? 0 : low < Number(of("value")) ? 1 : 2)));
};

/** The spans that a time may be in, in a sentence, or that none is near it, or that no ratio of theirs is looked for; null for what
 * names no round or benchmark of theirs. @param {Rules} rules @param {FindAsked} asked @param {FindFigure} figure @returns {{ outcome: string, says: string } | null} */
export const spanned = (rules, asked, figure) => {
  const said = rules.find.spans;
  const unit = MINUTES[String(figure.unit)];
  const spans = spansOf(rules, asked.names);
  if (!spans.length || !(asked.names.round || asked.names.benchmark)) return null;
  if (figure.kinds[0] !== "time" || !unit) return asked.names.round ? { outcome: "chance", says: filled(said.other, { n: printed(spans.length, 0) }) } : null;
  const near = spans.filter(({ low, high }) => (high / unit) * figure.factor * (1 + 1e-9) >= figure.low && (low / unit) * figure.factor < figure.high);
  if (near.length) return { outcome: "chance", says: filled(near.length > 1 ? said.may : said.may_one, { n: printed(near.length, 0), score: filled(said.score, { ...near[0] }) }) };
  return asked.names.round && asked.names.benchmark ? { outcome: "none", says: filled(said.none, { title: spans[0].title, round: spans[0].round }) } : null;
};
