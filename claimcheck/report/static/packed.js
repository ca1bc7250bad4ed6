/* Packed tables (claimcheck/report/pages/results.py): claimcheckTables.load(name, address) gives a table with its columns. */
(() => {
  "use strict";

  // The code of the first value's character: ZERO in results.py.
  const ZERO = 48;

  /** @type {Map<string, (packed: PackedTable) => void>} */
  const waiting = new Map();
  /** @type {Map<string, Promise<ResultTable>>} */
  const loaded = new Map();

  /** @param {string} signs */
  const places = (signs) => {
    const at = new Uint16Array(signs.length);
    for (let row = 0; row < at.length; row += 1) at[row] = signs.charCodeAt(row) - ZERO;
    return at;
  };

  /** @param {number[]} steps */
  const summed = (steps) => {
    let sum = 0;
    return Float64Array.from(steps, (step) => (sum += step));
  };

  /**
   * A column: `words` and, for each row, the place `at` of its word among them; or `numbers`, NaN where there is none.
   * @param {PackedColumn} packed
   * @returns {ResultColumn}
   */
  const columnOf = (packed) => {
    if ("at" in packed) {
      const words = packed.words ?? packed.templates;
      const at = places(packed.at);
      return { words, at, numbers: null, get: (row) => words[at[row]] };
    }
    const numbers = packed.steps ? summed(packed.steps) : Float64Array.from(packed.numbers, (one) => one ?? NaN);
    return { words: null, at: null, numbers, get: (row) => (Number.isNaN(numbers[row]) ? null : numbers[row]) };
  };

  /**
   * @param {PackedTable} packed
   * @returns {ResultTable}
   */
  const tableOf = (packed) => {
    /** @type {Record<string, ResultColumn>} */
    const columns = {};
    for (const [name, column] of Object.entries(packed.columns)) columns[name] = columnOf(column);
    /** @type {ResultTable["get"]} */
    const get = (name, row) => columns[name].get(row);
    for (const [name, column] of Object.entries(packed.columns)) {
      if (!("templates" in column)) continue;
      const template = columns[name].get;
      const fill = (/** @type {number} */ row, of = get) => {
        const text = template(row);
        return text === null ? null : String(text).replace(/\{(\w+)\}/g, (_, field) => String(of(field, row)));
      };
      columns[name].get = fill;
    }
    return { ...packed, columns, get };
  };

  window.claimcheckTables = {
    load: (name, address) => {
      const known = loaded.get(name);
      if (known) return known;
      /** @type {Promise<ResultTable>} */
      const promise = new Promise((resolve, reject) => {
        waiting.set(name, (packed) => resolve(tableOf(packed)));
        const script = document.createElement("script");
        script.src = address;
        script.onerror = () => {
          loaded.delete(name);
          reject(new Error(`${address} cannot be loaded`));
        };
        document.head.append(script);
      });
      loaded.set(name, promise);
      return promise;
    },
    take: async (name, packed) => waiting.get(name)?.(await window.claimcheckUnpack(packed)),
  };
})();
