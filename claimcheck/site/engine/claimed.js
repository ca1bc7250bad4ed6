/* Which claims of the site print a figure, or speak of what a phrase names: each was judged, and has a page. */
import { LIFT } from "./finder.js";
import { PAIRS } from "./phrase.js";
import { filled } from "./words.js";

// What a phrase and a claim may both name, and how many digits make a figure its own name.
const COMMON = ["benchmark", "scenario", "chip", "submitter", "round"];
const TELLING = 4;

/** As what a figure is looked for among those of claims; null for a bare number, which may be any. @param {FindFigure} figure */
const kindOf = ({ kinds: [kind], unit, tail }) => {
  if (kind === undefined || kind === "time") return unit;
  if (!tail.trim() || (kind === "any" && unit === null)) return null;
  return kind === "ratio" || kind === "part" ? "ratio" : PAIRS.includes(kind) ? "percent" : unit;
};

/** The claims of a packed table; `factsOf` gives what the result at a place names.
 * @param {PackedClaim[]} claims @param {Rules} rules @param {(phrase: string) => FindAsked} read @param {(place: number) => Record<string, string>} factsOf */
export const claimedOf = (claims, rules, read, factsOf) => {
  const { claim_units: units, claim } = rules.find;

  /** What the words of a claim and its results name. @param {PackedClaim} of @returns {Record<string, string[]>} */
  const namesOf = ({ statement, rows }) => {
    const said = read(statement).names;
    const facts = rows.map(factsOf);
    return Object.fromEntries(COMMON.map((category) => [category, [...(said[category] ?? []).flat(), ...facts.flatMap((row) => (row[category] ? [row[category]] : []))]]));
  };

  /** How many names a claim shares with a phrase; -1 where it names others. @param {FindAsked} asked @param {PackedClaim} of */
  const shared = ({ names }, of) => {
    const own = namesOf(of);
    let number = 0;
    for (const category of COMMON) {
      const groups = names[category] ?? [];
      const met = groups.filter((group) => group.some((name) => own[category].includes(name))).length;
      if (groups.length && own[category].length && !met) return -1;
      number += met;
    }
    return number;
  };

  /** @param {FindFigure} figure @param {number} value @param {string} unit */
  const prints = (figure, value, unit) => {
    const { as, by = 1 } = units[unit] ?? { as: unit.replace(" per accelerator", "") };
    const kind = kindOf(figure);
    const bin = Math.floor(value * by * figure.factor * LIFT);
    return (kind === null || kind === as) && bin >= figure.low && bin < figure.high;
  };

  /** Figures that a claim's sentence or its reason says, without those that it publishes. @type {Map<PackedClaim, FindFigure[]>} */
  const saying = new Map();
  const saidBy = (/** @type {PackedClaim} */ of) => {
    const known = saying.get(of) ?? read(`${of.statement} ${of.reason ?? ""}`).figures.filter(({ tail }) => tail.trim());
    saying.set(of, known);
    return known;
  };

  const inText = (/** @type {PackedClaim} */ { number, statement, verdict, reason, address }) =>
    ({ number, statement, verdict, reason, address, text: filled(claim, { number, statement, verdict, reason: reason ? `, ${reason}` : "" }) });

  /** The claims that print a figure, those that share most with the phrase first. Of a `text`, only those that share a name
   * with it, unless the figure has many digits or counts what no result has. @param {FindAsked} asked @param {FindFigure} figure @param {boolean} text */
  const of = (asked, figure, text) => {
    if (kindOf(figure) === null && !figure.kinds.length) return [];
    const telling = !figure.kinds.length || String(figure.digits).replace(/0+$/, "").length >= TELLING;
    const named = COMMON.some((category) => asked.names[category]);
    const wanted = (named || text) && !telling ? 1 : 0;
    const ranked = (/** @type {(of: PackedClaim) => boolean} */ test) => claims.filter(test).map((one, order) => ({ one, order, score: shared(asked, one) }))
      .filter(({ score }) => score >= wanted).sort((a, b) => b.score - a.score || a.order - b.order).map(({ one }) => inText(one));
    const found = ranked(({ figures }) => figures.some(([value, unit]) => prints(figure, value, unit)));
    const kind = kindOf(figure);
    if (found.length || kind === null) return found;
    return ranked((one) => saidBy(one).some((other) => kindOf(other) === kind && Math.floor((other.digits * 2 / other.factor) * figure.factor * LIFT) >= figure.low
      && Math.floor((other.digits * 2 / other.factor) * figure.factor * LIFT) < figure.high));
  };

  /** The claims that have every name and every other word of a phrase without a figure. @param {FindAsked} asked */
  const about = (asked) => {
    const groups = COMMON.flatMap((category) => (asked.names[category] ?? []).map((group) => ({ category, group })));
    if (!groups.length && !asked.unknown.length) return [];
    return claims.filter((one) => {
      const statement = one.statement.toLowerCase();
      if (!asked.unknown.every((word) => statement.includes(word))) return false;
      const said = groups.length ? read(one.statement).names : {};
      return groups.every(({ category, group }) => (said[category] ?? []).flat().some((name) => group.includes(name)));
    }).map(inText);
  };

  return { of, about, rested: (/** @type {number} */ first, /** @type {number} */ last) => claims.flatMap(({ figures }) => figures.map(([, , rows]) => rows))
    .filter((rows) => rows.length && rows.every((row) => row >= first && row < last)).map((rows) => rows.map((row) => row - first)) };
};
