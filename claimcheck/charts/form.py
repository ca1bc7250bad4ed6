"""What a plain Altair chart gets of the report's look: colours by their meaning, and a form for each width of a page.

A chart has two forms, whose letters are of one size: "broad", as wide as a page's column, and "spec", for a phone.
Where its rows have names, these are left of the rows in the first; in the second each is above its row, and the marks
are moved down by as much. A chart says nothing of this.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from claimcheck.charts.fonts import width, wrap
from claimcheck.charts.theme import BROAD, MEANINGS, TOKENS, WIDTH, colour, merged
from claimcheck.core.errors import ClaimcheckError, suggestion

# Pixels: letters of names; the widest name left of its row; a name that is left of its row on a phone, too.
_SIZE, _NAME, _SHORT = 13, 270, 90
# Pixels: the height of a row with its name above, and how far its mark is below the row's middle.
_ABOVE, _DROP = 42, 9
# A matrix of more rows keeps their names on the left everywhere, or it would be too long for a phone.
_MATRIX = 20
# Pixels: the height of a row with its name on the left, by the lines of the longest name.
_ROWS = (28, 38, 52)
# Pixels: the sign of an entry in a key of colours, with the gaps around it.
_SIGN = 34
# Pixels that the theme pads a chart with, left and right, and between a name and its row.
_PADDING, _GAP = 24, 12
_FOLLOWING = {light: f"var(--cc-{token})" for token, (light, _) in TOKENS.items()}
_DISCRETE = ("nominal", "ordinal")
_COLOURS = ("color", "fill", "stroke")
_VIEWS = ("facet", "hconcat", "vconcat", "concat")


class Unit(NamedTuple):
    """A chart with a mark inside a specification: the kind of its mark (bar, text), itself, and the rows it draws."""

    mark: str
    spec: dict[str, Any]
    rows: list[dict[str, Any]]

    def channels(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The name and definition of each channel that shows a field; of a list, each of its entries."""
        for name, channel in self.spec.get("encoding", {}).items():
            for entry in channel if isinstance(channel, list) else [channel]:
                if "field" in entry:
                    yield name, entry

    def make_room(self, plot: str | float) -> None:
        """End the x axis, on a ``plot`` so wide, where there is room right of it for the words at its last mark."""
        x, text = (self.spec["encoding"].get(name, {}) for name in ("x", "text"))
        if self.mark == "text" and x.get("type") == "quantitative":
            words = [str(row[text["field"]]) for row in self.rows if row.get(text.get("field")) is not None]
            room = round(_widest(words)) + _GAP
            end = {"expr": f"{plot} - {room}"} if isinstance(plot, str) else plot - room
            x["scale"] = {"rangeMax": end, **x.get("scale", {})}


def units(spec: Mapping[str, Any]) -> list[Unit]:
    """Every chart with a mark in a Vega-Lite specification that names its data sets."""
    return list(_units(spec, spec.get("datasets", {}), None))


def _units(spec: Mapping[str, Any], datasets: Mapping[str, Any], name: str | None) -> Iterator[Unit]:
    name = (spec.get("data") or {}).get("name", name)
    if "mark" in spec:
        yield Unit(spec["mark"]["type"], spec, datasets.get(name, []))
    parts = [part for key in ("layer", *_VIEWS[1:]) for part in spec.get(key, ())]
    for part in [*parts, spec.get("spec")]:
        if part:
            yield from _units(part, datasets, name)


def coloured(spec: dict[str, Any]) -> dict[str, Any]:
    """``spec`` with the report's colours, those of meanings by name and all as they follow dark mode, and no idle data.

    A colour channel without a scale whose values are names of MEANINGS gets theirs, in that order, and a key of
    colours where there are several. Raises ClaimcheckError for a value without a meaning next to one that has it.
    """
    kinds: dict[str, dict[str, None]] = {}
    wanted = []
    for unit in units(spec):
        for name, channel in unit.channels():
            if name in _COLOURS and channel.get("type") in _DISCRETE and "scale" not in channel:
                wanted.append(channel)
                kinds.setdefault(channel["field"], {}).update(dict.fromkeys(r.get(channel["field"]) for r in unit.rows))
    for channel in wanted:
        values = [value for value in kinds[channel["field"]] if value is not None]
        if unknown := [value for value in values if value not in MEANINGS]:
            if {*values} & {*MEANINGS} - {"NVIDIA", "other"}:
                rule = f"kinds are {', '.join(MEANINGS)}; other names have a scale of their own"
                fix = suggestion(unknown[0], MEANINGS)
                raise ClaimcheckError(f"there is no colour for {unknown[0]!r}", rule=rule, fix=fix)
            # Names of a column, of which one may be a meaning as well.
            continue
        domain = [kind for kind in MEANINGS if kind in values]
        channel["scale"] = {"domain": domain, "range": [f"var(--cc-{MEANINGS[kind]})" for kind in domain]}
        if len(domain) == 1:
            channel["legend"] = None
    panels = spec.get("facet", {})
    if panels:
        _share_data(spec["spec"], spec.get("data"))
    if panels.get("sort", "") is None:
        # Without an order Vega-Lite sorts panels by name, although rows keep that of the data.
        rows = [row for unit in units(spec) for row in unit.rows if panels["field"] in row]
        panels["sort"] = list(dict.fromkeys(row[panels["field"]] for row in rows))
    text = json.dumps({**spec, "datasets": {}})
    text = re.sub(r'"(#[0-9a-f]{6})"', lambda match: f'"{_following(match[1])}"', text)
    # A frame may have more columns than its chart draws.
    used = set(re.findall(r"\w+", text))
    datasets = spec.get("datasets", {})
    fields = {field for rows in datasets.values() for row in rows for field in row}
    drawn = {field for field in fields if used.issuperset(re.findall(r"\w+", field))}
    for name, rows in datasets.items():
        datasets[name] = [{field: _following(row[field]) for field in row if field in drawn} for row in rows]
    return json.loads(text) | {"datasets": datasets}


def _following(value: Any) -> Any:
    """A colour of the theme, given as on a light page, as one that follows dark mode; all else as it is."""
    return _FOLLOWING.get(value, value) if isinstance(value, str) else value


def _break_key(channel: dict[str, Any], rows: list[dict[str, Any]], room: float) -> None:
    """Give a key of colours as many columns as there is room for, where its names are too long for one line."""
    scale = channel.get("scale", {})
    if scale is None:
        return
    words = list(dict.fromkeys(map(str, scale.get("domain") or [row.get(channel["field"]) for row in rows])))
    entries = [width(word, _SIZE) + _SIGN for word in words]
    if sum(entries) > room:
        channel["legend"] = {"columns": max(1, int(room // max(entries))), **channel.get("legend", {})}


def _share_data(part: dict[str, Any], data: dict[str, Any] | None) -> None:
    """Let the layers of a panel that draw the ``data`` of all panels draw their panel's alone, which Altair forgets."""
    if data and part.get("data") == data:
        del part["data"]
    for layer in part.get("layer", ()):
        _share_data(layer, data)


FORMS = ("spec", "broad")


def formed(spec: Mapping[str, Any], form: str) -> dict[str, Any]:
    """``spec`` in a form: its names of rows placed, its width that of a page or a phone."""
    # The data, which are large, stay as they are.
    made = copy.deepcopy({**spec, "datasets": {}}) | {"datasets": spec.get("datasets", {})}
    named = _named(made)
    names = _words(named)
    room = (BROAD if form == "broad" else WIDTH) - _PADDING
    lines = {name: wrap(name, _SIZE, _NAME) for name in names}
    above = form == "spec" and _widest(names) > _SHORT
    beside = [line for of in lines.values() for line in of] or _words(_in_rows(made))
    left = 0 if above or not beside else _widest(beside) + _GAP
    # Vega-Lite fits a single plot to a width, not several; the names are left of each.
    several = any(name in made for name in _VIEWS)
    plot = round(room - left)
    for unit, y in named:
        unit.make_room(plot if several else "width")
        if above:
            unit.spec["mark"]["yOffset"] = unit.spec["mark"].get("yOffset", 0) + _DROP
            own = {"labelAlign": "left", "labelPadding": 0, "labelOffset": -13, "labelLimit": room, "zindex": 1}
        else:
            own = {"labelLimit": _NAME + 20, "minExtent": left - _GAP, "maxExtent": left - _GAP}
            if any(len(of) > 1 for of in lines.values()):
                own["labelExpr"] = f"{json.dumps(lines, ensure_ascii=False)}[datum.value]"
        y.setdefault("title", None)
        y["axis"] = {"labelColor": colour("ink"), **own, **y.get("axis", {})}
    for unit in units(made):
        for name, channel in unit.channels():
            if name in _COLOURS and channel.get("type") in _DISCRETE and channel.get("legend", {}) is not None:
                _break_key(channel, unit.rows, plot)
    across = plot if several else room + _PADDING
    look: dict[str, Any] = {"view": {"continuousWidth": across, "discreteWidth": across}}
    if names:
        tallest = max(map(len, lines.values()))
        look["view"]["discreteHeight"] = {"step": _ABOVE if above else _ROWS[min(len(_ROWS), tallest) - 1]}
    if several:
        look["autosize"] = {"type": "pad"}
    made["config"] = merged(look, made.get("config") or {})
    return made


def _named(spec: Mapping[str, Any]) -> list[tuple[Unit, dict[str, Any]]]:
    """The parts of a chart whose y channel names their rows, each with that channel; none of a large matrix."""
    named = _in_rows(spec)
    large = any(unit.mark == "rect" for unit, _ in named) and len(_words(named)) > _MATRIX
    return [] if large else named


def _in_rows(spec: Mapping[str, Any]) -> list[tuple[Unit, dict[str, Any]]]:
    channels = [(unit, unit.spec.get("encoding", {}).get("y", {})) for unit in units(spec)]
    return [
        (unit, y)
        for unit, y in channels
        if y.get("type") == "nominal" and "field" in y and y.get("axis", {}) is not None
    ]


def _words(named: list[tuple[Unit, dict[str, Any]]]) -> list[str]:
    entries = [(row, y["field"]) for unit, y in named for row in unit.rows]
    return list(dict.fromkeys(str(row[field]) for row, field in entries if row.get(field) is not None))


def _widest(lines: list[str]) -> float:
    return max((width(line, _SIZE) for line in lines), default=0)
