/* A text whose figures are all looked for: a document becomes pieces (document.ts), each with its scope (context.ts); a
   piece gives figures, each figure a question, and the first rule of OUTCOMES that speaks is its outcome. A source is
   named only if it agrees with all that the sentence says, and its round is said. */
import { HELD, isAverage, isCounted, isEarlier, isOutside, scopesOf } from "./context.ts";
import { SENTENCE, piecesOf } from "./document.ts";
import { CPUS } from "./names.ts";
import { isPair, isVague, itemAt, significant } from "./phrase.ts";
import { filled, kept, once, printed } from "./words.ts";
import type { Piece } from "./document.ts";

// A bare number is a figure from `DIGITS` digits on, if written as one; what has fewer than `TOLD` is said of much.
const [DIGITS, TOLD, TEN, LONG] = [4, 3, 10, 1e4];
// Of so many pairs the best may be named.
const PAIRS = 8;
// So many figures of a text are answered, and so many before one are set against each other for it.
const [FIGURES, BEFORE] = [500, 6];
const TIMES = ["minutes", "hours", "s", "ms"];
const MINUTES = /\bmin(?:ute)?s?\b/i;
// Who writes queries may mean samples.
const MIXED = ["queries/s", "samples/s"];
// From what a gain begins is of another round, and a rate next to a power may be per watt.
const ELSEWHERE = /\b(?:from|watts?|power|w)\b/i;
// What is counted of a round, or by claims, and what other suites measure; of other numbers of things nothing is known.
const COUNTS = ["wins", "partners", "records", "results", "organisations", "systems", "measured", "GiB/s", "J"];
const MUCH = ["nodes", "benchmarks", ...TIMES];

export type Result = { outcome: string, says: string, claim?: FindClaim, hit?: FindText, address?: string };
/** A figure with what its sentence names of it and what its piece is about; `line`: the figures of its piece, `before`:
 * those of its paragraph before. */
type TextFigure = {
  figure: Figure, asked: FindAsked, scope: ReturnType<typeof scopesOf>[number], piece: Piece, line: TextFigure[],
  before: TextFigure[], outside: boolean, start: number, end: number,
  claims: FindClaim[], look: () => FindAnswer, result?: Result,
};
export type Reader = { engine: Answers, rules: FindRules, resultOf: (item: TextFigure) => Result };

/* ---- Figures ---- */

const isAmount = ({ kinds: [kind] }: Figure) => ["rate", "any", "time", "energy"].includes(kind);
/** What stands behind a number: of 30+ there is nothing. */
const unitAt = ({ tail }: Figure) => tail.replace("+", "").trim();
const isBare = (figure: Figure) => !unitAt(figure) && ["any", "ratio", "part"].includes(figure.kinds[0]);
const isWritten = (figure: Figure) =>
  Boolean(unitAt(figure)) || (String(figure.digits).length >= DIGITS && /[.,'\u2019]/.test(figure.text));
/** What is asked of an amount in queries or samples. */
const asMixed = (figure: Figure) =>
  (MIXED.includes(String(figure.unit)) ? { ...figure, kinds: ["any"], unit: null } : figure);

/** The unit of a cell: that of its column's head, of what stands above, or minutes where the text above speaks of
 * them. */
const unitOf = ({ cell, column, headings, above }: Piece, read: (phrase: string) => FindAsked) => {
  if (!cell) return null;
  const said = [column, ...headings];
  const head = said
    .map((words) => read(`1.5 ${words.replace(/\d/g, " ").trim().split(/\s+/).slice(0, 2).join(" ")}`).figures[0])
    .find((figure) => figure && isAmount(figure) && figure.unit);
  return head?.unit ?? (MINUTES.test([...said, above].join(" ")) ? "minutes" : null);
};

/** The figures of a piece that may be of MLPerf; a bare number has the unit of its column, or of the amount before
 * it. */
const ownFigures = (rules: FindRules, piece: Piece, asked: FindAsked, read: (phrase: string) => FindAsked) => {
  let unit = unitOf(piece, read);
  return asked.figures.flatMap((figure) => {
    const counted = isBare(figure) && isCounted(rules, piece.text, figure);
    if (isBare(figure) && !counted && unit && (figure.decimals || piece.cell))
      return [{ ...figure, kinds: [TIMES.includes(unit) ? "time" : "rate"], unit }];
    if (counted || !(isWritten(figure) || (!figure.kinds.length && figure.unit))) return [];
    if (!piece.cell && ["time", "rate"].includes(figure.kinds[0])) unit = figure.unit;
    return [figure];
  });
};

/* ---- Questions ---- */

// Of these a sentence may name one for each of its figures.
const COMPARED = ["chip", "submitter"];

/** What a sentence names that is said of a figure: of a ratio all of it; the chips and companies of an amount or a
 * count are those of its item of a list, or else of what stands before it. */
const namesAt = (
  read: (phrase: string) => FindAsked, { text, cell }: Piece, figure: Figure, names: FindAsked["names"],
): FindAsked["names"] => {
  if (cell || isPair(figure)) return names;
  const item = itemAt(text, figure.start, figure.end).join(" , ");
  const own = [item, text.slice(0, figure.start)].map((part) => read(part).names)
    .find((of) => COMPARED.some((name) => of[name])) ?? {};
  return Object.fromEntries(Object.keys(names)
    .map((name) => [name, COMPARED.includes(name) ? own[name] : names[name]]).filter(([, groups]) => groups));
};

/** What is asked of a figure: what its sentence names, and of what its headings do the benchmark and the rounds. */
const askedOf = ({ asked, scope, figure }: TextFigure): FindAsked => {
  const { rounds, headings, benchmark } = scope;
  const owner = asked.names.chip || asked.names.submitter || isPair(figure) ? undefined : headings.submitter;
  const names: FindAsked["names"] = {
    ...(owner && { submitter: owner }), ...asked.names, ...(benchmark && { benchmark }),
    ...(rounds.length && { round: [rounds] }),
  };
  return { ...asked, scope, names };
};

/** What prints a figure, of all that is said of it. An amount is looked for under the other names of its chip too, in
 * the other division, if it has many digits on any number of chips, and in rounds before where a sentence tells of
 * one. */
const looked = (engine: Answers, rules: FindRules, item: TextFigure) => {
  const { figure } = item;
  const asked = askedOf(item);
  const first = engine.answer(asked, figure, isPair(figure) ? PAIRS : 1, true);
  if (first.hits.length || !isAmount(figure) || significant(figure) < 2) return first;
  const without = (...of: string[]) =>
    ({ ...asked, names: Object.fromEntries(Object.entries(asked.names).filter(([name]) => !of.includes(name))) });
  const [division] = rules.banks.open.words;
  const ways = [
    asked, without("chip"), ...(significant(figure) >= DIGITS ? [without("chip", "accelerators")] : []),
    { ...asked, words: asked.words.includes(division) ? "" : `${asked.words} ${division}` },
    ...(isEarlier(rules, item.piece.text) ? [without("round")] : []),
  ];
  return ways.reduce((found, of) => (found.hits.length ? found : engine.answer(of, asMixed(figure), 1, true)), first);
};

/* ---- What may be named ---- */

const wordsOf = (name: string) => name.toLowerCase().split(/[\s-]+/);
/** Whether two names may be of one chip: Orin NX and Orin NX 16G, Orin and AGX Orin. */
const isChip = (said: string, held: string) => {
  const [own, theirs] = [said, held].map(wordsOf);
  return own.every((word) => theirs.includes(word))
    || (theirs.every((word) => own.includes(word)) && own.every((word) => theirs.includes(word) || !/\d/.test(word)));
};

/** Whether a hit has the chips that are said in the sentence, of two that are compared both. */
const isOfChips = ({ asked }: TextFigure, { chips, rows }: FindText) => {
  const said = asked.names.chip ?? [];
  const held = chips.map((chip) => (chip === "null" ? CPUS : chip));
  const bears = (group: string[], chip: string) => group.some((name) => isChip(name, chip));
  const isBoth = rows.length < 2 || said.length < 2 || held.length > 1;
  return isBoth && held.every((chip) => said.some((group) => bears(group, chip)));
};

/** The pair that may be named: its benchmark is said in the sentence itself, and it is of the chips that are said. If
 * others are too, of the owners that are said. */
const pairNamed = (item: TextFigure) => {
  const { asked: { names }, scope } = item;
  if (!names.benchmark) return undefined;
  const { hits, matching } = item.look();
  const owned = [...(names.submitter ?? []), ...(scope.headings.submitter ?? [])].flat();
  // What differs in nothing but its size is meant where sizes are said.
  const isOther = ({ rounds, chips, owners }: FindText) => Math.max(rounds.length, chips.length, owners.length) > 1;
  const meant = hits.filter((hit) => hit.rounds.every((round) => scope.rounds.includes(round))
    && (names.accelerators || isOther(hit)) && isOfChips(item, hit));
  const [hit] = meant;
  const isOnly = meant.length === 1 && matching <= PAIRS;
  return isOnly || hit?.owners.every((owner) => owned.includes(owner)) ? hit : undefined;
};

/* ---- Outcomes: rules in their order, each null where it says nothing ---- */

/** A claim that prints a figure: without a round it takes more digits. */
const claimed = ({ claims: [claim], scope, figure }: TextFigure) => {
  const fewest = isPair(figure) ? TOLD : DIGITS;
  const isTelling = scope.rounds.length || !figure.kinds.length || significant(figure) >= fewest;
  return claim && isTelling ? { outcome: "claim", says: claim.text, claim } : null;
};

/** Whether a chip or a company is named of which a figure is. */
const isOfOne = ({ asked: { names }, scope: { headings } }: TextFigure) =>
  Boolean(names.chip || names.submitter || headings.chip || headings.submitter);

const open = ({ text }: FindRules) => ({ outcome: "chance", says: text.open });
const named = (hit: FindText | undefined) => (hit ? { outcome: "result", says: hit.sentence, hit } : null);

const OUTCOMES: Record<string, (reader: Reader, item: TextFigure) => Result | null> = {
  /** What our own pages say of a figure in a sentence or title of theirs. */
  ours: ({ engine }, { piece, figure }) => {
    const own = /\d/.test(figure.text) && engine.ownOf(piece.text, figure, true);
    if (!own) return null;
    const { claim, says, address } = own;
    return claim ? { outcome: "claim", says: claim.text, claim } : { outcome: "own", says, address };
  },
  /** It is no figure of MLPerf. */
  outside: ({ rules }, { figure: { kinds, unit, of }, outside }) => {
    const isOfMany = kinds.length || COUNTS.includes(String(unit))
      || rules.ratio_of.counts.includes(String(of));
    const isMuch = !kinds.length && MUCH.includes(String(unit));
    return outside || !isOfMany ? { outcome: "outside", says: isMuch ? rules.text.open : rules.text.outside } : null;
  },
  /** Its suite or its round is in no table. */
  missing: ({ engine, rules }, { scope: { suite, rounds, isOwn } }) => {
    if (suite && !HELD.includes(suite))
      return isOwn ? { outcome: "none", says: filled(rules.text.suite, { suite }) } : open(rules);
    const lacks = rounds.length ? engine.lacking(suite === "training", rounds) : null;
    return lacks ? { outcome: "none", says: lacks } : null;
  },
  /** A claim prints it. */
  judged: (_reader, item) => claimed(item),
  /** No result is of a cost. */
  cost: ({ rules }, { piece, figure }) =>
    (isOutside(rules, piece.text, figure, "money") ? { outcome: "outside", says: rules.text.cost } : null),
  /** The round has so many. */
  counted: ({ rules }, item) => {
    if (item.figure.kinds.length) return null;
    const { told } = item.look();
    if (told.length && item.scope.rounds.length) return { outcome: "count", says: told[0] };
    return { outcome: "outside", says: rules.text.open };
  },
  /** Two results that amounts around a ratio lead to give it. */
  between: ({ engine, resultOf }, item) => {
    if (!isPair(item.figure)) return null;
    const rows = [...item.before, ...item.line].filter((one) => isAmount(one.figure)).flatMap((one) => {
      const { outcome, hit } = resultOf(one);
      const found = outcome === "claim" ? one.look() : null;
      const row = (hit ?? found?.hits[0])?.rows[0];
      return row ? [{ bank: one.look().bank, row }] : [];
    });
    const hit = rows
      .flatMap((one, i) => rows.slice(i + 1).map((other) => [one, other]))
      .filter(([one, other]) => one.bank === other.bank && one.row !== other.row)
      .map(([one, other]) => engine.pairOf(one.bank, [one.row, other.row], item.figure))
      .find(Boolean);
    return named(hit ?? undefined);
  },
  /** A result or a pair that agrees with all that is said. */
  printed: ({ rules }, item) => {
    const { scope, figure, asked } = item;
    if (!scope.rounds.length || !scope.benchmark || isAverage(rules, item.piece.text)) return null;
    if (isPair(figure)) return named(pairNamed(item));
    const { hits: [hit] } = item.look();
    return named(hit && figure.digits >= TEN && (!asked.names.chip || isOfChips(item, hit)) ? hit : undefined);
  },
  /** No result of its benchmark and round prints it, and there are some. */
  absent: ({ engine, rules }, item) => {
    const { figure, scope: { benchmark, suite, rounds }, piece, asked: { names } } = item;
    // What it is of stands in its own sentence or row: what another is about may be somebody's own test.
    const isOf = (names.benchmark || piece.cell) && benchmark && rounds.length && isOfOne(item);
    const isTold = significant(figure) >= (figure.kinds[0] === "time" ? 2 : TOLD);
    const isWhole = isTold && (!isBare(figure) || figure.digits >= LONG);
    const isElsewhere = ELSEWHERE.test(`${piece.column} ${itemAt(piece.text, figure.start, figure.end)[0]}`);
    if (!isOf || !isAmount(figure) || !isWhole || isElsewhere) return null;
    if (isEarlier(rules, piece.text)) return null;
    const searched = { benchmark, round: [rounds] };
    const { tried, hits } = engine.answer({ ...askedOf(item), names: searched, words: "" }, asMixed(figure), 1, true);
    const spans = suite === "training" ? engine.spanned(askedOf(item), figure) : null;
    if (!tried || hits.length || (spans && spans.outcome !== "none")) return null;
    return { outcome: "none", says: filled(rules.text.none, { names: engine.namesInPrint(searched) }) };
  },
};

/* ---- A text ---- */

/** The figures of a text in their order, each with what its sentence and its headings name. */
const figuresOf = (engine: Answers, rules: FindRules, source: string) => {
  const read = kept(engine.read);
  const whole = piecesOf(source);
  const pieces = whole.map((piece) => ({ ...piece, text: piece.text.slice(0, SENTENCE) }));
  const scopes = scopesOf(rules, pieces, read);
  const found: TextFigure[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (found.length > FIGURES) break;
    const [scope, asked] = [scopes[i], read(piece.text)];
    const line: TextFigure[] = [];
    for (const figure of ownFigures(rules, piece, asked, read)) {
      const names = namesAt(read, piece, figure, scope.words);
      const item: TextFigure = {
        figure, asked: { ...asked, names, own: names }, scope, piece, line,
        before: found.slice(-BEFORE).filter((one) => one.piece.paragraph === piece.paragraph),
        outside: isOutside(rules, piece.text, figure), start: piece.at + figure.start, end: piece.at + figure.end,
        claims: [], look: once((): FindAnswer => looked(engine, rules, item)),
      };
      line.push(item);
    }
    found.push(...line);
  }
  return {
    found: found.slice(0, FIGURES),
    cut: whole.some(({ text }) => text.length > SENTENCE) || found.length > FIGURES,
  };
};

/** The claims that the figures of a line lead to: one that does draws those that say little. */
const draw = (engine: Answers, line: TextFigure[]) => {
  for (const vague of [false, true]) {
    const drawn = line.flatMap(({ claims }) => claims).map(({ number }) => number);
    for (const item of line.filter(({ figure, outside }) => isVague(figure) === vague && !outside)) {
      item.asked.drawn = drawn;
      item.claims = engine.claimsOf(askedOf(item), item.figure);
    }
  }
};

const GROUPS: Words = {
  claim: "held", result: "held", count: "held", own: "held", none: "absent", chance: "open", outside: "outside",
};
/** The group of an outcome, as the summary counts them. */
export const groupOf = ({ outcome }: { outcome: string }) => GROUPS[outcome];

/** What was found of the figures of a text, in a sentence. */
export const summaryOf = ({ text: said }: FindRules, outcomes: { outcome: string }[]) => {
  const many = (group: string) => printed(outcomes.filter((of) => groupOf(of) === group).length, 0);
  const counts = Object.fromEntries(Object.keys(said.groups).map((group) => [group, many(group)]));
  const template = outcomes.length === 1 ? said.summary_one : said.summary;
  return filled(template, { n: printed(outcomes.length, 0), ...counts });
};

/** The figures of a text, and what one leads to. */
export const textOf = (engine: Answers, rules: FindRules) => {
  const drawn: Set<TextFigure[]> = new Set();
  const resultOf = (item: TextFigure): Result => {
    if (!drawn.has(item.line)) draw(engine, item.line);
    drawn.add(item.line);
    for (const rule of Object.values(OUTCOMES)) item.result ??= rule({ engine, rules, resultOf }, item) ?? undefined;
    return (item.result ??= open(rules));
  };
  return {
    figuresOf: (text: string) => figuresOf(engine, rules, text),
    outcomeOf: (item: TextFigure) => {
      const { outcome, says, claim, hit, address = "" } = resultOf(item);
      const wrong = outcome === "none" || (claim !== undefined && rules.text.failing.includes(claim.verdict));
      return { claim, hit, outcome, says, address: claim?.address ?? hit?.address ?? address, wrong };
    },
  };
};
