/* Results of Training whose own score could not be read: what a time is among their spans. A span is never a score. */
import { filled, kept, printed } from "./words.ts";

const MINUTES: Record<string, number> = { ms: 1 / 60000, s: 1 / 60, minutes: 1, hours: 60 };

export type Span = {
  row_id: string, round: string, benchmark: string, title: string, chip: string, submitter: string, owner: string,
  accelerators: number, low: number, high: number, words: string,
};

/** The spans of what is named. */
export const spansOf = ({ training }: Rules, names: FindAsked["names"]): Span[] => {
  const fits = (category: string, values: string[]) =>
    !names[category] || names[category].flat().some((name) => values.includes(name));
  return training.spans.filter(({ round, benchmark, title, chip, submitter, accelerators }) =>
    fits("round", [round]) && fits("benchmark", [benchmark, title]) && fits("chip", [chip])
    && fits("submitter", [submitter]) && fits("accelerators", [String(accelerators)]));
};

/** The span of a result; undefined for one whose score is known. */
export const spanOf = ({ training }: Rules, id: Cell): Span | undefined =>
  training.spans.find(({ row_id: own }) => own === id);

const spansByCell = kept((spans: Span[]) =>
  Map.groupBy(spans, ({ benchmark, round, chip, accelerators }) => [benchmark, round, chip, accelerators].join("|")));

/** Whether no result whose score could not be read is faster than one of its benchmark, round, chip and size: 2; 1 if
 * one may be, 0 if one is. */
export const unsurpassed = ({ training }: Rules, of: (name: string) => Cell) => {
  const [value, ...cell] = ["value", "benchmark", "round", "product", "accelerators"].map(of);
  const rivals = spansByCell(training.spans).get(cell.join("|")) ?? [];
  return Math.min(2, ...rivals.map(({ low, high }) => (high < Number(value) ? 0 : low < Number(value) ? 1 : 2)));
};

/** The spans that a time may be in, in a sentence, or that none is near it, or that no ratio of theirs is looked for;
 * null for what names no round or benchmark of theirs. */
export const spanned = (
  { rules }: FindEngine, { names }: FindAsked, figure: FindFigure,
): { outcome: string, says: string } | null => {
  const said = rules.find.spans;
  const unit = MINUTES[String(figure.unit)];
  const spans = spansOf(rules, names);
  if (!spans.length || !(names.round || names.benchmark)) return null;
  if (figure.kinds[0] !== "time" || !unit) {
    return names.round ? { outcome: "chance", says: filled(said.other, { n: printed(spans.length, 0) }) } : null;
  }
  const [low, high] = [figure.low, figure.high].map((end) => (end * unit) / figure.factor);
  const near = spans.filter((span) => span.high * (1 + 1e-9) >= low && span.low < high);
  if (near.length) {
    const values = { n: printed(near.length, 0), score: filled(said.score, { ...near[0] }) };
    return { outcome: "chance", says: filled(said.may, values) };
  }
  const { title, round } = spans[0];
  return names.round && names.benchmark ? { outcome: "none", says: filled(said.none, { title, round }) } : null;
};
