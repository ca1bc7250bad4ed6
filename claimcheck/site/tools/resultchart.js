/* The chart of a selection: the best result per accelerator in each round, a line for each chip. */

const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 300, 52, 118, 12, 28];
// So many chips have a colour and a name; the others are grey.
const NAMED = 6;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
const draw = (tag, attributes, ...children) => {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
};

/** Round numbers from zero to at least `most`, three to six of them. @param {number} most */
const ticks = (most) => {
  const rough = 10 ** Math.floor(Math.log10(most / 3));
  const step = [1, 2, 5, 10].map((times) => times * rough).find((one) => most / one <= 5) ?? 10 * rough;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
};

/** @param {ChartSeries[]} series @param {string[]} rounds @param {(one: string, other: string) => boolean} joined
 * @param {{ label: string, format: (value: number) => string }} words */
export const chartOf = (series, rounds, joined, words) => {
  const all = series.flatMap((one) => one.points.map((point) => point.value));
  const marks = ticks(Math.max(...all));
  const top = marks.at(-1) ?? 1;
  const x = (/** @type {string} */ round) =>
    LEFT +
    (rounds.length > 1
      ? (rounds.indexOf(round) / (rounds.length - 1)) * (WIDTH - LEFT - RIGHT)
      : (WIDTH - LEFT - RIGHT) / 2);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const svg = draw("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.label, class: "cc-lines",
  });
  for (const mark of marks) {
    svg.append(
      draw("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark), class: "cc-lines__grid" }),
      draw("text", { x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, words.format(mark)),
    );
  }
  // Names of rounds stand apart: on a long axis every second or third is written.
  const every = Math.ceil(rounds.length / 7);
  rounds.forEach((round, i) => {
    if ((rounds.length - 1 - i) % every === 0)
      svg.append(draw("text", { x: x(round), y: HEIGHT - 8, "text-anchor": "middle" }, round));
  });

  const drawn = series.map((one, i) => ({
    ...one, colour: i < NAMED ? `var(--cc-c${i + 1})` : "var(--cc-context)", named: i < NAMED,
  }));
  for (const { points, colour, named, chip } of [...drawn].reverse()) {
    const group = draw("g", { stroke: colour, fill: colour, opacity: named ? 1 : 0.45 }, draw("title", {}, chip));
    points.forEach((point, i) => {
      const before = points[i - 1];
      if (before && joined(before.round, point.round)) {
        group.append(
          draw("line", {
            x1: x(before.round), y1: y(before.value), x2: x(point.round), y2: y(point.value),
            "stroke-width": named ? 2.5 : 1.5,
          }),
        );
      }
      group.append(draw("circle", { cx: x(point.round), cy: y(point.value), r: named ? 3.5 : 2.5, stroke: "none" }));
    });
    svg.append(group);
  }
  // Names at the line's end, moved apart where they would touch.
  const ends = drawn.filter(({ named }) => named).map(({ chip, colour, points }) => {
    const last = points[points.length - 1];
    return { chip, colour, x: x(last.round), y: y(last.value), at: y(last.value) };
  }).sort((a, b) => a.at - b.at);
  ends.forEach((end, i) => { if (i) end.at = Math.max(end.at, ends[i - 1].at + 15); });
  for (let i = ends.length - 1, floor = HEIGHT - BOTTOM; i >= 0; i -= 1, floor = ends[i + 1].at - 15)
    ends[i].at = Math.min(ends[i].at, floor);
  for (const end of ends) {
    const name = end.chip.length > 15 ? `${end.chip.slice(0, 14)}…` : end.chip;
    svg.append(
      draw("line", {
        x1: end.x + 5, y1: end.y, x2: WIDTH - RIGHT + 9, y2: end.at, stroke: end.colour, "stroke-width": 0.75,
      }),
      draw("circle", { cx: WIDTH - RIGHT + 12, cy: end.at, r: 3.5, fill: end.colour }),
      draw("text", { x: WIDTH - RIGHT + 19, y: end.at + 4, class: "cc-lines__name" }, name),
    );
  }
  return svg;
};
