"""Limits on latency and what runs made of them: minimum token rates, speed per request, time to the first token.

A limit on the time per output token (TPOT, 99th percentile) is a minimum rate for 99 of 100 requests: 1000 / limit in
ms tokens/s, as a mean over each request. ``points`` are those of ``analysis.operating.limited``.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from claimcheck.analysis.operating import both_sides

SYSTEM = ("submitter", "system", "accelerators")
# How fast one request goes, three ways, and where each stands in ``points``: larger is faster.
SPEEDS = {"request-second": "tokens_per_request_second", "median": "per_median_tpot", "p99": "per_p99_tpot"}


def measured_ratios(points: pd.DataFrame, benchmark: str, round_: str) -> pd.DataFrame:
    """Speed of a request in Interactive over that in Server, for each system that ran both.

    One row per system and measure (SPEEDS); columns: SYSTEM, chip, measure, ratio, row_id_server,
    row_id_interactive. Highest ratio first; empty when no system ran both.
    """
    cell = points[(points["benchmark"] == benchmark) & (points["round"] == round_)]
    cell = cell.assign(per_p99_tpot=1000 / cell["tpot_p99_ms"])
    sides = [cell[cell["scenario"] == s] for s in ("Server", "Interactive")]
    both = sides[0].merge(sides[1], on=list(SYSTEM), suffixes=("_server", "_interactive"))
    frames = [
        both[[*SYSTEM, "row_id_server", "row_id_interactive"]].assign(
            chip=both["chip_server"], measure=name, ratio=both[f"{column}_interactive"] / both[f"{column}_server"]
        )
        for name, column in SPEEDS.items()
    ]
    return pd.concat(frames).sort_values(["ratio", "row_id_server"], ascending=[False, True], ignore_index=True)


def first_token_pairs(pairs: pd.DataFrame, points: pd.DataFrame) -> pd.DataFrame:
    """``pairs`` (columns of ``speedup.pair``) with the 99th percentile of TTFT, ms, on both sides, and ``wait``.

    ``wait`` is after over before: below 1, the first token came sooner. Pairs whose runs are not in ``points`` are
    left out (their scenario has no TTFT, or their log is not at hand).
    """
    kept, *sides = both_sides(pairs, points)
    before, after = (side["ttft_p99_ms"].to_numpy(dtype=float) for side in sides)
    return kept.assign(ttft_before=before, ttft_after=after, wait=after / before)


def best_first_tokens(points: pd.DataFrame, rounds: Sequence[str]) -> pd.DataFrame:
    """The lowest 99th percentile of TTFT of each benchmark and scenario in the last of ``rounds`` and before it.

    Accuracy variants count as one benchmark. Cells without a run in one of the two spans are left out. Columns:
    family, scenario, ``best`` and ``before`` (ms), row_id_best, row_id_before, round_before, ``sooner`` (best below
    before).
    """
    cell = points.sort_values(["ttft_p99_ms", "row_id"])
    spans = {"best": cell[cell["round"] == rounds[-1]], "before": cell[cell["round"].isin(rounds[:-1])]}
    found = [
        part.drop_duplicates(["family", "scenario"])
        .set_index(["family", "scenario"])[["ttft_p99_ms", "row_id", "round"]]
        .rename(columns={"ttft_p99_ms": name, "row_id": f"row_id_{name}", "round": f"round_{name}"})
        for name, part in spans.items()
    ]
    both = found[0].join(found[1], how="inner").reset_index()
    return both.drop(columns="round_best").assign(sooner=both["best"] < both["before"])
