/* What a round has, counted, and how much more that is than in the round before. */
import { filled, kept, printed } from "./words.js";

const POWER = "measured";
// So many rounds are told of a count, where none is named.
const ROUNDS = 3;
const COUNTED = ["results", "organisations", "systems", POWER];

/** What a table has of each round, by its name; energy may be loaded later. */
const countingOf = kept((/** @type {FindEngine} */ { rules }) =>
  kept((/** @type {ResultTable | null} */ energy) =>
    kept((/** @type {FindBank} */ { table: { rows, get } }) => {
      const powered = Map.groupBy(
        Array.from({ length: energy?.rows ?? 0 }, (_none, at) => Number(energy?.get("row", at))),
        (row) => get("round", row),
      );
      const rounds = Map.groupBy(
        Array.from({ length: rows }, (_none, row) => row),
        (row) => String(get("round", row)),
      );
      return new Map(
        [...rounds].map(([round, of]) => [
          round,
          /** @type {Record<string, any>} */ ({
            round, results: of.length, closed: of.filter((row) => get("division", row) === "closed").length,
            organisations: new Set(of.flatMap((row) => String(get("owners", row)).split(rules.between))).size,
            systems: new Set(of.map((row) => `${get("submitter", row)}|${get("system", row)}`)).size,
            [POWER]: powered.get(round)?.length ?? 0,
          }),
        ]),
      );
    }),
  ),
);
/** @param {FindEngine} engine @param {FindBank} bank */
const countsOf = (engine, bank) => countingOf(engine)(engine.more.energy())(bank);

const unitOf = (/** @type {FindFigure} */ { unit }) => (unit === "submissions" ? "results" : String(unit));
const roundsNamed = (/** @type {Pick<FindAsked, "names">} */ { names }) => (names.round ?? []).flat();
/** Whether a round has what a figure says. @param {FindFigure} figure @param {string} unit
 * @param {Record<string, any>} round */
const has = ({ factor, low, high }, unit, round) => [round[unit], ...(unit === "results" ? [round.closed] : [])]
  .map((many) => Math.floor(many * factor)).some((bin) => bin >= low && bin < high);

/** Whether one of the rounds that are named has so many. @param {FindEngine} engine @param {FindBank} bank
 * @param {FindAsked} asked @param {FindFigure} figure */
export const roundHas = (engine, bank, asked, figure) => {
  const [counts, unit] = [countsOf(engine, bank), unitOf(figure)];
  return roundsNamed(asked)
    .flatMap((name) => counts.get(name) ?? [])
    .some((round) => unit in round && has(figure, unit, round));
};

/** Sentences on a count of results, submitters or systems: of the rounds that are named, or of those that have so many.
 * @param {FindEngine} engine @param {FindBank} bank @param {FindAsked} asked
 * @param {FindFigure} figure @returns {string[]} */
export const countsTold = (engine, bank, asked, figure) => {
  const { counted } = engine.words;
  const unit = unitOf(figure);
  if (unit === "partners") return [counted.partners];
  if (!COUNTED.includes(unit)) return [];
  const counts = countsOf(engine, bank);
  const inWords = (/** @type {Record<string, any>} */ round) => {
    const numbers = Object.entries(round).map(([name, of]) => [name, typeof of === "number" ? printed(of, 0) : of]);
    return filled(unit === POWER ? counted.measured : counted.of, Object.fromEntries(numbers));
  };
  const named = roundsNamed(asked).flatMap((round) => counts.get(round) ?? []);
  const meant = named.length ? named : [...counts.values()].filter((round) => has(figure, unit, round)).slice(-ROUNDS);
  if (meant.length) return [...meant.map(inWords), counted.how];
  const amount = (2 * figure.digits) / figure.factor;
  const [nearest] = [...counts.values()].sort((a, b) => Math.abs(a[unit] - amount) - Math.abs(b[unit] - amount));
  return [
    `${filled(counted.none, { n: printed(amount, 0), unit: counted.units[unit] ?? unit })} ${inWords(nearest)}`,
    counted.how,
  ];
};
