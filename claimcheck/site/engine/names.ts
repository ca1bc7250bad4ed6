/* What the words of a text name: benchmarks, scenarios, chips, submitters, rounds and categories, as people write
 * them. */

/** What a name can be of. */
export const CATEGORIES = ["benchmark", "scenario", "chip", "submitter", "round", "availability", "accelerators"];
/** What systems without accelerators run on, as a name. */
export const CPUS = "CPUs";
/** What takes the place of the first letter of a name in a text, so that a number before a chip is seen. */
export const [CHIP, NAME] = ["\x01", "\x02"];
// So many words are a name, and so many of a name that is misspelt.
const [LONGEST, LONGEST_SLIP] = [5, 2];
// A name that is misspelt has so many letters.
const SHORTEST = 5;
const TOKENS = /[^\s("'\u201c\u2018[]\S*?(?=[.,;:!?)"'\u201d\u2019\]]*(?:\s|$))/g;
// Signs of Chinese, Japanese and Korean stand between names.
const SIGNS = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Adds names to those of a category. */
const extend = (kinds: FindName[], category: string, more: string[]) => {
  const kind = kinds.find((own) => own.category === category);
  if (kind) kind.values = [...new Set([...kind.values, ...more])];
  else if (more.length) kinds.push({ category, values: [...more] });
};

/** What each spelling means, of the names of each category and what else they are called. */
export const namesOf = (values: Record<string, string[]>, also: Record<string, Record<string, string[]>>) => {
  const meant: Map<string, FindName[]> = new Map();
  for (const category of CATEGORIES) {
    const known = values[category] ?? [];
    // A company under two spellings is named by both.
    const spellings = Map.groupBy(known, bare);
    const spoken = Object.entries(also[category] ?? {}).flatMap(([value, of]) => of.map((name) => [name, value]));
    for (const [name, value] of [...known.map((own) => [own, own]), ...spoken]) {
      const kinds = meant.get(bare(name)) ?? [];
      meant.set(bare(name), kinds);
      extend(kinds, category, spellings.get(bare(value)) ?? []);
    }
  }
  // What has no letters of ours.
  meant.delete("");
  return { meant, words: [...meant.keys()].sort() };
};

const exact = ({ meant }: FindNames, text: string): FindName[] => meant.get(bare(text)) ?? [];

/** What begins with a word of letters and digits. */
const begun = ({ meant, words }: FindNames, text: string) => {
  const name = bare(text);
  const kinds: FindName[] = [];
  if (name.length < 3 || !/[a-z]/.test(name) || !/[0-9]/.test(name)) return kinds;
  const longer = words.filter((word) => word.startsWith(name)).flatMap((word) => meant.get(word) ?? []);
  for (const { category, values } of longer) extend(kinds, category, values);
  return kinds;
};

/** Whether one word becomes another by a letter put in, left out, changed or swapped with the next. */
const isSlip = (one: string, other: string) => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [own, theirs] = [one.slice(at), other.slice(at)];
  const isSwapped = own[0] === theirs[1] && own[1] === theirs[0] && own.slice(2) === theirs.slice(2);
  return isSwapped || [[1, 0], [0, 1], [1, 1]].some(([mine, its]) => own.slice(mine) === theirs.slice(its));
};

/** The only name that a word is one slip of the pen from: in a name of several words too. */
const close = ({ meant, words }: FindNames, text: string) => {
  const name = bare(text);
  const found = name.length < SHORTEST ? [] : words.filter((word) =>
    word[0] === name[0] && word.replace(/\D/g, "") === name.replace(/\D/g, "") && isSlip(name, word));
  return found.length === 1 ? meant.get(found[0]) ?? [] : [];
};

/** What some words name, in the genitive or plural too; one alone may be cut off. "A 10" is no A10. */
const meaning = (names: FindNames, part: string, alone: boolean) => {
  if (!/[a-z]/.test(part) || part.startsWith("a ")) return [];
  const stem = part.replace(/['\u2019]s$|(?<=\d[a-z]?)s$/, "");
  const own = exact(names, part);
  const kinds = own.length || stem === part ? own : exact(names, stem);
  return kinds.length || !alone ? kinds : begun(names, stem);
};

/** A word with its place. */
type Word = { at: number, word: string };
/** A name with its place. */
export type Side = FindName & { at: number, end: number };

/** The longest run of words from a place on that means something, and where it is. */
const longest = (
  text: string, words: Word[], place: number, most: number, meant: (part: string, alone: boolean) => FindName[],
) => {
  for (let length = Math.min(most, words.length - place); length > 0; length -= 1) {
    const [start, last] = [words[place].at, words[place + length - 1]];
    const end = last.at + last.word.length;
    const kinds = meant(text.slice(start, end), length === 1);
    if (kinds.length) return { kinds, start, end, length };
  }
  return null;
};

/** What the words of a text name: by category, and each name with its place; the text without them, the companies right
 * before a chip, words that are misspelt, and those that name nothing. */
export const namedIn = (names: FindNames, isStrange: (word: string) => boolean, text: string, loose: boolean) => {
  const words = [...text.replace(SIGNS, " ").matchAll(TOKENS)].map((match) => ({ at: match.index, word: match[0] }));
  const rest = text.split("");
  const [unknown, misspelt, sides]: [Word[], { word: string, as: string }[], Side[]] = [[], [], []];
  for (let place = 0; place < words.length;) {
    const strange = isStrange(words[place].word);
    const known = longest(text, words, place, LONGEST, (part, alone) => meaning(names, part, alone));
    const name = known
      ?? (loose && strange ? longest(text, words, place, LONGEST_SLIP, (part) => close(names, part)) : null);
    if (name) {
      const { kinds, start, end } = name;
      if (!known) misspelt.push({ word: text.slice(start, end), as: kinds[0].values[0] });
      sides.push(...kinds.map((kind) => ({ at: start, end, ...kind })));
      rest.fill(" ", start, end);
      rest[start] = kinds.some(({ category }) => category === "chip") ? CHIP : NAME;
    } else if (strange) unknown.push(words[place]);
    place += name?.length ?? 1;
  }
  const [chips, owners] = ["chip", "submitter"].map((name) => sides.filter(({ category }) => category === name));
  const makers = owners.filter(({ end }) => chips.some(({ at }) => at >= end && !text.slice(end, at).trim()));
  const named: Record<string, string[][]> = {};
  for (const { category, values } of sides) (named[category] ??= []).push(values);
  return { named, sides, unknown, misspelt, makers: makers.flatMap(({ values }) => values), rest: rest.join("") };
};
