"""How numbers are printed."""

from __future__ import annotations

import pytest

from claimcheck.core.printing import as_published, ordinal, quantity, span_text


@pytest.mark.parametrize(
    ("value", "unit", "decimals", "text"),
    [
        (2.7735, "x", 2, "2.77x"),
        (-27.0, "%", 0, "−27%"),
        (-0.2, "%", 0, "0%"),
        (3.759, "$", 2, "$3.76"),
        (2494310.0, "tokens/s", 0, "2,494,310 tokens/s"),
        (2.0, "place", 0, "2nd"),
    ],
)
def test_quantities(value: float, unit: str, decimals: int, text: str) -> None:
    found = quantity(value, unit, decimals)
    assert (found.text, found.value, found.unit) == (text, value, unit)


def test_ordinals() -> None:
    endings = {"st": (1, 21, 101), "nd": (2, 22), "rd": (3, 33), "th": (4, 10, 11, 12, 13, 111, 112)}
    for ending, places in endings.items():
        assert [ordinal(place) for place in places] == [f"{place}{ending}" for place in places]


def test_spans_name_the_unit_once() -> None:
    assert span_text(0.263, 0.316, "$ per million tokens", 2) == "$0.26 to $0.32 per million tokens"
    assert span_text(2.65, 3.3, "$", 2) == "$2.65 to $3.30"


def test_every_published_result_keeps_its_digits(tables) -> None:
    values = tables.results["value"].astype(float)
    assert as_published(2494310.0) == "2,494,310"
    assert all(float(as_published(v).replace(",", "")) == v for v in values)
