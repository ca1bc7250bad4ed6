/* A text whose figures are all looked for: a document becomes pieces (document.ts), each with its scope (context.ts); a
   piece gives figures, each figure a question, and the first rule of OUTCOMES that speaks is its outcome. A source is
   named only if it agrees with all that the sentence says. */
import { clauseOf, isAverage, isCounted, isEarlier, isOutside, scopeOf, scopesOf } from "./context.ts";
import { SENTENCE, piecesOf } from "./document.ts";
import { CPUS } from "./names.ts";
import { isPair, isVague, itemAt, significant } from "./phrase.ts";
import { valueOf } from "./scan.ts";
import { filled, kept, once, printed } from "./words.ts";
import type { Piece } from "./document.ts";

// A bare number is a figure from `DIGITS` digits on, if written as one; what has fewer than `TOLD` is said of much.
const [DIGITS, TOLD] = [4, 3];
// Of so many pairs the best may be named.
const PAIRS = 8;
// So many figures of a text are answered, and so many before one are set against each other for it.
const [FIGURES, BEFORE] = [500, 6];
// A bound, such as "at least", may be a rule of the test.
const SAID = ["as printed", "about"];
const TIMES = ["minutes", "hours", "s", "ms"];
// Who writes queries may mean samples.
const MIXED = ["queries/s", "samples/s"];
// A text that names neither of these, nor a round or scenario, may be about somebody's own tests.
const ABOUT = /mlperf|mlcommons/i;
// A rate next to a power may be per watt, and what is per chip is worked out.
const DERIVED = /\b(?:watts?|power|W|per[- ](?:gpu|chip|accelerator))\b/i;
// A time in two units, as 19 minutes 50 seconds.
const IN_TWO = /(?<![\d.,])\d+ (?:hours? (?:and )?\d+ min(?:ute)?s?|min(?:ute)?s? (?:and )?\d+ sec(?:ond)?s?)\b/gi;
// What claims alone count, what is counted of much, what of a round, and what other suites measure; other numbers of
// things are no figures.
const [OURS, MUCH] = [["wins", "partners", "records"], ["nodes", "benchmarks"]];
const [COUNTS, OTHERS] = [[...OURS, "results", "organisations", "systems", "measured"], ["GiB/s", "J"]];

/** What a sentence works out, worked out again. */
export type Sum = { right: boolean, says: string };
export type Result = {
  outcome: string, says: string, claim?: FindClaim, hit?: FindText, address?: string,
};
/** A figure with what its sentence names of it and what its piece is about; `line`: the figures of its piece, `before`:
 * those of its paragraph before. */
export type TextFigure = {
  figure: Figure, asked: FindAsked, scope: ReturnType<typeof scopesOf>[number], piece: Piece, line: TextFigure[],
  before: TextFigure[], isAbout: boolean, outside: boolean, start: number, end: number, sum: Sum | null,
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
  return head?.unit ?? (/\bmin(?:ute)?s?\b/i.test([...said, above].join(" ")) ? "minutes" : null);
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

/** What a sentence with two amounts says of them, worked out again. */
const sumsOf = (said: FindRules["text"], figures: Figure[], sentence: string): (Sum & { figure: Figure | null })[] => {
  const amounts = figures.filter((figure) => isAmount(figure) && isWritten(figure));
  const units = new Set(amounts.map(({ unit }) => unit).filter(Boolean));
  if (amounts.length !== 2 || units.size > 1 || amounts.some(({ digits }) => !digits)) return [];
  const end = ({ digits, factor }: Figure, by: number) => Math.max(1e-12, (2 * digits + by) / factor);
  const [large, small] = [...amounts].sort((a, b) => end(b, 0) - end(a, 0));
  const [low, ratio, high] = [-1, 0, 1].map((by) => end(large, by) / end(small, -by));
  const [first, second] = amounts.map(({ text }) => text);
  const joined = new RegExp(said.joins).test(sentence.slice(amounts[0].end, amounts[1].start).trim());
  const compared = figures.filter(isPair);
  if (!compared.length && joined)
    return [{ figure: null, right: true, says: filled(said.makes, { first, second, ratio: printed(ratio, 2) }) }];
  return compared.flatMap((figure) => {
    const { factor, decimals, kinds: [kind] } = figure;
    const right = figure.kinds.some((one) => {
      const [least, most] = [low, high].map((by) => valueOf(one, by, 1)).sort((a, b) => a - b);
      return most * factor >= figure.low && least * factor < figure.high;
    });
    // Two amounts that the sentence does not set against each other may have nothing to do with its ratio.
    if (!right && !joined) return [];
    const percent = kind !== "ratio" && kind !== "part";
    const value = printed(valueOf(kind, ratio, 1) * (percent ? 100 : 1), decimals) + (percent ? "%" : "");
    const says = filled(said[right ? "right" : "wrong"], { first, second, value, figure: figure.text });
    return [{ figure, right, says }];
  });
};

/* ---- Questions ---- */

// Of these a sentence may name one for each of its figures, and of two that another part of it names says nothing.
const LISTED = ["benchmark", "scenario", "accelerators"];
const COMPARED = ["chip", "submitter"];

/** What a sentence names that is said of a figure: its item of a list names which of several, and chips and companies
 * are those of its item, or else of what stands before it, or else of its clause. */
const namesAt = (
  read: (phrase: string) => FindAsked, { text, cell }: Piece, figure: Figure, names: FindAsked["names"],
): FindAsked["names"] => {
  if (cell) return names;
  const [leads, follows] = itemAt(text, figure.start, figure.end);
  const [before, clause] = clauseOf(text, figure);
  const item = `${leads} , ${follows}`;
  // Who is named behind a count is one of many: 14 partners, among them Dell.
  const parts = isPair(figure) ? [clause] : figure.kinds.length ? [item, before, clause] : [leads];
  const compared = parts.map((part) => read(part).names).find((of) => COMPARED.some((name) => of[name])) ?? {};
  const own = read(item).names;
  return Object.fromEntries(Object.keys(names).flatMap((name) => {
    const isOfItem = LISTED.includes(name) && own[name]?.length < names[name].length;
    const groups = COMPARED.includes(name) ? compared[name] : isOfItem ? own[name] : names[name];
    return groups ? [[name, groups]] : [];
  }));
};

/** What is asked of a figure: what its sentence names, and of what its headings do the benchmark and the rounds. */
const askedOf = ({ asked, scope, figure }: TextFigure): FindAsked => {
  const { rounds, headings, benchmark } = scope;
  const owner = asked.names.chip || asked.names.submitter || isPair(figure) ? undefined : headings.submitter;
  const names: FindAsked["names"] = {
    ...(owner ? { submitter: owner } : {}), ...asked.names, ...(benchmark ? { benchmark } : {}),
    ...(rounds.length ? { round: [rounds] } : {}),
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
  const { names, words } = asked;
  const without = (of: string[]) =>
    ({ ...asked, names: Object.fromEntries(Object.entries(names).filter(([name]) => !of.includes(name))) });
  const [division] = rules.banks.open.words;
  const ways = [
    asked, ...(names.chip ? [without(["chip"])] : []),
    ...(names.accelerators && significant(figure) >= DIGITS ? [without(["chip", "accelerators"])] : []),
    { ...asked, words: words.includes(division) ? "" : `${words} ${division}` },
    ...(names.round && isEarlier(rules, item.piece.text) ? [without(["round"])] : []),
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

/** Whether a hit has the chips that are said in the sentence, or else above it, of two that are compared both, and
 * whether its owners are said. */
const coverOf = ({ asked, scope, figure }: TextFigure, { chips, owners }: FindText) => {
  const said = asked.names.chip ?? scope.headings.chip ?? [];
  const held = chips.map((chip) => (chip === "null" ? CPUS : chip));
  const bears = (group: string[], chip: string) => group.some((name) => isChip(name, chip));
  const both = said.length > 2 ? held.length > 1 : said.every((group) => held.some((chip) => bears(group, chip)));
  const named = [...(asked.names.submitter ?? []), ...(scope.headings.submitter ?? [])].flat();
  return {
    ofChips: (!isPair(figure) || said.length < 2 || both)
      && held.every((chip) => said.some((group) => bears(group, chip))),
    ofOwners: owners.every((owner) => named.includes(owner)),
  };
};

/** The result that may be named: its round, or its benchmark and its chip or owner, are said, and it says more than one
 * digit, as under 30 seconds and 1 million do. */
const resultNamed = (item: TextFigure, specific: boolean) => {
  const { scope, asked, figure } = item;
  const { hits: [hit], matching } = item.look();
  const isLoose = figure.reading === "less than" ? significant(figure) < 2
    : figure.reading === "as printed" && figure.digits < 10;
  if (!hit || isLoose || (asked.names.chip && !coverOf(item, hit).ofChips)) return undefined;
  if (scope.rounds.length) return matching === 1 || scope.benchmark ? hit : undefined;
  const isLong = String(figure.digits).length > DIGITS;
  return (isLong && specific) || (matching === 1 && (isLong || specific)) ? hit : undefined;
};

/** The pair that may be named: its round is said, its benchmark in the sentence itself, it is of the chips and owners
 * that are said, and there is some evidence for it. */
const pairNamed = (item: TextFigure) => {
  const { asked, figure, scope } = item;
  // A percentage that says neither more nor less is of two kinds.
  const isClear = scope.rounds.length && asked.names.benchmark && significant(figure) > 1 && figure.kinds.length === 1;
  if (!isClear) return undefined;
  const { hits, matching } = item.look();
  // What differs in nothing but its size is meant where sizes are said.
  const isOfSizes = ({ rounds, chips, owners }: FindText) =>
    !asked.names.accelerators && [rounds, chips, owners].every(({ length }) => length === 1);
  const meant = hits
    .filter((hit) => hit.rounds.every((round) => scope.rounds.includes(round)) && !isOfSizes(hit))
    .map((hit) => ({ hit, ...coverOf(item, hit) }))
    .filter(({ ofChips, ofOwners }) => ofChips || (ofOwners && !asked.names.chip));
  if (!meant.length) return undefined;
  const [{ hit, ofChips, ofOwners }] = meant;
  const isOnly = meant.length === 1 && matching <= PAIRS && (ofOwners || !asked.names.submitter);
  // In one round many companies have such a pair, and many pairs give a figure that says little.
  const isTheirs = (ofChips && ofOwners) || (hit.rounds.length > 1 && !isVague(figure));
  return isOnly || isTheirs ? hit : undefined;
};

/* ---- Outcomes: rules in their order, each null where it says nothing ---- */

/** Whether a figure says enough to have a source: without a round, or as a bare number, it takes more digits, and an
 * amount of one digit a name in its own sentence. */
const isTelling = ({ figure, scope: { rounds }, asked: { names } }: TextFigure) => {
  const isNamed = names.benchmark || names.chip || names.submitter || significant(figure) > 1;
  const isClear = rounds.length > 0 && (!isAmount(figure) || (isNamed && !isBare(figure)));
  const isOfClaims = Boolean(figure.of) || OURS.includes(String(figure.unit));
  return isClear || isOfClaims || significant(figure) >= (isPair(figure) ? 2 : TOLD);
};

/** The claim that prints a figure and most of its line. */
const claimOf = ({ claims, line }: TextFigure) => {
  const printing = (claim: FindClaim) =>
    line.filter((other) => other.claims.some((one) => one.number === claim.number)).length;
  return [...claims].sort((a, b) => printing(b) - printing(a))[0];
};
const claimed = (claim: FindClaim | undefined) => (claim ? { outcome: "claim", says: claim.text, claim } : null);

/** Whether a time is said in two units, of which the figure is one. */
const isHalfTime = ({ figure: { start, end }, piece: { text } }: TextFigure) =>
  [...text.matchAll(IN_TWO)].some(({ index, 0: time }) => index <= start && end <= index + time.length);

/** Whether a chip or a company is named of which a figure is. */
const isOfOne = ({ asked: { names }, scope: { headings } }: TextFigure) =>
  Boolean(names.chip || names.submitter || headings.chip || headings.submitter);

const open = ({ text }: FindRules) => ({ outcome: "chance", says: text.open });

const OUTCOMES: Record<string, (reader: Reader, item: TextFigure) => Result | null> = {
  /** What our own pages say of a figure in a sentence or title of theirs. */
  ours: ({ engine }, item) => {
    const own = /\d/.test(item.figure.text) && engine.ownOf(item.piece.text, item.figure, true);
    if (!own) return null;
    return claimed(own.claim ?? (own.isTitle ? claimOf(item) : undefined))
      ?? { outcome: "own", says: own.says, address: own.address };
  },
  /** It is no figure of MLPerf. */
  outside: ({ rules }, { figure: { kinds, unit, of }, outside }) => {
    const isOfMany = kinds.length || COUNTS.includes(String(unit)) || rules.ratio_of.counts.includes(String(of));
    return outside || !(isOfMany || OTHERS.includes(String(unit)))
      ? { outcome: "outside", says: MUCH.includes(String(unit)) ? rules.text.open : rules.text.outside } : null;
  },
  /** Its suite or its round is in no table. */
  missing: ({ engine, rules }, { scope: { suite, rounds }, piece, figure }) => {
    if (suite && !["training", "inference"].includes(suite)) {
      // A count is of what is submitted, a percentage says which way, and a heading in between says of which suite.
      const isCount = OTHERS.includes(String(figure.unit)) || /submi|results|entries/i.test(piece.text);
      const isOf = figure.kinds.length ? figure.kinds.length === 1 : isCount;
      const isNamed = isWritten(figure) && (!piece.isHeading || scopeOf(rules, piece.text).suite);
      return isOf && isNamed ? { outcome: "none", says: filled(rules.text.suite, { suite }) } : open(rules);
    }
    const lacks = rounds.length && !isEarlier(rules, piece.text) ? engine.lacking(suite === "training", rounds) : null;
    return lacks ? { outcome: "none", says: lacks } : null;
  },
  /** It says little, in a text that is not about MLPerf. */
  unknown: ({ rules }, { isAbout, figure }) =>
    (isAbout || significant(figure) >= (isPair(figure) ? TOLD : DIGITS) ? null : open(rules)),
  /** It is half of a time. */
  halved: ({ rules }, item) => (isHalfTime(item) ? open(rules) : null),
  /** A claim prints it. */
  judged: (_reader, item) => (isTelling(item) ? claimed(claimOf(item)) : null),
  /** The round has so many. */
  counted: ({ rules }, item) => {
    if (item.figure.kinds.length) return null;
    const { told, exact } = item.look();
    if (told.length && item.scope.rounds.length && exact) return { outcome: "count", says: told[0] };
    return { outcome: "outside", says: rules.text[OTHERS.includes(String(item.figure.unit)) ? "outside" : "open"] };
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
    return hit ? { outcome: "result", says: hit.sentence, hit } : null;
  },
  /** A result or a pair that agrees with all that is said. */
  printed: ({ rules }, item) => {
    if (isAverage(rules, item.piece.text, item.figure)) return null;
    const specific = item.scope.benchmark !== undefined && isOfOne(item);
    const hit = isPair(item.figure) ? specific && pairNamed(item) : resultNamed(item, specific);
    return hit && isTelling(item) ? { outcome: "result", says: hit.sentence, hit } : null;
  },
  /** No result of its benchmark and round prints it, and there are some. */
  absent: ({ engine, rules }, item) => {
    const { figure, scope: { benchmark, suite, rounds, isNear }, piece, asked: { names } } = item;
    // What it is of stands in its own sentence or row: what another is about may be somebody's own test.
    const isOf = (names.benchmark || piece.cell) && benchmark && isNear && isOfOne(item);
    const isWhole = figure.unit !== null || (isBare(figure) && String(figure.digits).length > DIGITS);
    const isTold = significant(figure) >= (figure.kinds[0] === "time" ? 2 : TOLD) && SAID.includes(figure.reading);
    if (!isOf || !isAmount(figure) || !isWhole || !isTold || DERIVED.test(`${piece.column} ${piece.text}`)) return null;
    // From what a gain begins is of the round before.
    if (isEarlier(rules, piece.text) || /\bfrom $/i.test(piece.text.slice(0, figure.start))) return null;
    if (isAverage(rules, piece.text, figure)) return null;
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
  const isAbout = ABOUT.test(source) || scopes.some(({ rounds, words }) => rounds.length || words.scenario);
  const found: TextFigure[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (found.length > FIGURES) break;
    const [scope, asked] = [scopes[i], read(piece.text)];
    const figures = ownFigures(rules, piece, asked, read);
    const sums = piece.cell || !figures.length ? [] : sumsOf(rules.text, asked.figures, piece.text);
    const line: TextFigure[] = [];
    for (const figure of figures) {
      const names = namesAt(read, piece, figure, scope.words);
      const item: TextFigure = {
        figure, asked: { ...asked, names, own: names }, piece, line, isAbout,
        scope: { ...scope, benchmark: names.benchmark ?? scope.benchmark },
        before: found.slice(-BEFORE).filter((one) => one.piece.paragraph === piece.paragraph),
        outside: isOutside(rules, piece.text, figure), start: piece.at + figure.start, end: piece.at + figure.end,
        sum: sums.find((sum) => sum.figure === figure || (!sum.figure && figure === figures.at(-1))) ?? null,
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

/** Whether a claim's own sentence says of a percentage no other thing: 45% fewer is not 45% more. */
const isSameWay = ({ read }: Answers, figure: Figure): ((claim: FindClaim) => boolean) => ({ statement }) => {
  const amountOf = ({ digits, factor }: Figure) => digits / factor;
  const same = read(statement).figures.filter((one) => isPair(one) && amountOf(one) === amountOf(figure));
  if (!isPair(figure) || !same.length) return true;
  const isOpposite = ({ kinds }: Figure) =>
    ["gain,saving", "saving,gain"].includes([kinds.join("|"), figure.kinds.join("|")].join());
  return !same.every(isOpposite);
};

/** The claims that the figures of a line lead to: one that does draws those that say little. */
const draw = (engine: Answers, line: TextFigure[]) => {
  for (const vague of [false, true]) {
    const drawn = line.flatMap(({ claims }) => claims).map(({ number }) => number);
    for (const item of line.filter(({ figure, outside }) => isVague(figure) === vague && !outside)) {
      item.asked.drawn = drawn;
      item.claims = engine.claimsOf(askedOf(item), item.figure).filter(isSameWay(engine, item.figure));
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
      const wrong = item.sum?.right === false || outcome === "none"
        || (claim !== undefined && rules.text.failing.includes(claim.verdict));
      return {
        claim, hit, outcome, says: [says, ...(item.sum ? [item.sum.says] : [])].join(" "),
        address: claim?.address ?? hit?.address ?? address, wrong,
      };
    },
  };
};
