"""Published ratios taken apart: the same pair under three durations, and as a product of factors."""

from __future__ import annotations

import math
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, MUTED, RULE, Page, named_rows, stacked

LABELS = 240
# Pixels for the figure beside a bar.
ROOM = 52
# A tall bar: it can be seen where it stands on another mark.
_BAR = "M-0.22,-1.3L0.22,-1.3L0.22,1.3L-0.22,1.3Z"
# Measure of a pair, its name, its colour and its shape; later ones are drawn above earlier ones.
VIEWS = (
    ("offered_per", "offered load", CATEGORICAL[0], "triangle-up"),
    ("full_run_per", "full run", CATEGORICAL[2], "circle"),
    ("published_per", "published", CATEGORICAL[1], _BAR),
)
PARTS = (
    ("offered_rate", "offered rate", CATEGORICAL[0]),
    ("mean_length", "length", CATEGORICAL[4]),
    ("completion_factor", "completion", CATEGORICAL[3]),
)


PANELS = {
    "round": "v6.0 over v5.1",
    "chip": "One chip over another, same round",
    "size": "A larger system over a smaller, same round",
}


def labelled(pairs: pd.DataFrame) -> pd.DataFrame:
    """``pairs`` of ``analysis.denominators.compared`` in the order of PANELS, with ``panel`` and ``label``."""
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
    """A line a pair with its ratio under each of VIEWS; a panel for each kind of comparison, with its own scale.

    ``pairs``: rows of ``analysis.denominators.compared`` of one benchmark and scenario, with ``panel`` (a heading) and
    ``label`` (unique within its panel), in the order to be drawn.
    """
    long = pairs.rename(columns={column: words for column, words, *_ in VIEWS})
    long = long.melt(["panel", "label"], [words for _, words, *_ in VIEWS], "view", "ratio")
    long["text"] = [f"{r:.2f}x" for r in long["ratio"]]
    return Drawing(
        draw=lambda page: _views(long, page),
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


def _views(long: pd.DataFrame, page: Page) -> alt.VConcatChart:
    labels = page.labels(LABELS)
    inner = page.width - labels - (40 if labels else 24)
    colours = alt.Scale(domain=[v[1] for v in VIEWS], range=[v[2] for v in VIEWS])
    shapes = alt.Scale(domain=[v[1] for v in VIEWS], range=[v[3] for v in VIEWS])
    charts = []
    panels = list(long["panel"].drop_duplicates())
    for panel in panels:
        part = long.loc[long["panel"] == panel, ["label", "view", "ratio", "text"]]
        ends = part.groupby("label", sort=False)["ratio"].agg(["min", "max"]).reset_index()
        ends = ends.rename(columns={"min": "ratio", "max": "to"})
        low, high = min(float(ends["ratio"].min()), 1.0), float(ends["to"].max())
        room = 0.06 * (high - low)
        x = alt.X(
            "ratio:Q",
            title="ratio per accelerator" if panel == panels[-1] else None,
            scale=alt.Scale(domain=[low - room, high + room], nice=False, zero=False),
            axis=alt.Axis(labelExpr="format(datum.value, '.2~f') + 'x'", tickCount=5, grid=True),
        )
        base, drop, step = named_rows(alt.Chart(part).encode(x=x), labels)
        spans, _, _ = named_rows(alt.Chart(ends).encode(x=x), labels)
        legend = alt.Legend(orient="top") if panel == panels[0] else None
        layers = [
            alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(color=CONTEXT, strokeDash=[3, 3]).encode(x=x),
            spans.mark_rule(color=RULE, strokeWidth=4, yOffset=drop).encode(x2="to:Q"),
            base.mark_point(size=85, opacity=1, filled=True, yOffset=drop).encode(
                color=alt.Color("view:N", scale=colours, legend=legend),
                shape=alt.Shape("view:N", scale=shapes, legend=legend),
                tooltip=[
                    alt.Tooltip("label:N", title="pair"),
                    alt.Tooltip("view:N"),
                    alt.Tooltip("text:N", title="ratio"),
                ],
            ),
        ]
        if not labels:
            layers.append(_above(ends[["label"]], labels))
        heading = alt.TitleParams(panel, anchor="start", offset=8, fontSize=14)
        charts.append(alt.layer(*layers, width=inner, height=step * len(ends), title=heading))
    return stacked(charts, spacing=16)


def _above(part: pd.DataFrame, labels: int) -> alt.Chart:
    """The rows' names above them, for a narrow screen."""
    words, _, _ = named_rows(alt.Chart(part), labels)
    return words.mark_text(align="left", dy=-9, fontSize=12, color=MUTED).encode(x=alt.XValue(0), text="label:N")


def factor_columns(pairs: pd.DataFrame) -> Drawing:
    """A column for each of PARTS and a line a pair: bars from 1 on one log scale; the columns multiply to the ratio.

    ``pairs`` as for ``three_views``; the ratio of n / (n - 1) is nearer to 1 than a pixel and is left out.
    """
    named = {column: words for column, words, _ in PARTS}
    long = pairs.rename(columns=named).melt(["panel", "label"], list(named.values()), "part", "ratio")
    return Drawing(
        draw=lambda page: _columns(pairs, page),
        frame=long,
        columns={"panel": "panel", "label": "pair", "part": "factor of the ratio", "ratio": "factor"},
        row_ids=[*pairs["row_id_after"], *pairs["row_id_before"]],
    )


def _columns(pairs: pd.DataFrame, page: Page) -> alt.VConcatChart:
    labels, width = page.labels(LABELS), page.width
    spans = [_span(pairs[name]) for name, _, _ in PARTS]
    # One scale in every column: as many pixels for a factor of e.
    unit = (width - labels - 16 - (len(PARTS) + 1) * (ROOM + 8)) / sum(math.log(high / low) for low, high in spans)
    charts = []
    for position, panel in enumerate(pairs["panel"].drop_duplicates()):
        part = pairs[pairs["panel"] == panel]
        heads = [words if position == 0 else "" for _, words, _ in PARTS]
        columns = [
            _bars(part, name, heads[place], colour, spans[place], unit, labels, first=place == 0)
            for place, (name, _, colour) in enumerate(PARTS)
        ]
        columns.append(_totals(part, "= published" if position == 0 else "", labels))
        heading = alt.TitleParams(panel, anchor="start", offset=6, fontSize=14)
        charts.append(alt.hconcat(*columns, spacing=8, bounds="flush", title=heading))
    return stacked(charts, spacing=14)


def _span(ratios: pd.Series) -> tuple[float, float]:
    """The lowest and highest of ``ratios`` and 1."""
    return min(float(ratios.min()), 1.0), max(float(ratios.max()), 1.0)


def _bars(
    part: pd.DataFrame,
    name: str,
    title: str,
    colour: str,
    span: tuple[float, float],
    unit: float,
    labels: int,
    *,
    first: bool,
) -> alt.LayerChart:
    low, high = span
    drawn = pd.DataFrame(
        {"label": part["label"], "ratio": part[name], "one": 1.0, "text": [f"× {r:.2f}" for r in part[name]]}
    )
    drawn["end"] = drawn["ratio"].clip(lower=1.0)
    # The words stand right of the bars, in room of their own.
    scale = alt.Scale(type="log", domain=[low, high * math.exp(ROOM / unit)], nice=False)
    x = alt.X("ratio:Q", axis=None, scale=scale)
    base, drop, step = _rows(alt.Chart(drawn), labels, first)
    layers = [
        base.mark_bar(height=11, yOffset=drop, color=colour).encode(x=x, x2="one:Q"),
        base.mark_tick(thickness=1, size=28 if labels else 20, yOffset=drop, color=CONTEXT).encode(
            x=alt.X("one:Q", axis=None, scale=scale)
        ),
        base.mark_text(align="left", dx=4, dy=drop, fontSize=12, color=INK).encode(
            x=alt.X("end:Q", axis=None, scale=scale), text="text:N"
        ),
    ]
    if first and not labels:
        layers.append(_above(drawn[["label"]], 0))
    width = unit * math.log(high / low) + ROOM
    return alt.layer(*layers, width=width, height=step * len(part), title=_head(title))


def _totals(part: pd.DataFrame, title: str, labels: int) -> alt.Chart:
    drawn = pd.DataFrame({"label": part["label"], "text": [f"= {r:.2f}x" for r in part["published_per"]]})
    base, drop, step = _rows(alt.Chart(drawn), labels, False)
    return (
        base.mark_text(align="left", dy=drop, fontSize=13, fontWeight="bold", color=INK)
        .encode(x=alt.XValue(2), text="text:N")
        .properties(width=ROOM, height=step * len(part), title=_head(title))
    )


def _head(title: str) -> alt.TitleParams:
    return alt.TitleParams(title, anchor="start", frame="group", fontSize=12, fontWeight="normal")


def _rows(chart: alt.Chart, labels: int, first: bool) -> tuple[alt.Chart, int, int]:
    """``named_rows``; the columns after the first repeat its rows without their names."""
    named, drop, step = named_rows(chart, labels)
    return (named if first else chart.encode(y=alt.Y("label:N", sort=None, axis=None))), drop, step
