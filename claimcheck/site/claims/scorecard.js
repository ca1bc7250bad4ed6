/* Filters of the scorecard. What is chosen is kept in the address, so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. With it, a long list begins with its first rows,
   and the totals are a bar whose parts filter. */
(() => {
  "use strict";

  const { make, button } = window.claimcheckTable;
  // A list of more than twice as many claims begins with these.
  const FIRST = 25;
  const LABELS = {
    by: "Whose claim", round: "Round", article: "Text", kind: "What it says", bound: "Figure printed as",
    nvidia: "NVIDIA's own text", verdict: "Verdict",
  };

  const prepare = (card) => {
    const rows = [...card.querySelectorAll("tbody tr")];
    const caption = card.querySelector("caption");
    // What is chosen from in its order, with its words; rounds come as in the table, the newest first.
    const words = JSON.parse(card.dataset.words);

    /* Names and verdicts may hold spaces, so bars part them. */
    const valuesOf = (row, name) => row.dataset[name].split("|").filter(Boolean);
    const fields = Object.entries(LABELS).map(([name, label]) => {
      const there = [...new Set(rows.flatMap((row) => valuesOf(row, name)))];
      const known = Object.keys(words).filter((value) => there.includes(value));
      const values = known.length ? known : there;
      const options = values.map((value) => make("option", { value, textContent: words[value] ?? value }));
      const select = make("select", { name }, make("option", { value: "", textContent: "all" }), ...options);
      return { name, label, values, select };
    }).filter(({ values }) => values.length > 1);
    const verdict = fields.find(({ name }) => name === "verdict");

    const count = make("output", { className: "cc-scorecard__count" });
    const ofFirstRound = rows.filter((row) => row.dataset.round === rows[0].dataset.round).length;
    const first = card.dataset.latest ? ofFirstRound : FIRST;
    let all = card.dataset.latest ? first === rows.length : rows.length <= 2 * FIRST;

    /* The totals: a part of the bar for each verdict, as wide as it is frequent, and a button with number and name. */
    const totals = (verdict?.values ?? []).map((value) => {
      const badge = rows.find((row) => row.dataset.verdict === value).querySelector(".cc-badge");
      const colour = badge.className.replace(/^cc-badge /, "");
      const number = make("b");
      const pressed = make("button", { type: "button", className: `cc-tally__name ${colour}` }, number, ` ${value}`);
      pressed.addEventListener("click", () => choose(verdict, verdict.select.value === value ? "" : value));
      return { value, number, pressed, part: make("i", { className: colour }) };
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
      for (const { value, number, pressed, part } of totals) {
        const so = others.filter((row) => row.dataset.verdict === value).length;
        number.textContent = String(so);
        pressed.ariaPressed = String(verdict.select.value === value);
        part.style.flexGrow = String(so);
        part.hidden = !so;
      }
      more.hidden = !cut;
      reset.hidden = !chosen.length;
      const shown = cut ? first : rows.filter((row) => !row.hidden).length;
      const some = `${shown} of ${rows.length} claims shown`;
      count.textContent = shown ? some : "No claim matches: choose less, or show all.";
      const said = chosen.map(({ label, select }) => `${label}: ${select.selectedOptions[0].textContent}`).join("; ");
      const latest = cut && card.dataset.latest;
      const every = latest ? `The claims about ${rows[0].dataset.round}` : "Every claim, the newest round first";
      caption.textContent = said ? `${shown ? "Claims with" : "No claim has"} ${said}` : every;
    };

    /* In the query; where a browser lets no script change that (a page opened as a file), in the hash. */
    const remember = () => {
      const asked = fields.filter(({ select }) => select.value).map(({ name, select }) => [name, select.value]);
      const query = new URLSearchParams(asked).toString();
      try {
        const place = location.hash.includes("=") ? "" : location.hash;
        history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${place}`);
      } catch {
        location.hash = query;
      }
    };

    const recall = () => {
      const after = location.hash.includes("=") ? location.hash.slice(1) : "";
      const said = [new URLSearchParams(location.search), new URLSearchParams(after)];
      for (const { name, select, values } of fields) {
        const value = said.map((place) => place.get(name)).find(Boolean);
        select.value = values.includes(value) ? value : "";
      }
      apply();
    };

    /* One value, or all that any has. */
    const choose = (field, value) => {
      for (const one of fields) if (!field || one === field) one.select.value = value;
      apply();
      remember();
    };
    for (const field of fields) field.select.addEventListener("change", () => choose(field, field.select.value));
    const reset = button("Show all", () => {
      choose(null, "");
      totals[0]?.pressed.focus();
    });
    const more = button(`List all ${rows.length} claims`, () => { all = true; apply(); });
    addEventListener("popstate", recall);
    const others = fields.filter((field) => field !== verdict);
    const labels = others.map(({ label, select }) => make("label", {}, label, select));
    const bar = make("div", { className: "cc-tally__bar", ariaHidden: "true" }, ...totals.map(({ part }) => part));
    const group = { className: "cc-tally", role: "group", ariaLabel: "Claims by verdict" };
    const names = make("div", group, ...totals.map(({ pressed }) => pressed), reset);
    const filters = make("div", { className: "cc-filters" }, ...labels);
    const { matches: open } = matchMedia("(min-width: 601px)");
    const summary = make("summary", { textContent: "Filter by company, round or text" });
    const fold = make("details", { open }, summary, filters);
    const tools = card.querySelector(".cc-scorecard__tools");
    tools.append(...labels.length ? [fold] : [], ...totals.length ? [bar, names] : [], count);
    card.append(more);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
