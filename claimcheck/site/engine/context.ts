/* What each piece of a text is about: what it says itself, and where it says nothing, what the sentences before it or
   its headings say. Words are declared in claimcheck/site/engine/find.yml. */
import { SENTENCE } from "./document.ts";
import { kept } from "./words.ts";
import type { Piece } from "./document.ts";

/** The suite and the rounds that some words name. */
export type Scope = { suite: string | null, rounds: string[] };
/** The same with all that they name, and the rounds of the months that they give. */
type Said = Scope & { names: FindAsked["names"], dated: Dated[] };
/** A round of a suite, and the month in which it was published, as in 2026-04. */
type Dated = [suite: string, round: string, month: string];
/** What a piece is about, and what it names itself; `around`: what the sentences before it and its headings name;
 * `above`: what these alone do. `isOwn`: it names its suite, or its headings do; `past`: the rounds before, where it
 * tells of such. */
export type About = Said & Record<"own" | "around" | "above", Said["names"]> & { isOwn: boolean, past: string[] };

/** The suites that our tables hold. */
export const HELD = ["training", "inference"];
// A round without "v", or of no table.
const SUITES = "training|inference|mlperf|round|storage|tiny|mobile|client|hpc|推理|推論";
const ROUND = new RegExp(String.raw`(?: (?:${SUITES}) v?|mlperf \S+ v?)(\d\.\d)(?![\d.]*\d)`, "g");
// 9 September 2025, September 9, 2025, and Sept 2025, between blanks.
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DATE = new RegExp(String.raw` (${MONTHS.join("|")})[a-zéû]*\.? (?:\d\d? )?(\d{4}) `, "g");
// Who tells of the last round may mean the last but one: of last year.
const BEFORE = 2;

/** Words in small letters between blanks, without marks. */
const spaced = (text: string) =>
  ` ${text.toLowerCase().replace(/[^a-z0-9%.\u0080-\uffff]+/g, " ").replace(/\.(?= |$)/g, "")} `;

/** Whether a text has one of the words of a list of find.yml. */
export const says = ({ context }: FindRules, list: string, text: string) => {
  const words = spaced(text);
  return context[list].some((word: string) => words.includes(word));
};

/** The suite and the rounds that some words name; `known`: the rounds of tables among them. A suite that no table has
 * comes first, and what is said of the two that they have is of neither alone. */
export const scopeOf = ({ context }: FindRules, text: string, known: string[][] = []): Scope => {
  const words = spaced(text);
  const named = Object.keys(context.suites)
    .filter((suite) => context.suites[suite].some((word: string) => words.includes(word)));
  const rounds = [...words.matchAll(ROUND)].map(([, round]) => `v${round}`);
  const suite = named.filter((of) => !HELD.includes(of)).join(" or MLPerf ") || (named.length === 1 ? named[0] : null);
  return { suite, rounds: [...new Set([...known.flat(), ...rounds])] };
};

/** The rounds that were published in the months that a text gives. */
const datedIn = ({ published }: FindRules, text: string): Dated[] => {
  const months = [...spaced(text).matchAll(DATE)]
    .map(([, name, year]) => `${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, "0")}`);
  return published.filter(([, , month]: Dated) => months.includes(month));
};

/** What holds of two sayings, the nearer first: rounds are those of a suite, and a sentence that names a round without
 * its suite may compare it with that of its heading. A month is that of a round where no round is named. */
const within = <T extends Said>(near: Said, far: T): T => {
  const suite = near.suite ?? far.suite;
  const dated = near.rounds.length ? [] : near.dated.filter(([of]) => !suite || of === suite);
  const own = [...near.rounds, ...dated.map(([, round]) => round)];
  const isAlone = near.suite && (own.length || near.suite !== far.suite);
  const rounds = isAlone ? own : [...new Set([...own, ...far.rounds])];
  return { ...far, suite: suite ?? dated[0]?.[0] ?? null, rounds, names: { ...far.names, ...near.names } };
};

const NOTHING: Said = { suite: null, rounds: [], names: {}, dated: [] };

/** The rounds before the first of some. */
const roundsBefore = ({ published }: FindRules, { suite, rounds }: Scope) => {
  const all = published.filter(([of]: Dated) => of === (suite ?? "inference")).map(([, round]: Dated) => round);
  const first = Math.min(...rounds.map((round) => all.indexOf(round)).filter((at) => at >= 0));
  return Number.isFinite(first) ? all.slice(Math.max(0, first - BEFORE), first).reverse() : [];
};

/** What each piece of a text is about. */
export const aboutOf = (rules: FindRules, pieces: Piece[], read: (phrase: string) => FindAsked): About[] => {
  const isOfBenchmark = pieces.some(({ text }) => /mlperf|mlcommons/i.test(text));
  const said = kept((text: string): Said => {
    const { names } = read(text.slice(0, SENTENCE));
    return { ...scopeOf(rules, text, names.round), names, dated: isOfBenchmark ? datedIn(rules, text) : [] };
  });
  // What the text names first, and what the sentences before below the same heading fixed.
  let [lead, before]: Said[] = [NOTHING, NOTHING];
  return pieces.map((piece, i) => {
    const { headings, text, row, column, cell, isHeading } = piece;
    if (pieces[i - 1]?.isHeading && !isHeading) before = NOTHING;
    const own = said(`${row} , ${column} , ${text}`);
    const above = headings.map(said).reduce((far, near) => within(near, far), lead);
    const around = within(before, above);
    const of = within(own, around);
    const isPast = says(rules, "earlier", text);
    const isHeld = !of.suite || HELD.includes(of.suite);
    if (!lead.rounds.length && of.rounds.length && isHeld) lead = { ...NOTHING, suite: of.suite, rounds: of.rounds };
    // A sentence on earlier rounds says nothing of the next.
    const names = { ...before.names, ...own.names };
    if (!cell && !isHeading) before = { ...(isPast ? before : of), dated: [], names };
    return {
      ...of, own: own.names, around: around.names, above: above.names, past: isPast ? roundsBefore(rules, of) : [],
      isOwn: own.suite ? own.suite === of.suite : above.suite === of.suite && !isHeading,
    };
  });
};
