"""Rows of a made repository as they were once checked by hand, in ``golden/NAME.yml``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

# What follows from the content of a repository's files.
_IDS = ("commit", "blob", "log_blob")


def agree(name: str, tables: Mapping[str, Iterable[Mapping[str, Any]]]) -> None:
    """Assert that rows are those of ``golden/NAME.yml``, one a line: all cells but empty ones and ids of git.

    A line has the cells in which its row differs from an earlier one, whose others it takes over (``<<``); one that is
    null is empty. With CLAIMCHECK_GOLDEN set the file is written, to be read through before it is committed.
    """
    path = Path(__file__).parent / "golden" / f"{name}.yml"
    rows_by_table = {table: [_filled(row) for row in rows] for table, rows in tables.items()}
    if os.environ.get("CLAIMCHECK_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(_lines(rows_by_table)), encoding="utf-8")
    expected = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert rows_by_table.keys() == expected.keys()
    for table, rows in rows_by_table.items():
        assert rows == [_filled(row) for row in expected[table] or []], table


def _lines(tables: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    """A snapshot as YAML, a row a line."""
    rows = [row for found in tables.values() for row in found]
    texts, bases = [_text(row) for row in rows], [-1] * len(rows)
    for place, row in enumerate(rows):
        for base, other in enumerate(rows[:place]):
            differing = {key: None for key in other.keys() - row.keys()}
            differing |= {key: value for key, value in row.items() if key not in other or other[key] != value}
            text = f"{{<<: *r{base}, {_text(differing)[1:]}".replace(", }", "}")
            if len(text) < len(texts[place]):
                texts[place], bases[place] = text, base
    lines = iter(f"- {f'&r{place} ' * (place in bases)}{text}\n" for place, text in enumerate(texts))
    for table, found in tables.items():
        yield f"{_text(table)}:\n"
        yield from (next(lines) for _ in found)


def _text(value: object) -> str:
    """A value as YAML, in a line."""
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=2**31, allow_unicode=True)
    return text.removesuffix("...\n").strip()


def _filled(row: Mapping[str, Any]) -> dict[str, Any]:
    """The cells that hold something, as plain values; floats to twelve digits."""
    cells = {}
    for name, value in row.items():
        value = value.item() if hasattr(value, "item") else value
        if name not in _IDS and value is not None and value == value and value != "":
            cells[name] = float(f"{value:.12g}") if isinstance(value, float) else value
    return cells
