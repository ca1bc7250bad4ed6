/* Any two results, of Inference or of Training and HPC, found by words and offered. */
import { inPrint, inWords, levelOf, roundOf, stated } from "./judge.ts";
import { SEARCHED, searchOf } from "./tables.ts";
import { asPublished, decimalsOf, once } from "./words.ts";
import type { Judge } from "./judge.ts";

/** The rows of all results in the order in which they are offered: the latest first, closed before open, on sale before
 * others, then the best. Of several suites by the number of the round. */
const offered = (judge: Judge) => {
  const { get, rows } = judge.table;
  const ranked = Array.from({ length: rows }, (_none, row) => {
    const is = (name: string, value: string) => Number(get(name, row) === value);
    const rank = roundOf(judge, row) * 100 + 2 * is("division", "closed") + is("availability", "available");
    const level = get("value", row) === null ? 0 : levelOf(judge, row, get("per_accelerator", row) !== null);
    return { row, rank, level };
  });
  return ranked.sort((x, y) => y.rank - x.rank || y.level - x.level).map(({ row }) => row);
};

/** A search for results that have every word of a text, in the order in which they are offered. */
export const searching = (judge: Judge): ((text: string) => number[]) => {
  const search = searchOf(judge.table, SEARCHED, (word) => inPrint(judge, word));
  const every = once(() => offered(judge));
  return (text) => every().filter(search(text));
};

/** A result in a line: DeepSeek-R1 Server, Nebius on 8 GB300 (v6.0). */
export const titled = (judge: Judge, row: number) =>
  `${stated(judge, "benchmark", row)} ${stated(judge, "scenario", row)}, ${inWords(judge, row)}`;

/** What else there is to say of a result. */
export const detailed = (judge: Judge, row: number) => {
  const of = (name: string) => judge.table.get(name, row);
  const [value, rate] = ["value", "per_accelerator"].map((name) => (of(name) === null ? null : Number(of(name))));
  const figure = value === null ? of("told") ?? judge.rules.not_stated
    : `${asPublished(Number(value.toPrecision(10)))} ${of("unit")}`;
  const each = rate === null ? null : `${asPublished(Number(rate.toFixed(decimalsOf(rate))))} per accelerator`;
  const ran = of("ran") === of("family") ? null : of("ran");
  return [figure, each, of("division"), of("availability"), ran, of("system_name")]
    .filter((said) => said !== null).join("; ");
};
