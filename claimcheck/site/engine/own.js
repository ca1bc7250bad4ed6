/* What our own pages print: a figure's definition, where a phrase says what it is of. */
import { stems } from "./claimed.js";
import { PAIRS } from "./phrase.js";
import { filled, kept, printed } from "./words.js";

// So many words of a definition are in a phrase, of a figure of many digits fewer, and in a sentence of a text, which
// is
// likelier somebody else's, more.
const [SAID, FEWER, TEXT, MANY] = [3, 1, 5, 4];

/** Definitions by what they print. */
const byText = kept((/** @type {OwnNumber[]} */ numbers) => Map.groupBy(numbers, ([text]) => text));
const stemsOf = kept((/** @type {string} */ how) => stems(how));

/** A figure as our pages print it. @param {FindFigure} figure */
const asPrinted = ({ digits, decimals, kinds: [kind], unit }) => {
  const sign =
    kind === "ratio" || kind === "part" ? "x" : PAIRS.includes(kind) || unit === "gain" || unit === "saving" ? "%" : "";
  return printed(digits / 10 ** decimals, decimals) + sign;
};

/** The definition of a figure of our own pages, in a sentence, with its page; null where a phrase does not say that
 * it is
 * meant. @param {FindEngine} engine @param {FindAsked} asked @param {FindFigure} figure
 * @param {boolean} inside a text */
export const ownOf = ({ more, words, rules }, asked, figure, inside) => {
  const numbers = byText(more.claims()?.numbers ?? []).get(asPrinted(figure)) ?? [];
  const said = stems(asked.words);
  const alike = (/** @type {OwnNumber} */ [, how]) => [...stemsOf(how)].filter((word) => said.has(word)).length;
  const [first] = [...numbers].sort((a, b) => alike(b) - alike(a));
  const wanted = inside ? TEXT : String(figure.digits).length < MANY ? SAID : FEWER;
  if (!first || alike(first) < wanted) return null;
  const [text, how, page] = first;
  return { says: filled(words.own, { text, how }), address: `${rules.pages.root}${page}.html` };
};
