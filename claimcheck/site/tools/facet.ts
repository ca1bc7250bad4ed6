/* A filter of the page of all results: a fold with a box for each value of a column. */
import { once } from "../engine/words.ts";

const { make } = window.claimcheckTable;
const NONE = "none given";

/** Let a fold close when a reader presses Escape, or elsewhere. */
const closing = (fold: HTMLDetailsElement) => {
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.open) return;
    fold.open = false;
    (fold.firstElementChild as HTMLElement).focus();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!fold.contains(target as Node)) fold.open = false;
  });
};

/** Fill a fold of the page. */
export const facetOf = (set: ResultSet, states: States, fold: HTMLDetailsElement, name: string) => {
  const ariaLabel = fold.textContent.trim();
  const said = make("span", { className: "cc-facet__said" });
  fold.firstElementChild?.append(said);
  closing(fold);
  /* Made when it is first opened. */
  const made = once(() => {
    const boxes = set.options(name).map(({ value, place }) => {
      const box = make("input", { type: "checkbox", value });
      const count = make("span", { className: "cc-facet__count" });
      box.addEventListener("change", () => {
        const checked = boxes.filter((one) => one.box.checked).map((one) => one.box.value);
        states.go({ chosen: { ...states.now.chosen, [name]: checked } });
      });
      return { box, label: make("label", {}, box, ` ${value || NONE} `, count), count, place };
    });
    const labels = boxes.map(({ label }) => label);
    fold.append(make("div", { className: "cc-facet__list", role: "group", ariaLabel }, ...labels));
    return boxes;
  });
  let counts = new Uint32Array();
  const update = (counted = counts) => {
    counts = counted;
    const values = states.now.chosen[name] ?? [];
    said.textContent = values.length ? `: ${values.map((value) => value || NONE).join(", ")}` : "";
    fold.classList.toggle("is-chosen", values.length > 0);
    for (const { box, label, count, place } of fold.open ? made() : []) {
      const many = counts[place] ?? 0;
      box.checked = values.includes(box.value);
      label.hidden = !many && !box.checked;
      count.textContent = many.toLocaleString("en");
    }
  };
  fold.addEventListener("toggle", () => update());
  return { name, update };
};
