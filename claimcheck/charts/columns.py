"""A figure's drawn data as a table with headings: what its CSV holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimcheck.charts import drawn
from claimcheck.charts.figure import specifications
from claimcheck.charts.units import Encoded
from claimcheck.charts.words import WORDS

PANEL = "panel"
MARKS = "drawn as"
_SCALE = re.compile(r" \((?:log scale|logarithmic)\)")
_AXES = frozenset({"x", "y"})
_ENDS = frozenset({"x2", "y2"})
_CHANNELS_OF_WORDS = ("tooltip", "filter")


@dataclass(frozen=True)
class Column:
    """A column of the CSV: its heading, the chart's field (none for panel and marks), the panels it holds for."""

    name: str
    field: str | None
    panels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """The data that a figure draws."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]


def table(figure: Mapping[str, Any]) -> Table:
    """The data of a figure's JSON object, as its wide chart draws them.

    Raises ValueError for a chart that cannot be read (see ``drawn.read``) or a field without words.
    """
    spec = specifications(figure)["wide"]
    found = drawn.read(spec)
    panels = _distinct(found.panels, {unit.panel for unit in found.units})
    fields = _fields(found, panels, figure["id"])
    columns: list[Column] = []
    if len(panels) > 1:
        columns.append(Column(PANEL, None))
    if len({"+".join(row.marks) for row in found.rows}) > 1:
        columns.append(Column(MARKS, None))
    columns += fields
    rows = tuple(tuple(_cell(column, row, panels) for column in columns) for row in found.rows)
    return Table(tuple(columns), rows)


def drawn_data(figure: Mapping[str, Any]) -> Mapping[str, Any]:
    """A figure's ``table``; of a figure without one, what is read off its chart, in the same form."""
    if "table" in figure:
        return figure["table"]
    made = table(figure)
    return {
        "fields": [column.field for column in made.columns],
        "headings": [column.name for column in made.columns],
        "rows": made.rows,
    }


def _cell(column: Column, row: drawn.Row, panels: Mapping[int, str]) -> Any:
    if column.name == PANEL and column.field is None:
        return panels[row.panel]
    if column.field is None:
        return "+".join(row.marks)
    return row.values.get(column.field) if not column.panels or panels[row.panel] in column.panels else None


def _distinct(titles: Sequence[str], used: Iterable[int]) -> dict[int, str]:
    """A name of its own for each panel that is used."""
    names: dict[int, str] = {}
    for number, panel in enumerate(sorted(used), 1):
        title = _SCALE.sub("", titles[panel]) or f"panel {number}"
        names[panel] = title if title not in names.values() else f"{title} ({number})"
    return names


def _fields(found: drawn.Drawn, panels: Mapping[int, str], figure_id: str) -> list[Column]:
    """A column for each field, and for each unit in which a field is drawn, in the order of the chart."""
    encoded: dict[str, list[tuple[int, Encoded]]] = {}
    # The richest marks first: they give the table its order.
    for unit in sorted(found.units, key=lambda unit: -len(unit.fields)):
        for one in unit.fields:
            encoded.setdefault(one.field, []).append((unit.panel, one))
    drafts: list[tuple[str, str, tuple[str, ...]]] = []
    for name, places in encoded.items():
        own = WORDS.get(f"{figure_id}.{name}")
        guides = {panel: t for panel, one in places if (t := _guide(one))}
        tooltip = next((one.title for _, one in places if one.channel == "tooltip" and one.title), None)
        if own or len(set(guides.values())) < 2:
            words = own or next(iter(guides.values()), None) or tooltip or WORDS.get(name)
            if not words:
                raise ValueError(f"field {name!r} has no words: give it a title, or an entry in charts/words.py")
            drafts.append((words, name, ()))
            continue
        for title in dict.fromkeys(guides.values()):
            drafts.append((title, name, tuple(panels[p] for p, t in guides.items() if t == title)))
        if rest := [p for p in dict.fromkeys(panel for panel, _ in places) if p not in guides]:
            drafts.append((tooltip or WORDS.get(name) or name, name, tuple(panels[p] for p in rest)))
    channels: dict[str, set[str]] = {}
    for name, places in encoded.items():
        channels[name] = {one.channel for _, one in places}
    taken = [words for words, _, _ in drafts]
    columns: list[Column] = []
    for words, name, held in drafts:
        rivals = [other for same, other, _ in drafts if same == words and other != name]
        if taken.count(words) > 1 and not (
            channels[name] & _AXES and not any(channels[other] & _AXES for other in rivals)
        ):
            words = _apart(words, name, channels[name])
        columns.append(Column(words, name, held))
    if twice := sorted({one.name for one in columns if [c.name for c in columns].count(one.name) > 1}):
        raise ValueError(f"two columns of the data would be called {twice[0]!r}: give one its own words")
    return columns


def _guide(one: Encoded) -> str | None:
    """The words of an axis or a legend, without the remark that its scale is logarithmic."""
    return _SCALE.sub("", one.title) if one.title and one.channel not in _CHANNELS_OF_WORDS else None


def _apart(words: str, name: str, channels: set[str]) -> str:
    """A heading unlike that of another field with the same words."""
    if not channels & (_AXES | _ENDS) and channels & {"text", "tooltip"}:
        return f"{words}, as printed"
    if channels & _ENDS and not channels & _AXES and name in WORDS:
        return WORDS[name]
    return f"{words} ({name.replace('_', ' ')})"
