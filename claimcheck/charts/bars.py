"""Results as ranked bars, one panel a benchmark and scenario, each on its own axis."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, OTHERS, WIDTH, measured, named_rows, stacked


def ranked_bars(rows: pd.DataFrame, *, axis: str, colours: tuple[str, str] = (OTHERS, CONTEXT)) -> Drawing:
    """Horizontal bars with their values written at the end and their names above.

    ``rows``: columns ``panel`` (panels in order of appearance, never sharing an axis),
    ``label`` (one bar each, unique in its panel), ``value``, ``text`` (as printed),
    ``marked`` (True: the first of ``colours``, else the second), ``row_id``. ``axis``: what the bars
    show, with its unit.
    """
    tips = [alt.Tooltip("label:N", title="result"), alt.Tooltip("text:N", title=axis)]
    tint = alt.condition("datum.marked", alt.value(colours[0]), alt.value(colours[1]))
    labels = "datum.value === 0 ? '0' : format(datum.value, '~s')"
    charts = []
    for panel in rows["panel"].drop_duplicates():
        frame = rows.loc[rows["panel"] == panel, ["label", "value", "text", "marked"]]
        # Room beside the longest bar for its value.
        ends = (0, float(frame["value"].max()) * 1.32)
        x = measured(alt.X, "value", axis, ends, tickCount=4, labelExpr=labels)
        bars, drop, step = named_rows(alt.Chart(frame).encode(x=x, tooltip=tips))
        charts.append(
            alt.layer(
                bars.mark_bar(size=17, yOffset=drop).encode(color=tint),
                bars.mark_text(align="left", dx=5, dy=drop, color=INK).encode(text="text:N"),
                bars.mark_text(align="left", dy=-9, color=INK).encode(x=alt.XValue(0), text="label:N"),
                width=WIDTH - 24,
                height=step * len(frame),
                title=alt.TitleParams(panel, anchor="start", offset=8),
            )
        )
    return Drawing(
        chart=stacked(charts),
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
