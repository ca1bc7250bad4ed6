/* Copy buttons on code and in the boxes of figures and claims, and a figure's pilcrow. Everything can be had without. */
(() => {
  "use strict";

  if (!navigator.clipboard) return;

  const say = (button, words) => {
    const before = button.dataset.words ?? button.textContent;
    button.dataset.words = before;
    button.textContent = words;
    setTimeout(() => { button.textContent = before; }, 2000);
  };

  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
      say(button, "Copied");
    } catch {
      say(button, "Not copied: the browser refuses");
    }
  };

  for (const block of document.querySelectorAll("div.highlight")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "cc-button cc-code__copy", textContent: "Copy" });
    // Without the prompt of a console.
    const lines = [...block.querySelector("pre").childNodes].filter((node) => !(node instanceof HTMLElement && node.matches(".gp")));
    button.addEventListener("click", () => copy(lines.map((node) => node.textContent).join(""), button));
    block.append(button);
  }
  for (const box of document.querySelectorAll(".cc-cite")) {
    for (const source of box.querySelectorAll(".cc-cite__text, .cc-cite__link")) {
      const term = source.closest("dd").previousElementSibling.textContent;
      const button = Object.assign(document.createElement("button"), { type: "button", className: "cc-button", textContent: `Copy ${term === "BibTeX" ? term : term.toLowerCase()}` });
      button.addEventListener("click", () => copy(source.textContent, button));
      const line = document.createElement("div");
      line.append(button);
      source.after(line);
    }
    // The pilcrow copies the permanent address and marks the place; with a modifier key it stays a link.
    const figure = /** @type {HTMLElement | null} */ (box.closest(".cc-figure"));
    if (!figure) continue;
    /** @type {HTMLAnchorElement} */
    const pilcrow = figure.querySelector(".cc-figure__title .headerlink");
    pilcrow.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      location.hash = `fig-${figure.dataset.figure}`;
      copy(box.querySelector(".cc-cite__link").textContent, pilcrow);
    });
  }
})();
