"""What a chart draws, as a table: read off Vega's own scenegraph, so that no transform is computed twice.

Each row of the chart's datasets gets a number before Vega-Lite compiles it; each data mark then writes,
into its items' descriptions, that number and the values of the fields it encodes. What comes back is what
was drawn: after the chart's filters and calculations, and without the rows that Vega leaves out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import vl_convert

from claimcheck.charts.units import Unit, name_units

_ROW = "cc__row"
_VARIABLE = re.compile(r"var\(--cc-[a-z0-9]+, (#[0-9a-f]{6})\)")


@dataclass
class Row:
    """One drawn datum: its panel, the marks that draw it, the value of each encoded field."""

    panel: int
    marks: list[str]
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Drawn:
    """All that a chart draws. ``panels`` are titles, in order; ``units`` those that carry data."""

    panels: tuple[str, ...]
    units: tuple[Unit, ...]
    rows: tuple[Row, ...]


def read(spec: Mapping[str, Any]) -> Drawn:
    """What a complete Vega-Lite specification draws, in its initial state.

    Which marks are read: see ``name_units``. A row that says nothing beyond another one of its panel (a label,
    a reference line of its own dataset) is merged into that one. Raises ValueError for
    a chart that this reading does not understand.
    """
    named = json.loads(json.dumps(spec))
    units, panels = name_units(named)
    for rows in named["datasets"].values():
        for number, row in enumerate(rows):
            row[_ROW] = number
    rows = _rows(units, _items(named, units))
    return Drawn(tuple(panels), tuple(units), tuple(_without_repeats(rows)))


def _items(named: Mapping[str, Any], units: Sequence[Unit]) -> Iterator[tuple[Unit, list[Any]]]:
    """For each drawn item of each unit: the number of its row in the dataset, and the values of its fields."""
    vega = vl_convert.vegalite_to_vega(dict(named))
    by_mark = {f"{unit.name}_marks": unit for unit in units}
    missing = set(by_mark)
    for mark in _marks(vega):
        if (unit := by_mark.get(mark.get("name", ""))) is None:
            continue
        missing.discard(mark["name"])
        wanted = [_ROW, *(one.field for one in unit.fields)]
        values = ", ".join(f"datum[{json.dumps(name)}]" for name in wanted)
        mark["encode"]["update"]["description"] = {"signal": f"[{values}]"}
    if missing:
        raise ValueError(f"{len(missing)} marks are not found again in the compiled chart")
    scene = vl_convert.vega_to_scenegraph(vega, allowed_base_urls=[])
    drawn: dict[str, list[list[Any]]] = {name: [] for name in by_mark}
    for mark in _drawn_marks(scene["scenegraph"]):
        if mark.get("name") in drawn:
            drawn[mark["name"]] += [item["description"] for item in mark["items"]]
    for name, unit in by_mark.items():
        for description in drawn[name]:
            yield unit, description


def _marks(group: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for mark in group.get("marks", ()):
        yield mark
        yield from _marks(mark)


def _drawn_marks(mark: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield mark
    for item in mark.get("items", ()):
        for inner in item.get("items", ()) if isinstance(item, Mapping) else ():
            if isinstance(inner, Mapping):
                yield from _drawn_marks(inner)


def _rows(units: Sequence[Unit], items: Iterator[tuple[Unit, list[Any]]]) -> list[Row]:
    rows: dict[tuple[int, str | None, int], Row] = {}
    for unit, (number, *values) in items:
        row = rows.setdefault((unit.panel, unit.data, number), Row(unit.panel, []))
        if unit.mark not in row.marks:
            row.marks.append(unit.mark)
        for one, value in zip(unit.fields, values, strict=True):
            shown = _VARIABLE.sub(r"\1", value) if isinstance(value, str) else value
            if row.values.setdefault(one.field, shown) != shown:
                raise ValueError(f"field {one.field!r} has two values for one datum of a panel")
    # Datasets that only label come after those that are the matter of the panel.
    place = {(unit.panel, unit.data): i for i, unit in reversed(list(enumerate(units)))}

    def key(given: tuple[int, str | None, int]) -> tuple[int, bool, int, int]:
        only_words = set(rows[given].marks) <= {"text", "rule"}
        return given[0], only_words, place[given[:2]], given[2]

    return [rows[given] for given in sorted(rows, key=key)]


def _without_repeats(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows without those that another row of the panel contains; its marks are added to that one's."""
    by_kind: dict[tuple[int, frozenset[str]], list[Row]] = {}
    for row in rows:
        by_kind.setdefault((row.panel, frozenset(row.values)), []).append(row)
    repeats: set[int] = set()
    # From few fields to many, so that the marks of a repeat's repeats come along.
    for (panel, fields), ours in sorted(by_kind.items(), key=lambda kind: len(kind[0][1])):
        for (other_panel, more), theirs in by_kind.items():
            if panel != other_panel or not fields < more:
                continue
            known = {_part(row, fields): row for row in reversed(theirs)}
            for row in ours:
                if id(row) not in repeats and (whole := known.get(_part(row, fields))):
                    repeats.add(id(row))
                    whole.marks += [mark for mark in row.marks if mark not in whole.marks]
    return (row for row in rows if id(row) not in repeats)


def _part(row: Row, fields: frozenset[str]) -> str:
    return json.dumps({name: row.values[name] for name in sorted(fields)})
