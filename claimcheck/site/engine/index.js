/* The results of some divisions as columns of numbers, in which figures are searched for. */
import { unsurpassed } from "./spans.js";
import { kept } from "./words.js";

/** @param {ResultTable} results @param {string} name @param {number} row */
const text = ({ get }, name, row) => String(get(name, row));

/** The rows of these divisions, each run once: what is published in two suites or under two targets is one.
 * @param {ResultTable} results @param {Rules} rules @param {string[]} divisions */
const placesOf = ({ columns, rows }, rules, divisions) => {
  const wanted = (columns.division.words ?? []).map((name) => divisions.includes(String(name)));
  const division = /** @type {Uint16Array} */ (columns.division.at);
  const families = (columns.benchmark.words ?? []).map((name) => rules.benchmarks[String(name)][0]);
  const familyAt = (/** @type {number} */ row) => families[/** @type {Uint16Array} */ (columns.benchmark.at)[row]];
  const same = ["round", "submitter", "system", "scenario", "unit", "accelerators"].map(
    (name) => columns[name].at ?? columns[name].numbers ?? [],
  );
  const values = /** @type {Float64Array} */ (columns.value.numbers);
  /** Rows of one value. @type {Map<number, number[]>} */
  const byValue = new Map();
  /** @type {number[]} */
  const places = [];
  for (let row = 0; row < rows; row += 1) {
    if (!wanted[division[row]] || !(values[row] > 0)) continue;
    const others = byValue.get(values[row]);
    if (
      others?.some(
        (other) => familyAt(other) === familyAt(row) && same.every((cells) => Object.is(cells[other], cells[row])),
      )
    )
      continue;
    if (others) others.push(row);
    else byValue.set(values[row], [row]);
    places.push(row);
  }
  return { places, families: places.map(familyAt), values };
};

/** The owners of two submitters by their codes: whether they have one in common.
 * @param {ResultTable} results @param {Rules} rules @param {number[]} places @param {Int32Array} submitter */
const sharingOf = (results, rules, places, submitter) => {
  const submitting = new Map(places.map((row, at) => [submitter[at], row]));
  const owners = new Map(
    [...submitting].map(([code, row]) => [code, text(results, "owners", row).split(rules.between)]),
  );
  const submitters = (results.columns.submitter.words ?? []).length;
  const shared = new Uint8Array(submitters * submitters);
  for (const [one, ours] of owners) {
    for (const [other, theirs] of owners)
      shared[one * submitters + other] = ours.some((owner) => theirs.includes(owner)) ? 1 : 0;
  }
  return (/** @type {number} */ one, /** @type {number} */ other) => shared[one * submitters + other] === 1;
};

/** Which results are the best of their round and chip by some rates (2), or may be (1); a time is shorter the more
 * chips
 * there are, so it is the best of its size.
 * @param {ResultTable} results @param {Rules} rules @param {number[]} places @param {Map<string, number[]>} cells
 * @param {{ round: Int32Array, product: Int32Array, number: Float64Array }} columns @param {Float64Array} rates */
const bestBy = ({ get }, rules, places, cells, { round, product, number }, rates) => {
  const rate = (/** @type {number} */ at) => (Number.isNaN(rates[at]) ? -1 : rates[at]);
  const sizeOf = (/** @type {number} */ at) => (get("higher_is_better", places[at]) === true ? "" : number[at]);
  const rivalsOf = (/** @type {number} */ at) =>
    [round[at], product[at], get("power", places[at]), sizeOf(at)].join("|");
  const best = new Uint8Array(places.length);
  for (const rivals of [...cells.values()].flatMap((rows) => [...Map.groupBy(rows, rivalsOf).values()])) {
    const most = Math.max(...rivals.map(rate));
    for (const at of rivals) best[at] = rate(at) === most ? unsurpassed(rules, (name) => get(name, places[at])) : 0;
  }
  return best;
};

/** What claims rest on: of each result whether one does, and of each result or pair its places by a number.
 * @param {number[]} places @param {number[][]} rested */
const restingOf = (places, rested) => {
  const placeAt = new Map(places.map((row, at) => [row, at]));
  const together = (/** @type {number} */ one, /** @type {number} */ other) =>
    Math.min(one, other) * places.length + Math.max(one, other);
  const inClaim = new Uint8Array(places.length);
  /** @type {Map<number, number[]>} */
  const claimed = new Map(rested.flatMap((rows) => {
    const [one, other = one] = rows.map((row) => placeAt.get(row));
    if (rows.length > 2 || one === undefined || other === undefined) return [];
    inClaim[one] = inClaim[other] = 1;
    return [[together(one, other), [one, other]]];
  }));
  const rests = (/** @type {number} */ one, /** @type {number} */ other) =>
    inClaim[one] === 1 && inClaim[other] === 1 && claimed.has(together(one, other));
  return { claimed, rests };
};

/** What two versions of a benchmark are to each other: 0 not to be compared, 1 not settled, 2 comparable.
 * @param {ResultTable} results @param {Judgement} judged @param {number[]} places @param {Int32Array} round */
const stating = ({ get }, judged, places, round) => (/** @type {number} */ first, /** @type {number} */ second) => {
  const [before, after] =
    round[first] <= round[second] ? [places[first], places[second]] : [places[second], places[first]];
  const [one, other] = [get("power", before), get("power", after)];
  if (one !== other && one !== null && other !== null) return 0;
  return { "not settled": 1, "one round": 2, comparable: 2 }[judged.versionState(before, after)[0]] ?? 0;
};

/** @typedef {ReturnType<typeof indexOf>} FindIndex results as columns of numbers, a place each */

/** The index of a table's results; `rested` has the rows of each claim's figure.
 * @param {ResultTable} results @param {Rules} rules @param {Judgement} judged @param {number[][]} rested
 * @param {string[]} divisions */
export const indexOf = (results, rules, judged, rested, divisions) => {
  const { get, columns } = results;
  const { places, families, values } = placesOf(results, rules, divisions);
  const column = (/** @type {(row: number) => number} */ of) => Float64Array.from(places, of);
  const coded = (/** @type {string} */ name) => {
    const { at, words } = columns[name];
    const none = words?.indexOf(null);
    return Int32Array.from(places, (row) => (at?.[row] === none ? -1 : at?.[row] ?? -1));
  };
  const value = column((row) => values[row]);
  const number = column((row) => (get("accelerators", row) === null ? NaN : Number(get("accelerators", row))));
  // Of a time minutes times accelerators, where a phrase asks for it.
  const timed = rules.training.benchmarks === rules.benchmarks;
  const per = column((row) => (timed ? 1 / (values[row] * Number(get("accelerators", row) ?? NaN))
    : /** @type {Float64Array} */ (columns.per_accelerator.numbers)[row]));
  const speed = Float64Array.from(places, (row, at) =>
    get("higher_is_better", row) === true ? value[at] : 1 / value[at],
  );
  const round = Int32Array.from(places, judged.roundOf);
  const [product, submitter, system, vendor, suite, benchmark] = [
    "product", "submitter", "system", "platform_vendor", "suite", "benchmark",
  ].map(coded);
  const cellAt = (/** @type {number} */ at) =>
    [families[at], text(results, "scenario", places[at]), text(results, "unit", places[at])].join("|");
  /** The rows of each benchmark, scenario and unit. @type {Map<string, number[]>} */
  const cells = Map.groupBy(places.keys(), cellAt);
  const rank = (/** @type {Float64Array} */ rates) =>
    bestBy(results, rules, places, cells, { round, product, number }, rates);
  return {
    results, rules, judged, timed, places, count: places.length, cells, value, number, per, speed, round, product,
    submitter, vendor, suite, benchmark, cellAt: kept(cellAt),
    // How many accelerators a rate is divided by; not a number where it is not.
    size: Float64Array.from(places, (_row, at) => (Number.isNaN(per[at]) ? NaN : number[at])),
    // Systems without accelerators differ by their names.
    chip: product.map((code, at) => (code < 0 ? -2 - system[at] : code)),
    // A result whose category is not known is not one that was not on sale.
    onSale: Uint8Array.from(places, (row) => (get("on_sale", row) === false ? 0 : 1)),
    shareOwner: sharingOf(results, rules, places, submitter),
    best: { per: rank(per), total: rank(speed) },
    versionOf: places.map((row) => ["benchmark", "suite", "round", "power"].map((name) => get(name, row)).join("|")),
    stateOf: stating(results, judged, places, round),
    ...restingOf(places, rested),
  };
};
