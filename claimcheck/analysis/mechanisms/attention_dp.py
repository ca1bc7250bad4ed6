"""Attention data parallelism: every GPU (rank) keeps its own requests, and each step waits for the fullest.

Two kinds of unevenness. Requests in flight differ in what they hold in cache; with many on each rank that evens out.
And inputs arrive singly: a step in which one rank takes an input in is long for all of them. The balance of
TensorRT-LLM makes ranks wait so that they take inputs in together (its tech blog 10): a step without input as long as
not every rank has one (at most ``timeout`` steps), and then some steps more to gather others (``wait``).
"""

from __future__ import annotations

import numpy as np

from claimcheck.analysis.serving.engine import compiled
from claimcheck.analysis.serving.simulate import Engine, Lengths

OFF = (0, 0)
_DRAWS, _SEED = 400, 20260401


def cached_balance(lengths: Lengths, requests: int, ranks: int, input_tokens: float) -> float:
    """Mean over largest number of tokens in the cache of ``ranks`` ranks with ``requests`` in flight each.

    Averaged over draws: a request is met in flight in proportion to its length, and on average half done.
    """
    generator = np.random.default_rng(_SEED)
    grid = lengths.quantile((np.arange(4096) + 0.5) / 4096)
    chosen = generator.choice(grid, (_DRAWS, ranks, requests), p=grid / grid.sum())
    cached = (input_tokens + chosen * generator.random(chosen.shape)).sum(axis=2)
    return float((cached.mean(axis=1) / cached.max(axis=1)).mean())


@compiled
def _drain(tokens, ranks, batch, slots, inputs, wait, timeout, step):  # pragma: no cover - compiled
    """Serve ``tokens`` (outputs), all there from the start. Step by step: seconds, mean and most tokens of a rank."""
    n = len(tokens)
    left = np.zeros((ranks, batch), dtype=np.int64)
    active = np.zeros(ranks, dtype=np.int64)
    most = int(tokens.sum()) + n
    took, means, tops = np.empty(most), np.empty(most), np.empty(most)
    base, per_request, prefill = step
    started, count, finished, waited, gathered = 0, 0, 0, 0, 0
    while finished < n:
        room = 0
        some = False
        for r in range(ranks):
            room += active[r] < batch
            some = some or active[r] == 0
        admit = started < n and room > 0
        if admit and timeout > 0 and not some and room < ranks:
            waited += 1
            admit = waited >= timeout
        elif admit and timeout > 0 and not some and wait > 0:
            gathered += 1
            admit = gathered > wait
        if admit:
            waited, gathered = 0, 0
        total, top, taken_most, batch_most = 0.0, 0.0, 0, 0
        for r in range(ranks):
            taken = 0
            decoding = active[r]
            while admit and started < n and taken < slots and active[r] < batch:
                left[r, active[r]] = tokens[started]
                active[r] += 1
                started += 1
                taken += 1
            work = decoding + taken * inputs
            total += work
            top = max(top, work)
            taken_most = max(taken_most, taken)
            batch_most = max(batch_most, active[r])
        took[count] = base + per_request * batch_most + prefill * taken_most
        means[count], tops[count] = total / ranks, top
        count += 1
        for r in range(ranks):
            i = 0
            while i < active[r]:
                left[r, i] -= 1
                if left[r, i] <= 0:
                    active[r] -= 1
                    left[r, i] = left[r, active[r]]
                    finished += 1
                else:
                    i += 1
    return took[:count], means[:count], tops[:count]


def drain(engine: Engine, requests: int, counters: tuple[int, int] = OFF) -> dict[str, float]:
    """Simulate ``requests`` that are all there from the start, as in an Offline run; a rank with room takes the next.

    ``tokens_per_s`` of a rank; ``balance``, that of the blog: mean over most tokens that a rank computes in a step, an
    input counting whole, averaged over the ``steps``.
    """
    share = np.random.default_rng(_SEED).random(requests)
    tokens = engine.lengths.draw(share, engine.output_tokens, engine.longest)
    at, base, request, prefill = engine.deployment, *(engine.step.seconds()[i] for i in (0, 1, 3))
    slots = at.slots(max(1, int(engine.input_tokens)))
    took, means, tops = _drain(
        tokens, at.ranks, at.max_batch, slots, engine.input_tokens, *counters, (base, request, prefill)
    )
    rate = tokens.sum() / took.sum() / at.ranks
    return {"tokens_per_s": float(rate), "balance": float((means / tops).mean()), "steps": len(took)}
