/* How the engine prints numbers and puts words together. */

/** Made when it is first asked for. */
export const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** What is made of each key, kept for so many keys, and then for none of them. */
export const kept = <K, T>(make: (key: K) => T, most = Infinity): ((key: K) => T) => {
  const known: Map<K, T> = new Map();
  return (key) => {
    if (!known.has(key) && known.size >= most) known.clear();
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as T;
  };
};

// A format takes a millisecond to make.
const formatOf = kept(
  (decimals: number) =>
    new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);
/** A value rounded half up: halves are those of the shortest decimal that gives the number. */
export const printed = (value: number, decimals: number) =>
  formatOf(decimals).format((String(value) as Intl.StringNumericLiteral));

/** A published figure with all its digits and no more. */
export const asPublished = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 20 });

/** With how many decimals a ratio is printed: two, or as many as show two digits after leading zeros. */
export const decimalsOf = (value: number) =>
  (value >= 1 ? 2 : [2, 3, 4, 5].find((decimals) => Number(printed(value, decimals)) * 10 ** (decimals - 1) >= 1) ?? 6);

export const times = (value: number) => `${printed(value, decimalsOf(value))}x`;

export const filled = (template: string, values: Record<string, unknown>) =>
  template.replace(/\{\{|\}\}|\{(\w+)\}/g, (mark, name) => (name ? String(values[name]) : mark[0]));

/** One, two and three. */
export const listed = (words: string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words.join("");

/** A phrase as a sentence; "v5.1" and the like keep their letter. */
export const sentence = (text: string) => {
  const first = text.split(" ")[0].replace(/[,:;]+$/, "");
  const start = /^\p{L}+$/u.test(first) ? text[0].toUpperCase() : text[0];
  return start + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
};
