"""Numbers are compared as numbers, with a tolerance, and text as text.

What is recorded (outputs of notebooks, claims, derived tables) has its numbers rounded (``printing.steady``). Where
another processor makes it again, logarithms, exponentials and least squares may give other last digits.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

# Recorded numbers have twelve digits, so that three lie between what is kept and what is compared.
RELATIVE, ABSOLUTE = 1e-9, 1e-12
_NUMBER = re.compile(r"(?<![\w.])(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.]*[A-Za-z_])")
# A number in a text with fewer digits than this cannot differ by one part in a billion: it is text.
_MANY = 10
# Tags, and the words between them: the pieces of a line that a difference is shown by.
_PIECE = re.compile(r"(<[^>]*>|[^<\s]+)")
_ABSENT = "nothing"


class Difference(NamedTuple):
    """A place at which two values differ, with what is recorded there and what is made now."""

    place: str
    recorded: Any
    made: Any

    def __str__(self) -> str:
        texts = map(str, (self.recorded, self.made))
        recorded, made = (text if len(text) <= 200 else f"{text[:200]} ..." for text in texts)
        return f"{self.place}: recorded {recorded}, now {made}"


def differences(recorded: Any, made: Any, place: str = "") -> Iterator[Difference]:
    """Every place at which two JSON values differ: words that are not equal, numbers that are not close.

    Of a line of text it is the first word or tag; the whole lines where these are equal.
    """
    if isinstance(recorded, dict) and isinstance(made, dict):
        for key in recorded | made:
            inside = f"{place}.{key}".lstrip(".")
            yield from differences(recorded.get(key, _ABSENT), made.get(key, _ABSENT), inside)
    elif isinstance(recorded, list) and isinstance(made, list):
        for number, pair in enumerate(itertools.zip_longest(recorded, made, fillvalue=_ABSENT)):
            yield from differences(*pair, f"{place}[{number}]")
    elif same(recorded, made):
        return
    elif isinstance(recorded, str) and isinstance(made, str):
        lines = [*itertools.zip_longest(recorded.splitlines(True), made.splitlines(True), fillvalue=_ABSENT)]
        for number, pair in enumerate(lines, 1):
            if not same(*pair):
                pieces = itertools.zip_longest(*map(_PIECE.findall, pair), fillvalue=_ABSENT)
                shown = next((two for two in pieces if not same(*two)), map(repr, pair))
                yield Difference(f"{place}, line {number}" if len(lines) > 1 else place, *shown)
    else:
        yield Difference(place, recorded, made)


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON that hold no others are the same.

    Floats are if they are close, texts if all but their long decimal numbers are equal, others if they are equal.
    """
    if isinstance(one, str) and isinstance(other, str):
        return one == other or _alike(one, other)
    if isinstance(one, float) or isinstance(other, float):
        numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (one, other))
        return numbers and math.isclose(one, other, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return type(one) is type(other) and one == other


def between(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Whether each of ``values`` lies between ``low`` and ``high``, both included.

    A value that misses an end by no more than rounding is at that end.
    """
    room = ABSOLUTE + RELATIVE * np.maximum(np.abs(low), np.abs(high))
    return (low - room <= values) & (values <= high + room)


def _alike(one: str, other: str) -> bool:
    """Whether two texts are equal but for decimal numbers of many digits, which are close."""
    left, right = _NUMBER.split(one), _NUMBER.split(other)
    if left[::2] != right[::2]:
        return False
    pairs = zip(left[1::2], right[1::2], strict=True)
    return all(a == b or ((_long(a) or _long(b)) and same(float(a), float(b))) for a, b in pairs)


def _long(number: str) -> bool:
    """Whether a number in a text is a decimal one with so many digits that the last may depend on the processor."""
    digits = re.sub(r"[eE].*|\D", "", number).lstrip("0")
    return not number.lstrip("-").isdigit() and len(digits) >= _MANY
