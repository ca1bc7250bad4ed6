/* Filters of the scorecard. What is chosen is kept in the address, so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. With it, a long list begins with its first rows. */
(() => {
  "use strict";

  const { make } = window.claimcheckTable;
  // A list of more than twice as many claims begins with these.
  const FIRST = 25;
  const { compare } = new Intl.Collator("en", { numeric: true });

  const prepare = (card) => {
    const rows = [...card.querySelectorAll("tbody tr")];
    const [order, stances] = ["order", "stances"].map((name) => card.dataset[name].split("|"));
    const column = (row, name) => row.querySelector(`[data-label="${name}"]`).textContent;

    /* Names and verdicts may hold spaces, so bars part them. */
    const valuesOf = (row, name) => (name in row.dataset ? row.dataset[name].split("|") : row.dataset[`${name}s`].split(" ")).filter(Boolean);
    const present = (name) => [...new Set(rows.flatMap((row) => valuesOf(row, name)))];
    /* The words for a kind stand in the table, in the order of the kinds. */
    const kindWords = new Map();
    for (const row of rows) {
      const words = column(row, "Tested on").split(", ");
      valuesOf(row, "kind").forEach((kind, i) => kindWords.set(kind, words[i]));
    }

    const stanceWords = new Map(rows.filter((row) => row.dataset.nvidia).map((row) => [row.dataset.nvidia, row.querySelector("[data-stance]").textContent]));

    const texts = new Map(card.dataset.texts.split("|").map((text) => /** @type {[string, string]} */ (text.split("="))));
    const fields = [
      ["by", "Whose claim", present("by").sort(compare), (value) => value],
      ["round", "Round", present("round").sort(compare), (value) => value],
      ["article", "Text", present("article").sort(compare), (value) => texts.get(value)],
      ["kind", "Tested on", present("kind"), (value) => kindWords.get(value)],
      ["nvidia", "NVIDIA's own text", stances.filter((stance) => stanceWords.has(stance)), (value) => stanceWords.get(value)],
      ["verdict", "Verdict", order.filter((verdict) => present("verdict").includes(verdict)), (value) => value],
    ].filter(([, , values]) => values.length > 1).map(([name, label, values, words]) => {
      const options = values.map((value) => make("option", { value, textContent: words(value) }));
      const select = make("select", { name }, make("option", { value: "", textContent: "all" }), ...options);
      return { name, label, select, values };
    });

    const count = make("output", { className: "cc-scorecard__count" });
    const reset = make("button", { type: "button", className: "cc-button", textContent: "Show all" });
    const more = make("button", { type: "button", className: "cc-button", textContent: `List all ${rows.length} claims` });
    let all = rows.length <= 2 * FIRST;

    const apply = () => {
      const chosen = fields.filter(({ select }) => select.value);
      const cut = !all && !chosen.length;
      for (const [place, row] of rows.entries()) {
        row.hidden = chosen.some(({ name, select }) => !valuesOf(row, name).includes(select.value));
        row.classList.toggle("cc-scorecard__later", cut && place >= FIRST);
      }
      more.hidden = !cut;
      const shown = cut ? FIRST : rows.filter((row) => !row.hidden).length;
      const said = chosen.map(({ label, select }) => `${label}: ${select.selectedOptions[0].textContent}`);
      count.textContent = `${shown} of ${rows.length} claims shown${said.length ? ` (${said.join("; ")})` : ""}`;
      reset.hidden = !chosen.length;
    };

    /* In the query; where a browser lets no script change that (a page opened as a file), in the hash. */
    const remember = () => {
      const query = new URLSearchParams(fields.filter(({ select }) => select.value).map(({ name, select }) => [name, select.value])).toString();
      try {
        history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash.includes("=") ? "" : location.hash}`);
      } catch {
        location.hash = query;
      }
    };

    const recall = () => {
      const said = [new URLSearchParams(location.search), new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "")];
      for (const { name, select, values } of fields) {
        const value = said.map((place) => place.get(name)).find(Boolean);
        select.value = values.includes(value) ? value : "";
      }
      apply();
    };

    for (const { select } of fields) select.addEventListener("change", () => { apply(); remember(); });
    reset.addEventListener("click", () => {
      for (const { select } of fields) select.value = "";
      apply();
      remember();
      fields[0].select.focus();
    });
    more.addEventListener("click", () => { all = true; apply(); });
    addEventListener("popstate", recall);
    const labels = fields.map(({ label, select }) => make("label", {}, label, select));
    card.prepend(make("div", { className: "cc-filters" }, ...labels, reset), count);
    card.append(more);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
