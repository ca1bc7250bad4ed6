/* Which claims of the site print a figure, or speak of what a phrase names: each was judged, and has a page. */
import { LIFT } from "./scan.js";
import { PAIRS, isPair, isVague } from "./phrase.js";
import { filled, kept } from "./words.js";

// What a phrase and a claim may both name, and what of it figures that are set against each other have in common.
const COMMON = ["benchmark", "scenario", "chip", "submitter", "round"];
const CELL = ["benchmark", "scenario"];
// So many digits make a figure its own name; a figure of one digit is that of a claim within so much.
const [TELLING, CLOSE] = [4, 0.06];
// Words are alike by so many letters, and two of them make a claim likely. Of more results than these none says what
// it is about.
const [STEM, LIKELY, FEW, MOST_ALIKE] = [5, 0.2, 8, 9];
// Readings that are close by themselves.
const WITHIN = ["nearly", "about"];

/** The claims of a packed table, with what is made of each once. @typedef {ReturnType<typeof claimedOf>} Claimed */
/** What a claim shares with a phrase: a score, how many names and telling words, how many names but the round, how
 * many words; which names, `apart` where the phrase is of another benchmark, and how many words that name nothing.
 * @typedef {Record<"score" | "named" | "telling" | "specific" | "alike" | "words" | "own" | "chips", number>
 *   & { met: string[], apart: boolean }} Shared */

/** @type {Shared} */
const OTHER = {
  score: -1, named: 0, telling: 0, specific: 0, alike: 0, words: 0, own: 0, chips: 0, met: [], apart: true,
};
export const stems = (/** @type {string} */ text) =>
  new Set(
    (text.toLowerCase().match(/\b(?!more|than|that|with|from|over)[a-z]{4,}/g) ?? []).map((word) =>
      word.slice(0, STEM),
    ),
  );
const roundIn = (/** @type {unknown} */ number) => /v\d+\.\d+/.exec(String(number))?.[0];

/** @param {PackedClaim[]} claims @param {Rules} rules @param {(phrase: string) => FindAsked} read
 * @param {(place: number) => Record<string, string>} factsOf what the result at a place names */
export const claimedOf = (claims, rules, read, factsOf) => {
  const idle = stems(rules.find.ignored);
  const namedIn = kept((/** @type {PackedClaim} */ of) => read(of.statement).names);
  const stemsOf = kept((/** @type {PackedClaim} */ of) => stems(of.statement));
  return {
    claims, words: rules.find, idle,
    /** What the sentence of a claim names. */
    namedIn,
    stemsOf,
    /** What the words of a claim and its results name; one of no results is of its register's round. */
    namesOf: kept((/** @type {PackedClaim} */ of) => {
      const facts = of.rows.length > FEW ? [] : of.rows.map(factsOf);
      const known = Object.fromEntries(
        COMMON.map((category) => [
          category,
          [...(namedIn(of)[category] ?? []).flat(), ...facts.flatMap((row) => (row[category] ? [row[category]] : []))],
        ]),
      );
      const round = roundIn(of.number);
      return known.round.length || !round ? known : { ...known, round: [round] };
    }),
    /** Whether a word says which claim is meant: only one has it. */
    isTelling: kept(
      (/** @type {string} */ stem) => !idle.has(stem) && claims.filter((of) => stemsOf(of).has(stem)).length === 1,
    ),
    /** Figures that a claim's sentence or its reason says, without those that it publishes. */
    saidBy: kept((/** @type {PackedClaim} */ of) =>
      read(`${of.statement} ${of.reason ?? ""}`).figures.filter(({ tail }) => tail.trim()),
    ),
    /** The rows of each figure, of those that are all between two places. */
    rested: (/** @type {number} */ first, /** @type {number} */ last) =>
      claims
        .flatMap(({ figures }) => figures.map(([, , rows]) => rows))
        .filter((rows) => rows.length && rows.every((row) => row >= first && row < last))
        .map((rows) => rows.map((row) => row - first)),
  };
};

/** @param {Claimed} claimed @param {PackedClaim} claim @returns {FindClaim} */
export const claimText = ({ words }, { number, statement, verdict, reason, address }) => {
  const text = filled(words.claim, { number, statement, verdict, reason: reason ? `, ${reason}` : "" });
  return { number, statement, verdict, reason, address, text };
};

/** What a claim shares with a phrase; a score of -1 where it names others. What is counted is of no benchmark. What
 * only the text
 * before named counts if the claim says it, and after what the sentence names.
 * @param {Claimed} claimed @param {FindAsked} asked @param {PackedClaim} of
 * @param {boolean} counted @returns {Shared} */
const shared = (claimed, { names, own: strict = names, makers, words, unknown }, of, counted) => {
  // NVIDIA B200 may be anybody's.
  const isMaker = !(names.submitter ?? []).some((group) => !group.some((name) => makers.includes(name)));
  const own = claimed.namesOf(of);
  const itself = strict === names ? own : claimed.namedIn(of);
  const said = stems(words);
  const alike = [...claimed.stemsOf(of)].filter((word) => said.has(word));
  const telling = alike.filter((word) => !claimed.idle.has(word));
  /** @type {string[]} */
  const shares = [];
  let [named, inherited, specific] = [0, 0, 0];
  for (const category of counted ? COMMON.filter((name) => !CELL.includes(name)) : COMMON) {
    const known = strict[category] ? own[category] : (itself[category] ?? []).flat();
    const met = Number((names[category] ?? []).some((group) => group.some((name) => known.includes(name))));
    if (strict[category] && own[category].length && !met && !(isMaker && category === "submitter")) return OTHER;
    if (met) shares.push(category);
    if (category !== "round") specific += met;
    if (strict[category]) named += met;
    else inherited += met;
  }
  const score = named + inherited + Math.min(MOST_ALIKE, alike.length) / 10;
  const strange = stems(unknown.join(" "));
  return {
    score, named, telling: Number(alike.some(claimed.isTelling)), specific, alike: alike.length,
    words: telling.length, own: telling.filter((word) => strange.has(word)).length, met: shares,
    chips: (names.chip ?? []).filter((group) => group.some((name) => own.chip.includes(name))).length,
    apart: Boolean(names.benchmark && own.benchmark.length && !shares.includes("benchmark")),
  };
};

/* ---- By a figure ---- */

/** As what a figure is looked for among those of claims; null for a bare number, which may be any.
 * @param {FindFigure} figure */
const kindOf = ({ kinds: [kind], unit, tail }) => {
  if (kind === undefined || kind === "time")
    return unit === "gain" || unit === "saving" ? "percent" : unit === "part" ? "ratio" : unit;
  if (!tail.trim() || (kind === "any" && unit === null)) return null;
  return kind === "ratio" || kind === "part" ? "ratio" : PAIRS.includes(kind) ? "percent" : unit;
};

/** Whether a figure says a value, or a claim the same figure; one of a single digit only where that is close.
 * @param {FindFigure} figure @param {number} value */
const fits = ({ factor, low, high, digits, reading }, value) => {
  const bin = value * factor * LIFT;
  const apart = Math.abs(bin / (2 * digits) - 1);
  const isClose = digits >= 10 || WITHIN.includes(reading) || apart < CLOSE;
  return apart < 2 * (LIFT - 1) || (bin >= low && bin < high && isClose);
};

/** The values of a claim that a figure prints, each as the part of the figure that it is.
 * @param {Claimed} claimed @param {FindFigure} figure @param {PackedClaim} of */
const partsOf = ({ words: { claim_units: units } }, figure, { figures }) => figures.flatMap(([value, unit]) => {
  const { as, by = 1 } = units[unit] ?? { as: unit.replace(" per accelerator", "") };
  const kind = kindOf(figure);
  return (kind === null || kind === as) && fits(figure, value * by)
    ? [(value * by * figure.factor) / (2 * figure.digits)]
    : [];
});
const isExact = (/** @type {number[]} */ parts) => parts.some((part) => Math.abs(part - 1) < LIFT - 1);

/** Whether a claim is of the suite and of a round that a text is about.
 * @param {Claimed} claimed @param {PackedClaim} of @param {FindAsked["scope"]} scope */
const isWithin = ({ words }, { number, statement }, scope) => {
  if (!scope) return true;
  const training = String(number).startsWith("training");
  if (scope.suite && ["training", "inference"].includes(scope.suite) && (scope.suite === "training") !== training)
    return false;
  const round = roundIn(number) ?? words.claim_round;
  return !scope.rounds.length || scope.rounds.includes(round) || scope.rounds.some((name) => statement.includes(name));
};

/** Whether a claim may be named: in a text by its round and what else it shares, or by its benchmark and chip.
 * @param {FindAsked} asked @param {FindFigure} figure @param {Omit<Ranked, "over">} ranked */
const isMeant = ({ scope, names, drawn = [] }, figure, { one, exact, ...shares }) => {
  const { specific, alike, named, words, own, chips, met, apart } = shares;
  const counted = !figure.kinds.length;
  // A figure that says little needs what is compared, of its benchmark: a percent or two the owner, or both chips.
  if (scope && isVague(figure) && !drawn.includes(one.number)) {
    const isSmall = figure.digits < 10 && figure.kinds[0] !== "ratio";
    if (apart || !(met.includes("submitter") || chips > (isSmall ? 1 : 0) || (own && !isSmall))) return false;
  }
  // A ratio of one digit and a chip alone name no claim: five times is said of much.
  if (!scope) return !isPair(figure) || figure.digits > 9 || specific + words > 1 || !Object.keys(names).length;
  if (scope.rounds.length) return counted ? named + alike > 0 : specific + Math.floor(alike / 2) > 0;
  return specific > 1 || (isTelling(figure) && exact) || (counted && specific > 0);
};
/** Whether a figure is its own name. @param {FindFigure} figure */
const isTelling = ({ kinds, digits }) => !kinds.length || String(digits).replace(/0+$/, "").length >= TELLING;

/** @typedef {Shared & { one: PackedClaim, exact: boolean, over: boolean }} Ranked */
/** What comes first of two claims: what prints a figure that says little; what shares more names that are said; of
 * exact ones that of a word of its own; what is not rounded up; what shares more.
 * @param {boolean} vague @returns {(a: Ranked, b: Ranked) => number} */
const inOrder = (vague) => (a, b) => (vague ? Number(b.exact) - Number(a.exact) : 0)
  || b.named - a.named || Number(b.exact) * b.telling - Number(a.exact) * a.telling
  || Number(a.over) - Number(b.over) || Math.floor(b.score) - Math.floor(a.score);

/** Of these claims those that may be meant, the likeliest first; a claim's own digits are likely its own by one word.
 * @param {Claimed} claimed @param {PackedClaim[]} claims @param {FindAsked} asked @param {FindFigure} figure
 * @param {number} wanted */
const ranked = (claimed, claims, asked, figure, wanted) => {
  const judged = claims.map((one) => {
    const parts = partsOf(claimed, figure, one);
    const own = shared(claimed, asked, one, !figure.kinds.length);
    return { one, ...own, exact: isExact(parts), over: !parts.some((part) => part * LIFT >= 1) };
  });
  const meant = judged.filter(
    (own) => own.score >= (own.exact ? wanted / 2 : wanted) && isMeant(asked, figure, own),
  );
  return meant.sort(inOrder(asked.scope !== undefined && isVague(figure))).map(({ one }) => claimText(claimed, one));
};

/** Whether a claim is about energy. @param {Claimed} claimed @param {PackedClaim} of */
const isPowered = ({ words }, { statement }) =>
  words.banks.energy.words.some((/** @type {string} */ word) => statement.includes(word));

/** The claims that print a figure, those that share most with the phrase first. Of a `text`, only those that share a
 * name with it,
 * unless the figure has many digits or counts what no result has; `energy`: only those that say so.
 * @param {Claimed} claimed @param {FindAsked} asked @param {FindFigure} figure @param {boolean} text
 * @param {boolean} energy */
export const claimsOf = (claimed, asked, figure, text, energy) => {
  const { words, claims, saidBy } = claimed;
  const kind = kindOf(figure);
  // A bare number of one digit may be anything.
  if (kind === null && (!figure.kinds.length || figure.digits < 10)) return [];
  const named = COMMON.some((category) => asked.names[category]);
  // About a round number much is: 17,457 is about 16k.
  const loose = WITHIN.includes(figure.reading) && !isPair(figure);
  const wanted = (named || text || loose) && !isTelling(figure) ? LIKELY : 0;
  // A ratio of counts is that of a claim on what is counted, or on all others.
  const noun = figure.of && (words.ratio_of.others.includes(figure.of) ? "other" : figure.of.replace(/s$/, ""));
  const within = claims.filter(
    (one) =>
      isWithin(claimed, one, asked.scope) &&
      (!energy || isPowered(claimed, one)) &&
      (!noun || one.statement.toLowerCase().includes(noun)),
  );
  const printing = within.filter((one) => partsOf(claimed, figure, one).length);
  const found = ranked(claimed, printing, asked, figure, wanted);
  if (found.length || kind === null || noun) return found;
  const saying = within.filter((one) =>
    saidBy(one).some((other) => kindOf(other) === kind && fits(figure, (2 * other.digits) / other.factor)),
  );
  // What a claim says besides what it prints leads to it only with a name or words of it.
  return ranked(claimed, saying, asked, figure, LIKELY);
};

/** The claims that have every name and every other word of a phrase without a figure; `energy`: only those that say so.
 * @param {Claimed} claimed @param {FindAsked} asked @param {boolean} energy */
export const claimsAbout = (claimed, { topics: [topic], names, unknown }, energy) => {
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
