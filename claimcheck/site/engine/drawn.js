/* A figure of a text as HTML: what it leads to, and where. */
import { html } from "./render.js";
import { leading } from "./told.js";

/** @param {{ claim?: FindClaim, hit?: FindText, says: string, phrase: string, id: string }} outcome
 * @param {string} text the figure as it is in the text @param {Words} pages addresses */
export const figureHtml = ({ claim, hit, says, phrase, id }, text, pages) => {
  const closer = html`<a href="#${new URLSearchParams({ q: phrase })}">Look closer</a>`;
  const page = hit && pages[hit.rows.length > 1 ? "compare" : "results"];
  const [address, words] = claim ? [`${pages.root}claims/${claim.number}.html`, `Claim ${claim.number}`]
    : hit ? [hit.query ? `${page}#${hit.query}` : hit.address, leading(hit)] : [];
  const leads = address ? html` · <a href="${address}">${words}</a>` : "";
  return html`<li id="${id}"><b>${text}</b>: ${says} ${closer}${leads}</li>`.text;
};
