/* The search page. The index has pages with their kind and sections, what words mean, and the names of chips
   (claimcheck/site/search/__init__.py). */
(() => {
  const { make, load } = window.claimcheckTable;
  let pages, meanings, index, chips, figures, results, packed;
  window.claimcheckSearch = (_name, given) => { packed = window.claimcheckUnpack(given); };
  const root = document.documentElement.dataset.content_root;
  const list = document.getElementById("cc-results");
  const input = /** @type {HTMLInputElement} */ (document.querySelector(".cc-query input"));
  const status = document.getElementById("cc-count");
  // Pages of one kind that are not folded, and the characters that are looked for.
  const [ALIKE, LONGEST] = [3, 200];
  // Words that say nothing about the page that is sought.
  const EMPTY = new Set(("a an and are as at be by can did do does for from how i in is it its me my of on or so than "
    + "that the their they this to was were versus vs what when where which while who why with you your").split(" "));

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
    ({ pages, chips, results } = given);
    figures = { url: given.find.url, figure: new RegExp(given.find.figure, "i") };
    // The longest first: in "llama 2 70b" it is not the "70b" that counts.
    meanings = Object.entries(given.meanings).map(([said, meant]) => ({ ...meant, said, form: ` ${same(said)} ` }))
      .sort((a, b) => b.form.length - a.form.length);
    index = new MiniSearch({
      fields: ["title", "keywords", "headings", "lead", "text"], tokenize: tokens, processTerm: forms,
      searchOptions: {
        boost: { title: 8, keywords: 16, headings: 3, lead: 3 }, boostDocument: (id) => pages[id].weight,
      },
    });
    index.addAll(pages.map(({ title, keywords, sections }, id) => ({
      id, title, keywords: keywords.join(" · "), headings: sections.map(([, heading]) => heading).join(" · "),
      lead: (sections[0]?.[2] ?? "").slice(0, 600), text: sections.map(([, , text]) => text).join(" · "),
    })));
  };

  /* A query as MiniSearch takes it: what has a meaning stands for any of its phrases, and the words that are left for
     themselves; with what was said that names results. */
  const meaning = (text) => {
    let rest = ` ${same(text)} `;
    const found = meanings.filter(({ form }) => rest !== (rest = rest.replace(form, "  ")));
    const queries = found.map(({ said, means }) => {
      const phrases = [...new Set([said, ...means].map(same))];
      return { combineWith: "OR", queries: phrases.map((phrase) => ({ combineWith: "AND", queries: [phrase] })) };
    });
    const words = rest.split(" ").filter(Boolean);
    const telling = words.filter((word) => !EMPTY.has(word));
    queries.push(...(telling.length || queries.length ? telling : words));
    // The last word may be half typed.
    if (typeof queries.at(-1) === "string")
      queries.push({ queries: [queries.pop()], prefix: (term) => term.length > 2 });
    return { queries, named: found.filter(({ rows }) => rows.length) };
  };

  /* What was found, and how the words were taken; what has none of them has words like them, unless they name
     results. */
  const find = (text, { queries, named }) => {
    /** @type {[object, string][]} */
    const ways = [
      [{ combineWith: "AND" }, ""], [{ combineWith: "OR" }, "No page has all of these words. Some of them: "],
      [{ combineWith: "OR", fuzzy: 0.25 }, `No page has “${text}”. Similar words: `],
    ];
    for (const [options, how] of queries.length ? ways.slice(0, named.length ? 2 : 3) : []) {
      const found = index.search({ queries, ...options });
      if (found.length) return { found, how };
    }
    return { found: [], how: "" };
  };

  /* ---- Offers before the pages that have the words; null for none ---- */

  /** A line of the list of what was found.
   * @param {string} address @param {(Node | string)[]} title @param {(Node | string)[]} words */
  const entry = (address, title, words) =>
    make("li", {}, make("a", { href: `${root}${address}` }, ...title), make("p", {}, ...words));
  /** @param {string} q @param {string} title @param {string} words */
  const asked = (q, title, words) => entry(`${figures.url}#${new URLSearchParams({ q })}`, [title], [words]);

  /* "60% lower": the page that has just these words as its keyword, for words that name no results. */
  const titled = (text, named) => {
    const has = ({ keywords }) => keywords.some((words) => same(words) === same(text));
    const page = named.length || !text.includes(" ") ? null : pages.find(has);
    return page ? entry(page.url, [page.title], [page.sections[0][2].slice(0, 170)]) : null;
  };

  /* "2.7x": the page that finds where a number comes from. */
  const whence = (text) => {
    const [figure] = figures.figure.exec(text) ?? [];
    const words = "Every MLPerf result, and every pair of results that may be compared, that prints this figure.";
    return figure ? asked(text, `Where does ${figure.trim()} come from?`, words) : null;
  };

  /* "B200 vs MI355X": two chips in every test that both entered. */
  const versus = (text) => {
    const [one, other, more] = text.split(/\s+(?:vs\.?|versus|against|and|or|compared (?:with|to))\s+/i).map(
      (side) => chips.find((name) => ` ${same(side)} `.includes(` ${same(name)} `)),
    );
    const words = "In how many tests each is ahead: best against best, by medians, each maker's own, and submitters "
      + "that have both.";
    return one && other && one !== other && !more ? asked(text, `${one} against ${other}`, words) : null;
  };

  /* "Mixtral": its results, the best first, or that there are none. */
  const listed = (named) => {
    const rows = named.flatMap((one) => one.rows);
    // What no table has is only looked for.
    const lacking = rows.find(([column]) => column === "q")?.[1];
    const none = "No MLPerf Inference result in our tables names it.";
    if (lacking) return asked(lacking, `No result of ${lacking}`, none);
    const names = [...new Set(named.flatMap(({ means }) => means))].join(", ");
    const address = new URLSearchParams([...rows, ["sort", "-per_accelerator"]]);
    const words = "Every result in our tables, the best per accelerator first.";
    return names && entry(`${results}#${address}`, [`Results on ${names}`], [words]);
  };

  /* ---- Pages ---- */

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

  /* A page that was found: its section with most of the words, and a line of it around the first of them. */
  const item = (result) => {
    const [page, terms] = [pages[result.id], new Set(result.terms)];
    const hits = (text) => new Set(tokens(text).flatMap(forms).filter((form) => terms.has(form))).size;
    // The page's beginning counts for its title, and is preferred to a section with as many words.
    const scored = page.sections.map(([id, heading, text], i) => [
      hits(`${heading} ${text}`) + (i ? 0 : 0.5 + hits(page.title)), id, text, i,
    ]);
    const [, id, text, at] = scored.sort((a, b) => b[0] - a[0] || a[3] - b[3])[0] ?? [0, "", "", 0];
    const first = [...text.matchAll(WORD)].find((match) => hit(match[0], terms))?.index ?? 0;
    const begin = first < 80 ? 0 : text.indexOf(" ", first - 60) + 1;
    const end = text.length > begin + 170 ? text.lastIndexOf(" ", begin + 170) : text.length;
    const line = `${begin ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
    return entry(at ? `${page.url}#${id}` : page.url, marked(page.title, terms), marked(line, terms));
  };

  const kindOf = ({ id }) => pages[id].kind;

  /* The pages of one kind below its name; the end of a long list is folded. */
  const listOf = ([kind, found]) => {
    const items = found.map(item);
    const rest = items.splice(ALIKE);
    const summary = make("summary", { textContent: `${rest.length} more` });
    const fold = rest.length ? [make("details", {}, summary, make("ol", {}, ...rest))] : [];
    return [make("h2", { textContent: kind }), make("ol", {}, ...items), ...fold];
  };

  /* The page has the words in its title and address. */
  const remember = (text) => {
    document.title = `${text && `${text} – `}Search – claimcheck`;
    const address = new URL(location.href);
    address.search = text ? `?${new URLSearchParams({ q: text })}` : "";
    // Chromium lets no page that is a file change its address.
    if (address.href !== location.href && address.protocol !== "file:") history.replaceState(null, "", address);
  };

  const show = async () => {
    const text = input.value.trim().slice(0, LONGEST);
    remember(text);
    status.textContent = "";
    if (!text) return list.replaceChildren();
    // A page that is a file may load a script and nothing else.
    if (!index) await load(`${root}searchindex.js`);
    if (!index) prepare(await packed);
    const meant = meaning(text);
    const { found, how } = find(text, meant);
    // What is misspelt is offered as the words that were found for it.
    const { named } = meant.named.length || !how.includes("Similar") ? meant : meaning(found[0].terms.join(" "));
    const offers = [titled(text, meant.named), whence(text), versus(text), listed(named)].filter(Boolean);
    // Who types a figure means the page that has it as its title, or a claim.
    const [figure] = figures.figure.exec(text) ?? [];
    const rank = (page) => (pages[page.id].title.includes(figure.trim()) ? 2 : Number(kindOf(page) === "Claims"));
    if (figure) found.sort((a, b) => rank(b) - rank(a));
    list.replaceChildren(make("ol", {}, ...offers), ...[...Map.groupBy(found, kindOf)].flatMap(listOf));
    status.textContent = found.length ? `${how}${found.length} ${found.length === 1 ? "page" : "pages"}.`
      : `No page has “${text}”. Try fewer or other words, such as cost, wins or GB300.`;
  };

  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  // The arrows lead from the field through the results and back.
  document.addEventListener("keydown", (event) => {
    const stops = [input, ...list.querySelectorAll("a")];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const next = stops[at + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0)];
    if (at < 0 || !next || next === stops[at]) return;
    event.preventDefault();
    next.focus();
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await show();
    list.querySelector("a")?.focus();
  });
  show();
})();
