"""Minimum rates, speeds and first tokens: the arithmetic on made runs, and relations that real logs must keep."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.first_token import (
    best_first_tokens,
    measured_ratios,
)

_RUN: dict[str, Any] = {
    "benchmark": "deepseek-r1", "family": "deepseek-r1", "scenario": "Server", "round": "v6.0", "submitter": "Anna",
    "system": "box",
    "accelerators": 8, "chip": "GB300", "tokens_per_request_second": 20.0, "per_median_tpot": 25.0,
    "tpot_p99_ms": 50.0, "ttft_p99_ms": 1000.0,
}  # fmt: skip


def points(*rows: dict[str, Any]) -> pd.DataFrame:
    return pd.DataFrame([{**_RUN, "row_id": f"row-{n:02d}", **row} for n, row in enumerate(rows)])


FAST = {"scenario": "Interactive", "tokens_per_request_second": 80.0, "per_median_tpot": 75.0, "tpot_p99_ms": 10.0}


def test_speeds_of_a_system_are_compared_with_its_own_three_ways() -> None:
    found = measured_ratios(points({}, FAST), "deepseek-r1", "v6.0")
    ratios = dict(zip(found["measure"], found["ratio"], strict=True))
    assert ratios == pytest.approx({"request-second": 4.0, "median": 3.0, "p99": 5.0})
    assert found["ratio"].is_monotonic_decreasing
    assert set(found["row_id_server"]) == {"row-00"}
    assert set(found["row_id_interactive"]) == {"row-01"}


def test_the_best_of_a_round_is_set_against_all_before_it() -> None:
    runs = points(
        {"round": "v4.1", "ttft_p99_ms": 700.0},
        {"round": "v5.1", "ttft_p99_ms": 900.0},
        {"round": "v6.0", "ttft_p99_ms": 800.0},
        {"round": "v6.0", "ttft_p99_ms": 750.0},
        {"round": "v6.0", "scenario": "Interactive"},  # nothing before it
        {"round": "v5.1", "family": "gone"},  # nothing after it
    )
    (row,) = best_first_tokens(runs, ["v4.1", "v5.1", "v6.0"]).to_dict("records")
    assert (row["best"], row["before"], row["round_before"], row["sooner"]) == (750.0, 700.0, "v4.1", False)
    assert (row["row_id_best"], row["row_id_before"]) == ("row-03", "row-00")
    (later,) = best_first_tokens(runs, ["v5.1", "v6.0"]).to_dict("records")
    assert later["sooner"] is True
