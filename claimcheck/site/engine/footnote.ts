/* The footnote that MLCommons' rules ask of everybody who prints a result. */
import { filled } from "./words.ts";
import type { Judge } from "./judge.ts";

/** What a result is of, and its ID, with that of MLCommons' page where it differs. */
const cellOf = ({ table: { get }, rules: { footnote: words } }: Judge, row: number) => {
  const [division, benchmark, scenarios, id, page] = ["division", "benchmark", "scenario", "result_id", "page_id"]
    .map((name) => get(name, row));
  const there = page === null ? "" : ` [${filled(words[page === "none" ? "no page" : "page"], { page })}]`;
  const results = id === null ? words["no results"] : filled(words.results, { ids: `${id}${there}` });
  return filled(words.cell, { division, benchmark, scenarios, results });
};

/** The footnote to some rows, by round; `derived`: with what is our own arithmetic on them. */
export const footnote = (judge: Judge, rows: number[], derived: boolean) => {
  const { table: { get }, rules: { footnote: words, cited } } = judge;
  const rounds = Map.groupBy(rows, (row) => `${get("round", row)}|${get("repo", row)}`);
  const said = [...rounds].map(([round, group]) =>
    filled(cited[round], { cells: [...new Set(group.map((row) => cellOf(judge, row)))].sort().join("; ") }));
  return [...said, ...(derived ? [words.derived] : []), words.trademark].join(" ");
};
