/* Why nothing prints a figure: one sentence, the first that is true, in the order of find.yml. */
import { isPair } from "./phrase.js";
import { filled, listed, printed } from "./words.js";

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
export const refusalsOf = ({ find, missing }, { bankOf, inWords, namesInPrint }) => {
  const said = find.reasons;
  const told = (/** @type {string} */ name, /** @type {string} */ round) => filled(said[name], { ...missing[round], round, since: dateText(missing[round].since) });
  /** That a round of Training is not in the tables. */
  const training = (reason = "not_held_time") => told(reason, Object.keys(missing).find((name) => name.includes("Training")) ?? "");

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
      return null;
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
    const notHeld = () => {
      const absent = Object.values(asked.names).flat().flat().find((name) => find.absent[name]);
      if (absent) return find.absent[absent].of ? `${absent}: ${told("not_held", find.absent[absent].of)}` : filled(said.absent, { name: absent });
      const rounds = (asked.names.round ?? []).flat();
      const round = Object.keys(missing).find((name) => rounds.some((own) => name.endsWith(` ${own}`)) && name.includes("Training") === (bank.name === "training"));
      return round && !rounds.some((own) => bank.rules.rounds.includes(own)) ? told("not_held", round) : null;
    };
    const notThere = () => {
      const lacking = choices(Object.keys(asked.names)).map((of) => Object.fromEntries(of.map((name) => [name, asked.names[name]]))).find((names) => !finder.having(with_(names)).length);
      if (lacking) return filled(said.no_result, { names: namesInPrint(bank, lacking) });
      const { benchmark, round } = asked.names;
      const names = { ...(benchmark ? { benchmark } : {}), ...(round ? { round } : {}) };
      const units = benchmark && single && figure.unit ? [...new Set(finder.having(with_(names)).map((row) => String(bank.table.get("unit", row))))] : [];
      if (units.length && !units.includes(String(figure.unit))) {
      const [hit] = exact ? finder.look(asked, { ...figure, kinds: ["any"], unit: null }, 1).hits : [];
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
    const byDefault = () => {
      if (bank.name === "training" && single) return training();
      return isPair(figure) && outcome.nearest.length ? tell(said.nearest_pair, outcome.nearest[0]) : said.nothing;
    };
    return otherUnit() ?? lastDigits() ?? otherName() ?? notHeld() ?? notThere() ?? inOpen() ?? byDefault();
  };
  return { reason, training };
};
