/* Any two results, of Inference or of Training and HPC: found by id or by words, and compared. A result is named by
   its place among all: those of Inference first. */
import { compare } from "./compare.ts";
import { answerOf, detailsOf, titleOf } from "./compared.ts";
import { decidesOn, held, inOrder, inPrint, judgeOf, levelOf } from "./judge.ts";
import { SEARCHED, searchOf } from "./tables.ts";
import { filled } from "./words.ts";
import type { Judge } from "./judge.ts";
import type { Side } from "./compared.ts";

export type Pairing = { judges: Judge[], rules: Rules, at: (place: number) => Side };

/** What pairs are made of. */
export const pairingOf = (
  { results, training }: Record<"results" | "training", ResultTable>, rules: Rules,
): Pairing => {
  const own = { ...rules, ...rules.training } as Rules;
  const judges = [
    judgeOf({ results, compare: ({ ...results, rules } as CompareTable) }),
    judgeOf({ results: training, compare: ({ ...training, rules: own } as CompareTable) }),
  ];
  const at = (place: number) =>
    (place < results.rows ? { judge: judges[0], row: place } : { judge: judges[1], row: place - results.rows });
  return { judges, rules, at };
};

export const titled = ({ at }: Pairing, place: number) => titleOf(at(place));
export const detailed = ({ at }: Pairing, place: number) => detailsOf(at(place));
export const idOf = ({ at }: Pairing, place: number) => String(held(at(place).judge, "row_id", at(place).row));

/** The place of a result; null for an unknown id. */
export const placeOfId = ({ judges: [first, second] }: Pairing, id: string) => {
  const [one, two] = [first, second].map(({ results }) => results.rowOf(id));
  return one ?? (two === null ? null : first.results.rows + two);
};

/** A search for the places of results that have every word of a text. */
export const searching = ({ judges }: Pairing): ((text: string) => number[]) => {
  const names = (judge: Judge) => SEARCHED.filter((name) => name in judge.results.columns);
  const searches = judges.map((judge) => searchOf(judge.results, names(judge), (word) => inPrint(judge, word)));
  return (text) => {
    const fits = searches.map((search) => search(text));
    return judges.flatMap(({ results }, of) => Array.from({ length: results.rows }, (_none, row) => row)
      .filter(fits[of]).map((row) => (of ? judges[0].results.rows + row : row)));
  };
};

/** The order in which results are offered: the latest first, closed before open, on sale before others, then the best.
 * Of several suites by the number of the round. */
export const offered = ({ at }: Pairing, places: number[]) => {
  const ranked = places.map((place) => {
    const { judge, row } = at(place);
    const sold = held(judge, "availability", row) === "available" ? 1 : 0;
    const round = Number(String(held(judge, "round", row)).slice(1)) * 100;
    const rank = round + (held(judge, "division", row) === "closed" ? 2 : 0) + sold;
    const divided = held(judge, "per_accelerator", row) !== null;
    return { place, rank, level: held(judge, "value", row) === null ? 0 : levelOf(judge, row, divided) };
  });
  ranked.sort((x, y) => y.rank - x.rank || y.level - x.level || x.place - y.place);
  return ranked.map(({ place }) => place);
};

/** Whether two results may be compared at all, be it with care. */
export const mayBoth = ({ at, rules }: Pairing, one: number, two: number) => {
  const [a, b] = [at(one), at(two)];
  return a.judge === b.judge && rules.answers[decidesOn(a.judge, ...inOrder(a.judge, a.row, b.row))].allowed !== "no";
};

/** Results of two suites, which are not compared. */
const across = (pairing: Pairing, places: number[]): Comparison => {
  const { answers, suites } = pairing.rules;
  const [before, after] = places.map(pairing.at).map(({ judge, row }) =>
    suites[String(held(judge, "suite", row))] ?? suites.inference);
  const why = filled(answers.suites.words, { before, after });
  const [ids, names] = [idOf, titled].map((named) => places.map((place) => named(pairing, place)));
  return {
    rows: [0, 0], before: ids[0], after: ids[1], allowed: answers.suites.allowed, why, names, known: [], footnote: "",
    ratio: null, conditions: [], together: null, said: [why], sentences: why,
  };
};

/** Two results compared, with the answer in lines. */
export const comparing = (pairing: Pairing, one: number, two: number) => {
  const sides = [one, two].map(pairing.at);
  const [{ judge, row }, other] = sides;
  if (judge !== other.judge) {
    const found = across(pairing, [one, two]);
    return { ...found, answer: answerOf(sides, found) };
  }
  const found = compare(judge, row, other.row);
  return { ...found, answer: answerOf(found.rows.map((of) => ({ judge, row: of })), found) };
};
