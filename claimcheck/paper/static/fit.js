// Runs before printing: a table too wide for the sheet is made smaller; one that would become too small to read gets a
// sheet laid on its side.
(() => {
  const SMALLEST = 0.66, LONG_SIDE = 257 / 25.4 * 96;
  for (const frame of document.querySelectorAll(".paper-wide")) {
    const table = frame.firstElementChild;
    const room = frame.clientWidth, width = table.scrollWidth;
    if (width <= room + 1) continue;
    if (room / width < SMALLEST) {
      frame.classList.add("is-landscape");
      frame.style.width = `${LONG_SIDE}px`;
      // On a wider sheet the table may spread before it shrinks.
      const wide = table.scrollWidth;
      if (wide > LONG_SIDE + 1) table.style.zoom = LONG_SIDE / wide;
    } else table.style.zoom = room / width;
  }
  return [];
})();
