/* The search page. The index has pages with their kind and sections, what words mean, and the names of chips
   (claimcheck/site/search/__init__.py). */
(() => {
  const { make, load } = window.claimcheckTable;
  let index, packed;
  window.claimcheckSearch = (_name, given) => { packed = window.claimcheckUnpack(given); };
  const root = document.documentElement.dataset.content_root;
  const list = document.getElementById("cc-results");
  const input = /** @type {HTMLInputElement} */ (document.querySelector(".cc-query input"));
  const status = document.getElementById("cc-count");
  // So many pages are listed; so many characters are looked for, and shown of a page.
  const [MOST, LONGEST, SHOWN] = [40, 200, 170];
  // Words that say nothing about the page that is sought.
  const EMPTY = new Set(("a an and are as at be by can did do does for from how i in into is it its me my of on or so "
    + "than that the their they this to was were versus vs what when where which while who why with you your").split(
    " "));

  /* ---- Words ---- */

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
    const pages = new MiniSearch({
      fields: ["title", "keywords", "headings", "lead", "text"], tokenize: tokens, processTerm: forms,
      searchOptions: {
        boost: { title: 8, keywords: 16, headings: 3, lead: 3 }, boostDocument: (id) => given.pages[id].weight,
      },
    });
    pages.addAll(given.pages.map(({ title, keywords, sections }, id) => ({
      id, title, keywords: keywords.join(" · "), headings: sections.map(([, heading]) => heading).join(" · "),
      lead: (sections[0]?.[2] ?? "").slice(0, 600), text: sections.map(([, , text]) => text).join(" · "),
    })));
    const groups = Object.values(given.meanings).map((of) => of.map(same));
    return { ...given, groups, search: (query) => pages.search(query) };
  };

  /* A query as MiniSearch takes it: what has a meaning stands for any phrase of that, and the words that are left for
     themselves. */
  const meaning = (text) => {
    let rest = ` ${same(text)} `;
    const queries = index.groups.flatMap((phrases) => {
      const said = phrases.find((phrase) => rest.includes(` ${phrase} `));
      if (!said) return [];
      rest = rest.replace(` ${said} `, "  ");
      return [{ combineWith: "OR", queries: phrases.map((phrase) => ({ combineWith: "AND", queries: [phrase] })) }];
    });
    const words = rest.split(" ").filter(Boolean);
    const telling = words.filter((word) => !EMPTY.has(word));
    queries.push(...(telling.length || queries.length ? telling : words));
    // The last word may be half typed.
    if (typeof queries.at(-1) === "string")
      queries.push({ queries: [queries.pop()], prefix: (term) => term.length > 2 });
    return queries;
  };

  /* What was found, first that of which these words are a keyword, and how they were taken: as words like them if no
     page has one of them. */
  const find = (text) => {
    const queries = meaning(text);
    /** @type {[object, string][]} */
    const ways = [
      [{ combineWith: "AND" }, ""], [{ combineWith: "OR" }, "No page has all of these words. Some of them: "],
      [{ combineWith: "OR", fuzzy: 0.25 }, `No page has “${text}”. Similar words: `],
    ];
    for (const [options, how] of queries.length ? ways : []) {
      const found = index.search({ queries, ...options });
      const isMeant = ({ id }) =>
        Number(text.includes(" ") && index.pages[id].keywords.some((words) => same(words) === same(text)));
      if (found.length) return { found: found.sort((a, b) => isMeant(b) - isMeant(a)), how };
    }
    return { found: [], how: "" };
  };

  /* ---- What is listed ---- */

  /** A line of the list of what was found.
   * @param {string} address @param {(Node | string)[]} title @param {(Node | string)[]} words */
  const entry = (address, title, words) =>
    make("li", {}, make("a", { href: `${root}${address}` }, ...title), make("p", {}, ...words));

  /* What comes before the pages: "B200 vs MI355X" leads to both in every test that they share, "2.7x" to where it comes
     from. */
  const offers = (text) => {
    const asked = (q, title, words) => entry(`${index.find.url}#${new URLSearchParams({ q })}`, [title], [words]);
    const chips = text.split(/\s+(?:vs\.?|versus|against|and|or|compared (?:with|to))\s+/i)
      .map((side) => index.chips.find((name) => ` ${same(side)} `.includes(` ${same(name)} `)));
    const [one, other] = chips;
    if (chips.length === 2 && one && other && one !== other)
      return [asked(text, `${one} against ${other}`, "In how many tests each is ahead, by several ways of comparing.")];
    const [figure] = new RegExp(index.find.figure, "i").exec(text) ?? [];
    const words = "Every MLPerf result, and every pair of results that may be compared, that prints this figure.";
    return figure ? [asked(text, `Where does ${figure.trim()} come from?`, words)] : [];
  };

  const hit = (token, terms) => [forms(token)].flat().some((form) => terms.has(form));
  /* The text in pieces, the words that were found marked. */
  const marked = (text, terms) => text.split(new RegExp(`(${WORD.source})`, "u")).map((piece, i) =>
    (i % 2 && hit(piece, terms) ? make("mark", { textContent: piece }) : piece));

  /* A page that was found: its section with most of the words, and a line of it around the first of them. */
  const item = (result) => {
    const [page, terms] = [index.pages[result.id], new Set(result.terms)];
    const many = (text) => new Set(tokens(text).flatMap(forms).filter((form) => terms.has(form))).size;
    // The page's beginning counts for its title.
    const scored = page.sections.map(([id, heading, text], i) =>
      ({ id, text, i, score: many(`${heading} ${text}`) + (i ? 0 : 0.5 + many(page.title)) }));
    const { id, text, i } = scored.sort((a, b) => b.score - a.score)[0] ?? { id: "", text: "", i: 0 };
    const first = [...text.matchAll(WORD)].find((match) => hit(match[0], terms))?.index ?? 0;
    const begin = first < 80 ? 0 : text.indexOf(" ", first - 60) + 1;
    const end = text.length > begin + SHOWN ? text.lastIndexOf(" ", begin + SHOWN) : text.length;
    const line = `${begin ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
    const said = [`${page.kind}: `, ...marked(line, terms)];
    return entry(i ? `${page.url}#${id}` : page.url, marked(page.title, terms), said);
  };

  const show = async () => {
    const text = input.value.trim().slice(0, LONGEST);
    document.title = `${text && `${text} – `}Search – claimcheck`;
    status.textContent = "";
    if (!text) return list.replaceChildren();
    // A page that is a file may load a script and nothing else.
    if (!packed) await load(`${root}searchindex.js`);
    index ??= prepare(await packed);
    const { found, how } = find(text);
    const address = `${index.results}#${new URLSearchParams({ q: text })}`;
    const results = entry(address, [`Look for “${text}” among all results`], ["By system, submitter, chip or test."]);
    list.replaceChildren(make("ol", {}, ...offers(text), ...found.slice(0, MOST).map(item), results));
    const most = found.length > MOST ? `, of which the first ${MOST} are listed` : "";
    status.textContent = found.length ? `${how}${found.length} ${found.length === 1 ? "page" : "pages"}${most}.`
      : `No page has “${text}”. Try fewer or other words, such as cost, wins or GB300.`;
  };

  input.addEventListener("input", show);
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
})();
