/* Filters of the scorecard. What is chosen is kept in the address, so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. With it, a long list begins with its first rows,
   and the totals are a bar whose parts filter. */
(() => {
  "use strict";

  const { make } = window.claimcheckTable;
  // A list of more than twice as many claims begins with these.
  const FIRST = 25;
  const { compare } = new Intl.Collator("en", { numeric: true });

  const prepare = (card) => {
    const rows = [...card.querySelectorAll("tbody tr")];
    const [order, stances] = ["order", "stances"].map((name) => card.dataset[name].split("|"));
    const caption = card.querySelector("caption");

    /* Names and verdicts may hold spaces, so bars part them. */
    const valuesOf = (row, name) => (name in row.dataset ? row.dataset[name].split("|") : row.dataset[`${name}s`].split(" ")).filter(Boolean);
    const present = (name) => [...new Set(rows.flatMap((row) => valuesOf(row, name)))];
    const stanceWords = new Map(rows.filter((row) => row.dataset.nvidia).map((row) => [row.dataset.nvidia, row.querySelector("[data-stance]").textContent]));
    const texts = new Map(card.dataset.texts.split("|").map((text) => /** @type {[string, string]} */ (text.split("="))));
    const fields = [
      ["by", "Whose claim", present("by").sort(compare), (value) => value],
      // The newest first, as in the table.
      ["round", "Round", present("round"), (value) => value],
      ["article", "Text", present("article").sort(compare), (value) => texts.get(value)],
      ["nvidia", "NVIDIA's own text", stances.filter((stance) => stanceWords.has(stance)), (value) => stanceWords.get(value)],
      ["verdict", "Verdict", order.filter((verdict) => present("verdict").includes(verdict)), (value) => value],
    ].filter(([, , values]) => values.length > 1).map(([name, label, values, words]) => {
      const options = values.map((value) => make("option", { value, textContent: words(value) }));
      const select = make("select", { name }, make("option", { value: "", textContent: "all" }), ...options);
      return { name, label, select, values };
    });
    const verdict = fields.find(({ name }) => name === "verdict");

    const count = make("output", { className: "cc-scorecard__count" });
    const reset = make("button", { type: "button", className: "cc-button", textContent: "Show all" });
    const more = make("button", { type: "button", className: "cc-button", textContent: `List all ${rows.length} claims` });
    const ofFirstRound = rows.filter((row) => row.dataset.round === rows[0].dataset.round).length;
    const first = card.dataset.latest ? ofFirstRound : FIRST;
    let all = card.dataset.latest ? first === rows.length : rows.length <= 2 * FIRST;

    /* The totals: a part of the bar for each verdict, as wide as it is frequent, and a button with its number and name. */
    const totals = (verdict?.values ?? []).map((value) => {
      const colour = rows.find((row) => row.dataset.verdict === value).querySelector(".cc-badge").className.replace(/^cc-badge /, "");
      const number = make("b");
      const button = make("button", { type: "button", className: `cc-tally__name ${colour}` }, number, ` ${value}`);
      button.addEventListener("click", () => {
        verdict.select.value = verdict.select.value === value ? "" : value;
        apply();
        remember();
      });
      return { value, number, button, part: make("i", { className: colour }) };
    });

    const fits = (row, chosen) => chosen.every(({ name, select }) => valuesOf(row, name).includes(select.value));
    const apply = () => {
      const chosen = fields.filter(({ select }) => select.value);
      const cut = !all && !chosen.length;
      const others = rows.filter((row) => fits(row, chosen.filter((field) => field !== verdict)));
      for (const [place, row] of rows.entries()) {
        row.hidden = !fits(row, chosen);
        row.classList.toggle("cc-scorecard__later", cut && place >= first);
      }
      for (const { value, number, button, part } of totals) {
        const so = others.filter((row) => row.dataset.verdict === value).length;
        number.textContent = String(so);
        button.setAttribute("aria-pressed", String(verdict?.select.value === value));
        part.style.flexGrow = String(so);
        part.hidden = !so;
      }
      more.hidden = !cut;
      const shown = cut ? first : rows.filter((row) => !row.hidden).length;
      const said = chosen.map(({ label, select }) => `${label}: ${select.selectedOptions[0].textContent}`).join("; ");
      caption.textContent = !chosen.length ? cut && card.dataset.latest ? `The claims about ${rows[0].dataset.round}` : "Every claim, the newest round first" : shown ? `Claims with ${said}` : `No claim has ${said}`;
      count.textContent = shown ? `${shown} of ${rows.length} claims shown` : "No claim matches: choose less, or show all.";
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
      totals[0]?.button.focus();
    });
    more.addEventListener("click", () => { all = true; apply(); });
    addEventListener("popstate", recall);
    const labels = fields.filter((field) => field !== verdict).map(({ label, select }) => make("label", {}, label, select));
    const bar = make("div", { className: "cc-tally__bar", ariaHidden: "true" }, ...totals.map(({ part }) => part));
    const names = make("div", { className: "cc-tally", role: "group", ariaLabel: "Claims by verdict" }, ...totals.map(({ button }) => button), reset);
    const filters = make("div", { className: "cc-filters" }, ...labels);
    const fold = make("details", { open: matchMedia("(min-width: 601px)").matches }, make("summary", { textContent: "Filter by company, round or text" }), filters);
    card.querySelector(".cc-scorecard__tools").append(...labels.length ? [fold] : [], ...totals.length ? [bar, names] : [], count);
    card.append(more);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
