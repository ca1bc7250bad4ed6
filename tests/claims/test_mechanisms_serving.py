"""Claims 36, 38 and 39, and the numbers that their pages print."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.claims import mechanisms_serving as serving
from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.counted_fusion import FUSED
from claimcheck.claims.counted_mechanisms import MECHANISMS
from claimcheck.claims.counted_mechanisms_serving import BALANCE, SERVED, SPLIT, modelled_pair
from claimcheck.claims.evaluate import evaluate
from claimcheck.claims.model import NOT_TESTABLE, WITH_CONDITIONS, ClaimResult, Context, Tables
from claimcheck.registers import Entry


@pytest.fixture(scope="module")
def found(tables: Tables) -> dict[str, float]:
    groups = (*MECHANISMS, *SPLIT, *BALANCE, *FUSED, *SERVED)
    numbers = [n for group in groups for n in group(tables)]
    keys = [n.key for n in numbers]
    assert len(keys) == len(set(keys))
    return {n.key: n.value for n in numbers}


@pytest.fixture(scope="module")
def claims(tables: Tables, data_dir: Path) -> dict[int, ClaimResult]:
    return {c.number: c for c in evaluate(data_dir, tables=tables, only=[36, 38, 39])}


def test_verdicts_say_what_the_files_allow(claims: dict[int, ClaimResult]) -> None:
    assert [claims[n].verdict for n in (36, 38, 39)] == [NOT_TESTABLE, WITH_CONDITIONS, NOT_TESTABLE]
    assert all("would test it" in claims[n].reason for n in (36, 39))
    assert all(any(e.table == "engine_settings" for e in claims[n].evidence) for n in (36, 38, 39))
    assert not any("{" in claims[n].strongest_case for n in (36, 38, 39))


def test_pools_are_on_in_interactive_and_balance_in_both_rounds(claims: dict[int, ClaimResult]) -> None:
    pools, balance, fused = ([c.holds for c in claims[n].conditions] for n in (36, 38, 39))
    assert pools[:3] == [True, False, False]
    assert balance[:3] == [True, True, False]
    assert fused[:4] == [True, False, True, False]


def test_the_engine_is_that_of_the_sweeps(tables: Tables) -> None:
    for group in (serving.BEFORE, serving.AFTER):
        one = serving.engine(tables, group)
        assert one.deployment.replicas == 1 and one.deployment.ranks == 8
        assert one.step.prefill_ms > one.step.base_ms > 0
    with pytest.raises(KeyError):
        serving.engine(tables, serving.AFTER, "guess")


def test_prefill_and_decoding_gpus_make_up_the_rack(tables: Tables) -> None:
    from claimcheck.claims.mechanisms import decode_layout

    rack = serving.scenario_points(tables, "Interactive")
    for row_id, row in rack[rack["submitter"] == "NVIDIA"].iterrows():
        parts = serving.prefill_gpus(tables, row_id) + decode_layout(tables, row_id)["gpus"]
        assert parts == row["accelerators"]
    with pytest.raises(KeyError):
        serving.prefill_gpus(tables, str(serving.headline_runs(tables)["before"]["row_id"]))


def test_the_pair_differs_in_counters_at_one_rate(tables: Tables) -> None:
    pair = serving.counter_pairs(tables)
    assert len(pair) == 2
    assert pair["offered_rate"].nunique() == pair["submitter"].nunique() == pair["chip"].nunique() == 1
    assert pair["wait"].is_monotonic_increasing and pair["wait"].nunique() == 2
    # Both the logs and the model: longer counters delay first tokens and speed up the others.
    for frame in (pair, modelled_pair(tables, pair)):
        assert frame["ttft_p50_ms"].iloc[1] > frame["ttft_p50_ms"].iloc[0]
        assert frame["tpot_p50_ms"].iloc[1] < frame["tpot_p50_ms"].iloc[0]


def test_runs_without_counters_have_none(tables: Tables) -> None:
    rows = tables.results[tables.results["benchmark"] == "llama3.1-405b"]
    assert serving.counters(tables, str(rows["row_id"].iloc[0])) is None


def test_conditions_without_their_result_do_not_hold(tables: Tables) -> None:
    context = Context(Entry(Path("x.yml"), "x", 1, {}, {}), tables)
    context.rows["of"] = tables.results.head(0)
    assert not CONDITIONS["balance_evens_ranks"](context, {"says": "said"}).holds
    context.rows["of"] = tables.results[tables.results["benchmark"] == "llama3.1-405b"].head(1)
    assert not CONDITIONS["balance_evens_ranks"](context, {"says": "said"}).holds


def test_what_the_pages_say_of_the_numbers_holds(found: dict[str, float]) -> None:
    # Disaggregation: next to nothing over sharing at its best, more over the engine as it waits, ceiling above all.
    for side in ("before", "after"):
        assert found["disagg.best-low"] < found[f"disagg.best-{side}"] < found[f"disagg.ceiling-{side}"]
        assert found[f"disagg.roomy-{side}"] > found[f"disagg.best-{side}"]
        assert found[f"disagg.submitted-{side}"] >= found[f"disagg.roomy-{side}"]
        assert found[f"disagg.small-{side}"] < found[f"disagg.best-{side}"] < found[f"disagg.tight-{side}"]
    assert found["disagg.map-high"] < found["disagg.ceiling-after"]
    assert found["disagg.best-low"] > 1 and found["disagg.best-high"] < 1.25
    assert found["disagg.prefill-after"] < found["disagg.interactive-prefill-most"]
    assert found["disagg.room-step"] < found["disagg.limit-tpot"]
    assert found["fig.disagg-trtllm-low"] <= found["disagg.at-blog"] + 0.01
    assert found["disagg.at-blog-tight"] < found["fig.disagg-trtllm-mtp-high"] + 0.2
    # The balance: as the published test, more than the pair of runs shows, both counters longer.
    assert abs(found["adp.queue-before"] - found["fig.adp-speedup"]) < 0.05
    assert found["adp.queue-before-on"] > found["adp.queue-before-off"]
    assert found["adp.retuned-low"] >= 0.99 and found["adp.retuned-high"] < 1.3
    assert 0 < found["adp.pair.tpot-percent"] < found["adp.pair.model-percent"]
    assert found["adp.nebius-8.wait"] > found["adp.before.wait"]
    assert found["adp.limit-after"] > found["adp.limit-before"] > 1.2
    # Fusion: the steps fall short of the whole; requests' part fell, the fixed part hardly moved.
    assert found["fuse.ladder-launches"] < found["fuse.product"] < found["fuse.total"]
    assert found["fuse.part.requests-after"] < found["fuse.part.requests-before"] / 2
    assert abs(found["fuse.part.fixed-after"] - found["fuse.part.fixed-before"]) < 5
    assert found["fuse.alone"] > 1.8 > 1.3 > found["fuse.before.launches"] > found["fuse.nebius-8.launches"]
    assert found["fuse.fixed-most"] < 1.3
