/* A figure of a text as HTML: what it leads to, and where. */
import { html } from "./render.ts";
import { leading } from "./told.ts";

export const figureHtml = (
  { claim, hit, says, phrase, id }: { claim?: FindClaim, hit?: FindText, says: string, phrase: string, id: string },
  text: string, pages: Words,
) => {
  const closer = html`<a href="#${new URLSearchParams({ q: phrase })}">Look closer</a>`;
  const page = hit && pages[hit.rows.length > 1 ? "compare" : "results"];
  const [address, words] = claim ? [`${pages.root}claims/${claim.number}.html`, `Claim ${claim.number}`]
    : hit ? [hit.query ? `${page}#${hit.query}` : hit.address, leading(hit)] : [];
  const leads = address ? html` · <a href="${address}">${words}</a>` : "";
  return html`<li id="${id}"><b>${text}</b>: ${says} ${closer}${leads}</li>`.text;
};
