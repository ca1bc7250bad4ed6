/* Which claims of the site print a figure, or speak of what a phrase names: each was judged, and has a page. */
import { PAIRS, isPair, isVague } from "./phrase.ts";
import { LIFT } from "./scan.ts";
import { filled, kept } from "./words.ts";

// What a phrase and a claim may both name, and what of it a count is not of.
const COMMON = ["benchmark", "scenario", "chip", "submitter", "round"];
const CELL = ["benchmark", "scenario"];
// So many digits make a figure its own name; a figure of one digit is that of a claim within so much.
const [TELLING, CLOSE] = [4, 0.06];
// Words are alike by so many letters, and so many of them make a claim likely.
const [STEM, LIKELY] = [5, 2];
const COST = /\b(?:costs?|prices?)\b/i;
const TRAINS = /\btrain/;
// Readings that are close by themselves.
const WITHIN = ["nearly", "about"];

/** The claims of a packed table, with what is made of each once. */
export type Claimed = ReturnType<typeof claimedOf>;
type Shared = NonNullable<ReturnType<typeof shared>>;

export const stems = (text: string) =>
  new Set((text.toLowerCase().match(/\b(?!more|than|that|with|from|over)[a-z]{4,}/g) ?? [])
    .map((word) => word.slice(0, STEM)));
const roundIn = (number: unknown) => /v\d+\.\d+/.exec(String(number))?.[0];

export const claimedOf = (claims: PackedClaim[], rules: Rules, read: (phrase: string) => FindAsked) => {
  const idle = stems(rules.find.ignored);
  const readOf = kept((of: PackedClaim) => read(of.statement));
  const stemsOf = kept((of: PackedClaim) => stems(of.statement));
  return {
    claims, words: rules.find, idle, readOf, stemsOf,
    /** What the words of a claim and its results name; one of no results is of its register's round. */
    namesOf: kept((of: PackedClaim) => {
      const known = Object.fromEntries(COMMON.map((category) =>
        [category, [...(readOf(of).names[category] ?? []).flat(), ...of.names[category]]]));
      const round = roundIn(of.number);
      return known.round.length || !round ? known : { ...known, round: [round] };
    }),
  };
};

const isTrained = ({ number }: PackedClaim) => String(number).startsWith("training");

export const claimText = (
  { words }: Claimed, { number, statement, verdict, reason, address }: PackedClaim,
): FindClaim => {
  const text = filled(words.claim, { number, statement, verdict, reason: reason ? `, ${reason}` : "" });
  return { number, statement, verdict, reason, address, text };
};

/** What a claim shares with a phrase, names and words; null where it names others than the phrase itself. `named`:
 * names that the phrase has itself; `specific`: all but the round; `words`: those that tell something, of which `own`
 * name nothing else; `sides`: how many chips the claim's sentence names. What is counted is of no benchmark. */
const shared = (claimed: Claimed, asked: FindAsked, of: PackedClaim, counted: boolean) => {
  const { names, own: itself = names, makers, words, unknown } = asked;
  const own = claimed.namesOf(of);
  const meets = (category: string) =>
    (names[category] ?? []).filter((group) => group.some((name) => own[category].includes(name))).length;
  const categories = COMMON.filter((name) => names[name] && !(counted && CELL.includes(name)));
  const met = categories.filter(meets);
  // NVIDIA B200 may be anybody's.
  const isMaker = !(names.submitter ?? []).some((group) => !group.some((name) => makers.includes(name)));
  const isOther = (category: string) => itself[category] && own[category].length > 0 && !met.includes(category)
    && !(isMaker && category === "submitter");
  if (categories.some(isOther)) return null;
  const said = stems(words);
  const alike = [...claimed.stemsOf(of)].filter((word) => said.has(word));
  const telling = alike.filter((word) => !claimed.idle.has(word));
  const strange = stems(unknown.join(" "));
  return {
    met, named: met.filter((category) => itself[category]).length, alike: alike.length,
    words: telling.length, own: telling.some((word) => strange.has(word)),
    specific: met.filter((category) => category !== "round").length,
    chips: meets("chip"), sides: claimed.readOf(of).names.chip?.length ?? 0, owners: meets("submitter"),
  };
};

/* ---- By a figure ---- */

/** As what a figure is looked for among those of claims; null for a bare number, which may be any. */
const kindOf = ({ kinds: [kind], unit, tail }: FindFigure) => {
  if (kind === undefined && PAIRS.includes(String(unit)))
    return unit === "ratio" || unit === "part" ? "ratio" : "percent";
  if (kind === undefined || kind === "time") return unit;
  if (!tail.trim() || (kind === "any" && unit === null)) return null;
  return kind === "ratio" || kind === "part" ? "ratio" : PAIRS.includes(kind) ? "percent" : unit;
};

/** The values of a claim that a figure prints, each as the part of the figure that it is; of a single digit only what
 * is close to it. What is 60% faster is 1.6 times as fast. */
const partsOf = (
  { words: { claim_units: units } }: Claimed, figure: FindFigure, { figures }: PackedClaim,
) => figures.flatMap(([value, unit]) => {
  const { as, by = 1 } = units[unit] ?? { as: unit.replace(" per accelerator", "") };
  const { kinds, factor, low, high, digits, reading, measure } = figure;
  // A total is not per accelerator.
  if (kinds[0] === "rate" && measure && (measure === "per") !== unit.includes("per accelerator")) return [];
  const kind = kindOf(figure);
  const isGain = as === "ratio" && kinds[0] === "gain";
  const part = ((isGain ? value - 1 : value * by) * factor) / (2 * digits);
  const apart = Math.abs(part * LIFT - 1);
  const bin = part * 2 * digits * LIFT;
  const isClose = digits >= 10 || WITHIN.includes(reading) || apart < CLOSE;
  const fits = apart < 2 * (LIFT - 1) || (bin >= low && bin < high && isClose);
  return (kind === null || kind === as || isGain) && fits ? [part] : [];
});

/** Whether a claim is of the suite and of a round that a text is about. */
const isWithin = ({ words }: Claimed, one: PackedClaim, scope: FindAsked["scope"]) => {
  if (!scope) return true;
  const { suite, rounds } = scope;
  if (["training", "inference"].includes(String(suite)) && (suite === "training") !== isTrained(one)) return false;
  const round = roundIn(one.number) ?? words.claim_round;
  return !rounds.length || rounds.includes(round) || rounds.some((name) => one.statement.includes(name));
};

/** Whether a figure is its own name. */
const isTelling = ({ kinds, digits }: FindFigure) =>
  !kinds.length || String(digits).replace(/0+$/, "").length >= TELLING;

/** Whether a claim that prints a figure may be named for a phrase: a ratio of one digit and a chip alone name none, for
 * five times is said of much. An amount of a chip or company is in a claim on it, and of two that are compared a claim
 * has both. */
const isMeant = ({ names }: FindAsked, figure: FindFigure, { met, chips, owners, specific, words }: Shared) => {
  const sides = ["chip", "submitter"].filter((name) => names[name]);
  if (!isPair(figure))
    return !figure.kinds.length || !sides.length || sides.some((name) => met.includes(name));
  if ((names.submitter?.length === 2 && owners < 2) || (names.chip?.length === 2 && chips < 2)) return false;
  // Of two models one is not set over the other.
  if ((names.benchmark ?? []).length > 1) return false;
  const isShort = isVague(figure) && (figure.kinds[0] === "ratio" || figure.digits < 10);
  return !isShort || specific + words > 1 || !Object.keys(names).length;
};

/** Whether one may be named for a figure of a text: by its round and what else it shares, or by its benchmark and chip;
 * a figure that says little needs what is compared, unless another of its line leads there. */
const isMeantIn = (
  { rounds }: NonNullable<FindAsked["scope"]>, { names, drawn = [] }: FindAsked, figure: FindFigure, of: Shared,
  { number }: PackedClaim, exact: boolean,
) => {
  const { met, named, own, chips, sides, specific } = of;
  // A percent or two needs the owner, or both chips.
  const isSmall = figure.kinds[0] !== "ratio" && figure.digits < 10;
  const isSaid = met.includes("submitter") || chips > Number(isSmall) || (own && !isSmall);
  // Five times as fast is said of two chips, and 5x of a rule.
  const isOfRule = figure.kinds[0] === "ratio" && names.chip && !sides;
  if (isVague(figure) && ((!drawn.includes(number) && !isSaid) || isOfRule)) return false;
  // Of the two chips that a claim sets against each other both are said.
  const isOneOfTwo = names.chip?.length === 2 && chips === 1;
  if (isOneOfTwo && isPair(figure) && (sides > 1 || !["saving", "gain"].includes(figure.kinds[0]))) return false;
  const counted = !figure.kinds.length;
  // A claim on an amount of a chip has that chip.
  if (!counted && !isPair(figure) && !isTelling(figure) && names.chip && !chips) return false;
  if (rounds.length && counted) return exact || named > 0;
  return specific > Number(!rounds.length) || (isTelling(figure) && exact);
};

/** Whether a claim is about energy. */
const isPowered = ({ words }: Claimed, { statement }: PackedClaim) =>
  words.banks.energy.words.some((word: string) => statement.includes(word));

/** The claims that print a figure, those that share most names with the phrase first; of these what is not rounded up,
 * and of counts those of its suite. Of a `text` or a phrase with names, only those that share a name or some words with
 * it, unless the figure has many digits or counts what no result has; `energy`: only those that say so. */
export const claimsOf = (claimed: Claimed, asked: FindAsked, figure: FindFigure, text: boolean, energy: boolean) => {
  const counted = !figure.kinds.length;
  // A bare number of one digit may be anything.
  if (kindOf(figure) === null && (counted || figure.digits < 10)) return [];
  const isFree = isTelling(figure) || !(text || COMMON.some((category) => asked.names[category]));
  // A ratio of counts is that of a claim on what is counted, or on all others.
  const others = figure.of && claimed.words.ratio_of.others.includes(figure.of);
  const noun = others ? "other" : (figure.of ?? "").replace(/s$/, "");
  // A claim that sets two the other way round is none, and what costs more is not faster.
  const turned = JSON.stringify(figure.sides?.toReversed());
  const costs = !asked.scope && figure.kinds[0] === "gain" && COST.test(asked.words);
  const meant = claimed.claims.flatMap((one) => {
    const parts = partsOf(claimed, figure, one);
    if (!parts.length || !isWithin(claimed, one, asked.scope) || (costs && !COST.test(one.statement))) return [];
    if (energy && !isPowered(claimed, one)) return [];
    if (turned && claimed.readOf(one).figures.some(({ sides }) => JSON.stringify(sides) === turned)) return [];
    const of = one.statement.toLowerCase().includes(noun) ? shared(claimed, asked, one, counted) : null;
    const exact = parts.some((part) => Math.abs(part - 1) < LIFT - 1);
    if (!of || !(isFree || of.met.length || of.alike >= LIKELY)) return [];
    const isNamed = asked.scope ? isMeantIn(asked.scope, asked, figure, of, one, exact) : isMeant(asked, figure, of);
    const isOtherSuite = counted && isTrained(one) !== TRAINS.test(asked.words);
    const isOver = !parts.some((part) => part * LIFT >= 1);
    const score = 4 * of.met.length - 2 * Number(isOver) - Number(isOtherSuite);
    return isNamed ? [{ one, score }] : [];
  });
  return meant.sort((a, b) => b.score - a.score).map(({ one }) => claimText(claimed, one));
};

/** The claims that have every name and every other word of a phrase without a figure; `energy`: only those that say
 * so. */
export const claimsAbout = (claimed: Claimed, { words, names, unknown }: FindAsked, energy: boolean) => {
  const groups = COMMON.flatMap((category) => (names[category] ?? []).map((group) => ({ category, group })));
  const { claimed: nouns, counts } = claimed.words;
  const asked = nouns.flatMap((noun: string) => counts[noun]).filter((noun: string) => words.split(" ").includes(noun));
  if ((!groups.length && !unknown.length && !asked.length) || names.accelerators) return [];
  const found = claimed.claims.filter((one) => {
    const statement = one.statement.toLowerCase();
    if (![...unknown, ...asked].every((word) => statement.includes(word))) return false;
    const said = groups.length ? claimed.readOf(one).names : {};
    return groups.every(({ category, group }) => (said[category] ?? []).flat().some((name) => group.includes(name)));
  });
  return found.filter((one) => !energy || isPowered(claimed, one)).map((one) => claimText(claimed, one));
};
