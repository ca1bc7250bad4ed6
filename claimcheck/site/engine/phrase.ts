/* A phrase with figures as a person types it, read: what its words name, and which figures it has, each with its
   kinds, unit and what its digits stand for. Words are declared in claimcheck/site/engine/find.yml. */
import { CATEGORIES, CHIP, CPUS, NAME, namedIn } from "./names.ts";
import { NUMBER, anyOf, interval, numberOf, placeOf, wordOf } from "./numbers.ts";
import { once } from "./words.ts";
import type { Side } from "./names.ts";

/** Figures that compare two results; others are of one. */
export const PAIRS = ["ratio", "saving", "gain", "share", "multiple", "part"];
export const isPair = (figure: Pick<FindFigure, "kinds">) => PAIRS.includes(figure.kinds[0]);
/** How many digits a figure has, zeros at its end not counted. */
export const significant = ({ digits }: Pick<FindFigure, "digits">) => String(digits).replace(/0+$/, "").length;
/** Whether a ratio or a percentage says so little that much gives it: doubled, 5x, 20%, 4%. */
export const isVague = (figure: Pick<FindFigure, "kinds" | "digits">) => isPair(figure) && significant(figure) < 2;
const TOO_LONG = 1e12;
// What is compared.
const COMPARED = ["chip", "submitter", "round"];
// No system has so many chips.
const MOST_CHIPS = 1e5;
// A whole number of times in brackets, alone or behind a chip, is how many: H200 SXM (8x).
const NOTED = new RegExp(`(?:^|${CHIP}[a-z0-9 -]*)\\s*\\($`);
// What is said of a chip that has so many times another: B200 is 4x H100.
const SAID = new RegExp(`${CHIP}[\\s${NAME}]*(?:is|was|has|had|gets|gives|makes|delivers|offers|up to)?\\s*$`);
/** A result's public ID: 5.1-0087. */
const ID = /(?<![\w.-])v?(\d\.\d-\d{4})(?![\w-])/g;
// What parts the items of a list, and clauses, if no further figure of the same list follows; and such figures.
const ITEM = /;(?!\s?\d)|。|[,:.!?]\s(?!\d)|\)?\s+(?:and|while|whereas|but|with|und|et)\s(?!\d)/g;
const LISTED = /^(?:,? ?(?:and |or )?\d[\d.,]*\d?(?:%|x))+/;

type Grammar = ReturnType<typeof grammarOf>;

/** The forms in which a figure and what bounds it are written. */
const formsOf = (rules: FindRules, units: string[]) => {
  const { counts, others, parts } = rules.ratio_of;
  const readings = Object.values(rules.readings);
  const [scales, each] = [anyOf(Object.keys(rules.scales)), anyOf(rules.per_accelerator)];
  const unit = anyOf([...units, ...rules.other_units, ...rules.sizes]);
  const nouns = anyOf(rules.apart.flatMap((name: string) => rules.counts[name]));
  const relative = rules.units.filter(({ kind }) => ["ratio", "percent"].includes(kind)).flatMap(({ words }) => words);
  const numeral = anyOf(Object.keys(rules.numerals));
  /** What follows within so many words. */
  const within = (most: number, words: string) => new RegExp(String.raw`^ (?:[a-z-]+ ){0,${most}}?(${words})(?![\w-])`);
  return {
    figures: new RegExp(
      // In words, before "times" or what is counted.
      String.raw`(?<![\w.,/\x01\x02-])(?<numeral>(?:${numeral})(?:-(?:${numeral}))?)` +
        String.raw`(?:[\s-]?(?<times>${anyOf(relative)})|(?= (?:[a-z-]+ ){0,2}(?:${nouns})))(?![\w-])` +
        String.raw`|(?<![\w.,/\x01\x02]|(?:${anyOf(rules.models)}) )(?<currency>[$€£×]\s?)?(?<number>${NUMBER})` +
        String.raw`(?:[\s-]?(?<scale>${scales})(?![a-z0-9]))?\+?` +
        // A name may be between: 227.4 server queries per watt.
        String.raw`(?:(?:[\s-]|\s?\x02\s+)?(?<unit>${unit})(?![a-z0-9]|/(?!gpu|chip|acc)))?` +
        String.raw`(?:\s?(?<each>${each})(?![a-z]))?(?![\w]|[.,]\d|/\d(?!m)|%)` +
        String.raw`|(?<![\w-])(?<multiple>${anyOf(Object.keys(rules.multiples))})(?![\w-])`,
      "g",
    ),
    before: new RegExp(
      String.raw`(?:^|(?<=[^\w]))(${anyOf(readings.flatMap(({ words }) => words))})\s*(?:a |an |the )?$`,
    ),
    after: new RegExp(String.raw`^\s?(${anyOf(readings.flatMap((rule) => rule.after ?? []))})(?!\w)`),
    counted: within(5, nouns), ratioOf: within(3, anyOf([...counts, ...others, ...parts])),
    inTotal: new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.in_total)})(?!\w)`),
    per: new RegExp(String.raw`(?<!\w)(?:${each})(?!\w)`),
  };
};

/** What a phrase is read with: `hasSize` says whether a system has so many of these chips. */
const grammarOf = (rules: FindRules, names: FindNames, hasSize: (chips: string[], many: number) => boolean) => {
  const counts = Object.entries(rules.counts).map(([unit, words]) => ({ kind: "count", unit, words }));
  const rates = Object.entries(rules.things).flatMap(([thing, named]) =>
    Object.entries(rules.rates).map(([unit, ends]) =>
      ({ kind: "rate", unit: thing + unit, words: named.flatMap((name) => ends.map((end) => name + end)) })));
  const units: Record<string, { kind: string, unit?: string }> = Object.fromEntries(
    [...rules.units, ...rates, ...counts].flatMap((unit) => unit.words.map((word) => [word, unit])),
  );
  const readings = Object.entries(rules.readings).flatMap(([name, rule]) =>
    [...rule.words, ...(rule.after ?? [])].map((word: string) => [word, name]));
  const directions = ["saving", "gain"].flatMap((kind) => rules.percent[kind].map((word) => [word, kind]));
  const { scales, multiples, numerals, other_units: others, per_accelerator: per, in_total: total, sizes } = rules;
  const known = new Set([
    rules.ignored, ...Object.keys({ ...units, ...scales, ...multiples, ...numerals }), ...others, ...per, ...total,
    ...sizes, ...[...readings, ...directions].map(([word]) => word),
  ].flatMap((words) => words.split(/\s+/)));
  const order = Object.fromEntries(Object.entries<string[]>(rules.order).map(([name, words]) =>
    [name, new RegExp(wordOf(words), "u")]));
  return {
    rules, names, hasSize, units, order, ...formsOf(rules, Object.keys(units)), reading: Object.fromEntries(readings),
    direction: Object.fromEntries(directions), directed: new RegExp(wordOf(directions.map(([word]) => word)), "gu"),
    isStrange: (word: string) => /^[a-z]/.test(word) && !known.has(word),
  };
};

/** A text in small letters, with one sign for what is written by several, and each in its place. */
const plain = (text: string) =>
  Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign))
    .join("")
    .replace(/(?<=\d ?)×|×(?! ?\d)/g, "x")
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
  whole: string, written: Record<string, string | undefined>,
};

/** Whether the first of two names, by their places, is said to be the better one; undefined where that is not clear. */
const isFirstBetter = (
  { order }: Grammar, { rest, start, end }: Spot, [one, two]: number[], [kind, ...others]: string[],
) => {
  const isBetween = two >= end;
  const words = isBetween ? rest.slice(start, two) : itemAt(rest, two, two + 1)[1];
  const isPartial = kind === "part" || kind === "share";
  // Both before it: B300 比 MI355X 慢 8%, MI355X leads B300 by 8%.
  if (!isBetween && (isPartial || !order.ahead.test(rest.slice(one + 1, two)))) return undefined;
  if (order.slower.test(words)) return isPartial ? undefined : false;
  return order.less.test(words) || kind === "saving" || others.length ? undefined : !isPartial;
};

/** Of two chips, companies or rounds that a ratio compares, the one that is said to be the better and the other. */
const sidesOf = (grammar: Grammar, spot: Spot, kinds: string[]) => {
  const [leads, follows] = itemAt(spot.rest, spot.start, spot.end);
  const own = spot.sides.filter(({ at }) => at >= spot.start - leads.length && at < spot.end + follows.length);
  const of = (name: string) => own.filter((side) => side.category === name);
  const isSame = (name: string) => new Set(of(name).map(({ values }) => values.join())).size < 2;
  const category = COMPARED.find((name) => !isSame(name));
  const [one, two, ...more] = category ? of(category) : [];
  if (!two || more.length || one.at > spot.start) return undefined;
  const isFirst = isFirstBetter(grammar, spot, [one.at, two.at], kinds);
  // What is said of both is of each: Oracle B200 1.1x Dell B200.
  const both = COMPARED.filter((name) => of(name).length === 2 && isSame(name));
  const shared = Object.fromEntries(both.map((name) => [name, [of(name)[0].values]]));
  const names = [one, two].map(({ values }) => ({ [String(category)]: [values], ...shared }));
  return isFirst === undefined ? undefined : isFirst ? names : names.reverse();
};

/** What a percentage is: a share, a saving or a gain. */
const directionOf = ({ rules, directed, direction }: Grammar, rest: string, ends: [number, number]) => {
  const [leads, words] = itemAt(rest, ...ends);
  const follows = words.replace(LISTED, "");
  if (rules.percent.share.includes(/[a-z]+/.exec(follows)?.[0] ?? "")) return ["share"];
  const word = follows.match(directed)?.[0] ?? leads.match(directed)?.at(-1);
  return word === undefined ? ["saving", "gain"] : [direction[word]];
};

/** The unit of a number, with the word that says it. */
const unitOf = ({ rules, units, counted }: Grammar, { text, end, written }: Spot) => {
  const { currency, number = "", scale, unit: name, times, numeral, multiple } = written;
  // ×2.77, if it is of nothing else.
  const isMultiplied = Boolean(multiple) || (currency?.startsWith("×") && !scale && !name);
  const word = isMultiplied ? "x" : times ?? name;
  // "291 cumulative wins".
  const isAlone = word === undefined && !currency && !scale && (numeral || /^\d{1,3}$/.test(number));
  const noun = word ?? (isAlone ? counted.exec(text.slice(end))?.[1] : undefined);
  const unit = noun !== undefined && Object.hasOwn(units, noun) ? units[noun] : undefined;
  const isMoney = currency !== undefined && !currency.startsWith("×");
  const own = isMoney ? { kind: "count", unit: "$" } : unit;
  return { ...own, word, scale: scale ? rules.scales[scale] : 1, isMultiplied };
};

const kindsOf = (
  grammar: Grammar, { rest }: Spot, { kind, word, scale, isMultiplied }: ReturnType<typeof unitOf>,
  { digits, decimals }: { digits: number, decimals: number }, ends: [number, number],
) => {
  const one = 10 ** decimals;
  const ratio = [digits < one ? "part" : "ratio"];
  if (isMultiplied) return ratio;
  const isOther = word !== undefined && grammar.rules.other_units.includes(word);
  if (isOther || kind === "count" || !(digits > 0 && digits < TOO_LONG)) return [];
  if (kind === "percent") {
    const kinds = directionOf(grammar, rest, ends);
    return kinds[0] === "share" && digits > 100 * one ? ["multiple"] : kinds;
  }
  const isRatio = kind ? kind === "ratio" : decimals && scale === 1 && digits < 100 * one;
  return isRatio ? ratio : [kind ?? "any"];
};

/** What bounds a figure, and where it begins and ends with that. */
const boundOf = (grammar: Grammar, { rest, start, end, whole }: Spot) => {
  const [leads, follows] = [grammar.before.exec(rest.slice(0, start)), grammar.after.exec(rest.slice(end))];
  const plus = whole.includes("+") ? grammar.reading["+"] : "as printed";
  const name = leads ? grammar.reading[leads[1]] : follows ? grammar.reading[follows[1]] : plus;
  const begin = leads ? leads.index + leads[0].indexOf(leads[1]) : start;
  return { name, ends: ([begin, follows ? end + follows[0].length : end] as [number, number]) };
};

/** The digits of a number, and how many of them are decimals. */
const digitsOf = ({ rules }: Grammar, { numeral, multiple, number = "" }: Spot["written"], word = "") => {
  if (numeral) return { digits: numeral.split("-").reduce((sum, part) => sum + rules.numerals[part], 0), decimals: 0 };
  return numberOf(multiple ? String(rules.multiples[multiple]) : number, rules.german.includes(word));
};

const figureAt = (grammar: Grammar, spot: Spot): FindFigure => {
  const { rules } = grammar;
  const { phrase, text, start, end, written } = spot;
  const of = unitOf(grammar, spot);
  const { name, ends } = boundOf(grammar, spot);
  let { digits, decimals } = digitsOf(grammar, written, of.word);
  const kinds = kindsOf(grammar, spot, of, { digits, decimals }, ends);
  // What is 1.5 times is not doubled, and a tenth below 2 is less than half a unit of its digit.
  const reading = name === "as printed" && kinds[0] === "ratio" && !decimals && digits < 10 ? "whole" : name;
  const [least, most] = interval(rules.readings[name], digits, 1);
  const isFine = reading === "whole" || (written.multiple && !decimals) || (least === most && of.kind);
  const place = isFine ? 10 : placeOf(digits, decimals);
  if (isFine) [digits, decimals] = [digits * 10, decimals + 1];
  const counted = isPair({ kinds }) ? grammar.ratioOf.exec(text.slice(end))?.[1] ?? null : null;
  // What follows the next figure is said of that one.
  const [leads, follows] = itemAt(text, start, end);
  const clause = leads + text.slice(start, end) + follows.split(/,\s+(?=\d)/)[0];
  const [low, high] = interval(rules.readings[reading], digits, place);
  const numberEnd = start + (written.currency ?? "").length + (written.numeral ?? written.number ?? "").length;
  return {
    start: ends[0], end: ends[1], text: phrase.slice(...ends).trim(),
    tail: of.isMultiplied ? "x" : phrase.slice(numberEnd, end).trimEnd(), kinds: counted ? [] : kinds,
    of: counted, sides: isPair({ kinds }) ? sidesOf(grammar, spot, kinds) : undefined,
    unit: counted ? kinds[0] : of.unit ?? null,
    measure: written.each || grammar.per.test(clause) ? "per" : grammar.inTotal.test(clause) ? "total" : null,
    digits, decimals, factor: (2 * 10 ** decimals * (of.kind === "percent" ? 100 : 1)) / of.scale, reading, low, high,
  };
};

/* ---- A phrase ---- */

/** Whether a number says on how many accelerators: null where it is a figure, and which chips follow it where it
 * does. */
const sizeAt = ({ rules, hasSize }: Grammar, { rest, start, end, sides, written }: Spot) => {
  const { number = "", scale, unit = "" } = written;
  const [ahead, behind, isWhole] = [rest.slice(0, start), rest.slice(end), /^[^.]+$/.test(number)];
  if (unit === "x" && !scale && isWhole && NOTED.test(ahead) && /^\s*\)/.test(behind)) return [];
  const next = rest.indexOf(CHIP, end);
  const chip = sides.find(({ at, category }) => at === next && category === "chip")?.values ?? [];
  const many = numberOf(number, false).digits;
  const precedes = isWhole && !scale && behind.replace(/^[ x]+/, "").startsWith(CHIP) && many < MOST_CHIPS;
  if (precedes && (!unit || (unit === "x" && hasSize(chip, many) && !SAID.test(ahead)))) return chip;
  return rules.sizes.includes(unit) ? [] : null;
};

/** The first end of a span is in the unit of the second: 5,842 to 9,821 tokens/s. A time in two units is none of both:
 * 19 minutes 50 seconds. */
const joinSpans = (written: string, list: FindFigure[]) => list.forEach((one, i) => {
  const next = list[i + 1];
  if (!next?.tail.trim() || !one.kinds.length || !next.kinds.length) return;
  const between = written.slice(one.end, next.start);
  const { kinds, unit, measure, tail } = next;
  if (!one.tail.trim() && /^(?: ?(?:-|to|and|or|\u2192|->) ?)$/.test(between))
    Object.assign(one, { kinds, unit, measure, tail, factor: next.factor * 10 ** (one.decimals - next.decimals) });
  else if (one.kinds[0] === "time" && kinds[0] === "time" && unit !== one.unit && /^ (?:and )?$/.test(between))
    for (const half of [one, next]) half.kinds = [];
});

/** What a phrase names and which figures it has. */
const read = (grammar: Grammar, phrase: string): FindAsked => {
  const written = plain(phrase);
  const { named, rest, unknown, sides, makers } = namedIn(grammar.names, grammar.isStrange, written);
  const list: FindFigure[] = [];
  const covered: [number, number][] = [];
  for (const { index: start, 0: whole, groups: parts = {} } of rest.matchAll(grammar.figures)) {
    const spot = { phrase, text: written, rest, sides, start, end: start + whole.length, whole, written: parts };
    const of = sizeAt(grammar, spot);
    if (of) covered.push([start, spot.end]);
    // The tables count no processors.
    if (of && !of.includes(CPUS)) (named.accelerators ??= []).push([String(numberOf(parts.number, false).digits)]);
    if (!of) list.push(figureAt(grammar, spot));
  }
  joinSpans(written, list);
  for (const { start, end } of list) covered.push([start, end]);
  const left = unknown.filter(({ at }) => !covered.some(([start, end]) => start <= at && at < end));
  const distinct = (groups: string[][]) => [
    ...new Map(groups.map((group) => [group.join("|"), group])).values(),
  ];
  return {
    ids: [...written.matchAll(ID)].map(([, id]) => id), figures: list, makers, words: written,
    names: Object.fromEntries(CATEGORIES.filter((name) => named[name]).map((name) => [name, distinct(named[name])])),
    unknown: [...new Set(left.map(({ word }) => word))],
  };
};

/** The reader of phrases, with the names that tables and rules have. */
export const readingOf = (results: ResultTable, { find, spellings }: Rules): ((phrase: string) => FindAsked) => {
  const { columns: { product, accelerators }, rows } = results;
  const sizes = once(() =>
    new Set(Array.from({ length: rows }, (_none, row) => `${product.get(row)}|${accelerators.get(row)}`)));
  const hasSize = (chips: string[], many: number) =>
    chips.some((chip) => sizes().has(`${chip}|${many}`) || !product.words?.includes(chip));
  const grammar = grammarOf(find, new Map(spellings), hasSize);
  return (phrase) => read(grammar, phrase);
};
