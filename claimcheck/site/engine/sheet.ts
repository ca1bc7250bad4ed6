/* A table of results as somebody else keeps it (CSV, a table of a README, an export of MLCommons' page), cell by cell
   against ours. Its headings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { cellsOfText, figureOf, hasDecimalComma, LINES, LONGEST } from "./csv.ts";
import { readingOf } from "./phrase.ts";
import { line } from "./render.ts";
import { spanOf } from "./spans.ts";
import { stacked } from "./tables.ts";
import { asPublished, filled, kept, listed, printed } from "./words.ts";

// Half a unit, with room for what a computer adds to it; the fewest digits that a large number is rounded to.
const [HALF, FEWEST] = [0.5 + 1e-6, 5];
// A figure of as many digits is no further from what it is rounded from, as a share.
const ROUNDED = 1e-4;
// So many lines are searched for headings; so many cells of a table are listed, or say of which round it is.
const [HEADS, LISTED] = [30, 300];
const NAMES = [
  "id", "submitter", "division", "round", "system", "benchmark", "scenario", "unit", "number", "chip",
] as const;
/** What a table says of a cell's result. */
type SheetNames = Record<typeof NAMES[number], string>;
type SheetFigure = NonNullable<ReturnType<typeof figureOf>>;
type SheetCell = SheetNames & { per: boolean, figure: SheetFigure, line: number, column: number, printed: string };
type SheetJudged = SheetCell & { outcome: string, row: number | null, row_id: Cell, says: string };
type SheetAnswer = {
  says: string, cells: SheetJudged[], counts: { outcome: string, cells: number, words: string }[],
};
/** What cells are looked up in: results of every suite, readers of names and units, and the rows of a benchmark,
 * scenario and round of Training or not. */
type Sheet = {
  results: ResultTable, rules: Rules, named: (text: string) => Record<string, string[]>,
  unitOf: (text: string) => string, rowsOf: (key: string) => number[],
};

const folded = (text: unknown) => String(text).toLowerCase().replace(/[^a-z0-9.]/g, "");
/** A value of a record by a stranger's word. */
const own = (of: Words, word: string): string | undefined =>
  (Object.hasOwn(of, folded(word)) ? of[folded(word)] : undefined);
/** What of a record is not empty. */
const filledIn = <T extends object>(of: T): Partial<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value)) as Partial<T>;

/* ---- What a table says ---- */

/** A heading without what it has in brackets, and that: Latency (s). */
const parted = (heading: string) => {
  const [, name, inside] = /^([^([]*)[([]([^)\]]*)[)\]]/.exec(heading) ?? [];
  return inside === undefined ? [heading, ""] : [name.trim(), inside.trim()];
};

/** What a heading of values says: a unit, whether it is of one accelerator, and the names of what it is of. */
const valuesOf = ({ rules: { sheet }, named, unitOf }: Sheet, heading: string) => {
  const words = [heading, ...parted(heading)];
  const { scenario, round, benchmark, chip, accelerators } = heading ? named(heading) : {} as Record<string, string[]>;
  return filledIn({
    per: words.some((word) => sheet.per.includes(word.toLowerCase())),
    unit: words.map(unitOf).find(Boolean) ?? (sheet.other.includes(folded(heading)) ? heading : ""),
    scenario: own(sheet.scenarios, words[1]) ?? scenario?.[0], round: round?.[0],
    benchmark: benchmark && words[1], chip: chip && words[1], number: chip && accelerators?.[0],
  });
};

/** Which column has which heading of the register; each is taken once, in the register's order. */
const headingsOf = ({ rules: { sheet } }: Sheet, row: string[]): Record<string, number> => {
  const said = row.map((cell) => [cell, parted(cell)[0]].map((text) => text.toLowerCase().trim()));
  const found = Object.entries(sheet.headings as Record<string, string[]>).map(([name, words]) =>
    [name, words.map((word) => said.findIndex((cell) => cell.includes(word))).find((at) => at >= 0)]);
  return Object.fromEntries(found.filter(([, at]) => at !== undefined));
};

/** The row, of the first ones, in which most headings are. */
const headOf = (sheet: Sheet, lines: string[][]) => {
  const counted = lines.slice(0, HEADS).map((row) => new Set([
    ...Object.values(headingsOf(sheet, row)),
    ...row.flatMap((cell, column) => (Object.keys(valuesOf(sheet, cell)).length ? [column] : [])),
  ]).size);
  return counted.indexOf(Math.max(...counted));
};

/** Columns of values, where no heading names one with what they and the lines above say, of which a value holds until
 * the next. */
const valueColumns = (sheet: Sheet, lines: string[][], head: number, at: Record<string, number>) => {
  const heads = lines[head] ?? [];
  if ("value" in at) return [{ column: at.value, ...valuesOf(sheet, heads[at.value]) }];
  const above = lines.slice(0, head).filter((row) => row.filter(Boolean).length > 1).map((row) => {
    let last = "";
    return row.map((cell) => (last = cell || last));
  });
  const taken = Object.values(at);
  return heads.flatMap((heading, column) => {
    const said = taken.includes(column) ? {} : valuesOf(sheet, heading);
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
const lineOf = (cell: (name: string) => string) => {
  const id = /(\d\.\d-\d{3,4})/.exec(cell("id"))?.[1];
  const round = /(\d\.\d)/.exec(id ?? cell("round"))?.[1];
  return filledIn({
    ...Object.fromEntries(NAMES.map((name) => [name, cell(name)])), id, round: round && `v${round}`,
    division: ["closed", "open", "network"].find((name) => folded(cell("division")).startsWith(name)),
    number: /^\d{1,6}$/.test(cell("number")) ? cell("number") : "",
  } as Partial<SheetNames>);
};

/** The cells of a table that hold a result. */
const cellsOf = (sheet: Sheet, lines: string[][], sign: string): SheetCell[] => {
  const { total } = sheet.rules.sheet;
  const head = headOf(sheet, lines);
  const at = headingsOf(sheet, lines[head] ?? []);
  const [columns, title] = [valueColumns(sheet, lines, head, at), titleOf(sheet, lines.slice(0, head))];
  if (columns.some(({ per }) => per)) delete title.per;
  const below = lines.slice(head + 1);
  // Of the four lines that MLCommons' export has for a system, one is of results, and the first says whose they are.
  const label = (lines[head] ?? []).findIndex((_cell, column) =>
    below.slice(0, 8).some((row) => folded(row[column]) === total));
  const comma = hasDecimalComma(lines, sign);
  let held: Partial<SheetNames> = {};
  return below.flatMap((row, place) => {
    const cell = (name: string) => row[at[name]] ?? "";
    if (label < 0 || cell("id") || cell("submitter")) held = lineOf(cell);
    if (label >= 0 && folded(row[label]) !== total) return [];
    return columns.flatMap(({ column, ...of }) => {
      const figure = figureOf(row[column] ?? "", comma);
      const benchmark = held.benchmark ?? of.benchmark ?? title.benchmark;
      if (!figure || !benchmark || (figure.unit && !sheet.unitOf(figure.unit))) return [];
      return [{
        ...Object.fromEntries(NAMES.map((name) => [name, ""])) as SheetNames, per: false, ...title, ...held, ...of,
        benchmark, ...filledIn({ unit: figure.unit }), figure,
        line: head + 2 + place, column: column + 1, printed: row[column],
      }];
    });
  });
};

/* ---- What our tables say ---- */

/** Whether a cell is of a time to train. */
const isTimed = ({ unitOf }: Sheet, { unit }: SheetCell) => ["minutes", "hours"].includes(unitOf(unit));

/** Names of a benchmark in our tables, as a table may call it. */
const benchmarksOf = ({ rules, named }: Pick<Sheet, "rules" | "named">, benchmark: string) => {
  const name = benchmark.replace(/-(?:datacenter|edge)$/, "").replace(/\b99\.0$/, "99").replace(/.interactive/i, "");
  const families = [own(rules.sheet.benchmarks, name) ?? name, ...(named(name).benchmark ?? [])].map(folded);
  const every = Object.entries({ ...rules.benchmarks, ...(rules.training.benchmarks as Rules["benchmarks"]) });
  const members = every.filter(([, [family]]) => families.includes(folded(family)));
  return [...families, folded(benchmark), ...members.map(([known]) => folded(known))];
};

/** The rows of a key: a round, benchmark and scenario, any of which may be empty, and whether they are of Training. */
const searching = (results: ResultTable, reader: Pick<Sheet, "rules" | "named">) => {
  const { get, rows } = results;
  const every = Array.from({ length: rows }, (_none, row) => row);
  const trains = (row: number) => get("edition", row) !== null;
  const ofRound = Map.groupBy(every, (row) => `${get("round", row)}|${trains(row)}`);
  return kept((key: string) => {
    const [round, benchmark, scenario, timed] = key.split("|");
    const known = benchmarksOf(reader, benchmark);
    return (ofRound.get(`${round}|${timed}`) ?? []).filter((row) => (!scenario || get("scenario", row) === scenario)
      && (!benchmark || ["benchmark", "model"].some((name) => known.includes(folded(get(name, row))))));
  });
};

/** The scenario of a cell as our tables call it; empty for none, and of Training. */
const scenarioOf = (sheet: Sheet, cell: SheetCell) => {
  if (isTimed(sheet, cell)) return "";
  const known = own(sheet.rules.sheet.scenarios, cell.scenario) ?? cell.scenario;
  return /interactive/i.test(cell.benchmark) && known === "Server" ? "Interactive" : known;
};

/** The rows of a cell's benchmark, scenario and round, or those of others. */
const rowsOf = (sheet: Sheet, cell: SheetCell, round = cell.round, benchmark = cell.benchmark,
  scenario = scenarioOf(sheet, cell)) => sheet.rowsOf([round, benchmark, scenario, isTimed(sheet, cell)].join("|"));

/** Whether a table's name of a company is that of a submitter: the same, its first word, or a name that people use. */
const sameCompany = ({ rules, named }: Sheet, said: string, name: Cell) => {
  const plainly = (one: string) => folded(one).replaceAll(".", "");
  const parts = [...String(rules.names[String(name)] ?? name).split(" + "), String(name)].map(plainly);
  const [first] = said.split(/[\s_,]+/);
  return parts.includes(plainly(said)) || (first.length > 2 && parts.includes(plainly(first)))
    || (named(said).submitter ?? []).includes(String(name));
};

/** What a row's value is divided by to be in the unit of a cell. */
const factorOf = ({ results: { get }, rules: { sheet }, unitOf }: Sheet, cell: SheetCell, row: number): number =>
  (cell.unit === get("unit", row) ? 1 : sheet.factors[`${get("unit", row)} in ${unitOf(cell.unit)}`] ?? 1);

/** In what a row is another than the table says. */
const otherwise = (sheet: Sheet, cell: SheetCell, row: number): string[] => {
  const of = (name: string) => sheet.results.get(name, row);
  const chip = folded(cell.chip).replace(/nvl\d+/, "");
  const chips = [of("product"), of("accelerator")].map(folded);
  const [unit, scenario] = [sheet.unitOf(cell.unit), scenarioOf(sheet, cell)];
  const checks = {
    submitter: !cell.submitter || sameCompany(sheet, cell.submitter, of("submitter")),
    unit: !unit || cell.per || unit === of("unit") || factorOf(sheet, cell, row) !== 1,
    round: !cell.round || cell.round === of("round"),
    division: !cell.division || cell.division === of("division"),
    number: !cell.number || of("accelerators") === null || Number(cell.number) === of("accelerators"),
    chip: !chip || chips.some((name) => name.includes(chip))
      || (sheet.named(cell.chip).chip ?? []).includes(String(of("product"))),
    scenario: !scenario || scenario === of("scenario"),
    benchmark: rowsOf(sheet, cell, String(of("round")), cell.benchmark, "").includes(row),
  };
  return Object.entries(checks).filter(([, fits]) => !fits).map(([name]) => name);
};

const idOf = ({ results: { get } }: Sheet, row: number) => String(get("result_id", row) ?? "").replace(/^v/, "");

/** What a cell is compared with of a row: its result, in total or per accelerator; NaN where it has none. */
const publishedOf = ({ results: { get } }: Sheet, { per }: SheetCell, row: number) =>
  Number(get(per ? "per_accelerator" : "value", row) ?? NaN);
/** The same as a cell has it: in its unit, and in thousands. */
const valueOf = (sheet: Sheet, cell: SheetCell, row: number) =>
  publishedOf(sheet, cell, row) / factorOf(sheet, cell, row) / cell.figure.scale;

/** A row in words, and its value. */
const shown = (sheet: Sheet, cell: SheetCell, row: number) => {
  const { get } = sheet.results;
  const of = [get("submitter", row), `${get("benchmark", row)} ${get("scenario", row)}`, idOf(sheet, row)];
  const value = publishedOf(sheet, cell, row);
  const digits = cell.per ? printed(value, 1) : asPublished(Number(value.toPrecision(10)));
  const ours = `${digits} ${get("unit", row)}${cell.per ? " per accelerator" : ""}`;
  return { of: of.filter(Boolean).join(", ").replaceAll("_", " "), ours: Number.isNaN(value) ? "no result" : ours };
};

/* ---- What a cell comes to ---- */

type Outcome = { outcome: string, row: number | null, detail?: Record<string, unknown> };

/** The place of the last digit that counts: of some decimals, or of the last that is not 0 where five come before
 * it. */
const lastPlace = (value: number, decimals: number) => {
  const digits = value.toFixed(Math.min(20, Math.max(decimals, String(value).split(".")[1]?.length ?? 0)));
  const fraction = digits.split(".")[1]?.length ?? 0;
  const significant = digits.replace(/^0\.0*|\./g, "");
  const zeros = significant.length - significant.replace(/0+$/, "").length;
  return 10 ** (Math.max(0, Math.min(zeros, significant.length - FEWEST)) - fraction);
};

/** Whether a figure is a value as its last digit shows it, or as far as the value's digits go. */
const fits = ({ value: figure, decimals }: SheetFigure, value: number) => {
  if (figure === value) return "equal";
  const [apart, theirs] = [value - figure, lastPlace(figure, decimals)];
  if (Math.abs(apart) <= theirs * HALF) return "rounded";
  if (Math.abs(apart) <= lastPlace(value, 0) * HALF) return "more_digits";
  return apart > 0 && apart < theirs ? "cut" : null;
};

const isNamed = ({ results: { get } }: Sheet, { system }: SheetCell, row: number) =>
  system !== "" && ["system", "system_name"].some((name) => folded(get(name, row)) === folded(system));

/** The outcome of a cell whose value rows have: that with the fewest things said otherwise. */
const having = (sheet: Sheet, cell: SheetCell, rows: number[]): Outcome | null => {
  const { differing, columns } = sheet.rules.sheet;
  const found = rows.flatMap((row) => {
    const outcome = fits(cell.figure, valueOf(sheet, cell, row));
    if (!outcome) return [];
    const [apart, id] = [otherwise(sheet, cell, row), idOf(sheet, row)];
    const other = cell.id !== "" && id !== "" && id !== cell.id;
    const points = 4 * apart.length + (other ? 2 : 0) + (isNamed(sheet, cell, row) ? 0 : 1);
    return [{ row, outcome: other ? "other_id" : outcome, apart, points, detail: { id } }];
  });
  if (!found.length) return null;
  const { row, outcome, apart, detail } = found.reduce((best, one) => (one.points < best.points ? one : best));
  if (!apart.length) return { outcome, row, detail };
  const words = apart.map((name) => `${differing[name]} ${sheet.results.get(columns[name] ?? name, row)}, not ${
    cell[name as keyof SheetNames]}`);
  return { outcome: "otherwise", row, detail: { differs: listed(words) } };
};

/** The row that a cell is of, by its ID, its system, or because no other is as the table says. */
const rowOf = (sheet: Sheet, cell: SheetCell, candidates: number[]) => {
  const theirs = candidates.filter((row) => !otherwise(sheet, cell, row).length);
  const ids = (row: number) => [idOf(sheet, row), sheet.results.get("page_id", row)];
  const under = theirs.find((row) => cell.id && ids(row).includes(cell.id));
  const alone = theirs.length === 1 && !cell.id ? theirs[0] : null;
  return under ?? theirs.find((row) => isNamed(sheet, cell, row)) ?? alone;
};

/** What a cell comes to. */
const judged = (sheet: Sheet, cell: SheetCell, rounds: string[]): Outcome => {
  if (sheet.rules.sheet.other.includes(folded(cell.unit))) return { outcome: "not_held", row: null };
  const candidates = rowsOf(sheet, cell);
  const hit = having(sheet, cell, candidates);
  if (hit) return hit;
  const row = rowOf(sheet, cell, candidates);
  const span = row === null ? undefined : spanOf(sheet.rules, sheet.results.get("row_id", row));
  if (span) return { outcome: "span", row, detail: { low: printed(span.low, 2), high: printed(span.high, 2) } };
  // A value of many digits may be that of another scenario, benchmark or round.
  const { value, decimals } = cell.figure;
  const every = [rowsOf(sheet, cell, cell.round, "", ""), ...rounds.map((round) => rowsOf(sheet, cell, round))].flat();
  const room = value.toFixed(decimals).replace(/\D/g, "").length >= FEWEST ? value * ROUNDED : 0;
  const elsewhere = every.filter((one) => Math.abs(valueOf(sheet, cell, one) - value) <= room);
  const moved = decimals || value > 100 ? having(sheet, cell, elsewhere) : null;
  if (moved) return moved;
  return { outcome: row === null ? "absent" : "differs", row };
};

/** A cell with what it comes to. */
const judgedIn = (sheet: Sheet, cell: SheetCell, rounds: string[]): SheetJudged => {
  const { outcome, row, detail } = judged(sheet, cell, rounds);
  const words = row === null ? {} : shown(sheet, cell, row);
  const template = sheet.rules.sheet.outcomes[outcome].cell;
  const says = filled(template, { printed: cell.printed, unit: cell.unit, ...words, ...detail });
  return { ...cell, outcome, row, row_id: row === null ? null : sheet.results.get("row_id", row), says };
};

/** The round that has most values of some cells, if it has half of them. */
const roundOf = (sheet: Sheet, cells: SheetCell[], rounds: string[]) => {
  const first = cells.slice(0, LISTED);
  const counts = rounds.map((round) => ({ round, most: first.filter((cell) => rowsOf(sheet, cell, round).some((row) =>
    fits(cell.figure, valueOf(sheet, cell, row)) !== null)).length })).sort((a, b) => b.most - a.most);
  return 2 * counts[0].most >= first.length ? counts[0].round : "";
};

/** What a table comes to as an answer: how many cells of each outcome, and those that differ. */
export const sheetAnswer = ({ says, cells, counts }: SheetAnswer, { sheet }: Rules, most: number = LISTED): Answer => {
  const { answer } = sheet;
  const differing = cells.filter(({ outcome }) => !sheet.alike.includes(outcome));
  const told = differing.slice(0, most).map((cell) => {
    const named = [cell.id, cell.submitter, cell.benchmark, cell.scenario].filter(Boolean).join(", ");
    const text = filled(answer.cell, { ...cell, named });
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
  const read = readingOf(inference, rules);
  const named = kept((said: string) => Object.fromEntries(
    Object.entries(read(said).names).map(([category, groups]) => [category, groups.flat()])));
  const units = Object.entries(words.units as Words).map(([unit, form]) => ({ unit, form: new RegExp(form) }));
  const unitOf = kept((word: string) => units.find(({ form }) => form.test(folded(word)))?.unit ?? "");
  const results = stacked(inference, training());
  const sheet = { results, rules, named, unitOf, rowsOf: searching(results, { rules, named }) };
  const cells = cellsOf(sheet, lines, sign);
  if (!cells.length) return { refused: filled(words.none, { told: words.told }) };
  const rounds = (results.columns.round.words ?? []).map(String);
  const guessed = cells.some(({ round }) => round) ? "" : roundOf(sheet, cells, rounds);
  const found = cells.map((cell) => judgedIn(sheet, guessed ? { ...cell, round: guessed } : cell, rounds));
  const counts = Object.keys(words.outcomes).map((outcome) => ({
    outcome, cells: found.filter((cell) => cell.outcome === outcome).length, words: words.outcomes[outcome].words,
  }));
  return {
    says: guessed && filled(words.guessed, { round: guessed }), cells: found,
    counts: counts.filter(({ cells: number }) => number),
  };
};
