/* A table of results as somebody else keeps it (CSV, a table of a README, an export of MLCommons' page), cell by cell
   against ours. Its headings, spellings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { cellsIn, figureOf, lastPlace, LONGEST, TELLING } from "./csv.ts";
import { readingOf } from "./phrase.ts";
import { line } from "./render.ts";
import { SECONDS } from "./scan.ts";
import { stacked } from "./tables.ts";
import { asPublished, filled, kept, listed, printed, sentence } from "./words.ts";

// Half a unit, with room for what a computer adds to it; a value that is rounded itself is this near, as a share.
const [HALF, NEAR] = [0.5 + 1e-6, 1e-3];
// So many lines are searched for headings, and so many above these say what is below.
const [HEADS, ABOVE] = [30, 5];
type Name = "id" | "submitter" | "system" | "benchmark" | "scenario" | "unit" | "number" | "nodes" | "per" | "round";
/** What a table says of a result, in its own words. */
type Said = Partial<Record<Name, string>>;
/** A cell; without a figure where that, its unit or its benchmark could not be read. */
type SheetCell = Said & Record<"line" | "column", number> & { printed: string, figure: ReturnType<typeof figureOf> };
type Sheet = ReturnType<typeof sheetWith>;
type Compared = { says: string, cells: ReturnType<typeof judgedIn>[] };

/** Letters, digits and points of a text; of v6.0 and 6.0 the same. */
const folded = kept((text: Cell) => String(text).toLowerCase().replace(/[^a-z0-9.]/g, "").replace(/^v(?=\d)/, ""));
/** What of a record is not empty. */
const filledIn = (of: Said): Said => Object.fromEntries(Object.entries(of).filter(([, value]) => value));

/** What cells are looked up with: results of every suite, and their rows of each round and benchmark; what a text
 * names, and what unit. */
const sheetWith = (inference: ResultTable, rules: Rules, training: ResultTable) => {
  const { spellings, units } = rules.sheet;
  const results = stacked(inference, training);
  const rows = Array.from({ length: results.rows }, (_none, row) => row);
  const groups = Map.groupBy(rows, (row) => ["round", "benchmark"].map((name) => results.get(name, row)).join(" "));
  const read = readingOf(rules);
  const spelt = (text: string) => Object.entries(spellings as Words)
    .reduce((said, [form, as]) => said.replace(new RegExp(form, "i"), as), text);
  const named = kept((text: string): Record<string, string[][]> => read(spelt(text)).names);
  const unitOf = kept((word: string) =>
    Object.entries(units as Words).find(([, form]) => new RegExp(form).test(folded(word)))?.[0] ?? "");
  /** A column in a unit: times are converted. */
  const numbersOf = kept((of: string) => {
    const [name, unit] = of.split("|");
    return Float64Array.from(rows, (row) => Number(results.get(name, row) ?? NaN)
      * (SECONDS[String(results.get("unit", row))] / SECONDS[unit] || 1));
  });
  return { results, rules, named, unitOf, numbersOf, groups: [...groups.values()] };
};

/** What a heading, or a line above it, says of the values below. */
const saidBy = ({ rules: { sheet }, named, unitOf }: Sheet, heading: string): Said => filledIn({
  unit: [heading, ...heading.split(/[([\])]/)].find(unitOf),
  per: new RegExp(sheet.per, "i").exec(heading)?.[0],
  ...Object.fromEntries(sheet.across.map((name: string) => [name, named(heading)[name]?.length === 1 && heading])),
});

/** Which column has which heading, of which what is in brackets does not matter; the best word for a name counts. */
const headingsOf = ({ sheet }: Rules, row: string[]): Record<string, number> => {
  const said = row.map((cell) => cell.replace(/[([].*/, "").trim().toLowerCase());
  return Object.fromEntries(Object.entries(sheet.headings as Record<string, string[]>).flatMap(([name, words]) =>
    words.map((word) => [name, said.indexOf(word)]).filter(([, at]) => at !== -1).slice(0, 1)));
};

/** Columns of values, that of results or those whose heading says of what they are, with what this and the lines above
 * say: a cell of these holds until the next, as MLCommons' export has benchmarks and scenarios. */
const valueColumns = (sheet: Sheet, lines: string[][], head: number, at: Record<string, number>) =>
  lines[head].flatMap((heading, column) => {
    const isOther = Object.values(at).includes(column) || !Object.keys(saidBy(sheet, heading)).length;
    if ("value" in at ? column !== at.value : isOther) return [];
    const said = lines.slice(Math.max(0, head - ABOVE), head + 1)
      .map((row) => saidBy(sheet, row.slice(0, column + 1).findLast(Boolean) ?? ""));
    return [{ column, of: Object.assign({}, ...said) as Said }];
  });

/** What a line says of its results: of some things only what has their form. */
const lineOf = ({ rules: { sheet }, unitOf }: Sheet, row: string[], at: Record<string, number>): Said => {
  const said: Said = Object.fromEntries(Object.entries(at).map(([name, column]) =>
    [name, new RegExp(sheet.forms[name] ?? ".*", "i").exec(row[column] ?? "")?.[0]]));
  return filledIn({ ...said, round: said.id?.slice(0, 3) ?? said.round, unit: unitOf(said.unit ?? "") && said.unit });
};

/** The cells of a table that hold a result. */
const cellsOf = (sheet: Sheet, text: string): SheetCell[] => {
  const { lines, comma } = cellsIn(text);
  const heads = lines.slice(0, HEADS).map((row) => headingsOf(sheet.rules, row));
  const head = heads.indexOf(heads.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0]);
  const columns = valueColumns(sheet, lines, head, heads[head]);
  const below = lines.slice(head + 1);
  // Of the four lines that MLCommons' export has for a system, one is of results, and the first may say alone whose.
  const isTotal = (row: string[]) => row.some((cell) => folded(cell) === sheet.rules.sheet.total);
  const isExport = below.some(isTotal);
  let held: Said = {};
  return below.flatMap((row, place) => {
    const said = lineOf(sheet, row, heads[head]);
    if (!isExport || said.id) held = said;
    return isExport && !isTotal(row) ? [] : columns.flatMap(({ column, of }) => {
      const printedAs = row[column] ?? "";
      const read = figureOf(printedAs, comma, sheet.rules.sheet.scales);
      const cell: Said = { ...of, ...held, ...filledIn({ unit: read?.unit }) };
      const figure = cell.benchmark && (!read?.unit || sheet.unitOf(read.unit)) ? read : null;
      if (/interactive/i.test(cell.benchmark ?? "") && cell.scenario === "Server") cell.scenario = "Interactive";
      // A cell that begins with a word, such as "n/a", has no result.
      const isResult = figure || /^\W*\d/.test(printedAs);
      return isResult ? [{ ...cell, figure, line: head + 2 + place, column: column + 1, printed: printedAs }] : [];
    });
  });
};

/** Whether a row is as a cell says, if it says that. Our tables have no public ID and no accelerators of some. */
const agrees = ({ results: { get }, rules, named, unitOf }: Sheet, cell: SheetCell, name: Name, row: number) => {
  const { benchmarks, sheet: { columns, unknown } } = rules;
  const said = cell[name] ?? "";
  const ours: Cell[] = columns[name].map((column: string) => get(column, row)).filter((value: Cell) => value ?? "");
  if (!said || !ours.length) return !said || unknown.includes(name);
  if (name === "unit" && unitOf(said) in SECONDS && String(ours[0]) in SECONDS) return true;
  // MLCommons' export counts those of a node.
  if (name === "number") return [1, Number(cell.nodes)].some((nodes) => Number(said) * nodes === ours[0]);
  const names: Cell[] = [unitOf(said), ...(named(said)[name] ?? []).flat()];
  return ours.some((value) =>
    folded(value) === folded(said) || names.includes(benchmarks[String(value)]?.[0] ?? value));
};

/** Rows for a cell, those most as it says first: in what each is `apart`, how `far`, and how `off` its value is. */
const ranked = (sheet: Sheet, cell: SheetCell, value: number, numbers: Float64Array, rows: number[]) => {
  const { weights } = sheet.rules.sheet;
  return rows.map((row) => {
    const apart = (Object.keys(weights) as Name[]).filter((name) => !agrees(sheet, cell, name, row));
    const far = apart.reduce((sum, name) => sum + weights[name], 0);
    const points = cell.system && agrees(sheet, cell, "system", row) ? far - 0.5 : far;
    return { row, apart, far, points, off: Math.abs(numbers[row] - value) };
  }).sort((a, b) => a.points - b.points || a.off - b.off);
};

/** What a cell comes to, and the row with which it was compared: one that has its value, as far as the digits of one of
 * them go, unless too much of that is otherwise; or else the only one that is as it says. */
const judged = (sheet: Sheet, cell: SheetCell): { outcome: string, hit?: ReturnType<typeof ranked>[number] } => {
  const { results: { get }, rules: { sheet: { farthest } }, unitOf, numbersOf, groups } = sheet;
  if (!cell.figure) return { outcome: "unread" };
  const [{ value, place }, unit] = [cell.figure, unitOf(cell.unit ?? "")];
  if (unit === "other") return { outcome: "not_held" };
  const numbers = numbersOf(`${cell.per ? "per_accelerator" : "value"}|${unit}`);
  const having: number[] = [];
  numbers.forEach((number, row) => {
    const off = Math.abs(number - value);
    if (off <= place * HALF || (off <= value * NEAR && off <= lastPlace(String(number)) * HALF)) having.push(row);
  });
  const [hit] = ranked(sheet, cell, value, numbers, having);
  if (hit?.far <= farthest[value / place >= 10 ** (TELLING - 1) ? "telling" : "short"])
    return { outcome: hit.far ? "otherwise" : hit.off ? "rounded" : "equal", hit };
  const alike = groups.filter(([row]) => agrees(sheet, cell, "round", row) && agrees(sheet, cell, "benchmark", row));
  const [first, next] = ranked(sheet, cell, value, numbers, alike.flat()).filter(({ far }) => !far);
  const isOne = first && (first.points !== next?.points || (cell.id && get("result_id", first.row)));
  if (!isOne) return { outcome: "absent" };
  return { outcome: get("value", first.row) === null ? "not_held" : "differs", hit: first };
};

/** A cell with what it comes to, in words. */
const judgedIn = (sheet: Sheet, cell: SheetCell) => {
  const { results: { get }, rules: { sheet: { columns, outcomes } } } = sheet;
  const { outcome, hit } = judged(sheet, cell);
  const of = (name: string) => (hit ? get(name, hit.row) : null);
  const value = Number(Number(of(cell.per ? "per_accelerator" : "value")).toPrecision(10));
  const whose = [of("submitter"), ["round", "benchmark", "scenario"].map(of).join(" "), of("result_id")];
  const differs = (hit?.apart ?? []).map((name) =>
    `${columns[name][0].replace("_", " ")} ${of(columns[name][0]) ?? "none"}, not ${cell[name]}`);
  const says = filled(outcomes[outcome].cell, {
    of: whose.filter(Boolean).join(", ").replaceAll("_", " "), differs: listed(differs),
    ours: `${asPublished(value)} ${of("unit")}${cell.per ? " per accelerator" : ""}`,
  });
  return { ...cell, outcome, row_id: of("row_id"), says };
};

/** What a table comes to, cell by cell; or why it cannot be read. `training` gives the table of Training and HPC. */
export const sheetOf = (inference: ResultTable, rules: Rules, training: () => ResultTable) => (text: string) => {
  const { sheet: words } = rules;
  if (text.length > LONGEST) return { refused: filled(words.too_long, { most: printed(LONGEST, 0) }) };
  const sheet = sheetWith(inference, rules, training());
  const cells = cellsOf(sheet, text);
  if (!cells.some(({ figure }) => figure)) return { refused: filled(words.none, { told: words.told }) };
  const says = cells.some(({ round }) => round) ? "" : words.every_round;
  return { says, cells: cells.map((cell) => judgedIn(sheet, cell)) };
};

/** What a table comes to as an answer: how many cells of each outcome, and those that differ. */
export const sheetAnswer = ({ says, cells }: Compared, { sheet: { answer, alike, outcomes } }: Rules): Answer => {
  const many = (name: string) => cells.filter(({ outcome }) => outcome === name).length;
  const counted = Object.keys(outcomes).filter(many).map((name) => `${printed(many(name), 0)} ${outcomes[name].words}`);
  const told = cells.filter(({ outcome }) => !alike.includes(outcome)).map((cell) => {
    const named = [cell.id, cell.submitter, cell.benchmark, cell.scenario].filter(Boolean).join(", ");
    const figure = [cell.printed, cell.figure?.unit ? "" : cell.unit].filter(Boolean).join(" ");
    const text = filled(answer.cell, { ...cell, named, figure });
    return line("source", text, cell.row_id === null ? [] : [String(cell.row_id)]);
  });
  return {
    question: null, heading: filled(answer.heading, { cells: printed(cells.length, 0) }),
    outcome: told.length ? "differs" : "equal",
    lines: [...(says ? [line("searched", says)] : []), line("verdict", sentence(listed(counted))), ...told],
  };
};
