/* Which claims of the site print a figure, or speak of what a phrase names: each was judged, and has a page. */
import { LIFT } from "./scan.ts";
import { PAIRS, isPair, isVague } from "./phrase.ts";
import { filled, kept } from "./words.ts";

// What a phrase and a claim may both name, and what of it a count is not of.
const COMMON = ["benchmark", "scenario", "chip", "submitter", "round"];
const CELL = ["benchmark", "scenario"];
// So many digits make a figure its own name; a figure of one digit is that of a claim within so much.
const [TELLING, CLOSE] = [4, 0.06];
// Words are alike by so many letters, and two of them make a claim likely. Of more results than these none says what
// it is about.
const [STEM, LIKELY, FEW, MOST_ALIKE] = [5, 0.2, 8, 9];
const COST = /\b(?:costs?|prices?)\b/i;
// Readings that are close by themselves.
const WITHIN = ["nearly", "about"];

/** The claims of a packed table, with what is made of each once. */
export type Claimed = ReturnType<typeof claimedOf>;

export const stems = (text: string) =>
  new Set((text.toLowerCase().match(/\b(?!more|than|that|with|from|over)[a-z]{4,}/g) ?? [])
    .map((word) => word.slice(0, STEM)));
const roundIn = (number: unknown) => /v\d+\.\d+/.exec(String(number))?.[0];

export const claimedOf = (
  claims: PackedClaim[], rules: Rules, read: (phrase: string) => FindAsked,
  factsOf: (place: number) => Record<string, string>,
) => {
  const idle = stems(rules.find.ignored);
  const namedIn = kept((of: PackedClaim) => read(of.statement).names);
  const sidesOf = kept((of: PackedClaim) =>
    read(of.statement).figures.map(({ sides }) => JSON.stringify(sides)));
  const stemsOf = kept((of: PackedClaim) => stems(of.statement));
  return {
    claims, words: rules.find, idle, namedIn, sidesOf, stemsOf,
    /** What the words of a claim and its results name; one of no results is of its register's round. */
    namesOf: kept((of: PackedClaim) => {
      const facts = of.rows.length > FEW ? [] : of.rows.map(factsOf);
      const known = Object.fromEntries(COMMON.map((category) =>
        [category, [...(namedIn(of)[category] ?? []).flat(), ...facts.flatMap((row) => row[category] ?? [])]]));
      const round = roundIn(of.number);
      return known.round.length || !round ? known : { ...known, round: [round] };
    }),
    /** Whether a word says which claim is meant: only one has it. */
    isTelling: kept(
      (stem: string) => !idle.has(stem) && claims.filter((of) => stemsOf(of).has(stem)).length === 1,
    ),
    /** The rows of each figure, of those that are all between two places. */
    rested: (first: number, last: number) =>
      claims
        .flatMap(({ figures }) => figures.map(([, , rows]) => rows))
        .filter((rows) => rows.length && rows.every((row) => row >= first && row < last))
        .map((rows) => rows.map((row) => row - first)),
  };
};

export const claimText = (
  { words }: Claimed, { number, statement, verdict, reason, address }: PackedClaim,
): FindClaim => {
  const text = filled(words.claim, { number, statement, verdict, reason: reason ? `, ${reason}` : "" });
  return { number, statement, verdict, reason, address, text };
};

/** What a claim shares with a phrase; null where it names others. `score` counts names and words, `named` names that
 * the phrase itself says, `specific` names but the round, `alike` words, `words` those that tell something, `own` those
 * that name nothing else; `apart`: the phrase is of another benchmark. What only the text before named counts if the
 * claim says it, and after what the sentence names. What is counted is of no benchmark. */
const shared = (
  claimed: Claimed, { names, own: strict = names, makers, words, unknown }: FindAsked, of: PackedClaim,
  counted: boolean,
) => {
  // NVIDIA B200 may be anybody's.
  const isMaker = !(names.submitter ?? []).some((group) => !group.some((name) => makers.includes(name)));
  const own = claimed.namesOf(of);
  const itself = strict === names ? own : claimed.namedIn(of);
  const categories = COMMON.filter((name) => !counted || !CELL.includes(name));
  const met = categories.filter((category) => {
    const known = strict[category] ? own[category] : (itself[category] ?? []).flat();
    return (names[category] ?? []).some((group) => group.some((name) => known.includes(name)));
  });
  const isOther = categories.some((category) => strict[category] && own[category].length && !met.includes(category)
    && !(isMaker && category === "submitter"));
  if (isOther) return null;
  const said = stems(words);
  const strange = stems(unknown.join(" "));
  const alike = [...claimed.stemsOf(of)].filter((word) => said.has(word));
  const telling = alike.filter((word) => !claimed.idle.has(word));
  return {
    met, score: met.length + Math.min(MOST_ALIKE, alike.length) / 10,
    named: met.filter((category) => strict[category]).length,
    specific: met.filter((category) => category !== "round").length,
    telling: Number(alike.some(claimed.isTelling)), alike: alike.length, words: telling.length,
    own: telling.filter((word) => strange.has(word)).length,
    chips: (names.chip ?? []).filter((group) => group.some((name) => own.chip.includes(name))).length,
    owners: (names.submitter ?? []).filter((group) => group.some((name) => own.submitter.includes(name))).length,
    apart: Boolean(names.benchmark && own.benchmark.length && !met.includes("benchmark")),
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
const isExact = (parts: number[]) => parts.some((part) => Math.abs(part - 1) < LIFT - 1);

/** Whether a claim is of the suite and of a round that a text is about. */
const isWithin = ({ words }: Claimed, { number, statement }: PackedClaim, scope: FindAsked["scope"]) => {
  if (!scope) return true;
  const training = String(number).startsWith("training");
  if (scope.suite && ["training", "inference"].includes(scope.suite) && (scope.suite === "training") !== training)
    return false;
  const round = roundIn(number) ?? words.claim_round;
  return !scope.rounds.length || scope.rounds.includes(round) || scope.rounds.some((name) => statement.includes(name));
};

/** Whether a figure is its own name. */
const isTelling = ({ kinds, digits }: FindFigure) =>
  !kinds.length || String(digits).replace(/0+$/, "").length >= TELLING;

export type Ranked = NonNullable<ReturnType<typeof shared>> & { one: PackedClaim, exact: boolean, over: boolean };

/** Whether a claim may be named: in a text by its round and what else it shares, or by its benchmark and chip. */
const isMeant = ({ scope, names, drawn = [] }: FindAsked, figure: FindFigure, ranked: Ranked) => {
  const { one, exact, specific, alike, named, words, own, chips, owners, met, apart } = ranked;
  const counted = !figure.kinds.length;
  // A figure that says little needs what is compared, of its benchmark: a percent or two the owner, or both chips.
  if (scope && isVague(figure) && !drawn.includes(one.number)) {
    const isSmall = figure.digits < 10 && figure.kinds[0] !== "ratio";
    if (apart || !(met.includes("submitter") || chips > (isSmall ? 1 : 0) || (own && !isSmall))) return false;
  }
  // An amount of a chip or company is in a claim on it.
  const sides = ["chip", "submitter"].filter((name) => names[name]);
  if (!scope && !counted && !isPair(figure) && sides.length && !sides.some((name) => met.includes(name)))
    return false;
  // Of two chips or companies that are compared a claim has both.
  if (!scope && isPair(figure) && names.submitter?.length === 2 && owners < 2) return false;
  const isMissing = scope ? figure.kinds[0] === "ratio" && chips === 1 : isPair(figure) && chips < 2;
  if (names.chip?.length === 2 && isMissing) return false;
  // A ratio of one digit and a chip alone name no claim: five times is said of much.
  const isShort = isVague(figure) && (figure.kinds[0] === "ratio" || figure.digits < 10);
  // Of two models one is not set over the other.
  if (!scope && isPair(figure) && (names.benchmark ?? []).length > 1) return false;
  if (!scope) return !isShort || specific + words > 1 || !Object.keys(names).length;
  if (scope.rounds.length) return counted ? exact || named + alike > 0 : specific + Math.floor(alike / 2) > 0;
  return specific > 1 || (isTelling(figure) && exact) || (counted && specific > 0);
};

const isTrained = ({ number }: PackedClaim) => String(number).startsWith("training");

/** What comes first of two claims: what prints a figure that says little; what shares more names that are said; of
 * exact ones that of a word of its own; what is not rounded up; what shares more; what is of Inference. */
const inOrder = (vague: boolean): ((a: Ranked, b: Ranked) => number) =>
  (a, b) => (vague ? Number(b.exact) - Number(a.exact) : 0)
  || b.named - a.named || Number(b.exact) * b.telling - Number(a.exact) * a.telling
  || Number(a.over) - Number(b.over) || Math.floor(b.score) - Math.floor(a.score)
  || Number(isTrained(a.one)) - Number(isTrained(b.one));

/** Whether a claim is about energy. */
const isPowered = ({ words }: Claimed, { statement }: PackedClaim) =>
  words.banks.energy.words.some((word: string) => statement.includes(word));

/** The claims that print a figure, those that share most with the phrase first. Of a `text`, only those that share a
 * name with it, unless the figure has many digits or counts what no result has; `energy`: only those that say so. */
export const claimsOf = (claimed: Claimed, asked: FindAsked, figure: FindFigure, text: boolean, energy: boolean) => {
  const counted = !figure.kinds.length;
  // A bare number of one digit may be anything.
  if (kindOf(figure) === null && (counted || figure.digits < 10)) return [];
  const named = COMMON.some((category) => asked.names[category]);
  // About a round number much is: 17,457 is about 16k. A claim's own digits are likely its own by one word.
  const loose = WITHIN.includes(figure.reading) && !isPair(figure);
  const wanted = (named || text || loose) && !isTelling(figure) ? LIKELY : 0;
  // A ratio of counts is that of a claim on what is counted, or on all others.
  const others = figure.of && claimed.words.ratio_of.others.includes(figure.of);
  const noun = others ? "other" : (figure.of ?? "").replace(/s$/, "");
  // A claim that sets two the other way round is none.
  const turned = JSON.stringify(figure.sides?.toReversed());
  // What costs more is not faster.
  const costs = !asked.scope && figure.kinds[0] === "gain" && COST.test(asked.words);
  const meant = claimed.claims.flatMap((one) => {
    if (costs && !COST.test(one.statement)) return [];
    const parts = partsOf(claimed, figure, one);
    if (parts.length && turned && claimed.sidesOf(one).includes(turned)) return [];
    if (!parts.length || !isWithin(claimed, one, asked.scope) || (energy && !isPowered(claimed, one))) return [];
    const own = one.statement.toLowerCase().includes(noun) ? shared(claimed, asked, one, counted) : null;
    const exact = isExact(parts);
    if (!own || own.score < (exact ? wanted / 2 : wanted)) return [];
    const ranked = { one, ...own, exact, over: !parts.some((part) => part * LIFT >= 1) };
    return isMeant(asked, figure, ranked) ? [ranked] : [];
  });
  const vague = asked.scope !== undefined && isVague(figure);
  return meant.sort(inOrder(vague)).map(({ one }) => claimText(claimed, one));
};

/** The claims that have every name and every other word of a phrase without a figure; `energy`: only those that say
 * so. */
export const claimsAbout = (claimed: Claimed, { topics: [topic], names, unknown }: FindAsked, energy: boolean) => {
  const groups = COMMON.flatMap((category) => (names[category] ?? []).map((group) => ({ category, group })));
  if ((!groups.length && !unknown.length && !topic) || names.accelerators) return [];
  const found = claimed.claims.filter((one) => {
    const statement = one.statement.toLowerCase();
    if (topic ? !statement.includes(topic.noun) : !unknown.every((word) => statement.includes(word))) return false;
    const said = groups.length ? claimed.namedIn(one) : {};
    return groups.every(({ category, group }) => (said[category] ?? []).flat().some((name) => group.includes(name)));
  });
  return found.filter((one) => !energy || isPowered(claimed, one)).map((one) => claimText(claimed, one));
};
