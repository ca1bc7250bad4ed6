/* The page that finds where a number comes from: a field for a figure, one for a text whose figures are all looked for,
   and a table. The engine draws what it answers. The phrase is in the address, as #q=PHRASE. At a reader's first sign
   come the tables that most answers need; others when an answer asks for them. */
import { answersOf } from "../engine/answers.ts";
import { decoded } from "../engine/csv.ts";
import { htmlOf } from "../engine/render.ts";
import { sheetAnswer, sheetOf } from "../engine/sheet.ts";
import { stacked } from "../engine/tables.ts";
import { groupOf, summaryOf, textOf } from "../engine/text.ts";
import { leading } from "../engine/told.ts";
import { kept, once, printed, sentence } from "../engine/words.ts";
import { loadTable, tableLoader } from "./packed.ts";
export { takeTable } from "./packed.ts";

const byId = (id: string): any => document.getElementById(id);
const page = byId("cc-whence");
const input = byId("cc-whence-query");
const output = byId("cc-whence-answer");
const status = byId("cc-whence-status");
const { button, make, wake } = window.claimcheckTable;
// So many results of a figure are shown, at first; so many figures of a text and so many characters of it.
const [SHOWN, MORE, FIGURES, LONGEST] = [3, 20, 60, 20000];
// What is asked before anybody does, each in a task of its own, and once there is an answer; claims read in one task.
const WARMING = ["8,064 tokens/s GB300", "2.77x GB300"];
const FURTHER = ["2.77x in total", "2.77x", "10 minutes training", "GB300"];
const CLAIMS = 20;

/* ---- The engine ---- */

const pause = () => new Promise((done) => { setTimeout(done, 0); });

/** Tables that only some answers need, and the names of those that one asked for in vain. */
const extra: Record<string, ResultTable> = {};
const wanted: Set<string> = new Set();
const load = async (names: Iterable<string>) => {
  for (const name of names) extra[name] ??= await loadTable(name, page.dataset.root);
};
/** What an engine answers, with the tables that it asks for. */
const complete = async <T>(answer: () => T): Promise<T> => {
  wanted.clear();
  const found = answer();
  if (!wanted.size) return found;
  await load([...wanted]);
  return complete(answer);
};
const loaded = tableLoader(["results", "compare", "claims"], page.dataset.root, status, async (...tables) => {
  const [results, compare, claims] = tables as [ResultTable, CompareTable, ResultTable];
  const { rules } = compare;
  const engine = answersOf(results, rules, (name) => {
    if (name === "claims") return claims;
    if (!extra[name]) wanted.add(name);
    return extra[name] ?? null;
  });
  await pause().then(() => engine.bankOf("results"));
  await pause();
  return { engine, results, rules, words: rules.find, pages: { site: rules.pages.root, root: page.dataset.root } };
});
/** Makes ready what some phrases need, while nothing else is to be done. */
const warm = (phrases: string[]) => (window.requestIdleCallback ?? setTimeout)(async () => {
  const { engine } = await loaded();
  const { claims, readOf } = engine.claimed();
  for (let i = 0; i < claims.length; i += CLAIMS)
    await pause().then(() => claims.slice(i, i + CLAIMS).forEach(readOf));
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

let shown = input.value;
const show = async (limit = SHOWN) => {
  const { engine, words, pages } = await loaded();
  const phrase = shown = input.value.trim();
  const { found, refused } = await complete(() => engine.reply(phrase, limit));
  if (phrase !== shown) return;
  furtherWarm();
  if (!found) {
    output.replaceChildren();
    status.textContent = `${sentence(String(refused))} ${sentence(words.refused.fix)}`;
    return;
  }
  const { claims, matching, hits, told, answer } = found;
  const counted = [[claims.length, "claim", "claims"], [matching, "match", "matches"]] as const;
  const parts = counted.filter(([n]) => n).map(([n, one, more]) => `${printed(n, 0)} ${n === 1 ? one : more}`);
  status.textContent = parts.length ? sentence(parts.join(", ")) : told.length ? "" : "Nothing prints it.";
  output.innerHTML = htmlOf(answer, pages);
  if (hits.length && matching > hits.length && hits.length < MORE)
    output.append(make("p", {}, button("Show more", () => show(MORE))));
  document.title = `${answer.heading} – Where does a number come from? – claimcheck`;
};

const remember = () => {
  const next = `#${new URLSearchParams({ q: input.value.trim() })}`;
  // A step back leads to the page before, and not to the letter before.
  if (next !== location.hash) location.replace(next);
};
const recall = async () => {
  const phrase = new URLSearchParams(location.hash.slice(1) || location.search).get("q");
  if (phrase === null || phrase.slice(0, input.maxLength).trim() === shown) return;
  input.value = phrase.slice(0, input.maxLength);
  await show();
  if (phrase.length > input.maxLength)
    status.textContent += ` Only the first ${input.maxLength} characters were read.`;
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
  & Record<"start" | "end", number> & Record<"phrase" | "id", string>;

const area = byId("cc-whence-text");
const marked = byId("cc-whence-marked");
const textStatus = byId("cc-whence-text-status");
let turn = 0;
// What the figures of a text may be of.
const TEXT_TABLES = ["own", "training", "energy", "open"];

/** A figure of a text: what it leads to, and where. */
const itemOf = ({ claim, hit, says, phrase, id }: Outcome, text: string) => {
  const { root, compare, results } = page.dataset;
  const there = hit && (hit.query ? `${hit.rows.length > 1 ? compare : results}#${hit.query}` : hit.address);
  const [href, words] = claim ? [`${root}claims/${claim.number}.html`, `Claim ${claim.number}`]
    : [there, hit && leading(hit)];
  const closer = make("a", { href: `#${new URLSearchParams({ q: phrase })}` }, "Look closer");
  const leads = href ? [" · ", make("a", { href }, String(words))] : [];
  return make("li", { id }, make("b", {}, text), `: ${says} `, closer, ...leads);
};

/** The text with its figures marked, each a link to its answer in the colour of its claim's verdict, and below what
 * they lead to, by groups. */
const drawText = (text: string, outcomes: Outcome[], rules: Rules) => {
  const words = rules.find.text;
  const pieces = make("p", { className: "cc-whence__text" });
  const list = make("div", { className: "cc-whence__figures" });
  let last = 0;
  for (const { outcome, wrong, claim, start, end, id } of outcomes) {
    const verdict = claim ? `cc-badge--${rules.verdicts[claim.verdict]}` : "";
    const className = wrong && !claim ? "cc-whence__none" : verdict || `cc-whence__${outcome}`;
    const link = make("a", { href: `#${id}`, textContent: text.slice(start, end) });
    pieces.append(text.slice(last, start), make("mark", { className }, link));
    last = end;
  }
  pieces.append(text.slice(last));
  for (const [group, of] of Map.groupBy(outcomes, groupOf)) {
    const items = of.map((one) => itemOf(one, text.slice(one.start, one.end)));
    list.append(make("h3", { textContent: words.groups[group] }), make("ul", {}, ...items));
  }
  marked.replaceChildren(pieces, make("p", { className: "cc-whence__read", textContent: words.legend }), list);
};

/** What each figure of a text leads to, one after the other, unless the text has changed meanwhile. */
const mark = async () => {
  const [text, own] = [area.value, turn += 1];
  marked.replaceChildren();
  textStatus.textContent = text.trim() ? "Looking …" : "";
  if (!text.trim()) return;
  const { engine, words, rules } = await loaded();
  await load(TEXT_TABLES);
  const { figuresOf, outcomeOf } = textOf(engine, words);
  const { found, cut } = figuresOf(text.slice(0, LONGEST));
  const outcomes: Outcome[] = [];
  for (const [i, item] of found.slice(0, FIGURES).entries()) {
    await pause();
    if (own !== turn) return;
    const { figure, asked, start, end } = item;
    const phrase = [figure.text, ...Object.values(asked.names).flat().map((values) => values[0])].join(" ");
    outcomes.push({ ...outcomeOf(item), start, end, phrase, id: `cc-figure-${i + 1}` });
  }
  if (outcomes.length) drawText(text, outcomes, rules);
  const none = "There is no figure in this text that an MLPerf result could print.";
  const told = outcomes.length ? summaryOf(words, outcomes) : none;
  const read = `Only the first ${printed(LONGEST, 0)} characters were read, and 1,000 of a sentence.`;
  const more = found.length > FIGURES ? `Only the first ${FIGURES} were looked for.` : "";
  textStatus.textContent = `${told} ${more || (cut || text.length > LONGEST ? read : "")}`.trim();
};
following(area, 300, mark);

// What was pasted on the front page.
const handed = window.sessionStorage.getItem("cc-text");
window.sessionStorage.removeItem("cc-text");
if (handed) {
  area.value = handed;
  mark();
}

/* ---- A table ---- */

const file = byId("cc-whence-file");
/** The results of all divisions with their details, whose columns are taken once. */
const detailed = kept(async (results: ResultTable) => {
  await load(["details", "open", "open-details", "training"]);
  return stacked(results.add(extra.details), extra.open.add(extra["open-details"]));
});
const compareTable = async (chosen?: File) => {
  if (!chosen) return;
  const fileStatus = byId("cc-whence-file-status");
  fileStatus.textContent = "Comparing …";
  const { results, rules, pages } = await loaded();
  const every = await detailed(results);
  const found = sheetOf(every, rules, () => extra.training)(decoded(new Uint8Array(await chosen.arrayBuffer())));
  const refused = "refused" in found;
  fileStatus.textContent = refused ? sentence(String(found.refused))
    : `${found.cells.length.toLocaleString("en")} cells of this table hold a result.`;
  byId("cc-whence-cells").innerHTML = refused ? "" : htmlOf(sheetAnswer(found, rules), pages);
};
file.addEventListener("change", () => compareTable(file.files[0]));
// A file may be dropped anywhere on the page; the browser would open it.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  choose("#drop-a-table");
  compareTable(event.dataTransfer?.files[0]);
});

/* ---- Tabs: each shows its panel; which one is in the address, as its id ---- */

const tabs: HTMLAnchorElement[] = [...page.querySelectorAll(".cc-whence__tabs a")];
const choose = (hash: string) => tabs.forEach((tab) => {
  const own = tab.hash === hash;
  Object.assign(tab, { ariaSelected: String(own), tabIndex: own ? 0 : -1 });
  byId(tab.hash.slice(1)).hidden = !own;
});
tabs[0].parentElement?.setAttribute("role", "tablist");
for (const [i, tab] of tabs.entries()) {
  const panel = tab.hash.slice(1);
  tab.role = "tab";
  tab.setAttribute("aria-controls", panel);
  byId(panel).role = "tabpanel";
  tab.addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(null, "", tab.hash);
    choose(tab.hash);
  });
  tab.addEventListener("keydown", ({ key }) => {
    const next = { ArrowRight: tabs[i + 1] ?? tabs[0], ArrowLeft: tabs.at(i - 1) }[key];
    next?.click();
    next?.focus();
  });
}
const arrive = () => {
  const { hash } = location;
  // A link to a figure of the text stays in its tab.
  if (!hash.startsWith("#cc-figure-")) choose(tabs.some((tab) => tab.hash === hash) ? hash : tabs[0].hash);
  recall();
};
arrive();
addEventListener("hashchange", arrive);
wake(once(() => warm(WARMING)));
