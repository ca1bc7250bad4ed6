/* The packed tables of the pages with tools (claimcheck/site/engine/packed.py), each loaded when it is first wanted. */
import { tableOf } from "../engine/tables.ts";

const waiting: Map<string, (packed: PackedTable) => void> = new Map();
const loaded: Map<string, Promise<ResultTable>> = new Map();

/** The table of that name, from the folder of a site with that root. */
export const loadTable = (name: string, root: string): Promise<ResultTable> => {
  const known = loaded.get(name);
  if (known) return known;
  const promise: Promise<ResultTable> = new Promise((resolve, reject) => {
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
 * failure. */
export const tableLoader = <T>(
  names: string[], root: string, status: HTMLElement, prepare: (...tables: ResultTable[]) => Promise<T>
) => {
  let data: Promise<T> | null = null;
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

/** What the script of a table calls with it. */
export const takeTable = async (name: string, packed: string) =>
  waiting.get(name)?.(await window.claimcheckUnpack(packed));
