"""What one difference was worth: a dot for each natural experiment, a row for each kind of difference."""

from __future__ import annotations

import altair as alt
import numpy as np
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, Page, colour, stacked

# Ratios drawn, on a log scale.
SPAN = (0.64, 3.1)
LABELS, ROW, NARROW_ROW = 180, 36, 54
# Pixels by which dots of one row that would touch step aside, and the distance at which they would.
STEP, TOUCH, SMALL = 5, 0.012, 12
# Pixels of a letter of small text, and between a dot and its name.
LETTER, GAP = 6.0, 8
_DRAWN = ("scenario", "group", "style", "ratio", "label", "name", "short")


def worth(frame: pd.DataFrame, kinds: dict[str, str]) -> Drawing:
    """Dots of the ratio of a pair's figures per accelerator, a panel a scenario, a row a kind of difference.

    ``frame``: rows of ``analysis.experiments.table`` with ``group`` (a key of ``kinds``), ``style`` (``one``: one thing
    differs; ``two``: hollow; ``control``: grey), ``label`` (for the tooltip), ``name`` and, for a phone, ``short``
    (words beside the dot, or nothing). ``kinds``: group to the words of its row, top to bottom; a row stands in every
    panel that has a dot of it.
    """
    scenarios = [s for s in ("Server", "Interactive", "Offline") if s in set(frame["scenario"])]
    rows = frame[list(_DRAWN)].assign(text=[f"{r:.2f}x" for r in frame["ratio"]])
    return Drawing(
        draw=lambda page: stacked([_panel(rows[rows["scenario"] == s], s, kinds, page) for s in scenarios], spacing=20),
        frame=rows,
        columns={
            "scenario": "scenario",
            "label": "pair",
            "group": "differs in",
            "text": "ratio, as printed",
            "ratio": "figure per accelerator, one entry over the other",
        },
        row_ids=[*frame["row_id_before"], *frame["row_id_after"]],
    )


def _panel(part: pd.DataFrame, scenario: str, kinds: dict[str, str], page: Page) -> alt.LayerChart:
    shown = [k for k in kinds if k in set(part["group"])]
    labels, row = page.labels(LABELS), page.either(ROW, NARROW_ROW)
    width = page.width - labels - 40
    middle = {k: i * row + (row / 2 if labels else row - 18) for i, k in enumerate(shown)}
    part = part if labels else part.assign(name=part["short"])
    dots = _aside(part.assign(middle=part["group"].map(middle)))
    height = row * len(shown)
    x = alt.X(
        "ratio:Q",
        scale=alt.Scale(type="log", domain=list(SPAN), nice=False),
        title=f"figure per accelerator, {'one entry over the other' if labels else 'ratio'} (log scale)",
        axis=alt.Axis(
            values=[0.75, 1, 1.25, 1.5, 2, 2.5, 3],
            labelExpr="format(datum.value, '~r') + 'x'",
            grid=False,
            titleFontSize=SMALL,
            labelFontSize=SMALL,
        ),
    )
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, height], reverse=True, nice=False, zero=False))
    lines = pd.DataFrame({"y": [row * i for i in range(len(shown))]})
    heads = pd.DataFrame(
        {
            "text": [f"{kinds[k]} ({int((part['group'] == k).sum())})" for k in shown],
            "y": [middle[k] if labels else middle[k] - 26 for k in shown],
        }
    )
    tooltip = [alt.Tooltip("label:N", title="pair"), alt.Tooltip("text:N", title="ratio")]
    base = alt.Chart(dots).encode(x=x, y=y, tooltip=tooltip)
    filled = base.transform_filter("datum.style != 'two'").encode(
        color=alt.condition("datum.style == 'control'", alt.value(CONTEXT), alt.value(CATEGORICAL[0]))
    )
    named = _beside(dots[dots["name"] != ""], width)
    layers = [
        alt.Chart(lines).mark_rule(color=GRID).encode(y=y),
        alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(color=CONTEXT, strokeDash=[2, 3]).encode(x=x),
        *_heads(heads, y, labels),
        filled.mark_circle(size=34, opacity=0.75),
        base.transform_filter("datum.style == 'two'").mark_point(
            filled=False, size=38, strokeWidth=1.6, opacity=1, color=CATEGORICAL[1]
        ),
    ]
    for (align, rise), words in named.groupby(["align", "rise"]):
        beside = alt.Chart(words).encode(x=x, y=y, text="name:N")
        place = {"align": align, "dx": GAP if align == "left" else -GAP, "dy": rise, "fontSize": SMALL}
        # The page's colour around the letters, where they cross a line.
        layers.append(beside.mark_text(stroke=colour("page"), strokeWidth=4, strokeJoin="round", **place))
        layers.append(beside.mark_text(color=INK, **place))
    head = alt.TitleParams(scenario, anchor="start", dx=-labels, frame="group", fontSize=14, offset=8)
    return alt.layer(*layers, width=width, height=height, title=head)


def _heads(heads: pd.DataFrame, y: alt.Y, labels: int) -> list[alt.Chart]:
    base = alt.Chart(heads).encode(x=alt.XValue(-labels), y=y, text="text:N")
    place = {"align": "left", "fontSize": 13 if labels else SMALL}
    words = base.mark_text(color=INK if labels else MUTED, **place)
    if labels:
        return [words]
    return [base.mark_text(stroke=colour("page"), strokeWidth=4, strokeJoin="round", **place), words]


def _beside(named: pd.DataFrame, width: int) -> pd.DataFrame:
    """Named dots with ``align`` and ``rise``: words at the left of the dot where there is no room at the right.

    Where a row has several names, they stand above and below its middle in turn.
    """
    named = named.sort_values(["middle", "ratio"])
    along = np.log(named["ratio"].astype(float) / SPAN[0]) / np.log(SPAN[1] / SPAN[0]) * width
    fits = along + GAP + LETTER * named["name"].str.len() <= width
    row = named.groupby("middle")["ratio"]
    turn = np.where(row.cumcount() % 2 == 0, -9, 9)
    return named.assign(align=np.where(fits, "left", "right"), rise=np.where(row.transform("size") > 1, turn, 0))


def _aside(dots: pd.DataFrame) -> pd.DataFrame:
    """``dots`` with ``y``: those of one row that would lie on each other step up and down in turn."""
    ordered = dots.sort_values(["middle", "ratio", "label"], ignore_index=True)
    places, ratios = ordered["middle"].to_numpy(), np.log(ordered["ratio"].to_numpy(dtype=float))
    level: list[int] = []
    for i in range(len(ordered)):
        first = i
        while first and places[first - 1] == places[i] and ratios[i] - ratios[first - 1] < TOUCH:
            first -= 1
        near = level[first:]
        level.append(next(n for n in range(len(ordered)) if n not in near))
    # 0, -1, 1, -2, 2 steps from the row's middle; beyond two steps they overlap.
    steps = [min((n + 1) // 2, 2) * (1 if n % 2 == 0 else -1) for n in level]
    return ordered.assign(y=ordered["middle"] + [s * STEP for s in steps])
