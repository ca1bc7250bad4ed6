/* A text as sentences and cells of tables, each with the headings above it. Everything is in time that grows with
 * the text. */

// So many characters of a sentence are read.
export const SENTENCE = 1000;
// A line that is no sentence and no item of a list; of a plain text or of Markdown.
const HEADING = /^\s*(?:#+ .*|[\p{Lu}\p{Lo}][^|]{3,90}[^.!?:;,|\s。])$/u;
const LOWEST = 7;
const HTML = /<(?:html|body|p|div|a|table|h[1-6]|li)\b[^<>]{0,500}>/i;

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** What is read of HTML, and of Markdown or a plain text: what is none of its words is blank, and the rest stays in its
 * place. What is opened and never closed reaches to the end. */
const wordsOf = (text: string) => {
  const plain = HTML.test(text)
    ? text
        .replace(/<(script|style)\b[^]*?(?:<\/\1|$)|<!--[^]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi, blank)
        .replace(/&(times)?[#a-z0-9]{0,6};/gi, (mark, isTimes) => (isTimes ? "×" : " ").padEnd(mark.length))
    : text
        .replace(/(?<=^|\n)(```|~~~)[^]*?(?:\n\1|$)|(?<=\])\([^)\s]*\)/g, blank)
        .replace(/[*_`[\]]/g, " ");
  return plain.replace(/https?:\S+/g, blank);
};

/** A sentence, heading or cell; of a cell the words of its `row` and of its `column`'s head. `headings`: the text's own
 * first, and the nearest last; of a table also the line above it. `section`: what stands below one heading. */
export type Piece = {
  at: number, text: string, section: number, headings: string[], isHeading: boolean, row: string, column: string,
  cell: boolean,
};
type Place = Pick<Piece, "section" | "headings" | "isHeading">;

/** The cells of a line of a Markdown table with their places. */
const cellsOf = (line: string, at: number) =>
  [...line.matchAll(/(?<=\|)[^|]*(?=\|)/g)].map(({ index, 0: text }) => ({ at: at + index, text }));

/** The cells of a table's line: each with the words of its row, and its column's head. */
const rowOf = (line: string, at: number, heads: string[], place: Place): Piece[] => {
  const cells = cellsOf(line, at);
  return cells.map((cell, i) => {
    const row = cells.filter((_other, j) => j !== i).map(({ text }) => text.trim()).join(" , ");
    return { ...cell, ...place, row, column: (heads[i] ?? "").trim(), cell: true };
  });
};

/** The sentences of some lines that belong together. */
const sentencesOf = (text: string, at: number, place: Place): Piece[] =>
  [...text.matchAll(/[^\n]+?(?:[.!?](?=\s|$)|。|(?=\n)|$)/g)].map(({ index, 0: sentence }) =>
    ({ at: at + index, text: sentence, ...place, row: "", column: "", cell: false }));

const isTable = (line: string) => /^\s*\|.*\|\s*$/.test(line);
/** The level of a heading, by its signs; one without signs is below those. */
const levelOf = (heading: string) => /^\s*(#+)/.exec(heading)?.[1].length ?? LOWEST;
/** Whether a line is a heading: an item of a list is none. */
const isHeading = (line: string, source: string) =>
  line.length < SENTENCE && HEADING.test(line.trimEnd()) && !/^\s*[-*] /.test(source);

/** The sentences, headings and cells of a text in their order, with the headings that they stand below. */
export const piecesOf = (source: string): Piece[] => {
  // A line that goes on in the next is one with it.
  const lines = wordsOf(source)
    .replace(/(?<=[^\s|.:>]) *\n(?=[ \t]*(?:[a-z0-9]|\((?!")))(?=[^|]*\n|[^|]*$)/g, (mark) => mark.replace("\n", " "))
    .split("\n");
  const pieces: Piece[] = [];
  let [headings, heads, tableHeadings]: string[][] = [[], [], []];
  let [at, section, above] = [0, 0, ""];
  for (const line of lines) {
    if (!isTable(line)) heads = [];
    if (isTable(line) && !heads.length) {
      heads = cellsOf(line, at).map(({ text }) => text);
      tableHeadings = [...headings, above];
    } else if (isTable(line) && /^\s*\|\s*\|/.test(line) && !/\|\s*[\d.,]+\s*\|/.test(line)) {
      // A second row of heads has no name and no number.
      heads = cellsOf(line, at).map(({ text }, i) => `${heads[i] ?? ""} ${text}`);
    } else if (isTable(line) && !/^[\s|:-]+$/.test(line)) {
      pieces.push(...rowOf(line, at, heads, { section, headings: tableHeadings, isHeading: false }));
    } else if (line.trim() && !isTable(line) && !/^\s*-{3,}\s*$/.test(line)) {
      const isOver = isHeading(line, source.slice(at, at + 4));
      // The first line of a text is its title, whatever it looks like.
      if (isOver || !pieces.length)
        headings = [...headings.filter((over, i) => !i || levelOf(over) < levelOf(line)), line];
      section += Number(isOver);
      pieces.push(...sentencesOf(line, at, { section, headings, isHeading: isOver }));
      above = line;
    }
    at += line.length + 1;
  }
  return pieces;
};
