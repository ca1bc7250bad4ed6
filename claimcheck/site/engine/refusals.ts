/* Why nothing prints a figure: one sentence, the first that is true, in the order of REASONS. */
import { inWords, namesInPrint } from "./hits.ts";
import { isPair } from "./phrase.ts";
import { spanned } from "./spans.ts";
import { filled, listed, sentence } from "./words.ts";

// By so many units of its last digit a figure of so many digits may miss a result that it was copied from.
const [SLIP, COPIED] = [9, 6];
// Names that a result with the figure may have otherwise.
const OTHERWISE = ["scenario", "submitter", "round", "accelerators", "availability", "chip"];

export type Asked = FindAsked["names"];
/** A figure that a bank's search did not find. `exact`: it has so many digits that what prints it is its source. */
export type Missed = {
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, outcome: FindOutcome, single: boolean,
  digits: number, exact: boolean,
};

const dateText = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
  });
/** Every choice of some of these, the shortest first. */
const choices = (of: string[]) =>
  Array.from({ length: 2 ** of.length - 1 }, (_none, bits) => of.filter((_one, i) => (bits + 1) & (1 << i))).sort(
    (a, b) => a.length - b.length,
  );
const only = (names: Asked, categories: string[]) =>
  Object.fromEntries(categories.flatMap((name) => (names[name] ? [[name, names[name]]] : [])));

/** A reason that tells a hit; null for none. */
const telling = (
  { engine: { words }, bank, figure }: Missed, name: string, hit: FindHit | undefined, of: FindBank = bank,
) =>
  hit && filled(words.reasons[name], {
    hit: inWords(of, figure.decimals, hit), searched: bank.words.searched,
    division: of.table.get("division", hit.rows[0]),
  });

/** That what is named, or the round, is in no table. */
export const notHeld = (
  { words: { absent, reasons }, rules: { missing } }: FindEngine, bank: FindBank, { names }: Pick<FindAsked, "names">,
) => {
  const told = (round: string) =>
    filled(reasons.not_held, { ...missing[round], round, since: dateText(missing[round].since) });
  const lacking = Object.values(names).flat().flat().find((name) => absent[name]);
  const of = lacking && absent[lacking].of;
  if (lacking) return of ? sentence(`${lacking}: ${told(of)}`) : filled(reasons.absent, { name: lacking });
  const rounds = (names.round ?? []).flat();
  if (!rounds.length || rounds.some((own) => bank.rules.rounds.includes(own))) return null;
  const isTrained = bank.name === "training";
  const round = Object.keys(missing).find(
    (name) => rounds.some((own) => name.endsWith(` ${own}`)) && name.includes("Training") === isTrained,
  );
  return round ? sentence(told(round)) : filled(reasons.absent, { name: rounds[0] });
};

/** That the nearest result differs in its last digits alone. */
const lastDigits = (missed: Missed) => {
  const { engine: { words }, asked, figure, outcome: { nearest: [hit] }, exact, digits } = missed;
  if (!hit || !exact || !(asked.names.benchmark || digits >= COPIED) || digits <= words.reason_digits) return null;
  const apart = Math.abs(hit.value - (2 * figure.digits) / figure.factor);
  const slip = Math.max((2 * SLIP) / figure.factor, Number.isInteger(hit.value) ? 0.5 : 0);
  return apart <= slip ? telling(missed, "digits", hit) : null;
};

/** That a result prints it if one of the names is left out. */
const otherName = (missed: Missed) => {
  const { bank, asked, asked: { names }, figure, exact } = missed;
  for (const category of exact ? OTHERWISE.filter((name) => names[name]) : []) {
    const others = only(names, Object.keys(names).filter((name) => name !== category));
    const said = telling(missed, category, bank.finder.look({ ...asked, names: others }, figure, 1).hits[0]);
    if (said) return said;
  }
  return null;
};

/** That a table has nothing of these names. */
export const noneOf = (bank: FindBank, names: Asked) => filled(bank.words.no_result ?? bank.words.reasons.no_result, {
  names: namesInPrint(bank, names), searched: bank.words.searched,
});

/** That there is nothing of what is named. */
const notThere = ({ engine: { words: { reasons } }, bank, asked, figure, outcome, single }: Missed) => {
  const having = (names: Asked) => bank.finder.having({ ...asked, names });
  const lacking = choices(Object.keys(asked.names)).map((of) => only(asked.names, of))
    .find((names) => !having(names).length);
  if (lacking) return noneOf(bank, lacking);
  const names = only(asked.names, ["benchmark", "round"]);
  const isRate = names.benchmark && single && figure.unit && figure.kinds[0] !== "time";
  const units = isRate ? [...new Set(having(names).map((row) => String(bank.table.get("unit", row))))] : [];
  const said = { names: namesInPrint(bank, names), units: listed(units.sort()), unit: figure.unit };
  if (units.length && !units.includes(String(figure.unit))) return filled(reasons.no_unit, said);
  if (outcome.tried || single) return null;
  return filled(reasons.no_pair, { names: namesInPrint(bank, asked.names), searched: bank.words.searched });
};

/** That a result of the open division prints it. */
const inOpen = (missed: Missed) => {
  const { engine, bank, asked, figure, exact } = missed;
  if (!exact || (bank.name !== "results" && bank.name !== "training")) return null;
  const open = engine.bankOf(bank.name === "results" ? "open" : "open training");
  return telling(missed, "open", open.finder.look(asked, figure, 1).hits[0], open);
};

/** That a pair prints it if its sides are turned. */
const otherWay = (missed: Missed) => {
  const { bank, asked, figure } = missed;
  if (!figure.sides) return null;
  return telling(missed, "turned", bank.finder.look(asked, { ...figure, sides: figure.sides.toReversed() }, 1).hits[0]);
};

const REASONS: ((missed: Missed) => string | null | undefined)[] = [
  lastDigits,
  // Of a round of Training whose scores are mostly spans.
  ({ engine, bank, asked, figure }) => bank.name === "training" ? spanned(engine, asked, figure)?.says : null,
  otherName,
  ({ engine, bank, asked }) => notHeld(engine, bank, asked),
  notThere, inOpen, otherWay,
  (missed) => missed.single ? null : telling(missed, "nearest_pair", missed.outcome.nearest[0]),
  ({ bank, bank: { words }, asked: { names } }) => filled(words.reasons.nothing, {
    of: Object.keys(names).length ? ` of ${namesInPrint(bank, names)}` : "", searched: words.searched,
  }),
];

/** Why a search found nothing. */
export const reasonOf = (
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, outcome: FindOutcome,
): string => {
  const digits = String(figure.digits).replace(/0+$/, "").length;
  const single = !isPair(figure);
  const exact = single && digits >= engine.words.reason_digits - (asked.names.benchmark ? 1 : 0);
  const missed = { engine, bank, asked, figure, outcome, single, digits, exact };
  return String(REASONS.map((reason) => () => reason(missed)).reduce((said, next) => said ?? next() ?? null,
    ((null) as string | null)));
};
