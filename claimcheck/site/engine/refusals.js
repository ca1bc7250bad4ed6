/* Why nothing prints a figure: one sentence, the first that is true, in the order of find.yml. */
import { isPair } from "./phrase.js";
import { spanned } from "./spans.js";
import { filled, listed, printed, sentence } from "./words.js";

// By so many units of its last digit a figure of so many digits may miss a result that it was copied from.
const [SLIP, COPIED] = [9, 6];
// In so many parts of one a value in another unit is compared.
const FINE = 1000;

/** @param {string} day as 2026-06-16 */
const dateText = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** Every choice of some of these, the shortest first. @param {string[]} of */
const choices = (of) => Array.from({ length: 2 ** of.length - 1 }, (_none, bits) => of.filter((_one, i) => (bits + 1) & (1 << i))).sort((a, b) => a.length - b.length);

/** @param {Rules} rules @param {{ bankOf: (name: string) => FindBank, inWords: (bank: FindBank, decimals: number, hit: FindHit) => string,
 * namesInPrint: (bank: FindBank, names: FindAsked["names"]) => string }} say
 */
export const refusalsOf = (rules, { bankOf, inWords, namesInPrint }) => {
  const { find, missing } = rules;
  const said = find.reasons;
  const told = (/** @type {string} */ name, /** @type {string} */ round) => filled(said[name], { ...missing[round], round, since: dateText(missing[round].since) });
  const missingTraining = Object.keys(missing).find((name) => name.includes("Training")) ?? "";
  /** That a round of Training is not in the tables. */
  const training = (reason = "not_held_time") => told(reason, missingTraining);

  /** That what is named, or the round, is in no table. @param {FindBank} bank @param {Pick<FindAsked, "names">} asked */
  const notHeld = (bank, asked) => {
    const absent = Object.values(asked.names).flat().flat().find((name) => find.absent[name]);
    if (absent) return find.absent[absent].of ? sentence(`${absent}: ${told("not_held", find.absent[absent].of)}`) : filled(said.absent, { name: absent });
    const rounds = (asked.names.round ?? []).flat();
    const round = Object.keys(missing).find((name) => rounds.some((own) => name.endsWith(` ${own}`)) && name.includes("Training") === (bank.name === "training"));
    if (!rounds.length || rounds.some((own) => bank.rules.rounds.includes(own))) return null;
    return round ? sentence(told("not_held", round)) : filled(said.absent, { name: rounds[0] });
  };

  /** @param {FindBank} bank @param {FindAsked} asked @param {FindFigure} figure @param {FindOutcome} outcome @returns {string} */
  const reason = (bank, asked, figure, outcome) => {
    const { finder } = bank;
    const digits = String(figure.digits).replace(/0+$/, "").length;
    const single = !isPair(figure);
    const exact = single && digits >= find.reason_digits - (asked.names.benchmark ? 1 : 0);
    const amount = (2 * figure.digits) / figure.factor;
    const with_ = (/** @type {FindAsked["names"]} */ names) => ({ ...asked, names });
    const without = (/** @type {string} */ category) => with_(Object.fromEntries(Object.entries(asked.names).filter(([name]) => name !== category)));
    const tell = (/** @type {string} */ template, /** @type {FindHit} */ hit, of = bank) => filled(template, { hit: inWords(of, figure.decimals, hit), division: of.table.get("division", hit.rows[0]) });

    const otherUnit = () => {
      for (const { from, to, benchmark, factor, within, why } of exact ? find.unit_factors : []) {
        if (figure.unit !== null && figure.unit !== from && figure.unit !== to) continue;
        for (const [value, unit] of [[amount * factor, to], [amount / factor, from]]) {
          const wanted = { ...figure, kinds: ["rate"], unit, factor: FINE, low: FINE * value * (1 - within), high: FINE * value * (1 + within), measure: "total" };
          const [hit] = finder.look(with_({ ...asked.names, benchmark: [[benchmark]] }), { ...wanted, digits: Math.round(value), decimals: 0 }, 1).hits;
          if (hit) return filled(said.unit, { hit: inWords(bank, 0, hit), hit_value: printed(hit.value, 2), to: unit, why });
        }
      }
      const [same] = exact && figure.unit && figure.kinds[0] === "rate" && !asked.names.benchmark ? finder.look(asked, { ...figure, kinds: ["any"], unit: null }, 1).hits : [];
      // Nobody takes a time for a rate.
      return same && String(bank.table.get("unit", same.rows[0])).endsWith("/s") ? filled(said.label, { hit: inWords(bank, figure.decimals, same), to: bank.table.get("unit", same.rows[0]), unit: figure.unit }) : null;
    };
    const lastDigits = () => {
      const [hit] = outcome.nearest;
      const near = hit && Math.abs(hit.value - amount) <= Math.max((2 * SLIP) / figure.factor, Number.isInteger(hit.value) ? 0.5 : 0);
      return exact && near && (asked.names.benchmark || digits >= COPIED) && digits > find.reason_digits ? tell(said.digits, hit) : null;
    };
    const otherName = () => {
      for (const category of exact ? ["scenario", "submitter", "round", "accelerators", "availability", "chip"] : []) {
        if (!asked.names[category]) continue;
        const [hit] = finder.look(without(category), figure, 1).hits;
        if (hit) return tell(said[category], hit);
      }
      return null;
    };
    const notThere = () => {
      const lacking = choices(Object.keys(asked.names)).map((of) => Object.fromEntries(of.map((name) => [name, asked.names[name]]))).find((names) => !finder.having(with_(names)).length);
      if (lacking) return filled(bank.words.no_result ?? said.no_result, { names: namesInPrint(bank, lacking) });
      const { benchmark, round } = asked.names;
      const names = { ...(benchmark ? { benchmark } : {}), ...(round ? { round } : {}) };
      const units = benchmark && single && figure.unit && figure.kinds[0] !== "time" ? [...new Set(finder.having(with_(names)).map((row) => String(bank.table.get("unit", row))))] : [];
      if (units.length && !units.includes(String(figure.unit))) {
        // A bare chance hit per accelerator is no source of a figure in another unit.
        const [hit] = finder.look(asked, { ...figure, kinds: ["any"], unit: null, measure: figure.measure ?? "total" }, 1).hits;
        return filled(said.no_unit, { names: namesInPrint(bank, names), units: listed(units), unit: figure.unit }) + (hit ? ` ${inWords(bank, figure.decimals, hit)}` : "");
      }
      return outcome.tried || single ? null : filled(said.no_pair, { names: namesInPrint(bank, asked.names) });
    };
    const inOpen = () => {
      if (!exact || bank.name !== "results") return null;
      const open = bankOf("open");
      const [hit] = open.finder.look(asked, figure, 1).hits;
      return hit ? tell(said.open, hit, open) : null;
    };
    /** That no result of what is named is so large. */
    const tooLarge = () => {
      const rows = asked.names.benchmark && single && figure.kinds[0] === "rate" ? finder.having(asked).filter((row) => bank.table.get("unit", row) === figure.unit) : [];
      const value = Math.max(0, ...rows.map((row) => Number(bank.table.get("value", row))));
      const hit = { rows: rows.filter((row) => bank.table.get("value", row) === value), kind: "rate", measure: "total", value, faults: [], points: 0 };
      return value && value < amount ? filled(said.largest, { hit: inWords(bank, figure.decimals, { ...hit, rows: hit.rows.slice(0, 1) }) }) : null;
    };
    const byDefault = () => {
      if (bank.name === "training" && single && !asked.names.round) return training();
      return isPair(figure) && outcome.nearest.length ? tell(said.nearest_pair, outcome.nearest[0]) : said.nothing;
    };
    return (bank.name === "training" ? spanned(rules, asked, figure)?.says : null) ?? otherUnit() ?? lastDigits() ?? otherName() ?? notHeld(bank, asked) ?? notThere() ?? inOpen() ?? tooLarge() ?? byDefault();
  };
  return { reason, training, notHeld, missingTraining };
};
