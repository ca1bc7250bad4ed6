"""How numbers are printed, recorded and compared, everywhere.

What is recorded (outputs of notebooks, claims, derived tables) has its numbers rounded (``steady``). Where another
processor makes it again, logarithms, exponentials and least squares may give other last digits: numbers are compared as
numbers, with a tolerance, and text as text.
"""

from __future__ import annotations

import calendar
import html
import itertools
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any

from pydantic import Field

_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?:e[-+]?\d+)?(?!\w)")
# Set in the environment in which notebooks are recorded, and to COMPARING where they are compared with their records:
# then figures leave out their pictures, which are drawn from them.
RECORDING = "CLAIMCHECK_RECORDING"
COMPARING = "compare"


@dataclass(frozen=True)
class Printed:
    """A number with its unit and the text in which it is printed."""

    value: Annotated[float, Field(description="the figure in twelve significant digits")]
    unit: Annotated[str, Field(description="its unit")]
    text: Annotated[str, Field(min_length=1, description="the figure as it is printed")]


def recording() -> str:
    """Whether notebooks are recorded, or compared (COMPARING): cells then give what is committed, and no more."""
    return os.environ.get(RECORDING, "")


def escaped(text: str) -> str:
    """``text`` as HTML in which two dollar signs are prices: JupyterLab typesets what is between them as a formula."""
    return html.escape(text).replace("$", "<span>$</span>")


def steady(value: Any) -> Any:
    """``value`` (a number, or JSON data) with its floats in twelve significant digits, as a notebook records it.

    Logarithms, powers and sums differ in their last digits between processors; a record must not.
    """
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: steady(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [steady(item) for item in value]
    return value


def steady_text(text: str) -> str:
    """``text``, such as an expression of a chart, with its decimal numbers in no more digits than ``steady`` keeps."""
    return _DECIMAL.sub(lambda found: found[0] if len(found[0]) <= 12 else repr(steady(float(found[0]))), text)


def half_up(value: float, decimals: int) -> Decimal:
    """``value`` rounded half up, as printed figures are; Python's own round() takes 9820.5 to 9820.

    Halves are those of the shortest decimal that gives the float: 2.675 goes to 2.68. Zero has no sign.
    """
    rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return rounded if rounded else abs(rounded)


def formatted(value: float, form: str) -> str:
    """``value`` in a format such as ``,.1f`` or ``.0%``, rounded half up; a form without decimals is Python's own."""
    decimals = re.search(r"\.(\d+)([f%])", form)
    return format(half_up(value, int(decimals[1]) + 2 * (decimals[2] == "%")) if decimals else value, form)


def rounds_to(value: float, published: float, decimals: int) -> bool:
    """True when ``value``, rounded half up to ``decimals``, is ``published``."""
    return half_up(value, decimals) == half_up(published, decimals)


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def as_published(value: float) -> str:
    """A published result with all its digits and no more: 12,248.4 and 2,494,310."""
    return f"{Decimal(repr(float(value))).normalize():,f}"


def quantity(value: float, unit: str, decimals: int) -> Printed:
    """``value`` with its unit as text, rounded half up: 2.77x, $0.30 per million tokens, 60%, 2,494,310 tokens/s.

    The unit ``place`` prints an ordinal, an empty unit the bare number.
    """
    number = _digits(value, decimals)
    if unit in ("x", "%"):
        text = f"{number}{unit}"
    elif unit.startswith("$"):
        text = f"${number}{unit[1:]}"
    elif unit == "place":
        text = ordinal(int(value))
    else:
        # One benchmark, and three hours; ms and tokens/s have no plural.
        named = unit.removesuffix("s") if number == "1" and unit.isalpha() and len(unit) > 2 else unit
        text = f"{number} {named}".strip()
    return Printed(float(value), unit, text)


def _digits(value: float, decimals: int) -> str:
    """``value`` rounded half up, with thousands separated and a true minus: a hyphen may end a line."""
    return f"{half_up(value, decimals):,}".replace("-", "−")


def span_text(low: float, high: float, unit: str, decimals: int) -> str:
    """A range in print, the unit once: $0.26 to $0.32 per million tokens."""
    sign, _, rest = unit.partition(" ") if unit.startswith("$") else ("", "", unit)
    tail = f" {rest}" if rest and rest not in ("x", "%") else rest
    return f"{sign}{_digits(low, decimals)} to {sign}{_digits(high, decimals)}{tail}"


def sentence(text: str) -> str:
    """A phrase from the analysis or the register as a sentence of its own."""
    text = text.strip()
    if not text:
        return ""
    # "v5.1" and the like keep their letter.
    start = text[:1].upper() if text.partition(" ")[0].rstrip(",:;").isalpha() else text[:1]
    return start + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def counted(count: int, noun: str) -> str:
    """A count in print: ``1 page``, ``2,496 pages``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def speller(names: Mapping[str, str]) -> Callable[[str], str]:
    """What writes a text as a sentence has it: with ``names`` in the place of their keys, and thousands apart."""
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    # A number of four digits may be a year or a model, unless it counts what follows.
    count = r"[1-9]\d{4,}|[1-9]\d{3}(?= GPUs| accelerators)|(?<=on )[1-9]\d{3}(?= [A-Z])"
    pattern = re.compile(rf"(?<![\w./=-])(?:({known})|{count})(?![\w/=-]|[.,]\w)")
    return lambda text: pattern.sub(lambda found: names[found[1]] if found[1] else f"{int(found[0]):,}", text)


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def date_text(date: str) -> str:
    """A date of a register in words: 1 April 2026, or April 2026 for a month."""
    year, month, *day = date.split("-")
    return " ".join([*(str(int(one)) for one in day), calendar.month_name[int(month)], year])


# --- comparison with what is recorded -------------------------------------------------------------

# Recorded numbers have twelve digits, so that three lie between what is kept and what is compared.
RELATIVE, ABSOLUTE = 1e-9, 1e-12
_NUMBER = re.compile(r"(?<![\w.])(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.]*[A-Za-z_])")
# One of two numbers has this many digits, or the two cannot differ by one part in a billion: they are text.
_LONG = re.compile(r"(?=\S*\.)[\d.]{11,}")
# Tags, and the words between them: the pieces of a line that a difference is shown by.
_PIECE = re.compile(r"(<[^>]*>|[^<\s]+)")
_ABSENT = "nothing"


def _told(place: str, *sides: Any) -> str:
    """A place at which two values differ, with what is recorded there and what is made now."""
    recorded, made = (text if len(text) <= 200 else f"{text[:200]} ..." for text in map(str, sides))
    return f"{place}: recorded {recorded}, now {made}"


def differences(recorded: Any, made: Any, place: str = "") -> Iterator[str]:
    """Every place at which two JSON values differ, in words: words that are not equal, numbers that are not close.

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
                yield _told(f"{place}, line {number}" if len(lines) > 1 else place, *shown)
    else:
        yield _told(place, recorded, made)


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


def _alike(one: str, other: str) -> bool:
    """Whether two texts are equal but for decimal numbers of many digits, whose last may depend on the processor."""
    left, right = _NUMBER.split(one), _NUMBER.split(other)
    if left[::2] != right[::2]:
        return False
    pairs = zip(left[1::2], right[1::2], strict=True)
    return all(a == b or (_LONG.search(f"{a} {b}") and same(float(a), float(b))) for a, b in pairs)
