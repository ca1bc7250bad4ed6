/* The footnote that MLCommons' rules ask of everybody who prints a result. */
import { held } from "./judge.ts";
import { filled } from "./words.ts";
import type { Judge } from "./judge.ts";

/** What a result is of, and its ID, with that of MLCommons' page where it differs. */
const cellOf = (judge: Judge, row: number) => {
  const { footnote: words } = judge.rules;
  const [division, benchmark, scenarios, id, page] = ["division", "benchmark", "scenario", "result_id", "page_id"]
    .map((name) => held(judge, name, row));
  const there = page === null ? "" : ` [${filled(words[page === "none" ? "no page" : "page"], { page })}]`;
  const results = id === null ? words["no results"] : filled(words.results, { ids: `${id}${there}` });
  return filled(words.cell, { division, benchmark, scenarios, results });
};

/** The footnote to some rows; `derived`: with what is our own arithmetic on them. */
export const footnote = (judge: Judge, rows: number[], derived: boolean) => {
  const { footnote: words, suites, retrieved } = judge.rules;
  const rounds = Map.groupBy(rows, (row) => ["round", "repo"].map((name) => held(judge, name, row)).join("|"));
  const said = [...rounds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => {
    const [round, repo, commit, suite] = ["round", "repo", "commit", "suite"].map((name) =>
      String(held(judge, name, group[0])));
    const cells = [...new Set(group.map((row) => cellOf(judge, row)))].sort().join("; ");
    return filled(words.round, {
      suite: suites[suite] ?? suites.inference, round, cells, commit: commit.slice(0, 10), repo,
      retrieved: retrieved[suites[suite] ? `${suite}-${round}` : round],
    });
  });
  return [...said, ...(derived ? [words.derived] : []), words.trademark].join(" ");
};
