"""What other benchmarks gained from round to round, one line each."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CONTEXT, MUTED, NVIDIA, OTHERS, PUBLISHED, WIDTH, named_rows, stacked

_LABELS = 104
_AXIS = "ratio, v6.0 over v5.1, same submitter and GPUs"


def base_rates(pairs: pd.DataFrame, *, published: float, published_cell: tuple[str, str]) -> Drawing:
    """A line of dots for each benchmark and scenario, one dot a pair.

    ``pairs``: columns ``cell`` (benchmark; one line each), ``era`` (panel: a scenario, new or old), ``ratio``,
    ``label``, ``submitter_after``, ``same_system`` (False: the submitter renamed its system, drawn as a ring),
    ``row_id_before``, ``row_id_after``. The published figure is drawn in the panel and line ``published_cell``.
    """
    frame = pairs.assign(
        text=[f"{r:.2f}x" for r in pairs["ratio"]],
        whose=pairs["submitter_after"].where(pairs["submitter_after"] == "NVIDIA", "others"),
    )
    era, cell = published_cell
    mark = pd.DataFrame({"era": [era], "cell": [cell], "ratio": [published], "text": [f"published {published:.2f}x"]})
    return Drawing(
        chart=_panels(frame, mark),
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


def _panels(frame: pd.DataFrame, published: pd.DataFrame) -> alt.VConcatChart:
    width = WIDTH - _LABELS - 24
    scale = alt.Scale(domain=[0.7, max(3.05, float(frame["ratio"].max()) + 0.1)], nice=False, zero=False)
    whose = alt.Scale(domain=["NVIDIA", "others"], range=[NVIDIA, OTHERS])
    note = alt.Chart(pd.DataFrame({"text": ["Green: NVIDIA. Blue: others. Ring: the system has a new name."]}))
    charts = [
        note.mark_text(align="left", color=MUTED, fontSize=12)
        .encode(x=alt.XValue(-_LABELS), text="text:N")
        .properties(width=width, height=16)
    ]
    eras = list(frame["era"].drop_duplicates())
    for era in eras:
        part = frame[frame["era"] == era]
        last = era == eras[-1]
        axis = alt.Axis(tickCount=5, format=".1f", grid=False, labels=last, ticks=last)
        x = alt.X("ratio:Q", title=_AXIS if last else None, scale=scale, axis=axis)
        shown = part[["cell", "ratio", "label", "whose", "same_system", "text"]]
        dots, _, step = named_rows(alt.Chart(shown).encode(x=x), _LABELS, "cell", grid=True)
        colour = alt.Color("whose:N", scale=whose, legend=None)
        tips = [alt.Tooltip("label:N", title="comparison"), alt.Tooltip("text:N", title="ratio")]
        layers = [
            alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(color=CONTEXT, strokeDash=[2, 3]).encode(x=x),
            dots.transform_filter("datum.same_system")
            .mark_point(size=80, opacity=0.85, filled=True)
            .encode(color=colour, tooltip=tips),
            dots.transform_filter("!datum.same_system")
            .mark_point(size=80, opacity=0.85, filled=False, strokeWidth=2)
            .encode(color=colour, tooltip=tips),
        ]
        mark = published[published["era"] == era]
        if len(mark):
            point, _, _ = named_rows(alt.Chart(mark[["cell", "ratio", "text"]]).encode(x=x), _LABELS, "cell", grid=True)
            diamond = {"shape": "diamond", "size": 150, "filled": False, "strokeWidth": 2.5, "opacity": 1}
            layers.append(point.mark_point(color=PUBLISHED, **diamond))
            layers.append(point.mark_text(dy=-15, color=PUBLISHED, fontSize=12).encode(text="text:N"))
        heading = alt.TitleParams(era, anchor="start", frame="group", offset=10)
        charts.append(alt.layer(*layers, width=width, height=step * part["cell"].nunique(), title=heading))
    return stacked(charts, spacing=12)
