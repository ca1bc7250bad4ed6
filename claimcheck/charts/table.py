"""A table of results that a notebook can show: accessible, escaped, the same at every run."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pandas as pd

from claimcheck.core.printing import escaped, formatted, recording, steady

MIME = "application/vnd.claimcheck.table+json"
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Rows of a table in a recorded notebook.
_RECORDED = 20
# A table of so many rows or more can be searched.
LONG = 16
_MISSING = "\N{EN DASH}"


class ResultsTable:
    """A data frame with a caption, as a table that a page renders and Jupyter shows.

    It emits one JSON object (``application/vnd.claimcheck.table+json``), HTML and plain text, the same at every run.
    To a table of LONG lines or more the page adds a filter box and sorting by heading.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``tab-<id>``.
    ``frame``: one row a line, in the order to be shown.
    ``caption``: what the table shows, with units, sources and the footnote; plain text, paragraphs
    divided by blank lines: the first stands above the table, the rest below.
    ``columns``: the columns to show, in order, with their headings. The first names its row.
    ``row_ids``: the table rows behind the lines, in the same order, or nothing.
    ``links``: column to the addresses of its cells (https only).
    ``texts``: column to the texts of its cells, where ``worded`` does not say them; the column itself sorts it.

    Raises ValueError for a malformed id, an unknown column or an address that is not https.
    """

    def __init__(
        self,
        id: str,
        frame: pd.DataFrame,
        caption: str,
        columns: Mapping[str, str],
        row_ids: Sequence[str] = (),
        links: Mapping[str, Iterable[Any]] = MappingProxyType({}),
        texts: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        if not ID.fullmatch(id):
            raise ValueError(f"table id {id!r}: use lower-case letters, digits and single hyphens")
        if unknown := [name for name in columns if name not in frame.columns]:
            raise ValueError(f"table {id}: no such column: {', '.join(map(str, unknown))}")
        self.id, made = id, []
        for name, heading in columns.items():
            cells = frame[name]
            column = {"heading": heading, "texts": list(texts[name] if name in texts else map(worded, cells))}
            if is_number(cells):
                column["values"] = [None if pd.isna(cell) else steady(float(cell)) for cell in cells]
            if name in links:
                column["links"] = [None if pd.isna(address) else str(address) for address in links[name]]
                if odd := next((one for one in column["links"] if one and not one.startswith("https://")), None):
                    raise ValueError(f"table {id}: {odd!r} is no https address")
            made.append(column)
        above, *notes = (part.strip() for part in re.split(r"\n\s*\n", caption.strip()))
        data = {"id": id, "caption": above, "notes": notes, "searchable": len(frame) >= LONG}
        # Exactly what a notebook file will hold.
        self._data = json.dumps(data | {"row_ids": [*map(str, row_ids)], "columns": made}, allow_nan=False)

    def to_dict(self) -> dict[str, Any]:
        """The table as a JSON object: id, caption, notes, row ids, and columns of texts, values and addresses."""
        return json.loads(self._data)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        data = self.to_dict()
        return {MIME: data, "text/plain": "\n\n".join([data["caption"], *data["notes"]]), "text/html": _html(data)}


def _html(data: Mapping[str, Any]) -> str:
    """The table as Jupyter shows it, of a recorded one the first rows, notes below; the site makes its own."""
    shown = pd.DataFrame()
    for column in data["columns"]:
        cells = zip(map(escaped, column["texts"]), column.get("links") or [""] * len(column["texts"]), strict=True)
        shown[column["heading"]] = [f'<a href="{url}">{words}</a>' if url else words for words, url in cells]
    most = _RECORDED if recording() else len(shown)
    left = f"<p>and {len(shown) - most} more rows</p>" if len(shown) > most else ""
    below = "".join(f"<p><small>{escaped(note)}</small></p>" for note in data["notes"])
    return f"<p>{escaped(data['caption'])}</p>{shown.head(most).to_html(index=False, escape=False)}{left}{below}"


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
