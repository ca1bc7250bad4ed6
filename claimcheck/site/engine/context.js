/* What the sentences of a text are about: the suite, rounds and benchmark that a sentence names, or its paragraph, or its heading;
   and which of its numbers can be no figure of MLPerf. Words are declared in claimcheck/site/engine/find.yml. */
import { isPair } from "./phrase.js";

/** @typedef {{ suite: string | null, rounds: string[] }} Scope the suite and the rounds that some words name */

const found = (/** @type {string[]} */ words, /** @type {string} */ text) => words.some((word) => text.includes(word));

/** The suite and the rounds that some words name. @param {FindRules} rules @param {string} text @returns {Scope} */
export const scopeOf = ({ context }, text) => {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9.\u0080-\uffff]+/g, " ")} `;
  const named = Object.entries(context.suites).flatMap(([suite, said]) => said.flatMap((/** @type {string} */ word) => {
    const at = words.indexOf(word);
    return at < 0 ? [] : [{ suite, at }];
  })).sort((a, b) => a.at - b.at);
  const rounds = [...words.matchAll(/(?:\bv| (?:training|inference|mlperf|round|storage|tiny|mobile|client|hpc|推理|推論) v?|mlperf \S+ )(\d\.\d)(?![\d.]*\d)/g)].map(([, round]) => `v${round}`);
  return { suite: named[0]?.suite ?? null, rounds: [...new Set(rounds)] };
};

/** What holds of two scopes, the nearer first: rounds are those of a suite, and a sentence that names a round without its suite may
 * compare it with that of its heading. @param {Scope} near @param {Scope} far @returns {Scope} */
const within = (near, far) => {
  const alone = near.suite && (near.rounds.length || near.suite !== far.suite);
  return { suite: near.suite ?? far.suite, rounds: alone ? near.rounds : [...new Set([...near.rounds, ...far.rounds])] };
};

/** The rounds that were published in a month that some words name. @param {FindRules} rules @param {string} text @param {string | null} suite */
const publishedIn = ({ published, context }, text, suite) => [...text.toLowerCase().matchAll(/\b([a-z]{3,9}) (20\d\d)\b/g)].flatMap(([, month, year]) => {
  const at = context.months.indexOf(month) + 1;
  const day = `${year}-${String(at).padStart(2, "0")}`;
  return at && suite ? Object.entries(published[suite] ?? {}).filter(([, date]) => date.startsWith(day)).map(([round]) => round) : [];
});

/** What each piece of a text is about. `near`: what the sentence or its headings name; `asked`: what its words name.
 * @param {FindRules} rules @param {import("./document.js").Piece[]} pieces @param {(phrase: string) => FindAsked} read */
export const scopesOf = (rules, pieces, read) => {
  const ofHeading = new Map();
  const heading = (/** @type {string} */ text) => {
    if (!ofHeading.has(text)) ofHeading.set(text, { ...scopeOf(rules, text), names: read(text).names });
    return ofHeading.get(text);
  };
  const none = /** @type {Scope} */ ({ suite: null, rounds: [] });
  // What the first sentence below a heading that names a suite or a round is about.
  let [paragraph, before, lead] = [-1, none, none];
  /** @type {string[][] | undefined} */
  let benchmark;
  /** @type {string[]} */
  let above = [];
  // What nothing before names is of what the section names next.
  const next = (/** @type {number} */ place) => {
    const later = pieces.slice(place + 1, place + 6).find((other) => other.headings !== pieces[place].headings || read(other.text).names.benchmark);
    return later && later.headings === pieces[place].headings ? read(later.text).names.benchmark : undefined;
  };
  return pieces.map((piece, place) => {
    const own = scopeOf(rules, `${piece.text} ${piece.row} ${piece.column}`);
    const headings = piece.headings.map(heading).reduce((far, near) => ({ ...within(near, far), names: { ...far.names, ...near.names } }), { suite: null, rounds: [], names: {} });
    if (piece.headings !== above && !piece.isHeading) [benchmark, lead] = [undefined, none];
    if (piece.paragraph !== paragraph && !piece.cell) before = none;
    [paragraph, above] = [piece.paragraph, piece.headings];
    const outer = within(before, headings.rounds.length ? headings : within(headings, lead));
    const scope = within(own, outer);
    if (!scope.rounds.length) scope.rounds = publishedIn(rules, `${piece.text} ${piece.headings.join(" ")}`, scope.suite);
    if (!piece.cell && !piece.isHeading) {
      if (own.suite || !before.rounds.length) before = within(own.suite || !outer.rounds.length ? { ...own, rounds: own.rounds.length ? own.rounds : scope.rounds } : none, before);
      if (!lead.rounds.length && scope.rounds.length) lead = scope;
    }
    const words = read(`${piece.row} , ${piece.column} , ${piece.text}`.slice(0, 1000)).names;
    benchmark = words.benchmark ?? benchmark;
    return { ...scope, own, headings: headings.names, benchmark: words.benchmark ?? benchmark ?? headings.names.benchmark ?? next(place), words };
  });
};

/** Whether a sentence is about what MLPerf does not measure: shares, prices, memory, forecasts, or somebody else's tests.
 * @param {FindRules} rules @param {string} text @param {Figure} figure */
export const isOutside = ({ context }, text, figure) => {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9$€%.\u0080-\uffff]+/g, " ").replace(/\.(?= |$)/g, "")} `;
  if (found(context.elsewhere, words)) return true;
  const after = text.slice(figure.end).toLowerCase();
  if (new RegExp(`^[\\s-]*(?:${context.after.join("|")})`).test(after)) return true;
  const clause = clauseOf(text, figure).toLowerCase().replace(/[^a-z0-9$€.\u0080-\uffff]+/g, " ");
  const relative = isPair(figure) || figure.unit === "gain" || figure.unit === "saving" || figure.unit === "part";
  return relative && found(context.market, ` ${clause} `);
};

/** The part of a sentence that a figure stands in, up to the next semicolon or full stop. @param {string} text @param {Figure} figure */
const clauseOf = (text, { start, end }) => {
  const from = text.slice(0, start).search(/[^;]*$/);
  const to = text.slice(end).search(/;|\.\s|$/);
  return text.slice(from, end + to);
};

/** Whether a bare number counts what the next word names. @param {FindRules} rules @param {string} text @param {Figure} figure */
export const isCounted = ({ context }, text, { end }) => {
  const [, word] = /^ ?([a-z]+)/i.exec(text.slice(end)) ?? [];
  return word !== undefined && !context.follows.includes(word.toLowerCase());
};
