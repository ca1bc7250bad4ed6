/* The engine on the command line: node main.ts FOLDER < REQUESTS, with the packed tables of FOLDER and a list of
   requests as JSON. It prints the list of their answers. A fault of a request is {error, rule, fix}. */
import fs from "node:fs";
import zlib from "node:zlib";
import { answersOf } from "./answers.ts";
import { ratioOf } from "./compare.ts";
import { comparing, comparisonHtml, titled } from "./compared.ts";
import { decidesOn, held, inOrder, meets } from "./judge.ts";
import { judgementOf } from "./judgement.ts";
import { offered, pairingOf, searching } from "./pairing.ts";
import { printedForm } from "./numbers.ts";
import { htmlOf, linesOf as answerLines } from "./render.ts";
import { resultSet } from "./resultset.ts";
import { decoded } from "./csv.ts";
import { sheetAnswer, sheetOf } from "./sheet.ts";
import { sourceLine, tableOf } from "./tables.ts";
import { summaryOf, textOf } from "./text.ts";
import { recordOf } from "./told.ts";
import { once, printed } from "./words.ts";

// The most characters of a phrase.
const LONGEST = 500;

const folder = process.argv[2];
const load = (name: string): ResultTable => {
  const [, packed] = fs.readFileSync(`${folder}/${name}.js`, "utf8").split(", \"");
  return tableOf(
    JSON.parse(zlib.inflateSync(Buffer.from(packed.slice(0, packed.lastIndexOf('"')), "base64")).toString()),
  );
};
const results = once(() => load("results"));
const whole = once(() => results().add(load("details")));
const compared = once(() => (load("compare") as CompareTable));
const judgement = once(() => judgementOf({ results: results(), compare: compared() }));
const extra = {
  claims: once(() => load("claims")), training: once(() => load("training")), energy: once(() => load("energy")),
  own: once(() => load("own")), chips: once(() => load("chips")),
};
const finding = once(() => answersOf(results(), compared().rules, judgement(), extra));

/** What is wrong with a request, for the command that made it. */
class Refused extends Error {
  answer: Words;

  constructor(words: string, rule: string, fix: string) {
    super(words);
    this.answer = { error: words, rule, fix };
  }
}

/* ---- find ---- */

/** With the way to a site's `root` also as HTML. */
const find = ({ phrase, limit, pages, text }: { phrase: string, limit: number, pages?: Words, text?: boolean }) => {
  if (phrase.length > LONGEST)
    throw new Refused(
      `the phrase has ${printed(phrase.length, 0)} characters`,
      `at most ${LONGEST}`,
      "give one sentence",
    );
  const { found, further, refused } = finding().reply(phrase, limit);
  const words = compared().rules.find;
  if (!found) throw new Refused(String(refused), words.refused.rule, words.refused.fix);
  // Takes one more table, which lines for a terminal do without.
  if (!text && !pages) for (const hit of found.hits) Object.assign(hit, { sources: hit.rows.map(sourceOf) });
  const record = recordOf(words, found, further);
  const html = pages ? { html: htmlOf(record, { site: compared().rules.pages.root, root: pages.root }) } : {};
  return { ...found, further, answer: record, ...html, lines: () => answerLines(record) };
};

/** Where a result is from, in a line. */
const sourceOf = (id: string) => {
  const row = results().rowOf(id);
  const training = row === null ? extra.training() : null;
  return training ? sourceLine(training, Number(training.rowOf(id))) : sourceLine(whole(), Number(row));
};

/* ---- text ---- */

/** Each figure of a text with what it leads to: as it stands there, and as an answer. */
const checkText = ({ words }: { words: string }) => {
  const { figuresOf, outcomeOf } = textOf(finding(), compared().rules.find);
  const { found, cut } = figuresOf(words);
  let [line, at] = [1, 0];
  const figures = found.map((item) => {
    const { outcome, says, address, wrong, claim, hit } = outcomeOf(item);
    line += words.slice(at, item.start).split("\n").length - 1;
    at = item.start;
    const rows = hit?.rows ?? [];
    return {
      line, figure: item.figure.text.replace(/\s+/g, " "), outcome, says, address, wrong, rows,
      claim: claim?.number ?? null,
    };
  });
  const summary = summaryOf(compared().rules.find, figures) + (cut ? ` ${compared().rules.find.text.cut}` : "");
  const lines = () => [
    summary,
    ...figures.map((one) => `${one.line}: ${one.figure}: ${one.says}${one.address ? ` ${one.address}` : ""}`),
  ];
  return { summary, figures, wrong: figures.some((one) => one.wrong), lines };
};

/* ---- compare ---- */

// How many results an error names where words fit several.
const NAMED = 8;
const pairing = once(() => pairingOf({ results: whole(), training: extra.training() }, compared().rules));

/** What would find a result: names for words that are misspelt, or which words no result has. */
const nearestNames = (text: string) => {
  const { misspelt } = finding().read(text, true);
  const strange = text.split(/\s+/).filter((word) => !searching(pairing())(word).length);
  const meant = new Map(misspelt.map(({ word, as }) => [word.toLowerCase(), as]));
  const named = strange.filter((word) => meant.has(word.toLowerCase()));
  if (named.length) return `write ${named.map((word) => `${meant.get(word.toLowerCase())} for ${word}`).join(", ")}`;
  return strange.length ? `leave out ${strange.join(" ")}, which no result has` : "use fewer words";
};

/** The place of the result with that id, or of the only one with every word of a text. */
const placeNamed = (text: string) => {
  const known = pairing().results.rowOf(text);
  if (known !== null) return known;
  const found = searching(pairing())(text);
  if (found.length === 1) return found[0];
  const rule = "a result is named by its row_id, or by words that fit it alone";
  if (!found.length) throw new Refused(`no result has all of '${text}'`, rule, nearestNames(text));
  const more = found.length > NAMED ? ` and ${printed(found.length - NAMED, 0)} more` : "";
  const named = offered(pairing(), found)
    .slice(0, NAMED)
    .map((row) => `${titled(pairing(), row)} (${held(pairing(), "row_id", row)})`);
  throw new Refused(
    `${printed(found.length, 0)} results have '${text}'`,
    rule,
    `choose one: ${named.join("; ")}${more}`,
  );
};

/** With the way to the `root` of a site also as HTML. */
const compare = ({ one, two, root }: { one: string, two: string, root?: string }) => {
  const [a, b] = [one, two].map(placeNamed);
  if (a === b)
    throw new Refused(`both are ${held(pairing(), "row_id", a)}`, "a comparison has two results", "name another");
  const { rules } = compared();
  const found = comparing(pairing(), a, b);
  const drawn = root === undefined ? {} : {
    html: comparisonHtml(rules, found, { site: rules.pages.root, root }),
    titles: [a, b].map((place) => titled(pairing(), place)),
  };
  return { ...found, rows: undefined, ...drawn, lines: () => answerLines(found.answer) };
};

/** Of pairs of results which case of the rules decides, what they share, and their ratio per accelerator. */
const decide = ({ pairs }: { pairs: [string, string][] }) => {
  const of = pairing();
  return { pairs: pairs.map((ids) => {
    const [a, b] = inOrder(of, ...((ids.map((id) => Number(of.results.rowOf(id))) as [number, number])));
    const shared = Object.fromEntries(of.checks.map((check) => [check.name, meets(of, check, a, b)]));
    return { decides: decidesOn(of, a, b), shared, ratio: ratioOf(of, a, b)?.per_accelerator ?? null };
  }) };
};

/* ---- results, and phrases as they are read ---- */

/** The rows of a selection, with these columns, and what it can be filtered by. */
const select = ({ wanted, columns }: { wanted: Wanted, columns: string[] }) => {
  const set = resultSet(whole());
  return {
    rows: set.select(wanted).rows.map((row) => ["row_id", ...columns].map((name) => set.get(name, row))),
    facets: set.facets,
  };
};

/* ---- a table of somebody else ---- */

const sheet = ({ file }: { file: string }) => {
  const { rules } = compared();
  const found = sheetOf(whole(), rules, extra.training)(decoded(fs.readFileSync(file)));
  if ("refused" in found)
    throw new Refused(String(found.refused), "a table of results has a heading line", "see claimcheck table --help");
  const cells = found.cells.map((cell) => ({ ...cell, row: undefined }));
  const wrong = cells.some(({ outcome }) => !rules.sheet.alike.includes(outcome));
  return { ...found, cells, wrong, lines: () => answerLines(sheetAnswer(found, rules, Infinity)) };
};

const REQUESTS: Record<string, (request: any) => any> = {
  find, text: checkText, compare, judge: decide, select, sheet,
  read: ({ phrase, loose }) => finding().read(phrase, loose),
  form: () => ({ form: printedForm(compared().rules.find) }),
};

const answers = JSON.parse(fs.readFileSync(0, "utf8")).map((request: any) => {
  try {
    const { lines, ...answer } = REQUESTS[request.kind](request);
    return request.text ? { ...answer, lines: lines() } : answer;
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
});
process.stdout.write(JSON.stringify(answers));
