/* The search page. claimcheckSearch: pages with their sections, words of one meaning, and the best results of chips
   (claimcheck/site/search/__init__.py). */
(() => {
  const { make, load } = window.claimcheckTable;
  let pages, groups, index, pairs, figures;
  const input = /** @type {HTMLInputElement} */ (document.getElementById("cc-query"));
  const list = document.getElementById("cc-results");
  const status = document.getElementById("cc-count");
  const [SHOWN, LONGEST] = [20, 200];
  // Words that say nothing about the page that is sought.
  const EMPTY = new Set("a an and are as at be by can did do does for from how i in is it its me my of on or so than that the their they this to was were versus vs what when where which who why with you your".split(" "));

  // A number keeps its decimal point: "2.77x" is one word, and so is "2,760".
  const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}[\p{L}\p{N}]*)*/gu;
  const tokens = (text) => text.match(WORD) ?? [];

  // One form of a word for both spellings and for the plural; a number also without what is written on to it.
  const forms = (token) => {
    const word = token.toLowerCase().replace(/(\d),(?=\d{3})/g, "$1");
    const number = /^v?(\d[\d.]*)[a-z]?$/.exec(word);
    if (number) return number[1] === word ? word : [word, number[1]];
    const short = word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word;
    return short.replace(/is(ation|e|ed|er|ing)$/, "iz$1").replace(/our$/, "or");
  };

  const same = (text) => tokens(text).map((token) => [forms(token)].flat()[0]).join(" ");

  const prepare = (given) => {
    pages = given.pages;
    pairs = given.pairs;
    figures = given.find && { url: given.find.url, figure: new RegExp(given.find.figure, "i") };
    groups = given.synonyms.map((group) => group.map((phrase) => [phrase, same(phrase)]));
    index = new MiniSearch({
      fields: ["title", "keywords", "headings", "lead", "text"],
      tokenize: tokens,
      processTerm: forms,
      searchOptions: {
        boost: { title: 8, keywords: 16, headings: 3, lead: 3 },
        boostDocument: (id) => [0.4, 0.9, 1.2][pages[id].rank],
      },
    });
    index.addAll(pages.map((page, id) => ({
      id,
      title: page.title,
      keywords: page.keywords.join(" · "),
      headings: page.sections.map(([, heading]) => heading).join(" · "),
      lead: (page.sections[0]?.[2] ?? "").slice(0, 600),
      text: page.sections.map(([, , text]) => text).join(" · "),
    })));
  };

  /* A page that is a file may load a script and nothing else. */
  const loaded = async () => {
    if (index) return;
    await load(document.getElementById("cc-search").dataset.index);
    if (!index) prepare(window.claimcheckSearch);
  };

  /** A line of the list of what was found.
   * @param {string} href
   * @param {(Node | string)[]} title
   * @param {(Node | string)[]} words */
  const entry = (href, title, words) => make("li", {}, make("a", { href }, ...title), make("p", {}, ...words));

  /* A query as MiniSearch takes it: a phrase of a group of synonyms stands for any of its group, and what is left of the
     words for itself. */
  const meaning = (text) => {
    let rest = ` ${same(text)} `;
    const queries = [];
    for (const group of groups) {
      const [, said] = group.filter(([, form]) => rest.includes(` ${form} `)).sort((a, b) => b[1].length - a[1].length)[0] ?? [];
      if (!said) continue;
      rest = rest.replace(` ${said} `, " ");
      queries.push({ combineWith: "OR", queries: group.map(([phrase]) => ({ combineWith: "AND", queries: [phrase] })) });
    }
    const words = rest.split(" ").filter(Boolean);
    const telling = words.filter((word) => !EMPTY.has(word));
    queries.push(...(telling.length || queries.length ? telling : words));
    // The last word may be half typed.
    if (typeof queries.at(-1) === "string") queries.push({ queries: [queries.pop()], prefix: (term) => term.length > 2 });
    return queries;
  };

  const find = (text) => {
    const queries = meaning(text);
    for (const options of [{ combineWith: "AND" }, { combineWith: "OR" }, { combineWith: "OR", fuzzy: 0.25 }]) {
      const found = queries.length ? index.search({ queries, ...options }) : [];
      if (found.length) return { found, near: Boolean(options.fuzzy), some: options.combineWith === "OR" && queries.length > 1 };
    }
    return { found: [], near: false, some: false };
  };

  /* "B200 vs MI355X": the comparison of their best results in the latest test that both ran; null for other words. */
  const versus = (text) => {
    const bare = (word) => word.toLowerCase().replace(/[^a-z0-9]/g, "");
    const known = Object.keys(pairs?.names ?? {});
    const sides = (figures ? text.replace(figures.figure, " ").trim() : text).split(/\s+(?:vs\.?|versus|against|and|or|compared (?:with|to))\s+/i).map((side) =>
      known.find((name) => bare(side) === bare(name)) ?? known.find((name) => bare(side).length > 1 && bare(name).startsWith(bare(side)))
      // With the maker's name in front.
      ?? known.find((name) => bare(side).endsWith(bare(name))));
    if (sides.length !== 2 || !sides[0] || !sides[1] || sides[0] === sides[1]) return null;
    const [one, two] = sides.map((name) => pairs.names[name]);
    const cell = pairs.cells.findIndex((_name, i) => one[i] && two[i] && one[i] !== two[i]);
    if (cell < 0) return null;
    const words = `The best result per accelerator of each in ${pairs.cells[cell]}, among systems on sale. Other tests and rounds can be chosen there.`;
    return entry(`${pairs.url}#${new URLSearchParams({ a: one[cell], b: two[cell] })}`, [`Compare ${sides[0]} with ${sides[1]}`], [words]);
  };

  /* "2.7x": the page that finds where a number comes from, with these words; null for words without a figure. */
  const whence = (text) => {
    const [figure] = figures?.figure.exec(text) ?? [];
    if (!figure) return null;
    const words = "Every MLPerf result, and every pair of results that may be compared, that prints this figure.";
    return entry(`${figures.url}#${new URLSearchParams({ q: text })}`, [`Where does ${figure.trim()} come from?`], [words]);
  };

  const hit = (token, terms) => [forms(token)].flat().some((form) => terms.has(form));

  /* The text in pieces, the words that were found marked. */
  const marked = (text, terms) => {
    const pieces = [];
    let last = 0;
    for (const match of text.matchAll(WORD)) {
      if (!hit(match[0], terms)) continue;
      pieces.push(text.slice(last, match.index), make("mark", { textContent: match[0] }));
      last = match.index + match[0].length;
    }
    return [...pieces, text.slice(last)];
  };

  /* The section with most of the words, and a line of it around the first of them. */
  const excerpt = (page, terms) => {
    const hits = (text) => new Set(tokens(text).flatMap(forms).filter((form) => terms.has(form))).size;
    // The page's beginning counts for its title, and is preferred to a section with as many words.
    const scored = page.sections.map(([id, heading, text], i) => [hits(`${heading} ${text}`) + (i ? 0 : 0.5 + hits(page.title)), id, text, i]);
    const [, id, text, at] = scored.sort((a, b) => b[0] - a[0] || a[3] - b[3])[0] ?? [0, "", "", 0];
    const first = [...text.matchAll(WORD)].find((match) => hit(match[0], terms))?.index ?? 0;
    const begin = first < 80 ? 0 : text.indexOf(" ", first - 60) + 1;
    const end = text.length > begin + 170 ? text.lastIndexOf(" ", begin + 170) : text.length;
    const line = `${begin ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
    return { address: at ? `${page.url}#${id}` : page.url, line };
  };

  const item = (result) => {
    const page = pages[result.id];
    const terms = new Set(result.terms);
    const { address, line } = excerpt(page, terms);
    return entry(address, marked(page.title, terms), marked(line, terms));
  };

  const show = async () => {
    if (input.value.trim()) await loaded();
    const [text, cut] = [input.value.trim().slice(0, LONGEST), input.value.trim().length > LONGEST];
    const { found, near, some } = text ? find(text) : { found: [] };
    const offers = text ? [whence(text), versus(text)].filter(Boolean) : [];
    list.replaceChildren(...offers, ...found.slice(0, SHOWN).map(item));
    const count = `${found.length} ${found.length === 1 ? "page" : "pages"}${found.length > SHOWN ? `, the best ${SHOWN} of them` : ""}`;
    const which = near ? `No page has “${text}”. Similar words: ${count}.` : some ? `No page has all of these words. Some of them: ${count}.` : `${count}.`;
    status.textContent = !text ? "" : found.length ? which : `No page has “${text}”. Try fewer or other words, such as cost, wins or GB300.`;
    if (cut) status.textContent += ` Only the first ${LONGEST} characters were looked for.`;
    document.title = text ? `${text} – Search – claimcheck` : "Search – claimcheck";
    const address = new URL(location.href);
    address.search = text ? `?${new URLSearchParams({ q: text })}` : "";
    // Chromium lets no page that is a file change its address.
    if (address.href !== location.href && address.protocol !== "file:") history.replaceState(null, "", address);
  };

  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  input.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await show();
    list.querySelector("a")?.focus();
  });
  // The arrows lead from the field through the results and back.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    /** @type {HTMLElement[]} */
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!step || at < 0 || !stops[at + step]) return;
    event.preventDefault();
    stops[at + step].focus();
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
})();
