"""Engines of the fitted serving model at other lengths and settings: what a GPU carries within latency limits.

Costs move with lengths as their arithmetic does: a prefill with the input, a request's share of a step with the mean
tokens in its cache. Both are anchored where the model was fitted, at the benchmark's lengths.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from claimcheck.analysis.mechanisms.roofline import mean_context
from claimcheck.analysis.serving.build import step_of
from claimcheck.analysis.serving.deployment import Deployment
from claimcheck.analysis.serving.lengths import Lengths
from claimcheck.analysis.serving.register import Model
from claimcheck.analysis.serving.simulate import Load, Step, Trace, measured, simulate
from claimcheck.analysis.serving.sweep import Limits

# Windows in multiples of the longest answer's time at the limit: to fill the engine, to measure, to keep it filled.
_FILL, _MEASURED, _AFTER = 1.0, 0.5, 1.0
_HALVINGS = 7
# Seconds that even the shortest answers are given.
_SHORTEST = 200.0
# Queries of an engine in the measured stretch below which no rate is tried.
_FEWEST = 100
# Queries/s per GPU tried first; the search widens from there by this factor.
_START, _GROWTH = 0.6, 1.5


@dataclass(frozen=True)
class Engine:
    """One engine under a kind of traffic: ``input_tokens`` each, outputs of ``lengths`` scaled to ``output_tokens``."""

    step: Step
    deployment: Deployment
    lengths: Lengths
    input_tokens: float
    output_tokens: float
    graphs: bool
    seed: int

    @property
    def factor(self) -> float:
        """Outputs over those of ``lengths``."""
        return self.output_tokens / self.lengths.moments()[0]

    def waiting(self, wait: int, timeout: int) -> Engine:
        """The same with other counters of the attention-DP balance; 0 and 0 turn it off."""
        return replace(self, deployment=replace(self.deployment, wait_steps=wait, timeout_steps=timeout))

    def room_for(self, batch: int, slots: int = 4) -> Engine:
        """The same with up to ``batch`` requests a GPU and ``slots`` inputs in a step, batches not padded."""
        tokens = batch + slots * int(self.input_tokens)
        return replace(self, graphs=False, deployment=replace(self.deployment, max_batch=batch, max_num_tokens=tokens))


def fitted(model: Model, deployment: Deployment, fits: pd.DataFrame, group: str, variant: str = "main") -> Engine:
    """One engine of ``deployment`` with the fitted step of ``group``, at the benchmark's lengths.

    ``fits`` is the table serving_fits. Raises KeyError or IndexError for a variant or group that they lack.
    """
    form = model.variants[variant]
    return Engine(
        step=step_of(fits, group, variant),
        deployment=replace(deployment, replicas=1),
        lengths=model.lengths_of(form),
        input_tokens=model.input_tokens,
        output_tokens=model.published_mean,
        graphs=form.graphs,
        seed=model.sweeps.seeds[0],
    )


def context(lengths: Lengths, input_tokens: float, output_tokens: float) -> float:
    """Mean tokens in the cache of a request in flight, outputs of ``lengths`` scaled to a mean of ``output_tokens``."""
    mean, deviation = lengths.moments()
    return mean_context(output_tokens, deviation * output_tokens / mean, input_tokens)


def at_lengths(engine: Engine, input_tokens: float, output_tokens: float) -> Engine:
    """``engine`` with other mean lengths, its costs moved along."""
    old = context(engine.lengths, engine.input_tokens, engine.output_tokens)
    grown = context(engine.lengths, input_tokens, output_tokens) / old
    step = engine.step
    moved = replace(
        step,
        per_request_us=step.per_request_us * grown,
        prefill_ms=step.prefill_ms * input_tokens / engine.input_tokens,
    )
    return replace(engine, step=moved, input_tokens=input_tokens, output_tokens=output_tokens)


def serve(engine: Engine, rate: float, seconds: tuple[float, float, float]) -> dict[str, float]:
    """Steady figures at ``rate`` queries/s per GPU: as ``simulate.measured``, with ``largest_batch``.

    Of queries that arrive in the second of the three stretches ``seconds``.
    """
    trace = run(engine, rate, sum(seconds))
    start, stop = np.searchsorted(trace.arrivals, [seconds[0], seconds[0] + seconds[1]])
    return measured(trace, slice(int(start), int(stop))) | {"largest_batch": float(trace.largest_batch)}


def run(engine: Engine, rate: float, seconds: float) -> Trace:
    """Offer ``rate`` queries/s per GPU for ``seconds``, from empty to empty."""
    whole = rate * engine.deployment.ranks * engine.deployment.replicas
    load = Load(whole, max(200, round(whole * seconds)), engine.output_tokens, engine.seed,
                engine.lengths.tokens[-1] * engine.factor)  # fmt: skip
    return simulate(load, engine.deployment, engine.step, engine.lengths, max(1, int(engine.input_tokens)),
                    graphs=engine.graphs)  # fmt: skip


def window(engine: Engine, limits: Limits) -> tuple[float, float, float]:
    """Seconds to fill, to measure and to go on, for answers whose tokens take as long as the limit allows."""
    longest = max(_SHORTEST, engine.lengths.tokens[-1] * engine.factor * limits.tpot_ms / 1000)
    return _FILL * longest, _MEASURED * longest, _AFTER * longest


@functools.lru_cache(maxsize=256)
def highest(engine: Engine, limits: Limits) -> dict[str, float]:
    """Figures at the highest rate per GPU whose 99th percentiles keep ``limits``, with ``rate_per_accelerator``.

    The rate is 0 where all that were tried break one. Rates that keep them are taken to lie below those that do not.
    """
    seconds = window(engine, limits)

    def tried(rate: float) -> dict[str, float] | None:
        if rate * engine.deployment.ranks * seconds[1] < _FEWEST:
            return None
        found = serve(engine, rate, seconds)
        kept = found["tpot_p99_ms"] <= limits.tpot_ms and found["ttft_p99_ms"] <= limits.ttft_ms
        return {"rate_per_accelerator": rate, **found} if kept else None

    best, low, high = {"rate_per_accelerator": 0.0}, 0.0, _START
    while (found := tried(high)) is not None:
        best, low, high = found, high, high * _GROWTH
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        found = tried(middle)
        low, high, best = (middle, high, found) if found else (low, middle, best)
    return best
