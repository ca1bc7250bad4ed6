/* A comparison as an answer, and drawn: the lines that a terminal and a page have. */
import { eachOf, held, inWords, isTrained, stated } from "./judge.ts";
import { html, htmlOf, line } from "./render.ts";
import { spanOf } from "./spans.ts";
import { sourcesOf } from "./tables.ts";
import { asPublished, printed, sentence } from "./words.ts";
import type { Judge } from "./judge.ts";

export type Side = { judge: Judge, row: number };

/** A result in a line. */
export const titleOf = ({ judge, row }: Side) => {
  const chips = held(judge, "accelerators", row) === null ? "" : `${held(judge, "accelerators", row)} × `;
  const what = `${held(judge, "round", row)} ${stated(judge, "benchmark", row)} ${held(judge, "scenario", row)}`;
  return `${what}, ${stated(judge, "submitter", row)}, ${chips}${held(judge, "product", row) ?? "CPUs"}`;
};

/** A figure with as many digits as say something: 0.0072 and not 0.0. */
const figured = (value: number) => (value >= 100 ? printed(value, value < 1000 ? 1 : 0)
  : Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 9 }));

/** What else there is to say of a result. */
export const detailsOf = ({ judge, row }: Side) => {
  const of = (name: string) => held(judge, name, row);
  const rate = isTrained(judge, row) ? null : eachOf(judge, row);
  const value = of("value") === null
    ? spanOf(judge.rules, of("row_id"))?.words ?? judge.rules.not_stated
    : `${asPublished(Number(Number(of("value")).toPrecision(10)))} ${of("unit")}`;
  const ran = of("ran") === stated(judge, "family", row) ? null : of("ran");
  return [
    rate === null ? value : `${value}, ${figured(rate)} per accelerator`,
    [of("division"), of("availability")].filter((name) => name !== null).join(", "), ran, of("system_name"),
  ].filter((said) => said !== null).join("; ");
};

/** Where a result is from, a link each. */
const sourceLines = ({ judge, row }: Side) => {
  const names = judge.rules.compared.sources as Words;
  return Object.entries(sourcesOf(judge.results, row)).map(([name, address]) =>
    line("link", `${inWords(judge, row)}, ${names[name]}`, [String(held(judge, "row_id", row))], { address }));
};

/** A comparison of two results as an answer. */
export const answerOf = (sides: Side[], found: Comparison): Answer => {
  const [{ judge: { rules } }] = sides;
  const words = rules.compared;
  const ids = [found.before, found.after];
  const table = (text: string, heads: string[], lines: Line["lines"]) =>
    (lines?.length ? [line("table", text, ids, { heads, lines })] : []);
  const shared = found.conditions.map(({ name, holds, detail, follows }) =>
    ({ name, cells: [`${sentence(detail)} ${follows}`.trim()], differs: !holds }));
  const known = found.known.map(([name, ...cells]) =>
    ({ name, cells, differs: cells[0] !== cells[1] && !cells.includes(rules.not_stated) }));
  const compared = found.ratio
    ? [line("source", found.said[0], ids), line("difference", found.ratio.text + found.ratio.shown, ids)]
    : [
      ...found.said.slice(1).map((said) => line("warning", said, ids)),
      ...sides.map((side, at) => line("source", `${titleOf(side)}: ${detailsOf(side)}`, [ids[at]])),
    ];
  return {
    question: null, heading: words.heading, outcome: found.allowed,
    lines: [
      line("verdict", found.why, ids), ...compared, ...table(words.shared, [words.holds], shared),
      ...(found.together ? [line("warning", found.together, ids)] : []),
      ...table(words.known, found.names, known), ...sides.flatMap(sourceLines),
      ...(found.footnote ? [line("footnote", found.footnote, ids)] : []),
    ],
  };
};

/** A comparison on a page: whether it may be made, the ratio, and what is to be said of it. */
export const comparisonHtml = (
  { compared }: Rules, { ratio, answer }: Comparison & { answer: Answer }, pages: { site: string, root: string },
) => {
  // The ratio is shown large.
  const [verdict, ...lines] = answer.lines.filter(({ role }) => role !== "difference");
  const shown = ratio ? html`<p class="cc-compared__ratio"><b>${ratio.text}</b>${ratio.shown}</p>`.text : "";
  const more = htmlOf({ ...answer, heading: compared.more, lines }, pages);
  return `${htmlOf({ ...answer, lines: [verdict] }, pages)}${shown}${more}`;
};
