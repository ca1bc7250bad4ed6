"""YAML registers as pydantic models, read safely, with line numbers so that a fault is reported where it is.

A register is declared once, as a ``Model`` of its whole file; ``read`` gives that model or raises every fault of the
file: file, line, key, the rule that is broken and the nearest known word. JSON Schema follows from the same model.

    class Price(Model):
        usd_per_hour: Many[Number]
        source: Text

    class Prices(Model):
        prices: dict[str, Price]

    prices = read(data / "prices.yml", Prices).prices
"""

from __future__ import annotations

import copy
import datetime
import difflib
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Self, TypeVar, Union, get_args, get_origin

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from claimcheck.errors import ClaimcheckError, RegisterError
from claimcheck.outside import figure, file_bytes, first_unfit, text_of

# Rounding to six decimals is exact below; no published figure comes near.
LARGEST = 1e18
# Our largest register has 120 kB, 50 claims, seven levels, and lists of 30.
MAX_BYTES = 1_000_000
MAX_DEPTH = 20
MAX_ITEMS = 1_000
MAX_PLACES = 100_000

T = TypeVar("T")
# A text of one word or more, in one line.
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(lambda text: " ".join(text.split()))
]
# What a text of a pattern is, in words.
_FORMS: dict[str, str] = {}


def formed(pattern: str, words: str) -> StringConstraints:
    """A text that ``pattern`` describes; ``words`` say what that is."""
    _FORMS[pattern] = words
    return StringConstraints(pattern=pattern)


# A day, or a month where no day is known, as text.
When = Annotated[
    str,
    BeforeValidator(lambda value: value.isoformat() if type(value) is datetime.date else value),
    formed(r"^\d{4}-(0[1-9]|1[0-2])(-\d\d)?$", "a day or a month: 2026-04-01 or 2026-04"),
]
# A place that a reader can open.
Address = Annotated[str, formed(r"^https?://[^\s/]+\.\S+$", "an address, as in https://mlcommons.org/benchmarks")]
# A finite number; a whole one is a number too, true and false are none.
Number = Annotated[float, Field(gt=-LARGEST, lt=LARGEST, allow_inf_nan=False)]
# A list of one item or more.
Many = Annotated[tuple[T, ...], Strict(False), Field(min_length=1)]


class Model(BaseModel):
    """A part of a register: known keys only, each of its own kind (an int is no text, true no number), unchangeable.

    A rule that looks at several keys is a validator that raises ``broken(...)``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True, defer_build=True)


class Source(Model):
    """Where a fact about the world can be read: the ``name`` of the text in a line, and its address.

    ``address`` is first-hand, the text of who did or decided it. Where that could not be opened, ``read_at`` is the
    second-hand page that was read in its place; where no such page was found either, ``unread`` says so.
    """

    name: Text
    address: Address | None = None
    read_at: Address | None = None
    unread: bool = False

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if self.address is None and self.read_at is None:
            raise broken(f"{self.name} has no address", "a source has an address, or the page that it was read at")
        if self.unread and (self.address is None or self.read_at is not None):
            raise broken(f"{self.name} was read", "unread is an address that was not opened, and no page in its place")
        return self

    @property
    def hand(self) -> str:
        """How near the text is to the fact: first-hand, second-hand and where, or not read."""
        if self.unread:
            return "the page could not be opened here"
        return f"second-hand: read at {self.read_at}" if self.read_at else "first-hand"

    def __str__(self) -> str:
        address = f" ({self.address})" if self.address else ""
        return f"{self.name}{address}" if self.hand == "first-hand" else f"{self.name}{address}; {self.hand}"


M = TypeVar("M", bound=BaseModel)


class Faults(RegisterError):
    """Every fault of a register, by line; as text one line each."""

    def __init__(self, path: Path, faults: Sequence[RegisterError]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        super().__init__(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}", where=path)

    def __str__(self) -> str:
        return "\n".join([f"{self.where}: {self.message}", *map(in_a_line, self.faults)])


def in_a_line(fault: RegisterError) -> str:
    """A fault in a line: place, what is wrong, the rule, the fix."""
    place = f"{fault.where}:{fault.line}" if fault.line is not None else str(fault.where)
    parts = [f"{place}: {fault.message}"]
    parts += [f"rule: {fault.rule}"] if fault.rule else []
    parts += [f"fix: {fault.fix}"] if fault.fix else []
    return " | ".join(" ".join(part.split()) for part in parts)


def broken(
    message: str, rule: str | None = None, fix: str | None = None, key: str | None = None
) -> PydanticCustomError:
    """The error for a validator of a Model to raise; ``key`` is where in the model the fault is."""
    return PydanticCustomError("broken", "{message}", {"message": message, "rule": rule, "fix": fix, "key": key})


def with_names(values: Any, section: str, field: str) -> Any:
    """``values`` of a register in which each entry of ``section`` has its own name as ``field``."""
    found = values.get(section) if isinstance(values, Mapping) else None
    if not isinstance(found, Mapping):
        return values
    return {**values, section: {k: {field: k, **one} if isinstance(one, Mapping) else one for k, one in found.items()}}


def unknown(key: str, value: object, known: Iterable[str]) -> PydanticCustomError:
    """The error for a ``value`` of ``key`` that is none of the ``known`` names, suggesting the nearest."""
    names = list(known)
    message, rule = f"{key.rpartition('.')[2]} is {value!r}", f"{key.rpartition('.')[2]} is one of {', '.join(names)}"
    return broken(message, rule, suggestion(value, names), key)


def read(path: Path, model: type[M], context: object = None) -> M:
    """The register ``path`` as its ``model``; ``context`` is what the model's validators may look at.

    A section without content counts as missing. Raises RegisterError for a file that is not YAML or has one fault,
    Faults for one that has several.
    """
    values, lines = _document(path, _text(path))
    found = {key: value for key, value in values.items() if value is not None}
    return checked(model, Entry(path, "", 1, found, lines), context)


def plain(path: Path) -> dict[str, Any]:
    """The sections of a register as YAML has them, to be changed. Raises RegisterError for a file that is none."""
    return copy.deepcopy(_document(path, _text(path))[0])


def checked(model: type[M], entry: Entry, context: object = None) -> M:
    """The values of ``entry`` as ``model``. Raises RegisterError for one fault, Faults for several."""
    try:
        return model.model_validate(entry.values, context=context)
    except ValidationError as error:
        faults = faults_of(error, model, entry)
    raise faults[0] if len(faults) == 1 else Faults(entry.path, faults)


def faults_of(error: ValidationError, model: type[BaseModel], entry: Entry) -> list[RegisterError]:
    """What pydantic found wrong with ``entry``, in our words, each at its line; of one place, one fault."""
    found: dict[str, RegisterError] = {}
    for details in error.errors(include_url=False):
        place = _place(entry.values, details["loc"])
        message, rule, fix = _words(details, place, model)
        key = str(details.get("ctx", {}).get("key") or "")
        if details["type"] in ("missing", "union_tag_not_found"):
            key = message  # two keys may be missing in one place
        place = f"{place}.{key}".strip(".") if key else place
        if place in found:
            # Each kind of value that may be here says why it is not this one.
            found[place].rule = " or ".join(filter(None, (found[place].rule, rule)))
            continue
        name = entry.name or (place.split(".")[1] if place.count(".") and "[" not in place.split(".")[0] else "")
        text = f"{name}: {message}" if name else message
        found[place] = RegisterError(text, where=entry.path, line=entry.line_of(place), rule=rule, fix=fix)
    inner = [place for place in found if any(other.startswith((f"{place}.", f"{place}[")) for other in found)]
    return [fault for place, fault in found.items() if place not in inner]


def _place(values: Any, loc: Sequence[int | str]) -> str:
    """``claims.one.figures[0].unit``: the keys of an error's location, without the tags of unions."""
    place = ""
    for part in loc:
        if isinstance(values, Mapping) and part in values:
            values = values[part]
            place = f"{place}.{part}" if place else str(part)
        elif isinstance(values, (list, tuple)) and isinstance(part, int) and part < len(values):
            values = values[part]
            place = f"{place}[{part}]"
    return place


_KINDS = {
    "string_type": "is a text",
    "string_too_short": "is a text",
    "int_type": "is a whole number",
    "int_from_float": "is a whole number",
    "float_type": "is a finite number",
    "finite_number": "is a finite number",
    "bool_type": "is true or false",
    "tuple_type": "is a list",
    "list_type": "is a list",
    "too_short": "is a list of one item or more",
    "dict_type": "is a mapping",
    "model_type": "is a mapping",
    "model_attributes_type": "is a mapping",
    "date_type": "is a day, as in 2026-11-21",
    "date_from_datetime_inexact": "is a day, as in 2026-11-21",
}


def _words(error: ErrorDetails, place: str, model: type[BaseModel]) -> tuple[str, str | None, str | None]:
    """Message, rule and fix of one of pydantic's errors at ``place``."""
    kind, value, ctx = error["type"], error["input"], error.get("ctx", {})
    kind = "extra_forbidden" if kind == "invalid_key" else kind
    key = str(error["loc"][-1]) if kind in ("missing", "extra_forbidden") else re.split(r"\.", place)[-1]
    if error["loc"][-1:] == ("[key]",):  # of a mapping's keys, one that it may not have
        key = str(error["loc"][-3])
    shown = f"{key} is {value!r}"
    if kind == "broken":
        return str(ctx["message"]), ctx["rule"], ctx["fix"]
    if kind == "extra_forbidden":
        keys = _keys(model, error["loc"])
        return f"unknown key {error['loc'][-1]!r}", f"keys are {', '.join(keys)}", suggestion(key, keys)
    if kind in ("missing", "union_tag_not_found"):
        key = str(ctx["discriminator"]).strip("'") if kind == "union_tag_not_found" else key
        where = place.rpartition(".")[2]
        said = _lacks(key, value if isinstance(value, Mapping) else ())
        return f"{where + ' ' if '[' in where else ''}{said}", f"every entry has {key}", None
    if kind == "union_tag_invalid":
        key, tag = str(ctx["discriminator"]).strip("'"), str(ctx["tag"])
        known = re.findall(r"'([^']*)'", str(ctx["expected_tags"]))
        return f"{key} is {tag!r}", f"{key} is one of {', '.join(known)}", suggestion(tag, known)
    if kind in ("literal_error", "enum"):
        known = re.findall(r"'([^']*)'", str(ctx["expected"])) or [str(ctx["expected"])]
        return shown, f"{key} is one of {', '.join(known)}", suggestion(value, known)
    if kind in _KINDS:
        quoted = f'write it in quotes: "{value}"' if kind == "string_type" and isinstance(value, (int, float)) else None
        return shown, f"{key} {_KINDS[kind]}", quoted
    if kind == "string_pattern_mismatch":
        form = _FORMS.get(ctx["pattern"], ctx["pattern"])
        return shown, f"{key} is {form}", None
    if abs(ctx.get("lt", ctx.get("gt", 0))) == LARGEST:
        return shown, f"{key} is a finite number", None
    if kind in ("greater_than", "less_than", "greater_than_equal", "less_than_equal"):
        return shown, error["msg"].replace("Input should be", f"{key} is"), None
    return f"{shown}: {error['msg'].removeprefix('Value error, ')}", None, None


def _lacks(key: str, given: Iterable[object]) -> str:
    """That ``key`` is missing, with the near one of the keys ``given``."""
    near = difflib.get_close_matches(key, map(str, given), 1)
    return f"has no {key!r}" + (f"; {near[0]!r} may be meant for it" if near else "")


def _keys(model: type[BaseModel], loc: Sequence[int | str]) -> list[str]:
    """The keys that the part of ``model`` at ``loc`` knows."""
    parts: list[Any] = [model]
    for step in loc[:-1]:
        members = [one for part in parts for one in _members(part)]
        tagged = [one for one in members if _is_model(one) and step in _tags(one)]
        # A step that leads into no member is the tag of a union.
        parts = tagged or [inside for one in members for inside in _inside(one, step)] or members
    models = [one for part in parts for one in _members(part) if _is_model(one)]
    return list(dict.fromkeys(field.alias or name for one in models for name, field in one.model_fields.items()))


def _members(annotation: Any) -> list[Any]:
    """What an annotation may be: the members of a union, of unions in it as well, or itself alone."""
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [inside for one in get_args(annotation) for inside in _members(one)]
    return [annotation]


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _tags(model: type[BaseModel]) -> set[Any]:
    literals = (field.annotation for field in model.model_fields.values() if get_origin(field.annotation) is Literal)
    return {value for annotation in literals for value in get_args(annotation)}


def _inside(annotation: Any, step: int | str) -> list[Any]:
    """What stands at ``step`` in an annotation: a field of a model, the values of a mapping, the items of a list."""
    if _is_model(annotation):
        return [field.annotation for name, field in annotation.model_fields.items() if step in (name, field.alias)]
    arguments = [one for one in get_args(annotation) if one is not Ellipsis]
    return [arguments[-1]] if arguments and get_origin(annotation) is not Literal else []


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
        lines = {**self.lines, **self._lines_in(place)}
        return Entry(self.path, self.name, self.line_of(place), self.values, lines)

    def _lines_in(self, place: str) -> dict[str, int]:
        return {k[len(place) + 1 :]: n for k, n in self.lines.items() if k.startswith(f"{place}.")}

    def entry(self, section: str, name: Any) -> Entry:
        """The entry ``name`` of a ``section``; raises RegisterError where that is no mapping."""
        place = f"{section}.{name}"
        values = self.values[section][name]
        if not isinstance(values, dict):
            rule = "an entry is a mapping of keys"
            raise RegisterError(f"{name} is not a mapping", where=self.path, line=self.line_of(place), rule=rule)
        return Entry(self.path, str(name), self.line_of(place), values, self._lines_in(place))

    def get(self, key: str, default: Any = None) -> Any:
        """The value of ``key``, or ``default``."""
        return self.values.get(key, default)

    def need(self, key: str) -> Any:
        """The value of ``key``; raises RegisterError, suggesting a near key, when it is missing."""
        if key not in self.values:
            raise self.fail(_lacks(key, self.values), rule=f"every entry has {key}")
        return self.values[key]

    def _of_kind(self, key: str, kind: str, fits: Callable[[Any], object]) -> Any:
        """The value of ``key`` if it ``fits``; raises RegisterError, whose rule says that it is of that ``kind``."""
        value = self.need(key)
        if not fits(value):
            raise self.fail(f"{key} is {value!r}", key, rule=f"{key} is {kind}")
        return value

    def text(self, key: str) -> str:
        """A non-empty string; raises RegisterError."""
        value = self._of_kind(key, "a text", lambda value: isinstance(value, str) and value.strip())
        return " ".join(value.split())

    def integer(self, key: str) -> int:
        """An integer; raises RegisterError."""
        return self._of_kind(key, "a whole number", lambda value: type(value) is int)

    def list(self, key: str) -> list[Any]:
        """A non-empty list; raises RegisterError."""
        return self._of_kind(key, "a list", lambda value: value and isinstance(value, list))

    def mapping(self, key: str) -> dict[str, Any]:
        """A mapping, empty when ``key`` is missing; raises RegisterError."""
        found = self._of_kind(key, "a mapping", lambda value: isinstance(value, dict)) if key in self.values else {}
        return dict(found)

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


def suggestion(value: object, known: Iterable[str]) -> str | None:
    """ "did you mean …?" for the known name most like ``value``; None when none is near."""
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

    def section(self, name: str) -> Iterator[tuple[str, Entry]]:
        """Yield (name, entry) of a section in file order; raises RegisterError when there is none."""
        if name not in self._sections:
            raise RegisterError(f"no section {name!r}", where=self.path, rule=f"the file has a section {name}")
        yield from self._sections[name].items()


class Loader(yaml.CSafeLoader):
    """A safe loader that refuses what YAML would change and say nothing: a key twice, 1:30 (90), 017 (15).

    Give it texts that are ``bounded``: without tags, a value is only ever of the kind that it looks like.
    """


def _refused(node: yaml.Node, problem: str, rule: str | None = None) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark, rule)


def _mapping(loader: Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    seen: dict[str, int] = {}
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if isinstance(key, (dict, list)):
            raise _refused(key_node, f"{key!r} cannot be a key")
        # Messages and places name a key by its text: 1 and "1" are one.
        if str(key) in seen:
            raise _refused(key_node, f"key {key!r} stands twice, first on line {seen[str(key)]}")
        seen[str(key)] = key_node.start_mark.line + 1
    return {loader.construct_object(k, deep=True): loader.construct_object(v, deep=True) for k, v in node.value}


def _date(loader: Loader, node: yaml.ScalarNode) -> Any:
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError as error:
        raise _refused(node, f"{node.value}: {error}") from error


def _number(loader: Loader, node: yaml.ScalarNode) -> Any:
    number = figure(node.value)
    if number is None or _OCTAL.match(node.value):
        rule = "a number is written as in 90, -2.5 or 1.5e+6; a text that looks like a number is in quotes"
        raise _refused(node, f"{node.value[:40]} is no number", rule)
    return int(number) if node.tag.endswith(":int") else float(number)


_OCTAL = re.compile(r"-?0[0-9]")
Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
Loader.add_constructor("tag:yaml.org,2002:int", _number)
Loader.add_constructor("tag:yaml.org,2002:float", _number)
Loader.add_constructor("tag:yaml.org,2002:timestamp", _date)


def read_yaml(path: Path) -> Register:
    """Read a register: a mapping of sections, each a mapping of named entries.

    Raises RegisterError, with the line, for a file that is missing, not YAML, has a key
    twice, or has another shape.
    """
    return _read(path, _text(path))


@functools.lru_cache(maxsize=64)
def _read(path: Path, text: str) -> Register:
    values, lines = _document(path, text)
    whole = Entry(path, "", 1, values, lines)
    sections: dict[str, dict[str, Entry]] = {}
    for section, entries in values.items():
        if isinstance(entries, dict):
            sections[str(section)] = {str(name): whole.entry(str(section), name) for name in entries}
        elif entries is None:
            sections[str(section)] = {}
    return Register(path, sections)


def _text(path: Path) -> str:
    text = text_of(file_bytes(path, RegisterError, MAX_BYTES), path, RegisterError)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bounded(
    path: object, text: str, error: type[ClaimcheckError] = RegisterError, items: int = MAX_ITEMS
) -> Iterator[yaml.Event]:
    """The events of YAML; raises ``error`` for a tag, MAX_DEPTH levels, over ``items`` in a list or mapping.

    Looked at before anything is built of it: what builds it counts on the stack, and a tag may ask for any kind.
    """
    counts = [0]
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.CollectionEndEvent):
            counts.pop()
        if tag := getattr(event, "tag", None):
            message = f"has a tag, {tag.replace('tag:yaml.org,2002:', '!!')[:40]}"
            raise error(message, where=path, line=line, rule="values have no tags", fix="leave it out")
        if isinstance(event, yaml.NodeEvent):
            counts[-1] += 1
            # Of a mapping, keys and values.
            if counts[-1] > 2 * items:
                rule = f"a list or a mapping has at most {items:,} items"
                raise error("too many items", where=path, line=line, rule=rule, fix="split it")
        if isinstance(event, yaml.CollectionStartEvent):
            counts.append(0 if isinstance(event, yaml.MappingStartEvent) else items)
            if len(counts) > MAX_DEPTH + 1:
                rule = f"YAML is at most {MAX_DEPTH} levels deep"
                raise error("is nested too deep", where=path, line=line, rule=rule)
        yield event


# Registers are read, never changed: one text is parsed once.
@functools.lru_cache(maxsize=64)
def _document(path: Path, text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The values of a YAML text that holds a mapping, and the line of every place in it; raises RegisterError."""
    loader = Loader("")
    try:
        for event in bounded(path, text):
            unfit = first_unfit([event.value.replace("\n", " ")]) if isinstance(event, yaml.ScalarEvent) else None
            if unfit is not None:
                line = event.start_mark.line + 1
                raise RegisterError(f"{unfit[0][:40]!a} cannot be read as it is", where=path, line=line, rule=unfit[1])
        loader = Loader(text)
        root = loader.get_single_node()
        if not isinstance(root, yaml.MappingNode):
            raise RegisterError("is not a mapping of sections", where=path, line=1)
        lines = list(itertools.islice(_lines(root, "", _DEPTH), MAX_PLACES + 1))
        if len(lines) > MAX_PLACES:
            rule = f"a register has at most {MAX_PLACES:,} keys and items, those of aliases counted"
            raise RegisterError("too many keys", where=path, line=1, rule=rule)
        # Building it refuses double keys anywhere in the file.
        values = loader.construct_document(root)
        for (node, _), key in zip(root.value, values, strict=True):
            if not isinstance(key, str):
                raise _refused(node, f"{node.value!r} is no text", "a section's name is a text: write it in quotes")
        return values, dict(lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        there = text.split("\n")[mark.line : mark.line + 1] if mark else ()
        raise RegisterError(
            error.problem or "not YAML",
            where=path,
            line=mark.line + 1 if mark else None,
            rule=error.note or "registers are YAML",
            fix="indent with spaces, not tabs" if "\t" in "".join(there) else None,
        ) from error
    except yaml.YAMLError as error:  # a character that YAML does not allow
        raise RegisterError(f"not YAML: {error}", where=path, rule="registers are YAML") from error
    finally:
        loader.dispose()


# Deeper than a register goes; an alias that holds itself would go on for ever.
_DEPTH = 7


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
