"""Who wins a cell, and how many cells, under rules that a hand can check."""

from __future__ import annotations

import math
from dataclasses import replace

import pandas as pd
import pytest

from claimcheck.analysis.wins.cells import cells, choose, sides
from claimcheck.analysis.wins.counts import effects, every_count, finder, nearest, tallier, won
from claimcheck.analysis.wins.entries import entries
from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE, PLAIN, Rule, every_rule
from tests import making


def result(row_id: str, submitter: str, vendor: str, value: float, **more: object) -> dict[str, object]:
    place = {"system": f"box-{submitter}", "nodes": 1, "benchmark": "llama2-70b-99", "scenario": "Offline"}
    return {"row_id": row_id, "submitter": submitter, "platform_vendor": vendor, "value": value, **place, **more}


def trained(row_id: str, submitter: str, vendor: str, minutes: float | None, **more: object) -> dict[str, object]:
    row = {"row_id": row_id, "submitter": submitter, "platform_vendor": vendor, "time_to_train_minutes": minutes}
    return {**row, "processors": 2, "benchmark": "bert", "runs_absent": 0, **more}


def table(results: list[dict[str, object]], training: list[dict[str, object]] | None = None) -> pd.DataFrame:
    return entries(making.results(*results), making.training(*training or []))


def count(rows: pd.DataFrame, rule: Rule) -> dict[str, float]:
    return tallier(rows)(rule).total()


RIVALS = [
    result("a", "Dell", "NVIDIA", 100),
    result("b", "AMD", "AMD", 90),
    result("c", "NVIDIA", "NVIDIA", 80),
]


def test_the_best_result_wins_and_the_side_depends_on_who_counts():
    rows = table(RIVALS)
    assert cells(rows, "platform")["winner"].tolist() == ["nvidia"]
    assert cells(rows, "submitter")["winner"].tolist() == ["others"]
    assert cells(rows, "own")["winner"].tolist() == ["others"]
    assert cells(rows, "submitter")["submitter"].tolist() == ["Dell"]
    assert cells(rows, "own")["submitter"].tolist() == ["AMD"]


def test_nvidia_on_other_silicon_is_not_its_platform():
    rows = table([result("a", "NVIDIA", "Intel", 5), result("b", "Dell", "NVIDIA", 4)])
    assert sides(rows, "platform").tolist() == ["others", "nvidia"]
    assert sides(rows, "submitter").tolist() == ["nvidia", "others"]
    assert sides(rows, "own").tolist()[0] == "others"
    assert pd.isna(sides(rows, "own")[1])


def test_a_lower_latency_wins_and_is_not_divided():
    rows = table(
        [
            result("a", "NVIDIA", "NVIDIA", 4.0, higher_is_better=False, scenario="SingleStream", accelerators=8),
            result("b", "AMD", "AMD", 5.0, higher_is_better=False, scenario="SingleStream", accelerators=1),
        ]
    )
    assert cells(rows)["winner"].tolist() == ["nvidia"]
    assert cells(rows, score="score_per_accelerator")["winner"].tolist() == ["nvidia"]
    assert cells(rows)["lead"].tolist() == [pytest.approx(1.25)]


def test_equal_results_of_two_sides_are_nobodys_win():
    rows = table([result("a", "NVIDIA", "NVIDIA", 100), result("b", "AMD", "AMD", 100.0)])
    found = cells(rows)
    assert found["winner"].tolist() == ["tied"]
    tally = count(rows, PLAIN)
    assert (tally["nvidia"], tally["others"], tally["tied"]) == (0, 0, 1)
    assert (tally["nvidia_low"], tally["nvidia_high"], tally["others_high"]) == (0, 1, 1)


def test_variants_merge_into_one_cell():
    rows = table([*RIVALS, *(r | {"row_id": f"{r['row_id']}9", "benchmark": "llama2-70b-99.9"} for r in RIVALS)])
    assert len(cells(rows, variants="merged")) == 1
    assert len(cells(rows, variants="apart")) == 2


def test_runs_count_a_winning_log_once():
    twice = [
        result("a", "Dell", "NVIDIA", 100, log_blob="one"),
        result("b", "Dell", "NVIDIA", 100, log_blob="one", benchmark="llama2-70b-99.9"),
        result("c", "AMD", "AMD", 90, benchmark="llama2-70b-99.9"),
    ]
    rule = replace(PLAIN, variants="apart")
    find = table(twice)
    assert count(find, rule)["nvidia"] == 2
    assert count(find, replace(rule, count="runs"))["nvidia"] == 1


def test_without_a_log_equal_values_of_a_system_are_one_run():
    twice = [
        result("a", "Dell", "NVIDIA", 100, log_blob=None),
        result("b", "Dell", "NVIDIA", 100, log_blob=None, benchmark="llama2-70b-99.9"),
        result("c", "Dell", "NVIDIA", 99, log_blob=None, benchmark="llama2-70b-99.9", system="other"),
    ]
    assert table(twice)["run"].nunique() == 2


def test_contested_needs_silicon_of_two_vendors_even_for_submitters():
    rows = table([result("a", "Dell", "NVIDIA", 100), result("b", "NVIDIA", "NVIDIA", 90)])
    assert not cells(rows, "submitter")["contested"].any()
    assert count(rows, replace(PLAIN, cells="contested"))["nvidia"] == 0
    assert count(table(RIVALS), replace(PLAIN, cells="contested"))["nvidia"] == 1


def test_availability_keeps_what_is_unknown_and_calls_its_cell_open():
    rows = table(
        [
            result("a", "NVIDIA", "NVIDIA", 100, availability=None),
            result("b", "AMD", "AMD", 90, availability=None),
            result("c", "Google", "Google", 300, availability="preview"),
        ]
    )
    assert choose(rows, availability="available")["row_id"].tolist() == ["a", "b"]
    tally = count(rows, replace(PLAIN, availability="available"))
    assert (tally["nvidia"], tally["nvidia_low"], tally["others_high"]) == (1, 0, 1)
    assert count(rows, PLAIN)["others"] == 1
    assert count(rows[rows["row_id"] != "c"], PLAIN)["nvidia_low"] == 1, "availability does not matter"


def test_datacenter_takes_the_unsplit_round_by_scenario_and_all_training():
    rows = table(
        [
            result("a", "NVIDIA", "NVIDIA", 1, suite=None, scenario="Server"),
            result("b", "NVIDIA", "NVIDIA", 1, suite=None, scenario="SingleStream"),
            result("c", "NVIDIA", "NVIDIA", 1, suite="edge"),
        ],
        [trained("t", "NVIDIA", "NVIDIA", 3.0)],
    )
    assert choose(rows, suites="datacenter")["row_id"].tolist() == ["a", "t"]


def test_open_results_stand_in_cells_of_their_own():
    rows = table([*RIVALS, result("o", "AMD", "AMD", 1e9, division="open")])
    assert count(rows, PLAIN)["others"] == 0
    tally = count(rows, replace(PLAIN, division="closed+open"))
    assert (tally["nvidia"], tally["others"]) == (1, 1)


def test_training_at_scale_per_chip_and_both():
    rows = table(
        RIVALS[:1],
        [
            trained("big", "NVIDIA", "NVIDIA", 1.0, accelerators=1000),
            trained("small", "Google", "Google", 50.0, accelerators=10),
            trained("none", "Intel", "Intel", None),
        ],
    )
    assert "none" not in set(rows["row_id"])
    find = rows
    rule = replace(PLAIN, programs="training")
    assert count(find, rule)["nvidia"] == 1
    assert count(find, replace(rule, training="per chip"))["others"] == 1
    both = count(find, replace(rule, training="both"))
    assert (both["nvidia"], both["others"], both["ratio"]) == (1, 1, 1.0)


def test_every_rule_is_there_once():
    rules = list(every_rule())
    assert len(set(rules)) == len(rules)
    alone = [r for r in rules if r.programs == "training"]
    assert {r.suites for r in alone} == {NOT_APPLICABLE}
    inference = [r for r in rules if r.programs == "inference"]
    free = [k for k in CHOICES if k not in ("programs", "training")]
    assert len(inference) == math.prod(len(CHOICES[k]) for k in free)


def test_counts_of_the_rounds_sum_to_the_count():
    rows = table([*RIVALS, result("d", "AMD", "AMD", 7, round="v5.1")], [trained("t", "NVIDIA", "NVIDIA", 3.0)])
    find = finder(rows)
    for rule in (PLAIN, replace(PLAIN, training="both"), replace(PLAIN, cells="contested")):
        nvidia, others, *_ = tallier(rows)(rule).counts.sum(axis=0)
        tally = count(rows, rule)
        assert (nvidia, others) == (tally["nvidia"], tally["others"])
        assert len(won(find, rule)) == tally["nvidia"] + tally["others"] + tally["tied"]


def test_nearest_and_effects():
    rows = table([*RIVALS, result("d", "AMD", "AMD", 7, round="v5.1")], [trained("t", "NVIDIA", "NVIDIA", 3.0)])
    counts = every_count(rows)
    assert len(counts) == len(list(every_rule()))
    first = nearest(counts, 2, 2.0).iloc[0]
    assert first["distance"] == 0
    assert (first["nvidia"], first["ratio"]) == (2, 2.0)
    moved = effects(counts).set_index(["choice", "to"])
    assert moved.loc[("who", "submitter"), "wins"] < 1
    assert moved.loc[("cells", "contested"), "pairs"] == (counts["cells"] == "contested").sum()


@pytest.mark.parametrize(("value", "near"), [(100.5, 1), (100.9, 1), (101.1, 0), (101.9, 0)])
def test_a_lead_below_one_percent_widens_the_range_only(value, near):
    tally = count(table([result("a", "NVIDIA", "NVIDIA", value), result("b", "AMD", "AMD", 100.0)]), PLAIN)
    assert (tally["nvidia"], tally["nvidia_low"], tally["nvidia_high"], tally["others_high"]) == (1, 1 - near, 1, near)


def test_a_tied_run_that_also_wins_is_left_out_of_neither():
    rows = table(
        [
            result("a", "NVIDIA", "NVIDIA", 100, log_blob="one"),
            result("b", "AMD", "AMD", 100),
            result("c", "NVIDIA", "NVIDIA", 100, log_blob="one", benchmark="llama2-70b-99.9"),
            result("d", "AMD", "AMD", 50, benchmark="llama2-70b-99.9"),
        ]
    )
    tally = count(rows, replace(PLAIN, variants="apart", count="runs"))
    assert (tally["nvidia"], tally["tied"]) == (1, 1)


@pytest.mark.parametrize(("nodes", "winner"), [(2, "others"), (3, "nvidia"), (None, "others")])
def test_a_cpu_only_result_is_divided_by_its_nodes(nodes, winner):
    rows = table(
        [result("a", "NVIDIA", "NVIDIA", 100), result("b", "Intel", "Intel", 30, accelerators=None, nodes=nodes)]
    )
    assert cells(rows, score="score_per_accelerator")["winner"].tolist() == [winner]


def test_a_cpu_only_entry_of_training_is_divided_by_its_processors():
    entered = [
        trained("gpu", "NVIDIA", "NVIDIA", 10.0, accelerators=8),
        trained("cpu", "Intel", "Intel", 50.0, accelerators=None, processors=2),
    ]
    rule = replace(PLAIN, programs="training", training="per chip")
    assert count(table(RIVALS[:1], entered), rule)["nvidia"] == 1  # 80 chip-minutes against 100
    entered[1]["processors"] = 1
    assert count(table(RIVALS[:1], entered), rule)["others"] == 1


def test_strong_and_weak_scaling_are_cells_apart_and_weak_is_a_rate():
    entered = [
        trained("strong", "NVIDIA", "NVIDIA", 5.0, suite="hpc", scaling="strong"),
        trained("slow", "NVIDIA", "NVIDIA", None, suite="hpc", scaling="weak", models_per_minute=1.0),
        trained("fast", "Fujitsu", "Fujitsu", None, suite="hpc", scaling="weak", models_per_minute=2.0),
    ]
    tally = count(table(RIVALS[:1], entered), replace(PLAIN, programs="inference+training+hpc"))
    assert (tally["nvidia"], tally["others"]) == (2, 1)


def absent(row_id: str, submitter: str, vendor: str) -> dict[str, object]:
    return trained(row_id, submitter, vendor, None, runs_absent=5)


@pytest.mark.parametrize("vendor, side", [("NVIDIA", "nvidia"), ("Intel", "others")])
def test_who_took_part_alone_wins_without_a_score(vendor: str, side: str) -> None:
    found = cells(table([], [absent("a", vendor, vendor), absent("b", vendor, vendor)]))
    assert list(found["winner"]) == [side]
    assert not found["unscored"].any() and found["lead"].isna().all()


def test_a_cell_that_nobody_has_a_score_in_is_nobodys() -> None:
    found = cells(table([], [absent("a", "NVIDIA", "NVIDIA"), absent("b", "Intel", "Intel")]))
    assert list(found["winner"]) == ["tied"] and found["unscored"].all()


def test_an_entry_without_a_score_leaves_the_cell_open_for_its_side_alone() -> None:
    scored = trained("a", "Google", "Google", 10)
    rows = table([], [scored, absent("b", "NVIDIA", "NVIDIA")])
    found = cells(rows)
    assert list(found["winner"]) == ["others"] and found["unscored"].all()
    counted = count(rows, PLAIN)
    assert [counted[f"nvidia{end}"] for end in ("_low", "", "_high")] == [0, 0, 1]
    assert [counted[f"others{end}"] for end in ("_low", "", "_high")] == [0, 1, 1]
    own = cells(table([], [scored, absent("b", "Google", "Google")]))
    assert not own["unscored"].any()


def test_an_entry_whose_runs_failed_takes_no_part() -> None:
    assert table([], [trained("a", "NVIDIA", "NVIDIA", None)]).empty


@pytest.mark.parametrize("submitter", ["NVIDIA+CoreWeave", "CoreWeave + IBM + NVIDIA", "Azure/NVIDIA"])
@pytest.mark.parametrize("who", ["submitter", "own"])
def test_a_joint_entry_is_each_members(submitter: str, who: str) -> None:
    rows = table([], [trained("a", submitter, "NVIDIA", 5), trained("b", "Google", "Google", 10)])
    assert list(cells(rows, who)["winner"]) == ["nvidia"]
    assert list(sides(table([], [trained("a", "NVIDIAN", "NVIDIA", 5)]), "submitter")) == ["others"]
