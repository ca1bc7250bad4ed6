/* A table of results as somebody else keeps it (CSV, a table of a README, an export of MLCommons' page), cell by cell
   against ours. Its headings and outcomes are declared in claimcheck/site/engine/sheet.yml. */
import { cellsOfText, figureOf, hasDecimalComma, LINES, LONGEST } from "./csv.ts";
import { readingOf } from "./phrase.ts";
import { line } from "./render.ts";
import { spanOf } from "./spans.ts";
import { asPublished, filled, kept, listed, once, printed } from "./words.ts";

// Half a unit, with room for what a computer adds to it; the fewest digits that a large number is rounded to.
const [HALF, FEWEST] = [0.5 + 1e-6, 5];
// A figure of as many digits is no further from what it is rounded from, as a share.
const ROUNDED = 1e-4;
// What results of Training have in the place of a scenario; so many lines are searched for headings.
const [TRAINING, HEADS] = ["Training", 30];
// So many cells of a table are listed.
const LISTED = 300;
export type SheetFigure = NonNullable<ReturnType<typeof figureOf>>;
/** What a table says of a cell's result. */
export type SheetNames = Record<
  "id" | "submitter" | "division" | "round" | "system" | "benchmark" | "scenario" | "unit" | "number" | "chip", string
>;
export type SheetCell = SheetNames & {
  per: boolean, figure: SheetFigure, line: number, column: number, printed: string,
};
export type SheetJudged = SheetCell & { outcome: string, row: number | null, row_id: Cell, says: string };
export type SheetAnswer = {
  says: string, cells: SheetJudged[], counts: { outcome: string, cells: number, words: string }[],
};
/** What a table is read with: the rules, and readers of names and units. */
export type SheetReader = {
  rules: Rules, named: (text: string) => Record<string, string[]>, unitOf: (text: string) => string,
};
/** A table of results as its cells are looked up, each with the rows of its round, benchmark and scenario. */
export type SheetBank = SheetReader & { results: ResultTable, rowsOf: (key: string) => number[] };

const folded = (text: unknown) => String(text).toLowerCase().replace(/[^a-z0-9.]/g, "");
/** A value of a record by a stranger's word. */
const own = (of: Words, word: string): string | undefined =>
  (Object.hasOwn(of, folded(word)) ? of[folded(word)] : undefined);

/* ---- What a table says ---- */

/** A heading without what it has in brackets, and that: Latency (s). */
const parted = (heading: string) => {
  const [, name, inside] = /^([^([]*)[([]([^)\]]*)[)\]]/.exec(heading) ?? [];
  return inside === undefined ? [heading, ""] : [name.trim(), inside.trim()];
};

/** What a heading of values says, or null: a unit, whether it is of one accelerator, and the names of what it is of. */
const valuesOf = ({ rules: { sheet }, named, unitOf }: SheetReader, heading: string) => {
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

/** Which column has which heading of the register; each is taken once, in the register's order. */
const headingsOf = (row: string[], { rules: { sheet } }: SheetReader): Record<string, number> =>
  Object.fromEntries(
    Object.entries((sheet.headings as Record<string, string[]>)).flatMap(([name, words]) => {
      const isSaid = (word: string) => row.findIndex((cell) =>
        [cell, parted(cell)[0]].some((said) => said.toLowerCase().trim() === word));
      const at = words.map(isSaid).find((column) => column >= 0);
      return at === undefined ? [] : [[name, at]];
    }),
  );

/** The row, of the first ones, in which most headings are. */
const headOf = (lines: string[][], reader: SheetReader) => {
  const counted = lines.slice(0, HEADS).map((row) => {
    const values = row.flatMap((cell, column) => (cell && valuesOf(reader, cell) ? [column] : []));
    return new Set([...Object.values(headingsOf(row, reader)), ...values]).size;
  });
  return counted.indexOf(Math.max(...counted));
};

/** Columns of values where no heading names one, with what they and the lines above say; a value of these holds until
 * the next. */
const valueColumns = (lines: string[][], head: number, at: Record<string, number>, reader: SheetReader) => {
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

/** What a line says of its results. */
const namesOf = (cell: (name: string) => string, title: Record<"round" | "benchmark" | "unit", string>): SheetNames => {
  const id = /(\d\.\d-\d{3,4})/.exec(cell("id"))?.[1] ?? "";
  const round = /(\d\.\d)/.exec(id || cell("round"))?.[1];
  return {
    id, submitter: cell("submitter"), round: round ? `v${round}` : title.round, system: cell("system"),
    division: ["closed", "open", "network"].find((name) => folded(cell("division")).startsWith(name)) ?? "",
    benchmark: cell("benchmark") || title.benchmark, scenario: cell("scenario"), unit: cell("unit") || title.unit,
    number: /^\d{1,6}$/.test(cell("number")) ? cell("number") : "", chip: cell("chip"),
  };
};

/** The cells of a table that hold a result. */
const cellsOf = (lines: string[][], sign: string, reader: SheetReader): SheetCell[] => {
  const { sheet } = reader.rules;
  const head = headOf(lines, reader);
  const heads = lines[head] ?? [];
  const at = headingsOf(heads, reader);
  const columns = "value" in at ? [{ column: at.value, ...valuesOf(reader, heads[at.value]) }]
    : valueColumns(lines, head, at, reader);
  const words = lines.slice(0, head).filter((row) => row.filter(Boolean).length === 1).flat().join(" ");
  const above = reader.named(words);
  const only = (names: string[] | undefined) => (new Set(names).size === 1 ? names?.[0] ?? "" : "");
  const unit = /\bTraining\b/i.test(words) ? "minutes" : "";
  const isEach = (said: string) => words.toLowerCase().includes(said);
  const per = sheet.per.some(isEach) && !columns.some((column) => column.per);
  const title = { round: only(above.round), benchmark: only(above.benchmark), unit };
  const below = lines.slice(head + 1);
  // Of the four lines that MLCommons' export has for a system, one is of results, and the first says whose they are.
  const label = heads.findIndex((_cell, column) =>
    below.slice(0, 8).some((row) => folded(row[column]) === sheet.total));
  const comma = hasDecimalComma(lines, sign);
  let held = {} as SheetNames;
  return below.flatMap((row, place) => {
    const cell = (name: string) => (name in at ? row[at[name]] ?? "" : "");
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

const bankOf = (results: ResultTable, reader: SheetReader): SheetBank => {
  const { get, columns } = results;
  const names = ["benchmark", "model"].filter((name) => name in columns);
  const ofRound = Map.groupBy(Array.from({ length: results.rows }, (_none, row) => row), (row) => get("round", row));
  const rowsOf = kept((key: string) => {
    const [round, benchmark, scenario] = key.split("|");
    const known = benchmarksOf(reader, benchmark);
    return (ofRound.get(round) ?? []).filter((row) => (!scenario || get("scenario", row) === scenario)
      && (!benchmark || names.some((name) => known.includes(folded(get(name, row))))));
  });
  return { ...reader, results, rowsOf };
};

/** Names of a benchmark in our tables, as a table may call it. */
const benchmarksOf = ({ rules, named }: SheetReader, benchmark: string) => {
  const name = benchmark.replace(/-(?:datacenter|edge)$/, "").replace(/\b99\.0$/, "99").replace(/.interactive/i, "");
  const families = [own(rules.sheet.benchmarks, name) ?? name, ...(named(name).benchmark ?? [])].map(folded);
  const members = Object.entries((rules.benchmarks as Record<string, [string, string]>))
    .flatMap(([known, [family]]) => (families.includes(folded(family)) ? [folded(known)] : []));
  return [...families, folded(benchmark), ...members];
};

/** The scenario of a cell as our tables call it; empty for none, and of Training. */
const scenarioOf = ({ rules, results }: SheetBank, cell: SheetCell) => {
  if (results.columns.scenario.words?.includes(TRAINING)) return "";
  const known = own(rules.sheet.scenarios, cell.scenario) ?? cell.scenario;
  return /interactive/i.test(cell.benchmark) && known === "Server" ? "Interactive" : known;
};

/** The rows of a cell's benchmark, scenario and round, or those of another one. */
const rowsOf = (bank: SheetBank, cell: SheetCell, round: string = cell.round) =>
  bank.rowsOf([round, cell.benchmark, scenarioOf(bank, cell)].join("|"));

/** Whether a table's name of a company is that of a submitter: the same, its first word, or a name that people use. */
const sameCompany = ({ rules, named }: SheetReader, said: string, name: Cell) => {
  const plainly = (one: string) => folded(one).replaceAll(".", "");
  const parts = [...String(rules.names[String(name)] ?? name).split(" + "), String(name)].map(plainly);
  const [first] = said.split(/[\s_,]+/);
  return parts.includes(plainly(said)) || (first.length > 2 && parts.includes(plainly(first)))
    || (named(said).submitter ?? []).includes(String(name));
};

/** In what a row is another than the table says. */
const otherwise = (bank: SheetBank, cell: SheetCell, row: number): string[] => {
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

/** What a row's value is divided by to be in the unit of a cell. */
const factorOf = ({ results: { get }, rules: { sheet }, unitOf }: SheetBank, cell: SheetCell, row: number): number =>
  (cell.unit === get("unit", row) ? 1 : sheet.factors[`${get("unit", row)} in ${unitOf(cell.unit)}`] ?? 1);

const idOf = ({ results: { get } }: SheetBank, row: number) => String(get("result_id", row) ?? "").replace(/^v/, "");
/** The value of a row as a cell has it: in its unit, in total or per accelerator; NaN where it has none. */
const valueOf = (bank: SheetBank, cell: SheetCell, row: number) =>
  Number(bank.results.get(cell.per ? "per_accelerator" : "value", row) ?? NaN)
    / factorOf(bank, cell, row) / cell.figure.scale;
/** A row in words, and its value. */
const shown = ({ results: { get } }: SheetBank, cell: SheetCell, row: number) => {
  const id = String(get("result_id", row) ?? "").replace(/^v/, "");
  const of = [get("submitter", row), `${get("benchmark", row)} ${get("scenario", row)}`, id].filter(Boolean).join(", ");
  const value = Number(get(cell.per ? "per_accelerator" : "value", row) ?? NaN);
  const digits = cell.per ? printed(value, 1) : asPublished(Number(value.toPrecision(10)));
  const ours = `${digits} ${get("unit", row)}${cell.per ? " per accelerator" : ""}`;
  return { of: of.replaceAll("_", " "), ours: Number.isNaN(value) ? "no result" : ours };
};

/* ---- What a cell comes to ---- */

export type Outcome = { outcome: string, row: number | null, detail?: Record<string, unknown> };

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

const isNamed = ({ results: { get } }: SheetBank, { system }: SheetCell, row: number) =>
  system !== "" && ["system", "system_name"].some((name) => folded(get(name, row)) === folded(system));

/** The outcome of a cell whose value rows have: that with the fewest things said otherwise. */
const having = (bank: SheetBank, cell: SheetCell, rows: number[]): Outcome | null => {
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
  const [columns, asked] = [rules.sheet.columns, (cell as Record<string, any>)];
  const words = apart.map((name) =>
    `${rules.sheet.differing[name]} ${get(columns[name] ?? name, row)}, not ${asked[name]}`);
  return { outcome: "otherwise", row, detail: { differs: listed(words) } };
};

/** What a cell comes to. */
const judged = (bank: SheetBank, cell: SheetCell): Outcome => {
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

/** A cell with what it comes to. */
const judgedIn = (bank: SheetBank, cell: SheetCell): SheetJudged => {
  const { outcomes, other } = bank.rules.sheet;
  const { outcome, row, detail = {} } = other.includes(folded(cell.unit))
    ? ({ outcome: "not_held", row: null } as Outcome) : judged(bank, cell);
  const words = row === null ? {} : shown(bank, cell, row);
  const says = filled(outcomes[outcome].cell, { printed: cell.printed, unit: cell.unit, ...words, ...detail });
  return { ...cell, outcome, row, row_id: row === null ? null : bank.results.get("row_id", row), says };
};

/** The round that has most values of some cells, if it has half of them. */
const roundOf = (cells: SheetCell[], bankFor: (cell: SheetCell) => SheetBank) => {
  const first = cells.slice(0, LISTED);
  const rounds = new Set(first.flatMap((cell) => (bankFor(cell).results.columns.round.words ?? []).map(String)));
  const counts = [...rounds].map((round) => {
    const fitting = first.filter((cell) => rowsOf(bankFor(cell), cell, round).some((row) =>
      fits(cell.figure, valueOf(bankFor(cell), cell, row)) !== null));
    return { round, most: fitting.length };
  }).sort((a, b) => b.most - a.most);
  return counts.length && 2 * counts[0].most >= first.length ? counts[0].round : "";
};

/** What a table comes to as an answer: how many cells of each outcome, and those that differ. */
export const sheetAnswer = ({ says, cells, counts }: SheetAnswer, { sheet }: Rules, most: number = LISTED): Answer => {
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

/** What a table comes to, cell by cell; or why it cannot be read. `training` gives the table of Training and HPC. */
export const sheetOf = (results: ResultTable, rules: Rules, training: () => ResultTable) => (text: string) => {
  const { sheet } = rules;
  if (text.length > LONGEST) return { refused: filled(sheet.too_long, { most: printed(LONGEST, 0) }) };
  const { lines, sign } = cellsOfText(text);
  if (lines.length > LINES + 1) return { refused: filled(sheet.too_many, { most: printed(LINES, 0) }) };
  const read = readingOf(results, rules);
  const named = kept((words: string) => Object.fromEntries(
    Object.entries(read(words).names).map(([category, groups]) => [category, groups.flat()])));
  const units = Object.entries((sheet.units as Words));
  const unitOf = kept((word: string) =>
    units.find(([, form]) => new RegExp(form).test(folded(word)))?.[0] ?? "");
  const cells = cellsOf(lines, sign, { rules, named, unitOf });
  if (!cells.length) return { refused: filled(sheet.none, { told: sheet.told }) };
  const timed = ({ unit }: SheetCell) => ["minutes", "hours"].includes(unitOf(unit));
  const banks = {
    inference: once(() => bankOf(results, { rules, named, unitOf })),
    training: once(() => bankOf(training(), { rules: { ...rules, ...rules.training }, named, unitOf })),
  };
  const bankFor = (cell: SheetCell) => banks[timed(cell) ? "training" : "inference"]();
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
