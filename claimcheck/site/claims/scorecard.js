/* Filters of the scorecard. What is chosen is in the address after "#", so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. With it, a long list begins with its first rows,
   and the totals are a bar whose parts filter. */
(() => {
  "use strict";

  const { button } = window.claimcheckTable;
  // A list of more than twice as many claims begins with these.
  const FIRST = 25;

  /* Names and verdicts may hold spaces, so bars part them. */
  const valuesOf = (row, name) => (row.dataset[name] ?? "").split("|").filter(Boolean);
  const fits = (row, chosen) => Object.entries(chosen).every(([name, value]) => valuesOf(row, name).includes(value));

  /* The list, its caption and its count. */
  const list = ({ card, rows, selects, chosen, all, more, reset }) => {
    const some = Object.keys(chosen).length > 0;
    const cut = !all && !some;
    for (const [place, row] of rows.entries()) {
      row.hidden = !fits(row, chosen);
      row.classList.toggle("cc-scorecard__later", cut && place >= FIRST);
    }
    [more.hidden, reset.hidden] = [!cut, !some];
    const shown = cut ? FIRST : rows.filter((row) => !row.hidden).length;
    card.querySelector("output").textContent = shown
      ? `${shown} of ${rows.length} claims shown` : "No claim matches: choose less, or show all.";
    const said = selects.filter((select) => select.value)
      .map((select) => `${select.labels[0].firstChild.textContent}: ${select.selectedOptions[0].textContent}`);
    if (chosen.verdict) said.push(`Verdict: ${chosen.verdict}`);
    const words = `${shown ? "Claims with" : "No claim has"} ${said.join("; ")}`;
    card.querySelector("caption").textContent = some ? words : "Every claim, the newest round first";
  };

  /* The totals: of each verdict a part of the bar, as wide as it is frequent, and a button. */
  const count = ({ rows, totals, parts, chosen }) => {
    const { verdict, ...others } = chosen;
    for (const [place, { value, firstElementChild: number }] of totals.entries()) {
      const found = rows.filter((row) => row.dataset.verdict === value && fits(row, others)).length;
      number.textContent = parts[place].style.flexGrow = String(found);
      parts[place].hidden = !found;
      totals[place].ariaPressed = String(verdict === value);
    }
  };

  const prepare = (card) => {
    card.querySelector(".cc-scorecard__tools").append(card.querySelector("template").content);
    const [rows, selects, totals, parts] = ["tbody tr", "select", ".cc-tally__name", ".cc-tally__bar i"].map(
      (sought) => [...card.querySelectorAll(sought)]);
    const more = button(`List all ${rows.length} claims`, () => { view.all = true; show(); });
    const reset = button("Show all", () => { choose({}); totals[0]?.focus(); });
    const view = { card, rows, selects, totals, parts, more, reset, chosen: {}, all: rows.length <= 2 * FIRST };
    const show = () => {
      for (const select of selects) select.value = view.chosen[select.name] ?? "";
      list(view);
      count(view);
    };
    const choose = (chosen) => {
      view.chosen = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));
      history.replaceState(null, "", `#${new URLSearchParams(view.chosen)}`);
      show();
    };
    const recall = () => {
      const said = [...new URLSearchParams(location.hash.slice(1))];
      const known = said.filter(([name, value]) => rows.some((row) => valuesOf(row, name).includes(value)));
      view.chosen = Object.fromEntries(known);
      show();
      if (Object.keys(view.chosen).length) card.scrollIntoView();
    };
    card.querySelector(".cc-tally")?.append(reset);
    card.append(more);
    for (const select of selects) {
      select.addEventListener("change", () => choose({ ...view.chosen, [select.name]: select.value }));
    }
    for (const pressed of totals) {
      const other = () => (view.chosen.verdict === pressed.value ? "" : pressed.value);
      pressed.addEventListener("click", () => choose({ ...view.chosen, verdict: other() }));
    }
    const fold = card.querySelector("details");
    if (fold) fold.open = matchMedia("(min-width: 601px)").matches;
    addEventListener("hashchange", recall);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
