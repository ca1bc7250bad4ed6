/* The cells of a table as a file or a page has it: CSV, TSV, with semicolons, in Markdown; and figures as they are
   written. */

// The most characters of a table and of a cell, and the most lines.
export const [LONGEST, CELL, LINES] = [10_000_000, 300, 20_000];
// So many characters and lines say how a table is divided; the most decimals that a figure may have.
const [SEEN, FIRST, DECIMALS] = [20_000, 20, 15];
// What a figure is multiplied by.
const POWERS = new Map([["", 1], ["k", 1e3], ["m", 1e6], ["bn", 1e9]]);

/** The text of a file, in UTF-8 or, with its mark, in the UTF-16 of MLCommons' export. */
export const decoded = (bytes: Uint8Array) => {
  const isWide = bytes[0] === 255 && bytes[1] === 254;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
};

// A line of dashes and bars, as Markdown has it below its heads.
const RULE = /^[\s|:-]*$/;
/** A line of a table in Markdown. */
const piped = (line: string) => {
  if (!line.includes("|")) return [line.slice(0, CELL)];
  const cells = line.slice(0, CELL * 10).trim().replace(/^\||\|$/g, "").split("|");
  return RULE.test(line) ? [] : cells.map((cell) => cell.replace(/\*\*|`/g, "").trim());
};

/** What divides the cells of a line: the sign that its first lines have most of. */
const divider = (text: string) => {
  const lines = text.slice(0, SEEN).split("\n").slice(0, FIRST).map((line) => line.replace(/"[^"]*"/g, ""));
  const [tabs, semicolons, commas] = ["\t", ";", ","].map((sign) =>
    Math.max(...lines.map((line) => line.split(sign).length - 1)));
  if (tabs) return "\t";
  return semicolons * 2 > commas ? ";" : ",";
};

/** Cells of a text that a sign divides, quoted ones whole. */
const divided = (text: string, sign: string): string[][] => {
  const rows: string[][] = [[]];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${sign}\\n]*)(${sign}|\\n|$)`, "g");
  for (const [, quoted, plain, end] of text.matchAll(cells)) {
    rows[rows.length - 1].push((quoted?.replaceAll("\"\"", "\"") ?? plain).trim().slice(0, CELL));
    if (end === "\n") rows.push([]);
    if (rows.length > LINES + 1) break;
  }
  return rows;
};

/** Lines of cells, and what divides them. */
export const cellsOfText = (text: string): { lines: string[][], sign: string } => {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const lines = plain.split("\n", LINES + 2);
  if (lines.some((line) => RULE.test(line) && line.includes("|") && line.includes("-")))
    return { lines: lines.map(piped), sign: "|" };
  const sign = divider(plain);
  return { lines: divided(plain, sign), sign };
};

/** Whether the figures of a table have a decimal comma: where a comma divides no cells, one of them has digits behind a
 * comma that no thousands have. */
export const hasDecimalComma = (lines: string[][], sign: string) => sign !== "," && lines.some((line) =>
  line.some((cell) => /^\d{1,3}(?:\.\d{3})+,\d+$/.test(cell) || /^\d+,(?:\d{1,2}|\d{4,15})$/.test(cell)));

/** A figure as written, before what is perhaps its unit: its value and decimals, what these are multiplied by, and
 * that; null where the cell begins with none. */
export const figureOf = (text: string, comma: boolean) => {
  const [, written = "", power = "", unit = ""] = /^([\d.,\s'\u2019]+)(k|m|bn)?\b\s*(\D.*)?$/i
    .exec(text.replace(/[*\u2020\u2021]+$/, "").trim()) ?? [];
  const digits = comma ? written.replace(/[.\s'\u2019]/g, "").replace(",", ".") : written.replace(/[,\s'\u2019]/g, "");
  if (digits.length > 30 || !/^\d+(?:\.\d+)?$/.test(digits)) return null;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const scale = POWERS.get(power.toLowerCase()) ?? 1;
  return decimals > DECIMALS ? null : { value: Number(digits), decimals, scale, unit: unit.trim() };
};
