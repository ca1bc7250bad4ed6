"""Disaggregated serving: prefill and decoding on the same GPUs, or on pools of their own.

Arithmetic for both at their best. On shared GPUs prefill takes its share of every second; with rate r of queries per
GPU, a mean time per token at the limit L holds L·r requests' worth of tokens in flight:

    L = base + per_request · r·N·L + L · r · P        (N output tokens, P seconds of prefill a query)

so that r = (1 - base / L) / (per_request · N + P): each second of prefill displaces decoding that the limit makes dear.
On a pool of its own decoding carries (1 - base / L) / (per_request · N), and prefill P / u GPUs a query, u being how
full the pool can be before first tokens come late. The gain is the ratio of the rates per GPU, pools together.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from claimcheck.analysis.mechanisms.roofline import Setup, requests_that_fit
from claimcheck.analysis.serving.engine import compiled
from claimcheck.analysis.serving.simulate import Engine, Limits

# GPUs of a rack, which split into pools in whole numbers.
RACK = 72
# Lengths of the map as multiples of the benchmark's.
INPUTS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
OUTPUTS = (0.0625, 0.125, 0.25, 0.5, 1.0, 2.0)
_ARRIVALS, _SEED, _HALVINGS, _LATE = 40_000, 20260401, 10, 0.99


@dataclass(frozen=True)
class Costs:
    """Costs of a query on one GPU, times in seconds.

    A decoding step takes ``base`` and ``per_request`` for each request in it. ``prefill`` is the time of an input on a
    GPU that also decodes, ``dedicated`` on one that does nothing else. ``room``: requests that fit into its memory.
    """

    base: float
    per_request: float
    prefill: float
    dedicated: float
    output_tokens: float
    room: float


def costs(engine: Engine, setup: Setup, width: int) -> Costs:
    """Costs of a query for ``engine``, with the memory that weights of ``setup`` leave on each of ``width`` GPUs."""
    cached = engine.lengths.cached_tokens(engine.input_tokens, engine.output_tokens)
    base, request, token, prefill = engine.step.seconds()
    own = engine.lengths.cached_tokens(0, engine.output_tokens)
    return Costs(
        base, request + token * own, prefill, prefill, engine.output_tokens, requests_that_fit(setup, width, cached)
    )


@compiled
def _late_share(gaps, servers, limit):  # pragma: no cover - compiled
    """Share of waits above ``limit`` service times; ``gaps`` between arrivals, in service times."""
    free = np.zeros(servers)
    now, late = 0.0, 0
    for i in range(len(gaps)):
        now += gaps[i]
        # Equal services end in the order in which they began, so servers are taken in turn.
        start = max(now, free[i % servers])
        free[i % servers] = start + 1.0
        late += start - now > limit
    return late / len(gaps)


@functools.lru_cache(maxsize=4096)
def highest_utilisation(servers: int, slack: float) -> float:
    """Highest utilisation of ``servers`` prefill GPUs at which 99 in 100 wait no longer than ``slack`` prefills.

    Poisson arrivals, one queue, equal services (M/D/m), simulated. 0.0 where ``slack`` is negative: one prefill alone
    is too slow.
    """
    if slack < 0:
        return 0.0
    gaps = np.random.default_rng(_SEED).exponential(1.0, _ARRIVALS)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        in_time = _late_share(gaps / (middle * servers), servers, slack) <= 1 - _LATE
        low, high = (middle, high) if in_time else (low, middle)
    return low


def _slack(prefill: float, limits: Limits) -> float:
    return round((limits.ttft_ms / 1000 - prefill) / prefill, 3)


def shared(cost: Costs, limits: Limits, gpus: int = RACK) -> float:
    """Highest rate per GPU, in queries/s, when every GPU prefills and decodes and no GPU waits for another.

    A query's tokens may take the limit's time on average. Bound as well by memory and by first tokens: an input goes to
    whichever of ``gpus`` takes it first.
    """
    limit = limits.tpot_ms / 1000
    if limit <= cost.base:
        return 0.0
    by_time = (1 - cost.base / limit) / (cost.per_request * cost.output_tokens + cost.prefill)
    # With memory full, a step takes base + per_request · room, and prefill what is left of every second.
    step = cost.base + cost.per_request * cost.room
    by_memory = 1 / (cost.output_tokens * step / cost.room + cost.prefill)
    by_first = highest_utilisation(gpus, _slack(cost.prefill, limits)) / cost.prefill
    return min(by_time, by_memory, by_first)


def decoding(cost: Costs, limits: Limits) -> float:
    """Highest rate of a GPU that only decodes, in queries/s."""
    left = limits.tpot_ms / 1000 - cost.base
    if left <= 0:
        return 0.0
    requests = cost.room if cost.per_request * cost.room <= left else left / cost.per_request
    return requests / (cost.output_tokens * (cost.base + cost.per_request * requests))


def split(cost: Costs, limits: Limits, gpus: int = RACK) -> dict[str, float]:
    """Best split of ``gpus`` into prefill and decoding: ``prefill_gpus``, and ``rate`` in queries/s per GPU of both.

    A rate of 0 where no split keeps the limits.
    """
    each, slack = decoding(cost, limits), _slack(cost.dedicated, limits)

    def carried(number: int) -> float:
        return min(number * highest_utilisation(number, slack) / cost.dedicated, (gpus - number) * each) / gpus

    low, high = 1, gpus - 1
    while high - low > 1:  # prefill's side rises with its GPUs, decoding's falls: seek where they cross
        middle = (low + high) // 2
        starved = middle * highest_utilisation(middle, slack) / cost.dedicated < (gpus - middle) * each
        low, high = (middle, high) if starved else (low, middle)
    best = max((low, high), key=carried)
    return {"prefill_gpus": best, "rate": carried(best)}


def compare(cost: Costs, limits: Limits, gpus: int = RACK) -> dict[str, float]:
    """Rates per GPU of ``shared`` and ``split``, ``prefill_gpus``, and ``gain``, their ratio (nan if none)."""
    together, apart = shared(cost, limits, gpus), split(cost, limits, gpus)
    gain = apart["rate"] / together if together > 0 else math.nan
    return {"shared": together, "split": apart["rate"], "prefill_gpus": apart["prefill_gpus"], "gain": gain}


def gain_map(engine: Engine, setup: Setup, width: int, limits: Limits) -> pd.DataFrame:
    """Gain of splitting at INPUTS and OUTPUTS times the engine's lengths: ``compare``, ``input``, ``output``.

    Lengths are in tokens.
    """
    rows = []
    for tokens in (engine.input_tokens * k for k in INPUTS):
        for answer in (engine.output_tokens * k for k in OUTPUTS):
            cost = costs(engine.at_lengths(tokens, answer), setup, width)
            rows.append({"input": tokens, "output": answer, **compare(cost, limits)})
    return pd.DataFrame(rows)


def by_limit(cost: Costs, limits: Limits, milliseconds: Iterable[float]) -> pd.DataFrame:
    """Gain of splitting under other limits on a token: columns of ``compare`` and ``limit_ms``."""
    rows = [{"limit_ms": ms, **compare(cost, replace(limits, tpot_ms=ms))} for ms in milliseconds]
    return pd.DataFrame(rows)
