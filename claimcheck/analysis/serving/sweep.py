"""Asking the fitted model what no run showed: other loads, the limit, other lengths, shorter runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from claimcheck.analysis.serving.deployment import Deployment
from claimcheck.analysis.serving.register import Model, Variant
from claimcheck.analysis.serving.simulate import Load, Step, Trace, ending, measured, simulate

# Steps of the search for the limit: each halves the interval between a load that keeps it and one that does not.
_HALVINGS = 7


@dataclass(frozen=True)
class Limits:
    """Limits on the 99th percentiles, in ms."""

    tpot_ms: float
    ttft_ms: float


@dataclass(frozen=True)
class Setup:
    """A fitted engine in a deployment, ready to be asked."""

    group: str
    variant: Variant
    step: Step
    deployment: Deployment
    factor: float = 1.0
    length_factor: float = 1.0

    def replicas(self, number: int, router: str | None = None) -> Setup:
        """The same engine in ``number`` replicas, behind another ``router`` if one is named."""
        kept = self.deployment.router if router is None else router
        return replace(self, deployment=replace(self.deployment, replicas=number, router=kept))


def run_for(setup: Setup, model: Model, rate: float, seconds: float, seed: int) -> Trace:
    """Offer ``rate`` queries/s per accelerator for ``seconds``; from empty to empty."""
    accelerators = setup.deployment.replicas * setup.deployment.ranks
    lengths, factor, graphs = model.lengths_of(setup.variant), setup.length_factor, setup.variant.graphs
    load = Load(
        rate=rate * accelerators,
        count=max(2, round(rate * accelerators * seconds)),
        mean_length=model.published_mean * factor,
        seed=seed,
        cap=lengths.tokens[-1] * factor,
    )
    return simulate(
        load, setup.deployment, setup.step, lengths, model.input_tokens, graphs=graphs, factor=setup.factor
    )


def steady(setup: Setup, model: Model, rate: float, seed: int) -> dict[str, float]:
    """Figures in steady state: of the queries that arrive in the measured window."""
    asked = model.sweeps
    seconds = asked.fill_s + asked.measured_s + asked.after_s
    trace = run_for(setup, model, rate, seconds, seed)
    start, stop = np.searchsorted(trace.arrivals, [asked.fill_s, asked.fill_s + asked.measured_s])
    found = measured(trace, slice(int(start), int(stop)))
    return found | {"arrivals_s": seconds, "largest_batch": float(trace.largest_batch)}


def keeps(found: dict[str, float], limits: Limits) -> bool:
    """Whether the 99th percentiles of TPOT and TTFT are within ``limits``."""
    return found["tpot_p99_ms"] <= limits.tpot_ms and found["ttft_p99_ms"] <= limits.ttft_ms


def load_sweep(setup: Setup, model: Model, limits: Limits, seed: int) -> Iterator[dict[str, float]]:
    """Steady figures at every load of the register, up to one step beyond the first that breaks a limit."""
    broken = 0
    for rate in model.sweeps.rates:
        found = steady(setup, model, rate, seed)
        yield {"rate_per_accelerator": rate, **found}
        broken += not keeps(found, limits)
        if broken > 3:
            return


def at_limit(setup: Setup, model: Model, limits: Limits, seed: int, low: float, high: float) -> dict[str, float]:
    """Steady figures at the highest load between ``low`` (kept) and ``high`` (broken) that keeps the limits.

    Halves the interval: where the figures do not rise evenly with the load, one of several crossings is found.
    """
    best = {"rate_per_accelerator": low, **steady(setup, model, low, seed)}
    for _ in range(_HALVINGS):
        middle = round((low + high) / 2, 4)
        found = steady(setup, model, middle, seed)
        if keeps(found, limits):
            low, best = middle, {"rate_per_accelerator": middle, **found}
        else:
            high = middle
    return best


def find_limit(setup: Setup, model: Model, limits: Limits, seed: int) -> dict[str, float]:
    """``at_limit`` after a coarse climb from the lowest load of the register.

    Raises ValueError when the lowest load breaks a limit already.
    """
    rates = model.sweeps.rates[::4]
    low = rates[0]
    if not keeps(steady(setup, model, low, seed), limits):
        raise ValueError(f"{setup.group}: a limit is broken at {low} queries/s per accelerator")
    for rate in rates[1:]:
        if not keeps(steady(setup, model, rate, seed), limits):
            return at_limit(setup, model, limits, seed, low, rate)
        low = rate
    return at_limit(setup, model, limits, seed, low, low * 2)


def whole_run(setup: Setup, model: Model, rate: float, seconds: float, seed: int) -> dict[str, float]:
    """A run of which queries arrive for ``seconds``, as LoadGen would report it.

    Adds to the figures the rate over three durations, in tokens/s per accelerator: ``tokens_per_s_per_accelerator``
    (offered), ``published_per_accelerator`` (to the completion of the last issued query; mean over the queries that it
    may be, with ``_low`` and ``_high``) and ``full_run_per_accelerator`` (to the last completion).
    """
    trace = run_for(setup, model, rate, seconds, seed)
    found = measured(trace) | ending(trace)
    offered = found["tokens_per_s_per_accelerator"]
    tokens = float(trace.lengths.sum()) / trace.accelerators
    return found | {
        "arrivals_s": seconds,
        "published_per_accelerator": offered * found["completion_factor"],
        "published_low": offered * found["completion_factor_low"],
        "published_high": offered * found["completion_factor_high"],
        "full_run_per_accelerator": tokens / found["last_completion_s"],
        "largest_batch": float(trace.largest_batch),
    }
