/* The engine on the command line: node main.js FOLDER < REQUESTS, with the packed tables of FOLDER and a list of requests as
   JSON. It prints the list of their answers. A fault of a request is {error, rule, fix}. */
import fs from "node:fs";
import zlib from "node:zlib";
import { answersOf } from "./answers.js";
import { answerHtml, drawingOf, sheetHtml } from "./drawn.js";
import { judgementOf } from "./judgement.js";
import { printedForm } from "./phrase.js";
import { resultSet } from "./resultset.js";
import { decoded, sheetOf } from "./sheet.js";
import { SEARCHED, searchOf, sourceLine, tableOf } from "./tables.js";
import { textOf } from "./text.js";
import { once, printed } from "./words.js";

// The most characters of a phrase.
const LONGEST = 500;

const folder = process.argv[2];
/** @returns {ResultTable} */
const load = (/** @type {string} */ name) => {
  const [, packed] = fs.readFileSync(`${folder}/${name}.js`, "utf8").split(", \"");
  return tableOf(JSON.parse(zlib.inflateSync(Buffer.from(packed.slice(0, packed.lastIndexOf("\"")), "base64")).toString()));
};
const results = once(() => load("results"));
const whole = once(() => results().add(load("details")));
const compared = once(() => /** @type {CompareTable} */ (load("compare")));
const judgement = once(() => judgementOf({ results: results(), compare: compared() }));
const comparing = once(() => judgementOf({ results: whole(), compare: compared(), runs: load("runs"), accuracy: load("accuracy") }));
const extra = { claims: once(() => load("claims")), training: once(() => load("training")), energy: once(() => load("energy")) };
const blobs = once(() => load("blobs"));
const finding = once(() => answersOf(results(), compared().rules, judgement(), extra));

/** What is wrong with a request, for the command that made it. */
class Refused extends Error {
  /** @param {string} words @param {string} rule @param {string} fix */
  constructor(words, rule, fix) {
    super(words);
    this.answer = { error: words, rule, fix };
  }
}

/** Lines for a terminal of 100 columns, addresses and names unbroken; each after the first hangs.
 * @param {string} text @param {number} indent */
const wrapped = (text, indent = 0) => {
  const lines = [" ".repeat(indent)];
  let empty = true;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!empty && lines[lines.length - 1].length + 1 + word.length > 100) {
      lines.push(" ".repeat(indent + 2));
      empty = true;
    }
    lines[lines.length - 1] += empty ? word : ` ${word}`;
    empty = false;
  }
  return empty ? [] : lines;
};

/** An answer of drawn.js in lines for a terminal: a block begins one, a list or a heading leaves one empty, and what a link leads to has its own.
 * @param {string} html */
const linesOf = (html) => html.replace(/\n/g, " ").replace(/<label.*?<\/label>/g, "").replace(/<svg[^>]* aria-label="([^"]*)".*?<\/svg>/g, "<p>$1")
  .replace(/<a href="([^"]*)">(.*?)<\/a>[,.]?/g, "$2:\n$1\n").replace(/<tr class="cc-compared__differs">/g, "<tr>≠ ").replace(/<\/t[dh]>\s*<t[dh][^>]*>/g, " | ")
  .replace(/<(?:h\d|ul|ol|table|details|li><p)\b/g, "\n\n$&").replace(/<(?:p|li|tr|summary)\b/g, "\n$&").replace(/<[^>]*>/g, "")
  .replace(/&#(\d+);/g, (_mark, code) => String.fromCharCode(code)).replace(/\n[\n ]*\n/g, "\n\n").trim().split("\n")
  .flatMap((line) => (line.trim() ? wrapped(line, line.startsWith("http") ? 3 : 0) : [""]));

/* ---- find ---- */

/** With the addresses of `pages` also as HTML. @param {{ phrase: string, limit: number, pages?: Words, text?: boolean }} request */
const find = ({ phrase, limit, pages, text }) => {
  if (phrase.length > LONGEST) throw new Refused(`the phrase has ${printed(phrase.length, 0)} characters`, `at most ${LONGEST}`, "give one sentence");
  const { found, further, refused } = finding().reply(phrase, limit);
  const words = compared().rules.find;
  if (!found) throw new Refused(String(refused), words.refused.rule, words.refused.fix);
  // Takes two more tables, which lines for a terminal do without.
  if (!text && !pages) for (const hit of found.hits) Object.assign(hit, { sources: hit.rows.map(sourceOf) });
  const site = compared().rules.pages;
  const html = (/** @type {Words} */ addresses) => answerHtml(found, words, addresses, further);
  return { ...found, further, ...(pages ? { html: html(pages) } : {}), lines: () => linesOf(html({ ...site, root: site.results.replace(/book\/[^/]*$/, "") })) };
};

/** Where a result is from, in a line. @param {string} id */
const sourceOf = (id) => {
  const row = results().rowOf(id);
  return row === null ? sourceLine(extra.training(), Number(extra.training().rowOf(id)), null) : sourceLine(whole(), row, blobs());
};

/* ---- text ---- */

/** Each figure of a text with what it leads to. @param {{ words: string }} request */
const checkText = ({ words }) => {
  const { figuresOf, outcomeOf } = textOf(finding(), compared().rules.find);
  let [line, at] = [1, 0];
  const figures = figuresOf(words).found.map((item) => {
    const { outcome, says, address, wrong } = outcomeOf(item);
    line += words.slice(at, item.start).split("\n").length - 1;
    at = item.start;
    return { line, figure: item.figure.text.replace(/\s+/g, " "), outcome, says, address, wrong };
  });
  const wrong = figures.some((one) => one.wrong);
  return { figures, wrong, lines: () => figures.map((one) => `${one.line}: ${one.figure}: ${one.says}${one.address ? ` ${one.address}` : ""}`) };
};

/* ---- compare ---- */

// How many results an error names where words fit several.
const NAMED = 8;

/** The row with that id, or the only one with every word of a text. @param {string} text */
const rowNamed = (text) => {
  const { get, rowOf, rows } = results();
  const known = rowOf(text);
  if (known !== null) return known;
  const found = Array.from({ length: rows }, (_none, row) => row).filter(searchOf(results(), SEARCHED, judgement().inPrint)(text));
  if (found.length === 1) return found[0];
  const rule = "a result is named by its row_id, or by words that fit it alone";
  if (!found.length) throw new Refused(`no result has all of '${text}'`, rule, "use fewer words");
  const more = found.length > NAMED ? ` and ${printed(found.length - NAMED, 0)} more` : "";
  throw new Refused(`${printed(found.length, 0)} results have '${text}'`, rule, `choose one: ${found.slice(0, NAMED).map((row) => get("row_id", row)).join("; ")}${more}`);
};

/** With the way to the `root` of a site also as HTML. @param {{ one: string, two: string, prices?: number[], root?: string }} request */
const compare = ({ one, two, prices, root }) => {
  const [a, b] = [one, two].map(rowNamed);
  if (a === b) throw new Refused(`both are ${results().get("row_id", a)}`, "a comparison has two results", "name another");
  const comparison = comparing().compare(a, b);
  const { comparisonHtml, title } = drawingOf(results(), compared().rules, comparing());
  const html = (/** @type {string} */ way) => comparisonHtml(comparison, way);
  const site = compared().rules.pages.results.replace(/book\/[^/]*$/, "");
  return { ...comparison, rows: undefined, ...(root === undefined ? {} : { html: html(root), titles: [a, b].map(title) }), lines: () => [...linesOf(html(site)), ...costLines(comparison, prices)] };
};

/** What both cost, below the comparison. @param {Comparison} found @param {number[]} [prices] */
const costLines = ({ rows, ratio }, prices) => {
  const { costOf, pricesOf } = comparing();
  if (!ratio || ratio.per_accelerator === null) return [];
  const [first, second] = prices ? rows.map((row, side) => printed(costOf(row, prices[side]), 3)) : [];
  const told = prices && results().get("unit", rows[1]) === "tokens/s" ? [`At your prices a million tokens cost $${first} with the first and $${second} with the second.`] : [];
  return ["", ...[...pricesOf(rows, ["the first", "the second"]), ...told].flatMap((said) => wrapped(said))];
};

/* ---- results, and phrases as they are read ---- */

/** The rows of a selection, with these columns, and what it can be filtered by. @param {{ wanted: Wanted, columns: string[] }} request */
const select = ({ wanted, columns }) => {
  const set = resultSet(whole());
  return { rows: set.select(wanted).rows.map((row) => ["row_id", ...columns].map((name) => set.get(name, row))), facets: set.facets };
};

/* ---- a table of somebody else ---- */

/** @param {{ file: string }} request */
const sheet = ({ file }) => {
  const { rules } = compared();
  const found = sheetOf(results(), rules, extra.training)(decoded(fs.readFileSync(file)));
  if ("refused" in found) throw new Refused(String(found.refused), "a table of results has a heading line", "see claimcheck table --help");
  const cells = found.cells.map((cell) => ({ ...cell, row: undefined }));
  const wrong = cells.some(({ outcome }) => !rules.sheet.alike.includes(outcome));
  return { ...found, cells, wrong, lines: () => linesOf(sheetHtml(found, rules.sheet.alike, Infinity)) };
};

/** @type {Record<string, (request: any) => any>} */
const REQUESTS = { find, text: checkText, compare, select, sheet, read: ({ phrase, loose }) => finding().read(phrase, loose), form: () => ({ form: printedForm(compared().rules.find) }) };

const answers = JSON.parse(fs.readFileSync(0, "utf8")).map((/** @type {any} */ request) => {
  try {
    const { lines, ...answer } = REQUESTS[request.kind](request);
    return request.text ? { ...answer, lines: lines() } : answer;
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
});
process.stdout.write(JSON.stringify(answers));
