/* Answers as HTML: what the build puts into a page, and what the page's script puts there for another question. */
import { html } from "./render.js";
import { printed, sentence } from "./words.js";

/** The link from a hit to the page that shows it. @param {FindText} hit @param {Words} pages addresses */
const hitLink = ({ rows, query, address }, pages) => (!query ? html`<a href="${address}">See its source</a>` : rows.length > 1
  ? html`<a href="${pages.compare}#${query}">Compare these two results</a>` : html`<a href="${pages.results}#${query}">See this result and its sources</a>`);

/** The link to a claim's page. @param {FindClaim} claim @param {Words} pages */
const claimLink = ({ number }, pages) => html`<a href="${pages.root}claims/${number}.html">Claim ${number}</a>`;
/** The claim that prints a figure, with its verdict. @param {FindClaim} claim @param {Words} pages */
const claimHtml = (claim, pages) => html`
<li><p class="cc-whence__sentence">${claim.statement}</p>
<p><b>${sentence(claim.verdict)}</b> ${claim.reason ? sentence(claim.reason) : ""} ${claimLink(claim, pages)}</p></li>`;

/** What was found of a figure: claims, why there is nothing, what prints it, what that is worth, and how it was read.
 * @param {FindAnswer} found @param {FindRules} words @param {Words} pages @param {FindAnswer[]} [further] */
export const answerHtml = (found, words, pages, further = []) => {
  const hits = found.hits.length ? found.hits : found.nearest;
  const [first] = found.hits;
  const read = !found.read_as.length ? found.unknown : `${words.read_as} ${found.says}. ${found.among} ${found.unknown}`;
  const footnote = hits.length ? html`<details><summary>The footnote that MLCommons requires</summary><p class="cc-footnote">${hits[0].footnote}</p></details>` : "";
  return html`<h2 tabindex="-1">${found.figure}</h2>
${found.claims.length ? html`<ul class="cc-whence__claims">${found.claims.map((claim) => claimHtml(claim, pages))}</ul>` : ""}
${found.told.map((told) => html`<p class="cc-whence__told">${told}</p>`)}
${hits.length ? html`<ol class="cc-whence__hits">${hits.map((hit) => html`
<li><p class="cc-whence__sentence">${hit.sentence}</p>
<p>${hit.against} ${hitLink(hit, pages)}</p></li>`)}
</ol>` : ""}
${found.page ? html`<p><a href="${pages.root}${found.page.replace(/^.*\/(?=(?:book|notebooks)\/)/, "")}">${found.all}</a></p>` : ""}
${found.worth.length ? html`<p class="cc-whence__worth">${found.worth.join(" ")}</p>` : ""}
<p class="cc-whence__read">${first?.leaves_out ?? ""} ${read.trim()} ${hits.length ? found.scope : ""}</p>
${further.map((other) => html`<p><b>${other.figure}</b>: ${[...other.claims.slice(0, 1).map(({ text }) => text), ...other.told, ...other.hits.map((hit) => hit.sentence)].join(" ")}</p>`)}
${footnote}`.text;
};

/** A figure of a text with what it leads to. @param {{ found: FindAnswer, outcome: string, says: string }} item @param {string} text as it is in the text @param {string} phrase @param {Words} pages */
export const figureHtml = ({ found, outcome, says }, text, phrase, pages) => {
  const [hit] = found.hits;
  const closer = html`<a href="#${new URLSearchParams({ q: phrase })}">Look closer</a>`;
  const leads = outcome === "claim" ? html` · ${claimLink(found.claims[0], pages)}` : outcome === "result" ? html` · ${hitLink(hit, pages)}` : "";
  return html`<li><b>${text}</b>: ${says} ${closer}${leads}</li>`.text;
};

// So many cells of a table are listed.
const CELLS = 300;
/** What the cells of a table come to: how many of each outcome, and those that differ, one a line.
 * @param {import("./sheet.js").SheetAnswer} found @param {string[]} alike outcomes that are not listed @param {number} [most] */
export const sheetHtml = ({ says, cells, counts, lacking }, alike, most = CELLS) => {
  const differing = cells.filter(({ outcome }) => !alike.includes(outcome));
  const listed = differing.slice(0, most).map((cell) => html`
<li><b>${[cell.id, cell.submitter, cell.benchmark, cell.scenario].filter(Boolean).join(", ")}</b>, line ${cell.line}: ${cell.printed} ${cell.unit}: ${cell.says}.</li>`);
  return html`${says ? html`<p>${says}</p>` : ""}<ul class="cc-whence__counts">${counts.map(({ cells: number, words }) => html`<li><b>${printed(number, 0)}</b> ${words}</li>`)}</ul>
<ol class="cc-whence__figures">${listed}</ol>
${differing.length > most ? html`<p>${printed(differing.length - most, 0)} more are not listed here; <code>claimcheck table</code> prints all.</p>` : ""}
${lacking.length ? html`<p>Results of these systems that the table lacks:</p><ul>${lacking.map((words) => html`<li>${words}</li>`)}</ul>` : ""}`.text;
};
