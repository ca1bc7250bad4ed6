/* Compare pairs of rows as the page does: node compare_pairs.js PACKED PAIRS FOLDER; PACKED holds the scripts of tables. */
const fs = require("node:fs");
const vm = require("node:vm");
const [packed, pairs, statics] = process.argv.slice(2);
globalThis.window = globalThis;
globalThis.document = {
  createElement: () => ({}),
  head: { append: (script) => vm.runInThisContext(fs.readFileSync(script.src, "utf8")) },
};
for (const name of ["unpack.js", "packed.js", "judgement.js"]) vm.runInThisContext(fs.readFileSync(`${statics}/${name}`, "utf8"));
(async () => {
  const load = (name) => claimcheckTables.load(name, `${packed}/${name}.js`);
  const [results, accuracy, imposed, runs] = [await load("results"), await load("accuracy"), await load("compare"), await load("runs")];
  const { compare } = claimcheckJudgement.prepared(results, imposed, runs);
  const found = JSON.parse(fs.readFileSync(pairs, "utf8")).map(([one, two]) => {
    const made = compare(one, two);
    return { ...made, accuracy: made.rows.map((row) => claimcheckJudgement.accuracyOf(accuracy, row, imposed.rules.accuracy)) };
  });
  process.stdout.write(JSON.stringify(found));
})();
