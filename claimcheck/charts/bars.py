"""Rows of one number: how far records lead, and a number for each round."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, NVIDIA, OTHERS, RULE, WIDTH, measured, named_rows, tinted

COLOURS = {"NVIDIA": NVIDIA, "others": OTHERS, "": CONTEXT}
# Pixels: right of the plot, left of it for the name of a round, per character of words at a mark and before them.
_MARGIN, _ROUND, _CHARACTER, _GAP = 20, 44, 7.4, 12


def leads(rows: pd.DataFrame, *, axis: str) -> Drawing:
    """Draw for each record its ratio to the next result, on a log axis from 1, in the order of the rows.

    ``rows``: columns ``label``, ``ratio`` (1 or more), ``text`` (beside the dot), ``kind`` (one of :data:`COLOURS`)
    and ``row_ids`` (of the record and the next result); ``axis``: what the ratio compares.
    """
    plot = WIDTH - _MARGIN
    top = float(rows["ratio"].max()) ** (1 / (1 - _CHARACTER * rows["text"].str.len().max() / plot))
    ticks = {"values": [1, 2, 5, 10, 20, 50], "format": "~r", "labelExpr": "datum.label + 'x'"}
    x = measured(alt.X, "ratio", axis, (1, top), {"type": "log"}, **ticks)
    drawn = rows[["label", "ratio", "text", "kind"]]
    base, drop, step = named_rows(alt.Chart(drawn).encode(x=x))
    tips = [alt.Tooltip("label:N", title="record"), alt.Tooltip("ratio:Q", title=axis, format=".3f")]
    layers = [
        base.mark_rule(color=RULE, strokeWidth=2, yOffset=drop).encode(x2=alt.X2Datum(1)),
        base.mark_circle(size=110, opacity=1, yOffset=drop).encode(color=tinted("kind", COLOURS), tooltip=tips),
        base.mark_text(align="left", dx=10, dy=drop).encode(text="text:N"),
        base.mark_text(align="left", dy=-9).encode(x=alt.XValue(0), text="label:N"),
    ]
    return Drawing(
        chart=alt.layer(*layers, width=plot, height=step * len(rows)),
        frame=rows,
        columns={"label": "record and holder", "ratio": axis, "kind": "holder"},
        row_ids=[i for ids in rows["row_ids"] for i in ids],
    )


def one_bar_a_round(rows: pd.DataFrame, *, axis: str) -> Drawing:
    """Draw a bar for each round with its number, the oldest on top.

    ``rows``: columns ``round``, ``number``, ``words`` (or nothing), ``kind`` (one of :data:`COLOURS`), ``row_ids``;
    ``axis``: what the number counts.
    """
    plot = WIDTH - _MARGIN - _ROUND
    texts = [f"{n:,}  {words}".rstrip() for n, words in zip(rows["number"], rows["words"], strict=True)]
    # Every bar leaves room for its words.
    top = max(n / (1 - (_CHARACTER * len(t) + _GAP) / plot) for n, t in zip(rows["number"], texts, strict=True))
    # Spaces that SVG does not fold into one.
    drawn = rows[["round", "number", "kind"]].assign(text=[t.replace("  ", "\u00a0\u00a0") for t in texts])
    base = alt.Chart(drawn).encode(
        # Every bar has its number.
        x=measured(alt.X, "number", axis, (0, top), labels=False, ticks=False, grid=False, domain=False),
        y=alt.Y("round:O", sort=None, title=None, axis=alt.Axis(labelColor=INK, minExtent=_ROUND)),
        tooltip=[alt.Tooltip("round:O"), alt.Tooltip("number:Q", title=axis)],
    )
    bars = base.mark_bar(size=15).encode(color=tinted("kind", COLOURS))
    layers = bars, base.mark_text(align="left", dx=6).encode(text="text:N")
    return Drawing(
        chart=alt.layer(*layers, width=plot, height=24 * len(rows)),
        frame=rows,
        columns={"round": "round", "number": axis, "words": "words"},
        row_ids=[i for ids in rows["row_ids"] for i in ids],
    )
