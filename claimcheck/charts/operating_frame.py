"""What the charts of operating points share: where a point stands in pixels, its mark, and words beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.place import Box, beside
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, colour

CHIPS: dict[str, str] = {
    "GB300": CATEGORICAL[1],
    "GB200": CATEGORICAL[0],
    "B300": CATEGORICAL[3],
    "B200": CATEGORICAL[2],
}
EARLIER = "v5.1"


@dataclass(frozen=True)
class Frame:
    """A plot's size in pixels and the domain of each axis, linear or logarithmic."""

    width: int
    height: int
    x: tuple[float, float]
    y: tuple[float, float]
    log: bool = False

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a value stands, from the upper left corner."""
        return self._share(x, self.x) * self.width, (1 - self._share(y, self.y)) * self.height

    def value(self, right: float, down: float) -> tuple[float, float]:
        """The value that stands at a pixel."""
        return self._at(right / self.width, self.x), self._at(1 - down / self.height, self.y)

    def scales(self) -> tuple[alt.Scale, alt.Scale]:
        """The scales of both axes."""
        kind = {"type": "log"} if self.log else {"zero": False}
        return alt.Scale(domain=list(self.x), nice=False, **kind), alt.Scale(domain=list(self.y), nice=False, **kind)

    def _share(self, value: float, domain: tuple[float, float]) -> float:
        low, high, value = (math.log(v) if self.log else v for v in (*domain, value))
        return (value - low) / (high - low)

    def _at(self, share: float, domain: tuple[float, float]) -> float:
        low, high = (math.log(v) if self.log else v for v in domain)
        at = low + share * (high - low)
        return math.exp(at) if self.log else at


def shades(points: pd.DataFrame) -> list[str]:
    """The colour of each run's mark: one for each Blackwell chip, pale for all others."""
    return [CHIPS.get(chip, CONTEXT) for chip in points["chip"]]


def who(points: pd.DataFrame) -> pd.Series:
    """Each run in words: submitter, number of accelerators, chip."""
    return points["submitter"] + ", " + points["accelerators"].astype(str) + " " + points["chip"]


def chip_colours(points: pd.DataFrame) -> dict[str, str]:
    """The chips of ``points`` with their colours, those that share the pale one under one name."""
    present = set(points["chip"])
    others = "/".join(sorted(present - set(CHIPS)))
    return {c: shade for c, shade in CHIPS.items() if c in present} | ({others: CONTEXT} if others else {})


def named(shown: pd.DataFrame, x: str, y: str, by_chip: bool = True) -> list[tuple[tuple[float, float], str, str]]:
    """The marks of ``shown`` (columns ``x``, ``y``, ``name``, ``chip``) that have words: place, words, their colour.

    ``by_chip``: words of a GB300 have its colour, where that is what colour means in the chart.
    """
    rows = shown[shown["name"].fillna("") != ""]
    colours = [CHIPS["GB300"] if by_chip and chip == "GB300" else INK for chip in rows["chip"]]
    places = zip(rows[x].astype(float), rows[y].astype(float), strict=True)
    return [(at, str(text), shade) for at, text, shade in zip(places, rows["name"], colours, strict=True)]


def dots(shown: pd.DataFrame, x: alt.X, y: alt.Y, tooltip: Sequence[alt.Tooltip], size: int = 75) -> list[alt.Chart]:
    """A circle for each of ``shown`` (columns ``round``, ``shade``): hollow in the earlier round, else filled.

    A rim in the page's colour keeps dots apart that touch.
    """
    base = alt.Chart(shown).encode(x=x, y=y, tooltip=list(tooltip))
    paint = alt.Color("shade:N", scale=None, legend=None)
    filled, hollow = (base.transform_filter(f"datum.round {sign} '{EARLIER}'") for sign in ("!=", "=="))
    return [
        hollow.mark_point(filled=False, size=size, strokeWidth=2, opacity=1).encode(color=paint),
        filled.mark_point(filled=True, size=size * 1.35, opacity=1, stroke=colour("page"), strokeWidth=1).encode(
            fill=alt.Fill("shade:N", scale=None, legend=None)
        ),
    ]


def words(
    frame: Frame,
    marked: Sequence[tuple[tuple[float, float], str, str]],
    crowd: np.ndarray,
    x: alt.X,
    y: alt.Y,
    taken: Sequence[Box] = (),
) -> list[alt.Chart]:
    """Words beside marked values, each (value, text, colour), where they cover least of ``crowd`` (n x 2, values).

    A thin line leads from each mark to its words. ``taken`` are boxes in pixels that no words may cover.
    """
    pixels = np.array([frame.pixel(*at) for at in crowd])
    layers, held = [], list(taken)
    for at, text, shade in marked:
        anchor = frame.pixel(*at)
        box = beside(anchor, text, pixels, held, (frame.width, frame.height))
        held.append(box)
        end, centre = frame.value(*box.nearest(anchor)), frame.value(*box.centre)
        names = (str(x.to_dict()["field"]), str(y.to_dict()["field"]))
        leader = pd.DataFrame([{names[0]: at[0], names[1]: at[1], "to_x": end[0], "to_y": end[1]}])
        here = pd.DataFrame([{names[0]: centre[0], names[1]: centre[1], "text": text}])
        layers.append(
            alt.Chart(leader).mark_rule(color=shade, strokeWidth=1).encode(x=x, y=y, x2="to_x:Q", y2="to_y:Q")
        )
        layers += _text(here, x, y, shade)
    return layers


def _text(here: pd.DataFrame, x: alt.X, y: alt.Y, shade: str) -> list[alt.Chart]:
    lines = str(here["text"].iloc[0]).count("\n")
    style = {"align": "center", "baseline": "middle", "fontSize": 13, "lineBreak": "\n", "dy": -8 * lines}
    base = alt.Chart(here).encode(x=x, y=y, text="text:N")
    rim = {"stroke": colour("page"), "strokeWidth": 4, "strokeJoin": "round", "color": colour("page")}
    return [base.mark_text(**rim, **style), base.mark_text(color=shade, **style)]


def key(entries: Mapping[str, str], width: int, rounds: Sequence[str]) -> alt.LayerChart:
    """A line of coloured squares with their names (``entries``: name to colour), then the rounds' dots."""
    rows, at, line = [], 0.0, 0
    items = [(name, shade, "square", True) for name, shade in entries.items()]
    items += [(name, INK, "circle", name != EARLIER) for name in rounds]
    for name, shade, shape, full in items:
        room = 6.6 * len(name) + 34
        if at + room > width and at:
            at, line = 0.0, line + 1
        rows.append({"at": at, "line": line, "name": name, "shade": shade, "shape": shape, "full": full})
        at += room
    frame = pd.DataFrame(rows)
    height = 20 * (line + 1)
    base = alt.Chart(frame).encode(
        x=alt.X("at:Q", axis=None, scale=alt.Scale(domain=[0, width], nice=False, zero=False)),
        y=alt.Y("line:Q", axis=None, scale=alt.Scale(domain=[-0.5, line + 0.5], reverse=True, nice=False, zero=False)),
    )
    shape = alt.Shape("shape:N", scale=None, legend=None)
    full = base.transform_filter("datum.full").mark_point(filled=True, size=90, opacity=1, xOffset=7)
    ring = base.transform_filter("!datum.full").mark_point(filled=False, size=70, opacity=1, strokeWidth=2, xOffset=7)
    return alt.layer(
        full.encode(fill=alt.Fill("shade:N", scale=None, legend=None), shape=shape),
        ring.encode(stroke=alt.Stroke("shade:N", scale=None, legend=None), shape=shape),
        base.mark_text(align="left", baseline="middle", dx=17, color=INK).encode(text="name:N"),
        width=width,
        height=height,
    )
