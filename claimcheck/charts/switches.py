"""Which mechanism was on in which entry: a word in a square, entries down, mechanisms across, a panel a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd

from claimcheck.analysis.switches import (
    DISPUTED,
    FORBIDDEN,
    NOT_APPLICABLE,
    NOTED,
    OFF,
    ON,
    SILENT,
    UNRECORDED,
)
from claimcheck.charts.figure import Drawing
from claimcheck.charts.theme import CATEGORICAL, INK, MUTED, RULE, Page, colour, stacked

# One word a state, short enough for a square of a phone's width.
WORDS = {
    ON: "on",
    DISPUTED: "mixed",
    OFF: "off",
    NOTED: "notes",
    SILENT: "silent",
    UNRECORDED: "none",
    FORBIDDEN: "barred",
    NOT_APPLICABLE: "n/a",
}
_FILLED = {ON: CATEGORICAL[0], DISPUTED: CATEGORICAL[1]}
_PAGE = colour("page")
_LABELS, _PADDING = 148, 16
_ROW, _NARROW_ROW = 26, 40


def switch_matrix(cells: pd.DataFrame, heads: Mapping[str, Sequence[str]]) -> Drawing:
    """A panel for each ``scenario`` of ``cells``, in order of appearance; a row an entry, a column a mechanism.

    ``cells``: scenario, entry (its name, unique in a scenario), mechanism, state (of analysis.switches.STATES), why
    and row_id. ``heads``: mechanism to the lines of its column's head, in the order of the columns. Raises
    ValueError for a mechanism without a head and for a square that would hold two states.
    """
    if unknown := set(cells["mechanism"]) - set(heads):
        raise ValueError(f"no head for {', '.join(sorted(unknown))}")
    if cells.duplicated(["scenario", "entry", "mechanism"]).any():
        raise ValueError("an entry's mechanism has two states")
    frame = cells[["scenario", "entry", "mechanism", "state", "why"]].assign(
        word=cells["state"].map(WORDS), fill=cells["state"].map(_FILLED).fillna("")
    )
    return Drawing(
        draw=lambda page: _stack(frame, heads, page),
        frame=frame,
        columns={
            "scenario": "scenario",
            "entry": "entry",
            "mechanism": "mechanism",
            "state": "state",
            "word": "word in the square",
            "why": "evidence",
        },
        row_ids=cells["row_id"],
    )


def _stack(frame: pd.DataFrame, heads: Mapping[str, Sequence[str]], page: Page) -> alt.VConcatChart:
    scenarios = list(frame["scenario"].drop_duplicates())
    panels = [_panel(frame[frame["scenario"] == s], heads, s, page, first=i == 0) for i, s in enumerate(scenarios)]
    return stacked(panels, spacing=14)


def _panel(
    part: pd.DataFrame, heads: Mapping[str, Sequence[str]], scenario: str, page: Page, *, first: bool
) -> alt.LayerChart:
    wide, labels = not page.narrow, page.labels(_LABELS)
    step = (page.width - labels - _PADDING) / len(heads)
    order = list(part["entry"].drop_duplicates())
    # Vega splits a head at the bar; on a phone heads stand upright, in one line.
    names = {k: "|".join(lines) if wide else _in_one_line(lines) for k, lines in heads.items()}
    shown = part.assign(head=part["mechanism"].map(names))
    axis = alt.Axis(
        orient="top",
        labels=first,
        labelExpr="split(datum.value, '|')",
        labelAngle=0 if wide else -90,
        labelAlign="center" if wide else "left",
        labelBaseline="bottom" if wide else "middle",
        labelFontSize=12,
        labelColor=INK,
        labelLimit=140,
        # A second line hangs below the first.
        labelPadding=19 if wide else 4,
        labelOverlap=False,
        ticks=False,
        domain=False,
        grid=False,
    )
    gap = 0.1
    x = alt.X("head:O", title=None, axis=axis, scale=alt.Scale(domain=list(names.values()), paddingInner=gap))
    names_beside = alt.Axis(
        labels=wide, labelColor=INK, labelLimit=labels, minExtent=labels, ticks=False, domain=False, grid=False
    )
    y = alt.Y("entry:O", title=None, axis=names_beside, scale=alt.Scale(domain=order))
    # On a phone the entry's name stands above its squares.
    high, shift = (_ROW, 0) if wide else (_NARROW_ROW, 9)
    tips = [alt.Tooltip(f"{n}:N") for n in ("entry", "mechanism", "state", "why")]
    base = alt.Chart(shown).encode(x=x, y=y, tooltip=tips)
    square = {"height": 20, "yOffset": shift, "cornerRadius": 2}
    text = {"baseline": "middle", "fontSize": 12 if wide else 11, "dy": shift}
    layers = [
        base.transform_filter("datum.fill != ''")
        .mark_rect(**square)
        .encode(fill=alt.Fill("fill:N", legend=None, scale=None)),
        base.transform_filter("datum.word == 'off'").mark_rect(fill=None, stroke=RULE, strokeWidth=1, **square),
        base.transform_filter("datum.fill != ''")
        .mark_text(color=_PAGE, fontWeight="bold", **text)
        .encode(text="word:N"),
        base.transform_filter("datum.word == 'off'").mark_text(color=INK, **text).encode(text="word:N"),
        base.transform_filter("datum.fill == '' && datum.word != 'off'")
        .mark_text(color=MUTED, **text)
        .encode(text="word:N"),
    ]
    if not wide:
        rows = alt.Chart(pd.DataFrame({"entry": order}))
        layers.append(
            rows.mark_text(align="left", color=INK, fontSize=12, dy=-10).encode(x=alt.XValue(0), y=y, text="entry:N")
        )
    heading = alt.TitleParams(scenario, anchor="start", frame="bounds", offset=6)
    return alt.layer(*layers, width=step * len(heads), height=high * len(order), title=heading)


def _in_one_line(lines: Sequence[str]) -> str:
    """The lines of a head as one, a hyphen at a line's end taken out."""
    return "".join(line.removesuffix("-") if line.endswith("-") else f"{line} " for line in lines).strip()
