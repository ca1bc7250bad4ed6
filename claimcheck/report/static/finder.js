/* Which results print a figure: what claimcheck/analysis/find.yml declares, asked of the packed results. `claimcheck find`
   gives the same; a test compares the two on a thousand figures. */
(() => {
  "use strict";

  const { asPublished, filled, listed, printed, sentence } = window.claimcheckJudgement;
  const CATEGORIES = ["benchmark", "scenario", "chip", "submitter", "round", "availability", "accelerators"];
  // Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
  const SIDES = ["chip", "submitter", "round", "availability", "accelerators"];
  const PAIRS = ["ratio", "saving", "gain", "share", "multiple", "part"];
  const PERCENT = ["saving", "gain", "share", "multiple"];
  /** @type {Record<string, number>} */
  const SECONDS = { ms: 0.001, s: 1 };
  const [TOO_LONG, SAMPLE, MOST_DIGITS, WIDENINGS, NEAREST, LONGEST_NAME] = [1e12, 1000, 5, 20, 3, 5];
  // The names of so many phrases are kept; after so many figures that nothing prints the pairs are gone through once for all others.
  const [REMEMBERED, MISSES] = [8, 10];
  // From so many pairs on that print a figure they are counted by windows.
  const MANY = 50000;
  // What is looked for before anybody asks, so that the first answer is as soon as the next.
  const WARMING = ["2.77x", "60%", "2.77x NVIDIA", "more than 60%", "1,000 tokens/s", "nearly 3x", "60%"];
  // Lifts a value that floating point left just below the half that it is.
  const LIFT = 1 + 1e-12;
  const [CHIP, NAME] = ["\x01", "\x02"];

  const bare = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  /** @template T @param {T[]} parts */
  const last = (parts) => parts[parts.length - 1];
  const { format: thousands } = new Intl.NumberFormat("en");

  /* ---- Words ---- */

  /** @param {Record<string, string[]>} values @param {Record<string, Record<string, string[]>>} also @returns {FindNames} */
  const namesOf = (values, also) => {
    /** @type {Map<string, FindName[]>} */
    const meant = new Map();
    const extend = (/** @type {FindName[]} */ kinds, /** @type {string} */ category, /** @type {string[]} */ more) => {
      const kind = kinds.find((own) => own.category === category);
      if (kind) kind.values = [...new Set([...kind.values, ...more])];
      else if (more.length) kinds.push({ category, values: [...more] });
    };
    for (const category of CATEGORIES) {
      const known = values[category] ?? [];
      const spoken = Object.entries(also[category] ?? {}).flatMap(([value, names]) => names.map((name) => [name, value]));
      for (const [name, value] of [...known.map((own) => [own, own]), ...spoken]) {
        const kinds = meant.get(bare(name)) ?? [];
        meant.set(bare(name), kinds);
        // A company under two spellings is named by both.
        extend(kinds, category, known.filter((spelling) => bare(spelling) === bare(value)));
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
      for (const word of words.filter((longer) => longer.startsWith(name))) for (const kind of meant.get(word) ?? []) extend(kinds, kind.category, kind.values);
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
      const word = [...follows, ...[...leads].reverse()].find((candidate) => Object.hasOwn(direction, candidate));
      return word === undefined ? ["saving", "gain"] : [direction[word]];
    };

    /** @param {string} rest @param {number} start @param {number} end @param {RegExpMatchArray | null} match @param {string} phrase @returns {FindFigure} */
    const figureAt = (rest, start, end, match, phrase) => {
      const text = plain(phrase);
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
      else if (unit?.kind === "percent") {
        kinds = directionOf(rest, begin, stop);
        // Nobody saves all of it.
        if (kinds.length > 1 && digits >= 100 * 10 ** decimals) kinds = ["gain"];
        else if (kinds[0] === "share" && digits > 100 * 10 ** decimals) kinds = ["multiple"];
      }
      else if (unit?.kind === "ratio" || (!unit && decimals && scale === 1 && digits < 100 * 10 ** decimals)) kinds = [belowOne ? "part" : "ratio"];
      else kinds = [unit?.kind ?? "any"];
      const clause = sentenceBefore(text, start) + text.slice(start, end) + sentenceAfter(text, end);
      const measure = (match && match[5]) || per.test(clause) ? "per" : inTotal.test(clause) ? "total" : null;
      const factor = (2 * 10 ** decimals * (unit?.kind === "percent" ? 100 : 1)) / scale;
      const [low, high] = interval(rules.readings[name], digits, placeOf(digits, decimals));
      const numberAt = match ? start + (match[1] ?? "").length + match[2].length : start;
      const tail = match ? phrase.slice(numberAt, end).trimEnd() : "x";
      return { start: begin, end: stop, text: phrase.slice(begin, stop).trim(), tail, kinds, unit: unit?.unit ?? null, measure, digits, decimals, factor, reading: name, low, high };
    };

    return (phrase) => {
      const text = plain(phrase);
      const { named, rest, unknown } = namedIn(text);
      /** @type {FindFigure[]} */
      const list = [];
      /** @type {[number, number][]} */
      const covered = [];
      for (const match of rest.matchAll(figures)) {
        const end = match.index + match[0].length;
        const beforeChip = !match[3] && rest.slice(end).replace(/^[ x]+/, "").startsWith(CHIP);
        // "More than 2x MI355X" is a ratio all the same.
        const ofChips = beforeChip && (match[4] === undefined || (match[4] === "x" && !before.test(rest.slice(0, match.index))));
        if (rules.sizes.includes(match[4]) || (ofChips && !match[2].includes("."))) {
          (named.accelerators ??= []).push([match[2].replace(/,/g, "")]);
          covered.push([match.index, end]);
        } else list.push(figureAt(rest, match.index, end, match, phrase));
      }
      for (const match of rest.matchAll(multiples)) list.push(figureAt(rest, match.index, match.index + match[0].length, null, phrase));
      for (const { start, end } of list) covered.push([start, end]);
      const left = unknown.filter(({ at }) => !covered.some(([start, end]) => start <= at && at < end)).map(({ word }) => word);
      /** @type {FindAsked["names"]} */
      const asked = {};
      for (const category of CATEGORIES.filter((known) => named[known])) {
        asked[category] = named[category].filter((values, i, all) => all.findIndex((other) => other.join("|") === values.join("|")) === i);
      }
      return { figures: list.sort((a, b) => a.start - b.start), names: asked, unknown: [...new Set(left)].map((word) => ({ word, near: names.near(word) })) };
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
    const [chip, submitter, system, vendor, suite, benchmark] = ["product", "submitter", "system", "platform_vendor", "suite", "benchmark"].map(coded);
    // A result whose category is not known is not one that was not on sale.
    const onSale = Uint8Array.from(places, (row) => (get("on_sale", row) === false ? 0 : 1));
    /** A row of each submitter by its code, and whether two of them have an owner in common. @type {Map<number, number>} */
    const submitting = new Map(places.map((row, at) => [submitter[at], row]));
    const submitterCount = (columns.submitter.words ?? []).length;
    const shareOwner = new Uint8Array(submitterCount * submitterCount);
    for (const [one, row] of submitting) for (const [other, rival] of submitting) shareOwner[one * submitterCount + other] = judged.shareOwner(row, rival) ? 1 : 0;

    /** The rows of each benchmark, scenario and unit. @type {Map<string, number[]>} */
    const cells = Map.groupBy(places.keys(), (at) => [families[at], text("scenario", places[at]), text("unit", places[at])].join("|"));
    const bestBy = (/** @type {Float64Array} */ rates) => {
      const rate = (/** @type {number} */ at) => (Number.isNaN(rates[at]) ? -1 : rates[at]);
      const best = new Uint8Array(count);
      for (const rows of cells.values()) {
        for (const rivals of Map.groupBy(rows, (at) => `${round[at]}|${chip[at]}|${get("power", places[at])}`).values()) {
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
      const [before, after] = (round[first] <= round[second] ? [first, second] : [second, first]).map((at) => places[at]);
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
        const states = versions.map(([first]) => versions.map(([second]) => stateOf(first, second)));
        const alike = [...Map.groupBy(versions.keys(), (i) => states[i].join()).values()];
        classes = alike.map((ours, place) => {
          const rows = ours.flatMap((i) => versions[i]);
          return { per: ratesOf(sorted(rows, per), per), speed: ratesOf(sorted(rows, speed), speed), place, states: alike.map(([other]) => states[ours[0]][other]) };
        });
        classed.set(key, classes);
      }
      return classes;
    };

    const distinct = (/** @type {string} */ name) => [...new Set(places.map((row) => get(name, row)))].filter((cell) => cell !== null).map(String).sort();
    // With its accuracy target: bert-99 is bert.
    const also = { ...find.also, benchmark: { ...find.also.benchmark }, submitter: { ...find.also.submitter } };
    for (const name of distinct("benchmark")) also.benchmark[rules.benchmarks[name][0]] = [...(also.benchmark[rules.benchmarks[name][0]] ?? []), name];
    const submitters = [...new Set([...distinct("submitter"), ...distinct("accelerator_vendor")])].sort();
    // Companies that submitted together are named by each.
    const ownersOf = new Map([...submitting.values()].map((row) => [text("submitter", row), text("owners", row).split(rules.between)]));
    for (const name of submitters) also.submitter[name] = [...(also.submitter[name] ?? []), ...(ownersOf.get(name) ?? [])];
    const names = namesOf({
      benchmark: [...new Set(distinct("benchmark").map((name) => rules.benchmarks[name][0]))].sort(),
      scenario: distinct("scenario"),
      chip: distinct("product"),
      submitter: submitters,
      round: rules.rounds.filter((name) => distinct("round").includes(name)),
      availability: distinct("availability"),
    }, also);
    const read = reader(find, names);

    /** Which rows bear one of these names. @param {string} category @param {string[]} named @returns {(at: number) => boolean} */
    const bearing = (category, named) => {
      if (category === "accelerators") return (at) => named.some((many) => Number(many) === number[at]);
      const fits = (category === "submitter" ? ["submitter", "accelerator_vendor"] : [category === "chip" ? "product" : category]).map((name) => {
        const words = (columns[name].words ?? []).map((word) => named.includes(String(word)));
        const at = /** @type {Uint16Array} */ (columns[name].at);
        return { words, at };
      });
      return (own) => fits.some(({ words, at }) => words[at[places[own]]]);
    };

    /** @param {FindAsked} asked */
    const cellsOf = (asked) => [...cells.keys()].filter((key) => {
      const [family, scenario] = key.split("|");
      const fits = (/** @type {string} */ category, /** @type {string} */ name) => !asked.names[category] || asked.names[category].flat().includes(name);
      return fits("benchmark", family) && fits("scenario", scenario);
    });

    // What makes two results differ, next to each other so that a pair is weighed by two looks: for each row its chip (or system,
    // without one), submitter, vendor, size, round, suite with benchmark, and whether it was on sale and the best.
    const [WIDTH, ON_SALE, BEST_PER, BEST_TOTAL] = [8, 1, 2, 4];
    const facts = new Int32Array(count * WIDTH);
    for (let at = 0; at < count; at += 1) {
      const cut = (best.total[at] ? BEST_TOTAL : 0) | (best.per[at] ? BEST_PER : 0) | (onSale[at] ? ON_SALE : 0);
      const many = Number.isNaN(number[at]) ? -1 : number[at];
      facts.set([chip[at] < 0 ? -2 - system[at] : chip[at], submitter[at], vendor[at], many, round[at], (suite[at] << 16) | benchmark[at], cut], at * WIDTH);
    }

    /** What `make` gives for the names of a phrase, kept for the last few: figures change while names stay.
     * @template T @param {(asked: FindAsked) => T} make @returns {(asked: FindAsked) => T} */
    const remembered = (make) => {
      /** @type {Map<string, T>} */
      const kept = new Map();
      return (asked) => {
        const key = JSON.stringify(asked.names);
        const known = kept.get(key) ?? make(asked);
        kept.delete(key);
        kept.set(key, known);
        if (kept.size > REMEMBERED) kept.delete([...kept.keys()][0]);
        return known;
      };
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

    /** The lists that the rows a phrase leaves fall into, by two that hold pairs, and how many pairs these are. Rows of a list bear
     * the same names, and MLCommons' table says the same of them. */
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
    });

    /** Of these lists the parts of one chip and size each, by two of the same: what a pair against which nothing speaks is from. */
    const twinsOf = remembered((asked) => {
      /** @type {Map<FindClass, Map<number, FindClass>>} */
      const parted = new Map();
      const partsOf = (/** @type {FindClass} */ list) => {
        const known = parted.get(list);
        if (known) return known;
        const kind = (/** @type {number} */ at) => facts[at * WIDTH] * 1e6 + facts[at * WIDTH + 3];
        const divided = Map.groupBy(list.per.at, kind);
        const parts = new Map([...Map.groupBy(list.speed.at, kind)].map(([code, at]) => [code, { ...list, per: ratesOf(divided.get(code) ?? [], per), speed: ratesOf(at, speed) }]));
        parted.set(list, parts);
        return parts;
      };
      return blocksOf(asked).blocks.filter(({ settled }) => settled).flatMap((block) => [...partsOf(block.overs)].flatMap(([code, overs]) => {
        const unders = partsOf(block.unders).get(code);
        return unders ? [{ ...block, overs, unders }] : [];
      }));
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

    /** How many of sorted rates, from one place up to another, fit with another rate, as those at one end of them do.
     * @param {Float64Array} rates @param {number} begin @param {number} end @param {number} other @param {(rate: number, other: number) => boolean} fits */
    const above = (rates, begin, end, other, fits) => {
      const first = fits(rates[begin], other);
      if (first === fits(rates[end - 1], other)) return first ? end - begin : 0;
      let [left, right] = [begin, end - 1];
      while (right - left > 1) {
        const middle = (left + right) >> 1;
        if (fits(rates[middle], other) === first) left = middle; else right = middle;
      }
      return first ? right - begin : end - right;
    };

    /** @param {FindAsked} asked @param {FindFigure} figure @returns {FindScan} */
    const pairsOf = (asked, { kinds, factor, measure }) => {
      const { blocks, tried } = blocksOf(asked);
      const valueOf = (/** @type {string} */ kind, /** @type {number} */ better, /** @type {number} */ other) => {
        if (kind === "ratio" || kind === "multiple") return better / other;
        return kind === "gain" ? better / other - 1 : kind === "saving" ? 1 - other / better : other / better;
      };
      const binOf = (/** @type {number} */ amount) => Math.floor(amount * factor * LIFT);
      const measures = [false, true].filter((total) => measure === null || total === (measure === "total"));
      /** Whether one of the first kinds reads a pair's rates as a figure between two others.
       * @param {number} many @param {Float64Array} rates @param {number} over @param {number} under @param {number} low @param {number} high */
      const among = (many, rates, over, under, low, high) => {
        const swapped = rates[over] < rates[under];
        for (let place = 0; place < many; place += 1) {
          const bin = binOf(valueOf(kinds[place], rates[swapped ? under : over], rates[swapped ? over : under]));
          if (bin >= low && bin < high) return true;
        }
        return false;
      };
      /** @type {FindScan["each"]} */
      const each = (low, high, visit, of = blocks) => {
        const windows = kinds.map((kind) => ratiosOf(kind, low / factor, high / factor));
        for (const { overs, unders, settled } of of) {
          for (const total of measures) {
            for (let place = 0; place < kinds.length; place += 1) {
              const { at: rows, rates } = total ? overs.speed : overs.per;
              const { at: rivals, rates: others } = total ? unders.speed : unders.per;
              const [least, most] = windows[place];
              const { length } = rates;
              // Not even the best one is so much better than the least one.
              if (!length || rates[length - 1] < others[0] * least) continue;
              for (let [i, from, to] = [0, 0, 0]; i < others.length && from < length; i += 1) {
                const other = others[i];
                const rival = rivals[i];
                while (from < length && rates[from] < other * least) from += 1;
                while (to < length && rates[to] <= other * most) to += 1;
                for (let j = from; j < to; j += 1) {
                  const better = rates[j];
                  const row = rows[j];
                  // Of two equal ones the first counts as the better one; of systems of one size both measures say the same.
                  if (better < other || (better === other && row >= rival) || (total && measure === null && size[row] === size[rival])) continue;
                  const amount = valueOf(kinds[place], better, other);
                  const bin = binOf(amount);
                  if (bin >= low && bin < high && visit(row, rival, total, place, amount, bin, settled)) return;
                }
              }
            }
          }
        }
      };
      /** @type {FindScan["repeated"]} */
      const repeated = (over, under, total, place, low, high) =>
        (place > 0 && among(place, total ? speed : per, over, under, low, high)) || (total && measure === null && among(kinds.length, per, over, under, low, high));
      /** How many pairs print what is between two figures, and how many of these one above `cut`. Lists are sorted, so that what a
       * row makes with all others is counted and not gone through, save where a pair may print it twice.
       * @param {number} low @param {number} high @param {number} cut */
      const countWithin = (low, high, cut) => {
        const windows = kinds.map((kind) => ratiosOf(kind, low / factor, high / factor));
        let [matching, cutOff] = [0, 0];
        for (let place = 0; place < kinds.length; place += 1) {
          const [least, most] = windows[place];
          const apart = windows.slice(0, place).every(([from, to]) => least > to || most < from);
          const kind = kinds[place];
          const outside = (/** @type {number} */ better, /** @type {number} */ other) => {
            const bin = better < other ? -1 : binOf(valueOf(kind, better, other));
            return better < other || bin < low || bin >= high;
          };
          const cuts = (/** @type {number} */ better, /** @type {number} */ other) => binOf(valueOf(kind, better, other)) > cut;
          for (const { overs, unders } of blocks) {
            for (const total of measures) {
              const { at: rows, rates } = total ? overs.speed : overs.per;
              const { at: rivals, rates: others } = total ? unders.speed : unders.per;
              const { length } = rates;
              if (!length || rates[length - 1] < others[0] * least) continue;
              const once = apart && !(total && measure === null);
              for (let [i, from, to] = [0, 0, 0]; i < others.length && from < length; i += 1) {
                const other = others[i];
                const rival = rivals[i];
                while (from < length && rates[from] < other * least) from += 1;
                while (to < length && rates[to] <= other * most) to += 1;
                let [begin, end] = [from, to];
                while (begin < end && outside(rates[begin], other)) begin += 1;
                while (begin < end && outside(rates[end - 1], other)) end -= 1;
                for (; begin < end && (!once || rates[begin] === other); begin += 1) {
                  const row = rows[begin];
                  if (rates[begin] === other && row >= rival) continue;
                  if (!once && ((total && measure === null && size[row] === size[rival]) || repeated(row, rival, total, place, low, high))) continue;
                  matching += 1;
                  if (cuts(rates[begin], other)) cutOff += 1;
                }
                matching += end - begin;
                if (begin < end && cut < high) cutOff += above(rates, begin, end, other, cuts);
              }
            }
          }
        }
        return { matching, cutOff };
      };
      return { tried, each, repeated, count: countWithin, twins: () => twinsOf(asked) };
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
      return { tried: rows.length, each, repeated, count: null, twins: () => [] };
    };

    /** Whether the company that a phrase names submitted a row; each did where it names none. */
    const ownedBy = remembered(({ names: { submitter: owners = [] } }) =>
      (owners.length ? Uint8Array.from(places, (row) => (owners.flat().includes(text("submitter", row)) ? 1 : 0)) : new Uint8Array(count).fill(1)));
    /** What speaks against a result or a pair: a set of what find.yml declares, as bits, with its names and the points of it.
     * @param {FindAsked} asked @param {boolean} ofPairs */
    const judgeOf = (asked, ofPairs) => {
      const owned = ownedBy(asked);
      const comparesChips = (asked.names.chip ?? []).length > 1;
      const declared = Object.entries(ofPairs ? find.faults : find.single_faults);
      const [ofChip, ofOwner, ofSize, ofTotal, ofSale, ofRounds, ofVersion, ofCare, ofChoice, ofOrder, ofMaker] = [
        "accelerator", "submitter", "accelerators", "total", "availability", "rounds", "unsettled", "care", "chosen", "backwards", "maker",
      ].map((name) => declared.findIndex(([own]) => own === name)).map((at) => (at < 0 ? 0 : 1 << at));
      const pointsOf = Uint8Array.from({ length: 1 << declared.length }, (_none, set) => declared.reduce((sum, [, { points }], at) => (set & (1 << at) ? sum + points : sum), 0));
      /** @type {FindTest} */
      const ofOne = (at, _under, total) => {
        const cut = facts[at * WIDTH + 6];
        return (cut & ON_SALE ? 0 : ofSale) | (cut & (total ? BEST_TOTAL : BEST_PER) ? 0 : ofChoice) | (owned[at] ? 0 : ofMaker);
      };
      /** @type {FindTest} */
      const ofTwo = (over, under, total, settled) => {
        const a = over * WIDTH;
        const b = under * WIDTH;
        const cut = facts[a + 6] & facts[b + 6];
        let set = settled ? 0 : ofVersion;
        if (!comparesChips && facts[a] !== facts[b]) set |= ofChip;
        if (!shareOwner[facts[a + 1] * submitterCount + facts[b + 1]]) {
          if (facts[a + 2] === facts[b + 2]) set |= ofOwner;
          if (!(cut & (total ? BEST_TOTAL : BEST_PER))) set |= ofChoice;
        }
        if (facts[a + 3] !== facts[b + 3]) set |= total ? ofSize | ofTotal : ofSize;
        if (!(cut & ON_SALE)) set |= ofSale;
        const later = facts[a + 4] - facts[b + 4];
        if (later < 0) set |= ofOrder;
        if (later > 1 || later < -1) set |= ofRounds;
        if (facts[a + 5] !== facts[b + 5]) set |= ofCare;
        return owned[over] || owned[under] ? set : set | ofMaker;
      };
      const named = (/** @type {number} */ set) => declared.filter((_fault, at) => set & (1 << at)).map(([name]) => name);
      return { faultsOf: ofPairs ? ofTwo : ofOne, pointsOf, named };
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

    /** The same where there are too many pairs to keep: each figure is looked for by itself, and found among the first pairs. Where
     * several are not, the rest are told from all pairs at once. @param {number[][]} spans @param {FindScan["each"]} each */
    const shareByFigure = (spans, each) => {
      let [at, matched] = [0, 0];
      for (; at < spans.length && at - matched < MISSES; at += 1) each(spans[at][0], spans[at][1], () => { matched += 1; return true; });
      if (at === spans.length) return matched / spans.length;
      const [first, end] = [spans[at][0], last(spans)[1]];
      // Of the values from the first one on, how many before each are printed.
      const before = new Uint32Array(end - first + 1);
      each(first, end, (_over, _under, _total, _kind, _amount, bin) => { before[bin - first + 1] = 1; return false; });
      for (let i = 1; i < before.length; i += 1) before[i] += before[i - 1];
      for (; at < spans.length; at += 1) if (before[spans[at][1] - first] > before[spans[at][0] - first]) matched += 1;
      return matched / spans.length;
    };

    /** What prints a figure. @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @returns {FindOutcome} */
    const look = (asked, figure, limit) => {
      const { digits, decimals, kinds, low, high } = figure;
      const rule = find.readings[figure.reading];
      const first = 10 ** (String(digits).length - 1);
      let to = 10 * first - 1;
      if (!kinds.length) return { hits: [], matching: 0, tried: 0, cut: 0, share: null, alike: null, figures: 0, first, last: to, nearest: [] };
      if (["saving", "saving,gain", "share"].includes(kinds.join())) to = Math.max(first, Math.min(to, 100 * 10 ** decimals - 1));
      const ofPairs = PAIRS.includes(kinds[0]);
      const scan = (ofPairs ? pairsOf : singlesOf)(asked, figure);
      const { faultsOf, pointsOf, named } = judgeOf(asked, ofPairs);

      /** @param {number} reachLow @param {number} reachHigh @param {number} most @param {FindBlock[]} [blocks] */
      const search = (reachLow, reachHigh, most, blocks) => {
        /** @type {FindRanked[]} */
        const top = [];
        let [matching, cutOff] = [0, 0];
        scan.each(reachLow, reachHigh, (over, under, total, kind, amount, bin, settled) => {
          if (scan.repeated(over, under, total, kind, reachLow, reachHigh)) return false;
          matching += 1;
          const cut = rule.high.half === 2 && bin > 2 * digits && bin < high;
          if (cut) cutOff += 1;
          const distance = Math.max(0, low - bin, bin - (high - 1));
          const full = top.length === most ? top[most - 1] : null;
          const set = faultsOf(over, under, total, settled);
          const points = pointsOf[set];
          const sooner = -Math.max(round[over], round[under]);
          if (full && (distance > full.key[0] || (distance === full.key[0] && (points > full.points || (points === full.points && sooner > full.key[2]))))) return false;
          const key = [distance, points, sooner, Number(ofPairs ? total : !total), Number(cut), over, under];
          const before = (/** @type {number[]} */ other) => { const i = key.findIndex((part, n) => part !== other[n]); return i >= 0 && key[i] < other[i]; };
          if (full && !before(full.key)) return false;
          const at = top.findIndex((other) => before(other.key));
          const rows = ofPairs ? [places[over], places[under]] : [places[over]];
          top.splice(at < 0 ? top.length : at, 0, { key, rows, kind: kinds[kind], measure: total ? "total" : "per", value: amount, cut, faults: named(set), points });
          if (top.length > most) top.pop();
          return false;
        }, blocks);
        return { top, matching, cutOff };
      };
      /** The same without going through all pairs, where there are so many that nothing speaks against the first ones. */
      const searchMany = () => {
        const counted = scan.tried > find.most_alike ? scan.count?.(low, high, rule.high.half === 2 ? 2 * digits : Infinity) : null;
        if (!counted || counted.matching < MANY) return null;
        const { top } = search(low, high, limit, scan.twins());
        return top.length === limit && !top[limit - 1].points ? { top, ...counted } : null;
      };
      const { top: hits, matching, cutOff } = searchMany() ?? search(low, high, limit);
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
      // So many digits as nobody prints: nearly each is printed by nothing, which says nothing.
      const counted = scan.tried && !(ofPairs && String(digits).length > MOST_DIGITS);
      if (counted && scan.tried > find.most_alike) share = shareByFigure(spans, scan.each);
      else if (counted) {
        /** @type {number[][]} */
        const [all, few] = [[], []];
        scan.each(spans[0][0], spans[samples - 1][1], (over, under, total, _kind, _number, bin, settled) => {
          all.push(bin);
          if (hits.length && pointsOf[faultsOf(over, under, total, settled)] <= hits[0].points) few.push(bin);
          return false;
        });
        share = shareOf(spans, all);
        if (hits.length) alike = shareOf(spans, few);
      }
      return { hits, matching, tried: scan.tried, cut: cutOff, share, alike, figures, first, last: to, nearest };
    };


    /* ---- Sentences ---- */

    /** @param {FindFigure} figure @param {FindHit} hit */
    const valueText = (figure, hit) => {
      if (PAIRS.includes(figure.kinds[0])) return printed(hit.value * (PERCENT.includes(hit.kind) ? 100 : 1), figure.decimals + 1);
      return hit.measure === "total" ? asPublished(Number(get("value", hit.rows[0]))) : printed(hit.value, 1);
    };

    const titled = (/** @type {string} */ name) => rules.titles[name] ?? name;

    /** @param {FindFigure} figure @param {FindHit} hit */
    const inWords = (figure, hit) => {
      const [row] = hit.rows;
      const rated = get("higher_is_better", row) === true;
      const words = { value: valueText(figure, hit), cell: `${titled(text("benchmark", row))} ${get("scenario", row)}`, measure: find.measures[hit.measure] };
      const [over, under] = hit.rows.map(judged.inWords);
      if (hit.rows.length === 1) return filled(find[rated ? "single" : "single_time"], { result: over, unit: get("unit", row), ...words });
      return filled((rated ? find.pair : find.faster)[hit.kind], { over, under, ...words });
    };

    /** @param {FindHit} hit */
    const faultsInWords = (hit) => {
      const [declared, none] = hit.rows.length > 1 ? [find.faults, find.no_faults] : [find.single_faults, find.no_single_faults];
      return hit.faults.length ? sentence(hit.faults.map((name) => declared[name].words).join("; ")) : none;
    };

    /** @param {FindAsked} asked */
    const among = (asked) => {
      const nameOf = (/** @type {string} */ category, /** @type {string} */ name) =>
        (category === "accelerators" ? filled(find.among_accelerators, { n: name }) : category === "benchmark" ? titled(name) : name);
      const parts = Object.entries(asked.names).map(([category, named]) => named.map((of) => of.map((name) => nameOf(category, name)).join(" or ")).join(" and "));
      return parts.length ? filled(find.among, { names: parts.join(", ") }) : find.among_all;
    };

    /** What the source states of a row, for a sentence. @param {string} category @param {number} row */
    const statedOf = (category, row) => {
      const stated = get(category === "chip" ? "product" : category, row);
      if (stated === null) return category === "availability" ? find.not_stated : find.none;
      return category === "benchmark" ? titled(String(stated)) : String(stated);
    };

    /** @param {FindAsked} asked @param {FindHit} hit */
    const leftOut = (asked, hit) => {
      const parts = Object.entries(find.leaves_out).flatMap(([category, words]) => {
        const named = (asked.names[category] ?? []).flat();
        if (category === "benchmark" && named.length) return [];
        const unnamed = [...new Set(hit.rows.map((row) => statedOf(category, row)))].filter((name) => !named.includes(name));
        return unnamed.length ? [filled(words, { values: listed(unnamed) })] : [];
      });
      return parts.length ? filled(find.leaves_out_all, { parts: parts.join(", ") }) : find.leaves_out_none;
    };

    /** How much a match says. @param {FindOutcome} outcome */
    const strengthOf = (outcome) => {
      const share = outcome.alike ?? outcome.share;
      return share === null || !outcome.matching ? null : ["no evidence", "weak"].find((name) => share >= find.bounds[name]) ?? "strong";
    };

    /** What MLCommons' own pages have of a figure that no result prints, or lack. @param {FindFigure} figure */
    const onPages = ({ digits, decimals }) => find.on_pages.filter(([printedThere]) => printedThere === digits / 10 ** decimals).map(([, words]) => words);

    /** @param {FindFigure} figure @param {FindOutcome} outcome */
    const worth = (figure, outcome) => {
      const words = find.worth;
      if (!outcome.tried) return [filled(words.untried, { what: words[PAIRS.includes(figure.kinds[0]) ? "pair" : "single"] })];
      const cut = outcome.cut ? filled(words.cut, { n: thousands(outcome.cut) }) : "";
      const sentences = [filled(words[PAIRS.includes(figure.kinds[0]) ? "pairs" : "singles"], { matching: thousands(outcome.matching), tried: thousands(outcome.tried), cut })];
      if (outcome.share !== null) {
        const [from, to] = [outcome.first, outcome.last].map((end) => `${printed(end / 10 ** figure.decimals, figure.decimals)}${figure.tail}`);
        const percent = (/** @type {number} */ share) => printed(share * 100, share >= 0.01 || !share ? 0 : 1);
        sentences.push(filled(words.chance, { n: thousands(outcome.figures), first: from, last: to, share: percent(outcome.share) }));
        if (outcome.alike !== null) sentences.push(filled(words.alike, { share: percent(outcome.alike) }));
      }
      const strength = strengthOf(outcome);
      if (strength) sentences.push(words[strength]);
      return sentences;
    };

    /** @param {FindAsked} asked */
    const unknownInWords = ({ unknown }) => {
      const words = unknown.map(({ word, near }) => (near.length ? filled(find.unknown_near, { word: `“${word}”`, names: near.map(titled).join(" or ") }) : `“${word}”`));
      return words.length ? filled(find.unknown, { words: words.join(", ") }) : "";
    };

    /** @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @returns {FindAnswer} */
    const answer = (asked, figure, limit = 10) => {
      const outcome = look(asked, figure, limit);
      /** @param {FindHit} hit @returns {FindText} */
      const inText = (hit) => {
        const pair = [...hit.rows].reverse().sort((a, b) => rules.rounds.indexOf(text("round", a)) - rules.rounds.indexOf(text("round", b)));
        const ids = pair.map((row) => text("row_id", row));
        pair.forEach((row, at) => rowOf.set(ids[at], row));
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
        among: among(asked),
        unknown: unknownInWords(asked),
        tried: outcome.tried,
        matching: outcome.matching,
        cut: outcome.cut,
        share: outcome.share,
        alike: outcome.alike,
        worth: [...onPages(figure), ...worth(figure, outcome)],
        strength: strengthOf(outcome),
        hits: outcome.hits.map(inText),
        nearest: outcome.nearest.map(inText),
      };
    };

    /** The rows of what was found, by their ids. @type {Map<string, number>} */
    const rowOf = new Map();
    /** @param {FindText} hit @param {FindAnswer} of */
    const footnote = (hit, of) => judged.footnote([...new URLSearchParams(hit.query).values()].map((id) => Number(rowOf.get(id))), PAIRS.includes(of.read_as[0]) || hit.measure === find.measures.per);

    /** Makes what a search without a benchmark needs, in small steps, and searches once. */
    const warmed = function* () {
      for (const key of cells.keys()) yield classesOf(key);
      for (const phrase of WARMING) {
        const asked = read(phrase);
        yield twinsOf(asked);
        yield look(asked, asked.figures[0], 1);
      }
    };

    return { read, answer, footnote, warmed };
  };

  window.claimcheckFinder = { prepared };
})();
