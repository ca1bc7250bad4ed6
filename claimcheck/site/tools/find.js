/* The page that finds where a number comes from: a field for a figure, one for a text whose figures are all looked for,
   and a table. The engine draws what it answers. The phrase is in the address, as #q=PHRASE. At a reader's first sign
   come the tables that most answers need, and the others when the first answer is drawn. */
(() => {
  "use strict";

  /** @param {string} id @returns {any} */
  const byId = (id) => document.getElementById(id);
  const page = byId("cc-whence");
  const input = byId("cc-whence-query");
  const output = byId("cc-whence-answer");
  const status = byId("cc-whence-status");
  const { button, make, wake } = window.claimcheckTable;
  const {
    answersOf, decoded, figureHtml, groupOf, htmlOf, judgementOf, loadTable, printed, recordOf, sentence, sheetAnswer,
    sheetOf, summaryOf, tableLoader, textOf,
  } = window.claimcheckEngine;
  // So many results of a figure are shown, at first; so many figures of a text and so many characters of it.
  const [SHOWN, MORE, FIGURES, LONGEST] = [3, 20, 60, 20000];
  // What is asked before anybody does, each in a task of its own: results, then pairs; and what needs other tables.
  const WARMING = ["8,064 tokens/s NVIDIA", "2.77x NVIDIA", "nearly 3x NVIDIA"];
  const FURTHER = ["2.77x", "10 minutes", "GB300", "B300 vs H100", "12 tokens/s open division"];

  const pause = () => new Promise((done) => { setTimeout(done, 0); });
  const site = (/** @type {Rules} */ rules) => ({ site: rules.pages.root, root: page.dataset.root });
  const load = (/** @type {string} */ name) => loadTable(name, page.dataset.root);

  /** Tables that only some answers need. @type {Record<string, ResultTable>} */
  const extra = {};
  const loaded = tableLoader(["results", "compare", "claims"], page.dataset.root, status,
    async (results, table, claims) => {
      const { rules } = /** @type {CompareTable} */ (table);
      // A column at a time, so that keys that are typed meanwhile are drawn.
      for (const name of Object.keys(results.columns)) await pause().then(() => results.columns[name]);
      const judgement = judgementOf({ results, compare: /** @type {CompareTable} */ (table) });
      await pause();
      const engine = answersOf(results, rules, judgement, {
        claims: () => claims, own: () => extra.own, training: () => extra.training, energy: () => extra.energy,
        chips: () => extra.chips,
      });
      return { engine, words: rules.find, results, rules };
    });
  /** Loads what the answers to a phrase need. @param {Answers} engine @param {FindAsked} asked */
  const loadFor = async (engine, asked) => {
    for (const name of engine.needs(asked)) extra[name] ??= await load(name);
  };
  /** Makes ready what some phrases need, while nothing else is to be done. @param {string[]} phrases */
  const warm = (phrases) => (window.requestIdleCallback ?? setTimeout)(async () => {
    const { engine } = await loaded();
    for (const phrase of phrases) {
      await pause();
      const asked = engine.read(phrase, true);
      await loadFor(engine, asked);
      engine.having(asked);
      await pause();
      engine.reply(phrase, 1);
    }
  });

  /* ---- A figure ---- */

  /** @param {Rules} rules @param {FindAnswer} answer @param {FindAnswer[]} further */
  const draw = (rules, answer, further) => {
    output.innerHTML = htmlOf(recordOf(rules.find, answer, further), site(rules));
    const { hits, matching } = answer;
    if (hits.length && matching > hits.length && hits.length < MORE)
      output.append(make("p", {}, button("Show more", () => show(MORE))));
  };

  let shown = input.value;
  let isFirst = true;
  const show = async (limit = SHOWN) => {
    const { engine, words, rules } = await loaded();
    const phrase = input.value.trim();
    shown = phrase;
    await loadFor(engine, engine.read(phrase, true));
    const { found: answer, further, refused } = engine.reply(phrase, limit);
    if (isFirst) warm(FURTHER);
    isFirst = false;
    if (!answer) {
      output.replaceChildren();
      status.textContent = `${sentence(String(refused))} ${sentence(words.refused.fix)}`;
      return;
    }
    const many = (/** @type {number} */ n, /** @type {string} */ one, /** @type {string} */ more) =>
      (n ? [`${printed(n, 0)} ${n === 1 ? one : more}`] : []);
    const parts = [...many(answer.claims.length, "claim", "claims"), ...many(answer.matching, "match", "matches")];
    status.textContent = parts.length ? sentence(parts.join(", ")) : answer.told.length ? "" : "Nothing prints it.";
    draw(rules, answer, further);
    document.title = `${answer.figure} – Where does a number come from? – claimcheck`;
  };

  const remember = () => {
    const next = `#${new URLSearchParams({ q: input.value.trim() })}`;
    // A step back leads to the page before, and not to the letter before.
    if (next !== location.hash) location.replace(next);
  };

  /** What follows a field's keys after a moment. @param {HTMLElement} field @param {number} wait
   * @param {() => unknown} follow */
  const following = (field, wait, follow) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(follow, wait);
    });
  };
  following(input, 20, () => show().then(remember));
  input.form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    await show();
    remember();
    output.querySelector("h2")?.focus();
  });
  const recall = () => {
    const phrase = new URLSearchParams(location.hash.slice(1) || location.search).get("q");
    if (phrase === null || phrase.slice(0, input.maxLength).trim() === shown) return;
    input.value = phrase.slice(0, input.maxLength);
    show().then(() => {
      if (phrase.length > input.maxLength)
        status.textContent += ` Only the first ${input.maxLength} characters were read.`;
    });
  };

  /* ---- A text ---- */

  /** @typedef {ReturnType<ReturnType<typeof textOf>["outcomeOf"]> & { start: number, end: number, phrase: string, id:
   * string }} Outcome */

  const area = byId("cc-whence-text");
  const marked = byId("cc-whence-marked");
  const textStatus = byId("cc-whence-text-status");
  let turn = 0;

  /** The text with its figures marked, each a link to its answer in the colour of its claim's verdict, and below what
   * they lead to, by groups. @param {string} text @param {Outcome[]} outcomes @param {Rules} rules */
  const drawText = (text, outcomes, rules) => {
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
      const items = make("ul", {});
      items.innerHTML = of.map((one) => figureHtml(one, text.slice(one.start, one.end), page.dataset)).join("");
      list.append(make("h3", { textContent: words.groups[group] }), items);
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
    const { figuresOf, outcomeOf } = textOf(engine, words);
    const { found, cut } = figuresOf(text.slice(0, LONGEST));
    const figures = found.slice(0, FIGURES);
    for (const { asked, scope } of figures) await loadFor(engine, { ...asked, scope });
    /** @type {Outcome[]} */
    const outcomes = [];
    for (const [i, item] of figures.entries()) {
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
  if (handed) {
    window.sessionStorage.removeItem("cc-text");
    area.value = handed;
    mark();
  }

  /* ---- A table ---- */

  const file = byId("cc-whence-file");
  /** @param {File | undefined} chosen */
  const compareTable = async (chosen) => {
    if (!chosen) return;
    const fileStatus = byId("cc-whence-file-status");
    fileStatus.textContent = "Comparing …";
    const { results, rules } = await loaded();
    // Its columns are taken once.
    extra.details ??= results.add(await load("details"));
    extra.training ??= await load("training");
    const found = sheetOf(results, rules, () => extra.training)(decoded(new Uint8Array(await chosen.arrayBuffer())));
    const refused = "refused" in found;
    fileStatus.textContent = refused ? sentence(String(found.refused))
      : `${found.cells.length.toLocaleString("en")} cells of this table hold a result.`;
    byId("cc-whence-cells").innerHTML = refused ? "" : htmlOf(sheetAnswer(found, rules), site(rules));
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

  const tabs = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".cc-whence__tabs a"))];
  /** @param {string} hash */
  const choose = (hash) => tabs.forEach((tab) => {
    const own = tab.hash === hash;
    Object.assign(tab, { ariaSelected: String(own), tabIndex: own ? 0 : -1 });
    byId(tab.hash.slice(1)).hidden = !own;
  });
  tabs[0].parentElement?.setAttribute("role", "tablist");
  for (const [i, tab] of tabs.entries()) {
    tab.role = "tab";
    byId(tab.hash.slice(1)).role = "tabpanel";
    tab.setAttribute("aria-controls", tab.hash.slice(1));
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", tab.hash);
      choose(tab.hash);
    });
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(i + step + tabs.length) % tabs.length];
      next.click();
      next.focus();
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
  let isAwake = false;
  wake(() => {
    if (!isAwake) warm(WARMING);
    isAwake = true;
  });
})();
