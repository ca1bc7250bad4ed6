/* Sentences of our own pages, known again by their words, each figure with what it is and where that is shown. */
import { claimText, stems } from "./claimed.ts";
import { filled, kept } from "./words.ts";

// So many words say of a sentence whose it is.
const FEWEST = 2;

const lettersOf = (text: string) => (text.toLowerCase().match(/[a-z]+/g) ?? []).join(" ");
const stemsOf = kept(stems);
const valuesOf = (text: string) =>
  (text.match(/\d[\d.,]*\d|\d/g) ?? []).map((digits) => Number(digits.replaceAll(",", "")));

/** What a figure is that our own pages print, with its page and, if it is a claim's, the claim: of a text in a sentence
 * of ours, of a phrase where a passage has all its words; null where there is none. */
export const ownOf = (
  { more, words, rules }: FindEngine, phrase: string, figure: FindFigure, inside: boolean,
) => {
  const [letters, said] = [` ${lettersOf(phrase)} `, [...stems(phrase)]];
  if (inside ? letters.split(/\b[a-z]{2,}\b/).length <= FEWEST : !said.length) return null;
  const isSaid = (text: string) =>
    (inside ? ` ${text} `.includes(letters) : said.every((word) => stemsOf(text).has(word)));
  const value = figure.digits / 10 ** figure.decimals;
  const { passages = [], numbers = [] } = more("own") ?? {};
  const isIt = ([print]: typeof numbers[number]) =>
    valuesOf(print).includes(value) && print.includes("%") === figure.tail.includes("%");
  const place = passages.filter(([text]) => isSaid(text)).flatMap(([, places]) => places)
    .find((at) => isIt(numbers[at]));
  if (place === undefined) return null;
  const [text, how, address, number] = numbers[place];
  const claim = more("claims")?.claims?.find((one) => String(one.number) === number);
  return {
    says: filled(words.own, { text, how }), address: `${rules.pages.root}${address}`, isTitle: number === null,
    claim: claim && claimText(words, claim),
  };
};
