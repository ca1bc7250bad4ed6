/* An answer, whose lines have roles, as HTML: see records.d.ts. core/terminal.py draws it for a terminal. */

/** A line of an answer. */
export const line = (role: Role, text: string, rows: string[] = [], more: Partial<Line> = {}): Line =>
  ({ role, text, rows, ...more });

/** Whether a line is an item of a list: a source, or a claim. */
const isItem = ({ role, claim }: Line) => role === "source" || claim !== undefined;

/** Lines in groups: a source or a claim has with it what follows it of differences and links. */
const grouped = (lines: Line[]): Line[][] => {
  const groups: Line[][] = [];
  for (const one of lines) {
    const last = groups.at(-1);
    if (last && isItem(last[0]) && (one.role === "difference" || one.role === "link")) last.push(one);
    else groups.push([one]);
  }
  return groups;
};

/** A text, with nothing in it that is HTML. */
const safe = (text: unknown) => String(text ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The address of the site, and the way to its root from a page. */
type Pages = { site: string, root: string };
/** An address, of the site from its root. */
export const localAddress = (address: string, { site, root }: Pages) =>
  (address.startsWith(site) ? root + address.slice(site.length) : address);

/** A line of an answer. */
const part = ({ role, text, address = "", heads = [], lines = [], rows }: Line, pages: Pages) => {
  if (role === "link") return `<a href="${safe(localAddress(address, pages))}">${safe(text)}</a>`;
  if (role === "footnote") {
    const summary = "<summary>The footnote that MLCommons requires</summary>";
    return `<details>${summary}<p class="cc-footnote">${safe(text)}</p></details>`;
  }
  if (role !== "table") return `<p class="cc-answer__${role}">${safe(text)}</p>`;
  const cells = lines.map(({ name, cells: own, differs }) => `
<tr class="${differs ? "cc-compared__differs" : ""}"><th scope="row">${safe(name)}</th>${
  own.map((cell, i) => `<td data-label="${safe(heads[i])}">${safe(cell)}</td>`).join("")}</tr>`);
  return `<table class="cc-compared__table" data-rows="${safe(rows.join(" "))}"><caption>${safe(text)}</caption>
<thead><tr><td></td>${heads.map((head) => `<th scope="col">${safe(head)}</th>`).join("")}</tr></thead>
<tbody>${cells.join("")}</tbody></table>`;
};

/** An answer as HTML for a page. Sources are a list, and claims. */
export const htmlOf = ({ heading, lines }: Answer, pages: Pages) => {
  const groups = grouped(lines);
  const listOf = (group: Line[] | undefined) =>
    group && isItem(group[0]) ? `cc-answer__${group[0].role}s` : null;
  const drawn = groups.map((group, i) => {
    const parts = group.map((one) => part(one, pages)).join("");
    const list = listOf(group);
    if (list === null) return parts;
    const opens = listOf(groups[i - 1]) === list ? "" : `<ol class="${list}">`;
    const closes = listOf(groups[i + 1]) === list ? "" : "</ol>";
    return `${opens}<li data-rows="${safe(group[0].rows.join(" "))}">${parts}</li>${closes}`;
  });
  return `<h2 tabindex="-1">${safe(heading)}</h2>${drawn.join("")}`;
};
