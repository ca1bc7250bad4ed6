"""The marks of a Vega-Lite specification: where each stands, and which fields it encodes in which words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

_CONCATS = ("hconcat", "vconcat", "concat")
# Everything else changes which rows there are, and a drawn datum would no longer be one of the dataset.
_TRANSFORMS = frozenset({"filter", "calculate", "as"})
_COUNTED = ("aggregate", "bin", "timeUnit", "impute")
_DATUM = re.compile(r"""datum(?:\.([A-Za-z_]\w*)|\[(["'])(.+?)\2\])""")
# Channels whose order is the order of a unit's fields.
_ORDER = ("tooltip", "y", "x", "x2", "y2")


@dataclass(frozen=True)
class Encoded:
    """A field that a unit encodes: by which channel (or filter), and the guide's or tooltip's words for it."""

    field: str
    channel: str
    title: str | None


@dataclass(frozen=True)
class Unit:
    """One mark of the chart in its panel (a position among the panels' titles); ``data`` names its dataset.

    ``guided``: it has an axis or a tooltip.
    """

    name: str
    mark: str
    panel: int
    data: str | None
    fields: tuple[Encoded, ...]
    guided: bool


@dataclass(frozen=True)
class _Place:
    """What a view has from those around it. In rows of panels only the first row may carry the
    columns' titles: they are the ``heads`` of the rows below it, one of them the ``head`` of each panel there.
    """

    path: str = "drawn"
    titles: tuple[str, ...] = ()
    encoding: Mapping[str, Any] | None = None
    data: Any = None
    filters: tuple[Any, ...] = ()
    panel: int | None = None
    head: str = ""
    heads: tuple[str, ...] = ()


def name_units(spec: dict[str, Any]) -> tuple[list[Unit], list[str]]:
    """The chart's units, and the titles of its panels; each unit without a name is given one, in ``spec``.

    A panel without a title, an axis and a tooltip is a key drawn by hand, or words: its units are left out,
    as are units that encode no field. Raises ValueError for a chart that is not understood, with the reason.
    """
    panels: list[str] = []
    units = [unit for unit in _units(spec, panels, _Place()) if unit.fields]
    kept = {unit.panel for unit in units if unit.guided or panels[unit.panel]}
    if not kept:
        raise ValueError("no panel of the chart has a title, an axis or a tooltip")
    return [unit for unit in units if unit.panel in kept], panels


def _units(spec: dict[str, Any], panels: list[str], place: _Place) -> Iterator[Unit]:
    if unread := next((key for key in ("facet", "repeat") if key in spec), None):
        raise ValueError(f"{unread} is not read: put the panels side by side with concat")
    for transform in spec.get("transform", ()):
        if unread := "/".join(sorted(set(transform) - _TRANSFORMS)):
            raise ValueError(f"the transform {unread} is not read: compute it before the chart")
    title = words_of(spec.get("title")) or place.head
    here = replace(
        place,
        titles=(*place.titles, title) if title and place.panel is None else place.titles,
        encoding={**(place.encoding or {}), **(spec.get("encoding") or {})},
        data=spec.get("data", place.data),
        filters=(*place.filters, *(one["filter"] for one in spec.get("transform", ()) if "filter" in one)),
        head="",
        heads=(),
    )
    if (children := _children(spec)) is not None:
        first = tuple(words_of(child.get("title")) for child in _children(children[0]) or ())
        for i, child in enumerate(children):
            alike = i > 0 and len(_children(child) or ()) == len(first)
            head = place.heads[i] if place.heads else ""
            below = replace(here, path=f"{place.path}_{i}", head=head, heads=first if alike else ())
            yield from _units(child, panels, below)
        return
    if here.panel is None:
        here = replace(here, panel=len(panels))
        panels.append(" / ".join(here.titles))
    if "layer" in spec:
        for i, child in enumerate(spec["layer"]):
            yield from _units(child, panels, replace(here, path=f"{place.path}_{i}"))
        return
    yield _unit(spec, here)


def _unit(spec: dict[str, Any], place: _Place) -> Unit:
    encoding = place.encoding or {}
    fields = list(_encoded(encoding))
    if fields:
        if not (isinstance(place.data, Mapping) and set(place.data) == {"name"}):
            raise ValueError("a mark's data is no dataset of the chart")
        fields += [Encoded(_plain(name), "filter", None) for one in place.filters for name in _tested(one)]
    positions = (encoding.get(channel) for channel in ("x", "y"))
    on_axis = any(p and ("field" in p or "datum" in p) and p.get("axis", True) is not None for p in positions)
    return Unit(
        # Selections name the views that they belong to, so a given name is kept.
        spec.setdefault("name", place.path),
        spec["mark"] if isinstance(spec["mark"], str) else spec["mark"]["type"],
        place.panel or 0,
        place.data["name"] if fields else None,
        tuple(fields),
        on_axis or "tooltip" in encoding,
    )


def _children(spec: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    return next((spec[key] for key in _CONCATS if key in spec), None)


def _encoded(encoding: Mapping[str, Any]) -> Iterator[Encoded]:
    order = sorted(encoding, key=lambda c: _ORDER.index(c) if c in _ORDER else len(_ORDER))
    for channel in order:
        given = encoding[channel]
        for one in given if isinstance(given, list) else [given]:
            if not isinstance(one, Mapping):
                continue
            if counted := next((key for key in _COUNTED if one.get(key)), None):
                raise ValueError(f"{counted} in {channel} is not read: compute it before the chart")
            if isinstance(name := one.get("field"), str):
                main = encoding.get(channel.rstrip("2")) or {}
                yield Encoded(_plain(name), channel, _title(one) or (_title(main) if channel[-1:] == "2" else None))
            conditions = one.get("condition") or []
            for condition in conditions if isinstance(conditions, list) else [conditions]:
                for name in _tested(condition):
                    yield Encoded(_plain(name), channel, None)


def _plain(name: str) -> str:
    if re.search(r"[.\[\]\\]", name):
        raise ValueError(f"field {name!r}: a name with dots or brackets is not read")
    return name


def _tested(condition: Any) -> Iterator[str]:
    """Fields on which a condition depends: an expression, a predicate, or several of them."""
    if isinstance(condition, str):
        yield from (match[1] or match[3] for match in _DATUM.finditer(condition))
    elif isinstance(condition, list):
        for one in condition:
            yield from _tested(one)
    elif isinstance(condition, Mapping):
        if isinstance(name := condition.get("field"), str):
            yield name
        for key in ("test", "and", "or", "not"):
            yield from _tested(condition.get(key, []))


def _title(given: Mapping[str, Any]) -> str | None:
    of_guide = (given.get(key) for key in ("axis", "legend"))
    found = [given.get("title"), *(guide.get("title") for guide in of_guide if isinstance(guide, Mapping))]
    return next((words for title in found if (words := words_of(title))), None)


def words_of(title: Any) -> str:
    """A title as one line."""
    text = title.get("text") if isinstance(title, Mapping) else title
    return " ".join(text) if isinstance(text, list) else text if isinstance(text, str) else ""


