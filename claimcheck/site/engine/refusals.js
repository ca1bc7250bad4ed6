/* Why nothing prints a figure: one sentence, the first that is true, in the order of REASONS. */
import { inWords, namesInPrint } from "./hits.js";
import { isPair } from "./phrase.js";
import { spanned } from "./spans.js";
import { filled, listed, sentence } from "./words.js";

// By so many units of its last digit a figure of so many digits may miss a result that it was copied from.
const [SLIP, COPIED] = [9, 6];

/** @typedef {FindAsked["names"]} Asked */
/** A figure that a bank's search did not find. `exact`: it has so many digits that what prints it is its source.
 * @typedef {{ engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, outcome: FindOutcome, single:
 * boolean,
 *   digits: number, exact: boolean, amount: number }} Missed */

/** @param {string} day as 2026-06-16 */
const dateText = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
  });
/** Every choice of some of these, the shortest first. @param {string[]} of */
const choices = (of) =>
  Array.from({ length: 2 ** of.length - 1 }, (_none, bits) => of.filter((_one, i) => (bits + 1) & (1 << i))).sort(
    (a, b) => a.length - b.length,
  );

/** The first result that prints a figure under other conditions. @param {Missed} missed @param {Asked} names
 * @param {Partial<FindFigure>} [as] */
const firstOf = ({ bank, asked, figure }, names, as = {}) =>
  bank.finder.look({ ...asked, names }, { ...figure, ...as }, 1).hits[0];
/** A reason that tells a hit. @param {Missed} missed @param {string} name @param {FindHit} hit
 * @param {FindBank} [of] */
const telling = ({ engine: { words }, bank, figure }, name, hit, of = bank) =>
  filled(words.reasons[name], {
    hit: inWords(of, figure.decimals, hit), division: of.table.get("division", hit.rows[0]),
  });
/** @param {Asked} names @param {string[]} categories */
const only = (names, categories) =>
  Object.fromEntries(categories.flatMap((name) => (names[name] ? [[name, names[name]]] : [])));

/** That what is named, or the round, is in no table. @param {FindEngine} engine @param {FindBank} bank
 * @param {Pick<FindAsked, "names">} asked */
export const notHeld = ({ words: { absent, reasons }, rules: { missing } }, bank, { names }) => {
  const told = (/** @type {string} */ round) =>
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

/** Of a round of Training whose scores are mostly spans. @param {Missed} missed */
const inSpans = ({ engine, bank, asked, figure }) =>
  bank.name === "training" ? (spanned(engine, asked, figure)?.says ?? null) : null;

/** That the nearest result differs in its last digits alone. @param {Missed} missed */
const lastDigits = (missed) => {
  const { engine: { words }, asked, figure, outcome: { nearest: [hit] }, exact, digits, amount } = missed;
  const near =
    hit && Math.abs(hit.value - amount) <= Math.max((2 * SLIP) / figure.factor, Number.isInteger(hit.value) ? 0.5 : 0);
  const copied = asked.names.benchmark || digits >= COPIED;
  return exact && near && copied && digits > words.reason_digits ? telling(missed, "digits", hit) : null;
};

/** That a result prints it if one of the names is left out. @param {Missed} missed */
const otherName = (missed) => {
  const { asked: { names }, exact } = missed;
  const left = ["scenario", "submitter", "round", "accelerators", "availability", "chip"].filter(
    (category) => exact && names[category],
  );
  for (const category of left) {
    const hit = firstOf(missed, only(names, Object.keys(names).filter((name) => name !== category)));
    if (hit) return telling(missed, category, hit);
  }
  return null;
};

/** That there is nothing of what is named. @param {Missed} missed */
const notThere = (missed) => {
  const { engine: { words: { reasons } }, bank, asked, figure, outcome, single } = missed;
  const having = (/** @type {Asked} */ names) => bank.finder.having({ ...asked, names });
  const lacking = choices(Object.keys(asked.names))
    .map((of) => only(asked.names, of))
    .find((names) => !having(names).length);
  if (lacking) return filled(bank.words.no_result ?? reasons.no_result, { names: namesInPrint(bank, lacking) });
  const names = only(asked.names, ["benchmark", "round"]);
  const isRate = names.benchmark && single && figure.unit && figure.kinds[0] !== "time";
  const units = isRate ? [...new Set(having(names).map((row) => String(bank.table.get("unit", row))))] : [];
  if (units.length && !units.includes(String(figure.unit))) {
    // A bare chance hit per accelerator is no source of a figure in another unit.
    const hit = firstOf(missed, asked.names, { kinds: ["any"], unit: null, measure: figure.measure ?? "total" });
    const said = filled(reasons.no_unit, { names: namesInPrint(bank, names), units: listed(units), unit: figure.unit });
    return said + (hit ? ` ${inWords(bank, figure.decimals, hit)}` : "");
  }
  return outcome.tried || single ? null : filled(reasons.no_pair, { names: namesInPrint(bank, asked.names) });
};

/** That a result of the open division prints it. @param {Missed} missed */
const inOpen = (missed) => {
  const { engine, bank, asked, figure, exact } = missed;
  if (!exact || (bank.name !== "results" && bank.name !== "training")) return null;
  const open = engine.bankOf(bank.name === "results" ? "open" : "open training");
  const [hit] = open.finder.look(asked, figure, 1).hits;
  return hit ? telling(missed, "open", hit, open) : null;
};

/** @type {((missed: Missed) => string | null)[]} */
const REASONS = [
  lastDigits, inSpans, otherName,
  ({ engine, bank, asked }) => notHeld(engine, bank, asked),
  notThere, inOpen,
  (missed) =>
    !missed.single && missed.outcome.nearest.length ? telling(missed, "nearest_pair", missed.outcome.nearest[0]) : null,
];

/** Why a search found nothing. @param {FindEngine} engine @param {FindBank} bank @param {FindAsked} asked
 * @param {FindFigure} figure
 * @param {FindOutcome} outcome @returns {string} */
export const reasonOf = (engine, bank, asked, figure, outcome) => {
  const { words } = engine;
  const digits = String(figure.digits).replace(/0+$/, "").length;
  const single = !isPair(figure);
  const exact = single && digits >= words.reason_digits - (asked.names.benchmark ? 1 : 0);
  const missed = {
    engine, bank, asked, figure, outcome, single, digits, exact, amount: (2 * figure.digits) / figure.factor,
  };
  for (const reason of REASONS) {
    const said = reason(missed);
    if (said) return said;
  }
  return words.reasons.nothing;
};
