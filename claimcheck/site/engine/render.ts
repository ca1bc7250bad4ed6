/* An answer, whose lines have roles, for a terminal and for a page: see records.d.ts. */

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

/** A text, with nothing in it that is HTML. */
const safe = (text: unknown) => String(text ?? "").replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A line of an answer; an address of the site is written from its `root`. */
const part = (
  { role, text, address = "", heads = [], lines = [], rows }: Line, { site, root }: { site: string, root: string },
) => {
  const href = address.startsWith(site) ? root + address.slice(site.length) : address;
  if (role === "link") return `<a href="${safe(href)}">${safe(text)}</a>`;
  if (role === "heading") return `<h3>${safe(text)}</h3>`;
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

/** An answer as HTML; `site` is the address of the site and `root` the way there from the page. Sources are a list, and
 * claims. */
export const htmlOf = ({ heading, lines }: Answer, pages: { site: string, root: string }) => {
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
