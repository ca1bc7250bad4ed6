/* The page that finds where a number comes from: a field for a figure, and one for a text whose figures are all looked for.
   The engine draws what it answers. The phrase is in the address, as #q=PHRASE. */
(() => {
  "use strict";

  /** @param {string} id @returns {any} */
  const byId = (id) => document.getElementById(id);
  const page = byId("cc-whence");
  const input = byId("cc-whence-query");
  const output = byId("cc-whence-answer");
  const status = byId("cc-whence-status");
  const { make } = window.claimcheckTable;
  const { answerHtml, answersOf, figureHtml, judgementOf, sentence } = window.claimcheckEngine;
  // So many results of a figure are shown, at first; so long is waited for the next key; so many figures of a text,
  // so many characters of it, and so many of one sentence.
  const [SHOWN, MORE, WAIT, FIGURES, LONGEST, SENTENCE] = [3, 20, 20, 60, 20000, 1000];

  const pause = () => new Promise((done) => { setTimeout(done, 0); });

  /** @type {Promise<{ engine: Answers, words: FindRules }> | null} */
  let data = null;
  const loaded = () => {
    if (!data) status.textContent = "Loading the results …";
    data ??= Promise.all(["results", "compare"].map((name) => window.claimcheckTables.load(name, page.dataset.root))).then(async ([results, table]) => {
      const compare = /** @type {CompareTable} */ (table);
      // Keys that are typed meanwhile are drawn.
      await pause();
      const judgement = judgementOf({ results, compare });
      await pause();
      const engine = answersOf(results, compare.rules, judgement);
      status.textContent = "";
      return { engine, words: compare.rules.find };
    }).catch((error) => {
      data = null;
      status.textContent = `The results cannot be loaded: ${error.message}. Reload the page to try again.`;
      throw error;
    });
    return data;
  };

  /* ---- A figure ---- */

  /** What is asked first should not wait: the results are loaded and put in order while nothing else is to be done. */
  const idle = window.requestIdleCallback ?? ((/** @type {IdleRequestCallback} */ work) => setTimeout(() => work({ didTimeout: false, timeRemaining: () => 10 }), 200));
  /** @param {Iterator<unknown>} steps */
  const warm = (steps) => idle((deadline) => {
    while (deadline.timeRemaining() > 3) if (steps.next().done) return;
    warm(steps);
  });
  addEventListener("load", () => idle(() => { loaded().then(({ engine }) => warm(engine.warmed()), () => {}); }));

  /** @param {FindRules} words @param {FindAnswer} answer @param {() => void} more */
  const draw = (words, answer, more) => {
    output.innerHTML = answerHtml(answer, words, page.dataset);
    if (answer.matching > answer.hits.length && answer.hits.length < MORE) {
      const button = make("button", { type: "button", className: "cc-button", textContent: "Show more" });
      button.addEventListener("click", more);
      output.append(make("p", {}, button));
    }
  };

  let shown = input.value;
  /** @param {number} limit */
  const show = async (limit = SHOWN) => {
    const { engine, words } = await loaded();
    const phrase = input.value.trim();
    shown = phrase;
    const { found: answer, refused } = engine.reply(phrase, limit);
    if (!answer) {
      output.replaceChildren();
      status.textContent = `${sentence(String(refused))} ${sentence(words.refused.fix)}`;
      return;
    }
    status.textContent = answer.matching ? `${answer.matching.toLocaleString("en")} ${answer.matching === 1 ? "match" : "matches"}.` : "Nothing prints it.";
    draw(words, answer, () => show(MORE));
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
    show().then(() => { if (phrase.length > input.maxLength) status.textContent += ` Only the first ${input.maxLength} characters were read.`; });
  };

  /* ---- A text ---- */

  const area = byId("cc-whence-text");
  const marked = byId("cc-whence-marked");
  const textStatus = byId("cc-whence-text-status");

  /** The sentences of a text with their places. @param {string} text */
  const sentencesOf = (text) => [...text.matchAll(/[^\n]+?(?:[.!?](?=\s|$)|(?=\n)|$)/g)].map((match) => ({ at: match.index, words: match[0] }));

  /** The first figures of a text that results can print; a sentence without a benchmark is about the one named last.
   * @param {Answers} engine @param {string} text */
  const figuresOf = (engine, text) => {
    /** @type {string[][] | undefined} */
    let benchmark;
    /** @type {{ figure: FindFigure, asked: FindAsked, start: number, end: number }[]} */
    const found = [];
    let cut = text.length > LONGEST;
    for (const { at, words } of sentencesOf(text.slice(0, LONGEST))) {
      if (found.length > FIGURES) break;
      cut ||= words.length > SENTENCE;
      const asked = engine.read(words.slice(0, SENTENCE));
      benchmark = asked.names.benchmark ?? benchmark;
      const names = asked.names.benchmark || !benchmark ? asked.names : { benchmark, ...asked.names };
      const printable = asked.figures.filter(({ kinds, tail }) => kinds.length && tail.trim());
      found.push(...printable.map((figure) => ({ figure, asked: { ...asked, names }, start: at + figure.start, end: at + figure.end })));
    }
    return { found, cut };
  };

  const LEGEND = "A solid line marks a figure that is rarely found by accident, a dashed one a figure that many others would match as well, and a dotted one a figure that nothing prints.";

  let turn = 0;
  const mark = async () => {
    turn += 1;
    const own = turn;
    const text = area.value;
    if (!text.trim()) { marked.replaceChildren(); textStatus.textContent = ""; return; }
    textStatus.textContent = "Looking …";
    const { engine } = await loaded();
    const { found, cut } = figuresOf(engine, text);
    const figures = found.slice(0, FIGURES);
    const pieces = make("p", { className: "cc-whence__text" });
    const list = make("ol", { className: "cc-whence__figures" });
    let [last, matched] = [0, 0];
    for (const { figure, asked, start, end } of figures) {
      await pause();
      // The text has changed in the meantime.
      if (own !== turn) return;
      const answer = engine.answer(asked, figure, 1);
      const [hit] = answer.hits;
      if (hit) matched += 1;
      const kind = !hit ? "cc-whence__none" : answer.strength === "strong" ? "" : "cc-whence__weak";
      pieces.append(text.slice(last, start), make("mark", { className: kind, textContent: text.slice(start, end) }));
      last = end;
      const phrase = [figure.text, ...Object.values(asked.names).flat().map((values) => values[0])].join(" ");
      list.insertAdjacentHTML("beforeend", figureHtml(answer, text.slice(start, end), phrase, page.dataset));
    }
    pieces.append(text.slice(last));
    marked.replaceChildren(...(figures.length ? [pieces, make("p", { className: "cc-whence__read", textContent: LEGEND }), list] : []));
    textStatus.textContent = figures.length ? `${figures.length} ${figures.length === 1 ? "figure" : "figures"} in this text; for ${matched} of them a result or a pair prints it.`
      : "There is no figure in this text that an MLPerf result could print.";
    if (found.length > FIGURES) textStatus.textContent += ` Only the first ${FIGURES} were looked for.`;
    else if (cut) textStatus.textContent += ` Only the first ${LONGEST.toLocaleString("en")} characters were read, and ${SENTENCE.toLocaleString("en")} of a sentence.`;
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  area.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(mark, 300);
  });

  addEventListener("hashchange", recall);
  recall();
})();
