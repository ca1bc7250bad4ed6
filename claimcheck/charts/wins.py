"""Every way to count wins in one picture, which pairs of figures pass, and what each choice does to the count."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping
from dataclasses import asdict

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.analysis.wins.rules import CHOICES, LITERAL, NOT_APPLICABLE, PLAIN, Rule
from claimcheck.charts.figure import Drawing
from claimcheck.charts.place import Box, beside, in_space
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, RULE, SEQUENTIAL, Page, colour, stacked

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
_ALLOWED, _LITERAL, _OTHER = "allowed", "word for word", "other"
# The kinds of definitions, in the order in which they are drawn: the one that counts most lies on top.
_KINDS = {
    _OTHER: ("other definitions", CONTEXT),
    _LITERAL: ("NVIDIA's own entries\nagainst all submitters", CATEGORICAL[2]),
    _ALLOWED: ("definitions that\nthe sentence allows", CATEGORICAL[0]),
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
    return "; ".join(odd) or "the plainest definition"


def cloud(counts: pd.DataFrame, *, published: tuple[float, float], plain: Rule = PLAIN) -> Drawing:
    """Every counting rule as a dot: NVIDIA's wins across, their ratio to everybody else's upwards.

    ``counts``: a row per rule as the table counting_rules has it (columns of ``CHOICES``, ``ruled_out``,
    ``nvidia``, ``others``, ``ratio``). Rules with one outcome and of one kind (allowed by the claim's
    sentence, the sentence word for word, other) share a dot, the larger the more they are. Rules under which
    others, or NVIDIA, won nothing have no place on a logarithmic axis: they stand in a row of their own,
    above or below it. ``published``: wins and ratio as published, drawn as a diamond with guide lines.
    ``plain``: the rule that is ringed. Raises KeyError when ``counts`` lacks it.
    """
    mine = (counts[list(CHOICES)] == pd.Series(asdict(plain))[list(CHOICES)]).all(axis=1)
    if not mine.any():
        raise KeyError(f"no such rule among the counts: {plain}")
    ringed = counts[mine].iloc[0]
    dots = _dots(counts, plain)
    return Drawing(
        draw=lambda page: _cloud(dots, ringed, published, page),
        frame=dots,
        columns={
            "nvidia": "won by NVIDIA",
            "others": "won by others",
            "text": "ratio",
            "rules": "definitions",
            "choices": "choices",
            "kind": "kind of definition",
        },
    )


def _dots(counts: pd.DataFrame, plain: Rule) -> pd.DataFrame:
    """One row per (kind, nvidia, others): ``rules`` that share it, and ``choices`` of the one nearest to ``plain``."""
    base, one = asdict(plain), ["kind", "nvidia", "others"]
    odd = sum((counts[c] != base[c]).astype(int) for c in CHOICES)
    kind = counts["ruled_out"].fillna("").map({"": _ALLOWED, LITERAL: _LITERAL}).fillna(_OTHER)
    ordered = counts.assign(odd=odd, kind=kind).sort_values("odd", kind="stable")
    dots = ordered.drop_duplicates(one).join(ordered.groupby(one).size().rename("rules"), on=one)
    words = [choices_in_words(row, plain) for row in dots[list(CHOICES)].to_dict("records")]
    more = [f"{w} (and {n - 1} more)" if n > 1 else w for w, n in zip(words, dots["rules"], strict=True)]
    text = [times(r) if math.isfinite(r) else "others won none" for r in dots["ratio"]]
    dots = dots.assign(choices=more, text=text)
    dots = dots.assign(place=dots["kind"].map(list(_KINDS).index))
    order = ["place", "rules", "nvidia", "others"]
    dots = dots.sort_values(order, ascending=[True, False, True, True], ignore_index=True)
    return dots[["kind", "nvidia", "others", "ratio", "rules", "choices", "text"]]


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


def _cloud(dots: pd.DataFrame, ringed: pd.Series, published: tuple[float, float], page: Page) -> alt.LayerChart:
    frame = _Frame(dots, published, page.width - _AXIS - 18, page.either(430, 460))
    shown = dots.assign(level=[float(f"{frame.level(r):.6g}") for r in dots["ratio"]]).drop(columns="ratio")
    x = alt.X(
        "nvidia:Q",
        title="wins counted for NVIDIA",
        scale=alt.Scale(domain=[0, frame.most], nice=False),
        axis=alt.Axis(tickCount=page.either(8, 5), grid=False),
    )
    axis = alt.Axis(values=frame.ticks, labelExpr="datum.value + 'x'", grid=True, minExtent=_AXIS, maxExtent=_AXIS)
    y = alt.Y("level:Q", title=None, scale=alt.Scale(type="log", domain=frame.domain, nice=False), axis=axis)
    most = max(int(dots["rules"].max()), 2)
    points = (
        alt.Chart(shown)
        .mark_point(filled=True)
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "kind:N", legend=None, scale=alt.Scale(domain=list(_KINDS), range=[c for _, c in _KINDS.values()])
            ),
            shape=alt.Shape(
                "kind:N", legend=None, scale=alt.Scale(domain=list(_KINDS), range=["circle", "square", "triangle-up"])
            ),
            opacity=alt.Opacity("kind:N", legend=None, scale=alt.Scale(domain=list(_KINDS), range=[0.3, 0.8, 0.9])),
            size=alt.Size("rules:Q", legend=None, scale=alt.Scale(domain=[1, most], range=[20, 110])),
            tooltip=[
                alt.Tooltip("nvidia:Q", title="won by NVIDIA"),
                alt.Tooltip("others:Q", title="won by others"),
                alt.Tooltip("text:N", title="ratio"),
                alt.Tooltip("rules:Q", title="definitions"),
                alt.Tooltip("choices:N", title="choices"),
            ],
        )
    )
    guides = [
        alt.Chart(pd.DataFrame({"nvidia": [published[0]]})).mark_rule(color=_PUBLISHED, strokeDash=[4, 3]).encode(x=x),
        alt.Chart(pd.DataFrame({"level": [published[1]]})).mark_rule(color=_PUBLISHED, strokeDash=[4, 3]).encode(y=y),
    ]
    heading = alt.TitleParams(
        page.either(
            "NVIDIA's wins for each win of everybody else (log scale)",
            ["NVIDIA's wins for each win of", "everybody else (log scale)"],
        ),
        anchor="start",
        frame="group",
        fontSize=13,
        fontWeight="normal",
        offset=8,
    )
    layers = [*_beyond(frame, dots, x, y), points, *guides, *_labels(frame, dots, ringed, published, x, y)]
    # Places of words are pixels of the plot, so its width must not depend on the labels beside it.
    exact = alt.AutoSizeParams(type="pad")
    return alt.layer(*layers, width=frame.width, height=frame.height, title=heading, autosize=exact)


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
        text = f"{words}: {number} definition{'s' if number > 1 else ''}"
        bound = pd.DataFrame({"level": [edge]})
        layers.append(alt.Chart(bound).mark_rule(color=RULE, strokeDash=[2, 2]).encode(y=y))
        note = alt.Chart(pd.DataFrame({"level": [level], "text": [text]}))
        layers.append(
            note.mark_text(align="right", baseline="middle", dy=15 * turn, color=MUTED, fontSize=12).encode(
                x=alt.XValue(frame.width), y=y, text="text:N"
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
            f"plainest definition:\n{ringed['nvidia']:g} wins, {times(float(ringed['ratio']))}",
            INK,
            "circle",
        ),
    ]
    lines = [frame.pixel(published[0], r) for r in np.geomspace(*frame.domain, 120)]
    lines += [frame.pixel(w, published[1]) for w in np.linspace(0, frame.most, 120)]
    lines += [frame.pixel(*at) for at, *_ in marked]
    layers, taken = [], frame.rows_beyond()
    for kind, (words, shade) in _KINDS.items():
        own = (dots["kind"] == kind).to_numpy()
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


NO, DOUBT, COUNTED = "not given", "given if doubtful cells go that way", "given as counted"
_PASSES = {DOUBT: SEQUENTIAL[0], COUNTED: SEQUENTIAL[3]}


def pairs(grid: pd.DataFrame, *, published: tuple[float, float]) -> Drawing:
    """Which pairs of a count and a ratio some definition gives: a map for each set of definitions.

    ``grid``: columns ``definitions`` (the heading of the map), ``wins``, ``times`` (a whole number) and ``passes``
    (``NO``, ``DOUBT`` or ``COUNTED``), a row for each pair of each map. ``published``: the pair that is framed.
    """
    return Drawing(
        draw=lambda page: stacked(
            [
                _map(part.drop(columns="definitions"), name, published, page)
                for name, part in grid.groupby("definitions", sort=False)
            ]
        ),
        frame=grid,
        columns={
            "definitions": "definitions",
            "wins": "NVIDIA's wins",
            "times": "times the wins of everybody else",
            "passes": "whether a definition gives the pair",
        },
    )


def _map(part: pd.DataFrame, name: str, published: tuple[float, float], page: Page) -> alt.LayerChart:
    low, high = int(part["wins"].min()), int(part["wins"].max())
    times = sorted(part["times"].unique(), reverse=True)
    # A square is a pair; its left edge is its count, as the scale of a band has no room for 81 labels.
    x = alt.X(
        "wins:Q",
        title="wins counted for NVIDIA",
        scale=alt.Scale(domain=[low, high + 1], nice=False),
        axis=alt.Axis(tickCount=page.either(9, 5), grid=False),
    )
    y = alt.Y("times:O", title=None, sort=times, axis=alt.Axis(labelExpr="datum.value + 'x'", minExtent=_AXIS))
    tips = [
        alt.Tooltip("wins:Q", title="NVIDIA's wins"),
        alt.Tooltip("times:O", title="times everybody else's"),
        alt.Tooltip("passes:N", title="given"),
    ]
    base = alt.Chart(part).transform_calculate(end="datum.wins + 1").encode(x=x, x2="end:Q", y=y)
    legend = alt.Legend(title=None, orient="top", symbolType="square", columns=page.either(3, 1))
    colours = alt.Scale(domain=[COUNTED, DOUBT, NO], range=[_PASSES[COUNTED], _PASSES[DOUBT], GRID])
    squares = base.mark_rect().encode(fill=alt.Fill("passes:N", scale=colours, legend=legend), tooltip=tips)
    mark = alt.Chart(pd.DataFrame({"wins": [published[0]], "end": [published[0] + 1], "times": [int(published[1])]}))
    frame = mark.encode(x=x, x2="end:Q", y=y).mark_rect(fillOpacity=0, stroke=_PUBLISHED, strokeWidth=2.5)
    label = alt.Chart(pd.DataFrame({"wins": [published[0] + 1.5], "times": [int(published[1])], "text": ["published"]}))
    style = {"align": "left", "baseline": "middle", "dx": 4, "fontSize": 13, "fontWeight": "bold"}
    words = [
        label.mark_text(stroke=colour("page"), strokeWidth=4, strokeJoin="round", color=colour("page"), **style),
        label.mark_text(color=_PUBLISHED, **style),
    ]
    heading = alt.TitleParams(name, anchor="start", frame="group", fontSize=13, offset=8)
    layers = [squares, frame, *(one.encode(x=x, y=y, text="text:N") for one in words)]
    return alt.layer(*layers, width=page.width - _AXIS - 18, height=page.either(15, 17) * len(times), title=heading)


_MEASURES = (("wins", "NVIDIA's wins", CATEGORICAL[0]), ("ratio", "ratio to everybody else's", CATEGORICAL[3]))
_LABELS = 226
# A factor within this of 1, for both measures, is said in words instead of drawn.
_SMALL = 0.005
# Pixels beside the longest bar for its factor.
_ROOM = 44


def effects(changes: pd.DataFrame) -> Drawing:
    """What one choice does to NVIDIA's count and to the ratio while all other choices stay, as factors.

    ``changes``: columns ``choice``, ``from``, ``to``, ``wins``, ``ratio`` as
    ``analysis.wins.counts.effects`` gives them, in the order to be drawn. Choices without effect,
    those that leave no wins (a factor of 0) and those that never change alone (no factor) are
    named below the bars.
    """
    records = changes.to_dict("records")
    rows = pd.DataFrame(
        {
            "choice": [SHORT[r["choice"]][r["to"]] for r in records],
            "instead": [f"instead of {SHORT[r['choice']][r['from']]}" for r in records],
            "wins": [float(r["wins"]) for r in records],
            "ratio": [float(r["ratio"]) for r in records],
        }
    )
    factors = rows[["wins", "ratio"]]
    alone = factors.notna().any(axis=1)
    # A median of 0 has no place on a logarithmic axis.
    none = (factors == 0).any(axis=1)
    moved = ~none & ((factors - 1).abs() >= _SMALL).any(axis=1)
    notes = [
        f"{what}: {'; '.join(rows['choice'][which])}."
        for what, which in (
            ("Changes neither", alone & ~moved & ~none),
            ("Mostly leaves no wins", none),
            ("Never changes alone, so has no factor", ~alone),
        )
        if which.any()
    ]
    drawn = rows[moved].reset_index(drop=True)
    drawn["choice"] = drawn["choice"].str[:1].str.upper() + drawn["choice"].str[1:]
    # One row a bar, as it is drawn: the choice in words, which measure, and the factor.
    frame = pd.concat([drawn.assign(panel=words, factor=drawn[name]) for name, words, _ in _MEASURES])
    return Drawing(
        draw=lambda page: _with_notes((_narrow if page.narrow else _wide)(drawn, page), notes, page),
        frame=frame.dropna(subset="factor"),
        columns={"choice": "choice", "instead": "compared with", "panel": "measure", "factor": "factor"},
    )


def _wide(rows: pd.DataFrame, page: Page) -> alt.HConcatChart:
    step, width = 40, (page.width - _LABELS - 40) // 2
    panels = []
    for measure, words, shade in _MEASURES:
        axis = None if panels else alt.Axis(labels=False, ticks=False, domain=False, minExtent=_LABELS)
        y = alt.Y("row:O", title=None, axis=axis)
        layers = _bars(rows, measure, shade, width, y, 0, 15)
        if not panels:
            layers += [
                _row_words(rows, "choice", y, -_LABELS, -8, INK, 13),
                _row_words(rows, "instead", y, -_LABELS, 8, MUTED, 12),
            ]
        heading = alt.TitleParams(words, color=shade, anchor="start", frame="group", offset=8, fontSize=14)
        panels.append(alt.layer(*layers, width=width, height=step * len(rows), title=heading))
    return alt.hconcat(*panels, spacing=22)


def _narrow(rows: pd.DataFrame, page: Page) -> alt.VConcatChart:
    """Both factors of a choice below its words."""
    step, width = 76, page.width - 24
    y = alt.Y("row:O", title=None, axis=None)
    key = alt.Chart(pd.DataFrame({"text": [w for _, w, _ in _MEASURES], "x": [0, 112]}))
    names = key.mark_text(align="left", fontWeight="bold", fontSize=13).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width])),
        text="text:N",
        color=alt.Color(
            "text:N",
            legend=None,
            scale=alt.Scale(domain=[w for _, w, _ in _MEASURES], range=[c for _, _, c in _MEASURES]),
        ),
    )
    layers = []
    for (measure, _, shade), shift in zip(_MEASURES, (10, 26), strict=True):
        layers += _bars(rows, measure, shade, width, y, shift, 13)
    layers += [_row_words(rows, "choice", y, 0, -26, INK, 13), _row_words(rows, "instead", y, 0, -10, MUTED, 12)]
    bars = alt.layer(*layers, width=width, height=step * len(rows))
    return alt.vconcat(names.properties(width=width, height=14), bars, spacing=6)


def _with_notes(chart: alt.HConcatChart | alt.VConcatChart, notes: list[str], page: Page) -> alt.VConcatChart:
    parts, labels = [chart], page.labels(_LABELS)
    lines = [line for note in notes for line in textwrap.wrap(note, (page.width - 20) // 6)]
    if lines:
        frame = pd.DataFrame({"line": range(len(lines)), "text": lines})
        words = alt.Chart(frame).mark_text(align="left", baseline="middle", color=MUTED, fontSize=12)
        y = alt.Y("line:O", axis=None)
        words = words.encode(x=alt.XValue(-labels), y=y, text="text:N")
        parts.append(words.properties(width=page.width - labels - 24, height=17 * len(lines)))
    return alt.vconcat(*parts, spacing=12, autosize=alt.AutoSizeParams(type="pad"))


def _row_words(rows: pd.DataFrame, which: str, y: alt.Y, x: int, dy: int, shade: str, size: int) -> alt.Chart:
    frame = pd.DataFrame({"row": range(len(rows)), "text": rows[which]})
    base = alt.Chart(frame).encode(x=alt.XValue(x), y=y, text="text:N")
    return base.mark_text(align="left", baseline="middle", dy=dy, color=shade, fontSize=size)


def _bars(
    rows: pd.DataFrame, measure: str, shade: str, width: int, y: alt.Y, shift: int, thick: int
) -> list[alt.Chart]:
    """A bar from 1 to the factor with the factor at its end, and the line at 1 beside each bar."""
    factors = rows[measure]
    both = rows[["wins", "ratio"]].stack()
    low, high = min(0.9, float(both.min())), max(1.1, float(both.max()))
    # The same scale for both measures, with room at either end.
    room = math.log(high / low) * _ROOM / (width - 2 * _ROOM)
    domain = [low * math.exp(-room), high * math.exp(room)]
    ticks = [t for t in (0.01, 0.03, 0.1, 0.3, 1, 3, 10) if domain[0] <= t <= domain[1]]
    scale = alt.Scale(type="log", domain=domain, nice=False)
    x = alt.X(
        "factor:Q",
        title="factor (log scale)",
        scale=scale,
        axis=alt.Axis(values=ticks, labelExpr="'\N{MULTIPLICATION SIGN}' + datum.value", grid=False),
    )
    text = [f"\N{MULTIPLICATION SIGN}{v:.2f}" for v in factors]
    frame = pd.DataFrame({"row": range(len(rows)), "factor": factors, "base": 1.0, "text": text})
    base = alt.Chart(frame.dropna()).encode(x=x, y=y)
    style = {"baseline": "middle", "dy": shift, "fontSize": 12, "color": INK}
    above, below = "datum.factor >= 1", "datum.factor < 1"
    return [
        base.mark_bar(color=shade, size=thick, yOffset=shift).encode(x2="base:Q"),
        base.mark_tick(color=MUTED, thickness=1.5, size=thick + 6, yOffset=shift).encode(
            x=alt.X("base:Q", scale=scale)
        ),
        base.transform_filter(above).mark_text(align="left", dx=5, **style).encode(text="text:N"),
        base.transform_filter(below).mark_text(align="right", dx=-5, **style).encode(text="text:N"),
    ]
