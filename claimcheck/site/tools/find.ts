/* The page that finds where a number comes from: a field for a figure, one for a text whose figures are all looked for,
   and a table. The engine draws what it answers. The phrase is in the address, as #q=PHRASE. At a reader's first sign
   come the tables that most answers need; others when an answer asks for them. */
import { answersOf } from "../engine/answers.ts";
import { decoded } from "../engine/csv.ts";
import { htmlOf, localAddress } from "../engine/render.ts";
import { sheetAnswer, sheetOf } from "../engine/sheet.ts";
import { stacked } from "../engine/tables.ts";
import { groupOf, summaryOf, textOf } from "../engine/text.ts";
import { leading } from "../engine/told.ts";
import { filled, once, printed, sentence } from "../engine/words.ts";
import { loadTable, tableLoader } from "./packed.ts";
export { takeTable } from "./packed.ts";

const byId = (id: string): any => document.getElementById(id);
const page = byId("cc-whence");
const { root } = page.dataset;
const { button, make, wake } = window.claimcheckTable;
// So many results of a figure are shown, and so many more on demand; so many characters of a text are read.
const [SHOWN, MORE, LONGEST] = [3, 20, 20000];
// Asked before anybody does, each in a task of its own: it makes what most answers take, and after one what others do.
const WARMING = ["8,064 tokens/s GB300", "2.77x GB300", "2.77x"];
const FURTHER = ["10 minutes training", "GB300"];
// What the figures of a text may be of, and what a table is compared with.
const TEXT_TABLES = ["own", "training", "energy", "open"];
const SHEET_TABLES = ["details", "open", "open-details", "training"];

/* ---- The engine ---- */

const pause = () => new Promise((done) => { setTimeout(done, 0); });

/** Tables that only some answers need, and the names of those that one asked for in vain. */
const extra: Record<string, ResultTable> = {};
const wanted: Set<string> = new Set();
const load = async (names: Iterable<string>) => {
  for (const name of names) extra[name] ??= await loadTable(name, root);
};
/** What an engine answers, with the tables that it asks for. */
const complete = async <T>(answer: () => T): Promise<T> => {
  wanted.clear();
  const found = answer();
  if (!wanted.size) return found;
  await load([...wanted]);
  return complete(answer);
};
const status = byId("cc-whence-status");
const loaded = tableLoader(["results", "compare", "claims"], root, status, async (...tables) => {
  const [results, compare, claims] = tables as [ResultTable, CompareTable, ResultTable];
  const { rules } = compare;
  const engine = answersOf(results, rules, (name) => {
    if (name === "claims") return claims;
    if (!extra[name]) wanted.add(name);
    return extra[name] ?? null;
  });
  return { engine, results, rules, words: rules.find, pages: { site: rules.pages.root, root } };
});
const warm = (phrases: string[]) => (window.requestIdleCallback ?? setTimeout)(async () => {
  const { engine } = await loaded();
  for (const phrase of phrases) await pause().then(() => complete(() => engine.reply(phrase, 1)));
});
const furtherWarm = once(() => warm(FURTHER));

/** What follows a field's keys after a moment. */
const following = (field: HTMLElement, wait: number, follow: () => unknown) => {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(follow, wait);
  });
};

/* ---- A figure ---- */

const input = byId("cc-whence-query");
const output = byId("cc-whence-answer");
const title = document.title;
let shown = input.value;
const show = async (limit = SHOWN) => {
  const { engine, words, pages } = await loaded();
  const phrase = shown = input.value.trim();
  const { found, refused } = await complete(() => engine.reply(phrase, limit));
  if (phrase !== shown) return;
  if (!found) {
    output.replaceChildren();
    status.textContent = `${sentence(String(refused))} ${sentence(words.refused.fix)}`;
    return;
  }
  const { claims, matching, hits, told, answer } = found;
  const counted = filled(words.page.found, { claims: claims.length, matching: printed(matching, 0) });
  status.textContent = claims.length || matching ? counted : told.length ? "" : words.page.none;
  output.innerHTML = htmlOf(answer, pages);
  if (hits.length && matching > hits.length && hits.length < MORE)
    output.append(make("p", {}, button(words.page.more, () => show(MORE))));
  document.title = `${answer.heading} – ${title}`;
  furtherWarm();
};

const remember = () => {
  const next = `#${new URLSearchParams({ q: input.value.trim() })}`;
  // A step back leads to the page before, and not to the letter before.
  if (next !== location.hash) location.replace(next);
};
const recall = async () => {
  const phrase = new URLSearchParams(location.hash.slice(1) || location.search).get("q")?.slice(0, input.maxLength);
  if (phrase === undefined || phrase.trim() === shown) return;
  input.value = phrase;
  await show();
};
following(input, 20, () => show().then(remember));
input.form.addEventListener("submit", async (event: Event) => {
  event.preventDefault();
  await show();
  remember();
  output.querySelector("h2")?.focus();
});

/* ---- A text ---- */

type Outcome = ReturnType<ReturnType<typeof textOf>["outcomeOf"]>
  & Record<"start" | "end", number> & Record<"text" | "phrase" | "id", string>;
type Loaded = Awaited<ReturnType<typeof loaded>>;

const area = byId("cc-whence-text");
const marked = byId("cc-whence-marked");
const textStatus = byId("cc-whence-text-status");

/** A figure of a text: what it leads to, and where. */
const itemOf = ({ words, pages }: Loaded, { claim, hit, says, address, text, phrase, id }: Outcome) => {
  const name = claim ? filled(words.page.claim, claim) : hit ? leading(hit) : words.own_page;
  const closer = make("a", { href: `#${new URLSearchParams({ q: phrase })}` }, words.page.closer);
  const source = address ? [" · ", make("a", { href: localAddress(address, pages) }, name)] : [];
  return make("li", { id }, make("b", {}, text), `: ${says} `, closer, ...source);
};

/** The text with its figures marked, each a link to its answer in the colour of its claim's verdict, and below what
 * they lead to, by groups. */
const drawText = (of: Loaded, text: string, outcomes: Outcome[]) => {
  const { legend, groups } = of.words.text;
  const starts = [...outcomes.map(({ start }) => start), text.length];
  const marks = outcomes.flatMap(({ outcome, wrong, claim, end, id, text: textContent }, i) => {
    const verdict = claim ? `cc-badge--${of.rules.verdicts[claim.verdict]}` : "";
    const className = wrong && !claim ? "cc-whence__none" : verdict || `cc-whence__${outcome}`;
    return [make("mark", { className }, make("a", { href: `#${id}`, textContent })), text.slice(end, starts[i + 1])];
  });
  const lists = [...Map.groupBy(outcomes, groupOf)].flatMap(([group, own]) =>
    [make("h3", {}, groups[group]), make("ul", {}, ...own.map((one) => itemOf(of, one)))]);
  marked.replaceChildren(
    make("p", { className: "cc-whence__text" }, text.slice(0, starts[0]), ...marks),
    make("p", { className: "cc-whence__read" }, legend), make("div", { className: "cc-whence__figures" }, ...lists),
  );
};

let turn = 0;
/** What each figure of a text leads to, one after the other, unless the text has changed meanwhile. */
const mark = async () => {
  const [text, own] = [area.value, turn += 1];
  marked.replaceChildren();
  textStatus.textContent = text.trim() && textStatus.dataset.busy;
  if (!text.trim()) return;
  const of = await loaded();
  await load(TEXT_TABLES);
  const { figuresOf, outcomeOf } = textOf(of.engine, of.words);
  const { found, cut } = figuresOf(text.slice(0, LONGEST));
  const outcomes: Outcome[] = [];
  for (const [i, item] of found.entries()) {
    await pause();
    if (own !== turn) return;
    const { figure, asked, start, end } = item;
    const phrase = [figure.text, ...Object.values(asked.names).flat().map((values) => values[0])].join(" ");
    const place = { start, end, text: text.slice(start, end), phrase, id: `cc-figure-${i + 1}` };
    outcomes.push({ ...outcomeOf(item), ...place });
  }
  if (outcomes.length) drawText(of, text, outcomes);
  const told = outcomes.length ? summaryOf(of.words, outcomes) : of.words.page.no_figure;
  textStatus.textContent = cut || text.length > LONGEST ? `${told} ${of.words.page.cut}` : told;
};
following(area, 300, mark);

// What was pasted on the front page.
area.value ||= window.sessionStorage.getItem("cc-text") ?? "";
window.sessionStorage.removeItem("cc-text");
mark();

/* ---- A table ---- */

const file = byId("cc-whence-file");
const fileStatus = byId("cc-whence-file-status");
/** The results of all divisions with their details, whose columns are taken once. */
const detailed = once(async () => {
  const { results } = await loaded();
  await load(SHEET_TABLES);
  return stacked(results.add(extra.details), extra.open.add(extra["open-details"]));
});
const compareTable = async (chosen?: File) => {
  if (!chosen) return;
  fileStatus.textContent = fileStatus.dataset.busy;
  const { rules, pages } = await loaded();
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  const found = sheetOf(await detailed(), rules, () => extra.training)(decoded(bytes));
  const answer = "refused" in found ? null : sheetAnswer(found, rules);
  fileStatus.textContent = answer ? answer.heading : sentence(String(found.refused));
  byId("cc-whence-cells").innerHTML = answer ? htmlOf(answer, pages) : "";
};
file.addEventListener("change", () => compareTable(file.files[0]));
// A file may be dropped anywhere on the page; the browser would open it.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  location.hash = "drop-a-table";
  compareTable(event.dataTransfer?.files[0]);
});

/* ---- Panels: that which the address names is shown, or else the first; its link is marked ---- */

const links: HTMLAnchorElement[] = [...page.querySelectorAll(".cc-whence__tabs a")];
const arrive = () => {
  // A link to a figure of the text stays in its panel.
  if (location.hash.startsWith("#cc-figure-")) return;
  const here = links.find(({ hash }) => hash === location.hash) ?? links[0];
  for (const link of links) {
    link.setAttribute("aria-current", String(link === here));
    byId(link.hash.slice(1)).hidden = link !== here;
  }
  recall();
};
arrive();
addEventListener("hashchange", arrive);
wake(once(() => warm(WARMING)));
