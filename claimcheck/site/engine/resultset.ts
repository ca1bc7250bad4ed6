/* What can be asked of all results: which rows, in which order, and how many of each value. */
import { filled, inOrder, ordered, ranks } from "./order.ts";
import { SEARCHED, searchOf } from "./tables.ts";
import { kept } from "./words.ts";

/** Columns by whose values results are chosen. */
export const FACETS = [
  "round", "benchmark", "scenario", "submitter", "product", "platform_vendor", "division", "suite", "availability",
];

/** The words of a column, and for each row the place of its own among them. */
const codedIn = (table: ResultTable, name: string) => {
  const { words, at } = table.columns[name];
  return { words: (words ?? []).map((cell) => String(cell ?? "")), at: at as Uint16Array };
};

/** All rows in the order of a column, falling with "-" before its name; empty cells last, else as in the table. */
const sortedBy = (table: ResultTable, sort: string) => {
  const name = sort.replace("-", "");
  const { words, at } = codedIn(table, name);
  const rank = ranks(words);
  const keys = table.columns[name].numbers ?? filled(new Float64Array(table.rows), (row) => rank[at[row]]);
  return ordered(keys, sort.startsWith("-"));
};

/** The rows of an order that fit, and for each facet how many rows each of its values would leave with what every other
 * facet leaves. */
const counted = (table: ResultTable, order: Uint32Array, chosen: Wanted["chosen"], fits: (row: number) => boolean) => {
  const facets = FACETS.map((name) => {
    const { words, at } = codedIn(table, name);
    const among = chosen[name] ?? [];
    const marks = among.length ? Uint8Array.from(words, (word) => Number(among.includes(word))) : null;
    return { name, at, marks, counts: new Uint32Array(words.length) };
  });
  const narrowed = facets.filter(({ marks }) => marks);
  const rows: number[] = [];
  for (const row of order) {
    const missed = narrowed.filter(({ marks, at }) => !marks?.[at[row]]);
    if (missed.length > 1 || !fits(row)) continue;
    if (!missed.length) rows.push(row);
    for (const { counts, at } of missed.length ? missed : facets) counts[at[row]] += 1;
  }
  return { rows, counts: Object.fromEntries(facets.map(({ name, counts }) => [name, counts])) };
};

export const resultSet = (table: ResultTable) => {
  const sorted = kept((sort: string) => sortedBy(table, sort));
  const search = searchOf(table, [...SEARCHED, "platform_vendor", "model", "software", "weight_dtype"]);
  return {
    /** The rows in order, and for each facet how many rows each of its values would leave. */
    select: ({ chosen, query, sort }: Wanted) => counted(table, sorted(sort), chosen, search(query)),
    /** The values of a facet with their places, the newest round first. */
    options: (name: string) => {
      const values = codedIn(table, name).words.map((value, place) => ({ value, place }));
      return values.sort((a, b) => (name === "round" ? -1 : 1) * inOrder(a.value, b.value));
    },
  };
};
