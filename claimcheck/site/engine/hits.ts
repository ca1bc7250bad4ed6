/* Results and pairs that print a figure, in words: what each is, what speaks against it, and where it is. */
import { footnote } from "./footnote.ts";
import { inPrint, inWords as resultInWords, roundOf, stated } from "./judge.ts";
import { isPair } from "./phrase.ts";
import { sourcesOf } from "./tables.ts";
import { asPublished, filled, printed, sentence } from "./words.ts";

export type FindText = ReturnType<typeof hitInText>;

const PERCENT = ["saving", "gain", "share", "multiple"];
// A chip that is sold in more forms than these is told by what their names begin with.
const MANY_FORMS = 2;
// A value per watt has at least so many decimals.
const PER_WATT = 2;

export const textOf = ({ get }: ResultTable, name: string, row: number) => String(get(name, row));

/** What names begin with alike: A100 of all its forms. */
const common = (names: string[]) => {
  let [start] = names;
  while (!names.every((name) => name.startsWith(start))) start = start.slice(0, -1);
  return start.replace(/[\s(-]+$/, "") || `${names[0]} and others`;
};

/** Names in print. */
export const namesInPrint = (bank: FindBank, names: FindAsked["names"]) => {
  const nameOf = (category: string, name: string) =>
    (category === "accelerators" ? filled(bank.words.among_accelerators, { n: name }) : inPrint(bank, name));
  const groupOf = (of: string[]) => (of.length > MANY_FORMS ? common(of) : of.join(" or "));
  return Object.entries(names).map(([category, named]) =>
    named.map((of) => groupOf([...new Set(of.map((name) => nameOf(category, name)))])).join(" and ")).join(", ");
};

/** The figure in one digit more than it was printed in; one that was published with as many digits as results are
 * printed. */
const valueText = ({ table, name, words }: FindBank, decimals: number, { rows, kind, value, measure }: FindHit) => {
  if (rows.length > 1) return printed(value * (PERCENT.includes(kind) ? 100 : 1), decimals + 1);
  if (name === "energy") return printed(value, Math.max(decimals + 1, PER_WATT));
  if (measure === "per") return printed(value, 1);
  const [published, most] = [Number(table.get("value", rows[0])), words.most_digits];
  return asPublished(published < 10 ** most ? Number(published.toPrecision(most)) : published);
};

/** A hit as a sentence. */
export const inWords = (bank: FindBank, decimals: number, hit: FindHit) => {
  const { table, words, name } = bank;
  const [row] = hit.rows;
  const rated = table.get("higher_is_better", row) === true;
  const [over, under] = hit.rows.map((one) => resultInWords(bank, one));
  const own = textOf(table, "unit", row);
  const single = own.split(/\/s| per/)[0].replace(/ies$/, "y").replace(/s$/, "");
  const [measure, scenario] = [words.measures[hit.measure], table.get("scenario", row)];
  const said = {
    over, under, result: over, value: valueText(bank, decimals, hit), measure,
    unit: hit.kind === "energy" ? `J per ${single}` : own, cell: `${stated(bank, "family", row)} ${scenario}`,
    each: hit.measure === "per" ? ` ${measure}` : "",
  };
  if (hit.rows.length > 1) return filled((rated ? words.pair : words.faster)[hit.kind], said);
  return filled(rated && name !== "energy" ? words.single : words.single_time, said);
};

/** What speaks against a hit, or that nothing does; a time is compared with those on as many chips. */
const against = ({ table, words }: FindBank, { rows, faults }: FindHit) => {
  const timed = table.get("higher_is_better", rows[0]) !== true;
  const alone = timed ? words.no_single_faults_timed : words.no_single_faults;
  const [declared, none] = rows.length > 1 ? [words.faults, words.no_faults] : [words.single_faults, alone];
  return faults.length ? sentence(faults.map((name) => declared[name]).join("; ")) : none;
};

/** A hit as it is told, and where it is shown: on a page of the site, or where it was published. */
export const hitInText = (bank: FindBank, decimals: number, hit: FindHit) => {
  const { table, rules, name } = bank;
  const named = (column: string) => [...new Set(hit.rows.map((row) => textOf(table, column, row)))];
  // The page that compares two results has the earlier one first.
  const pair = [...hit.rows].reverse().sort((a, b) => roundOf(bank, a) - roundOf(bank, b));
  const [a, b] = pair.map((row) => textOf(table, "row_id", row));
  const query = name.endsWith("training") ? "" : new URLSearchParams(b ? { a, b } : { row: a }).toString();
  return {
    rows: hit.rows.map((row) => textOf(table, "row_id", row)), value: hit.value,
    sentence: inWords(bank, decimals, hit.kind === "named" && b ? { ...hit, kind: "ratio" } : hit),
    owners: named("submitter"), chips: named("product"), rounds: named("round"),
    // Without a figure nothing is judged.
    against: hit.kind === "named" ? "" : against(bank, hit), query,
    address: query ? `${rules.pages[b ? "compare" : "results"]}#${query}` : sourcesOf(table, hit.rows[0]).published,
    footnote: footnote(bank, pair, Boolean(b) || hit.measure === "per" || name === "energy"),
  };
};

/** How many print a figure, and whether that names a source; nothing where none do. */
export const worthOf = (words: FindRules, figure: FindFigure, { matching, tried }: Record<string, number>) => {
  const { worth, nearly_any: most } = words;
  const isAny = isPair(figure) && matching > most;
  const many = { matching: printed(matching, 0), tried: printed(tried, 0) };
  const counted = filled(worth[isPair(figure) ? "pairs" : "singles"], many);
  const told = sentence(counted + (matching > 1 && !isAny ? worth.several : "")) + (isAny ? ` ${worth.any}` : "");
  return matching ? told : "";
};
