"""Every definition of a win in one picture, and which pairs of figures some definition gives."""

from __future__ import annotations

import math
from dataclasses import asdict

import altair as alt
import pandas as pd

from claimcheck.analysis.wins.definitions import CHOICES, LITERAL, PLAIN, in_words
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    GRID,
    INK,
    MUTED,
    NVIDIA,
    PUBLISHED,
    RULE,
    WIDTH,
    colour,
    measured,
    rimmed,
    y_title,
)

# The kinds of definitions, in the order in which they are drawn: words, colour, shape, opacity, and where the words
# are, in pixels from the top.
_OTHER, _LITERAL, _ALLOWED = "other", "word for word", "allowed"
_KINDS = {
    _OTHER: ("other definitions", CONTEXT, "circle", 0.25, 218),
    _LITERAL: ("squares: NVIDIA's own entries", MUTED, "square", 0.7, 338),
    _ALLOWED: ("allowed by the sentence", NVIDIA, "triangle-up", 0.9, 28),
}
_AXIS, _HIGH = 38, 360
_TICKS = tuple(m * 10**e for e in (-2, -1, 0, 1, 2, 3) for m in (1, 2, 5))


def times(ratio: float) -> str:
    """A ratio as printed in a chart: 0.52x, 6.4x, 42x."""
    return f"{ratio:.2f}x" if ratio < 1 else f"{ratio:.1f}x" if ratio < 10 else f"{ratio:.0f}x"


def cloud(counts: pd.DataFrame, *, published: tuple[float, float]) -> Drawing:
    """Every definition of a win as a dot: NVIDIA's wins across, their ratio to everybody else's upwards.

    ``counts``: a row per rule as the table counting_rules has it (columns of ``CHOICES``, ``ruled_out``,
    ``nvidia``, ``others``, ``ratio``). Rules with one outcome and of one kind (allowed by the claim's
    sentence, the sentence word for word, other) share a dot, the larger the more they are. A ratio without a place on
    a logarithmic axis (others, or NVIDIA, won nothing) is drawn at its end. ``published``: wins and ratio, drawn as a
    diamond with guide lines. The plainest rule is ringed.
    """
    dots = _dots(counts)
    plain = (counts[list(CHOICES)] == pd.Series(asdict(PLAIN))).all(axis=1)
    return Drawing(
        chart=_cloud(dots, counts[plain].iloc[0], published),
        frame=dots,
        columns={
            "nvidia": "wins of NVIDIA",
            "others": "wins of others",
            "text": "ratio",
            "rules": "definitions",
            "choices": "choices",
            "kind": "kind of definition",
        },
    )


def _dots(counts: pd.DataFrame) -> pd.DataFrame:
    """One row per (kind, nvidia, others): ``rules`` that share it, and ``choices`` of the one nearest to PLAIN."""
    base, one = asdict(PLAIN), ["kind", "nvidia", "others"]
    odd = sum((counts[c] != base[c]).astype(int) for c in CHOICES)
    kind = counts["ruled_out"].fillna("").map({"": _ALLOWED, LITERAL: _LITERAL}).fillna(_OTHER)
    ordered = counts.assign(odd=odd, kind=kind).sort_values("odd", kind="stable")
    dots = ordered.drop_duplicates(one).join(ordered.groupby(one).size().rename("rules"), on=one)
    words = [in_words(row) for row in dots[list(CHOICES)].to_dict("records")]
    more = [f"{w} (and {n - 1} more)" if n > 1 else w for w, n in zip(words, dots["rules"], strict=True)]
    text = [times(r) if math.isfinite(r) else "others won none" for r in dots["ratio"]]
    dots = dots.assign(choices=more, text=text, place=dots["kind"].map(list(_KINDS).index))
    order = ["place", "rules", "nvidia", "others"]
    dots = dots.sort_values(order, ascending=[True, False, True, True], ignore_index=True)
    return dots[["kind", "nvidia", "others", "ratio", "rules", "choices", "text"]]


def _cloud(dots: pd.DataFrame, ringed: pd.Series, published: tuple[float, float]) -> alt.LayerChart:
    drawable = dots.loc[dots["ratio"].map(math.isfinite) & (dots["ratio"] > 0), "ratio"]
    low, high = min(*drawable, published[1]) / 1.5, max(*drawable, published[1]) * 1.5
    shown = dots.assign(level=[float(f"{r:.6g}") for r in dots["ratio"].clip(low, high)]).drop(columns="ratio")
    most = math.ceil(max(dots["nvidia"].max(), published[0]) * 1.04 / 10) * 10
    width = WIDTH - _AXIS - 18
    x = measured(alt.X, "nvidia", "wins counted for NVIDIA", (0, most), tickCount=5, grid=False)
    ticks = {"values": [t for t in _TICKS if low <= t <= high], "labelExpr": "datum.value + 'x'", "grid": True}
    y = measured(alt.Y, "level", None, (low, high), {"type": "log"}, minExtent=_AXIS, maxExtent=_AXIS, **ticks)

    def by_kind(number: int) -> alt.Scale:
        return alt.Scale(domain=list(_KINDS), range=[look[number] for look in _KINDS.values()])

    points = (
        alt.Chart(shown)
        .mark_point(filled=True)
        .encode(
            x=x,
            y=y,
            color=alt.Color("kind:N", legend=None, scale=by_kind(1)),
            shape=alt.Shape("kind:N", legend=None, scale=by_kind(2)),
            opacity=alt.Opacity("kind:N", legend=None, scale=by_kind(3)),
            size=alt.Size(
                "rules:Q", legend=None, scale=alt.Scale(domain=[1, max(int(dots["rules"].max()), 2)], range=[16, 70])
            ),
            tooltip=[
                alt.Tooltip("nvidia:Q", title="won by NVIDIA"),
                alt.Tooltip("others:Q", title="won by others"),
                alt.Tooltip("text:N", title="ratio"),
                alt.Tooltip("rules:Q", title="definitions"),
                alt.Tooltip("choices:N", title="choices"),
            ],
        )
    )
    equal = alt.Chart(pd.DataFrame({"level": [1.0]})).mark_rule(color=RULE, strokeWidth=1.5).encode(y=y)
    layers = [equal, points]
    for kind, (words, shade, *_, top) in _KINDS.items():
        if kind in set(dots["kind"]):
            here = alt.Chart(pd.DataFrame({"words": [words]})).encode(x=alt.XValue(width), y=alt.YValue(top))
            tone = MUTED if shade == CONTEXT else shade
            layers += _legible(here, tone, align="right", fontWeight="bold")

    def point(at: tuple[float, float], said: str) -> alt.Chart:
        here = {"nvidia": [at[0]], "level": [min(max(at[1], low), high)], "words": [said]}
        return alt.Chart(pd.DataFrame(here)).encode(x=x, y=y)

    simple = (float(ringed["nvidia"]), float(ringed["ratio"]))
    claimed = point(published, f"published:\n{published[0]:g} wins, {published[1]:g}x")
    plainest = point(simple, f"plainest definition:\n{simple[0]:g} wins, {times(simple[1])}")
    guide = {"color": PUBLISHED, "strokeDash": [4, 3]}
    layers += [
        claimed.mark_rule(**guide).encode(y=alt.Y()),
        claimed.mark_rule(**guide).encode(x=alt.X()),
        *_ring(claimed, "diamond", PUBLISHED),
        *_ring(plainest, "circle", INK),
        *_legible(claimed.encode(y=alt.YValue(56)), PUBLISHED, align="left", dx=6, dy=-8, lineBreak="\n"),
        *_legible(plainest, INK, align="left", dx=12, dy=2, lineBreak="\n"),
    ]
    heading = y_title("NVIDIA's wins for each win of everybody else (log scale)", offset=8)
    return alt.layer(
        *layers, width=width, height=_HIGH, title=heading, autosize=alt.AutoSizeParams(type="pad", contains="padding")
    )


def _ring(chart: alt.Chart, shape: str, tone: str) -> list[alt.Chart]:
    """A hollow mark with a rim in the page's colour."""
    style = {"shape": shape, "size": 150, "filled": False, "opacity": 1}
    return [
        chart.mark_point(stroke=colour("page"), strokeWidth=5, **style),
        chart.mark_point(stroke=tone, strokeWidth=2.5, **style),
    ]


def _legible(chart: alt.Chart, tone: str, **style: object) -> list[alt.Chart]:
    """The field ``words`` of a chart as text with a rim in the page's colour."""
    return rimmed(chart.encode(text="words:N"), tone, baseline="middle", fontSize=13, **style)


NO, DOUBT, COUNTED = "not given", "given if doubtful cells go that way", "given as counted"


def pairs(grid: pd.DataFrame, *, published: tuple[float, float]) -> Drawing:
    """A map of the pairs of a count and a ratio that some definition gives.

    ``grid``: columns ``wins``, ``times`` (a whole number) and ``passes`` (``NO``, ``DOUBT`` or ``COUNTED``), a row for
    each pair. ``published``: the pair that is framed.
    """
    low, high = int(grid["wins"].min()), int(grid["wins"].max())
    ratios = sorted(grid["times"].unique(), reverse=True)
    # A square is a pair; its left edge is its count, as the scale of a band has no room for 81 labels.
    x = measured(alt.X, "wins", "wins counted for NVIDIA", (low, high + 1), tickCount=5, grid=False)
    y = alt.Y("times:O", title=None, sort=ratios, axis=alt.Axis(labelExpr="datum.value + 'x'", minExtent=_AXIS))
    tips = [
        alt.Tooltip("wins:Q", title="NVIDIA's wins"),
        alt.Tooltip("times:O", title="times everybody else's"),
        alt.Tooltip("passes:N", title="given"),
    ]
    base = alt.Chart(grid).transform_calculate(end="datum.wins + 1").encode(x=x, x2="end:Q", y=y)
    legend = alt.Legend(title=None, orient="top", symbolType="square", columns=1)
    colours = alt.Scale(domain=[COUNTED, DOUBT, NO], range=[INK, CONTEXT, GRID])
    at, level = published[0], int(published[1])
    mark = alt.Chart(pd.DataFrame({"wins": [at], "end": [at + 1], "times": [level], "words": ["published"]}))
    layers = [
        base.mark_rect().encode(fill=alt.Fill("passes:N", scale=colours, legend=legend), tooltip=tips),
        mark.encode(x=x, x2="end:Q", y=y).mark_rect(fillOpacity=0, stroke=PUBLISHED, strokeWidth=2.5),
        *_legible(mark.encode(x=x, y=y), PUBLISHED, align="left", dx=9, fontWeight="bold"),
    ]
    return Drawing(
        chart=alt.layer(*layers, width=WIDTH, height=17 * len(ratios)),
        frame=grid,
        columns={
            "wins": "NVIDIA's wins",
            "times": "times the wins of everybody else",
            "passes": "whether a definition gives the pair",
        },
    )
