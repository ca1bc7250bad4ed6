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
// A name that is misspelt has so many letters, and may be so with two slips from so many on.
const [SHORTEST, LONG] = [5, 9];
const TOKENS = /[^\s("'\u201c\u2018[]\S*?(?=[.,;:!?)"'\u201d\u2019\]]*(?:\s|$))/g;
// Signs of Chinese, Japanese and Korean stand between names.
const SIGNS = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
const AMOUNT = /^[\d.,]+(x|k|m|bn|ms|s|gb|tb|w|kw|mw)$/;

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

/** By how many letters put in, left out, changed or swapped one word becomes another. */
const slips = (one: string, other: string) => {
  const table: number[][] = [Array.from({ length: other.length + 1 }, (_none, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    table.push([i]);
    for (let j = 1; j <= other.length; j += 1) {
      const changed = table[i - 1][j - 1] + Number(one[i - 1] !== other[j - 1]);
      const least = Math.min(table[i - 1][j] + 1, table[i][j - 1] + 1, changed);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      table[i].push(swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least);
    }
  }
  return table[one.length][other.length];
};

/** The only name that a word is one slip of the pen from, or two where it is long: in a name of several words too. */
const close = ({ meant, words }: FindNames, text: string) => {
  const name = bare(text);
  if (name.length < SHORTEST) return null;
  const allowed = name.length < LONG ? 1 : 2;
  const found = words.filter((word) => word[0] === name[0] && word.replace(/\D/g, "") === name.replace(/\D/g, "")
    && word.length >= SHORTEST && Math.abs(word.length - name.length) <= allowed && slips(name, word) <= allowed);
  const kinds = found.length === 1 ? meant.get(found[0]) : undefined;
  return kinds ? { kinds, as: kinds[0].values[0] } : null;
};

/** What some words name, in the genitive or plural too; one alone may be cut off. "A 10" is no A10. */
const meaning = (names: FindNames, part: string, alone: boolean) => {
  if (!/[a-z]/.test(part) || part.startsWith("a ")) return [];
  const stem = part.replace(/['\u2019]s$|(?<=\d[a-z]?)s$/, "");
  const own = exact(names, part);
  const kinds = own.length || stem === part ? own : exact(names, stem);
  return kinds.length || !alone || AMOUNT.test(stem) ? kinds : begun(names, stem);
};

/** A word with its place. */
export type Word = { at: number, word: string };

/** The longest run of words from a place on that means something, and where it is. */
const longest = <T>(
  words: Word[], place: number, most: number, meant: (start: number, end: number, length: number) => T | null,
) => {
  for (let length = Math.min(most, words.length - place); length > 0; length -= 1) {
    const last = words[place + length - 1];
    const [start, end] = [words[place].at, last.at + last.word.length];
    const found = meant(start, end, length);
    if (found) return { ...found, start, end, length };
  }
  return null;
};

/** What the words of a text name, the text without them, the chips by their places, all names with theirs, the
 * companies right before a chip, and the words that name nothing. */
export const namedIn = (names: FindNames, isStrange: (word: string) => boolean, text: string, loose: boolean) => {
  const words = [...text.replace(SIGNS, " ").matchAll(TOKENS)].map((match) => ({ at: match.index, word: match[0] }));
  const rest = text.split("");
  const found: {
    named: Record<string, string[][]>, unknown: Word[], misspelt: { word: string, as: string }[],
    chips: Map<number, string[]>, sides: (FindName & { at: number })[], makers: string[],
    last: { end: number, names: string[] } | null,
  } = { named: {}, unknown: [], misspelt: [], chips: new Map(), sides: [], makers: [], last: null };
  const exactly = (start: number, end: number, length: number) => {
    const kinds = meaning(names, text.slice(start, end), length === 1);
    return kinds.length ? { kinds, as: null } : null;
  };
  const nearly = (start: number, end: number) => close(names, text.slice(start, end));
  for (let place = 0; place < words.length;) {
    const strange = isStrange(words[place].word);
    const name =
      longest(words, place, LONGEST, exactly) ??
      (loose && strange ? longest(words, place, LONGEST_SLIP, nearly) : null);
    if (name) {
      const chip = name.kinds.find(({ category }) => category === "chip");
      if (name.as !== null) found.misspelt.push({ word: text.slice(name.start, name.end), as: name.as });
      if (chip) found.chips.set(name.start, chip.values);
      found.sides.push(...name.kinds.map((kind) => ({ at: name.start, ...kind })));
      const before = found.last;
      if (chip && before && !text.slice(before.end, name.start).trim()) found.makers.push(...before.names);
      const owner = name.kinds.find(({ category }) => category === "submitter");
      found.last = owner ? { end: name.end, names: owner.values } : null;
      for (const { category, values } of name.kinds) (found.named[category] ??= []).push(values);
      rest.fill(" ", name.start, name.end);
      rest[name.start] = chip ? CHIP : NAME;
    } else if (strange) found.unknown.push(words[place]);
    place += name?.length ?? 1;
  }
  return { ...found, rest: rest.join("") };
};
