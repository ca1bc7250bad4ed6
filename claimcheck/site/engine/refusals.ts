/* Why nothing prints a figure: one sentence, the first that is true, in the order of REASONS. */
import { inWords, namesInPrint } from "./hits.ts";
import { isPair, significant } from "./phrase.ts";
import { spanned } from "./spans.ts";
import { filled, listed, sentence } from "./words.ts";

// By so many units of its last digit a figure of so many digits may miss a result that it was copied from.
const [SLIP, COPIED] = [9, 6];
// Names that a result with the figure may have otherwise.
const OTHERWISE = ["scenario", "submitter", "round", "accelerators", "availability", "chip"];

type Asked = FindAsked["names"];
/** A figure that a bank's search did not find. `exact`: it has so many digits that what prints it is its source. */
type Missed = {
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure, outcome: FindOutcome, exact: boolean,
};

const dateText = (day: string) =>
  new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const only = (names: Asked, categories: string[]) =>
  Object.fromEntries(categories.flatMap((name) => (names[name] ? [[name, names[name]]] : [])));
/** Every choice of some of these, the shortest first. */
const choices = (of: string[]) =>
  Array.from({ length: 2 ** of.length - 1 }, (_none, bits) => of.filter((_one, i) => (bits + 1) & (1 << i)))
    .sort((a, b) => a.length - b.length);

/** A reason that tells the first hit of a search; null for none. */
const telling = ({ figure }: Missed, name: string, bank: FindBank, [hit]: FindHit[]) => {
  if (!hit) return null;
  const { reasons, searched } = bank.words;
  const division = bank.table.get("division", hit.rows[0]);
  return filled(reasons[name], { hit: inWords(bank, figure.decimals, hit), searched, division });
};
/** The same, of what prints the figure otherwise. */
const tellingOther = (missed: Missed, name: string, asked: FindAsked, figure = missed.figure, bank = missed.bank) =>
  telling(missed, name, bank, bank.finder.look(asked, figure, 1).hits);

/** That what is named, or the round, is in no table. */
export const notHeld = (
  { words: { absent, reasons }, rules: { missing } }: FindEngine, bank: FindBank, { names }: Pick<FindAsked, "names">,
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
export const noneOf = ({ words, ...bank }: FindBank, names: Asked) =>
  filled(words.no_result ?? words.reasons.no_result, {
    names: namesInPrint({ words, ...bank }, names), searched: words.searched,
  });

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
  ({ engine, bank, asked }) => notHeld(engine, bank, asked),
  /** A result of the open division prints it. */
  (missed) => {
    const { engine, bank, asked, figure, exact } = missed;
    const open = { results: "open", training: "open training" }[bank.name];
    return exact && open ? tellingOther(missed, "open", asked, figure, engine.bankOf(open)) : null;
  },
  /** There is nothing of what is named, or not in this unit. */
  ({ bank, asked, figure, outcome }) => {
    const { words: { reasons, searched }, table, finder } = bank;
    const having = (names: Asked) => finder.having({ ...asked, names });
    const lacking = choices(Object.keys(asked.names)).map((of) => only(asked.names, of))
      .find((names) => !having(names).length);
    if (lacking) return noneOf(bank, lacking);
    if (isPair(figure))
      return outcome.tried ? null : filled(reasons.no_pair, { names: namesInPrint(bank, asked.names), searched });
    const names = only(asked.names, ["benchmark", "round"]);
    const isRate = names.benchmark && figure.unit && figure.kinds[0] !== "time";
    const units = isRate ? [...new Set(having(names).map((row) => String(table.get("unit", row))))] : [];
    if (!units.length || units.includes(String(figure.unit))) return null;
    const said = { names: namesInPrint(bank, names), units: listed(units.sort()), unit: figure.unit };
    return filled(reasons.no_unit, said);
  },
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
