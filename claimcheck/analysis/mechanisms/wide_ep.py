"""Wide expert parallelism: what spreading experts over more GPUs saves in a decoding step, and what it costs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pandas as pd

from claimcheck.analysis.mechanisms.roofline import PARTS, Setup, request_bytes, step, step_time, weight_bytes

NARROW, WIDE = 8, 32
WIDTHS = (8, 16, 32, 72)
# Share of memory left by the weights that the KV cache may take, as in the submitted settings.
CACHE_SHARE = 0.95
_BISECTIONS = 60


def room(setup: Setup, width: int, context: float) -> float:
    """Requests per GPU whose KV cache fits beside the weights."""
    free = setup.gpu.memory - weight_bytes(setup, width)
    return CACHE_SHARE * free / request_bytes(setup, context)


def most_requests(setup: Setup, width: int, seconds: float, context: float) -> tuple[float, str]:
    """Most requests per GPU whose step takes no longer than ``seconds`` and whose cache fits; and what stops there.

    (0.0, "time") where not even one request's step is so short.
    """
    limit = room(setup, width, context)
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
    """Throughput per GPU at a limit on the step: ``limit_ms``, ``width``, ``requests``, ``tokens_per_s``, ``stops``.

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
    """What widening could have done for runs that kept experts on NARROW GPUs, one row each of ``points``.

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
