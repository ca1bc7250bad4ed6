/* A phrase with figures as a person types it, read: what its words name, and which figures it has, each with its
 * kinds, unit
   and what its digits stand for. Words are declared in claimcheck/site/engine/find.yml. */
import { CATEGORIES, CHIP, CPUS, NAME, namedIn, namesOf } from "./names.ts";
import { NUMBER, anyOf, interval, numberOf, placeOf } from "./numbers.ts";
import { once } from "./words.ts";

/** Figures that compare two results; others are of one. */
export const PAIRS = ["ratio", "saving", "gain", "share", "multiple", "part"];
export const isPair = (figure: Pick<FindFigure, "kinds">) => PAIRS.includes(figure.kinds[0]);
/** Whether a ratio or a percentage says so little that much gives it: doubled, 5x, 20%, 4%. */
export const isVague = (figure: Pick<FindFigure, "kinds" | "digits">) =>
  isPair(figure) && String(figure.digits).replace(/0+$/, "").length < 2;
const TOO_LONG = 1e12;
// What is compared.
const COMPARED = ["chip", "submitter", "round"];
// Words that say more than their digit.
const FINE = /^(?:doubl|twice|tripl|quadrupl)/;
// No system has so many chips.
const MOST_CHIPS = 1e5;
// A whole number of times in brackets, alone or behind a chip, is how many: H200 SXM (8x).
const NOTED = new RegExp(`(?:^|${CHIP}[a-z0-9 -]*)\\s*\\($`);
// What stands between two chips that are set against each other.
const BETWEEN = "vs|versus|against|and|or|than|over|from|to|with|outperforms?|beats?|matches";
const AGAINST = new RegExp(`${CHIP}(?!.*\\b(?:${BETWEEN})\\b)[^,;/]*$`);
// The name before a ratio is said to be the better one, and the one behind it is what it is compared with.
const LED = new RegExp(`\\b(?:from|to|than|over|vs\\.?|versus|against|with)(?: the| an?|\\s|${NAME})*$`);
const THAN = "than|over|of|as|vs\\.?|versus|against|compared (?:to|with)";
const OBJECT = new RegExp(`^(?:[^.;:,]*\\b(?:${THAN}))?(?:[\\s${NAME}]|\\b(?:the|an?|its|eight|\\d+x?)\\b)*$`);
// More of a burden is worse, and so is who is slower.
const [BURDEN, SLOWER] = [/\b(?:costs?|prices?|time|long|longer|cheaper)\b/, /\b(?:slower|behind)\b/];
const LESS = /\b(?:lower|less|fewer|cheaper)\b/;
// What stands between two names of which the first, or the second, is the better one.
const AHEAD = /\b(?:outperforms?|beats?|leads?|tops?|ahead of|exceeds?|surpasses)\s[^.;:,]*$/;
const BEHIND = /\b(?:trails?|lags?|behind|slower than)\s[^.;:,]*$/;
// Nobody counts more processors of a system.
const SOCKETS = 2;
/** A result's public ID: 5.1-0087. */
const ID = /(?<![\w.-])v?(\d\.\d-\d{4})(?![\w-])/g;
const [WORD, SENTENCE, SENTENCES] = [/[a-z]+(?:-[a-z]+)*/g, /[.;!?](?:\s|$)/, /[.;!?]\s/];

export type Grammar = ReturnType<typeof grammarOf>;

/** The forms in which a figure and what bounds it are written. */
const formsOf = (rules: FindRules, units: string[]) => {
  const { many, counts, others } = rules.ratio_of;
  const readings = Object.values(rules.readings);
  const [scales, each] = [anyOf(Object.keys(rules.scales)), anyOf(rules.per_accelerator)];
  const unit = anyOf([...units, ...rules.other_units, ...rules.sizes]);
  const nouns = anyOf(rules.counts.filter(({ apart }) => apart).flatMap(({ words }) => words));
  // Of results a ratio may be as well, unless it is of how many there are.
  const alone = anyOf(counts.filter((word) => !word.endsWith("results") && word !== "systems"));
  return {
    figures: new RegExp(
      String.raw`(?<![\w.,/\x01\x02])([$€£×]\s?)?(${NUMBER})(?:[\s-]?(${scales})(?![a-z0-9]))?\+?` +
        // A name may be between: 227.4 server queries per watt.
        String.raw`(?:(?:[\s-]|\s?\x02\s+)?(${unit})(?![a-z0-9]|/(?!gpu|chip|acc)))?` +
        String.raw`(?:\s?(${each})(?![a-z]))?(?![\w]|[.,]\d|/\d(?!m)|%)`,
      "g",
    ),
    multiples: new RegExp(String.raw`(?<![\w-])(${anyOf(Object.keys(rules.multiples))})(?![\w-])`, "g"),
    before: new RegExp(
      String.raw`(?:^|(?<=[^\w]))(${anyOf(readings.flatMap(({ words }) => words))})\s*(?:a |an |the )?$`,
    ),
    after: new RegExp(String.raw`^\s?(${anyOf(readings.flatMap((rule) => rule.after ?? []))})(?!\w)`),
    countAfter: new RegExp(String.raw`^ (?:[a-z-]+ ){1,5}?(${nouns})(?![\w-])`),
    countBefore: new RegExp(String.raw`(?<![\w-])(${nouns}) (?:to|of|at|: ?)\s*$`),
    ratioOf: new RegExp(
      String.raw`^ (?:(?:${anyOf(many)}) (?:[a-z-]+ ){0,2}?(${anyOf(counts)})` +
        String.raw`|(?:the |as many )?(${alone})|(?:as many as )?(${anyOf(others)}))(?![\w-])`,
    ),
    inTotal: new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.in_total)})(?!\w)`),
    per: new RegExp(String.raw`(?<!\w)(?:${each})(?!\w)`),
    processor: new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.processors)}) $`),
  };
};

/** What a phrase is read with: `hasSize` says whether a system has so many of these chips. */
const grammarOf = (rules: FindRules, names: FindNames, hasSize: (chips: string[], many: number) => boolean) => {
  const units: Record<string, { kind: string, unit?: string, few?: number }> = Object.fromEntries(
    [...rules.units, ...rules.counts].flatMap((unit) => unit.words.map((word) => [word, unit])),
  );
  const readings = Object.entries(rules.readings).flatMap(([name, rule]) =>
    [...rule.words, ...(rule.after ?? [])].map((word: string) => [word, name]));
  const directions = ["saving", "gain"].flatMap((kind) => rules.percent[kind].map((word) => [word, kind]));
  const ignored = new Set(rules.ignored.split(/\s+/));
  const spoken = new Set(
    [
      ...Object.keys(units), ...rules.other_units, ...Object.keys(rules.scales), ...rules.per_accelerator,
      ...rules.in_total, ...rules.sizes, ...Object.keys(rules.multiples), ...readings.map(([word]) => word),
      ...directions.map(([word]) => word),
    ].flatMap((phrase) => phrase.split(" ")),
  );
  return {
    rules, names, hasSize, units, ...formsOf(rules, Object.keys(units)),
    reading: Object.fromEntries(readings),
    direction: Object.fromEntries(directions),
    isStrange: (word: string) => /^[a-z]/.test(word) && !ignored.has(word) && !spoken.has(word),
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

/* ---- A figure ---- */

/** Where a number stands: in a text, and in the same without its names. `match` has its currency, digits, scale, unit
 * and "per accelerator"; null for one that is written as a word. */
export type Spot = {
  phrase: string, text: string, rest: string, start: number, end: number, sides: (FindName & { at: number })[],
  match: RegExpMatchArray | null,
};

/** The words of a sentence before and after a part of it. */
const around = ({ rules: { near } }: Grammar, text: string, start: number, end: number) => [
  text.slice(Math.max(0, start - near), start).split(SENTENCES).slice(-1)[0],
  text.slice(end, end + near).split(SENTENCE)[0],
];

/** Which of two names with a figure between them its words, with those behind it, say is the better one: 0 or 1. */
const betterOf = (words: string, kinds: string[]) => {
  const isPart = ["part", "share"].includes(kinds[0]);
  const isLess = LESS.test(words);
  if (SLOWER.test(words)) return isPart ? undefined : 1;
  if (BURDEN.test(words)) return isPart || isLess || kinds[0] === "saving" ? 0 : 1;
  return isLess || kinds.length > 1 || kinds[0] === "saving" ? undefined : Number(isPart);
};

/** Of two chips, companies or rounds that a ratio compares, the one that is said to be the better and the other. */
const sidesOf = ({ rest, sides, start, end }: Spot, kinds: string[]) => {
  const category = COMPARED.find((name) =>
    new Set(sides.filter((side) => side.category === name).map(({ values }) => values.join())).size > 1);
  const [one, two, ...more] = sides.filter((side) => side.category === category);
  if (!two || more.length || one.at > start || /[.;:,]/.test(rest.slice(one.at, start))) return undefined;
  const middle = rest.slice(one.at + 1, two.at);
  const isParted = two.at >= end && !LED.test(rest.slice(0, one.at)) && OBJECT.test(rest.slice(end, two.at));
  const isPlain = two.at < start && !["part", "share"].includes(kinds[0]);
  const better = isParted ? betterOf(rest.slice(start, two.at), kinds)
    : isPlain && AHEAD.test(middle) ? 0 : isPlain && BEHIND.test(middle) ? 1 : undefined;
  if (better === undefined) return undefined;
  const names = [one, two].map(({ values }) => ({ [String(category)]: [values] }));
  return better ? names.reverse() : names;
};

/** What a percentage is: a share, a saving or a gain. */
const directionOf = (grammar: Grammar, rest: string, ends: [number, number]) => {
  const [leads, follows] = around(grammar, rest, ...ends).map((words) => [...(words.match(WORD) ?? [])]);
  if (grammar.rules.percent.share.includes(follows[0])) return ["share"];
  const word = [...follows, ...leads.reverse()].find((one) => Object.hasOwn(grammar.direction, one));
  return word === undefined ? ["saving", "gain"] : [grammar.direction[word]];
};

/** The unit of a number, with the word that says it. */
const unitOf = ({ rules, units, countAfter, countBefore }: Grammar, { text, rest, start, end, match }: Spot) => {
  const money = match?.[1] !== undefined && !match[1].startsWith("×");
  // ×2.77, if it is of nothing else.
  const multiplied = !match || (match[1] !== undefined && !money && !match[3] && !match[4]);
  const scale = match?.[3] ? rules.scales[match[3]] : 1;
  const word = multiplied ? "x" : match[4];
  // "291 cumulative wins", "wins to 291".
  const alone = match && word === undefined && !match[1] && !match[3] && /^\d{1,3}$/.test(match[2]);
  const leads = text.slice(Math.max(0, start - rules.near), start);
  const noun = alone ? (countAfter.exec(text.slice(end)) ?? countBefore.exec(leads))?.[1] : undefined;
  const unit = word !== undefined && Object.hasOwn(units, word) ? units[word] : noun ? units[noun] : undefined;
  // Of these few are never a result: up to 3 tokens, per 1 million tokens.
  const few =
    unit?.few && (Number(match?.[2].replace(",", "")) * scale < unit.few || /per $/.test(rest.slice(0, start)));
  return {
    unit, word, scale, multiplied, few: Boolean(few),
    money: money || (word !== undefined && rules.money.includes(word)),
  };
};

const kindsOf = (
  grammar: Grammar, { rest, match }: Spot, { unit, word, scale, few, money }: ReturnType<typeof unitOf>,
  { digits, decimals }: { digits: number, decimals: number }, ends: [number, number],
) => {
  const one = 10 ** decimals;
  const ratio = [digits < one ? "part" : "ratio"];
  if (!match) return ratio;
  const other = word !== undefined && grammar.rules.other_units.includes(word);
  if (money || few || other || unit?.kind === "count" || !(digits > 0 && digits < TOO_LONG)) return [];
  if (unit?.kind === "percent") {
    const kinds = directionOf(grammar, rest, ends);
    // Nobody saves all of it.
    if (kinds[0] === "saving" && digits >= 100 * one) return kinds.slice(1);
    return kinds[0] === "share" && digits > 100 * one ? ["multiple"] : kinds;
  }
  const isRatio = unit ? unit.kind === "ratio" : decimals && scale === 1 && digits < 100 * one;
  return isRatio ? ratio : [unit?.kind ?? "any"];
};

/** What bounds a figure, and where it begins and ends with that. */
const boundOf = (grammar: Grammar, { rest, start, end, match }: Spot) => {
  const [leads, follows] = [grammar.before.exec(rest.slice(0, start)), grammar.after.exec(rest.slice(end))];
  const plus = match?.[0].includes("+") ? grammar.reading["+"] : "as printed";
  const name = leads ? grammar.reading[leads[1]] : follows ? grammar.reading[follows[1]] : plus;
  const begin = leads ? leads.index + leads[0].indexOf(leads[1]) : start;
  return { name, ends: ([begin, follows ? end + follows[0].length : end] as [number, number]) };
};

const figureAt = (grammar: Grammar, spot: Spot): FindFigure => {
  const { rules } = grammar;
  const { phrase, text, rest, start, end, match } = spot;
  const of = unitOf(grammar, spot);
  const { name, ends } = boundOf(grammar, spot);
  const written = match ? match[2] : String(rules.multiples[rest.slice(start, end)]);
  let { digits, decimals } = numberOf(written, rules.german.includes(of.word));
  // A tenth below 2 is less than half a unit of its digit, and what is 1.5 times is not doubled.
  const [least, most] = interval(rules.readings[name], digits, 1);
  const isFine = (least === most && (of.unit || !match)) || (!match && FINE.test(rest.slice(start, end)));
  const place = isFine ? 10 : placeOf(digits, decimals);
  if (isFine) [digits, decimals] = [digits * 10, decimals + 1];
  const kinds = kindsOf(grammar, spot, of, { digits, decimals }, ends);
  const ratio = isPair({ kinds }) && grammar.ratioOf.exec(text.slice(end, end + rules.near));
  const counted = ratio ? ratio.slice(1).find(Boolean) : null;
  // What follows the next figure is said of that one.
  const [leads, follows] = around(grammar, text, start, end);
  const clause = leads + text.slice(start, end) + follows.split(/,\s+(?=\d)/)[0];
  const [low, high] = interval(rules.readings[name], digits, place);
  const hundredths = of.word !== undefined && rules.hundredths.includes(of.word) ? 0.01 : 1;
  const numberEnd = match ? start + (match[1] ?? "").length + match[2].length : start;
  const unit = of.unit?.unit ?? (of.few ? String(of.word) : of.money ? "$" : null);
  return {
    start: ends[0], end: ends[1], text: phrase.slice(...ends).trim(),
    tail: of.multiplied ? "x" : phrase.slice(numberEnd, end).trimEnd(), kinds: counted ? [] : kinds,
    of: counted ?? null, sides: sidesOf(spot, kinds), unit: counted ? kinds[0] : unit,
    measure: (match && match[5]) || grammar.per.test(clause) ? "per" : grammar.inTotal.test(clause) ? "total" : null,
    digits, decimals,
    factor: (2 * 10 ** decimals * (of.unit?.kind === "percent" ? 100 : 1)) / (of.scale * hundredths), reading: name,
    low, high,
  };
};

/* ---- A phrase ---- */

/** Whether a number says on how many accelerators: null where it is a figure, and which chips follow it where it
 * does. */
const sizeAt = (
  { rules, hasSize, before: bound }: Grammar, rest: string, chips: Map<number, string[]>, match: RegExpMatchArray,
) => {
  const [start, [whole, , number, scale, unit]] = [Number(match.index), match];
  const end = start + whole.length;
  const [ahead, behind, isWhole] = [rest.slice(0, start), rest.slice(end), !number.includes(".")];
  if (unit === "x" && !scale && isWhole && NOTED.test(ahead) && /^\s*\)/.test(behind)) return [];
  const chip = chips.get(rest.indexOf(CHIP, end)) ?? [];
  const precedes = !scale && behind.replace(/^[ x]+/, "").startsWith(CHIP)
    && numberOf(number, false).digits < MOST_CHIPS;
  // "More than 2x MI355X" is a ratio all the same, and so is "B200 4x H100".
  const compares = AGAINST.test(ahead) || (chip.includes(CPUS) && Number(number) > SOCKETS) || bound.test(ahead);
  const ofChips = precedes && (unit === undefined || (unit === "x" && hasSize(chip, Number(number)) && !compares));
  if (!rules.sizes.includes(unit) && !(ofChips && isWhole)) return null;
  return ofChips ? chip : [];
};

/** The first end of a span is in the unit of the second: 5,842 to 9,821 tokens/s. */
const joinSpans = (written: string, list: FindFigure[]) => list.forEach((one, i) => {
  const next = list[i + 1];
  if (!next?.tail.trim() || one.tail.trim() || !one.kinds.length || !next.kinds.length) return;
  if (!/^(?: ?(?:-|to|and|or|\u2192|->) ?)$/.test(written.slice(one.end, next.start))) return;
  const { kinds, unit, measure, tail } = next;
  Object.assign(one, { kinds, unit, measure, tail, factor: next.factor * 10 ** (one.decimals - next.decimals) });
});

/** What a phrase names and which figures it has; `loose`, with names that are misspelt. */
const read = (grammar: Grammar, phrase: string, loose: boolean): FindAsked => {
  const { rules } = grammar;
  const written = plain(phrase);
  const free = written.replace(ID, (id) => " ".repeat(id.length));
  const { named, rest, unknown, misspelt, chips, sides, makers } =
    namedIn(grammar.names, grammar.isStrange, free, loose);
  const list: FindFigure[] = [];
  const covered: [number, number][] = [];
  const spot = { phrase, text: written, rest, sides };
  for (const match of rest.matchAll(grammar.figures)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const of = sizeAt(grammar, rest, chips, match);
    if (of) covered.push([start, end]);
    // The tables count no processors.
    if (of && !of.includes(CPUS)) (named.accelerators ??= []).push([String(numberOf(match[2], false).digits)]);
    const isModel = /^\d+\+?$/.test(match[0]) && grammar.processor.test(written.slice(0, start));
    if (of || isModel || written.startsWith(" read", end)) continue;
    list.push(figureAt(grammar, { ...spot, start, end, match }));
  }
  for (const { index, 0: word } of rest.matchAll(grammar.multiples)) {
    list.push(figureAt(grammar, { ...spot, start: index, end: index + word.length, match: null }));
  }
  list.sort((a, b) => a.start - b.start);
  joinSpans(written, list);
  for (const { start, end } of list) covered.push([start, end]);
  const left = unknown.filter(({ at }) => !covered.some(([start, end]) => start <= at && at < end));
  const distinct = (groups: string[][]) => [
    ...new Map(groups.map((group) => [group.join("|"), group])).values(),
  ];
  return {
    ids: [...written.matchAll(ID)].map(([, id]) => id), figures: list, misspelt, makers, words: written,
    names: Object.fromEntries(CATEGORIES.filter((name) => named[name]).map((name) => [name, distinct(named[name])])),
    unknown: [...new Set(left.map(({ word }) => word))],
    topics: rules.topics.filter(({ words }) => words.some((word) => new RegExp(`\\b${word}\\b`).test(written))),
  };
};

/* ---- The names that tables have ---- */

/** The distinct words of a column. */
const wordsOf = ({ columns }: ResultTable, name: string) =>
  (columns[name].words ?? []).filter((cell) => cell !== null).map(String);

/** What else names are called. */
const calledAlso = (results: ResultTable, { find, training, benchmarks, between }: Rules, products: string[]) => {
  const also: Record<string, Record<string, string[]>> = Object.fromEntries(
    Object.entries(find.names).map(([kind, names]) => [kind, { ...names }])
  );
  const extend = (kind: string, name: string, more: string[]) => {
    also[kind] = { ...also[kind], [name]: [...(also[kind]?.[name] ?? []), ...more] };
  };
  // With its accuracy target: bert-99 is bert.
  for (const name of wordsOf(results, "benchmark")) extend("benchmark", benchmarks[name][0], [name]);
  for (const [name, { kind, names }] of Object.entries(find.absent)) extend(kind, name, names);
  // Companies that submitted together are named by each.
  const { submitter, owners } = results.columns;
  const together = new Map(Array.from(submitter.at ?? [], (company, row) => [company, owners.get(row)]));
  for (const [company, of] of together)
    extend("submitter", String(submitter.words?.[company]), String(of).split(between));
  for (const name of training.values.submitter) extend("submitter", name, name.split(/ ?\+ ?/));
  for (const form of products) {
    // A100-SXM-40GB is an A100-40GB, and A100 is each of its forms, and what a source calls so.
    const [, chip, memory] = /^([A-Z]+\d+)-(?:SXM|PCIe)-?(\d+GB)/.exec(form) ?? [];
    const whole = training.values.chip.filter((name: string) => form.startsWith(`${name}-`));
    if (chip || whole.length) extend("chip", form, [...(chip ? [`${chip}-${memory}`] : []), ...whole]);
  }
  return also;
};

/** The reader of phrases, with the names that tables and rules have. */
export const readingOf = (results: ResultTable, rules: Rules): ((phrase: string, loose?: boolean) => FindAsked) => {
  const { columns: { product, accelerators }, rows } = results;
  const { find, training } = rules;
  const products = [...wordsOf(results, "product"), ...training.values.chip];
  const values = {
    benchmark: [
      ...wordsOf(results, "benchmark").map((name) => rules.benchmarks[name][0]), ...training.values.benchmark,
    ],
    scenario: [...wordsOf(results, "scenario"), ...training.values.scenario],
    chip: [...products, CPUS],
    submitter: [
      ...wordsOf(results, "submitter"), ...wordsOf(results, "accelerator_vendor"), ...training.values.submitter,
    ],
    round: [...rules.rounds, ...training.rounds, ...find.other_rounds],
    availability: wordsOf(results, "availability"),
  };
  for (const [name, { kind }] of Object.entries(find.absent)) values[kind].push(name);
  const sizes = once(() =>
    new Set(Array.from({ length: rows }, (_none, row) => `${product.get(row)}|${accelerators.get(row)}`)));
  const hasSize = (chips: string[], many: number) =>
    chips.some((chip) => sizes().has(`${chip}|${many}`) || !product.words?.includes(chip));
  const sorted = Object.entries(values).map(([name, of]) => [name, [...new Set(of)].sort()]);
  const grammar = grammarOf(find, namesOf(Object.fromEntries(sorted), calledAlso(results, rules, products)), hasSize);
  return (phrase, loose = false) => read(grammar, phrase, loose);
};
