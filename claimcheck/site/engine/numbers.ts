/* Numbers as texts write them: their digits, and from where up to where a figure of these digits reaches. */

/** How a number is written: 652,750.1 and 1'096'770 and 1 096 770, 652.750,1 and 2,77, 64510 and 2.77. */
export const NUMBER = [
  String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?`,
  String.raw`\d{1,3}(?:['\u2019]\d{3})+(?:[.,]\d+)?`,
  String.raw`\d{1,3}(?: \d{3}){2,}(?:[.,]\d+)?`,
  String.raw`\d{1,3} \d{3}(?:,\d+)?(?= ?(?:tok|samp|quer))`,
  String.raw`\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?`,
  String.raw`\d{1,3}(?:\.\d{3})+,\d+`,
  String.raw`\d+,\d{2}`,
  String.raw`\d+,\d(?=[ -]?(?:x|%|fach|mal|fois|倍|p(?:roz|our)|mi|tok|samp|quer|sek))`,
  String.raw`\d+(?:\.\d+)?`,
].join("|");

/** A text with an apostrophe for each point between thousands: where a number of it has several such groups, or it is
 * German with decimals behind commas. */
export const withApostrophes = (text: string) => {
  if (!/\d\.\d{3}\.\d{3}(?!\d)|\bund\b[^]*\b\d+,\d\d?(?!\d|,\d)/i.test(text)) return text;
  return text.replace(/(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?!\d|\.\d)/g, (many) => many.replaceAll(".", "\u2019"));
};

/** The digits of a number as a whole number, and how many of them are decimals. */
export const numberOf = (written: string, german: boolean) => {
  const number = written.replace(/['\u2019 ]/g, "");
  const pointed = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(number) && (german || /\..*[.,]/.test(number));
  const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?!\d)/.test(number);
  const whole = pointed ? number.replaceAll(".", "") : grouped ? number.replaceAll(",", "") : number;
  const [digits, decimals = ""] = whole.replace(",", ".").split(".");
  return { digits: Number(digits + decimals), decimals: decimals.length };
};

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** One of some words, the longest that fits. */
export const anyOf = (words: string[]) =>
  [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escaped).join("|");

/** One of some words that stands alone, as a form with the flag u: letters of ours end a word, other signs do not. */
export const wordOf = (words: string[]) => {
  const isSpelt = (word: string) => /^[\p{Script=Latin}\p{P} ]+$/u.test(word);
  const spelt = `(?<![\\p{Script=Latin}\\d-])(?:${anyOf(words.filter(isSpelt))})(?![\\p{Script=Latin}\\d])`;
  return [spelt, ...words.filter((word) => !isSpelt(word))].join("|");
};

/** The unit of the last digit that is no trailing zero of a whole number. */
export const placeOf = (digits: number, decimals: number) => {
  let place = 1;
  while (digits && !decimals && digits % (place * 10) === 0) place *= 10;
  return place;
};

/** From where up to where, in half units of the last digit, a figure reaches; `place` is the unit of its last digit
 * that is no trailing zero, of which a share with `half` is at most a half. */
export const interval = (
  rule: Record<string, any>, digits: number, place: number,
) => [rule.low, rule.high].map(({ half = 0, share = 0, place: by = 0 }) => {
  const most = half ? place - 1 : Infinity;
  const part = Math.max(-most, Math.min(most, Math.floor(2 * digits * share + 0.5)));
  return 2 * digits + half + part + 2 * place * by;
});
