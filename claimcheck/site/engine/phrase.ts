/* A phrase with figures as a person types it, read: what its words name, and which figures it has, each with its
   kinds, unit and what its digits stand for. Words are declared in claimcheck/site/engine/find.yml. */
import { CATEGORIES, CHIP, CPUS, NAME, namedIn, namesOf } from "./names.ts";
import { NUMBER, anyOf, interval, numberOf, placeOf, wordOf } from "./numbers.ts";
import { once } from "./words.ts";

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
/** A result's public ID: 5.1-0087. */
const ID = /(?<![\w.-])v?(\d\.\d-\d{4})(?![\w-])/g;
const [SENTENCE, SENTENCES] = [/[.;!?](?:\s|$)/, /[.;!?]\s/];
// What parts the items of a list, and clauses; and further figures of a list.
const ITEM = /[,;.]\s|\)?\s+(?:and|while|whereas|but|with|und|et)\s/g;
const LISTED = /^(?:,? ?(?:and |or )?\d[\d.,]*\d?(?:%|x))+/;

export type Grammar = ReturnType<typeof grammarOf>;

/** The forms in which a figure and what bounds it are written. */
const formsOf = (rules: FindRules, units: string[]) => {
  const { many, counts, others, parts } = rules.ratio_of;
  const readings = Object.values(rules.readings);
  const [scales, each] = [anyOf(Object.keys(rules.scales)), anyOf(rules.per_accelerator)];
  const unit = anyOf([...units, ...rules.other_units, ...rules.sizes]);
  const nouns = anyOf(rules.apart.flatMap((name: string) => rules.counts[name]));
  const relative = rules.units.filter(({ kind }) => ["ratio", "percent"].includes(kind)).flatMap(({ words }) => words);
  const numeral = anyOf(Object.keys(rules.numerals));
  // Of results a ratio may be as well, unless it is of how many there are.
  const alone = anyOf(counts.filter((word) => !word.endsWith("results") && word !== "systems"));
  return {
    figures: new RegExp(
      // In words, before "times" or what is counted.
      String.raw`(?<![\w.,/\x01\x02-])(?<numeral>(?:${numeral})(?:-(?:${numeral}))?)` +
        String.raw`(?:[\s-]?(?<times>${anyOf(relative)})|(?= (?:[a-z-]+ ){0,2}(?:${nouns})))(?![\w-])` +
        String.raw`|(?<![\w.,/\x01\x02])(?<currency>[$€£×]\s?)?(?<number>${NUMBER})` +
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
    countAfter: new RegExp(String.raw`^ (?:[a-z-]+ ){0,5}?(${nouns})(?![\w-])`),
    countBefore: new RegExp(String.raw`(?<![\w-])(${nouns}) (?:since \d{4} )?(?:to|of|at|: ?)\s*$`),
    ratioOf: new RegExp(
      String.raw`^ (?:(?:${anyOf(many)}) (?:[a-z-]+ ){0,2}?(${anyOf(counts)})` +
        String.raw`|(?:the |as many )?(${alone})|(?:as many as )?(${anyOf(others)})` +
        String.raw`|(?:the |as much |more |less )?(?:[a-z-]+ )?(${anyOf(parts)}))(?![\w-])`,
    ),
    inTotal: new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.in_total)})(?!\w)`),
    per: new RegExp(String.raw`(?<!\w)(?:${each})(?!\w)`),
    model: new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.models)}) $`),
  };
};

/** What says which of two names a figure sets over the other. */
const orderOf = ({ order }: FindRules) => {
  const { than, from, of, ahead } = order;
  const articles = String.raw`\b(?:the|an?|its|eight|\d+x?)\b`;
  return {
    // What stands between two chips that are set against each other.
    against: new RegExp(`${CHIP}(?!.*${wordOf([...than, ...from, ...ahead, "and", "or", "matches"])})[^,;/]*$`, "u"),
    // The name before a ratio is said to be the better one, unless it is what another is compared with.
    led: new RegExp(`${wordOf([...than, ...from])}(?: the| an?|\\s|${NAME})*$`, "u"),
    object: new RegExp(`^(?:[^.;:,]*${wordOf([...than, ...of])})?(?:[\\s${NAME}]|${articles})*$`, "u"),
    ahead: new RegExp(`${wordOf(ahead)}\\s?[^.;:,]*$`, "u"),
    behind: new RegExp(`${wordOf(order.behind)}\\s[^.;:,]*$`, "u"),
    after: new RegExp(`^\\s*${wordOf(order.after)}`, "u"), between: new RegExp(wordOf(order.between), "u"),
    slower: new RegExp(wordOf(order.slower), "u"), less: new RegExp(wordOf(order.less), "u"),
    burden: new RegExp(wordOf(order.burden), "u"),
  };
};

/** What a phrase is read with: `hasSize` says whether a system has so many of these chips. */
const grammarOf = (rules: FindRules, names: FindNames, hasSize: (chips: string[], many: number) => boolean) => {
  const counts = Object.entries(rules.counts).map(([unit, words]) => ({ kind: "count", unit, words }));
  const units: Record<string, { kind: string, unit?: string, few?: number }> = Object.fromEntries(
    [...rules.units, ...counts].flatMap((unit) => unit.words.map((word) => [word, unit])),
  );
  const readings = Object.entries(rules.readings).flatMap(([name, rule]) =>
    [...rule.words, ...(rule.after ?? [])].map((word: string) => [word, name]));
  const directions = ["saving", "gain"].flatMap((kind) => rules.percent[kind].map((word) => [word, kind]));
  const ignored = new Set(rules.ignored.split(/\s+/));
  const spoken = new Set(
    [
      ...Object.keys({ ...units, ...rules.scales, ...rules.multiples, ...rules.numerals }), ...rules.other_units,
      ...rules.per_accelerator, ...rules.in_total, ...rules.sizes,
      ...[...readings, ...directions].map(([word]) => word),
    ].flatMap((phrase) => phrase.split(" ")),
  );
  return {
    rules, names, hasSize, units, ...formsOf(rules, Object.keys(units)), order: orderOf(rules),
    reading: Object.fromEntries(readings),
    direction: Object.fromEntries(directions), directed: new RegExp(wordOf(directions.map(([word]) => word)), "gu"),
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

/** What stands before and after a figure in its own item of a list. */
export const itemAt = (text: string, start: number, end: number) => {
  const marks = [...text.matchAll(ITEM)].map(({ index, 0: mark }) => ({ from: index, to: index + mark.length }));
  const from = marks.findLast(({ to }) => to <= start)?.to ?? 0;
  return [text.slice(from, start), text.slice(end, marks.find((mark) => mark.from >= end)?.from)];
};

/* ---- A figure ---- */

/** Where a number stands: in a text, and in the same without its names. `written` has its number, currency, scale, unit
 * and "per accelerator", as far as they are there. */
export type Spot = {
  phrase: string, text: string, rest: string, start: number, end: number, sides: (FindName & { at: number })[],
  whole: string, written: Record<string, string | undefined>,
};

/** The words of a sentence before and after a part of it. */
const around = ({ rules: { near } }: Grammar, text: string, start: number, end: number) => [
  text.slice(Math.max(0, start - near), start).split(SENTENCES).slice(-1)[0],
  text.slice(end, end + near).split(SENTENCE)[0],
];

const isPartial = ([kind]: string[]) => kind === "part" || kind === "share";

/** Which of two names the words around a figure say is the better one: 0 or 1. */
const betterOf = ({ order }: Grammar, words: string, kinds: string[]) => {
  const isLess = order.less.test(words) || kinds[0] === "saving";
  if (order.slower.test(words)) return isPartial(kinds) ? undefined : 1;
  if (order.burden.test(words)) return isPartial(kinds) || isLess ? 0 : 1;
  return isLess || kinds.length > 1 ? undefined : Number(isPartial(kinds));
};

/** Which of two names, by their places, a figure is said of: 0 or 1, the better one. */
const leaderOf = (grammar: Grammar, { rest, start, end }: Spot, [one, two]: number[], kinds: string[]) => {
  const { order } = grammar;
  // On either side of it: MI355X is 8% slower than B300.
  if (two >= end) {
    const isCompared = order.object.test(rest.slice(end, two).replace(LISTED, ""));
    const isLed = !order.led.test(rest.slice(0, one));
    return isCompared && isLed ? betterOf(grammar, rest.slice(start, two), kinds) : undefined;
  }
  // Both before it: B300 比 MI355X 慢 8%, MI355X leads B300 by 8%.
  const [middle, behind] = [rest.slice(one + 1, two), rest.slice(two + 1).split(SENTENCE)[0]];
  if (order.between.test(middle) || order.after.test(behind)) return betterOf(grammar, behind, kinds);
  if (isPartial(kinds)) return undefined;
  return order.ahead.test(middle) ? 0 : order.behind.test(middle) ? 1 : undefined;
};

/** Of two chips, companies or rounds that a ratio compares, the one that is said to be the better and the other. */
const sidesOf = (grammar: Grammar, spot: Spot, kinds: string[]) => {
  const { rest, sides, start } = spot;
  const of = (name: string) => sides.filter((side) => side.category === name);
  const isSame = (name: string) => new Set(of(name).map(({ values }) => values.join())).size < 2;
  const category = COMPARED.find((name) => !isSame(name));
  const [one, two, ...more] = category ? of(category) : [];
  if (!two || more.length || one.at > start || /[.;:,]/.test(rest.slice(one.at, start))) return undefined;
  const better = leaderOf(grammar, spot, [one.at, two.at], kinds);
  if (better === undefined) return undefined;
  // What is said of both is of each: Oracle B200 1.1x Dell B200.
  const both = COMPARED.filter((name) => of(name).length === 2 && isSame(name));
  const shared = Object.fromEntries(both.map((name) => [name, [of(name)[0].values]]));
  const names = [one, two].map(({ values }) => ({ [String(category)]: [values], ...shared }));
  return better ? names.reverse() : names;
};

/** What a percentage is: a share, a saving or a gain. */
const directionOf = (grammar: Grammar, rest: string, ends: [number, number]) => {
  const [leads, words] = around(grammar, rest, ...ends);
  const follows = words.replace(LISTED, "");
  if (grammar.rules.percent.share.includes(/[a-z]+/.exec(follows)?.[0] ?? "")) return ["share"];
  const word = follows.match(grammar.directed)?.[0] ?? leads.match(grammar.directed)?.at(-1);
  return word === undefined ? ["saving", "gain"] : [grammar.direction[word]];
};

/** The unit of a number, with the word that says it. */
const unitOf = (
  { rules, units, countAfter, countBefore }: Grammar, { text, rest, start, end, written }: Spot,
) => {
  const { currency, number = "", scale, unit: name, times, numeral, multiple } = written;
  // ×2.77, if it is of nothing else.
  const multiplied = Boolean(multiple) || (currency?.startsWith("×") && !scale && !name);
  const word = multiplied ? "x" : times ?? name;
  const money = currency !== undefined && !currency.startsWith("×");
  // "291 cumulative wins", "wins to 291".
  const alone = word === undefined && !currency && !scale && (numeral || /^\d{1,3}$/.test(number));
  const leads = text.slice(Math.max(0, start - rules.near), start);
  const noun = alone ? (countAfter.exec(text.slice(end)) ?? countBefore.exec(leads))?.[1] : undefined;
  const unit = word !== undefined && Object.hasOwn(units, word) ? units[word] : noun ? units[noun] : undefined;
  const by = scale ? rules.scales[scale] : 1;
  // Of these few are never a result: up to 3 tokens, per 1 million tokens.
  const few = unit?.few && (Number(number.replace(",", "")) * by < unit.few || /per $/.test(rest.slice(0, start)));
  return {
    unit, word, scale: by, multiplied, few: Boolean(few),
    money: money || (word !== undefined && rules.money.includes(word)),
  };
};

const kindsOf = (
  grammar: Grammar, { rest }: Spot, { unit, word, scale, few, money, multiplied }: ReturnType<typeof unitOf>,
  { digits, decimals }: { digits: number, decimals: number }, ends: [number, number],
) => {
  const one = 10 ** decimals;
  const ratio = [digits < one ? "part" : "ratio"];
  if (multiplied) return ratio;
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
  const isBounded = least === most && (of.unit || of.multiplied);
  const isFine = reading === "whole" || (written.multiple && !decimals) || isBounded;
  const place = isFine ? 10 : placeOf(digits, decimals);
  if (isFine) [digits, decimals] = [digits * 10, decimals + 1];
  const counted = isPair({ kinds })
    ? grammar.ratioOf.exec(text.slice(end, end + rules.near))?.slice(1).find(Boolean) ?? null : null;
  // What follows the next figure is said of that one.
  const [leads, follows] = around(grammar, text, start, end);
  const clause = leads + text.slice(start, end) + follows.split(/,\s+(?=\d)/)[0];
  const [low, high] = interval(rules.readings[reading], digits, place);
  const hundredths = of.word !== undefined && rules.hundredths.includes(of.word) ? 0.01 : 1;
  const numberEnd = start + (written.currency ?? "").length + (written.numeral ?? written.number ?? "").length;
  const unit = of.unit?.unit ?? (of.few ? String(of.word) : of.money ? "$" : null);
  return {
    start: ends[0], end: ends[1], text: phrase.slice(...ends).trim(),
    tail: of.multiplied ? "x" : phrase.slice(numberEnd, end).trimEnd(), kinds: counted ? [] : kinds,
    of: counted, sides: sidesOf(grammar, spot, kinds), unit: counted ? kinds[0] : unit,
    measure: written.each || grammar.per.test(clause) ? "per" : grammar.inTotal.test(clause) ? "total" : null,
    digits, decimals,
    factor: (2 * 10 ** decimals * (of.unit?.kind === "percent" ? 100 : 1)) / (of.scale * hundredths),
    reading, low, high,
  };
};

/* ---- A phrase ---- */

/** Whether a number says on how many accelerators: null where it is a figure, and which chips follow it where it
 * does. */
const sizeAt = (
  { rules, hasSize, order }: Grammar, { rest, start, end, written }: Spot, chips: Map<number, string[]>,
) => {
  const { number = "", scale, unit = "" } = written;
  const [ahead, behind, isWhole] = [rest.slice(0, start), rest.slice(end), /^[^.]+$/.test(number)];
  if (unit === "x" && !scale && isWhole && NOTED.test(ahead) && /^\s*\)/.test(behind)) return [];
  const chip = chips.get(rest.indexOf(CHIP, end)) ?? [];
  const many = numberOf(number, false).digits;
  const precedes = isWhole && !scale && behind.replace(/^[ x]+/, "").startsWith(CHIP) && many < MOST_CHIPS;
  // "B200 4x H100" is a ratio all the same.
  const isCount = hasSize(chip, many) && !order.against.test(ahead);
  if (precedes && (!unit || (unit === "x" && isCount))) return chip;
  return rules.sizes.includes(unit) ? [] : null;
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
  for (const { index: start, 0: whole, groups: parts = {} } of rest.matchAll(grammar.figures)) {
    const spot = { phrase, text: written, rest, sides, start, end: start + whole.length, whole, written: parts };
    const of = sizeAt(grammar, spot, chips);
    if (of) covered.push([start, spot.end]);
    // The tables count no processors.
    if (of && !of.includes(CPUS)) (named.accelerators ??= []).push([String(numberOf(parts.number, false).digits)]);
    const isModel = /^\d+\+?$/.test(whole) && grammar.model.test(written.slice(0, start));
    if (!of && !isModel) list.push(figureAt(grammar, spot));
  }
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
