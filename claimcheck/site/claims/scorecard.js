/* Filters of the scorecard. What is chosen is in the address after "#", so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. With it, a long list begins with its first rows,
   and the totals are a bar whose parts filter. */
(() => {
  "use strict";

  const { make, button } = window.claimcheckTable;
  // A list of more than twice as many claims begins with these.
  const FIRST = 25;
  const LABELS = {
    by: "Whose claim", round: "Round", article: "Text", nvidia: "NVIDIA's own text", verdict: "Verdict",
  };

  /* Names and verdicts may hold spaces, so bars part them. */
  const valuesOf = (row, name) => row.dataset[name].split("|").filter(Boolean);

  /* What is chosen from in its order, with its words; rounds come as in the table, the newest first. */
  const fieldsOf = (rows, words) => Object.entries(LABELS).map(([name, label]) => {
    const there = [...new Set(rows.flatMap((row) => valuesOf(row, name)))];
    const known = Object.keys(words).filter((value) => there.includes(value));
    const values = known.length ? known : there;
    const options = values.map((value) => make("option", { value, textContent: words[value] ?? value }));
    const select = make("select", { name }, make("option", { value: "", textContent: "all" }), ...options);
    return { name, label, values, select };
  }).filter(({ values }) => values.length > 1);

  /* The totals: a part of the bar for each verdict, as wide as it is frequent, and a button with number and name. */
  const totalsOf = (rows, verdict, choose) => (verdict?.values ?? []).map((value) => {
    const badge = rows.find((row) => row.dataset.verdict === value).querySelector(".cc-badge");
    const colour = badge.className.replace(/^cc-badge /, "");
    const number = make("b");
    const pressed = make("button", { type: "button", className: `cc-tally__name ${colour}` }, number, ` ${value}`);
    pressed.addEventListener("click", () => choose(verdict, verdict.select.value === value ? "" : value));
    const part = make("i", { className: colour });
    const update = (so) => {
      number.textContent = part.style.flexGrow = String(so);
      pressed.ariaPressed = String(verdict.select.value === value);
      part.hidden = !so;
    };
    return { value, pressed, part, update };
  });

  const chosenOf = (fields) => fields.filter(({ select }) => select.value);
  const fits = (row, chosen) => chosen.every(({ name, select }) => valuesOf(row, name).includes(select.value));

  /* What brings the list, its caption and its count up to date. */
  const listing = (card, rows, fields, { count, more, reset }) => (all) => {
    const chosen = chosenOf(fields);
    const cut = !all && !chosen.length;
    for (const [place, row] of rows.entries()) {
      row.hidden = !fits(row, chosen);
      row.classList.toggle("cc-scorecard__later", cut && place >= FIRST);
    }
    [more.hidden, reset.hidden] = [!cut, !chosen.length];
    const shown = cut ? FIRST : rows.filter((row) => !row.hidden).length;
    const some = `${shown} of ${rows.length} claims shown`;
    count.textContent = shown ? some : "No claim matches: choose less, or show all.";
    const said = chosen.map(({ label, select }) => `${label}: ${select.selectedOptions[0].textContent}`).join("; ");
    const every = "Every claim, the newest round first";
    card.querySelector("caption").textContent = said ? `${shown ? "Claims with" : "No claim has"} ${said}` : every;
  };

  const toolsOf = (fields, totals, { count, reset }) => {
    const labels = fields.map(({ label, select }) => make("label", {}, label, select));
    const bar = make("div", { className: "cc-tally__bar", ariaHidden: "true" }, ...totals.map(({ part }) => part));
    const group = { className: "cc-tally", role: "group", ariaLabel: "Claims by verdict" };
    const names = make("div", group, ...totals.map(({ pressed }) => pressed), reset);
    const { matches: open } = matchMedia("(min-width: 601px)");
    const summary = make("summary", { textContent: "Filter by company, round or text" });
    const fold = make("details", { open }, summary, make("div", { className: "cc-filters" }, ...labels));
    return [...labels.length ? [fold] : [], ...totals.length ? [bar, names] : [], count];
  };

  const prepare = (card) => {
    const rows = [...card.querySelectorAll("tbody tr")];
    const fields = fieldsOf(rows, JSON.parse(card.dataset.words));
    const verdict = fields.find(({ name }) => name === "verdict");
    let all = rows.length <= 2 * FIRST;
    const apply = () => {
      list(all);
      const others = rows.filter((row) => fits(row, chosenOf(fields).filter((field) => field !== verdict)));
      for (const { value, update } of totals) update(others.filter((row) => row.dataset.verdict === value).length);
    };
    /* One value, or all that any has. */
    const choose = (field, value) => {
      for (const one of fields) if (!field || one === field) one.select.value = value;
      const asked = chosenOf(fields).map(({ name, select }) => [name, select.value]);
      history.replaceState(null, "", `#${new URLSearchParams(asked)}`);
      apply();
    };
    const recall = () => {
      const said = new URLSearchParams(location.hash.slice(1));
      for (const { name, select, values } of fields) {
        select.value = values.includes(said.get(name)) ? said.get(name) : "";
      }
      apply();
      if (chosenOf(fields).length) card.scrollIntoView();
    };
    const totals = totalsOf(rows, verdict, choose);
    const parts = {
      count: make("output", { className: "cc-scorecard__count" }),
      more: button(`List all ${rows.length} claims`, () => { all = true; apply(); }),
      reset: button("Show all", () => { choose(null, ""); totals[0]?.pressed.focus(); }),
    };
    const list = listing(card, rows, fields, parts);
    for (const field of fields) field.select.addEventListener("change", () => choose(field, field.select.value));
    const others = fields.filter((field) => field !== verdict);
    card.querySelector(".cc-scorecard__tools").append(...toolsOf(others, totals, parts));
    card.append(parts.more);
    addEventListener("hashchange", recall);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
