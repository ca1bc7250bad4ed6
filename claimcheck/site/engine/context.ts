/* What the pieces of a text are about: the suite, rounds and benchmark that a sentence names, or its paragraph, or its
   heading; and what the words around a figure say of it. Words are declared in claimcheck/site/engine/find.yml. */
import { SENTENCE } from "./document.ts";
import { itemAt } from "./phrase.ts";
import { kept } from "./words.ts";
import type { Piece } from "./document.ts";

/** The suite and the rounds that some words name. */
export type Scope = { suite: string | null, rounds: string[] };

/** The suites that our tables hold. */
export const HELD = ["training", "inference"];
// A round without "v", or of no table.
const SUITES = "training|inference|mlperf|round|storage|tiny|mobile|client|hpc|推理|推論";
const ROUND = new RegExp(String.raw`(?: (?:${SUITES}) v?|mlperf \S+ v?)(\d\.\d)(?![\d.]*\d)`, "g");

/** Words in small letters between blanks, without marks. */
const spaced = (text: string) =>
  ` ${text.toLowerCase().replace(/[^a-z0-9%.\u0080-\uffff]+/g, " ").replace(/\.(?= |$)/g, "")} `;
const found = (words: string[], text: string) => words.some((word) => text.includes(word));

/** The suite and the rounds that some words name; `known`: the rounds of tables among them. A suite that no table has
 * comes first, and what is said of the two that they have is of neither alone. */
export const scopeOf = ({ context }: FindRules, text: string, known: string[][] = []): Scope => {
  const words = spaced(text);
  const named = Object.keys(context.suites).filter((suite) => found(context.suites[suite], words));
  const rounds = [...words.matchAll(ROUND)].map(([, round]) => `v${round}`);
  const suite = named.find((name) => !HELD.includes(name)) ?? (named.length === 1 ? named[0] : null);
  return { suite, rounds: [...new Set([...known.flat(), ...rounds])] };
};

/** What holds of two scopes, the nearer first: rounds are those of a suite, and a sentence that names a round without
 * its suite may compare it with that of its heading. */
const within = (near: Scope, far: Scope): Scope => {
  const alone = near.suite && (near.rounds.length || near.suite !== far.suite);
  const rounds = alone ? near.rounds : [...new Set([...near.rounds, ...far.rounds])];
  return { suite: near.suite ?? far.suite, rounds };
};

const NONE: Scope = { suite: null, rounds: [] };

/** What each piece of a text is about: suite, rounds and benchmark, and what its words and its headings name. `isOwn`:
 * it names its suite, or its headings do. */
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
  // What the sentences before below the same heading fixed.
  let before: Scope & { benchmark?: string[][] } = NONE;
  return pieces.map((piece, i) => {
    if (piece.headings !== pieces[i - 1]?.headings && !piece.isHeading) before = NONE;
    const { scope: above, names: headings } = headingsOf(piece.headings);
    const { scope: own, names: words } = of(`${piece.row} , ${piece.column} , ${piece.text}`);
    const scope = within(own, within(before, above));
    const benchmark = words.benchmark ?? before.benchmark;
    // A sentence on earlier rounds says nothing of the next.
    if (!piece.cell && !piece.isHeading) before = { ...(isEarlier(rules, piece.text) ? before : scope), benchmark };
    const isOwn = own.suite ? own.suite === scope.suite : above.suite === scope.suite && !piece.isHeading;
    return { ...scope, isOwn, headings, words, benchmark: benchmark ?? headings.benchmark };
  });
};

/* ---- What is said of a figure ---- */

/** Whether a sentence tells of an earlier round. */
export const isEarlier = ({ context }: FindRules, text: string) => found(context.earlier, text.toLowerCase());

/** Whether a sentence is of many results together. */
export const isAverage = ({ context }: FindRules, text: string) => found(context.average, spaced(text));

/** Whether a figure is of what MLPerf does not measure, or of a cost: its own item of its sentence says so. */
export const isOutside = (
  { context }: FindRules, text: string, { start, end }: Figure, of: "outside" | "money" = "outside",
) => found(context[of], spaced(itemAt(text, start, end).join(" ")));

/** Whether a bare number counts what the next word names. */
export const isCounted = ({ context }: FindRules, text: string, { end }: Figure) => {
  const [, word] = /^[ -]?([a-z]+)/i.exec(text.slice(end)) ?? [];
  return word !== undefined && !context.follows.includes(word.toLowerCase());
};
