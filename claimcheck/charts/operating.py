"""Operating points: how many requests a run kept in flight, and how fast each of them went."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, WIDTH, colour, measured
from claimcheck.data.rounds import in_order

_LOAD, _SPEED = "requests in flight per GPU", "tokens per second of one request"
_DRAWN = ("who", "round", "load", "speed", "name", "shade")


def operating_plane(points: pd.DataFrame, pairs: pd.DataFrame) -> Drawing:
    """Requests in flight per accelerator across, the speed of one request upwards, both from zero.

    ``points``: rows of ``analysis.operating.limited`` of one benchmark and scenario with ``who`` (the run in words),
    ``name`` (words above the dot, or nothing: then the dot is grey) and ``shade`` (its colour). Dots of the earliest
    round are hollow. ``pairs``: ``row_id_before`` and ``row_id_after``, joined by a line. Raises ValueError for points
    of more than one benchmark or scenario.
    """
    if len(points[["benchmark", "scenario"]].drop_duplicates()) != 1:
        raise ValueError("points of more than one benchmark or scenario")
    shown = points.assign(
        load=points["in_flight_per_accelerator"],
        speed=points["tokens_per_request_second"],
        shade=points["shade"].where(points["name"] != "", CONTEXT),
    ).sort_values("name", kind="stable")
    wide, high = float(shown["load"].max()) * 1.08, float(shown["speed"].max()) * 1.15
    x = measured(alt.X, "load", _LOAD, (0, wide), tickCount=5, grid=False)
    y = measured(alt.Y, "speed", _SPEED, (0, high), tickCount=4, grid=True)
    at = shown.set_index("row_id")[["load", "speed"]]
    before, after = (at.loc[pairs[f"row_id_{side}"]].reset_index(drop=True) for side in ("before", "after"))
    lines = before.assign(to_load=after["load"], to_speed=after["speed"])
    dots = alt.Chart(shown[list(_DRAWN)]).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("who:N", title="run"),
            alt.Tooltip("round:N"),
            alt.Tooltip("load:Q", title=_LOAD, format=",.0f"),
            alt.Tooltip("speed:Q", title=_SPEED, format=".1f"),
        ],
    )
    paint = alt.Color("shade:N", scale=None, legend=None)
    # Words end above the dot of an earlier run and below one far to the right; else they begin above their dot.
    earlier, far = f"datum.round == '{in_order(shown['round'])[0]}'", f"datum.load > {wide * 0.7}"
    words = dots.transform_filter("datum.name != ''").encode(text="name:N", color=paint)
    layers = [
        alt.Chart(lines).mark_rule(color=INK, strokeWidth=1.5).encode(x=x, y=y, x2="to_load:Q", y2="to_speed:Q"),
        dots.transform_filter(f"!({earlier})").mark_point(filled=True, size=90, opacity=1).encode(color=paint),
        dots.transform_filter(earlier)
        .mark_point(filled=True, size=90, opacity=1, strokeWidth=2, fill=colour("page"))
        .encode(stroke=alt.Stroke("shade:N", scale=None, legend=None)),
        words.transform_filter(f"!({far}) && {earlier}").mark_text(align="right", dx=4, dy=-14, fontWeight="bold"),
        words.transform_filter(f"!({far}) && !({earlier})").mark_text(align="left", dx=-4, dy=-14, fontWeight="bold"),
        words.transform_filter(far).mark_text(align="right", dx=8, dy=17, fontWeight="bold"),
    ]
    return Drawing(
        chart=alt.layer(*layers, width=WIDTH, height=240),
        frame=shown,
        columns={"who": "run", "round": "round", "load": _LOAD, "speed": _SPEED},
        row_ids=points["row_id"],
    )
