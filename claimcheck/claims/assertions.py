"""Read and check ``data/assertions.yml``: what each text asserts on a point on which texts can differ."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.claims.register import Claim
from claimcheck.printing import quantity
from claimcheck.registers import Entry, read_yaml

KEYS = ("subject", "attribute", "compare", "values", "unit", "said", "claims", "why")
COMPARE = ("one_of", "some_of", "scale", "number")
UNSAID = "unsaid"

# Keys of the values, or the digits of a number as printed; empty where the text leaves the point out.
Value = tuple[str, ...]


@dataclass(frozen=True)
class Assertion:
    """One attribute of one subject, and what each text asserts of it.

    ``values``: words for each value that can be asserted, on a scale from least to most; ``said``: text -> Value;
    ``unit`` of numbers; ``claims``: the numbers of claims whose verdicts say what the raw results give.
    """

    id: str
    subject: str
    attribute: str
    compare: str
    values: Mapping[str, str]
    unit: str
    said: Mapping[str, Value]
    claims: tuple[int | str, ...]
    why: str

    def words(self, value: Value) -> str:
        """A value in words."""
        if not value:
            return "not said"
        if self.compare == "number":
            return quantity(float(value[0]), self.unit, len(value[0].partition(".")[2])).text
        return ", ".join(self.values[key] for key in value)


def read_assertions(path: Path, claims: Sequence[Claim], texts: Collection[str]) -> list[Assertion]:
    """The register, in its order.

    ``claims`` give the figures that it refers to; ``texts`` are the known articles and other texts. Raises
    RegisterError, with file, line, rule and the nearest known word, for a key, text, claim or value that is not known,
    and for a point on which fewer than two texts are heard.
    """
    return [_assertion(name, entry, claims, texts) for name, entry in read_yaml(path).section("assertions")]


def _assertion(name: str, entry: Entry, claims: Sequence[Claim], texts: Collection[str]) -> Assertion:
    entry.only(KEYS)
    compare = entry.choice("compare", COMPARE)
    values = {str(key): str(words) for key, words in entry.mapping("values").items()}
    if bool(values) == (compare == "number"):
        raise entry.fail("values and compare do not fit", "compare", rule="a number has a unit, all else has values")
    said = entry.mapping("said")
    if len(said) < 2:
        raise entry.fail(f"{len(said)} texts are heard", "said", rule="two texts at least can differ")
    numbers = [claim.number for claim in claims]
    for number in entry.list("claims"):
        if number not in numbers:
            raise entry.fail(f"no claim {number!r}", "claims", rule="claims are numbers of claims.yml")
    for text in said:
        _known(entry, text, texts, "text", "a text stands in articles.yml")
    return Assertion(
        id=name,
        subject=entry.text("subject"),
        attribute=entry.text("attribute"),
        compare=compare,
        values=values,
        unit=entry.text("unit") if compare == "number" else "",
        said={text: _value(entry, value, compare, values, claims) for text, value in said.items()},
        claims=tuple(entry.list("claims")),
        why=entry.text("why"),
    )


def _value(entry: Entry, value: Any, compare: str, values: Mapping[str, str], claims: Sequence[Claim]) -> Value:
    if value == UNSAID:
        return ()
    if compare == "number":
        return (_number(entry, value, claims),)
    keys = value if compare == "some_of" else [value]
    if not isinstance(keys, list) or not keys:
        raise entry.fail(f"{value!r} is no list of values", "said", rule="some_of takes a list")
    for key in keys:
        _known(entry, key, values, "value", f"values are {', '.join(values)}, or {UNSAID}")
    # In the order of the register, so that the same values in another order are the same.
    return tuple(key for key in values if key in keys)


def _number(entry: Entry, value: Any, claims: Sequence[Claim]) -> str:
    """The digits as printed: of a claim's figure, or typed in quotation marks."""
    if isinstance(value, dict):
        ids = {claim.id: claim for claim in claims}
        _known(entry, value.get("claim"), ids, "claim", "a figure is {claim: ID, figure: N}")
        figures, position = ids[value["claim"]].figures, value.get("figure")
        if not isinstance(position, int) or not 1 <= position <= len(figures):
            raise entry.fail(f"{value['claim']} has no figure {position!r}", "said", rule="figures are counted from 1")
        figure = figures[position - 1]
        return f"{figure.published:.{figure.decimals}f}"
    try:
        if isinstance(value, str) and float(value) < float("inf"):
            return value
    except ValueError:
        pass
    raise entry.fail(f"{value!r} is no printed number", "said", rule='a number is a figure, or "2.3" with its marks')


def _known(entry: Entry, word: object, known: Iterable[str], what: str, rule: str) -> None:
    if word not in (names := list(known)):
        near = difflib.get_close_matches(str(word), names, 1)
        fix = f"did you mean {near[0]}?" if near else None
        raise entry.fail(f"unknown {what} {word!r}", "said", rule=rule, fix=fix)
