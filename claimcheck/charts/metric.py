"""Server figures: how far one last query moves a result, and operating points."""

from __future__ import annotations

import math

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    INK,
    MUTED,
    NVIDIA,
    OTHERS,
    RULE,
    WIDTH,
    colour,
    measured,
    rimmed,
    stacked,
    y_title,
)
from claimcheck.data.rounds import in_order


def factor_by_length(frame: pd.DataFrame) -> Drawing:
    """Draw the completion factor of each run against how many mean latencies queries arrived for.

    ``frame``: runs of one benchmark and scenario, with ``mean_latencies``, ``completion_factor``, ``round``,
    ``submitter``, ``row_id``, ``label``, ``name`` (the words at a dot; without them it is grey) and ``place`` (where
    they are: above or right). The pale curves are exact: a run whose last query takes 0.25, 0.5, 1 or 2 mean latencies
    lies on one of them.
    """
    low, high = float(frame["mean_latencies"].min()) * 0.8, float(frame["mean_latencies"].max()) * 1.15
    floor = math.floor(float(frame["completion_factor"].min()) * 50 - 0.5) / 50
    ticks = {"values": [5, 10, 20, 30, 50, 70], "format": "d"}
    across = "queries arrived for this many mean latencies (log scale)"
    x = measured(alt.X, "mean_latencies", across, (low, high), {"type": "log"}, grid=False, **ticks)
    ticks = {"format": ".2f", "tickCount": 6}
    y = measured(alt.Y, "completion_factor", None, (floor, 1.005), {"zero": False}, grid=True, **ticks)
    steps = np.geomspace(low, high, 60)
    curves = pd.DataFrame([(s, s / (s + k), k) for k in (0.25, 0.5, 1.0, 2.0) for s in steps])
    curves.columns = ["mean_latencies", "completion_factor", "wait"]
    curves = curves[curves["completion_factor"] >= floor]
    ends = curves.sort_values(["wait", "mean_latencies"]).drop_duplicates("wait")
    ends = ends.assign(text=[f"{k:g}" for k in ends["wait"]])
    drawn = frame[["mean_latencies", "completion_factor", "round", "submitter", "label", "name", "place"]]
    named = drawn[drawn["name"] != ""]
    tint = alt.condition("datum.submitter == 'NVIDIA'", alt.value(NVIDIA), alt.value(OTHERS))
    dots = (
        alt.Chart()
        .mark_circle(opacity=1)
        .encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("label:N", title="run"),
                alt.Tooltip("completion_factor:Q", title="completion factor", format=".3f"),
                alt.Tooltip("mean_latencies:Q", title="mean latencies", format=".1f"),
            ],
        )
    )
    layers = [
        alt.Chart(curves).mark_line(color=RULE, strokeWidth=1.2).encode(x=x, y=y, detail="wait:N"),
        *rimmed(alt.Chart(ends).encode(x=x, y=y, text="text:N"), MUTED, align="left", dx=12, dy=4, fontSize=12),
        dots.properties(data=drawn).encode(color=alt.value(CONTEXT), size=alt.value(45)),
        dots.properties(data=named).encode(color=tint, size=alt.value(110)),
    ]
    for place, mark in {"right": {"align": "left", "dx": 9}, "above": {"align": "center", "dy": -13}}.items():
        for of_nvidia, tone in ((True, NVIDIA), (False, OTHERS)):
            here = named[(named["place"] == place) & ((named["submitter"] == "NVIDIA") == of_nvidia)]
            if len(here):
                layers += rimmed(alt.Chart(here).encode(x=x, y=y, text="name:N"), tone, fontSize=13, **mark)
    heading = ["completion factor", "pale curves: last query's latency, in mean latencies"]
    chart = alt.layer(*layers, width=WIDTH - 52, height=340, title=y_title(heading))
    return Drawing(
        chart=stacked([chart]),
        frame=frame,
        columns={
            "label": "run",
            "round": "round",
            "mean_latencies": "queries arrived for so many mean latencies",
            "completion_factor": "completion factor",
        },
        row_ids=frame["row_id"],
    )


_LOAD, _SPEED = "requests in flight per GPU", "tokens per second of one request"
_DRAWN = ("who", "round", "load", "speed", "name", "shade")


def operating_plane(points: pd.DataFrame, pairs: pd.DataFrame) -> Drawing:
    """Draw requests in flight per accelerator against the speed of one request, both axes from zero.

    ``points``: rows of ``analysis.operating.with_latency_limits`` of one benchmark and scenario. ``who`` is the run in
    words, ``name`` the words above the dot (or nothing: then the dot is grey), ``shade`` its colour. Dots of the
    earliest round are hollow. ``pairs``: ``row_id_before`` and ``row_id_after``, joined by a line. Raises ValueError
    for points of more than one benchmark or scenario.
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
