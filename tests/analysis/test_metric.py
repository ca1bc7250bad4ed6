"""What a Server figure is made of: a made run whose moments are known, and every real run's own log."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from claimcheck.analysis.operating import length_error, rates_of_runs


def run(**changes: object) -> dict[str, object]:
    """A run of 101 queries due every second, the last done 20 s after it was due, all done at 150 s; 500 tokens."""
    n, due, done, end, length = 101, 100.0, 120.0, 150.0, 500.0
    return {
        "run_id": "v6.0/one", "round": "v6.0", "division": "closed", "submitter": "Anna", "system": "box",
        "benchmark": "deepseek-r1", "scenario": "Server", "precision": "detail", "log_scenario": "Server",
        "query_count": n, "scheduled_samples_per_s": (n - 1) / due, "completed_samples_per_s": (n - 1) / done,
        "completed_tokens_per_s": n * length / done, "mean_tokens_per_sample": length,
        "start_to_last_completion_s": end,
        "latency_mean_ms": 25_000.0, "latency_max_ms": 50_000.0, "ttft_p50_ms": 500.0, "tpot_p50_ms": 50.0,
        **{f"ttft_{q}_ms": 800.0 for q in ("mean", "p99", "max", "limit")},
        **{f"tpot_{q}_ms": 60.0 for q in ("mean", "p99", "max", "limit")}, "target_qps": 2.0,
        "window": "final query", "window_s": None,
    } | changes  # fmt: skip


def test_every_view_of_a_made_run() -> None:
    (row,) = rates_of_runs(pd.DataFrame([run()])).to_dict("records")
    assert row["offered_rate"] == pytest.approx(1)
    assert row["completion_factor"] == pytest.approx(100 / 120)
    assert row["offered"] == pytest.approx(500)
    assert row["published"] == pytest.approx(101 * 500 / 120)
    assert row["full_run"] == pytest.approx(101 * 500 / 150)
    assert row["final_latency_s"] == pytest.approx(20)
    assert (row["mean_latencies"], row["longest_latencies"]) == (pytest.approx(4), pytest.approx(2))
    assert row["final_length"] == pytest.approx((20 - 0.5) / 0.05)
    factors = [row[f] for f in ("offered_rate", "mean_length", "completion_factor", "count_factor")]
    assert np.prod(factors) == pytest.approx(row["published"])


@pytest.mark.parametrize(
    ("queries", "within", "error"),
    [
        (130, 1.0, 100 / 130**0.5),  # 130 independent draws
        (120, 0.0, 0.0),  # three whole passes over 40 prompts
        (30, 0.0, 100 * (10 / (30 * 39)) ** 0.5),  # 30 of 40 prompts, drawn without replacement
        (130, 0.4, 100 * (0.4 / 130 + 0.6 * 10 * 30 / (130**2 * 39)) ** 0.5),
    ],
)
def test_the_error_of_a_mean_length(queries: int, within: float, error: float) -> None:
    assert length_error(100.0, queries, 40, within) == pytest.approx(error)


@pytest.mark.parametrize("wrong", [{"within": 1.5}, {"queries": 0}])
def test_an_impossible_error_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="a share, and counts of a run"):
        length_error(**({"sd": 1.0, "queries": 10, "prompts": 5} | wrong))
