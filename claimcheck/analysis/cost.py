"""Cost per token from a price and a throughput. Prices are assumptions, never results."""

from __future__ import annotations

from math import inf

SECONDS_PER_HOUR = 3600
TOKENS = 1_000_000


def cost_per_million_tokens(price: float, tokens_per_s: float, utilisation: float = 1.0) -> float:
    """Cost in $ of a million output tokens.

    ``price`` is in $ per accelerator-hour, ``tokens_per_s`` per accelerator,
    ``utilisation`` the share of the hour in which tokens are made (0 < u <= 1). Raises
    ValueError for a price below 0, a throughput that is not above 0, a utilisation outside
    its range, and for NaN or infinity.
    """
    # Chained comparisons are false for NaN.
    if not (0 <= price < inf and 0 < tokens_per_s < inf and 0 < utilisation <= 1):
        raise ValueError(f"no cost: price {price}, {tokens_per_s} tokens/s, utilisation {utilisation}")
    return price / (tokens_per_s * utilisation * SECONDS_PER_HOUR) * TOKENS


def saving(ratio: float) -> float:
    """Share of the cost per token that a speed-up of ``ratio`` saves at the same price and utilisation.

    Negative for a ratio below 1. Raises ValueError for a ratio that is not above 0.
    """
    if not 0 < ratio < inf:
        raise ValueError(f"no saving for a speed-up of {ratio}")
    return 1 - 1 / ratio
