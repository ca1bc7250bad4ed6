/* A button that copies the quotation. Without this script the text can be selected. */
(() => {
  "use strict";

  const copy = async (text, source) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A browser that refuses: the text is left selected, ready to be copied by hand.
      const range = document.createRange();
      range.selectNodeContents(source);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      return document.execCommand("copy");
    }
  };

  for (const box of document.querySelectorAll(".cc-quote")) {
    const text = box.querySelector(".cc-quote__text");
    const tools = Object.assign(document.createElement("div"), { className: "cc-quote__tools" });
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "cc-button", textContent: "Copy with footnote" });
    button.addEventListener("click", async () => {
      const words = [...text.querySelectorAll("p")].map((part) => part.textContent.trim()).join("\n\n");
      said.textContent = (await copy(words, text)) ? "Copied." : "Selected: copy it with the keyboard.";
    });
    tools.append(button, said);
    box.append(tools);
  }

  /* On paper nothing can be opened. */
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll(".cc-page__places")) details.open = true;
  });
})();
