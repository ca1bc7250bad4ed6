/* The packed tables of the pages with tools (claimcheck/site/engine/packed.py), each loaded when it is first wanted. */
import { tableOf } from "../engine/tables.js";

/** @type {Map<string, (packed: PackedTable) => void>} */
const waiting = new Map();
/** @type {Map<string, Promise<ResultTable>>} */
const loaded = new Map();

/** The table of that name, from the folder of a site with that root.
 * @param {string} name @param {string} root @returns {Promise<ResultTable>} */
export const loadTable = (name, root) => {
  const known = loaded.get(name);
  if (known) return known;
  /** @type {Promise<ResultTable>} */
  const promise = new Promise((resolve, reject) => {
    waiting.set(name, (packed) => resolve(tableOf(packed)));
    window.claimcheckTable.load(`${root}tables/${name}.js`).catch((error) => {
      loaded.delete(name);
      reject(error);
    });
  });
  loaded.set(name, promise);
  return promise;
};

/** Gives what is prepared of these tables, loaded when it is first wanted; `status` tells a reader of it, and of a
 * failure.
 * @template T @param {string[]} names @param {string} root @param {HTMLElement} status
 * @param {(...tables: ResultTable[]) => Promise<T>} prepare */
export const tableLoader = (names, root, status, prepare) => {
  /** @type {Promise<T> | null} */
  let data = null;
  return () => {
    if (!data) status.textContent = "Loading the results …";
    data ??= Promise.all(names.map((name) => loadTable(name, root))).then(async (tables) => {
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
};

/** What the script of a table calls with it. @param {string} name @param {string} packed */
export const takeTable = async (name, packed) => waiting.get(name)?.(await window.claimcheckUnpack(packed));
