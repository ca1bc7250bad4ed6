"""Results as ranked bars, one panel a benchmark and scenario, each on its own axis."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, Page, named_rows, stacked

LABELS = 262


def ranked_bars(rows: pd.DataFrame, *, axis: str) -> Drawing:
    """Horizontal bars with their values written at the end.

    ``rows``: columns ``panel`` (panels in order of appearance, never sharing an axis),
    ``label`` (one bar each, unique in its panel), ``value``, ``text`` (as printed),
    ``marked`` (True: drawn in colour), ``row_id``. ``axis``: what the bars show, with its unit.
    """
    return Drawing(
        draw=lambda page: _panels(rows, axis, page),
        frame=rows,
        columns={
            "panel": "panel",
            "label": "result",
            "text": f"{axis}, as printed",
            "value": axis,
            "marked": "highlighted",
        },
        row_ids=rows["row_id"],
    )


def _panels(rows: pd.DataFrame, axis: str, page: Page) -> alt.VConcatChart:
    labels = page.labels(LABELS)
    charts = []
    for panel in rows["panel"].drop_duplicates():
        frame = rows.loc[rows["panel"] == panel, ["label", "value", "text", "marked"]]
        # Room beside the longest bar for its value.
        top = float(frame["value"].max()) * (1.2 if labels else 1.32)
        base = alt.Chart(frame).encode(
            x=alt.X(
                "value:Q",
                title=axis,
                scale=alt.Scale(domain=[0, top], nice=False),
                axis=alt.Axis(tickCount=4, labelExpr="datum.value === 0 ? '0' : format(datum.value, '~s')"),
            ),
            tooltip=[alt.Tooltip("label:N", title="result"), alt.Tooltip("text:N", title=axis)],
        )
        colour = alt.condition("datum.marked", alt.value(CATEGORICAL[0]), alt.value(CONTEXT))
        rows_of, drop, step = named_rows(base, labels)
        bar = rows_of.mark_bar(size=17, yOffset=drop).encode(color=colour)
        value = rows_of.mark_text(align="left", dx=5, dy=drop, color=INK).encode(text="text:N")
        layers = [bar, value]
        if not labels:
            layers.append(rows_of.mark_text(align="left", dy=-9, color=INK).encode(x=alt.XValue(0), text="label:N"))
        charts.append(
            alt.layer(
                *layers,
                width=page.width - labels - 24,
                height=step * len(frame),
                title=alt.TitleParams(panel, anchor="start", offset=8),
            )
        )
    return stacked(charts)
