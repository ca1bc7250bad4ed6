/* A comparison as an answer, and drawn: the lines that a terminal and a page have. */
import { eachOf, held, inWords, isTrained, stated } from "./judge.js";
import { html, htmlOf, line } from "./render.js";
import { spanOf } from "./spans.js";
import { sourcesOf } from "./tables.js";
import { asPublished, filled, printed, sentence, times } from "./words.js";

/** @typedef {import("./judge.js").Judge} Judge */

/** A result in a line. @param {Judge} judge @param {number} row */
export const titleOf = (judge, row) => {
  const chips = held(judge, "accelerators", row) === null ? "" : `${held(judge, "accelerators", row)} × `;
  const what = `${held(judge, "round", row)} ${stated(judge, "benchmark", row)} ${held(judge, "scenario", row)}`;
  return `${what}, ${stated(judge, "submitter", row)}, ${chips}${held(judge, "product", row) ?? "CPUs"}`;
};

/** A figure with as many digits as say something: 0.0072 and not 0.0. @param {number} value */
const figured = (value) =>
  value >= 100
    ? printed(value, value < 1000 ? 1 : 0)
    : Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 9 });

/** What else there is to say of a result. @param {Judge} judge @param {number} row */
export const detailsOf = (judge, row) => {
  const rate = isTrained(judge, row) ? null : eachOf(judge, row);
  const value = held(judge, "value", row);
  const known = `${asPublished(Number(Number(value).toPrecision(10)))} ${held(judge, "unit", row)}`;
  const parts = [
    value === null ? (spanOf(judge.rules, held(judge, "row_id", row))?.words ?? judge.rules.not_stated) : known,
  ];
  if (rate !== null) parts[0] += `, ${figured(rate)} per accelerator`;
  parts.push(
    [held(judge, "division", row), held(judge, "availability", row)].filter((name) => name !== null).join(", "),
  );
  for (const name of ["ran", "system_name"]) {
    const said = held(judge, name, row);
    if (said !== null && (name !== "ran" || said !== stated(judge, "family", row))) parts.push(String(said));
  }
  return parts.join("; ");
};

/* ---- As lines ---- */

/** Lines of what is known of both. @param {Judge} judge @param {string[][]} known */
const tableLines = (judge, known) => known.map(([name, ...cells]) =>
  ({ name, cells, differs: cells[0] !== cells[1] && !cells.includes(judge.rules.not_stated) }));

/** Where two results are from, a link each. @param {Judge} judge @param {number[]} rows */
const sourceLines = (judge, rows) => rows.flatMap((row) => {
  const names = /** @type {Words} */ (judge.rules.compared.sources);
  return Object.entries(sourcesOf(judge.results, row)).map(([name, address]) =>
    line("link", `${inWords(judge, row)}, ${names[name]}`, [String(held(judge, "row_id", row))], { address }));
});

/** A comparison as an answer. @param {Judge} judge @param {Comparison} found @returns {Answer} */
export const answerOf = (judge, found) => {
  const { rows, ratio, conditions, denominators } = found;
  const words = judge.rules.compared;
  const ids = rows.map((row) => String(held(judge, "row_id", row)));
  const table = (/** @type {string} */ text, /** @type {string[]} */ heads, /** @type {Line["lines"]} */ lines) =>
    (lines?.length ? [line("table", text, ids, { heads, lines })] : []);
  const kinds = Object.entries(denominators).map(([name, value]) => `${times(value)} by the ${name} rate`).join(", ");
  const shared = conditions.map(({ name, holds, detail, follows }) =>
    ({ name, cells: [`${sentence(detail)} ${follows}`.trim()], differs: !holds }));
  const results = rows.map((row, side) =>
    line("source", `${titleOf(judge, row)}: ${detailsOf(judge, row)}`, [ids[side]]),
  );
  const compared = ratio
    ? [
        line("source", found.said[0], ids),
        line("difference", `${ratio.text}${ratio.shown}`, ids),
        ...(kinds
          ? [line("link", filled(judge.rules.by_logs, { kinds }), ids, { address: judge.rules.pages.metric })]
          : []),
        ...table(words.shared, [words.holds], shared),
        ...(found.together ? [line("warning", found.together, ids)] : []),
      ]
    : results;
  return {
    question: null, heading: words.heading, outcome: found.allowed,
    lines: [
      line("verdict", found.why, ids), ...compared, ...table(words.known, found.names, tableLines(judge, found.known)),
      ...table(words.logged, found.names, tableLines(judge, found.logged)), ...sourceLines(judge, rows),
      line("footnote", found.footnote, ids),
    ],
  };
};

/** A comparison on a page: whether it may be made, the ratio, and what is to be said of it.
 * @param {Judge} judge @param {Comparison} found @param {{ site: string, root: string }} pages */
export const comparisonHtml = (judge, found, pages) => {
  const { ratio } = found;
  const { heading, lines, ...rest } = answerOf(judge, found);
  const shown = ratio ? html`<p class="cc-compared__ratio"><b>${ratio.text}</b>${ratio.shown}</p>` : "";
  const head = htmlOf({ ...rest, heading, lines: lines.slice(0, 1) }, pages);
  const more = htmlOf({ ...rest, heading: judge.rules.compared.more, lines: lines.slice(1) }, pages);
  const price = html`${shown}<div class="cc-compared__price"></div>`.text;
  return `${head}${price}${more}<div class="cc-compared__take"></div>`;
};
