/* Two results compared by the rules of claimcheck/analysis/comparison.yml: may they be, in what do they differ, and what is
   left of their ratio if they did not. What is left, and whether that matters, is computed as claims are asked it
   (claimcheck/analysis/questions.py). */
import { decimalsOf, filled, listed, once, printed, sentence, times } from "./words.js";

// A lead below this is told in percent.
const AHEAD = 1.1;

/** Rows by what they have in common, in the order of that.
 * @param {number[]} rows @param {(row: number) => string} common */
const grouped = (rows, common) => [...Map.groupBy(rows, common)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);

/** The judgement on rows of `results`; `runs` and `accuracy` have what is known of runs, for comparisons.
 * @param {{ results: ResultTable, compare: CompareTable, runs?: ResultTable, accuracy?: ResultTable }} tables */
export const judgementOf = ({ results, compare: { rules }, runs, accuracy }) => {
  const { get } = results;
  const roundPlaces = once(() => (results.columns.round.words ?? []).map((round) => rules.rounds.indexOf(String(round))));
  /** The place of a row's round. @param {number} row */
  const roundOf = (row) => roundPlaces()[/** @type {Uint16Array} */ (results.columns.round.at)[row]];
  /** @type {Words[]} */
  const checks = Object.entries(rules.shared).map(([name, check]) => ({ name, ...check }));
  const imposed = checks.filter(({ label }) => !label);
  /** How a sentence calls a submitter or a benchmark. @param {Cell} name */
  const inPrint = (name) => rules.names[String(name)] ?? String(name);
  /** @param {number} row */
  const divisible = (row) => get("per_accelerator", row) !== null;

  /** What the source states of a row, as it is printed; null where it states nothing.
   * @param {string} name @param {number} row */
  const stated = (name, row) => {
    const part = ["family", "target"].indexOf(name);
    if (part === 1) return rules.benchmarks[String(get("benchmark", row))][1];
    const value = part === 0 ? rules.benchmarks[String(get("benchmark", row))][0] : get("accelerator", row) === null && rules.without_chips[name] || get(name, row);
    return value === null ? null : ["family", "benchmark", "submitter"].includes(name) ? inPrint(value) : String(value);
  };
  /** @param {number} a @param {number} b */
  const shareOwner = (a, b) => {
    const [ours, theirs] = [a, b].map((row) => String(get(rules.shared.owner.overlap, row)).split(rules.between));
    return ours.some((owner) => theirs.includes(owner));
  };
  /** Whether two rows differ in what is stated, submitters where they have no owner in common; null where that is not known.
   * @param {string} name @param {number} a @param {number} b */
  const differ = (name, a, b) => {
    const [one, two] = [stated(name, a), stated(name, b)];
    if (one === null || two === null) return null;
    return name === "submitter" ? !shareOwner(a, b) : one !== two;
  };

  /** Whether two rows meet a condition; null where the source does not say.
   * @param {Words} check @param {number} a @param {number} b */
  const meets = ({ column, value }, a, b) => {
    const apart = differ(column, a, b);
    return apart === null ? null : !apart && (!value || stated(column, a) === value);
  };
  /** The same, and what they state, in words.
   * @param {Words} check @param {number} a @param {number} b @returns {[boolean | null, string]} */
  const shared = (check, a, b) => {
    const said = [a, b].map((row) => stated(check.column, row));
    const one = get("round", a) === get("round", b);
    const missing = [a, b].filter((_row, side) => said[side] === null);
    if (missing.length) {
      const which = rules.which[missing.length > 1 ? "both" : one ? "one" : "of"];
      return [null, filled(rules.unstated, { what: check.what, which: filled(which, { round: get("round", missing[0]) }) })];
    }
    const each = (one ? said : [a, b].map((row, side) => `${said[side]} in ${get("round", row)}`)).join(one ? " and " : ", ");
    if (differ(check.column, a, b)) return [false, `${check.differ} (${each})`];
    const both = said[0] === said[1] ? `${said[0]} in both ${one ? "results" : "rounds"}` : each;
    return meets(check, a, b) ? [true, both] : [false, `${check.other} (${both})`];
  };

  const last = Math.max(...Object.values(rules.listed).flatMap((parts) => Object.values(parts).flat()).map((round) => rules.rounds.indexOf(round)));
  /** What MLCommons' table says of the versions of two rows, the earlier first: a state, and its parts for their suites.
   * @param {number} a @param {number} b @returns {[string, [string, string[]][]]} */
  const versionState = (a, b) => {
    const [before, after] = [a, b].map((row) => String(get("round", row)));
    const benchmark = String(get("benchmark", b));
    if (before === after) return ["one round", []];
    const parts = Object.entries(rules.listed[benchmark] ?? {}).filter(([suite]) => get("suite", a) === suite || get("suite", b) === suite);
    if (parts.some(([, rounds]) => rounds.includes(before) && rounds.includes(after))) {
      const cut = rules.breaks[rules.benchmarks[benchmark][0]];
      const place = cut && rules.rounds.indexOf(cut.round);
      return [cut && roundOf(a) < place && place <= roundOf(b) ? "broken" : "comparable", parts];
    }
    return [roundOf(b) > last ? "not settled" : "not comparable", parts];
  };
  /** The same in words. @param {number} a @param {number} b @returns {[string, string]} */
  const versions = (a, b) => {
    const words = rules.versions;
    const [benchmark, [state, parts]] = [stated("benchmark", b), versionState(a, b)];
    const named = parts.map(([suite, rounds]) =>
      filled(words[rounds.length > 1 ? "span" : "alone"], { suite, benchmark, first: rounds[0], last: rounds[rounds.length - 1] })).join("; ") || filled(words.none, { benchmark });
    const template = { "one round": words["one round"], broken: words.broken, "not settled": words.ends }[state] ?? named;
    return [state, filled(template, { named, benchmark, round: get("round", b), last: rules.rounds[last], why: rules.breaks[rules.benchmarks[String(get("benchmark", b))][0]]?.why })];
  };

  /** Whether two rows may be compared, and why: the first case of `answers` that applies decides.
   * @param {number} a @param {number} b @returns {[string, string]} */
  const mayCompare = (a, b) => {
    const both = (/** @type {string} */ name) => ({ before: stated(name, a) ?? "", after: stated(name, b) ?? "" });
    /** @type {Words} */
    const names = Object.assign({}, ...rules.differences.map(({ columns }) => columns));
    const [state, said] = versions(a, b);
    const care = Object.keys(rules.care).filter((name) => differ(name, a, b));
    const cases = [state, ...rules.deciding.filter((name) => differ(name, a, b)), ...(care.length ? ["with care"] : [])];
    if (Object.values(both("power")).sort().join() === ",yes") cases.push("power unknown");
    const [decides, { allowed, words }] = Object.entries(rules.answers).find(([name]) => cases.includes(name)) ?? ["", rules.answers.comparable];
    const told = [filled(words, { versions: said, ...(rules.deciding.includes(decides) ? both(decides) : {}) })];
    if (allowed === "no") return [allowed, told[0]];
    const meaning = listed(Object.values(both("division")).map((name) => rules.divisions[name]).filter(Boolean));
    told.push(...care.map((name) => filled(rules.care[name], { ...both(name), meaning })));
    /** @type {[string, string[]][]} */
    const kinds = rules.differences.map(({ words: template, columns }) => [template, Object.keys(columns).filter((name) => differ(name, a, b))]);
    kinds.push([rules.unknown, Object.keys(names).filter((name) => differ(name, a, b) === null)]);
    for (const [template, of] of kinds) if (of.length) told.push(filled(template, { differences: listed(of.map((name) => names[name])) }));
    return [allowed, told.join(" ")];
  };

  /** The ratio of two rows of one unit, the second over the first; null where one of them is 0. @param {number} a @param {number} b */
  const ratioOf = (a, b) => {
    const [total, per] = ["value", "per_accelerator"].map((name) => Number(get(name, b)) / Number(get(name, a)));
    return total && Number.isFinite(total) ? { total, per_accelerator: divisible(a) && divisible(b) ? per : null } : null;
  };

  /** Submitter, accelerators and round: Nebius on 8 GB300 (v6.0). @param {number} row */
  const inWords = (row) => filled(rules.result, {
    submitter: stated("submitter", row),
    number: get("accelerators", row) === null ? "" : `${get("accelerators", row)} `,
    chip: stated("product", row),
    round: get("round", row),
  });
  /** @param {number} row */
  const cellInWords = (row) => `${stated("benchmark", row)} ${get("scenario", row)}`;

  /** What may take a result's place: the rows of its round, benchmark, scenario, unit and accelerator. @param {number} row */
  const placeOf = (row) => ["round", "benchmark", "scenario", "unit", "product"].map((name) => get(name, row)).join("|");
  const places = once(() => Map.groupBy(Array.from({ length: results.rows }, (_none, row) => row).filter((row) => Number(get("value", row)) > 0), placeOf));
  /** How good a result is, more being better. @param {number} row @param {boolean} divided */
  const levelOf = (row, divided) => {
    const value = Number(get(divided ? "per_accelerator" : "value", row));
    return get("higher_is_better", row) === true ? value : 1 / value;
  };
  /** Two rows, the better one last. @param {number} a @param {number} b @param {boolean} divided */
  const inRank = (a, b, divided) => (levelOf(b, divided) < levelOf(a, divided) ? [b, a] : [a, b]);
  /** The best pair that meets the conditions of these names and what else the two rows meet: as few of the two as can be
   * are replaced. @param {number} a @param {number} b @param {string[]} names @param {boolean} divided @returns {{ left: number, rows: number[] } | null} */
  const replaced = (a, b, names, divided) => {
    const wanted = imposed.filter((check) => names.includes(check.name) || meets(check, a, b));
    const [before, after] = [a, b].map((row) => (places().get(placeOf(row)) ?? []).filter((one) => !divided || divisible(one)));
    before.sort((x, y) => levelOf(x, divided) - levelOf(y, divided));
    /** @type {{ left: number, rows: number[] } | null} */
    let best = null;
    const search = (/** @type {number[]} */ earlier, /** @type {number[]} */ later) => {
      for (const y of later) {
        for (const x of earlier) {
          const left = levelOf(y, divided) / levelOf(x, divided);
          if (best && left <= best.left) break;
          if (wanted.every((check) => meets(check, x, y))) best = { left, rows: [x, y] };
        }
      }
    };
    search([a], after);
    search(before, [b]);
    if (!best) search(before, after);
    return best;
  };

  /** What each condition says of two rows, the earlier first, and what follows if it fails for the lead of the better one, and
   * what follows from all that fail. @param {number} a @param {number} b @param {boolean} divided */
  const conditionsOf = (a, b, divided) => {
    const [under, over] = inRank(a, b, divided);
    const ratio = levelOf(over, divided) / levelOf(under, divided);
    const sameChip = get("round", a) === get("round", b) && differ("product", a, b) === false;
    /** What is left with these conditions, and what follows in words. @param {string[]} names */
    const follows = (names, whole = false) => {
      const best = replaced(under, over, names, divided);
      const each = divided && !best && names.join() === "number";
      const left = each ? ratio : best && best.left;
      const phrases = names.map((name) => rules.questions[name].phrase);
      // What they have in common is said once: between systems of one company and one size.
      const phrase = listed(phrases.map((words, place) => (place && phrases[0].startsWith(rules.of_systems) ? words.replace(rules.of_systems, "") : words)));
      if (left === null) return { left, follows: whole ? "" : filled(rules.matters.none, { phrase }) };
      const { lost, close } = rules.threshold;
      const loss = (ratio - left) / Math.max(Math.abs(ratio - 1), close);
      const other = listed([under, over].flatMap((row, side) => (best && best.rows[side] !== row ? [inWords(best.rows[side])] : [])));
      const template = each ? "each" : whole ? "together" : loss <= 0 ? "more" : loss <= lost ? "same" : "figure";
      return { left, follows: filled(rules.matters[template], { phrase, figure: left < 1 ? filled(rules.reversed, { ratio: times(1 / left) }) : times(left), other }) };
    };
    /** @type {string[]} */
    const failing = [];
    const [state, said] = versions(a, b);
    const conditions = rules.asked.map((name) => {
      const check = checks.find((one) => one.name === name);
      const [holds, detail] = check ? shared(check, a, b) : [state === "not settled" ? null : rules.comparable.includes(state), said];
      const subject = check?.subject && differ(check.subject, a, b) || sameChip && rules.subjects.includes(name);
      if (holds === false && !subject) failing.push(name);
      const after = holds ? "" : holds === null ? rules.matters.unknown : subject ? rules.matters.subject : "";
      return { name: check?.label ?? rules.questions[name].label, holds, detail, left: null, follows: after, ...(holds === false && !subject ? follows([name]) : {}) };
    });
    const together = failing.length > 1 ? follows(failing, true) : null;
    return { conditions, together: together && together.left !== null ? together.follows : null };
  };

  /** The footnote that MLCommons' rules ask for. @param {number[]} rows @param {boolean} derived */
  const footnote = (rows, derived) => {
    const words = rules.footnote;
    const said = grouped(rows, (row) => `${get("round", row)}|${get("repo", row)}`).map((group) => {
      const cells = grouped(group, (row) => `${get("division", row)}|${get("benchmark", row)}`).map((of) => {
        const ids = of.filter((row) => get("result_id", row) !== null).map((row) => {
          const page = get("page_id", row);
          return `${get("result_id", row)}${page === null ? "" : ` [${filled(words[page === "none" ? "no page" : "page"], { page })}]`}`;
        });
        const distinct = (/** @type {string[]} */ names) => [...new Set(names)].sort().join(", ");
        return filled(words.cell, {
          division: get("division", of[0]), benchmark: get("benchmark", of[0]), scenarios: distinct(of.map((row) => String(get("scenario", row)))),
          results: filled(words[ids.length ? "results" : "no results"], { ids: distinct(ids) }),
        });
      });
      const round = String(get("round", group[0]));
      return filled(words.round, { round, cells: cells.join("; "), commit: String(get("commit", group[0])).slice(0, 10), repo: get("repo", group[0]), retrieved: rules.retrieved[round] });
    });
    return [...said, ...(derived ? [words.derived] : []), words.trademark].join(" ");
  };

  /** The operating points by row. */
  const points = once(() => new Map(Array.from({ length: runs?.rows ?? 0 }, (_none, at) =>
    [runs?.get("row", at), Object.fromEntries(Object.keys(runs?.columns ?? {}).map((name) => [name, /** @type {number | null} */ (runs?.get(name, at))]))])));

  /** Each metric of a result's accuracy run with its target. @param {number} row */
  const accuracyOf = (row) => {
    const { words, least, decimals } = rules.accuracy;
    /** @type {string[]} */
    const metrics = [];
    const rows = accuracy?.columns.row.numbers;
    if (!rows) return metrics;
    for (let at = rows.indexOf(row); at >= 0 && rows[at] === row; at += 1) {
      const [value, target] = ["value", "target"].map((name) => (accuracy.get(name, at) === null ? "" : printed(Number(accuracy.get(name, at)), decimals)));
      metrics.push(filled(words, { metric: accuracy.get("metric", at), value }) + (target && filled(least, { target })));
    }
    return metrics;
  };

  /** What is known of two results, line by line: what it is, and of either. @param {number[]} rows */
  const known = (rows) => {
    const said = Object.entries(rules.seen).map(([name, words]) => [words, ...rows.map((row) => stated(name, row) ?? rules.not_stated)]);
    return [...said, ["accuracy", ...rows.map((row) => accuracyOf(row).join("; ") || rules.not_stated)]];
  };
  /** What the logs of two results say of load and latency, line by line; nothing without a log. @param {number[]} rows */
  const logged = (rows) => {
    const of = rows.map((row) => points().get(row));
    if (!of.some(Boolean)) return [];
    const figure = (/** @type {string} */ name, /** @type {number | null} */ value) =>
      (value === null ? rules.not_stated : name.endsWith("_used") ? `${printed(value * 100, 1)}%` : printed(value, value < 1 ? 3 : value < 100 ? 1 : 0));
    return Object.entries(rules.logged).map(([name, words]) => [words, ...of.map((point) => figure(name, point?.[name] ?? null))]);
  };

  /** Two rows, the one of the earlier round first. @param {number} one @param {number} two @returns {[number, number]} */
  const inOrder = (one, two) => (roundOf(one) <= roundOf(two) ? [one, two] : [two, one]);

  /** The comparison of two rows, the one of the earlier round first. @param {number} one @param {number} two */
  const compare = (one, two) => {
    const rows = inOrder(one, two);
    const [a, b] = rows;
    const [before, after] = rows.map((row) => String(get("row_id", row)));
    const [allowed, why] = mayCompare(a, b);
    const ratio = allowed === "no" ? null : ratioOf(a, b);
    const found = { rows, before, after, allowed, why, known: known(rows), logged: logged(rows), footnote: footnote(rows, ratio !== null) };
    if (ratio === null) {
      return { ...found, ratio, conditions: [], together: null, denominators: {}, said: [why], sentences: why, entry: null };
    }
    const divided = ratio.per_accelerator !== null;
    const [under, over] = inRank(a, b, divided);
    const lead = levelOf(over, divided) / levelOf(under, divided);
    const text = times(lead);
    const { conditions, together } = conditionsOf(a, b, divided);
    /** @type {Record<string, number>} */
    const denominators = {};
    for (const [column, name] of Object.entries(divided ? rules.denominators : {})) {
      const [first, second] = [under, over].map((row) => points().get(row)?.[column] ?? null);
      if (first !== null && second !== null) denominators[name] = second / first;
    }
    const cell = cellInWords(b);
    const sooner = get("higher_is_better", b) !== true;
    const kind = sooner ? "times" : divided ? "divided" : "whole";
    // By whom is said where it is not the later result in both.
    const [lower, upper] = inRank(a, b, false);
    const by = (/** @type {number} */ row) => (over === a || (divided && upper === a) ? filled(rules.shown.by, { result: inWords(row) }) : "");
    const shown = [`${rules.shown[kind]}${by(over)}`, ...(divided ? [` ${times(levelOf(upper, false) / levelOf(lower, false))}${rules.shown.total}${by(upper)}`] : [])].join(",");
    const published = levelOf(b, divided) / levelOf(a, divided);
    const words = rules[lead > 1 && lead < AHEAD ? "ahead" : "sentence"][kind];
    const said = [
      filled(words, { over: inWords(over), under: inWords(under), cell, ratio: text.slice(0, -1), percent: printed((lead - 1) * 100, 1), unit: get("unit", b) }),
      ...conditions.filter(({ holds }) => !holds).flatMap(({ detail, follows }) => [sentence(detail), follows]),
      ...(together === null ? [] : [together]),
    ];
    const entry = filled(rules.entry, {
      statement: JSON.stringify(filled(sooner ? rules.statement_times : rules.statement, { before: inWords(a), after: inWords(b), cell })),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      published: printed(published, decimalsOf(published), false),
      decimals: decimalsOf(published),
      measure: divided ? "" : rules.measure,
    });
    return { ...found, ratio: { ...ratio, text, shown }, conditions, together, denominators, said, sentences: said.join(" "), entry };
  };

  /** At which ratio of two prices both results cost the same, and what is saved at one price where both have one accelerator; the
   * results, the earlier first, have these names. @param {number[]} rows @param {string[]} names @returns {string[]} */
  const pricesOf = (rows, names) => {
    const [under, over] = inRank(rows[0], rows[1], true);
    const per = levelOf(over, true) / levelOf(under, true);
    const said = { thing: String(get("unit", over)).replace(/\/s$/, ""), ratio: times(per).slice(0, -1), percent: printed((1 - 1 / per) * 100, 1), over: names[rows.indexOf(over)], under: names[rows.indexOf(under)] };
    return [filled(rules.same_cost, said), ...(differ("product", under, over) === false ? [filled(rules.one_price, said)] : [])];
  };
  /** Whether two rows may be compared at all, be it with care. @param {number} one @param {number} two */
  const comparable = (one, two) => mayCompare(...inOrder(one, two))[0] !== "no";
  /** What a million tokens, samples or queries cost at a price of an accelerator-hour. @param {number} row @param {number} price */
  const costOf = (row, price) => (price / (Number(get("per_accelerator", row)) * 3600)) * 1e6;

  return { compare, comparable, costOf, divisible, footnote, pricesOf, inPrint, inWords, roundOf, stated, versionState };
};
