/* Two results compared: what claimcheck/analysis/compare.py declares, asked of two rows of the packed results.
   `claimcheck compare` gives the same; a test compares the two on many pairs. */
(() => {
  "use strict";

  /**
   * A value rounded half up as text: halves are those of the shortest decimal that gives the number.
   * @param {number} value
   * @param {number} decimals
   */
  const halfUp = (value, decimals) => {
    const [, sign, whole, part = "", power = "0"] = /** @type {RegExpExecArray} */ (/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)));
    // The digits, with the point `at` so many of them.
    let digits = whole + part;
    const at = whole.length + Number(power);
    const keep = at + decimals;
    if (keep < 0) digits = "0";
    else {
      digits = digits.padEnd(keep + 1, "0");
      digits = String(BigInt(digits.slice(0, keep) || "0") + (digits[keep] >= "5" ? 1n : 0n));
    }
    digits = digits.padStart(decimals + 1, "0");
    const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
    return /[1-9]/.test(text) ? sign + text : text;
  };

  /** @param {string} text */
  const grouped = (text) => text.replace(/^(-?)(\d+)/, (_, sign, whole) => sign + whole.replace(/\B(?=(\d{3})+$)/g, ","));

  /**
   * @param {number} value
   * @param {number} decimals
   */
  const printed = (value, decimals) => grouped(halfUp(value, decimals));

  /** A published figure with all its digits and no more.
   * @param {number} value */
  const asPublished = (value) => grouped(String(value));

  /**
   * @param {string} template
   * @param {Record<string, unknown>} values
   */
  const filled = (template, values) =>
    template.replace(/\{\{|\}\}|\{(\w+)\}/g, (mark, name) => (name ? String(values[name]) : mark[0]));

  /** @param {string[]} words */
  const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : words.join(""));

  /** A phrase as a sentence; "v5.1" and the like keep their letter.
   * @param {string} text */
  const sentence = (text) => {
    const first = text.split(" ")[0].replace(/[,:;]+$/, "");
    const start = /^\p{L}+$/u.test(first) ? text[0].toUpperCase() : text[0];
    return start + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
  };

  /** With how many decimals a ratio is printed.
   * @param {number} value */
  const decimalsOf = (value) => {
    let found = 2;
    while (found < 6 && Number(halfUp(value, found)) * 10 ** (found - 1) < 1) found += 1;
    return found;
  };

  /** @param {number} value */
  const times = (value) => `${printed(value, decimalsOf(value))}x`;

  /**
   * @param {ResultTable} results
   * @param {CompareTables} rules
   */
  const judgement = (results, rules) => {
    const roundPlace = new Map(rules.rounds.map((round, place) => [round, place]));
    /** @param {Cell} round */
    const order = (round) => roundPlace.get(String(round)) ?? -1;
    const last = Math.max(...Object.values(rules.listed).flatMap((parts) => Object.values(parts).flat()).map(order));

    /** The best comparison of two rounds in a cell under a set of conditions. @type {Map<string, [number, number]>} */
    const imposed = new Map();
    const found = rules.imposed;
    for (let row = 0; row < found.rows; row += 1) {
      const key = rules.imposedKey.map((name) => found.get(name, row)).join("|");
      imposed.set(key, [Number(found.get("before_row", row)), Number(found.get("after_row", row))]);
    }

    /** @param {string} name @param {number} row */
    const cell = (name, row) => results.get(name, row);
    /** @param {number} row */
    const divisible = (row) => cell("higher_is_better", row) === true && cell("accelerators", row) !== null;
    /** @param {number} row */
    const perAccelerator = (row) => Number(cell("value", row)) / Number(cell("accelerators", row));
    /** What the source states of a row, in words; null where it states nothing.
     * @param {string} name @param {number} row */
    const stated = (name, row) => {
      if (name === "family" || name === "target") return rules.benchmarks[String(cell("benchmark", row))][name === "family" ? 0 : 1];
      const alone = cell("accelerator", row) === null ? rules.withoutChips[name] : undefined;
      const value = alone ?? cell(name, row);
      return value === null ? null : String(value);
    };
    /** Whether two rows differ in what is stated; null where that is not known.
     * @param {string} name @param {number} a @param {number} b */
    const differ = (name, a, b) => {
      const [one, two] = [stated(name, a), stated(name, b)];
      return one === null || two === null ? null : one !== two;
    };

    /** @param {CompareShared} check @param {number} a @param {number} b @returns {[boolean | null, string]} */
    const shared = (check, a, b) => {
      const said = [a, b].map((row) => stated(check.column, row));
      const one = cell("round", a) === cell("round", b);
      if (said.includes(null)) {
        const missing = [a, b].filter((_row, side) => said[side] === null);
        const which = missing.length > 1 ? "both" : one ? "one" : "of";
        return [null, filled(rules.unstated, { what: check.what, which: filled(rules.which[which], { round: cell("round", missing[0]) }) })];
      }
      if (said[0] !== said[1]) {
        const each = one ? said : [a, b].map((row, side) => `${said[side]} in ${cell("round", row)}`);
        return [false, `${check.differ} (${each.join(one ? " and " : ", ")})`];
      }
      const both = `${said[0]} in both ${one ? "results" : "rounds"}`;
      return check.value && said[0] !== check.value ? [false, `${check.other} (${both})`] : [true, both];
    };

    /** @param {number} a @param {number} b */
    const askedOf = (a, b) => {
      const not = rules.shared.filter((check) => (check.subject && differ(check.subject, a, b)) || shared(check, a, b)[0] === null);
      return rules.asked.filter((name) => !not.some((check) => check.name === name));
    };

    /** @param {number} a @param {number} b @returns {[string, string]} */
    const versions = (a, b) => {
      const pair = [a, b].map((row) => String(cell("round", row)));
      if (pair[0] === pair[1]) return ["one round", `both results are of ${pair[0]}`];
      const benchmark = String(cell("benchmark", b));
      const parts = rules.listed[benchmark] ?? {};
      const suites = Object.keys(parts).filter((suite) => [a, b].some((row) => cell("suite", row) === suite));
      const named = suites.map((suite) => {
        const [first] = parts[suite];
        const end = parts[suite][parts[suite].length - 1];
        return filled(rules.versionsSaid[first === end ? "alone" : "span"], { suite, benchmark, first, last: end });
      }).join("; ") || filled(rules.versionsSaid.none, { benchmark });
      const places = pair.map(order);
      if (suites.some((suite) => pair.every((round) => parts[suite].includes(round)))) {
        const cut = rules.breaks[String(stated("family", b))];
        if (cut && Math.min(...places) < order(cut.round) && order(cut.round) <= Math.max(...places)) {
          return ["broken", filled(rules.versionsSaid.broken, { benchmark, ...cut })];
        }
        return ["comparable", named];
      }
      if (places.some((place) => place > last)) return ["not settled", filled(rules.versionsSaid.ends, { named, last: rules.rounds[last] })];
      return ["not comparable", named];
    };

    /** @param {number} a @param {number} b @returns {[string, string]} */
    const mayCompare = (a, b) => {
      const both = (/** @type {string} */ name) => ({ before: stated(name, a) ?? "", after: stated(name, b) ?? "" });
      for (const name of ["family", "scenario", "unit"]) {
        if (differ(name, a, b)) return ["no", filled(rules.words[name], both(name))];
      }
      const measured = Object.values(both("power")).sort().join();
      if (measured === "no,yes") return ["no", rules.words.power];
      const [state, said] = versions(a, b);
      if (state === "not comparable" || state === "broken") return ["no", filled(rules.words[state], { versions: said })];
      const care = rules.care.filter(([name]) => differ(name, a, b));
      const meaning = listed(Object.values(both("division")).map((name) => rules.divisions[name]).filter(Boolean));
      const told = care.map(([name, words]) => filled(words, { ...both(name), meaning }));
      for (const [key, columns] of rules.differences) {
        const already = key === "we add" ? care.map(([name]) => name) : [];
        const named = columns.filter(([name]) => differ(name, a, b) && !already.includes(name)).map(([, words]) => words);
        if (named.length) told.push(filled(rules.differ[key], { differences: listed(named) }));
      }
      const unknown = rules.differences.flatMap(([, columns]) => columns).filter(([name]) => name !== "suite" && differ(name, a, b) === null);
      if (unknown.length) told.push(filled(rules.differ.unknown, { differences: listed(unknown.map(([, words]) => words)) }));
      /** @type {(allowed: string, first: string) => [string, string]} */
      const answer = (allowed, first) => [allowed, [first, ...told].join(" ")];
      if (measured === ",yes") return answer("not settled", rules.words["power unknown"]);
      if (state === "not settled") return answer(state, filled(rules.words[state], { versions: said }));
      if (care.length) return answer("with care", rules.words["with care"]);
      return answer("yes", rules.words[state === "one round" ? state : "yes"]);
    };

    /** @param {number} a @param {number} b @returns {CompareRatio | null} */
    const ratioOf = (a, b) => {
      const [one, two] = [a, b].map((row) => Number(cell("value", row)));
      if (!one || !two) return null;
      const divided = divisible(a) && divisible(b);
      return { total: two / one, per_accelerator: divided ? perAccelerator(b) / perAccelerator(a) : null };
    };

    /** @param {number} row */
    const inWords = (row) => filled(rules.result, {
      submitter: cell("submitter", row),
      number: cell("accelerators", row) === null ? "" : `${cell("accelerators", row)} `,
      chip: cell("accelerator", row) === null ? rules.withoutChips.accelerator : cell("chip", row),
      round: cell("round", row),
    });
    /** @param {number} row */
    const cellInWords = (row) => `${cell("benchmark", row)} ${cell("scenario", row)}`;

    /** The best comparison that keeps what the pair keeps and meets the conditions `failing` as well; null without one.
     * @param {number} a @param {number} b @param {string[]} failing */
    const comparedAgain = (a, b, failing) => {
      const flags = rules.shared.filter((check) => check.flag);
      const wanted = Object.fromEntries(flags.map((check) => [check.flag, failing.includes(check.name) || shared(check, a, b)[0] === true]));
      let best = null;
      for (const accelerator of new Set([cell("accelerator", a), cell("accelerator", b)])) {
        /** @type {Record<string, unknown>} */
        const values = { before: cell("round", a), after: cell("round", b), benchmark: cell("benchmark", b), scenario: cell("scenario", b), accelerator, ...wanted };
        const pair = imposed.get(rules.imposedKey.map((name) => values[name]).join("|"));
        const ratio = pair ? perAccelerator(pair[1]) / perAccelerator(pair[0]) : -1;
        if (pair && (best === null || ratio > best.ratio)) best = { ratio, pair };
      }
      return best;
    };

    /** @param {number[]} rows @param {boolean} derived */
    const footnote = (rows, derived) => {
      /** @type {Map<string, number[]>} */
      const rounds = new Map();
      for (const row of rows) {
        const key = `${cell("round", row)}|${cell("repo", row)}`;
        rounds.set(key, [...(rounds.get(key) ?? []), row]);
      }
      const said = [...rounds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => {
        /** @type {Map<string, number[]>} */
        const cells = new Map();
        for (const row of group) {
          const key = `${cell("division", row)} division, ${cell("benchmark", row)}`;
          cells.set(key, [...(cells.get(key) ?? []), row]);
        }
        const parts = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, of]) => {
          const scenarios = [...new Set(of.map((row) => String(cell("scenario", row))))].sort().join(", ");
          const ids = [...new Set(of.map((row) => cell("result_id", row)).filter((id) => id !== null))].sort();
          return `${key} ${scenarios} (${ids.length ? `results ${ids.join(", ")}` : "the source gives no result IDs"})`;
        });
        const [row] = group;
        const round = String(cell("round", row));
        return `MLPerf® Inference ${round}: ${parts.join("; ")}; commit ${String(cell("commit", row)).slice(0, 10)} of github.com/${cell("repo", row)}, ${rules.retrieved[round]}.`;
      });
      return [...said, ...(derived ? [rules.derived] : []), rules.trademark].join(" ");
    };

    /** The comparison of two rows, the one of the earlier round first.
     * @param {number} one @param {number} two @returns {Comparison} */
    const compare = (one, two) => {
      const [a, b] = order(cell("round", one)) <= order(cell("round", two)) ? [one, two] : [two, one];
      const [allowed, why] = mayCompare(a, b);
      const ratio = allowed === "no" ? null : ratioOf(a, b);
      const shown = ratio && (ratio.per_accelerator ?? ratio.total);
      const text = shown === null ? null : times(shown);
      /** @type {CompareCondition[]} */
      const conditions = [];
      let together = null;
      const asked = askedOf(a, b);
      if (ratio !== null && shown !== null) {
        const checks = new Map(rules.shared.map((check) => [check.name, check]));
        /** @type {Map<string, [boolean | null, string]>} */
        const answers = new Map(rules.asked.map((name) => {
          const check = checks.get(name);
          const [state, said] = versions(a, b);
          return [name, check ? shared(check, a, b) : [state === "not settled" ? null : rules.comparable.includes(state), said]];
        }));
        const chips = new Set([a, b].map((row) => cell("accelerator", row)).filter((chip) => chip !== null));
        const computable = ratio.per_accelerator !== null && cell("round", a) !== cell("round", b) && chips.size === 1;
        const imposable = (/** @type {string} */ name) => Boolean(checks.get(name)?.imposed) && computable;
        const digits = decimalsOf(shown);
        const follows = (/** @type {string[]} */ names, whole = false) => {
          const again = comparedAgain(a, b, names);
          const words = listed(rules.shared.filter((check) => names.includes(check.name)).map((check) => String(check.imposed)));
          if (again === null) return filled(rules.matters[whole ? "together none" : "none"], { phrase: `no comparison for ${words} exists` });
          const same = halfUp(again.ratio, digits) === halfUp(shown, digits) || Math.abs(again.ratio / shown - 1) < rules.near;
          const kind = whole ? "together" : same ? "same" : "figure";
          return filled(rules.matters[kind], { phrase: `for ${words}`, figure: `${printed(again.ratio, digits)}x` });
        };
        for (const [name, [holds, detail]] of answers) {
          const after = holds ? "" : holds === null ? rules.matters.unknown : !asked.includes(name) ? rules.matters.subject
            : imposable(name) ? follows([name]) : rules.matters.untested;
          conditions.push({ name: checks.get(name)?.label ?? rules.versionsLabel, holds, detail, follows: after });
        }
        const failing = asked.filter((name) => imposable(name) && !answers.get(name)?.[0]);
        if (failing.length > 1) together = follows(failing, true);
      }
      /** @type {Record<string, number>} */
      const denominators = {};
      const runs = [a, b].map((row) => rules.runs.get(row) ?? null);
      if (ratio !== null && ratio.per_accelerator !== null && runs[0] && runs[1]) {
        for (const [column, name] of rules.denominators) {
          const [before, after] = [runs[0][column], runs[1][column]];
          if (before !== null && after !== null) denominators[name] = after / before;
        }
      }
      const described = [a, b].map((row) => Object.fromEntries(rules.seen.map(([name]) => [name, stated(name, row)])));
      const names = { before: inWords(a), after: inWords(b), cell: cellInWords(b) };
      const sooner = cell("higher_is_better", b) !== true;
      const kind = sooner ? "times" : divisible(a) && divisible(b) ? "divided" : "whole";
      const published = shown !== null && sooner ? 1 / shown : shown;
      const sentences = text === null ? [why] : [
        filled(rules.sentence[kind], { ...names, ratio: text.slice(0, -1), unit: cell("unit", b) }),
        ...conditions.filter(({ holds }) => !holds).flatMap(({ detail, follows }) => [sentence(detail), follows]),
        ...(together === null ? [] : [together]),
      ];
      const entry = published === null || ratio === null ? null : filled(rules.entry, {
        statement: JSON.stringify(filled(sooner ? rules.statementTimes : rules.statement, names)),
        before: JSON.stringify(cell("row_id", a)),
        after: JSON.stringify(cell("row_id", b)),
        published: halfUp(published, decimalsOf(published)),
        decimals: decimalsOf(published),
        measure: ratio.per_accelerator === null ? rules.measure : "",
        conditions: asked.join(", "),
      });
      return {
        rows: [a, b],
        before: String(cell("row_id", a)),
        after: String(cell("row_id", b)),
        allowed,
        why,
        ratio: ratio && text !== null ? { ...ratio, text } : null,
        kind,
        conditions,
        together,
        denominators,
        described,
        runs,
        said: sentences,
        sentences: sentences.join(" "),
        entry,
        footnote: footnote([a, b], ratio !== null),
      };
    };

    return { compare, differ, inWords, cellInWords, divisible, perAccelerator };
  };

  /** Each metric of a result's accuracy run with its target.
   * @param {ResultTable} accuracy @param {number} row @param {number} digits */
  const accuracyOf = (accuracy, row, digits) => {
    const rows = /** @type {Float64Array} */ (accuracy.columns.row.numbers);
    /** @type {string[]} */
    const found = [];
    for (let at = rows.indexOf(row); rows[at] === row; at += 1) {
      const target = accuracy.get("target", at);
      const least = target === null ? "" : `, at least ${printed(Number(target), digits)}`;
      found.push(`${accuracy.get("metric", at)} ${printed(Number(accuracy.get("value", at)), digits)}${least}`);
    }
    return found;
  };

  /** The judgement on rows of `results`, by the tables compare and runs (claimcheck/site/compare.py).
   * @param {ResultTable} results @param {CompareTable} imposed @param {ResultTable} runs */
  const prepared = (results, imposed, runs) => {
    const names = Object.keys(runs.columns).filter((name) => name !== "row");
    /** @type {Map<number, Point>} */
    const points = new Map();
    for (let at = 0; at < runs.rows; at += 1) {
      points.set(Number(runs.get("row", at)), Object.fromEntries(names.map((name) => [name, /** @type {number | null} */ (runs.get(name, at))])));
    }
    return judgement(results, { ...imposed.rules, imposed, runs: points });
  };

  window.claimcheckJudgement = { prepared, accuracyOf, printed, asPublished, times, filled };
})();
