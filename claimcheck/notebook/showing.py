"""Figures and tables of a notebook: what is said of them follows from their data.

A figure's data, headings and description are those of its Altair chart; how the results differ and the footnote that
MLCommons asks for are made of the rows behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.analysis.view import title as name_of
from claimcheck.charts.figure import Figure
from claimcheck.charts.form import COLOUR_CHANNELS, Unit, units
from claimcheck.charts.table import ResultsTable, is_number, worded
from claimcheck.claims.texts.footnote import caption
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import COMPARING, half_up, listed, recording, sentence
from claimcheck.core.printing import quantity as printed
from claimcheck.data.quantity import FIGURE, IDS, Quantity, ids_of
from claimcheck.data.schema import SHOWN, heading
from claimcheck.notebook.selection import Row, Selection, results_of

_PANELS = ("facet", "row", "column")
# The place of numbers along an axis in a file of the data: the last.
_NUMBER = 5
# The column of a frame that has a value as the text prints it.
_PRINTED = "as_printed"
# The column of a figure's CSV with the ids of the results behind each mark.
_BEHIND = "results"
_MARKS = {mark: f"{mark}s" for mark in ("bar", "tick", "line", "area")}
_MARKS |= {"rect": "fields", "circle": "dots", "point": "dots"}
# A description lists so many values of a figure; of more it gives the range of each series.
_LISTED = 40


def show(
    id: str,
    title: str,
    chart: alt.TopLevelMixin,
    *,
    note: str = "",
    rounds: Sequence[str] | None = None,
    says: str = "",
) -> Figure:
    """A figure of the report: ``id`` is its anchor, ``title`` its finding in one sentence.

    ``chart``: an Altair chart of a frame whose column ``row_id`` or ``row_ids`` names the results behind each row; what
    its encodings show is described and is in its CSV, under their titles. ``note``: what a reader needs to know and the
    data do not say; ``says``: what the chart shows besides its values, for who cannot see it. ``rounds``: the rounds
    that it counts whole, in place of a footnote that lists results (see ``rounds_footnote``).
    """
    drawn = _drawn(id, chart)
    derived = any(is_number(drawn["frame"][name]) for name in drawn["columns"])
    below = caption(note, results_of(drawn["row_ids"]), rounds=rounds, derived=derived)
    if not below:
        fix = "add a note with its source, or to its frame the column row_id"
        raise ClaimcheckError(f"figure {id}: nothing says what it rests on", fix=fix)
    drawn["description"] = f"{drawn['description']} {says}".strip()
    return Figure(id=id, title=title, caption=below, **drawn)


def frame_of(rows: Iterable[Sequence[Any]], columns: str) -> pd.DataFrame:
    """Rows with a quantity in each as a plain frame to draw: ``columns`` are their names, divided by spaces.

    The quantity's column has its number; ``as_printed`` has its text, and ``row_ids`` the results that it rests on.
    """
    frame = pd.DataFrame([tuple(row) for row in rows], columns=columns.split())
    for name in columns.split():
        if not any(isinstance(entry, Quantity) for entry in frame[name]):
            continue
        units = {getattr(entry, "printed_unit", "a plain number") for entry in frame[name]}
        if len(units) > 1:
            names = listed(sorted(unit or "a count" for unit in units))
            fix = 'a number of your own is value(2.5, "x", of="gain by my own test", source="my notes")'
            raise ClaimcheckError(f"column {name} has {names}", rule="one axis has quantities of one unit", fix=fix)
        frame[_PRINTED] = list(map(_text, frame[name]))
        frame["row_ids"] = [sorted(quantity.rows) for quantity in frame[name]]
        frame[name] = [quantity.value for quantity in frame[name]]
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
    selection = rows if isinstance(rows, Selection) else Selection(rows, title)
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
    for name in {*names} & {*SHOWN} - {*texts}:
        if (decimals := SHOWN[name].decimals) is not None and is_number(frame[name]):
            texts[name] = [worded(cell, decimals) for cell in frame[name]]
    return ResultsTable(
        id=id,
        frame=frame,
        caption=f"{sentence(title)}\n\n{caption(note, results, rounds=rounds, derived=derived)}".strip(),
        columns={name: (headings or {}).get(name, heading(name)) for name in names},
        row_ids=list(frame["row_id"]) if "row_id" in frame else (),
        links={**_addresses(frame, results), **{name: frame[of] for name, of in (links or {}).items()}},
        texts=texts,
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


def _drawn(id: str, chart: alt.TopLevelMixin) -> dict[str, Any]:
    """What a figure has of its ``chart``: its data, and its description for who cannot see it.

    Frames of several layers are one below another. Columns are those that an encoding shows, but of its text alone:
    first names and panels, then the rest, then numbers along the axes, each with the title of its encoding or else its
    own name; last the ids of the results behind each row.
    """
    spec = spec_of(chart)
    frames = [pd.DataFrame(rows) for rows in spec.get("datasets", {}).values() if any(rows)]
    if not frames:
        fix = "draw a pandas frame with rows: alt.Chart(frame)"
        raise ClaimcheckError(f"figure {id}: there is nothing to draw", fix=fix)
    frame = pd.concat(frames, ignore_index=True)
    parts = units(spec)
    headings: dict[str, str] = {}
    axes: dict[str, str] = {}
    panel = kind = None
    for place, name, channel in sorted(_encodings(spec, parts), key=lambda encoding: encoding[0]):
        field = channel["field"]
        # A column of colours has nothing to tell.
        if field not in frame or name == "text" or channel.get("scale", {}) is None:
            continue
        plain = field.replace("_", " ")
        title = channel.get("title") or (channel.get("axis") or {}).get("title")
        if field not in headings or (title and headings[field] == plain):
            headings[field] = " ".join([title] if isinstance(title, str) else title or [plain])
        if place == _NUMBER:
            axes.setdefault(name, field)
        elif name in _PANELS:
            panel = field
        elif name in COLOUR_CHANNELS and channel["type"] == "nominal" and field != panel:
            kind = field
    for part in parts:
        _refuse_stacks(id, part, panel)
    ids = sorted(ids_of(frame)) if {*IDS} & {*frame} else ()
    marks = dict.fromkeys(_MARKS[part.mark] for part in parts if part.mark in _MARKS)
    said = {name: words for name, words in headings.items() if name != _PRINTED}
    if ids and "row_id" not in headings:
        frame = frame.assign(**{_BEHIND: ["; ".join(sorted(ids_of(row))) for _, row in frame.iterrows()]})
        headings[_BEHIND] = "Results"
    about = sentence(listed([*marks]) or "a chart").rstrip(".")
    description = _description(about, frame, said, panel, kind, axes.get("y", axes.get("x")))
    return {"spec": spec, "frame": frame, "columns": headings, "row_ids": ids, "description": description}


def _refuse_stacks(id: str, part: Unit, panel: str | None) -> None:
    """Raise ClaimcheckError for two bars of one name, which are drawn as one: variants of a benchmark, say."""
    channels = dict(part.channels())
    lengths = [channels[end] for end in ("x", "y") if channels.get(end, {}).get("type") == "quantitative"]
    several = {"aggregate", "x2", "y2", "transform"} & {name for of in (channels, part.spec, *lengths) for name in of}
    if part.mark != "bar" or len(lengths) != 1 or several:
        return
    names = [channel["field"] for channel in channels.values() if channel.get("type") in ("nominal", "ordinal")]
    bars = pd.DataFrame(part.rows)[list(dict.fromkeys([*names, *filter(None, [panel])]))].astype(str)
    if bars.duplicated().any():
        fix = "say in their names what differs, such as the system or the accuracy target, or keep one of them"
        raise ClaimcheckError(f"figure {id}: two bars are called {', '.join(bars[bars.duplicated()].iloc[0])}", fix=fix)


def spec_of(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """The Vega-Lite specification of ``chart``, without a look. Raises SchemaValidationError for an invalid chart."""
    with alt.theme.enable("none"), alt.data_transformers.enable("default", max_rows=None):
        # What is compared with a record was valid when it was recorded.
        return chart.to_dict(validate=recording() != COMPARING)


def _encodings(spec: dict[str, Any], parts: Sequence[Unit]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every channel of a chart with its name, and its place in a file of the data."""
    facets = spec.get("facet", {})
    facets = [("facet", facets)] if "field" in facets else list(facets.items())
    for name, channel in [*facets, *(channel for part in parts for channel in part.channels())]:
        if name in ("x", "y", "x2", "y2"):
            place = _NUMBER if channel.get("type", "quantitative") == "quantitative" else 1
        else:
            place = 0 if name in _PANELS else 2 if name in COLOUR_CHANNELS else 3 if name == "tooltip" else 4
        yield place, name, channel


def _description(
    marks: str, frame: pd.DataFrame, headings: Mapping[str, str], panel: str | None, kind: str | None, value: str | None
) -> str:
    """What a chart shows, in words: its marks and axis, then every value or, of many, ranges or counts."""
    numeric = [name for name in headings if is_number(frame[name])]
    named = [name for name in headings if name not in numeric and name not in (panel, kind)]
    value = value if value in numeric else next(iter(numeric), None)
    several = kind is not None and frame[kind].nunique() > 1
    said = [f"{marks} of {headings[value]}." if value else f"{marks}."]
    for name, part in frame.groupby(panel, sort=False) if panel and frame[panel].ne("").any() else [("", frame)]:
        if len(frame) <= _LISTED:
            lines = _lines(part, named, value, kind if several else None)
        elif value is None:
            # The first columns name a mark, the last says most of it.
            lines = [f"{kind} ({count})" for kind, count in part[named[-1]].value_counts().sort_index().items()]
        else:
            few = [column for column in (kind, *named) if column and part[column].nunique() <= _LISTED]
            # A name that all marks share does not tell them apart.
            series = next((column for column in few if part[column].nunique() > 1), next(iter(few), None))
            groups = part.groupby(series, sort=False)[value] if series else [("", part[value])]
            lines = [
                f"{of} {' to '.join(dict.fromkeys(map(_number, (group.min(), group.max()))))} ({group.count()} values)"
                for of, group in groups
                if group.count()
            ]
        if lines:
            said.append(sentence(f"{name}: " * bool(name) + "; ".join(lines).strip()))
    return " ".join(said)


def _lines(part: pd.DataFrame, named: Sequence[str], value: str | None, kind: str | None) -> list[str]:
    """Each row of a chart with its values, and with its ``kind`` where that has a meaning of its own."""
    values: dict[str, list[str]] = {}
    for _, row in part.iterrows():
        words = ", ".join(str(row[name]) for name in named if pd.notna(row[name]) and row[name] != "")
        if kind and pd.notna(row[kind]) and row[kind] not in ("other", words):
            words += f" ({row[kind]})"
        text = row.get(_PRINTED) or (_number(row[value]) if value and pd.notna(row[value]) else "")
        # A name may print its number itself.
        printed = [str(row[name]).rpartition(": ")[2] for name in named]
        values.setdefault(words, []).extend([str(text)] if text and text not in printed else [])
    return [": ".join(filter(None, (words, ", ".join(of)))) for words, of in values.items()]


def _number(number: float) -> str:
    return f"{half_up(number, 0 if abs(number) >= 100 or float(number).is_integer() else 2):,}"
