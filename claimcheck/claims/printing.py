"""How the readings of a figure are printed."""

from __future__ import annotations

from claimcheck.claims.model import Sensitivity
from claimcheck.printing import ordinal, span_text


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
