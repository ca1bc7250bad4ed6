/* A result or a pair that prints a figure, in words: what it is, what speaks against it, and what finding it is
   worth. */
import { isPair } from "./phrase.ts";
import { sourcesOf } from "./tables.ts";
import { asPublished, filled, printed, sentence } from "./words.ts";

const PERCENT = ["saving", "gain", "share", "multiple"];
// A chip that is sold in more forms than these is told by what their names begin with.
const MANY_FORMS = 2;
// A value per watt has at least so many decimals.
const PER_WATT = 2;

export const thousands = (number: number) => printed(number, 0);
export const textOf = ({ get }: ResultTable, name: string, row: number) => String(get(name, row));

/** What names begin with alike: A100 of all its forms. */
const common = ([first, ...others]: string[]) => {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).replace(/[\s(-]+$/, "") || `${first} and others`;
};

/** Names in print. */
export const namesInPrint = ({ judged, words }: FindBank, names: FindAsked["names"]) => {
  const nameOf = (category: string, name: string) =>
    (category === "accelerators" ? filled(words.among_accelerators, { n: name }) : judged.inPrint(name));
  const groupOf = (of: string[]) => (of.length > MANY_FORMS ? common(of) : of.join(" or "));
  return Object.entries(names).map(([category, named]) =>
    named.map((of) => groupOf([...new Set(of.map((name) => nameOf(category, name)))])).join(" and ")).join(", ");
};

/** The figure in one digit more than it was printed in; one that was published with as many digits as results are
 * printed. */
const valueText = ({ table, name, words }: FindBank, decimals: number, hit: FindHit) => {
  if (hit.rows.length > 1) return printed(hit.value * (PERCENT.includes(hit.kind) ? 100 : 1), decimals + 1);
  const published = Number(table.get("value", hit.rows[0]));
  if (name === "energy")
    return printed(hit.kind === "energy" ? 1 / published : published, Math.max(decimals + 1, PER_WATT));
  if (hit.measure !== "total") return printed(hit.value, 1);
  const most = Number(published.toPrecision(words.most_digits));
  return asPublished(published < 10 ** words.most_digits ? most : published);
};

/** A hit as a sentence. */
export const inWords = (bank: FindBank, decimals: number, hit: FindHit) => {
  const { table, words, judged } = bank;
  const [row] = hit.rows;
  const rated = table.get("higher_is_better", row) === true;
  const cell = `${judged.stated("family", row)} ${table.get("scenario", row)}`;
  const each = hit.measure === "per" ? ` ${words.measures.per}` : "";
  const said = { value: valueText(bank, decimals, hit), cell, measure: words.measures[hit.measure], each };
  const [over, under] = hit.rows.map(judged.inWords);
  if (hit.rows.length > 1) return filled((rated ? words.pair : words.faster)[hit.kind], { over, under, ...said });
  const unit = textOf(table, "unit", row);
  const single = unit.split(/\/s| per/)[0].replace(/ies$/, "y").replace(/s$/, "");
  const ofEnergy = hit.kind === "energy" ? `J per ${single}` : unit;
  if (bank.name === "energy") return filled(words.single_time, { result: over, ...said, unit: ofEnergy });
  return filled(rated ? words.single : words.single_time, { result: over, unit, ...said });
};

/** What speaks against a hit, or that nothing does; a time is compared with those on as many chips. */
const against = ({ table, words }: FindBank, { rows, faults }: FindHit) => {
  const timed = table.get("higher_is_better", rows[0]) !== true;
  const alone = timed ? words.no_single_faults_timed : words.no_single_faults;
  const [declared, none] = rows.length > 1 ? [words.faults, words.no_faults] : [words.single_faults, alone];
  return faults.length ? sentence(faults.map((name) => declared[name].words).join("; ")) : none;
};

/** Where a hit is shown: on a page of the site, or where it was published. */
const placeOf = ({ name, table, rules }: FindBank, { rows: [row] }: FindHit, pair: number[]) => {
  if (name.endsWith("training")) return { query: "", address: String(sourcesOf(table, row).published) };
  const [a, b] = pair.map((place) => textOf(table, "row_id", place));
  const query = new URLSearchParams(b ? { a, b } : { row: a }).toString();
  return { query, address: `${rules.pages[b ? "compare" : "results"]}#${query}` };
};

/** A hit as it is told. */
export const hitInText = (bank: FindBank, decimals: number, hit: FindHit) => {
  const { table, judged, words } = bank;
  const named = (column: string) => [...new Set(hit.rows.map((row) => textOf(table, column, row)))];
  // Without a figure nothing is judged.
  const judging = hit.kind !== "id" && hit.kind !== "named";
  // The page that compares two results has the earlier one first.
  const pair = [...hit.rows].reverse().sort((a, b) => judged.roundOf(a) - judged.roundOf(b));
  return {
    rows: hit.rows.map((row) => textOf(table, "row_id", row)),
    kind: hit.kind,
    measure: words.measures[hit.measure],
    value: hit.value,
    sentence: inWords(bank, decimals, hit.kind === "named" && hit.rows.length > 1 ? { ...hit, kind: "ratio" } : hit),
    owners: named("submitter"), chips: named("product"), rounds: named("round"),
    against: judging ? against(bank, hit) : "",
    points: hit.points,
    ...placeOf(bank, hit, pair),
    footnote: judged.footnote(pair, hit.rows.length > 1 || hit.measure === "per" || bank.name === "energy"),
  };
};

/* ---- What a match is worth ---- */

/** How much a match says; null where that is not counted. */
export const strengthOf = ({ bounds }: FindRules, { alike, matching, crowded }: FindOutcome) => {
  const chance = crowded ? 1 : alike;
  if (chance === null || !matching) return null;
  return ["no evidence", "weak"].find((name) => chance >= bounds[name]) ?? "strong";
};

/** How many match, and of how many other figures one would. */
export const worthOf = (words: FindRules, figure: FindFigure, outcome: FindOutcome) => {
  const { worth } = words;
  if (!outcome.matching) return [];
  const many = { matching: thousands(outcome.matching), tried: thousands(outcome.tried) };
  const counted = sentence(filled(worth[isPair(figure) ? "pairs" : "singles"], many));
  const strength = strengthOf(words, outcome);
  if (!strength) return [counted, worth.uncounted];
  const chance = Number(outcome.alike);
  const share = printed(chance * 100, chance >= 0.01 || !chance ? 0 : 1);
  if (outcome.crowded || share === "100") return [counted, worth.any];
  const [first, last] = [outcome.first, outcome.last].map((end) =>
    `${printed(end / 10 ** figure.decimals, figure.decimals)}${figure.tail}`);
  return [counted, filled(worth.chance, { share, first, last }) + worth[strength]];
};
