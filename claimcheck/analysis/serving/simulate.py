"""One simulated run, measured as LoadGen measures a run."""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from claimcheck.analysis.serving.deployment import ROUTERS, Deployment
from claimcheck.analysis.serving.engine import run, uniforms
from claimcheck.analysis.serving.lengths import Lengths

# Latencies of this last share of the issued queries stand for the one that the run happens to end on.
_LAST = 0.05


@dataclass(frozen=True)
class Step:
    """Time of one engine step: base + per_request × batch + per_token × context + prefill × inputs."""

    base_ms: float
    per_request_us: float
    per_token_ns: float
    prefill_ms: float

    def seconds(self) -> tuple[float, float, float, float]:
        """The four in seconds."""
        return self.base_ms / 1e3, self.per_request_us / 1e6, self.per_token_ns / 1e9, self.prefill_ms / 1e3

    def times(self, factor: float) -> Step:
        """A step that takes ``factor`` times as long, whatever it holds."""
        return Step(*(factor * value for value in astuple(self)))


@dataclass(frozen=True)
class Load:
    """``count`` queries at ``rate`` a second, outputs of ``mean_length`` tokens on average, none above ``cap``."""

    rate: float
    count: int
    mean_length: float
    seed: int
    cap: float | None = None


@dataclass(frozen=True)
class Trace:
    """Every query of a simulated run, in order of arrival: times in s, lengths in tokens."""

    arrivals: np.ndarray
    lengths: np.ndarray
    first: np.ndarray
    done: np.ndarray
    accelerators: int
    largest_batch: int

    @property
    def ttft_ms(self) -> np.ndarray:
        """Time to first token of each query."""
        return (self.first - self.arrivals) * 1e3

    @property
    def tpot_ms(self) -> np.ndarray:
        """Time per output token of each query: (latency - TTFT) / (tokens - 1)."""
        return (self.done - self.first) / (self.lengths - 1) * 1e3

    @property
    def latency_ms(self) -> np.ndarray:
        """Latency of each query."""
        return (self.done - self.arrivals) * 1e3


def simulate(
    load: Load, deployment: Deployment, step: Step, lengths: Lengths, input_tokens: int, *, graphs: bool = True
) -> Trace:  # fmt: skip
    """Run ``load`` on ``deployment`` from empty to empty.

    Arrivals are Poisson, stretched so that the realised rate is ``load.rate``; ``graphs`` False pads no batch.
    """
    gaps, shares = uniforms(load.seed, load.count)
    arrivals = np.cumsum(gaps)
    arrivals = (arrivals - arrivals[0]) * ((load.count - 1) / load.rate / (arrivals[-1] - arrivals[0]))
    tokens = lengths.draw(shares, load.mean_length, load.cap)
    first, done, largest = run(
        arrivals,
        tokens,
        deployment.replicas,
        deployment.ranks,
        ROUTERS[deployment.router],
        deployment.max_batch,
        deployment.slots(input_tokens),
        np.array(deployment.graphs if graphs else (), dtype=np.int64),
        deployment.wait_steps,
        deployment.timeout_steps,
        step.seconds(),
    )
    return Trace(arrivals, tokens, first, done, deployment.replicas * deployment.ranks, int(largest))


def percentile(ordered: np.ndarray, share: float) -> float:
    """The value that LoadGen prints: the one at place ⌊n × share⌋ of the sorted values ``ordered``."""
    return float(ordered[min(len(ordered) - 1, int(len(ordered) * share))])


def measured(trace: Trace, of: slice = slice(None)) -> dict[str, float]:
    """Figures of the queries ``of`` a run: TPOT, TTFT and latency, and requests in flight by Little's law.

    Keys: ``{tpot,ttft,latency}_{mean,p50,p90,p99}_ms``, ``in_flight_per_accelerator`` (offered rate × mean latency /
    accelerators, as for the logged runs), ``tokens_per_s_per_accelerator`` (offered rate × mean length).
    """
    arrivals, lengths = trace.arrivals[of], trace.lengths[of]
    rate = (len(arrivals) - 1) / float(arrivals[-1] - arrivals[0])
    found = {}
    for name, values in (("tpot", trace.tpot_ms[of]), ("ttft", trace.ttft_ms[of]), ("latency", trace.latency_ms[of])):
        found[f"{name}_mean_ms"] = float(values.mean())
        ordered = np.sort(values)
        for label, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99)):
            found[f"{name}_{label}_ms"] = percentile(ordered, share)
    found["in_flight_per_accelerator"] = rate * found["latency_mean_ms"] / 1e3 / trace.accelerators
    found["tokens_per_s_per_accelerator"] = rate * float(lengths.mean()) / trace.accelerators
    return found


def ending(trace: Trace) -> dict[str, float]:
    """How a run ends, in LoadGen's terms.

    LoadGen divides by the moment at which the last *issued* query completes, so the completion factor, that moment
    over the last arrival, depends on one query. The model does not know which prompt it is: ``completion_factor`` is
    the mean over queries issued last, ``completion_factor_low`` and ``_high`` hold nine in ten of them.
    ``last_completion_s``: when everything is done.
    """
    late = trace.latency_ms[-max(20, int(len(trace.arrivals) * _LAST)) :] / 1e3
    issued = float(trace.arrivals[-1])
    factors = np.sort(issued / (issued + late))
    return {
        "completion_factor": float(factors.mean()),
        "completion_factor_low": percentile(factors, 0.05),
        "completion_factor_high": percentile(factors, 0.95),
        "last_completion_s": float(trace.done.max()),
    }
