"""Numbers as data: what a notebook states, what is recorded, and what the book prints.

The cell that computes a number states it (``say``) as a JSON object and plain text, the same at every run.
``data/derived/numbers.csv`` lists the numbers of all notebooks; those of claims are a view of ``claims.json``.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from claimcheck.core.errors import TableError
from claimcheck.core.printing import quantity, steady
from claimcheck.data.paths import NUMBERS

MIME = "application/vnd.claimcheck.numbers+json"
COLUMNS = ("key", "text", "value", "unit", "decimals", "how", "formula", "source", "rows")
_KEY = re.compile(r"[A-Za-z0-9/-]+(\.[A-Za-z0-9/-]+)+")
# What divides row ids in one cell of a table; no row id holds one.
BETWEEN = "|"


@dataclass(frozen=True)
class Number:
    """A printed number: its text, value and unit, what it is in words, the rows behind it.

    ``text`` prints the value to ``decimals`` by the project's rules (see ``core.printing.quantity``: ``2.77x``,
    ``$0.30``, ``3rd``) where it is not given. ``formula`` is the computation in figures, such as ``(64,510 / 8) /
    (209,328 / 72)``, empty where it is not known; ``rows`` are row ids of ``inference_results``, ``training_results``
    or another table of ``data/``. Words that the analysis gives (the name of a record's holder) have no value and no
    decimals. Raises ValueError for a malformed key, or no ``how``.
    """

    key: str
    text: str = ""
    value: float | None = None
    unit: str = ""
    decimals: int | None = 0
    how: str = ""
    rows: tuple[str, ...] = ()
    source: str = field(default="", compare=False)
    formula: str = ""

    def __post_init__(self) -> None:
        if not _KEY.fullmatch(self.key):
            raise ValueError(f"number {self.key!r}: a key is words divided by dots, such as metric.runs-n")
        value = None if self.value is None else steady(float(self.value))
        object.__setattr__(self, "value", value)
        if value is None:
            object.__setattr__(self, "decimals", None)
        elif not self.text:
            object.__setattr__(self, "text", quantity(value, self.unit, self.decimals).text)
        for name in ("text", "how"):
            if not getattr(self, name).strip():
                raise ValueError(f"number {self.key}: {name} is empty")

    def __str__(self) -> str:
        return f"{self.key}: {self.text}" + f" = {self.formula}" * bool(self.formula)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """What a cell that states it records."""
        kept = {k: v for k, v in vars(self).items() if k != "source" and (v or k != "formula")}
        # Through text and back: exactly what a notebook file will hold.
        data = json.loads(json.dumps([kept], allow_nan=False))
        return {MIME: {"numbers": data}, "text/plain": str(self)}


def listed(numbers: Iterable[Number]) -> str:
    """``numbers.csv``: one line a number, by key. Raises TableError for a key that two cells state."""
    by_key: dict[str, Number] = {}
    for number in numbers:
        if (first := by_key.setdefault(number.key, number)) is not number:
            where = " and ".join(sorted({first.source, number.source}))
            raise TableError(f"number {number.key} is stated twice, in {where}", rule="a number is stated once")
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for _, number in sorted(by_key.items()):
        exact = {name: "" if (kept := getattr(number, name)) is None else repr(kept) for name in ("value", "decimals")}
        writer.writerow({**vars(number), **exact, "rows": BETWEEN.join(number.rows)})
    return out.getvalue()


def stated(notebooks: Path) -> list[Number]:
    """The numbers that the recorded notebooks (.ipynb) of a folder state."""
    return [
        Number(**{**number, "rows": tuple(number["rows"])}, source=f"notebooks/{path.stem}")
        for path in sorted(notebooks.glob("*.ipynb"))
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        for output in cell.get("outputs", ())
        for number in output.get("data", {}).get(MIME, {}).get("numbers", ())
    ]


def read_numbers(data: Path) -> Mapping[str, Number]:
    """The numbers of ``numbers.csv`` by key."""
    numbers = {}
    for row in csv.DictReader((data / NUMBERS).read_text(encoding="utf-8").splitlines()):
        exact = {name: json.loads(row[name] or "null") for name in ("value", "decimals")}
        rows = tuple(filter(None, row["rows"].split(BETWEEN)))
        numbers[row["key"]] = Number(**{**row, **exact, "rows": rows})
    return numbers
