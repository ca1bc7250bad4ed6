/* Which claims of the site print a figure, or speak of what a phrase names: each was judged, and has a page. */
import { LIFT } from "./scan.js";
import { PAIRS, isPair } from "./phrase.js";
import { filled, kept } from "./words.js";

// What a phrase and a claim may both name, and how many digits make a figure its own name.
const COMMON = ["benchmark", "scenario", "chip", "submitter", "round"];
/** What figures that are set against each other have in common. */
export const CELL = ["benchmark", "scenario"];
// A figure of one digit is that of a claim within so much; words are alike by so many letters, and two of them make a claim likely.
const [TELLING, CLOSE, STEM, LIKELY, FEW] = [4, 0.06, 5, 0.2, 8];

// Readings that are close by themselves.
const WITHIN = ["nearly", "about"];
/** As what a figure is looked for among those of claims; null for a bare number, which may be any. @param {FindFigure} figure */
const kindOf = ({ kinds: [kind], unit, tail }) => {
  if (kind === undefined || kind === "time") return unit === "gain" || unit === "saving" ? "percent" : unit === "part" ? "ratio" : unit;
  if (!tail.trim() || (kind === "any" && unit === null)) return null;
  return kind === "ratio" || kind === "part" ? "ratio" : PAIRS.includes(kind) ? "percent" : unit;
};

/** The claims of a packed table; `factsOf` gives what the result at a place names.
 * @param {PackedClaim[]} claims @param {Rules} rules @param {(phrase: string) => FindAsked} read @param {(place: number) => Record<string, string>} factsOf */
export const claimedOf = (claims, rules, read, factsOf) => {
  const { claim_units: units, claim, banks, claim_round } = rules.find;

  /** What the sentence of a claim names. */
  const namedIn = kept((/** @type {PackedClaim} */ of) => read(of.statement).names);

  /** What the words of a claim and its results name. @param {PackedClaim} of @returns {Record<string, string[]>} */
  const namesOf = (of) => {
    const { number, rows } = of;
    const said = namedIn(of);
    // Of many results none tells what it is about.
    const facts = rows.length > FEW ? [] : rows.map(factsOf);
    const known = Object.fromEntries(COMMON.map((category) => [category, [...(said[category] ?? []).flat(), ...facts.flatMap((row) => (row[category] ? [row[category]] : []))]]));
    // A claim of no results is of its register's round.
    const [round] = /v\d+\.\d+/.exec(String(number)) ?? [];
    return known.round.length || !round ? known : { ...known, round: [round] };
  };

  const stems = (/** @type {string} */ text) => new Set((text.toLowerCase().match(/\b(?!more|than|that|with|from|over)[a-z]{4,}/g) ?? []).map((word) => word.slice(0, STEM)));
  const stemsOf = kept((/** @type {PackedClaim} */ { statement }) => stems(statement));
  const idle = stems(rules.find.ignored);
  /** Whether a word says which claim is meant: only one has it. */
  const isTelling = kept((/** @type {string} */ stem) => !idle.has(stem) && claims.filter((of) => stemsOf(of).has(stem)).length === 1);
  /** How many kinds of names a claim shares with a phrase, and a tenth for each other word; -1 where it names others. What is
   * counted is of no benchmark. What only the text before named counts if the claim says it, and after what the sentence names.
   * @param {FindAsked} asked @param {PackedClaim} of @param {boolean} counted */
  const shared = ({ names, own: strict = names, words }, of, counted) => {
    const own = namesOf(of);
    const itself = strict === names ? own : namedIn(of);
    const said = stems(words);
    const alike = [...stemsOf(of)].filter((word) => said.has(word));
    let [named, inherited, specific] = [0, 0, 0];
    for (const category of counted ? COMMON.filter((name) => !CELL.includes(name)) : COMMON) {
      const known = strict[category] ? own[category] : (itself[category] ?? []).flat();
      const met = (names[category] ?? []).some((group) => group.some((name) => known.includes(name)));
      if (strict[category] && own[category].length && !met) return { score: -1, named: 0, telling: 0, specific: 0, alike: 0 };
      if (category !== "round") specific += Number(met);
      if (strict[category]) named += Number(met);
      else inherited += Number(met);
    }
    return { score: named + inherited + Math.min(9, alike.length) / 10, named, telling: Number(alike.some(isTelling)), specific, alike: alike.length };
  };

  /** Whether a figure says a value; one of a single digit only where that is close. @param {FindFigure} figure @param {number} value */
  const fits = (figure, value) => {
    const bin = value * figure.factor * LIFT;
    return bin >= figure.low && bin < figure.high && (figure.digits >= 10 || WITHIN.includes(figure.reading) || Math.abs(bin / (2 * figure.digits) - 1) < CLOSE);
  };
  /** @param {FindFigure} figure @param {number} value @param {string} unit */
  const prints = (figure, value, unit) => {
    const { as, by = 1 } = units[unit] ?? { as: unit.replace(" per accelerator", "") };
    const kind = kindOf(figure);
    return (kind === null || kind === as) && fits(figure, value * by);
  };

  /** Figures that a claim's sentence or its reason says, without those that it publishes. */
  const saidBy = kept((/** @type {PackedClaim} */ of) => read(`${of.statement} ${of.reason ?? ""}`).figures.filter(({ tail }) => tail.trim()));

  const inText = (/** @type {PackedClaim} */ { number, statement, verdict, reason, address }) =>
    ({ number, statement, verdict, reason, address, text: filled(claim, { number, statement, verdict, reason: reason ? `, ${reason}` : "" }) });

  /** Whether a claim is of the suite and of a round that a text is about. @param {PackedClaim} of @param {FindAsked["scope"]} scope */
  const isWithin = ({ number, statement }, scope) => {
    if (!scope) return true;
    const register = String(number);
    const [round] = /v\d+\.\d+/.exec(register) ?? [claim_round];
    const [training, inference] = [register.startsWith("training"), !register.startsWith("training")];
    if ((scope.suite === "training" && !training) || (scope.suite === "inference" && !inference)) return false;
    return !scope.rounds.length || scope.rounds.includes(round) || scope.rounds.some((name) => statement.includes(name));
  };

  /** The claims that print a figure, those that share most with the phrase first. Of a `text`, only those that share a name
   * with it, unless the figure has many digits or counts what no result has. @param {FindAsked} asked @param {FindFigure} figure @param {boolean} text @param {boolean} energy */
  const of = (asked, figure, text, energy) => {
    // A bare number of one digit may be anything.
    if (kindOf(figure) === null && (!figure.kinds.length || figure.digits < 10)) return [];
    const telling = !figure.kinds.length || String(figure.digits).replace(/0+$/, "").length >= TELLING;
    const named = COMMON.some((category) => asked.names[category]);
    // About a round number much is: 17,457 is about 16k.
    const wanted = (named || text || (WITHIN.includes(figure.reading) && !isPair(figure))) && !telling ? LIKELY : 0;
    const counted = !figure.kinds.length;
    const names = (/** @type {number} */ score) => Math.floor(score);
    // A claim's own digits are likely its own by one word, and come first by one that no other claim has; what was rounded up comes last.
    const said = (/** @type {PackedClaim} */ one) => one.figures.filter(([value, unit]) => prints(figure, value, unit)).map(([value, unit]) => (value * (units[unit]?.by ?? 1) * figure.factor) / (2 * figure.digits));
    const below = (/** @type {PackedClaim} */ one) => Number(!said(one).some((part) => part * LIFT >= 1));
    const exact = (/** @type {PackedClaim} */ one) => said(one).some((part) => Math.abs(part - 1) < LIFT - 1);
    const likely = (/** @type {PackedClaim} */ one) => (exact(one) ? wanted / 2 : wanted);
    // In a text a claim is named by its round and what else it shares, or by its benchmark and chip.
    const isMeant = (/** @type {PackedClaim} */ one, /** @type {ReturnType<typeof shared>} */ { specific, alike, named: many }) => {
      const scope = asked.scope;
      // A ratio of one digit and a chip alone name no claim: five times is said of much.
      if (!scope) return !isPair(figure) || figure.digits > 9 || alike + specific + many > 1 || !Object.keys(asked.names).length;
      if (scope.rounds.length) return counted ? many + alike > 0 : specific + Math.floor(alike / 2) > 0;
      return specific > 1 || (telling && exact(one)) || (counted && specific > 0);
    };
    const ranked = (/** @type {(of: PackedClaim) => boolean} */ test) => claims.filter((one) => isWithin(one, asked.scope) && test(one)).map((one, order) => ({ one, order, ...shared(asked, one, counted), over: below(one), exact: Number(exact(one)) }))
      .filter(({ one, score, ...how }) => score >= likely(one) && isMeant(one, { score, ...how }) && (!energy || banks.energy.words.some((/** @type {string} */ word) => one.statement.includes(word)))).sort((a, b) => b.named - a.named || b.exact * b.telling - a.exact * a.telling || a.over - b.over || names(b.score) - names(a.score) || a.order - b.order).map(({ one }) => inText(one));
    // A ratio of counts is that of a claim on what is counted, or on all others.
    const noun = figure.of && (rules.find.ratio_of.others.includes(figure.of) ? "other" : figure.of.replace(/s$/, ""));
    const found = ranked(({ figures, statement }) => (!noun || statement.toLowerCase().includes(noun)) && figures.some(([value, unit]) => prints(figure, value, unit)));
    const kind = kindOf(figure);
    if (found.length || kind === null || noun) return found;
    return ranked((one) => saidBy(one).some((other) => kindOf(other) === kind && fits(figure, (2 * other.digits) / other.factor)));
  };

  /** The claims that have every name and every other word of a phrase without a figure. @param {FindAsked} asked */
  const about = (asked) => {
    const [topic] = asked.topics;
    const groups = COMMON.flatMap((category) => (asked.names[category] ?? []).map((group) => ({ category, group })));
    if ((!groups.length && !asked.unknown.length && !topic) || asked.names.accelerators) return [];
    return claims.filter((one) => {
      const statement = one.statement.toLowerCase();
      if (topic ? !statement.includes(topic.noun) : !asked.unknown.every((word) => statement.includes(word))) return false;
      const said = groups.length ? namedIn(one) : {};
      return groups.every(({ category, group }) => (said[category] ?? []).flat().some((name) => group.includes(name)));
    }).map(inText);
  };

  return { of, about, rested: (/** @type {number} */ first, /** @type {number} */ last) => claims.flatMap(({ figures }) => figures.map(([, , rows]) => rows))
    .filter((rows) => rows.length && rows.every((row) => row >= first && row < last)).map((rows) => rows.map((row) => row - first)) };
};
