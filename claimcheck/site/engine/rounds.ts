/* What a round has, counted. */
import { filled, kept, printed } from "./words.ts";

type Round = { round: string, suite: string } & Record<"results" | "closed" | "organisations" | "systems", number>;
// So many rounds are told of a count, where none is named.
const ROUNDS = 3;

/** What a table has of each round, by its name. */
const countsOf = kept(({ table: { rows, get }, rules, words }: FindBank): Map<string, Round> => {
  // A round of HPC has the name of another one of Training.
  const own = [...Array(rows).keys()].filter((row) => get("suite", row) !== "hpc");
  const rounds = Map.groupBy(own, (row) => String(get("round", row)));
  return new Map([...rounds].map(([round, of]) => [round, {
    round, suite: words.suite, results: of.length, closed: of.filter((row) => get("division", row) === "closed").length,
    organisations: new Set(of.flatMap((row) => String(get("owners", row)).split(rules.between))).size,
    systems: new Set(of.map((row) => `${get("submitter", row)}|${get("system", row)}`)).size,
  }]));
});

const unitOf = ({ unit }: FindFigure) => (unit === "submissions" ? "results" : unit) as "results";
/** What the rounds that are named have. */
const named = (bank: FindBank, { names }: FindAsked) =>
  (names.round ?? []).flat().flatMap((name) => countsOf(bank).get(name) ?? []);
/** Whether a round has what a figure says. */
const has = ({ unit, factor, low, high }: FindFigure, round: Round) =>
  [round[unitOf({ unit } as FindFigure)], ...(unit === "results" || unit === "submissions" ? [round.closed] : [])]
    .map((one) => Math.floor(one * factor)).some((bin) => bin >= low && bin < high);

/** Whether one of the rounds that are named has so many. */
export const roundHas = (bank: FindBank, asked: FindAsked, figure: FindFigure) =>
  named(bank, asked).some((round) => has(figure, round));

/** Sentences on a count of results, submitters or systems: of the rounds that are named, or of those that have so
 * many. */
export const countsTold = (
  { words: { counted } }: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure,
): string[] => {
  const unit = unitOf(figure);
  if (!["results", "organisations", "systems"].includes(unit)) return [];
  const counts = [...countsOf(bank).values()];
  const inWords = (round: Round) => filled(counted.of, Object.fromEntries(
    Object.entries(round).map(([name, of]) => [name, typeof of === "number" ? printed(of, 0) : of])));
  const own = named(bank, asked);
  const meant = own.length ? own : counts.filter((round) => has(figure, round)).slice(-ROUNDS);
  if (meant.length) return [...meant.map(inWords), counted.how];
  const amount = (2 * figure.digits) / figure.factor;
  const [nearest] = counts.sort((a, b) => Math.abs(a[unit] - amount) - Math.abs(b[unit] - amount));
  return [`${filled(counted.none, { n: printed(amount, 0), unit })} ${inWords(nearest)}`, counted.how];
};
