"""The benchmark's runs as the models of mechanisms take them, and what claims 36 to 39 say of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from claimcheck.analysis.mechanisms import attention_dp
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, Runs, read_runs
from claimcheck.analysis.mechanisms.wide_ep import NARROW
from claimcheck.claims.model import Tables


@pytest.fixture(scope="module")
def runs(tables: Tables) -> Runs:
    return read_runs(tables.operating_points, tables.settings, tables.data)


def test_runs_taken_are_one_benchmark_scenario_and_chip(tables: Tables, runs: Runs) -> None:
    served = runs.logged()
    rows = tables.results[tables.results["row_id"].isin(served["row_id"])]
    assert len(rows) == len(served) > 3
    assert rows["scenario"].eq("Server").all() and rows["accelerator"].eq("NVIDIA GB300").all()
    assert set(served["round"]) == {"v5.1", "v6.0"}
    assert (served["requests"] * served["accelerators"]).to_numpy() == pytest.approx(served["whole"].to_numpy())


def test_every_server_run_kept_experts_as_narrow_as_the_bounds_assume(runs: Runs) -> None:
    assert {int(runs.submitted(row_id)["expert_parallel"]) for row_id in runs.logged()["row_id"]} == {NARROW}


def test_both_models_assume_the_same_input(runs: Runs) -> None:
    assert runs.setup.assumed.input_tokens == runs.model.input_tokens


def test_the_engine_is_that_of_the_sweeps(runs: Runs) -> None:
    for group in (BEFORE, AFTER):
        one = runs.engine(group)
        assert one.deployment.replicas == 1 and one.deployment.ranks == 8
        assert one.step.prefill_ms > one.step.base_ms > 0
    with pytest.raises(KeyError):
        runs.engine(AFTER, "guess")


def test_prefill_and_decoding_gpus_make_up_the_rack(runs: Runs) -> None:
    live = runs.points[runs.points["scenario"] == "Interactive"]
    for row_id, row in live[live["submitter"] == "NVIDIA"].iterrows():
        pools = runs.pools(str(row_id))
        assert pools["prefill"] + pools["decode"] == row["accelerators"]
        assert NARROW < pools["width"] <= pools["decode"]
    with pytest.raises(KeyError):
        runs.pools(runs.named["before"]["row_id"])


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


def test_runs_without_counters_have_none(tables: Tables, runs: Runs) -> None:
    rows = tables.results[tables.results["benchmark"] == "llama3.1-405b"]
    assert runs.counters(str(rows["row_id"].iloc[0])) is None


def test_the_fitted_engine_agrees_with_the_published_test_of_the_balance(runs: Runs) -> None:
    said = runs.figures.values("published")
    pair = (int(said["adp-wait"]), int(said["adp-timeout"]))
    asked = runs.figures.values("lengths")
    one = runs.engine(BEFORE).at_lengths(asked["adp-input"], asked["adp-output"])
    off, on = (attention_dp.drain(one, int(asked["adp-requests"]), each) for each in (attention_dp.OFF, pair))
    assert on["balance"] > off["balance"]
    assert on["tokens_per_s"] / off["tokens_per_s"] == pytest.approx(said["adp-speedup"], abs=0.05)
