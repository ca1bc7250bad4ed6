/* The footnote that MLCommons' rules ask of everybody who prints a result. */
import { held } from "./judge.ts";
import { filled } from "./words.ts";
import type { Judge } from "./judge.ts";

/** Rows by what they have in common, in the order of that. */
const grouped = (judge: Judge, rows: number[], ...names: string[]) =>
  [...Map.groupBy(rows, (row) => names.map((name) => held(judge, name, row)).join("|"))]
    .sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);

const distinct = (names: string[]) => [...new Set(names)].sort().join(", ");

/** The IDs of results, with those of MLCommons' page where they differ. */
const idsOf = (judge: Judge, rows: number[]) => {
  const words = judge.rules.footnote;
  const ids = rows.filter((row) => held(judge, "result_id", row) !== null).map((row) => {
    const page = held(judge, "page_id", row);
    const there = page === null ? "" : ` [${filled(words[page === "none" ? "no page" : "page"], { page })}]`;
    return `${held(judge, "result_id", row)}${there}`;
  });
  return filled(words[ids.length ? "results" : "no results"], { ids: distinct(ids) });
};

/** The footnote to some rows; `derived`: with what is our own arithmetic on them. */
export const footnote = (judge: Judge, rows: number[], derived: boolean) => {
  const { footnote: words, suites, retrieved } = judge.rules;
  const said = grouped(judge, rows, "round", "repo").map((group) => {
    const cells = grouped(judge, group, "division", "benchmark").map((of) => filled(words.cell, {
      division: held(judge, "division", of[0]), benchmark: held(judge, "benchmark", of[0]),
      scenarios: distinct(of.map((row) => String(held(judge, "scenario", row)))), results: idsOf(judge, of),
    }));
    const [round, repo, commit, suite] = ["round", "repo", "commit", "suite"].map((name) =>
      String(held(judge, name, group[0])));
    return filled(words.round, {
      suite: suites[suite] ?? suites.inference, round, cells: cells.join("; "), commit: commit.slice(0, 10), repo,
      retrieved: retrieved[suites[suite] ? `${suite}-${round}` : round],
    });
  });
  return [...said, ...(derived ? [words.derived] : []), words.trademark].join(" ");
};
