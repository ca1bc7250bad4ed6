/* A text as sentences and cells of tables, each with the headings above it. Everything is in time that grows with
 * the text. */

// So many characters of a sentence are read.
export const SENTENCE = 1000;
// A line that is no sentence and no item of a list; of a plain text or of Markdown.
const HEADING = /^\s*(?:#+ .*|[\p{Lu}\p{Lo}][^|]{3,90}[^.!?:;,|\s。])$/u;
const HTML = /<(?:html|body|p|div|a|table|h[1-6]|li)\b[^<>]{0,500}>/i;
const ENTITIES: Record<string, string> = {
  "&nbsp;": " ", "&times;": "×", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'",
};

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** What is read of HTML, and of Markdown or a plain text: what is none of its words is blank, and the rest stays in its
 * place. What is opened and never closed reaches to the end. */
const wordsOf = (text: string) => {
  const plain = HTML.test(text)
    ? text
        .replace(/<(script|style)\b[^]*?(?:<\/\1|$)|<!--[^]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi, blank)
        .replace(/&[a-z]{2,6};|&#39;/gi, (mark) => (ENTITIES[mark.toLowerCase()] ?? " ").padEnd(mark.length))
    : text
        .replace(/(?<=^|\n)(```|~~~)[^]*?(?:\n\1|$)|(?<=\])\([^)\s]*\)/g, blank)
        .replace(/[*_`[\]]/g, " ");
  return plain.replace(/https?:\S+/g, blank);
};

/** A sentence, heading or cell; of a cell the words of its `row`, its `column`'s head and the line `above`. */
export type Piece = {
  at: number, text: string, paragraph: number, headings: string[], isHeading: boolean, row: string, column: string,
  cell: boolean, above: string,
};

/** The cells of a line of a Markdown table with their places. */
const cellsOf = (line: string, at: number) => {
  const cells: { at: number, text: string }[] = [];
  let start = line.indexOf("|") + 1;
  for (let end = line.indexOf("|", start); end >= 0; start = end + 1, end = line.indexOf("|", start))
    cells.push({ at: at + start, text: line.slice(start, end) });
  return cells;
};

/** The cells of a table's line: each with the words of its row, and its column's head. */
const rowOf = (
  line: string, at: number, heads: string[], where: Omit<Piece, "at" | "text" | "row" | "column" | "cell">,
): Piece[] => {
  const cells = cellsOf(line, at);
  return cells.map((cell, i) => {
    const row = cells.filter((_other, j) => j !== i).map(({ text }) => text.trim()).join(" , ");
    return { ...cell, ...where, row, column: (heads[i] ?? "").trim(), cell: true };
  });
};

/** The sentences of some lines that belong together. */
const sentencesOf = (text: string, at: number) =>
  [...text.matchAll(/[^\n]+?(?:[.!?](?=\s|$)|。|(?=\n)|$)/g)].map((match) => ({
    at: at + match.index, text: match[0],
  }));

/** The sentences, headings and cells of a text in their order, with the headings that they stand below: the text's own
 * first, and the nearest last. */
export const piecesOf = (source: string): Piece[] => {
  const text = wordsOf(source);
  const pieces: Piece[] = [];
  let [headings, heads]: string[][] = [[], []];
  let [at, paragraph, above] = [0, 0, ""];
  // A line that goes on in the next is one with it.
  for (const line of text
    .replace(/(?<=[^\s|.:>]) *\n(?=[ \t]*[a-z0-9(])(?=[^|]*\n|[^|]*$)/g, (mark) => mark.replace("\n", " "))
    .split("\n")) {
    const [isTable, isEmpty] = [/^\s*\|.*\|\s*$/.test(line), !line.trim() || /^\s*-{3,}\s*$/.test(line)];
    if (!isTable) heads = [];
    if (isEmpty) paragraph += 1;
    else if (isTable && !heads.length) heads = cellsOf(line, at).map((cell) => cell.text);
    else if (isTable && !/^[\s|:-]+$/.test(line))
      pieces.push(...rowOf(line, at, heads, { paragraph, headings, isHeading: false, above }));
    else if (!isTable) {
      const isHeading = HEADING.test(line) && line.length < SENTENCE && !/^\s*[-*] /.test(source.slice(at, at + 4));
      const over = [...headings, line];
      // The first line of a text is its title, whatever it looks like.
      if (isHeading || !pieces.length) headings = [...headings.slice(0, 1), line];
      if (isHeading) paragraph += 1;
      const where = { paragraph, headings: isHeading ? over : headings, isHeading, row: "", column: "", cell: false };
      pieces.push(...sentencesOf(line, at).map((one) => ({ ...one, ...where, above: "" })));
      above = line;
    }
    at += line.length + 1;
  }
  return pieces;
};
