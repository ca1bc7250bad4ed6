/* What a round has, counted. */
import { filled, printed } from "./words.ts";

// So many rounds are told of a count, where none is named.
const ROUNDS = 3;

const unitOf = ({ unit }: FindFigure) => (unit === "submissions" ? "results" : unit) as "results";
/** The rounds of a suite that are named. */
const named = (counts: RoundCount[], { names }: FindAsked) =>
  counts.filter(({ round }) => names.round?.flat().includes(round));
/** Whether a round has what a figure says; of results all, or those of the closed division. */
const has = (figure: FindFigure, round: RoundCount) => {
  const unit = unitOf(figure);
  const bins = [round[unit], unit === "results" ? round.closed : NaN].map((many) => Math.floor(many * figure.factor));
  return bins.some((bin) => bin >= figure.low && bin < figure.high);
};
const countsOf = ({ rules }: FindEngine, bank: FindBank) =>
  rules.counts.filter(({ suite }) => suite === bank.words.suite);

/** Whether one of the rounds that are named has so many. */
export const roundHas = (engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure) =>
  named(countsOf(engine, bank), asked).some((round) => has(figure, round));

/** Sentences on a count of results, submitters or systems: of the rounds that are named, or of those that have so
 * many. */
export const countsTold = (engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure): string[] => {
  const unit = unitOf(figure);
  if (!["results", "organisations", "systems"].includes(unit)) return [];
  const { words: { counted } } = engine;
  const counts = countsOf(engine, bank);
  const inWords = (round: RoundCount) => filled(counted.of, Object.fromEntries(
    Object.entries(round).map(([name, of]) => [name, typeof of === "number" ? printed(of, 0) : of])));
  const own = named(counts, asked);
  const meant = own.length ? own : counts.filter((round) => has(figure, round)).slice(-ROUNDS);
  if (meant.length) return [...meant.map(inWords), counted.how];
  const amount = (2 * figure.digits) / figure.factor;
  const [nearest] = counts.reverse().sort((a, b) => Math.abs(a[unit] - amount) - Math.abs(b[unit] - amount));
  return [`${filled(counted.none, { n: printed(amount, 0), unit })} ${inWords(nearest)}`, counted.how];
};
