"""A ratio over two lengths as a grid of cells, and published gains that multiply up."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import INK, MUTED, NARROW, SEQUENTIAL, WIDE, colour, named_rows, stacked

# Ratios from which a cell takes the next darker step.
EDGES = (1.05, 1.15, 1.3, 1.5)
_DARK = 2
_LABELS, _END = 280, 60


def gain_map(
    cells: pd.DataFrame,
    x: tuple[str, str],
    y: tuple[str, str],
    value: str,
    marked: tuple[float, float],
    note: str,
    *,
    id: str,
    title: str,
    description: str,
    caption: str,
) -> Figure:
    """A cell for each pair of lengths with its ratio written in it.

    ``x`` and ``y``: column and title of an axis; ``marked``: the cell (x, y) that is framed, ``note`` says what it is.
    """
    return Figure(
        id=id,
        chart=_cells(cells, x, y, value, marked, note, WIDE),
        narrow=_cells(cells, x, y, value, marked, note, NARROW),
        title=title,
        description=description,
        caption=caption,
    )


def _cells(
    cells: pd.DataFrame,
    x: tuple[str, str],
    y: tuple[str, str],
    value: str,
    marked: tuple[float, float],
    note: str,
    width: int,
) -> alt.VConcatChart:
    steps = [bisect.bisect_right(EDGES, v) for v in cells[value]]
    drawn = cells[[x[0], y[0], value]].assign(
        across=cells[x[0]].map(_short),
        up=cells[y[0]].map(_short),
        words=cells[value].map("{:.2f}x".format),
        shade=[SEQUENTIAL[s] for s in steps],
        ink=[colour("page") if s >= _DARK else INK for s in steps],
    )
    order = {axis: [_short(v) for v in sorted(cells[axis].unique())] for axis in (x[0], y[0])}
    inner = width - 76
    columns, rows = len(order[x[0]]), len(order[y[0]])
    base = alt.Chart(drawn).encode(
        x=alt.X("across:N", sort=order[x[0]], title=x[1], axis=alt.Axis(labelAngle=0, grid=False, ticks=False)),
        y=alt.Y("up:N", sort=order[y[0]][::-1], title=None, axis=alt.Axis(ticks=False, minExtent=46)),
        tooltip=[
            alt.Tooltip(f"{x[0]}:Q", format=",.0f", title=x[1]),
            alt.Tooltip(f"{y[0]}:Q", format=",.0f", title=y[1]),
            alt.Tooltip(f"{value}:Q", format=".2f"),
        ],
    )
    frame = alt.Chart(
        drawn[(drawn[x[0]] == marked[0]) & (drawn[y[0]] == marked[1])][["across", "up"]]
    ).mark_rect(fillOpacity=0, stroke=INK, strokeWidth=2.5)  # fmt: skip
    layers = [
        base.mark_rect(stroke=colour("page"), strokeWidth=2).encode(fill=alt.Fill("shade:N", scale=None, legend=None)),
        frame.encode(x=alt.X("across:N", sort=order[x[0]]), y=alt.Y("up:N", sort=order[y[0]][::-1])),
        base.mark_text(fontSize=13 if width == WIDE else 12).encode(
            text="words:N", color=alt.Color("ink:N", scale=None, legend=None)
        ),
    ]
    style = {"anchor": "start", "fontSize": 13, "fontWeight": "normal", "frame": "group", "color": INK}
    head = alt.TitleParams(y[1], subtitle=note, subtitleColor=MUTED, dx=-46, offset=8, **style)
    step = inner / columns
    size = {"width": inner, "height": rows * min(step * 0.55 if width == WIDE else 40, 46), "title": head}
    return stacked([alt.layer(*layers).properties(**size)])


def _short(tokens: float) -> str:
    """A length in two digits, as far as a reader needs it."""
    whole = float(f"{tokens:.2g}")
    return f"{whole:,.0f}"


def ladder(
    steps: pd.DataFrame,
    kinds: Mapping[str, str],
    whole: tuple[str, float],
    *,
    axis: str,
    id: str,
    title: str,
    description: str,
    caption: str,
) -> Figure:
    """Gains that multiply up, each from where the one before ended, and a bar for the ``whole`` (words, ratio).

    ``steps``: ``about``, ``kind`` (a key of ``kinds``, which gives its colour), ``gain``, ``from`` and ``to``.
    """
    return Figure(
        id=id,
        chart=_ladder(steps, kinds, whole, axis, WIDE),
        narrow=_ladder(steps, kinds, whole, axis, NARROW),
        title=title,
        description=description,
        caption=caption,
    )


def _ladder(
    steps: pd.DataFrame, kinds: Mapping[str, str], whole: tuple[str, float], axis: str, width: int
) -> alt.VConcatChart:
    labels = _LABELS if width == WIDE else 0
    inner = width - labels - 24
    rows = steps[["about", "kind", "gain", "from", "to"]].rename(columns={"about": "label", "from": "start"})
    rows = rows.assign(text=rows["gain"].map("{:.3g}x".format))
    last = {"label": whole[0], "kind": whole[0], "gain": whole[1], "start": 1.0, "to": whole[1]}
    rows = pd.concat([rows, pd.DataFrame([{**last, "text": f"{whole[1]:.3g}x"}])], ignore_index=True)
    shades = {**kinds, whole[0]: colour("context")}
    top = whole[1] ** (inner / (inner - _END))
    scale = alt.Scale(type="log", domain=[1, top], nice=False)
    ticks = [1, 1.2, 1.5, 2] if labels else [1, 1.5, 2]
    names = alt.Axis(values=ticks, labelExpr="format(datum.value, '~f') + 'x'", grid=True)
    base, drop, step = named_rows(alt.Chart(rows), labels)
    colours = alt.Scale(domain=list(kinds), range=list(kinds.values()))
    legend = alt.Legend(orient="top", columns=0 if labels else 1)
    layers = [
        base.transform_filter(alt.FieldOneOfPredicate(field="kind", oneOf=list(kinds)))
        .mark_bar(height=15, yOffset=drop)
        .encode(
            x=alt.X("start:Q", scale=scale, axis=names, title=axis),
            x2="to:Q",
            color=alt.Color("kind:N", scale=colours, legend=legend),
            tooltip=["label:N", alt.Tooltip("gain:Q", format=".3f"), alt.Tooltip("to:Q", format=".2f")],
        ),
        base.transform_filter(alt.FieldEqualPredicate(field="kind", equal=whole[0]))
        .mark_bar(height=15, yOffset=drop, color=shades[whole[0]])
        .encode(x=alt.X("start:Q", scale=scale), x2="to:Q"),
        base.mark_text(align="left", dx=6, dy=drop, color=INK).encode(x=alt.X("to:Q", scale=scale), text="text:N"),
    ]
    if not labels:
        above, _, _ = named_rows(alt.Chart(rows[["label"]]), 0)
        layers.append(
            above.mark_text(align="left", dy=-9, fontSize=12, color=MUTED).encode(x=alt.value(0), text="label:N")
        )
    return stacked([alt.layer(*layers).properties(width=inner, height=step * len(rows))])


def highest_and_lowest(cells: pd.DataFrame, value: str, names: Sequence[str]) -> str:
    """The extreme cells in words, for a description: the columns ``names`` and the ratio of each."""
    said = []
    for word, row in (("highest", cells.loc[cells[value].idxmax()]), ("lowest", cells.loc[cells[value].idxmin()])):
        where = ", ".join(f"{name} {row[name]:,.0f}" for name in names)
        said.append(f"{word} {row[value]:.2f} at {where}")
    return "; ".join(said)
