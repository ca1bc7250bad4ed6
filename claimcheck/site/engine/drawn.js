/* Answers as HTML: what the build puts into a page, and what the page's script puts there for another question. */
import { html } from "./render.js";
import { sentence } from "./words.js";

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
