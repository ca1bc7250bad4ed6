/* The lines of a table as a file or a page has it (CSV, TSV, with semicolons, in Markdown), and figures as its cells
   write them. */

// The most characters of a table, and of a cell those that are read; so many lines say how a table is divided.
export const LONGEST = 5_000_000;
const [CELL, FIRST] = [300, 20];
// So many digits tell a value from others; zeros after them may be in the place of digits that were left out.
export const TELLING = 5;

/** The text of a file, in UTF-8 or, with its mark, in the UTF-16 of MLCommons' export. */
export const decoded = (bytes: Uint8Array) =>
  new TextDecoder(bytes[0] === 255 && bytes[1] === 254 ? "utf-16le" : "utf-8").decode(bytes);

/** The sign between the cells of a table: a bar where Markdown has its line of dashes, or what lines have most of. */
const dividerOf = (text: string) => {
  if (/^(?=.*\|)(?=.*-)[ \t|:-]+$/m.test(text)) return "|";
  const lines = text.split("\n", FIRST).map((line) => line.replace(/"[^"]*"/g, ""));
  const most = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length - 1));
  if (most("\t")) return "\t";
  return most(";") * 2 > most(",") ? ";" : ",";
};

/** Lines of cells, quoted ones whole; and whether figures have a decimal comma, where no comma is between cells. */
export const cellsIn = (text: string) => {
  const whole = text.replace(/\r\n?/g, "\n");
  const sign = dividerOf(whole);
  const bare = sign === "|" ? whole.replace(/^ *\||\| *$|\*\*|`/gm, "") : whole;
  const lines: string[][] = [[]];
  const form = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${sign}\\n]*)(\\${sign}|\\n|$)`, "g");
  for (const [, quoted, plain, end] of bare.matchAll(form)) {
    lines[lines.length - 1].push((quoted?.replaceAll("\"\"", "\"") ?? plain).trim().slice(0, CELL));
    if (end === "\n") lines.push([]);
  }
  const german = /^(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,}))$/;
  return { lines, comma: sign !== "," && lines.some((line) => line.some((cell) => german.test(cell))) };
};

/** The unit of a number's last digit: of one with many digits, of the last that is not 0. */
export const lastPlace = (digits: string) => {
  const significant = digits.replace(/^0[.0]*|\./g, "");
  const zeros = significant.length - significant.replace(/0+$/, "").length;
  const left = Math.max(0, Math.min(zeros, significant.length - TELLING));
  return 10 ** (left - (digits.split(".")[1]?.length ?? 0));
};

/** A figure as written, before what is perhaps its unit; null where the cell begins with none. `scales`: what words
 * right behind a number multiply it by. */
export const figureOf = (text: string, comma: boolean, scales: Record<string, number>) => {
  const [, written = "", rest = ""] = /^([\d.,\s'\u2019]+)([^\d*\u2020\u2021]*)[*\u2020\u2021]*$/.exec(text) ?? [];
  const digits = written.replace(comma ? /[.\s'\u2019]/g : /[,\s'\u2019]/g, "").replace(",", ".");
  if (!/^\d{1,20}(?:\.\d{1,20})?$/.test(digits)) return null;
  const [sign = "", ...words] = rest.trim().split(/\s+/);
  const [by, unit] = Object.hasOwn(scales, sign) ? [scales[sign], words.join(" ")] : [1, rest.trim()];
  return { value: Number(digits) * by, place: lastPlace(digits) * by, unit };
};
