"""What each choice of a counting rule does to the count and the ratio."""

from __future__ import annotations

import math
import textwrap

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, NARROW, WIDE
from claimcheck.charts.wins_cloud import SHORT

_MEASURES = (("wins", "NVIDIA's wins", CATEGORICAL[0]), ("ratio", "ratio to everybody else's", CATEGORICAL[3]))
_LABELS = 226
# A factor within this of 1, for both measures, is said in words instead of drawn.
_SMALL = 0.005
# Pixels beside the longest bar for its factor.
_ROOM = 44


def effects(changes: pd.DataFrame, *, id: str, title: str, description: str, caption: str) -> Figure:
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
    return Figure(
        id=id,
        chart=_wide(drawn, notes),
        narrow=_narrow(drawn, notes),
        title=title,
        description=description,
        caption=caption,
    )


def _wide(rows: pd.DataFrame, notes: list[str]) -> alt.VConcatChart:
    step, width = 40, (WIDE - _LABELS - 40) // 2
    panels = []
    for measure, words, shade in _MEASURES:
        axis = None if panels else alt.Axis(labels=False, ticks=False, domain=False, minExtent=_LABELS)
        y = alt.Y("row:O", title=None, axis=axis)
        layers = _bars(rows, measure, shade, width, y, 0, 15)
        if not panels:
            layers += [
                _words(rows, "choice", y, -_LABELS, -8, INK, 13),
                _words(rows, "instead", y, -_LABELS, 8, MUTED, 12),
            ]
        heading = alt.TitleParams(words, color=shade, anchor="start", frame="group", offset=8, fontSize=14)
        panels.append(alt.layer(*layers).properties(width=width, height=step * len(rows), title=heading))
    return _with_notes(alt.hconcat(*panels, spacing=22), notes, WIDE, _LABELS)


def _narrow(rows: pd.DataFrame, notes: list[str]) -> alt.VConcatChart:
    """Both factors of a choice below its words."""
    step, width = 76, NARROW - 24
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
    layers += [_words(rows, "choice", y, 0, -26, INK, 13), _words(rows, "instead", y, 0, -10, MUTED, 12)]
    chart = alt.vconcat(
        names.properties(width=width, height=14),
        alt.layer(*layers).properties(width=width, height=step * len(rows)),
        spacing=6,
    )
    return _with_notes(chart, notes, NARROW, 0)


def _with_notes(
    chart: alt.HConcatChart | alt.VConcatChart, notes: list[str], width: int, labels: int
) -> alt.VConcatChart:
    parts = [chart]
    lines = [line for note in notes for line in textwrap.wrap(note, (width - 20) // 6)]
    if lines:
        frame = pd.DataFrame({"line": range(len(lines)), "text": lines})
        words = alt.Chart(frame).mark_text(align="left", baseline="middle", color=MUTED, fontSize=12)
        y = alt.Y("line:O", axis=None)
        words = words.encode(x=alt.value(-labels), y=y, text="text:N")
        parts.append(words.properties(width=width - labels - 24, height=17 * len(lines)))
    return alt.vconcat(*parts, spacing=12).properties(autosize=alt.AutoSizeParams(type="pad"))


def _words(rows: pd.DataFrame, which: str, y: alt.Y, x: int, dy: int, shade: str, size: int) -> alt.Chart:
    frame = pd.DataFrame({"row": range(len(rows)), "text": rows[which]})
    base = alt.Chart(frame).encode(x=alt.value(x), y=y, text="text:N")
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
