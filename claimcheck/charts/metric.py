"""Server figures: ratios over three durations, how far one last query moves a result, and operating points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    FULL_RUN,
    INK,
    MUTED,
    NVIDIA,
    OFFERED,
    OTHERS,
    PUBLISHED,
    RULE,
    WIDTH,
    colour,
    measured,
    named_rows,
    stacked,
    y_title,
)
from claimcheck.data.rounds import in_order

# A tall bar: it can be seen where another mark covers it.
_BAR = "M-0.22,-1.3L0.22,-1.3L0.22,1.3L-0.22,1.3Z"
# Measure of a pair, its name, its colour and its shape; later ones are drawn above earlier ones.
VIEWS = (
    ("full_run_per", "full run", FULL_RUN, "circle"),
    ("offered_per", "offered load", OFFERED, "triangle-up"),
    ("published_per", "published", PUBLISHED, _BAR),
)
PANELS = {
    "round": "v6.0 over v5.1",
    "chip": "One chip over another, same round",
    "size": "A larger system over a smaller one, same round",
}


def labelled(pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs of ``analysis.metric.pair_factors`` in the order of PANELS, with ``panel`` and ``label``."""
    ordered = pd.concat([pairs[pairs["kind"] == kind] for kind in PANELS], ignore_index=True)
    return ordered.assign(panel=ordered["kind"].map(PANELS), label=[_label(p) for p in ordered.itertuples()])


def _label(pair: Any) -> str:
    if pair.kind == "chip":
        chips = f"{pair.chip_after} over {pair.chip_before}"
        return f"{pair.submitter_after} {pair.accelerators_after}: {chips}, {pair.round_after}"
    if pair.kind == "size":
        sizes = f"{pair.accelerators_after} over {pair.accelerators_before}"
        return f"{pair.submitter_after} {pair.chip_after}: {sizes}, {pair.round_after}"
    after = f"{pair.submitter_after} {pair.accelerators_after}"
    before = f"{pair.submitter_before} {pair.accelerators_before}"
    return f"{after} {pair.chip_after}" if after == before else f"{after} over {before}, {pair.chip_after}"


def three_views(pairs: pd.DataFrame) -> Drawing:
    """Draw the ratio of each pair under each of VIEWS as a line: one panel a kind of comparison, on one scale.

    ``pairs``: rows of ``labelled`` of one benchmark and scenario, in the order to be drawn.
    """
    long = pairs.rename(columns={column: words for column, words, *_ in VIEWS})
    long = long.melt(["panel", "label"], [words for _, words, *_ in VIEWS], "view", "ratio")
    long["text"] = [f"{r:.2f}x" for r in long["ratio"]]
    low, high = min(float(long["ratio"].min()), 1.0), float(long["ratio"].max())
    room = 0.04 * (high - low)
    panels = list(long["panel"].drop_duplicates())
    charts = [
        _views(
            long[long["panel"] == panel], (low - room, high + room), first=panel == panels[0], last=panel == panels[-1]
        )
        for panel in panels
    ]
    return Drawing(
        chart=stacked(charts, spacing=16),
        frame=long,
        columns={
            "panel": "panel",
            "label": "pair",
            "view": "denominator",
            "text": "ratio, as printed",
            "ratio": "ratio per accelerator",
        },
        row_ids=[*pairs["row_id_after"], *pairs["row_id_before"]],
    )


def _views(part: pd.DataFrame, ends: tuple[float, float], *, first: bool, last: bool) -> alt.LayerChart:
    names = [words for _, words, *_ in VIEWS]
    legend = alt.Legend(orient="top") if first else None
    reach = part.groupby("label", sort=False)["ratio"].agg(["min", "max"]).reset_index()
    reach = reach.rename(columns={"min": "ratio", "max": "to"})
    title, words = "ratio per accelerator" if last else None, "format(datum.value, '.1~f') + 'x'"
    x = measured(alt.X, "ratio", title, ends, {"zero": False}, labelExpr=words, tickCount=5, grid=True, labels=last)
    base, drop, step = named_rows(alt.Chart(part[["label", "view", "ratio", "text"]]).encode(x=x))
    spans, _, _ = named_rows(alt.Chart(reach).encode(x=x))
    words = named_rows(alt.Chart(reach[["label"]]))[0].encode(x=alt.XValue(0), text="label:N")
    place = {"align": "left", "dy": -9, "fontSize": 12}
    layers = [
        alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(color=CONTEXT, strokeDash=[3, 3]).encode(x=x),
        spans.mark_rule(color=RULE, strokeWidth=4, yOffset=drop).encode(x2="to:Q"),
        base.mark_point(size=85, opacity=1, filled=True, yOffset=drop).encode(
            color=alt.Color("view:N", legend=legend, scale=alt.Scale(domain=names, range=[v[2] for v in VIEWS])),
            shape=alt.Shape("view:N", legend=legend, scale=alt.Scale(domain=names, range=[v[3] for v in VIEWS])),
            tooltip=[
                alt.Tooltip("label:N", title="pair"),
                alt.Tooltip("view:N", title="denominator"),
                alt.Tooltip("text:N", title="ratio"),
            ],
        ),
        # The page's colour around the letters, where they cross the line at 1.
        words.mark_text(stroke=colour("page"), strokeWidth=4, **place),
        words.mark_text(color=INK, **place),
    ]
    heading = alt.TitleParams(part["panel"].iloc[0], anchor="start", offset=6, fontSize=14)
    return alt.layer(*layers, width=WIDTH - 24, height=step * len(reach), title=heading)


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
        alt.Chart(ends).mark_text(align="left", dx=12, dy=4, fontSize=11, color=MUTED).encode(x=x, y=y, text="text:N"),
        dots.properties(data=drawn).encode(color=alt.value(CONTEXT), size=alt.value(45)),
        dots.properties(data=named).encode(color=tint, size=alt.value(110)),
    ]
    for place, mark in {"right": {"align": "left", "dx": 9}, "above": {"align": "center", "dy": -13}}.items():
        words = alt.Chart(named[named["place"] == place]).mark_text(fontSize=13, **mark)
        layers.append(words.encode(x=x, y=y, text="name:N", color=tint))
    heading = ["completion factor", "pale curves: last query's latency, in mean latencies"]
    chart = alt.layer(*layers, width=WIDTH - 52, height=340, title=y_title(heading))
    return Drawing(
        chart=stacked([chart]),
        frame=frame,
        columns={
            "label": "run",
            "round": "round",
            "completion_factor": "completion factor",
            "mean_latencies": "queries arrived for so many mean latencies",
        },
        row_ids=frame["row_id"],
    )


def factor_strips(frame: pd.DataFrame, names: Mapping[str, str], marked: str) -> Drawing:
    """Draw completion factors: one dot a run, one line a benchmark, one panel a scenario.

    ``frame``: ``family``, ``scenario``, ``round``, ``completion_factor``, ``label``, ``row_id``. ``names`` prints a
    family otherwise than the table; the dots of the family ``marked`` are dark, the others grey.
    """
    rows = frame.assign(cell=[names.get(f, f) for f in frame["family"]])
    ends = (math.floor(float(rows["completion_factor"].min()) * 50) / 50, 1.002)
    order = rows.groupby("cell")["completion_factor"].min().sort_values(kind="stable")
    charts = []
    for scenario in ("Server", "Interactive"):
        part = rows[rows["scenario"] == scenario]
        part = part.assign(place=part["cell"].map(list(order.index).index)).sort_values(["place", "round"])
        shown = part[["cell", "completion_factor", "round", "label"]]
        title, ticks = "completion factor" if scenario == "Interactive" else None, {"format": ".2f", "tickCount": 5}
        x = measured(alt.X, "completion_factor", title, ends, {"zero": False}, grid=True, **ticks)
        base, drop, step = named_rows(alt.Chart(shown).encode(x=x), "cell")
        words, _, _ = named_rows(alt.Chart(shown.drop_duplicates("cell")), "cell")
        chosen = alt.datum.cell == names.get(marked, marked)
        dots = base.mark_circle(size=50, opacity=0.7, yOffset=drop).encode(
            color=alt.condition(chosen, alt.value(INK), alt.value(CONTEXT)),
            tooltip=[
                alt.Tooltip("label:N", title="run"),
                alt.Tooltip("completion_factor:Q", title="completion factor", format=".4f"),
            ],
        )
        above = words.mark_text(align="left", dy=-9, fontSize=12).encode(
            x=alt.XValue(0), text="cell:N", color=alt.condition(chosen, alt.value(INK), alt.value(MUTED))
        )
        head = alt.TitleParams(scenario, anchor="start", offset=6)
        charts.append(alt.layer(dots, above, width=WIDTH - 24, height=(step - 6) * part["cell"].nunique(), title=head))
    return Drawing(
        chart=stacked(charts, spacing=14),
        frame=rows,
        columns={
            "scenario": "scenario",
            "cell": "benchmark",
            "label": "run",
            "round": "round",
            "completion_factor": "completion factor",
        },
        row_ids=rows["row_id"],
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
