/* What the sentences of a text are about: the suite, rounds and benchmark that a sentence names, or its paragraph,
 * or its heading;
   and which of its numbers can be no figure of MLPerf. Words are declared in claimcheck/site/engine/find.yml. */
import { SENTENCE } from "./document.js";
import { isPair } from "./phrase.js";

/** @typedef {{ suite: string | null, rounds: string[] }} Scope the suite and the rounds that some words name */

const SUITES = "training|inference|mlperf|round|storage|tiny|mobile|client|hpc|推理|推論";
const ROUND = new RegExp(String.raw`(?:\bv| (?:${SUITES}) v?|mlperf \S+ )(\d\.\d)(?![\d.]*\d)`, "g");

// The end of a clause, or what an amount is compared with.
const AGAINST = /;|\.\s|\s(?:than|versus|vs|against|compared|als|que)\b|$/;
// What is said of two suites together is of neither alone.
const BOTH = / (?:training and inference|inference and training) /;
// What parts the items of a list, and clauses.
const ITEM = /[,;.]\s|\)?\s+(?:and|while|whereas|but|with|und|et)\s/g;

const found = (/** @type {string[]} */ words, /** @type {string} */ text) => words.some((word) => text.includes(word));

/** The suite and the rounds that some words name. @param {FindRules} rules @param {string} text @returns {Scope} */
export const scopeOf = ({ context }, text) => {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9.\u0080-\uffff]+/g, " ")} `;
  const named = Object.entries(context.suites)
    .flatMap(([suite, said]) =>
      said.flatMap((/** @type {string} */ word) => {
        const at = words.indexOf(word);
        return at < 0 ? [] : [{ suite, at }];
      }),
    )
    .sort((a, b) => a.at - b.at);
  const rounds = [...words.matchAll(ROUND)].map(([, round]) => `v${round}`);
  return {
    suite: BOTH.test(words) ? null : named[0]?.suite ?? null,
    rounds: [...new Set(rounds)].filter((round) => !context.models.includes(round)),
  };
};

/** What holds of two scopes, the nearer first: rounds are those of a suite, and a sentence that names a round
 * without its suite may
 * compare it with that of its heading. @param {Scope} near @param {Scope} far @returns {Scope} */
const within = (near, far) => {
  const alone = near.suite && (near.rounds.length || near.suite !== far.suite);
  return {
    suite: near.suite ?? far.suite, rounds: alone ? near.rounds : [...new Set([...near.rounds, ...far.rounds])],
  };
};

/** @typedef {import("./document.js").Piece} Piece @typedef
 * {{ rules: FindRules, read: (phrase: string) => FindAsked }} Reader */
/** What holds after a piece: `before` of the paragraph, `lead` of the section's first sentence that names a suite or a
 * round, `benchmark` of what was named last.
 * @typedef {{ paragraph: number, above: string[], before: Scope, lead: Scope, benchmark?: string[][] }} Sofar */
/** @type {Scope} */
const NONE = { suite: null, rounds: [] };

/** What a piece's headings name together. @param {Reader} reader @param {Piece} piece */
const headingsOf = ({ rules, read }, { headings }) => {
  /** @type {Scope & { names: FindAsked["names"] }} */
  const none = { ...NONE, names: {} };
  return headings.map((text) => ({ ...scopeOf(rules, text), names: read(text).names }))
    .reduce((far, near) => ({ ...within(near, far), names: { ...far.names, ...near.names } }), none);
};

/** What a piece is about, by what holds so far, and what holds after it. @param {FindRules} rules @param {Piece} piece
 * @param {Scope} headings @param {Sofar} sofar */
const scopeAfter = (rules, piece, headings, sofar) => {
  const isSentence = !piece.cell && !piece.isHeading;
  const isNew = piece.headings !== sofar.above && !piece.isHeading;
  const lead = isNew ? NONE : sofar.lead;
  const before = piece.paragraph !== sofar.paragraph && !piece.cell ? NONE : sofar.before;
  const own = scopeOf(rules, `${piece.text} ${piece.row} ${piece.column}`);
  const outer = within(before, headings.rounds.length ? headings : within(headings, lead));
  const scope = within(own, outer);
  const near =
    own.suite || !outer.rounds.length ? { ...own, rounds: own.rounds.length ? own.rounds : scope.rounds } : NONE;
  const fixes = isSentence && (own.suite || !before.rounds.length);
  return {
    own, scope, benchmark: isNew ? undefined : sofar.benchmark, paragraph: piece.paragraph, above: piece.headings,
    before: fixes ? within(near, before) : before,
    lead: isSentence && !lead.rounds.length && scope.rounds.length ? scope : lead,
  };
};

/** What each piece of a text is about: suite, rounds and benchmark, and what its words and its headings name.
 * @param {FindRules} rules @param {Piece[]} pieces @param {(phrase: string) => FindAsked} read */
export const scopesOf = (rules, pieces, read) => {
  const reader = { rules, read };
  /** @type {Map<string[], ReturnType<typeof headingsOf>>} */
  const known = new Map();
  /** @type {Sofar} */
  let sofar = { paragraph: -1, above: [], before: NONE, lead: NONE };
  return pieces.map((piece) => {
    const headings = known.get(piece.headings) ?? headingsOf(reader, piece);
    known.set(piece.headings, headings);
    const { own, scope, ...after } = scopeAfter(rules, piece, headings, sofar);
    const words = read(`${piece.row} , ${piece.column} , ${piece.text}`.slice(0, SENTENCE)).names;
    sofar = { ...after, benchmark: words.benchmark ?? after.benchmark };
    const benchmark = sofar.benchmark ?? headings.names.benchmark;
    return { ...scope, own, headings: headings.names, benchmark, words };
  });
};

/** Whether a sentence is about what MLPerf does not measure: shares, prices, memory, forecasts, or somebody else's
 * tests.
 * @param {FindRules} rules @param {string} text @param {Figure} figure */
export const isOutside = ({ context }, text, figure) => {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9$€%.\u0080-\uffff]+/g, " ").replace(/\.(?= |$)/g, "")} `;
  if (found(context.elsewhere, words)) return true;
  const after = text.slice(figure.end).toLowerCase();
  if (new RegExp(`^[\\s-]*(?:${context.after.join("|")})`).test(after)) return true;
  if (figure.kinds[0] === "time" && isOfHardware(context, text, figure)) return true;
  const clause = clauseOf(text, figure).toLowerCase().replace(/[^a-z0-9$€.\u0080-\uffff]+/g, " ");
  const relative = isPair(figure) || figure.unit === "gain" || figure.unit === "saving" || figure.unit === "part";
  return relative && (found(context.market, ` ${clause} `) || isOfHardware(context, text, figure));
};

/** Whether a figure is of memory or another part of a chip, which its item of the sentence names next to it.
 * @param {FindRules["context"]} context @param {string} text @param {Figure} figure */
const isOfHardware = ({ parts }, text, figure) => {
  const [leads, follows] = itemOf(text, figure).map((words) => words.toLowerCase());
  const part = `(?:${parts.join("|")})\\b`;
  const isAfter = new RegExp(`^(?: ?[^ ]+){0,3} ${part}`).test(follows);
  return isAfter || new RegExp(`\\b${part}(?: [^ ]+){0,4} ?$`).test(leads);
};

/** What stands before and after a figure in its own item of a list, and of an amount up to what it is compared with.
 * @param {string} text @param {Figure} figure */
export const itemOf = (text, { start, end, kinds }) => {
  const ends = [...text.matchAll(ITEM)].map(({ index, 0: mark }) => ({ from: index, to: index + mark.length }));
  const from = ends.findLast(({ to }) => to <= start)?.to ?? 0;
  const follows = text.slice(end, ends.find((mark) => mark.from >= end)?.from);
  return [text.slice(from, start), isPair({ kinds }) ? follows : follows.slice(0, follows.search(AGAINST))];
};

/** Whether a sentence tells of an earlier round. @param {FindRules} rules @param {string} text */
export const isEarlier = ({ context }, text) =>
  found(context.earlier, text.toLowerCase()) || /\bin (?:19|20)\d\d\b/i.test(text);

/** Whether a figure is of many results together. @param {FindRules} rules @param {string} text
 * @param {Figure} figure */
export const isAverage = ({ context }, text, figure) =>
  found(context.average.map((/** @type {string} */ word) => ` ${word} `), ` ${clauseOf(text, figure).toLowerCase()} `);

/** The part of a sentence that a figure is in, up to a semicolon or full stop, and of an amount up to what it is
 * compared with. @param {string} text @param {Figure} figure */
export const clauseOf = (text, { start, end, kinds }) => {
  const from = text.slice(0, start).search(/[^;]*$/);
  const to = text.slice(end).search(isPair({ kinds }) ? /;|\.\s|$/ : AGAINST);
  return text.slice(from, end + to);
};

/** Whether a bare number counts what the next word names. @param {FindRules} rules @param {string} text
 * @param {Figure} figure */
export const isCounted = ({ context }, text, { end }) => {
  const [, word] = /^[ -]?([a-z]+)/i.exec(text.slice(end)) ?? [];
  return word !== undefined && !context.follows.includes(word.toLowerCase());
};
