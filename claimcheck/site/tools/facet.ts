/* A filter of the page of all results: a fold with a box for each value of a column. */
import { once } from "../engine/words.ts";

const { make } = window.claimcheckTable;
const NONE = "none given";

/** Let a fold close when a reader presses Escape, or elsewhere; gives what says in its summary what is chosen. */
const prepareFold = (fold: HTMLDetailsElement) => {
  const summary = fold.firstElementChild as HTMLElement;
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.open) return;
    fold.open = false;
    summary.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!fold.contains((event.target as Node))) fold.open = false;
  });
  const said = make("span", { className: "cc-facet__said" });
  summary.append(said);
  return said;
};

/** Fill a fold of the page. */
export const facetOf = (set: ResultSet, states: States, fold: HTMLDetailsElement, name: string) => {
  const ariaLabel = fold.textContent.trim();
  const said = prepareFold(fold);
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
    fold.append(make("div", { className: "cc-facet__list", role: "group", ariaLabel },
      ...boxes.map(({ label }) => label)));
    return boxes;
  });
  let counts: Uint32Array = new Uint32Array();
  const update = (counted: Uint32Array = counts) => {
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
