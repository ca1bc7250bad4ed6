// Runs before printing, for tables wider than the sheet: letters shrink a little before words wrap, then as far as it
// takes; a table that would become too small to read gets a sheet laid on its side. Returns what still does not fit.
(() => {
  const READABLE = 0.82, SMALLEST = 0.66, LONG_SIDE = 257 / 25.4 * 96, SHORT = 110 / 25.4 * 96;
  const width = element => element.getBoundingClientRect().width;
  const faults = [];
  const fit = (table, room) => {
    table.style.zoom = 1;
    table.style.width = "max-content";
    const whole = width(table);
    table.style.width = "";
    let scale = Math.max(READABLE, Math.min(1, room / whole));
    table.style.zoom = scale;
    // Words that wrap get all the room there is.
    if (whole * scale > room) table.style.width = "100%";
    if (width(table) > room + 1) table.style.zoom = scale *= (room - 1) / width(table);
    return scale;
  };
  for (const frame of document.querySelectorAll(".paper-wide")) {
    const table = frame.firstElementChild;
    let room = frame.clientWidth;
    if (fit(table, room) < SMALLEST) {
      room = LONG_SIDE;
      frame.classList.add("is-landscape");
      frame.style.width = `${room}px`;
      fit(table, room);
    }
    // A short table stays in one piece, with its caption.
    if (frame.getBoundingClientRect().height < SHORT) frame.classList.add("is-short");
    if (width(table) > room + 2) {
      faults.push(`a table of ${table.closest("article").id} is ${Math.round(width(table) - room)} px too wide`);
    }
  }
  return faults;
})();
