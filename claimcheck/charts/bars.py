"""Results as ranked bars, one panel a benchmark and scenario, each on its own axis."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, OTHERS, WIDTH, named_rows, stacked


def ranked_bars(rows: pd.DataFrame, *, axis: str, colours: tuple[str, str] = (OTHERS, CONTEXT)) -> Drawing:
    """Horizontal bars with their values written at the end and their names above.

    ``rows``: columns ``panel`` (panels in order of appearance, never sharing an axis),
    ``label`` (one bar each, unique in its panel), ``value``, ``text`` (as printed),
    ``marked`` (True: the first of ``colours``, else the second), ``row_id``. ``axis``: what the bars
    show, with its unit.
    """
    return Drawing(
        chart=_panels(rows, axis, colours),
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


def _panels(rows: pd.DataFrame, axis: str, colours: tuple[str, str]) -> alt.VConcatChart:
    charts = []
    for panel in rows["panel"].drop_duplicates():
        frame = rows.loc[rows["panel"] == panel, ["label", "value", "text", "marked"]]
        base = alt.Chart(frame).encode(
            x=alt.X(
                "value:Q",
                title=axis,
                # Room beside the longest bar for its value.
                scale=alt.Scale(domain=[0, float(frame["value"].max()) * 1.32], nice=False),
                axis=alt.Axis(tickCount=4, labelExpr="datum.value === 0 ? '0' : format(datum.value, '~s')"),
            ),
            tooltip=[alt.Tooltip("label:N", title="result"), alt.Tooltip("text:N", title=axis)],
        )
        tint = alt.condition("datum.marked", alt.value(colours[0]), alt.value(colours[1]))
        rows_of, drop, step = named_rows(base)
        charts.append(
            alt.layer(
                rows_of.mark_bar(size=17, yOffset=drop).encode(color=tint),
                rows_of.mark_text(align="left", dx=5, dy=drop, color=INK).encode(text="text:N"),
                rows_of.mark_text(align="left", dy=-9, color=INK).encode(x=alt.XValue(0), text="label:N"),
                width=WIDTH - 24,
                height=step * len(frame),
                title=alt.TitleParams(panel, anchor="start", offset=8),
            )
        )
    return stacked(charts)
