"""The answer of the front page as dots: a row for each ratio that a reader should know, and one for all of them."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, MUTED, NVIDIA, OTHERS, PUBLISHED, WIDTH, colour, measured, tinted

_STEP = 48
_KINDS = {"published": PUBLISHED, "NVIDIA": NVIDIA, "another owner": OTHERS, "comparison": CONTEXT}


def ratios(rows: pd.DataFrame, *, axis: str) -> Drawing:
    """Rows of dots on one axis from 1, each row below its name, each of the marked dots with its value.

    ``rows``: columns ``label`` (the row, in order of appearance), ``kind`` (published, NVIDIA, another owner or
    comparison), ``value``, ``text`` (beside the dot, or nothing), ``group`` (a few words below the dots of a group, or
    nothing) and ``row_ids``. ``axis``: what the dots show.
    """
    frame = rows.drop(columns="row_ids")
    ticks = {"values": [1, 1.5, 2, 2.5, 3], "labelExpr": "format(datum.value, '.1f') + 'x'"}
    x = measured(alt.X, "value", axis, (1, 3.2), grid=False, **ticks)
    y = alt.Y("label:N", sort=None, axis=None)
    base = alt.Chart(frame).encode(x=x, y=y)
    groups = base.transform_filter("datum.group != ''").transform_aggregate(
        value="mean(value)", groupby=["label", "group"]
    )
    names = alt.Chart(frame[["label"]].drop_duplicates()).encode(y=y, x=alt.XValue(0))
    chart = alt.layer(
        base.mark_circle(size=150, opacity=1, stroke=colour("page"), strokeWidth=1).encode(
            color=tinted("kind", _KINDS),
            tooltip=[alt.Tooltip("label:N", title="what"), alt.Tooltip("value:Q", title="ratio", format=".2f")],
        ),
        base.mark_text(align="left", dx=11, color=INK, fontWeight="bold", fontSize=15).encode(text="text:N"),
        groups.mark_text(dy=18, color=MUTED).encode(text="group:N"),
        names.mark_text(align="left", dy=-19, color=INK).encode(text="label:N"),
        width=WIDTH,
        height=_STEP * frame["label"].nunique(),
    )
    return Drawing(
        chart=chart,
        frame=frame,
        columns={"label": "what", "kind": "kind", "value": axis, "text": "as printed", "group": "group"},
        row_ids=[row for ids in rows["row_ids"] for row in ids],
    )
