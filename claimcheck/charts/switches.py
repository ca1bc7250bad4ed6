"""Which mechanism was on in which entry: a word in a square, entries down, mechanisms across, a panel per scenario."""

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
from claimcheck.charts.theme import INK, MUTED, RULE, WIDTH, colour, stacked

# One word for each state, short enough for a square.
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
# Pixels: a row, with its entry's name above its squares.
_ROW, _NAME = 40, 9


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
    frame = cells[["scenario", "entry", "mechanism", "state", "why"]].assign(word=cells["state"].map(WORDS))
    scenarios = list(frame["scenario"].drop_duplicates())
    panels = [_panel(frame[frame["scenario"] == s], heads, s, first=s == scenarios[0]) for s in scenarios]
    return Drawing(
        chart=stacked(panels, spacing=14),
        frame=frame,
        columns={
            "scenario": "scenario",
            "entry": "entry",
            "mechanism": "mechanism",
            "why": "evidence",
            "state": "state",
        },
        row_ids=cells["row_id"],
        says=_in_words(frame, heads),
    )


def _in_words(cells: pd.DataFrame, heads: Mapping[str, Sequence[str]]) -> str:
    """Every entry and what was on in it."""
    cells = cells.assign(mechanism=cells["mechanism"].map({key: _in_one_line(lines) for key, lines in heads.items()}))
    entries = []
    for (scenario, entry), part in cells.groupby(["scenario", "entry"], sort=False):
        states = part.groupby("state", sort=False)["mechanism"].agg(", ".join)
        entries.append(f"{scenario}, {entry}: " + ", ".join(f"{state}: {names}" for state, names in states.items()))
    return "; ".join(entries) + "."


def _panel(part: pd.DataFrame, heads: Mapping[str, Sequence[str]], scenario: str, *, first: bool) -> alt.LayerChart:
    order = list(part["entry"].drop_duplicates())
    names = {key: _in_one_line(lines) for key, lines in heads.items()}
    axis = alt.Axis(
        orient="top",
        labels=first,
        labelAngle=-90,
        labelAlign="left",
        labelBaseline="middle",
        labelFontSize=12,
        labelColor=INK,
        labelLimit=140,
        labelPadding=4,
        labelOverlap=False,
        ticks=False,
        domain=False,
        grid=False,
    )
    x = alt.X("head:O", title=None, axis=axis, scale=alt.Scale(domain=list(names.values()), paddingInner=0.1))
    y = alt.Y("entry:O", title=None, axis=None, scale=alt.Scale(domain=order))
    tips = [alt.Tooltip(f"{n}:N") for n in ("entry", "mechanism", "state", "why")]
    base = alt.Chart(part.assign(head=part["mechanism"].map(names))).encode(x=x, y=y, tooltip=tips)
    square = {"height": 20, "yOffset": _NAME, "cornerRadius": 2, "strokeWidth": 1}
    text = {"baseline": "middle", "fontSize": 11, "dy": _NAME}
    layers = []
    for test, fill, stroke, ink in (
        ("datum.word == 'on'", INK, INK, colour("page")),
        ("datum.word == 'off'", None, RULE, INK),
        ("datum.word == 'mixed'", None, INK, INK),
        ("indexof(['on', 'off', 'mixed'], datum.word) < 0", None, None, MUTED),
    ):
        some = base.transform_filter(test)
        if stroke:
            layers.append(some.mark_rect(fill=fill, stroke=stroke, **square))
        weight = "bold" if stroke == INK else "normal"
        layers.append(some.mark_text(color=ink, fontWeight=weight, **text).encode(text="word:N"))
    rows = alt.Chart(pd.DataFrame({"entry": order})).encode(x=alt.XValue(0), y=y, text="entry:N")
    layers.append(rows.mark_text(align="left", color=INK, fontSize=12, dy=-10))
    heading = alt.TitleParams(scenario, anchor="start", frame="bounds", offset=6)
    return alt.layer(*layers, width=WIDTH - 16, height=_ROW * len(order), title=heading)


def _in_one_line(lines: Sequence[str]) -> str:
    """The lines of a head as one, a hyphen at a line's end taken out."""
    return "".join(line.removesuffix("-") if line.endswith("-") else f"{line} " for line in lines).strip()
