/* Filters of the scorecard. What is chosen stands in the address, so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. */
(() => {
  "use strict";

  const { make } = window.claimcheckTable;

  const prepare = (card) => {
    const rows = [...card.querySelectorAll("tbody tr")];
    const [order, stances] = ["order", "stances"].map((name) => card.dataset[name].split("|"));
    const column = (row, name) => row.querySelector(`[data-label="${name}"]`).textContent;

    /* A verdict may hold spaces, so it is one value, as is what NVIDIA says; the others are lists. */
    const valuesOf = (row, name) => (name in row.dataset ? [row.dataset[name]] : row.dataset[`${name}s`].split(" ")).filter(Boolean);
    const present = (name) => [...new Set(rows.flatMap((row) => valuesOf(row, name)))];
    /* The words for a kind stand in the table, in the order of the kinds. */
    const kindWords = new Map();
    for (const row of rows) {
      const words = column(row, "Tested on").split(", ");
      valuesOf(row, "kind").forEach((kind, i) => kindWords.set(kind, words[i]));
    }

    const stanceWords = new Map(rows.filter((row) => row.dataset.nvidia).map((row) => [row.dataset.nvidia, row.querySelector("[data-stance]").textContent]));

    const fields = [
      ["article", "Article", present("article").sort(), (value) => value],
      ["kind", "Tested on", present("kind"), (value) => kindWords.get(value)],
      ["nvidia", "NVIDIA's own text", stances.filter((stance) => stanceWords.has(stance)), (value) => stanceWords.get(value)],
      ["verdict", "Verdict", order.filter((verdict) => present("verdict").includes(verdict)), (value) => value],
    ].filter(([, , values]) => values.length).map(([name, label, values, words]) => {
      const options = values.map((value) => make("option", { value, textContent: words(value) }));
      const select = make("select", { name }, make("option", { value: "", textContent: "all" }), ...options);
      return { name, label, select, values };
    });

    const count = make("output", { className: "cc-scorecard__count" });
    const reset = make("button", { type: "button", className: "cc-button", textContent: "Show all" });

    const apply = () => {
      const chosen = fields.filter(({ select }) => select.value);
      for (const row of rows) {
        row.hidden = chosen.some(({ name, select }) => !valuesOf(row, name).includes(select.value));
      }
      const shown = rows.filter((row) => !row.hidden).length;
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
    addEventListener("popstate", recall);
    const labels = fields.map(({ label, select }) => make("label", {}, label, select));
    card.prepend(make("div", { className: "cc-filters" }, ...labels, reset), count);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
