/* A table of results as somebody else keeps it (CSV, a table of a README, an export of MLCommons' page), cell by cell
   against ours. Its headings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { cellsOfText, figureOf, hasDecimalComma, LINES, LONGEST } from "./csv.js";
import { readingOf } from "./phrase.js";
import { line } from "./render.js";
import { spanOf } from "./spans.js";
import { asPublished, filled, kept, listed, once, printed } from "./words.js";

// Half a unit, with room for what a computer adds to it; the fewest digits that a large number is rounded to.
const [HALF, FEWEST] = [0.5 + 1e-6, 5];
// A figure of as many digits is no further from what it is rounded from, as a share.
const ROUNDED = 1e-4;
// What results of Training have in the place of a scenario; so many lines are searched for headings.
const [TRAINING, HEADS] = ["Training", 30];
// So many cells of a table are listed.
const LISTED = 300;
/** @typedef {NonNullable<ReturnType<typeof figureOf>>} SheetFigure */
/** What a table says of a cell's result. @typedef {Record<"id" | "submitter" | "division" | "round" | "system" |
 * "benchmark" | "scenario" | "unit" | "number" | "chip", string>} SheetNames */
/** @typedef {SheetNames & { per: boolean, figure: SheetFigure, line: number, column: number, printed: string }}
 * SheetCell */
/** @typedef {SheetCell & { outcome: string, row: number | null, row_id: Cell, says: string }} SheetJudged */
/** @typedef {{ says: string, cells: SheetJudged[],
 * counts: { outcome: string, cells: number, words: string }[] }} SheetAnswer */
/** What a table is read with: the rules, and readers of names and units. @typedef {{ rules: Rules,
 * named: (text: string) => Record<string, string[]>, unitOf: (text: string) => string }} SheetReader */
/** A table of results as its cells are looked up, each with the rows of its round, benchmark and scenario. @typedef
 * {SheetReader & { results: ResultTable, rowsOf: (key: string) => number[] }} SheetBank */

/** @param {unknown} text */
const folded = (text) => String(text).toLowerCase().replace(/[^a-z0-9.]/g, "");
/** A value of a record by a stranger's word. @param {Words} of @param {string} word @returns {string | undefined} */
const own = (of, word) => (Object.hasOwn(of, folded(word)) ? of[folded(word)] : undefined);

/* ---- What a table says ---- */

/** A heading without what it has in brackets, and that: Latency (s). @param {string} heading */
const parted = (heading) => {
  const [, name, inside] = /^([^([]*)[([]([^)\]]*)[)\]]/.exec(heading) ?? [];
  return inside === undefined ? [heading, ""] : [name.trim(), inside.trim()];
};

/** What a heading of values says, or null: a unit, whether it is of one accelerator, and the names of what it is of.
 * @param {SheetReader} reader @param {string} heading */
const valuesOf = ({ rules: { sheet }, named, unitOf }, heading) => {
  const words = [heading, ...parted(heading)];
  const per = words.some((word) => sheet.per.includes(word.toLowerCase()));
  const unit = words.map(unitOf).find(Boolean) ?? (sheet.other.includes(folded(heading)) ? heading : "");
  const { scenario, round, benchmark, chip, accelerators } = named(heading);
  const said = {
    unit, scenario: own(sheet.scenarios, words[1]) ?? scenario?.[0] ?? "", round: round?.[0] ?? "",
    benchmark: benchmark ? words[1] : "", chip: chip ? words[1] : "",
    number: chip && accelerators ? accelerators[0] : "",
  };
  return per || Object.values(said).some(Boolean) ? { per, ...said } : null;
};

/** Which column has which heading of the register; each is taken once, in the register's order.
 * @param {string[]} row @param {SheetReader} reader @returns {Record<string, number>} */
const headingsOf = (row, { rules: { sheet } }) =>
  Object.fromEntries(
    Object.entries(/** @type {Record<string, string[]>} */ (sheet.headings)).flatMap(([name, words]) => {
      const isSaid = (/** @type {string} */ word) => row.findIndex((cell) =>
        [cell, parted(cell)[0]].some((said) => said.toLowerCase().trim() === word));
      const at = words.map(isSaid).find((column) => column >= 0);
      return at === undefined ? [] : [[name, at]];
    }),
  );

/** The row, of the first ones, in which most headings are. @param {string[][]} lines @param {SheetReader} reader */
const headOf = (lines, reader) => {
  const counted = lines.slice(0, HEADS).map((row) => {
    const values = row.flatMap((cell, column) => (cell && valuesOf(reader, cell) ? [column] : []));
    return new Set([...Object.values(headingsOf(row, reader)), ...values]).size;
  });
  return counted.indexOf(Math.max(...counted));
};

/** Columns of values where no heading names one, with what they and the lines above say; a value of these holds until
 * the next. @param {string[][]} lines @param {number} head @param {Record<string, number>} at
 * @param {SheetReader} reader */
const valueColumns = (lines, head, at, reader) => {
  const above = lines.slice(0, head).filter((row) => row.filter(Boolean).length > 1).map((row) => {
    let last = "";
    return row.map((cell) => (last = cell || last));
  });
  const taken = Object.values(at);
  return lines[head].flatMap((heading, column) => {
    const own_ = taken.includes(column) ? null : valuesOf(reader, heading);
    if (!own_) return [];
    const higher = above.map((row) => row[column] ?? "").flatMap((word) => valuesOf(reader, word) ?? []);
    const said = [own_, ...higher.reverse()].reduceRight((all, one) =>
      ({ ...all, ...Object.fromEntries(Object.entries(one).filter(([, value]) => value)) }));
    return [{ ...said, column }];
  });
};

/** What a line says of its results. @param {(name: string) => string} cell
 * @param {Record<"round" | "benchmark" | "unit", string>} title @returns {SheetNames} */
const namesOf = (cell, title) => {
  const id = /(\d\.\d-\d{3,4})/.exec(cell("id"))?.[1] ?? "";
  const round = /(\d\.\d)/.exec(id || cell("round"))?.[1];
  return {
    id, submitter: cell("submitter"), round: round ? `v${round}` : title.round, system: cell("system"),
    division: ["closed", "open", "network"].find((name) => folded(cell("division")).startsWith(name)) ?? "",
    benchmark: cell("benchmark") || title.benchmark, scenario: cell("scenario"), unit: cell("unit") || title.unit,
    number: /^\d{1,6}$/.test(cell("number")) ? cell("number") : "", chip: cell("chip"),
  };
};

/** The cells of a table that hold a result. @param {string[][]} lines @param {string} sign
 * @param {SheetReader} reader @returns {SheetCell[]} */
const cellsOf = (lines, sign, reader) => {
  const { sheet } = reader.rules;
  const head = headOf(lines, reader);
  const heads = lines[head] ?? [];
  const at = headingsOf(heads, reader);
  const columns = "value" in at ? [{ column: at.value, ...valuesOf(reader, heads[at.value]) }]
    : valueColumns(lines, head, at, reader);
  const words = lines.slice(0, head).filter((row) => row.filter(Boolean).length === 1).flat().join(" ");
  const above = reader.named(words);
  const only = (/** @type {string[] | undefined} */ names) => (new Set(names).size === 1 ? names?.[0] ?? "" : "");
  const unit = /\bTraining\b/i.test(words) ? "minutes" : "";
  const isEach = (/** @type {string} */ said) => words.toLowerCase().includes(said);
  const per = sheet.per.some(isEach) && !columns.some((column) => column.per);
  const title = { round: only(above.round), benchmark: only(above.benchmark), unit };
  const below = lines.slice(head + 1);
  // Of the four lines that MLCommons' export has for a system, one is of results, and the first says whose they are.
  const label = heads.findIndex((_cell, column) =>
    below.slice(0, 8).some((row) => folded(row[column]) === sheet.total));
  const comma = hasDecimalComma(lines, sign);
  let held = /** @type {SheetNames} */ ({});
  return below.flatMap((row, place) => {
    const cell = (/** @type {string} */ name) => (name in at ? row[at[name]] ?? "" : "");
    if (label < 0 || cell("id") || cell("submitter")) held = namesOf(cell, title);
    if (label >= 0 && folded(row[label]) !== sheet.total) return [];
    return columns.flatMap(({ column, ...of }) => {
      const figure = figureOf(row[column] ?? "", comma);
      const said = Object.fromEntries(Object.entries(of).filter(([name, value]) =>
        value && !(name === "benchmark" && held.benchmark && held.benchmark !== title.benchmark)));
      const named = { per, ...held, ...said };
      if (!figure || !named.benchmark || (figure.unit && !reader.unitOf(figure.unit))) return [];
      const at_ = { line: head + 2 + place, column: column + 1, printed: row[column] };
      return [{ ...named, unit: figure.unit || named.unit, figure, ...at_ }];
    });
  });
};

/* ---- What our tables say ---- */

/** @param {ResultTable} results @param {SheetReader} reader @returns {SheetBank} */
const bankOf = (results, reader) => {
  const { get, columns } = results;
  const names = ["benchmark", "model"].filter((name) => name in columns);
  const ofRound = Map.groupBy(Array.from({ length: results.rows }, (_none, row) => row), (row) => get("round", row));
  const rowsOf = kept((/** @type {string} */ key) => {
    const [round, benchmark, scenario] = key.split("|");
    const known = benchmarksOf(reader, benchmark);
    return (ofRound.get(round) ?? []).filter((row) => (!scenario || get("scenario", row) === scenario)
      && (!benchmark || names.some((name) => known.includes(folded(get(name, row))))));
  });
  return { ...reader, results, rowsOf };
};

/** Names of a benchmark in our tables, as a table may call it. @param {SheetReader} reader @param {string} benchmark */
const benchmarksOf = ({ rules, named }, benchmark) => {
  const name = benchmark.replace(/-(?:datacenter|edge)$/, "").replace(/\b99\.0$/, "99").replace(/.interactive/i, "");
  const families = [own(rules.sheet.benchmarks, name) ?? name, ...(named(name).benchmark ?? [])].map(folded);
  const members = Object.entries(/** @type {Record<string, [string, string]>} */ (rules.benchmarks))
    .flatMap(([known, [family]]) => (families.includes(folded(family)) ? [folded(known)] : []));
  return [...families, folded(benchmark), ...members];
};

/** The scenario of a cell as our tables call it; empty for none, and of Training. @param {SheetBank} bank
 * @param {SheetCell} cell */
const scenarioOf = ({ rules, results }, cell) => {
  if (results.columns.scenario.words?.includes(TRAINING)) return "";
  const known = own(rules.sheet.scenarios, cell.scenario) ?? cell.scenario;
  return /interactive/i.test(cell.benchmark) && known === "Server" ? "Interactive" : known;
};

/** The rows of a cell's benchmark, scenario and round, or those of another one. @param {SheetBank} bank
 * @param {SheetCell} cell @param {string} [round] */
const rowsOf = (bank, cell, round = cell.round) =>
  bank.rowsOf([round, cell.benchmark, scenarioOf(bank, cell)].join("|"));

/** Whether a table's name of a company is that of a submitter: the same, its first word, or a name that people use.
 * @param {SheetReader} reader @param {string} said @param {Cell} name */
const sameCompany = ({ rules, named }, said, name) => {
  const plainly = (/** @type {string} */ one) => folded(one).replaceAll(".", "");
  const parts = [...String(rules.names[String(name)] ?? name).split(" + "), String(name)].map(plainly);
  const [first] = said.split(/[\s_,]+/);
  return parts.includes(plainly(said)) || (first.length > 2 && parts.includes(plainly(first)))
    || (named(said).submitter ?? []).includes(String(name));
};

/** In what a row is another than the table says. @param {SheetBank} bank @param {SheetCell} cell
 * @param {number} row @returns {string[]} */
const otherwise = (bank, cell, row) => {
  const { get } = bank.results;
  const chip = folded(cell.chip).replace(/nvl\d+/, "");
  const [product, published] = ["product", "accelerator"].map((name) => String(get(name, row)));
  const [unit, scenario] = [bank.unitOf(cell.unit), scenarioOf(bank, cell)];
  const checks = {
    submitter: !cell.submitter || sameCompany(bank, cell.submitter, get("submitter", row)),
    unit: !unit || cell.per || unit === get("unit", row) || factorOf(bank, cell, row) !== 1,
    round: !cell.round || cell.round === get("round", row),
    division: !cell.division || cell.division === get("division", row),
    number: !cell.number || get("accelerators", row) === null || Number(cell.number) === get("accelerators", row),
    chip: !chip || [product, published].some((name) => folded(name).includes(chip))
      || (bank.named(cell.chip).chip ?? []).includes(product),
    scenario: !scenario || scenario === get("scenario", row),
    benchmark: bank.rowsOf([get("round", row), cell.benchmark, ""].join("|")).includes(row),
  };
  return Object.entries(checks).filter(([, fits]) => !fits).map(([name]) => name);
};

/** What a row's value is divided by to be in the unit of a cell. @param {SheetBank} bank @param {SheetCell} cell
 * @param {number} row @returns {number} */
const factorOf = ({ results: { get }, rules: { sheet }, unitOf }, cell, row) =>
  (cell.unit === get("unit", row) ? 1 : sheet.factors[`${get("unit", row)} in ${unitOf(cell.unit)}`] ?? 1);

/** @param {SheetBank} bank @param {number} row */
const idOf = ({ results: { get } }, row) => String(get("result_id", row) ?? "").replace(/^v/, "");
/** The value of a row as a cell has it: in its unit, in total or per accelerator; NaN where it has none.
 * @param {SheetBank} bank @param {SheetCell} cell @param {number} row */
const valueOf = (bank, cell, row) =>
  Number(bank.results.get(cell.per ? "per_accelerator" : "value", row) ?? NaN)
    / factorOf(bank, cell, row) / cell.figure.scale;
/** A row in words, and its value. @param {SheetBank} bank @param {SheetCell} cell @param {number} row */
const shown = ({ results: { get } }, cell, row) => {
  const id = String(get("result_id", row) ?? "").replace(/^v/, "");
  const of = [get("submitter", row), `${get("benchmark", row)} ${get("scenario", row)}`, id].filter(Boolean).join(", ");
  const value = Number(get(cell.per ? "per_accelerator" : "value", row) ?? NaN);
  const digits = cell.per ? printed(value, 1) : asPublished(Number(value.toPrecision(10)));
  const ours = `${digits} ${get("unit", row)}${cell.per ? " per accelerator" : ""}`;
  return { of: of.replaceAll("_", " "), ours: Number.isNaN(value) ? "no result" : ours };
};

/* ---- What a cell comes to ---- */

/** @typedef {{ outcome: string, row: number | null, detail?: Record<string, unknown> }} Outcome */

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

/** @param {SheetBank} bank @param {SheetCell} cell @param {number} row */
const isNamed = ({ results: { get } }, { system }, row) =>
  system !== "" && ["system", "system_name"].some((name) => folded(get(name, row)) === folded(system));

/** The outcome of a cell whose value rows have: that with the fewest things said otherwise.
 * @param {SheetBank} bank @param {SheetCell} cell @param {number[]} rows @returns {Outcome | null} */
const having = (bank, cell, rows) => {
  const { rules, results: { get } } = bank;
  const found = rows.flatMap((row) => {
    const outcome = fits(cell.figure, valueOf(bank, cell, row));
    if (!outcome) return [];
    const apart = otherwise(bank, cell, row);
    const other = cell.id !== "" && idOf(bank, row) !== "" && idOf(bank, row) !== cell.id;
    const near = isNamed(bank, cell, row) ? 0 : 1;
    return [{ row, outcome: other ? "other_id" : outcome, apart, points: 4 * apart.length + (other ? 2 : 0) + near }];
  });
  if (!found.length) return null;
  const { row, outcome, apart } = found.reduce((best, one) => (one.points < best.points ? one : best));
  if (!apart.length) return { outcome, row, detail: { id: idOf(bank, row) } };
  const [columns, asked] = [rules.sheet.columns, /** @type {Record<string, any>} */ (cell)];
  const words = apart.map((name) =>
    `${rules.sheet.differing[name]} ${get(columns[name] ?? name, row)}, not ${asked[name]}`);
  return { outcome: "otherwise", row, detail: { differs: listed(words) } };
};

/** What a cell comes to. @param {SheetBank} bank @param {SheetCell} cell @returns {Outcome} */
const judged = (bank, cell) => {
  const { results: { get, columns }, rules } = bank;
  const candidates = rowsOf(bank, cell);
  const hit = having(bank, cell, candidates);
  if (hit) return hit;
  const theirs = candidates.filter((row) => !otherwise(bank, cell, row).length);
  const under = theirs.filter((row) => cell.id && [idOf(bank, row), get("page_id", row)].includes(cell.id));
  const named = theirs.filter((row) => isNamed(bank, cell, row));
  const [row] = under.length ? under : named.length ? named : theirs.length === 1 && !cell.id ? theirs : [];
  const span = row === undefined ? undefined : spanOf(rules, get("row_id", row));
  if (span) return { outcome: "span", row, detail: { low: printed(span.low, 2), high: printed(span.high, 2) } };
  // A value of many digits may be that of another scenario, benchmark or round.
  const { value, decimals } = cell.figure;
  const rounds = (columns.round.words ?? []).map(String);
  const every = [bank.rowsOf(`${cell.round}||`), ...rounds.map((round) => rowsOf(bank, cell, round))].flat();
  const long = value.toFixed(decimals).replace(/\D/g, "").length >= FEWEST;
  const elsewhere = every.filter((one) =>
    Math.abs(valueOf(bank, cell, one) - value) <= (long ? value * ROUNDED : 0));
  const moved = decimals || value > 100 ? having(bank, cell, elsewhere) : null;
  if (moved) return moved;
  if (row !== undefined) return { outcome: "differs", row };
  return { outcome: candidates.length || !rounds.includes(cell.round) ? "absent" : "no_benchmark", row: null };
};

/** A cell with what it comes to. @param {SheetBank} bank @param {SheetCell} cell @returns {SheetJudged} */
const judgedIn = (bank, cell) => {
  const { outcomes, other } = bank.rules.sheet;
  const { outcome, row, detail = {} } = other.includes(folded(cell.unit))
    ? /** @type {Outcome} */ ({ outcome: "not_held", row: null }) : judged(bank, cell);
  const words = row === null ? {} : shown(bank, cell, row);
  const says = filled(outcomes[outcome].cell, { printed: cell.printed, unit: cell.unit, ...words, ...detail });
  return { ...cell, outcome, row, row_id: row === null ? null : bank.results.get("row_id", row), says };
};

/** The round that has most values of some cells, if it has half of them. @param {SheetCell[]} cells
 * @param {(cell: SheetCell) => SheetBank} bankFor */
const roundOf = (cells, bankFor) => {
  const first = cells.slice(0, LISTED);
  const rounds = new Set(first.flatMap((cell) => (bankFor(cell).results.columns.round.words ?? []).map(String)));
  const counts = [...rounds].map((round) => {
    const fitting = first.filter((cell) => rowsOf(bankFor(cell), cell, round).some((row) =>
      fits(cell.figure, valueOf(bankFor(cell), cell, row)) !== null));
    return { round, most: fitting.length };
  }).sort((a, b) => b.most - a.most);
  return counts.length && 2 * counts[0].most >= first.length ? counts[0].round : "";
};

/** What a table comes to as an answer: how many cells of each outcome, and those that differ.
 * @param {SheetAnswer} found @param {Rules} rules @param {number} [most] @returns {Answer} */
export const sheetAnswer = ({ says, cells, counts }, { sheet }, most = LISTED) => {
  const { answer } = sheet;
  const differing = cells.filter(({ outcome }) => !sheet.alike.includes(outcome));
  const told = differing.slice(0, most).map((cell) => {
    const named = [cell.id, cell.submitter, cell.benchmark, cell.scenario].filter(Boolean).join(", ");
    const { line: at, printed: written, unit, says: what, row_id: id } = cell;
    const text = filled(answer.cell, { named, line: at, printed: written, unit, says: what });
    return line("source", text.replace(/\s+/g, " "), id === null ? [] : [String(id)]);
  });
  const more = differing.length - told.length;
  const lines = counts.map(({ cells: number, words: name }) => ({ name, cells: [printed(number, 0)], differs: false }));
  return {
    question: null, heading: filled(answer.heading, { cells: printed(cells.length, 0) }),
    outcome: differing.length ? "differs" : "equal",
    lines: [
      ...(says ? [line("searched", says)] : []), line("table", answer.counts, [], { heads: [answer.cells], lines }),
      ...told, ...(more > 0 ? [line("warning", filled(answer.more, { more: printed(more, 0) }))] : []),
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
  const read = readingOf(results, rules);
  const named = kept((/** @type {string} */ words) => Object.fromEntries(
    Object.entries(read(words).names).map(([category, groups]) => [category, groups.flat()])));
  const units = Object.entries(/** @type {Words} */ (sheet.units));
  const unitOf = kept((/** @type {string} */ word) =>
    units.find(([, form]) => new RegExp(form).test(folded(word)))?.[0] ?? "");
  const cells = cellsOf(lines, sign, { rules, named, unitOf });
  if (!cells.length) return { refused: filled(sheet.none, { told: sheet.told }) };
  const timed = (/** @type {SheetCell} */ { unit }) => ["minutes", "hours"].includes(unitOf(unit));
  const banks = {
    inference: once(() => bankOf(results, { rules, named, unitOf })),
    training: once(() => bankOf(training(), { rules: { ...rules, ...rules.training }, named, unitOf })),
  };
  const bankFor = (/** @type {SheetCell} */ cell) => banks[timed(cell) ? "training" : "inference"]();
  const guessed = cells.some(({ round }) => round) ? "" : roundOf(cells, bankFor);
  const found = cells.map((cell) => judgedIn(bankFor(cell), guessed ? { ...cell, round: guessed } : cell));
  const counts = Object.keys(sheet.outcomes).map((name) => ({
    outcome: name, cells: found.filter(({ outcome }) => outcome === name).length, words: sheet.outcomes[name].words,
  }));
  return {
    says: guessed && filled(sheet.guessed, { round: guessed }), cells: found,
    counts: counts.filter(({ cells: number }) => number),
  };
};
