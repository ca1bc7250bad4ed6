"""The specification curve: every defensible comparison, with the choices that make it."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, RULE, Page, colour, named_rows, stacked

LABELS = 168
PAGE = colour("page")
_AXIS = "ratio per accelerator, v6.0 over v5.1"
_RIM = {"stroke": PAGE, "strokeWidth": 4, "strokeJoin": "round", "color": PAGE}


def specification_curve(readings: pd.DataFrame, choices: list[str], *, published: float) -> Drawing:
    """One dot a reading above a grid that says which choices it makes, in groups, highest first.

    ``readings``: columns ``group`` (groups stand in order of appearance), ``ratio``, ``label``
    (unique), ``marked`` (True for the published pair), ``note`` (a few words below the dot, or
    nothing), ``row_id_before``, ``row_id_after``, and one boolean column for each name in
    ``choices`` (the grid's rows, top to bottom). ``published`` is drawn as a line.
    """
    groups = list(readings["group"].drop_duplicates())
    frame = readings.assign(place=readings["group"].map(groups.index))
    frame = frame.sort_values(["place", "ratio"], ascending=[True, False], ignore_index=True)
    # An empty column between two groups.
    order = frame.index + 1 + frame["place"]
    frame = frame.assign(order=order, text=[f"{r:.2f}x" for r in frame["ratio"]])
    plain = frame[["order", "group", "ratio", "label", "text", "marked", "note"]]
    grid = frame.melt(["order", "label", "marked"], choices, "choice", "holds")
    mark = pd.DataFrame({"ratio": [published], "text": [f"published {published:.2f}x"]})
    return Drawing(
        draw=lambda page: _narrow(plain, mark, page) if page.narrow else _wide(plain, grid, choices, mark, page),
        frame=pd.concat([plain, mark, grid], ignore_index=True),
        columns={
            "label": "comparison",
            "text": "ratio, as printed",
            "ratio": _AXIS,
            "order": "position from the left",
            "note": "note",
            "marked": "highlighted",
            "choice": "choice",
            "holds": "the choice holds",
        },
        row_ids=[row for pair in zip(frame["row_id_after"], frame["row_id_before"], strict=True) for row in pair],
    )


def _wide(
    plain: pd.DataFrame, grid: pd.DataFrame, choices: list[str], published: pd.DataFrame, page: Page
) -> alt.VConcatChart:
    width = page.width - LABELS - 30
    x = alt.X("order:O", axis=None, scale=alt.Scale(domain=list(range(1, int(plain["order"].max()) + 1))))
    shade = alt.condition("datum.marked", alt.value(CATEGORICAL[1]), alt.value(CATEGORICAL[0]))
    y = alt.Y(
        "ratio:Q",
        title=None,
        scale=alt.Scale(zero=False, domain=_domain(plain)),
        axis=alt.Axis(grid=True, minExtent=LABELS, tickCount=5, format=".1f"),
    )
    base = alt.Chart(plain).encode(
        x=x, y=y, tooltip=[alt.Tooltip("label:N", title="comparison"), alt.Tooltip("text:N", title="ratio")]
    )
    dots = base.mark_circle(size=110, opacity=1).encode(color=shade)
    words = base.mark_text(dy=-14, color=INK, fontSize=12).encode(text="text:N")
    # As a heading: a title beside the axis would stand far left of it, before the grid's labels.
    axis = alt.TitleParams(_AXIS, anchor="start", frame="group", fontSize=13, fontWeight="normal", dx=-30)
    mark = alt.Chart(published)
    rule = mark.mark_rule(color=CATEGORICAL[1], strokeDash=[4, 3], strokeWidth=1.5).encode(y="ratio:Q")
    # Below the line at its right end: the last group's readings stand on the line or above it.
    name = mark.mark_text(align="right", dx=-2, dy=12, color=CATEGORICAL[1]).encode(
        y="ratio:Q", x=alt.XValue(width), text="text:N"
    )
    notes = (
        base.mark_text(align="center", dy=23, color=INK, fontSize=12)
        .encode(text="note:N")
        .transform_filter("datum.note != ''")
    )
    curve = alt.layer(rule, name, dots, words, notes, width=width, height=250, title=axis)
    cells = alt.Chart(grid).encode(
        x=x,
        y=alt.Y(
            "choice:N",
            sort=choices,
            title=None,
            axis=alt.Axis(minExtent=LABELS, labelLimit=LABELS, labelColor=INK, grid=True),
        ),
    )
    shown = cells.mark_circle(size=75, opacity=1).encode(
        color=alt.condition("datum.marked", alt.value(CATEGORICAL[1]), alt.value(CATEGORICAL[0])),
        tooltip=[alt.Tooltip("label:N", title="comparison"), alt.Tooltip("choice:N", title="choice")],
    )
    matrix = alt.layer(
        cells.mark_circle(size=18, opacity=1, color=RULE),
        shown.transform_filter("datum.holds"),
        width=width,
        height=22 * len(choices),
    )
    return stacked([curve, matrix], spacing=10)


def _narrow(frame: pd.DataFrame, published: pd.DataFrame, page: Page) -> alt.LayerChart:
    x = alt.X(
        "ratio:Q",
        title=_AXIS,
        scale=alt.Scale(zero=False, domain=_domain(frame), nice=False),
        axis=alt.Axis(tickCount=4, format=".1f"),
    )
    base, drop, step = named_rows(alt.Chart(frame[["ratio", "label", "text", "marked"]]).encode(x=x), 0)
    mark = alt.Chart(published).encode(x=x)
    shade = alt.condition("datum.marked", alt.value(CATEGORICAL[1]), alt.value(CATEGORICAL[0]))
    return alt.layer(
        mark.mark_rule(color=CATEGORICAL[1], strokeDash=[4, 3]),
        mark.mark_text(color=CATEGORICAL[1], dy=-8).encode(y=alt.YValue(0), text="text:N"),
        base.mark_circle(size=90, opacity=1, yOffset=drop).encode(color=shade),
        # The page's colour around the letters, where they cross the line.
        *(
            base.mark_text(align="left", dx=8, dy=drop, **style).encode(text="text:N")
            for style in (_RIM, {"color": INK})
        ),
        *(
            base.mark_text(align="left", dy=-9, fontSize=12, **style).encode(x=alt.XValue(0), text="label:N")
            for style in (_RIM, {"color": MUTED})
        ),
        width=page.width,
        height=step * len(frame),
    )


def _domain(frame: pd.DataFrame) -> list[float]:
    return [1.0 if frame["ratio"].min() >= 1 else 0.7, round(float(frame["ratio"].max()) + 0.35, 1)]
