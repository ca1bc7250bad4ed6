"""A figure as its notebook has recorded it: a JSON object, which needs no Altair to be read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from claimcheck.charts.table import csv_text

MIME = "application/vnd.claimcheck.figure+json"


def to_csv(table: Mapping[str, Any], notes: Sequence[str] = ()) -> str:
    """A figure's table as CSV, nothing for what is missing; below it ``notes``, each a line that begins with ``#``."""
    rows = [[_text(value) for value in row] for row in table["rows"]]
    return csv_text(table["headings"], [*rows, *([f"# {note}"] for note in notes)])


def _text(value: Any) -> str:
    """A value as CSV: numbers as JSON writes them, which is exact; whole ones without a fraction."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)


def recorded(notebook: Path) -> dict[str, dict[str, Any]]:
    """The figures among the outputs of a notebook's file, by id, each as its JSON object; none without a file."""
    if not notebook.is_file():
        return {}
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = (output.get("data", {}) for cell in cells for output in cell.get("outputs", ()))
    return {data[MIME]["id"]: data[MIME] for data in outputs if MIME in data}
