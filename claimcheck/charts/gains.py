"""Gains from round to round: dots in rows on one log axis, with the published figure as a line."""

from __future__ import annotations

import math
from collections.abc import Sequence

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, GRID, INK, MUTED, NVIDIA, OTHERS, PUBLISHED, WIDTH, colour, stacked

AXIS = "result per accelerator, later round over earlier"
# Whose gain a dot is. Young: the chip or the benchmark was in its second round.
KINDS = {
    "published pair": PUBLISHED,
    "NVIDIA": NVIDIA,
    "another submitter": OTHERS,
    "two submitters": CONTEXT,
    "young": INK,
    "later": CONTEXT,
}
# Pixels: a row, its name's line in it, and where its dots are; half of what its dots may fill, and a dot's step.
ROW, NAME, DOTS = 44, 13, 30
SPREAD, STEP = 11, 4
# Pixels beyond the axis for the words of the rightmost dot.
_BESIDE = 48
# A row of more dots has small ones.
_FEW = 12
_TICKS = [0.05, 0.1, 0.2, 0.5, 0.7, 1, 1.25, 1.5, 2, 2.5, 3, 5, 10, 20]


def gains(rows: pd.DataFrame, *, published: float, axis: str = AXIS) -> Drawing:
    """A dot for each gain, a row for each ``row``, a panel for each ``panel``, in order of appearance.

    ``rows``: columns ``panel``; ``row``; ``note`` (words at the right end of the row's name, the same for its dots, or
    nothing); ``ratio``; ``kind`` (one of :data:`KINDS`); ``label`` (what the dot is); ``text`` (words at the right of
    the dot, or nothing); ``row_id_before``, ``row_id_after``. ``published`` is a line. The axis has 1 and every ratio.
    """
    frame = rows.reset_index(drop=True)
    return Drawing(
        chart=_panels(frame, published, axis),
        frame=frame,
        columns={"panel": "panel", "row": "row", "label": "comparison", "ratio": axis, "kind": "kind"},
        row_ids=[*frame["row_id_after"], *frame["row_id_before"]],
    )


def _panels(frame: pd.DataFrame, published: float, axis: str) -> alt.VConcatChart:
    inner = WIDTH - _BESIDE
    low, high = min(1.0, float(frame["ratio"].min())), max(published, float(frame["ratio"].max()))
    room = math.log(high / low) * 0.03
    domain = [low if low == 1 else low * math.exp(-room), high * math.exp(room)]
    x = alt.X(
        "ratio:Q",
        title=axis,
        scale=alt.Scale(type="log", domain=domain, nice=False),
        axis=alt.Axis(
            values=[tick for tick in _TICKS if domain[0] <= tick <= domain[1]],
            labelExpr="format(datum.value, '~r') + 'x'",
            grid=False,
        ),
    )
    names = list(frame["panel"].drop_duplicates())
    return stacked([_panel(frame[frame["panel"] == name], published, x, inner, name == names[0]) for name in names])


def _panel(part: pd.DataFrame, published: float, x: alt.X, inner: int, first: bool) -> alt.LayerChart:
    heads = part.drop_duplicates("row")[["row", "note"]].reset_index(drop=True)
    heads = heads.assign(top=[ROW * place for place in heads.index])
    height = ROW * len(heads)
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, height], reverse=True, nice=False, zero=False))
    small = int(part.groupby("row").size().max()) > _FEW
    domain = x.to_dict()["scale"]["domain"]
    dots = pd.concat(
        group.assign(y=_swarm(group["ratio"], domain, inner, 4 if small else 11, top + DOTS))
        for (_, group), top in zip(part.groupby("row", sort=False), heads["top"], strict=True)
    )[["row", "label", "ratio", "kind", "text", "y"]]
    kinds = {kind: tint for kind, tint in KINDS.items() if kind in set(part["kind"])}
    base = alt.Chart(dots).encode(x=x, y=y)
    tint = alt.Color("kind:N", scale=alt.Scale(domain=list(kinds), range=list(kinds.values())), legend=None)
    tips = [alt.Tooltip("label:N", title="comparison"), alt.Tooltip("ratio:Q", format=".2f"), alt.Tooltip("kind:N")]
    mark = alt.Chart(pd.DataFrame({"ratio": [published], "text": [f"published {published:.2f}x"]})).encode(x=x)
    rows = alt.Chart(heads.assign(y=heads["top"] + NAME)).encode(y=y)
    line = alt.Chart(heads[["top"]].rename(columns={"top": "y"}).iloc[1:]).encode(y=y)
    layers = [
        line.mark_rule(color=GRID),
        mark.mark_rule(color=PUBLISHED, strokeDash=[4, 3], strokeWidth=1.5),
        base.mark_circle(size=20 if small else 110, opacity=0.8 if small else 1).encode(color=tint, tooltip=tips),
    ]
    if first:
        layers.append(mark.mark_text(color=PUBLISHED, fontSize=12, dy=-8).encode(y=alt.YValue(0), text="text:N"))
    words = [
        (base.transform_filter("datum.text != ''"), "text:N", {"align": "left", "dx": 9}, INK),
        (rows.encode(x=alt.XValue(0)), "row:N", {"align": "left"}, INK),
        (rows.encode(x=alt.XValue(inner + _BESIDE - 16)), "note:N", {"align": "right"}, MUTED),
    ]
    # The page's colour around the letters, where they cross a line.
    rim = {"stroke": colour("page"), "strokeWidth": 4, "strokeJoin": "round", "color": colour("page")}
    for chart, field, place, ink in words:
        for style in (rim, {"color": ink}):
            layers.append(chart.mark_text(fontSize=12, **place, **style).encode(text=field))
    title = alt.TitleParams(part["panel"].iloc[0], anchor="start", frame="group", offset=22 if first else 6)
    return alt.layer(*layers, width=inner, height=height, title=title)


def _swarm(ratios: pd.Series, domain: Sequence[float], inner: int, step: int, middle: float) -> list[float]:
    """Places from the top, about ``middle``, that set dots apart which would cover each other.

    Dots of one ``step`` of pixels are a column about the middle; a column too high is pressed together.
    """
    columns: dict[int, list[int]] = {}
    scale = inner / math.log(domain[1] / domain[0])
    for i, ratio in enumerate(ratios):
        columns.setdefault(int(math.log(ratio / domain[0]) * scale // step), []).append(i)
    places = [middle] * len(ratios)
    for members in columns.values():
        gap = min(step, 2 * SPREAD / max(len(members) - 1, 1))
        for k, i in enumerate(members):
            places[i] += (k - (len(members) - 1) / 2) * gap
    return places
