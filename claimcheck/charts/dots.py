"""Rows of dots: one series a row, one colour a kind of dot.

Draws accuracy above its target and lengths of answers, and results over several rounds.
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
