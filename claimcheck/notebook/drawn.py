"""What a plain Altair chart shows: the frame that it draws, headings, the results behind it, and all in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt
import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.form import Unit, units
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import half_up, listed, sentence
from claimcheck.notebook.quantity import IDS, ids_of

_PANELS = ("facet", "row", "column")
_COLOURS = ("color", "fill", "stroke")
# The column of a frame that has a value as the text prints it.
PRINTED = "as_printed"
_MARKS = {
    "bar": "bars",
    "tick": "ticks",
    "line": "lines",
    "area": "areas",
    "rect": "fields",
    "circle": "dots",
    "point": "dots",
}
# A description lists so many values of a figure; of more it gives the range of each series.
_LISTED = 40


def drawing(id: str, chart: alt.TopLevelMixin, says: str = "") -> tuple[Drawing, str]:
    """The drawing of ``chart``, and its description for who cannot see it.

    Frames of several layers are one below another. Columns are those that an encoding shows, but of its text alone:
    first names and panels, then the rest, then numbers along the axes, each with the title of its encoding or else its
    own name. Raises ClaimcheckError for a chart without a frame.
    """
    frames = list(_frames(chart, []))
    if not frames:
        rule = "a chart draws a pandas frame: alt.Chart(frame)"
        raise ClaimcheckError(f"figure {id}: its chart has no frame", rule=rule)
    frame = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0].reset_index(drop=True)
    if frame.empty:
        raise ClaimcheckError(f"figure {id}: there is nothing to draw", fix="look at the frame behind its chart")
    with alt.theme.enable("none"), alt.data_transformers.enable("default", max_rows=None):
        spec = chart.to_dict()
    parts = units(spec)
    headings: dict[str, str] = {}
    roles: dict[str, str] = {PRINTED: "printed"}
    for _, name, channel in sorted(_encodings(spec, parts), key=lambda encoding: encoding[0]):
        field = channel["field"]
        # A column of colours has nothing to tell.
        if field not in frame or name == "text" or channel.get("scale", {}) is None:
            continue
        plain = field.replace("_", " ")
        title = channel.get("title") or (channel.get("axis") or {}).get("title")
        if field not in headings or (title and headings[field] == plain):
            headings[field] = " ".join([title] if isinstance(title, str) else title or [plain])
        if name in _PANELS or (name in _COLOURS and channel["type"] == "nominal"):
            roles.setdefault(field, "panel" if name in _PANELS else "kind")
    if measure := _measure(parts, frame):
        roles[measure] = "value"
    drawn = Drawing(
        chart=chart,
        frame=frame,
        columns=headings,
        row_ids=sorted(ids_of(frame)) if {*IDS} & {*frame} else (),
        says=says,
        live=any("bind" in param for param in spec.get("params", ())),
    )
    named = {roles.get(field, field): words for field, words in headings.items() if field != PRINTED}
    shown = frame[[name for name in frame if name in headings or name == PRINTED]].rename(columns=roles)
    marks = [_MARKS[unit.spec["mark"]["type"]] for unit in parts if unit.spec["mark"]["type"] in _MARKS]
    words = sentence(listed(list(dict.fromkeys(marks))) or "a chart").rstrip(".")
    return drawn, " ".join(filter(None, (_description(words, shown, named), says)))


def _frames(chart: Any, seen: list[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    """Each frame that a chart or a part of it draws, but those that were seen already."""
    data = getattr(chart, "data", None)
    if isinstance(data, pd.DataFrame) and not any(data is one or data.equals(one) for one in seen):
        seen.append(data)
        yield data
    inner = getattr(chart, "spec", None)
    parts = [part for name in ("layer", "hconcat", "vconcat", "concat") for part in getattr(chart, name, None) or ()]
    for part in [*parts, *([inner] if isinstance(inner, alt.TopLevelMixin) else [])]:
        yield from _frames(part, seen)


def _encodings(spec: dict[str, Any], parts: Sequence[Unit]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every channel of a chart with its name, and its place in a file of the data."""
    facets = spec.get("facet", {})
    facets = [("facet", facets)] if "field" in facets else list(facets.items())
    for name, channel in [*facets, *(channel for unit in parts for channel in unit.channels())]:
        if name in ("x", "y", "x2", "y2"):
            place = 5 if channel.get("type", "quantitative") == "quantitative" else 1
        else:
            place = 0 if name in _PANELS else 2 if name in _COLOURS else 3 if name == "tooltip" else 4
        yield place, name, channel


def _measure(parts: Sequence[Unit], frame: pd.DataFrame) -> str | None:
    """The column of the numbers that a chart shows: along y of its last lines, or else of its first marks."""
    measure = None
    for unit in parts:
        mark, encoding = unit.spec["mark"]["type"], unit.spec["encoding"]
        # These show a range or a middle of what other marks show, or name it.
        if mark in ("rule", "text", "tick"):
            continue
        # Lines and dots between two axes of numbers show what is along y; others what they are a number of.
        line = mark in ("line", "area")
        axes = [encoding.get(axis, {}) for axis in (("y",) if line else ("y", "x"))]
        numbers = [axis.get("field") for axis in axes if axis.get("type") == "quantitative"]
        if numbers and numbers[0] in frame and (line or measure is None):
            measure = numbers[0]
    return measure


def _description(marks: str, frame: pd.DataFrame, columns: dict[str, str]) -> str:
    """What a chart shows, in words: its marks and axis, then every value or, of many, ranges or counts."""
    numeric = [name for name in columns if is_number(frame[name])]
    named = [name for name in columns if name not in numeric and name not in ("panel", "kind")]
    measure = "value" if "value" in numeric else next(iter(numeric), None)
    panels = frame.groupby("panel", sort=False) if "panel" in frame and frame["panel"].ne("").any() else [("", frame)]
    said = [f"{marks} of {columns[measure]}." if measure else f"{marks}."]
    for panel, part in panels:
        if measure is None and len(frame) > _LISTED:
            # The first columns name a mark, the last says most of it.
            lines = [f"{kind} ({count})" for kind, count in part[named[-1]].value_counts().sort_index().items()]
        elif len(frame) <= _LISTED:
            lines = _lines(part, named, measure, several="kind" in frame and frame["kind"].nunique() > 1)
        else:
            few = [name for name in ("kind", *named) if name in part and part[name].nunique() <= _LISTED]
            # A name that all marks share does not tell them apart.
            series = next((name for name in few if part[name].nunique() > 1), next(iter(few), None))
            groups = part.groupby(series, sort=False) if series else [("", part)]
            lines = [_range(str(name), group[measure]) for name, group in groups if group[measure].notna().any()]
        if lines:
            said.append(sentence(f"{panel}: " * bool(panel) + "; ".join(lines)))
    return " ".join(said)


def _lines(part: pd.DataFrame, named: Sequence[str], measure: str | None, *, several: bool) -> list[str]:
    """Each row of a chart with its values; its kind where there are ``several`` and it has a meaning of its own."""
    values: dict[str, list[str]] = {}
    for _, row in part.iterrows():
        words = ", ".join(str(row[name]) for name in named if pd.notna(row[name]) and row[name] != "")
        if several and pd.notna(row["kind"]) and row["kind"] not in ("other", words):
            words += f" ({row['kind']})"
        printed = row.get("printed")
        if not printed and measure and pd.notna(row[measure]):
            printed = _number(row[measure])
        values.setdefault(words, []).extend([str(printed)] if printed else [])
    return [": ".join(filter(None, (words, ", ".join(of)))) for words, of in values.items()]


def _range(name: str, values: pd.Series) -> str:
    low, high = _number(values.min()), _number(values.max())
    return f"{name} {low if low == high else f'{low} to {high}'} ({values.notna().sum()} values)".strip()


def _number(number: float) -> str:
    return f"{half_up(number, 0 if abs(number) >= 100 or float(number).is_integer() else 2):,}"


def is_number(values: pd.Series) -> bool:
    """Whether a column has numbers, which truths are not."""
    return pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)
