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
        recorded, made = (_cut(str(value)) for value in (self.recorded, self.made))
        return f"{self.place}: recorded {recorded}, now {made}"


def differences(recorded: Any, made: Any, place: str = "") -> Iterator[Difference]:
    """Every place at which two JSON values differ: words that are not equal, numbers that are not close."""
    if isinstance(recorded, dict) and isinstance(made, dict):
        for key in recorded | made:
            inside = f"{place}.{key}".lstrip(".")
            yield from differences(recorded.get(key, _ABSENT), made.get(key, _ABSENT), inside)
    elif isinstance(recorded, list) and isinstance(made, list):
        for number, (one, other) in enumerate(itertools.zip_longest(recorded, made, fillvalue=_ABSENT)):
            yield from differences(one, other, f"{place}[{number}]")
    elif isinstance(recorded, str) and isinstance(made, str):
        yield from _of_texts(recorded, made, place)
    elif not same(recorded, made):
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


def _of_texts(recorded: str, made: str, place: str) -> Iterator[Difference]:
    """The differing pieces of two texts, line by line; whole lines where one has pieces that the other has not."""
    if same(recorded, made):
        return
    left, right = recorded.splitlines(), made.splitlines()
    for at, (one, other) in enumerate(itertools.zip_longest(left, right, fillvalue=_ABSENT), 1):
        if not same(one, other):
            pieces, now = _PIECE.findall(one), _PIECE.findall(other)
            pairs = zip(pieces, now, strict=True) if len(pieces) == len(now) else [(one, other)]
            # Texts whose pieces are equal differ in blanks or at the ends of lines.
            differing = [pair for pair in pairs if not same(*pair)] or [(repr(one), repr(other))]
            here = f"{place}, line {at}" if max(len(left), len(right)) > 1 else place
            yield from (Difference(here, *pair) for pair in differing)
    if left == right:
        yield Difference(place, repr(recorded[-40:]), repr(made[-40:]))


def _cut(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]} ..."
