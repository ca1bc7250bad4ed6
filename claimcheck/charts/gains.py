"""Gains from round to round: dots in rows on one log axis, with the published figure as a line."""

from __future__ import annotations

import math
from collections.abc import Sequence

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    GRID,
    INK,
    MUTED,
    NVIDIA,
    OTHERS,
    PUBLISHED,
    WIDTH,
    measured,
    rimmed,
    stacked,
    tinted,
)

AXIS = "result per accelerator, later round over earlier"
# What a dot is: whose gain, or of what. Young: the chip or the benchmark was in its second round.
KINDS = {
    "published pair": PUBLISHED,
    "NVIDIA": NVIDIA,
    "another submitter": OTHERS,
    "two submitters": CONTEXT,
    "young": INK,
    "later": CONTEXT,
    "DeepSeek-R1": INK,
    "another benchmark": CONTEXT,
}
# Pixels: a row and half of what its dots may fill, with few large dots or many small ones; the line of a row's name.
ROW, SPREAD = {True: 88, False: 44}, {True: 26, False: 11}
NAME = 13
# Pixels beyond the axis for the words of the rightmost dot; of a character.
_BESIDE, _CHARACTER = 48, 6.5
# A row of more dots has small ones.
_FEW = 20
_TICKS = {True: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20], False: [0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5]}


def gains(rows: pd.DataFrame, *, published: float | None, everywhere: bool = False, axis: str = AXIS) -> Drawing:
    """A dot for each gain, a row for each ``row``, a panel for each ``panel``, in order of appearance.

    ``rows``: columns ``panel``; ``row``; ``note`` (words at the right end of the row's name, the same for its dots, or
    nothing); ``ratio``; ``kind`` (one of :data:`KINDS`); ``label`` (what the dot is); ``text`` (words beside the
    dot, or nothing); ``row_id_before``, ``row_id_after``. ``published`` is a line
    in the first panel, or with ``everywhere`` in all. The axis has 1 and every ratio.
    """
    frame = rows.reset_index(drop=True)
    inner = WIDTH - _BESIDE
    low, high = min(1.0, float(frame["ratio"].min())), max(published or 1.0, float(frame["ratio"].max()))
    room = math.log(high / low) * 0.03
    domain = [low if low == 1 else low * math.exp(-room), high * math.exp(room)]
    ticks = [tick for tick in _TICKS[high > 8 * low] if domain[0] <= tick <= domain[1]]
    labels = "format(datum.value, '~r') + 'x'"
    x = measured(alt.X, "ratio", axis, domain, {"type": "log"}, values=ticks, labelExpr=labels, grid=False)
    small = int(frame.groupby(["panel", "row"]).size().max()) > _FEW
    firsts = zip(frame["panel"].drop_duplicates(), [True, *[False] * len(frame)], strict=False)
    panels = [
        _panel(frame[frame["panel"] == name], published if first or everywhere else None, x, inner, small, first)
        for name, first in firsts
    ]
    return Drawing(
        chart=stacked(panels),
        frame=frame,
        columns={"panel": "panel", "row": "row", "label": "comparison", "ratio": axis, "kind": "kind"},
        row_ids=[*frame["row_id_after"], *frame["row_id_before"]],
    )


def _panel(
    part: pd.DataFrame, published: float | None, x: alt.X, inner: int, small: bool, first: bool
) -> alt.LayerChart:
    row, spread = ROW[small], SPREAD[small]
    heads = part.drop_duplicates("row")[["row", "note"]].reset_index(drop=True)
    heads = heads.assign(top=[row * place for place in heads.index])
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, row * len(heads)], reverse=True, nice=False, zero=False))
    low, high = x.to_dict()["scale"]["domain"]
    place = (part["ratio"] / low).map(math.log) / math.log(high / low) * inner
    part = part.assign(fits=place + 9 + _CHARACTER * part["text"].str.len() < inner + _BESIDE, place=place)
    dots = pd.concat(
        group.assign(y=_swarm(group["place"], 4 if small else 9, spread, top + NAME + 6 + spread))
        for (_, group), top in zip(part.groupby("row", sort=False), heads["top"], strict=True)
    )[["row", "label", "ratio", "kind", "text", "fits", "y"]]
    tint = tinted("kind", {kind: shade for kind, shade in KINDS.items() if kind in set(part["kind"])})
    base = alt.Chart(dots).encode(x=x, y=y)
    tips = [alt.Tooltip("label:N", title="comparison"), alt.Tooltip("ratio:Q", format=".2f"), alt.Tooltip("kind:N")]
    rows = alt.Chart(heads.assign(y=heads["top"] + NAME)).encode(y=y)
    line = alt.Chart(heads[["top"]].rename(columns={"top": "y"}).iloc[1:]).encode(y=y)
    layers = [line.mark_rule(color=GRID)]
    if published is not None:
        said = pd.DataFrame({"ratio": [published], "text": [f"published {published:.2f}x"]})
        mark = alt.Chart(said).encode(x=x)
        layers.append(mark.mark_rule(color=PUBLISHED, strokeDash=[4, 3], strokeWidth=1.5))
        if first:
            layers.append(mark.mark_text(color=PUBLISHED, fontSize=12, dy=-8).encode(y=alt.YValue(0), text="text:N"))
    size = {"size": 20, "opacity": 0.7} if small else {"size": 70, "opacity": 1}
    layers.append(base.mark_circle(**size).encode(color=tint, tooltip=tips))
    up = {"dy": -15 if small else 0}
    words = [
        (base.transform_filter("datum.text != '' && datum.fits"), "text:N", {"align": "left", "dx": 9} | up, INK),
        (base.transform_filter("datum.text != '' && !datum.fits"), "text:N", {"align": "right", "dx": -9} | up, INK),
        (rows.encode(x=alt.XValue(0)), "row:N", {"align": "left"}, INK),
        (rows.encode(x=alt.XValue(inner + _BESIDE - 16)), "note:N", {"align": "right"}, MUTED),
    ]
    for chart, field, place, ink in words:
        layers += rimmed(chart.encode(text=field), ink, fontSize=12, **place)
    title = alt.TitleParams(part["panel"].iloc[0], anchor="start", frame="group", offset=22 if first else 6)
    return alt.layer(*layers, width=inner, height=row * len(heads), title=title)


def _swarm(pixels: Sequence[float], step: int, spread: int, middle: float) -> list[float]:
    """Places from the top, about ``middle``, that set dots at ``pixels`` apart which would cover each other.

    Dots of one ``step`` are a column about the middle; a column too high for ``spread`` is pressed together.
    """
    columns: dict[int, list[int]] = {}
    for i, pixel in enumerate(pixels):
        columns.setdefault(int(pixel // step), []).append(i)
    places = [middle] * len(pixels)
    for members in columns.values():
        gap = min(step, 2 * spread / max(len(members) - 1, 1))
        for k, i in enumerate(members):
            places[i] += (k - (len(members) - 1) / 2) * gap
    return places
