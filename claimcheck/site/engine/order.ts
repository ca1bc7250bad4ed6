/* The order of words and numbers in a table's column. */

const MISSING = ["", "\u2013"];
let collator: Intl.Collator | undefined;
/** Words as people order them: v5.1 before v10. */
export const inOrder = (a: string, b: string) =>
  (collator ??= new Intl.Collator("en", { numeric: true })).compare(a, b);

/** For each of the words its place in their order, NaN for an empty one. */
export const ranks = (words: string[]) => {
  const distinct = [...new Set(words)].filter((word) => !MISSING.includes(word)).sort(inOrder);
  const rank = new Map(distinct.map((word, place) => [word, place]));
  return Float64Array.from(words, (word) => rank.get(word) ?? NaN);
};

/** An array of numbers with what each place holds; quicker than its own `from`, which first makes a list. */
export const filled = <T extends Float64Array | Uint32Array | Uint16Array>(made: T, of: (place: number) => number) => {
  for (let place = 0; place < made.length; place += 1) made[place] = of(place);
  return made;
};

/** Rows in the order of their keys: those with NaN last, and equal ones as they are. */
export const ordered = (keys: Float64Array, falls: boolean) => {
  const none = falls ? -Infinity : Infinity;
  const known = keys.map((key) => (Number.isNaN(key) ? none : key));
  const rows = filled(new Uint32Array(keys.length), (row) => row);
  return rows.sort((a, b) => (falls ? known[b] - known[a] : known[a] - known[b]) || a - b);
};
