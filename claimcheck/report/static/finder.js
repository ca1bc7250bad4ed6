/* Which results print a figure: what claimcheck/analysis/find.yml declares, asked of the packed results. `claimcheck find`
   gives the same; a test compares the two on a thousand figures. */
(() => {
  "use strict";

  const { asPublished, filled, listed, printed, sentence } = window.claimcheckJudgement;
  const CATEGORIES = ["benchmark", "scenario", "chip", "submitter", "round", "availability", "accelerators"];
  // Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
  const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
  const PAIRS = ["ratio", "saving", "gain", "share", "part"];
  const PERCENT = ["saving", "gain", "share"];
  /** @type {Record<string, number>} */
  const SECONDS = { ms: 0.001, s: 1 };
  const [TOO_LONG, SAMPLE, MOST_DIGITS, WIDENINGS, NEAREST, LONGEST_NAME] = [1e12, 1000, 5, 20, 3, 5];
  // Lifts a value that floating point left just below the half that it is.
  const LIFT = 1 + 1e-12;
  const [CHIP, NAME] = ["\x01", "\x02"];

  const bare = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const last = (/** @type {string[]} */ parts) => parts[parts.length - 1];
  const { format: thousands } = new Intl.NumberFormat("en");

  /* ---- Words ---- */

  /** @param {Record<string, string[]>} values @param {Record<string, Record<string, string[]>>} also @returns {FindNames} */
  const namesOf = (values, also) => {
    /** @type {Map<string, FindName[]>} */
    const meant = new Map();
    for (const category of CATEGORIES) {
      const known = values[category] ?? [];
      const spoken = Object.entries(also[category] ?? {}).flatMap(([value, names]) => names.map((name) => [name, value]));
      for (const [name, value] of [...known.map((one) => [one, one]), ...spoken]) {
        const kinds = meant.get(bare(name)) ?? [];
        meant.set(bare(name), kinds);
        const alike = known.filter((one) => bare(one) === bare(value));
        const there = kinds.find((kind) => kind.category === category);
        if (there) there.values = [...new Set([...there.values, ...alike])];
        else if (alike.length) kinds.push({ category, values: alike });
      }
    }
    const words = [...meant.keys()].sort();
    /** @type {FindNames["exact"]} */
    const exact = (text) => (bare(text) && meant.get(bare(text))) || [];
    /** @type {FindNames["begun"]} */
    const begun = (text) => {
      const name = bare(text);
      if (name.length < 3 || !/[a-z]/.test(name) || !/[0-9]/.test(name)) return [];
      /** @type {FindName[]} */
      const kinds = [];
      for (const { category, values: of } of words.filter((word) => word.startsWith(name)).flatMap((word) => meant.get(word) ?? [])) {
        const there = kinds.find((kind) => kind.category === category);
        if (there) there.values = [...new Set([...there.values, ...of])];
        else kinds.push({ category, values: [...of] });
      }
      return kinds;
    };
    const bigrams = (/** @type {string} */ word) => new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_none, i) => word.slice(i, i + 2)));
    /** @type {FindNames["near"]} */
    const near = (text) => {
      const pairs = bigrams(bare(text));
      const scored = words.map((word) => {
        const others = bigrams(word);
        const shared = [...pairs].filter((pair) => others.has(pair)).length;
        return { word, score: (2 * shared) / Math.max(1, pairs.size + others.size) };
      });
      const best = scored.filter(({ score }) => score >= 0.5).sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1));
      return best.slice(0, 2).map(({ word }) => (meant.get(word) ?? [])[0].values[0]);
    };
    return { exact, begun, near };
  };

  /** @param {FindRules} rules @param {FindNames} names @returns {(phrase: string) => FindAsked} */
  const reader = (rules, names) => {
    const escaped = (/** @type {string} */ word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const anyOf = (/** @type {string[]} */ words) => [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escaped).join("|");
    const units = Object.fromEntries(rules.units.flatMap((unit) => unit.words.map((word) => [word, unit])));
    const readings = Object.entries(rules.readings);
    const reading = Object.fromEntries(readings.flatMap(([name, rule]) => [...rule.words, ...(rule.after ?? [])].map((word) => [word, name])));
    const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
    const figures = new RegExp(
      String.raw`(?<![\w.,\x01\x02])([$€£]\s?)?(${number})(?:[\s-]?(${anyOf(Object.keys(rules.scales))})(?![a-z0-9]))?\+?`
      + String.raw`(?:[\s-]?(${anyOf([...Object.keys(units), ...rules.other_units, ...rules.sizes])})(?![a-z0-9/]))?`
      + String.raw`(?:\s?(${anyOf(rules.per_accelerator)})(?![a-z]))?(?![\w]|[.,]\d|%)`, "g");
    const multiples = new RegExp(String.raw`(?<![\w-])(${anyOf(Object.keys(rules.multiples))})(?![\w-])`, "g");
    const before = new RegExp(String.raw`(?:^|(?<=[^\w]))(${anyOf(readings.flatMap(([, rule]) => rule.words))})\s*(?:a |an |the )?$`);
    const after = new RegExp(String.raw`^\s?(${anyOf(readings.flatMap(([, rule]) => rule.after ?? []))})(?!\w)`);
    const inTotal = new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.in_total)})(?!\w)`);
    const per = new RegExp(String.raw`(?<!\w)(?:${anyOf(rules.per_accelerator)})(?!\w)`);
    const tokens = /[^\s("'\u201c\u2018[]\S*?(?=[.,;:!?)"'\u201d\u2019\]]*(?:\s|$))/g;
    const ignored = new Set(rules.ignored.split(/\s+/));
    /** @type {Record<string, string>} */
    const direction = Object.fromEntries(["saving", "gain"].flatMap((kind) => rules.percent[kind].map((word) => [word, kind])));
    const spoken = new Set([
      ...Object.keys(units), ...rules.other_units, ...Object.keys(rules.scales), ...rules.per_accelerator, ...rules.in_total,
      ...rules.sizes, ...Object.keys(rules.multiples), ...Object.keys(reading), ...Object.keys(direction),
    ].flatMap((phrase) => phrase.split(" ")));

    const plain = (/** @type {string} */ text) => Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join("")
      .replace(/×/g, "x").replace(/\s/g, " ").replace(/[\u2010-\u2015\u2212]/g, "-");

    /** What some words name. @param {string} part @param {boolean} alone @returns {FindName[]} */
    const meaning = (part, alone) => {
      if (!/[a-z]/.test(part)) return [];
      const kinds = names.exact(part);
      if (kinds.length || !alone) return kinds;
      const stem = part.replace(/['\u2019]s$|(?<=\d)s$/, "");
      const stemmed = names.exact(stem);
      if (stemmed.length) return stemmed;
      return /^[\d.,]+(x|k|m|bn|ms|s|gb|tb|w|kw|mw)$/.test(stem) ? [] : names.begun(stem);
    };

    /** What the words of a text name, the text without them, and the places of unknown words. @param {string} text */
    const namedIn = (text) => {
      const words = [...text.matchAll(tokens)].map((match) => ({ at: match.index, word: match[0] }));
      /** @type {Record<string, string[][]>} */
      const named = {};
      const rest = text.split("");
      /** @type {{ at: number, word: string }[]} */
      const unknown = [];
      for (let place = 0; place < words.length;) {
        /** @type {FindName[]} */
        let kinds = [];
        let [length, start, end] = [Math.min(LONGEST_NAME, words.length - place), 0, 0];
        for (; length > 0 && !kinds.length; length -= 1) {
          start = words[place].at;
          end = words[place + length - 1].at + words[place + length - 1].word.length;
          kinds = meaning(text.slice(start, end), length === 1);
        }
        if (kinds.length) {
          for (const { category, values } of kinds) (named[category] ??= []).push(values);
          rest.fill(" ", start, end);
          rest[start] = kinds[0].category === "chip" ? CHIP : NAME;
          place += length + 1;
          continue;
        }
        const { word } = words[place];
        if (/^[a-z]/.test(word) && !ignored.has(word) && !spoken.has(word)) unknown.push(words[place]);
        place += 1;
      }
      return { named, rest: rest.join(""), unknown };
    };

    const { near } = rules;
    const sentenceAfter = (/** @type {string} */ text, /** @type {number} */ end) => text.slice(end, end + near).split(/[.;!?](?:\s|$)/)[0];
    const sentenceBefore = (/** @type {string} */ text, /** @type {number} */ start) => last(text.slice(Math.max(0, start - near), start).split(/[.;!?]\s/));

    /** What a percentage is: a share, a saving or a gain. @param {string} text @param {number} start @param {number} end */
    const directionOf = (text, start, end) => {
      const WORD = /[a-z]+(?:-[a-z]+)*/g;
      const [follows, leads] = [sentenceAfter(text, end).match(WORD) ?? [], sentenceBefore(text, start).match(WORD) ?? []];
      if (follows.length && rules.percent.share.includes(follows[0])) return ["share"];
      const word = [...follows, ...[...leads].reverse()].find((one) => Object.hasOwn(direction, one));
      return word === undefined ? ["saving", "gain"] : [direction[word]];
    };

    /** @param {string} rest @param {number} start @param {number} end @param {RegExpMatchArray | null} match @param {string} text @returns {FindFigure} */
    const figureAt = (rest, start, end, match, text) => {
      const digitsText = match ? match[2] : String(rules.multiples[rest.slice(start, end)]);
      const scale = match && match[3] ? rules.scales[match[3]] : 1;
      const word = match ? match[4] : "x";
      const unit = word !== undefined && Object.hasOwn(units, word) ? units[word] : undefined;
      const [whole, fraction = ""] = digitsText.replace(/,/g, "").split(".");
      const [digits, decimals] = [Number(whole + fraction), fraction.length];
      const [leads, follows] = [before.exec(rest.slice(0, start)), after.exec(rest.slice(end))];
      const name = leads ? reading[leads[1]] : follows ? reading[follows[1]] : match?.[0].includes("+") ? reading["+"] : "as printed";
      const begin = leads ? leads.index + leads[0].indexOf(leads[1]) : start;
      const stop = follows ? end + follows[0].length : end;
      const belowOne = digits < 10 ** decimals;
      /** @type {string[]} */
      let kinds;
      if (!match) kinds = ["ratio"];
      else if (match[1] || (word !== undefined && rules.other_units.includes(word)) || !(digits > 0 && digits < TOO_LONG)) kinds = [];
      else if (unit?.kind === "percent") kinds = directionOf(rest, begin, stop);
      else if (unit?.kind === "ratio" || (!unit && decimals && scale === 1 && digits < 100 * 10 ** decimals)) kinds = [belowOne ? "part" : "ratio"];
      else kinds = [unit?.kind ?? "any"];
      const clause = sentenceBefore(text, start) + text.slice(start, end) + sentenceAfter(text, end);
      const measure = (match && match[5]) || per.test(clause) ? "per" : inTotal.test(clause) ? "total" : null;
      const factor = (2 * 10 ** decimals * (unit?.kind === "percent" ? 100 : 1)) / scale;
      const [low, high] = interval(rules.readings[name], digits, placeOf(digits, decimals));
      const numberAt = match ? start + (match[1] ?? "").length + match[2].length : start;
      const tail = match ? rest.slice(numberAt, end).trimEnd() : "x";
      return { start: begin, end: stop, text: text.slice(begin, stop).trim(), tail, kinds, unit: unit?.unit ?? null, measure, digits, decimals, factor, reading: name, low, high };
    };

    return (phrase) => {
      const text = plain(phrase);
      const { named, rest, unknown } = namedIn(text);
      /** @type {FindFigure[]} */
      const found = [];
      /** @type {[number, number][]} */
      const covered = [];
      for (const match of rest.matchAll(figures)) {
        const end = match.index + match[0].length;
        const ofChips = (match[4] === undefined || match[4] === "x") && !match[3] && rest.slice(end).replace(/^[ x]+/, "").startsWith(CHIP);
        if (rules.sizes.includes(match[4]) || (ofChips && !match[2].includes("."))) {
          (named.accelerators ??= []).push([match[2].replace(/,/g, "")]);
          covered.push([match.index, end]);
        } else found.push(figureAt(rest, match.index, end, match, text));
      }
      for (const match of rest.matchAll(multiples)) found.push(figureAt(rest, match.index, match.index + match[0].length, null, text));
      for (const { start, end } of found) covered.push([start, end]);
      const left = unknown.filter(({ at }) => !covered.some(([start, end]) => start <= at && at < end)).map(({ word }) => word);
      /** @type {FindAsked["names"]} */
      const asked = {};
      for (const category of CATEGORIES.filter((one) => named[one])) {
        asked[category] = named[category].filter((values, i, all) => all.findIndex((one) => one.join("|") === values.join("|")) === i);
      }
      return { figures: found.sort((a, b) => a.start - b.start), names: asked, unknown: [...new Set(left)].map((word) => ({ word, near: names.near(word) })) };
    };
  };

  /** The unit of the last digit that is no trailing zero of a whole number. @param {number} digits @param {number} decimals */
  const placeOf = (digits, decimals) => {
    let place = 1;
    while (digits && !decimals && digits % (place * 10) === 0) place *= 10;
    return place;
  };

  /** From where up to where, in half units of the last digit, a figure reaches; `place` is the unit of its last digit that is
   * no trailing zero. @param {FindReading} rule @param {number} digits @param {number} place */
  const interval = (rule, digits, place) => {
    return [rule.low, rule.high].map((end) => 2 * digits + (end.half ?? 0) + Math.floor(2 * digits * (end.share ?? 0) + 0.5) + 2 * place * (end.place ?? 0));
  };

  /* ---- Results ---- */

  /** @param {ResultTable} results @param {CompareRules} rules @param {Judgement} judged @returns {Finder} */
  const prepared = (results, rules, judged) => {
    const find = rules.find;
    const { get, columns } = results;
    const text = (/** @type {string} */ name, /** @type {number} */ row) => String(get(name, row));

    /* The results of the closed division, each run once. */
    const seen = new Set();
    /** @type {number[]} */
    const places = [];
    const closed = (columns.division.words ?? []).indexOf("closed");
    const division = /** @type {Uint16Array} */ (columns.division.at);
    const same = ["round", "submitter", "system", "scenario", "unit", "accelerators"].map((name) => columns[name]);
    const values = /** @type {Float64Array} */ (columns.value.numbers);
    for (let row = 0; row < results.rows; row += 1) {
      if (division[row] !== closed || !(values[row] > 0)) continue;
      const key = `${same.map((column) => (column.at ? column.at[row] : column.get(row))).join("|")}|${rules.benchmarks[text("benchmark", row)][0]}|${values[row]}`;
      if (seen.has(key)) continue;
      seen.add(key);
      places.push(row);
    }
    const count = places.length;
    const families = places.map((row) => rules.benchmarks[text("benchmark", row)][0]);
    const column = (/** @type {(row: number) => number} */ of) => Float64Array.from(places, of);
    const coded = (/** @type {string} */ name) => Int32Array.from(places, (row) => (get(name, row) === null ? -1 : columns[name].at?.[row] ?? Number(get(name, row))));
    const value = column((row) => values[row]);
    const number = column((row) => (get("accelerators", row) === null ? NaN : Number(get("accelerators", row))));
    const per = column((row) => (judged.divisible(row) ? judged.perAccelerator(row) : NaN));
    const speed = Float64Array.from(places, (row, at) => (get("higher_is_better", row) === true ? value[at] : 1 / value[at]));
    // How many accelerators a rate is divided by; not a number where it is not.
    const size = Float64Array.from(places, (_row, at) => (Number.isNaN(per[at]) ? NaN : number[at]));
    const round = Int32Array.from(places, (row) => rules.rounds.indexOf(text("round", row)));
    const [accelerator, submitter, system, vendor, suite, benchmark] = ["accelerator", "submitter", "system", "platform_vendor", "suite", "benchmark"].map(coded);
    const onSale = Uint8Array.from(places, (row) => (get("availability", row) === "available" ? 1 : 0));

    /** The rows of each benchmark, scenario and unit. @type {Map<string, number[]>} */
    const cells = Map.groupBy(places.keys(), (at) => [families[at], text("scenario", places[at]), text("unit", places[at])].join("|"));
    const bestBy = (/** @type {Float64Array} */ rates) => {
      const rate = (/** @type {number} */ at) => (Number.isNaN(rates[at]) ? -1 : rates[at]);
      const best = new Uint8Array(count);
      for (const rows of cells.values()) {
        for (const rivals of Map.groupBy(rows, (at) => `${round[at]}|${accelerator[at]}`).values()) {
          const most = Math.max(...rivals.map(rate));
          for (const at of rivals) best[at] = rate(at) === most ? 1 : 0;
        }
      }
      return best;
    };
    const best = { per: bestBy(per), total: bestBy(speed) };

    const versionOf = places.map((row) => ["benchmark", "suite", "round", "power"].map((name) => get(name, row)).join("|"));
    /** 0 not to be compared, 1 not settled, 2 comparable. @param {number} one @param {number} two */
    const stateOf = (one, two) => {
      const [before, after] = (round[one] <= round[two] ? [one, two] : [two, one]).map((at) => places[at]);
      if ([before, after].map((row) => get("power", row)).sort().join() === "no,yes") return 0;
      return { "not settled": 1, "one round": 2, comparable: 2 }[judged.versions(before, after)[0]] ?? 0;
    };

    const sorted = (/** @type {number[]} */ rows, /** @type {Float64Array} */ rates) => rows.filter((at) => !Number.isNaN(rates[at])).sort((a, b) => rates[a] - rates[b]);
    /** @param {number[]} at @param {Float64Array} rates @returns {FindRates} */
    const ratesOf = (at, rates) => ({ at: Int32Array.from(at), rates: Float64Array.from(at, (row) => rates[row]) });
    /** A cell's rows in classes: MLCommons' table says one thing of all rows of a class and all of another. Each class is sorted
     * by rate, so that the pairs of a ratio are windows. Made when first needed. @type {Map<string, FindClass[]>} */
    const classed = new Map();
    const classesOf = (/** @type {string} */ key) => {
      let classes = classed.get(key);
      if (!classes) {
        const versions = [...Map.groupBy(cells.get(key) ?? [], (at) => versionOf[at]).values()];
        const states = versions.map(([one]) => versions.map(([two]) => stateOf(one, two)));
        const alike = [...Map.groupBy(versions.keys(), (i) => states[i].join()).values()];
        classes = alike.map((ours, place) => {
          const rows = ours.flatMap((i) => versions[i]);
          return { per: ratesOf(sorted(rows, per), per), speed: ratesOf(sorted(rows, speed), speed), place, states: alike.map(([other]) => states[ours[0]][other]) };
        });
        classed.set(key, classes);
      }
      return classes;
    };

    const distinct = (/** @type {string} */ name) => [...new Set(places.map((row) => get(name, row)))].filter((one) => one !== null).map(String).sort();
    // With its accuracy target: bert-99 is bert.
    const also = { ...find.also, benchmark: { ...find.also.benchmark } };
    for (const name of distinct("benchmark")) also.benchmark[rules.benchmarks[name][0]] = [...(also.benchmark[rules.benchmarks[name][0]] ?? []), name];
    const names = namesOf({
      benchmark: [...new Set(distinct("benchmark").map((name) => rules.benchmarks[name][0]))].sort(),
      scenario: distinct("scenario"),
      chip: distinct("chip"),
      submitter: [...new Set([...distinct("submitter"), ...distinct("accelerator_vendor")])].sort(),
      round: rules.rounds.filter((name) => distinct("round").includes(name)),
      availability: distinct("availability"),
    }, also);
    const read = reader(find, names);

    /** @param {string} category @param {string[]} of @param {number} at */
    const bears = (category, of, at) => {
      const row = places[at];
      if (category === "accelerators") return of.some((one) => Number(one) === number[at]);
      if (category === "submitter") return of.includes(text("submitter", row)) || of.includes(text("accelerator_vendor", row));
      return of.includes(text(category, row));
    };

    /** @param {FindAsked} asked */
    const cellsOf = (asked) => [...cells.keys()].filter((key) => {
      const [family, scenario] = key.split("|");
      const fits = (/** @type {string} */ category, /** @type {string} */ one) => !asked.names[category] || asked.names[category].flat().includes(one);
      return fits("benchmark", family) && fits("scenario", scenario);
    });

    /** For each category that is named, the names that each row bears, as bits, and all of them; made once for a phrase.
     * @type {WeakMap<FindAsked, { bits: Int32Array, every: number }[]>} */
    const sidesOfPhrase = new WeakMap();
    /** @param {FindAsked} asked */
    const sidesOf = (asked) => {
      let sides = sidesOfPhrase.get(asked);
      if (!sides) {
        const rows = cellsOf(asked).flatMap((key) => cells.get(key) ?? []);
        sides = SIDES.filter((category) => asked.names[category]).map((category) => {
          const bits = new Int32Array(count);
          for (const at of rows) asked.names[category].forEach((of, bit) => { if (bears(category, of, at)) bits[at] |= 1 << bit; });
          return { bits, every: 2 ** asked.names[category].length - 1 };
        });
        sidesOfPhrase.set(asked, sides);
      }
      return sides;
    };

    /** The lists that the rows a phrase leaves fall into, by two that hold pairs, and how many pairs these are. Rows of a list bear
     * the same names, and MLCommons' table says the same of them. @param {FindAsked} asked */
    const blocksOf = (asked) => {
      const sides = sidesOf(asked);
      const borne = (/** @type {number} */ at) => sides.reduce((sum, { bits, every }) => sum * (every + 1) + bits[at], 0);
      /** Two sides bear no three names: then each bears one of them. @param {number} one @param {number} two */
      const both = (one, two) => sides.every(({ bits, every }) => (every <= 3 ? (bits[one] | bits[two]) === every : bits[one] > 0 && bits[two] > 0));
      /** @type {FindBlock[]} */
      const blocks = [];
      let tried = 0;
      for (const key of cellsOf(asked)) {
        const classes = classesOf(key);
        const lists = !sides.length ? classes : classes.flatMap((rows) => {
          const divided = Map.groupBy(rows.per.at, borne);
          return [...Map.groupBy(rows.speed.at, borne)].map(([code, at]) => ({ ...rows, per: ratesOf(divided.get(code) ?? [], per), speed: ratesOf(at, speed) }));
        });
        lists.forEach((overs, i) => lists.forEach((unders, j) => {
          const state = overs.states[unders.place];
          if (!state || !both(overs.speed.at[0], unders.speed.at[0])) return;
          const [ours, theirs] = [overs.speed.at.length, unders.speed.at.length];
          blocks.push({ overs, unders, settled: state === 2, size: ours * theirs });
          if (i <= j) tried += i < j ? ours * theirs : (ours * (ours - 1)) / 2;
        }));
      }
      // A figure that many pairs print is found soonest among most.
      blocks.sort((a, b) => b.size - a.size);
      return { blocks, tried };
    };

    /** The least and the most that the better one of a pair can be of the other for a figure between two others.
     * @param {string} kind @param {number} least @param {number} most */
    const ratiosOf = (kind, least, most) => {
      const ratio = (/** @type {number} */ figure) => {
        if (kind === "ratio" || kind === "gain") return kind === "ratio" ? figure : 1 + figure;
        const rest = kind === "saving" ? 1 - figure : figure;
        return rest > 0 ? 1 / rest : Infinity;
      };
      const [low, high] = [ratio(least), ratio(most)].sort((a, b) => a - b);
      // With room for rounding.
      return [low * (1 - 1e-9), high * (1 + 1e-9)];
    };

    /** @param {FindAsked} asked @param {FindFigure} figure @returns {FindScan} */
    const pairsOf = (asked, { kinds, factor, measure }) => {
      const { blocks, tried } = blocksOf(asked);
      const valueOf = (/** @type {string} */ kind, /** @type {number} */ better, /** @type {number} */ other) => {
        if (kind === "ratio") return better / other;
        return kind === "gain" ? better / other - 1 : kind === "saving" ? 1 - other / better : other / better;
      };
      const binOf = (/** @type {number} */ number_) => Math.floor(number_ * factor * LIFT);
      const measures = [false, true].filter((total) => measure === null || total === (measure === "total"));
      /** @type {FindScan["each"]} */
      const each = (low, high, visit) => {
        const windows = kinds.map((kind) => ratiosOf(kind, low / factor, high / factor));
        for (const { overs, unders, settled } of blocks) {
          for (const total of measures) {
            for (let place = 0; place < kinds.length; place += 1) {
              const over = total ? overs.speed : overs.per;
              const under = total ? unders.speed : unders.per;
              const [least, most] = windows[place];
              const count_ = over.rates.length;
              for (let [i, from, to] = [0, 0, 0]; i < under.rates.length && from < count_; i += 1) {
                const other = under.rates[i];
                while (from < count_ && over.rates[from] < other * least) from += 1;
                while (to < count_ && over.rates[to] <= other * most) to += 1;
                for (let j = from; j < to; j += 1) {
                  const better = over.rates[j];
                  const [one, two] = [over.at[j], under.at[i]];
                  // Of two equal ones the first counts as the better one; of systems of one size both measures say the same.
                  if (better < other || (better === other && one >= two) || (total && measure === null && size[one] === size[two])) continue;
                  const number_ = valueOf(kinds[place], better, other);
                  const bin = binOf(number_);
                  if (bin >= low && bin < high && visit(one, two, total, place, number_, bin, settled)) return;
                }
              }
            }
          }
        }
      };
      /** @type {FindScan["repeated"]} */
      const repeated = (over, under, total, place, low, high) => {
        const among = (/** @type {number} */ many, /** @type {Float64Array} */ rates) => {
          const [better, other] = [Math.max(rates[over], rates[under]), Math.min(rates[over], rates[under])];
          for (let before = 0; before < many; before += 1) {
            const bin = binOf(valueOf(kinds[before], better, other));
            if (bin >= low && bin < high) return true;
          }
          return false;
        };
        return among(place, total ? speed : per) || (total && measure === null && among(kinds.length, per));
      };
      return { tried, each, repeated };
    };

    /** @param {FindAsked} asked @param {FindFigure} figure @returns {FindScan} */
    const singlesOf = (asked, { kinds: [kind], unit, factor, measure }) => {
      const sides = sidesOf(asked);
      const keys = cellsOf(asked).filter((key) => {
        const own = key.split("|")[2];
        return kind === "rate" ? own === unit : kind !== "time" || own in SECONDS;
      });
      const rows = keys.flatMap((key) => (cells.get(key) ?? []).filter((at) => sides.every(({ bits }) => bits[at] > 0)));
      const valueOf = (/** @type {number} */ at, /** @type {boolean} */ total) => {
        if (!total && (Number.isNaN(per[at]) || (measure === null && number[at] === 1))) return NaN;
        const published = total ? value[at] : per[at];
        return kind === "time" ? (published * SECONDS[text("unit", places[at])]) / SECONDS[String(unit)] : published;
      };
      const binOf = (/** @type {number} */ at, /** @type {boolean} */ total) => Math.floor(valueOf(at, total) * factor * LIFT);
      /** @type {FindScan["each"]} */
      const each = (low, high, visit) => {
        for (const at of rows) {
          for (const total of [true, false]) {
            const bin = binOf(at, total);
            if ((measure === null || total === (measure === "total")) && bin >= low && bin < high && visit(at, at, total, 0, valueOf(at, total), bin, true)) return;
          }
        }
      };
      /** @type {FindScan["repeated"]} */
      const repeated = (at, _under, total, _place, low, high) => !total && measure === null && binOf(at, true) >= low && binOf(at, true) < high;
      return { tried: rows.length, each, repeated };
    };

    /** What speaks against a result or a pair, by the names that find.yml declares; and the points of all that does.
     * @param {FindAsked} asked @param {boolean} ofPairs */
    const judgeOf = (asked, ofPairs) => {
      const owners = (asked.names.submitter ?? []).flat();
      const owned = Uint8Array.from(places, (row) => (!owners.length || owners.includes(text("submitter", row)) ? 1 : 0));
      const comparesChips = (asked.names.chip ?? []).length > 1;
      const bestOf = (/** @type {boolean} */ total) => (total ? best.total : best.per);
      const differ = (/** @type {ArrayLike<number>} */ codes, /** @type {number} */ over, /** @type {number} */ under) => codes[over] !== codes[under];
      const sizes = (/** @type {number} */ over, /** @type {number} */ under) => differ(number, over, under) && !(Number.isNaN(number[over]) && Number.isNaN(number[under]));
      /** @type {Record<string, FindTest>} */
      const singleTests = {
        availability: (at) => !onSale[at],
        chosen: (at, _under, total) => !bestOf(total)[at],
        maker: (at) => !owned[at],
      };
      /** @type {Record<string, FindTest>} */
      const pairTests = {
        accelerator: (over, under) => !comparesChips && (differ(accelerator, over, under) || (accelerator[over] === -1 && differ(system, over, under))),
        submitter: (over, under) => differ(submitter, over, under) && !differ(vendor, over, under),
        accelerators: sizes,
        total: (over, under, total) => total && sizes(over, under),
        availability: (over, under) => !(onSale[over] && onSale[under]),
        rounds: (over, under) => Math.abs(round[over] - round[under]) > 1,
        unsettled: (_over, _under, _total, settled) => !settled,
        care: (over, under) => differ(suite, over, under) || differ(benchmark, over, under),
        chosen: (over, under, total) => differ(submitter, over, under) && !(bestOf(total)[over] && bestOf(total)[under]),
        backwards: (over, under) => round[over] < round[under],
        maker: (over, under) => !owned[over] && !owned[under],
      };
      const declared = Object.entries(ofPairs ? find.faults : find.single_faults).map(([name, fault]) => ({ name, points: fault.points, fails: (ofPairs ? pairTests : singleTests)[name] }));
      /** The points against it, counted until they are more than `most`.
       * @param {number} most @param {number} over @param {number} under @param {boolean} total @param {boolean} settled */
      const weigh = (most, over, under, total, settled) => {
        let sum = 0;
        for (let i = 0; i < declared.length && sum <= most; i += 1) if (declared[i].fails(over, under, total, settled)) sum += declared[i].points;
        return sum;
      };
      /** @type {(...entry: Parameters<FindTest>) => string[]} */
      const faults = (...entry) => declared.filter(({ fails }) => fails(...entry)).map(({ name }) => name);
      return { weigh, faults };
    };

    /** Of figures that stand for these spans the share that some bin is in. @param {number[][]} spans @param {number[]} bins */
    const shareOf = (spans, bins) => {
      const inOrder = Float64Array.from(bins).sort();
      let [at, matched] = [0, 0];
      for (const [low, high] of spans) {
        while (at < inOrder.length && inOrder[at] < low) at += 1;
        if (at < inOrder.length && inOrder[at] < high) matched += 1;
      }
      return matched / spans.length;
    };

    /** What prints a figure. @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @returns {FindFound} */
    const look = (asked, figure, limit) => {
      const { digits, decimals, kinds, low, high } = figure;
      const rule = find.readings[figure.reading];
      const first = 10 ** (String(digits).length - 1);
      let to = 10 * first - 1;
      if (!kinds.length) return { hits: [], matching: 0, tried: 0, cut: 0, share: null, alike: null, figures: 0, first, last: to, nearest: [] };
      if (["saving", "saving,gain", "share"].includes(kinds.join())) to = Math.max(first, Math.min(to, 100 * 10 ** decimals - 1));
      const ofPairs = PAIRS.includes(kinds[0]);
      const scan = (ofPairs ? pairsOf : singlesOf)(asked, figure);
      const { weigh, faults } = judgeOf(asked, ofPairs);

      /** @param {number} reachLow @param {number} reachHigh @param {number} most */
      const search = (reachLow, reachHigh, most) => {
        /** @type {FindRanked[]} */
        const top = [];
        let [matching, cutOff] = [0, 0];
        scan.each(reachLow, reachHigh, (over, under, total, kind, number_, bin, settled) => {
          if (scan.repeated(over, under, total, kind, reachLow, reachHigh)) return false;
          matching += 1;
          const cut = rule.high.half === 2 && bin > 2 * digits && bin < high;
          if (cut) cutOff += 1;
          const distance = Math.max(0, low - bin, bin - (high - 1));
          const full = top.length === most ? top[most - 1] : null;
          const points = weigh(full && distance === full.key[0] ? full.points : Infinity, over, under, total, settled);
          if (full && (distance > full.key[0] || (distance === full.key[0] && points > full.points))) return false;
          const key = [distance, points, -Math.max(round[over], round[under]), Number(ofPairs ? total : !total), Number(cut), over, under];
          const before = (/** @type {number[]} */ other) => { const i = key.findIndex((part, n) => part !== other[n]); return i >= 0 && key[i] < other[i]; };
          if (full && !before(full.key)) return false;
          const at = top.findIndex((other) => before(other.key));
          const rows = ofPairs ? [places[over], places[under]] : [places[over]];
          top.splice(at < 0 ? top.length : at, 0, { key, rows, kind: kinds[kind], measure: total ? "total" : "per", value: number_, cut, faults: faults(over, under, total, settled), points });
          if (top.length > most) top.pop();
          return false;
        });
        return { top, matching, cutOff };
      };
      const { top: hits, matching, cutOff } = search(low, high, limit);
      // Each way is twice as far as the one before.
      let nearest = hits;
      for (let widening = 0; scan.tried && !nearest.length && widening < WIDENINGS; widening += 1) nearest = search(low - 2 ** widening, high + 2 ** widening, NEAREST).top;
      if (matching) nearest = [];

      const step = "place" in rule.low || "place" in rule.high ? placeOf(digits, decimals) : 1;
      const figures = Math.floor((to - first) / step) + 1;
      const samples = Math.min(figures, SAMPLE);
      const spans = Array.from({ length: samples }, (_none, n) => interval(rule, first + step * Math.floor((n * figures) / samples), step));
      /** @type {(number | null)[]} */
      let [share, alike] = [null, null];
      if (scan.tried > find.most_alike) {
        // There are too many pairs to look at each: every figure is looked for by itself.
        let matched = 0;
        for (const [from, end] of spans) scan.each(from, end, () => { matched += 1; return true; });
        share = matched / samples;
      } else if (scan.tried) {
        /** @type {number[][]} */
        const [all, few] = [[], []];
        scan.each(spans[0][0], spans[samples - 1][1], (over, under, total, _kind, _number, bin, settled) => {
          all.push(bin);
          if (hits.length && weigh(hits[0].points, over, under, total, settled) <= hits[0].points) few.push(bin);
          return false;
        });
        share = shareOf(spans, all);
        if (hits.length) alike = shareOf(spans, few);
      }
      if (ofPairs && String(digits).length > MOST_DIGITS) [share, alike] = [null, null];
      return { hits, matching, tried: scan.tried, cut: cutOff, share, alike, figures, first, last: to, nearest };
    };


    /* ---- Sentences ---- */

    /** @param {FindFigure} figure @param {FindHit} hit */
    const valueText = (figure, hit) => {
      if (PAIRS.includes(figure.kinds[0])) return printed(hit.value * (PERCENT.includes(hit.kind) ? 100 : 1), figure.decimals + 1);
      return hit.measure === "total" ? asPublished(Number(get("value", hit.rows[0]))) : printed(hit.value, 1);
    };

    /** @param {FindFigure} figure @param {FindHit} hit */
    const inWords = (figure, hit) => {
      const [row] = hit.rows;
      const timed = get("higher_is_better", row) !== true;
      const words = { value: valueText(figure, hit), cell: `${get("benchmark", row)} ${get("scenario", row)}`, measure: find.measures[hit.measure] };
      const [over, under] = hit.rows.map(judged.inWords);
      if (hit.rows.length === 1) return filled(find[timed ? "single_time" : "single"], { result: over, unit: get("unit", row), ...words });
      return filled((timed ? find.faster : find.pair)[hit.kind], { over, under, ...words });
    };

    /** @param {FindHit} hit */
    const faultsInWords = (hit) => {
      const [declared, none] = hit.rows.length > 1 ? [find.faults, find.no_faults] : [find.single_faults, find.no_single_faults];
      return hit.faults.length ? sentence(hit.faults.map((name) => declared[name].words).join("; ")) : none;
    };

    /** @param {FindAsked} asked @param {FindHit} hit */
    const leftOut = (asked, hit) => {
      const parts = Object.entries(find.leaves_out).flatMap(([category, words]) => {
        const named = (asked.names[category] ?? []).flat();
        if (category === "benchmark" && named.length) return [];
        const said = hit.rows.map((row) => String(get(category, row) ?? (category === "availability" ? find.not_stated : find.none)));
        const rest = [...new Set(said)].filter((one) => !named.includes(one));
        return rest.length ? [filled(words, { values: listed(rest) })] : [];
      });
      return parts.length ? filled(find.leaves_out_all, { parts: parts.join(", ") }) : find.leaves_out_none;
    };

    /** @param {FindFigure} figure @param {FindFound} found */
    const worth = (figure, found) => {
      const words = find.worth;
      const cut = found.cut ? filled(words.cut, { n: thousands(found.cut) }) : "";
      const said = [filled(words[PAIRS.includes(figure.kinds[0]) ? "pairs" : "singles"], { matching: thousands(found.matching), tried: thousands(found.tried), cut })];
      if (found.share !== null) {
        const [from, to] = [found.first, found.last].map((end) => `${printed(end / 10 ** figure.decimals, figure.decimals)}${figure.tail}`);
        const percent = (/** @type {number} */ share) => printed(share * 100, share >= 0.01 || !share ? 0 : 1);
        said.push(filled(words.chance, { n: thousands(found.figures), first: from, last: to, share: percent(found.share) }));
        if (found.alike !== null) said.push(filled(words.alike, { share: percent(found.alike) }));
        const telling = found.alike ?? found.share;
        if (found.matching) said.push(words[["no evidence", "weak"].find((name) => telling >= find.bounds[name]) ?? "strong"]);
      }
      return said;
    };

    /** @param {FindAsked} asked */
    const unknownInWords = ({ unknown }) => {
      const words = unknown.map(({ word, near }) => (near.length ? filled(find.unknown_near, { word: `“${word}”`, names: near.join(" or ") }) : `“${word}”`));
      return words.length ? filled(find.unknown, { words: words.join(", ") }) : "";
    };

    /** @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @returns {FindAnswer} */
    const answer = (asked, figure, limit = 10) => {
      const found = look(asked, figure, limit);
      /** @param {FindHit} hit @returns {FindSaid} */
      const said = (hit) => {
        const pair = [...hit.rows].reverse().sort((a, b) => rules.rounds.indexOf(text("round", a)) - rules.rounds.indexOf(text("round", b)));
        const ids = pair.map((row) => text("row_id", row));
        return {
          rows: hit.rows.map((row) => text("row_id", row)),
          kind: hit.kind,
          measure: find.measures[hit.measure],
          value: hit.value,
          cut: hit.cut,
          sentence: inWords(figure, hit),
          divisions: [...new Set(hit.rows.map((row) => text("division", row)))],
          owners: [...new Set(hit.rows.map((row) => text("submitter", row)))],
          against: faultsInWords(hit),
          points: hit.points,
          leaves_out: leftOut(asked, hit),
          query: new URLSearchParams(ids.length > 1 ? { a: ids[0], b: ids[1] } : { row: ids[0] }).toString(),
        };
      };
      return {
        figure: figure.text,
        read_as: figure.kinds,
        unit: figure.unit,
        measure: figure.measure && find.measures[figure.measure],
        reading: figure.reading,
        says: find.readings[figure.reading].says,
        names: asked.names,
        unknown: unknownInWords(asked),
        tried: found.tried,
        matching: found.matching,
        cut: found.cut,
        share: found.share,
        alike: found.alike,
        worth: worth(figure, found),
        hits: found.hits.map(said),
        nearest: found.nearest.map(said),
      };
    };

    const rowOf = new Map(places.map((row) => [text("row_id", row), row]));
    /** @param {FindSaid} hit @param {FindAnswer} of */
    const footnote = (hit, of) => judged.footnote([...new URLSearchParams(hit.query).values()].map((id) => Number(rowOf.get(id))), PAIRS.includes(of.read_as[0]) || hit.measure === find.measures.per);

    /** Makes what a search without a benchmark needs, in small steps. */
    const warmed = function* () { for (const key of cells.keys()) yield classesOf(key); };

    return { read, answer, footnote, warmed };
  };

  window.claimcheckFinder = { prepared };
})();
