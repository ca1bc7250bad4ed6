/* What was found of a phrase as an answer: its lines in the order in which they are read, and what they tell. */
import { hitInText, namesInPrint, worthOf } from "./hits.ts";
import { line } from "./render.ts";
import { filled, sentence } from "./words.ts";
import type { FindText } from "./hits.ts";

/** What is found of a figure, or of a phrase that has none. */
export type FindAnswer = ReturnType<typeof answered>;

// So many claims are told of a figure.
const CLAIMS = 3;

/** What is said on a search: as what and among which results, and which words name nothing. */
const searchedInWords = (
  { words }: FindEngine, bank: FindBank, { names, unknown }: FindAsked, figure: FindFigure | null,
) => {
  const among = Object.keys(names).length
    ? filled(bank.words.among, { names: namesInPrint(bank, names) }) : bank.words.among_all;
  return [
    ...(figure?.kinds.length ? [`${words.read_as} ${words.readings[figure.reading].says}. ${among}`] : []),
    ...(unknown.length ? [filled(words.unknown, { words: unknown.map((word) => `“${word}”`).join(", ") })] : []),
  ];
};

/** A claim: what it says, how it was judged, and where. */
const claimLines = ({ number, statement, verdict, reason, address }: FindClaim): Line[] => [
  line("verdict", statement, [], { claim: String(number) }),
  line("difference", [verdict, reason].filter(Boolean).map((words) => sentence(String(words))).join(" ")),
  line("link", `Claim ${number}`, [], { address }),
];

/** What the link to a result or a pair says. */
export const leading = ({ query, rows }: Pick<FindText, "query" | "rows">) => (!query ? "See its source"
  : rows.length > 1 ? "Compare these two results" : "See this result and its sources");

/** A result or a pair: what it says, what speaks against it, and where it is. */
const hitLines = (hit: FindText): Line[] => [
  line("source", hit.sentence, hit.rows),
  ...(hit.against ? [line("difference", hit.against, hit.rows)] : []),
  line("link", leading(hit), hit.rows, { address: hit.address }),
];

/** An answer. `found`: what was found in a bank, null where nothing was looked for; `told`: sentences; `link`: where
 * more of it is. */
export const answered = (
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure | null, found: Partial<FindOutcome> | null,
  { heading = figure?.text ?? "", told = [], link = null, ...of }: {
    heading?: string, claims?: FindClaim[], told?: string[], link?: { text: string, address: string } | null,
  },
) => {
  const { matching = 0, tried = 0 } = found ?? {};
  const hits = (found?.hits ?? []).map((hit) => hitInText(bank, figure?.decimals ?? 2, hit));
  const claims = (of.claims ?? []).slice(0, CLAIMS);
  const worth = figure ? worthOf(engine.words, figure, { matching, tried }) : "";
  const searched = [
    ...searchedInWords(engine, bank, asked, found && figure), ...(hits.length ? [bank.words.scope] : []),
  ];
  const lines = [
    ...claims.flatMap(claimLines), ...told.map((words) => line("verdict", words)), ...hits.flatMap(hitLines),
    ...(link ? [line("link", link.text, [], { address: link.address })] : []),
    ...(worth ? [line("warning", worth)] : []),
    ...(searched.length ? [line("searched", searched.join(" "))] : []),
    ...hits.slice(0, 1).map(({ footnote }) => line("footnote", footnote)),
  ];
  const outcome = claims.length ? "claim" : hits.length ? "result" : matching ? "chance" : "told";
  const question = { figure, names: asked.names, ids: asked.ids };
  const answer: Answer = { question, heading, outcome, lines };
  return { answer, bank: bank.name, matching, tried, hits, claims, told };
};

/** An answer with the further figures of its phrase, a line for each before the footnote. */
export const withFurther = (found: FindAnswer, further: FindAnswer[]) => {
  const lines = further.map(({ answer: { heading }, claims: [claim], told, hits }) => {
    const said = [...(claim ? [claim.text] : []), ...told, ...hits.map((hit) => hit.sentence)];
    return line("verdict", `${heading}: ${said.join(" ")}`, hits.flatMap(({ rows }) => rows));
  });
  const [answer, end] = [found.answer, found.answer.lines.length - Number(found.hits.length > 0)];
  return { ...found, further, answer: { ...answer, lines: answer.lines.toSpliced(end, 0, ...lines) } };
};
