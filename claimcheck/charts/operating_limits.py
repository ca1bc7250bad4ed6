"""How near each run came to its latency limits, and what it carried there."""

from __future__ import annotations

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.operating_frame import Frame, chip_colours, dots, key, named, shades, who, words
from claimcheck.charts.place import Box
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, Page, stacked

_AXIS = 52
# In a panel narrower than this, more names than this would cover the dots: only runs at a limit keep theirs.
_ROOMY, _FEW = 255, 3
_BINDS = {
    "TPOT": ("TPOT at its limit", CATEGORICAL[1]),
    "TTFT": ("TTFT at its limit", CATEGORICAL[3]),
    "neither": ("neither", CATEGORICAL[0]),
}


def throughput_against_limit(points: pd.DataFrame) -> Drawing:
    """The 99th percentile of TPOT across, with its limit as a line; the published rate per accelerator upwards.

    Runs of one benchmark and scenario. ``points``: rows of ``analysis.operating.limited`` with ``name``
    (words beside the dot, or nothing). The colour says which limit binds. Raises ValueError for points of more than
    one benchmark or scenario.
    """
    if len(points[["benchmark", "scenario"]].drop_duplicates()) != 1:
        raise ValueError("points of more than one benchmark or scenario")
    shown = points.assign(
        slow=points["tpot_p99_ms"],
        rate=points["per_accelerator"],
        shade=[_BINDS[b][1] for b in points["binds"]],
        who=who(points),
    )
    return Drawing(
        draw=lambda page: _against(shown, page),
        frame=shown,
        columns={
            "who": "run",
            "round": "round",
            "rate": "tokens/s per accelerator",
            "slow": "99th percentile of TPOT, ms",
            "ttft_used": "TTFT p99 as share of its limit",
            "binds": "at its limit",
        },
        row_ids=points["row_id"],
    )


def _against(shown: pd.DataFrame, page: Page) -> alt.VConcatChart:
    limit = float(shown["tpot_limit_ms"].iloc[0])
    # Half of the limit is always in sight, so that a few ms do not look like much.
    low = min(float(shown["slow"].min()) * 0.94, limit / 2)
    frame = Frame(
        page.width - _AXIS - 20,
        380,
        (low, limit + 0.06 * (limit - low)),
        (0, float(shown["rate"].max()) * 1.12),
    )
    across, up = frame.scales()
    ticks = alt.Axis(tickCount=page.either(6, 4), grid=False)
    x = alt.X("slow:Q", title="99th percentile of TPOT, ms", scale=across, axis=ticks)
    axis = alt.Axis(tickCount=5, grid=True, minExtent=_AXIS, maxExtent=_AXIS)
    y = alt.Y("rate:Q", title=None, scale=up, axis=axis)
    tooltip = [
        alt.Tooltip("who:N", title="run"),
        alt.Tooltip("round:N"),
        alt.Tooltip("rate:Q", title="tokens/s per accelerator", format=",.0f"),
        alt.Tooltip("slow:Q", title="TPOT p99, ms", format=".1f"),
        alt.Tooltip("ttft_used:Q", title="TTFT p99 of its limit", format=".0%"),
        alt.Tooltip("binds:N", title="at its limit"),
    ]
    columns = ["slow", "rate", "shade", "round", "who", "ttft_used", "binds"]
    line = alt.Chart(pd.DataFrame([{"slow": limit, "text": f"limit {limit:g} ms"}]))
    crowd = [*zip(shown["slow"], shown["rate"], strict=True)] * 12
    crowd += [(limit, at) for at in np.linspace(*frame.y, 60)]
    note = Box((frame.width - 40, frame.height - 10), (46, 12))
    heading = alt.TitleParams(
        "published tokens per second and accelerator",
        anchor="start",
        frame="group",
        fontSize=13,
        fontWeight="normal",
        color=MUTED,
        offset=8,
    )
    plot = alt.layer(
        line.mark_rule(color=INK, strokeWidth=2).encode(x=x),
        line.mark_text(align="right", dx=-6, dy=-4, baseline="bottom", color=INK).encode(
            x=x, y=alt.YValue(frame.height), text="text:N"
        ),
        *dots(shown[columns], x, y, tooltip),
        *words(frame, named(shown, "slow", "rate", by_chip=False), np.array(crowd), x, y, [note]),
        width=frame.width,
        height=frame.height,
        title=heading,
    )
    used = {words_: shade for b, (words_, shade) in _BINDS.items() if b in set(shown["binds"])}
    return stacked([key(used, frame.width, sorted(set(shown["round"]))), plot], spacing=6)


def limit_box(points: pd.DataFrame) -> Drawing:
    """Share of each limit that the 99th percentiles used: TPOT across, TTFT upwards.

    ``points``: rows of ``analysis.operating.limited`` with ``name`` and ``panel`` (one benchmark and scenario
    each, in order of appearance). The right and the upper edge of the box are the limits: a run in the open could have
    waited longer.
    """
    shown = points.assign(shade=shades(points), who=who(points))
    return Drawing(
        draw=lambda page: _boxes(shown, page),
        frame=shown,
        columns={
            "panel": "benchmark and scenario",
            "who": "run",
            "round": "round",
            "tpot_used": "TPOT p99 as share of its limit",
            "ttft_used": "TTFT p99 as share of its limit",
        },
        row_ids=points["row_id"],
    )


def _boxes(points: pd.DataFrame, page: Page) -> alt.VConcatChart:
    columns = page.either(2, 1)
    side = (page.width - columns * (_AXIS + 40)) // columns
    used = points[["tpot_used", "ttft_used"]]
    low = float(np.floor(used.min().min() * 10) / 10)
    panels = [_box(points[points["panel"] == p], str(p), low, side) for p in points["panel"].drop_duplicates()]
    legend = key(chip_colours(points), page.width - 112, sorted(set(points["round"])))
    grid = alt.concat(*panels, columns=columns, spacing=24)
    return stacked([legend, grid], spacing=6)


def _box(points: pd.DataFrame, panel: str, low: float, side: int) -> alt.LayerChart:
    frame = Frame(side, int(side * 0.82), (low, 1.06), (low, 1.06))
    across, up = frame.scales()
    marks = {"values": [v for v in (0.2, 0.4, 0.6, 0.8, 1.0) if v >= low], "format": ".0%", "grid": False}
    x = alt.X("tpot_used:Q", title="TPOT p99 as share of its limit", scale=across, axis=alt.Axis(**marks))
    y = alt.Y(
        "ttft_used:Q",
        title="TTFT p99 as share of its limit",
        scale=up,
        axis=alt.Axis(**marks, minExtent=_AXIS, maxExtent=_AXIS, titlePadding=-4),
    )
    # Words are placed from the top down, so that their leaders do not cross.
    shown = points.sort_values("ttft_used", ascending=False)
    tooltip = [
        alt.Tooltip("who:N", title="run"),
        alt.Tooltip("round:N"),
        alt.Tooltip("tpot_used:Q", title="TPOT p99 of its limit", format=".0%"),
        alt.Tooltip("ttft_used:Q", title="TTFT p99 of its limit", format=".0%"),
    ]
    if side < _ROOMY and (shown["name"] != "").sum() > _FEW:
        shown["name"] = shown["name"].where(shown["binds"] != "neither", "")
    corner = pd.DataFrame([{"tpot_used": low, "ttft_used": low, "x2": 1.0, "y2": 1.0}])
    box = alt.Chart(corner).mark_rect(filled=False, stroke=INK, strokeWidth=1.5).encode(x=x, y=y, x2="x2:Q", y2="y2:Q")
    crowd = [*zip(shown["tpot_used"], shown["ttft_used"], strict=True)] * 12
    crowd += [(1.0, at) for at in np.linspace(low, 1, 40)] + [(at, 1.0) for at in np.linspace(low, 1, 40)]
    columns = ["tpot_used", "ttft_used", "shade", "round", "who"]
    return alt.layer(
        box,
        *dots(shown[columns], x, y, tooltip, size=55),
        *words(frame, named(shown, "tpot_used", "ttft_used"), np.array(crowd), x, y),
        width=frame.width,
        height=frame.height,
        title=alt.TitleParams(panel, anchor="start", frame="bounds", offset=8, fontSize=14),
    )
