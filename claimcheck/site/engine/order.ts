/* The order of words and numbers in a table's column. */

const MISSING: Cell[] = [null, "", "\u2013"];
let collator: Intl.Collator | undefined;
/** Numbers by size, and words as people order them: v5.1 before v10. */
const inOrder = (a: Cell, b: Cell) => (typeof a === "number" && typeof b === "number" ? a - b
  : (collator ??= new Intl.Collator("en", { numeric: true })).compare(String(a), String(b)));

/** The places of cells in their order: those of missing ones last, and of equal ones as they are. */
export const ordered = (cells: Cell[], falls: boolean) => {
  const distinct = [...new Set(cells)].filter((cell) => !MISSING.includes(cell)).sort(inOrder);
  const ranks = new Map((falls ? distinct.reverse() : distinct).map((cell, rank) => [cell, rank]));
  const keys = cells.map((cell) => ranks.get(cell) ?? ranks.size);
  return [...cells.keys()].sort((a, b) => keys[a] - keys[b]);
};
