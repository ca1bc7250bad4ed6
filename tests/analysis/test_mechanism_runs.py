"""The benchmark's runs as the models of mechanisms take them, and what claims 36 to 39 say of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimcheck.analysis.mechanisms import attention_dp
from claimcheck.analysis.mechanisms.roofline import NARROW
from claimcheck.analysis.mechanisms.runs import BEFORE, Runs, read_runs
from claimcheck.analysis.tables import Tables


@pytest.fixture(scope="module")
def runs(tables: Tables) -> Runs:
    return read_runs(tables.operating_points, tables.settings, tables.data)


def test_every_server_run_kept_experts_as_narrow_as_the_bounds_assume(runs: Runs) -> None:
    assert {int(runs.submitted(row_id)["expert_parallel"]) for row_id in runs.logged()["row_id"]} == {NARROW}


def test_both_models_assume_the_same_input(runs: Runs) -> None:
    assert runs.setup.assumed.input_tokens == runs.model.input_tokens


def test_the_pair_differs_in_counters_at_one_rate(runs: Runs) -> None:
    pair = runs.counter_pairs()
    assert len(pair) == 2
    assert pair["offered_rate"].nunique() == pair["submitter"].nunique() == pair["chip"].nunique() == 1
    # The logs: longer counters delay first tokens and speed up the others.
    assert pair["wait"].is_monotonic_increasing and pair["ttft_p50_ms"].is_monotonic_increasing
    assert pair["tpot_p50_ms"].is_monotonic_decreasing
    other = runs.points.astype({"offered_per_accelerator": float})
    other.loc[pair["row_id"].iloc[0], "offered_per_accelerator"] *= 1.01
    assert replace(runs, points=other).counter_pairs().empty, "another load is another experiment"


def test_the_fitted_engine_agrees_with_the_published_test_of_the_balance(runs: Runs) -> None:
    said = runs.figures.values("published")
    pair = (int(said["adp-wait"]), int(said["adp-timeout"]))
    asked = runs.figures.values("lengths")
    one = runs.engine(BEFORE).at_lengths(asked["adp-input"], asked["adp-output"])
    off, on = (attention_dp.drain(one, int(asked["adp-requests"]), each) for each in (attention_dp.OFF, pair))
    assert on["balance"] > off["balance"]
    assert on["tokens_per_s"] / off["tokens_per_s"] == pytest.approx(said["adp-speedup"], abs=0.05)
