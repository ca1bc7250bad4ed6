/* What a round has, counted. */
import { inTraining } from "./banks.ts";
import { filled, printed } from "./words.ts";

// So many rounds are told of a count, where none is named.
const ROUNDS = 3;

/** Sentences on a count of results, submitters or systems: of the rounds that are named, or of those that have so
 * many; in a text only where a round that is named has it. */
export const countsTold = (engine: FindEngine, asked: FindAsked, figure: FindFigure): string[] => {
  const { rules, words: { counted } } = engine;
  const { names, scope } = asked;
  const unit = (figure.unit === "submissions" ? "results" : figure.unit) as "results";
  if (!["results", "organisations", "systems"].includes(unit)) return [];
  const isSo = (many: number) =>
    Math.floor(many * figure.factor) >= figure.low && Math.floor(many * figure.factor) < figure.high;
  /** Whether a round has so many; of results all, or those of the closed division. */
  const has = (round: RoundCount) => isSo(round[unit]) || (unit === "results" && isSo(round.closed));
  const own = inTraining(engine, asked) ? "Training" : "Inference";
  const counts = rules.counts.filter(({ suite }) => suite === own);
  const named = counts.filter(({ round }) => names.round?.flat().includes(round));
  if (scope && !named.some(has)) return [];
  const meant = named.length ? named : counts.filter(has).slice(-ROUNDS);
  const none = { n: printed((2 * figure.digits) / figure.factor, 0), unit };
  const told = meant.map((round) => filled(counted.of, Object.fromEntries(
    Object.entries(round).map(([name, of]) => [name, typeof of === "number" ? printed(of, 0) : of]))));
  return [...(meant.length ? told : [filled(counted.none, none)]), counted.how];
};
