/* A phrase with figures as a person types it, read: what its words name, and which figures it has, each with its kinds, unit
   and what its digits stand for. Words are declared in claimcheck/site/engine/find.yml. */
import { once } from "./words.js";

/** What a name can be of. */
export const CATEGORIES = ["benchmark", "scenario", "chip", "submitter", "round", "availability", "accelerators"];
/** Figures that compare two results; others are of one. */
export const PAIRS = ["ratio", "saving", "gain", "share", "multiple", "part"];
export const isPair = (/** @type {Pick<FindFigure, "kinds">} */ figure) => PAIRS.includes(figure.kinds[0]);
const [TOO_LONG, LONGEST_NAME] = [1e12, 5];
// A name that is misspelt has so many letters, and may be so with two slips from so many on.
const [SHORTEST, LONG] = [5, 9];
// No system has so many chips.
const MOST_CHIPS = 1e5;
// Nobody counts more processors of a system.
const SOCKETS = 2;
// What takes the place of the first letter of a name in a text, so that a number before a chip is seen.
const [CHIP, NAME] = ["\x01", "\x02"];

/** What systems without accelerators run on, as a name. */
export const CPUS = "CPUs";
const bare = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** @param {Record<string, string[]>} values @param {Record<string, Record<string, string[]>>} also */
export const namesOf = (values, also) => {
  /** @type {Map<string, FindName[]>} */
  const meant = new Map();
  const extend = (/** @type {FindName[]} */ kinds, /** @type {string} */ category, /** @type {string[]} */ more) => {
    const kind = kinds.find((own) => own.category === category);
    if (kind) kind.values = [...new Set([...kind.values, ...more])];
    else if (more.length) kinds.push({ category, values: [...more] });
  };
  for (const category of CATEGORIES) {
    const known = values[category] ?? [];
    // A company under two spellings is named by both.
    const spellings = Map.groupBy(known, bare);
    const spoken = Object.entries(also[category] ?? {}).flatMap(([value, names]) => names.map((name) => [name, value]));
    for (const [name, value] of [...known.map((own) => [own, own]), ...spoken]) {
      const kinds = meant.get(bare(name)) ?? [];
      meant.set(bare(name), kinds);
      extend(kinds, category, spellings.get(bare(value)) ?? []);
    }
  }
  const words = [...meant.keys()].sort();
  /** @param {string} text @returns {FindName[]} */
  const exact = (text) => (bare(text) && meant.get(bare(text))) || [];
  /** @param {string} text @returns {FindName[]} */
  const begun = (text) => {
    const name = bare(text);
    if (name.length < 3 || !/[a-z]/.test(name) || !/[0-9]/.test(name)) return [];
    /** @type {FindName[]} */
    const kinds = [];
    for (const word of words.filter((longer) => longer.startsWith(name))) for (const kind of meant.get(word) ?? []) extend(kinds, kind.category, kind.values);
    return kinds;
  };
  /** The only name that a word is one slip of the pen from, or two where it is long: in a name of several words too.
   * @param {string} text */
  const close = (text) => {
    const name = bare(text);
    if (name.length < SHORTEST) return null;
    const allowed = name.length < LONG ? 1 : 2;
    const found = words.filter((word) => word[0] === name[0] && word.replace(/\D/g, "") === name.replace(/\D/g, "") && word.length >= SHORTEST && Math.abs(word.length - name.length) <= allowed && slips(name, word) <= allowed);
    const kinds = found.length === 1 ? meant.get(found[0]) : undefined;
    return kinds ? { kinds, name: kinds[0].values[0] } : null;
  };
  return { exact, begun, close };
};

/** By how many letters put in, left out, changed or swapped one word becomes another. @param {string} one @param {string} other */
const slips = (one, other) => {
  /** @type {number[][]} */
  const table = [Array.from({ length: other.length + 1 }, (_none, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    table.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const least = Math.min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + Number(one[i - 1] !== other[j - 1]));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      table[i].push(swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least);
    }
  }
  return table[one.length][other.length];
};

/** How a number is written: 652,750.1 and 1'096'770 and 1 096 770, 652.750,1 and 2,77, 64510 and 2.77. */
const NUMBER = [
  String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?`, String.raw`\d{1,3}(?:['\u2019]\d{3})+(?:[.,]\d+)?`,
  String.raw`\d{1,3}(?: \d{3}){2,}(?:[.,]\d+)?`, String.raw`\d{1,3} \d{3}(?:,\d+)?(?= ?(?:tok|samp|quer))`,
  String.raw`\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?`, String.raw`\d{1,3}(?:\.\d{3})+,\d+`,
  String.raw`0,\d+`, String.raw`\d+,\d{2}`, String.raw`\d+,\d(?=[ -]?(?:x|%|fach|mal|fois|倍|p(?:roz|our)|mi|tok|samp|quer|sek))`, String.raw`\d+(?:\.\d+)?`,
].join("|");
/** The digits of a number as a whole number, and how many of them are decimals. @param {string} written @param {boolean} german */
const numberOf = (written, german) => {
  const number = written.replace(/['\u2019 ]/g, "");
  const pointed = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(number) && (german || /\..*[.,]/.test(number));
  const english = pointed ? number.replaceAll(".", "").replace(",", ".") : /^[1-9]\d{0,2}(?:,\d{3})+(?!\d)/.test(number) ? number.replaceAll(",", "") : number.replace(",", ".");
  const [whole, fraction = ""] = english.split(".");
  return { digits: Number(whole + fraction), decimals: fraction.length };
};
/** A result's public ID: 5.1-0087. */
const ID = /(?<![\w.-])v?(\d\.\d-\d{4})(?![\w-])/g;
const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** One of some words, the longest that fits. @param {string[]} words */
const anyOf = (words) => [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escaped).join("|");

/** The form of a number with a unit that results have, as the search of the site looks for it in any words. @param {FindRules} rules */
export const printedForm = ({ scales, units }) =>
  String.raw`(?<![\w.,])(?:${NUMBER})(?:[\s-]?(?:${anyOf(Object.keys(scales))}))?[\s-]?(?:${anyOf(units.flatMap(({ words }) => words))})(?!\w)`;

/** Reads a phrase; `loose`, with names that are misspelt. `hasSize` says whether a system has so many of these chips.
 * @param {FindRules} rules @param {FindNames} names @param {(chips: string[], many: number) => boolean} hasSize
 * @returns {(phrase: string, loose?: boolean) => FindAsked} */
export const readerOf = (rules, names, hasSize) => {
  const { near } = rules;
  /** @type {Record<string, { kind: string, unit?: string, few?: number }>} */
  const units = Object.fromEntries([...rules.units, ...rules.counts].flatMap((unit) => unit.words.map((/** @type {string} */ word) => [word, unit])));
  const readings = Object.entries(rules.readings);
  const reading = Object.fromEntries(readings.flatMap(([name, rule]) => [...rule.words, ...(rule.after ?? [])].map((word) => [word, name])));
  const figures = new RegExp(
    String.raw`(?<![\w.,/\x01\x02])([$€£×]\s?)?(${NUMBER})(?:[\s-]?(${anyOf(Object.keys(rules.scales))})(?![a-z0-9]))?\+?`
    // A name may be between: 227.4 server queries per watt.
    + String.raw`(?:(?:[\s-]|\s?\x02\s+)?(${anyOf([...Object.keys(units), ...rules.other_units, ...rules.sizes])})(?![a-z0-9]|/(?!gpu|chip|acc)))?`
    + String.raw`(?:\s?(${anyOf(rules.per_accelerator)})(?![a-z]))?(?![\w]|[.,]\d|/\d(?!m)|%)`, "g");
  const multiples = new RegExp(String.raw`(?<![\w-])(${anyOf(Object.keys(rules.multiples))})(?![\w-])`, "g");
  const before = new RegExp(String.raw`(?:^|(?<=[^\w]))(${anyOf(readings.flatMap(([, rule]) => rule.words))})\s*(?:a |an |the )?$`);
  const after = new RegExp(String.raw`^\s?(${anyOf(readings.flatMap(([, rule]) => rule.after ?? []))})(?!\w)`);
  const nouns = anyOf(rules.counts.filter(({ apart }) => apart).flatMap((unit) => unit.words));
  const [countAfter, countBefore] = [new RegExp(String.raw`^ (?:[a-z-]+ ){1,3}?(${nouns})(?![\w-])`), new RegExp(String.raw`(?<![\w-])(${nouns}) (?:to|of|at|: ?)\s*$`)];
  const { many, counts, others } = rules.ratio_of;
  // Of results a ratio may be as well, unless it is of how many there are.
  const ratioOf = new RegExp(String.raw`^ (?:(?:${anyOf(many)}) (?:[a-z-]+ ){0,2}?(${anyOf(counts)})|(?:the |as many )?(${anyOf(counts.filter((word) => !word.endsWith("results") && word !== "systems"))})|(?:as many as )?(${anyOf(others)}))(?![\w-])`);
  const inTotal = new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.in_total)})(?!\w)`);
  const per = new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.per_accelerator)})(?!\w)`);
  const tokens = /[^\s("'\u201c\u2018[]\S*?(?=[.,;:!?)"'\u201d\u2019\]]*(?:\s|$))/g;
  const ignored = new Set(rules.ignored.split(/\s+/));
  /** @type {Record<string, string>} */
  const direction = Object.fromEntries(["saving", "gain"].flatMap((kind) => rules.percent[kind].map((word) => [word, kind])));
  const spoken = new Set([
    ...Object.keys(units), ...rules.other_units, ...Object.keys(rules.scales), ...rules.per_accelerator, ...rules.in_total,
    ...rules.sizes, ...Object.keys(rules.multiples), ...Object.keys(reading), ...Object.keys(direction),
  ].flatMap((phrase) => phrase.split(" ")));

  const plain = (/** @type {string} */ text) => Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join("")
    .replace(/(?<=\d ?)×|×(?! ?\d)/g, "x").replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/[\s\u200b-\u200f\u202a-\u202e]/g, " ").replace(/[\u2010-\u2015\u2212]/g, "-");

  /** What some words name. @param {string} part @param {boolean} alone @returns {FindName[]} */
  const meaning = (part, alone) => {
    if (!/[a-z]/.test(part)) return [];
    const kinds = names.exact(part);
    if (kinds.length || !alone) return kinds;
    const stem = part.replace(/['\u2019]s$|(?<=\d)s$/, "");
    const stemmed = names.exact(stem);
    if (stemmed.length) return stemmed;
    return /^[\d.,]+(x|k|m|bn|ms|s|gb|tb|w|kw|mw)$/.test(stem) ? [] : names.begun(stem);
  };

  const strange = (/** @type {string} */ word) => /^[a-z]/.test(word) && !ignored.has(word) && !spoken.has(word);

  /** What the words of a text name, the text without them, the chips by their places, and the places of unknown words.
   * @param {string} text @param {boolean} loose */
  const namedIn = (text, loose) => {
    // Signs of Chinese, Japanese and Korean stand between names.
    const words = [...text.replace(/[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g, " ").matchAll(tokens)].map((match) => ({ at: match.index, word: match[0] }));
    /** @type {Record<string, string[][]>} */
    const named = {};
    const rest = text.split("");
    /** @type {{ at: number, word: string }[]} */
    const unknown = [];
    /** @type {{ word: string, as: string }[]} */
    const misspelt = [];
    /** @type {Map<number, string[]>} */
    const chips = new Map();
    for (let place = 0; place < words.length;) {
      /** @type {FindName[]} */
      let kinds = [];
      let [length, start, end] = [Math.min(LONGEST_NAME, words.length - place), 0, 0];
      for (; length > 0 && !kinds.length; length -= 1) {
        start = words[place].at;
        end = words[place + length - 1].at + words[place + length - 1].word.length;
        kinds = meaning(text.slice(start, end), length === 1);
      }
      if (!kinds.length && loose && strange(words[place].word)) {
        for (length = Math.min(2, words.length - place); length > 0 && !kinds.length; length -= 1) {
          start = words[place].at;
          end = words[place + length - 1].at + words[place + length - 1].word.length;
          const meant = names.close(text.slice(start, end));
          if (!meant) continue;
          kinds = meant.kinds;
          misspelt.push({ word: text.slice(start, end), as: meant.name });
        }
      }
      if (kinds.length) {
        const chip = kinds.find(({ category }) => category === "chip");
        if (chip) chips.set(start, chip.values);
        for (const { category, values } of kinds) (named[category] ??= []).push(values);
        rest.fill(" ", start, end);
        rest[start] = chip ? CHIP : NAME;
        place += length + 1;
        continue;
      }
      const { word } = words[place];
      if (strange(word)) unknown.push(words[place]);
      place += 1;
    }
    return { named, rest: rest.join(""), unknown, misspelt, chips };
  };

  const sentenceAfter = (/** @type {string} */ text, /** @type {number} */ end) => text.slice(end, end + near).split(/[.;!?](?:\s|$)/)[0];
  const sentenceBefore = (/** @type {string} */ text, /** @type {number} */ start) => text.slice(Math.max(0, start - near), start).split(/[.;!?]\s/).slice(-1)[0];

  /** What a percentage is: a share, a saving or a gain. @param {string} text @param {number} start @param {number} end */
  const directionOf = (text, start, end) => {
    const WORD = /[a-z]+(?:-[a-z]+)*/g;
    const [follows, leads] = [sentenceAfter(text, end).match(WORD) ?? [], sentenceBefore(text, start).match(WORD) ?? []];
    if (follows.length && rules.percent.share.includes(follows[0])) return ["share"];
    const word = [...follows, ...[...leads].reverse()].find((candidate) => Object.hasOwn(direction, candidate));
    return word === undefined ? ["saving", "gain"] : [direction[word]];
  };

  /** @param {string} rest @param {number} start @param {number} end @param {RegExpMatchArray | null} match @param {string} phrase @returns {FindFigure} */
  const figureAt = (rest, start, end, match, phrase) => {
    const text = plain(phrase);
    const scale = match && match[3] ? rules.scales[match[3]] : 1;
    const money = match?.[1] !== undefined && !match[1].startsWith("×");
    // ×2.77, if it is of nothing else.
    const multiplied = !match || (match[1] !== undefined && !money && !match[3] && !match[4]);
    const word = multiplied ? "x" : match[4];
    // "291 cumulative wins", "wins to 291".
    const around = match && word === undefined && !match[1] && !match[3] && /^\d{1,3}$/.test(match[2]);
    const noun = around ? (countAfter.exec(text.slice(end, end + near)) ?? countBefore.exec(text.slice(Math.max(0, start - near), start)))?.[1] : undefined;
    const unit = word !== undefined && Object.hasOwn(units, word) ? units[word] : noun ? units[noun] : undefined;
    // Of these few are never a result: up to 3 tokens, per 1 million tokens.
    const few = unit?.few && (Number(match?.[2].replace(",", "")) * scale < unit.few || /per $/.test(rest.slice(0, start)));
    let { digits, decimals } = numberOf(match ? match[2] : String(rules.multiples[rest.slice(start, end)]), rules.german.includes(word));
    const [leads, follows] = [before.exec(rest.slice(0, start)), after.exec(rest.slice(end))];
    const name = leads ? reading[leads[1]] : follows ? reading[follows[1]] : match?.[0].includes("+") ? reading["+"] : "as printed";
    // A tenth below 2 is less than half a unit of its digit.
    const [least, most] = interval(rules.readings[name], digits, 1);
    if (least === most && (unit || !match)) [digits, decimals] = [digits * 10, decimals + 1];
    const begin = leads ? leads.index + leads[0].indexOf(leads[1]) : start;
    const stop = follows ? end + follows[0].length : end;
    const belowOne = digits < 10 ** decimals;
    /** @type {string[]} */
    let kinds;
    if (!match) kinds = [belowOne ? "part" : "ratio"];
    else if (money || unit?.kind === "count" || few || (word !== undefined && rules.other_units.includes(word)) || !(digits > 0 && digits < TOO_LONG)) kinds = [];
    else if (unit?.kind === "percent") {
      kinds = directionOf(rest, begin, stop);
      // Nobody saves all of it.
      if (kinds[0] === "saving" && digits >= 100 * 10 ** decimals) kinds = kinds.slice(1);
      else if (kinds[0] === "share" && digits > 100 * 10 ** decimals) kinds = ["multiple"];
    }
    else if (unit?.kind === "ratio" || (!unit && decimals && scale === 1 && digits < 100 * 10 ** decimals)) kinds = [belowOne ? "part" : "ratio"];
    else kinds = [unit?.kind ?? "any"];
    const of = isPair({ kinds }) ? ratioOf.exec(text.slice(end, end + near))?.slice(1).find(Boolean) ?? null : null;
    const clause = sentenceBefore(text, start) + text.slice(start, end) + sentenceAfter(text, end);
    const measure = (match && match[5]) || per.test(clause) ? "per" : inTotal.test(clause) ? "total" : null;
    const factor = (2 * 10 ** decimals * (unit?.kind === "percent" ? 100 : 1)) / (scale * (word !== undefined && rules.hundredths.includes(word) ? 0.01 : 1));
    const [low, high] = interval(rules.readings[name], digits, placeOf(digits, decimals));
    const numberAt = match ? start + (match[1] ?? "").length + match[2].length : start;
    const tail = multiplied ? "x" : phrase.slice(numberAt, end).trimEnd();
    return { start: begin, end: stop, text: phrase.slice(begin, stop).trim(), tail, kinds: of ? [] : kinds, of, unit: of ? kinds[0] : unit?.unit ?? (few ? String(word) : null) ?? (money || (word !== undefined && rules.money.includes(word)) ? "$" : null), measure, digits, decimals, factor, reading: name, low, high };
  };

  return (phrase, loose = false) => {
    const written = plain(phrase);
    const ids = [...written.matchAll(ID)].map(([, id]) => id);
    const { named, rest, unknown, misspelt, chips } = namedIn(written.replace(ID, (id) => " ".repeat(id.length)), loose);
    /** @type {FindFigure[]} */
    const list = [];
    /** @type {[number, number][]} */
    const covered = [];
    for (const match of rest.matchAll(figures)) {
      const end = match.index + match[0].length;
      const chip = chips.get(rest.indexOf(CHIP, end)) ?? [];
      const beforeChip = !match[3] && rest.slice(end).replace(/^[ x]+/, "").startsWith(CHIP) && numberOf(match[2], false).digits < MOST_CHIPS && (match[4] === undefined || hasSize(chip, Number(match[2])));
      // "More than 2x MI355X" is a ratio all the same, and so is "B200 4x H100".
      const ahead = rest.slice(0, match.index);
      const compares = new RegExp(`${CHIP}(?!.*\\b(?:vs|versus|against|and|or|than|over|from|to|with)\\b)[^,;/]*$`).test(ahead) || (chip.includes(CPUS) && Number(match[2]) > SOCKETS);
      const ofChips = beforeChip && (match[4] === undefined || (match[4] === "x" && !before.test(ahead) && !compares));
      if (rules.sizes.includes(match[4]) || (ofChips && !match[2].includes("."))) {
        // The tables count no processors.
        if (!ofChips || !chip.includes(CPUS)) (named.accelerators ??= []).push([String(numberOf(match[2], false).digits)]);
        covered.push([match.index, end]);
      } else if (!written.startsWith(" read", end)) list.push(figureAt(rest, match.index, end, match, phrase));
    }
    for (const match of rest.matchAll(multiples)) list.push(figureAt(rest, match.index, match.index + match[0].length, null, phrase));
    list.sort((a, b) => a.start - b.start);
    // The first end of a span is in the unit of the second: 5,842 to 9,821 tokens/s.
    list.forEach((one, i) => {
      const next = list[i + 1];
      if (!next?.tail.trim() || one.tail.trim() || !one.kinds.length || !next.kinds.length || !/^(?: ?(?:-|to|and|or|\u2192|->) ?)$/.test(written.slice(one.end, next.start))) return;
      Object.assign(one, { kinds: next.kinds, unit: next.unit, measure: next.measure, tail: next.tail, factor: next.factor * 10 ** (one.decimals - next.decimals) });
    });
    for (const { start, end } of list) covered.push([start, end]);
    const left = unknown.filter(({ at }) => !covered.some(([start, end]) => start <= at && at < end)).map(({ word }) => word);
    /** @type {FindAsked["names"]} */
    const asked = {};
    for (const category of CATEGORIES.filter((known) => named[known])) {
      asked[category] = named[category].filter((values, i, all) => all.findIndex((other) => other.join("|") === values.join("|")) === i);
    }
    return { ids, figures: list, names: asked, unknown: [...new Set(left)], misspelt, words: written, topics: rules.topics.filter((/** @type {{ words: string[] }} */ topic) => topic.words.some((word) => new RegExp(`\\b${word}\\b`).test(written))) };
  };
};

/** The reader of phrases, with the names that tables and rules have. @param {ResultTable} results @param {Rules} rules */
export const readingOf = ({ columns, rows }, rules) => {
  const { find, training } = rules;
  const distinct = (/** @type {string} */ name) => (columns[name].words ?? []).filter((cell) => cell !== null).map(String);
  // With its accuracy target: bert-99 is bert.
  const also = { ...find.names, benchmark: { ...find.names.benchmark }, chip: { ...find.names.chip }, submitter: { ...find.names.submitter } };
  const extend = (/** @type {"benchmark" | "chip" | "submitter"} */ kind, /** @type {string} */ name, /** @type {string[]} */ more) => { also[kind][name] = [...(also[kind][name] ?? []), ...more]; };
  for (const name of distinct("benchmark")) extend("benchmark", rules.benchmarks[name][0], [name]);
  for (const [name, { kind, names: more }] of Object.entries(find.absent)) extend(kind, name, more);
  // Companies that submitted together are named by each.
  const { at: submitters, words: companies } = columns.submitter;
  const { at: owners, words: organisations } = columns.owners;
  const together = new Map(Array.from({ length: rows }, (_none, row) => [submitters?.[row] ?? 0, owners?.[row] ?? 0]));
  for (const [company, of] of together) extend("submitter", String(companies?.[company]), String(organisations?.[of]).split(rules.between));
  // A100 is each of its forms, and what a source calls so.
  const products = [...distinct("product"), ...training.values.chip];
  for (const chip of training.values.chip) for (const form of products.filter((name) => name.startsWith(`${chip}-`))) extend("chip", form, [chip]);
  const values = {
    benchmark: [...distinct("benchmark").map((name) => rules.benchmarks[name][0]), ...training.values.benchmark],
    scenario: [...distinct("scenario"), ...training.values.scenario],
    chip: [...products, CPUS],
    submitter: [...distinct("submitter"), ...distinct("accelerator_vendor"), ...training.values.submitter],
    round: [...rules.rounds, ...training.rounds, ...find.other_rounds],
    availability: distinct("availability"),
  };
  for (const [name, { kind }] of Object.entries(find.absent)) values[kind].push(name);
  const sizes = once(() => new Set(Array.from({ length: rows }, (_none, row) => `${columns.product.get(row)}|${columns.accelerators.get(row)}`)));
  const hasSize = (/** @type {string[]} */ chips, /** @type {number} */ many) => chips.some((chip) => sizes().has(`${chip}|${many}`) || !columns.product.words?.includes(chip));
  const names = namesOf(Object.fromEntries(Object.entries(values).map(([name, of]) => [name, [...new Set(of)].sort()])), also);
  return readerOf(find, names, hasSize);
};

/** The unit of the last digit that is no trailing zero of a whole number. @param {number} digits @param {number} decimals */
export const placeOf = (digits, decimals) => {
  let place = 1;
  while (digits && !decimals && digits % (place * 10) === 0) place *= 10;
  return place;
};

/** From where up to where, in half units of the last digit, a figure reaches; `place` is the unit of its last digit that is
 * no trailing zero. @param {Record<string, any>} rule @param {number} digits @param {number} place */
export const interval = (rule, digits, place) => {
  return [rule.low, rule.high].map((end) => 2 * digits + (end.half ?? 0) + Math.floor(2 * digits * (end.share ?? 0) + 0.5) + 2 * place * (end.place ?? 0));
};
