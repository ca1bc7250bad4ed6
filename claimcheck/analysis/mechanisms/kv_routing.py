"""KV-aware routing: a router that knows what each server has cached and how full it is, against round-robin.

Requests arrive at random. Each has an input whose first part it shares with other requests of its family, and an
output. A server computes inputs one after another (prefill), skipping a prefix that it holds; the first token comes
when that is done. Prefixes stay on a server until newer ones push the least recently used out. Decoding goes on beside
prefill and only counts as load for the router.

The router's cost is the one that Dynamo documents: weight × blocks to be computed + blocks in use, lowest wins. Blocks
to be computed are those already waiting at the server and the request's own that it does not hold.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from claimcheck.analysis.serving.engine import compiled
from claimcheck.analysis.serving.outcomes import rounded_row
from claimcheck.data.mechanisms import Figures, read_figures
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import normalise

POLICIES = {"round-robin": 0, "least work": 1, "KV-aware": 2}


@dataclass(frozen=True)
class Traffic:
    """Requests of a run, and the servers that take them.

    ``load``: arrivals over what the servers could compute if they reused nothing; 1 is exactly all of it. ``shared``:
    share of an input that belongs to its family. ``families``: their number; their popularity falls as 1 / rank **
    skew. ``cached_prefixes``: prefixes that a server can keep. ``spread``: standard deviation of an input's length over
    its mean (gamma distributed). ``seconds``: how long requests arrive. ``decode_s``: how long an output is in
    progress. ``weight``: factor on the blocks to be computed in the router's cost.
    """

    load: float
    shared: float
    servers: int
    requests: int
    seconds: float
    input_tokens: float
    families: int
    skew: float
    cached_prefixes: int
    spread: float
    decode_s: float
    weight: float
    seed: int = 20260401

    @property
    def rate(self) -> float:
        """Tokens/s that a server computes: the rate at which the arrivals are ``load`` times what servers can do."""
        return self.requests / self.seconds * self.input_tokens / self.servers / self.load


def read_traffic(figures: Figures) -> Traffic:
    """Traffic of the published measurement at a load of 1; what was not published is as assumed in the register.

    Outputs are in progress for the published mean latency less the mean time to first token, with the KV-aware router.
    """
    trace, ours = figures.values("trace"), figures.values("traffic")
    latency, first = (figures.published(f"routing-{what}-after").value for what in ("latency", "mean"))
    return Traffic(
        load=1.0,
        shared=trace["shared_percent"] / 100,
        servers=int(trace["gpus"]),
        requests=int(trace["requests"]),
        seconds=trace["seconds"],
        input_tokens=trace["input_tokens"],
        families=int(ours["families"]),
        skew=ours["skew"],
        cached_prefixes=int(ours["held"]),
        spread=ours["spread"],
        decode_s=(latency - first) / 1000,
        weight=ours["weight"],
    )


def draw(traffic: Traffic) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw arrival times in s, inputs in tokens, and families of all requests.

    They are the same at every load and under any router. The arrays are shared between calls and not to be changed.
    """
    same = ("seed", "requests", "seconds", "input_tokens", "families", "skew", "spread")
    return _drawn(*(getattr(traffic, name) for name in same))


@functools.lru_cache(maxsize=16)
def _drawn(
    seed: int, requests: int, seconds: float, input_tokens: float, families: int, skew: float, spread: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    arrivals = np.cumsum(generator.exponential(seconds / requests, requests))
    shape = 1 / spread**2
    inputs = generator.gamma(shape, input_tokens / shape, requests)
    popularity = np.arange(1, families + 1, dtype=float) ** -skew
    chosen = generator.choice(families, requests, p=popularity / popularity.sum())
    for array in (arrivals, inputs, chosen):
        array.setflags(write=False)
    return arrivals, inputs, chosen


@compiled
def _serve(  # pragma: no cover - compiled
    arrivals: np.ndarray,
    inputs: np.ndarray,
    families: np.ndarray,
    shared: float,
    policy: int,
    servers: int,
    capacity: int,
    kinds: int,
    rate: float,
    decode_s: float,
    weight: float,
) -> tuple[np.ndarray, np.ndarray]:
    free = np.zeros(servers)  # when a server has computed all that it was given
    used = np.full((servers, kinds), -1)  # when a server last used a prefix, -1: does not hold it
    count = np.zeros(servers, dtype=np.int64)
    load = np.zeros(servers)  # tokens in use by requests in progress
    ends = np.zeros((servers, 1024))  # ring of requests in progress: when they end, and their tokens
    sizes = np.zeros((servers, 1024))
    head = np.zeros(servers, dtype=np.int64)
    tail = np.zeros(servers, dtype=np.int64)
    waits = np.empty(len(arrivals))
    computed = np.empty(len(arrivals))
    for i in range(len(arrivals)):
        now, family, tokens = arrivals[i], families[i], inputs[i]
        best, least = i % servers, np.inf
        for s in range(servers if policy != 0 else 0):
            waiting = max(free[s] - now, 0.0) * rate
            cost = waiting
            if policy == 2:
                while head[s] < tail[s] and ends[s, head[s] % 1024] <= now:
                    load[s] -= sizes[s, head[s] % 1024]
                    head[s] += 1
                own = tokens * (1 - shared) if used[s, family] >= 0 else tokens
                cost = weight * (waiting + own) + load[s]
            if cost < least:
                best, least = s, cost
        hit = used[best, family] >= 0
        work = tokens * (1 - shared) if hit else tokens
        free[best] = max(free[best], now) + work / rate
        waits[i], computed[i] = free[best] - now, work
        if not hit:
            if count[best] == capacity:
                oldest = -1
                for f in range(kinds):
                    if used[best, f] >= 0 and (oldest < 0 or used[best, f] < used[best, oldest]):
                        oldest = f
                used[best, oldest] = -1
            else:
                count[best] += 1
        used[best, family] = i
        if policy == 2 and tail[best] - head[best] < 1024:
            ends[best, tail[best] % 1024] = free[best] + decode_s
            sizes[best, tail[best] % 1024] = tokens
            load[best] += tokens
            tail[best] += 1
    return waits, computed


@functools.lru_cache(maxsize=1024)
def serve(traffic: Traffic, policy: str) -> dict[str, float]:
    """Simulate one run under ``policy`` (a key of POLICIES): time to first token in s, and the work of the servers.

    ``mean``, ``p99``: time to first token; ``hit``: share of the input tokens that was held; ``busy``: work
    given to the servers over what they can do while requests arrive (above 1 the queue grows for as long as they do).
    Remembered for equal arguments, and not to be changed.
    Raises KeyError for an unknown policy and ValueError without room for a prefix.
    """
    code = POLICIES[policy]
    if traffic.cached_prefixes < 1:
        raise ValueError("a server keeps at least one prefix")
    arrivals, inputs, families = draw(traffic)
    waits, computed = _serve(
        arrivals, inputs, families, traffic.shared, code, traffic.servers, traffic.cached_prefixes, traffic.families,
        traffic.rate, traffic.decode_s, traffic.weight,
    )  # fmt: skip
    return {
        "mean": float(waits.mean()),
        "p99": float(np.quantile(waits, 0.99)),
        "hit": 1 - float(computed.sum() / inputs.sum()),
        "busy": float(computed.sum() / (arrivals[-1] * traffic.servers * traffic.rate)),
    }


def compare(traffic: Traffic, policies: Sequence[str] = tuple(POLICIES)) -> pd.DataFrame:
    """Run each of ``policies``, round-robin first, on the same requests: ``policy`` and the figures of ``serve``.

    ``faster``: round-robin's mean time to first token over the policy's.
    """
    frame = pd.DataFrame([{"policy": policy, **serve(traffic, policy)} for policy in policies])
    return frame.assign(faster=frame["mean"].iloc[0] / frame["mean"])


# Loads and shares of common input at which the routers are compared.
LOADS = tuple(round(0.5 + 0.025 * i, 3) for i in range(61))
SHARES = (0.0, 0.3, 0.59, 0.9)


def routing_sweeps(data: Path = DATA_DIR) -> pd.DataFrame:
    """Table routing_sweeps: policies compared at every load of LOADS and share of SHARES.

    All else is as published or assumed.
    """
    traffic = read_traffic(read_figures(data))
    rows = [
        rounded_row({"load": load, "shared": share, **row})
        for share in SHARES
        for load in LOADS
        for row in compare(replace(traffic, load=load, shared=share)).to_dict("records")
    ]
    return normalise(pd.DataFrame(rows), TABLES["routing_sweeps"])
