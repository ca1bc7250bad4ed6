/* What scripts share: elements, buttons that copy, tables that can be sorted and downloaded, of those of the page. */
import { ordered } from "../engine/order.ts";

// A spreadsheet takes a text that begins so for a formula.
const FORMULA = /^[=+\-@\t\r]/;
// The most characters that a field filters by.
export const LONGEST = 200;

export const make = <T extends keyof HTMLElementTagNameMap>(
  tag: T, properties: Record<string, unknown> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[T] => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** Run the script at an address: a page opened as a file can load nothing else. */
export const load = (src: string): Promise<void> => new Promise((resolve, reject) => {
  const onerror = () => reject(new Error(`${src} cannot be loaded`));
  document.head.append(make("script", { src, onload: () => resolve(), onerror }));
});

/** Make a cell of a table's head a button that sorts. */
export const heading = (cell: HTMLElement, children: (Node | string)[], press: () => void) => {
  const pressed = make("button", { type: "button", className: "cc-table__sort" }, ...children);
  pressed.addEventListener("click", press);
  cell.replaceChildren(pressed);
};

export const button = (textContent: string, press?: () => void) => {
  const made = make("button", { type: "button", className: "cc-button", textContent });
  if (press) made.addEventListener("click", press);
  return made;
};

/** Copy a text; where a browser refuses, leave selected what shows it, and give false. */
export const copy = async (words: string, shown: Element) => {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    const fold = shown.closest("details");
    if (fold) fold.open = true;
    if (shown instanceof HTMLTextAreaElement) shown.select();
    else getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
};

/** Let a button copy a text, which may have to be loaded, and say so for a while in place of its own words. */
export const copies = <T extends HTMLElement>(pressed: T, words: string | (() => Promise<string>), shown: Element) => {
  const before = pressed.textContent;
  pressed.addEventListener("click", async () => {
    pressed.textContent = await copy(typeof words === "string" ? words : await words(), shown) ? "Copied" : "Selected";
    setTimeout(() => { pressed.textContent = before; }, 2000);
  });
  return pressed;
};

/** Start at a reader's first sign, or at once where the address has a place; and again for each other place. */
export const wake = (start: () => void) => {
  addEventListener("hashchange", start);
  if (location.hash.length > 1) start();
  // Before what is pointed at or focused learns of it.
  else for (const sign of ["pointerdown", "keydown", "focusin", "wheel"]) {
    addEventListener(sign, start, { capture: true, once: true, passive: true });
  }
};

const quoted = (cell: Cell) => {
  const acts = typeof cell === "string" && FORMULA.test(cell) && Number.isNaN(Number(cell));
  const text = cell === null ? "" : acts ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

type Saved = { lines: Cell[][], notes: string[] };
/** A button that saves NAME.csv: lines, and below them notes, of which empty ones are left out. */
export const download = (
  name: string | (() => string), content: () => Saved | Promise<Saved>,
) => button("Download CSV", async () => {
  const { lines, notes } = await content();
  const below = notes.filter(Boolean).map((note) => [`# ${note}`]);
  const text = [...lines, ...below].map((line) => `${line.map(quoted).join(",")}\n`);
  const href = URL.createObjectURL(new Blob(text, { type: "text/csv" }));
  const link = make("a", { href, download: `${typeof name === "string" ? name : name()}.csv` });
  link.click();
  URL.revokeObjectURL(link.href);
});

export const footnote = () => document.querySelector(".cc-footnote")?.textContent?.trim() ?? "";

/** What a cell holds: a number in full, or its text. */
const textOf = (cell: HTMLTableCellElement) => cell.dataset.sort ?? cell.textContent.trim();

/** Let each cell have the name of its column, which a narrow screen shows next to it. */
export const label = (table: Element) => {
  const [head, ...rows] = (table as HTMLTableElement).rows;
  const names = Array.from(head.cells, (cell) => cell.textContent.trim());
  for (const row of rows) [...row.cells].forEach((cell, i) => { cell.dataset.label = names[i]; });
};

/** Give a table of the page a field that filters its rows, headings that sort them, and a download of what is shown. */
export const prepare = (table: HTMLElement) => {
  const body = table.querySelector("tbody") as HTMLTableSectionElement;
  const rows = [...body.rows];
  const words = rows.map((row) => row.textContent.toLowerCase());
  const output = make("output");
  const input = make("input", { type: "search", autocomplete: "off", maxLength: LONGEST });
  const filter = () => {
    const parts = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, i) => { row.hidden = !parts.every((part) => words[i].includes(part)); });
    output.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
  };
  input.addEventListener("input", filter);
  filter();

  const heads: NodeListOf<HTMLTableCellElement> = table.querySelectorAll("thead th");
  const names = [...heads].map((head) => head.textContent.trim());
  // Numbers in full, a column of addresses beside each column of links, and below the rows what stands under the table.
  const save = download(table.id.replace(/^tab-/, ""), () => {
    const shown = [...body.rows].filter((row) => !row.hidden);
    const linked = names.map((_, i) => shown.some((row) => row.cells[i].querySelector("a")));
    const lines = shown.map((row) => names.flatMap((_, i) => {
      const text = textOf(row.cells[i]);
      const cell = ["", "\u2013"].includes(text) ? null : text;
      return linked[i] ? [cell, row.cells[i].querySelector("a")?.href ?? null] : [cell];
    }));
    const notes = [...table.querySelectorAll("caption, .cc-table__note")].map((note) => note.textContent.trim());
    const head = names.flatMap((name, i) => (linked[i] ? [name, `${name}, source`] : [name]));
    return { lines: [head, ...lines], notes: [...notes, footnote(), location.href.split("#")[0]] };
  });
  table.prepend(make("div", { className: "cc-filters" }, make("label", {}, "Filter rows", input), output, save));

  heads.forEach((head, column) => heading(head, [...head.childNodes], () => {
    const falls = head.getAttribute("aria-sort") === "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falls ? "descending" : "ascending");
    const cells = rows.map((row) => row.cells[column]);
    const numeric = cells.some((cell) => "sort" in cell.dataset);
    const keyOf = (cell: HTMLTableCellElement) =>
      (!numeric ? textOf(cell) : cell.dataset.sort ? Number(cell.dataset.sort) : null);
    body.append(...ordered(cells.map(keyOf), falls).map((row) => rows[row]));
  }));
};
