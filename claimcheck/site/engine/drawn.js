/* Answers as HTML: what the build puts into a page, and what the page's script puts there for another question. */
import { html } from "./render.js";
import { sourcesOf } from "./tables.js";
import { asPublished, filled, printed, sentence, times } from "./words.js";

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

// How the answer is marked, and the bars of the two results.
/** @type {Words} */
const MARKS = { no: "cc-compared__may--no", "not settled": "cc-compared__may--open", "with care": "cc-compared__may--open", yes: "" };
const BARS = ["cc-compared__first", "cc-compared__second"];
/** @type {Words} */
const SOURCES = { published: "published figure", log: "line of the log", system: "description of the system" };

/** @param {ResultTable} results @param {Rules} rules @param {Judgement} judgement */
export const drawingOf = (results, rules, { inWords, stated }) => {
  const { get } = results;

  /** A result in a line. @param {number} row */
  const title = (row) => {
    const chips = get("accelerators", row) === null ? "" : `${get("accelerators", row)} × `;
    return `${get("round", row)} ${stated("benchmark", row)} ${get("scenario", row)}, ${stated("submitter", row)}, ${chips}${get("product", row) ?? "CPUs"}`;
  };
  /** What else there is to say of it. @param {number} row */
  const details = (row) => {
    const rate = get("per_accelerator", row);
    const per = rate === null ? "" : `, ${printed(Number(rate), 1)} per accelerator`;
    const category = get("availability", row) === null ? "" : `, ${get("availability", row)}`;
    return `${asPublished(Number(get("value", row)))} ${get("unit", row)}${per}; ${get("division", row)}${category}; ${get("system_name", row)}`;
  };

  /** Bars of both results, per accelerator where they can be divided, and in total. @param {Comparison} found */
  const chart = ({ rows, ratio }) => {
    const unit = String(get("unit", rows[0]));
    const divided = ratio !== null && ratio.per_accelerator !== null;
    const shorter = get("higher_is_better", rows[0]) === true ? "" : ", shorter is better";
    const groups = [...(divided ? [{ heading: `${unit} per accelerator`, column: "per_accelerator" }] : []), { heading: divided ? `${unit} in total` : unit, column: "value" }];
    /** @type {string[]} */
    const said = [];
    const bars = groups.map(({ heading, column }, group) => {
      const values = rows.map((row) => Number(get(column, row)));
      const lines = values.map((value, i) => {
        const [y, width] = [group * 94 + 22 + i * 34, Math.max(1, (280 * value) / Math.max(...values))];
        const text = printed(value, value < 10 ? 2 : value < 1000 ? 1 : 0);
        said.push(`${inWords(rows[i])}: ${text} ${heading}`);
        return html`<text x="0" y="${y + 11}" class="cc-compared__name">${inWords(rows[i])}</text>
<rect x="0" y="${y + 15}" width="${width}" height="12" class="${BARS[i]}"></rect>
<text x="${width + 5}" y="${y + 25.5}" class="cc-compared__value">${text}</text>`;
      });
      return html`<text x="0" y="${group * 94 + 14}" class="cc-compared__axis">${heading}${shorter}</text>${lines}`;
    });
    return html`<svg viewBox="0 0 360 ${groups.length * 94}" class="cc-compared__chart" role="img" aria-label="${said.join("; ")}">${bars}</svg>`;
  };

  /** A table of lines; those that differ are marked, and a value that is not stated differs from none.
   * @param {string} caption @param {string[]} heads @param {string[][]} lines */
  const table = (caption, heads, lines) => (lines.length ? html`<table class="cc-compared__table"><caption>${caption}</caption>
<thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${lines.map(([name, ...both]) => html`
<tr class="${both[0] === both[1] || both.includes(rules.not_stated) ? "" : "cc-compared__differs"}"><th scope="row">${name}</th>${both.map((text, i) => html`<td data-label="${heads[i]}">${text}</td>`)}</tr>`)}
</tbody></table>` : "");

  /** A comparison; `root` is the way to the site's root. @param {Comparison} found @param {string} root */
  const comparisonHtml = (found, root) => {
    const { ratio, rows } = found;
    const heads = rows.map(inWords);
    const shown = ratio && "text" in ratio ? html`<p class="cc-compared__ratio"><b>${ratio.text}</b>${ratio.shown}</p>
<p>${found.said[0]}</p>${chart(found)}` : html`<ul>${rows.map((row) => html`<li>${title(row)}: ${details(row)}</li>`)}</ul>`;
    const kinds = Object.entries(found.denominators).map(([name, value]) => `${times(value)} by the ${name} rate`).join(", ");
    const conditions = found.conditions.map(({ name, holds, detail, follows }) => html`
<li${holds ? "" : html` class="cc-compared__fails"`}><span class="cc-compared__sign" aria-hidden="true">${rules.signs[String(holds)]}</span>
<span>${holds ? sentence(`${name}: ${detail}`) : html`<b>${sentence(detail)}</b>`} ${follows}</span></li>`);
    const sources = rows.map((row) => html`<li>${inWords(row)}, ${get("row_id", row)}: ${Object.entries(sourcesOf(results, row)).map(([name, address], i) => html`${i ? ", " : ""}<a href="${address}">${SOURCES[name]}</a>`)}</li>`);
    return html`<h2 tabindex="-1">May they be compared?</h2>
<p class="cc-compared__may ${MARKS[found.allowed]}">${found.why}</p>
${shown}
${kinds ? html`<p>${filled(rules.by_logs, { kinds })} <a href="${root}notebooks/metric.html">How MLPerf times a Server run</a>.</p>` : ""}
${conditions.length ? html`<h3>What do they share, and what matters?</h3><ul class="cc-compared__conditions">${conditions}</ul>` : ""}
${found.together ? html`<p><b>${found.together}</b></p>` : ""}
<div class="cc-compared__price"></div>
<h3>What differs?</h3>
<label class="cc-compared__only"><input type="checkbox"> ${rules.only}</label>
${table("What is known of both results. Lines that differ are marked.", heads, found.known)}
${table("What the logs of the runs say of load and latency.", heads, found.logged)}
<div class="cc-compared__take"></div>
<h3>Sources</h3><ul>${sources}</ul>
<p class="cc-footnote">${found.footnote}</p>`.text;
  };

  return { title, details, comparisonHtml };
};
