/* A comparison as an answer: the lines that a terminal and a page have. */
import { compare } from "./compare.ts";
import { eachOf, held, inWords, isTrained, stated } from "./judge.ts";
import { line } from "./render.ts";
import { sourcesOf } from "./tables.ts";
import { asPublished, printed, sentence } from "./words.ts";
import type { Judge } from "./judge.ts";

/** A result in a line. */
export const titled = (judge: Judge, row: number) => {
  const chips = held(judge, "accelerators", row) === null ? "" : `${held(judge, "accelerators", row)} × `;
  const what = `${held(judge, "round", row)} ${stated(judge, "benchmark", row)} ${held(judge, "scenario", row)}`;
  return `${what}, ${stated(judge, "submitter", row)}, ${chips}${held(judge, "product", row) ?? "CPUs"}`;
};

/** A figure with as many digits as say something: 0.0072 and not 0.0. */
const figured = (value: number) => (value >= 100 ? printed(value, value < 1000 ? 1 : 0)
  : Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 9 }));

/** What else there is to say of a result. */
export const detailed = (judge: Judge, row: number) => {
  const of = (name: string) => held(judge, name, row);
  const rate = isTrained(judge, row) ? null : eachOf(judge, row);
  const value = of("value") === null
    ? of("told") ?? judge.rules.not_stated
    : `${asPublished(Number(Number(of("value")).toPrecision(10)))} ${of("unit")}`;
  const ran = of("ran") === stated(judge, "family", row) ? null : of("ran");
  return [
    rate === null ? value : `${value}, ${figured(rate)} per accelerator`,
    [of("division"), of("availability")].filter((name) => name !== null).join(", "), ran, of("system_name"),
  ].filter((said) => said !== null).join("; ");
};

/** Where a result is from, a link each. */
const sourceLines = (judge: Judge, row: number) =>
  Object.entries(sourcesOf(judge.results, row)).map(([name, address]) =>
    line("link", `${inWords(judge, row)}, ${judge.rules.compared.sources[name]}`,
      [String(held(judge, "row_id", row))], { address }));

/** A comparison as an answer. */
const answerOf = (judge: Judge, found: ReturnType<typeof compare>): Answer => {
  const { compared: words, not_stated: none } = judge.rules;
  const ids = [found.before, found.after];
  const table = (text: string, heads: string[], lines: Line["lines"]) =>
    (lines?.length ? [line("table", text, ids, { heads, lines })] : []);
  const shared = found.conditions.map(({ name, holds, detail, follows }) =>
    ({ name, cells: [`${sentence(detail)} ${follows}`.trim()], differs: !holds }));
  const known = found.known.map(([name, ...cells]) =>
    ({ name, cells, differs: cells[0] !== cells[1] && !cells.includes(none) }));
  const compared = found.ratio
    ? [line("difference", found.ratio.text + found.ratio.shown, ids), line("source", found.said[0], ids)]
    : [
      ...found.said.slice(1).map((said) => line("warning", said, ids)),
      ...found.rows.map((row, at) => line("source", `${titled(judge, row)}: ${detailed(judge, row)}`, [ids[at]])),
    ];
  return {
    question: null, heading: words.heading, outcome: found.allowed,
    lines: [
      line("verdict", found.why, ids), ...compared, ...table(words.shared, [words.holds], shared),
      ...(found.together ? [line("warning", found.together, ids)] : []),
      ...table(words.known, found.names, known), ...found.rows.flatMap((row) => sourceLines(judge, row)),
      line("footnote", found.footnote, ids),
    ],
  };
};

/** Two results compared, with the answer in lines. */
export const comparing = (judge: Judge, one: number, two: number) => {
  const found = compare(judge, one, two);
  return { ...found, answer: answerOf(judge, found) };
};
