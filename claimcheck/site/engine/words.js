/* How the engine prints numbers and puts words together. */

/** Made when it is first asked for. @template T @param {() => T} make @returns {() => T} */
export const once = (make) => {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
};

/** What is made of each key, kept for the last so many. @template K, T
 * @param {(key: K) => T} make @returns {(key: K) => T} */
export const kept = (make, most = Infinity) => {
  /** @type {Map<K, T>} */
  const known = new Map();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined && most === Infinity) return before;
    const made = before ?? make(key);
    known.delete(key);
    known.set(key, made);
    if (known.size > most) known.delete([...known.keys()][0]);
    return made;
  };
};

// A format takes a millisecond to make.
const formatOf = kept(
  (/** @type {number} */ decimals) =>
    new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);
const plainOf = kept(
  (/** @type {number} */ decimals) =>
    new Intl.NumberFormat("en", {
      minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false,
    }),
);
/** A value rounded half up: halves are those of the shortest decimal that gives the number.
 * @param {number} value @param {number} decimals */
export const printed = (value, decimals, useGrouping = true) =>
  (useGrouping ? formatOf : plainOf)(decimals).format(/** @type {Intl.StringNumericLiteral} */ (String(value)));

/** A published figure with all its digits and no more.
 * @param {number} value */
export const asPublished = (value) => value.toLocaleString("en", { maximumFractionDigits: 20 });

/** With how many decimals a ratio is printed: two, or as many as show two digits after leading zeros.
 * @param {number} value */
export const decimalsOf = (value) =>
  [2, 3, 4, 5].find((decimals) => Number(printed(value, decimals, false)) * 10 ** (decimals - 1) >= 1) ?? 6;

/** @param {number} value */
export const times = (value) => `${printed(value, decimalsOf(value))}x`;

/** @param {string} template @param {Record<string, unknown>} values */
export const filled = (template, values) =>
  template.replace(/\{\{|\}\}|\{(\w+)\}/g, (mark, name) => (name ? String(values[name]) : mark[0]));

/** One, two and three.
 * @param {string[]} words */
export const listed = (words) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words.join("");

/** A phrase as a sentence; "v5.1" and the like keep their letter.
 * @param {string} text */
export const sentence = (text) => {
  const first = text.split(" ")[0].replace(/[,:;]+$/, "");
  const start = /^\p{L}+$/u.test(first) ? text[0].toUpperCase() : text[0];
  return start + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
};
