"""Every way to count wins in one picture, and what each choice does to the count."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE, PLAIN, Rule
from claimcheck.charts.figure import Figure
from claimcheck.charts.place import Box, beside, in_space
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, NARROW, RULE, WIDE, colour

# What each choice means, in as few words as stand beside a mark; rules.MEANING has them in full.
SHORT: dict[str, dict[str, str]] = {
    "programs": {
        "inference+training": "inference and training",
        "inference+training+hpc": "inference, training and HPC",
        "inference": "inference alone",
        "training": "training alone",
    },
    "who": {
        "platform": "all of NVIDIA's silicon",
        "submitter": "own entries against all submitters",
        "own": "own entries against other silicon",
    },
    "division": {"closed": "closed division", "closed+open": "open division as well"},
    "availability": {"any": "any availability", "available": "available systems only"},
    "cells": {"every": "all cells", "contested": "contested cells only"},
    "suites": {"datacenter+edge": "datacenter and edge", "datacenter": "datacenter only"},
    "variants": {"merged": "accuracy variants as one", "apart": "each accuracy variant"},
    "measure": {"total": "best whole system", "per accelerator": "best per accelerator"},
    "count": {"results": "every cell won", "runs": "each winning run once"},
    "training": {
        "at scale": "shortest training time",
        "per chip": "fewest chip-minutes",
        "both": "shortest time and chip-minutes",
    },
}
_WHO = {
    "platform": ("NVIDIA's silicon,\nwhoever submits", CATEGORICAL[0]),
    "own": ("NVIDIA's own entries,\nagainst other silicon", CATEGORICAL[3]),
    "submitter": ("NVIDIA's own entries,\nagainst all submitters", CATEGORICAL[2]),
}
_PUBLISHED = CATEGORICAL[1]
_AXIS = 38
_TICKS = tuple(m * 10**e for e in (-2, -1, 0, 1, 2, 3) for m in (1, 2, 5))


def times(ratio: float) -> str:
    """A ratio as printed in a chart: 0.52x, 6.4x, 42x."""
    return f"{ratio:.2f}x" if ratio < 1 else f"{ratio:.1f}x" if ratio < 10 else f"{ratio:.0f}x"


def choices_in_words(rule: Mapping[str, str], plain: Rule = PLAIN) -> str:
    """What of ``rule`` differs from ``plain``, in few words."""
    base = asdict(plain)
    odd = [SHORT[c][rule[c]] for c in CHOICES if rule[c] not in (base[c], NOT_APPLICABLE)]
    return "; ".join(odd) or "the plainest rule"


def cloud(
    counts: pd.DataFrame,
    *,
    published: tuple[float, float],
    id: str,
    title: str,
    description: str,
    caption: str,
    plain: Rule = PLAIN,
) -> Figure:
    """Every counting rule as a dot: NVIDIA's wins across, their ratio to everybody else's upwards.

    ``counts``: a row per rule as ``analysis.wins.counts.every_count`` gives it (columns of
    ``CHOICES``, ``nvidia``, ``others``, ``ratio``). Rules with one outcome and one ``who`` share a
    dot, the larger the more they are. Rules under which others, or NVIDIA, won nothing have no
    place on a logarithmic axis: they stand in a row of their own, above or below it.
    ``published``: wins and ratio as published, drawn as a diamond with guide lines. ``plain``: the
    rule that is ringed. Raises KeyError when ``counts`` lacks it.
    """
    mine = (counts[list(CHOICES)] == pd.Series(asdict(plain))[list(CHOICES)]).all(axis=1)
    if not mine.any():
        raise KeyError(f"no such rule among the counts: {plain}")
    ringed = counts[mine].iloc[0]
    dots = _dots(counts, plain)
    return Figure(
        id=id,
        chart=_cloud(dots, ringed, published, WIDE, 430),
        narrow=_cloud(dots, ringed, published, NARROW, 460),
        title=title,
        description=description,
        caption=caption,
    )


def _dots(counts: pd.DataFrame, plain: Rule) -> pd.DataFrame:
    """One row per (who, nvidia, others): ``rules`` that share it, and ``choices`` of the one nearest to ``plain``."""
    base = asdict(plain)
    odd = sum((counts[c] != base[c]).astype(int) for c in CHOICES)
    ordered = counts.assign(odd=odd).sort_values("odd", kind="stable")
    dots = ordered.drop_duplicates(["who", "nvidia", "others"])
    number = counts.groupby(["who", "nvidia", "others"]).size().rename("rules")
    dots = dots.join(number, on=["who", "nvidia", "others"])
    words = [choices_in_words(row, plain) for row in dots[list(CHOICES)].to_dict("records")]
    more = [f"{w} (and {n - 1} more)" if n > 1 else w for w, n in zip(words, dots["rules"], strict=True)]
    dots = dots.assign(choices=more).sort_values(["rules", "nvidia", "others"], ascending=[False, True, True])
    return dots[["who", "nvidia", "others", "ratio", "rules", "choices"]].reset_index(drop=True)


class _Frame:
    """Where things stand in the cloud, in pixels of its plot; outcomes without a ratio have rows beyond the axis."""

    def __init__(self, dots: pd.DataFrame, published: tuple[float, float], width: int, height: int) -> None:
        on_axis = dots.loc[np.isfinite(dots["ratio"]) & (dots["ratio"] > 0), "ratio"]
        self.low = min(*on_axis, published[1]) / 1.2
        self.high = max(*on_axis, published[1]) * 1.2
        step = (self.high / self.low) ** 0.08
        self.above = self.high * step if np.isinf(dots["ratio"]).any() else None
        self.below = self.low / step if (dots["ratio"] == 0).any() else None
        self.domain = [(self.below or self.low) / step**0.3, (self.above or self.high) * step**0.3]
        self.most = math.ceil(max(dots["nvidia"].max(), published[0]) * 1.04 / 10) * 10
        self.width, self.height = width, height
        self.ticks = [t for t in _TICKS if self.low <= t <= self.high]

    def level(self, ratio: float) -> float:
        """The value on the axis at which a ratio is drawn."""
        if ratio == 0:
            return float(self.below or self.low)
        return float(self.above or self.high) if math.isinf(ratio) else ratio

    def pixel(self, wins: float, ratio: float) -> tuple[float, float]:
        low, high = map(math.log, self.domain)
        y = (high - math.log(self.level(ratio))) / (high - low)
        return wins / self.most * self.width, y * self.height

    def rows_beyond(self) -> list[Box]:
        """The rows beyond the axis, which hold words of their own."""
        ends = [(0.0, self.pixel(0, self.high)[1])] if self.above else []
        ends += [(self.pixel(0, self.low)[1], float(self.height))] if self.below else []
        return [Box((self.width / 2, (a + b) / 2), (self.width / 2, (b - a) / 2)) for a, b in ends]

    def value(self, x: float, y: float) -> tuple[float, float]:
        low, high = map(math.log, self.domain)
        return x / self.width * self.most, math.exp(high - y / self.height * (high - low))


def _cloud(
    dots: pd.DataFrame, ringed: pd.Series, published: tuple[float, float], width: int, height: int
) -> alt.LayerChart:
    frame = _Frame(dots, published, width - _AXIS - 18, height)
    shown = dots.assign(
        level=[float(f"{frame.level(r):.6g}") for r in dots["ratio"]],
        text=[times(r) if math.isfinite(r) else "others won none" for r in dots["ratio"]],
    ).drop(columns="ratio")
    x = alt.X(
        "nvidia:Q",
        title="wins counted for NVIDIA",
        scale=alt.Scale(domain=[0, frame.most], nice=False),
        axis=alt.Axis(tickCount=8 if width == WIDE else 5, grid=False),
    )
    axis = alt.Axis(values=frame.ticks, labelExpr="datum.value + 'x'", grid=True, minExtent=_AXIS, maxExtent=_AXIS)
    y = alt.Y("level:Q", title=None, scale=alt.Scale(type="log", domain=frame.domain, nice=False), axis=axis)
    most = max(int(dots["rules"].max()), 2)
    points = (
        alt.Chart(shown)
        .mark_point(filled=True, opacity=0.6)
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "who:N", legend=None, scale=alt.Scale(domain=list(_WHO), range=[c for _, c in _WHO.values()])
            ),
            shape=alt.Shape(
                "who:N", legend=None, scale=alt.Scale(domain=list(_WHO), range=["circle", "triangle-up", "square"])
            ),
            size=alt.Size("rules:Q", legend=None, scale=alt.Scale(domain=[1, most], range=[14, 110])),
            tooltip=[
                alt.Tooltip("nvidia:Q", title="won by NVIDIA"),
                alt.Tooltip("others:Q", title="won by others"),
                alt.Tooltip("text:N", title="ratio"),
                alt.Tooltip("rules:Q", title="rules"),
                alt.Tooltip("choices:N", title="choices"),
            ],
        )
    )
    guides = [
        alt.Chart(pd.DataFrame({"nvidia": [published[0]]})).mark_rule(color=_PUBLISHED, strokeDash=[4, 3]).encode(x=x),
        alt.Chart(pd.DataFrame({"level": [published[1]]})).mark_rule(color=_PUBLISHED, strokeDash=[4, 3]).encode(y=y),
    ]
    heading = alt.TitleParams(
        "NVIDIA's wins for each win of everybody else (log scale)"
        if width == WIDE
        else ["NVIDIA's wins for each win of", "everybody else (log scale)"],
        anchor="start",
        frame="group",
        fontSize=13,
        fontWeight="normal",
        offset=8,
    )
    layers = [*_beyond(frame, dots, x, y), points, *guides, *_labels(frame, dots, ringed, published, x, y)]
    # Places of words are pixels of the plot, so its width must not depend on the labels beside it.
    exact = alt.AutoSizeParams(type="pad")
    return alt.layer(*layers).properties(width=frame.width, height=height, title=heading, autosize=exact)


def _beyond(frame: _Frame, dots: pd.DataFrame, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """The line of equal counts, and the bounds of the rows beyond the axis with what stands in them."""
    layers = [alt.Chart(pd.DataFrame({"level": [1.0]})).mark_rule(color=RULE, strokeWidth=1.5).encode(y=y)]
    rows = (
        (frame.above, np.isinf(dots["ratio"]), "others won none", frame.high, 1),
        (frame.below, dots["ratio"] == 0, "NVIDIA won none", frame.low, -1),
    )
    for level, inside, words, edge, turn in rows:
        if level is None:
            continue
        number = int(dots.loc[inside, "rules"].sum())
        text = f"{words}: {number} rule{'s' if number > 1 else ''}"
        bound = pd.DataFrame({"level": [edge]})
        layers.append(alt.Chart(bound).mark_rule(color=RULE, strokeDash=[2, 2]).encode(y=y))
        note = alt.Chart(pd.DataFrame({"level": [level], "text": [text]}))
        layers.append(
            note.mark_text(align="right", baseline="middle", dy=15 * turn, color=MUTED, fontSize=12).encode(
                x=alt.value(frame.width), y=y, text="text:N"
            )
        )
    return layers


def _labels(
    frame: _Frame, dots: pd.DataFrame, ringed: pd.Series, published: tuple[float, float], x: alt.X, y: alt.Y
) -> list[alt.Chart]:
    """The marked points with their words, and the name of each group, all where they cover least."""
    pixels = np.array([frame.pixel(*p) for p in zip(dots["nvidia"], dots["ratio"], strict=True)])
    size = (frame.width, frame.height)
    marked = [
        (published, f"published:\n{published[0]:g} wins, {published[1]:g}x", _PUBLISHED, "diamond"),
        (
            (float(ringed["nvidia"]), float(ringed["ratio"])),
            f"plainest rule:\n{ringed['nvidia']:g} wins, {times(float(ringed['ratio']))}",
            INK,
            "circle",
        ),
    ]
    lines = [frame.pixel(published[0], r) for r in np.geomspace(*frame.domain, 120)]
    lines += [frame.pixel(w, published[1]) for w in np.linspace(0, frame.most, 120)]
    lines += [frame.pixel(*at) for at, *_ in marked]
    layers, taken = [], frame.rows_beyond()
    for who, (words, shade) in _WHO.items():
        own = (dots["who"] == who).to_numpy()
        if own.any():
            taken.append(in_space(words, pixels[own], pixels[~own], np.array(lines), taken, size))
            layers += _words(frame, taken[-1].centre, words, shade, x, y, bold=True)
    for at, words, shade, shape in marked:
        anchor = frame.pixel(*at)
        box = beside(anchor, words, pixels, taken, size)
        taken.append(box)
        end = frame.value(*box.nearest(anchor))
        here = pd.DataFrame({"nvidia": [at[0]], "level": [frame.level(at[1])], "to_x": [end[0]], "to_y": [end[1]]})
        mark = alt.Chart(here).encode(x=x, y=y)
        style = {"shape": shape, "size": 190, "filled": False, "opacity": 1}
        layers += [
            mark.mark_rule(color=shade, strokeWidth=1).encode(x2="to_x:Q", y2="to_y:Q"),
            mark.mark_point(stroke=colour("page"), strokeWidth=5, **style),
            mark.mark_point(stroke=shade, strokeWidth=2.5, **style),
            *_words(frame, box.centre, words, shade, x, y),
        ]
    return layers


def _words(
    frame: _Frame, centre: tuple[float, float], words: str, shade: str, x: alt.X, y: alt.Y, bold: bool = False
) -> list[alt.Chart]:
    """Text centred on a pixel, with a rim in the page's colour that keeps it legible above dots."""
    wins, level = frame.value(*centre)
    base = alt.Chart(pd.DataFrame({"nvidia": [wins], "level": [level], "text": [words]})).encode(
        x=x, y=y, text="text:N"
    )
    style = {
        "align": "center",
        "baseline": "middle",
        "fontSize": 13,
        "fontWeight": "bold" if bold else "normal",
        "lineBreak": "\n",
        "dy": -8 * words.count("\n"),
    }
    return [
        base.mark_text(stroke=colour("page"), strokeWidth=4, strokeJoin="round", color=colour("page"), **style),
        base.mark_text(color=shade, **style),
    ]
