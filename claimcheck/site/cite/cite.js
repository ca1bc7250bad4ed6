/* Buttons that copy: code, what cites a figure or claim, an answer in three lengths; a figure's pilcrow. Where a browser
   refuses to copy, the text is left selected. Without this script it can be selected by hand. */
(() => {
  "use strict";

  const { make } = window.claimcheckTable;

  const copy = async (words, shown) => {
    try {
      await navigator.clipboard.writeText(words);
      return true;
    } catch {
      const fold = shown.closest("details");
      if (fold) fold.open = true;
      const range = document.createRange();
      range.selectNodeContents(shown);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      return document.execCommand("copy");
    }
  };

  /* Copies at a press, and says so for a while in place of the button's own words. */
  const copies = (button, words, shown) => {
    const before = button.textContent;
    button.addEventListener("click", async () => {
      button.textContent = await copy(words, shown) ? "Copied" : "Selected";
      setTimeout(() => { button.textContent = before; }, 2000);
    });
  };

  const made = (textContent, className = "cc-button") => make("button", { type: "button", className, textContent });

  for (const block of document.querySelectorAll("div.highlight")) {
    const pre = block.querySelector("pre");
    // Without the prompt of a console.
    const lines = [...pre.childNodes].filter((node) => !(node instanceof HTMLElement && node.matches(".gp")));
    const button = made("Copy", "cc-button cc-code__copy");
    copies(button, lines.map((node) => node.textContent).join(""), pre);
    block.append(button);
  }
  for (const box of document.querySelectorAll(".cc-cite")) {
    for (const source of box.querySelectorAll(".cc-cite__text, .cc-cite__link")) {
      const term = source.closest("dd").previousElementSibling.textContent;
      const button = made(`Copy ${term === "BibTeX" ? term : term.toLowerCase()}`);
      copies(button, source.textContent, source);
      source.after(make("div", {}, button));
    }
    // The pilcrow copies the permanent address and marks the place; with a modifier key it stays a link.
    const figure = /** @type {HTMLElement | null} */ (box.closest(".cc-figure"));
    if (!figure || !navigator.clipboard) continue;
    /** @type {HTMLAnchorElement} */
    const pilcrow = figure.querySelector(".cc-figure__title .headerlink");
    pilcrow.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      location.hash = `fig-${figure.dataset.figure}`;
    });
    const link = box.querySelector(".cc-cite__link");
    copies(pilcrow, link.textContent, link);
  }
  for (const box of document.querySelectorAll(".cc-copy")) {
    const said = make("span", { role: "status" });
    const rest = [".cc-copy__source", ".cc-copy__footnote"].map((name) => box.querySelector(name).textContent.trim());
    /** @type {NodeListOf<HTMLElement>} */
    const texts = box.querySelectorAll(".cc-copy__text");
    const buttons = [...texts].map((text) => {
      const button = made(`${text.dataset.words} words`);
      button.setAttribute("aria-label", `Copy the answer in ${text.dataset.words} words`);
      button.addEventListener("click", async () => {
        const done = await copy([text.textContent.trim(), ...rest].join("\n\n"), text);
        said.textContent = done ? "Copied, with source and footnote." : "Selected: copy it with the keyboard.";
      });
      return button;
    });
    box.prepend(make("div", { className: "cc-copy__tools" }, make("span", { textContent: "Copy in" }), ...buttons, said));
  }
})();
