"""Operating points as a plane of load and speed, and a ratio between rounds split into its factors."""

from __future__ import annotations

import math
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.operating_frame import Frame, chip_colours, dots, key, named, shades, who, words
from claimcheck.charts.place import Box, half_of
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, RULE, Page, named_rows, stacked

_AXIS = 44
_STEPS = tuple(m * 10**e for e in range(5) for m in (1, 2, 5))
_FINER = tuple(m * 10**e for e in range(5) for m in (1, 2, 4, 6, 8))


def operating_plane(points: pd.DataFrame, pairs: pd.DataFrame) -> Drawing:
    """Requests in flight per accelerator across, tokens per request-second upwards, both logarithmic.

    Runs of one benchmark and scenario; on the same diagonal the product, the offered token rate per accelerator, is
    the same. ``points``: rows of ``analysis.operating.limited`` with ``name`` (words beside the dot, or
    nothing) in the order in which words are placed. ``pairs``: ``row_id_before``, ``row_id_after`` and ``marked``; a
    line leads from the earlier run to the later, a strong one for a marked pair. Raises ValueError for points of more
    than one benchmark or scenario.
    """
    if len(points[["benchmark", "scenario"]].drop_duplicates()) != 1:
        raise ValueError("points of more than one benchmark or scenario")
    shown = points.assign(
        load=points["in_flight_per_accelerator"],
        speed=points["tokens_per_request_second"],
        offered_tokens_per_accelerator=points["offered_per"],
        shade=shades(points),
        who=who(points),
    )
    return Drawing(
        draw=lambda page: _plane(shown, pairs, page),
        frame=shown,
        columns={
            "who": "run",
            "round": "round",
            "load": "requests in flight per accelerator",
            "speed": "tokens per request-second",
            "offered_tokens_per_accelerator": "offered tokens/s per accelerator",
        },
        row_ids=points["row_id"],
    )


def _plane(shown: pd.DataFrame, pairs: pd.DataFrame, page: Page) -> alt.VConcatChart:
    load, speed, limit = shown["load"], shown["speed"], float(shown["tpot_limit_ms"].iloc[0])
    slow = 1000 / limit
    frame = Frame(
        page.width - _AXIS - 20,
        400,
        (float(load.min()) / 1.18, float(load.max()) * 1.22),
        (min(float(speed.min()), slow) / 1.09, float(speed.max()) * 1.12),
        log=True,
    )
    across, up = frame.scales()
    x = alt.X(
        "load:Q",
        title="requests in flight per accelerator (log scale)",
        scale=across,
        axis=alt.Axis(values=_ticks(frame.x), grid=False, format="~r"),
    )
    y = alt.Y(
        "speed:Q",
        title=None,
        scale=up,
        axis=alt.Axis(values=_ticks(frame.y), grid=False, format="~r", minExtent=_AXIS, maxExtent=_AXIS),
    )
    columns = ["load", "speed", "shade", "round", "who", "offered_tokens_per_accelerator"]
    tooltip = [
        alt.Tooltip("who:N", title="run"),
        alt.Tooltip("round:N"),
        alt.Tooltip("load:Q", title="in flight per accelerator", format=",.1f"),
        alt.Tooltip("speed:Q", title="tokens per request-second", format=".2f"),
        alt.Tooltip("offered_tokens_per_accelerator:Q", title="offered tokens/s per accelerator", format=",.0f"),
    ]
    traces = _traces(shown, pairs)
    # A dot weighs more than a stretch of line.
    crowd = [*zip(load, speed, strict=True)] * 12 + _along(traces, frame)
    crowd += [(float(at), slow) for at in np.geomspace(*frame.x, 60)]
    layers = [
        *_diagonals(frame, x, y),
        *_limit(frame, slow, limit, x, y),
        *_arrows(traces, x, y),
        *dots(shown[columns], x, y, tooltip),
        *words(frame, named(shown, "load", "speed"), np.array(crowd), x, y),
    ]
    plot = alt.layer(
        *layers,
        width=frame.width,
        height=frame.height,
        title=alt.TitleParams(
            "tokens per second of one request (log scale)", anchor="start", fontSize=13, fontWeight="normal", offset=8
        ),
    )
    return stacked([key(chip_colours(shown), frame.width, sorted(set(shown["round"]))), plot], spacing=6)


def _ticks(domain: tuple[float, float]) -> list[float]:
    """Round values within a logarithmic domain, enough of them to read it."""
    for steps in (_STEPS, _FINER):
        found = [float(v) for v in steps if domain[0] <= v <= domain[1]]
        if len(found) >= 3:
            return found
    step = 10 ** math.floor(math.log10(domain[1])) / 5
    return [float(v) for v in np.arange(math.ceil(domain[0] / step) * step, domain[1], step)]


def _diagonals(frame: Frame, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Lines of equal offered token rate per accelerator, with the rate at their upper end."""
    low, high = frame.x[0] * frame.y[0], frame.x[1] * frame.y[1]
    steps = _STEPS if high / low > 20 else _FINER
    lines: list[dict[str, float]] = []
    names: list[dict[str, Any]] = []
    boxes: list[Box] = []
    for rate in (v for v in steps if low * 1.1 < v < high / 1.1):
        left, right = max(frame.x[0], rate / frame.y[1]), min(frame.x[1], rate / frame.y[0])
        lines += [{"rate": rate, "load": at, "speed": rate / at} for at in (left, right)]
        # Words stand a little way down the line, inside the plot.
        at = left * (right / left) ** (0.07 / max(math.log(right / left), 0.07))
        text = f"{rate:,}" if names else f"{rate:,} tok/s"
        half = half_of(text)
        start, down = frame.pixel(at, rate / at)
        box = Box((start + half[0], down), half)
        inside = start + 2 * half[0] < frame.width and right / left > 1.12
        if inside and not any(box.meets(other) for other in boxes):
            names.append({"load": at, "speed": rate / at, "text": text})
            boxes.append(box)
    style = {"color": RULE, "strokeWidth": 1}
    found = [alt.Chart(pd.DataFrame(lines)).mark_line(**style).encode(x=x, y=y, detail="rate:N")]
    if names:
        text = alt.Chart(pd.DataFrame(names)).mark_text(align="left", dx=5, dy=-1, fontSize=12, color=MUTED)
        found.append(text.encode(x=x, y=y, text="text:N"))
    return found


def _limit(frame: Frame, slow: float, limit: float, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """The speed of a request that takes the TPOT limit for every token."""
    base = alt.Chart(pd.DataFrame([{"load": frame.x[1], "speed": slow, "text": f"a token every {limit:g} ms"}]))
    return [
        base.mark_rule(color=CATEGORICAL[4], strokeDash=[5, 3], strokeWidth=1.5).encode(y=y),
        base.mark_text(align="right", dy=11, fontSize=12, color=CATEGORICAL[4]).encode(x=x, y=y, text="text:N"),
    ]


def _traces(shown: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    at = shown.set_index("row_id")[["load", "speed", "shade"]]
    before, after = (at.loc[pairs[f"row_id_{side}"]].reset_index(drop=True) for side in ("before", "after"))
    return before.assign(
        to_load=after["load"], to_speed=after["speed"], shade=after["shade"], marked=list(pairs["marked"])
    )


def _along(traces: pd.DataFrame, frame: Frame) -> list[tuple[float, float]]:
    found = []
    for t in traces.itertuples():
        (a, b), (c, d) = frame.pixel(t.load, t.speed), frame.pixel(t.to_load, t.to_speed)
        found += [frame.value(a + s * (c - a), b + s * (d - b)) for s in np.linspace(0, 1, 40)]
    return found


def _arrows(traces: pd.DataFrame, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    if traces.empty:
        return []
    base = alt.Chart(traces).encode(
        x=x, y=y, x2="to_load:Q", y2="to_speed:Q", color=alt.Color("shade:N", scale=None, legend=None)
    )
    return [
        base.transform_filter("!datum.marked").mark_rule(strokeWidth=1.5, strokeDash=[2, 2]),
        base.transform_filter("datum.marked").mark_rule(strokeWidth=3),
    ]


# Column, its heading wide and narrow, its colour; the factors stand in the order in which they are multiplied.
_COLUMNS = (
    ("ratio", "published", "ratio", INK),
    ("more_in_flight", "in flight", "load", CATEGORICAL[0]),
    ("faster_per_request", "speed", "speed", CATEGORICAL[1]),
    ("counting", "counting", "count", MUTED),
)
_LABELS, _LANE = 252, 7


def split_ratios(split: pd.DataFrame) -> Drawing:
    """Each round-to-round ratio as three steps from 1x, one a factor, on a logarithmic axis, with the numbers beside.

    ``split``: rows of ``analysis.operating.factors`` with ``panel`` (one benchmark and scenario each, in order of
    appearance) and ``label`` (unique in its panel). The steps are more in flight, faster per request, counting; the
    mark at their end is the published ratio.
    """
    factors = {column: heading for column, heading, *_ in _COLUMNS[1:]}
    ends = split[list(factors)].astype(float).cumprod(axis=1)
    starts = ends.shift(1, axis=1, fill_value=1.0)
    steps = pd.concat(
        [
            split[["panel", "label"]].assign(step=heading, start=starts[c], end=ends[c], factor=split[c].astype(float))
            for c, heading in factors.items()
        ]
    )
    panels = split["panel"].drop_duplicates()
    return Drawing(
        draw=lambda page: stacked(
            [_steps(split[split["panel"] == p], steps, str(p), page) for p in panels], spacing=26
        ),
        frame=steps,
        columns={
            "panel": "benchmark and scenario",
            "label": "comparison",
            "step": "factor of the ratio",
            "factor": "factor",
            "start": "ratio before this factor",
            "end": "ratio with it",
        },
        row_ids=[*split["row_id_before"], *split["row_id_after"]],
    )


def _steps(rows: pd.DataFrame, steps: pd.DataFrame, panel: str, page: Page) -> alt.LayerChart:
    """A panel: ``rows`` are its ratios, ``steps`` those of every panel, which share one axis."""
    labels, numbers = page.labels(_LABELS), page.either(60, 43)
    inner = page.width - labels - numbers * len(_COLUMNS) - 24
    domain = (min(float(steps["end"].min()), 1.0) / 1.05, float(steps["end"].max()) * 1.06)
    x = alt.X(
        "end:Q",
        title=None,
        scale=alt.Scale(type="log", domain=list(domain), nice=False),
        axis=alt.Axis(
            values=[v for v in (0.5, 0.7, 1, 1.5, 2, 3, 4) if domain[0] <= v <= domain[1]],
            labelExpr="format(datum.value, '~r') + 'x'",
            grid=bool(labels),
        ),
    )
    layers = []
    for lane, (column, heading, _, shade) in enumerate(_COLUMNS[1:]):
        frame = steps.loc[(steps["panel"] == panel) & (steps["step"] == heading), ["label", "start", "end", "factor"]]
        placed, drop, step = named_rows(alt.Chart(frame).encode(x=x), labels)
        tooltip = [alt.Tooltip("label:N"), alt.Tooltip("factor:Q", title=column.replace("_", " "), format=".3f")]
        bar = placed.mark_bar(size=_LANE - 1, color=shade, yOffset=drop + _LANE * (lane - 1))
        layers.append(bar.encode(x2="start:Q", tooltip=tooltip))
    words_ = rows[["label"]].assign(end=rows["ratio"].astype(float))
    for column, *_ in _COLUMNS:
        words_[column] = [f"{v:.2f}x" for v in rows[column]]
    placed, drop, step = named_rows(alt.Chart(words_).encode(x=x), labels)
    layers.append(placed.mark_tick(opacity=1, thickness=2.5, size=3 * _LANE + 4, color=INK, yOffset=drop))
    # A line through all rows would cross the names that stand above them.
    base = alt.Chart(rows[["label"]].assign(end=1.0)).encode(x=x)
    one = named_rows(base, labels)[0].mark_tick(
        opacity=1, thickness=1, size=step + 4 if labels else 3 * _LANE + 4, color=INK, yOffset=drop
    )
    if not labels:
        layers.append(placed.mark_text(align="left", dy=-12, color=INK).encode(x=alt.XValue(0), text="label:N"))
    for place, (column, heading, short, shade) in enumerate(_COLUMNS):
        at = alt.value(inner + numbers * (place + 1))
        style = {"align": "right", "color": shade, "fontSize": 13 if labels else 12}
        weight = "bold" if column == "ratio" else "normal"
        layers.append(placed.mark_text(dy=drop, fontWeight=weight, **style).encode(x=at, text=f"{column}:N"))
        head = alt.Chart(pd.DataFrame({"text": [heading if labels else short]}))
        layers.append(head.mark_text(baseline="bottom", **style).encode(x=at, y=alt.YValue(-4), text="text:N"))
    return alt.layer(
        one,
        *layers,
        width=inner,
        height=(step + 4) * len(rows),
        title=alt.TitleParams(panel, anchor="start", frame="group" if labels else "bounds", offset=10, fontSize=14),
    )
