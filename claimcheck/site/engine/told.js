/* What was found of a figure as an answer: lines with roles, in the order in which they are read. */
import { line } from "./render.js";
import { sentence } from "./words.js";

/** A claim: what it says, how it was judged, and where. @param {FindClaim} claim @returns {Line[]} */
const claimLines = ({ number, statement, verdict, reason, address }) => [
  line("verdict", statement, [], { claim: String(number) }),
  line(
    "difference",
    [verdict, reason]
      .filter((words) => words !== null && words !== "")
      .map((words) => sentence(String(words)))
      .join(" "),
  ),
  line("link", `Claim ${number}`, [], { address }),
];

/** A result or a pair: what it says, what speaks against it, and where it is.
 * @param {FindText} hit @returns {Line[]} */
const hitLines = ({ sentence: says, rows, against, query, address }) => [
  line("source", says, rows),
  ...(against ? [line("difference", against, rows)] : []),
  line(
    "link",
    !query ? "See its source" : rows.length > 1 ? "Compare these two results" : "See this result and its sources",
    rows,
    { address },
  ),
];

/** A further figure of a phrase in a line. @param {FindAnswer} other */
const furtherLine = ({ figure, claims: [claim], told, hits }) => {
  const said = [...(claim ? [claim.text] : []), ...told, ...hits.map((hit) => hit.sentence)];
  return line("verdict", `${figure}: ${said.join(" ")}`, hits.flatMap(({ rows }) => rows));
};

/** In one word what was found. @param {FindAnswer} found */
const outcomeOf = ({ claims, hits, told, strength }) => {
  if (claims.length) return "claim";
  if (strength === "no evidence") return "chance";
  if (hits.length) return hits[0].rows.length > 1 ? "pair" : "result";
  return told.length ? "told" : "none";
};

/** What was found of a figure, and of the rest of its phrase, as one answer. @param {FindRules} rules
 * @param {FindAnswer} found @param {FindAnswer[]} [further] @returns {Answer} */
export const recordOf = (rules, found, further = []) => {
  const hits = found.hits.length ? found.hits : found.nearest;
  const read =
    found.read_as.length && found.says
      ? `${rules.read_as} ${found.says}. ${found.among} ${found.unknown}`
      : found.unknown;
  const searched = [found.hits[0]?.leaves_out ?? "", read.trim(), hits.length ? found.scope : ""]
    .filter(Boolean)
    .join(" ");
  return {
    question: found.question, heading: found.figure, outcome: outcomeOf(found),
    lines: [
      ...found.claims.flatMap(claimLines),
      ...found.told.map((words) => line("verdict", words)),
      ...hits.flatMap(hitLines),
      ...(found.page ? [line("link", found.all, [], { address: found.page })] : []),
      ...(found.worth.length ? [line("warning", found.worth.join(" "))] : []),
      ...(searched ? [line("searched", searched)] : []),
      ...further.map(furtherLine),
      ...(hits.length ? [line("footnote", hits[0].footnote)] : []),
    ],
  };
};
