"""Rows of a made repository as they were once checked by hand, in ``golden/NAME.yml``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

# What follows from the content of a repository's files.
_IDS = ("commit", "blob", "log_blob")


def agree(name: str, tables: Mapping[str, Iterable[Mapping[str, Any]]]) -> None:
    """Assert that rows are those of ``golden/NAME.yml``: all cells but empty ones and ids of git.

    With CLAIMCHECK_GOLDEN set the file is written, to be read through before it is committed.
    """
    path = Path(__file__).parent / "golden" / f"{name}.yml"
    found = {table: [_filled(row) for row in rows] for table, rows in tables.items()}
    if os.environ.get("CLAIMCHECK_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(found, sort_keys=False, width=1000, allow_unicode=True), encoding="utf-8")
    expected = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert found.keys() == expected.keys()
    for table, rows in found.items():
        assert rows == expected[table], table


def _filled(row: Mapping[str, Any]) -> dict[str, Any]:
    """The cells that hold something, as plain values; floats to twelve digits."""
    cells = {}
    for name, value in row.items():
        value = value.item() if hasattr(value, "item") else value
        if name not in _IDS and value is not None and value == value and value != "":
            cells[name] = float(f"{value:.12g}") if isinstance(value, float) else value
    return cells
