/* Buttons that copy an answer in three lengths. Without this script the texts can be selected. */
(() => {
  "use strict";

  const { make } = window.claimcheckTable;

  const copy = async (words, shown) => {
    try {
      await navigator.clipboard.writeText(words);
      return true;
    } catch {
      // A browser that refuses: the text is left selected, ready to be copied by hand.
      shown.closest("details").open = true;
      const range = document.createRange();
      range.selectNodeContents(shown);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      return document.execCommand("copy");
    }
  };

  for (const box of document.querySelectorAll(".cc-copy")) {
    const said = make("span", { role: "status" });
    const rest = [".cc-copy__source", ".cc-copy__footnote"].map((name) => box.querySelector(name).textContent.trim());
    /** @type {NodeListOf<HTMLElement>} */
    const texts = box.querySelectorAll(".cc-copy__text");
    const buttons = [...texts].map((text) => {
      const button = make("button", { type: "button", className: "cc-button", textContent: `${text.dataset.words} words` });
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
