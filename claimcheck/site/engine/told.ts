/* What was found of a phrase as an answer: its facts, and lines with roles in the order in which they are read. */
import { hitInText, namesInPrint, strengthOf, worthOf } from "./hits.ts";
import { line } from "./render.ts";
import { filled, sentence } from "./words.ts";

/** What is found of a figure, or of a phrase that has none. */
export type FindAnswer = ReturnType<typeof answered>;
export type FindText = FindAnswer["hits"][number];

// So many claims are told of a figure.
const CLAIMS = 3;
const NOTHING: FindOutcome = {
  tried: 0, matching: 0, share: null, alike: null, crowded: false, first: 0, last: 0, hits: [], nearest: [],
};

/** Which words name nothing, and which were read as another. */
const unknownInWords = ({ words, judged }: FindEngine, { unknown, misspelt }: FindAsked) => [
  ...misspelt.map(({ word, as }) => filled(words.misspelt, { word, name: judged.inPrint(as) })),
  ...(unknown.length ? [filled(words.unknown, { words: unknown.map((word) => `“${word}”`).join(", ") })] : []),
].join(" ");

/** The facts of an answer. `says`: how the figure was read; `told`: sentences; `link`: where more of it is; `exact`:
 * whether a round has so many. */
export const answered = (
  engine: FindEngine, bank: FindBank, asked: FindAsked,
  figure: Pick<FindFigure, "text" | "kinds" | "unit" | "measure" | "reading" | "decimals">, found: Partial<FindOutcome>,
  { says = engine.words.readings[figure.reading]?.says, claims = [], told = [], link = null, exact = false }: {
    says?: string, claims?: FindClaim[], told?: string[], link?: { text: string, address: string } | null,
    exact?: boolean,
  },
) => {
  const { words } = engine;
  const { text, kinds, unit, measure, reading, decimals } = figure;
  const outcome = { ...NOTHING, ...found };
  const read = "digits" in figure ? (figure as Figure) : null;
  const [hits, nearest] = [outcome.hits, outcome.nearest].map((of) => of.map((hit) => hitInText(bank, decimals, hit)));
  const among = Object.keys(asked.names).length
    ? filled(bank.words.among, { names: namesInPrint(bank, asked.names) }) : bank.words.among_all;
  const how = kinds.length && says ? `${words.read_as} ${says}. ${kinds[0] === "id" ? "" : among} ` : "";
  const searched = [
    (how + unknownInWords(engine, asked)).trim(), ...(hits.length || nearest.length ? [String(bank.words.scope)] : []),
  ];
  return {
    ...outcome, question: { figure: read, names: asked.names, ids: asked.ids }, figure: text, bank: bank.name,
    read_as: kinds, unit, measure: measure && words.measures[measure], reading, claims: claims.slice(0, CLAIMS), told,
    worth: read ? worthOf(words, read, outcome) : [], strength: read && strengthOf(words, outcome), exact, link, hits,
    nearest, searched: searched.filter(Boolean).join(" "),
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
const outcomeOf = ({ claims, hits, told, strength }: FindAnswer) => {
  if (claims.length) return "claim";
  if (strength === "no evidence") return "chance";
  if (hits.length) return hits[0].rows.length > 1 ? "pair" : "result";
  return told.length ? "told" : "none";
};

/** What was found of a figure, and of the rest of its phrase, as one answer. */
export const recordOf = (found: FindAnswer, further: FindAnswer[]): Answer => {
  const { question, figure, claims, told, link, worth, searched } = found;
  const hits = found.hits.length ? found.hits : found.nearest;
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
