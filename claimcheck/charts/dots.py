"""Rows of dots: one series a row, one colour a kind of dot.

Draws accuracy above its target and lengths of answers, results over several rounds, and natural experiments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    CONTEXT,
    INK,
    MUTED,
    OFFERED,
    PUBLISHED,
    ROUNDS,
    RULE,
    WIDTH,
    colour_key,
    measured,
    named_rows,
    stacked,
    tinted,
)
from claimcheck.core.printing import half_up

_PLOT = WIDTH - 24
# Pixels per character of the words beside a row's last dot, and between the two.
_CHARACTER, _GAP = 6.6, 14


def dotted_rows(
    rows: pd.DataFrame,
    kinds: Sequence[str],
    *,
    axis: str,
    start: float,
    format: str,
    colours: Sequence[str],
    end: float | None = None,
    rule: tuple[float, str] | None = None,
) -> Drawing:
    """Draw a colour key above panels, each with its own axis and rows of dots joined by a line.

    ``rows``: columns ``panel`` (in order of appearance), ``label`` (rows in order of appearance, unique in a panel),
    ``kind`` (one of ``kinds``), ``value``, ``text``, written beside the row's rightmost dot, and ``row_id``. ``axis``:
    what the dots show, with its unit; every panel's goes from ``start`` to ``end``, by default beyond the words of the
    last dot. ``rule`` draws a line at a value, with its words above the first panel.
    """
    if end is None:
        words = _CHARACTER * int(rows["text"].str.len().max()) + _GAP
        end = start + (float(rows["value"].max()) - start) / (1 - words / _PLOT)
    tint = tinted("kind", dict(zip(kinds, colours, strict=False)))
    labels = f"datum.value === 0 ? '0' : format(datum.value, '{format}')"
    x = measured(alt.X, "value", axis, (start, end), {"zero": False}, tickCount=4, labelExpr=labels)
    charts: list[alt.Chart | alt.LayerChart] = [colour_key(dict(zip(kinds, colours, strict=False)), _PLOT)]
    for number, panel in enumerate(rows["panel"].drop_duplicates()):
        part = rows.loc[rows["panel"] == panel, ["label", "kind", "value", "text"]]
        drawn, drop, step = named_rows(alt.Chart(part).encode(x=x))
        layers: list[alt.Chart] = []
        spans = part.groupby("label", sort=False)["value"].agg(["min", "max"]).reset_index()
        ends = part.loc[part.groupby("label", sort=False)["value"].idxmax()]
        if rule is not None:
            mark = alt.Chart(pd.DataFrame({"value": [rule[0]], "text": [rule[1]]})).encode(x=x)
            # A line through all rows would cross the names above them.
            ticks, _, _ = named_rows(alt.Chart(spans.assign(value=rule[0])).encode(x=x))
            layers.append(ticks.mark_tick(color=MUTED, opacity=1, thickness=1.5, size=18, yOffset=drop))
            if number == 0:
                words = mark.mark_text(color=MUTED, dy=-16, fontSize=12)
                layers.append(words.encode(y=alt.YValue(0), text="text:N"))
            # The words beside a dot would cross the line.
            ends = ends.assign(value=ends["value"].clip(lower=rule[0]))
        span, _, _ = named_rows(alt.Chart(spans).encode(x=alt.X("min:Q", title=axis), x2="max:Q"))
        beside, _, _ = named_rows(alt.Chart(ends).encode(x=x))
        value = alt.Tooltip("value:Q", title=axis, format=",.1f")
        tips = [alt.Tooltip("label:N", title="series"), alt.Tooltip("kind:N", title="which"), value]
        name = alt.Chart(spans).encode(y=alt.Y("label:N", sort=None, axis=None), x=alt.XValue(0))
        layers += [
            span.mark_rule(color=RULE, strokeWidth=3, yOffset=drop),
            drawn.mark_circle(size=110, opacity=1, yOffset=drop).encode(color=tint, tooltip=tips),
            beside.mark_text(align="left", dx=10, dy=drop, color=INK, fontSize=12).encode(text="text:N"),
            name.mark_text(align="left", dy=-9, color=INK, fontSize=12).encode(text="label:N"),
        ]
        heading = alt.TitleParams(panel, anchor="start", offset=16 if rule is not None and number == 0 else 8)
        charts.append(alt.layer(*layers, width=_PLOT, height=step * part["label"].nunique(), title=heading))
    return Drawing(
        chart=stacked(charts),
        frame=rows,
        columns={"panel": "panel", "label": "result", "kind": "which", "value": axis},
        row_ids=rows["row_id"],
    )


_MARGIN = "accuracy above the target, %"
_LENGTH = "mean answer of a run, tokens"


def above_target(pairs: pd.DataFrame) -> Drawing:
    """Draw the two accuracies of each comparison, in percent above the target: one panel a benchmark and scenario.

    ``pairs``: columns ``panel``, ``label`` (unique in its panel), ``before`` and ``after`` (rounds), ``margin_before``
    and ``margin_after`` (shares), ``ratio`` (gain per accelerator, written at the row), and the two row ids.
    """
    sides = [
        pairs.assign(
            kind=pairs[side],
            value=100 * pairs[f"margin_{side}"].astype(float),
            row_id=pairs[f"row_id_{side}"],
            text=[f"{ratio:.2f}x" for ratio in pairs["ratio"]],
            printed=[f"{100 * share:.2f}%" for share in pairs[f"margin_{side}"]],
        )
        for side in ("before", "after")
    ]
    # Both dots of a row together, rows in the given order.
    rows = pd.concat(sides).sort_index(kind="stable")[["panel", "label", "kind", "value", "text", "printed", "row_id"]]
    rows = rows.reset_index(drop=True)
    kinds = list(dict.fromkeys(rows["kind"]))
    return dotted_rows(
        rows, kinds, axis=_MARGIN, start=-0.2, rule=(0, "target"), format=".1f", colours=(ROUNDS[0], ROUNDS[-1])
    )


def answer_lengths(runs: pd.DataFrame) -> Drawing:
    """Draw the mean output length of each run in tokens: one panel a scenario, one row a round.

    ``runs``: columns ``scenario``, ``round``, ``kind``, ``mean_tokens_per_sample`` and ``row_id``.
    """
    counted = runs.groupby(["scenario", "round"])["row_id"].transform("size")
    rows = runs.assign(
        panel=runs["scenario"],
        label=runs["round"],
        value=runs["mean_tokens_per_sample"].astype(float),
        text=[f"{n} run{'s' * (n > 1)}" for n in counted],
    )
    return dotted_rows(
        rows[["panel", "label", "kind", "value", "text", "row_id"]],
        list(dict.fromkeys(rows["kind"])),
        axis=_LENGTH,
        start=float(rows["value"].min()) - 10,
        format=",d",
        colours=(CONTEXT, PUBLISHED),
    )


_AXIS = "output tokens/s per GPU"
_SCENARIOS = ("Server", "Offline", "Interactive")


def rounds_by_series(series: pd.DataFrame, rounds: Sequence[str]) -> Drawing:
    """Draw three rounds of each series: one panel a scenario, one row a ``label``, highest latest result first.

    ``series``: columns ``scenario``, ``label``, ``round``, ``per_accelerator`` (tokens/s) and ``row_id``, each label's
    rounds in order. The value of a row's highest dot is written at its right.
    """
    rows = series.assign(
        panel=series["scenario"],
        kind=series["round"],
        value=series["per_accelerator"].astype(float),
        text=[f"{half_up(v, 0):,}" for v in series["per_accelerator"]],
        _panel=series["scenario"].map(_SCENARIOS.index),
    )
    rows["_last"] = rows.groupby(["scenario", "label"])["value"].transform("last")
    rows = rows.sort_values(["_panel", "_last", "label"], ascending=[True, False, True], kind="stable")
    colours = ROUNDS[:: (len(ROUNDS) - 1) // (len(rounds) - 1)]
    end = 1.2 * rows["value"].max()
    drawing = dotted_rows(rows, rounds, axis=_AXIS, start=0, end=end, format="~s", colours=colours)
    return replace(drawing, columns={"panel": "scenario", "label": "system", "kind": "round", "value": _AXIS})


_ROW = 46
_RATIO = "result per GPU, one entry over the other"


def worth(frame: pd.DataFrame, kinds: dict[str, str]) -> Drawing:
    """Draw the ratio of each pair's figures per accelerator: one panel a scenario, one row a kind of difference.

    ``frame``: rows of ``analysis.experiments.table`` with ``label`` (the pair in words) and ``name`` (words above the
    dot, or nothing). ``kinds``: ``kind`` to the words of its row, top to bottom; a row is in every panel that has a
    dot of it. Pairs that differ in load have the colour of the offered rate, all others are grey.
    """
    rows = frame.assign(
        row=frame["kind"].map(kinds),
        shade=frame["kind"].map(lambda kind: OFFERED if kind == "load" else CONTEXT),
    )[["scenario", "kind", "row", "ratio", "label", "name", "shade"]]
    span = (float(rows["ratio"].min()) / 1.05, float(rows["ratio"].max()) * 1.12)
    panels = [s for s in ("Server", "Interactive", "Offline") if s in set(rows["scenario"])]
    return Drawing(
        chart=stacked([_panel(rows[rows["scenario"] == s], s, list(kinds.values()), span) for s in panels]),
        frame=rows.assign(panel=rows["scenario"], kind=rows["row"]),
        columns={"scenario": "scenario", "row": "differs in", "label": "pair", "ratio": _RATIO},
        row_ids=[*frame["row_id_before"], *frame["row_id_after"]],
    )


def _panel(part: pd.DataFrame, scenario: str, order: list[str], span: tuple[float, float]) -> alt.LayerChart:
    shown = [words for words in order if words in set(part["row"])]
    heads = pd.DataFrame({"row": shown, "text": [f"{w} ({int((part['row'] == w).sum())})" for w in shown]})
    ticks = {"values": [0.8, 1, 1.25, 1.5, 2], "labelExpr": "format(datum.value, '~r') + 'x'"}
    x = measured(alt.X, "ratio", f"{_RATIO} (log scale)", span, {"type": "log"}, grid=False, **ticks)
    y = alt.Y("row:N", sort=shown, axis=None, scale=alt.Scale(paddingInner=0, paddingOuter=0))
    dots = alt.Chart(part).encode(x=x, y=y)
    named = dots.transform_filter("datum.name != ''")
    tooltip = [alt.Tooltip("label:N", title="pair"), alt.Tooltip("ratio:Q", format=".2f")]
    paint = alt.Color("shade:N", scale=None, legend=None)
    height = _ROW * len(shown)
    return alt.layer(
        alt.Chart(heads.assign(ratio=1.0)).mark_tick(color=RULE, thickness=1.5, size=20, yOffset=10).encode(x=x, y=y),
        alt.Chart(heads).mark_text(align="left", dy=-8, color=INK).encode(x=alt.XValue(0), y=y, text="text:N"),
        dots.mark_circle(size=70, opacity=0.6, yOffset=10).encode(color=paint, tooltip=tooltip),
        named.mark_text(dy=-6, color=MUTED).encode(text="name:N"),
        width=WIDTH - 16,
        height=height,
        title=alt.TitleParams(scenario, anchor="start", offset=8),
    )
