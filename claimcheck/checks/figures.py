"""Figures as texts print them: digits with separators, scaled by words, and the few that are written as words."""

from __future__ import annotations

import re
from itertools import pairwise

_UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = (
    {word: float(value) for value, word in enumerate(_UNITS)}
    | {word: 10.0 * value for value, word in enumerate(_TENS, 2)}
    | {"half": 0.5, "once": 1.0, "twice": 2.0, "double": 2.0, "doubles": 2.0, "doubled": 2.0, "doubling": 2.0}
    | {"triple": 3.0, "tripled": 3.0, "first": 1.0, "second": 2.0, "hundred": 100.0, "thousand": 1000.0}
)
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9}
_SCALES |= {"gb": 1e9, "tb": 1e12, "pflops": 1e15, "petaflops": 1e15}
_DIGITS = re.compile(
    r"(?<![\w.])(?:v)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:[- ]?({'|'.join(_SCALES)}|cents?)\b)?",
    re.I,
)
_WORD = re.compile(r"[a-z]+", re.I)


def figures_in(text: str) -> set[float]:
    """Every figure that ``text`` prints, as a number; scaled as well by a word behind it (30 cents: 0.3)."""
    figures = set()
    for digits, scale in _DIGITS.findall(text):
        number = float(digits.replace(",", ""))
        figures.add(number)
        if scale.lower().startswith("cent"):
            figures.add(number / 100)
        elif scale:
            figures.add(number * _SCALES[scale.lower()])
    words = [word.lower() for word in _WORD.findall(text)]
    figures |= {_WORDS[word] for word in words if word in _WORDS}
    figures |= {_WORDS[tens] + _WORDS[units] for tens, units in pairwise(words) if tens in _TENS and units in _UNITS}
    return figures


def prints(text: str, figure: float) -> bool:
    """Whether ``text`` prints ``figure``, to the digits that it has."""
    return any(abs(printed - figure) <= 1e-9 * max(1.0, abs(figure)) for printed in figures_in(text))
