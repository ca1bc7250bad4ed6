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
    const last = Math.max(...Object.values(rules.listed).flat().map(order));

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
    /** @param {string} name @param {number} a @param {number} b */
    const equal = (name, a, b) => cell(name, a) !== null && cell(name, a) === cell(name, b);
    /** @param {string} benchmark */
    const family = (benchmark) => benchmark.replace(/-99(\.9)?$/, "");

    /** @param {CompareShared} check @param {number} a @param {number} b @returns {[boolean, string]} */
    const shared = (check, a, b) => {
      const said = [a, b].map((row) => { const value = cell(check.column, row); return value === null ? rules.notStated : String(value); });
      const one = equal("round", a, b);
      if (said.includes(rules.notStated) || said[0] !== said[1]) {
        const each = one ? said : [a, b].map((row, side) => `${said[side]} in ${cell("round", row)}`);
        return [false, `${check.differ} (${each.join(one ? " and " : ", ")})`];
      }
      const both = `${said[0]} in both ${one ? "results" : "rounds"}`;
      return check.value && said[0] !== check.value ? [false, `${check.other} (${both})`] : [true, both];
    };

    /** @param {number} a @param {number} b */
    const askedOf = (a, b) => {
      const about = new Set(rules.shared.filter((check) => check.subject && !equal(check.subject, a, b)).map((check) => check.name));
      return rules.asked.filter((name) => !about.has(name));
    };

    /** @param {number} a @param {number} b @returns {[string, string]} */
    const versions = (a, b) => {
      const pair = [a, b].map((row) => String(cell("round", row)));
      if (pair[0] === pair[1]) return ["one round", `both results are of ${pair[0]}`];
      const benchmark = String(cell("benchmark", b));
      const said = `MLCommons' table: ${benchmark} comparable across ${(rules.listed[benchmark] ?? []).join(", ") || "no rounds"}`;
      const groups = rules.groups[benchmark] ?? [];
      if (groups.some((group) => pair.every((round) => group.includes(round)))) return ["comparable", said];
      if (pair.some((round) => order(round) > last)) return ["not settled", `${said}; it ends with ${rules.rounds[last]}`];
      const cuts = groups.slice(1).map((group) => group[0]).join(", ");
      return ["not comparable", `${said}${cuts && `, anew from ${cuts}`}`];
    };

    /** @param {number} a @param {number} b @returns {[string, string]} */
    const mayCompare = (a, b) => {
      /** @param {string} name */
      const both = (name) => [a, b].map((row) => (name === "benchmark" ? family(String(cell(name, row))) : String(cell(name, row))));
      for (const name of ["benchmark", "scenario", "unit"]) {
        const [before, after] = both(name);
        if (before !== after) return ["no", filled(rules.words[name], { before, after })];
      }
      const [state, said] = versions(a, b);
      if (state === "not comparable") return ["no", filled(rules.words[state], { versions: said })];
      const differ = rules.toState.filter(([name]) => !equal(name, a, b)).map(([, words]) => words);
      const stated = differ.length ? ` ${filled(rules.words.state, { differences: listed(differ) })}` : "";
      const [before, after] = both("division");
      if (state === "not settled") return [state, filled(rules.words[state], { versions: said }) + stated];
      if (before !== after) return ["with care", filled(rules.words["with care"], { before, after }) + stated];
      return ["yes", rules.words[state === "one round" ? state : "yes"] + stated];
    };

    /** @param {number} a @param {number} b @returns {CompareRatio | null} */
    const ratioOf = (a, b) => {
      const [one, two] = [a, b].map((row) => Number(cell("value", row)));
      if (!one || !two) return null;
      if (cell("higher_is_better", b) !== true) return { total: 1 / (two / one), per_accelerator: null };
      const divided = divisible(a) && divisible(b);
      return { total: two / one, per_accelerator: divided ? perAccelerator(b) / perAccelerator(a) : null };
    };

    /** @param {number} row */
    const inWords = (row) => filled(rules.result, {
      submitter: cell("submitter", row),
      number: cell("accelerators", row) === null ? "" : `${cell("accelerators", row)} `,
      chip: cell("accelerator", row) === null ? rules.noChip : cell("chip", row),
      round: cell("round", row),
    });
    /** @param {number} row */
    const cellInWords = (row) => `${cell("benchmark", row)} ${cell("scenario", row)}`;

    /** The best comparison that keeps what the pair keeps and meets the conditions `failing` as well; null without one.
     * @param {number} a @param {number} b @param {string[]} failing */
    const comparedAgain = (a, b, failing) => {
      const flags = rules.shared.filter((check) => check.flag);
      const wanted = Object.fromEntries(flags.map((check) => [check.flag, failing.includes(check.name) || shared(check, a, b)[0]]));
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
        /** @type {Map<string, [boolean, string]>} */
        const answers = new Map(asked.map((name) => {
          const check = checks.get(name);
          const [state, said] = versions(a, b);
          return [name, check ? shared(check, a, b) : [state === "one round" || state === "comparable", said]];
        }));
        const chips = new Set([a, b].map((row) => cell("accelerator", row)).filter((chip) => chip !== null));
        const computable = ratio.per_accelerator !== null && !equal("round", a, b) && chips.size === 1;
        const imposable = (/** @type {string} */ name) => Boolean(checks.get(name)?.imposed) && computable;
        const digits = decimalsOf(shown);
        const follows = (/** @type {string[]} */ names, whole = false) => {
          const again = comparedAgain(a, b, names);
          const words = listed(rules.shared.filter((check) => names.includes(check.name)).map((check) => String(check.imposed)));
          if (again === null) return filled(rules.matters[whole ? "together none" : "none"], { phrase: `no comparison for ${words} exists` });
          const same = halfUp(again.ratio, digits) === halfUp(shown, digits);
          const kind = whole ? "together" : same ? "same" : "figure";
          return filled(rules.matters[kind], { phrase: `for ${words}`, figure: `${printed(again.ratio, digits)}x` });
        };
        for (const [name, [holds, detail]] of answers) {
          const after = holds ? "" : imposable(name) ? follows([name]) : rules.matters.untested;
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
      const described = [a, b].map((row) => Object.fromEntries(rules.seen.map(([name]) => {
        const value = cell(name, row);
        return [name, value === null ? null : String(value)];
      })));
      const names = { before: inWords(a), after: inWords(b), cell: cellInWords(b) };
      const kind = cell("higher_is_better", b) !== true ? "times" : divisible(a) && divisible(b) ? "divided" : "whole";
      const sentences = text === null ? [why] : [
        filled(rules.sentence[kind], { ...names, ratio: text.slice(0, -1), unit: cell("unit", b) }),
        ...conditions.filter(({ holds }) => !holds).flatMap(({ detail, follows }) => [sentence(detail), follows]),
        ...(together === null ? [] : [together]),
      ];
      const entry = shown === null || ratio === null ? null : filled(rules.entry, {
        statement: JSON.stringify(filled(rules.statement, names)),
        before: JSON.stringify(cell("row_id", a)),
        after: JSON.stringify(cell("row_id", b)),
        published: halfUp(shown, decimalsOf(shown)),
        decimals: decimalsOf(shown),
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

    return { compare, inWords, cellInWords, divisible, perAccelerator };
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

  window.claimcheckJudgement = { prepared, accuracyOf, printed, asPublished, times };
})();
