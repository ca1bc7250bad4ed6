"""A table of results that a notebook can show: accessible, escaped, the same at every run."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from claimcheck.core.printing import escaped, steady

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MISSING = "\N{EN DASH}"


@dataclass(frozen=True)
class ResultsTable:
    """A data frame with a caption, as an HTML table.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``tab-<id>``.
    ``frame``: one row a line, in the order to be shown.
    ``caption``: what the table shows, with units, sources and the footnote; plain text, paragraphs
    divided by blank lines: the first stands above the table, the rest below.
    ``columns``: the columns to show, in order, with their headings. The first names its row.
    ``row_ids``: the table rows behind the lines, in the same order, or nothing.
    ``links``: column to the column that holds its address (https only).
    ``formats``: column to a format such as ",.1f". Without one, integers get thousands separators
    and other numbers at most two decimals.
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
    searchable: bool = False

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"table id {self.id!r}: use lower-case letters, digits and single hyphens")
        if not self.columns or not all(str(label).strip() for label in self.columns.values()):
            raise ValueError(f"table {self.id}: every column needs a heading")
        wanted = [*self.columns, *self.links, *self.links.values(), *self.formats]
        if unknown := [name for name in wanted if name not in self.frame.columns]:
            raise ValueError(f"table {self.id}: no such column: {', '.join(map(str, unknown))}")
        if len(self.row_ids) not in (0, len(self.frame)):
            raise ValueError(f"table {self.id}: {len(self.row_ids)} row ids for {len(self.frame)} rows")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.to_html(), "text/plain": self.to_text()}

    def to_text(self) -> str:
        """The table as aligned plain text."""
        shown = {label: [self._words(name, v) for v in self.frame[name]] for name, label in self.columns.items()}
        return f"{self.caption}\n{pd.DataFrame(shown).to_string(index=False)}"

    def to_html(self) -> str:
        """The table as HTML, every value escaped."""
        anchor = f"tab-{self.id}"
        first, *rest = (escaped(part.strip()) for part in re.split(r"\n\s*\n", self.caption.strip()))
        numeric = {name for name in self.columns if self._is_number(name)}
        heads = "".join(
            f'<th scope="col"{_class(name in numeric)}>{escaped(label)}</th>' for name, label in self.columns.items()
        )
        lines = [self._line(i, row, numeric) for i, (_, row) in enumerate(self.frame.iterrows())]
        searchable = ' data-searchable="true"' if self.searchable else ""
        notes = "".join(f'<p class="cc-table__note">{part}</p>' for part in rest)
        return (
            f'<div class="cc-table" id="{anchor}"{searchable}>'
            f'<div class="cc-table__scroll" role="region" tabindex="0" aria-labelledby="{anchor}-caption">'
            f'<table><caption id="{anchor}-caption">{first}</caption>'
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody></table></div>"
            f"{notes}</div>"
        )

    def _line(self, position: int, row: pd.Series, numeric: set[str]) -> str:
        cells = []
        for name in self.columns:
            words = escaped(self._words(name, row[name]))
            if name in self.links and not pd.isna(row[self.links[name]]):
                words = f'<a href="{html.escape(self._address(row[self.links[name]]))}">{words}</a>'
            sort = f' data-sort="{steady(float(row[name]))!r}"' if name in numeric and not pd.isna(row[name]) else ""
            tag, scope = ("th", ' scope="row"') if not cells else ("td", "")
            cells.append(f"<{tag}{scope}{_class(name in numeric)}{sort}>{words}</{tag}>")
        row_id = f' data-row-id="{html.escape(str(self.row_ids[position]))}"' if len(self.row_ids) else ""
        return f"<tr{row_id}>{''.join(cells)}</tr>"

    def _is_number(self, name: str) -> bool:
        kind = self.frame[name].dtype
        return pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_bool_dtype(kind)

    def _words(self, name: str, value: Any) -> str:
        if pd.isna(value):
            return _MISSING
        value = steady(value)
        if name in self.formats:
            return format(value, self.formats[name])
        if pd.api.types.is_bool(value):
            return "yes" if value else "no"
        if pd.api.types.is_integer(value):
            return f"{value:,d}"
        if pd.api.types.is_float(value):
            text = f"{value:,.2f}"
            return text.rstrip("0").rstrip(".")
        return str(value)

    def _address(self, value: Any) -> str:
        if not str(value).startswith("https://"):
            raise ValueError(f"table {self.id}: {value!r} is no https address")
        return str(value)


def _class(numeric: bool) -> str:
    return ' class="cc-numeric"' if numeric else ""
