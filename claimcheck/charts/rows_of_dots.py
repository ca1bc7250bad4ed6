"""Panels of rows with several dots each: one series a row, one colour a kind of dot."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import INK, MUTED, RULE, WIDTH, named_rows, stacked, tinted

_KEY, _PLOT = 24, WIDTH - 24
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
    rule: tuple[float, str] | None = None,
) -> Drawing:
    """Panels of rows with a dot of each kind, on one axis from ``start`` to beyond the words of the last dot.

    ``rows``: columns ``panel``, ``label`` (unique in its panel), ``kind`` (one of ``kinds``), ``value``, ``text`` and
    ``row_id``, as :func:`rows_of_dots` draws them; ``axis``: what the dots show, with its unit.
    """
    high = float(rows["value"].max())
    words = _CHARACTER * int(rows["text"].str.len().max()) + _GAP
    domain = (start, start + (high - start) / (1 - words / _PLOT))
    return Drawing(
        chart=rows_of_dots(rows, kinds, axis=axis, domain=domain, format=format, rule=rule, colours=colours),
        frame=rows,
        columns={"panel": "panel", "label": "result", "kind": "which", "value": axis},
        row_ids=rows["row_id"],
    )


def rows_of_dots(
    frame: pd.DataFrame,
    kinds: Sequence[str],
    *,
    axis: str,
    domain: tuple[float, float],
    format: str,
    colours: Sequence[str],
    rule: tuple[float, str] | None = None,
) -> alt.VConcatChart:
    """A key above panels, each with an axis of its own and rows of dots joined by a line.

    ``frame``: columns ``panel`` (in order of appearance), ``label`` (rows in order of appearance), ``kind`` (one of
    ``kinds``), ``value``, and ``text``, written beside the row's rightmost dot. ``domain`` is of every panel's
    axis; ``rule`` draws a line at a value, with its words above the first panel.
    """
    tint = tinted("kind", dict(zip(kinds, colours, strict=False)))
    charts: list[alt.Chart | alt.LayerChart] = [_key(kinds, tint)]
    for number, panel in enumerate(frame["panel"].drop_duplicates()):
        part = frame.loc[frame["panel"] == panel, ["label", "kind", "value", "text"]]
        x = alt.X(
            "value:Q",
            title=axis,
            scale=alt.Scale(domain=list(domain), nice=False, zero=False),
            axis=alt.Axis(tickCount=4, labelExpr=f"datum.value === 0 ? '0' : format(datum.value, '{format}')"),
        )
        drawn, drop, step = named_rows(alt.Chart(part).encode(x=x))
        layers: list[alt.Chart] = []
        spans = part.groupby("label", sort=False)["value"].agg(["min", "max"]).reset_index()
        if rule is not None:
            mark = alt.Chart(pd.DataFrame({"value": [rule[0]], "text": [rule[1]]})).encode(x=x)
            # A line through all rows would cross the names above them.
            ticks, _, _ = named_rows(alt.Chart(spans.assign(value=rule[0])).encode(x=x))
            layers.append(ticks.mark_tick(color=MUTED, opacity=1, thickness=1.5, size=18, yOffset=drop))
            if number == 0:
                words = mark.mark_text(color=MUTED, dy=-16, fontSize=12)
                layers.append(words.encode(y=alt.YValue(0), text="text:N"))
        ends = part.loc[part.groupby("label", sort=False)["value"].idxmax()]
        if rule is not None:  # its words would cross the line
            ends = ends.assign(value=ends["value"].clip(lower=rule[0]))
        span, _, _ = named_rows(alt.Chart(spans).encode(x=alt.X("min:Q", title=axis), x2="max:Q"))
        end, _, _ = named_rows(alt.Chart(ends).encode(x=x))
        value = alt.Tooltip("value:Q", title=axis, format=",.1f")
        tips = [alt.Tooltip("label:N", title="series"), alt.Tooltip("kind:N", title="which"), value]
        layers += [
            span.mark_rule(color=RULE, strokeWidth=3, yOffset=drop),
            drawn.mark_circle(size=110, opacity=1, yOffset=drop).encode(color=tint, tooltip=tips),
            end.mark_text(align="left", dx=10, dy=drop, color=INK, fontSize=12).encode(text="text:N"),
        ]
        name = alt.Chart(spans).encode(y=alt.Y("label:N", sort=None, axis=None), x=alt.XValue(0))
        layers.append(name.mark_text(align="left", dy=-9, color=INK, fontSize=12).encode(text="label:N"))
        rows = part["label"].nunique()
        heading = alt.TitleParams(panel, anchor="start", offset=16 if rule is not None and number == 0 else 8)
        charts.append(alt.layer(*layers, width=_PLOT, height=step * rows, title=heading))
    return stacked(charts)


def _key(kinds: Sequence[str], tint: alt.Color) -> alt.LayerChart:
    """The kinds as coloured dots with their names, from left to right."""
    widths = [30 + 7 * len(kind) for kind in kinds]
    starts = [8 + sum(widths[:n]) for n in range(len(kinds))]
    base = alt.Chart(pd.DataFrame({"kind": list(kinds), "x": starts})).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, _PLOT], nice=False, zero=False)),
        y=alt.YValue(_KEY / 2),
    )
    return alt.layer(
        base.mark_circle(size=110, opacity=1).encode(color=tint),
        base.mark_text(align="left", dx=9, color=INK).encode(text="kind:N"),
        width=_PLOT,
        height=_KEY,
    )
