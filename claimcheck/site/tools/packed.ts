/* The packed tables of the pages with tools (claimcheck/site/engine/packed.py), each loaded when it is first wanted. */
import { tableOf } from "../engine/tables.ts";
import { once } from "../engine/words.ts";

const waiting: Record<string, (packed: PackedTable) => void> = {};
const loaded: Record<string, Promise<ResultTable>> = {};

/** The table of that name, from the folder of a site with that root. */
export const loadTable = (name: string, root: string) => (loaded[name] ??= new Promise((resolve, reject) => {
  waiting[name] = (packed) => resolve(tableOf(packed));
  window.claimcheckTable.load(`${root}tables/${name}.js`).catch(reject);
}));

/** Gives what is prepared of these tables, loaded when it is first wanted; `status` tells a reader of it, and of a
 * failure. */
export const tableLoader = <T>(
  names: string[], root: string, status: HTMLElement, prepare: (...tables: ResultTable[]) => Promise<T>
) => once(async () => {
  status.textContent = "Loading the results …";
  try {
    const made = await prepare(...await Promise.all(names.map((name) => loadTable(name, root))));
    status.textContent = "";
    return made;
  } catch (error) {
    status.textContent = `The results cannot be loaded: ${(error as Error).message}. Reload the page to try again.`;
    throw error;
  }
});

/** What the script of a table calls with it. */
export const takeTable = async (name: string, packed: string) =>
  waiting[name](await window.claimcheckUnpack(packed));
