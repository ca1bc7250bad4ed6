/* Which results, or pairs of them, print a figure: every one, the most defensible first, and what that is worth. */
import { CPUS, PAIRS, interval, placeOf } from "./phrase.js";
import { kept } from "./words.js";

// Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
/** @type {Record<string, number>} */
const SECONDS = { ms: 0.001, s: 1, minutes: 60, hours: 3600 };
// REMEMBERED: the names of so many phrases are kept.
const [SAMPLE, MOST_DIGITS, WIDENINGS, NEAREST, REMEMBERED] = [1000, 4, 8, 3, 8];
// Where so many pairs print a figure, the rest are not counted, and one that a claim rests on comes first only if nothing speaks against it.
const MANY = 50000;
// Lifts a value that floating point left just below the half that it is.
export const LIFT = 1 + 1e-12;

/** `rested` has the places of the results of each claim's figure: what a claim rests on comes first.
 * @param {ResultTable} results @param {Rules} rules @param {Judgement} judged @param {number[][]} [rested] @param {string[]} [divisions] */
export const finderOf = (results, rules, judged, rested = [], divisions = ["closed"]) => {
  const find = rules.find;
  const { get, columns } = results;
  const text = (/** @type {string} */ name, /** @type {number} */ row) => String(get(name, row));

  /* The results of these divisions, each run once. */
  /** @type {number[]} */
  const places = [];
  const wanted = (columns.division.words ?? []).map((name) => divisions.includes(String(name)));
  const division = /** @type {Uint16Array} */ (columns.division.at);
  const familyOf = (columns.benchmark.words ?? []).map((name) => rules.benchmarks[String(name)][0]);
  const familyAt = (/** @type {number} */ row) => familyOf[/** @type {Uint16Array} */ (columns.benchmark.at)[row]];
  const same = ["round", "submitter", "system", "scenario", "unit", "accelerators"].map((name) => columns[name].at ?? columns[name].numbers ?? []);
  const values = /** @type {Float64Array} */ (columns.value.numbers);
  /** Rows of one value. @type {Map<number, number[]>} */
  const byValue = new Map();
  for (let row = 0; row < results.rows; row += 1) {
    if (!wanted[division[row]] || !(values[row] > 0)) continue;
    const others = byValue.get(values[row]);
    if (others?.some((other) => familyAt(other) === familyAt(row) && same.every((cells) => Object.is(cells[other], cells[row])))) continue;
    if (others) others.push(row); else byValue.set(values[row], [row]);
    places.push(row);
  }
  const count = places.length;
  const placeAt = new Map(places.map((row, at) => [row, at]));
  // One result, or two in either order, as one number.
  const together = (/** @type {number} */ one, /** @type {number} */ other) => Math.min(one, other) * count + Math.max(one, other);
  const inClaim = new Uint8Array(count);
  /** @type {Map<number, number[]>} */
  const claimed = new Map(rested.flatMap((rows) => {
    const [one, other = one] = rows.map((row) => placeAt.get(row));
    if (rows.length > 2 || one === undefined || other === undefined) return [];
    inClaim[one] = inClaim[other] = 1;
    return [[together(one, other), [one, other]]];
  }));
  const families = places.map(familyAt);
  const column = (/** @type {(row: number) => number} */ of) => Float64Array.from(places, of);
  const coded = (/** @type {string} */ name) => {
    const { at, words } = columns[name];
    const none = words?.indexOf(null);
    return Int32Array.from(places, (row) => (at?.[row] === none ? -1 : at?.[row] ?? -1));
  };
  const value = column((row) => values[row]);
  const number = column((row) => (get("accelerators", row) === null ? NaN : Number(get("accelerators", row))));
  const per = column((row) => (/** @type {Float64Array} */ (columns.per_accelerator.numbers)[row]));
  const speed = Float64Array.from(places, (row, at) => (get("higher_is_better", row) === true ? value[at] : 1 / value[at]));
  // How many accelerators a rate is divided by; not a number where it is not.
  const size = Float64Array.from(places, (_row, at) => (Number.isNaN(per[at]) ? NaN : number[at]));
  const round = Int32Array.from(places, judged.roundOf);
  const [product, submitter, system, vendor, suite, benchmark] = ["product", "submitter", "system", "platform_vendor", "suite", "benchmark"].map(coded);
  // Systems without accelerators differ by their names.
  const chip = product.map((code, at) => (code < 0 ? -2 - system[at] : code));
  // A result whose category is not known is not one that was not on sale.
  const onSale = Uint8Array.from(places, (row) => (get("on_sale", row) === false ? 0 : 1));
  /** The owners of each submitter by its code, and whether two of them have one in common. */
  const submitting = new Map(places.map((row, at) => [submitter[at], row]));
  const ownersBy = new Map([...submitting].map(([code, row]) => [code, text("owners", row).split(rules.between)]));
  const submitterCount = (columns.submitter.words ?? []).length;
  const shareOwner = new Uint8Array(submitterCount * submitterCount);
  for (const [one, ours] of ownersBy) for (const [other, theirs] of ownersBy) shareOwner[one * submitterCount + other] = ours.some((owner) => theirs.includes(owner)) ? 1 : 0;

  const cellAt = (/** @type {number} */ at) => [families[at], text("scenario", places[at]), text("unit", places[at])].join("|");
  /** The rows of each benchmark, scenario and unit. @type {Map<string, number[]>} */
  const cells = Map.groupBy(places.keys(), cellAt);
  const bestBy = (/** @type {Float64Array} */ rates) => {
    const rate = (/** @type {number} */ at) => (Number.isNaN(rates[at]) ? -1 : rates[at]);
    const best = new Uint8Array(count);
    for (const rows of cells.values()) {
      // A time is shorter the more chips there are, so it is the best of its size.
      const timed = (/** @type {number} */ at) => (get("higher_is_better", places[at]) === true ? "" : number[at]);
      for (const rivals of Map.groupBy(rows, (at) => `${round[at]}|${product[at]}|${get("power", places[at])}|${timed(at)}`).values()) {
        const most = Math.max(...rivals.map(rate));
        for (const at of rivals) best[at] = rate(at) === most ? 1 : 0;
      }
    }
    return best;
  };
  const best = { per: bestBy(per), total: bestBy(speed) };

  const versionOf = places.map((row) => ["benchmark", "suite", "round", "power"].map((name) => get(name, row)).join("|"));
  /** 0 not to be compared, 1 not settled, 2 comparable. @param {number} first @param {number} second */
  const stateOf = (first, second) => {
    const [before, after] = round[first] <= round[second] ? [places[first], places[second]] : [places[second], places[first]];
    const [one, other] = [get("power", before), get("power", after)];
    if (one !== other && one !== null && other !== null) return 0;
    return { "not settled": 1, "one round": 2, comparable: 2 }[judged.versionState(before, after)[0]] ?? 0;
  };

  /** What may speak against results or pairs: the bit of each fault, the points of a set of them, and their names.
   * @param {Record<string, { points: number }>} faults */
  const declaredOf = (faults) => {
    const declared = Object.entries(faults);
    const pointsOf = Uint8Array.from({ length: 1 << declared.length }, (_none, set) => declared.reduce((sum, [, { points }], at) => (set & (1 << at) ? sum + points : sum), 0));
    const named = (/** @type {number} */ set) => declared.filter((_fault, at) => set & (1 << at)).map(([name]) => name);
    return { bit: Object.fromEntries(declared.map(([name], at) => [name, 1 << at])), pointsOf, named };
  };
  const [ofPair, ofSingle] = [find.faults, find.single_faults].map(declaredOf);
  /** Two lists as a block: what speaks against each of its pairs, the newer one of its rounds, and its greatest ratio.
   * @param {FindClass} overs @param {FindClass} unders @param {boolean} settled @returns {FindBlock} */
  const blockOf = (overs, unders, settled) => {
    const [after, before] = [overs, unders].map(({ speed: { at } }) => round[at[0]]);
    const set = (Math.abs(after - before) > 1 ? ofPair.bit.rounds : 0) | (settled ? 0 : ofPair.bit.unsettled) | (after < before ? ofPair.bit.backwards : 0);
    const greatest = Math.max(...[[overs.per, unders.per], [overs.speed, unders.speed]].map(([{ rates }, { rates: others }]) => (rates.at(-1) ?? 0) / (others[0] ?? 1)));
    return { overs, unders, set, greatest, points: ofPair.pointsOf[set], newest: Math.max(after, before), size: overs.speed.at.length * unders.speed.at.length };
  };

  const sorted = (/** @type {number[]} */ rows, /** @type {Float64Array} */ rates) => rows.filter((at) => !Number.isNaN(rates[at])).sort((a, b) => rates[a] - rates[b]);
  /** @param {number[]} at @param {Float64Array} rates @returns {FindRates} */
  const ratesOf = (at, rates) => ({ at: Int32Array.from(at), rates: Float64Array.from(at, (row) => rates[row]) });
  /** A cell's rows in classes: of one round each, and MLCommons' table says one thing of all rows of a class and all of another.
   * Each class is sorted by rate, so that the pairs of a ratio are windows. @type {(key: string) => FindClass[]} */
  const classesOf = kept((key) => {
    const versions = [...Map.groupBy(cells.get(key) ?? [], (at) => versionOf[at]).values()];
    const states = versions.map(([first]) => versions.map(([second]) => stateOf(first, second)));
    const alike = [...Map.groupBy(versions.keys(), (i) => `${round[versions[i][0]]}|${states[i].join()}`).values()];
    return alike.map((ours, place) => {
      const rows = ours.flatMap((i) => versions[i]);
      return { per: ratesOf(sorted(rows, per), per), speed: ratesOf(sorted(rows, speed), speed), place, states: alike.map(([other]) => states[ours[0]][other]) };
    });
  });

  /** Which rows bear one of these names. @param {string} category @param {string[]} named @returns {(at: number) => boolean} */
  const bearing = (category, named) => {
    if (category === "accelerators") return (at) => named.some((many) => Number(many) === number[at]);
    const fits = (category === "submitter" ? ["submitter", "accelerator_vendor"] : [category === "chip" ? "product" : category]).map((name) => {
      const words = (columns[name].words ?? []).map((word) => named.includes(word === null && name === "product" ? CPUS : String(word)));
      const at = /** @type {Uint16Array} */ (columns[name].at);
      return { words, at };
    });
    return (own) => fits.some(({ words, at }) => words[at[places[own]]]);
  };

  /** @param {Pick<FindAsked, "names">} asked */
  const cellsOf = (asked) => [...cells.keys()].filter((key) => {
    const [family, scenario] = key.split("|");
    const fits = (/** @type {string} */ category, /** @type {string} */ name) => !asked.names[category] || asked.names[category].flat().includes(name);
    return fits("benchmark", family) && fits("scenario", scenario);
  });

  /** What `make` gives for the names of a phrase, kept for the last few: figures change while names stay.
   * @template T @param {(asked: Pick<FindAsked, "names">) => T} make @returns {(asked: Pick<FindAsked, "names">) => T} */
  const remembered = (make) => {
    const known = kept((/** @type {string} */ names) => make({ names: JSON.parse(names) }), REMEMBERED);
    return ({ names }) => known(JSON.stringify(names));
  };

  /** For each category that is named, the names that each row bears, as bits, and all of them. */
  const sidesOf = remembered((asked) => {
    const rows = cellsOf(asked).flatMap((key) => cells.get(key) ?? []);
    return SIDES.filter((category) => asked.names[category]).map((category) => {
      const bits = new Int32Array(count);
      asked.names[category].forEach((of, bit) => {
        const bears = bearing(category, of);
        for (const at of rows) if (bears(at)) bits[at] |= 1 << bit;
      });
      return { bits, every: 2 ** asked.names[category].length - 1 };
    });
  });

  /** The lists that the rows a phrase leaves fall into, by two that hold pairs, the most defensible and newest first; the pairs
   * among them that a claim rests on; and how many pairs there are. Rows of a list bear the same names, and MLCommons' table says
   * the same of them. */
  const blocksOf = remembered((asked) => {
    const sides = sidesOf(asked);
    const codes = new Float64Array(sides.length ? count : 0);
    for (const { bits, every } of sides) for (let at = 0; at < count; at += 1) codes[at] = codes[at] * (every + 1) + bits[at];
    const borne = (/** @type {number} */ at) => codes[at];
    /** Two sides bear no three names: then each bears one of them. @param {number} first @param {number} second */
    const both = (first, second) => sides.every(({ bits, every }) => (every <= 3 ? (bits[first] | bits[second]) === every : bits[first] > 0 && bits[second] > 0));
    /** @type {FindBlock[]} */
    const blocks = [];
    let tried = 0;
    const named = cellsOf(asked);
    for (const key of named) {
      const classes = classesOf(key);
      const lists = !sides.length ? classes : classes.flatMap((rows) => {
        const divided = Map.groupBy(rows.per.at, borne);
        return [...Map.groupBy(rows.speed.at, borne)].map(([code, at]) => ({ ...rows, per: ratesOf(divided.get(code) ?? [], per), speed: ratesOf(at, speed) }));
      });
      lists.forEach((overs, i) => lists.forEach((unders, j) => {
        const state = overs.states[unders.place];
        if (!state || !both(overs.speed.at[0], unders.speed.at[0])) return;
        const block = blockOf(overs, unders, state === 2);
        blocks.push(block);
        if (i <= j) tried += i < j ? block.size : (block.size - overs.speed.at.length) / 2;
      }));
    }
    blocks.sort((a, b) => a.points - b.points || b.newest - a.newest || b.size - a.size);
    const alone = (/** @type {number} */ at) => ({ per: ratesOf(sorted([at], per), per), speed: ratesOf([at], speed), place: 0, states: [] });
    const resting = [...claimed.values()].filter(([one, other]) => one !== other && cellAt(one) === cellAt(other) && named.includes(cellAt(one)) && stateOf(one, other) && both(one, other))
      .flatMap((pair) => [pair, pair.toReversed()]).map(([over, under]) => blockOf(alone(over), alone(under), stateOf(over, under) === 2));
    return { blocks, resting, tried };
  });

  /** The least and the most that the better one of a pair can be of the other for a figure between two others.
   * @param {string} kind @param {number} least @param {number} most */
  const ratiosOf = (kind, least, most) => {
    const ratio = (/** @type {number} */ figure) => {
      if (kind === "ratio" || kind === "multiple" || kind === "gain") return kind === "gain" ? 1 + figure : figure;
      const rest = kind === "saving" ? 1 - figure : figure;
      return rest > 0 ? 1 / rest : Infinity;
    };
    const [low, high] = [ratio(least), ratio(most)].sort((a, b) => a - b);
    // With room for rounding.
    return [low * (1 - 1e-9), high * (1 + 1e-9)];
  };

  /** @param {FindAsked} asked @param {FindFigure} figure @returns {FindScan} */
  const pairsOf = (asked, { kinds, factor, measure }) => {
    const { blocks, resting, tried } = blocksOf(asked);
    const valueOf = (/** @type {string} */ kind, /** @type {number} */ better, /** @type {number} */ other) => {
      if (kind === "ratio" || kind === "multiple") return better / other;
      return kind === "gain" ? better / other - 1 : kind === "saving" ? 1 - other / better : other / better;
    };
    const binOf = (/** @type {number} */ amount) => Math.floor(amount * factor * LIFT);
    const measures = [false, true].filter((total) => measure === null || total === (measure === "total"));
    /** Whether one of the first kinds reads two rates as a figure between two others.
     * @param {number} many @param {number} one @param {number} other @param {number} low @param {number} high */
    const among = (many, one, other, low, high) => kinds.some((kind, place) => {
      const bin = binOf(valueOf(kind, Math.max(one, other), Math.min(one, other)));
      return place < many && bin >= low && bin < high;
    });
    const windowsOf = (/** @type {number} */ low, /** @type {number} */ high) => kinds.map((kind) => ratiosOf(kind, low / factor, high / factor));
    const leastOf = (/** @type {number[][]} */ windows) => Math.min(...windows.map(([lowest]) => lowest));
    const reaching = (/** @type {number} */ low, /** @type {number} */ high) => blocks.filter(({ greatest }) => greatest >= leastOf(windowsOf(low, high)));
    /** @type {FindScan["each"]} */
    const each = (low, high, visit, within = blocks) => {
      const windows = windowsOf(low, high);
      const least = leastOf(windows);
      for (let at = 0; at < within.length; at += 1) {
        /** @type {FindBlock} */
        const block = within[at];
        // Not even the best one is so much better than the least one.
        if (block.greatest < least) continue;
        const { overs, unders } = block;
        for (const total of measures) {
          for (let place = 0; place < kinds.length; place += 1) {
            const { at: rows, rates } = total ? overs.speed : overs.per;
            const { at: rivals, rates: others } = total ? unders.speed : unders.per;
            const [lowest, highest] = windows[place];
            for (let [i, from] = [0, 0]; i < others.length && from < rates.length; i += 1) {
              const other = others[i];
              const rival = rivals[i];
              while (from < rates.length && rates[from] < other * lowest) from += 1;
              for (let j = from; j < rates.length && rates[j] <= other * highest; j += 1) {
                const better = rates[j];
                const row = rows[j];
                // Of two equal ones the first counts as the better one; of systems of one size both measures say the same.
                if (better < other || (better === other && row >= rival) || (total && measure === null && size[row] === size[rival])) continue;
                const amount = valueOf(kinds[place], better, other);
                const bin = binOf(amount);
                if (bin >= low && bin < high && visit(row, rival, total, place, amount, bin, block)) return at;
              }
            }
          }
        }
      }
      return -1;
    };
    /** @type {FindScan["repeated"]} */
    const repeated = (over, under, total, place, low, high) => {
      const rates = total ? speed : per;
      return (place > 0 && among(place, rates[over], rates[under], low, high)) || (total && measure === null && among(kinds.length, per[over], per[under], low, high));
    };
    return { tried, resting, reaching, each, repeated };
  };

  /** The results that have a name of each kind that is named. @param {FindAsked} asked */
  const having = (asked) => {
    const sides = sidesOf(asked);
    return cellsOf(asked).flatMap((key) => (cells.get(key) ?? []).filter((at) => sides.every(({ bits }) => bits[at] > 0)));
  };

  /** @param {FindAsked} asked @param {FindFigure} figure @returns {FindScan} */
  const singlesOf = (asked, { kinds: [kind], unit, factor, measure }) => {
    const rows = having(asked).filter((at) => {
      const own = text("unit", places[at]);
      return kind === "rate" || kind === "energy" ? own === unit : kind !== "time" || own in SECONDS;
    });
    const valueOf = (/** @type {number} */ at, /** @type {boolean} */ total) => {
      if (!total && (Number.isNaN(per[at]) || (measure === null && number[at] === 1))) return NaN;
      const published = total ? value[at] : per[at];
      // Joules per token are the inverse of tokens per second and watt.
      return kind === "energy" ? 1 / published : kind === "time" ? (published * SECONDS[text("unit", places[at])]) / SECONDS[String(unit)] : published;
    };
    const binOf = (/** @type {number} */ at, /** @type {boolean} */ total) => Math.floor(valueOf(at, total) * factor * LIFT);
    /** @type {FindScan["each"]} */
    const each = (low, high, visit) => {
      for (const at of rows) {
        for (const total of [true, false]) {
          const bin = binOf(at, total);
          if ((measure === null || total === (measure === "total")) && bin >= low && bin < high && visit(at, at, total, 0, valueOf(at, total), bin, null)) return 0;
        }
      }
      return -1;
    };
    /** @type {FindScan["repeated"]} */
    const repeated = (at, _under, total, _place, low, high) => !total && measure === null && binOf(at, true) >= low && binOf(at, true) < high;
    return { tried: rows.length, resting: null, reaching: () => [], each, repeated };
  };

  /** Whether the company that a phrase names submitted a row; each did where it names none. */
  const ownedBy = remembered(({ names: { submitter: owners = [] } }) => {
    const named = (columns.submitter.words ?? []).map((word) => !owners.length || owners.flat().includes(String(word)));
    return Uint8Array.from(submitter, (code) => Number(named[code]));
  });
  /** What speaks against a result or a pair: a set of what find.yml declares, as bits, with its names and the points of it.
   * @param {FindAsked} asked @param {boolean} ofPairs */
  const judgeOf = (asked, ofPairs) => {
    const owned = ownedBy(asked);
    const comparesChips = (asked.names.chip ?? []).length > 1;
    const { bit, pointsOf, named } = ofPairs ? ofPair : ofSingle;
    /** @type {FindTest} */
    const ofOne = (at, _under, total) => (onSale[at] ? 0 : bit.availability) | ((total ? best.total : best.per)[at] ? 0 : bit.chosen) | (owned[at] ? 0 : bit.maker);
    /** @type {FindTest} */
    const ofTwo = (over, under, total, block) => {
      const bests = total ? best.total : best.per;
      let set = block?.set ?? 0;
      if (!comparesChips && chip[over] !== chip[under]) set |= bit.accelerator;
      if (!shareOwner[submitter[over] * submitterCount + submitter[under]]) {
        if (vendor[over] === vendor[under]) set |= bit.submitter;
        if (!(bests[over] && bests[under])) set |= bit.chosen;
      }
      if (!Object.is(number[over], number[under])) set |= total ? bit.accelerators | bit.total : bit.accelerators;
      if (!(onSale[over] && onSale[under])) set |= bit.availability;
      if (suite[over] !== suite[under] || benchmark[over] !== benchmark[under]) set |= bit.care;
      return owned[over] || owned[under] ? set : set | bit.maker;
    };
    return { faultsOf: ofPairs ? ofTwo : ofOne, pointsOf, named };
  };

  /** Of figures that stand for these spans the share that some bin is in. @param {number[][]} spans @param {Iterable<number>} bins */
  const shareOf = (spans, bins) => {
    const inOrder = Float64Array.from(bins).sort();
    let [at, matched] = [0, 0];
    for (const [low, high] of spans) {
      while (at < inOrder.length && inOrder[at] < low) at += 1;
      if (at < inOrder.length && inOrder[at] < high) matched += 1;
    }
    return matched / spans.length;
  };

  /** The same where there are too many pairs to keep: each figure is looked for by itself, first where the one before was found.
   * @param {number[][]} spans @param {FindScan} scan */
  const shareByFigure = (spans, { each, reaching }) => {
    const blocks = reaching(spans[0][0], spans[spans.length - 1][1]).sort((a, b) => b.size - a.size);
    const found = spans.filter(([low, high]) => {
      const at = each(low, high, () => true, blocks);
      if (at > 0) blocks.unshift(...blocks.splice(at, 1));
      return at >= 0;
    });
    return found.length / spans.length;
  };

  /** What prints a figure. @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @returns {FindOutcome} */
  const look = (asked, figure, limit) => {
    const { digits, decimals, kinds, low, high } = figure;
    const rule = find.readings[figure.reading];
    const approximate = !PAIRS.includes(kinds[0]) && Boolean(rule.low.share || rule.high.share);
    const first = 10 ** (String(digits).length - 1);
    let to = 10 * first - 1;
    if (!kinds.length) return { hits: [], matching: 0, more: false, tried: 0, share: null, alike: null, first, last: to, nearest: [] };
    if (["saving", "saving,gain", "share"].includes(kinds.join())) to = Math.max(first, Math.min(to, 100 * 10 ** decimals - 1));
    const ofPairs = PAIRS.includes(kinds[0]);
    const scan = (ofPairs ? pairsOf : singlesOf)(asked, figure);
    const { faultsOf, pointsOf, named } = judgeOf(asked, ofPairs);

    /** What prints a figure within a reach, the best first. @param {number} reachLow @param {number} reachHigh @param {number} most */
    const search = (reachLow, reachHigh, most) => {
      /** @typedef {FindHit & { key: number[] }} Ranked */
      /** @type {Ranked[][]} */
      const [top, resting] = [[], []];
      let matching = 0;
      const before = (/** @type {number[]} */ key, /** @type {number[]} */ other) => { const i = key.findIndex((part, n) => part !== other[n]); return i >= 0 && key[i] < other[i]; };
      const go = (/** @type {FindBlock[] | undefined} */ blocks) => scan.each(reachLow, reachHigh, (over, under, total, kind, amount, bin, block) => {
        const rests = inClaim[over] && inClaim[under] && claimed.has(together(over, under));
        if ((rests && scan.resting && !blocks) || scan.repeated(over, under, total, kind, reachLow, reachHigh)) return false;
        matching += 1;
        const distance = bin < low ? low - bin : bin < high ? 0 : bin - high + 1;
        // What is about a figure is first what it may be rounded to.
        const far = approximate && (bin < 2 * digits - 1 || bin > 2 * digits + 1) ? 1 : 0;
        const sooner = -Math.max(round[over], round[under]);
        const last = top.length === most ? top[most - 1].key : null;
        const behind = (/** @type {number} */ points) => last && !rests && (distance - last[0] || far - last[1] || points - last[2] || sooner - last[3]) > 0;
        // Those that follow are no better, and of no newer round.
        if (behind(block?.points ?? 0)) return Boolean(block) && !distance && matching > MANY;
        const set = faultsOf(over, under, total, block);
        const points = pointsOf[set];
        if (behind(points)) return false;
        const cut = rule.high.half === 2 && bin > 2 * digits && bin < high;
        const key = [distance, far, points, sooner, Number(ofPairs ? total : !total), Number(cut), over, under];
        const placed = !last || before(key, last);
        if (!placed && !rests) return false;
        /** @type {Ranked} */
        const hit = { key, rows: ofPairs ? [places[over], places[under]] : [places[over]], kind: kinds[kind], measure: total ? "total" : "per", value: amount, faults: named(set), points };
        if (rests) resting.push(hit);
        if (!placed) return false;
        const at = top.findIndex((other) => before(key, other.key));
        top.splice(at < 0 ? top.length : at, 0, hit);
        if (top.length > most) top.pop();
        return false;
      }, blocks);
      if (scan.resting) go(scan.resting);
      go(undefined);
      // Where very many print a figure, one that a claim rests on comes first only if nothing speaks against it.
      for (const { key, points } of resting) if (matching < MANY || !points) key[2] = -1;
      const ranked = [...new Set([...resting, ...top])].sort((one, other) => (before(other.key, one.key) ? 1 : -1));
      return { top: ranked.slice(0, most), matching: Math.min(matching, MANY), more: matching > MANY };
    };
    const { top: hits, matching, more } = search(low, high, limit);
    // Each way is eight times as far as the one before; single results are all gone through at once.
    let nearest = hits;
    for (let widening = ofPairs ? 0 : WIDENINGS - 1; scan.tried && !nearest.length && widening < WIDENINGS; widening += 1) nearest = search(low - 8 ** widening, high + 8 ** widening, NEAREST).top;
    const reach = nearest.length ? 2 ** Math.ceil(Math.log2(Math.max(1, nearest[0].key[0]))) : 0;
    nearest = matching ? [] : nearest.filter(({ key: [distance] }) => distance <= reach);

    const step = "place" in rule.low || "place" in rule.high ? placeOf(digits, decimals) : 1;
    const figures = Math.floor((to - first) / step) + 1;
    const samples = Math.min(figures, SAMPLE);
    const spans = Array.from({ length: samples }, (_none, n) => interval(rule, first + step * Math.floor((n * figures) / samples), step));
    /** @type {(number | null)[]} */
    let [share, alike] = [null, null];
    // So many digits as nobody prints: nearly each is printed by nothing, which says nothing.
    const counted = scan.tried && !(ofPairs && String(digits).length > MOST_DIGITS);
    if (counted && scan.tried > find.most_alike) share = shareByFigure(spans, scan);
    else if (counted) {
      /** @type {Set<number>[]} */
      const [all, few] = [new Set(), new Set()];
      scan.each(spans[0][0], spans[samples - 1][1], (over, under, total, _kind, _number, bin, block) => {
        all.add(bin);
        if (hits.length && !few.has(bin) && pointsOf[faultsOf(over, under, total, block)] <= hits[0].points) few.add(bin);
        return false;
      });
      share = shareOf(spans, all);
      if (hits.length) alike = shareOf(spans, few);
    }
    return { hits, matching, more, tried: scan.tried, share, alike, first, last: to, nearest };
  };

  return { look, having: (/** @type {FindAsked} */ asked) => having(asked).map((at) => places[at]) };
};
