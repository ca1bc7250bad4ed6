"""YAML registers with line numbers, so that a typo is reported where it stands."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from claimcheck.errors import RegisterError

# Rounding to six decimals is exact below; no published figure comes near.
LARGEST = 1e18


class Entry:
    """One mapping of a register: its values, and the line of each key.

    ``lines`` has the keys inside as well, by place: ``rows.before.round``, ``figures[0].unit``.
    """

    def __init__(self, path: Path, name: str, line: int, values: dict[str, Any], lines: dict[str, int]) -> None:
        self.path = path
        self.name = name
        self.line = line
        self.values = values
        self.lines = lines

    def fail(
        self, message: str, key: str | None = None, rule: str | None = None, fix: str | None = None
    ) -> RegisterError:
        """A RegisterError at this entry, or at the line of ``key``."""
        line = self.line_of(key) if key else self.line
        return RegisterError(f"{self.name}: {message}", where=self.path, line=line, rule=rule, fix=fix)

    def line_of(self, place: str) -> int:
        """Line of a key, of the nearest key around it, or of the entry."""
        while place and place not in self.lines:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return self.lines.get(place, self.line)

    def at(self, place: str) -> Entry:
        """This entry as seen from a ``place`` in it: a fault without a key of its own is reported there."""
        inside = {k[len(place) + 1 :]: n for k, n in self.lines.items() if k.startswith(f"{place}.")}
        return Entry(self.path, self.name, self.line_of(place), self.values, {**self.lines, **inside})

    def get(self, key: str, default: Any = None) -> Any:
        """The value of ``key``, or ``default``."""
        return self.values.get(key, default)

    def need(self, key: str) -> Any:
        """The value of ``key``; raises RegisterError, suggesting a near key, when it is missing."""
        if key not in self.values:
            near = difflib.get_close_matches(key, map(str, self.values), 1)
            hint = f"; {near[0]!r} may be meant for it" if near else ""
            raise self.fail(f"has no {key!r}{hint}", rule=f"every entry has {key}")
        return self.values[key]

    def text(self, key: str) -> str:
        """A non-empty string; raises RegisterError."""
        value = self.need(key)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(f"{key} is {value!r}", key, rule=f"{key} is a text")
        return " ".join(value.split())

    def integer(self, key: str) -> int:
        """An integer; raises RegisterError."""
        value = self.need(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail(f"{key} is {value!r}", key, rule=f"{key} is a whole number")
        return value

    def number(self, key: str) -> float:
        """A finite number; raises RegisterError."""
        value = self.need(key)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not abs(value) < LARGEST:
            raise self.fail(f"{key} is {value!r}", key, rule=f"{key} is a finite number")
        return float(value)

    def list(self, key: str) -> list[Any]:
        """A non-empty list; raises RegisterError."""
        value = self.need(key)
        if not isinstance(value, list) or not value:
            raise self.fail(f"{key} is {value!r}", key, rule=f"{key} is a list")
        return value

    def mapping(self, key: str) -> dict[str, Any]:
        """A mapping, empty when ``key`` is missing; raises RegisterError."""
        value = self.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(f"{key} is {value!r}", key, rule=f"{key} is a mapping")
        return dict(value)

    def choice(self, key: str, choices: Iterable[str]) -> str:
        """One of ``choices``; raises RegisterError, suggesting the nearest."""
        value = self.need(key)
        known = list(choices)
        if value not in known:
            raise self.unknown(key, value, known)
        return str(value)

    def unknown(self, key: str, value: object, known: Iterable[str]) -> RegisterError:
        """The error for a ``value`` of ``key`` that is not in ``known``, suggesting the nearest."""
        names = list(known)
        return self.fail(
            f"{key} is {value!r}", key, rule=f"{key} is one of {', '.join(names)}", fix=suggestion(value, names)
        )

    def only(self, known: Iterable[str]) -> None:
        """Raise RegisterError for a key that is not in ``known``, suggesting the nearest."""
        keys = list(known)
        for key in self.values:
            if key not in keys:
                raise self.fail(
                    f"unknown key {key!r}", str(key), rule=f"keys are {', '.join(keys)}", fix=suggestion(key, keys)
                )


def suggestion(value: object, known: Iterable[str]) -> str | None:
    """"did you mean …?" for the known name most like ``value``; None when none is near."""
    near = nearest(value, known, 1)
    return f"did you mean {near[0]}?" if near else None


def nearest(value: object, known: Iterable[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
    """Up to ``n`` known names most like ``value``, best first; capitals, spaces and signs do not count.

    Names that hold all of ``value`` (GB300: NVIDIA GB300) come before those that are merely alike.
    """
    folded = {name: _folded(name) for name in known}
    wanted = _folded(value)
    same = [name for name, text in folded.items() if text == wanted]
    holding = [name for name, text in folded.items() if len(wanted) > 1 and wanted in text]
    by_text: dict[str, list[str]] = {}
    for name, text in folded.items():
        by_text.setdefault(text, []).append(name)
    alike = [name for text in difflib.get_close_matches(wanted, list(by_text), n, cutoff) for name in by_text[text]]
    return list(dict.fromkeys([*same, *sorted(holding, key=len), *alike]))[:n]


def _folded(value: object) -> str:
    return re.sub(r"[^a-z0-9]+", "", str(value).casefold())


class Register:
    """A YAML file as named sections of entries."""

    def __init__(self, path: Path, sections: dict[str, dict[str, Entry]]) -> None:
        self.path = path
        self._sections = sections

    def has(self, name: str) -> bool:
        """True when the file has a section ``name``."""
        return name in self._sections

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the sections, in file order."""
        return tuple(self._sections)

    def section(self, name: str) -> Iterator[tuple[str, Entry]]:
        """Yield (name, entry) of a section in file order; raises RegisterError when there is none."""
        if name not in self._sections:
            raise RegisterError(f"no section {name!r}", where=self.path, rule=f"the file has a section {name}")
        yield from self._sections[name].items()


class _Loader(yaml.CSafeLoader):
    """A safe loader that refuses a key twice: YAML would keep the last and say nothing."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: dict[Any, int] = {}
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, (dict, list)):
            raise yaml.constructor.ConstructorError(None, None, f"{key!r} cannot be a key", key_node.start_mark)
        if key in seen:
            raise yaml.constructor.ConstructorError(
                None, None, f"key {key!r} stands twice, first on line {seen[key]}", key_node.start_mark
            )
        seen[key] = key_node.start_mark.line + 1
    return {loader.construct_object(k, deep=True): loader.construct_object(v, deep=True) for k, v in node.value}


def _date(loader: _Loader, node: yaml.ScalarNode) -> Any:
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError as error:
        raise yaml.constructor.ConstructorError(None, None, f"{node.value}: {error}", node.start_mark) from error


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_constructor("tag:yaml.org,2002:timestamp", _date)


def read_yaml(path: Path) -> Register:
    """Read a register: a mapping of sections, each a mapping of named entries.

    Raises RegisterError, with the line, for a file that is missing, not YAML, has a key
    twice, or has another shape.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RegisterError(f"cannot be read: {error}", where=path) from error
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        if not isinstance(root, yaml.MappingNode):
            raise RegisterError("is not a mapping of sections", where=path, line=1)
        loader.construct_document(root)  # refuses double keys anywhere in the file
        sections = {}
        for key_node, value_node in root.value:
            if isinstance(value_node, yaml.MappingNode):
                sections[str(key_node.value)] = dict(_entries(loader, path, value_node))
            elif value_node.tag == "tag:yaml.org,2002:null":
                sections[str(key_node.value)] = {}
        return Register(path, sections)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise RegisterError(
            error.problem or "not YAML",
            where=path,
            line=mark.line + 1 if mark else None,
            rule="registers are YAML",
        ) from error
    except yaml.YAMLError as error:  # a character that YAML does not allow
        raise RegisterError(f"not YAML: {error}", where=path, rule="registers are YAML") from error
    finally:
        loader.dispose()


def _entries(loader: _Loader, path: Path, section: yaml.MappingNode) -> Iterator[tuple[str, Entry]]:
    for key_node, node in section.value:
        line = key_node.start_mark.line + 1
        name = str(loader.construct_object(key_node, deep=True))
        if not isinstance(node, yaml.MappingNode):
            raise RegisterError(f"{name} is not a mapping", where=path, line=line, rule="an entry is a mapping of keys")
        values = loader.construct_object(node, deep=True)
        yield name, Entry(path, name, line, values, dict(_lines(node, "", _DEPTH)))


# Deeper than a register goes; an alias that holds itself would go on for ever.
_DEPTH = 4


def _lines(node: yaml.Node, place: str, depth: int) -> Iterator[tuple[str, int]]:
    """Place and line of every key and item below ``node``."""
    if depth == 0:
        return
    if isinstance(node, yaml.MappingNode):
        inside = [(f"{place}.{k.value}" if place else str(k.value), k, v) for k, v in node.value]
    elif isinstance(node, yaml.SequenceNode):
        inside = [(f"{place}[{number}]", item, item) for number, item in enumerate(node.value)]
    else:
        return
    for name, key, value in inside:
        yield name, key.start_mark.line + 1
        yield from _lines(value, name, depth - 1)
