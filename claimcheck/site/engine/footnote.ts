/* The footnote that MLCommons' rules ask of everybody who prints a result. */
import { held } from "./judge.ts";
import { filled } from "./words.ts";

/** Rows by what they have in common, in the order of that. */
const grouped = (rows: number[], common: (row: number) => string) =>
  [...Map.groupBy(rows, common)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);

const distinct = (names: string[]) => [...new Set(names)].sort().join(", ");

/** The IDs of results, with those of MLCommons' page where they differ. */
const idsOf = (judge: import("./judge.ts").Judge, rows: number[]) => {
  const words = judge.rules.footnote;
  const ids = rows.filter((row) => held(judge, "result_id", row) !== null).map((row) => {
    const page = held(judge, "page_id", row);
    const there = page === null ? "" : ` [${filled(words[page === "none" ? "no page" : "page"], { page })}]`;
    return `${held(judge, "result_id", row)}${there}`;
  });
  return filled(words[ids.length ? "results" : "no results"], { ids: distinct(ids) });
};

/** The footnote to some rows; `derived`: with what is our own arithmetic on them. */
export const footnote = (judge: import("./judge.ts").Judge, rows: number[], derived: boolean) => {
  const { rules, results: { get } } = judge;
  const words = rules.footnote;
  const said = grouped(rows, (row) => `${get("round", row)}|${get("repo", row)}`).map((group) => {
    const cells = grouped(group, (row) => `${get("division", row)}|${get("benchmark", row)}`).map((of) =>
      filled(words.cell, {
        division: get("division", of[0]), benchmark: get("benchmark", of[0]),
        scenarios: distinct(of.map((row) => String(get("scenario", row)))), results: idsOf(judge, of),
      }),
    );
    const [round, repo, commit, suite] = ["round", "repo", "commit", "suite"].map((name) =>
      String(get(name, group[0])));
    const named = rules.suites[suite];
    return filled(words.round, {
      suite: named ?? rules.suites.inference, round, cells: cells.join("; "), commit: commit.slice(0, 10), repo,
      retrieved: rules.retrieved[named ? `${suite}-${round}` : round],
    });
  });
  return [...said, ...(derived ? [words.derived] : []), words.trademark].join(" ");
};
