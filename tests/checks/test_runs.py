"""Figures of one run that can and cannot be true together: how far apart each check lets them be."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pandas as pd

from claimcheck.analysis.database import connect
from claimcheck.checks import QUERIES, faults_of_query
from claimcheck.data.schema import DTYPES, TABLES

Run = dict[str, object]
# The checks that look at one run alone.
ALONE = (
    "run_percentiles", "run_mean_latency", "run_limits_kept", "run_arrivals", "run_last_query", "run_end",
    "run_latency_of_tokens", "run_mean_output", "run_token_rates", "run_offline_end", "run_offline_samples",
)  # fmt: skip


def served(last: float = 5.0, **changes: object) -> Run:
    """101 queries due in 200 s, the last of which took ``last`` seconds; 300 tokens each, in 6 s, the first after 0.2.

    Six digits of 200 s and of 205 s leave about 2 ms of doubt.
    """
    row = {
        "precision": "detail", "log_scenario": "Server", "validity": "VALID", "query_count": 101, "target_qps": 0.5,
        "scheduled_samples_per_s": 0.5, "completed_samples_per_s": 100 / (200 + last),
        "completed_tokens_per_s": 101 * 300 / (200 + last), "mean_tokens_per_sample": 300.0,
        "logged_request_tokens_per_s": 50.0, "logged_offered_tokens_per_s": 151.5,
        "latency_min_ms": 4000.0, "latency_mean_ms": 6000.0, "latency_p99_ms": 8000.0, "latency_max_ms": 9000.0,
        "ttft_mean_ms": 200.0, "tpot_min_ms": 10.0, "tpot_max_ms": 30.0, "start_to_last_completion_s": 200 + last,
    }  # fmt: skip
    return row | changes


def offline(**changes: object) -> Run:
    """1,000 samples of 300 tokens, asked for at once and done in 100 s."""
    row = {
        "precision": "detail", "log_scenario": "Offline", "validity": "VALID", "query_count": 1,
        "samples_per_query": 1000, "loadgen_version": "5.1.0", "offline_samples_per_s": 10.0,
        "offline_tokens_per_s": 3000.0, "latency_max_ms": 100_000.0, "start_to_last_completion_s": 100.0,
    } | changes  # fmt: skip
    tokens, samples = row["offline_tokens_per_s"], row["offline_samples_per_s"]
    length = tokens / samples if tokens and samples else None  # type: ignore[operator]
    return {"mean_tokens_per_sample": length} | row


def rounded(least: float, longest: float, offered: float = 1.0) -> Run:
    """101 queries of a summary, which prints two decimals: the last took 6.449 s (100 / 0.935 - 100 / 0.995) to 8.606 s
    (100 / 0.925 - 100 / 1.005)."""
    return {
        "precision": "summary", "log_scenario": "Server", "query_count": 101, "latency_min_ms": least,
        "scheduled_samples_per_s": offered, "completed_samples_per_s": 0.93, "latency_max_ms": longest,
    }  # fmt: skip


def arrived(more: float, wanted: float, precision: str) -> Run:
    """101 queries, which are 6 standard deviations of their number and a share ``more`` above the rate asked for."""
    rate = wanted * (1 + 6 / math.sqrt(101) + more)
    return {"precision": precision, "query_count": 101, "target_qps": wanted, "scheduled_samples_per_s": rate}


PAST_LIMIT = {"latency_limit_ms": 7999.0}
POSSIBLE = [
    served(), served(3.9995), served(9.0005), served(target_qps=0.315), served(target_qps=1.2),
    served(start_to_last_completion_s=203.9995), served(start_to_last_completion_s=209.995),
    served(tpot_min_ms=19.41), served(tpot_max_ms=19.39), served(latency_limit_ms=8000.0),
    served(**PAST_LIMIT, validity="INVALID"), served(logged_request_tokens_per_s=50 * (1 + 1e-5)),
    served(logged_offered_tokens_per_s=151.5 * (1 + 4e-4)), offline(), offline(offline_samples_per_s=10 * (1 + 1e-5)),
    offline(start_to_last_completion_s=100.002), offline(latency_mean_ms=1e9), offline(**PAST_LIMIT),
    offline(offline_samples_per_s=19.9, loadgen_version="4.1"),
    served(latency_limit_ms=8001.0), served(ttft_min_ms=200.0, ttft_p50_ms=200.0, ttft_max_ms=200.0),
    served(latency_mean_ms=8500.0, logged_request_tokens_per_s=None), rounded(8600, 9000), rounded(4000, 6450),
    # A report says the mean itself; a summary of an Offline run does not say how many samples were asked for.
    served(precision="report", mean_tokens_per_sample=301.0, logged_request_tokens_per_s=None,
           logged_offered_tokens_per_s=None),
    offline(precision="summary", query_count=None, offline_samples_per_s=12.0),
    served(logged_request_tokens_per_s=50 * (1 - 1e-5)), offline(offline_samples_per_s=10 * (1 - 1e-5)),
    offline(start_to_last_completion_s=99.999),
    arrived(0.49, 0.01, "summary"), arrived(1.04e-4, 1e5, "detail"),
]  # fmt: skip
IMPOSSIBLE: dict[str, list[Run]] = {
    "run_percentiles": [
        make(**{f"{what}_p50_ms": 20.0, f"{what}_p90_ms": 19.0})
        for make in (served, offline) for what in ("ttft", "tpot")
    ],
    "run_mean_latency": [
        served(latency_mean_ms=3999.0), served(log_scenario=None, precision="report", latency_mean_ms=9001.0),
    ],
    "run_limits_kept": [served(**PAST_LIMIT)],
    "run_arrivals": [
        served(target_qps=0.31), served(target_qps=1.3),
        arrived(0.51, 0.01, "summary"), arrived(1.06e-4, 1e5, "detail"),
    ],
    "run_last_query": [
        served(3.9975), served(9.0025), rounded(8610, 9000), rounded(4000, 6440), rounded(4000, 9000, 0.005),
    ],
    "run_end": [served(start_to_last_completion_s=203.995), served(start_to_last_completion_s=210.005)],
    "run_latency_of_tokens": [served(tpot_min_ms=19.45), served(tpot_max_ms=19.35)],
    "run_mean_output": [
        served(mean_tokens_per_sample=301.0),
        *(offline(precision=precision, mean_tokens_per_sample=None) for precision in ("detail", "summary")),
    ],
    "run_token_rates": [
        served(logged_request_tokens_per_s=50 * (1 + 3e-5)), served(logged_request_tokens_per_s=50 * (1 - 3e-5)),
        served(logged_offered_tokens_per_s=151.5 * (1 + 6e-4)), served(logged_offered_tokens_per_s=151.5 * (1 - 6e-4)),
    ],
    "run_offline_end": [offline(start_to_last_completion_s=100.003), offline(start_to_last_completion_s=99.997)],
    "run_offline_samples": [
        offline(offline_samples_per_s=10.0002), offline(offline_samples_per_s=9.9998),
        offline(offline_samples_per_s=9.9998, loadgen_version="4.1"),
        offline(offline_samples_per_s=20.1, loadgen_version="4.1"),
    ],
}  # fmt: skip


def at_fault(runs: list[Run]) -> Mapping[str, set[int]]:
    """The places of the runs that each check names."""
    frame = pd.DataFrame([{"run_id": str(place)} | run for place, run in enumerate(runs)], dtype=object)
    frame = frame.reindex(columns=TABLES["loadgen_runs"].names).astype(
        {column.name: DTYPES[column.dtype].pandas for column in TABLES["loadgen_runs"].columns}
    )
    with connect(frames={"loadgen_runs": frame}, only={"loadgen_runs"}) as database:
        return {name: {int(fault.row_key) for fault in faults_of_query(database, name)} for name in ALONE}


def test_figures_that_can_be_true_together() -> None:
    assert {name: places for name, places in at_fault(POSSIBLE).items() if places} == {}


def test_figures_that_cannot_be_true_together() -> None:
    assert IMPOSSIBLE.keys() == set(ALONE) <= QUERIES.keys()
    runs = [(name, run) for name, several in IMPOSSIBLE.items() for run in several]
    named = at_fault([run for _, run in runs])
    assert [place for place, (name, _) in enumerate(runs) if place not in named[name]] == []
