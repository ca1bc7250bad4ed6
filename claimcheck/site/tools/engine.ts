/* What the scripts of pages take of the engine. The build makes one script of it, and they find it in
 * window.claimcheckEngine. */
export { answersOf } from "../engine/answers.ts";
export { comparing, comparisonHtml, detailed, titled } from "../engine/compared.ts";
export { decoded } from "../engine/csv.ts";
export { figureHtml } from "../engine/drawn.ts";
export { judgementOf } from "../engine/judgement.ts";
export { mayBoth, offered, pairingOf, searching } from "../engine/pairing.ts";
export { htmlOf } from "../engine/render.ts";
export { sheetAnswer, sheetOf } from "../engine/sheet.ts";
export { groupOf, summaryOf, textOf } from "../engine/text.ts";
export { recordOf } from "../engine/told.ts";
export { printed, sentence } from "../engine/words.ts";
export { loadTable, tableLoader, takeTable } from "./packed.ts";
