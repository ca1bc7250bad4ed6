"""Read and check a register's ``assertions.yml``: what each text asserts on a point on which texts can differ."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from claimcheck.claims.register import Claim, called_outside
from claimcheck.core.documents import Many, Model, Text, broken, read, suggestion, with_names
from claimcheck.core.printing import quantity
from claimcheck.data.heads import Head

FILE = "assertions.yml"
UNSAID = "unsaid"

# Keys of the values, or the digits of a number as printed; empty where the text leaves the point out.
Value = tuple[str, ...]


class Assertion(Model):
    """One attribute of one subject, and what each text asserts of it.

    ``values``: words for each value that can be asserted, on a scale from least to most; ``said``: text -> Value;
    ``unit`` of numbers; ``claims``: the numbers of claims whose verdicts say what the raw results give.
    """

    id: Text
    subject: Text
    attribute: Text
    compare: Literal["one_of", "some_of", "scale", "number"]
    values: dict[str, Text] = Field({}, validate_default=True)
    unit: Text | None = Field(None, validate_default=True)
    said: dict[str, Value]
    claims: Many[int | str]
    why: Text

    @field_validator("values", "unit")
    @classmethod
    def _fits(cls, given: Any, info: ValidationInfo) -> Any:
        wanted = (info.data.get("compare") == "number") == (info.field_name == "unit")
        if "compare" in info.data and bool(given) != wanted:
            rule = "a number has a unit and no values, all else has values and no unit"
            raise broken(f"{info.field_name} and compare do not fit", rule)
        return given

    @field_validator("said", mode="before")
    @classmethod
    def _asserted(cls, said: Any, info: ValidationInfo) -> Any:
        if not isinstance(said, dict) or not {"compare", "values", "unit"} <= info.data.keys():
            return {} if isinstance(said, dict) else said
        if len(said) < 2:
            raise broken(f"{len(said)} texts are heard", "two texts at least can differ")
        found = {}
        for text, value in said.items():
            called = called_outside(text, info)
            _known(called, info.context["texts"], "text", "a text is in articles.yml")
            found[called] = _value(value, info.data["compare"], info.data["values"], info)
        return found

    @field_validator("claims")
    @classmethod
    def _numbered(cls, claims: tuple[int | str, ...], info: ValidationInfo) -> tuple[int | str, ...]:
        known = [claim.number for claim in info.context["claims"]]
        numbers = [called_outside(number, info) for number in claims]
        for number in numbers:
            if number not in known:
                raise broken(f"no claim {number!r}", "claims are numbers of claims.yml")
        return tuple(numbers)

    def words(self, value: Value) -> str:
        """A value in words."""
        if not value:
            return "not said"
        if self.compare == "number":
            return quantity(float(value[0]), self.unit or "", len(value[0].partition(".")[2])).text
        return ", ".join(self.values[key] for key in value)


class _Register(Model):
    assertions: dict[str, Assertion]

    @model_validator(mode="before")
    @classmethod
    def _named(cls, values: Any) -> Any:
        return with_names(values, "assertions", "id")


def read_assertions(
    path: Path, claims: Sequence[Claim], texts: Collection[str], head: Head | None = None
) -> list[Assertion]:
    """The register, in its order.

    ``claims`` give the figures that it refers to; ``texts`` are the known articles and other texts. ``head`` says what
    they are called outside the register; without one, by their own names. Raises RegisterError, or Faults for several,
    with file, line, rule and the nearest known word, for a key, text, claim or value that is not known, and for a point
    on which fewer than two texts are heard.
    """
    return list(read(path, _Register, {"claims": claims, "texts": texts, "head": head}).assertions.values())


def _value(value: Any, compare: str, values: dict[str, str], info: ValidationInfo) -> Value:
    if value == UNSAID:
        return ()
    if compare == "number":
        return (_number(value, info.context["claims"]),)
    keys = value if compare == "some_of" else [value]
    if not isinstance(keys, list) or not keys:
        raise broken(f"{value!r} is no list of values", "some_of takes a list")
    for key in keys:
        _known(key, values, "value", f"values are {', '.join(values)}, or {UNSAID}")
    # In the order of the register, so that the same values in another order are the same.
    return tuple(key for key in values if key in keys)


def _number(value: Any, claims: Sequence[Claim]) -> str:
    """The digits as printed: of a claim's figure, or typed in quotation marks."""
    if isinstance(value, dict):
        ids = {claim.id: claim for claim in claims}
        _known(value.get("claim"), ids, "claim", "a figure is {claim: ID, figure: N}")
        figures, position = ids[value["claim"]].figures, value.get("figure")
        if not isinstance(position, int) or not 1 <= position <= len(figures):
            raise broken(f"{value['claim']} has no figure {position!r}", "figures are counted from 1")
        figure = figures[position - 1]
        return f"{figure.published:.{figure.decimals}f}"
    try:
        if isinstance(value, str) and float(value) < float("inf"):
            return value
    except ValueError:
        pass
    raise broken(f"{value!r} is no printed number", 'a number is a figure, or "2.3" with its marks')


def _known(word: object, known: Collection[str], what: str, rule: str) -> None:
    if word not in known:
        raise broken(f"unknown {what} {word!r}", rule, suggestion(word, known))
