"""Results of models of mechanisms: lines over a load or a limit, sums of parts, gains by length, gains in steps.

A curve's name is where it covers least: :func:`in_space` tries a grid of places in the plot.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    INK,
    MUTED,
    SEQUENTIAL,
    WIDTH,
    colour,
    measured,
    named_rows,
    rimmed,
    stacked,
    y_title,
)

# Ratios from which a cell of the map takes the next darker step.
EDGES = (1.05, 1.15, 1.3, 1.5)
# Steps from which a cell is so dark that its words are light.
_DARK = 2
# Room for an axis, and at the right of it for labels that reach over the plot's edge.
_AXIS, _EDGE = 46, 26
# Room behind the longest bar for its words.
_PART_END, _STEP_END = 78, 60


@dataclass(frozen=True)
class Axis:
    """An axis: the column, its title, its ends, ticks (default: as Vega chooses), d3 format, logarithmic or not."""

    field: str
    title: str
    ends: tuple[float, float]
    ticks: Sequence[float] = ()
    format: str = "~f"
    log: bool = False
    suffix: str = ""

    def share(self, value: float) -> float:
        """How far ``value`` lies between the ends, from 0 to 1."""
        low, high, at = (math.log(v) if self.log else v for v in (*self.ends, value))
        return (at - low) / (high - low)

    def channel(self, kind: type[alt.X] | type[alt.Y], title: str | None, **more: object) -> alt.X | alt.Y:
        """The axis as an encoding; marks beyond its ends are to be clipped."""
        scale = {"type": "log"} if self.log else {"zero": False}
        ticks = {"values": list(self.ticks)} if self.ticks else {"tickCount": 6}
        words = f"format(datum.value, '{self.format}') + '{self.suffix}'"
        look = {"labelExpr": words, "labelOverlap": "greedy", "labelFlush": False}
        return measured(kind, self.field, title, self.ends, scale, **look, **ticks, **more)


@dataclass(frozen=True)
class Rule:
    """A line across the plot at a value of ``x``, its words above the plot, or of ``y``, its words at its right end.

    ``side``: -1 for words that end at the line, 1 for words that begin there, 0 for words over it.
    """

    text: str
    x: float | None = None
    y: float | None = None
    side: int = 0


@dataclass(frozen=True)
class _Plot:
    """Two axes and the plot between them, in pixels."""

    x: Axis
    y: Axis
    width: int
    height: int

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a value of each axis lies, from the top left."""
        return self.x.share(x) * self.width, (1 - self.y.share(y)) * self.height

    def channels(self) -> dict[str, alt.X | alt.Y]:
        """The encodings of a mark in the plot; the title of ``y`` is over the plot."""
        across = self.x.channel(alt.X, self.x.title, grid=False)
        return {"x": across, "y": self.y.channel(alt.Y, None, grid=True, minExtent=_AXIS, maxExtent=_AXIS)}

    def of(self, layers: Sequence[alt.Chart], offset: int) -> alt.VConcatChart:
        """The chart of ``layers``, the title of ``y`` above it by so many pixels."""
        title = y_title(self.y.title, dx=-_AXIS, offset=offset)
        return stacked([alt.layer(*layers, width=self.width, height=self.height, title=title)])


def model_lines(
    lines: pd.DataFrame,
    series: tuple[str, str],
    x: Axis,
    y: Axis,
    rules: Sequence[Rule] = (),
    main: str | None = None,
    *,
    at_ends: bool = False,
) -> Drawing:
    """Draw a line for each value of a column, its name next to it: one line in ink, the others grey.

    ``series``: that column and what it is; ``lines`` has it and the columns of ``x`` and ``y``. ``main``: the value of
    the line in ink, by default the first. ``at_ends``: the name of each line is right of its end, for lines that cross;
    ``x`` ends far enough beyond them.
    """
    column, heading = series
    names = list(lines[column].drop_duplicates())
    main = names[0] if main is None else main
    shades = {name: INK if name == main else CONTEXT for name in names}
    shown = lines[[column, x.field, y.field]].assign(shade=lines[column].map(shades))
    plot = _Plot(x, y, WIDTH - _AXIS - _EDGE, 320)
    curves = (
        alt.Chart(shown)
        .encode(**plot.channels())
        .mark_line(strokeWidth=2.5, clip=True)
        .encode(
            color=alt.Color("shade:N", scale=None, legend=None),
            detail=f"{column}:N",
            tooltip=[
                alt.Tooltip(f"{column}:N"),
                alt.Tooltip(f"{x.field}:Q", format=".3~r", title=x.title),
                alt.Tooltip(f"{y.field}:Q", format=".3~r", title=y.title),
            ],
        )
    )
    marks, taken = _rules(rules, plot)
    upright = _upright(rules, plot)
    inside = shown[shown[y.field].between(*y.ends) & shown[x.field].between(*x.ends)]
    pixels = {str(name): _dense(part, plot) for name, part in inside.groupby(column, sort=False)}
    layers = [*marks, curves]
    for name, line in lines.groupby(column, sort=False) if at_ends else []:
        end = line.loc[line[x.field].idxmax()]
        across, down = map(alt.value, plot.at(end[x.field], end[y.field]))
        here = alt.Chart(pd.DataFrame([{"text": str(name)}])).encode(x=across, y=down, text="text:N")
        tone = INK if name == main else MUTED
        layers += rimmed(here, tone, align="left", baseline="middle", dx=7, fontSize=13)
    for name, own in {} if at_ends else pixels.items():
        others = [p for other, p in pixels.items() if other != name]
        foreign = np.vstack(others) if others else np.empty((0, 2))
        box = in_space(name, own, foreign, upright, taken, (plot.width, plot.height))
        taken.append(box)
        layers += _words(name, box.centre, INK if shades[name] == INK else MUTED)
    return Drawing(
        chart=plot.of(layers, 24 if any(rule.x is not None for rule in rules) else 8),
        frame=shown,
        columns={column: heading, x.field: x.title, y.field: y.title},
        says=_from_left_to_right(shown, column, x, y),
    )


def _from_left_to_right(lines: pd.DataFrame, column: str, x: Axis, y: Axis) -> str:
    """Where each line begins and ends, in words."""
    ends = []
    for name, line in lines.groupby(column, sort=False):
        points = (line.loc[line[x.field].idxmin()], line.loc[line[x.field].idxmax()])
        ends.append(
            f"{name}: ".replace("\n", " ") + " to ".join(f"{p[y.field]:,.3g} at {p[x.field]:,.4g}" for p in points)
        )
    return f"By {x.title}, from left to right: {'; '.join(ends)}."


def _dense(part: pd.DataFrame, plot: _Plot) -> np.ndarray:
    """Points along a line in pixels, near enough to each other that no word fits between two."""
    corners = np.array([plot.at(*pair) for pair in zip(part[plot.x.field], part[plot.y.field], strict=True)])
    steps = np.linspace(0, len(part) - 1, 40 * max(len(part), 2))
    return np.column_stack([np.interp(steps, np.arange(len(part)), corners[:, axis]) for axis in (0, 1)])


def _upright(rules: Sequence[Rule], plot: _Plot) -> np.ndarray:
    """Points along the upright rules in pixels (n x 2), near enough to each other that no word fits between two."""
    down = np.arange(0.0, plot.height, 4)
    across = [plot.x.share(rule.x) * plot.width for rule in rules if rule.x is not None]
    columns = [np.column_stack([np.full_like(down, at), down]) for at in across]
    return np.vstack(columns) if columns else np.empty((0, 2))


def _rules(rules: Sequence[Rule], plot: _Plot) -> tuple[list[alt.Chart], list[Box]]:
    layers, taken = [], []
    for rule in rules:
        mark = alt.Chart(pd.DataFrame([{"text": rule.text}])).mark_rule(
            color=CONTEXT, strokeWidth=1.5, strokeDash=[4, 3]
        )
        half = half_of(rule.text)
        if rule.x is not None:
            at = plot.x.share(rule.x) * plot.width
            layers.append(mark.encode(x=alt.XValue(at)))
            place = (min(max(at + rule.side * half[0], half[0] - _AXIS), plot.width + 12 - half[0]), -half[1])
        else:
            at = (1 - plot.y.share(float(rule.y or 0))) * plot.height
            layers.append(mark.encode(y=alt.YValue(at)))
            place = (plot.width - half[0] - 2, at + half[1] + 2)
        layers += _words(rule.text, place, INK)
        taken.append(Box(place, half))
    return layers, taken


def _words(text: str, at: tuple[float, float], shade: str) -> list[alt.Chart]:
    here = alt.Chart(pd.DataFrame([{"text": text}])).encode(x=alt.XValue(at[0]), y=alt.YValue(at[1]), text="text:N")
    style = {"align": "center", "baseline": "middle", "fontSize": 13, "lineBreak": "\n"}
    return rimmed(here, shade, dy=-8 * text.count("\n"), **style)


def parts_of(
    rows: pd.DataFrame, parts: Mapping[str, tuple[str, str]], total: str, axis: str, row_ids: Iterable[str] = ()
) -> Drawing:
    """Draw a whole as the sum of its parts, one bar a row.

    ``rows``: ``label`` (unique), the columns of ``parts`` (numbers of one unit, which ``axis`` names) and ``total``
    (text). ``parts``: column to its name and colour, in the order of the stack; ``total``: the words at the end.
    """
    names = {column: name for column, (name, _) in parts.items()}
    long = rows.rename(columns=names).melt(["label"], list(names.values()), "part", "amount")
    long["order"] = long["part"].map({name: i for i, name in enumerate(names.values())})
    ends = rows[["label"]].assign(end=rows[list(parts)].sum(axis=1), text=rows[total])
    shades = alt.Scale(domain=list(names.values()), range=[shade for _, shade in parts.values()])
    inner = WIDTH - 24
    # Room at the right for the words at the end of the longest bar.
    longest = float(ends["end"].max())
    top = longest * inner / (inner - _PART_END)
    labels = f"datum.value > {longest * 1.001:g} ? '' : datum.label"
    x = measured(alt.X, "amount", axis, (0, top), tickCount=4, grid=True, labelExpr=labels).stack("zero")
    base, drop, step = named_rows(alt.Chart(long))
    last, _, _ = named_rows(alt.Chart(ends))
    legend = alt.Legend(orient="top", columns=2)
    layers = [
        base.mark_bar(height=17, yOffset=drop).encode(
            x=x,
            color=alt.Color("part:N", scale=shades, legend=legend),
            order="order:Q",
            tooltip=["label:N", "part:N", alt.Tooltip("amount:Q", format=".2f")],
        ),
        last.mark_text(align="left", dx=6, dy=drop, color=INK).encode(
            x=alt.X("end:Q", scale=alt.Scale(domain=[0, top], nice=False)), text="text:N"
        ),
        _above(ends),
    ]
    return Drawing(
        chart=stacked([alt.layer(*layers, width=inner, height=step * len(ends))]),
        frame=long,
        columns={"label": "label", "part": "part", "amount": axis},
        row_ids=row_ids,
    )


def _above(rows: pd.DataFrame) -> alt.Chart:
    """The labels of rows, above them."""
    labels, _, _ = named_rows(alt.Chart(rows[["label"]]))
    words = labels.mark_text(align="left", dy=-9, fontSize=12, color=MUTED)
    return words.encode(x=alt.XValue(0), text="label:N")


def gain_map(
    cells: pd.DataFrame,
    x: tuple[str, str],
    y: tuple[str, str],
    value: tuple[str, str],
    marked: tuple[float, float],
    note: str,
) -> Drawing:
    """Draw a cell for each pair of lengths with its ratio in it.

    ``x``, ``y`` and ``value``: a column and what it is; ``marked``: the cell (x, y) that is framed, ``note`` says what
    it is.
    """
    steps = [bisect.bisect_right(EDGES, v) for v in cells[value[0]]]
    shown = cells[[x[0], y[0], value[0]]].assign(
        across=cells[x[0]].map(_short),
        up=cells[y[0]].map(_short),
        words=cells[value[0]].map("{:.2f}x".format),
        shade=[SEQUENTIAL[s] for s in steps],
        ink=[colour("page") if s >= _DARK else INK for s in steps],
    )
    framed = shown[(shown[x[0]] == marked[0]) & (shown[y[0]] == marked[1])][["across", "up"]]
    across, up = ([_short(v) for v in sorted(shown[axis].unique())] for axis in (x[0], y[0]))
    inner = WIDTH - 76
    base = alt.Chart(shown).encode(
        x=alt.X("across:N", sort=across, title=x[1], axis=alt.Axis(labelAngle=0, grid=False, ticks=False)),
        y=alt.Y("up:N", sort=up[::-1], title=None, axis=alt.Axis(ticks=False, minExtent=_AXIS)),
        tooltip=[
            alt.Tooltip(f"{x[0]}:Q", format=",.0f", title=x[1]),
            alt.Tooltip(f"{y[0]}:Q", format=",.0f", title=y[1]),
            alt.Tooltip(f"{value[0]}:Q", format=".2f"),
        ],
    )
    frame = alt.Chart(framed).mark_rect(fillOpacity=0, stroke=INK, strokeWidth=2.5)
    layers = [
        base.mark_rect(stroke=colour("page"), strokeWidth=2).encode(fill=alt.Fill("shade:N", scale=None, legend=None)),
        frame.encode(x=alt.X("across:N", sort=across), y=alt.Y("up:N", sort=up[::-1])),
        base.mark_text(fontSize=12).encode(text="words:N", color=alt.Color("ink:N", scale=None, legend=None)),
    ]
    head = y_title(y[1], subtitle=note, subtitleColor=MUTED, dx=-_AXIS, offset=8, color=INK)
    chart = stacked([alt.layer(*layers, width=inner, height=len(up) * 40, title=head)])
    named = shown.assign(**{axis: [f"{length:.10g}" for length in shown[axis]] for axis in (x[0], y[0])})
    return Drawing(
        chart=chart,
        frame=named,
        columns=dict([x, y, value]),
        says=f"A cell is named by {x[1]}, and {y[1]}. {_highest_and_lowest(named, x[0], y[0], value[0])}.",
    )


def _highest_and_lowest(cells: pd.DataFrame, x: str, y: str, value: str) -> str:
    """The extreme cells in words."""
    extremes = {"Highest": cells.loc[cells[value].idxmax()], "lowest": cells.loc[cells[value].idxmin()]}
    return "; ".join(
        f"{word}: {row[value]:.2f} at {float(row[x]):.0f}, {float(row[y]):.0f}" for word, row in extremes.items()
    )


def _short(tokens: float) -> str:
    """A length in two digits, as far as a reader needs it."""
    return f"{float(f'{tokens:.2g}'):,.0f}"


def ladder(steps: pd.DataFrame, whole: tuple[str, float], axis: str) -> Drawing:
    """Draw gains that multiply up, each from where the one before ended, and a bar for the ``whole`` (words, ratio).

    ``steps``: ``label``, ``kind`` (the darkest first) and ``gain``.
    """
    kinds = dict(zip(steps["kind"].unique(), SEQUENTIAL[::-2], strict=False))
    to = steps["gain"].cumprod()
    rows = steps.assign(start=to / steps["gain"], to=to, text=steps["gain"].map("{:.3g}x".format))
    last = {"label": whole[0], "kind": whole[0], "gain": whole[1], "start": 1.0, "to": whole[1]}
    rows = pd.concat([rows, pd.DataFrame([{**last, "text": f"{whole[1]:.3g}x"}])], ignore_index=True)
    inner = WIDTH - 24
    scale = alt.Scale(type="log", domain=[1, whole[1] ** (inner / (inner - _STEP_END))], nice=False)
    names = alt.Axis(values=[1, 1.5, 2], labelExpr="format(datum.value, '~f') + 'x'", grid=True)
    base, drop, step = named_rows(alt.Chart(rows))
    colours = alt.Scale(domain=list(kinds), range=list(kinds.values()))
    legend = alt.Legend(orient="top", columns=1)
    layers = [
        base.transform_filter(alt.FieldOneOfPredicate(field="kind", oneOf=list(kinds)))
        .mark_bar(height=15, yOffset=drop)
        .encode(
            x=alt.X("start:Q", scale=scale, axis=names, title=axis),
            x2="to:Q",
            color=alt.Color("kind:N", scale=colours, legend=legend),
            tooltip=["label:N", alt.Tooltip("gain:Q", format=".3f"), alt.Tooltip("to:Q", format=".2f")],
        ),
        base.transform_filter(alt.FieldEqualPredicate(field="kind", equal=whole[0]))
        .mark_bar(height=15, yOffset=drop, color=colour("context"))
        .encode(x=alt.X("start:Q", scale=scale), x2="to:Q"),
        base.mark_text(align="left", dx=6, dy=drop, color=INK).encode(x=alt.X("to:Q", scale=scale), text="text:N"),
        _above(rows),
    ]
    return Drawing(
        chart=stacked([alt.layer(*layers, width=inner, height=step * len(rows))]),
        frame=rows,
        columns={
            "label": "label",
            "kind": "kind of step",
            "gain": "factor of this step",
            "start": f"{axis} (start)",
            "to": f"{axis} (to)",
        },
    )


# Pixels per character and per line of bold 13 px Arial, on the safe side.
_WIDTH, _LINE = 7.2, 16
_EDGE, _STEP = 4, 8
# Distances computed in one go: as many as a core's cache holds.
_AT_ONCE = 30_000


@dataclass(frozen=True)
class Box:
    """A rectangle about ``centre`` with half width and half height ``half``, in pixels."""

    centre: tuple[float, float]
    half: tuple[float, float]


def half_of(words: str) -> tuple[float, float]:
    """Half the width and height that ``words`` take, with line breaks."""
    lines = words.split("\n")
    return max(map(len, lines)) * _WIDTH / 2 + 2, len(lines) * _LINE / 2 + 1


def in_space(
    words: str, own: np.ndarray, others: np.ndarray, lines: np.ndarray, taken: Sequence[Box], size: tuple[int, int]
) -> Box:
    """Find the place for a curve's name: near its ``own`` points, away from the ``others``.

    On no point, where that can be, and on few of the points (n x 2) of ``lines``. Nearer to its own points than to any
    other's, where that can be: a curve's name beyond another curve reads as that one's.
    """
    centres, half = _places(words, taken, size)
    (on_own, to_own), (on_lines, _), (on_others, to_others) = (
        _near(centres, half, points, 5) for points in (own, lines, others)
    )
    hits = on_own + 0.2 * on_lines + on_others + 8 * (to_others <= to_own)
    x, y = centres[int(np.argmin(10 * hits + to_own - 0.5 * np.minimum(to_others, 60)))]
    return Box((float(x), float(y)), half)


def _places(words: str, taken: Sequence[Box], size: tuple[int, int]) -> tuple[np.ndarray, tuple[float, float]]:
    """Centres (n x 2) of every place on a grid at which the words lie within the plot, and half their size.

    On no taken box if there is such a place.
    """
    half = half_of(words)
    grid = (np.arange(h + _EDGE, s - h - _EDGE, _STEP) for h, s in zip(half, size, strict=True))
    centres = np.stack(np.meshgrid(*grid, indexing="ij"), axis=-1).reshape(-1, 2)
    free = np.ones(len(centres), bool)
    for other in taken:
        free &= (np.abs(centres - other.centre) >= np.add(half, other.half)).any(axis=1)
    return centres[free] if free.any() else centres, half


def _near(
    centres: np.ndarray, half: tuple[float, float], points: np.ndarray, reach: float
) -> tuple[np.ndarray, np.ndarray]:
    """Of each place how many of the ``points`` (n x 2) its box has within ``reach``, and how far the nearest is.

    A point in the box is at 0; without points the nearest is infinitely far.
    """
    nearness = []
    # A few thousand places and points: all distances at once would be slow to move through memory.
    for block in np.array_split(centres, 1 + len(centres) * len(points) // _AT_ONCE):
        x, y = (
            np.maximum(np.abs(centre[:, None] - place) - own, 0)
            for centre, place, own in zip(block.T, points.T, half, strict=True)
        )
        away = np.sqrt(x * x + y * y)
        nearness.append(((away < reach).sum(axis=1), away.min(axis=1, initial=np.inf)))
    hits, nearest = zip(*nearness, strict=True)
    return np.concatenate(hits), np.concatenate(nearest)
