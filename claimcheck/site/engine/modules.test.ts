/* `node --test`: how numbers and names are read, pages of text are divided, and lines are drawn, without any table. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { piecesOf } from "./document.ts";
import { namedIn } from "./names.ts";
import { interval, numberOf, placeOf } from "./numbers.ts";
import { htmlOf, line } from "./render.ts";
import { decimalsOf, filled, listed, printed, sentence, times } from "./words.ts";

test("a number is read as its language writes it", () => {
  const read = (written: string, german = false) => Object.values(numberOf(written, german));
  assert.deepEqual(read("652,750.1"), [6527501, 1]);
  assert.deepEqual(read("1'096'770"), [1096770, 0]);
  assert.deepEqual(read("652.750,1"), [6527501, 1]);
  assert.deepEqual(read("2,77"), [277, 2]);
  assert.deepEqual([read("6.423"), read("6.423", true)], [[6423, 3], [6423, 0]]);
});

test("a figure reaches as far as its digits", () => {
  const rounded = { low: { half: -1 }, high: { half: 2 } };
  assert.deepEqual(interval(rounded, 277, 1), [553, 556]);
  assert.deepEqual(interval({ low: {}, high: { place: 1 } }, 60, placeOf(60, 0)), [120, 140]);
  assert.equal(placeOf(60, 1), 1);
});

test("a name is found in any spelling of its own, in the plural, and cut short where it is one word", () => {
  const chip = { chip: ["GB300"] };
  const names = new Map(Object.entries({ gb300: chip, blackwellultra: chip, "gb30*": chip }));
  const named = (text: string) => namedIn(names, () => true, text).named.chip?.length ?? 0;
  assert.deepEqual(["gb-300s and blackwell ultra", "gb30", "gb 30", "blackwel ultra"].map(named), [2, 1, 0, 0]);
});

test("a cell has the words of its row and its column", () => {
  const [, cell] = piecesOf("| Benchmark | Minutes |\n|---|---|\n| LoRA | 5.97 |\n").filter((piece) => piece.cell);
  assert.deepEqual([cell.row, cell.column, cell.text.trim()], ["LoRA", "Minutes", "5.97"]);
});

test("what is text in an answer is escaped", () => {
  const lines = [line("source", "A <i>.", ["row"])];
  const answer = { question: null, heading: "2.77x", outcome: "result", lines };
  const item = '<li data-rows="row"><p class="cc-answer__source">A &#60;i&#62;.</p></li>';
  const list = `<ol class="cc-answer__sources">${item}</ol>`;
  assert.equal(htmlOf(answer, { site: "", root: "" }), `<h2 tabindex="-1">2.77x</h2>${list}`);
});

test("numbers and sentences are printed as everywhere", () => {
  assert.deepEqual([printed(2.675, 2), times(0.0123), decimalsOf(2)], ["2.68", "0.012x", 2]);
  assert.equal(filled("{a} {{b}}", { a: 1 }), "1 {b}");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
  assert.deepEqual(["v5.1 is", "it is"].map(sentence), ["v5.1 is.", "It is."]);
});
