"""Values as dots or bars in named rows: a panel for each group, a colour for each kind, a line for a claimed value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.fonts import width, wrap
from claimcheck.charts.theme import (
    BROAD,
    INK,
    MUTED,
    PUBLISHED,
    RULE,
    WIDTH,
    colour_key,
    measured,
    named_rows,
    rimmed,
    stacked,
    tinted,
)

_PLOT = WIDTH - 24
# Letters, in pixels.
_SIZE = 13
# In a broad chart, with names left of their rows: the widest name, the heights of a row by the lines of its name, and
# the room between the plot and what stands beside it.
_NAME, _ROWS, _BESIDE_PLOT = 270, (28, 38, 52), 12
# Share of an axis beyond the rightmost value for the words beside it.
_BESIDE = {"dots": 0.22, "bars": 0.32}
# Share of an axis of dots to the left of those below zero.
_MARGIN = 0.04
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
    shades = {kind: shade for kind, shade in colours.items() if kind in set(frame["kind"])}
    # Without a column of its own in the data, a chart of one panel would have an empty one in its file.
    columns = {name: words for name, words in _COLUMNS.items() if frame[name].ne("").any()}
    narrow, broad = (_panels(frame, shades, axis, mark, rule, form) for form in (_Form(), _Form.broad(frame)))
    return Drawing(
        chart=narrow,
        broad=broad,
        frame=frame,
        columns={**columns, "value": axis},
        row_ids=sorted({row for ids in frame["row_ids"] for row in ids}),
    )


class _Form(NamedTuple):
    """How wide the plot is, and the lines of each row's name where names stand left of their rows, not above."""

    plot: float = _PLOT
    names: Mapping[str, list[str]] | None = None

    @classmethod
    def broad(cls, frame: pd.DataFrame) -> _Form:
        """Names on the left, notes on the right, and the plot in what is left of a broad chart."""
        names = {name: wrap(name, _SIZE, _NAME) for name in frame["label"]}
        left = max(width(line, _SIZE) for lines in names.values() for line in lines)
        right = max((width(note, _SIZE) + _BESIDE_PLOT for note in frame["note"] if note), default=0.0)
        return cls(round(BROAD - 24 - _BESIDE_PLOT - left - right), names)

    @property
    def row(self) -> int:
        """The height of a row of a broad chart."""
        assert self.names is not None
        return _ROWS[min(len(_ROWS), max(map(len, self.names.values()))) - 1]


def _panels(
    frame: pd.DataFrame, shades: Mapping[str, str], axis: str, mark: str, rule: tuple[float, str] | None, form: _Form
) -> alt.VConcatChart:
    sign = "$" if frame["unit"].iloc[0].startswith("$") else frame["unit"].iloc[0]
    ticks = _TICKS.get(sign, _TICKS[""])
    charts = [colour_key(shades, form.plot)] if len(shades) > 1 else []
    for position, panel in enumerate(frame["panel"].drop_duplicates()):
        part = frame.loc[frame["panel"] == panel, ["label", "kind", "value", "text", "note"]]
        scale = _domain(part if mark == "bars" else frame, sign, mark, rule)
        x = measured(alt.X, "value", axis, scale, tickCount=4, labelExpr=ticks, grid=mark == "bars")
        drawn = _panel(part, shades, x, mark, rule, form, first=position == 0)
        charts.append(drawn.properties(title=_heading(panel, rule)))
    return stacked(charts)


def _domain(part: pd.DataFrame, sign: str, mark: str, rule: tuple[float, str] | None) -> tuple[float, float]:
    values = [*part["value"], *([rule[0]] if rule else [])]
    low = 1.0 if sign == "x" and mark == "dots" and min(values) >= 1 else min(0.0, *values)
    high = low + (max(values) - low) / (1 - _BESIDE[mark])
    # A dot at the end of the axis would lie on the names.
    return low - _MARGIN * (high - low) if low < 0 and mark == "dots" else low, high


def _heading(panel: str, rule: tuple[float, str] | None) -> alt.TitleParams:
    return alt.TitleParams(panel, anchor="start", frame="group", offset=20 if rule else 8)


def _panel(
    part: pd.DataFrame,
    shades: Mapping[str, str],
    x: alt.X,
    mark: str,
    rule: tuple[float, str] | None,
    form: _Form,
    *,
    first: bool,
) -> alt.LayerChart:
    tips = [alt.Tooltip("label:N", title="what"), alt.Tooltip("text:N", title="value")]
    base = alt.Chart(part).encode(x=x, tooltip=tips)
    drawn, drop, step = named_rows(base) if form.names is None else (base.encode(y=_named(form)), 0, form.row)
    tint = tinted("kind", shades)
    layers: list[alt.Chart] = []
    if mark == "dots" and part["value"].min() < 0 < part["value"].max():
        layers.append(alt.Chart(pd.DataFrame({"value": [0.0]})).encode(x=x).mark_rule(color=RULE, strokeWidth=1.5))
    if rule is not None:
        line = alt.Chart(pd.DataFrame({"value": [rule[0]], "words": [rule[1]]})).encode(x=x)
        layers.append(line.mark_rule(color=PUBLISHED, strokeDash=[4, 3]))
        if first:
            layers.append(line.mark_text(color=PUBLISHED, dy=-8).encode(y=alt.YValue(0), text="words:N"))
    if mark == "bars":
        layers.append(drawn.mark_bar(size=17, yOffset=drop).encode(color=tint))
    else:
        layers.append(drawn.mark_circle(size=110, opacity=1, yOffset=drop).encode(color=tint))
    values = drawn.encode(text="text:N")
    layers += rimmed(values, INK, align="left", dx=5 if mark == "bars" else 10, dy=drop)
    names = alt.Chart(part.drop_duplicates("label"))
    if form.names is None:
        names = names.encode(y=alt.Y("label:N", sort=None, axis=None))
        layers += rimmed(names.encode(x=alt.XValue(0), text="label:N"), INK, align="left", dy=-9)
        layers += rimmed(names.encode(x=alt.XValue(form.plot), text="note:N"), MUTED, align="right", dy=-9)
    else:
        beside = names.mark_text(align="left", dx=_BESIDE_PLOT, color=MUTED)
        layers.append(beside.encode(y=_named(form), x=alt.XValue(form.plot), text="note:N"))
    return alt.layer(*layers, width=form.plot, height=step * part["label"].nunique())


def _named(form: _Form) -> alt.Y:
    """The rows with their names on the left, in lines."""
    lines = f"{json.dumps(form.names, ensure_ascii=False)}[datum.value]"
    left = max(width(line, _SIZE) for of in form.names.values() for line in of)
    axis = alt.Axis(title=None, labelExpr=lines, labelColor=INK, labelLimit=_NAME + 20, minExtent=left, maxExtent=left)
    return alt.Y("label:N", sort=None, axis=axis)
