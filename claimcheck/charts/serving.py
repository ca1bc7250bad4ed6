"""The serving model beside the logs: how far each prediction is off."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Figure
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, GRID, INK, MUTED, NARROW, RULE, WIDE

LABELS = 186
_ROW = 19
# Errors beyond stand at the edge with their figure.
_REACH = 0.4


def prediction_errors(
    runs: pd.DataFrame,
    panels: dict[str, str],
    *,
    good: float,
    id: str,
    title: str,
    description: str,
    caption: str,
) -> Figure:
    """One row a run, one panel a figure: the error of the prediction as a dot, a band of ``good`` around zero.

    ``runs`` in order: ``name`` (of the group), ``label`` (unique in its group), ``fitted``, ``row_id`` and one column
    of errors (a share, NaN for none) for each key of ``panels``, whose values head the panels. A narrow screen gets the
    first two figures in one panel.
    """
    return Figure(
        id=id,
        chart=_wide(runs, panels, good),
        narrow=_narrow(runs, dict(list(panels.items())[:2]), good),
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(runs["row_id"]),
    )


def _rows(runs: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """The runs with their place from the top, and the keys of all places: a group's name stands above its runs."""
    places, order = [], []
    for name, part in runs.groupby("name", sort=False):
        order.append(f"group {name}")
        for label in part["label"]:
            places.append(f"{name}: {label}")
            order.append(places[-1])
    return runs.assign(place=places), order


def _melted(placed: pd.DataFrame, column: str) -> pd.DataFrame:
    part = placed[["place", "label", "fitted"]].assign(error=placed[column].astype(float))
    part = part[part["error"].notna()]
    return part.assign(
        x=part["error"].clip(-_REACH, _REACH),
        beyond=part["error"].abs() > _REACH,
        text=[f"{e:+.0%}".replace("-", "−") for e in part["error"]],
        kind=["fitted" if f else "held out" for f in part["fitted"]],
    )


def _wide(runs: pd.DataFrame, panels: dict[str, str], good: float) -> alt.HConcatChart:
    placed, order = _rows(runs)
    height = _ROW * len(order)
    gap = 12
    width = (WIDE - LABELS - gap * len(panels) - 18) // len(panels)
    names = pd.DataFrame(
        {
            "place": order,
            "text": [p.removeprefix("group ") if p.startswith("group ") else p.split(": ", 1)[1] for p in order],
            "head": [p.startswith("group ") for p in order],
        }
    )
    y = alt.Y("place:N", sort=order, scale=alt.Scale(domain=order), axis=None)
    text = alt.Chart(names).encode(y=y, text="text:N")
    heads = text.mark_text(align="left", x=0, color=INK, fontWeight="bold", fontSize=12)
    lines = text.mark_text(align="left", x=8, color=INK, fontSize=12)
    labels = alt.layer(
        heads.transform_filter("datum.head"), lines.transform_filter("!datum.head")
    ).properties(width=LABELS, height=height)  # fmt: skip
    drawn = [_panel(_melted(placed, c), y, words, good, width) for c, words in panels.items()]
    drawn = [chart.properties(width=width, height=height) for chart in drawn]
    return alt.hconcat(labels, *drawn, spacing=gap).properties(autosize=alt.AutoSizeParams(type="pad"))


def _scale() -> alt.X:
    return alt.X(
        "x:Q",
        title=None,
        scale=alt.Scale(domain=[-_REACH * 1.06, _REACH * 1.06], nice=False),
        axis=alt.Axis(
            values=[-0.3, 0, 0.3],
            labelExpr="datum.value == 0 ? '0' : format(datum.value, '+.0%')",
            grid=False,
            labelFontSize=12,
        ),
    )


def _back(y: alt.Y, good: float) -> list[alt.Chart]:
    band = alt.Chart(pd.DataFrame({"x": [-good], "to": [good]})).mark_rect(color=GRID, opacity=0.75)
    zero = alt.Chart(pd.DataFrame({"x": [0.0]})).mark_rule(color=RULE, strokeWidth=1.5)
    return [band.encode(x=_scale(), x2="to:Q"), zero.encode(x=_scale())]


def _panel(part: pd.DataFrame, y: alt.Y, words: str, good: float, width: int) -> alt.LayerChart:
    base = alt.Chart(part).encode(
        x=_scale(),
        y=y,
        tooltip=[
            alt.Tooltip("label:N", title="run"),
            alt.Tooltip("kind:N"),
            alt.Tooltip("text:N", title="error"),
        ],
    )
    dots = base.mark_point(size=52, opacity=1, strokeWidth=1.8, filled=False, color=CONTEXT)
    held = base.mark_circle(size=60, opacity=1, color=CATEGORICAL[0])
    right = base.mark_text(align="right", dx=-8, fontSize=11, color=MUTED).encode(text="text:N")
    left = base.mark_text(align="left", dx=8, fontSize=11, color=MUTED).encode(text="text:N")
    return alt.layer(
        *_back(y, good),
        dots.transform_filter("datum.fitted"),
        held.transform_filter("!datum.fitted"),
        right.transform_filter("datum.beyond && datum.x > 0"),
        left.transform_filter("datum.beyond && datum.x < 0"),
    ).properties(title=alt.TitleParams(words.split("|"), anchor="start", fontSize=12, fontWeight="normal", offset=6))


def _narrow(runs: pd.DataFrame, panels: dict[str, str], good: float) -> alt.LayerChart:
    placed, order = _rows(runs)
    step = 34
    heads = {p for p in order if p.startswith("group ")}
    y = alt.Y("place:N", sort=order, scale=alt.Scale(domain=order), axis=None)
    names = pd.DataFrame(
        {
            "place": order,
            "text": [p.removeprefix("group ") if p in heads else p.split(": ", 1)[1] for p in order],
            "head": [p in heads for p in order],
        }
    )
    text = alt.Chart(names).encode(y=y, x=alt.value(0), text="text:N")
    layers: list[alt.Chart] = _back(y, good)
    layers.append(text.mark_text(align="left", dy=6, color=INK, fontWeight="bold").transform_filter("datum.head"))
    layers.append(text.mark_text(align="left", dy=-8, color=MUTED, fontSize=12).transform_filter("!datum.head"))
    words = [w.replace("|", " ") for w in panels.values()]
    for place, (column, name) in enumerate(zip(panels, words, strict=True)):
        part = _melted(placed, column).assign(figure=name)
        colour = alt.Color(
            "figure:N",
            scale=alt.Scale(domain=words, range=[CATEGORICAL[0], CATEGORICAL[1]]),
            legend=alt.Legend(orient="top", columns=1),
        )
        base = alt.Chart(part).encode(x=_scale(), y=y, color=colour)
        drop = 6 + 5 * place
        layers.append(base.mark_circle(size=62, opacity=1, yOffset=drop).transform_filter("!datum.fitted"))
        layers.append(
            base.mark_point(size=52, filled=False, opacity=1, yOffset=drop).transform_filter("datum.fitted")
        )
    return alt.layer(*layers).properties(width=NARROW, height=step * len(order))
