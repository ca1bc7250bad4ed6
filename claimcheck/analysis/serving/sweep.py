"""Asking the fitted model what no run showed: other loads, the limit, other lengths, shorter runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from claimcheck.analysis.serving.deployment import Deployment
from claimcheck.analysis.serving.lengths import Lengths
from claimcheck.analysis.serving.simulate import Load, Step, Trace, ending, measured, simulate
from claimcheck.data.serving import Sweeps

# Steps of the search for the limit: each halves the interval between a load that keeps it and one that does not.
_HALVINGS = 7


@dataclass(frozen=True)
class Limits:
    """Limits on the 99th percentiles, in ms."""

    tpot_ms: float
    ttft_ms: float


@dataclass(frozen=True)
class Engine:
    """A fitted step in a deployment, and its traffic: inputs of ``input_tokens``, outputs of ``lengths``.

    Outputs have a mean of ``mean_tokens`` × ``length_factor``; ``graphs`` False pads no batch.
    """

    step: Step
    deployment: Deployment
    lengths: Lengths
    input_tokens: float
    mean_tokens: float
    graphs: bool = True
    length_factor: float = 1.0

    @property
    def output_tokens(self) -> float:
        """Mean output, in tokens."""
        return self.mean_tokens * self.length_factor

    @property
    def longest(self) -> float:
        """The longest output, in tokens."""
        return self.lengths.tokens[-1] * self.length_factor

    def replicas(self, number: int, router: str | None = None) -> Engine:
        """The same in ``number`` replicas, behind another ``router`` if one is named."""
        kept = self.deployment.router if router is None else router
        return replace(self, deployment=replace(self.deployment, replicas=number, router=kept))

    def waiting(self, wait: int, timeout: int) -> Engine:
        """The same with other counters of the attention-DP balance; 0 and 0 turn it off."""
        return replace(self, deployment=replace(self.deployment, wait_steps=wait, timeout_steps=timeout))

    def at_lengths(self, input_tokens: float, output_tokens: float) -> Engine:
        """The same at other mean lengths, its costs moved along from those at which it was fitted.

        A prefill's time grows with the input, a request's share of a step with the mean tokens in its cache.
        """
        held = self.lengths.held
        step = replace(
            self.step,
            per_request_us=self.step.per_request_us
            * (held(input_tokens, output_tokens) / held(self.input_tokens, self.output_tokens)),
            prefill_ms=self.step.prefill_ms * input_tokens / self.input_tokens,
        )
        return replace(self, step=step, input_tokens=input_tokens, length_factor=output_tokens / self.mean_tokens)


def run_for(engine: Engine, rate: float, seconds: float, seed: int) -> Trace:
    """Offer ``rate`` queries/s per accelerator for ``seconds``; from empty to empty."""
    whole = rate * engine.deployment.replicas * engine.deployment.ranks
    load = Load(whole, max(2, round(whole * seconds)), engine.output_tokens, seed, engine.longest)
    return simulate(
        load, engine.deployment, engine.step, engine.lengths, int(engine.input_tokens), graphs=engine.graphs
    )


def steady(engine: Engine, asked: Sweeps, rate: float, seed: int) -> dict[str, float]:
    """Figures in steady state: of the queries that arrive in the measured window of ``asked``."""
    seconds = asked.fill_s + asked.measured_s + asked.after_s
    trace = run_for(engine, rate, seconds, seed)
    start, stop = np.searchsorted(trace.arrivals, [asked.fill_s, asked.fill_s + asked.measured_s])
    found = measured(trace, slice(int(start), int(stop)))
    return found | {"arrivals_s": seconds, "largest_batch": float(trace.largest_batch)}


def keeps(found: dict[str, float], limits: Limits) -> bool:
    """Whether the 99th percentiles of TPOT and TTFT are within ``limits``."""
    return found["tpot_p99_ms"] <= limits.tpot_ms and found["ttft_p99_ms"] <= limits.ttft_ms


def load_sweep(
    engine: Engine, asked: Sweeps, limits: Limits, seed: int, rates: Sequence[float]
) -> Iterator[dict[str, float]]:
    """Steady figures at each of ``rates``, up to three beyond the first that breaks a limit."""
    broken = 0
    for rate in rates:
        found = steady(engine, asked, rate, seed)
        yield {"rate_per_accelerator": rate, **found}
        broken += not keeps(found, limits)
        if broken > 3:
            return


def find_limit(engine: Engine, asked: Sweeps, limits: Limits, seed: int) -> dict[str, float]:
    """Steady figures at the highest load that keeps the limits, sought from the lowest load of the register.

    A coarse climb finds a load that breaks one, then the interval is halved: where the figures do not rise evenly with
    the load, one of several crossings is found. Raises ValueError when the lowest load breaks a limit already.
    """
    low, high, best = 0.0, None, None
    for rate in asked.coarse:
        found = steady(engine, asked, rate, seed)
        if not keeps(found, limits):
            high = rate
            break
        low, best = rate, found
    if best is None:
        raise ValueError(f"a limit is broken at {high} queries/s per accelerator")
    high = low * 2 if high is None else high
    for _ in range(_HALVINGS):
        middle = round((low + high) / 2, 4)
        found = steady(engine, asked, middle, seed)
        if keeps(found, limits):
            low, best = middle, found
        else:
            high = middle
    return {"rate_per_accelerator": low, **best}


def whole_run(engine: Engine, rate: float, seconds: float, seed: int) -> dict[str, float]:
    """A run of which queries arrive for ``seconds``, as LoadGen would report it.

    Adds to the figures the rate over three durations, in tokens/s per accelerator: ``tokens_per_s_per_accelerator``
    (offered), ``published_per_accelerator`` (to the completion of the last issued query; mean over the queries that it
    may be, with ``_low`` and ``_high``) and ``full_run_per_accelerator`` (to the last completion).
    """
    trace = run_for(engine, rate, seconds, seed)
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
