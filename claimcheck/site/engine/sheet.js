/* A table of results as somebody else keeps it (CSV, TSV, a table of a README, an export of MLCommons' page), cell by cell
   against ours. Its headings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { asPublished, filled, listed, printed } from "./words.js";

// The most characters of a table, and how far two values may lie apart, as a share, and still be the same figure in another unit.
const [LONGEST, NEAR] = [20_000_000, 0.002];
// Half a unit, with room for what a computer adds to it; the fewest digits that a large number is rounded to.
const [HALF, FEWEST] = [0.5 + 1e-6, 5];
// What results of Training have in the place of a scenario.
const TRAINING = "Training";
/** @typedef {{ value: number, decimals: number }} SheetFigure */
/** @typedef {{ id: string, submitter: string, division: string, round: string, system: string, benchmark: string, scenario: string, unit: string, figure: SheetFigure, line: number, column: number, printed: string }} SheetCell */
/** @typedef {SheetCell & { outcome: string, row: number | null, row_id: Cell, says: string }} SheetJudged */
/** @typedef {{ says: string, cells: SheetJudged[], lacking: string[], counts: { cells: number, words: string }[] }} SheetAnswer */

const folded = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z0-9.]/g, "");

/** The text of a file: UTF-16 and UTF-8 with a mark are told by it. @param {Uint8Array} bytes */
export const decoded = (bytes) => {
  const mark = [...bytes.subarray(0, 2)].join();
  const name = new Map([["255,254", "utf-16le"], ["254,255", "utf-16be"]]).get(mark) ?? "utf-8";
  return new TextDecoder(name).decode(bytes);
};

/** Lines of cells. @param {string} text @returns {string[][]} */
export const linesOf = (text) => {
  const lines = text.split(/\r?\n/);
  if (lines.filter((line) => /^\s*\|.*\|\s*$/.test(line)).length > 1) {
    return lines.map((line) => (/^[\s|:-]*$/.test(line) ? [] : line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.replace(/\*\*|`/g, "").trim())));
  }
  const mark = text.slice(0, 20_000).includes("\t") ? "\t" : ",";
  /** @type {string[][]} */
  const rows = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${mark}\\r\\n]*)(${mark}|\\r?\\n|$)`, "y");
  while (cell.lastIndex < text.length) {
    const [, written, end] = /** @type {RegExpExecArray} */ (cell.exec(text));
    rows[rows.length - 1].push((written.startsWith("\"") ? written.slice(1, -1).replaceAll("\"\"", "\"") : written).trim());
    if (end !== mark) rows.push([]);
  }
  return rows;
};

/** A figure as printed: its value and its decimals, null where the cell holds none. @param {string} text */
const figureOf = (text) => {
  const written = text.replace(/[,\s'\u2019]/g, "");
  if (!/^\d+(?:\.\d+)?$/.test(written)) return null;
  return { value: Number(written), decimals: written.split(".")[1]?.length ?? 0 };
};

/** The place of the last digit that counts: of some decimals, or of the last that is not 0 where five come before it.
 * @param {number} value @param {number} decimals */
const lastPlace = (value, decimals) => {
  const digits = value.toFixed(Math.max(decimals, String(value).split(".")[1]?.length ?? 0));
  const fraction = digits.split(".")[1]?.length ?? 0;
  const significant = digits.replace(/^0\.0*|\./g, "");
  const zeros = significant.length - significant.replace(/0+$/, "").length;
  return 10 ** (Math.max(0, Math.min(zeros, significant.length - FEWEST)) - fraction);
};

/** Which heading each column has, as the register calls it; each is taken once, in the register's order.
 * @param {string[]} row @param {Record<string, string[]>} headings @returns {Record<string, number>} */
const headingsOf = (row, headings) => Object.fromEntries(Object.entries(headings).flatMap(([name, words]) => {
  const at = words.map((word) => row.findIndex((cell) => folded(cell) === folded(word))).find((column) => column >= 0);
  return at === undefined ? [] : [[name, at]];
}));

/** The row, of the first thirty, in which most headings are. @param {string[][]} lines @param {Record<string, string[]>} headings */
const headOf = (lines, headings) => {
  const counted = lines.slice(0, 30).map((line) => Object.keys(headingsOf(line, headings)).length);
  return counted.indexOf(Math.max(...counted));
};

/** Values to the right of a cell hold until the next. @param {string[]} row */
const spread = (row) => {
  let last = "";
  return row.map((cell) => (last = cell || last));
};

/** What cells come to by one table of results. @param {ResultTable} results @param {Rules} rules */
const bankOf = (results, rules) => {
  const { get } = results;
  const { scenarios } = rules.sheet;
  const rounds = new Set(results.columns.round.words);
  const idOf = (/** @type {number} */ row) => String(get("result_id", row) ?? "").replace(/^v/, "");
  const keyOf = (/** @type {Cell[]} */ ...parts) => parts.join("|");
  const all = Array.from({ length: results.rows }, (_none, row) => row);
  const ofRound = Map.groupBy(all, (row) => get("round", row));
  /** The rows of a round's benchmark and scenario, by either name. */
  const cells = ["benchmark", "model"].filter((name) => name in results.columns).map((name) => Map.groupBy(all, (row) => keyOf(get("round", row), folded(String(get(name, row))), get("scenario", row))));
  const valueOf = (/** @type {number} */ row) => Number(get("value", row));
  const same = (/** @type {Cell} */ one, /** @type {Cell} */ two) => {
    const [first, second] = [one, two].map((name) => folded(String(name)));
    return first.startsWith(second) || second.startsWith(first);
  };

  /** Names of a benchmark in our tables, as a table may call it, and its scenario. @param {string} model @param {string} scenario */
  const benchmarksOf = (model, scenario) => {
    const name = folded(model.replace(/-(?:datacenter|edge)$/, "").replace(/\b99\.0$/, "99"));
    const known = scenarios[folded(scenario)] ?? (scenario || TRAINING);
    const plain = name.replace("interactive", "");
    const spoken = Object.entries(/** @type {Record<string, string[]>} */ (rules.find.names.benchmark)).filter(([, words]) => words.some((word) => folded(word) === plain)).map(([own]) => own);
    const families = [rules.sheet.benchmarks[plain] ?? plain, ...spoken].map(folded);
    const whole = (/** @type {string} */ family) => folded(family).replaceAll(".", "");
    const names = Object.entries(rules.benchmarks).flatMap(([own, [family]]) => (families.map(whole).includes(whole(family)) ? [folded(own)] : []));
    return { names: [...families, folded(model), ...names], of: plain !== name && known === "Server" ? "Interactive" : known };
  };
  const rowsOf = (/** @type {SheetCell} */ cell) => {
    const { names, of } = benchmarksOf(cell.benchmark, cell.scenario);
    return [...new Set(names.flatMap((name) => cells.flatMap((rows) => rows.get(keyOf(cell.round, name, of)) ?? [])))];
  };

  /** Whether a figure is a value as its last digit shows it, or as far as the value's digits go. @param {SheetFigure} figure @param {number} value */
  const fits = ({ value: figure, decimals }, value) => {
    if (figure === value) return "equal";
    const apart = value - figure;
    const theirs = lastPlace(figure, decimals);
    if (Math.abs(apart) <= theirs * HALF) return "rounded";
    if (Math.abs(apart) <= lastPlace(value, 0) * HALF) return "more_digits";
    return apart > 0 && apart < theirs ? "cut" : null;
  };
  const nameOf = (/** @type {number} */ row) => `${get("submitter", row)}, ${get("benchmark", row)} ${get("scenario", row)}${idOf(row) && `, ${idOf(row)}`}`.replaceAll("_", " ");
  const shown = (/** @type {number} */ row) => `${asPublished(valueOf(row))} ${get("unit", row)}`;

  /** What a cell comes to. @param {SheetCell} cell @returns {{ outcome: string, row: number | null, detail: Record<string, unknown> }} */
  const judged = (cell) => {
    const { id, submitter, figure, division } = cell;
    const known = rowsOf(cell);
    const inDivision = known.filter((row) => !division || get("division", row) === division);
    const candidates = inDivision.length ? inDivision : known;
    const theirs = candidates.filter((row) => !submitter || same(get("submitter", row), submitter));
    // The tables of older rounds have no public IDs: there a value is looked for under its submitter.
    const numbered = candidates.some((row) => get("result_id", row) !== null);
    // And those of Training, where a result is known by its system.
    const ofSystem = theirs.filter((row) => cell.system && ["system", "system_name"].some((name) => name in results.columns && folded(String(get(name, row))) === folded(cell.system)));
    const own = numbered && id ? candidates.filter((row) => idOf(row) === id) : ofSystem;
    const fitting = (/** @type {number[]} */ rows) => rows.flatMap((row) => {
      const how = fits(figure, valueOf(row));
      return how ? [{ row, how }] : [];
    });
    const [hit] = fitting(own);
    if (hit) return { outcome: hit.how, row: hit.row, detail: {} };
    const [under] = id && numbered ? fitting(theirs) : [];
    if (under) return { outcome: "other_id", row: under.row, detail: { id: idOf(under.row) } };
    const [named] = fitting(theirs);
    if (named) return { outcome: named.how, row: named.row, detail: {} };
    const [row] = own.length ? own : candidates.filter((one) => get("page_id", one) === id && id);
    if (row !== undefined) {
      const namesakes = theirs.filter((one) => get("system_name", one) === get("system_name", row) && get("division", one) === get("division", row));
      const mean = namesakes.reduce((sum, one) => sum + valueOf(one), 0) / namesakes.length;
      if (namesakes.length > 1 && fits(figure, mean)) return { outcome: "mean", row, detail: { ids: listed(namesakes.map((one) => `${idOf(one)} (${shown(one)})`)) } };
      if (Math.abs(valueOf(row) - figure.value) <= 2 * HALF * lastPlace(figure.value, figure.decimals)) return { outcome: "last_digit", row, detail: {} };
      // Tokens a sample, say.
      const factor = rules.find.unit_factors.filter((/** @type {Words} */ { benchmark }) => benchmarksOf(cell.benchmark, cell.scenario).names.includes(folded(benchmark))).map((/** @type {{ factor: number }} */ one) => one.factor).find((/** @type {number} */ one) => [valueOf(row) / figure.value, figure.value / valueOf(row)].some((quotient) => Math.abs(quotient / one - 1) < NEAR));
      if (factor) return { outcome: "other_unit", row, detail: { factor: printed(factor, factor < 1000 && factor % 1 ? 2 : 0) } };
    }
    const [elsewhere] = figure.decimals || figure.value > 100 ? fitting(ofRound.get(cell.round) ?? []).filter(({ how }) => how === "equal") : [];
    if (elsewhere) return { outcome: "other_row", row: elsewhere.row, detail: {} };
    return row === undefined ? { outcome: candidates.length || !rounds.has(cell.round) ? "absent" : "no_benchmark", row: null, detail: {} } : { outcome: "differs", row, detail: {} };
  };

  const judgedIn = (/** @type {SheetCell} */ cell) => {
    const { outcome, row, detail } = judged(cell);
    const ours = row === null ? "" : shown(row);
    const of = row === null ? "" : nameOf(row);
    return { ...cell, outcome, row, row_id: row === null ? null : get("row_id", row), says: filled(rules.sheet.outcomes[outcome].cell, { printed: cell.printed, unit: cell.unit, ours, of, ...detail }) };
  };
  /** Results of the systems of some cells that none of them holds. @param {SheetJudged[]} found */
  const lackingOf = (found) => {
    const ids = new Set(found.map(({ round, id }) => keyOf(round, id)));
    // The same value may be listed for a result twice.
    const cellOf = (/** @type {number} */ row) => keyOf(...["round", "result_id", "benchmark", "scenario", "value"].map((name) => get(name, row)));
    const named = new Set(found.flatMap(({ row }) => (row === null ? [] : [cellOf(row)])));
    const asked = new Set(found.map((cell) => get("suite", rowsOf(cell)[0] ?? 0)));
    const lacking = all.filter((row) => get("result_id", row) !== null && ids.has(keyOf(get("round", row), idOf(row))) && asked.has(get("suite", row)) && !named.has(cellOf(row)));
    return lacking.map((row) => `${nameOf(row)}: ${shown(row)}`);
  };
  return { judgedIn, lackingOf };
};

/** The round that has most values of some cells, if it has half of them. @param {SheetCell[]} found @param {ResultTable} results */
const roundOf = (found, { rows, get }) => {
  const values = new Set(found.map(({ figure }) => figure.value));
  const having = Map.groupBy(Array.from({ length: rows }, (_none, row) => row).filter((row) => values.has(Number(get("value", row)))), (row) => String(get("round", row)));
  const [[round, most] = ["", []]] = [...having].sort(([, one], [, other]) => other.length - one.length);
  return 2 * most.length >= found.length ? round : "";
};

/** `training` gives the table of Training and HPC, whose results are times.
 * @param {ResultTable} results @param {Rules} rules @param {() => ResultTable} training */
export const sheetOf = (results, rules, training) => {
  const { headings, outcomes, scenarios, figures, total } = rules.sheet;
  const timed = (/** @type {{ unit: string }} */ { unit }) => figures.minutes.includes(folded(unit));

  /** The cells of a table that hold a result. @param {string[][]} lines @returns {SheetCell[]} */
  const cellsOf = (lines) => {
    const head = headOf(lines, headings);
    const at = headingsOf(lines[head], headings);
    const cell = (/** @type {string[]} */ line, /** @type {string} */ name) => (name in at ? line[at[name]] ?? "" : "");
    const wide = !("value" in at);
    const above = lines.slice(0, head).map(spread);
    const columns = lines[head].flatMap((unit, column) => {
      if (!wide) return [];
      const words = above.map((line) => line[column] ?? "").filter(Boolean);
      const scenario = words.find((word) => folded(word) in scenarios);
      const benchmark = words.filter((word) => word !== scenario).findLast((word) => /[a-z]/i.test(word));
      return (scenario || timed({ unit })) && benchmark && unit ? [{ column, unit, scenario: scenario ?? "", benchmark }] : [];
    });
    // Of the four lines that MLCommons' export has for a system, one is the result.
    const label = wide ? lines[head].findIndex((_cell, column) => lines.slice(head + 1, head + 9).some((line) => folded(line[column] ?? "") === folded(total))) : -1;
    /** @type {SheetCell[]} */
    const found = [];
    let held = { id: "", submitter: "", division: "", round: "", system: "" };
    lines.slice(head + 1).forEach((line, place) => {
      const id = /(\d\.\d-\d{3,4})/.exec(cell(line, "id"))?.[1] ?? "";
      if (id || cell(line, "submitter")) {
        const division = ["closed", "open"].find((name) => folded(cell(line, "division")).startsWith(name)) ?? "";
        const round = /(\d\.\d)/.exec(id || cell(line, "round"))?.[1] ?? "";
        held = { id, submitter: cell(line, "submitter"), division, round: round && `v${round}`, system: cell(line, "system") };
      }
      if (label >= 0 && folded(line[label] ?? "") !== folded(total)) return;
      const here = wide ? columns : [{ column: at.value, unit: cell(line, "unit"), scenario: cell(line, "scenario"), benchmark: cell(line, "benchmark") }];
      for (const { column, ...named } of here) {
        const figure = figureOf(line[column] ?? "");
        if (figure && named.benchmark) found.push({ ...held, ...named, figure, line: head + 2 + place, column: column + 1, printed: line[column] });
      }
    });
    return found;
  };

  /** Each cell of a table with what it comes to. @param {string} text */
  return (text) => {
    if (text.length > LONGEST) return { refused: filled(rules.sheet.too_long, { most: printed(LONGEST, 0) }) };
    const { units, minutes, other } = figures;
    const read = cellsOf(linesOf(text)).filter(({ unit }) => !unit || [...units, ...minutes, ...other].includes(folded(unit)));
    const guessed = read.some(({ round }) => round) ? "" : roundOf(read, results);
    const found = guessed ? read.map((cell) => ({ ...cell, round: guessed })) : read;
    if (!found.length) return { refused: rules.sheet.none };
    const bank = bankOf(results, rules);
    const trained = found.some(timed) ? bankOf(training(), { ...rules, ...rules.training }) : bank;
    const cells = found.map((cell) => (other.includes(folded(cell.unit))
      ? { ...cell, outcome: "not_held", row: null, row_id: null, says: filled(outcomes.not_held.cell, { unit: cell.unit }) } : (timed(cell) ? trained : bank).judgedIn(cell)));
    const counts = Object.keys(outcomes).map((name) => ({ outcome: name, cells: cells.filter(({ outcome }) => outcome === name).length, words: outcomes[name].words }));
    return { says: guessed && filled(rules.sheet.guessed, { round: guessed }), cells, lacking: bank.lackingOf(cells.filter((cell) => !timed(cell))), counts: counts.filter(({ cells: number }) => number) };
  };
};
