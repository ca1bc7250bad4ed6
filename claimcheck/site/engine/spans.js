/* Rounds of Training of which most scores are known as a span alone: what a time is among them. A span is never a score. */
import { filled, printed } from "./words.js";

/** @type {Record<string, number>} */
const MINUTES = { ms: 1 / 60000, s: 1 / 60, minutes: 1, hours: 60 };

/** @typedef {{ row_id: string, round: string, benchmark: string, title: string, chip: string, submitter: string, owner: string,
 * accelerators: number, low: number, high: number, exact: boolean, words: string, address: string }} Score */

/** Whether what is named of a score is its own. @param {FindAsked["names"]} names @returns {(score: Score) => boolean} */
const named = (names) => {
  const fits = (/** @type {string} */ category, /** @type {string[]} */ values) => !names[category] || names[category].flat().some((name) => values.includes(name));
  return ({ benchmark, title, chip, submitter, accelerators }) =>
    fits("benchmark", [benchmark, title]) && fits("chip", [chip]) && fits("submitter", [submitter]) && fits("accelerators", [String(accelerators)]);
};

/** The rounds that have such scores. @param {Rules} rules @returns {string[]} */
export const spannedRounds = ({ training }) => [...new Set(training.spans.map((/** @type {Score} */ { round }) => round))].map(String);

/** What a time of such a round leads to: the score that prints it, the spans that it may be in, or that none is near it; null for
 * what is no time or names no benchmark. @param {Rules} rules @param {FindAsked} asked @param {FindFigure} figure
 * @returns {{ outcome: string, says: string, rows: string[], address: string } | null} */
export const spanned = ({ training, find }, asked, figure) => {
  const said = find.spans;
  const unit = MINUTES[String(figure.unit)];
  if (figure.kinds[0] !== "time" || !unit) return null;
  /** @type {Score[]} */
  const scores = training.spans.filter(named(asked.names));
  const reach = (/** @type {Score} */ { low, high }) => (high / unit) * figure.factor * (1 + 1e-9) >= figure.low && (low / unit) * figure.factor < figure.high;
  const near = scores.filter(reach);
  const [hit] = [...near].sort((a, b) => Number(b.exact) - Number(a.exact));
  if (!hit) {
    const meant = asked.names.benchmark && scores.length > 0;
    return meant ? { outcome: "none", says: filled(said.none, { title: scores[0].title, round: scores[0].round }), rows: [], address: "" } : null;
  }
  const sentence = filled(said.score, { ...hit });
  const sure = hit.exact && Boolean(asked.names.benchmark);
  const may = filled(near.length > 1 ? said.may : said.may_one, { n: printed(near.length, 0), score: sentence });
  return { outcome: sure ? "result" : "chance", says: sure ? sentence : may, rows: [hit.row_id], address: hit.address };
};
