// Runs before printing: letters and charts shrink a little until each sheet holds its text.
// Returns what still does not fit.
(() => {
  const root = document.documentElement.style;
  const sheets = [...document.querySelectorAll(".sheet")];
  const fits = sheet => sheet.scrollHeight <= sheet.clientHeight && sheet.scrollWidth <= sheet.clientWidth;
  for (let step = 0; step <= 20; step++) {
    root.setProperty("--size", `${8.9 - step * 0.08}pt`);
    root.setProperty("--chart", `${92 - step * 0.25}mm`);
    if (sheets.every(fits)) return [];
  }
  return sheets.filter(sheet => !fits(sheet)).map(sheet =>
    `${sheet.id} is ${sheet.scrollHeight - sheet.clientHeight} px too high, ` +
    `${sheet.scrollWidth - sheet.clientWidth} px too wide`);
})();
