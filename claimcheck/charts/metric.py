"""The completion factor: how far the last issued query moves a Server figure, and on what that depends."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.place import Box, beside
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, MUTED, RULE, Page, named_rows, stacked

ROUND_COLOURS = {"v5.1": CATEGORICAL[0], "v6.0": CATEGORICAL[1]}


def factor_by_length(frame: pd.DataFrame, waits: Sequence[float] = (0.25, 0.5, 1.0, 2.0)) -> Drawing:
    """One dot a run: its completion factor against how many mean latencies queries arrived for.

    ``frame``: runs of one benchmark and scenario, with ``mean_latencies``, ``completion_factor``, ``round`` (one of
    ROUND_COLOURS), ``row_id``, ``label``, and ``name`` and ``short``, the words drawn beside a dot on a wide and on a
    narrow screen (or nothing). The pale curves are exact: a run whose last query takes ``waits`` mean latencies lies
    on one of them.
    """
    return Drawing(
        draw=lambda page: _factor(frame, waits, page),
        frame=frame,
        columns={
            "label": "run",
            "round": "round",
            "completion_factor": "completion factor",
            "mean_latencies": "queries arrived for so many mean latencies",
        },
        row_ids=frame["row_id"],
    )


def _factor(frame: pd.DataFrame, waits: Sequence[float], page: Page) -> alt.VConcatChart:
    inner, height = page.width - page.either(64, 52), page.either(380, 400)
    low, high = float(frame["mean_latencies"].min()) * 0.8, float(frame["mean_latencies"].max()) * 1.15
    floor = math.floor(float(frame["completion_factor"].min()) * 50 - 0.5) / 50
    x_domain, y_domain = [low, high], [floor, 1.005]
    drawn = frame[["mean_latencies", "completion_factor", "round", "label"]]
    x = alt.X(
        "mean_latencies:Q",
        title="queries arrived for so many mean latencies (log scale)",
        scale=alt.Scale(type="log", domain=x_domain, nice=False),
        axis=alt.Axis(values=[5, 10, 20, 30, 50, 70], format="d", grid=False),
    )
    y = alt.Y(
        "completion_factor:Q",
        title=None,
        scale=alt.Scale(domain=y_domain, zero=False, nice=False),
        axis=alt.Axis(format=".2f", grid=True, tickCount=6),
    )
    steps = np.geomspace(low, high, 60)
    curves = pd.DataFrame(
        [
            {"mean_latencies": s, "completion_factor": s / (s + k), "wait": k}
            for k in waits
            for s in steps
            if s / (s + k) >= floor
        ]
    )
    lines = alt.Chart(curves).mark_line(color=RULE, strokeWidth=1.2).encode(x=x, y=y, detail="wait:N")
    ends = curves.sort_values(["wait", "mean_latencies"]).drop_duplicates("wait")
    ends = ends.assign(text=[f"{k:g}" for k in ends["wait"]])
    marks = (
        alt.Chart(ends).mark_text(align="left", dx=12, dy=4, fontSize=11, color=MUTED).encode(x=x, y=y, text="text:N")
    )
    colours = alt.Scale(domain=list(ROUND_COLOURS), range=list(ROUND_COLOURS.values()))
    dots = (
        alt.Chart(drawn)
        .mark_circle(size=80, opacity=0.9)
        .encode(
            x=x,
            y=y,
            color=alt.Color("round:N", scale=colours, legend=alt.Legend(orient="top")),
            tooltip=[
                alt.Tooltip("label:N", title="run"),
                alt.Tooltip("completion_factor:Q", title="completion factor", format=".3f"),
                alt.Tooltip("mean_latencies:Q", title="mean latencies", format=".1f"),
            ],
        )
    )
    words, leaders = _labels(frame, page.either("name", "short"), x_domain, y_domain, (inner, height))
    plot = alt.layer(alt.layer(lines, marks, dots), alt.layer(leaders, words))
    plot = plot.resolve_scale(x="independent", y="independent")
    heading = alt.TitleParams(
        ["completion factor", "grey curves: last query's latency, in mean latencies"],
        anchor="start",
        frame="group",
        fontSize=13,
        fontWeight="normal",
    )
    return stacked([plot.properties(width=inner, height=height, title=heading)])


def _labels(
    frame: pd.DataFrame, names: str, x_domain: list[float], y_domain: list[float], size: tuple[int, int]
) -> tuple[alt.Chart, alt.Chart]:
    """Words near their dots and thin lines to them, placed so that they cover little."""
    across = np.log(frame["mean_latencies"].to_numpy(float) / x_domain[0]) / math.log(x_domain[1] / x_domain[0])
    down = (y_domain[1] - frame["completion_factor"].to_numpy(float)) / (y_domain[1] - y_domain[0])
    points = np.column_stack([across * size[0], down * size[1]])
    taken: list[Box] = []
    rows = []
    for point, text in zip(points, frame[names], strict=True):
        if not text:
            continue
        anchor = (float(point[0]), float(point[1]))
        box = beside(anchor, text, points, taken, size)
        taken.append(box)
        end = box.nearest(anchor)
        rows.append(
            {"text": text, "cx": box.centre[0], "cy": box.centre[1], "px": anchor[0], "py": anchor[1]}
            | {"ex": end[0], "ey": end[1]}
        )
    placed = pd.DataFrame(rows)
    across_px = alt.Scale(domain=[0, size[0]], nice=False, zero=False)
    down_px = alt.Scale(domain=[0, size[1]], reverse=True, nice=False, zero=False)

    def at(x: str, y: str) -> alt.Chart:
        across, down = alt.X(f"{x}:Q", axis=None, scale=across_px), alt.Y(f"{y}:Q", axis=None, scale=down_px)
        return alt.Chart(placed).encode(x=across, y=down)

    words = at("cx", "cy").mark_text(fontSize=12, color=INK).encode(text="text:N")
    return words, at("px", "py").mark_rule(color=CONTEXT, strokeWidth=0.8).encode(x2="ex:Q", y2="ey:Q")


def factor_strips(frame: pd.DataFrame, names: Mapping[str, str]) -> Drawing:
    """A line of dots for each benchmark, one dot a run, a panel for each scenario: completion factors.

    ``frame``: ``family``, ``scenario``, ``round`` (one of ROUND_COLOURS), ``completion_factor``, ``label``,
    ``row_id``. ``names`` prints a family otherwise than the table.
    """
    rows = frame.assign(cell=[names.get(f, f) for f in frame["family"]])
    return Drawing(
        draw=lambda page: _strips(rows, page),
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


def _strips(rows: pd.DataFrame, page: Page) -> alt.VConcatChart:
    labels = page.labels(150)
    inner = page.width - labels - 24
    domain = [math.floor(float(rows["completion_factor"].min()) * 50) / 50, 1.002]
    colours = alt.Scale(domain=list(ROUND_COLOURS), range=list(ROUND_COLOURS.values()))
    order = rows.groupby("cell")["completion_factor"].min().sort_values()
    charts = []
    for scenario in ("Server", "Interactive"):
        part = rows[rows["scenario"] == scenario]
        part = part.assign(place=part["cell"].map(list(order.index).index)).sort_values(["place", "round"])
        shown = part[["cell", "completion_factor", "round", "label"]]
        last = scenario == "Interactive"
        x = alt.X(
            "completion_factor:Q",
            title="completion factor" if last else None,
            scale=alt.Scale(domain=domain, nice=False, zero=False),
            axis=alt.Axis(format=".2f", grid=True, tickCount=5),
        )
        base, drop, step = named_rows(alt.Chart(shown).encode(x=x), labels, "cell", grid=True)
        # Counted from the upper edge of a row: a little above its middle, and a little below.
        middle = [(step + 4) / 2 + drop / 2 + shift for shift in (-4, 4)]
        dots = base.mark_circle(size=55, opacity=0.75).encode(
            color=alt.Color("round:N", scale=colours, legend=alt.Legend(orient="top") if not last else None),
            yOffset=alt.YOffset("round:N", scale=alt.Scale(domain=list(ROUND_COLOURS), range=middle)),
            tooltip=[
                alt.Tooltip("label:N", title="run"),
                alt.Tooltip("completion_factor:Q", title="completion factor", format=".4f"),
            ],
        )
        layers: list[alt.Chart] = [dots]
        if not labels:
            each = alt.Chart(shown.drop_duplicates("cell")).encode(x=x)
            words, _, _ = named_rows(each, labels, "cell")
            above = words.mark_text(align="left", dy=-11, fontSize=12, color=INK)
            layers.append(above.encode(x=alt.XValue(0), text="cell:N"))
        count = part["cell"].nunique()
        panel = alt.layer(
            *layers, width=inner, height=(step + 4) * count, title=alt.TitleParams(scenario, anchor="start", offset=6)
        )
        charts.append(panel)
    return stacked(charts, spacing=14)
