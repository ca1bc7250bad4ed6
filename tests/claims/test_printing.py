"""How numbers are printed."""

from __future__ import annotations

import pytest

from claimcheck.core.printing import as_published, formatted, half_up, ordinal


def test_ordinals() -> None:
    endings = {"st": (1, 21, 101), "nd": (2, 22), "rd": (3, 33), "th": (4, 10, 11, 12, 13, 111, 112)}
    for ending, places in endings.items():
        assert [ordinal(place) for place in places] == [f"{place}{ending}" for place in places]


def test_every_published_result_keeps_its_digits(tables) -> None:
    values = tables.results["value"].astype(float)
    assert as_published(2494310.0) == "2,494,310"
    assert all(float(as_published(v).replace(",", "")) == v for v in values)


@pytest.mark.parametrize(
    ("value", "decimals", "printed"),
    [
        (9820.5, 0, "9821"),  # round() gives 9820
        (2.675, 2, "2.68"),  # the float lies below 2.675; its shortest decimal does not
        (2.765, 2, "2.77"),
        (1e16, 0, "10000000000000000"),
        (1e-7, 2, "0.00"),
        (-7.25, 1, "-7.3"),
        (-0.4, 0, "0"),  # not -0
        (0.1 + 0.2, 1, "0.3"),
    ],
)
def test_figures_round_half_up_by_their_shortest_decimal(value: float, decimals: int, printed: str) -> None:
    assert str(half_up(value, decimals)) == printed
    assert formatted(value, f".{decimals}f") == printed
