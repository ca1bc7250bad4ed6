/* The packed tables of the pages with tools (claimcheck/site/engine/packed.py), each loaded when it is first wanted. */
(() => {
  "use strict";

  /** @type {Map<string, (packed: PackedTable) => void>} */
  const waiting = new Map();
  /** @type {Map<string, Promise<ResultTable>>} */
  const loaded = new Map();

  /** @type {Window["claimcheckTables"]["load"]} */
  const load = (name, root) => {
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
  };

  window.claimcheckTables = {
    load,
    loader: (names, root, status, prepare) => {
      /** @type {ReturnType<typeof prepare> | null} */
      let data = null;
      return () => {
        if (!data) status.textContent = "Loading the results …";
        data ??= Promise.all(names.map((name) => load(name, root))).then(async (tables) => {
          const made = await prepare(...tables);
          status.textContent = "";
          return made;
        }).catch((error) => {
          data = null;
          status.textContent = `The results cannot be loaded: ${error.message}. Reload the page to try again.`;
          throw error;
        });
        return data;
      };
    },
    take: async (name, packed) => waiting.get(name)?.(await window.claimcheckUnpack(packed)),
  };
})();
