"""Cost per token from a price and a throughput. Prices are assumptions, never results."""

from __future__ import annotations

SECONDS_PER_HOUR = 3600
TOKENS = 1_000_000


def cost_per_million_tokens(price: float, tokens_per_s: float, utilisation: float = 1.0) -> float:
    """Cost in $ of a million output tokens.

    ``price`` is in $ per accelerator-hour, ``tokens_per_s`` per accelerator,
    ``utilisation`` the share of the hour in which tokens are made (0 < u <= 1). Raises
    ValueError for a price below 0, or a throughput or utilisation outside its range.
    """
    if price < 0 or tokens_per_s <= 0 or not 0 < utilisation <= 1:
        raise ValueError(f"no cost for price {price}, {tokens_per_s} tokens/s, utilisation {utilisation}")
    return price / (tokens_per_s * utilisation * SECONDS_PER_HOUR) * TOKENS


def price_for_cost(cost: float, tokens_per_s: float, utilisation: float = 1.0) -> float:
    """Price in $ per accelerator-hour at which a million output tokens cost ``cost`` $."""
    return cost * tokens_per_s * utilisation * SECONDS_PER_HOUR / TOKENS


def saving(ratio: float) -> float:
    """Share of the cost per token that a speed-up of ``ratio`` saves at the same price and utilisation."""
    return 1 - 1 / ratio


def ratio_for_saving(share: float) -> float:
    """Speed-up that saves ``share`` of the cost per token at the same price and utilisation."""
    return 1 / (1 - share)
