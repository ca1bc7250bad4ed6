"""Kernel fusion and CUDA graphs: what launches and traffic between kernels take of a step, and what others measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from claimcheck.analysis.mechanisms.register import Figures
from claimcheck.analysis.mechanisms.roofline import Setup, step_time
from claimcheck.analysis.serving.simulate import Step

FUSION, KERNELS, OTHER = "fewer or hidden launches", "faster kernels", "smaller numbers"
# The stepwise gains that TensorRT-LLM published, and what each is.
STEPS = {
    "fusion-graphs": FUSION,
    "fusion-topk": FUSION,
    "fusion-streams": FUSION,
    "fusion-router": FUSION,
    "fusion-overlap": FUSION,
    "fusion-attention": KERNELS,
    "fusion-cutlass": KERNELS,
    "fusion-cache": OTHER,
    "fusion-gather": OTHER,
}


def ladder(figures: Figures) -> pd.DataFrame:
    """Published gains in turn: ``about``, ``kind``, ``gain`` (ratio), ``from`` and ``to`` (their product so far)."""
    rows, product = [], 1.0
    for key, kind in STEPS.items():
        one = figures.published(key)
        gain = 1 + one.value / 100
        rows.append({"key": key, "about": one.about, "kind": kind, "gain": gain, "from": product, "to": product * gain})
        product *= gain
    return pd.DataFrame(rows)


def traffic(setup: Setup, tokens: float, bytes_: float) -> float:
    """Seconds that one kernel more takes for its traffic: every token's state written and read once, at peak."""
    return 2 * tokens * setup.model.hidden * bytes_ / setup.gpu.memory_bandwidth


def removed(
    setup: Setup, requests: Iterable[float], width: int, context: float, slower: float, launches: Mapping[str, float]
) -> pd.DataFrame:
    """Ratio of rates if launches took no time: ``requests`` per GPU, ``name``, ``speedup``, ``step_ms`` without them.

    A step takes ``slower`` times its roofline, and ``launches`` (name: seconds) on top, none of them hidden.
    """
    rows = []
    for name, seconds in launches.items():
        for number in requests:
            step = slower * step_time(setup, number, width, context)
            rows.append(
                {"requests": number, "name": name, "speedup": (step + seconds) / step, "step_ms": step * 1000}
            )
    return pd.DataFrame(rows)


def parts(step: Step, batch: float, context: float, prefills: float) -> dict[str, float]:
    """Milliseconds of a mean step by what they depend on: nothing, the ``batch`` and its ``context``, ``prefills``.

    ``context``: output tokens in the cache of a request; ``prefills``: inputs taken in a step, on average.
    """
    grown = batch * (step.per_request_us / 1000 + context * step.per_token_ns / 1e6)
    return {"fixed": step.base_ms, "requests": grown, "prefill": prefills * step.prefill_ms}
