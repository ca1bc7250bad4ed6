"""A decoding step of a mixture-of-experts model as a roofline, and what wide expert parallelism and drafts do to it.

A roofline (S. Williams, A. Waterman and D. Patterson, *Roofline: an insightful visual performance model*,
Communications of the ACM 52(4), 2009) takes for each part of a step the longer of reading its bytes and doing its
arithmetic at the chip's peak. It is a floor: no kernel is faster, most are slower.

The layout is that of the submitted settings: attention is data parallel (every GPU holds all of attention and the KV
cache of its own requests), routed experts are spread over ``width`` GPUs, and tokens travel to their experts and back.

Wide expert parallelism spreads the experts over more GPUs. Multi-token prediction (MTP) drafts tokens that one step of
the full model verifies; drafts are accepted up to the first that is wrong (Y. Leviathan, M. Kalman and Y. Matias,
*Fast Inference from Transformers via Speculative Decoding*, ICML 2023), so a step gives one certain token and the
accepted run.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from claimcheck.data.mechanisms import Figures

PARTS = ("experts", "dense", "attention", "exchange", "fixed")
# Layers whose placement of experts is drawn for a skewed popularity; more change the mean by less than a percent.
_DRAWN_LAYERS, _SEED = 200, 20260401


@dataclass(frozen=True)
class Model:
    """Sizes of a mixture-of-experts model with compressed attention (MLA); names as in mechanism_figures.yml."""

    layers: int
    dense_layers: int
    hidden: int
    dense_inner: int
    expert_inner: int
    experts: int
    shared_experts: int
    chosen: int
    heads: int
    query_rank: int
    cache_rank: int
    head_plain: int
    head_rotary: int
    head_value: int
    vocabulary: int

    @property
    def expert_layers(self) -> int:
        """Number of layers with experts."""
        return self.layers - self.dense_layers

    @property
    def expert(self) -> int:
        """Weights of one expert of one layer: three matrices."""
        return 3 * self.hidden * self.expert_inner

    @property
    def output_projection(self) -> int:
        """Weights of attention's last matrix, all layers."""
        return self.layers * self.heads * self.head_value * self.hidden

    @property
    def projections(self) -> int:
        """Weights of attention's other matrices, all layers."""
        query = self.hidden * self.query_rank + self.query_rank * self.heads * (self.head_plain + self.head_rotary)
        cached = self.hidden * self.cached + self.cache_rank * self.heads * (self.head_plain + self.head_value)
        return self.layers * (query + cached)

    @property
    def plain(self) -> int:
        """Weights of dense layers and shared experts."""
        dense = self.dense_layers * 3 * self.hidden * self.dense_inner
        return dense + self.expert_layers * self.shared_experts * self.expert

    @property
    def head(self) -> int:
        """Weights of the output head; the input embedding has as many and is looked up, not multiplied."""
        return self.hidden * self.vocabulary

    @property
    def cached(self) -> int:
        """Numbers that a token leaves in the KV cache of a layer."""
        return self.cache_rank + self.head_rotary

    @property
    def parameters(self) -> int:
        """Weights in all, without norms."""
        router = self.expert_layers * self.experts * self.hidden
        routed = self.expert_layers * self.experts * self.expert
        return routed + self.output_projection + self.projections + self.plain + 2 * self.head + router


@dataclass(frozen=True)
class Gpu:
    """Peaks of one GPU: bytes/s of memory and of the link in one direction, FLOP/s by precision, bytes of memory."""

    memory_bandwidth: float
    fp4: float
    fp8: float
    bf16: float
    link_bandwidth: float
    memory: float

    def rate(self, bytes_: float) -> float:
        """Peak FLOP/s for weights of ``bytes_`` bytes."""
        if bytes_ < 1:
            return self.fp4
        return self.fp8 if bytes_ < 2 else self.bf16


@dataclass(frozen=True)
class Assumed:
    """Assumptions that no source fixes; names, units and ranges as in mechanism_figures.yml."""

    expert_bytes: float
    dense_bytes: float
    cache_bytes: float
    send_bytes: float
    return_bytes: float
    input_tokens: float
    achieved: float
    fixed_s: float
    spread: float


@dataclass(frozen=True)
class Setup:
    """A model on a GPU under assumptions."""

    model: Model
    gpu: Gpu
    assumed: Assumed

    def but(self, **changes: float) -> Setup:
        """This setup with other assumptions."""
        return replace(self, assumed=replace(self.assumed, **changes))


def read_setup(figures: Figures) -> Setup:
    """Setup of DeepSeek-R1 on GB300 under the assumptions of the register."""
    sizes = {k: int(v) for k, v in figures.values("model").items() if k in Model.__dataclass_fields__}
    return Setup(Model(**sizes), Gpu(**figures.values("gpu")), Assumed(**figures.values("assumed")))


def experts_read(model: Model, tokens: float, width: int) -> float:
    """Expected distinct experts of a layer that a GPU reads when ``tokens`` tokens choose theirs evenly.

    The GPU with most experts counts, ceil(experts / width) of them: the others wait for it. Each expert is missed by
    a token with probability 1 - chosen / experts.
    """
    slots = math.ceil(model.experts / width)
    return slots * (1 - (1 - model.chosen / model.experts) ** tokens)


def gpus_reached(model: Model, width: int) -> float:
    """Expected number of other GPUs to which a token travels in a layer: choices without repetition, evenly."""
    own = model.experts / width
    missed = math.exp(
        sum(math.log((model.experts - own - i) / (model.experts - i)) for i in range(model.chosen))
        if model.experts - own > model.chosen
        else -math.inf
    )
    return (width - 1) * (1 - missed)


@functools.lru_cache(maxsize=256)
def busiest_over_mean(experts: int, width: int, spread: float) -> float:
    """Load of the busiest GPU over the mean, experts placed at random, averaged over layers.

    Popularity falls as 1 / rank ** ``spread``. Without spread only an uneven number of experts makes a GPU hotter.
    """
    popularity = np.arange(1, experts + 1, dtype=float) ** -spread
    popularity /= popularity.sum()
    generator = np.random.default_rng(_SEED)
    cuts = np.array_split(np.arange(experts), width)
    starts = [c[0] for c in cuts]
    loads = [np.add.reduceat(generator.permutation(popularity), starts).max() for _ in range(_DRAWN_LAYERS)]
    return float(np.mean(loads)) * width


def _longer(setup: Setup, bytes_: float, flops: float, rate: float) -> float:
    """Seconds for ``bytes_`` of memory and ``flops`` at ``rate``, whichever takes longer."""
    peak = setup.assumed.achieved
    return max(bytes_ / (setup.gpu.memory_bandwidth * peak), flops / (rate * peak))


def step(setup: Setup, requests: float, width: int, context: float, drafts: int = 0) -> dict[str, float]:
    """Seconds of each of PARTS in one step, for ``requests`` in flight on each of ``width`` GPUs.

    ``context``: mean tokens in a request's KV cache. With ``drafts`` every request brings as many drafted tokens more
    to be verified; its cache is still read once.
    """
    tokens = requests * (1 + drafts)
    return {
        "experts": _experts(setup, tokens, width) * setup.model.expert_layers,
        "dense": _dense(setup, tokens),
        "attention": _attention(setup, requests, tokens, context) * setup.model.layers,
        "exchange": _exchange(setup, tokens, width) * setup.model.expert_layers,
        "fixed": setup.assumed.fixed_s,
    }


def step_time(setup: Setup, requests: float, width: int, context: float, drafts: int = 0) -> float:
    """Seconds of a whole step, whose parts follow one another."""
    return sum(step(setup, requests, width, context, drafts).values())


def _experts(setup: Setup, tokens: float, width: int) -> float:
    """Routed experts of one layer. On average every GPU does the work of its own tokens' choices."""
    model, assumed = setup.model, setup.assumed
    bytes_ = experts_read(model, tokens * width, width) * model.expert * assumed.expert_bytes
    busiest = busiest_over_mean(model.experts, width, assumed.spread)
    flops = 2 * tokens * model.chosen * model.expert * busiest
    return _longer(setup, bytes_, flops, setup.gpu.rate(assumed.expert_bytes))


def _dense(setup: Setup, tokens: float) -> float:
    """Everything that each GPU holds in full: attention's matrices, shared experts, dense layers, the output head."""
    model, assumed, gpu = setup.model, setup.assumed, setup.gpu
    seconds = 0.0
    for weights, bytes_ in (
        (model.projections + model.head, assumed.dense_bytes),
        (model.plain + model.output_projection, assumed.expert_bytes),
    ):
        seconds += _longer(setup, weights * bytes_, 2 * tokens * weights, gpu.rate(bytes_))
    return seconds


def _attention(setup: Setup, requests: float, tokens: float, context: float) -> float:
    """Attention over the cache in one layer: each head multiplies with what is cached, then with its first part."""
    model, assumed = setup.model, setup.assumed
    bytes_ = requests * context * model.cached * assumed.cache_bytes
    flops = 2 * tokens * context * model.heads * (model.cached + model.cache_rank)
    return _longer(setup, bytes_, flops, setup.gpu.rate(assumed.cache_bytes))


def _exchange(setup: Setup, tokens: float, width: int) -> float:
    """Tokens to their experts and back in one layer, over the link in one direction each."""
    model, assumed = setup.model, setup.assumed
    each = model.hidden * (assumed.send_bytes + assumed.return_bytes)
    busiest = busiest_over_mean(model.experts, width, assumed.spread)
    sent = tokens * gpus_reached(model, width) * each * busiest
    return sent / (setup.gpu.link_bandwidth * assumed.achieved)


def weight_bytes(setup: Setup, width: int) -> float:
    """Bytes of weights on each GPU: its experts, and everything that is not spread over GPUs."""
    model, assumed = setup.model, setup.assumed
    routed = math.ceil(model.experts / width) * model.expert * model.expert_layers * assumed.expert_bytes
    dense = (model.plain + model.output_projection) * assumed.expert_bytes
    return routed + dense + (model.projections + 2 * model.head) * assumed.dense_bytes


def request_bytes(setup: Setup, context: float) -> float:
    """Bytes of a request's KV cache."""
    return context * setup.model.cached * setup.model.layers * setup.assumed.cache_bytes


NARROW, WIDE = 8, 32
WIDTHS = (8, 16, 32, 72)
# Share of memory left by the weights that the KV cache may take, as in the submitted settings.
CACHE_SHARE = 0.95
_BISECTIONS = 60


def requests_that_fit(setup: Setup, width: int, context: float) -> float:
    """Requests per GPU whose KV cache fits into the memory that the weights leave."""
    free = setup.gpu.memory - weight_bytes(setup, width)
    return CACHE_SHARE * free / request_bytes(setup, context)


def most_requests(setup: Setup, width: int, seconds: float, context: float) -> tuple[float, str]:
    """Most requests per GPU whose step is within ``seconds`` and whose cache fits, and which of the two stops them.

    (0.0, "time") where not even one request's step is so short.
    """
    limit = requests_that_fit(setup, width, context)
    if step_time(setup, limit, width, context) <= seconds:
        return limit, "memory"
    low, high = 0.0, limit
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if step_time(setup, middle, width, context) <= seconds else (low, middle)
    return (low if low >= 1 else 0.0), "time"


def at_latency(
    setup: Setup, seconds: Iterable[float], context: float, widths: Collection[int] = WIDTHS
) -> pd.DataFrame:
    """Throughput per GPU by limit on the step: ``limit_ms``, ``width``, ``requests``, ``tokens_per_s``, ``stops``.

    ``gain``: against the narrowest width under the same limit; missing where that serves nobody.
    """
    rows = []
    for limit in seconds:
        base = None
        for width in sorted(widths):
            number, stops = most_requests(setup, width, limit, context)
            rate = number / step_time(setup, number, width, context) if number else 0.0
            base = rate if base is None else base
            gain = rate / base if base else None
            rows.append(
                {"limit_ms": limit * 1000, "width": width, "requests": number, "tokens_per_s": rate,
                 "stops": stops, "gain": gain}
            )  # fmt: skip
    return pd.DataFrame(rows)


def bounds(setup: Setup, points: pd.DataFrame) -> pd.DataFrame:
    """Upper bounds of what widening could have gained for runs with experts on NARROW GPUs: one row each of ``points``.

    ``points``: ``row_id``, ``requests`` in flight per GPU, ``context``, and ``logged_ms``, the logged median time of a
    token, taken as the time of a step. Adds each of PARTS and ``floor_ms``, the roofline, in ms, and

    - ``share``: experts' part of the logged step, were they read at the peak of memory;
    - ``removed``: ratio of rates if that part took no time at all: logged / (logged - part);
    - ``widened``: if experts and exchange took as long as on WIDE GPUs, all else as logged;
    - ``ideal``: if every part ran at its peak, NARROW over WIDE;
    - ``over_floor``: logged time over the roofline.
    """
    rows = []
    for point in points.to_dict("records"):
        before = step(setup, point["requests"], NARROW, point["context"])
        after = step(setup, point["requests"], WIDE, point["context"])
        logged = point["logged_ms"] / 1000
        saved = before["experts"] - after["experts"] + before["exchange"] - after["exchange"]
        floor = sum(before.values())
        rows.append(
            {
                **point,
                **{part: before[part] * 1000 for part in PARTS},
                "floor_ms": floor * 1000,
                "share": before["experts"] / logged,
                "removed": logged / (logged - before["experts"]),
                "widened": logged / (logged - saved),
                "ideal": floor / sum(after.values()),
                "over_floor": logged / floor,
            }
        )
    return pd.DataFrame(rows)


# Requests per GPU at which curves are drawn: from one request on eight GPUs to more than any run held.
GRID = tuple(2 ** (i / 4) for i in range(-12, 41))


def tokens_per_step(accepted: Sequence[float]) -> float:
    """Mean tokens of a step with drafts; ``accepted`` are chances given that all drafts before were accepted."""
    total, chance = 1.0, 1.0
    for accepted_chance in accepted:
        chance *= accepted_chance
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
    """Rate of tokens with a draft for each of ``accepted`` over that without, at the same requests per GPU."""
    drafts = len(accepted)
    plain = step_time(setup, requests, width, context)
    verified = step_time(setup, requests, width, context, drafts)
    drafted = drafts * draft_time(setup, requests, width, context)
    return tokens_per_step(accepted) * plain / (verified + drafted)


def break_even(setup: Setup, width: int, context: float, accepted: Sequence[float]) -> float:
    """Requests per GPU above which drafts cost more than they gain; inf if there is no such load."""
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
    """``speedup`` by ``requests`` per GPU for one draft, two, and so on up to all of ``accepted``."""
    rows = [
        {"requests": number, "drafts": drafts, "speedup": speedup(setup, number, width, context, accepted[:drafts])}
        for number in requests
        for drafts in range(1, len(accepted) + 1)
    ]
    return pd.DataFrame(rows)
