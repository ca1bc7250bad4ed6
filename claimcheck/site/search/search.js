/* The search page, and suggestions below the header's field. The index has pages with their kind and sections, what
   words mean, and the best results of chips (claimcheck/site/search/__init__.py). */
(() => {
  const { make, load } = window.claimcheckTable;
  let pages, meanings, index, pairs, figures, results, packed;
  window.claimcheckSearch = (_name, given) => {
    packed = window.claimcheckUnpack(given);
  };
  const root = document.documentElement.dataset.content_root;
  // Every page but that of the search has the field in its header.
  const whole = document.getElementById("cc-results");
  const input = /** @type {HTMLInputElement} */ (document.querySelector(whole ? ".cc-query input" : ".cc-find input"));
  const list =
    whole ??
    make("div", { className: "cc-suggestions", id: "cc-suggestions", role: "listbox", ariaLabel: "Suggestions" });
  const status = document.getElementById("cc-count") ?? make("p", { className: "cc-visually-hidden", role: "status" });
  // Suggestions, pages of one kind that are not folded, and the characters that are looked for.
  const [SUGGESTED, ALIKE, LONGEST] = [6, whole ? 3 : 2, 200];
  // Words that say nothing about the page that is sought.
  const EMPTY = new Set(
    ("a an and are as at be by can did do does for from how i in is it its me my of on or so than that"
      + " the their they this to was were versus vs what when where which who why with you your").split(
      " ",
    ),
  );

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

  const same = (text) =>
    tokens(text)
      .map((token) => [forms(token)].flat()[0])
      .join(" ");

  const prepare = (given) => {
    ({ pages, pairs, results } = given);
    figures = { url: given.find.url, figure: new RegExp(given.find.figure, "i") };
    // The longest first: in "llama 2 70b" it is not the "70b" that counts.
    meanings = Object.entries(given.meanings)
      .map(([said, meant]) => ({ ...meant, said, form: ` ${same(said)} ` }))
      .sort((a, b) => b.form.length - a.form.length);
    index = new MiniSearch({
      fields: ["title", "keywords", "headings", "lead", "text"],
      tokenize: tokens,
      processTerm: forms,
      searchOptions: {
        boost: { title: 8, keywords: 16, headings: 3, lead: 3 },
        boostDocument: (id) => pages[id].weight,
      },
    });
    index.addAll(
      pages.map((page, id) => ({
        id, title: page.title, keywords: page.keywords.join(" · "),
        headings: page.sections.map(([, heading]) => heading).join(" · "),
        lead: (page.sections[0]?.[2] ?? "").slice(0, 600), text: page.sections.map(([, , text]) => text).join(" · "),
      })),
    );
  };

  /** A line of the list of what was found.
   * @param {string} href
   * @param {(Node | string)[]} title
   * @param {(Node | string)[]} words */
  const entry = (href, title, words) =>
    whole
      ? make("li", {}, make("a", { href: `${root}${href}` }, ...title), make("p", {}, ...words))
      : make("a", { href: `${root}${href}`, role: "option", tabIndex: -1, ariaSelected: "false" }, ...title);

  /* A query as MiniSearch takes it: what has a meaning stands for any of its phrases, and the words that are left for
     themselves; with what was said that names results. */
  const meaning = (text) => {
    let rest = ` ${same(text)} `;
    const found = meanings.filter(({ form }) => rest !== (rest = rest.replace(form, "  ")));
    const queries = found.map(({ said, means }) => ({
      combineWith: "OR",
      queries: [...new Set([said, ...means].map(same))].map((phrase) => ({ combineWith: "AND", queries: [phrase] })),
    }));
    const words = rest.split(" ").filter(Boolean);
    const telling = words.filter((word) => !EMPTY.has(word));
    queries.push(...(telling.length || queries.length ? telling : words));
    // The last word may be half typed.
    if (typeof queries.at(-1) === "string")
      queries.push({ queries: [queries.pop()], prefix: (term) => term.length > 2 });
    return { queries, named: found.filter(({ rows }) => rows.length) };
  };

  /* What was found, and how the words were taken; what has none of them has words like them, unless they name
   * results. */
  const find = (text, queries, named) => {
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

  /* "B200 vs MI355X": two chips in every test that both entered; two makers, "AMD vs NVIDIA": the comparison of their
     best results in the test that the query names, or else the latest that both ran; null for other words. */
  const versus = (text) => {
    const sides = text.split(/\s+(?:vs\.?|versus|against|and|or|compared (?:with|to))\s+/i).map((side) =>
      Object.keys(pairs.names).find((name) => ` ${same(side)} `.includes(` ${same(name)} `)));
    if (sides.length === 2 && sides[0] !== sides[1] && sides.every((name) => pairs.chips.includes(name))) {
      const words = "In how many tests each is ahead: best against best, by medians, each maker's own, and submitters "
        + "that have both.";
      return entry(`${figures.url}#${new URLSearchParams({ q: text })}`, [`${sides[0]} against ${sides[1]}`], [words]);
    }
    const [one, two] = sides.map((name) => pairs.names[name]);
    const asked = new Set(same(text).split(" "));
    // Of what both ran, that of which most words are in the query: its scenario, benchmark or round.
    const shared = (i) =>
      same(pairs.cells[i])
        .split(" ")
        .filter((word) => asked.has(word)).length;
    const both = [...pairs.cells.keys()].filter((i) => sides.length === 2 && one?.[i] && two?.[i] && one[i] !== two[i]);
    const [cell] = both.sort((i, j) => shared(j) - shared(i));
    if (cell === undefined) return null;
    const words = `The best result per accelerator of each in ${pairs.cells[cell]}, among systems on sale.`
      + " Other tests and rounds can be chosen there.";
    return entry(
      `${pairs.url}#${new URLSearchParams({ a: one[cell], b: two[cell] })}`,
      [`Compare ${sides[0]} with ${sides[1]}`],
      [words],
    );
  };

  /* "2.7x": the page that finds where a number comes from, with these words; null for words without a figure. */
  const whence = (text) => {
    const [figure] = figures.figure.exec(text) ?? [];
    if (!figure) return null;
    const words = "Every MLPerf result, and every pair of results that may be compared, that prints this figure.";
    return entry(
      `${figures.url}#${new URLSearchParams({ q: text })}`,
      [`Where does ${figure.trim()} come from?`],
      [words],
    );
  };

  /* "Mixtral": its results, the best first, or that there are none; null for words that name no benchmark or chip. */
  const listed = (named) => {
    const rows = named.flatMap((one) => one.rows);
    // What no table has is only looked for.
    const [[, lacking]] = [...rows.filter(([column]) => column === "q"), []];
    if (lacking)
      return entry(
        `${figures.url}#${new URLSearchParams({ q: lacking })}`,
        [`No result of ${lacking}`],
        ["No MLPerf Inference result in our tables names it."],
      );
    const names = [...new Set(named.flatMap(({ means }) => means))].join(", ");
    const address = new URLSearchParams([...rows, ["sort", "-per_accelerator"]]);
    return (
      names &&
      entry(
        `${results}#${address}`,
        [`Results on ${names}`],
        ["Every MLPerf Inference result, the best per accelerator first."],
      )
    );
  };

  /* "60% lower": the page that has just these words as its keyword; null for one word, and for what names results. */
  const titled = (text, named) => {
    const page =
      named.length || !text.includes(" ")
        ? undefined
        : pages.find(({ keywords }) => keywords.some((words) => same(words) === same(text)));
    return page ? entry(page.url, [page.title], [page.sections[0][2].slice(0, 170)]) : null;
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

  /* A page that was found: its section with most of the words, and a line of it around the first of them. */
  const item = (result) => {
    const [page, terms] = [pages[result.id], new Set(result.terms)];
    const hits = (text) =>
      new Set(
        tokens(text)
          .flatMap(forms)
          .filter((form) => terms.has(form)),
      ).size;
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

  /* The pages of one kind below its name; the end of a long list is folded, and never suggested. */
  const listOf = (kind, found) => {
    if (!whole)
      return [
        make(
          "div",
          { role: "group", ariaLabel: kind },
          make("span", { ariaHidden: "true", textContent: kind }),
          ...found.map(item),
        ),
      ];
    const rest = found.slice(ALIKE).map(item);
    const fold = rest.length
      ? [make("details", {}, make("summary", { textContent: `${rest.length} more` }), make("ol", {}, ...rest))]
      : [];
    return [make("h2", { textContent: kind }), make("ol", {}, ...found.slice(0, ALIKE).map(item)), ...fold];
  };

  /* The suggestion that Enter follows; the focus stays in the field. */
  const options = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=option]")]);
  const choose = (chosen) => {
    options().forEach((option, i) =>
      Object.assign(option, { id: `cc-suggestion-${i}`, ariaSelected: String(option === chosen) }),
    );
    if (chosen) input.setAttribute("aria-activedescendant", chosen.id);
    else input.removeAttribute("aria-activedescendant");
    chosen?.scrollIntoView({ block: "nearest" });
    input.ariaExpanded = String(options().length > 0);
  };

  const show = async () => {
    const text = input.value.trim().slice(0, LONGEST);
    // A page that is a file may load a script and nothing else.
    if (text && !index) await load(`${root}searchindex.js`);
    if (text && !index) prepare(await packed);
    const { queries, named } = text ? meaning(text) : { queries: [], named: [] };
    const { found, how } = find(text, queries, named);
    // What is misspelt is offered as the words that were found for it.
    const spelt = named.length || !how.includes("Similar") ? named : meaning(found[0].terms.join(" ")).named;
    const offers = text ? [titled(text, named), whence(text), versus(text), listed(spelt)].filter(Boolean) : [];
    // Who types a figure means the page that has it as its title, or a claim.
    const [figure] = figures?.figure.exec(text) ?? [];
    const meant = (page) => (pages[page.id].title.includes(figure.trim()) ? 2 : Number(kindOf(page) === "Claims"));
    if (figure) found.sort((a, b) => meant(b) - meant(a));
    const few = [...Map.groupBy(found, kindOf).values()]
      .flatMap((alike) => alike.slice(0, ALIKE))
      .slice(0, SUGGESTED - offers.length);
    list.replaceChildren(
      ...(whole ? [make("ol", {}, ...offers)] : offers),
      ...[...Map.groupBy(whole ? found : few, kindOf)].flatMap(([kind, alike]) => listOf(kind, alike)),
    );
    const count = `${how}${found.length} ${found.length === 1 ? "page" : "pages"}.`;
    status.textContent = !text
      ? ""
      : found.length
        ? count
        : `No page has “${text}”. Try fewer or other words, such as cost, wins or GB300.`;
    if (!whole) return void choose(null);
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
  // The arrows lead from the field through the results and back.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (!whole && document.activeElement !== input)) return;
    /** @type {HTMLElement[]} */
    const stops = [input, ...list.querySelectorAll("a")];
    const at = whole
      ? stops.indexOf(/** @type {HTMLElement} */ (document.activeElement))
      : Math.max(
          0,
          stops.findIndex(({ ariaSelected }) => ariaSelected === "true"),
        );
    if (at < 0 || !stops[at + step]) return;
    event.preventDefault();
    if (whole) stops[at + step].focus();
    else choose(at + step ? stops[at + step] : null);
  });
  if (whole) {
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    input.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await show();
      list.querySelector("a")?.focus();
    });
  } else {
    Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-haspopup": "listbox",
    }).forEach(([name, value]) => input.setAttribute(name, value));
    input.after(list, status);
    input.form.addEventListener("keydown", (event) => {
      const chosen = options().find(({ ariaSelected }) => ariaSelected === "true");
      if (event.key === "Enter" && chosen) {
        event.preventDefault();
        chosen.click();
      }
      if (event.key === "Escape") {
        list.replaceChildren();
        choose(null);
      }
    });
  }
  show();
})();
