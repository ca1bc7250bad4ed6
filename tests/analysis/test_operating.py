"""Operating points: the arithmetic on made runs, and relations that the logs of real runs must keep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from claimcheck.analysis.operating import operating_points, rates_of_runs
from tests.making import results

_LOG: dict[str, Any] = {
    "query_count": 1001, "target_qps": 3.5, "scheduled_samples_per_s": 4.0, "completed_samples_per_s": 3.6,
    "completed_tokens_per_s": 720.0, "mean_tokens_per_sample": 200.0, "start_to_last_completion_s": 300.0,
    "latency_mean_ms": 10_000.0, "latency_min_ms": 1.0, "latency_max_ms": 20_000.0, "ttft_mean_ms": 500.0,
    "ttft_p50_ms": 400.0, "ttft_p99_ms": 1000.0, "ttft_min_ms": 100.0, "ttft_max_ms": 2000.0, "ttft_limit_ms": 2000.0,
    "tpot_mean_ms": 50.0, "tpot_p50_ms": 40.0, "tpot_p99_ms": 60.0, "tpot_max_ms": 90.0, "tpot_limit_ms": 80.0,
    "window": "final query", "window_s": None,
}  # fmt: skip


def runs(*rows: dict[str, Any]) -> pd.DataFrame:
    """A frame with the columns of ``loadgen_runs`` that operating points need, for row-00, row-01, ..."""
    run = {"log_scenario": "Server", "precision": "detail", "division": "closed", "round": "v6.0", "system": "box"}
    run |= {"submitter": "Anna", "benchmark": "deepseek-r1", "scenario": "Server"}
    return pd.DataFrame([{"run_id": f"run-of-row-{n:02d}", **run, **_LOG, **row} for n, row in enumerate(rows)])


def one(**log: Any) -> pd.Series:
    """The operating point of one made run on two accelerators."""
    found = operating_points(results({"accelerators": 2, "value": 720.0}), runs(log))
    assert len(found) == 1
    return found.iloc[0]


# --- one run


def test_load_and_speed_of_a_made_run() -> None:
    wanted = {
        "in_flight": 4.0 * 10.0,  # by Little's law: offered, neither completed (3.6) nor asked for (3.5)
        "in_flight_per_accelerator": 20.0,
        "in_flight_whole_run": 1001 * 10 / 300 / 2,  # filling and emptying counted
        "arrivals_s": 1000 / 4,
        "offered_per_accelerator": 2.0,
        "tokens_per_request_second": 200 / 10,
        "offered": 4.0 * 200,
        "offered_per": 400,
        "per_mean_tpot": 20,
        "per_median_tpot": 25,
    }
    assert one()[list(wanted)].to_dict() == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("log", "limit", "headroom"),
    [
        ({"ttft_p99_ms": 1900.0, "tpot_p99_ms": 40.0}, "TTFT", 0.05),
        ({"ttft_p99_ms": 1960.0, "tpot_p99_ms": 79.2}, "TPOT", 0.01),
        ({"ttft_p99_ms": 1899.0, "tpot_p99_ms": 75.0}, "neither", 0.0505),
    ],
)
def test_the_nearer_limit_binds_from_the_threshold_on(log: dict[str, float], limit: str, headroom: float) -> None:
    run = one(**log)
    assert run["binds"] == limit
    assert run["headroom"] == pytest.approx(headroom)


# --- a run whose moments are known


def test_every_view_of_a_run_whose_moments_are_known() -> None:
    """101 queries due every second, the last done 20 s after it was due, all done at 150 s; 500 tokens each."""
    n, due, done, end, length = 101, 100.0, 120.0, 150.0, 500.0
    (row,) = rates_of_runs(runs({
        "query_count": n, "scheduled_samples_per_s": (n - 1) / due, "completed_samples_per_s": (n - 1) / done,
        "completed_tokens_per_s": n * length / done, "mean_tokens_per_sample": length,
        "start_to_last_completion_s": end, "latency_mean_ms": 25_000.0, "latency_max_ms": 50_000.0,
        "ttft_p50_ms": 500.0, "tpot_p50_ms": 50.0,
    })).to_dict("records")  # fmt: skip
    wanted = {
        "offered_rate": 1, "completion_factor": 100 / 120, "offered": 500, "published": n * length / done,
        "full_run": n * length / end, "final_latency_s": 20, "mean_latencies": 4, "longest_latencies": 2,
        "final_length": (20 - 0.5) / 0.05,
    }  # fmt: skip
    assert {name: row[name] for name in wanted} == pytest.approx(wanted)
    factors = [row[f] for f in ("offered_rate", "mean_length", "completion_factor", "count_factor")]
    assert np.prod(factors) == pytest.approx(row["published"])
