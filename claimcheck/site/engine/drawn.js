/* Answers as HTML: what the build puts into a page, and what the page's script puts there for another question. */
import { html } from "./render.js";
import { printed } from "./words.js";

/** The link from a hit to the page that shows it. @param {FindText} hit @param {Words} pages addresses */
const hitLink = ({ rows, query, address }, pages) => (!query ? html`<a href="${address}">See its source</a>` : rows.length > 1
  ? html`<a href="${pages.compare}#${query}">Compare these two results</a>` : html`<a href="${pages.results}#${query}">See this result and its sources</a>`);

/** The link to a claim's page. @param {FindClaim} claim @param {Words} pages */
const claimLink = ({ number }, pages) => html`<a href="${pages.root}claims/${number}.html">Claim ${number}</a>`;
/** A figure of a text with what it leads to. @param {{ claim?: FindClaim, hit?: FindText, says: string }} item
 * @param {string} text as it is in the text @param {string} phrase @param {Words} pages */
export const figureHtml = ({ claim, hit, says }, text, phrase, pages) => {
  const closer = html`<a href="#${new URLSearchParams({ q: phrase })}">Look closer</a>`;
  const leads = claim ? html` · ${claimLink(claim, pages)}` : hit ? html` · ${hitLink(hit, pages)}` : "";
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
