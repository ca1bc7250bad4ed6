"""Cost per token against arithmetic by hand."""

from __future__ import annotations

import math

import pytest

from claimcheck.analysis.cost import cost_per_million_tokens, saving


@pytest.mark.parametrize(
    ("price", "rate", "utilisation", "cost"),
    [
        # 1,000 tokens a second are 3.6 million an hour; $3.60 buys them at $1.00 a million.
        (3.60, 1000, 1.0, 1.00),
        # Half the hour idle: half the tokens for the same $3.60.
        (3.60, 1000, 0.5, 2.00),
    ],
)
def test_cost_is_dollars_an_hour_over_tokens_an_hour(
    price: float, rate: float, utilisation: float, cost: float
) -> None:
    assert cost_per_million_tokens(price, rate, utilisation) == pytest.approx(cost, rel=1e-12)


@pytest.mark.parametrize(
    "arguments",
    [
        (-0.01, 1000, 1.0), (math.nan, 1000, 1.0), (1, 0, 1.0), (1, math.inf, 1.0), (1, 1000, 0.0), (1, 1000, 1.01),
    ],
)  # fmt: skip
def test_impossible_prices_rates_and_utilisations_are_refused(arguments) -> None:
    with pytest.raises(ValueError, match="no cost: price"):
        cost_per_million_tokens(*arguments)


def test_a_speed_up_saves_one_minus_its_inverse() -> None:
    assert [saving(ratio) for ratio in (1, 2.5, 0.5)] == pytest.approx([0, 0.6, -1])
    with pytest.raises(ValueError, match="no saving"):
        saving(0)
