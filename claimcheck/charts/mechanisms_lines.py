"""Lines of a model over one variable, named where there is room, and published points over another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.place import Box, half_of, in_space
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, NARROW, WIDE, colour, stacked

_AXIS = 46
_RIM = {"stroke": colour("page"), "strokeWidth": 4, "strokeJoin": "round", "color": colour("page")}


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
        """Where ``value`` stands between the ends, from 0 to 1."""
        low, high, at = (math.log(v) if self.log else v for v in (*self.ends, value))
        return (at - low) / (high - low)

    def scale(self) -> alt.Scale:
        """The scale; marks beyond the ends are to be clipped."""
        kind = {"type": "log"} if self.log else {"zero": False}
        return alt.Scale(domain=list(self.ends), nice=False, **kind)

    def drawn(self, **more: object) -> alt.Axis:
        """The axis with its ticks."""
        words = f"format(datum.value, '{self.format}') + '{self.suffix}'"
        ticks = {"values": list(self.ticks)} if self.ticks else {"tickCount": 6}
        return alt.Axis(labelExpr=words, labelOverlap="greedy", labelFlush=False, **ticks, **more)


@dataclass(frozen=True)
class Rule:
    """A line across the plot at a value of ``x``, its words above the plot, or of ``y``, its words at its right end.

    ``side``: -1 for words that end at the line, 1 for words that begin there, 0 for words over it.
    """

    text: str
    x: float | None = None
    y: float | None = None
    side: int = 0


def model_lines(
    lines: pd.DataFrame,
    series: str,
    x: Axis,
    y: Axis,
    *,
    id: str,
    title: str,
    description: str,
    caption: str,
    rules: Sequence[Rule] = (),
    colours: Mapping[str, str] | None = None,
    row_ids: Sequence[str] = (),
) -> Figure:
    """A line for each value of ``series`` (text, in order of appearance), its name beside it.

    ``lines``: columns ``series`` and those of ``x`` and ``y``. Raises ValueError for more lines than colours.
    """
    names = list(lines[series].drop_duplicates())
    shades = dict(colours) if colours else dict(zip(names, CATEGORICAL, strict=False))
    if missing := [n for n in names if n not in shades]:
        raise ValueError(f"figure {id}: no colour for {', '.join(missing)}")
    return Figure(
        id=id,
        chart=_lines(lines, series, x, y, shades, rules, WIDE),
        narrow=_lines(lines, series, x, y, shades, rules, NARROW),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(row_ids),
    )


def _lines(
    lines: pd.DataFrame,
    series: str,
    x: Axis,
    y: Axis,
    shades: Mapping[str, str],
    rules: Sequence[Rule],
    width: int,
) -> alt.VConcatChart:
    inner, height = width - _AXIS - 26, 340 if width == WIDE else 320
    shown = lines[[series, x.field, y.field]].assign(shade=lines[series].map(shades))
    inside = shown[shown[y.field].between(*y.ends) & shown[x.field].between(*x.ends)]
    across = alt.X(f"{x.field}:Q", title=x.title, scale=x.scale(), axis=x.drawn(grid=False))
    up = alt.Y(f"{y.field}:Q", title=None, scale=y.scale(), axis=y.drawn(grid=True, minExtent=_AXIS, maxExtent=_AXIS))
    base = alt.Chart(shown).encode(x=across, y=up)
    curves = base.mark_line(strokeWidth=2.5, clip=True).encode(
        color=alt.Color("shade:N", scale=None, legend=None),
        detail=f"{series}:N",
        tooltip=[
            alt.Tooltip(f"{series}:N"),
            alt.Tooltip(f"{x.field}:Q", format=".3~r", title=x.title),
            alt.Tooltip(f"{y.field}:Q", format=".3~r", title=y.title),
        ],
    )
    marks, taken = _rules(rules, x, y, inner, height)
    upright = _upright(rules, x, inner, height)
    pixels = {str(name): _dense(part, x, y, inner, height) for name, part in inside.groupby(series, sort=False)}
    layers = [*marks, curves]
    for name, own in pixels.items():
        others = [p for other, p in pixels.items() if other != name]
        foreign = np.vstack(others) if others else np.empty((0, 2))
        box = in_space(name, own, foreign, upright, taken, (inner, height), nearest=True)
        taken.append(box)
        layers += _words(name, box.centre, shades[name], "center")
    above = 24 if any(rule.x is not None for rule in rules) else 8
    return stacked([alt.layer(*layers).properties(width=inner, height=height, title=_heading(y, above))])


def _heading(y: Axis, above: int = 8) -> alt.TitleParams:
    """The title of ``y`` over the plot, ``above`` it by so many pixels."""
    style = {"anchor": "start", "fontSize": 13, "fontWeight": "normal", "frame": "group"}
    return alt.TitleParams(y.title, dx=-_AXIS, offset=above, **style)


def _dense(part: pd.DataFrame, x: Axis, y: Axis, width: int, height: int) -> np.ndarray:
    """Points along a line in pixels, near enough to each other that no word fits between two."""
    right = np.array([x.share(v) * width for v in part[x.field]])
    down = np.array([(1 - y.share(v)) * height for v in part[y.field]])
    steps = np.linspace(0, len(part) - 1, 40 * max(len(part), 2))
    at = np.arange(len(part))
    return np.column_stack([np.interp(steps, at, right), np.interp(steps, at, down)])


def _upright(rules: Sequence[Rule], x: Axis, width: int, height: int) -> np.ndarray:
    """Points along the upright rules in pixels (n x 2), near enough to each other that no word fits between two."""
    down = np.arange(0.0, height, 4)
    found = [np.column_stack([np.full_like(down, x.share(r.x) * width), down]) for r in rules if r.x is not None]
    return np.vstack(found) if found else np.empty((0, 2))


def _rules(rules: Sequence[Rule], x: Axis, y: Axis, width: int, height: int) -> tuple[list[alt.Chart], list[Box]]:
    layers, taken = [], []
    for rule in rules:
        mark = alt.Chart(pd.DataFrame([{"text": rule.text}]))
        half = half_of(rule.text)
        style = {"color": CONTEXT, "strokeWidth": 1.5, "strokeDash": [4, 3]}
        if rule.x is not None:
            at = x.share(rule.x) * width
            layers.append(mark.mark_rule(**style).encode(x=alt.value(at)))
            place = (min(max(at + rule.side * half[0], half[0] - _AXIS), width + 12 - half[0]), -half[1])
        else:
            at = (1 - y.share(float(rule.y or 0))) * height
            layers.append(mark.mark_rule(**style).encode(y=alt.value(at)))
            place = (width - half[0] - 2, at + half[1] + 2)
        layers += _words(rule.text, place, INK, "center")
        taken.append(Box(place, half))
    return layers, taken


def _words(text: str, at: tuple[float, float], shade: str, align: str) -> list[alt.Chart]:
    here = alt.Chart(pd.DataFrame([{"text": text}])).encode(x=alt.value(at[0]), y=alt.value(at[1]), text="text:N")
    style = {"align": align, "baseline": "middle", "fontSize": 13, "lineBreak": "\n"}
    style["dy"] = -8 * text.count("\n")
    return [here.mark_text(**_RIM, **style), here.mark_text(color=shade, **style)]


def published_points(
    points: pd.DataFrame, x: Axis, y: Axis, *, id: str, title: str, description: str, caption: str
) -> Figure:
    """Published figures as dots with their words. ``points``: the columns of ``x`` and ``y``, and ``name``."""
    return Figure(
        id=id,
        chart=_points(points, x, y, WIDE),
        narrow=_points(points, x, y, NARROW),
        title=title,
        description=description,
        caption=caption,
    )


def _points(points: pd.DataFrame, x: Axis, y: Axis, width: int) -> alt.VConcatChart:
    inner, height = width - _AXIS - 26, 280
    across = alt.X(f"{x.field}:Q", title=x.title, scale=x.scale(), axis=x.drawn(grid=False))
    up = alt.Y(f"{y.field}:Q", title=None, scale=y.scale(), axis=y.drawn(grid=True, minExtent=_AXIS, maxExtent=_AXIS))
    dots = (
        alt.Chart(points[[x.field, y.field, "name"]])
        .mark_circle(size=110, opacity=1, color=CATEGORICAL[0])
        .encode(x=across, y=up, tooltip=["name:N", f"{y.field}:Q"])
    )
    layers: list[alt.Chart] = [dots]
    for row in points.itertuples():
        at = x.share(getattr(row, x.field)) * inner, (1 - y.share(getattr(row, y.field))) * height
        half = half_of(str(row.name))[0]
        left = at[0] + 2 * half + 12 > inner
        layers += _words(str(row.name), (at[0] - 10 if left else at[0] + 10, at[1]), INK, "right" if left else "left")
    return stacked([alt.layer(*layers).properties(width=inner, height=height, title=_heading(y))])
