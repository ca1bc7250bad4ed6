"""Panels of rows with several dots each: one series a row, one colour a kind of dot."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import INK, MUTED, RULE, WIDTH, colour_key, measured, named_rows, stacked, tinted

_PLOT = WIDTH - 24
# Pixels per character of the words beside a row's last dot, and between the two.
_CHARACTER, _GAP = 6.6, 14


def dotted_rows(
    rows: pd.DataFrame,
    kinds: Sequence[str],
    *,
    axis: str,
    start: float,
    format: str,
    colours: Sequence[str],
    end: float | None = None,
    rule: tuple[float, str] | None = None,
) -> Drawing:
    """A key above panels, each with an axis of its own and rows of dots joined by a line.

    ``rows``: columns ``panel`` (in order of appearance), ``label`` (rows in order of appearance, unique in a panel),
    ``kind`` (one of ``kinds``), ``value``, ``text``, written beside the row's rightmost dot, and ``row_id``. ``axis``:
    what the dots show, with its unit; every panel's goes from ``start`` to ``end``, by default beyond the words of the
    last dot. ``rule`` draws a line at a value, with its words above the first panel.
    """
    if end is None:
        words = _CHARACTER * int(rows["text"].str.len().max()) + _GAP
        end = start + (float(rows["value"].max()) - start) / (1 - words / _PLOT)
    tint = tinted("kind", dict(zip(kinds, colours, strict=False)))
    labels = f"datum.value === 0 ? '0' : format(datum.value, '{format}')"
    x = measured(alt.X, "value", axis, (start, end), {"zero": False}, tickCount=4, labelExpr=labels)
    charts: list[alt.Chart | alt.LayerChart] = [colour_key(dict(zip(kinds, colours, strict=False)), _PLOT)]
    for number, panel in enumerate(rows["panel"].drop_duplicates()):
        part = rows.loc[rows["panel"] == panel, ["label", "kind", "value", "text"]]
        drawn, drop, step = named_rows(alt.Chart(part).encode(x=x))
        layers: list[alt.Chart] = []
        spans = part.groupby("label", sort=False)["value"].agg(["min", "max"]).reset_index()
        ends = part.loc[part.groupby("label", sort=False)["value"].idxmax()]
        if rule is not None:
            mark = alt.Chart(pd.DataFrame({"value": [rule[0]], "text": [rule[1]]})).encode(x=x)
            # A line through all rows would cross the names above them.
            ticks, _, _ = named_rows(alt.Chart(spans.assign(value=rule[0])).encode(x=x))
            layers.append(ticks.mark_tick(color=MUTED, opacity=1, thickness=1.5, size=18, yOffset=drop))
            if number == 0:
                words = mark.mark_text(color=MUTED, dy=-16, fontSize=12)
                layers.append(words.encode(y=alt.YValue(0), text="text:N"))
            # The words beside a dot would cross the line.
            ends = ends.assign(value=ends["value"].clip(lower=rule[0]))
        span, _, _ = named_rows(alt.Chart(spans).encode(x=alt.X("min:Q", title=axis), x2="max:Q"))
        beside, _, _ = named_rows(alt.Chart(ends).encode(x=x))
        value = alt.Tooltip("value:Q", title=axis, format=",.1f")
        tips = [alt.Tooltip("label:N", title="series"), alt.Tooltip("kind:N", title="which"), value]
        name = alt.Chart(spans).encode(y=alt.Y("label:N", sort=None, axis=None), x=alt.XValue(0))
        layers += [
            span.mark_rule(color=RULE, strokeWidth=3, yOffset=drop),
            drawn.mark_circle(size=110, opacity=1, yOffset=drop).encode(color=tint, tooltip=tips),
            beside.mark_text(align="left", dx=10, dy=drop, color=INK, fontSize=12).encode(text="text:N"),
            name.mark_text(align="left", dy=-9, color=INK, fontSize=12).encode(text="label:N"),
        ]
        heading = alt.TitleParams(panel, anchor="start", offset=16 if rule is not None and number == 0 else 8)
        charts.append(alt.layer(*layers, width=_PLOT, height=step * part["label"].nunique(), title=heading))
    return Drawing(
        chart=stacked(charts),
        frame=rows,
        columns={"panel": "panel", "label": "result", "kind": "which", "value": axis},
        row_ids=rows["row_id"],
    )
