"""What was expected of a change from round to round, as intervals, and what happened, as dots."""

from __future__ import annotations

import math
from collections.abc import Callable

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, MUTED, RULE, WIDTH, measured, stacked
from claimcheck.core.same import between

# Pixels: the names of the rows, a row, and beyond the axis for the words of a row.
_NAMES, _ROW, _BESIDE = 78, 24, 44
_TICKS = (0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5)


def intervals(rows: pd.DataFrame, happened: pd.DataFrame | None = None, *, axis: str) -> Drawing:
    """Intervals of 90% (thin) and of 50% (thick) with their median, on one log axis of ratios; dots of what happened.

    ``rows``: columns ``panel``, ``label`` (unique in its panel), ``low_90``, ``low_50``, ``middle``, ``high_50``,
    ``high_90`` (ratios) and ``text`` (at the row's right end, or nothing). ``happened``: ``panel``, ``label``,
    ``value``, ``name``, ``row_id_before`` and ``row_id_after``; a dot outside its row's interval of 90% is in ink.
    """
    dots = pd.DataFrame(columns=["panel", "label", "value", "name", "row_id_before", "row_id_after"])
    if happened is not None:
        ends = rows.set_index(["panel", "label"])[["low_90", "high_90"]]
        dots = happened.join(ends, on=["panel", "label"])
        outside = ~between(dots["value"], dots["low_90"], dots["high_90"])
        dots = dots.drop(columns=["low_90", "high_90"]).assign(outside=outside)
    every = pd.concat([rows["low_90"], rows["high_90"], dots["value"]]).astype(float)
    room = math.log(every.max() / every.min()) * 0.03
    domain = [every.min() * math.exp(-room), every.max() * math.exp(room)]
    ticks = [tick for tick in _TICKS if domain[0] <= tick <= domain[1]]
    labels = "format(datum.value, '~r') + 'x'"

    def x(field: str) -> alt.X:
        return measured(alt.X, field, axis, domain, {"type": "log"}, values=ticks, labelExpr=labels)

    panels = rows["panel"].drop_duplicates()
    charts = [_panel(rows[rows["panel"] == name], dots[dots["panel"] == name], x, axis) for name in panels]
    columns = {"panel": "panel", "label": "row", "middle": "median expected"}
    columns |= {"low_50": "50% interval from", "high_50": "50% interval to"}
    columns |= {"low_90": "90% interval from", "high_90": "90% interval to"}
    if happened is not None:
        columns |= {"name": "what", "value": f"what happened: {axis}"}
    return Drawing(
        chart=stacked(charts),
        frame=rows if happened is None else pd.concat([rows, dots], ignore_index=True),
        columns=columns,
        row_ids=[*dots["row_id_after"].dropna(), *dots["row_id_before"].dropna()],
    )


def _panel(rows: pd.DataFrame, dots: pd.DataFrame, x: Callable[[str], alt.X], axis: str) -> alt.LayerChart:
    names = alt.Axis(labelColor=INK, minExtent=_NAMES, maxExtent=_NAMES, domain=False)
    y = alt.Y("label:N", sort=None, title=None, axis=names)
    base = alt.Chart(rows[["label", "low_90", "low_50", "middle", "high_50", "high_90", "text"]]).encode(y=y)

    def span(share: int) -> alt.Chart:
        return base.encode(x=x(f"low_{share}"), x2=f"high_{share}:Q")

    one = alt.Chart(pd.DataFrame({"value": [1.0]})).encode(x=x("value"))
    tips = [alt.Tooltip("label:N", title="row"), alt.Tooltip("middle:Q", title="median expected", format=".2f")]
    middle = base.encode(x=x("middle"), tooltip=tips)
    layers = [
        one.mark_rule(color=MUTED, strokeWidth=1),
        span(90).mark_rule(color=RULE, strokeWidth=4),
        span(50).mark_rule(color=CONTEXT, strokeWidth=12, opacity=0.55),
        middle.mark_tick(color=INK, thickness=2, size=16),
    ]
    if len(dots):
        tint = alt.Scale(domain=[False, True], range=[MUTED, INK])
        shown = alt.Chart(dots[["label", "value", "name", "outside"]]).encode(
            x=x("value"),
            y=y,
            color=alt.Color("outside:N", scale=tint, legend=None),
            tooltip=[alt.Tooltip("name:N", title="what"), alt.Tooltip("value:Q", title=axis, format=".2f")],
        )
        layers.append(shown.mark_circle(size=24, opacity=0.8))
    beside = rows["text"].ne("").any()
    if beside:
        words = base.encode(x=alt.XValue(WIDTH - _NAMES), text="text:N")
        layers.append(words.mark_text(align="right", color=INK, fontSize=12))
    heading = alt.TitleParams(str(rows["panel"].iloc[0]), anchor="start", frame="group")
    inner = WIDTH - _NAMES - (_BESIDE if beside else 0)
    return alt.layer(*layers, width=inner, height=_ROW * len(rows), title=heading)
