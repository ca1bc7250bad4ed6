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
  const thousands = (/** @type {number} */ number) => number.toLocaleString("en");

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
      const [low, high] = interval(rules.readings[name], digits, decimals);
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
    while (!decimals && digits % (place * 10) === 0) place *= 10;
    return place;
  };

  /** From where up to where, in half units of the last digit, a figure reaches. @param {FindReading} rule @param {number} digits @param {number} decimals */
  const interval = (rule, digits, decimals) => {
    const place = placeOf(digits, decimals);
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
    const column = (/** @type {(row: number) => number} */ of) => Float64Array.from(places, of);
    const coded = (/** @type {string} */ name) => Int32Array.from(places, (row) => (get(name, row) === null ? -1 : columns[name].at?.[row] ?? Number(get(name, row))));
    const value = column((row) => values[row]);
    const number = column((row) => (get("accelerators", row) === null ? NaN : Number(get("accelerators", row))));
    const per = column((row) => (judged.divisible(row) ? judged.perAccelerator(row) : NaN));
    const speed = Float64Array.from(places, (row, at) => (get("higher_is_better", row) === true ? value[at] : 1 / value[at]));
    const round = Int32Array.from(places, (row) => rules.rounds.indexOf(text("round", row)));
    const [accelerator, submitter, system, vendor, suite, benchmark] = ["accelerator", "submitter", "system", "platform_vendor", "suite", "benchmark"].map(coded);
    const onSale = Uint8Array.from(places, (row) => (get("availability", row) === "available" ? 1 : 0));

    /** The rows of each benchmark, scenario and unit. @type {Map<string, number[]>} */
    const cells = new Map();
    places.forEach((row, at) => {
      const key = [rules.benchmarks[text("benchmark", row)][0], text("scenario", row), text("unit", row)].join("|");
      const there = cells.get(key);
      if (there) there.push(at);
      else cells.set(key, [at]);
    });
    const bestBy = (/** @type {Float64Array} */ of) => {
      /** @type {Map<string, number>} */
      const most = new Map();
      const keys = new Array(count);
      for (const [cell, rows] of cells) {
        for (const at of rows) {
          keys[at] = `${cell}|${round[at]}|${accelerator[at]}`;
          most.set(keys[at], Math.max(most.get(keys[at]) ?? -1, Number.isNaN(of[at]) ? -1 : of[at]));
        }
      }
      // A row without an accelerator is the best of none.
      return Uint8Array.from(places, (_row, at) => (most.get(keys[at]) === (Number.isNaN(of[at]) ? -1 : of[at]) ? 1 : 0));
    };
    const best = { per: bestBy(per), total: bestBy(speed) };

    const groupNames = places.map((row) => ["benchmark", "suite", "round", "power"].map((name) => get(name, row)).join("|"));
    /** @type {Map<string, number>} */
    const states = new Map();
    /** 0 not to be compared, 1 not settled, 2 comparable. @param {number} one @param {number} two */
    const stateOf = (one, two) => {
      const key = `${groupNames[one]}&${groupNames[two]}`;
      let state = states.get(key);
      if (state === undefined) {
        const [a, b] = round[one] <= round[two] ? [one, two] : [two, one];
        const power = [a, b].map((at) => get("power", places[at])).sort().join();
        const said = power === "no,yes" ? "power" : judged.versions(places[a], places[b])[0];
        state = said === "not settled" ? 1 : said === "one round" || said === "comparable" ? 2 : 0;
        states.set(key, state);
        states.set(`${groupNames[two]}&${groupNames[one]}`, state);
      }
      return state;
    };
    /** A cell's rows by group, and the state of each two groups, made when first needed. @type {Map<string, FindCell>} */
    const grouped = new Map();
    const cellOf = (/** @type {string} */ key) => {
      let cell = grouped.get(key);
      if (!cell) {
        const groups = [...Map.groupBy(cells.get(key) ?? [], (at) => groupNames[at]).values()];
        cell = { groups, states: groups.map((one) => groups.map((two) => stateOf(one[0], two[0]))) };
        grouped.set(key, cell);
      }
      return cell;
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
    const sidesOf = new WeakMap();
    /** @param {FindAsked} asked */
    const marksOf = (asked) => {
      let sides = sidesOf.get(asked);
      if (!sides) {
        const rows = cellsOf(asked).flatMap((key) => cells.get(key) ?? []);
        sides = SIDES.filter((category) => asked.names[category]).map((category) => {
          const bits = new Int32Array(count);
          for (const at of rows) asked.names[category].forEach((of, bit) => { if (bears(category, of, at)) bits[at] |= 1 << bit; });
          return { bits, every: 2 ** asked.names[category].length - 1 };
        });
        sidesOf.set(asked, sides);
      }
      return sides;
    };

    const [logPer, logSpeed] = [per, speed].map((of) => of.map(Math.log));

    /** Every figure of pairs; gives how many pairs there are. Figures whose bin is in `reach` are visited; the others only
     * leave a mark, until every bin has one: after that logarithms tell in one subtraction which to look at.
     * @param {FindAsked} asked @param {FindFigure} figure @param {FindReach} reach @param {FindVisit} visit */
    const pairs = (asked, figure, { low, high, marks }, visit) => {
      const sides = marksOf(asked);
      const { kinds, factor, measure } = figure;
      const codes = kinds.map((kind) => ["ratio", "gain", "saving"].indexOf(kind));
      // The ratios of which a figure can be in reach, by their logarithms, with room for rounding.
      const logs = codes.map((code) => {
        const [least, most] = [low / factor, high / factor].map((bound) => (code === 0 ? bound : code === 1 ? 1 + bound : 1 / (code === 2 ? 1 - bound : bound)));
        const ends = [least, most].map((ratio) => (ratio > 0 ? Math.log(ratio) : code === 2 ? Infinity : -Infinity)).sort((x, y) => x - y);
        return [ends[0] - 1e-9, ends[1] + 1e-9];
      });
      const [nearest, farthest] = [0, 1].map((end) => Float64Array.from(logs, (ends) => ends[end]));
      const both = (/** @type {number} */ i, /** @type {number} */ j) => {
        for (const { bits, every } of sides) if (every <= 3 ? (bits[i] | bits[j]) !== every : !(bits[i] > 0 && bits[j] > 0)) return false;
        return true;
      };
      const least = Math.min(...nearest);
      const most = Math.max(...farthest);
      let tried = 0;
      let marking = marks !== null;
      /** @param {number} i @param {number} j @param {Float64Array} of @param {number} apart @param {boolean} total @param {number} state */
      const entry = (i, j, of, apart, total, state) => {
        for (let kind = 0; kind < codes.length; kind += 1) {
          const code = codes[kind];
          if (!marking && (apart < nearest[kind] || apart > farthest[kind])) continue;
          const a = of[i];
          const b = of[j];
          const first = a > b || (a === b && i < j);
          const better = first ? a : b;
          const other = first ? b : a;
          const one = code === 0 ? better / other : code === 1 ? better / other - 1 : code === 2 ? 1 - other / better : other / better;
          const bin = Math.floor(one * factor * LIFT);
          if (marking && marks) marking = marks.add(bin);
          if (bin >= low && bin < high) visit(tried, first ? i : j, first ? j : i, total, kind, one, bin, state === 2);
        }
      };
      for (const key of cellsOf(asked)) {
        const { groups, states: known } = cellOf(key);
        for (let g = 0; g < groups.length; g += 1) {
          for (let h = g; h < groups.length; h += 1) {
            const state = known[g][h];
            if (!state) continue;
            const ones = groups[g];
            const others = groups[h];
            for (let x = 0; x < ones.length; x += 1) {
              const i = ones[x];
              const perI = per[i];
              const sizeI = number[i];
              const logPerI = logPer[i];
              const logSpeedI = logSpeed[i];
              for (let y = g === h ? x + 1 : 0; y < others.length; y += 1) {
                const j = others[y];
                if (sides.length && !both(i, j)) continue;
                // Of a system without accelerators the first is not a number, and no comparison with it is true.
                const apartPer = Math.abs(logPerI - logPer[j]);
                const apart = Math.abs(logSpeedI - logSpeed[j]);
                if (measure !== "total" && (marking ? apartPer >= 0 : apartPer >= least && apartPer <= most)) entry(i, j, per, apartPer, false, state);
                if (measure !== "per" && (marking || (apart >= least && apart <= most))) {
                  const oneSize = perI >= 0 && per[j] >= 0 && sizeI === number[j];
                  if (measure === "total" || !oneSize) entry(i, j, speed, apart, true, state);
                }
                tried += 1;
              }
            }
          }
        }
      }
      return tried;
    };

    /** Every figure of single results; gives how many results there are.
     * @param {FindAsked} asked @param {FindFigure} figure @param {FindReach} reach @param {FindVisit} visit */
    const singles = (asked, figure, { low, high, marks }, visit) => {
      const sides = marksOf(asked);
      const [kind] = figure.kinds;
      let tried = 0;
      for (const key of cellsOf(asked)) {
        const unit = key.split("|")[2];
        if ((kind === "rate" && unit !== figure.unit) || (kind === "time" && !(unit in SECONDS))) continue;
        for (const at of cells.get(key) ?? []) {
          if (!sides.every(({ bits }) => bits[at] > 0)) continue;
          for (const measure of ["total", "per"]) {
            if (figure.measure !== null && figure.measure !== measure) continue;
            if (measure === "per" && (Number.isNaN(per[at]) || (figure.measure === null && number[at] === 1))) continue;
            let one = measure === "per" ? per[at] : value[at];
            if (kind === "time") one = (one * SECONDS[unit]) / SECONDS[String(figure.unit)];
            const bin = Math.floor(one * figure.factor * LIFT);
            marks?.add(bin);
            if (bin >= low && bin < high) visit(tried, at, at, measure === "total", 0, one, bin, true);
          }
          tried += 1;
        }
      }
      return tried;
    };

    /** What speaks against a result or a pair. @param {FindAsked} asked @param {boolean} ofPairs */
    const against = (asked, ofPairs) => {
      const owners = (asked.names.submitter ?? []).flat();
      const owned = (/** @type {number} */ at) => !owners.length || owners.includes(text("submitter", places[at]));
      const comparesChips = (asked.names.chip ?? []).length > 1;
      const declared = ofPairs ? find.faults : find.single_faults;
      const order = Object.keys(declared);
      const points = order.map((name) => declared[name].points);
      const at = Object.fromEntries(order.map((name, i) => [name, i]));
      const hold = new Uint8Array(order.length);
      const [ACCELERATOR, SUBMITTER, SIZE, TOTAL, SALE, ROUNDS, UNSETTLED, CARE, CHOSEN, BACKWARDS, MAKER] = [
        "accelerator", "submitter", "accelerators", "total", "availability", "rounds", "unsettled", "care", "chosen", "backwards", "maker",
      ].map((name) => at[name]);
      /** @param {number} over @param {number} under @param {boolean} total @param {boolean} settled */
      const weigh = (over, under, total, settled) => {
        const of = total ? best.total : best.per;
        if (!ofPairs) {
          hold[SALE] = onSale[over] ? 0 : 1;
          hold[CHOSEN] = of[over] ? 0 : 1;
          hold[MAKER] = owned(over) ? 0 : 1;
        } else {
          const others = submitter[over] !== submitter[under];
          const size = number[over] !== number[under] && !(Number.isNaN(number[over]) && Number.isNaN(number[under]));
          hold[ACCELERATOR] = !comparesChips && (accelerator[over] !== accelerator[under] || (accelerator[over] === -1 && system[over] !== system[under])) ? 1 : 0;
          hold[SUBMITTER] = others && vendor[over] === vendor[under] ? 1 : 0;
          hold[SIZE] = size ? 1 : 0;
          hold[TOTAL] = total && size ? 1 : 0;
          hold[SALE] = onSale[over] && onSale[under] ? 0 : 1;
          hold[ROUNDS] = Math.abs(round[over] - round[under]) > 1 ? 1 : 0;
          hold[UNSETTLED] = settled ? 0 : 1;
          hold[CARE] = suite[over] !== suite[under] || benchmark[over] !== benchmark[under] ? 1 : 0;
          hold[CHOSEN] = others && !(of[over] && of[under]) ? 1 : 0;
          hold[BACKWARDS] = round[over] < round[under] ? 1 : 0;
          hold[MAKER] = owned(over) || owned(under) ? 0 : 1;
        }
        let sum = 0;
        for (let i = 0; i < hold.length; i += 1) sum += hold[i] * points[i];
        return sum;
      };
      return { weigh, names: () => order.filter((_name, i) => hold[i]) };
    };

    /** What prints a figure. @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @returns {FindFound} */
    const look = (asked, figure, limit = 10) => {
      const { digits, decimals, kinds, low, high } = figure;
      const rule = find.readings[figure.reading];
      const first = 10 ** (String(digits).length - 1);
      let to = 10 * first - 1;
      const nothing = { hits: [], matching: 0, tried: 0, cut: 0, share: null, alike: null, figures: 0, first, last: to, nearest: [] };
      if (!kinds.length) return nothing;
      if (["saving", "saving,gain", "share"].includes(kinds.join())) to = Math.max(first, Math.min(to, 100 * 10 ** decimals - 1));
      const ofPairs = PAIRS.includes(kinds[0]);
      const scan = ofPairs ? pairs : singles;
      const { weigh, names: faults } = against(asked, ofPairs);

      const step = "place" in rule.low || "place" in rule.high ? placeOf(digits, decimals) : 1;
      const figures = Math.floor((to - first) / step) + 1;
      const samples = Math.min(figures, SAMPLE);
      const spans = Array.from({ length: samples }, (_none, n) => interval(rule, first + step * Math.floor((n * figures) / samples), decimals));
      const [from, until] = [spans[0][0], spans[samples - 1][1]];
      const counted = !(ofPairs && String(digits).length > MOST_DIGITS);
      /** Which bins have a figure: `add` says whether any has none yet. @returns {FindMarks} */
      const bins = () => {
        const marks = ofPairs ? new Uint8Array(until - from) : null;
        let free = until - from;
        /** @type {number[]} */
        const singly = [];
        const add = (/** @type {number} */ bin) => {
          if (bin < from || bin >= until) return true;
          if (!marks) singly.push(bin);
          else if (!marks[bin - from]) {
            marks[bin - from] = 1;
            free -= 1;
          }
          return free > 0;
        };
        const share = () => {
          /** @type {number[]} */
          const known = [];
          if (marks) marks.forEach((mark, i) => { if (mark) known.push(i + from); });
          else known.push(...Float64Array.from(singly).sort());
          let [at, matched] = [0, 0];
          for (const [lowest, highest] of spans) {
            while (at < known.length && known[at] < lowest) at += 1;
            if (at < known.length && known[at] < highest) matched += 1;
          }
          return matched / samples;
        };
        return { add, share };
      };

      const cuttable = rule.high.half === 2;
      /** @param {number} reachLow @param {number} reachHigh @param {number} most @param {FindMarks | null} marks */
      const search = (reachLow, reachHigh, most, marks) => {
        /** @type {FindRanked[]} */
        const top = [];
        let [matching, cutOff, matched] = [0, 0, -1];
        const tried = scan(asked, figure, { low: reachLow, high: reachHigh, marks }, (of, over, under, total, kind, one, bin, settled) => {
          if (of === matched) return;
          matched = of;
          matching += 1;
          const cut = cuttable && bin > 2 * digits && bin < high;
          if (cut) cutOff += 1;
          const points = weigh(over, under, total, settled);
          const distance = Math.max(0, low - bin, bin - (high - 1));
          const full = top.length === most ? top[most - 1] : null;
          if (full && (distance > full.key[0] || (distance === full.key[0] && points > full.points))) return;
          const key = [distance, points, -Math.max(round[over], round[under]), Number(ofPairs ? total : !total), Number(cut), over, under];
          const before = (/** @type {number[]} */ other) => { const i = key.findIndex((part, n) => part !== other[n]); return i >= 0 && key[i] < other[i]; };
          if (full && !before(full.key)) return;
          const at = top.findIndex((other) => before(other.key));
          const rows = ofPairs ? [places[over], places[under]] : [places[over]];
          top.splice(at < 0 ? top.length : at, 0, { key, rows, kind: kinds[kind], measure: total ? "total" : "per", value: one, cut, faults: faults(), points });
          if (top.length > most) top.pop();
        });
        return { top, matching, cutOff, tried };
      };

      const all = counted ? bins() : null;
      const { top: hits, matching, cutOff, tried } = search(low, high, limit, all);
      // Each way is twice as far as the one before.
      let nearest = hits;
      for (let widening = 0; tried && !nearest.length && widening < WIDENINGS; widening += 1) nearest = search(low - 2 ** widening, high + 2 ** widening, NEAREST, null).top;
      if (matching) nearest = [];
      const share = all && tried ? all.share() : null;
      let alike = null;
      if (share !== null && hits.length && tried <= find.most_alike) {
        const few = bins();
        scan(asked, figure, { low: from, high: until, marks: null }, (_of, over, under, total, _kind, _one, bin, settled) => {
          if (weigh(over, under, total, settled) <= hits[0].points) few.add(bin);
        });
        alike = few.share();
      }
      return { hits, matching, tried, cut: cutOff, share, alike, figures, first, last: to, nearest };
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

    return { read, answer, footnote };
  };

  window.claimcheckFinder = { prepared };
})();
