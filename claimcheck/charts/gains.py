"""Gains from round to round: dots in rows on one log axis, with the published figure as a line.

Predicted changes are drawn as intervals, with what happened as dots.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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
    RULE,
    WIDTH,
    measured,
    rimmed,
    stacked,
    tinted,
)
from claimcheck.core.same import between

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
# Pixels of a sign with its words in the key of intervals.
_KEY = 132
# A row of more dots has small ones.
_FEW = 20
_TICKS = {True: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20], False: [0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5]}


def gains(rows: pd.DataFrame, *, published: float | None, everywhere: bool = False, axis: str = AXIS) -> Drawing:
    """Draw a dot for each gain: one row a ``row``, one panel a ``panel``, in order of appearance.

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
        label = pd.DataFrame({"ratio": [published], "text": [f"published {published:.2f}x"]})
        mark = alt.Chart(label).encode(x=x)
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


# Pixels: the names of the rows, a row, and beyond the axis for the words of a row.
_NAMES, _ROW, _BESIDE = 78, 24, 44
_INTERVAL_TICKS = (0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5)


def intervals(rows: pd.DataFrame, happened: pd.DataFrame | None = None, *, axis: str) -> Drawing:
    """Draw predicted intervals of 90% (thin) and 50% (thick) with their median, and dots of what happened.

    ``rows``: columns ``panel``, ``label`` (unique in its panel), ``low_90``, ``low_50``, ``middle``, ``high_50``,
    ``high_90`` (ratios) and ``text`` (at the row's right end, or nothing). ``happened``: ``panel``, ``label``,
    ``value``, ``name``, ``row_id_before`` and ``row_id_after``; a dot outside its row's interval of 90% is in ink.
    """
    dots = pd.DataFrame(columns=["panel", "label", "value", "name", "row_id_before", "row_id_after"])
    if happened is not None:
        ends = rows.set_index(["panel", "label"])[["low_90", "high_90"]]
        dots = happened.join(ends, on=["panel", "label"])
        outside = ~between(dots["value"], dots["low_90"], dots["high_90"])
        dots = dots.drop(columns=["low_90", "high_90"]).assign(outside=outside)
    every = pd.concat([rows["low_90"], rows["high_90"], dots["value"]]).astype(float)
    room = math.log(every.max() / every.min()) * 0.03
    domain = [every.min() * math.exp(-room), every.max() * math.exp(room)]
    ticks = [tick for tick in _INTERVAL_TICKS if domain[0] <= tick <= domain[1]]
    labels = "format(datum.value, '~r') + 'x'"

    def x(field: str) -> alt.X:
        return measured(alt.X, field, f"{axis} (log scale)", domain, {"type": "log"}, values=ticks, labelExpr=labels)

    panels = rows["panel"].drop_duplicates()
    charts: list[alt.LayerChart] = [_interval_key(happened is not None)]
    charts += [_interval_panel(rows[rows["panel"] == name], dots[dots["panel"] == name], x, axis) for name in panels]
    columns = {"panel": "panel", "label": "row", "middle": "median expected"}
    columns |= {"low_50": "50% interval from", "high_50": "50% interval to"}
    columns |= {"low_90": "90% interval from", "high_90": "90% interval to"}
    if happened is not None:
        columns |= {"name": "what", "value": f"what happened: {axis}"}
    return Drawing(
        chart=stacked(charts),
        frame=rows if happened is None else pd.concat([rows, dots], ignore_index=True),
        columns=columns,
        row_ids=[*dots["row_id_after"].dropna(), *dots["row_id_before"].dropna()],
        says=f"Intervals of 90%: {_ends(rows)}.",
    )


def _ends(rows: pd.DataFrame) -> str:
    """The ends of each row's interval of 90% in words."""
    return "; ".join(f"{r.panel}, {r.label}: {r.low_90:.2f} to {r.high_90:.2f}" for r in rows.itertuples())


def _interval_key(happened: bool) -> alt.LayerChart:
    """What bars, ticks and dots are, as the chart draws them."""
    signs = [("interval of 90%", RULE, 4, 30), ("interval of 50%", CONTEXT, 12, 30), ("median", INK, 16, 2)]
    dots = [("what happened", MUTED), ("outside the 90%", INK)] if happened else []
    names = [*(name for name, *_ in signs), *(name for name, _ in dots)]
    # Two rows, as a phone has no room for all in one. They begin left of the plot, above the names of its rows.
    place = {name: (8 - _NAMES + _KEY * (n % 3), 12 + 22 * (n // 3)) for n, name in enumerate(names)}
    frame = pd.DataFrame([{"name": name, "x": at[0], "y": at[1]} for name, at in place.items()])

    def sign(name: str) -> alt.Chart:
        x, y = place[name]
        return alt.Chart(pd.DataFrame([{"name": name}])).encode(x=alt.XValue(x + 10), y=alt.YValue(y))

    layers = [
        sign(name).mark_rect(color=tone, width=wide, height=high, opacity=0.55 if tone == CONTEXT else 1)
        for name, tone, high, wide in signs
    ]
    layers += [sign(name).mark_circle(color=tone, size=40, opacity=1) for name, tone in dots]
    words = alt.Chart(frame).encode(
        x=alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, WIDTH], range=[0, WIDTH], nice=False, zero=False)),
        y=alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, 44], range=[0, 44], nice=False, zero=False)),
        text="name:N",
    )
    layers.append(words.mark_text(align="left", dx=31, color=INK, fontSize=12))
    return alt.layer(*layers, width=WIDTH - _NAMES, height=22 * (1 + (len(names) - 1) // 3))


def _interval_panel(rows: pd.DataFrame, dots: pd.DataFrame, x: Callable[[str], alt.X], axis: str) -> alt.LayerChart:
    names = alt.Axis(labelColor=INK, minExtent=_NAMES, maxExtent=_NAMES, domain=False)
    y = alt.Y("label:N", sort=None, title=None, axis=names)
    base = alt.Chart(rows[["label", "low_90", "low_50", "middle", "high_50", "high_90", "text"]]).encode(y=y)

    def span(share: int) -> alt.Chart:
        return base.encode(x=x(f"low_{share}"), x2=f"high_{share}:Q")

    unity = alt.Chart(pd.DataFrame({"value": [1.0]})).encode(x=x("value"))
    tips = [alt.Tooltip("label:N", title="row"), alt.Tooltip("middle:Q", title="median expected", format=".2f")]
    middle = base.encode(x=x("middle"), tooltip=tips)
    layers = [
        unity.mark_rule(color=MUTED, strokeWidth=1),
        span(90).mark_rule(color=RULE, strokeWidth=4),
        span(50).mark_rule(color=CONTEXT, strokeWidth=12, opacity=0.55),
        middle.mark_tick(color=INK, thickness=2, size=16),
    ]
    if len(dots):
        tint = alt.Scale(domain=[False, True], range=[MUTED, INK])
        shown = alt.Chart(dots[["label", "value", "name", "outside"]]).encode(
            x=x("value"),
            y=y,
            color=alt.Color("outside:N", scale=tint, legend=None),
            tooltip=[alt.Tooltip("name:N", title="what"), alt.Tooltip("value:Q", title=axis, format=".2f")],
        )
        layers.append(shown.mark_circle(size=24, opacity=0.8))
    beside = rows["text"].ne("").any()
    if beside:
        words = base.encode(x=alt.XValue(WIDTH - _NAMES), text="text:N")
        layers.append(words.mark_text(align="right", color=INK, fontSize=12))
    heading = alt.TitleParams(str(rows["panel"].iloc[0]), anchor="start", frame="group")
    inner = WIDTH - _NAMES - (_BESIDE if beside else 0)
    return alt.layer(*layers, width=inner, height=_ROW * len(rows), title=heading)
