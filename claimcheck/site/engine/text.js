/* A text whose figures are all looked for: each with its claim, its results or its reason, and the text's own arithmetic. */
import { CELL } from "./claimed.js";
import { isPair } from "./phrase.js";
import { filled, printed } from "./words.js";

// So many characters of a sentence are read.
const SENTENCE = 1000;
// A line that is no sentence and no item of a list.
const HEADING = /^\s*(?:#+ )?[A-Z].{3,90}[^.!?:\s]$/;
// A bare number of a text is a figure from so many digits on, if it is written as one.
const DIGITS = 4;
// A ratio that two amounts miss by more than this may be of something else.
const ALIKE = 0.05;
/** @type {Record<string, string>} */
const ENTITIES = { "&nbsp;": " ", "&times;": "×", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" };

const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, " ");
const HTML = /<(?:html|body|p|div|a|table|h[1-6]|li)\b[^>]*>/i;
/** What is read of HTML, and of Markdown or a plain text: what is none of its words is blank, and what is left stays in its place.
 * @param {string} text */
const wordsOf = (text) => (HTML.test(text)
  ? text.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, blank).replace(/<\/?[a-z][^>]*>/gi, blank)
    .replace(/&[a-z]+;|&#39;/gi, (mark) => (ENTITIES[mark.toLowerCase()] ?? " ").padEnd(mark.length))
  : text.replace(/^(```|~~~)[\s\S]*?^\1/gm, blank).replace(/(?<=\])\([^)\s]*\)/g, blank).replace(/[*_`|[\]]/g, " ")).replace(/https?:\S+/g, blank);

/** @param {Answers} engine @param {FindRules} words */
export const textOf = ({ answer, read, needs }, words) => {
  const said = words.text;

  /** The sentences of a text with their places; a line that goes on in the next is one with it. @param {string} text */
  const sentencesOf = (text) => [...text.replace(/\n(?=[ \t]*[a-z0-9(])/g, " ").matchAll(/[^\n]+?(?:[.!?](?=\s|$)|(?=\n)|$)/g)].map((match) => ({ at: match.index, sentence: match[0] }));

  const amountOf = (/** @type {FindFigure} */ figure) => (2 * figure.digits) / figure.factor;
  const isAmount = (/** @type {FindFigure} */ { kinds: [kind] }) => ["rate", "any", "time", "energy"].includes(kind);
  const isWritten = (/** @type {FindFigure} */ { tail, text, digits }) => tail.trim() || (String(digits).length >= DIGITS && /[.,'\u2019]/.test(text));

  /** What a sentence with two amounts says of them, worked out again. @param {FindFigure[]} figures @param {string} sentence */
  const arithmeticOf = (figures, sentence) => {
    const amounts = figures.filter((figure) => isAmount(figure) && isWritten(figure));
    const alike = new Set(amounts.map(({ unit }) => unit).filter(Boolean));
    if (amounts.length !== 2 || alike.size > 1 || amounts.some(({ digits }) => !digits)) return [];
    const [large, small] = [...amounts].sort((a, b) => amountOf(b) - amountOf(a));
    const ends = [(2 * large.digits - 1) / large.factor / ((2 * small.digits + 1) / small.factor), (2 * large.digits + 1) / large.factor / Math.max(1e-12, (2 * small.digits - 1) / small.factor)];
    /** @type {Record<string, (ratio: number) => number>} */
    const kinds = { ratio: (x) => x, part: (x) => 1 / x, gain: (x) => x - 1, saving: (x) => 1 - 1 / x, share: (x) => 1 / x, multiple: (x) => x };
    const pair = amounts.map(({ text }) => text);
    const compared = figures.filter(isPair);
    const joined = new RegExp(said.joins).test(sentence.slice(amounts[0].end, amounts[1].start).trim());
    if (!compared.length) {
      return joined ? [{ figure: null, right: true, says: filled(said.makes, { first: pair[0], second: pair[1], ratio: printed(amountOf(large) / amountOf(small), 2) }) }] : [];
    }
    return compared.flatMap((figure) => {
      const right = figure.kinds.some((kind) => {
        const [low, high] = ends.map(kinds[kind]).sort((a, b) => a - b);
        return high * figure.factor >= figure.low && low * figure.factor < figure.high;
      });
      // Two amounts that the sentence does not set against each other may have nothing to do with its ratio.
      const meant = figure.kinds.some((kind) => Math.abs((kinds[kind](amountOf(large) / amountOf(small)) * figure.factor) / (2 * figure.digits) - 1) < ALIKE);
      if (!right && !joined && !meant) return [];
      const percent = figure.kinds[0] !== "ratio" && figure.kinds[0] !== "part";
      const value = printed(kinds[figure.kinds[0]](amountOf(large) / amountOf(small)) * (percent ? 100 : 1), figure.decimals) + (percent ? "%" : "");
      return [{ figure, right, says: filled(said[right ? "right" : "wrong"], { first: pair[0], second: pair[1], value, figure: figure.text }) }];
    });
  };

  /** The figures of a text, each with what its sentence names; a sentence without a benchmark is about the one named last.
   * @param {string} text */
  const figuresOf = (text) => {
    const sentences = sentencesOf(wordsOf(text)).map(({ at, sentence }) => ({ at, sentence, asked: read(sentence.slice(0, SENTENCE)) }));
    // What comes before the first one is a headline.
    let benchmark = sentences.find(({ asked }) => asked.names.benchmark)?.asked.names.benchmark;
    const cut = sentences.some(({ sentence }) => sentence.length > SENTENCE);
    const found = sentences.flatMap(({ at, sentence, asked }, place) => {
      benchmark = asked.names.benchmark ?? benchmark;
      // A heading is about what follows it.
      const meant = HEADING.test(sentence) ? sentences.slice(place).find((other) => other.asked.names.benchmark)?.asked.names.benchmark ?? benchmark : benchmark;
      const names = asked.names.benchmark || !meant ? asked.names : { benchmark: meant, ...asked.names };
      const sums = arithmeticOf(asked.figures, sentence);
      const ending = sums.find(({ figure }) => !figure);
      const figures = asked.figures.filter((figure) => isWritten(figure) || (!figure.kinds.length && figure.unit));
      return figures.map((figure, i) => ({
        figure, asked: { ...asked, names, own: asked.names }, start: at + figure.start, end: at + figure.end,
        sum: sums.find((sum) => sum.figure === figure) ?? (ending && i === figures.length - 1 ? ending : null),
      }));
    });
    return { found, cut };
  };

  /** What a figure of a text leads to. @param {ReturnType<typeof figuresOf>["found"][number]} item */
  const outcomeOf = ({ figure, asked, sum }) => {
    const first = answer(asked, figure, 1, true);
    // Of two amounts the other may be of a chip or company that the sentence does not name.
    const lonely = !first.claims.length && !first.hits.length && isAmount(figure) && asked.figures.filter(isAmount).length > 1;
    const other = lonely ? answer({ ...asked, names: Object.fromEntries(Object.entries(asked.names).filter(([name]) => CELL.includes(name))) }, figure, 1, true) : null;
    const found = other?.hits.length ? other : first;
    const [claim] = found.claims;
    const [hit] = found.hits;
    // A ratio whose sentence names no benchmark is found in any.
    const chance = hit && (found.strength === "no evidence" || (hit.rows.length > 1 && found.strength !== "strong" && !asked.own.benchmark));
    const outcome = claim ? "claim" : chance ? "chance" : hit ? "result" : figure.kinds.length ? "none" : found.told.length ? "count" : "outside";
    const own = { claim: () => claim.text, chance: () => found.worth.join(" "), result: () => hit.sentence, none: () => found.told[0], count: () => found.told[0], outside: () => said.outside }[outcome]();
    const wrong = (sum !== null && !sum.right) || outcome === "none" || (claim !== undefined && said.failing.includes(claim.verdict));
    const address = claim ? claim.address : hit && !chance ? hit.address : "";
    return { found, outcome, says: [own, ...(sum ? [sum.says] : [])].join(" "), address, wrong };
  };

  return { figuresOf, outcomeOf, needs };
};
