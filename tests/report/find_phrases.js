/* Look for phrases as the page does: node find_phrases.js PACKED PHRASES FOLDER; PACKED holds the scripts of tables. */
const fs = require("node:fs");
const vm = require("node:vm");
const [packed, phrases, statics] = process.argv.slice(2);
globalThis.window = globalThis;
globalThis.document = {
  createElement: () => ({}),
  head: { append: (script) => vm.runInThisContext(fs.readFileSync(script.src, "utf8")) },
};
for (const name of ["unpack.js", "packed.js", "judgement.js", "finder.js"]) vm.runInThisContext(fs.readFileSync(`${statics}/${name}`, "utf8"));
(async () => {
  const load = (name) => claimcheckTables.load(name, `${packed}/${name}.js`);
  const [results, imposed, runs] = [await load("results"), await load("compare"), await load("runs")];
  const judged = claimcheckJudgement.prepared(results, imposed, runs);
  const finder = claimcheckFinder.prepared(results, imposed.rules, judged);
  const found = JSON.parse(fs.readFileSync(phrases, "utf8")).map((phrase) => {
    const asked = finder.read(phrase);
    const figure = asked.figures.find((one) => one.kinds.length);
    const started = performance.now();
    const answer = figure ? finder.answer(asked, figure, 3) : null;
    const footnote = answer && answer.hits.length ? finder.footnote(answer.hits[0], answer) : null;
    return { answer, footnote, unknown: asked.unknown.map(({ word }) => word), took: performance.now() - started };
  });
  process.stdout.write(JSON.stringify(found));
})();
