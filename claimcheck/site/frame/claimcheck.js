/* Live figures, sources of numbers, filters. The page is complete without this script. */
(() => {
  "use strict";

  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const vegaAddress = new URL("claimcheck-vega.js", here).href;

  const { make, label, load, prepare } = window.claimcheckTable;

  /* ---- Figures: a picture becomes live when it is pointed at or focused ---- */

  // A figure's own script calls this with its id and its specification in each form.
  const specifications = {};
  window.claimcheckFigure = (id, packed) => { specifications[id] = window.claimcheckUnpack(packed); };
  let vega;

  const prepareFigure = (figure) => {
    const body = figure.querySelector(".cc-figure__body");
    const id = figure.dataset.figure;

    const draw = async () => {
      vega ??= load(vegaAddress);
      await Promise.all([vega, load(figure.dataset.address)]);
      const controls = make("div", { className: "cc-figure__controls" });
      const chart = make("div", { className: "cc-figure__picture", tabIndex: 0, role: "group" });
      chart.setAttribute("aria-labelledby", `fig-${id}-title`);
      const picture = [...body.querySelectorAll("svg[role=img]")].find((svg) => svg.checkVisibility());
      const form = picture.classList.contains("cc-figure__broad") ? "broad" : "spec";
      await window.vegaEmbed(chart, (await specifications[id])[form], {
        mode: "vega-lite", renderer: "svg", actions: false, ast: true, defaultStyle: false,
        bind: controls, tooltip: { disableDefaultStyle: true }, loader: { http: false },
      });
      // Letters are measured a little differently here: the picture keeps its place to the pixel.
      const { width, height } = picture.viewBox.baseVal;
      chart.querySelector("svg").classList.add(`cc-figure__${form}`);
      chart.querySelector("svg").style.aspectRatio = `${width} / ${height}`;
      const focused = body.contains(document.activeElement);
      body.replaceChildren(...(controls.hasChildNodes() ? [controls] : []), chart);
      if (focused) chart.focus({ preventScroll: true });
      figure.classList.add("is-live");
    };

    let drawing;
    const start = () => {
      drawing ??= draw().catch((error) => console.error(`${id} stays a picture: ${error.message}`));
    };

    body.querySelector(".cc-figure__picture").tabIndex = 0;
    body.addEventListener("focusin", start);
    // A finger that scrolls past asks for nothing; one that taps does.
    body.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") start(); });
    body.addEventListener("click", start);
    if (figure.dataset.live === "auto") {
      // Sliders are to be there before they are reached; but the library weighs more than the page.
      for (const sign of ["pointerdown", "keydown", "wheel"]) {
        addEventListener(sign, start, { once: true, passive: true });
      }
    }
  };

  /* ---- Sources of numbers: a box at the number, which the browser places, closes and takes the focus back from */

  const prepareNumber = (anchor) => {
    const entry = document.getElementById(decodeURIComponent(anchor.hash.slice(1)));
    if (!entry?.showPopover) return;
    let box = null;
    let open = false;
    Object.assign(anchor, { ariaHasPopup: "dialog", ariaExpanded: "false" });
    // A press closes the box before it is a click.
    anchor.addEventListener("pointerdown", () => { open = Boolean(box?.matches(":popover-open")); });
    anchor.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (open) return;
      const closing = { type: "button", className: "cc-popover__close", textContent: "\u00d7", ariaLabel: "Close" };
      const close = make("button", { ...closing, onclick: () => box.hidePopover() });
      const copies = [...entry.children].map((child) => child.cloneNode(true));
      const content = make("div", { className: "cc-source" }, ...copies);
      for (const details of content.querySelectorAll("details")) details.open = true;
      const shown = { className: "cc-popover", popover: "auto", tabIndex: -1, autofocus: true, role: "dialog" };
      box = make("div", { ...shown, ariaLabel: `Source of ${anchor.textContent}` }, close, content);
      box.addEventListener("beforetoggle", ({ newState }) => { anchor.ariaExpanded = String(newState === "open"); });
      box.addEventListener("toggle", ({ newState, target }) => { if (newState === "closed") target.remove(); });
      box.addEventListener("focusout", ({ relatedTarget }) => {
        if (relatedTarget && !box.contains(relatedTarget)) box.hidePopover();
      });
      anchor.closest("p, li, td, dd, h1, h2, h3, div").after(box);
      box.showPopover({ source: anchor });
    });
  };

  /* ---- Tables ---- */

  /* A long table has its first rows; the others come from a script, which a page opened as a file may load too. */
  const prepareLong = (link) => {
    link.textContent = link.textContent.replace("All rows", "Show all rows");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.head.append(make("script", { src: link.dataset.rows }));
    }, { once: true });
  };
  window.claimcheckRows = async (id, packed) => {
    const html = await window.claimcheckUnpack(packed);
    const table = document.getElementById(id);
    const body = table.querySelector("tbody");
    const next = body.rows.length;
    body.insertAdjacentHTML("beforeend", html);
    table.querySelector(".cc-table__more").remove();
    table.querySelectorAll(".cc-stack").forEach(label);
    if (table.dataset.searchable) prepare(table);
    // The reader goes on where the link was.
    Object.assign(body.rows[next].cells[0], { tabIndex: -1 }).focus();
  };

  document.querySelectorAll(".cc-figure").forEach(prepareFigure);
  document.querySelectorAll("a.cc-num").forEach(prepareNumber);
  document.querySelectorAll("a[data-rows]").forEach(prepareLong);
  const whole = '.cc-table[data-searchable="true"]:not(:has(a[data-rows]), .cc-explore *)';
  document.querySelectorAll(whole).forEach(prepare);
  /* The field of the front page: a line is a figure to look for, more is a text, which only this tab keeps, until it is
     read. */
  const check = /** @type {HTMLFormElement | null} */ (document.querySelector(".cc-check"));
  const asked = check?.querySelector("textarea");
  asked?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || asked.value.includes("\n")) return;
    event.preventDefault();
    check.requestSubmit();
  });
  check?.addEventListener("submit", (event) => {
    event.preventDefault();
    const said = asked.value.trim();
    const text = said.length > 80 || said.includes("\n");
    if (text) window.sessionStorage.setItem("cc-text", said);
    location.href = `${check.action}#${text ? "paste-a-text" : new URLSearchParams({ q: said })}`;
  });
})();
