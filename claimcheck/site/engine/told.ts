/* What was found of a phrase as an answer: its facts, and lines with roles in the order in which they are read. */
import { hitInText, namesInPrint, worthOf } from "./hits.ts";
import { line } from "./render.ts";
import { filled, sentence } from "./words.ts";
import type { FindText } from "./hits.ts";

/** What is found of a figure, or of a phrase that has none. */
export type FindAnswer = ReturnType<typeof answered>;

// So many claims are told of a figure.
const CLAIMS = 3;

/** Which words name nothing. */
const unknownInWords = ({ words }: FindEngine, { unknown }: FindAsked) =>
  (unknown.length ? filled(words.unknown, { words: unknown.map((word) => `“${word}”`).join(", ") }) : "");

/** The facts of an answer. `found`: what was found in a bank, null where nothing was looked for; `told`: sentences;
 * `link`: where more of it is; `exact`: whether a round has so many. */
export const answered = (
  engine: FindEngine, bank: FindBank, asked: FindAsked, figure: FindFigure | null, found: Partial<FindOutcome> | null,
  { text = figure?.text ?? "", claims = [], told = [], link = null, exact = false }: {
    text?: string, claims?: FindClaim[], told?: string[], link?: { text: string, address: string } | null,
    exact?: boolean,
  },
) => {
  const { words } = engine;
  const { matching = 0, tried = 0 } = found ?? {};
  const hits = (found?.hits ?? []).map((hit) => hitInText(bank, figure?.decimals ?? 2, hit));
  const among = Object.keys(asked.names).length
    ? filled(bank.words.among, { names: namesInPrint(bank, asked.names) }) : bank.words.among_all;
  const reading = figure?.kinds.length && found
    ? `${words.read_as} ${words.readings[figure.reading].says}. ${among}` : "";
  const scope = hits.length ? String(bank.words.scope) : "";
  return {
    question: { figure, names: asked.names, ids: asked.ids }, figure: text, bank: bank.name, matching, tried, hits,
    claims: claims.slice(0, CLAIMS), told, exact, link,
    worth: figure ? worthOf(words, figure, { matching, tried }) : [],
    searched: [reading, unknownInWords(engine, asked), scope].filter(Boolean).join(" "),
  };
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

/** A further figure of a phrase in a line. */
const furtherLine = ({ figure, claims: [claim], told, hits }: FindAnswer) => {
  const said = [...(claim ? [claim.text] : []), ...told, ...hits.map((hit) => hit.sentence)];
  return line("verdict", `${figure}: ${said.join(" ")}`, hits.flatMap(({ rows }) => rows));
};

/** In one word what was found. */
const outcomeOf = ({ claims, hits: [hit], told, matching }: FindAnswer) => {
  if (claims.length) return "claim";
  if (hit) return hit.rows.length > 1 ? "pair" : "result";
  return matching ? "chance" : told.length ? "told" : "none";
};

/** What was found of a figure, and of the rest of its phrase, as one answer. */
export const recordOf = (found: FindAnswer, further: FindAnswer[]): Answer => {
  const { question, figure, claims, hits, told, link, worth, searched } = found;
  return {
    question, heading: figure, outcome: outcomeOf(found),
    lines: [
      ...claims.flatMap(claimLines), ...told.map((words) => line("verdict", words)), ...hits.flatMap(hitLines),
      ...(link ? [line("link", link.text, [], { address: link.address })] : []),
      ...(worth.length ? [line("warning", worth.join(" "))] : []),
      ...(searched ? [line("searched", searched)] : []),
      ...further.map(furtherLine),
      ...(hits.length ? [line("footnote", hits[0].footnote)] : []),
    ],
  };
};
