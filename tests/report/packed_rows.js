/* The columns of a packed table as pages read it: node packed_rows.js FOLDER < SCRIPT; FOLDER holds the site's scripts. */
const fs = require("node:fs");
const vm = require("node:vm");
globalThis.window = globalThis;
globalThis.document = { createElement: () => ({}), head: { append: () => vm.runInThisContext(fs.readFileSync(0, "utf8")) } };
for (const name of ["unpack.js", "packed.js"]) vm.runInThisContext(fs.readFileSync(`${process.argv[2]}/${name}`, "utf8"));
claimcheckTables.load("table", "").then((table) => {
  const rowsOf = (name) => Array.from({ length: table.rows }, (_, row) => table.get(name, row));
  process.stdout.write(JSON.stringify(Object.fromEntries(Object.keys(table.columns).map((name) => [name, rowsOf(name)]))));
});
