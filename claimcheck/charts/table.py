"""A table of results that a notebook can show: accessible, escaped, the same at every run."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from claimcheck.core.printing import escaped, formatted, recording, steady

MIME = "application/vnd.claimcheck.table+json"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# Rows of a table in plain text.
_PLAIN = 20
_MISSING = "\N{EN DASH}"


@dataclass(frozen=True)
class ResultsTable:
    """A data frame with a caption, as a table that a page renders and Jupyter shows.

    It emits one JSON object (``application/vnd.claimcheck.table+json``) and plain text, both the same at every run, and
    in a reader's own kernel HTML as well.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``tab-<id>``.
    ``frame``: one row a line, in the order to be shown.
    ``caption``: what the table shows, with units, sources and the footnote; plain text, paragraphs
    divided by blank lines: the first stands above the table, the rest below.
    ``columns``: the columns to show, in order, with their headings. The first names its row.
    ``row_ids``: the table rows behind the lines, in the same order, or nothing.
    ``links``: column to the column that holds its address (https only).
    ``formats``: column to a format such as ",.1f". Without one, integers get thousands separators
    and other numbers at most two decimals.
    ``texts``: column to the column that holds its text, where a format is not enough; the column itself sorts it.
    ``searchable``: let the page add a filter box and sorting by heading.

    Raises ValueError for a malformed id, unknown columns, a wrong number of row ids or an address
    that is not https.
    """

    id: str
    frame: pd.DataFrame
    caption: str
    columns: Mapping[str, str]
    row_ids: Sequence[str] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    formats: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    searchable: bool = False

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"table id {self.id!r}: use lower-case letters, digits and single hyphens")
        if not self.columns or not all(str(label).strip() for label in self.columns.values()):
            raise ValueError(f"table {self.id}: every column needs a heading")
        wanted = [*self.columns, *self.links, *self.links.values(), *self.formats, *self.texts.values()]
        if unknown := [name for name in wanted if name not in self.frame.columns]:
            raise ValueError(f"table {self.id}: no such column: {', '.join(map(str, unknown))}")
        if len(self.row_ids) not in (0, len(self.frame)):
            raise ValueError(f"table {self.id}: {len(self.row_ids)} row ids for {len(self.frame)} rows")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        record = self.to_dict()
        shown = {MIME: record, "text/plain": self.to_text()}
        return shown if recording() else shown | {"text/html": to_html(record, lines(record))}

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

    def to_text(self) -> str:
        """The table as aligned plain text, of a long one the first rows: the record has all."""
        shown = pd.DataFrame({label: self._texts(name) for name, label in self.columns.items()})
        left = f"\nand {len(shown) - _PLAIN} more rows" if len(shown) > _PLAIN else ""
        return f"{self.caption}\n{shown.head(_PLAIN).to_string(index=False)}{left}"

    def _column(self, name: str, label: str) -> dict[str, Any]:
        """A column: its heading and texts, of numbers the values, and the addresses where it has some."""
        column: dict[str, Any] = {"heading": label, "texts": self._texts(name)}
        if self._is_number(name):
            column["values"] = [None if pd.isna(v) else steady(float(v)) for v in self.frame[name]]
        if name in self.links:
            addresses = self.frame[self.links[name]]
            column["links"] = [None if pd.isna(address) else self._address(address) for address in addresses]
        return column

    def _texts(self, name: str) -> list[str]:
        return [self._words(name, value) for value in self.frame[self.texts.get(name, name)]]

    def _is_number(self, name: str) -> bool:
        kind = self.frame[name].dtype
        return pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_bool_dtype(kind)

    def _words(self, name: str, value: Any) -> str:
        if pd.isna(value):
            return _MISSING
        value = steady(value)
        if name in self.formats:
            return formatted(value, self.formats[name])
        if pd.api.types.is_bool(value):
            return "yes" if value else "no"
        if pd.api.types.is_integer(value):
            return f"{value:,d}"
        if pd.api.types.is_float(value):
            return formatted(value, ",.2f").rstrip("0").rstrip(".")
        return str(value)

    def _address(self, value: Any) -> str:
        if not str(value).startswith("https://"):
            raise ValueError(f"table {self.id}: {value!r} is no https address")
        return str(value)


def lines(record: Mapping[str, Any]) -> list[str]:
    """The rows of a table's JSON object as HTML, every value escaped."""
    count = len(record["columns"][0]["texts"])
    return [_line(record, position) for position in range(count)]


def to_html(record: Mapping[str, Any], rows: Sequence[str], more: str = "", notes: str | None = None) -> str:
    """A table's JSON object as HTML, with these of its rows, and HTML below them.

    ``notes``: HTML in place of its notes as paragraphs.
    """
    anchor = f"tab-{record['id']}"
    heads = "".join(
        f'<th scope="col"{_class(column)}>{escaped(column["heading"])}</th>' for column in record["columns"]
    )
    searchable = ' data-searchable="true"' if record["searchable"] else ""
    if notes is None:
        notes = "".join(f'<p class="cc-table__note">{escaped(note)}</p>' for note in record["notes"])
    return (
        f'<div class="cc-table" id="{anchor}"{searchable}>'
        f'<div class="cc-table__scroll" role="region" tabindex="0" aria-labelledby="{anchor}-caption">'
        f'<table><caption id="{anchor}-caption">{escaped(record["caption"])}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n" + "\n".join(rows) + "\n</tbody></table></div>"
        f"{more}{notes}</div>"
    )


def to_csv(record: Mapping[str, Any]) -> str:
    """A table's JSON object as CSV, numbers in full; nothing for what is missing."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(column["heading"] for column in record["columns"])
    columns = [
        column.get("values") or [text.strip(_MISSING) for text in column["texts"]] for column in record["columns"]
    ]
    writer.writerows(zip(*columns, strict=True))
    return out.getvalue()


def _line(record: Mapping[str, Any], position: int) -> str:
    cells = []
    for column in record["columns"]:
        words = escaped(column["texts"][position])
        if address := column.get("links", {}) and column["links"][position]:
            words = f'<a href="{html.escape(address)}">{words}</a>'
        value = column["values"][position] if "values" in column else None
        sort = "" if value is None else f' data-sort="{value!r}"'
        tag, scope = ("td", "") if cells else ("th", ' scope="row"')
        cells.append(f"<{tag}{scope}{_class(column)}{sort}>{words}</{tag}>")
    row_id = f' data-row-id="{html.escape(record["row_ids"][position])}"' if record["row_ids"] else ""
    return f"<tr{row_id}>{''.join(cells)}</tr>"


def _class(column: Mapping[str, Any]) -> str:
    return ' class="cc-numeric"' if "values" in column else ""
