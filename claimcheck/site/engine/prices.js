/* What two results cost, at prices of an accelerator-hour. */
import { differ, held, inRank, levelOf } from "./judge.js";
import { filled, printed, times } from "./words.js";

/** @typedef {import("./judge.js").Judge} Judge */

/** At which ratio of two prices both results cost the same, and what is saved at one price where both have one
 * accelerator;
 * the results, the earlier first, have these names. @param {Judge} judge @param {number[]} rows
 * @param {string[]} names */
export const pricesOf = (judge, rows, names) => {
  const [under, over] = inRank(judge, rows[0], rows[1], true);
  const per = levelOf(judge, over, true) / levelOf(judge, under, true);
  const said = {
    thing: String(held(judge, "unit", over)).replace(/\/s$/, ""), ratio: times(per).slice(0, -1),
    percent: printed((1 - 1 / per) * 100, 1), over: names[rows.indexOf(over)], under: names[rows.indexOf(under)],
  };
  const one = differ(judge, "product", under, over) === false ? [filled(judge.rules.one_price, said)] : [];
  return [filled(judge.rules.same_cost, said), ...one];
};

/** What a million tokens, samples or queries cost at a price of an accelerator-hour.
 * @param {Judge} judge @param {number} row @param {number} price */
export const costOf = (judge, row, price) => (price / (Number(held(judge, "per_accelerator", row)) * 3600)) * 1e6;
