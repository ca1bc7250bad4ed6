"""Simulated runs of one deployment: what it is sent, what LoadGen would report, and the highest load within the limits.

Output lengths follow published percentiles, the deployment follows an entry's submitted settings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from claimcheck.analysis.serving.engine import LOAD_BALANCING, ROUND_ROBIN, run, uniforms
from claimcheck.data.serving import Model, Sweeps, Variant

_GRID = (np.arange(20_000) + 0.5) / 20_000


def mean_cached_tokens(mean_tokens: float, deviation: float, input_tokens: float) -> float:
    """Mean tokens in the KV cache of a request in flight, its input included.

    A long answer is in flight for longer, so on average half of E[L^2] / E[L] has been written.
    """
    return input_tokens + (mean_tokens**2 + deviation**2) / (2 * mean_tokens)


@dataclass(frozen=True)
class Lengths:
    """Distribution of output lengths: a quantile function through ``tokens`` at ``shares`` (ascending, 0 to 1).

    Between two points it is straight in the logarithm of the length (``interpolation`` log) or in the length itself
    (linear). No percentile between the points is known.
    """

    shares: tuple[float, ...]
    tokens: tuple[float, ...]
    interpolation: str = "log"

    def quantile(self, share: np.ndarray) -> np.ndarray:
        """Length in tokens (not rounded) at each of ``share``."""
        if self.interpolation == "linear":
            return np.interp(share, self.shares, self.tokens)
        return np.exp(np.interp(share, self.shares, np.log(self.tokens)))

    def moments(self) -> tuple[float, float]:
        """Mean and standard deviation in tokens."""
        values = self.quantile(_GRID)
        return float(values.mean()), float(values.std())

    def cached_tokens(self, input_tokens: float, output_tokens: float) -> float:
        """Mean tokens in the KV cache of a request in flight when outputs have a mean of ``output_tokens``."""
        mean, deviation = self.moments()
        return mean_cached_tokens(output_tokens, deviation * output_tokens / mean, input_tokens)

    def draw(self, uniform: np.ndarray, mean: float, cap: float | None = None) -> np.ndarray:
        """Draw whole lengths of at least 2 tokens, one for each of ``uniform`` (0 to 1), within a token of ``mean``.

        All are multiplied by one factor to reach the mean; none exceeds ``cap`` (default: the longest of ``tokens``).
        """
        longest = self.tokens[-1] if cap is None else cap
        plain = self.quantile(uniform)
        factor = 1.0
        for _ in range(30):  # a cut at the cap lowers the mean: a few steps bring it back
            capped = np.clip(plain * factor, 2, longest)
            factor *= mean / float(capped.mean())
        return np.rint(np.clip(plain * factor, 2, longest)).astype(np.int64)


# The harness sends a Server query to the engine with the fewest pending ones unless told otherwise
# (closed/NVIDIA/code/llmlib/config.py, factory.py, in v5.1 and v6.0). ``isl_load_balancing`` (v6.0) takes the engine
# that has been sent the fewest input tokens since the start (cores/base.py only adds to that sum): over many queries
# each gets the same number, whatever it holds, which is turn by turn here, where inputs are alike.
ROUTERS = {"load_balancing": LOAD_BALANCING, "round_robin": ROUND_ROBIN, "isl_load_balancing": ROUND_ROBIN}
DEFAULT_ROUTER = "load_balancing"


def output_lengths(model: Model, variant: Variant | None = None) -> Lengths:
    """Length distribution of the benchmark's outputs in serving.yml, with the interpolation of ``variant`` if given."""
    points = model.lengths
    return Lengths(points.shares, points.tokens, variant.interpolation if variant else "log")


@dataclass(frozen=True)
class Deployment:
    """Replicas of one engine, from submitted settings.

    ``router`` is a key of ROUTERS, ``max_num_tokens`` the token limit of a rank's step, ``graphs`` the batch sizes to
    which steps are padded; ``wait_steps`` and ``timeout_steps`` are the counters of the attention-DP balance.
    """

    replicas: int
    ranks: int
    router: str
    max_batch: int
    max_num_tokens: int
    graphs: tuple[int, ...]
    wait_steps: int
    timeout_steps: int

    def slots(self, input_tokens: int) -> int:
        """Prefills of ``input_tokens`` that fit into one rank's step next to a full batch, at least one."""
        return max(1, (self.max_num_tokens - self.max_batch) // input_tokens)


def deployment(settings: pd.DataFrame, row_id: str, accelerators: int) -> Deployment:
    """Read the deployment of the result ``row_id`` on ``accelerators`` from its selected engine settings.

    An entry larger than its engine runs replicas of it. For the scale-out entries that the engine is the 8-GPU one is
    inferred (see ``engine_settings``). Raises KeyError for a setting that the entry lacks, and ValueError for an
    accelerator count that is no multiple of the engine's.
    """
    rows = settings[(settings["row_id"] == row_id) & settings["selected"]]
    engine = _values(rows, "engine")
    ranks = int(engine["tensor_parallel"])
    if accelerators % ranks:
        raise ValueError(f"{row_id}: {accelerators} accelerators are no multiple of an engine's {ranks}")
    if not engine["attention_dp_enabled"]:
        raise ValueError(f"{row_id}: the model knows engines with attention data parallelism only")
    balanced = bool(engine.get("attention_dp_balance"))
    padded = bool(engine.get("cuda_graph_enabled")) and bool(engine.get("cuda_graph_padding"))
    return Deployment(
        replicas=accelerators // ranks,
        ranks=ranks,
        router=str(_values(rows, "harness").get("router_policy", DEFAULT_ROUTER)),
        max_batch=int(engine["max_batch_size"]),
        max_num_tokens=int(engine["max_num_tokens"]),
        graphs=tuple(sorted(int(size) for size in engine["cuda_graph_batch_sizes"])) if padded else (),
        wait_steps=int(engine["attention_dp_balance_wait_iters"]) if balanced else 0,
        timeout_steps=int(engine["attention_dp_balance_timeout_iters"]) if balanced else 0,
    )


def _values(rows: pd.DataFrame, component: str) -> dict[str, Any]:
    part = rows[rows["component"] == component]
    return {str(name): json.loads(value) for name, value in zip(part["setting"], part["value"], strict=True)}


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
        """Base, time per request, per token and per prefill, in seconds."""
        return self.base_ms / 1e3, self.per_request_us / 1e6, self.per_token_ns / 1e9, self.prefill_ms / 1e3

    def times(self, factor: float) -> Step:
        """A step that takes ``factor`` times as long in all its terms."""
        return Step(*(factor * value for value in astuple(self)))


@dataclass(frozen=True)
class Load:
    """A Server load: ``count`` queries at ``rate`` a second, with outputs of ``mean_length`` tokens on average.

    No output is longer than ``cap``.
    """

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
    """Simulate ``load`` on ``deployment``, from the first arrival to the last completion.

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
    """Percentile as LoadGen prints it: the value at place ⌊n × share⌋ of the sorted values ``ordered``."""
    return float(ordered[min(len(ordered) - 1, int(len(ordered) * share))])


def run_figures(trace: Trace, of: slice = slice(None)) -> dict[str, float]:
    """TPOT, TTFT, latency and requests in flight of the queries ``of`` a simulated run.

    Keys: ``{tpot,ttft,latency}_{mean,p50,p90,p99}_ms``, ``in_flight_per_accelerator`` (by Little's law: offered rate ×
    mean latency / accelerators, as for the logged runs), ``tokens_per_s_per_accelerator`` (offered rate × mean length).
    """
    arrivals, lengths = trace.arrivals[of], trace.lengths[of]
    rate = (len(arrivals) - 1) / float(arrivals[-1] - arrivals[0])
    figures = {}
    for name, values in (("tpot", trace.tpot_ms[of]), ("ttft", trace.ttft_ms[of]), ("latency", trace.latency_ms[of])):
        figures[f"{name}_mean_ms"] = float(values.mean())
        ordered = np.sort(values)
        for label, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99)):
            figures[f"{name}_{label}_ms"] = percentile(ordered, share)
    figures["in_flight_per_accelerator"] = rate * figures["latency_mean_ms"] / 1e3 / trace.accelerators
    figures["tokens_per_s_per_accelerator"] = rate * float(lengths.mean()) / trace.accelerators
    return figures


def ending_figures(trace: Trace) -> dict[str, float]:
    """Completion factor and last completion of a simulated run, as LoadGen defines them.

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


# Steps of the search for the limit: each halves the interval between a load that keeps it and one that does not.
_HALVINGS = 7


@dataclass(frozen=True)
class Limits:
    """Limits on the 99th percentiles of TPOT and TTFT, in ms."""

    tpot_ms: float
    ttft_ms: float


@dataclass(frozen=True)
class Engine:
    """A fitted step in a deployment with its traffic: inputs of ``input_tokens``, outputs of ``lengths``.

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
        """This engine in ``number`` replicas, behind another ``router`` if one is given."""
        chosen = self.deployment.router if router is None else router
        return replace(self, deployment=replace(self.deployment, replicas=number, router=chosen))

    def waiting(self, wait: int, timeout: int) -> Engine:
        """This engine with other counters of the attention-DP balance; 0 and 0 turn it off."""
        return replace(self, deployment=replace(self.deployment, wait_steps=wait, timeout_steps=timeout))

    def at_lengths(self, input_tokens: float, output_tokens: float) -> Engine:
        """This engine at other mean lengths, with the costs of a step scaled from those at which it was fitted.

        A prefill's time grows with the input, a request's share of a step with the mean tokens in its cache.
        """
        cached = self.lengths.cached_tokens
        step = replace(
            self.step,
            per_request_us=self.step.per_request_us
            * (cached(input_tokens, output_tokens) / cached(self.input_tokens, self.output_tokens)),
            prefill_ms=self.step.prefill_ms * input_tokens / self.input_tokens,
        )
        return replace(self, step=step, input_tokens=input_tokens, length_factor=output_tokens / self.mean_tokens)


def simulate_for(engine: Engine, rate: float, seconds: float, seed: int) -> Trace:
    """Simulate ``rate`` queries/s per accelerator that arrive for ``seconds``, until all are answered."""
    whole = rate * engine.deployment.replicas * engine.deployment.ranks
    load = Load(whole, max(2, round(whole * seconds)), engine.output_tokens, seed, engine.longest)
    return simulate(
        load, engine.deployment, engine.step, engine.lengths, int(engine.input_tokens), graphs=engine.graphs
    )


def steady_state(engine: Engine, sweeps: Sweeps, rate: float, seed: int) -> dict[str, float]:
    """Figures in steady state: those of the queries that arrive in the measured window of ``sweeps``."""
    seconds = sweeps.fill_s + sweeps.measured_s + sweeps.after_s
    trace = simulate_for(engine, rate, seconds, seed)
    start, stop = np.searchsorted(trace.arrivals, [sweeps.fill_s, sweeps.fill_s + sweeps.measured_s])
    figures = run_figures(trace, slice(int(start), int(stop)))
    return figures | {"arrivals_s": seconds, "largest_batch": float(trace.largest_batch)}


def within_limits(figures: dict[str, float], limits: Limits) -> bool:
    """Whether the 99th percentiles of TPOT and TTFT are within ``limits``."""
    return figures["tpot_p99_ms"] <= limits.tpot_ms and figures["ttft_p99_ms"] <= limits.ttft_ms


def load_sweep(
    engine: Engine, sweeps: Sweeps, limits: Limits, seed: int, rates: Sequence[float]
) -> Iterator[dict[str, float]]:
    """Steady-state figures at each of ``rates``, up to three beyond the first that breaks a limit."""
    broken = 0
    for rate in rates:
        figures = steady_state(engine, sweeps, rate, seed)
        yield {"rate_per_accelerator": rate, **figures}
        broken += not within_limits(figures, limits)
        if broken > 3:
            return


def find_limit(engine: Engine, sweeps: Sweeps, limits: Limits, seed: int) -> dict[str, float]:
    """Steady-state figures at the highest load within the limits, searched from the lowest load of the register.

    A coarse climb finds a load that breaks one, then the interval is halved: where the figures do not rise evenly with
    the load, one of several crossings is found. Raises ValueError when the lowest load breaks a limit already.
    """
    low, high, best = 0.0, None, None
    for rate in sweeps.coarse:
        figures = steady_state(engine, sweeps, rate, seed)
        if not within_limits(figures, limits):
            high = rate
            break
        low, best = rate, figures
    if best is None:
        raise ValueError(f"a limit is broken at {high} queries/s per accelerator")
    high = low * 2 if high is None else high
    for _ in range(_HALVINGS):
        middle = round((low + high) / 2, 4)
        figures = steady_state(engine, sweeps, middle, seed)
        if within_limits(figures, limits):
            low, best = middle, figures
        else:
            high = middle
    return {"rate_per_accelerator": low, **best}


def whole_run(engine: Engine, rate: float, seconds: float, seed: int) -> dict[str, float]:
    """Figures of a run for which queries arrive for ``seconds``, as LoadGen would report it.

    Adds to the figures the rate over three durations, in tokens/s per accelerator: ``tokens_per_s_per_accelerator``
    (offered), ``published_per_accelerator`` (to the completion of the last issued query; mean over the queries that it
    may be, with ``_low`` and ``_high``) and ``full_run_per_accelerator`` (to the last completion).
    """
    trace = simulate_for(engine, rate, seconds, seed)
    figures = run_figures(trace) | ending_figures(trace)
    offered = figures["tokens_per_s_per_accelerator"]
    tokens = float(trace.lengths.sum()) / trace.accelerators
    return figures | {
        "arrivals_s": seconds,
        "published_per_accelerator": offered * figures["completion_factor"],
        "published_low": offered * figures["completion_factor_low"],
        "published_high": offered * figures["completion_factor_high"],
        "full_run_per_accelerator": tokens / figures["last_completion_s"],
        "largest_batch": float(trace.largest_batch),
    }
