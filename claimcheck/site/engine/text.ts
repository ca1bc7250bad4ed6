/* A text whose figures are all looked for: a document becomes pieces (document.ts), each is about something
   (context.ts); a piece gives figures, each figure a question, and the first rule of OUTCOMES that speaks is its
   outcome. A source is named only if it contradicts nothing that is said, and if it is the only one of that. */
import { HELD, aboutOf, says } from "./context.ts";
import { SENTENCE, piecesOf } from "./document.ts";
import { CPUS } from "./names.ts";
import { isPair, isVague, itemAt, significant } from "./phrase.ts";
import { placeOf, withApostrophes } from "./numbers.ts";
import { filled, kept, once, printed } from "./words.ts";
import type { About } from "./context.ts";
import type { Piece } from "./document.ts";

// A bare number is a figure from so many digits on; what has fewer digits is said of much.
const [TEN, THREE, FOUR] = [10, 3, 4];
// Of so many pairs the best may be named.
const PAIRS = 8;
// So many figures of a text are answered, and so many before one are set against each other for it.
const [FIGURES, BEFORE] = [500, 16];

export type Result = { outcome: string, says: string, claim?: FindClaim, hit?: FindText, address?: string };
/** A figure with what its sentence names of it and what its piece is about; `near`: the figures of its piece, and some
 * before it below the same heading. */
type TextFigure = {
  figure: Figure, asked: FindAsked, sides: string[][], about: About, piece: Piece, near: TextFigure[],
  start: number, end: number,
  /** Whether a word next to it is one of a list of find.yml. */
  isSaid: (list: string) => boolean,
  claims: () => FindClaim[], look: () => FindAnswer, result?: Result,
};
export type Reader = { engine: Answers, rules: FindRules, resultOf: (item: TextFigure) => Result };

/* ---- Figures ---- */

const isAmount = ({ kinds: [kind] }: Figure) => ["rate", "any", "time", "energy"].includes(kind);
/** Whether nothing stands behind a number, as behind 30+. */
const isAlone = ({ tail }: Figure) => !tail.replace("+", "").trim();
const isBare = (figure: Figure) => isAlone(figure) && ["any", "ratio", "part"].includes(figure.kinds[0]);
const isWritten = (figure: Figure) =>
  !isAlone(figure) || (String(figure.digits).length >= FOUR && /[.,'\u2019]/.test(figure.text));

/** The unit of a cell: that of its column's head, of its row's first cell, or of what stands above the table. */
const unitOf = ({ cell, column, row, headings }: Piece, read: (phrase: string) => FindAsked) => {
  const heads = cell ? [column, row.split(" , ")[0], ...headings.toReversed()] : [];
  const words = heads.join(" ").split(/[\s\d()[\],\uff08\uff09]+/).filter(Boolean);
  const figures = words.flatMap((_word, i) => read(`1.5 ${words.slice(i, i + 3).join(" ")}`).figures);
  return figures.find((figure) => isAmount(figure) && figure.unit)?.unit ?? null;
};

/** The figures of a piece that may be of MLPerf; a bare number has the unit of its column, or of the amount before
 * it. */
const ownFigures = (piece: Piece, asked: FindAsked, read: (phrase: string) => FindAsked): Figure[] => {
  let unit = unitOf(piece, read);
  return asked.figures.flatMap((figure) => {
    if (isBare(figure) && unit && (figure.decimals || piece.cell))
      return [{ ...figure, kinds: [/\/| per /.test(unit) ? "rate" : "time"], unit }];
    if (!isWritten(figure) && (figure.kinds.length || !figure.unit)) return [];
    if (!piece.cell && ["time", "rate"].includes(figure.kinds[0])) unit = figure.unit;
    return [figure];
  });
};

/* ---- Questions ---- */

// Of these a sentence may name one for each of its figures.
const COMPARED = ["benchmark", "chip", "submitter", "scenario", "accelerators"];

/** What a sentence names that is said of a figure: its chips and companies are those of its item of a list up to the
 * next figure, or else of what stands before it. */
const namesAt = (
  read: (phrase: string) => FindAsked, { text, cell }: Piece, figure: Figure, names: FindAsked["names"],
): FindAsked["names"] => {
  if (cell || isPair(figure)) return names;
  const [leads] = itemAt(text, figure.start, figure.end);
  const [follows] = text.slice(figure.end).split(/[,;:.!?]\s|。|\)?\s(?:and|while|whereas|but|und|et)\s/);
  // Of an item that begins with its figure the names follow.
  const item = /(?:,| and)\s+$/.test(leads) ? follows : `${leads} , ${follows}`;
  const [own, all] = [item, text.slice(0, figure.start)].map((part) => read(part).names);
  // On how many another company's chip ran is not said of it.
  const before = own.submitter || own.chip ? without(all, ["accelerators"]) : all;
  const apart = Object.fromEntries(COMPARED.map((name) => [name, own[name] ?? before[name]]));
  return Object.fromEntries(Object.entries({ ...names, ...apart }).filter(([, groups]) => groups));
};

/** The chips that a ratio compares. Of "1.5x", and as the other one of "1.5x that of H100", the chip around its
 * sentence is meant. */
const sidesOf = (read: (phrase: string) => FindAsked, { text }: Piece, { end }: Figure, { own, around }: About) => {
  const [chips, others] = [own.chip ?? [], around.chip ?? []];
  const isOpen = !chips.length || (chips.length === 1 && read(text.slice(end)).names.chip);
  if (!isOpen || others.length > 1) return chips;
  return [...chips, ...others.filter(([name]) => name !== chips[0]?.[0])];
};

const without = (names: FindAsked["names"], of: string[]) =>
  Object.fromEntries(Object.entries(names).filter(([name]) => !of.includes(name)));

/** What is asked of an amount in queries or samples: who writes one may mean the other. */
const asMixed = (figure: Figure) =>
  (["queries/s", "samples/s"].includes(String(figure.unit)) ? { ...figure, kinds: ["any"] } : figure);

/** What is asked of a figure: what its sentence names, and the benchmark and the rounds that it is about. */
const askedOf = ({ asked, about, figure }: TextFigure): FindAsked => {
  const { suite, rounds, past, around } = about;
  // What is named after a figure, in another clause, may be of the next one.
  const benchmark = asked.names.benchmark ?? around.benchmark ?? about.names.benchmark;
  const all = [...rounds, ...past];
  const names = { ...asked.names, ...(benchmark && { benchmark }), ...(all.length && { round: [all] }) };
  // What is said of two generations is of the round itself.
  return { ...asked, scope: { suite, rounds: isPair(figure) ? rounds : all }, names };
};

/** A figure that is rounded to its last digit that is no zero: 1,183,330. */
const asRounded = (figure: Figure) => {
  const half = placeOf(figure.digits, figure.decimals);
  return { ...figure, low: figure.low - half, high: figure.high + half };
};

/** What prints a figure, of all that is said of it. An amount of many digits is looked for under other names of its
 * chip too, and any in the other division. */
const looked = (engine: Answers, rules: FindRules, item: TextFigure) => {
  const { figure } = item;
  const asked = askedOf(item);
  if (isPair(figure)) {
    const names = { ...asked.names, ...(item.sides.length && { chip: item.sides }) };
    return engine.answer({ ...asked, names }, figure, PAIRS, true);
  }
  if (!isAmount(figure)) return engine.answer(asked, figure, 1, true);
  const [division] = rules.banks.open.words;
  const ways = [
    ...(significant(figure) >= FOUR ? [{ ...asked, names: without(asked.names, ["chip", "accelerators"]) }] : []),
    { ...asked, words: asked.words.includes(division) ? "" : `${asked.words} ${division}` },
  ];
  const lookFor = (way: FindAsked, as = figure) => engine.answer(way, asMixed(as), 1, true);
  const found = ways.reduce((last, way) => (last.hits.length ? last : lookFor(way)), lookFor(asked));
  return found.hits.length || significant(figure) < FOUR ? found : lookFor(asked, asRounded(figure));
};

/* ---- What may be named ---- */

const wordsOf = (name: string) => name.toLowerCase().split(/[\s-]+/);

/** Whether two names may be of one chip: Orin NX and Orin NX 16G, Orin and AGX Orin. */
const isChip = (said: string, held: string) => {
  const [own, theirs] = [said, held].map(wordsOf);
  const isMore = own.every((word) => theirs.includes(word) || !/\d/.test(word));
  return own.every((word) => theirs.includes(word)) || (isMore && theirs.every((word) => own.includes(word)));
};

/** Whether a hit has no chip but those that are said. */
const isOfChips = (said: string[][], { chips }: FindText) =>
  chips.every((chip) => said.flat().some((name) => isChip(name, chip === "null" ? CPUS : chip)));

/** Whether a pair is of both companies, where its sentence names two. */
const isOfOwners = ({ asked: { names: { submitter = [] } } }: TextFigure, { owners }: FindText) =>
  submitter.length < 2 || submitter.every((group) => group.some((name) => owners.includes(name)));

/** The pair that may be named: its sentence names a benchmark or a chip, and it is of the chips that are said. If
 * others are too, it is of the owners that are said. */
const pairNamed = (item: TextFigure) => {
  const { asked: { names }, about } = item;
  // Of a percentage it is said what it is of, or which way it goes.
  if ((!about.own.benchmark && !about.own.chip) || item.figure.kinds.length > 1) return undefined;
  const owned = [names.submitter ?? [], about.above.submitter ?? []].flat(2);
  // What differs in nothing but its size is meant where sizes are said.
  const isOther = ({ rounds, chips, owners }: FindText) => Math.max(rounds.length, chips.length, owners.length) > 1;
  const { hits, matching } = item.look();
  const meant = hits.filter((hit) => hit.rounds.every((round) => [...about.rounds, ...about.past].includes(round))
    && (names.accelerators || isOther(hit)) && isOfChips(item.sides, hit) && isOfOwners(item, hit));
  const [hit] = meant;
  const isOnly = meant.length === 1 && matching <= PAIRS;
  return isOnly || hit?.owners.every((owner) => owned.includes(owner)) ? hit : undefined;
};

/* ---- Outcomes: rules in their order, each null where it says nothing ---- */

const open = ({ text }: FindRules) => ({ outcome: "chance", says: text.open });
const named = (hit: FindText | undefined) => (hit ? { outcome: "result", says: hit.sentence, hit } : null);

const OUTCOMES: Record<string, (reader: Reader, item: TextFigure) => Result | null> = {
  /** What our own pages say of a figure in a sentence or title of theirs. */
  ours: ({ engine }, { piece, figure }) => {
    const own = /\d/.test(figure.text) && engine.ownOf(piece.text, figure, true);
    if (!own) return null;
    const { claim, says: told, address } = own;
    return claim ? { outcome: "claim", says: claim.text, claim } : { outcome: "own", says: told, address };
  },
  /** It is no figure of MLPerf. */
  outside: ({ rules }, { figure: { kinds, unit, of }, isSaid }) => {
    const isOfMany = kinds.length || rules.context.counts.includes(unit) || rules.ratio_of.counts.includes(String(of));
    return isSaid("outside") || !isOfMany ? { outcome: "outside", says: rules.text.outside } : null;
  },
  /** Its suite or its round is in no table. */
  missing: ({ engine, rules }, { about: { suite, rounds, isOwn } }) => {
    if (suite && !HELD.includes(suite))
      return isOwn ? { outcome: "none", says: filled(rules.text.suite, { suite }) } : open(rules);
    const lacks = rounds.length ? engine.lacking(suite === "training", rounds) : null;
    return lacks ? { outcome: "none", says: lacks } : null;
  },
  /** A claim prints it: without a round it takes more digits. */
  judged: (_reader, { claims, about, figure }) => {
    const [claim] = claims();
    const isTelling = !figure.kinds.length || significant(figure) >= (isPair(figure) ? THREE : FOUR);
    return claim && (about.rounds.length || isTelling) ? { outcome: "claim", says: claim.text, claim } : null;
  },
  /** No result is of a cost. */
  cost: ({ rules }, { isSaid }) => (isSaid("money") ? { outcome: "outside", says: rules.text.cost } : null),
  /** One of its rounds has so many. */
  counted: ({ engine, rules }, { asked, about, figure }) => {
    if (figure.kinds.length) return null;
    const [told] = [...about.rounds, ...about.past].flatMap((round) =>
      engine.answer({ ...asked, scope: about, names: { round: [[round]] } }, figure, 1, true).told);
    return told ? { outcome: "count", says: told } : open(rules);
  },
  /** Two results that amounts around a ratio lead to give it. */
  between: ({ engine, resultOf }, item) => {
    // A percentage alone in a cell may be of accuracy.
    if (!isPair(item.figure) || (item.piece.cell && item.figure.kinds.length > 1)) return null;
    // What says little is of its own sentence.
    const near = item.near.filter(({ figure, piece }) =>
      isAmount(figure) && (piece === item.piece || !isVague(item.figure)));
    const rows = near.flatMap((one) => {
      const { claim, hit = claim && one.look().hits[0] } = resultOf(one);
      return hit ? [{ bank: one.look().bank, row: hit.rows[0] }] : [];
    });
    const pairs = rows.flatMap((one, i) => rows.slice(i + 1)
      .filter((other) => one.bank === other.bank && one.row !== other.row)
      .map((other) => engine.pairOf(one.bank, [one.row, other.row], item.figure)));
    return named(pairs.find((hit) => hit && isOfOwners(item, hit)) ?? undefined);
  },
  /** A result or a pair that agrees with all that is said. */
  printed: ({ rules }, item) => {
    const { about, figure, asked: { names: { chip } }, piece } = item;
    if (!about.rounds.length || !about.names.benchmark || says(rules, "average", piece.text)) return null;
    if (isPair(figure)) return named(pairNamed(item));
    const { hits: [hit] } = item.look();
    // Two digits are of much where their sentence names nothing.
    const isSaid = figure.digits >= TEN && (significant(figure) >= THREE || Object.keys(about.own).length);
    return named(hit && isSaid && (!chip || isOfChips(chip, hit)) ? hit : undefined);
  },
  /** No result of its benchmark and round prints it, and there are some. */
  absent: ({ engine, rules }, item) => {
    const { figure, about, piece, asked: { names }, isSaid } = item;
    const { suite, rounds, past, names: { benchmark } } = about;
    // What it is of stands in its own sentence or row: what another is about may be somebody's own test.
    const isOf = [names, about.above].some((of) => of.chip || of.submitter);
    const isTold = isAmount(figure) && significant(figure) > (figure.unit ? 1 : FOUR);
    const isNamed = names.benchmark || (piece.cell && Object.keys(names).length);
    if (!benchmark || !rounds.length || !isNamed || !isOf) return null;
    if (past.length || isSaid("elsewhere") || !isTold) return null;
    const searched = { benchmark, round: [rounds] };
    const wide = asMixed(asRounded(figure));
    const { tried, hits } = engine.answer({ ...askedOf(item), names: searched, words: "" }, wide, 1, true);
    const spans = suite === "training" && engine.spanned(askedOf(item), figure);
    if (!tried || hits.length || spans) return null;
    return { outcome: "none", says: filled(rules.text.none, { names: engine.namesInPrint(searched) }) };
  },
};

/* ---- A text ---- */

// A server is a machine where it is not the name of a scenario.
const MACHINE =
  /(?<=(?:\b(?:an?|its|our|this|each|one)|['\u2019]s) (?:\S+ )?)server(?! (?:scenario|mode|test|result|throughput))/gi;

/** The figures of a text in their order, each with what its sentence and its headings name. */
const figuresOf = (engine: Answers, rules: FindRules, source: string) => {
  const read = kept(engine.read);
  const whole = piecesOf(withApostrophes(source));
  const pieces = whole.map((piece) =>
    ({ ...piece, text: piece.text.slice(0, SENTENCE).replace(MACHINE, "system") }));
  const abouts = aboutOf(rules, pieces, read);
  const found: TextFigure[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (found.length > FIGURES) break;
    const [about, asked] = [abouts[i], read(piece.text)];
    const near = found.slice(-BEFORE).filter((one) => one.piece.section === piece.section);
    const heads = [piece.column, piece.row.split(" , ")[0]];
    const line = ownFigures(piece, asked, read).map((figure) => {
      const names = namesAt(read, piece, figure, about.own);
      const text = source.slice(piece.at + figure.start, piece.at + figure.end).replace(/[*_`\\]|^ /g, "");
      const item: TextFigure = {
        figure: { ...figure, text }, asked: { ...asked, names, own: names }, about, piece, near,
        sides: sidesOf(read, piece, figure, about),
        isSaid: (list) => says(rules, list, [...itemAt(piece.text, figure.start, figure.end), ...heads].join(" ")),
        start: piece.at + figure.start, end: piece.at + figure.end,
        claims: once(() => engine.claimsOf(askedOf(item), figure)),
        look: once((): FindAnswer => looked(engine, rules, item)),
      };
      return item;
    });
    near.push(...line);
    found.push(...line);
  }
  return {
    found: found.slice(0, FIGURES),
    cut: whole.some(({ text }) => text.length > SENTENCE) || found.length > FIGURES,
  };
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
  const resultOf = (item: TextFigure): Result => {
    for (const rule of Object.values(OUTCOMES)) item.result ??= rule({ engine, rules, resultOf }, item) ?? undefined;
    return (item.result ??= open(rules));
  };
  return {
    figuresOf: (text: string) => figuresOf(engine, rules, text),
    outcomeOf: (item: TextFigure) => {
      const { claim, hit, ...result } = resultOf(item);
      const wrong = result.outcome === "none" || (claim !== undefined && rules.text.failing.includes(claim.verdict));
      return { ...result, claim, hit, address: claim?.address ?? hit?.address ?? result.address ?? "", wrong };
    },
  };
};
