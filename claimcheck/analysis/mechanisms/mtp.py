"""Multi-token prediction: tokens a step from drafts and their acceptance, against the cost of verifying them.

Drafts are verified in one step of the full model and accepted up to the first that is wrong (Y. Leviathan, M. Kalman
and Y. Matias, *Fast Inference from Transformers via Speculative Decoding*, ICML 2023), so a step gives one certain
token and the accepted run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import pandas as pd

from claimcheck.analysis.mechanisms.roofline import Setup, step, step_time

# Requests per GPU at which curves are drawn: from one request on eight GPUs to more than any run held.
GRID = tuple(2 ** (i / 4) for i in range(-12, 41))


def tokens_per_step(accepted: Sequence[float]) -> float:
    """Mean tokens of a step with a draft for each of ``accepted``, chances given that all before were accepted."""
    total, chance = 1.0, 1.0
    for one in accepted:
        chance *= one
        total += chance
    return total


def draft_time(setup: Setup, requests: float, width: int, context: float) -> float:
    """Seconds of one pass of the MTP module: a layer of experts, a layer of attention, and the output head."""
    model = setup.model
    whole = step(setup, requests, width, context)
    head = model.head * setup.assumed.dense_bytes / (setup.gpu.memory_bandwidth * setup.assumed.achieved)
    layers = (whole["experts"] + whole["exchange"]) / model.expert_layers
    return layers + (whole["attention"] + whole["dense"]) / model.layers + head


def speedup(setup: Setup, requests: float, width: int, context: float, accepted: Sequence[float]) -> float:
    """Rate of tokens with a draft for each of ``accepted`` over that without, at as many requests per GPU."""
    drafts = len(accepted)
    plain = step_time(setup, requests, width, context)
    verified = step_time(setup, requests, width, context, drafts)
    drafted = drafts * draft_time(setup, requests, width, context)
    return tokens_per_step(accepted) * plain / (verified + drafted)


def break_even(setup: Setup, width: int, context: float, accepted: Sequence[float]) -> float:
    """Requests per GPU from which drafts cost more than they give, above the load where they give most; inf if none."""
    best = max(GRID, key=lambda number: speedup(setup, number, width, context, accepted))
    low, high = best, GRID[-1]
    if speedup(setup, high, width, context, accepted) >= 1:
        return math.inf
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if speedup(setup, middle, width, context, accepted) >= 1 else (low, middle)
    return high


def curve(
    setup: Setup, requests: Iterable[float], width: int, context: float, accepted: Sequence[float]
) -> pd.DataFrame:
    """``speedup`` by ``requests`` per GPU for one of ``drafts``, two, ... up to all of ``accepted``."""
    rows = [
        {"requests": number, "drafts": drafts, "speedup": speedup(setup, number, width, context, accepted[:drafts])}
        for number in requests
        for drafts in range(1, len(accepted) + 1)
    ]
    return pd.DataFrame(rows)
