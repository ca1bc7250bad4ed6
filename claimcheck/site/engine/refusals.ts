/* Why nothing prints a figure: one sentence, the first that is true, in the order of REASONS. */
import { inWords, namesInPrint } from "./hits.ts";
import { isPair, significant } from "./phrase.ts";
import { spanned } from "./spans.ts";
import { filled, listed, sentence } from "./words.ts";

// By so many units of its last digit a figure of so many digits may miss a result that it was copied from.
const [SLIP, COPIED] = [9, 6];
// Names that a result with the figure may have otherwise.
const OTHERWISE = ["scenario", "submitter", "round", "accelerators", "availability", "chip"];

type Names = FindAsked["names"];
/** A figure that a bank's search did not find. `exact`: it has so many digits that what prints it is its source. */
type Missed = {
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, outcome: FindOutcome, exact: boolean,
};

const dateText = (day: string) =>
  new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** Every choice of some names, the shortest first. */
const choices = (names: Names): Names[] => {
  const of = Object.entries(names);
  return Array.from({ length: 2 ** of.length - 1 }, (_none, bits) => of.filter((_one, i) => (bits + 1) & (1 << i)))
    .sort((a, b) => a.length - b.length).map((some) => Object.fromEntries(some));
};

/** A reason that tells the first hit of a search; null for none. */
const telling = ({ figure }: Missed, name: string, bank: FindBank, [hit]: FindHit[]) => {
  if (!hit) return null;
  const { reasons, searched } = bank.words;
  const division = bank.table.get("division", hit.rows[0]);
  return filled(reasons[name], { searched, division, hit: inWords(bank, figure.decimals, hit) });
};
/** The same, of what prints the figure otherwise. */
const tellingOther = (missed: Missed, name: string, asked: FindAsked, figure = missed.figure, bank = missed.bank) =>
  telling(missed, name, bank, bank.finder.look(asked, figure, 1).hits);

/** That what is named, or the round, is in no table. */
export const notHeld = (
  { words: { absent, reasons }, rules: { missing } }: FindEngine, bank: FindBank, names: Names,
) => {
  const told = (round: string, named = "") =>
    sentence(named + filled(reasons.not_held, { ...missing[round], round, since: dateText(missing[round].since) }));
  const lacking = Object.values(names).flat(2).find((name) => absent[name]);
  const of = lacking && absent[lacking].of;
  if (lacking) return of ? told(of, `${lacking}: `) : filled(reasons.absent, { name: lacking });
  const rounds = (names.round ?? []).flat();
  if (!rounds.length || rounds.some((own) => bank.rules.rounds.includes(own))) return null;
  const round = Object.keys(missing).find((name) => rounds.some((own) => name.endsWith(` ${own}`))
    && name.includes("Training") === (bank.name === "training"));
  return round ? told(round) : filled(reasons.absent, { name: rounds[0] });
};

/** That a table has nothing of these names. */
export const noneOf = (bank: FindBank, names: Names) => {
  const { no_result: none, reasons, searched } = bank.words;
  return filled(none ?? reasons.no_result, { names: namesInPrint(bank, names), searched });
};

/** That the results of what is named are in other units. */
const otherUnits = ({ bank, asked: { names: { benchmark, round } }, figure }: Missed) => {
  if (isPair(figure) || !benchmark || !figure.unit || figure.kinds[0] === "time") return null;
  const names: Names = { benchmark, ...(round ? { round } : {}) };
  const units = new Set(bank.finder.having(names).map((row) => String(bank.table.get("unit", row))));
  if (!units.size || units.has(figure.unit)) return null;
  const said = { names: namesInPrint(bank, names), units: listed([...units].sort()), unit: figure.unit };
  return filled(bank.words.reasons.no_unit, said);
};

const REASONS: ((missed: Missed) => string | null | undefined)[] = [
  /** The nearest result differs in its last digits alone. */
  (missed) => {
    const { engine: { words }, bank, asked, figure, outcome: { nearest }, exact } = missed;
    const [digits, [hit]] = [significant(figure), nearest];
    if (!hit || !exact || !(asked.names.benchmark || digits >= COPIED) || digits <= words.reason_digits) return null;
    const slip = Math.max((2 * SLIP) / figure.factor, Number.isInteger(hit.value) ? 0.5 : 0);
    const isNear = Math.abs(hit.value - (2 * figure.digits) / figure.factor) <= slip;
    return isNear ? telling(missed, "digits", bank, nearest) : null;
  },
  /** It is of a round of Training whose scores are mostly spans. */
  ({ engine, bank, asked, figure }) => bank.name === "training" ? spanned(engine, asked, figure)?.says : null,
  /** A result prints it if one of the names is left out. */
  (missed) => {
    const { asked, exact } = missed;
    const others = (name: string) => ({ ...asked, names: { ...asked.names, [name]: undefined } }) as FindAsked;
    const left = exact ? OTHERWISE.filter((name) => asked.names[name]) : [];
    return left.reduce((said, name) => said ?? tellingOther(missed, name, others(name)), (null as string | null));
  },
  ({ engine, bank, asked }) => notHeld(engine, bank, asked.names),
  /** A result of the open division prints it. */
  (missed) => {
    const { engine, bank, asked, figure, exact } = missed;
    const open = { results: "open", training: "open training" }[bank.name];
    return exact && open ? tellingOther(missed, "open", asked, figure, engine.bankOf(open)) : null;
  },
  /** There is nothing of what is named. */
  ({ bank, asked }) => {
    const lacking = choices(asked.names).find((names) => !bank.finder.having(names).length);
    return lacking ? noneOf(bank, lacking) : null;
  },
  ({ bank, asked, figure, outcome: { tried } }) => {
    const { reasons, searched } = bank.words;
    const none = isPair(figure) && !tried;
    return none ? filled(reasons.no_pair, { names: namesInPrint(bank, asked.names), searched }) : null;
  },
  otherUnits,
  /** A pair prints it if its sides are turned. */
  (missed) => {
    const { asked, figure, figure: { sides } } = missed;
    return sides ? tellingOther(missed, "turned", asked, { ...figure, sides: sides.toReversed() }) : null;
  },
  (missed) =>
    isPair(missed.figure) ? telling(missed, "nearest_pair", missed.bank, missed.outcome.nearest) : null,
  ({ bank, bank: { words }, asked: { names } }) => filled(words.reasons.nothing, {
    of: Object.keys(names).length ? ` of ${namesInPrint(bank, names)}` : "", searched: words.searched,
  }),
];

/** Why a search found nothing. */
export const reasonOf = (
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, outcome: FindOutcome,
) => {
  const least = engine.words.reason_digits - (asked.names.benchmark ? 1 : 0);
  const missed = { engine, bank, asked, figure, outcome, exact: !isPair(figure) && significant(figure) >= least };
  return String(REASONS.reduce((said: string | null, reason) => said ?? reason(missed) ?? null, null));
};
