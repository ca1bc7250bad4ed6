/* The page that finds where a number comes from: a field for a figure, and one for a text whose figures are all
 * looked for.
   The engine draws what it answers. The phrase is in the address, as #q=PHRASE. */
(() => {
  "use strict";

  /** @param {string} id @returns {any} */
  const byId = (id) => document.getElementById(id);
  const page = byId("cc-whence");
  const input = byId("cc-whence-query");
  const output = byId("cc-whence-answer");
  const status = byId("cc-whence-status");
  const { button, copies, make } = window.claimcheckTable;
  const {
    answersOf, decoded, figureHtml, groupOf, htmlOf, judgementOf, loadTable, printed, recordOf, sentence, sheetAnswer,
    sheetOf, sourceLine, summaryOf, tableLoader, textOf,
  } = window.claimcheckEngine;
  // So many results of a figure are shown, at first; so long is waited for the next key; so many figures of a text
  // and so many characters of it.
  const [SHOWN, MORE, WAIT, FIGURES, LONGEST] = [3, 20, 20, 60, 20000];

  // What is asked before anybody does: the words first, the results, then pairs, each in a task of its own.
  const WARMING = [
    "x", "8,064 tokens/s", "2.77x NVIDIA", "2.77x", "60%", "nearly 3x", "10 minutes", "B300 vs H100",
    "12 tokens/s open division",
  ];

  const pause = () => new Promise((done) => { setTimeout(done, 0); });

  /** Tables that only some answers need. @type {Record<string, ResultTable>} */
  const extra = {};
  const load = (/** @type {string} */ name) => loadTable(name, page.dataset.root);
  const loaded = tableLoader(
    ["results", "compare", "claims"],
    page.dataset.root,
    status,
    async (results, table, claims) => {
      const { rules } = /** @type {CompareTable} */ (table);
      // Keys that are typed meanwhile are drawn.
      await pause();
      const judgement = judgementOf({ results, compare: /** @type {CompareTable} */ (table) });
      await pause();
      const engine = answersOf(results, rules, judgement, {
        claims: () => claims, training: () => extra.training, energy: () => extra.energy, chips: () => extra.chips,
      });
      return { engine, words: rules.find, results, rules };
    },
  );
  /** Loads what the answers to a phrase need. @param {Answers} engine @param {FindAsked} asked */
  const loadFor = async (engine, asked) => {
    for (const name of engine.needs(asked)) extra[name] ??= await load(name);
  };

  /* ---- A figure ---- */

  /** What is asked first should not wait: the results are loaded and put in order while nothing else is to be done. */
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(async () => {
    const { engine } = await loaded();
    for (const phrase of WARMING) {
      await pause();
      await loadFor(engine, engine.read(phrase, true));
      await pause();
      engine.reply(phrase, 1);
    }
  }));

  /** @param {Rules} rules @param {FindAnswer} answer @param {FindAnswer[]} further @param {() => void} extend */
  const draw = (rules, answer, further, extend) => {
    const words = rules.find;
    output.innerHTML = htmlOf(recordOf(words, answer, further), { site: rules.pages.root, root: page.dataset.root });
    if (answer.hits.length && answer.matching > answer.hits.length && answer.hits.length < MORE) {
      output.append(make("p", {}, button("Show more", extend)));
    }
    output
      .querySelectorAll(".cc-answer__sources li")
      .forEach((/** @type {Element} */ item, /** @type {number} */ i) => {
        const { rows } = (answer.hits.length ? answer.hits : answer.nearest)[i];
        item.lastElementChild?.append(
          " ",
          copies(button(rows.length > 1 ? "Copy their sources" : "Copy its source"), () => sourceOf(rows), item),
        );
      });
  };
  /** Where results are from, a line each. @param {string[]} rows their IDs */
  const sourceOf = async (rows) => {
    const { results } = await loaded();
    results.add(await load("details"));
    return rows.map((id) => {
      const [table, row] =
        results.rowOf(id) === null ? [extra.training, extra.training.rowOf(id)] : [results, results.rowOf(id)];
      return sourceLine(table, Number(row));
    }).join("\n");
  };

  let shown = input.value;
  /** @param {number} limit */
  const show = async (limit = SHOWN) => {
    const { engine, words, rules } = await loaded();
    const phrase = input.value.trim();
    shown = phrase;
    await loadFor(engine, engine.read(phrase, true));
    const { found: answer, further, refused } = engine.reply(phrase, limit);
    if (!answer) {
      output.replaceChildren();
      status.textContent = `${sentence(String(refused))} ${sentence(words.refused.fix)}`;
      return;
    }
    const many = (/** @type {number} */ n, /** @type {string} */ one, /** @type {string} */ more) =>
      (n ? [`${printed(n, 0)} ${n === 1 ? one : more}`] : []);
    const matches = many(answer.matching, "match", "matches").map((said) => (answer.more ? `more than ${said}` : said));
    const parts = [...many(answer.claims.length, "claim", "claims"), ...matches];
    status.textContent = parts.length ? sentence(parts.join(", ")) : answer.told.length ? "" : "Nothing prints it.";
    draw(rules, answer, further, () => show(MORE));
    document.title = `${answer.figure} – Where does a number come from? – claimcheck`;
  };

  const remember = () => {
    const next = `#${new URLSearchParams({ q: input.value.trim() })}`;
    // A step back leads to the page before, and not to the letter before.
    if (next !== location.hash) location.replace(next);
  };

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  input.addEventListener("focus", () => { loaded().catch(() => {}); });
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { show().then(remember); }, WAIT);
  });
  input.form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    clearTimeout(waiting);
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
  /** @typedef {{ outcomes: Outcome[], words: FindRules, rules: Rules, more: boolean, cut: boolean }} Marked */

  const area = byId("cc-whence-text");
  const marked = byId("cc-whence-marked");
  const textStatus = byId("cc-whence-text-status");

  /** A figure in the text, which leads to its answer, in the colour of its claim's verdict. */
  const markOf = (/** @type {string} */ className, /** @type {string} */ textContent, /** @type {string} */ href) => (
    make("mark", { className }, make("a", { href, textContent }))
  );

  /** What each figure of a text leads to, one after the other; null once the text has changed.
   * @param {string} text @param {number} own @returns {Promise<Marked | null>} */
  const marking = async (text, own) => {
    const { engine, words, rules } = await loaded();
    const { figuresOf, outcomeOf } = textOf(engine, words);
    const { found, cut } = figuresOf(text.slice(0, LONGEST));
    const figures = found.slice(0, FIGURES);
    for (const { asked } of figures) await loadFor(engine, asked);
    /** @type {Outcome[]} */
    const outcomes = [];
    for (const [i, item] of figures.entries()) {
      await pause();
      if (own !== turn) return null;
      const { figure, asked, start, end } = item;
      const phrase = [figure.text, ...Object.values(asked.names).flat().map((values) => values[0])].join(" ");
      outcomes.push({ ...outcomeOf(item), start, end, phrase, id: `cc-figure-${i + 1}` });
    }
    return { outcomes, words, rules, more: found.length > FIGURES, cut: cut || text.length > LONGEST };
  };

  /** The text with its figures marked, and below it what they lead to, by groups. @param {string} text
   * @param {Marked} marked */
  const drawText = (text, { outcomes, words, rules }) => {
    const pieces = make("p", { className: "cc-whence__text" });
    let last = 0;
    for (const { outcome, wrong, claim, start, end, id } of outcomes) {
      const verdict = claim ? `cc-badge--${rules.verdicts[claim.verdict]}` : "";
      const kind = wrong && !claim ? "cc-whence__none" : verdict || `cc-whence__${outcome}`;
      pieces.append(text.slice(last, start), markOf(kind, text.slice(start, end), `#${id}`));
      last = end;
    }
    pieces.append(text.slice(last));
    const list = make("div", { className: "cc-whence__figures" });
    for (const [group, of] of Map.groupBy(outcomes, groupOf)) {
      list.append(make("h3", { textContent: words.text.groups[group] }), make("ul", {}));
      for (const one of of)
        list.lastElementChild?.insertAdjacentHTML(
          "beforeend",
          figureHtml(one, text.slice(one.start, one.end), page.dataset),
        );
    }
    marked.replaceChildren(pieces, make("p", { className: "cc-whence__read", textContent: words.text.legend }), list);
  };

  let turn = 0;
  const mark = async () => {
    turn += 1;
    const text = area.value;
    textStatus.textContent = text.trim() ? "Looking …" : "";
    if (!text.trim()) { marked.replaceChildren(); return; }
    const found = await marking(text, turn);
    if (!found) return;
    if (found.outcomes.length) drawText(text, found);
    else marked.replaceChildren();
    const told = [
      found.outcomes.length
        ? summaryOf(found.words, found.outcomes)
        : "There is no figure in this text that an MLPerf result could print.",
    ];
    if (found.more) told.push(`Only the first ${FIGURES} were looked for.`);
    else if (found.cut)
      told.push(`Only the first ${printed(LONGEST, 0)} characters were read, and 1,000 of a sentence.`);
    textStatus.textContent = told.join(" ");
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  area.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(mark, 300);
  });

  // What was pasted on the front page.
  const handed = window.sessionStorage.getItem("cc-text");
  if (handed) {
    window.sessionStorage.removeItem("cc-text");
    area.value = handed;
    mark();
  }

  /* ---- A table ---- */

  const file = byId("cc-whence-file");
  const cells = byId("cc-whence-cells");
  const fileStatus = byId("cc-whence-file-status");
  /** @param {string} text */
  const compareTable = async (text) => {
    fileStatus.textContent = "Comparing …";
    const { results, rules } = await loaded();
    await pause();
    extra.training ??= await load("training");
    const found = sheetOf(results, rules, () => extra.training)(text);
    fileStatus.textContent =
      "refused" in found
        ? sentence(String(found.refused))
        : `${found.cells.length.toLocaleString("en")} cells of this table hold a result.`;
    cells.innerHTML =
      "refused" in found ? "" : htmlOf(sheetAnswer(found, rules), { site: rules.pages.root, root: page.dataset.root });
  };
  file.addEventListener("change", async () => {
    if (file.files[0]) await compareTable(decoded(new Uint8Array(await file.files[0].arrayBuffer())));
  });
  // A file may be dropped anywhere on the page; the browser would open it.
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    choose("#drop-a-table");
    await compareTable(decoded(new Uint8Array(await dropped.arrayBuffer())));
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
  addEventListener("hashchange", arrive);
  arrive();
})();
