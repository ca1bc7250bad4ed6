"""What ``show`` needs of a plain Altair chart: the frame that it draws, headings, and the rows of results behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.form import units
from claimcheck.core.errors import ClaimcheckError
from claimcheck.notebook.quantity import ids_of

# Columns of a frame that have ids of results.
_IDS = ("row_id", "row_ids", "row_id_before", "row_id_after")
_PANELS = ("facet", "row", "column")
_COLOURS = ("color", "fill", "stroke")
# The column of a frame that has a value as the text prints it.
PRINTED = "as_printed"


def drawing(id: str, chart: alt.TopLevelMixin, says: str = "") -> tuple[Drawing, Drawing]:
    """The drawing of ``chart``, and the same with the columns named by what they are, to be described.

    Frames of several layers are one below another. Columns are those that an encoding shows, but of its text alone:
    first names and panels, then the rest, then numbers along the axes, each with the title of its encoding or else its
    own name. Raises ClaimcheckError for a chart without a frame.
    """
    frames = list(_frames(chart))
    if not frames:
        raise ClaimcheckError(
            f"figure {id}: its chart has no frame", rule="a chart draws a pandas frame: alt.Chart(frame)"
        )
    frame = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0].reset_index(drop=True)
    if frame.empty:
        raise ClaimcheckError(f"figure {id}: there is nothing to draw", fix="look at the frame behind its chart")
    with alt.theme.enable("none"), alt.data_transformers.enable("default", max_rows=None):
        spec = chart.to_dict()
    headings: dict[str, str] = {}
    roles: dict[str, str] = {PRINTED: "printed"}
    for _, name, channel in sorted(_encodings(spec), key=lambda encoding: encoding[0]):
        field = channel["field"]
        # A column of colours has nothing to tell.
        if field not in frame or name == "text" or channel.get("scale", {}) is None:
            continue
        title = channel.get("title") or (channel.get("axis") or {}).get("title")
        if field not in headings or (title and headings[field] == _plain(field)):
            headings[field] = " ".join([title] if isinstance(title, str) else title or [_plain(field)])
        if name in _PANELS or (name in _COLOURS and channel["type"] == "nominal"):
            roles.setdefault(field, "panel" if name in _PANELS else "kind")
    for unit in units(spec):
        # These show a range or a middle of what other marks show, or name it.
        if unit.spec["mark"]["type"] in ("rule", "text", "tick"):
            continue
        encoding = unit.spec["encoding"]
        # Lines and dots between two axes of numbers show what is along y; others what they are a number of.
        axes = ("y",) if unit.spec["mark"]["type"] in ("line", "area") else ("x", "y")
        numbers = [encoding[axis] for axis in axes if encoding.get(axis, {}).get("type") == "quantitative"][::-1]
        if (axes == ("y",) or "value" not in roles.values()) and numbers and numbers[0].get("field") in frame:
            roles = {field: role for field, role in roles.items() if role != "value"} | {numbers[0]["field"]: "value"}
    made = Drawing(
        chart=chart,
        frame=frame,
        columns=headings,
        row_ids=sorted(_rows(frame)),
        says=says,
        live=any("bind" in param for param in spec.get("params", ())),
    )
    named = {roles.get(field, field): words for field, words in headings.items() if field != PRINTED}
    shown = [name for name in frame if name in headings or name == PRINTED]
    return made, Drawing(chart=chart, frame=frame[shown].rename(columns=roles), columns=named, says=says)


def _plain(field: str) -> str:
    return field.replace("_", " ")


def _frames(chart: Any) -> Iterator[pd.DataFrame]:
    """Each frame that a chart or a part of it draws, once."""
    seen: list[pd.DataFrame] = []
    for part in _parts(chart):
        data = getattr(part, "data", None)
        if isinstance(data, pd.DataFrame) and not any(data is one or data.equals(one) for one in seen):
            seen.append(data)
            yield data


def _parts(chart: Any) -> Iterator[Any]:
    yield chart
    inner = getattr(chart, "spec", None)
    parts = [part for name in ("layer", "hconcat", "vconcat", "concat") for part in getattr(chart, name, None) or ()]
    for part in [*parts, *([inner] if isinstance(inner, alt.TopLevelMixin) else [])]:
        yield from _parts(part)


def _encodings(spec: dict[str, Any]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every channel of a chart with its name, and its place in a file of the data."""
    facets = spec.get("facet", {})
    facets = [("facet", facets)] if "field" in facets else list(facets.items())
    channels = [*facets, *(channel for unit in units(spec) for channel in unit.channels())]
    for name, channel in channels:
        along = name in ("x", "y", "x2", "y2")
        number = channel.get("type", "quantitative") == "quantitative"
        if along:
            place = 5 if number else 1
        else:
            place = 0 if name in _PANELS else 2 if name in _COLOURS else 3 if name == "tooltip" else 4
        yield place, name, channel


def _rows(frame: pd.DataFrame) -> set[str]:
    """Ids of the results behind a frame, by its columns of ids; lists where a row rests on several."""
    entries = [entry for name in _IDS if name in frame for entry in frame[name].dropna()]
    return {row for entry in entries for row in ([entry] if isinstance(entry, str) else ids_of(entry))}
