/* The packed tables of the pages with tools (claimcheck/site/engine/packed.py), each loaded when it is first wanted. */
(() => {
  "use strict";

  /** @type {Map<string, (packed: PackedTable) => void>} */
  const waiting = new Map();
  /** @type {Map<string, Promise<ResultTable>>} */
  const loaded = new Map();

  window.claimcheckTables = {
    load: (name, root) => {
      const known = loaded.get(name);
      if (known) return known;
      /** @type {Promise<ResultTable>} */
      const promise = new Promise((resolve, reject) => {
        waiting.set(name, (packed) => resolve(window.claimcheckEngine.tableOf(packed)));
        window.claimcheckTable.load(`${root}tables/${name}.js`).catch((error) => {
          loaded.delete(name);
          reject(error);
        });
      });
      loaded.set(name, promise);
      return promise;
    },
    take: async (name, packed) => waiting.get(name)?.(await window.claimcheckUnpack(packed)),
  };
})();
