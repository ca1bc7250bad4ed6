/* Two results compared: what claimcheck/analysis/comparison.yml declares, asked of two rows of the packed results.
   `claimcheck compare` gives the same; a test compares the two on many pairs. */
(() => {
  "use strict";

  /** A value rounded half up: halves are those of the shortest decimal that gives the number.
   * @param {number} value @param {number} decimals */
  const printed = (value, decimals, useGrouping = true) => {
    const format = new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping });
    return format.format(/** @type {Intl.StringNumericLiteral} */ (String(value)));
  };

  /** A published figure with all its digits and no more.
   * @param {number} value */
  const asPublished = (value) => value.toLocaleString("en", { maximumFractionDigits: 20 });

  /** With how many decimals a ratio is printed.
   * @param {number} value */
  const decimalsOf = (value) => [2, 3, 4, 5].find((decimals) => Number(printed(value, decimals, false)) * 10 ** (decimals - 1) >= 1) ?? 6;

  /** @param {number} value */
  const times = (value) => `${printed(value, decimalsOf(value))}x`;

  /** @param {string} template @param {Record<string, unknown>} values */
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

  /** Rows by what they have in common, in the order of that.
   * @param {number[]} rows @param {(row: number) => string} common */
  const grouped = (rows, common) => [...Map.groupBy(rows, common)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);

  /** @param {ResultTable} results @param {CompareTables} rules @returns {Judgement} */
  const judgement = (results, rules) => {
    const { get } = results;
    const order = (/** @type {Cell} */ round) => rules.rounds.indexOf(String(round));
    const last = Math.max(...Object.values(rules.listed).flatMap((parts) => Object.values(parts).flat()).map(order));
    const checks = Object.entries(rules.shared).map(([name, check]) => ({ name, ...check }));

    /** The best comparison of two rounds in a cell under a set of conditions. @type {Map<string, [number, number]>} */
    const imposed = new Map();
    for (let row = 0; row < rules.imposed.rows; row += 1) {
      const [before, after] = ["before_row", "after_row"].map((name) => Number(rules.imposed.get(name, row)));
      imposed.set(rules.imposed_key.map((name) => rules.imposed.get(name, row)).join("|"), [before, after]);
    }

    /** @param {number} row */
    const divisible = (row) => get("higher_is_better", row) === true && get("accelerators", row) !== null;
    /** @param {number} row */
    const perAccelerator = (row) => Number(get("value", row)) / Number(get("accelerators", row));
    /** What the source states of a row, in words; null where it states nothing.
     * @param {string} name @param {number} row */
    const stated = (name, row) => {
      if (name === "family" || name === "target") return rules.benchmarks[String(get("benchmark", row))][name === "family" ? 0 : 1];
      const alone = get("accelerator", row) === null ? rules.without_chips[name] : undefined;
      const value = alone ?? get(name, row);
      return value === null ? null : String(value);
    };
    /** @param {number} a @param {number} b */
    const shareOwner = (a, b) => {
      const [ours, theirs] = [a, b].map((row) => String(get("owners", row)).split(rules.between));
      return ours.some((owner) => theirs.includes(owner));
    };
    /** Whether two rows differ in what is stated, submitters where they have no owner in common; null where that is not known.
     * @param {string} name @param {number} a @param {number} b */
    const differ = (name, a, b) => {
      const [one, two] = [stated(name, a), stated(name, b)];
      if (one === null || two === null) return null;
      return name === "submitter" ? !shareOwner(a, b) : one !== two;
    };

    /** @param {CompareShared} check @param {number} a @param {number} b @returns {[boolean | null, string]} */
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
      return check.value && said[0] !== check.value ? [false, `${check.other} (${both})`] : [true, both];
    };

    /** @param {number} a @param {number} b @returns {[string, string]} */
    const versions = (a, b) => {
      const words = rules.versions;
      const [before, after] = [a, b].map((row) => String(get("round", row)));
      const benchmark = String(get("benchmark", b));
      if (before === after) return ["one round", filled(words["one round"], { round: before })];
      const parts = Object.entries(rules.listed[benchmark] ?? {}).filter(([suite]) => [a, b].some((row) => get("suite", row) === suite));
      const named = parts.map(([suite, rounds]) =>
        filled(words[rounds.length > 1 ? "span" : "alone"], { suite, benchmark, first: rounds[0], last: rounds[rounds.length - 1] })).join("; ") || filled(words.none, { benchmark });
      if (parts.some(([, rounds]) => rounds.includes(before) && rounds.includes(after))) {
        const cut = rules.breaks[String(stated("family", b))];
        const broken = cut && order(before) < order(cut.round) && order(cut.round) <= order(after);
        return broken ? ["broken", filled(words.broken, { benchmark, ...cut })] : ["comparable", named];
      }
      return order(after) > last ? ["not settled", filled(words.ends, { named, last: rules.rounds[last] })] : ["not comparable", named];
    };

    /** @param {number} a @param {number} b @returns {[string, string]} */
    const mayCompare = (a, b) => {
      const both = (/** @type {string} */ name) => ({ before: stated(name, a) ?? "", after: stated(name, b) ?? "" });
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

    /** @param {number} a @param {number} b @returns {CompareRatio | null} */
    const ratioOf = (a, b) => {
      const total = Number(get("value", b)) / Number(get("value", a));
      if (!total || !Number.isFinite(total)) return null;
      return { total, per_accelerator: divisible(a) && divisible(b) ? perAccelerator(b) / perAccelerator(a) : null };
    };

    /** @param {number} row */
    const inWords = (row) => filled(rules.result, {
      submitter: get("submitter", row),
      number: get("accelerators", row) === null ? "" : `${get("accelerators", row)} `,
      chip: stated("product", row),
      round: get("round", row),
    });

    /** The best ratio among comparisons that keep what the pair keeps and meet the conditions `failing` as well; one of a
     * preview counts among them where `preview` says so and `failing` does not rule it out.
     * @param {number} a @param {number} b @param {string[]} failing @param {boolean} preview @returns {number | undefined} */
    const comparedAgain = (a, b, failing, preview = false) => {
      const kept = (/** @type {CompareShared & { name: string }} */ check) => !(preview && check.column === "availability") && shared(check, a, b)[0] === true;
      const flags = checks.flatMap((check) => (check.imposed?.column ? [[check.imposed.column, failing.includes(check.name) || kept(check)]] : []));
      const ratios = [a, b].flatMap((row) => {
        /** @type {Record<string, unknown>} */
        const values = { before: get("round", a), after: get("round", b), benchmark: get("benchmark", b), scenario: get("scenario", b), product: get("product", row), ...Object.fromEntries(flags) };
        const pair = imposed.get(rules.imposed_key.map((name) => values[name]).join("|"));
        return pair ? [perAccelerator(pair[1]) / perAccelerator(pair[0])] : [];
      });
      return ratios.length ? Math.max(...ratios) : undefined;
    };

    /** What each condition says of two rows of a ratio and what follows if it fails, and what follows from all that fail.
     * @param {number} a @param {number} b @param {CompareRatio} ratio @param {string[]} asked */
    const conditionsOf = (a, b, ratio, asked) => {
      const shown = ratio.per_accelerator ?? ratio.total;
      const chips = new Set([a, b].map((row) => get("product", row)).filter((chip) => chip !== null));
      const computable = ratio.per_accelerator !== null && get("round", a) !== get("round", b) && chips.size === 1;
      const follows = (/** @type {string[]} */ names, whole = false) => {
        const again = comparedAgain(a, b, names);
        const words = listed(checks.flatMap(({ name, imposed: said }) => (said && names.includes(name) ? [said.words] : [])));
        const wider = comparedAgain(a, b, names, true);
        const text = (/** @type {number} */ value) => `${printed(value, decimalsOf(shown))}x`;
        const andPreview = (/** @type {string} */ best) =>
          wider === undefined || wider <= (again ?? 0) ? best : filled(rules.matters.preview, { best, figure: text(wider) });
        if (again === undefined) return filled(rules.matters[whole ? "together none" : "none"], { phrase: andPreview(`no comparison for ${words} exists`) });
        const same = text(again) === text(shown) || Math.abs(again / shown - 1) < rules.near;
        return filled(rules.matters[whole ? "together" : same ? "same" : "figure"], { phrase: `for ${words}`, figure: andPreview(text(again)) });
      };
      /** @type {string[]} */
      const failing = [];
      const conditions = rules.asked.map((name) => {
        const check = checks.find((one) => one.name === name);
        const [state, said] = versions(a, b);
        const [holds, detail] = check ? shared(check, a, b) : [state === "not settled" ? null : rules.comparable.includes(state), said];
        const imposable = Boolean(check?.imposed) && computable;
        if (!holds && imposable && asked.includes(name)) failing.push(name);
        const after = holds ? "" : holds === null ? rules.matters.unknown : !asked.includes(name) ? rules.matters.subject
          : imposable ? follows([name]) : rules.matters.untested;
        return { name: check?.label ?? rules.versions_label, holds, detail, follows: after };
      });
      return { conditions, together: failing.length > 1 ? follows(failing, true) : null };
    };

    /** @param {number[]} rows @param {boolean} derived */
    const footnote = (rows, derived) => {
      const words = rules.footnote;
      const distinct = (/** @type {number[]} */ group, /** @type {string} */ name) => [...new Set(group.map((row) => get(name, row)).filter((one) => one !== null))].sort().join(", ");
      const said = grouped(rows, (row) => `${get("round", row)}|${get("repo", row)}`).map((group) => {
        const [row] = group;
        const cells = grouped(group, (one) => `${get("division", one)}|${get("benchmark", one)}`).map((of) => {
          const named = of.filter((one) => get("result_id", one) !== null).map((one) => {
            const page = get("page_id", one);
            const onPage = page === null ? "" : ` [${filled(words[page === "none" ? "no page" : "page"], { page })}]`;
            return `${get("result_id", one)}${onPage}`;
          });
          const ids = [...new Set(named)].sort().join(", ");
          return filled(words.cell, {
            division: get("division", of[0]), benchmark: get("benchmark", of[0]), scenarios: distinct(of, "scenario"),
            results: filled(words[ids ? "results" : "no results"], { ids }),
          });
        });
        const round = String(get("round", row));
        return filled(words.round, { round, cells: cells.join("; "), commit: String(get("commit", row)).slice(0, 10), repo: get("repo", row), retrieved: rules.retrieved[round] });
      });
      return [...said, ...(derived ? [words.derived] : []), words.trademark].join(" ");
    };

    /** Two rows, the one of the earlier round first.
     * @param {number} one @param {number} two @returns {[number, number]} */
    const inOrder = (one, two) => (order(get("round", one)) <= order(get("round", two)) ? [one, two] : [two, one]);

    /** The comparison of two rows, the one of the earlier round first.
     * @param {number} one @param {number} two @returns {Comparison} */
    const compare = (one, two) => {
      const rows = inOrder(one, two);
      const [a, b] = rows;
      const [before, after] = rows.map((row) => String(get("row_id", row)));
      const [allowed, why] = mayCompare(a, b);
      const ratio = allowed === "no" ? null : ratioOf(a, b);
      const runs = rows.map((row) => rules.runs.get(row) ?? null);
      const described = rows.map((row) => Object.fromEntries(Object.keys(rules.seen).map((name) => [name, stated(name, row)])));
      const found = { rows, before, after, allowed, why, runs, described, footnote: footnote(rows, ratio !== null) };
      if (ratio === null) {
        return { ...found, ratio, kind: "", conditions: [], together: null, denominators: {}, said: [why], sentences: why, entry: null };
      }
      const shown = ratio.per_accelerator ?? ratio.total;
      const text = times(shown);
      const asked = rules.asked.filter((name) =>
        !checks.some((check) => check.name === name && ((check.subject && differ(check.subject, a, b)) || differ(check.column, a, b) === null)));
      const { conditions, together } = conditionsOf(a, b, ratio, asked);
      /** @type {Record<string, number>} */
      const denominators = {};
      for (const [column, name] of Object.entries(ratio.per_accelerator === null ? {} : rules.denominators)) {
        const [first, second] = runs.map((run) => run?.[column] ?? null);
        if (first !== null && second !== null) denominators[name] = second / first;
      }
      const names = { before: inWords(a), after: inWords(b), cell: `${get("benchmark", b)} ${get("scenario", b)}` };
      const sooner = get("higher_is_better", b) !== true;
      const kind = sooner ? "times" : ratio.per_accelerator === null ? "whole" : "divided";
      const published = sooner ? 1 / shown : shown;
      const said = [
        filled(rules.sentence[kind], { ...names, ratio: text.slice(0, -1), unit: get("unit", b) }),
        ...conditions.filter(({ holds }) => !holds).flatMap(({ detail, follows }) => [sentence(detail), follows]),
        ...(together === null ? [] : [together]),
      ];
      const entry = filled(rules.entry, {
        statement: JSON.stringify(filled(sooner ? rules.statement_times : rules.statement, names)),
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        published: printed(published, decimalsOf(published), false),
        decimals: decimalsOf(published),
        measure: ratio.per_accelerator === null ? rules.measure : "",
        conditions: asked.join(", "),
      });
      return { ...found, ratio: { ...ratio, text }, kind, conditions, together, denominators, said, sentences: said.join(" "), entry };
    };

    /** Whether two rows may be compared at all, be it with care.
     * @param {number} one @param {number} two */
    const comparable = (one, two) => mayCompare(...inOrder(one, two))[0] !== "no";

    return { compare, comparable, differ, shareOwner, inWords, divisible, perAccelerator, versions, footnote };
  };

  /** Each metric of a result's accuracy run with its target.
   * @param {ResultTable} accuracy @param {number} row @param {CompareRules["accuracy"]} rule */
  const accuracyOf = (accuracy, row, { words, least, decimals }) => {
    const rows = /** @type {Float64Array} */ (accuracy.columns.row.numbers);
    /** @type {string[]} */
    const found = [];
    for (let at = rows.indexOf(row); rows[at] === row; at += 1) {
      const [value, target] = ["value", "target"].map((name) => (accuracy.get(name, at) === null ? "" : printed(Number(accuracy.get(name, at)), decimals)));
      found.push(filled(words, { metric: accuracy.get("metric", at), value }) + (target && filled(least, { target })));
    }
    return found;
  };

  /** The judgement on rows of `results`, by the tables compare and runs (claimcheck/report/pages/results.py).
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

  window.claimcheckJudgement = { prepared, accuracyOf, printed, asPublished, times, filled, listed, sentence };
})();
