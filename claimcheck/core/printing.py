"""How numbers are printed, everywhere."""

from __future__ import annotations

import calendar
import html
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any

from pydantic import Field

_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?:e[-+]?\d+)?(?!\w)")
# Set in the environment in which notebooks are recorded and compared with their records.
RECORDING = "CLAIMCHECK_RECORDING"


@dataclass(frozen=True)
class Printed:
    """A number with its unit and the text in which it is printed."""

    value: Annotated[float, Field(description="the figure in twelve significant digits")]
    unit: Annotated[str, Field(description="its unit")]
    text: Annotated[str, Field(min_length=1, description="the figure as it is printed")]


def recording() -> bool:
    """Whether notebooks are being recorded or compared: cells then give what is committed, and no more."""
    return RECORDING in os.environ


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
