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

from claimcheck.charts.fonts import width
from claimcheck.charts.theme import BROAD, CONFIG, MEANINGS, TOKENS, WIDTH, colour, merged
from claimcheck.core.errors import ClaimcheckError, suggestion

# Pixels: letters of names; a name that is left of its row on a phone, too.
_SIZE, _SHORT = 13, 90
# Pixels: the height of a row with its name above, and how far its mark is below the row's middle; and with its name on
# the left.
_ABOVE, _DROP, _BESIDE = 42, 9, 28
# Rows of a long matrix.
_MATRIX = 20
# Pixels that the theme pads a chart with, left and right, and between a name and its row.
_PADDING, _GAP = 24, 12
# Entries in a line of a key of colours, by the form.
_KEY = {"spec": 2, "broad": 4}
FORMS = tuple(_KEY)
_FOLLOWING = {light: f"var(--cc-{token})" for token, (light, _) in TOKENS.items()}
COLOUR_CHANNELS = ("color", "fill", "stroke")
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
    kinds: dict[str, set[Any]] = {}
    wanted = []
    for unit in units(spec):
        for name, channel in unit.channels():
            if name in COLOUR_CHANNELS and channel.get("type") == "nominal" and "scale" not in channel:
                wanted.append(channel)
                kinds.setdefault(channel["field"], set()).update(row.get(channel["field"]) for row in unit.rows)
    for channel in wanted:
        values = kinds[channel["field"]] - {None}
        domain = [kind for kind in MEANINGS if kind in values]
        if domain and (unknown := sorted(values - {*MEANINGS})):
            rule = f"kinds are {', '.join(MEANINGS)}; other names have a scale of their own"
            fix = suggestion(unknown[0], MEANINGS)
            raise ClaimcheckError(f"there is no colour for {unknown[0]!r}", rule=rule, fix=fix)
        if domain:
            channel["scale"] = {"domain": domain, "range": [colour(MEANINGS[kind]) for kind in domain]}
        if len(domain) == 1:
            channel["legend"] = None
    if panels := spec.get("facet"):
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


def _share_data(part: dict[str, Any], data: dict[str, Any] | None) -> None:
    """Let the layers of a panel that draw the ``data`` of all panels draw their panel's alone, which Altair forgets."""
    if data and part.get("data") == data:
        del part["data"]
    for layer in part.get("layer", ()):
        _share_data(layer, data)


def specification(figure: Mapping[str, Any], form: str = "spec") -> dict[str, Any]:
    """The complete Vega-Lite specification of a figure, its JSON object, in a form: with the look that all share."""
    spec = figure["spec"]
    # The data, which are large, stay as they are.
    made = copy.deepcopy({**spec, "datasets": {}}) | {"datasets": spec.get("datasets", {})}
    named = _named(made)
    names = [str(row[y["field"]]) for unit, y in named for row in unit.rows if row.get(y["field"]) is not None]
    # The names of a long matrix are on its left everywhere, or it would be too long for a phone.
    matrix = any(unit.mark == "rect" for unit, _ in named) and len({*names}) > _MATRIX
    above = form == "spec" and not matrix and _widest(names) > _SHORT
    left = 0 if above or not names else _widest(names) + _GAP
    # Vega-Lite fits a single plot to a width, not several; the names are left of each.
    several = any(name in made for name in _VIEWS)
    room = (BROAD if form == "broad" else WIDTH) - _PADDING
    plot = round(room - left)
    across = plot if several else room + _PADDING
    look: dict[str, Any] = {"view": {"continuousWidth": across, "discreteWidth": across}}
    look["legend"] = {"columns": _KEY[form]}
    for unit, y in named if not matrix else ():
        unit.make_room(plot if several else "width")
        if above:
            unit.spec["mark"]["yOffset"] = unit.spec["mark"].get("yOffset", 0) + _DROP
            own = {"labelAlign": "left", "labelPadding": 0, "labelOffset": -13, "labelLimit": room, "zindex": 1}
        else:
            own = {"labelLimit": room, "minExtent": left - _GAP, "maxExtent": left - _GAP}
        y.setdefault("title", None)
        y["axis"] = {"labelColor": colour("ink"), **own, **y.get("axis", {})}
        look["view"]["discreteHeight"] = {"step": _ABOVE if above else _BESIDE}
    if several:
        look["autosize"] = {"type": "pad"}
    made["config"] = merged(merged(CONFIG, look), made.get("config") or {})
    return made


def _named(spec: Mapping[str, Any]) -> list[tuple[Unit, dict[str, Any]]]:
    """The parts of a chart whose y channel names their rows, each with that channel."""
    channels = [(unit, unit.spec.get("encoding", {}).get("y", {})) for unit in units(spec)]
    return [(unit, y) for unit, y in channels if y.get("type") == "nominal" and y.get("axis", {}) is not None]


def _widest(lines: list[str]) -> float:
    return max((width(line, _SIZE) for line in lines), default=0)
