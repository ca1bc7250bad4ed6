/* What the words of a text name: benchmarks, scenarios, chips, submitters, rounds and categories, as people write
 * them. */

/** What a name can be of. */
export const CATEGORIES = ["benchmark", "scenario", "chip", "submitter", "round", "availability", "accelerators"];
/** What systems without accelerators run on, as a name. */
export const CPUS = "CPUs";
/** What takes the place of the first letter of a name in a text, so that a number before a chip is seen. */
export const [CHIP, NAME] = ["\x01", "\x02"];
// How a spelling that may stand for longer ones ends: BEGUN in spellings.py.
const BEGUN = "*";
// So many words are a name.
const LONGEST = 5;
const TOKENS = /[^\s("'\u201c\u2018[]\S*?(?=[.,;:!?)"'\u201d\u2019\]]*(?:\s|$))/g;
// Signs of Chinese, Japanese and Korean stand between names, and an x between a number and a chip: 8xB300.
const SIGNS = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af]|[:;,(](?=[a-z])|(?<=(?<![\w.])\d{1,5})x(?=[a-z]+\d)/g;

/** As spellings.py makes a spelling of a name. */
const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** What some words name, in the genitive or plural too; one alone may be cut short. "A 10" is no A10. */
const meaning = (names: FindNames, part: string, alone: boolean): FindName[] => {
  if (!/[a-z]/.test(part) || part.startsWith("a ")) return [];
  const stem = bare(part.replace(/['\u2019]s$|(?<=\d[a-z]?)s$/, ""));
  const meant = names.get(bare(part)) ?? names.get(stem) ?? (alone ? names.get(stem + BEGUN) : undefined) ?? {};
  return Object.entries(meant).map(([category, values]) => ({ category, values }));
};

/** A word with its place. */
type Word = { at: number, word: string };
/** A name with its place. */
export type Side = FindName & { at: number, end: number };

/** The longest run of words from a place on that means something, and where it is. */
const longest = (names: FindNames, text: string, words: Word[], place: number) => {
  for (let length = Math.min(LONGEST, words.length - place); length > 0; length -= 1) {
    const [start, last] = [words[place].at, words[place + length - 1]];
    const end = last.at + last.word.length;
    const kinds = meaning(names, text.slice(start, end), length === 1);
    if (kinds.length) return { kinds, start, end, length };
  }
  return null;
};

/** What the words of a text name: by category, and each name with its place; the text without them, and
 * words that name nothing. */
export const namedIn = (names: FindNames, isStrange: (word: string) => boolean, text: string) => {
  const words = [...text.replace(SIGNS, " ").matchAll(TOKENS)].map((match) => ({ at: match.index, word: match[0] }));
  const rest = text.split("");
  const [unknown, sides]: [Word[], Side[]] = [[], []];
  for (let place = 0; place < words.length;) {
    const name = longest(names, text, words, place);
    if (name) {
      const { kinds, start, end } = name;
      sides.push(...kinds.map((kind) => ({ at: start, end, ...kind })));
      rest.fill(" ", start, end);
      rest[start] = kinds.some(({ category }) => category === "chip") ? CHIP : NAME;
    } else if (isStrange(words[place].word)) unknown.push(words[place]);
    place += name?.length ?? 1;
  }
  const named: Record<string, string[][]> = {};
  for (const { category, values } of sides) (named[category] ??= []).push(values);
  return { named, sides, unknown, rest: rest.join("") };
};
