/* A phrase with figures as a person types it, read: what its words name, and which figures it has, each with its
   kinds, unit and what its digits stand for. Words are declared in claimcheck/site/engine/find.yml. */
import { CATEGORIES, CHIP, CPUS, NAME, namedIn } from "./names.ts";
import { NUMBER, anyOf, interval, numberOf, placeOf, wordOf } from "./numbers.ts";
import type { Side } from "./names.ts";

/** Figures that compare two results; others are of one. */
export const PAIRS = ["ratio", "saving", "gain", "share", "multiple", "part"];
export const isPair = (figure: Pick<FindFigure, "kinds">) => PAIRS.includes(figure.kinds[0]);
/** How many digits a figure has, zeros at its end not counted. */
export const significant = ({ digits }: Pick<FindFigure, "digits">) => String(digits).replace(/0+$/, "").length;
/** Whether a ratio or a percentage says so little that much gives it: doubled, 5x, 20%, 4%. */
export const isVague = (figure: Pick<FindFigure, "kinds" | "digits">) => isPair(figure) && significant(figure) < 2;
// What is compared.
const COMPARED = ["chip", "submitter", "round"];
// No system has so many chips.
const MOST = 1e5;
// What is said of a chip that has so many times another, which is no number of chips: B200 is 4x H100.
const SAID = new RegExp(`${CHIP}[\\s${NAME}]*(?:is|was|has|had|gets|gives|makes|delivers|offers)?\\s*$`);
// What is said of a chip in brackets: H200 SXM (8x).
const NOTED = new RegExp(`${CHIP}[a-z0-9 -]*\\($`);
/** A result's public ID: 5.1-0087. */
const ID = /(?<![\w.-])v?(\d\.\d-\d{4})(?![\w-])/g;
// What parts the items of a list, and clauses, if no further figure of the same list follows.
const ITEM = /;(?!\s?\d)|。|[,:.!?]\s(?!\d)|\)?\s+(?:and|while|whereas|but|with|und|et)\s(?!\d)/g;

type Grammar = ReturnType<typeof grammarOf>;

/** The form of a figure: a number or a word for one, with what stands around it. */
const figureForm = (rules: FindRules, nouns: string) => {
  const relative = Object.keys(rules.units).filter((word) => ["ratio", "percent"].includes(rules.units[word].kind));
  const unit = anyOf([...Object.keys(rules.units), ...rules.other_units, ...rules.sizes]);
  const numeral = anyOf(Object.keys(rules.numerals));
  return new RegExp(
    // In words, before "times" or what is counted.
    String.raw`(?<![\w.,/${CHIP}${NAME}-])(?<numeral>(?:${numeral})(?:-(?:${numeral}))?)` +
      String.raw`(?:[\s-]?(?<times>${anyOf(relative)})|(?= (?:[a-z-]+ ){0,2}(?:${nouns})))(?![\w-])` +
      String.raw`|(?<![\w.,/${CHIP}${NAME}]|(?:${anyOf(rules.models)}) )(?<currency>[$€£]\s?)?(?<number>${NUMBER})` +
      String.raw`(?:[\s-]?(?<scale>${anyOf(Object.keys(rules.scales))})(?![a-z0-9]))?\+?` +
      // A name may be between: 227.4 server queries per watt.
      String.raw`(?:(?:[\s-]|\s?${NAME}\s+)?(?<unit>${unit})(?![a-z0-9]|/(?!gpu|chip|acc)))?` +
      String.raw`(?:\s?(?<each>${anyOf(rules.per_accelerator)})(?![a-z]))?(?![\w]|[.,]\d|/\d(?!m)|%)` +
      String.raw`|(?<![\w-])(?<multiple>${anyOf(Object.keys(rules.multiples))})(?![\w-])`,
    "g",
  );
};

/** What a phrase is read with. */
const grammarOf = (rules: FindRules, names: FindNames) => {
  const { counts, others, parts } = rules.ratio_of;
  const { saving, gain, share } = rules.percent;
  const readings = Object.values(rules.readings);
  const nouns = anyOf(rules.apart);
  /** What follows within so many words. */
  const within = (most: number, words: string) =>
    new RegExp(String.raw`^ (?:(?!with )[a-z-]+ ){0,${most}}?(${words})(?![\w-])`);
  const alone = (words: string[]) => new RegExp(String.raw`(?<!\w)(?:${anyOf(words)})(?!\w)`);
  const [ahead, slower, less] = ["ahead", "slower", "less"].map((name) => new RegExp(wordOf(rules.order[name]), "u"));
  const known = new Set(rules.known);
  return {
    rules, names, order: { ahead, slower, less }, figures: figureForm(rules, nouns),
    before: new RegExp(
      String.raw`(?:^|(?<=[^\w]))(${anyOf(readings.flatMap(({ words }) => words))})\s*(?:a |an |the )?$`,
    ),
    after: new RegExp(String.raw`^\s?(${anyOf(readings.flatMap((rule) => rule.after ?? []))})(?!\w)`),
    counted: within(5, nouns), ratioOf: within(3, anyOf([...counts, ...others, ...parts])),
    directed: new RegExp(wordOf([...saving, ...gain]), "gu"),
    // Said once of a list: 92%, 93% and 104% of.
    shared: new RegExp(`^[^a-z]*(?:and [^a-z]*)?(?:${anyOf(share)})(?![a-z])`),
    inTotal: alone(rules.in_total), per: alone(rules.per_accelerator),
    isStrange: (word: string) => /^[a-z]/.test(word) && !known.has(word),
  };
};

/** A text in small letters, with one sign for what is written by several, and each in its place. */
const plain = (text: string) =>
  // Of this letter alone the small form is longer.
  text.replaceAll("\u0130", "i").toLowerCase()
    .replace(/(?<=\d ?)×/g, "x")
    .replace(/×(\d[\d.]*)(?![\d.,\w])/g, "$1x")
    .replace(/(?<=factor )of (\d+(?:\.\d+)?)(?![\d.,]*\w)/g, "o $1x")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u200b-\u200f\u202a-\u202e]/g, " ")
    .replace(/[\u2010-\u2015\u2212]/g, "-");

/** What stands before and after a part of a text in its own item of a list. */
export const itemAt = (text: string, start: number, end: number) => {
  const marks = [...text.matchAll(ITEM)].map(({ index, 0: mark }) => ({ from: index, to: index + mark.length }));
  const from = marks.findLast(({ to }) => to <= start)?.to ?? 0;
  return [text.slice(from, start), text.slice(end, marks.find((mark) => mark.from >= end)?.from)];
};

/* ---- A figure ---- */

/** Where a number stands: in a text, and in the same without its names. `written` has its number, currency, scale, unit
 * and "per accelerator", as far as they are there. */
export type Spot = {
  phrase: string, text: string, rest: string, start: number, end: number, sides: Side[],
  written: Record<string, string | undefined>,
};

/** Whether the first of two names, by their places, is said to be the better one; undefined where that is not clear. */
const isFirstBetter = (
  { order }: Grammar, { rest, start, end }: Spot, [one, two]: Side[], [kind, ...others]: string[],
) => {
  const isBetween = two.at >= end;
  const words = isBetween ? rest.slice(start, two.at) : itemAt(rest, two.at, two.at + 1)[1];
  const isPartial = kind === "part" || kind === "share";
  // Both before it: B300 比 MI355X 慢 8%, MI355X leads B300 by 8%.
  if (!isBetween && (isPartial || !order.ahead.test(rest.slice(one.at + 1, two.at)))) return undefined;
  if (order.slower.test(words)) return isPartial ? undefined : false;
  return order.less.test(words) || kind === "saving" || others.length ? undefined : !isPartial;
};

/** Of two chips, companies or rounds that a ratio compares, the one that is said to be the better and the other. */
const sidesOf = (grammar: Grammar, spot: Spot, kinds: string[]) => {
  const [leads, follows] = itemAt(spot.rest, spot.start, spot.end);
  const own = spot.sides.filter(({ at }) => at >= spot.start - leads.length && at < spot.end + follows.length);
  // What is said of both is of each: Oracle B200 1.1x Dell B200.
  const twice = COMPARED.map((name) => own.filter(({ category }) => category === name)).filter((of) => of.length === 2);
  const pair = twice.find(([one, two]) => one.values.join() !== two.values.join());
  if (!pair || pair[0].at > spot.start) return undefined;
  const isFirst = isFirstBetter(grammar, spot, pair, kinds);
  const names = [0, 1].map((i) => Object.fromEntries(twice.map((of) => [of[i].category, [of[i].values]])));
  return isFirst === undefined ? undefined : isFirst ? names : names.reverse();
};

/** The unit of a number, and the word that says it. */
const unitOf = ({ rules: { units }, counted }: Grammar, { text, end, written }: Spot) => {
  const { currency, number = "", scale, unit, times, numeral, multiple } = written;
  // "291 cumulative wins".
  const isAlone = !unit && !currency && !scale && (numeral || /^\d{1,3}$/.test(number));
  const word = multiple ? "x" : times ?? unit ?? (isAlone ? counted.exec(text.slice(end))?.[1] : undefined);
  return { word, ...(currency ? units.dollars : word === undefined ? undefined : units[word]) };
};

/** What a figure may be, the likeliest first: of two results (PAIRS) or of one; nothing where no result has such. */
const kindsOf = (
  grammar: Grammar, { rest, written: { scale } }: Spot, { kind, word = "" }: ReturnType<typeof unitOf>,
  { digits, decimals }: ReturnType<typeof numberOf>, ends: [number, number],
) => {
  const { rules: { other_units: others, percent }, directed, shared } = grammar;
  const one = 10 ** decimals;
  if (others.includes(word) || kind === "count" || !digits) return [];
  if (kind === "percent") {
    const [leads, follows] = itemAt(rest, ...ends);
    if (shared.test(follows)) return [digits > 100 * one ? "multiple" : "share"];
    const said = follows.match(directed)?.[0] ?? leads.match(directed)?.at(-1);
    return ["saving", "gain"].filter((name) => said === undefined || percent[name].includes(said));
  }
  const isRatio = kind ? kind === "ratio" : decimals && !scale && digits < 100 * one;
  return isRatio ? [digits < one ? "part" : "ratio"] : [kind ?? "any"];
};

/** What bounds a figure, and where it begins and ends with that. */
const boundOf = ({ rules: { readings }, before, after }: Grammar, { text, rest, start, end }: Spot) => {
  const [leads, follows] = [before.exec(rest.slice(0, start)), after.exec(rest.slice(end))];
  const word = leads?.[1] ?? follows?.[1] ?? (text.slice(start, end).includes("+") ? "+" : "");
  const bound = Object.keys(readings).find((name) =>
    readings[name].words.includes(word) || readings[name].after?.includes(word)) ?? "as printed";
  return { bound, ends: ([leads?.index ?? start, end + (follows?.[0].length ?? 0)] as [number, number]) };
};

/** The digits of a number that may be written as words, and how many of them are decimals. */
const digitsOf = ({ rules }: Grammar, { numeral, multiple, number = "" }: Spot["written"], word = "") => {
  const spelt = (numeral ?? multiple)?.split("-").map((part) => rules.numerals[part] ?? rules.multiples[part]);
  return numberOf(spelt ? String(spelt.reduce((sum, part) => sum + part)) : number, rules.german.includes(word));
};

/** From where up to where a figure reaches, by the digits that count. */
const rangeOf = (
  { rules: { readings } }: Grammar, { written }: Spot, number: ReturnType<typeof numberOf>, bound: string,
  [kind]: string[], unit?: string,
) => {
  // What is 1.5 times is not doubled, and a tenth below 2 is less than half a unit of its digit.
  const isWhole = bound === "as printed" && kind === "ratio" && !number.decimals && number.digits < 10;
  const [least, most] = interval(readings[bound], number.digits, 1);
  const isFine = isWhole || (written.multiple && !number.decimals) || (least === most && unit);
  const [digits, decimals] = isFine ? [number.digits * 10, number.decimals + 1] : [number.digits, number.decimals];
  const reading = isWhole ? "whole" : bound;
  const [low, high] = interval(readings[reading], digits, isFine ? 10 : placeOf(digits, decimals));
  return { digits, decimals, reading, low, high };
};

const figureAt = (grammar: Grammar, spot: Spot): FindFigure => {
  const { phrase, text, start, end, written } = spot;
  const { currency, numeral, number: digits, scale = "", each } = written;
  const { word, kind, unit = null } = unitOf(grammar, spot);
  const { bound, ends } = boundOf(grammar, spot);
  const number = digitsOf(grammar, written, word);
  const kinds = kindsOf(grammar, spot, { word, kind }, number, ends);
  const counted = isPair({ kinds }) ? grammar.ratioOf.exec(text.slice(end))?.[1] ?? null : null;
  // What follows the next figure is said of that one.
  const [leads, follows] = itemAt(text, start, end);
  const clause = leads + text.slice(start, end) + follows.split(/,\s+(?=\d)/)[0];
  const range = rangeOf(grammar, spot, number, bound, kinds, kind);
  return {
    start: ends[0], end: ends[1], text: phrase.slice(...ends).trim(),
    tail: text.slice(start + [currency, numeral, digits].join("").length, end).trimEnd(),
    kinds: counted ? [] : kinds, of: counted, unit: counted ? kinds[0] : unit,
    sides: isPair({ kinds }) ? sidesOf(grammar, spot, kinds) : undefined,
    measure: each || grammar.per.test(clause) ? "per" : grammar.inTotal.test(clause) ? "total" : null,
    factor: (2 * 10 ** range.decimals * (kind === "percent" ? 100 : 1)) / (grammar.rules.scales[scale] ?? 1), ...range,
  };
};

/* ---- A phrase ---- */

/** Whether a number says on how many accelerators: null where it is a figure, and which chips follow it where it
 * does. */
const sizeAt = ({ rules, before }: Grammar, { rest, start, end, sides, written }: Spot) => {
  const { number = "", scale, unit = "" } = written;
  const [ahead, behind] = [rest.slice(0, start), rest.slice(end)];
  const isRatio = unit === "x" && (SAID.test(ahead) || before.test(ahead));
  const isMany = ["", "x"].includes(unit) && !scale && /^[^.]+$/.test(number) && numberOf(number, false).digits < MOST;
  if (isMany && !isRatio && behind.replace(/^[ x]+/, "").startsWith(CHIP)) {
    const next = rest.indexOf(CHIP, end);
    return sides.find(({ at, category }) => at === next && category === "chip")?.values ?? [];
  }
  const isNoted = isMany && NOTED.test(ahead) && behind.startsWith(")");
  return isNoted || rules.sizes.includes(unit) ? [] : null;
};

/** The first end of a span is in the unit of the second: 5,842 to 9,821 tokens/s. A time in two units is none of both:
 * 19 minutes 50 seconds. */
const joinSpans = (text: string, figures: FindFigure[]) => figures.forEach((one, i) => {
  const next = figures[i + 1];
  if (!next?.tail.trim() || !one.kinds.length || !next.kinds.length) return;
  const [between, { kinds, unit, measure, tail }] = [text.slice(one.end, next.start), next];
  if (!one.tail.trim() && /^ ?(?:-|to|and|or|\u2192|->) ?$/.test(between))
    Object.assign(one, { kinds, unit, measure, tail, factor: next.factor * 10 ** (one.decimals - next.decimals) });
  else if (one.kinds[0] === "time" && kinds[0] === "time" && unit !== one.unit && /^ (?:and )?$/.test(between))
    for (const half of [one, next]) half.kinds = [];
});

/** What a phrase names and which figures it has. */
const read = (grammar: Grammar, phrase: string): FindAsked => {
  const text = plain(phrase);
  const { named, rest, unknown, sides } = namedIn(grammar.names, grammar.isStrange, text);
  const figures: FindFigure[] = [];
  for (const { index: start, 0: whole, groups: written = {} } of rest.matchAll(grammar.figures)) {
    const spot = { phrase, text, rest, sides, start, end: start + whole.length, written };
    const of = sizeAt(grammar, spot);
    if (!of) figures.push(figureAt(grammar, spot));
    // The tables count no processors.
    else if (!of.includes(CPUS)) (named.accelerators ??= []).push([String(numberOf(written.number, false).digits)]);
  }
  joinSpans(text, figures);
  const left = unknown.filter(({ at }) => !figures.some(({ start, end }) => start <= at && at < end));
  const distinct = (groups: string[][]) => [...new Map(groups.map((group) => [group.join("|"), group])).values()];
  return {
    ids: [...text.matchAll(ID)].map(([, id]) => id), figures, words: text,
    names: Object.fromEntries(CATEGORIES.filter((name) => named[name]).map((name) => [name, distinct(named[name])])),
    unknown: [...new Set(left.map(({ word }) => word))],
  };
};

/** The reader of phrases, with the names that the tables have. */
export const readingOf = ({ find, spellings }: Rules): ((phrase: string) => FindAsked) => {
  const grammar = grammarOf(find, new Map(spellings));
  return (phrase) => read(grammar, phrase);
};
