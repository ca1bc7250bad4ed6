/* The engine on the command line: node main.ts FOLDER < REQUESTS, with the packed tables of FOLDER and a list of
   requests as JSON. It prints the list of their answers. A fault of a request is {error, rule, fix}. */
import fs from "node:fs";
import zlib from "node:zlib";
import { answersOf } from "./answers.ts";
import { compare, ratioOf } from "./compare.ts";
import { decidesOn, inOrder, meets } from "./judge.ts";
import { searching, titled } from "./pairing.ts";
import { htmlOf } from "./render.ts";
import { resultSet } from "./resultset.ts";
import { decoded } from "./csv.ts";
import { sheetAnswer, sheetOf } from "./sheet.ts";
import { stacked, tableOf } from "./tables.ts";
import { summaryOf, textOf } from "./text.ts";
import { kept, once, printed } from "./words.ts";

// The most characters of a phrase, and how many results a fault names where words fit several.
const [LONGEST, NAMED] = [500, 8];

/* ---- The tables, each read when it is first wanted ---- */

const table = kept((name: string): ResultTable => {
  const [, packed] = fs.readFileSync(`${process.argv[2]}/${name}.js`, "utf8").split(", \"");
  const bytes = Buffer.from(packed.slice(0, packed.lastIndexOf('"')), "base64");
  return tableOf(JSON.parse(zlib.inflateSync(bytes).toString()));
});
const whole = once(() =>
  stacked(table("results").add(table("details")), table("open").add(table("open-details"))));
const rules = once(() => (table("compare") as CompareTable).rules);
const finding = once(() => answersOf(table("results"), rules(), table));
const judge = once(() => ({ table: stacked(whole(), table("training")), rules: rules() }));
const search = once(() => searching(judge()));

/* ---- find ---- */

/** With the way to a site's `root` also as HTML. */
const find = ({ phrase, limit, pages }: { phrase: string, limit: number, pages?: Words }) => {
  if (phrase.length > LONGEST) {
    const error = `the phrase has ${printed(phrase.length, 0)} characters`;
    return { error, rule: `at most ${LONGEST}`, fix: "give one sentence" };
  }
  const { found, refused } = finding().reply(phrase, limit);
  const words = rules().find.refused;
  if (!found) return { error: String(refused), rule: words.rule, fix: words.fix };
  const html = pages ? { html: htmlOf(found.answer, { site: rules().pages.root, root: pages.root }) } : {};
  return { ...found, ...html };
};

/* ---- text ---- */

/** Each figure of a text with what it leads to: as it stands there, and as an answer. */
const checkText = ({ words }: { words: string }) => {
  const { figuresOf, outcomeOf } = textOf(finding(), rules().find);
  const { found, cut } = figuresOf(words);
  let [line, at] = [1, 0];
  const figures = found.map((item) => {
    const { outcome, says, address, wrong, claim, hit } = outcomeOf(item);
    line += words.slice(at, item.start).split("\n").length - 1;
    at = item.start;
    const figure = item.figure.text.replace(/\s+/g, " ");
    return { line, figure, outcome, says, address, wrong, rows: hit?.rows ?? [], claim: claim?.number ?? null };
  });
  const summary = summaryOf(rules().find, figures) + (cut ? ` ${rules().find.text.cut}` : "");
  return { summary, figures, wrong: figures.some(({ wrong }) => wrong) };
};

/* ---- compare ---- */

/** What would find a result: which words no result has. */
const inVain = (text: string) => {
  const strange = text.split(/\s+/).filter((word) => !search()(word).length);
  return strange.length ? `leave out ${strange.join(" ")}, which no result has` : "use fewer words";
};

/** The place of the result with that id, or of the only one with every word of a text; or what is wrong with it. */
const placeNamed = (text: string) => {
  const known = judge().table.rowOf(text);
  const found = known === null ? search()(text) : [known];
  if (found.length === 1) return found[0];
  const rule = "a result is named by its row_id, or by words that fit it alone";
  if (!found.length) return { error: `no result has all of '${text}'`, rule, fix: inVain(text) };
  const more = found.length > NAMED ? ` and ${printed(found.length - NAMED, 0)} more` : "";
  const named = found.slice(0, NAMED).map((row) => `${titled(judge(), row)} (${judge().table.get("row_id", row)})`);
  const error = `${printed(found.length, 0)} results have '${text}'`;
  return { error, rule, fix: `choose one: ${named.join("; ")}${more}` };
};

/** With the way to the `root` of a site also as HTML. */
const comparison = ({ one, two, root }: { one: string, two: string, root?: string }) => {
  const [a, b] = [one, two].map(placeNamed);
  if (typeof a !== "number") return a;
  if (typeof b !== "number") return b;
  if (a === b) {
    const error = `both are ${judge().table.get("row_id", a)}`;
    return { error, rule: "a comparison has two results", fix: "name another" };
  }
  const found = compare(judge(), a, b);
  const drawn = root === undefined ? {} : {
    html: htmlOf(found.answer, { site: rules().pages.root, root }),
    titles: [a, b].map((place) => titled(judge(), place)),
  };
  return { ...found, ...drawn };
};

/** The place of the result with that id, which the build knows to be there. */
const placeOf = (id: string) => {
  const row = judge().table.rowOf(id);
  if (row === null) throw new Error(`no result has the id ${id}`);
  return row;
};

/** Of pairs of results which case of the rules decides, what they share, and their ratio per accelerator. */
const decide = ({ pairs }: { pairs: [string, string][] }) => {
  const of = judge();
  const checks = of.rules.conditions.filter(({ column }: Words) => column);
  return { pairs: pairs.map((ids) => {
    const [a, b] = inOrder(of, ...(ids.map(placeOf) as [number, number]));
    const shared = Object.fromEntries(checks.map((check: Words) => [check.name, meets(of, check, a, b)]));
    return { decides: decidesOn(of, a, b), shared, ratio: ratioOf(of, a, b)?.per_accelerator ?? null };
  }) };
};

/* ---- Results, and a table of somebody else ---- */

/** The rows of a selection, with these columns. */
const select = ({ wanted, columns }: { wanted: Wanted, columns: string[] }) => ({
  rows: resultSet(whole()).select(wanted).map((row) => ["row_id", ...columns].map((name) => whole().get(name, row))),
});

const sheet = ({ file }: { file: string }) => {
  const found = sheetOf(whole(), rules(), () => table("training"))(decoded(fs.readFileSync(file)));
  if ("refused" in found)
    return { error: found.refused, rule: "a table of results has a heading line", fix: "see claimcheck table --help" };
  const wrong = found.cells.some(({ outcome }) => !rules().sheet.alike.includes(outcome));
  return { ...found, wrong, answer: sheetAnswer(found, rules()) };
};

const REQUESTS: Record<string, (request: any) => any> = {
  find, text: checkText, compare: comparison, judge: decide, select, sheet,
  read: ({ phrase }) => finding().read(phrase),
};
const requests: any[] = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(requests.map((request) => REQUESTS[request.kind](request))));
