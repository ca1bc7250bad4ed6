/* What the scripts of pages take of the engine. The build makes one script of it, and they find it in
 * window.claimcheckEngine. */
export { answersOf } from "../engine/answers.js";
export { comparisonHtml } from "../engine/compared.js";
export { decoded } from "../engine/csv.js";
export { figureHtml } from "../engine/drawn.js";
export { judgementOf } from "../engine/judgement.js";
export {
  comparing, detailed, idOf, mayBoth, offered, pairingOf, placeOfId, searching, titled,
} from "../engine/pairing.js";
export { htmlOf } from "../engine/render.js";
export { sheetAnswer, sheetOf } from "../engine/sheet.js";
export { groupOf, summaryOf, textOf } from "../engine/text.js";
export { recordOf } from "../engine/told.js";
export { printed, sentence } from "../engine/words.js";
export { loadTable, tableLoader, takeTable } from "./packed.js";
