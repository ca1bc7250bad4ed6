/* An answer, whose lines have roles, for a terminal and for a page: see records.d.ts. */

/** HTML that was made here; any other value is text. */
export class Html {
  text: string;
  constructor(text: string) { this.text = text; }
}

const markup = (value: unknown): string => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(markup).join("");
  return String(value ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
};

/** A template whose values are escaped, unless they are HTML. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]) =>
  new Html(parts.reduce((text, part, i) => text + markup(values[i - 1]) + part));

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

/* ---- For a terminal ---- */

const WIDTH = 100;

/** A text in lines of at most so many characters, words and addresses unbroken; each after the first hangs. */
export const wrapped = (text: string, indent: number = 0) => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(" ".repeat(lines.length ? indent + 2 : indent) + word);
  }
  return lines;
};

/** A line in lines of text. */
const plain = ({ role, text, address, heads = [], lines = [] }: Line) => {
  if (role === "link") return [...wrapped(`${text}:`, 2), `   ${address}`];
  if (role !== "table") return wrapped(text, role === "difference" ? 2 : 0);
  const rows = lines.map(({ name, cells, differs }) => `${differs ? "≠ " : ""}${[name, ...cells].join(" | ")}`);
  return [...wrapped(text), ...[heads.join(" | "), ...rows].flatMap((row) => wrapped(row))];
};

/** An answer in lines for a terminal: what belongs together stands together. */
export const linesOf = ({ heading, lines }: Answer) => {
  const blocks = grouped(lines).map((group) => ({ role: group[0].role, text: group.flatMap(plain) }));
  return [
    ...wrapped(heading),
    ...blocks.flatMap(({ role, text }, i) =>
      i && blocks[i - 1].role === role && role !== "table" ? text : ["", ...text],
    ),
  ];
};

/* ---- For a page ---- */

/** Where pages are: an address of the site is written from its `root`. */
const addressOn = (address: string, { site, root }: { site: string, root: string }) =>
  (address.startsWith(site) ? root + address.slice(site.length) : address);

const part = (
  { role, text, address = "", heads = [], lines = [], rows }: Line, pages: { site: string, root: string },
) => {
  if (role === "link") return html`<a href="${addressOn(address, pages)}">${text}</a>`;
  if (role === "heading") return html`<h3>${text}</h3>`;
  if (role === "footnote") {
    const summary = html`<summary>The footnote that MLCommons requires</summary>`;
    return html`<details>${summary}<p class="cc-footnote">${text}</p></details>`;
  }
  if (role !== "table") return html`<p class="cc-answer__${role}">${text}</p>`;
  const cells = lines.map(({ name, cells: own, differs }) => html`
<tr class="${differs ? "cc-compared__differs" : ""}"><th scope="row">${name}</th>${
  own.map((cell, i) => html`<td data-label="${heads[i]}">${cell}</td>`)}</tr>`);
  return html`<table class="cc-compared__table" data-rows="${rows.join(" ")}"><caption>${text}</caption>
<thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${cells}</tbody></table>`;
};

/** An answer as HTML; `site` is the address of the site and `root` the way there from the page. Sources are a list, and
 * claims. */
export const htmlOf = ({ heading, lines }: Answer, pages: { site: string, root: string }) => {
  const groups = grouped(lines);
  const listOf = (group: Line[] | undefined) =>
    group && isItem(group[0]) ? `cc-answer__${group[0].role}s` : null;
  return html`<h2 tabindex="-1">${heading}</h2>${groups.map((group, i) => {
    const parts = group.map((one) => part(one, pages));
    const list = listOf(group);
    if (list === null) return parts;
    const item = html`<li data-rows="${group[0].rows.join(" ")}">${parts}</li>`;
    const opens = listOf(groups[i - 1]) === list ? "" : html`<ol class="${list}">`;
    const closes = listOf(groups[i + 1]) === list ? "" : html`</ol>`;
    return [opens, item, closes];
  })}`.text;
};
