"""How numbers are printed, everywhere."""

from __future__ import annotations

from decimal import Decimal

from claimcheck.analysis.results import half_up
from claimcheck.claims.model import Quantity, Sensitivity


def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def as_published(value: float) -> str:
    """A published result with all its digits and no more: 12,248.4 and 2,494,310."""
    return f"{Decimal(repr(float(value))).normalize():,f}"


def quantity(value: float, unit: str, decimals: int) -> Quantity:
    """``value`` with its unit as text, rounded half up: 2.77x, $0.30 per million tokens, 60%, 2,494,310 tokens/s.

    The unit ``place`` prints an ordinal, an empty unit the bare number.
    """
    number = f"{half_up(value, decimals):,}"
    if unit in ("x", "%"):
        text = f"{number}{unit}"
    elif unit.startswith("$"):
        text = f"${number}{unit[1:]}"
    elif unit == "place":
        text = ordinal(int(value))
    else:
        text = f"{number} {unit}".strip()
    return Quantity(float(value), unit, text)


def span_text(low: float, high: float, unit: str, decimals: int) -> str:
    """A range in print, the unit once: $0.26 to $0.32 per million tokens."""
    sign, _, rest = unit.partition(" ") if unit.startswith("$") else ("", "", unit)
    tail = f" {rest}" if rest and rest not in ("x", "%") else rest
    return f"{sign}{half_up(low, decimals):,} to {sign}{half_up(high, decimals):,}{tail}"


def reach_text(found: Sensitivity) -> str:
    """The range of all readings, and how many there are."""
    reach = span_text(found.low, found.high, found.unit, 0 if abs(found.high) >= 100 else 2)
    return f"{reach} over {found.n} {found.of}"


def readings_text(found: Sensitivity) -> str:
    """The readings of a figure in a line: their range, and where the published figure falls among them."""
    if found.n == 1:
        return "there is only one."
    if found.bound:
        place = f"{found.rank - 1} of them exceed the published bound"
    else:
        place = f"the published figure would be {ordinal(found.rank)} from the top"
    return f"{reach_text(found)}; {place}."
