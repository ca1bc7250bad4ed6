/* A table of results as somebody else keeps it (CSV, a table of a README, an export of MLCommons' page), cell by cell
   against ours. Its headings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { cellsOfText, figureOf, hasDecimalComma, LINES, LONGEST } from "./csv.ts";
import { readingOf } from "./phrase.ts";
import { line } from "./render.ts";
import { stacked } from "./tables.ts";
import { asPublished, filled, kept, listed, printed } from "./words.ts";

// Half a unit, with room for what a computer adds to it; the fewest digits that a large number is rounded to, or that
// say of a value alone which one it is.
const [HALF, FEWEST] = [0.5 + 1e-6, 5];
// A figure of as many digits is no further from what it is cut from, as a share; a value further than this is another.
const [CUT, NEAR] = [1e-4, 1e-3];
// So many lines are searched for headings; so many cells of a table are listed.
const [HEADS, LISTED] = [30, 300];
/** What a table says of a cell's result. */
type Said = Partial<Record<Name, string>>;
type Name = "id" | "submitter" | "division" | "round" | "system" | "benchmark" | "scenario" | "unit" | "number"
  | "chip";
type SheetCell = Said & {
  benchmark: string, per: boolean, figure: NonNullable<ReturnType<typeof figureOf>>,
  line: number, column: number, printed: string,
};
type SheetAnswer = {
  says: string, cells: (SheetCell & { outcome: string, row_id: Cell, says: string })[],
  counts: { outcome: string, cells: number, words: string }[],
};
/** What cells are looked up in: results of every suite and the numbers of their columns, readers of names and units,
 * and the rows of a round and benchmark, one of which may be empty. */
type Sheet = {
  results: ResultTable, rules: Rules, named: (text: string) => Record<string, string[]>,
  unitOf: (text: string) => string, rowsOf: (key: string) => Set<number>, numbersOf: (name: string) => Float64Array,
};

const folded = (text: unknown) => String(text ?? "").toLowerCase().replace(/[^a-z0-9.]/g, "");
/** A scenario of our tables by a stranger's spelling. */
const scenarioNamed = ({ rules: { sheet } }: Sheet, said: string): string | undefined =>
  sheet.scenarios.find((name: string) => folded(name) === folded(said));
/** What of a record is not empty. */
const filledIn = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value)) as Partial<T>;

/* ---- What a table says ---- */

/** A heading without what it has in brackets, and that: Latency (s). */
const parted = (heading: string) => {
  const [, name, inside] = /^([^([]*)[([]([^)\]]*)[)\]]/.exec(heading) ?? [];
  return inside === undefined ? [heading, ""] : [name.trim(), inside.trim()];
};

/** Whether a unit is of a measure that our tables do not hold. */
const isOther = ({ sheet }: Rules, unit: string) => new RegExp(sheet.other).test(folded(unit));

/** What a heading of values says: a unit, whether it is of one accelerator, and the names of what it is of. */
const valuesOf = (sheet: Sheet, heading: string) => {
  const { rules, named, unitOf } = sheet;
  const words = [heading, ...parted(heading)];
  const { scenario, round, benchmark, chip, accelerators } = heading ? named(heading) : {} as Record<string, string[]>;
  return filledIn({
    per: words.some((word) => rules.sheet.per.includes(word.toLowerCase())),
    unit: words.map(unitOf).find(Boolean) ?? (isOther(rules, heading) ? heading : ""),
    scenario: scenarioNamed(sheet, words[1]) ?? scenario?.[0], round: round?.[0],
    benchmark: benchmark && words[1], chip: chip && words[1], number: chip && accelerators?.[0],
  });
};

/** Which column has which heading of the register; each is taken once, in the register's order. */
const headingsOf = ({ rules: { sheet } }: Sheet, row: string[] = []): Record<string, number> => {
  const said = row.map((cell) => [cell, parted(cell)[0]].map((text) => text.toLowerCase().trim()));
  const found = Object.entries(sheet.headings as Record<string, string[]>).map(([name, words]) =>
    [name, words.map((word) => said.findIndex((cell) => cell.includes(word))).find((at) => at >= 0)]);
  return Object.fromEntries(found.filter(([, at]) => at !== undefined));
};

/** Columns of values with what their heading says; where none is called a result, also with what the lines above say,
 * of which a value holds until the next. */
const valueColumns = (sheet: Sheet, lines: string[][], head: number, at: Record<string, number>) => {
  const heads = lines[head] ?? [];
  if ("value" in at) return [{ column: at.value, ...valuesOf(sheet, heads[at.value]) }];
  const above = lines.slice(0, head).filter((row) => row.filter(Boolean).length > 1).map((row) => {
    let last = "";
    return row.map((cell) => (last = cell || last));
  });
  return heads.flatMap((heading, column) => {
    const said = Object.values(at).includes(column) ? {} : valuesOf(sheet, heading);
    if (!Object.keys(said).length) return [];
    return [{ ...Object.assign({}, ...above.map((row) => valuesOf(sheet, row[column] ?? ""))), ...said, column }];
  });
};

/** What the words above a table say of all its cells. */
const titleOf = ({ rules: { sheet }, named }: Sheet, above: string[][]) => {
  const words = above.filter((row) => row.filter(Boolean).length === 1).flat().join(" ");
  const { round, benchmark } = named(words);
  const only = (names: string[] = []) => (new Set(names).size === 1 ? names[0] : "");
  return filledIn({
    per: sheet.per.some((said: string) => words.toLowerCase().includes(said)),
    round: only(round), benchmark: only(benchmark), unit: /\bTraining\b/i.test(words) ? "minutes" : "",
  });
};

/** What a line says of its results. */
const lineOf = (row: string[], at: Record<string, number>): Said => {
  const said: Words = Object.fromEntries(Object.entries(at).map(([name, column]) => [name, row[column] ?? ""]));
  const id = /(\d\.\d-\d{3,4})/.exec(said.id)?.[1];
  const round = /(\d\.\d)/.exec(id ?? said.round)?.[1];
  return filledIn({
    ...said, id, round: round && `v${round}`, number: /^\d{1,6}$/.test(said.number) ? said.number : "",
    division: ["closed", "open", "network"].find((name) => folded(said.division).startsWith(name)),
    // What a table says of a system without accelerators.
    chip: /^(na|none)/.test(folded(said.chip)) ? "" : said.chip,
  });
};

/** The cells of a table that hold a result. */
const cellsOf = (sheet: Sheet, lines: string[][], sign: string): SheetCell[] => {
  const { total } = sheet.rules.sheet;
  const counted = lines.slice(0, HEADS).map((row) => Object.keys(headingsOf(sheet, row)).length);
  const head = counted.indexOf(Math.max(...counted));
  const at = headingsOf(sheet, lines[head]);
  const [columns, title] = [valueColumns(sheet, lines, head, at), titleOf(sheet, lines.slice(0, head))];
  if (columns.some(({ per }) => per)) delete title.per;
  const below = lines.slice(head + 1);
  // Of the four lines that MLCommons' export has for a system, one is of results, and the first says whose they are.
  const label = (lines[head] ?? []).findIndex((_cell, column) =>
    below.slice(0, 8).some((row) => folded(row[column]) === total));
  const comma = hasDecimalComma(lines, sign);
  let held: Said = {};
  return below.flatMap((row, place) => {
    if (label < 0 || row[at.id] || row[at.submitter]) held = lineOf(row, at);
    if (label >= 0 && folded(row[label]) !== total) return [];
    return columns.flatMap(({ column, ...of }) => {
      const figure = figureOf(row[column] ?? "", comma);
      const said = { per: false, ...title, ...held, ...of };
      const benchmark = held.benchmark ?? said.benchmark;
      if (!figure || !benchmark || (figure.unit && !sheet.unitOf(figure.unit))) return [];
      const where = { line: head + 2 + place, column: column + 1, printed: row[column] };
      return [{ ...said, benchmark, ...filledIn({ unit: figure.unit }), figure, ...where }];
    });
  });
};

/* ---- What our tables say ---- */

/** Names of a benchmark in our tables, as a table may call it. */
const benchmarksOf = (rules: Rules, named: Sheet["named"], benchmark: string) => {
  const name = benchmark.replace(/-(?:datacenter|edge)$/, "").replace(/\b99\.0$/, "99").replace(/.interactive/i, "");
  // MLCommons' export of Training calls RetinaNet by what it is trained as.
  const families = [name.replace(/^ssd$/i, "retinanet"), ...(named(name).benchmark ?? [])].map(folded);
  const every = Object.entries({ ...rules.benchmarks, ...(rules.training.benchmarks as Rules["benchmarks"]) });
  const members = every.filter(([, [family]]) => families.includes(folded(family)));
  return [...families, folded(benchmark), ...members.map(([known]) => folded(known))];
};

/** The rows of a key: a round, which may be empty, and a benchmark. */
const searching = ({ rows, get }: ResultTable, rules: Rules, named: Sheet["named"]) => {
  const every = Array.from({ length: rows }, (_none, row) => row);
  const ofRound = Map.groupBy(every, (row) => get("round", row));
  return kept((key: string) => {
    const [round, ...benchmark] = key.split("|");
    const known = benchmarksOf(rules, named, benchmark.join("|"));
    return new Set((round ? ofRound.get(round) ?? [] : every)
      .filter((row) => ["benchmark", "model"].some((name) => known.includes(folded(get(name, row))))));
  });
};

/** The scenario of a cell as our tables call it; of Training there is none. */
const scenarioOf = (sheet: Sheet, { unit = "", scenario = "", benchmark }: SheetCell) => {
  if (["minutes", "hours"].includes(sheet.unitOf(unit))) return "";
  const known = scenarioNamed(sheet, scenario) ?? scenario;
  return /interactive/i.test(benchmark) && known === "Server" ? "Interactive" : known;
};

/** Whether a table's name of a company is that of a submitter: the same, its first word, or a name that people use. */
const sameCompany = ({ rules, named }: Sheet, said: string, name: Cell) => {
  const plainly = (one: string) => folded(one).replaceAll(".", "");
  const parts = [...String(rules.names[String(name)] ?? name).split(" + "), String(name)].map(plainly);
  const [first] = said.split(/[\s_,]+/);
  return parts.includes(plainly(said)) || (first.length > 2 && parts.includes(plainly(first)))
    || (named(said).submitter ?? []).includes(String(name));
};

const idOf = ({ results: { get } }: Sheet, row: number) => String(get("result_id", row) ?? "").replace(/^v/, "");

/** What a row's value is divided by to be in the unit of a cell. */
const factorOf = ({ results: { get }, rules, unitOf }: Sheet, { unit = "" }: SheetCell, row: number): number =>
  (unit === get("unit", row) ? 1 : rules.sheet.factors[`${get("unit", row)} in ${unitOf(unit)}`] ?? 1);

/** In what a row is another than the table says. */
const otherwise = (sheet: Sheet, cell: SheetCell, row: number): (Name)[] => {
  const of = (name: string) => sheet.results.get(name, row);
  const chip = folded(cell.chip).replace(/nvl\d+/, "");
  const [unit, scenario] = [sheet.unitOf(cell.unit ?? ""), scenarioOf(sheet, cell)];
  const checks: Partial<Record<Name, boolean>> = {
    round: !cell.round || cell.round === of("round"),
    benchmark: sheet.rowsOf(`${of("round")}|${cell.benchmark}`).has(row),
    scenario: !scenario || scenario === of("scenario"),
    id: !cell.id || ["", cell.id].includes(idOf(sheet, row)),
    submitter: !cell.submitter || sameCompany(sheet, cell.submitter, of("submitter")),
    unit: !unit || cell.per || unit === of("unit") || factorOf(sheet, cell, row) !== 1,
    division: !cell.division || cell.division === of("division"),
    number: !cell.number || of("accelerators") === null || Number(cell.number) === of("accelerators"),
    chip: !chip || [of("product"), of("accelerator")].some((name) => folded(name).includes(chip))
      || (sheet.named(cell.chip ?? "").chip ?? []).includes(String(of("product"))),
  };
  return (Object.keys(checks) as (Name)[]).filter((name) => !checks[name]);
};

/* ---- What a cell comes to ---- */

/** The place of the last digit that counts: of some decimals, or of the last that is not 0 where five come before
 * it. */
const lastPlace = (value: number, decimals: number) => {
  const digits = value.toFixed(Math.min(20, Math.max(decimals, String(value).split(".")[1]?.length ?? 0)));
  const fraction = digits.split(".")[1]?.length ?? 0;
  const significant = digits.replace(/^0\.0*|\./g, "");
  const zeros = significant.length - significant.replace(/0+$/, "").length;
  return 10 ** (Math.max(0, Math.min(zeros, significant.length - FEWEST)) - fraction);
};

/** Whether a figure is a value, or as far as the digits of one of them go. */
const fits = ({ value: figure, decimals }: SheetCell["figure"], value: number) => {
  if (figure === value) return "equal";
  const theirs = lastPlace(figure, decimals);
  const [apart, room] = [value - figure, Math.max(theirs, lastPlace(value, 0)) * HALF];
  return Math.abs(apart) <= room || (apart > 0 && apart < Math.min(theirs, value * CUT)) ? "rounded" : null;
};

const isNamed = ({ results: { get } }: Sheet, { system }: SheetCell, row: number) =>
  Boolean(system) && ["system", "system_name"].some((name) => folded(get(name, row)) === folded(system));

/** The rows that have the value of a cell, that with the fewest things said otherwise first; of another round, scenario
 * or benchmark only where the figure's digits say which value it is, and hardly anything else is otherwise. */
const having = (sheet: Sheet, cell: SheetCell) => {
  const { value, decimals, scale } = cell.figure;
  const numbers = sheet.numbersOf(cell.per ? "per_accelerator" : "value");
  const factors = sheet.rules.sheet.factors as Record<string, number>;
  const room = Math.max(value * NEAR, lastPlace(value, decimals));
  const telling = (decimals > 0 || value > 100) && value.toFixed(decimals).replace(/\D/g, "").length >= FEWEST;
  const found = [1, ...Object.values(factors)].flatMap((factor) => {
    const rows: number[] = [];
    numbers.forEach((number, row) => { if (Math.abs(number / factor / scale - value) <= room) rows.push(row); });
    return rows.filter((row) => factorOf(sheet, cell, row) === factor).flatMap((row) => {
      const outcome = fits(cell.figure, numbers[row] / factor / scale);
      const apart = outcome ? otherwise(sheet, cell, row) : [];
      const isFar = ["round", "benchmark", "scenario"].some((name) => apart.includes(name as Name));
      if (!outcome || (isFar && (!telling || apart.length > 2))) return [];
      const points = 4 * apart.length + (isFar ? 2 : 0) + (isNamed(sheet, cell, row) ? 0 : 1)
        + (outcome === "equal" ? 0 : 0.5);
      return [{ row, outcome, apart, points }];
    });
  });
  return found.sort((a, b) => a.points - b.points);
};

/** The row that a cell is of, by its ID, its system, or because no other is as the table says. */
const rowOf = (sheet: Sheet, cell: SheetCell) => {
  const theirs = [...sheet.rowsOf(`${cell.round ?? ""}|${cell.benchmark}`)]
    .filter((row) => otherwise(sheet, cell, row).every((name) => name === "id"));
  const ids = (row: number) => [idOf(sheet, row), sheet.results.get("page_id", row)];
  const under = theirs.find((row) => cell.id && ids(row).includes(cell.id));
  const alone = theirs.length === 1 && !cell.id ? theirs[0] : null;
  return under ?? theirs.find((row) => isNamed(sheet, cell, row)) ?? alone;
};

/** What a cell comes to, and the row with which it was compared. */
const judged = (sheet: Sheet, cell: SheetCell): { outcome: string, row: number | null, differs?: string } => {
  const { columns } = sheet.rules.sheet;
  const { get } = sheet.results;
  if (isOther(sheet.rules, cell.unit ?? "")) return { outcome: "not_held", row: null };
  const [hit] = having(sheet, cell);
  if (!hit) {
    const row = rowOf(sheet, cell);
    return { outcome: row === null ? "absent" : get("value", row) === null ? "not_held" : "differs", row };
  }
  if (!hit.apart.length) return hit;
  const differs = hit.apart.map((name) => {
    const column = columns[name] ?? name;
    return `${column.replace("_", " ")} ${get(column, hit.row) ?? "none"}, not ${cell[name]}`;
  });
  return { outcome: "otherwise", row: hit.row, differs: listed(differs) };
};

/** A cell with what it comes to, in words. */
const judgedIn = (sheet: Sheet, cell: SheetCell) => {
  const { get } = sheet.results;
  const { outcome, row, differs } = judged(sheet, cell);
  const value = row === null ? null : get(cell.per ? "per_accelerator" : "value", row);
  const digits = cell.per ? printed(Number(value), 1) : asPublished(Number(Number(value).toPrecision(10)));
  const cellOf = (of: number) => ["round", "benchmark", "scenario"].map((name) => get(name, of)).join(" ");
  const whose = row === null ? [] : [get("submitter", row), cellOf(row), idOf(sheet, row)];
  const says = filled(sheet.rules.sheet.outcomes[outcome].cell, {
    of: whose.filter(Boolean).join(", ").replaceAll("_", " "), differs,
    ours: `${digits} ${row === null ? "" : get("unit", row)}${cell.per ? " per accelerator" : ""}`,
  });
  return { ...cell, outcome, row_id: row === null ? null : get("row_id", row), says };
};

/** What a table comes to as an answer: how many cells of each outcome, and those that differ. */
export const sheetAnswer = ({ says, cells, counts }: SheetAnswer, { sheet }: Rules, most: number = LISTED): Answer => {
  const { answer } = sheet;
  const differing = cells.filter(({ outcome }) => !sheet.alike.includes(outcome));
  const told = differing.slice(0, most).map((cell) => {
    const named = [cell.id, cell.submitter, cell.benchmark, cell.scenario].filter(Boolean).join(", ");
    const text = filled(answer.cell, { unit: "", ...cell, named });
    return line("source", text.replace(/\s+/g, " "), cell.row_id === null ? [] : [String(cell.row_id)]);
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

/** What a table comes to, cell by cell; or why it cannot be read. `training` gives the table of Training and HPC. */
export const sheetOf = (inference: ResultTable, rules: Rules, training: () => ResultTable) => (text: string) => {
  const { sheet: words } = rules;
  if (text.length > LONGEST) return { refused: filled(words.too_long, { most: printed(LONGEST, 0) }) };
  const { lines, sign } = cellsOfText(text);
  if (lines.length > LINES + 1) return { refused: filled(words.too_many, { most: printed(LINES, 0) }) };
  const read = readingOf(rules);
  const named = kept((said: string) => Object.fromEntries(
    Object.entries(read(said).names).map(([category, groups]) => [category, groups.flat()])));
  const units = Object.entries(words.units as Words).map(([unit, form]) => ({ unit, form: new RegExp(form) }));
  const unitOf = kept((word: string) => units.find(({ form }) => form.test(folded(word)))?.unit ?? "");
  const results = stacked(inference, training());
  const numbersOf = kept((name: string) =>
    Float64Array.from({ length: results.rows }, (_none, row) => Number(results.get(name, row) ?? NaN)));
  const sheet = { results, rules, named, unitOf, rowsOf: searching(results, rules, named), numbersOf };
  const cells = cellsOf(sheet, lines, sign);
  if (!cells.length) return { refused: filled(words.none, { told: words.told }) };
  const found = cells.map((cell) => judgedIn(sheet, cell));
  const counts = Object.keys(words.outcomes).map((outcome) => ({
    outcome, cells: found.filter((cell) => cell.outcome === outcome).length, words: words.outcomes[outcome].words,
  }));
  return {
    says: cells.some(({ round }) => round) ? "" : words.every_round, cells: found,
    counts: counts.filter(({ cells: number }) => number),
  };
};
