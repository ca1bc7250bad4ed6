/* Filters of the scorecard. What is chosen is in the address after "#", so that a filtered view can be linked.
   The page is complete without this script: then every claim is shown. With it, a long list has its first rows. */
(() => {
  "use strict";

  const { button } = window.claimcheckTable;
  // A list of more than twice as many claims begins with these.
  const FIRST = 25;

  const prepare = (card) => {
    card.querySelector(".cc-scorecard__tools").append(card.querySelector("template").content);
    const [rows, selects] = ["tbody tr", "select"].map((sought) => [...card.querySelectorAll(sought)]);
    let all = rows.length <= 2 * FIRST;

    const show = () => {
      const chosen = selects.filter((select) => select.value);
      // Names and verdicts may hold spaces, so bars part them.
      const fits = (row) => chosen.every(({ name, value }) => row.dataset[name].split("|").includes(value));
      for (const row of rows) row.hidden = !fits(row);
      const cut = !all && !chosen.length;
      card.classList.toggle("cc-scorecard--cut", cut);
      [more.hidden, reset.hidden] = [!cut, !chosen.length];
      const shown = cut ? FIRST : rows.filter((row) => !row.hidden).length;
      card.querySelector("output").textContent = shown
        ? `${shown} of ${rows.length} claims shown` : "No claim matches: choose less, or show all.";
      return chosen;
    };
    const choose = () => {
      const chosen = show().map(({ name, value }) => [name, value]);
      history.replaceState(null, "", `#${new URLSearchParams(chosen)}`);
    };
    const recall = () => {
      const said = new URLSearchParams(location.hash.slice(1));
      for (const select of selects) select.value = said.get(select.name) ?? "";
      if (show().length) card.scrollIntoView();
    };
    const more = button(`List all ${rows.length} claims`, () => { all = true; show(); });
    const reset = button("Show all", () => {
      for (const select of selects) select.value = "";
      choose();
      selects[0].focus();
    });
    card.querySelector("output").after(reset);
    card.append(more);
    for (const select of selects) select.addEventListener("change", choose);
    const fold = card.querySelector("details");
    if (fold) fold.open = matchMedia("(min-width: 601px)").matches;
    addEventListener("hashchange", recall);
    recall();
  };

  document.querySelectorAll(".cc-scorecard").forEach(prepare);
})();
