"""A table of results that a notebook can show: accessible, escaped, the same at every run."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from claimcheck.core.printing import escaped, formatted, recording, steady

MIME = "application/vnd.claimcheck.table+json"
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Rows of a table in a recorded notebook.
_RECORDED = 20
_MISSING = "\N{EN DASH}"


@dataclass(frozen=True)
class ResultsTable:
    """A data frame with a caption, as a table that a page renders and Jupyter shows.

    It emits one JSON object (``application/vnd.claimcheck.table+json``), HTML and plain text, the same at every run.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``tab-<id>``.
    ``frame``: one row a line, in the order to be shown.
    ``caption``: what the table shows, with units, sources and the footnote; plain text, paragraphs
    divided by blank lines: the first stands above the table, the rest below.
    ``columns``: the columns to show, in order, with their headings. The first names its row.
    ``row_ids``: the table rows behind the lines, in the same order, or nothing.
    ``links``: column to the addresses of its cells (https only).
    ``texts``: column to the texts of its cells, where ``worded`` does not say them; the column itself sorts it.
    ``searchable``: let the page add a filter box and sorting by heading.

    Raises ValueError for a malformed id, an unknown column or an address that is not https.
    """

    id: str
    frame: pd.DataFrame
    caption: str
    columns: Mapping[str, str]
    row_ids: Sequence[str] = ()
    links: Mapping[str, Iterable[Any]] = field(default_factory=dict)
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    searchable: bool = False

    def __post_init__(self) -> None:
        if not ID.fullmatch(self.id):
            raise ValueError(f"table id {self.id!r}: use lower-case letters, digits and single hyphens")
        if unknown := [name for name in self.columns if name not in self.frame.columns]:
            raise ValueError(f"table {self.id}: no such column: {', '.join(map(str, unknown))}")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {MIME: self.to_dict(), "text/plain": self.caption, "text/html": self._html()}

    def to_dict(self) -> dict[str, Any]:
        """The table as a JSON object: id, caption, notes, row ids, and columns of texts, values and addresses."""
        caption, *notes = (part.strip() for part in re.split(r"\n\s*\n", self.caption.strip()))
        columns = [self._column(name, label) for name, label in self.columns.items()]
        data = {
            "id": self.id,
            "caption": caption,
            "notes": notes,
            "searchable": self.searchable,
            "row_ids": [str(row) for row in self.row_ids],
            "columns": columns,
        }
        # Through text and back: exactly what a notebook file will hold.
        return json.loads(json.dumps(data, allow_nan=False))

    def _html(self) -> str:
        """The table as Jupyter shows it, of a recorded one the first rows, notes below; the site makes its own."""
        data, shown = self.to_dict(), pd.DataFrame()
        for column in data["columns"]:
            cells = zip(map(escaped, column["texts"]), column.get("links") or [""] * len(column["texts"]), strict=True)
            shown[column["heading"]] = [f'<a href="{url}">{words}</a>' if url else words for words, url in cells]
        most = _RECORDED if recording() else len(shown)
        left = f"<p>and {len(shown) - most} more rows</p>" if len(shown) > most else ""
        below = "".join(f"<p><small>{escaped(note)}</small></p>" for note in data["notes"])
        return f"<p>{escaped(data['caption'])}</p>{shown.head(most).to_html(index=False, escape=False)}{left}{below}"

    def _column(self, name: str, label: str) -> dict[str, Any]:
        """A column: its heading and texts, of numbers the values, and the addresses where it has some."""
        column: dict[str, Any] = {"heading": label, "texts": self._texts(name)}
        if is_number(self.frame[name]):
            column["values"] = [None if pd.isna(v) else steady(float(v)) for v in self.frame[name]]
        if name in self.links:
            column["links"] = [None if pd.isna(address) else str(address) for address in self.links[name]]
            if odd := next((one for one in column["links"] if one and not one.startswith("https://")), None):
                raise ValueError(f"table {self.id}: {odd!r} is no https address")
        return column

    def _texts(self, name: str) -> list[str]:
        return list(self.texts[name]) if name in self.texts else list(map(worded, self.frame[name]))


def is_number(values: pd.Series) -> bool:
    """Whether a column holds numbers, and not yes and no."""
    return pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)


def worded(value: Any, decimals: int | None = None) -> str:
    """A cell as text: thousands are separated, and a number that is not whole has ``decimals``, or at most two."""
    if pd.isna(value):
        return _MISSING
    value = steady(value)
    if decimals is not None:
        return formatted(value, f",.{decimals}f")
    if pd.api.types.is_bool(value):
        return "yes" if value else "no"
    if pd.api.types.is_integer(value):
        return f"{value:,d}"
    return formatted(value, ",.2f").rstrip("0").rstrip(".") if pd.api.types.is_float(value) else str(value)


def to_csv(record: Mapping[str, Any]) -> str:
    """A table's JSON object as CSV, numbers in full; nothing for what is missing."""
    columns = [
        column.get("values") or [text.strip(_MISSING) for text in column["texts"]] for column in record["columns"]
    ]
    return csv_text([column["heading"] for column in record["columns"]], zip(*columns, strict=True))


def csv_text(headings: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A line of ``headings`` and the ``rows`` as CSV (RFC 4180, with plain line feeds)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return out.getvalue()
