/* Any two results, of Inference or of Training and HPC, found by words and offered. */
import { decidesOn, eachOf, inOrder, inPrint, isTrained, levelOf, roundOf, stated } from "./judge.ts";
import { SEARCHED, searchOf } from "./tables.ts";
import { asPublished, decimalsOf, once } from "./words.ts";
import type { Judge } from "./judge.ts";

/** The rows of all results in the order in which they are offered: the latest first, closed before open, on sale before
 * others, then the best. Of several suites by the number of the round. */
const offered = (judge: Judge) => {
  const { get, rows } = judge.table;
  const ranked = Array.from({ length: rows }, (_none, row) => {
    const closed = get("division", row) === "closed" ? 2 : 0;
    const sold = get("availability", row) === "available" ? 1 : 0;
    const level = get("value", row) === null ? 0 : levelOf(judge, row, get("per_accelerator", row) !== null);
    return { row, rank: roundOf(judge, row) * 100 + closed + sold, level };
  });
  return ranked.sort((x, y) => y.rank - x.rank || y.level - x.level).map(({ row }) => row);
};

/** A search for results that have every word of a text, in the order in which they are offered. */
export const searching = (judge: Judge): ((text: string) => number[]) => {
  const search = searchOf(judge.table, SEARCHED, (word) => inPrint(judge, word));
  const every = once(() => offered(judge));
  return (text) => every().filter(search(text));
};

/** Whether two results may be compared at all, be it with care. */
export const mayBoth = (judge: Judge, one: number, two: number) =>
  judge.rules.answers[decidesOn(judge, ...inOrder(judge, one, two))].allowed !== "no";

/** A result in a line. */
export const titled = (judge: Judge, row: number) => {
  const [round, scenario, number, chip] = ["round", "scenario", "accelerators", "product"]
    .map((name) => judge.table.get(name, row));
  const chips = `${number === null ? "" : `${number} × `}${chip ?? "CPUs"}`;
  return `${round} ${stated(judge, "benchmark", row)} ${scenario}, ${stated(judge, "submitter", row)}, ${chips}`;
};

/** What else there is to say of a result. */
export const detailed = (judge: Judge, row: number) => {
  const of = (name: string) => judge.table.get(name, row);
  const rate = isTrained(judge, row) ? null : eachOf(judge, row);
  const value = of("value") === null
    ? of("told") ?? judge.rules.not_stated
    : `${asPublished(Number(Number(of("value")).toPrecision(10)))} ${of("unit")}`;
  return [
    rate === null ? value : `${value}, ${asPublished(Number(rate.toFixed(decimalsOf(rate))))} per accelerator`,
    [of("division"), of("availability")].filter((name) => name !== null).join(", "),
    of("ran") === of("family") ? null : of("ran"), of("system_name"),
  ].filter((said) => said !== null).join("; ");
};
