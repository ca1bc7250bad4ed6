"""Figures and tables of a notebook: what is said of them follows from their data.

Description, colour key, how the results differ, and the footnote that MLCommons asks for are made of the rows drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.analysis.results import title as name_of
from claimcheck.charts.figure import Figure
from claimcheck.charts.table import ResultsTable
from claimcheck.claims.texts.footnote import caption
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import listed, sentence
from claimcheck.core.printing import quantity as printed
from claimcheck.data.schema import SHOWN, heading
from claimcheck.notebook.drawn import PRINTED, drawing, is_number
from claimcheck.notebook.quantity import FIGURE, Quantity
from claimcheck.notebook.selection import Row, Selection, results_of, selection_of


def show(
    id: str,
    title: str,
    chart: alt.TopLevelMixin,
    *,
    note: str = "",
    rounds: Sequence[str] | None = None,
    derived: bool = True,
    says: str = "",
) -> Figure:
    """A figure of the report: ``id`` is its anchor, ``title`` its finding in one sentence.

    ``chart``: an Altair chart of a frame whose column ``row_id`` or ``row_ids`` names the results behind each row; what
    its encodings show is described and is in its CSV, under their titles. ``note``: what a reader needs to know and the
    data do not say; ``says``: what the chart shows besides its values, for who cannot see it. ``rounds``: the rounds
    that it counts whole, in place of a footnote that lists results (see ``rounds_footnote``). ``derived``: whether it
    shows figures that MLCommons does not publish. Raises ClaimcheckError for a chart without data, and for a figure
    that neither results nor a note explain.
    """
    drawn, description = drawing(id, chart, says)
    below = caption(note, results_of(drawn.row_ids), rounds=rounds, derived=derived)
    if not below:
        raise ClaimcheckError(
            f"figure {id}: nothing says what it rests on",
            rule="below a figure is the footnote of its results, or a note with its source",
            fix='add note="..."',
        )
    return Figure(drawn, id=id, title=title, description=description, caption=below)


def frame_of(rows: Iterable[Sequence[Any]], columns: str) -> pd.DataFrame:
    """Rows with a quantity in each as a plain frame to draw: ``columns`` are their names, divided by spaces.

    The quantity's column has its number; ``as_printed`` has its text, and ``row_ids`` the results that it rests on.
    Raises ClaimcheckError for quantities of several units, which one axis cannot show.
    """
    frame = pd.DataFrame([tuple(row) for row in rows], columns=columns.split())
    for name in columns.split():
        quantities = [entry for entry in frame[name] if isinstance(entry, Quantity)]
        if not quantities:
            continue
        if len(units := {quantity.printed_unit for quantity in quantities}) > 1:
            names = listed(sorted(unit or "a count" for unit in units))
            raise ClaimcheckError(f"column {name} has several units: {names}", rule="one axis has one unit")
        frame[PRINTED] = list(map(_text, quantities))
        frame["row_ids"] = [sorted(quantity.rows) for quantity in quantities]
        frame[name] = [quantity.value for quantity in quantities]
    return frame


def _text(quantity: Quantity) -> str:
    """A value in a chart or table, whose axis or heading says its unit, unless that is a sign."""
    sign = quantity.printed_unit[:1]
    return printed(quantity.value, sign if sign in ("x", "%", "$") else "", quantity.places()).text


def table(
    id: str,
    title: str,
    rows: Selection | pd.DataFrame,
    columns: str | Sequence[str],
    *,
    note: str = "",
    headings: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    searchable: bool = False,
    behind: Any = None,
    rounds: Sequence[str] | None = None,
    **computed: Callable[[Row], Any],
) -> ResultsTable:
    """A table of the report: ``columns`` of ``rows``, and columns ``computed`` of each row, under declared headings.

    ``columns``: names divided by spaces, or a list. A computed column is a function of a :class:`Row` that returns a
    quantity, a list of quantities (a range) or words; it comes last unless ``columns`` names it. ``headings``: of
    columns that only this table has; ``links``: columns to those with their addresses, besides the declared ones.
    ``behind``: what it rests on, where its rows have no row ids. ``title``, ``note`` and ``rounds`` as in :func:`show`.
    """
    selection = selection_of(rows, title)
    names = columns.split() if isinstance(columns, str) else list(columns)
    names += [name for name in computed if name not in names]
    cells = {name: [of(row) for row in selection] for name, of in computed.items()}
    # A column is sorted by the value of a quantity, or of the first of several.
    by = {name: [next((q.value for q in _quantities(cell)), cell) for cell in column] for name, column in cells.items()}
    frame = selection.frame.assign(**by)
    texts = {name: list(map(_printed, column)) for name, column in cells.items()}
    if "benchmark" in names and "benchmark" not in cells:
        texts["benchmark"] = list(map(name_of, frame["benchmark"]))
    quantities = [quantity for column in cells.values() for cell in column for quantity in _quantities(cell)]
    derived = bool({"per_accelerator", "ratio"} & {*names}) or any(one.binds != FIGURE for one in quantities)
    results = results_of(selection if behind is None else behind)
    addresses = {**_addresses(frame, results), **{name: frame[of] for name, of in (links or {}).items()}}
    rounded = {
        name: SHOWN[name].decimals for name in names if name in SHOWN and name not in texts and is_number(frame[name])
    }
    return ResultsTable(
        id=id,
        frame=frame.assign(
            **{f"{name}_text": column for name, column in texts.items()},
            **{f"{name}_url": urls for name, urls in addresses.items()},
        ),
        caption=f"{sentence(title)}\n\n{caption(note, results, rounds=rounds, derived=derived)}".strip(),
        columns={name: (headings or {}).get(name, heading(name)) for name in names},
        row_ids=list(frame["row_id"]) if "row_id" in frame else (),
        links={name: f"{name}_url" for name in addresses if name in names},
        formats={name: f",.{places}f" for name, places in rounded.items() if places is not None},
        texts={name: f"{name}_text" for name in texts},
        searchable=searchable,
    )


def _addresses(frame: pd.DataFrame, results: pd.DataFrame) -> dict[str, pd.Series]:
    """The addresses of the sources of results, or those that the frame has, by the column that leads to them."""
    known = results.set_index("row_id")
    links = {name: shown.link for name, shown in SHOWN.items() if shown.link}
    own = {name: frame[url] for name, url in links.items() if url in frame}
    if "row_id" in frame:
        own |= {name: frame["row_id"].map(known[url]) for name, url in links.items() if url in known}
    sides = [side for side in ("before", "after") if f"row_id_{side}" in frame]
    return own | {f"result_id_{side}": frame[f"row_id_{side}"].map(known["published_url"]) for side in sides}


def _quantities(cell: Any) -> list[Quantity]:
    """The quantities that a computed cell gives: one, those of a range, or none."""
    return [part for part in (cell if isinstance(cell, (list, tuple)) else [cell]) if isinstance(part, Quantity)]


def _printed(cell: Any) -> str:
    return " to ".join(dict.fromkeys(map(_text, _quantities(cell)))) or str(cell)
