/* Answers as HTML: what the build puts into a page, and what the page's script puts there for another question. */
import { html } from "./render.js";

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
