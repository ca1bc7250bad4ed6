"""YAML registers as pydantic models, read safely, each fault reported at its line.

A register is declared once, as a ``Model`` of its whole file; ``read`` gives that model or raises every fault.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from claimcheck.core.errors import Faults, RegisterError, suggestion
from claimcheck.core.limits import file_text, place_of, yaml_of

# Rounding to six decimals is exact below; no published figure comes near.
LARGEST = 1e18

T = TypeVar("T")
# A text of one word or more, in one line.
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(lambda text: " ".join(text.split()))
]
_DAY, _ADDRESS = r"^\d{4}-(0[1-9]|1[0-2])(-\d\d)?$", r"^https://[^\s/]+\.\S+$"
# What a fault says where one of these patterns does not fit.
_AS_IN = {
    _DAY: "write a day or a month, as in 2026-04-01 or 2026-04",
    _ADDRESS: "write an address, as in https://mlcommons.org/benchmarks",
}
# A day, or a month where no day is known, as text.
When = Annotated[
    str,
    BeforeValidator(lambda value: value.isoformat() if type(value) is datetime.date else value),
    StringConstraints(pattern=_DAY),
]
# A place that a reader can open.
Address = Annotated[str, StringConstraints(pattern=_ADDRESS)]


def _to_open(text: str) -> str:
    if re.match(r"(?!https://[^\s/]+\.\S+$)[A-Za-z][\w+.-]*:\S", text):
        raise broken(f"{text[:80]!r} is not an address with https://, or a place in words")
    return text


# The same, or a place in words.
Where = Annotated[Text, AfterValidator(_to_open)]
# A finite number; a whole one is a number too, true and false are none.
Number = Annotated[float, Field(gt=-LARGEST, lt=LARGEST, allow_inf_nan=False)]
# A list of one item or more.
Many = Annotated[tuple[T, ...], Strict(False), Field(min_length=1)]


class Model(BaseModel):
    """A part of a register: known keys only, each of its own kind (an int is no text, true no number), unchangeable.

    A rule that looks at several keys is a validator that raises ``broken(...)``.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, populate_by_name=True, defer_build=True,
        json_schema_serialization_defaults_required=True,
    )  # fmt: skip


M = TypeVar("M", bound=BaseModel)


def broken(
    message: str, rule: str | None = None, fix: str | None = None, key: str | None = None
) -> PydanticCustomError:
    """The error for a validator of a Model to raise; ``key`` is where in the model the fault is."""
    return PydanticCustomError("broken", "{message}", {"message": message, "rule": rule, "fix": fix, "key": key})


def expect(key: str, value: object, known: Collection[Any]) -> None:
    """Raise the error for a ``value`` of ``key`` that is none of the ``known`` names, suggesting the nearest."""
    if value not in known:
        names = [*filter(None, known)]
        raise broken(f"{value!r} is not known", f"it is one of {', '.join(names)}", suggestion(value, names), key)


def keyed_as(field: str) -> BeforeValidator:
    """A section whose entries have their own names as ``field``."""

    def with_names(entries: Any) -> Any:
        if not isinstance(entries, Mapping):
            return entries
        return {k: {field: k, **entry} if isinstance(entry, Mapping) else entry for k, entry in entries.items()}

    return BeforeValidator(with_names)


@dataclass(frozen=True)
class Entry:
    """A mapping of a register: its name, empty for a whole file, its values, and where they are.

    ``lines`` are those of the file's places, such as ``claims.one.figures[0].unit``. A fault is reported in ``place``,
    that of the entry or, as it is seen ``at`` a key, one within it.
    """

    path: Path
    name: str
    values: dict[Any, Any]
    lines: Mapping[str, int] = field(default_factory=dict)
    place: str = ""

    def fail(self, message: str, key: str = "", rule: str | None = None, fix: str | None = None) -> RegisterError:
        """A RegisterError at this entry, or at the line of ``key``."""
        text = f"{self.name}: {message}" if self.name else message
        return RegisterError(text, where=self.path, line=self.line_of(key), rule=rule, fix=fix)

    def line_of(self, key: str = "") -> int:
        """Line of a key, such as ``rows.before.round``, here or further out, or of the nearest key around it."""
        places = [place_of(key, around) for around in _outwards(self.place)]
        return next((self.lines[place] for place in (*places, *_outwards(places[0])) if place in self.lines), 1)

    def at(self, key: str) -> Entry:
        """This entry as seen at a ``key`` of it: a fault without a key of its own is reported there."""
        place = place_of(key, self.place)
        return replace(self, place=place) if place in self.lines else self

    def section(self, name: str) -> dict[str, Entry]:
        """The entries of a section of a whole file, whose model has found that they are mappings."""
        entries = self.values[name].items()
        return {key: replace(self, name=str(key), values=of, place=place_of(str(key), name)) for key, of in entries}


def _outwards(place: str) -> Iterator[str]:
    """A place, and those around it."""
    while place:
        yield place
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    yield ""


def document(path: Path) -> Entry:
    """A whole register as YAML gives it, with its lines. Raises RegisterError, with the line, for what is none.

    Its values are shared by all who read the same text: they are not to be changed.
    """
    return _document(path, file_text(path, RegisterError))


@functools.lru_cache(maxsize=128)
def _document(path: Path, text: str) -> Entry:
    values, lines = yaml_of(text, path, RegisterError)
    if not isinstance(values, dict):
        raise RegisterError("the file is not a mapping of sections", where=path, line=1)
    return Entry(path, "", values, lines)


def read(path: Path, model: type[M], context: object = None) -> M:
    """The register ``path`` as its ``model``; ``context`` is what the model's validators may look at.

    Without a context, all who read the same text share one model. Raises RegisterError for a file that is not YAML or
    has one fault, Faults for one that has several.
    """
    text = file_text(path, RegisterError)
    return _read(path, text, model) if context is None else checked(model, _document(path, text), context)


@functools.lru_cache(maxsize=256)
def _read(path: Path, text: str, model: type[M]) -> M:
    return checked(model, _document(path, text))


def read_if_there(path: Path, model: type[M]) -> M:
    """``read``; the model without values where there is no such file."""
    return read(path, model) if path.is_file() else model()


def checked(model: type[M], entry: Entry, context: object = None) -> M:
    """The values of ``entry`` as ``model``. Raises RegisterError, Faults for several."""
    try:
        return model.model_validate({key: of for key, of in entry.values.items() if of is not None}, context=context)
    except ValidationError as error:
        found: dict[str, list[ErrorDetails]] = {}
        for details in error.errors(include_url=False):
            found.setdefault(_place(entry, details), []).append(details)
    # Where one of several kinds is allowed, what is wrong inside one of them says more than that it is not another.
    outer = {place[: sign.start()] for place in found for sign in re.finditer(r"[.\[]", place)}
    faults = [_fault(entry, place, same, model) for place, same in found.items() if place not in outer]
    raise faults[0] if len(faults) == 1 else Faults(entry.path, faults)


def _place(entry: Entry, details: ErrorDetails) -> str:
    """``claims.one.figures[0].unit``: the keys of an error's location, without the tags of unions."""
    place, last = "", str(details.get("ctx", {}).get("key") or "")
    for part in details["loc"]:
        # A whole number is a place in a list, or a key.
        inner = next((one for one in (place_of(part, place), place_of(str(part), place)) if one in entry.lines), "")
        place = inner or place
        last = str(part) if not inner and details["type"] == "missing" else last
    # A check of one value names the key that it is the value of.
    return place if place.endswith(f".{last}") else f"{place}.{last}".strip(".")


def _fault(entry: Entry, place: str, same: list[ErrorDetails], model: type[BaseModel]) -> RegisterError:
    """The fault at a ``place`` of ``entry``, of which pydantic says one thing for each kind that is allowed there."""
    kind, value, ctx = same[0]["type"], same[0]["input"], same[0].get("ctx", {})
    if kind == "broken":
        message, rule, fix = ctx["message"], ctx["rule"], ctx["fix"]
    else:
        message, rule = " or ".join(dict.fromkeys(details["msg"] for details in same)), None
        fix = next(filter(None, (_fix(details, model) for details in same)), None)
        if kind != "extra_forbidden" and not isinstance(value, (Mapping, list, tuple)):
            message += f", not {str(value) if isinstance(value, datetime.date) else repr(value)[:80]}"
    return replace(entry, name=".".join(filter(None, (entry.name, place)))).fail(message, place, rule, fix)


def _fix(details: ErrorDetails, model: type[BaseModel]) -> str | None:
    """The nearest known key or word, or quotes around what YAML takes for no text."""
    kind, value, ctx = details["type"], details["input"], details.get("ctx", {})
    if kind in ("extra_forbidden", "invalid_key"):
        return suggestion(details["loc"][-1], _known_keys(model, details["loc"]))
    if kind in ("literal_error", "union_tag_invalid"):
        words = re.findall(r"'([^']*)'", str(ctx.get("expected", ctx.get("expected_tags"))))
        return suggestion(ctx.get("tag", value), words)
    if kind == "string_type" and isinstance(value, (int, float, datetime.date)):
        return f'write it in quotes: "{value}"'
    return _AS_IN.get(ctx.get("pattern"))


def _known_keys(kind: Any, loc: Sequence[int | str]) -> list[str]:
    """The keys of the models in an annotation, one of which has an unknown key at ``loc``."""
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return [key for member in get_args(kind) for key in _known_keys(member, loc)]
    fields = {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
    # A step that is no key is the place in a list, the name of an entry or the tag of a union.
    return _known_keys(fields.get(loc[0], kind), loc[1:]) if len(loc) > 1 else list(fields)
