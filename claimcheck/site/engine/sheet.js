/* A table of results as somebody else keeps it (CSV, a table of a README, an export of MLCommons' page), cell by
 * cell against
   ours. Its headings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { cellsOfText, figureOf, hasDecimalComma, LINES, LONGEST } from "./csv.js";
import { line } from "./render.js";
import { spanOf } from "./spans.js";
import { asPublished, filled, listed, once, printed } from "./words.js";

// How far two values may lie apart, as a share, and still be the same figure in another unit.
const NEAR = 0.002;
// Half a unit, with room for what a computer adds to it; the fewest digits that a large number is rounded to.
const [HALF, FEWEST] = [0.5 + 1e-6, 5];
// What results of Training have in the place of a scenario; so many lines are searched for headings.
const [TRAINING, HEADS] = ["Training", 30];
/** @typedef {{ value: number, decimals: number }} SheetFigure */
/** What a table says of a cell's result. @typedef
 * {Record<"id" | "submitter" | "division" | "round" | "system" | "benchmark" | "scenario" | "unit" | "number" |
 * "chip", string>} SheetNames */
/** @typedef {SheetNames & { per: boolean, figure: SheetFigure, line: number, column: number, printed: string }}
 * SheetCell */
/** @typedef {SheetCell & { outcome: string, row: number | null, row_id: Cell, says: string }} SheetJudged */
/** @typedef {{ says: string, cells: SheetJudged[], lacking: string[], counts: { outcome: string, cells: number,
 * words: string }[] }} SheetAnswer */
/** A table of results as its cells are looked up. @typedef
 * {{ results: ResultTable, rules: Rules, cells: Map<string, number[]>[], ofRound: Map<Cell, number[]> }} SheetBank */

/** @param {unknown} text */
const folded = (text) => String(text).toLowerCase().replace(/[^a-z0-9.]/g, "");
/** A company's name without signs. @param {string} name */
const plainly = (name) => folded(name).replaceAll(".", "");
/** A value of a record by a stranger's word. @param {Words} of @param {string} word @returns {string | undefined} */
const own = (of, word) => (Object.hasOwn(of, word) ? of[word] : undefined);
const keyOf = (/** @type {Cell[]} */ ...parts) => parts.join("|");

/* ---- What a table says ---- */

/** A heading without what it has in brackets, and that: Latency (s). @param {string} heading */
const parted = (heading) => {
  const [, name, inside] = /^([^([]*)[([]([^)\]]*)[)\]]/.exec(heading) ?? [];
  return inside === undefined ? [heading, ""] : [name.trim(), inside.trim()];
};

/** What a column is, by its heading: of a name of the register, a scenario, a unit, or values per accelerator.
 * @param {string} heading @param {Rules} rules */
const columnOf = (heading, { sheet }) => {
  const [name, inside] = parted(heading);
  const per = [heading, name, inside].some((word) => sheet.per.includes(word.toLowerCase()));
  const unit =
    own(sheet.units, folded(heading)) ?? own(sheet.units, folded(inside)) ?? own(sheet.units, folded(name)) ?? "";
  const scenario = own(sheet.scenarios, folded(name)) ?? own(sheet.scenarios, folded(heading)) ?? "";
  return { per, unit, scenario };
};

/** Which column has which heading of the register; each is taken once, in the register's order.
 * @param {string[]} row @param {Rules} rules @returns {Record<string, number>} */
const headingsOf = (row, { sheet }) =>
  Object.fromEntries(
    Object.entries(/** @type {Record<string, string[]>} */ (sheet.headings)).flatMap(([name, words]) => {
      const fits = (/** @type {string} */ word) =>
        row.findIndex((cell) => [cell, parted(cell)[0]].some((said) => said.toLowerCase().trim() === word));
      const at = words.map(fits).find((column) => column >= 0);
      return at === undefined ? [] : [[name, at]];
    }),
  );

/** The row, of the first ones, in which most headings are. @param {string[][]} lines @param {Rules} rules */
const headOf = (lines, rules) => {
  const counted = lines.slice(0, HEADS).map(
    (row) =>
      new Set([
        ...Object.values(headingsOf(row, rules)),
        ...row.flatMap((cell, i) => {
          const { per, unit, scenario } = columnOf(cell, rules);
          return per || unit || scenario ? [i] : [];
        }),
      ]).size,
  );
  return counted.indexOf(Math.max(...counted));
};

/** Values to the right of a cell hold until the next. @param {string[]} row */
const spread = (row) => {
  let last = "";
  return row.map((cell) => (last = cell || last));
};

/** Columns of values where no heading names one: below their scenario or unit, and below what the lines above say.
 * @param {string[][]} lines @param {number} head @param {Record<string, number>} at @param {Rules} rules */
const valueColumns = (lines, head, at, rules) => {
  const above = lines.slice(0, head).filter((row) => row.filter(Boolean).length > 1).map(spread);
  const taken = new Set(Object.entries(at).flatMap(([name, column]) => (name === "value" ? [] : [column])));
  return lines[head].flatMap((heading, column) => {
    const { per, unit, scenario } = columnOf(heading, rules);
    if (taken.has(column) || !(per || unit || scenario || rules.sheet.other.includes(folded(heading)))) return [];
    const words = above.map((row) => row[column] ?? "").filter(Boolean);
    const higher = words.find((word) => own(rules.sheet.scenarios, folded(word)));
    const benchmark = words.filter((word) => word !== higher).findLast((word) => /[a-z]/i.test(word)) ?? "";
    return [
      {
        column, per, unit: unit || heading,
        scenario: scenario || own(rules.sheet.scenarios, folded(higher ?? "")) || "", benchmark,
      },
    ];
  });
};

/** What the words above a table say of all of it: its round and its benchmark. @param {string[][]} lines
 * @param {Rules} rules */
const titleOf = (lines, rules) => {
  const words = lines.filter((row) => row.filter(Boolean).length === 1).flat().join(" ");
  const [, round = ""] = /\bv?(\d\.\d)\b/.exec(words) ?? [];
  const said = folded(words);
  const names = Object.entries(/** @type {Record<string, [string, string]>} */ (rules.benchmarks)).map(
    ([, [family]]) => family,
  );
  const benchmark =
    names.filter((name) => said.includes(folded(rules.names[name] ?? name))).sort((a, b) => b.length - a.length)[0] ??
    "";
  return { round: round && `v${round}`, benchmark };
};

/** The cells of a table that hold a result. @param {string[][]} lines @param {string} sign
 * @param {Rules} rules @returns {SheetCell[]} */
const cellsOf = (lines, sign, rules) => {
  const head = headOf(lines, rules);
  const at = headingsOf(lines[head] ?? [], rules);
  const columns = "value" in at ? [] : valueColumns(lines, head, at, rules);
  const title = titleOf(lines.slice(0, head), rules);
  const { total } = rules.sheet;
  const heads = lines[head] ?? [];
  const label = columns.length
    ? heads.findIndex((_cell, column) =>
        lines.slice(head + 1, head + 9).some((row) => folded(row[column] ?? "") === folded(total)),
      )
    : -1;
  const comma = hasDecimalComma(lines, sign);
  /** @type {SheetCell[]} */
  const found = [];
  let held = /** @type {SheetNames} */ ({});
  lines.slice(head + 1).forEach((row, place) => {
    const cell = (/** @type {string} */ name) => (name in at ? row[at[name]] ?? "" : "");
    const id = /(\d\.\d-\d{3,4})/.exec(cell("id"))?.[1] ?? "";
    // Of the four lines that MLCommons' export has for a system, the first alone says whose it is.
    if (label < 0 || id || cell("submitter")) held = namesOf(cell, id, title);
    if (label >= 0 && folded(row[label] ?? "") !== folded(total)) return;
    const unit = own(rules.sheet.units, folded(parted(heads[at.value] ?? "")[1])) ?? "";
    const here = columns.length
      ? columns
      : [{ column: at.value, per: false, unit: cell("unit") || unit, scenario: "", benchmark: "" }];
    for (const { column, per, ...of } of here) {
      const figure = figureOf(row[column] ?? "", comma);
      const named = {
        unit: of.unit, scenario: of.scenario || held.scenario, benchmark: of.benchmark || held.benchmark,
      };
      if (figure && named.benchmark)
        found.push({
          ...held, ...named, per, figure, line: head + 2 + place, column: column + 1, printed: row[column],
        });
    }
  });
  return found;
};

/** What a line says of its results. @param {(name: string) => string} cell @param {string} id
 * @param {{ round: string, benchmark: string }} title @returns {SheetNames} */
const namesOf = (cell, id, title) => {
  const round = /(\d\.\d)/.exec(id || cell("round"))?.[1];
  return {
    id, submitter: cell("submitter"),
    division: ["closed", "open", "network"].find((name) => folded(cell("division")).startsWith(name)) ?? "",
    round: round ? `v${round}` : title.round, system: cell("system"),
    benchmark: cell("benchmark") || title.benchmark, scenario: cell("scenario"), unit: "",
    number: /^\d{1,6}$/.test(cell("number")) ? cell("number") : "", chip: cell("chip"),
  };
};

/* ---- What our tables say ---- */

/** @param {ResultTable} results @param {Rules} rules @returns {SheetBank} */
const bankOf = (results, rules) => {
  const { get } = results;
  const all = Array.from({ length: results.rows }, (_none, row) => row);
  const names = ["benchmark", "model"].filter((name) => name in results.columns);
  const cells = names.map((name) =>
    Map.groupBy(all, (row) => keyOf(get("round", row), folded(get(name, row)), get("scenario", row))),
  );
  return { results, rules, cells, ofRound: Map.groupBy(all, (row) => get("round", row)) };
};

/** Names of a benchmark in our tables, as a table may call it, and its scenarios. @param {SheetBank} bank
 * @param {SheetCell} cell */
const benchmarksOf = ({ rules, results }, { benchmark, scenario }) => {
  const name = folded(benchmark.replace(/-(?:datacenter|edge)$/, "").replace(/\b99\.0$/, "99"));
  const plain = name.replace("interactive", "");
  const words = /** @type {Record<string, string[]>} */ (rules.find.names.benchmark);
  const spoken = Object.entries(words)
    .filter(([, said]) => said.some((word) => folded(word) === plain))
    .map(([known]) => known);
  const whole = (/** @type {string} */ family) => folded(family).replaceAll(".", "");
  const families = [own(rules.sheet.benchmarks, plain) ?? plain, ...spoken].map(whole);
  const named = Object.entries(/** @type {Record<string, [string, string]>} */ (rules.benchmarks)).flatMap(
    ([known, [family]]) =>
      families.some((one) => [family, rules.names[family] ?? family].map(whole).includes(one)) ? [folded(known)] : [],
  );
  const known = own(rules.sheet.scenarios, folded(scenario)) ?? scenario;
  const every = /** @type {Cell[]} */ (results.columns.scenario.words ?? []).map(String);
  const of = known
    ? [plain !== name && known === "Server" ? "Interactive" : known]
    : every.includes(TRAINING)
      ? [TRAINING]
      : every;
  return { names: [...new Set([...families, folded(benchmark), ...named])], of };
};

/** The rows of a cell's benchmark, scenario and round. @param {SheetBank} bank @param {SheetCell} cell */
const rowsOf = (bank, cell) => {
  const { names, of } = benchmarksOf(bank, cell);
  const keys = names.flatMap((name) => of.map((scenario) => keyOf(cell.round, name, scenario)));
  return [...new Set(keys.flatMap((key) => bank.cells.flatMap((rows) => rows.get(key) ?? [])))];
};

/** Whether a table's name of a company is that of a submitter: the same, its first word, or a name that people use.
 * @param {Rules} rules @param {string} said @param {Cell} name */
const sameCompany = (rules, said, name) => {
  const parts = String(rules.names[String(name)] ?? name).split(" + ");
  const spoken = /** @type {string[]} */ (
    Object.hasOwn(rules.find.names.submitter ?? {}, String(name)) ? rules.find.names.submitter[String(name)] : []
  );
  const [first] = said.split(/[\s_,]+/);
  return [...parts, String(name), ...spoken].some(
    (one) => plainly(one) === plainly(said) || (first.length > 2 && plainly(one) === plainly(first)),
  );
};

/** In what a row is another than the table says. @param {SheetBank} bank @param {SheetCell} cell
 * @param {number} row @returns {string[]} */
const otherwise = ({ results: { get }, rules }, cell, row) => {
  const chip = folded(cell.chip).replace(/nvl\d+/, "");
  const unit = own(rules.sheet.units, folded(cell.unit));
  const checks = {
    submitter: !cell.submitter || sameCompany(rules, cell.submitter, get("submitter", row)),
    unit: !unit || cell.per || unit === get("unit", row),
    round: !cell.round || cell.round === get("round", row),
    division: !cell.division || cell.division === get("division", row),
    number: !cell.number || get("accelerators", row) === null || Number(cell.number) === get("accelerators", row),
    chip: !chip || [get("accelerator", row), get("product", row)].some((name) => folded(name).includes(chip)),
  };
  return Object.entries(checks).filter(([, fits]) => !fits).map(([name]) => name);
};

/** The place of the last digit that counts: of some decimals, or of the last that is not 0 where five come before it.
 * @param {number} value @param {number} decimals */
const lastPlace = (value, decimals) => {
  const digits = value.toFixed(Math.min(20, Math.max(decimals, String(value).split(".")[1]?.length ?? 0)));
  const fraction = digits.split(".")[1]?.length ?? 0;
  const significant = digits.replace(/^0\.0*|\./g, "");
  const zeros = significant.length - significant.replace(/0+$/, "").length;
  return 10 ** (Math.max(0, Math.min(zeros, significant.length - FEWEST)) - fraction);
};

/** Whether a figure is a value as its last digit shows it, or as far as the value's digits go.
 * @param {SheetFigure} figure @param {number} value */
const fits = ({ value: figure, decimals }, value) => {
  if (figure === value) return "equal";
  const [apart, theirs] = [value - figure, lastPlace(figure, decimals)];
  if (Math.abs(apart) <= theirs * HALF) return "rounded";
  if (Math.abs(apart) <= lastPlace(value, 0) * HALF) return "more_digits";
  return apart > 0 && apart < theirs ? "cut" : null;
};

/** @param {SheetBank} bank @param {number} row */
const idOf = ({ results: { get } }, row) => String(get("result_id", row) ?? "").replace(/^v/, "");
/** The value of a row, in total or per accelerator; NaN where it has none. @param {SheetBank} bank
 * @param {number} row @param {boolean} [per] */
const valueOf = ({ results: { get } }, row, per = false) => Number(get(per ? "per_accelerator" : "value", row) ?? NaN);
/** @param {SheetBank} bank @param {number} row */
const nameOf = (bank, row) => {
  const { get } = bank.results;
  const id = idOf(bank, row);
  const names = `${get("submitter", row)}, ${get("benchmark", row)} ${get("scenario", row)}`;
  return `${names}${id && `, ${id}`}`.replaceAll("_", " ");
};
/** @param {SheetBank} bank @param {number} row @param {boolean} [per] */
const shown = (bank, row, per = false) => {
  const value = valueOf(bank, row, per);
  const [unit, digits] = [
    bank.results.get("unit", row), per ? printed(value, 1) : asPublished(Number(value.toPrecision(10))),
  ];
  return Number.isNaN(value) ? "no result" : `${digits} ${unit}${per ? " per accelerator" : ""}`;
};

/* ---- What a cell comes to ---- */

/** @typedef {{ outcome: string, row: number | null, detail: Record<string, unknown> }} Outcome */

/** The outcome of a cell whose value rows have: that with the fewest things said otherwise.
 * @param {SheetBank} bank @param {SheetCell} cell @param {number[]} rows @returns {Outcome | null} */
const having = (bank, cell, rows) => {
  const { rules, results: { get } } = bank;
  const found = rows.flatMap((row) => {
    const how = fits(cell.figure, valueOf(bank, row, cell.per));
    if (!how) return [];
    const apart = otherwise(bank, cell, row);
    const theirs = cell.id && idOf(bank, row) && idOf(bank, row) !== cell.id;
    const near =
      cell.system &&
      ["system", "system_name"].some(
        (name) => name in bank.results.columns && folded(get(name, row)) === folded(cell.system),
      );
    return [{ row, how, apart, theirs, points: 4 * apart.length + (theirs ? 2 : 0) + (near ? 0 : 1) }];
  });
  if (!found.length) return null;
  const { row, how, apart, theirs } = found.reduce((best, one) => (one.points < best.points ? one : best));
  if (apart.length) {
    /** @type {Words} */
    const columns = { number: "accelerators", chip: "product" };
    const asked = /** @type {Record<string, any>} */ (cell);
    const words = apart.map(
      (name) => `${rules.sheet.differing[name]} ${get(columns[name] ?? name, row)}, not ${asked[name]}`,
    );
    return { outcome: "otherwise", row, detail: { differs: listed(words) } };
  }
  return theirs ? { outcome: "other_id", row, detail: { id: idOf(bank, row) } } : { outcome: how, row, detail: {} };
};

/** The outcome of a cell that has another value than the rows that it may be of: how it came about, where that can
 * be seen.
 * @param {SheetBank} bank @param {SheetCell} cell @param {number} row
 * @param {number[]} theirs @returns {Outcome | null} */
const explained = (bank, cell, row, theirs) => {
  const { rules, results: { get } } = bank;
  const { figure } = cell;
  const alike = (/** @type {string} */ name) => (/** @type {number} */ one) => get(name, one) === get(name, row);
  const namesakes =
    "system_name" in bank.results.columns ? theirs.filter(alike("system_name")).filter(alike("division")) : [];
  const mean = namesakes.reduce((sum, one) => sum + valueOf(bank, one), 0) / namesakes.length;
  if (namesakes.length > 1 && fits(figure, mean)) {
    return {
      outcome: "mean", row,
      detail: { ids: listed(namesakes.map((one) => `${idOf(bank, one)} (${shown(bank, one)})`)) },
    };
  }
  if (Math.abs(valueOf(bank, row) - figure.value) <= 2 * HALF * lastPlace(figure.value, figure.decimals))
    return { outcome: "last_digit", row, detail: {} };
  // Tokens a sample, say.
  const { names } = benchmarksOf(bank, cell);
  const factors = /** @type {{ factor: number, benchmark: string }[]} */ (rules.find.unit_factors).filter(
    ({ benchmark }) => names.includes(folded(benchmark)),
  );
  const found = factors.find(({ factor }) => [valueOf(bank, row) / figure.value, figure.value / valueOf(bank, row)]
    .some((quotient) => Math.abs(quotient / factor - 1) < NEAR));
  return found
    ? {
        outcome: "other_unit",
        row,
        detail: { factor: printed(found.factor, found.factor < 1000 && found.factor % 1 ? 2 : 0) },
      }
    : null;
};

/** What a cell comes to. @param {SheetBank} bank @param {SheetCell} cell @returns {Outcome} */
const judged = (bank, cell) => {
  const { results: { get }, rules } = bank;
  const candidates = rowsOf(bank, cell);
  const hit = having(bank, cell, candidates);
  if (hit) return hit;
  const theirs = candidates.filter((row) => !otherwise(bank, cell, row).length);
  const under = theirs.filter((row) => cell.id && [idOf(bank, row), get("page_id", row)].includes(cell.id));
  const named = theirs.filter(
    (row) =>
      cell.system &&
      ["system", "system_name"].some(
        (name) => name in bank.results.columns && folded(get(name, row)) === folded(cell.system),
      ),
  );
  const [row] = under.length ? under : named.length ? named : theirs.length === 1 && !cell.id ? theirs : [];
  if (row !== undefined) {
    const span = spanOf(rules, get("row_id", row));
    if (span) return { outcome: "span", row, detail: { low: printed(span.low, 2), high: printed(span.high, 2) } };
    const reason = explained(bank, cell, row, theirs);
    if (reason) return reason;
  }
  const { figure } = cell;
  const elsewhere =
    figure.decimals || figure.value > 100
      ? (bank.ofRound.get(cell.round) ?? []).find((one) => valueOf(bank, one) === figure.value)
      : undefined;
  if (elsewhere !== undefined) return { outcome: "other_row", row: elsewhere, detail: {} };
  const rounds = [...bank.ofRound.keys()].filter((round) => round !== cell.round).map(String);
  const later = rounds
    .flatMap((round) => rowsOf(bank, { ...cell, round }))
    .filter((one) => valueOf(bank, one, cell.per) === figure.value);
  const moved = figure.decimals || figure.value > 100 ? having(bank, cell, later) : null;
  if (moved) return moved;
  if (row !== undefined) return { outcome: "differs", row, detail: {} };
  return {
    outcome: candidates.length || !bank.ofRound.has(cell.round) ? "absent" : "no_benchmark", row: null, detail: {},
  };
};

/** A cell with what it comes to. @param {SheetBank} bank @param {SheetCell} cell @returns {SheetJudged} */
const judgedIn = (bank, cell) => {
  const { outcomes, other } = bank.rules.sheet;
  if (other.includes(folded(cell.unit)))
    return {
      ...cell, outcome: "not_held", row: null, row_id: null,
      says: filled(outcomes.not_held.cell, { unit: cell.unit }),
    };
  const { outcome, row, detail } = judged(bank, cell);
  const [ours, of] = row === null ? ["", ""] : [shown(bank, row, cell.per), nameOf(bank, row)];
  const says = filled(outcomes[outcome].cell, { printed: cell.printed, unit: cell.unit, ours, of, ...detail });
  return { ...cell, outcome, row, row_id: row === null ? null : bank.results.get("row_id", row), says };
};

/** Results of the systems of some cells that none of them holds. @param {SheetBank} bank
 * @param {SheetJudged[]} found */
const lackingOf = (bank, found) => {
  const { get, rows } = bank.results;
  const ids = new Set(found.map(({ round, id }) => keyOf(round, id)));
  // The same value may be listed for a result twice.
  const cellOf = (/** @type {number} */ row) =>
    keyOf(...["round", "result_id", "benchmark", "scenario", "value"].map((name) => get(name, row)));
  const named = new Set(found.flatMap(({ row }) => (row === null ? [] : [cellOf(row)])));
  const asked = new Set(found.flatMap(({ row }) => (row === null ? [] : [get("suite", row)])));
  const all = Array.from({ length: rows }, (_none, row) => row);
  return all
    .filter(
      (row) =>
        get("result_id", row) !== null &&
        ids.has(keyOf(get("round", row), idOf(bank, row))) &&
        asked.has(get("suite", row)) &&
        !named.has(cellOf(row)),
    )
    .map((row) => `${nameOf(bank, row)}: ${shown(bank, row)}`);
};

/** The round that has most values of some cells, if it has half of them. @param {SheetCell[]} found
 * @param {ResultTable} results */
const roundOf = (found, { rows, get }) => {
  const values = new Set(found.map(({ figure }) => figure.value));
  const all = Array.from({ length: rows }, (_none, row) => row);
  const having_ = Map.groupBy(
    all.filter((row) => values.has(Number(get("value", row)))),
    (row) => String(get("round", row)),
  );
  const counts = [...having_]
    .map(([round, of]) => ({ round, most: new Set(of.map((row) => get("value", row))).size }))
    .sort((a, b) => b.most - a.most);
  return counts.length && 2 * counts[0].most >= found.length ? counts[0].round : "";
};

// So many cells of a table are listed.
const LISTED = 300;

/** What a table comes to as an answer: how many cells of each outcome, those that differ, and what the table lacks.
 * @param {SheetAnswer} found @param {Rules} rules @param {number} [most] @returns {Answer} */
export const sheetAnswer = ({ says, cells, counts, lacking }, { sheet }, most = LISTED) => {
  const { answer } = sheet;
  const differing = cells.filter(({ outcome }) => !sheet.alike.includes(outcome));
  const listedLines = differing.slice(0, most).map((cell) => {
    const named = [cell.id, cell.submitter, cell.benchmark, cell.scenario].filter(Boolean).join(", ");
    const text = filled(answer.cell, {
      named, line: cell.line, printed: cell.printed, unit: cell.unit, says: cell.says,
    });
    return line("source", text.replace(/\s+/g, " "), cell.row_id === null ? [] : [String(cell.row_id)]);
  });
  const more = differing.length - listedLines.length;
  const lines = counts.map(({ cells: number, words }) => ({
    name: words, cells: [printed(number, 0)], differs: false,
  }));
  return {
    question: null,
    heading: filled(answer.heading, { cells: printed(cells.length, 0) }),
    outcome: differing.length ? "differs" : "equal",
    lines: [
      ...(says ? [line("searched", says)] : []), line("table", answer.counts, [], { heads: [answer.cells], lines }),
      ...listedLines, ...(more > 0 ? [line("warning", filled(answer.more, { more: printed(more, 0) }))] : []),
      ...(lacking.length ? [line("heading", answer.lacking), ...lacking.map((words) => line("source", words))] : []),
    ],
  };
};

/** What a table comes to, cell by cell; or why it cannot be read. `training` gives the table of Training and HPC.
 * @param {ResultTable} results @param {Rules} rules @param {() => ResultTable} training */
export const sheetOf = (results, rules, training) => (/** @type {string} */ text) => {
  const { sheet } = rules;
  if (text.length > LONGEST) return { refused: filled(sheet.too_long, { most: printed(LONGEST, 0) }) };
  const { lines, sign } = cellsOfText(text);
  if (lines.length > LINES + 1) return { refused: filled(sheet.too_many, { most: printed(LINES, 0) }) };
  const read = cellsOf(lines, sign, { ...rules, benchmarks: { ...rules.training.benchmarks, ...rules.benchmarks } });
  const timed = (/** @type {SheetCell} */ { unit }) => own(sheet.units, folded(unit)) === "minutes";
  const table = read.length && read.every(timed) ? training() : results;
  const guessed = read.some(({ round }) => round) ? "" : roundOf(read, table);
  const found = guessed ? read.map((cell) => ({ ...cell, round: guessed })) : read;
  if (!found.length) return { refused: filled(sheet.none, { told: sheet.told }) };
  const [bank, trained] = [
    once(() => bankOf(results, rules)), once(() => bankOf(training(), { ...rules, ...rules.training })),
  ];
  const cells = found.map((cell) => judgedIn(timed(cell) ? trained() : bank(), cell));
  const counts = Object.keys(sheet.outcomes).map((name) => ({
    outcome: name, cells: cells.filter(({ outcome }) => outcome === name).length, words: sheet.outcomes[name].words,
  }));
  const ours = cells.filter((cell) => !timed(cell));
  return {
    says: guessed && filled(sheet.guessed, { round: guessed }), cells,
    lacking: ours.length ? lackingOf(bank(), ours) : [], counts: counts.filter(({ cells: number }) => number),
  };
};
