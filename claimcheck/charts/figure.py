"""A figure as data: a chart, the table that it draws, and the words that belong to it.

As a cell's last expression a figure (see ``notebook.show``) emits one JSON object
(``application/vnd.claimcheck.figure+json``) and plain text, both the same at every run, so that a notebook test can
compare them. Sizes, fonts and colours are not in the object: ``charts.picture.specification`` adds them. A picture
drawn from it (SVG) is emitted as well, for whoever opens the notebook elsewhere, and in a reader's own kernel the live
chart (Vega-Lite): neither is compared. The figure's CSV is ``frame`` in the order of ``columns``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.charts import picture
from claimcheck.charts.form import coloured
from claimcheck.charts.record import MIME
from claimcheck.charts.table import ID
from claimcheck.core.printing import COMPARING, recording, steady, steady_text
from claimcheck.data.edition import read_edition

# What JupyterLab and VS Code draw, whichever version of Vega-Lite they bring.
VEGA_LITE = "application/vnd.vegalite.v5+json"


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A chart that states a finding, with its evidence.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``fig-<id>``, for good.
    ``title``: the finding, one sentence.
    ``description``: what a reader who cannot see the chart needs: what is drawn and what it shows.
    ``caption``: plain text, paragraphs divided by blank lines; web addresses become links.
    ``spec``: the specification of its Altair chart (``spec_of``), which the figure then changes.
    ``frame``: the data that the chart draws, one row a datum.
    ``columns``: the columns of ``frame`` that the figure's CSV has, in order, each with its heading: what it is and,
    where it has one, its unit, in words.
    ``row_ids``: the table rows behind the data; repeats are dropped.
    ``live``: turn interactive by itself when the reader reaches it (sliders); otherwise when it is pointed at.

    Raises ValueError for a malformed id, or columns with one heading or without.
    """

    id: str
    title: str
    description: str
    caption: str
    spec: InitVar[dict[str, Any]]
    frame: pd.DataFrame
    columns: Mapping[str, str]
    row_ids: Iterable[str] = ()
    live: bool = False
    _data: dict[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self, spec: dict[str, Any]) -> None:
        if not ID.fullmatch(self.id):
            raise ValueError(f"figure id {self.id!r}: use lower-case letters, digits and single hyphens")
        table = self._table()
        data = {
            "caption": self.caption,
            "description": self.description,
            "id": self.id,
            "live": self.live,
            "row_ids": list(dict.fromkeys(map(str, self.row_ids))),
            "spec": _recorded_form(coloured(spec), table),
            "table": table,
            "title": self.title,
        }
        # Through text and back: what is stored is exactly what a notebook file will hold, and a
        # value that JSON cannot carry fails here, where the chart is made.
        object.__setattr__(self, "_data", json.loads(json.dumps(data, sort_keys=True, allow_nan=False)))

    def _table(self) -> dict[str, Any]:
        """The drawn data as JSON: ``fields``, ``headings``, ``rows``; what is missing is null."""
        headings = list(self.columns.values())
        if not headings or not all(words.strip() for words in headings) or len(set(headings)) < len(headings):
            raise ValueError(f"figure {self.id}: every column needs a heading of its own: {headings}")
        # Pandas' own JSON prints ten decimals at most; a plain object keeps every digit.
        shown = self.frame[list(self.columns)].astype(object)
        values = shown.where(shown.notna(), None).to_numpy().tolist()
        rows = [[value.item() if hasattr(value, "item") else value for value in row] for row in values]
        return {"fields": list(self.columns), "headings": headings, "rows": steady(rows)}

    def to_dict(self) -> dict[str, Any]:
        """The figure as a JSON object."""
        return json.loads(json.dumps(self._data))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        shown = {MIME: self.to_dict(), "text/plain": f"{self.title}\n{self.description}"}
        if recording() != COMPARING:
            shown[picture.MIME] = picture.preview(self._data, read_edition())
        live = {} if recording() else {VEGA_LITE: picture.standalone(self._data)}
        return shown | live


def spec_of(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The Vega-Lite specification of ``chart``, without a look. Raises SchemaValidationError for an invalid chart."""
    with alt.theme.enable("none"), alt.data_transformers.enable("default", max_rows=None):
        return chart.to_dict()


def _recorded_form(spec: dict[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """``spec`` with its numbers rounded, also those in expressions, and its data sets named by their place.

    Altair names data sets by hashes of their content, which would change with a last digit. What a data set has of the
    figure's ``table`` is recorded there alone.
    """
    data = steady(spec.pop("datasets", {}))
    places = {name: f"data-{number}" for number, name in enumerate(data, 1)}
    text = steady_text(json.dumps(spec))
    for name, place in places.items():
        text = text.replace(f'"{name}"', f'"{place}"')
    return json.loads(text) | {"datasets": {places[name]: _packed(rows, table) for name, rows in data.items()}}


def _packed(rows: list[dict[str, Any]], table: Mapping[str, Any]) -> list[dict[str, Any]] | dict[str, Any]:
    """A data set as positions of the table's rows with its ``fields`` of them, and its ``more`` fields by column.

    ``picture.specification`` puts it together again. Rows that the table does not have stay as they are.
    """
    names = list(rows[0]) if rows else []
    if not names or not table["rows"] or any(list(row) != names for row in rows):
        return rows
    columns = dict(zip(table["fields"], zip(*table["rows"], strict=True), strict=True))
    known = {name: set(map(json.dumps, column)) for name, column in columns.items()}
    fields = [name for name in names if name in known and all(json.dumps(row[name]) in known[name] for row in rows)]
    positions_by_values: dict[str, list[int]] = {}
    for position, values in enumerate(zip(*(columns[name] for name in fields), strict=True)):
        positions_by_values.setdefault(json.dumps(values), []).append(position)
    positions = [positions_by_values.get(json.dumps([row[name] for name in fields]), []) for row in rows]
    if not fields or not all(positions):
        return rows
    # Equal rows of the table are taken in turn.
    taken = [of.pop(0) if len(of) > 1 else of[0] for of in positions]
    more = {name: [row[name] for row in rows] for name in names if name not in fields}
    return {"fields": fields, "more": more, "rows": taken}
