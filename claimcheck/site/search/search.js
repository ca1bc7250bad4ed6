/* The search page: MiniSearch over the pages that claimcheck/site/search/__init__.py lists. */
(() => {
  const { make, load } = window.claimcheckTable;
  const root = document.documentElement.dataset.content_root;
  const list = document.getElementById("cc-results");
  const input = /** @type {HTMLInputElement} */ (document.querySelector(".cc-query input"));
  const status = document.getElementById("cc-count");
  // So many pages are listed; so many characters are shown of each.
  const [MOST, SHOWN] = [20, 170];
  // A number keeps its decimal point: "2.77x" is one word.
  const WORD = /[\p{L}\p{N}]+(?:[.,]\p{N}[\p{L}\p{N}]*)*/gu;
  // What the page that finds a number answers: a figure with its unit, and two chips.
  const FIGURE = /(?<![\p{L}\d])[\d.,]+[\s-]?(?:[x×%]|fold|times|tokens|samples|queries|minutes)(?!\p{L})/iu;
  const TWO = /\S\s+vs\.?\s+\S/i;
  let packed, index;
  window.claimcheckSearch = (_name, given) => { packed = window.claimcheckUnpack(given); };

  const prepare = (pages) => {
    const search = new MiniSearch({
      fields: ["title", "keywords", "headings", "text"], storeFields: ["url", "title", "text"],
      tokenize: (text) => text.match(WORD) ?? [],
      searchOptions: {
        boost: { title: 4, keywords: 8, headings: 2 }, prefix: true, fuzzy: (term) => (/\d/.test(term) ? 0 : 0.15),
        boostDocument: (id) => (pages[id].top ? 1.5 : 1),
      },
    });
    search.addAll(pages.map((page, id) => ({ id, ...page })));
    return search;
  };

  const entry = (address, title, words) => make("li", {},
    make("a", { href: `${root}${address}`, textContent: title }), make("p", { textContent: words }));

  /* A page that was found, with its words around the first that was sought. */
  const item = ({ url, title, text, terms }) => {
    const at = Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0));
    const begin = at > SHOWN / 2 && at < Infinity ? text.indexOf(" ", at - SHOWN / 3) + 1 : 0;
    return entry(url, title, `${begin ? "… " : ""}${text.slice(begin, begin + SHOWN)}…`);
  };

  const show = async () => {
    const text = input.value.trim();
    document.title = `${text && `${text} – `}Search – claimcheck`;
    // A page that is a file may load a script and nothing else.
    if (text && !packed) await load(`${root}searchindex.js`);
    index ??= packed && prepare(await packed);
    // Of pages with all the words, or if there are none, with some.
    const found = ["AND", "OR"].map((combineWith) => (text ? index.search(text, { combineWith }) : []))
      .find(({ length }) => length) ?? [];
    const offer = FIGURE.test(text) || TWO.test(text) ? [entry(`book/find.html#${new URLSearchParams({ q: text })}`,
      `Look for “${text}” among all results`, "Which results print a figure; how two chips compare.")] : [];
    list.replaceChildren(make("ol", {}, ...offer, ...found.slice(0, MOST).map(item)));
    const best = found.length > MOST ? `, of which the ${MOST} best are listed` : "";
    status.textContent = found.length ? `${found.length} ${found.length === 1 ? "page" : "pages"}${best}.`
      : text && `No page has “${text}”. Try fewer or other words, such as cost, wins or GB300.`;
  };

  input.addEventListener("input", show);
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
})();
