/* Any two results, of Inference or of Training and HPC, found by words and offered. */
import { decidesOn, held, inOrder, inPrint, judgeOf, levelOf, roundOf } from "./judge.ts";
import { SEARCHED, searchOf, stacked } from "./tables.ts";
import type { Judge } from "./judge.ts";

/** The judge of results of every suite. */
export const pairingOf = (results: ResultTable, training: ResultTable, rules: Rules): Judge => {
  const benchmarks = { ...rules.training.benchmarks, ...rules.benchmarks };
  return judgeOf(stacked(results, training), { ...rules, benchmarks });
};

/** A search for results that have every word of a text. */
export const searching = (judge: Judge): ((text: string) => number[]) => {
  const search = searchOf(judge.results, SEARCHED, (word) => inPrint(judge, word));
  return (text) => {
    const fits = search(text);
    return Array.from({ length: judge.results.rows }, (_none, row) => row).filter(fits);
  };
};

/** The order in which results are offered: the latest first, closed before open, on sale before others, then the best.
 * Of several suites by the number of the round. */
export const offered = (judge: Judge, rows: number[]) => {
  const ranked = rows.map((row) => {
    const closed = held(judge, "division", row) === "closed" ? 2 : 0;
    const sold = held(judge, "availability", row) === "available" ? 1 : 0;
    const divided = held(judge, "per_accelerator", row) !== null;
    const level = held(judge, "value", row) === null ? 0 : levelOf(judge, row, divided);
    return { row, rank: roundOf(judge, row) * 100 + closed + sold, level };
  });
  ranked.sort((x, y) => y.rank - x.rank || y.level - x.level || x.row - y.row);
  return ranked.map(({ row }) => row);
};

/** Whether two results may be compared at all, be it with care. */
export const mayBoth = (judge: Judge, one: number, two: number) =>
  judge.rules.answers[decidesOn(judge, ...inOrder(judge, one, two))].allowed !== "no";
