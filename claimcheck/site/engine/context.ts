/* What the pieces of a text are about: the suite, rounds and benchmark that a sentence names, or its paragraph, or its
   heading; and what of a sentence is said of a figure, and which figures are none of MLPerf. Words are declared in
   claimcheck/site/engine/find.yml. */
import { SENTENCE } from "./document.ts";
import { isPair, itemAt } from "./phrase.ts";
import { kept } from "./words.ts";
import type { Piece } from "./document.ts";

/** The suite and the rounds that some words name. */
export type Scope = { suite: string | null, rounds: string[] };

// A round without "v", or of no table.
const SUITES = "training|inference|mlperf|round|storage|tiny|mobile|client|hpc|推理|推論";
const ROUND = new RegExp(String.raw`(?: (?:${SUITES}) v?|mlperf \S+ v?)(\d\.\d)(?![\d.]*\d)`, "g");
// What is said of two suites together is of neither alone.
const BOTH = / (?:training and inference|inference and training) /;

/** Words in small letters between blanks, without marks. */
const spaced = (text: string) =>
  ` ${text.toLowerCase().replace(/[^a-z0-9$€%.\u0080-\uffff]+/g, " ").replace(/\.(?= |$)/g, "")} `;
const found = (words: string[], text: string) => words.some((word) => text.includes(word));

/* ---- Scopes ---- */

/** The suite and the rounds that some words name; `known`: the rounds of tables among them. */
export const scopeOf = ({ context }: FindRules, text: string, known: string[][] = []): Scope => {
  const words = spaced(text).replace(/[$€%]/g, "");
  const [first] = Object.entries<string[]>(context.suites)
    .flatMap(([suite, said]) => said.map((word) => ({ suite, at: words.indexOf(word) })))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const rounds = [...words.matchAll(ROUND)].map(([, round]) => `v${round}`);
  return { suite: BOTH.test(words) || !first ? null : first.suite, rounds: [...new Set([...known.flat(), ...rounds])] };
};

/** What holds of two scopes, the nearer first: rounds are those of a suite, and a sentence that names a round without
 * its suite may compare it with that of its heading. */
const within = (near: Scope, far: Scope): Scope => {
  const alone = near.suite && (near.rounds.length || near.suite !== far.suite);
  const rounds = alone ? near.rounds : [...new Set([...near.rounds, ...far.rounds])];
  return { suite: near.suite ?? far.suite, rounds };
};

const NONE: Scope = { suite: null, rounds: [] };

/** What each piece of a text is about: suite, rounds and benchmark, and what its words and its headings name. */
export const scopesOf = (rules: FindRules, pieces: Piece[], read: (phrase: string) => FindAsked) => {
  const of = (text: string) => {
    const { names } = read(text.slice(0, SENTENCE));
    return { scope: scopeOf(rules, text, names.round), names };
  };
  const headingsOf = kept((headings: string[]) => {
    const said = headings.map(of);
    const names: FindAsked["names"] = Object.assign({}, ...said.map((one) => one.names));
    return { names, scope: said.reduce((far, { scope }) => within(scope, far), NONE) };
  });
  // `before`: what a sentence of the paragraph fixed; `lead`: the first that any of the text did.
  let [before, lead] = [NONE, NONE];
  let benchmark: string[][] | undefined;
  return pieces.map((piece, i) => {
    const [last, { scope: above, names }] = [pieces[i - 1], headingsOf(piece.headings)];
    if (piece.headings !== last?.headings && !piece.isHeading) benchmark = undefined;
    if (piece.paragraph !== last?.paragraph && !piece.cell) before = NONE;
    const { scope: own, names: words } = of(`${piece.row} , ${piece.column} , ${piece.text}`);
    const near = within(own, within(before, above));
    const scope = within(own, within(before, above.rounds.length ? above : within(above, lead)));
    if (!piece.cell && !piece.isHeading) {
      // A sentence on earlier rounds says nothing of the next.
      if (own.suite && !isEarlier(rules, piece.text)) before = scope;
      if (!lead.rounds.length && scope.rounds.length) lead = scope;
    }
    benchmark = words.benchmark ?? benchmark;
    const isNear = near.rounds.length > 0;
    return { ...scope, isNear, headings: names, benchmark: benchmark ?? names.benchmark, words };
  });
};

/* ---- What is said of a figure ---- */

/** What stands before a figure in its part of a sentence, up to a semicolon or full stop, and that part. */
export const clauseOf = (text: string, { start, end }: Figure) => {
  const from = text.slice(0, start).search(/[^;]*$/);
  return [text.slice(from, start), text.slice(from, end + text.slice(end).search(/;|\.\s|$/))];
};

/** Whether a sentence tells of an earlier round. */
export const isEarlier = ({ context }: FindRules, text: string) =>
  found(context.earlier, text.toLowerCase());

/** Whether a figure is of many results together: its clause says so, or of an amount what is before or next to it. */
export const isAverage = ({ context }: FindRules, text: string, figure: Figure) => {
  const [before, clause] = clauseOf(text, figure);
  const words = isPair(figure) ? clause : `${before} , ${itemAt(text, figure.start, figure.end)[1]}`;
  return found(context.average, spaced(words));
};

/** Whether a bare number counts what the next word names. */
export const isCounted = ({ context }: FindRules, text: string, { end }: Figure) => {
  const [, word] = /^[ -]?([a-z]+)/i.exec(text.slice(end)) ?? [];
  return word !== undefined && !context.follows.includes(word.toLowerCase());
};

/** Whether a figure compares, as a ratio or in percent, of whatever it is. */
const isRelative = (figure: Figure) => isPair(figure) || ["gain", "saving", "part"].includes(String(figure.unit));

/** A figure is none of MLPerf where one of these holds of it in its sentence. */
const OUTSIDE: Record<string, (context: FindRules["context"], text: string, figure: Figure) => boolean> = {
  /** The sentence is about somebody else's tests. */
  elsewhere: ({ elsewhere }, text) => found(elsewhere, spaced(text)),
  /** What follows is no unit of a result. */
  followed: ({ after }, text, { end }) =>
    new RegExp(`^[\\s-]*(?:${after.join("|")})`).test(text.slice(end).toLowerCase()),
  /** It is of memory or another part of a chip, or of a latency, which its item of the sentence names next to it. */
  part: ({ parts }, text, figure) => {
    const [leads, follows] = itemAt(text.toLowerCase(), figure.start, figure.end);
    const part = `(?:${parts.join("|")})s?\\b`;
    const isNext = new RegExp(`^(?: ?[^ ]+){0,3} ${part}`).test(follows)
      || new RegExp(`\\b${part}(?: [^ ]+){0,4} ?$`).test(leads);
    return isNext && (figure.kinds[0] === "time" || isRelative(figure));
  },
  /** Its item is about shares, prices or forecasts. */
  market: ({ market }, text, figure) => isRelative(figure)
    && found(market, spaced(itemAt(text, figure.start, figure.end).join(" "))),
};
/** Whether a figure is of what MLPerf does not measure. */
export const isOutside = ({ context }: FindRules, text: string, figure: Figure) =>
  Object.values(OUTSIDE).some((rule) => rule(context, text, figure));
