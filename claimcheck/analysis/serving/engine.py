"""The compiled loop of the serving model: continuous batching, one engine step at a time.

A deployment is a number of replicas of one engine. Inside a replica every rank (one accelerator, attention data
parallel) keeps its own requests; all ranks take each step together, so the fullest rank sets its time. A request is
routed when it arrives, waits in its rank's queue, gets its first token at the end of the step that holds its prefill
and one more token with every later step. Times are seconds.

The step takes ``base + per_request * batch + per_token * context + prefill * inputs`` where, over the ranks, batch is
the largest number of requests (raised to the next captured CUDA graph in a step without prefill), context the largest
number of output tokens held in cache, and inputs the largest number of prefills.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np


def compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    """Compile ``loop`` with numba when it is first called, and cache it on disk for the next process.

    Code that only reads tables never loads the compiler.
    """

    @functools.cache
    def ready() -> Callable[..., Any]:
        from numba import njit  # half a second, and most pages simulate nothing

        return njit(cache=True)(loop)

    @functools.wraps(loop)
    def call(*arguments: Any) -> Any:
        return ready()(*arguments)

    return call


# Routers: the replica with the fewest requests pending, or turn by turn.
LOAD_BALANCING, ROUND_ROBIN = 0, 1
# Finished requests wait in a ring of steps: longer than the longest output.
RING = 1 << 16


@compiled
def uniforms(seed, count):
    """Draw ``count`` exponential gaps of mean 1 and ``count`` uniform shares with numba's Mersenne Twister."""
    np.random.seed(seed)
    gaps = np.empty(count)
    shares = np.empty(count)
    for i in range(count):
        gaps[i] = -math.log(1.0 - np.random.random())
        shares[i] = np.random.random()
    return gaps, shares


@compiled
def run(
    arrivals,
    lengths,
    replicas,
    ranks,
    router,
    max_batch,
    slots,
    graphs,
    wait_steps,
    timeout_steps,
    step,
):
    """Simulate a run: first-token and completion times of all requests, in seconds, and the largest batch.

    ``arrivals``: ascending, s; ``lengths``: output tokens, below RING; ``slots``: prefills that fit one rank's step;
    ``graphs``: ascending sizes of the captured CUDA graphs; ``wait_steps`` and ``timeout_steps``: the two counters of
    the attention-DP balance (0, 0: off); ``step``: base, per_request, per_token, prefill in s. The times are two arrays
    as long as ``arrivals``.
    """
    n = len(arrivals)
    first = np.zeros(n)
    done = np.zeros(n)
    following = np.full(n, -1, np.int32)
    home = np.zeros(n, np.int32)
    everywhere = replicas * ranks
    active = np.zeros(everywhere, np.int64)
    cached = np.zeros(everywhere, np.int64)
    queued = np.zeros(everywhere, np.int64)
    head = np.full(everywhere, -1, np.int32)
    tail = np.full(everywhere, -1, np.int32)
    ring = np.full((replicas, RING), -1, np.int32)
    pending = np.zeros(replicas, np.int64)
    number = np.zeros(replicas, np.int64)
    waited = np.zeros(replicas, np.int64)
    gathered = np.zeros(replicas, np.int64)
    ends = np.full(replicas, np.inf)
    base, per_request, per_token, prefill = step
    arrived = 0
    turn = -1
    largest = 0
    finished = 0
    while finished < n:
        p = 0
        for q in range(1, replicas):
            if ends[q] < ends[p]:
                p = q
        if arrived < n and arrivals[arrived] <= ends[p]:
            # A request arrives.
            if router == ROUND_ROBIN:
                turn = (turn + 1) % replicas
                p = turn
            else:
                p = 0
                for q in range(1, replicas):
                    if pending[q] < pending[p]:
                        p = q
            pending[p] += 1
            r = p * ranks
            for s in range(p * ranks + 1, (p + 1) * ranks):
                if active[s] + queued[s] < active[r] + queued[r]:
                    r = s
            home[arrived] = r
            if queued[r] == 0:
                head[r] = arrived
            else:
                following[tail[r]] = arrived
            tail[r] = arrived
            queued[r] += 1
            now = arrivals[arrived]
            arrived += 1
            if ends[p] < np.inf:
                continue
        else:
            # A step of replica p ends.
            now = ends[p]
            place = number[p] & (RING - 1)
            i = ring[p, place]
            ring[p, place] = -1
            while i >= 0:
                done[i] = now
                r = home[i]
                active[r] -= 1
                cached[r] -= lengths[i]
                pending[p] -= 1
                finished += 1
                i = following[i]
        if pending[p] == 0:
            ends[p] = np.inf
            continue
        # Which ranks prefill in the next step?
        every_has_input = True
        every_decodes = True
        for r in range(p * ranks, (p + 1) * ranks):
            every_has_input = every_has_input and queued[r] > 0 and active[r] < max_batch
            every_decodes = every_decodes and active[r] > 0
        admit = True
        if timeout_steps > 0:
            if every_has_input:
                waited[p] = 0
                if every_decodes:
                    if gathered[p] < wait_steps:
                        gathered[p] += 1
                        admit = False
                    else:
                        gathered[p] = 0
            else:
                waited[p] += 1
                if waited[p] >= timeout_steps or not every_decodes:
                    waited[p] = 0
                else:
                    admit = False
        number[p] += 1
        inputs = 0
        batch = 0
        context = 0
        started = -1
        for r in range(p * ranks, (p + 1) * ranks):
            cached[r] += active[r]
            taken = 0
            while admit and queued[r] > 0 and taken < slots and active[r] < max_batch:
                i = head[r]
                head[r] = following[i]
                queued[r] -= 1
                taken += 1
                active[r] += 1
                cached[r] += 1
                # Kept in a list of this step's prefills until the step's end is known.
                following[i] = started
                started = i
            inputs = max(inputs, taken)
            batch = max(batch, active[r])
            context = max(context, cached[r])
        largest = max(largest, batch)
        if inputs == 0:
            for size in graphs:
                if size >= batch:
                    batch = size
                    break
        ends[p] = now + base + per_request * batch + per_token * context + prefill * inputs
        while started >= 0:
            i = started
            started = following[i]
            first[i] = ends[p]
            place = (number[p] + lengths[i] - 1) & (RING - 1)
            following[i] = ring[p, place]
            ring[p, place] = i
    return first, done, largest
