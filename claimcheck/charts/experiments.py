"""What one difference was worth: a dot for each natural experiment, a row for each kind of difference."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, INK, MUTED, OFFERED, RULE, WIDTH, measured, stacked

_ROW = 46
_RATIO = "result per GPU, one entry over the other"


def worth(frame: pd.DataFrame, kinds: dict[str, str]) -> Drawing:
    """Dots of the ratio of a pair's figures per accelerator, a panel a scenario, a row a kind of difference.

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
        frame=rows,
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
