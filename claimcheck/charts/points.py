"""Values as dots or bars in named rows: a panel for each group, a colour for each kind, a line for a claimed value."""

from __future__ import annotations

from collections.abc import Mapping

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import (
    INK,
    MUTED,
    PUBLISHED,
    WIDTH,
    colour_key,
    measured,
    named_rows,
    rimmed,
    stacked,
    tinted,
)

_PLOT = WIDTH - 24
# Share of an axis beyond the rightmost value for the words beside it.
_BESIDE = {"dots": 0.22, "bars": 0.32}
# Labels of an axis by the unit of its values.
_TICKS = {
    "x": "format(datum.value, '~r') + 'x'",
    "%": "format(datum.value, '~r') + '%'",
    "$": "'$' + format(datum.value, '.2f')",
    "": "datum.value === 0 ? '0' : format(datum.value, '~s')",
}
_COLUMNS = {"panel": "panel", "label": "what", "kind": "kind", "text": "as printed", "note": "note"}


def points(
    rows: pd.DataFrame,
    colours: Mapping[str, str],
    *,
    axis: str,
    mark: str = "dots",
    rule: tuple[float, str] | None = None,
) -> Drawing:
    """Dots or bars in rows, each below its label and with its value beside it, panels in order of appearance.

    ``rows``: columns ``panel`` (or ""), ``label`` (rows in order of appearance; several dots may share one), ``kind``
    (a key of ``colours``), ``value``, ``unit``, ``text`` (beside the dot, or ""), ``note`` (at the right end of the
    row, or "") and ``row_ids``. ``axis``: what is shown. ``rule``: a line at a value, with its words above it. Panels
    of bars have an axis each; dots share one, which for ratios begins at 1.
    """
    frame = rows.reset_index(drop=True)
    sign = "$" if frame["unit"].iloc[0].startswith("$") else frame["unit"].iloc[0]
    ticks = _TICKS.get(sign, _TICKS[""])
    shades = {kind: shade for kind, shade in colours.items() if kind in set(frame["kind"])}
    charts = [colour_key(shades, _PLOT)] if len(shades) > 1 else []
    for position, panel in enumerate(frame["panel"].drop_duplicates()):
        part = frame.loc[frame["panel"] == panel, ["label", "kind", "value", "text", "note"]]
        scale = _domain(part if mark == "bars" else frame, sign, mark, rule)
        x = measured(alt.X, "value", axis, scale, tickCount=4, labelExpr=ticks, grid=mark == "bars")
        charts.append(_panel(part, shades, x, mark, rule, first=position == 0).properties(title=_heading(panel, rule)))
    # Without a column of its own in the data, a chart of one panel would have an empty one in its file.
    columns = {name: words for name, words in _COLUMNS.items() if frame[name].ne("").any()}
    return Drawing(
        chart=stacked(charts),
        frame=frame,
        columns={**columns, "value": axis},
        row_ids=sorted({row for ids in frame["row_ids"] for row in ids}),
    )


def _domain(part: pd.DataFrame, sign: str, mark: str, rule: tuple[float, str] | None) -> tuple[float, float]:
    values = [*part["value"], *([rule[0]] if rule else [])]
    low = 1.0 if sign == "x" and mark == "dots" and min(values) >= 1 else min(0.0, *values)
    return low, low + (max(values) - low) / (1 - _BESIDE[mark])


def _heading(panel: str, rule: tuple[float, str] | None) -> alt.TitleParams:
    return alt.TitleParams(panel, anchor="start", frame="group", offset=20 if rule else 8)


def _panel(
    part: pd.DataFrame, shades: Mapping[str, str], x: alt.X, mark: str, rule: tuple[float, str] | None, *, first: bool
) -> alt.LayerChart:
    tips = [alt.Tooltip("label:N", title="what"), alt.Tooltip("text:N", title="value")]
    drawn, drop, step = named_rows(alt.Chart(part).encode(x=x, tooltip=tips))
    tint = tinted("kind", shades)
    layers: list[alt.Chart] = []
    if rule is not None:
        line = alt.Chart(pd.DataFrame({"value": [rule[0]], "words": [rule[1]]})).encode(x=x)
        layers.append(line.mark_rule(color=PUBLISHED, strokeDash=[4, 3]))
        if first:
            layers.append(line.mark_text(color=PUBLISHED, dy=-8).encode(y=alt.YValue(0), text="words:N"))
    if mark == "bars":
        layers.append(drawn.mark_bar(size=17, yOffset=drop).encode(color=tint))
    else:
        layers.append(drawn.mark_circle(size=110, opacity=1, yOffset=drop).encode(color=tint))
    layers.append(
        drawn.mark_text(align="left", dx=5 if mark == "bars" else 10, dy=drop, color=INK).encode(text="text:N")
    )
    names = alt.Chart(part.drop_duplicates("label")).encode(y=alt.Y("label:N", sort=None, axis=None))
    layers += rimmed(names.encode(x=alt.XValue(0), text="label:N"), INK, align="left", dy=-9)
    layers += rimmed(names.encode(x=alt.XValue(_PLOT), text="note:N"), MUTED, align="right", dy=-9)
    return alt.layer(*layers, width=_PLOT, height=step * part["label"].nunique())
