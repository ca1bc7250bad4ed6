/* What can be asked of all results: which rows, in which order, and which values they have. */
import { ordered } from "./order.ts";
import { SEARCHED, searchOf, valuesOf } from "./tables.ts";
import { kept } from "./words.ts";

const MORE = ["platform_vendor", "model", "software", "weight_dtype"];

export const resultSet = (table: ResultTable) => {
  const { rows, get } = table;
  const search = searchOf(table, [...SEARCHED, ...MORE]);
  /** All rows in the order of a column, falling with "-" before its name. */
  const sorted = kept((sort: string) => {
    const name = sort.replace("-", "");
    return ordered(Array.from({ length: rows }, (_none, row) => get(name, row)), name !== sort);
  });
  return {
    /** The rows that have one of the values chosen of each column and all words, in order. */
    select: ({ chosen, query, sort }: Wanted) => {
      const fits = search(query);
      const filters = Object.entries(chosen).filter(([, values]) => values.length);
      return sorted(sort).filter((row) =>
        filters.every(([name, values]) => values.includes(String(get(name, row)))) && fits(row));
    },
    /** The values of a column, the newest round first. */
    options: (name: string) => {
      const values = valuesOf(table, name);
      return ordered(values, name === "round").map((place) => String(values[place]));
    },
  };
};
