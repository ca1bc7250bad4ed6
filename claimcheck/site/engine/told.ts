/* What was found of a figure as an answer: lines with roles, in the order in which they are read. */
import { line } from "./render.ts";
import { sentence } from "./words.ts";

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
export const recordOf = (rules: FindRules, found: FindAnswer, further: FindAnswer[] = []): Answer => {
  const hits = found.hits.length ? found.hits : found.nearest;
  const how = found.read_as.length && found.says ? `${rules.read_as} ${found.says}. ${found.among} ` : "";
  const searched = [(how + found.unknown).trim(), hits.length && found.scope];
  const said = searched.filter(Boolean).join(" ");
  return {
    question: found.question, heading: found.figure, outcome: outcomeOf(found),
    lines: [
      ...found.claims.flatMap(claimLines),
      ...found.told.map((words) => line("verdict", words)),
      ...hits.flatMap(hitLines),
      ...(found.page ? [line("link", found.all, [], { address: found.page })] : []),
      ...(found.worth.length ? [line("warning", found.worth.join(" "))] : []),
      ...(said ? [line("searched", said)] : []),
      ...further.map(furtherLine),
      ...(hits.length ? [line("footnote", hits[0].footnote)] : []),
    ],
  };
};
