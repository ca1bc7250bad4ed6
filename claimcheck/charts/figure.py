"""A figure as data: a chart, the table that it draws, and the words that belong to it.

As a cell's last expression a figure (see ``notebook.show``) emits one JSON object
(``application/vnd.claimcheck.figure+json``) and plain text, both the same at every run, so that a notebook test can
compare them. Sizes, fonts and colours are not in the object: ``charts.form.specification`` adds them. A picture
drawn from it (SVG) is emitted as well, for whoever opens the notebook elsewhere, and not compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.charts import picture
from claimcheck.charts.form import coloured
from claimcheck.charts.table import ID, csv_text
from claimcheck.core.printing import COMPARING, recording, steady, steady_text
from claimcheck.data.edition import read_edition

MIME = "application/vnd.claimcheck.figure+json"


class Figure:
    """A chart that states a finding, with its evidence.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``fig-<id>``, for good.
    ``title``: the finding, one sentence.
    ``description``: what a reader who cannot see the chart needs: what is drawn and what it shows.
    ``caption``: plain text, paragraphs divided by blank lines; web addresses become links.
    ``spec``: the Vega-Lite specification of its chart.
    ``frame``: the data that the chart draws, one row a datum.
    ``columns``: the columns of ``frame`` that the figure's CSV has, in order, each with its heading: what it is and,
    where it has one, its unit, in words.
    ``row_ids``: the table rows behind the data; repeats are dropped.

    Raises ValueError for a malformed id, or columns with one heading or without.
    """

    def __init__(
        self,
        *,
        id: str,
        title: str,
        description: str,
        caption: str,
        spec: dict[str, Any],
        frame: pd.DataFrame,
        columns: Mapping[str, str],
        row_ids: Iterable[str] = (),
    ) -> None:
        if not ID.fullmatch(id):
            raise ValueError(f"figure id {id!r}: use lower-case letters, digits and single hyphens")
        headings = list(columns.values())
        if not headings or not all(words.strip() for words in headings) or len(set(headings)) < len(headings):
            raise ValueError(f"figure {id}: every column needs a heading of its own: {headings}")
        # Pandas' own JSON prints ten decimals at most; a plain object keeps every digit.
        shown = frame[list(columns)].astype(object)
        rows = shown.where(shown.notna(), None).to_dict("split")["data"]
        data = {
            "caption": caption,
            "description": description,
            "id": id,
            "row_ids": list(dict.fromkeys(map(str, row_ids))),
            "spec": _recorded_form(coloured(spec)),
            "table": {"headings": headings, "rows": steady(rows)},
            "title": title,
        }
        self.id = id
        # What is stored is exactly what a notebook file will hold, and a value that JSON cannot carry fails here, where
        # the chart is made.
        self._data = json.dumps(data, sort_keys=True, allow_nan=False)

    def to_dict(self) -> dict[str, Any]:
        """The figure as a JSON object."""
        return json.loads(self._data)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        data = self.to_dict()
        shown = {MIME: data, "text/plain": f"{data['title']}\n{data['description']}"}
        if recording() != COMPARING:
            shown[picture.MIME] = picture.sheet(data, f"claimcheck. {read_edition().address}")
        return shown


def _recorded_form(spec: dict[str, Any]) -> dict[str, Any]:
    """``spec`` with its numbers rounded, also those in expressions, and its data sets named by their place.

    Altair names data sets by hashes of their content, which would change with a last digit.
    """
    data = steady(spec.pop("datasets", {}))
    places = {name: f"data-{number}" for number, name in enumerate(data, 1)}
    text = steady_text(json.dumps(spec))
    for name, place in places.items():
        text = text.replace(f'"{name}"', f'"{place}"')
    return json.loads(text) | {"datasets": {places[name]: rows for name, rows in data.items()}}


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
