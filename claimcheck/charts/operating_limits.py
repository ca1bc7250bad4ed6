"""How near each run came to its latency limits, and what it carried there."""

from __future__ import annotations

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.operating_frame import Frame, chip_colours, dots, key, named, shades, words
from claimcheck.charts.place import Box
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, NARROW, WIDE, stacked

_AXIS = 52
# In a panel narrower than this, more names than this would cover the dots: only runs at a limit keep theirs.
_ROOMY, _FEW = 255, 3
_BINDS = {
    "TPOT": ("TPOT at its limit", CATEGORICAL[1]),
    "TTFT": ("TTFT at its limit", CATEGORICAL[3]),
    "neither": ("neither", CATEGORICAL[0]),
}


def throughput_against_limit(points: pd.DataFrame, *, id: str, title: str, description: str, caption: str) -> Figure:
    """The 99th percentile of TPOT across, with its limit as a line; the published rate per accelerator upwards.

    Runs of one benchmark and scenario. ``points``: rows of ``analysis.operating.operating_points`` with ``name``
    (words beside the dot, or nothing). The colour says which limit binds. Raises ValueError for points of more than
    one benchmark or scenario.
    """
    if len(points[["benchmark", "scenario"]].drop_duplicates()) != 1:
        raise ValueError(f"figure {id}: points of one benchmark and scenario")
    return Figure(
        id=id,
        chart=_against(points, WIDE, 380),
        narrow=_against(points, NARROW, 380),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(points["row_id"]),
    )


def _against(points: pd.DataFrame, width: int, height: int) -> alt.VConcatChart:
    limit, slow = float(points["tpot_limit_ms"].iloc[0]), points["tpot_p99_ms"]
    # Half of the limit is always in sight, so that a few ms do not look like much.
    low = min(float(slow.min()) * 0.94, limit / 2)
    frame = Frame(
        width - _AXIS - 20,
        height,
        (low, limit + 0.06 * (limit - low)),
        (0, float(points["per_accelerator"].max()) * 1.12),
    )
    across, up = frame.scales()
    ticks = alt.Axis(tickCount=6 if width == WIDE else 4, grid=False)
    x = alt.X("slow:Q", title="99th percentile of TPOT, ms", scale=across, axis=ticks)
    axis = alt.Axis(tickCount=5, grid=True, minExtent=_AXIS, maxExtent=_AXIS)
    y = alt.Y("rate:Q", title=None, scale=up, axis=axis)
    shown = points.assign(
        slow=slow,
        rate=points["per_accelerator"],
        shade=[_BINDS[b][1] for b in points["binds"]],
        who=_who(points),
    )
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
    heading = "published tokens per second and accelerator"
    plot = alt.layer(
        line.mark_rule(color=INK, strokeWidth=2).encode(x=x),
        line.mark_text(align="right", dx=-6, dy=-4, baseline="bottom", color=INK).encode(
            x=x, y=alt.value(frame.height), text="text:N"
        ),
        *dots(shown[columns], x, y, tooltip),
        *words(frame, named(shown, "slow", "rate", by_chip=False), np.array(crowd), x, y, [note]),
    ).properties(width=frame.width, height=height, title=_heading(heading))
    used = {words_: shade for b, (words_, shade) in _BINDS.items() if b in set(points["binds"])}
    return stacked([key(used, frame.width, sorted(set(points["round"]))), plot], spacing=6)


def limit_box(points: pd.DataFrame, *, id: str, title: str, description: str, caption: str) -> Figure:
    """Share of each limit that the 99th percentiles used: TPOT across, TTFT upwards.

    ``points``: rows of ``analysis.operating.operating_points`` with ``name`` and ``panel`` (one benchmark and scenario
    each, in order of appearance). The right and the upper edge of the box are the limits: a run in the open could have
    waited longer.
    """
    return Figure(
        id=id,
        chart=_boxes(points, WIDE),
        narrow=_boxes(points, NARROW),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(points["row_id"]),
    )


def _boxes(points: pd.DataFrame, width: int) -> alt.VConcatChart:
    columns = 2 if width == WIDE else 1
    side = (width - columns * (_AXIS + 40)) // columns
    used = points[["tpot_used", "ttft_used"]]
    low = float(np.floor(used.min().min() * 10) / 10)
    panels = [_box(points[points["panel"] == p], str(p), low, side) for p in points["panel"].drop_duplicates()]
    legend = key(chip_colours(points), width - 112, sorted(set(points["round"])))
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
    shown = points.assign(shade=shades(points), who=_who(points)).sort_values("ttft_used", ascending=False)
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
    ).properties(
        width=frame.width,
        height=frame.height,
        title=alt.TitleParams(panel, anchor="start", frame="bounds", offset=8, fontSize=14),
    )


def _who(points: pd.DataFrame) -> pd.Series:
    return points["submitter"] + ", " + points["accelerators"].astype(str) + " " + points["chip"]


def _heading(text: str) -> alt.TitleParams:
    return alt.TitleParams(text, anchor="start", frame="group", fontSize=13, fontWeight="normal", color=MUTED, offset=8)
