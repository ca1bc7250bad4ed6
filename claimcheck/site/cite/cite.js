/* Buttons that copy: code, what cites a figure or claim, an answer in 30 words. Where a browser
   refuses to copy, the text is left selected. Without this script it can be selected by hand. */
(() => {
  "use strict";

  const { make, button, copy, copies } = window.claimcheckTable;

  for (const block of document.querySelectorAll("div.highlight")) {
    const pre = block.querySelector("pre");
    // Without the prompt of a console.
    const lines = [...pre.childNodes].filter((node) => !(node instanceof HTMLElement && node.matches(".gp")));
    const made = copies(button("Copy"), lines.map((node) => node.textContent).join(""), pre);
    made.classList.add("cc-code__copy");
    block.append(made);
  }
  for (const box of document.querySelectorAll(".cc-cite")) {
    for (const source of box.querySelectorAll(".cc-cite__text, .cc-cite__link")) {
      const term = source.closest("dd").previousElementSibling.textContent;
      const made = button(`Copy ${term === "BibTeX" ? term : term.toLowerCase()}`);
      source.after(make("div", {}, copies(made, source.textContent, source)));
    }
  }
  for (const box of document.querySelectorAll(".cc-copy")) {
    const said = make("span", { role: "status" });
    const rest = [".cc-copy__source", ".cc-copy__footnote"].map((name) => box.querySelector(name).textContent.trim());
    const text = box.querySelector(".cc-copy__text");
    const made = button("Copy in 30 words", async () => {
      const done = await copy([text.textContent.trim(), ...rest].join("\n\n"), text);
      said.textContent = done ? "Copied, with source and footnote." : "Selected: copy it with the keyboard.";
    });
    box.prepend(make("div", { className: "cc-copy__tools" }, made, said));
  }
})();
