"""What other benchmarks gained from round to round, each beside its own base rate."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, MUTED, Page, named_rows, stacked

LABELS = 190
_AXIS = "ratio, v6.0 over v5.1, same submitter and GPUs"


def base_rates(pairs: pd.DataFrame, *, published: float, published_cell: tuple[str, str]) -> Drawing:
    """A line of dots for each benchmark and scenario, one dot a pair, a tick at the line's median.

    ``pairs``: columns ``cell`` (benchmark; one line each), ``era`` (panel: a scenario, new or old),
    ``ratio``, ``label``, ``same_system`` (False: the submitter renamed its system, drawn as a
    ring), ``row_id_before``, ``row_id_after``. The published figure is drawn
    in the panel and line ``published_cell``.
    """
    frame = pairs.assign(text=[f"{r:.2f}x" for r in pairs["ratio"]])
    era, cell = published_cell
    mark = pd.DataFrame({"era": [era], "cell": [cell], "ratio": [published], "text": [f"published {published:.2f}x"]})
    return Drawing(
        draw=lambda page: _panels(frame, mark, page),
        frame=pd.concat([frame, mark], ignore_index=True),
        columns={
            "era": "panel",
            "label": "comparison",
            "text": "ratio, as printed",
            "cell": "benchmark",
            "ratio": _AXIS,
            "same_system": "same system in both rounds",
        },
        row_ids=[*frame["row_id_after"], *frame["row_id_before"]],
    )


def _panels(frame: pd.DataFrame, published: pd.DataFrame, page: Page) -> alt.VConcatChart:
    labels = page.labels(LABELS)
    width = page.width - labels - 24
    scale = alt.Scale(domain=[0.7, max(3.05, float(frame["ratio"].max()) + 0.1)], nice=False, zero=False)
    eras = list(frame["era"].drop_duplicates())
    note = alt.Chart(pd.DataFrame({"text": ["Dot: same system. Ring: renamed. Tick: median."]}))
    charts = [
        note.mark_text(align="left", color=MUTED, fontSize=12)
        .encode(x=alt.XValue(0), text="text:N")
        .properties(width=width, height=16)
    ]
    for era in eras:
        part = frame[frame["era"] == era]
        title = _AXIS if era == eras[-1] else None
        x = alt.X("ratio:Q", title=title, scale=scale, axis=alt.Axis(tickCount=5, format=".1f", grid=False))
        shown = part[["cell", "ratio", "label", "same_system", "text"]]
        dots, drop, step = named_rows(alt.Chart(shown).encode(x=x), labels, "cell", grid=True)
        medians = part.groupby("cell", sort=False)["ratio"].median().reset_index()
        ticks, _, _ = named_rows(alt.Chart(medians).encode(x=x), labels, "cell", grid=True)
        layers = [
            alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(color=CONTEXT, strokeDash=[2, 3]).encode(x=x),
            dots.mark_point(size=85, opacity=0.85, stroke=CATEGORICAL[0], strokeWidth=2, yOffset=drop).encode(
                fill=alt.condition("datum.same_system", alt.value(CATEGORICAL[0]), alt.value("transparent")),
                tooltip=[alt.Tooltip("label:N", title="comparison"), alt.Tooltip("text:N", title="ratio")],
            ),
            ticks.mark_tick(color=INK, thickness=2.5, size=20, yOffset=drop),
        ]
        if not labels:
            layers.append(ticks.mark_text(align="left", dy=-9, color=INK).encode(x=alt.XValue(0), text="cell:N"))
        mark = published[published["era"] == era]
        if len(mark):
            here = alt.Chart(mark[["cell", "ratio", "text"]]).encode(x=x)
            point, _, _ = named_rows(here, labels, "cell", grid=True)
            diamond = {"shape": "diamond", "size": 150, "filled": False, "strokeWidth": 2.5, "opacity": 1}
            layers.append(point.mark_point(color=CATEGORICAL[1], yOffset=drop, **diamond))
            layers.append(point.mark_text(dy=drop - 15, color=CATEGORICAL[1], fontSize=12).encode(text="text:N"))
        charts.append(
            alt.layer(
                *layers,
                width=width,
                height=(step + 6) * len(medians),
                title=alt.TitleParams(era, anchor="start", offset=8),
            )
        )
    return stacked(charts, spacing=14)
