/* Which claims of the site print a figure, or speak of what a phrase names: each was judged, and has a page. */
import { anyOf } from "./numbers.ts";
import { PAIRS, isPair, isVague, significant } from "./phrase.ts";
import { LIFT } from "./scan.ts";
import { filled } from "./words.ts";

// What a phrase and a claim may both name, and what of it a count is not of.
const COMMON = ["benchmark", "scenario", "chip", "submitter", "round"];
const CELL = ["benchmark", "scenario"];
// So many digits make a figure its own name; a figure of one digit is that of a claim within so much.
const [TELLING, CLOSE] = [4, 0.06];
// Words are alike by so many letters.
const STEM = 5;
const COST = /\b(?:costs?|prices?)\b/i;
const TRAINS = /\btrain/;
// Readings that are close by themselves.
const WITHIN = ["nearly", "about"];

export const stems = (text: string) =>
  new Set((text.toLowerCase().match(/\b(?!more|than|that|with|from|over|through)[a-z]{4,}/g) ?? [])
    .map((word) => word.slice(0, STEM)));

const isTrained = ({ number }: PackedClaim) => String(number).startsWith("training");
const roundIn = ({ number }: PackedClaim) => /v\d+\.\d+/.exec(String(number))?.[0];

export const claimText = (
  words: FindRules, { number, statement, verdict, reason, address }: PackedClaim,
): FindClaim => {
  const text = filled(words.claim, { number, statement, verdict, reason: reason ? `, ${reason}` : "" });
  return { number, statement, verdict, reason, address, text };
};

/* ---- By a figure ---- */

/** As what a figure is looked for among those of claims; null for a bare number, which may be any. */
const kindOf = ({ kinds: [kind], unit, tail }: FindFigure) => {
  if (kind && kind !== "time" && (!tail.trim() || (kind === "any" && unit === null))) return null;
  const of = kind ?? String(unit);
  if (!PAIRS.includes(of)) return unit;
  return of === "ratio" || of === "part" ? "ratio" : "percent";
};

/** The values of a claim that a figure prints, each as the part of the figure that it is; of a single digit only what
 * is close to it. What is 60% faster is 1.6 times as fast, and a total is not per accelerator. */
const partsOf = (figure: FindFigure, { figures }: PackedClaim) => figures.flatMap(([value, unit, isPer]) => {
  const { kinds, factor, low, high, digits, reading, measure } = figure;
  const kind = kindOf(figure);
  const isGain = unit === "ratio" && kinds[0] === "gain";
  if (kind !== null && kind !== unit && !isGain) return [];
  if (kinds[0] === "rate" && measure && (measure === "per") !== isPer) return [];
  const bin = (isGain ? value - 1 : value) * factor * LIFT;
  const part = bin / (2 * digits);
  const isClose = digits >= 10 || WITHIN.includes(reading) || Math.abs(part - 1) < CLOSE;
  return isExact(part) || (bin >= low && bin < high && isClose) ? [part] : [];
});
const isExact = (part: number) => Math.abs(part - 1) < 4 * (LIFT - 1);

/** How many of the names that a phrase has in a category, of which each has several spellings, a claim has too. */
const met = (groups: string[][] | undefined, { names }: PackedClaim, category: string) =>
  (groups ?? []).filter((group) => group.some((name) => names[category]?.includes(name))).length;

/** Whether a claim names something else than a phrase does itself, or, where a figure sets two against each other, one
 * of them alone. What is counted is of no benchmark. */
const isOfOthers = ({ names, own = names, scope }: FindAsked, figure: FindFigure, claim: PackedClaim) => {
  const counted = !figure.kinds.length;
  const isOther = (name: string) => own[name] && claim.names[name] && !met(names[name], claim, name)
    && !(counted && CELL.includes(name));
  // A sentence of a text may list several companies and benchmarks, and a saving or gain is of one chip too.
  const isSolo = scope && ["saving", "gain"].includes(figure.kinds[0]) && (claim.said.chip ?? []).length < 2;
  const compared = isSolo ? [] : scope ? ["chip"] : ["chip", "submitter", "benchmark"];
  const isPart = (name: string) => names[name]?.length === 2 && met(names[name], claim, name) < 2;
  return COMMON.some(isOther) || (isPair(figure) && compared.some(isPart));
};

/** Whether a claim of that suite and round may be named in a text. */
const isWithin = (rules: FindRules, claim: PackedClaim, { suite, rounds }: NonNullable<FindAsked["scope"]>) => {
  if (["training", "inference"].includes(String(suite)) && (suite === "training") !== isTrained(claim)) return false;
  const round = roundIn(claim) ?? rules.claim_round;
  return !rounds.length || rounds.includes(round) || rounds.some((name) => claim.statement.includes(name));
};

/** How many names a phrase and a claim share, and how many words that name nothing else. What is counted is of no
 * benchmark, and in a text a scenario or a round says little. */
const shared = ({ names, unknown, scope }: FindAsked, { kinds }: FindFigure, claim: PackedClaim) => {
  const telling = scope ? ["benchmark", "chip", "submitter"] : COMMON;
  const said = stems(unknown.join(" "));
  return {
    names: telling.filter((name) => kinds.length || !CELL.includes(name))
      .reduce((sum, name) => sum + met(names[name], claim, name), 0),
    words: [...stems(claim.statement)].filter((word) => said.has(word)).length,
  };
};

/** Whether a claim that prints a figure shares enough names, of which two words are worth one, with what is said of it:
 * the more, the less the figure says by itself. A count, or many digits, are a name of their own; so is a round in a
 * text. Of a phrase without names a figure is all that there is. */
const isMeant = (
  { names, scope }: FindAsked, figure: FindFigure, claim: PackedClaim, of: ReturnType<typeof shared>,
) => {
  const counted = !figure.kinds.length;
  // Five times as fast is said of two chips, and 5x of a rule; a claim on an amount of a chip has that chip.
  const isOfRule = isVague(figure) && figure.kinds[0] === "ratio" && !claim.said.chip;
  const isElsewhere = !counted && !isPair(figure) && significant(figure) < TELLING && !met(names.chip, claim, "chip");
  if (scope && names.chip && (isOfRule || isElsewhere)) return false;
  const own = counted || significant(figure) >= TELLING ? 0 : 1;
  const round = counted || !scope || scope.rounds.length ? 0 : 1;
  const isSmall = figure.kinds[0] !== "ratio" && figure.digits < 10;
  const vague = !isVague(figure) ? 0 : isSmall ? 1.5 : 0.5;
  return of.names + of.words / 2 >= own + round + vague || !(scope || Object.keys(names).length);
};

/** Whether a claim is about energy. */
const isPowered = (rules: FindRules, { statement }: PackedClaim) =>
  rules.banks.energy.words.some((word: string) => statement.includes(word));

/** The claims that print a figure, those that share most names with the phrase first; of these what is not rounded up,
 * and of counts those of its suite. `energy`: only those that say so. */
export const claimsOf = ({ words: rules, more }: FindEngine, asked: FindAsked, figure: FindFigure, energy: boolean) => {
  const { scope, words } = asked;
  const counted = !figure.kinds.length;
  // A bare number of one digit may be anything.
  if (kindOf(figure) === null && (counted || figure.digits < 10)) return [];
  // A ratio of counts is that of a claim on what is counted, or on all others.
  const others = figure.of && rules.ratio_of.others.includes(figure.of);
  const noun = others ? "other" : (figure.of ?? "").replace(/s$/, "");
  // A claim that sets two the other way round is none, and what costs more is not faster.
  const turned = JSON.stringify(figure.sides?.toReversed());
  const costs = !scope && figure.kinds[0] === "gain" && COST.test(words);
  const meant = (more("claims")?.claims ?? []).flatMap((claim) => {
    const { statement, sides } = claim;
    const parts = partsOf(figure, claim);
    if (!parts.length || (scope && !isWithin(rules, claim, scope)) || (energy && !isPowered(rules, claim))) return [];
    if ((costs && !COST.test(statement)) || !statement.toLowerCase().includes(noun)) return [];
    if (sides.some((two) => JSON.stringify(two) === turned)) return [];
    const of = shared(asked, figure, claim);
    if (isOfOthers(asked, figure, claim) || !isMeant(asked, figure, claim, of)) return [];
    const isOtherSuite = counted && isTrained(claim) !== TRAINS.test(words);
    const isOver = !parts.some((part) => part >= 1);
    return [{ claim, score: 4 * of.names - 2 * Number(isOver) - Number(isOtherSuite) + of.words / 100 }];
  });
  return meant.sort((a, b) => b.score - a.score).map(({ claim }) => claimText(rules, claim));
};

/** The claims that have every name and every other word of a phrase without a figure; `energy`: only those that say
 * so. */
export const claimsAbout = (
  { words: rules, more }: FindEngine, { words, names, unknown }: FindAsked, energy: boolean,
) => {
  const groups = COMMON.flatMap((category) => (names[category] ?? []).map((group) => ({ category, group })));
  const nouns: string[] = rules.claimed.flatMap((noun: string) => rules.counts[noun]);
  const asked = [...unknown, ...nouns.filter((noun) => words.split(" ").includes(noun))];
  if ((!groups.length && !asked.length) || names.accelerators) return [];
  // Such a word begins one of the claim: "nan" is not in "finance".
  const forms = asked.map((word) => new RegExp(`(?<![\\p{L}\\d])(?:${anyOf([word])})`, "iu"));
  const found = (more("claims")?.claims ?? []).filter((claim) =>
    forms.every((form) => form.test(claim.statement)) && (!energy || isPowered(rules, claim))
    && groups.every(({ category, group }) => claim.said[category]?.flat().some((name) => group.includes(name))));
  return found.map((claim) => claimText(rules, claim));
};
