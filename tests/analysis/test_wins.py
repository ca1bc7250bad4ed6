"""Who wins a cell, and how many cells, under rules that a hand can check."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from claimcheck.analysis.wins import PLAIN, cells_won, counts_by_round, entries, outcomes
from claimcheck.claims.texts import wording
from tests import making


def result(row_id: str, submitter: str, vendor: str, value: float, **more: object) -> dict[str, object]:
    place = {"system": f"box-{submitter}", "nodes": 1, "benchmark": "llama2-70b-99", "scenario": "Offline"}
    return {"row_id": row_id, "submitter": submitter, "platform_vendor": vendor, "value": value, **place, **more}


def trained(row_id: str, submitter: str, vendor: str, minutes: float | None, **more: object) -> dict[str, object]:
    row = {"row_id": row_id, "submitter": submitter, "platform_vendor": vendor, "time_to_train_minutes": minutes}
    return {**row, "processors": 2, "benchmark": "bert", "runs_absent": 0, **more}


def table(results: list[dict[str, object]], training: list[dict[str, object]] | None = None) -> pd.DataFrame:
    return entries(making.results(*results), making.training(*training or []))


def count(rows: pd.DataFrame, **other: str) -> dict[str, float]:
    """Wins by the definition that differs from the plainest in these choices."""
    return counts_by_round(rows, pd.DataFrame([{"rule": 1, **PLAIN, **other}])).sum()


def test_entries_with_the_same_runs_share_their_name() -> None:
    twice = [trained(name, "SMC", "NVIDIA", 36.17773888888889, system=name) for name in ("ac", "dc")]
    rows = table([], [*twice, trained("other", "SMC", "NVIDIA", 35.9)])
    run = rows.set_index("row_id")["run"]
    assert run["ac"] == run["dc"] and run["other"] != run["ac"] and len(run) == 3


def test_a_tied_run_that_also_wins_is_left_out_of_neither():
    rows = table(
        [
            result("a", "NVIDIA", "NVIDIA", 100, log_blob="one"),
            result("b", "AMD", "AMD", 100),
            result("c", "NVIDIA", "NVIDIA", 100, log_blob="one", benchmark="llama2-70b-99.9"),
            result("d", "AMD", "AMD", 50, benchmark="llama2-70b-99.9"),
        ]
    )
    tally = count(rows, variants="apart", count="runs")
    assert (tally["nvidia"], tally["tied"]) == (1, 1)


def absent(row_id: str, submitter: str, vendor: str) -> dict[str, object]:
    return trained(row_id, submitter, vendor, None, runs_absent=5)


def test_an_entry_without_a_score_leaves_the_cell_open_for_its_side_alone() -> None:
    scored = trained("a", "Google", "Google", 10)
    rows = table([], [scored, absent("b", "NVIDIA", "NVIDIA")])
    found = cells_won(rows, PLAIN)
    assert list(found["winner"]) == ["others"] and found["unscored"].all()
    counted = count(rows)
    assert [counted[f"nvidia{end}"] for end in ("_low", "", "_high")] == [0, 0, 1]
    assert [counted[f"others{end}"] for end in ("_low", "", "_high")] == [0, 1, 1]
    own = cells_won(table([], [scored, absent("b", "Google", "Google")]), PLAIN)
    assert not own["unscored"].any()


@pytest.mark.parametrize("submitter", ["CoreWeave + IBM + NVIDIA", "Azure/NVIDIA"])
@pytest.mark.parametrize("who", ["submitter", "own"])
def test_a_joint_entry_is_each_members(submitter: str, who: str) -> None:
    rows = table([], [trained("a", submitter, "NVIDIA", 5), trained("b", "Google", "Google", 10)])
    assert list(cells_won(rows, {**PLAIN, "who": who})["winner"]) == ["nvidia"]
    alone = table([], [trained("a", "NVIDIAN", "NVIDIA", 5)])
    assert list(cells_won(alone, {**PLAIN, "who": "submitter"})["winner"]) == ["others"]


def test_doubtful_cells_go_to_either_side_one_by_one() -> None:
    """Of ten wins against two, one of each doubtful: what NVIDIA does not win, others do; without others, no ratio."""
    row = {"rule": 1, "nvidia": 10, "others": 2, "nvidia_low": 9, "nvidia_high": 11, "others_high": 3}
    alone = {"rule": 2, "nvidia": 4, "others": 0, "nvidia_low": 4, "nvidia_high": 4, "others_high": 0}
    counts = pd.DataFrame([row, alone])
    as_counted, with_doubt = (outcomes(counts, doubt)[["wins", "times"]].to_numpy().tolist() for doubt in (False, True))
    assert as_counted == [[10, 5]]
    assert sorted(map(tuple, with_doubt)) == [(9, 3), (10, 5), (10, 5), (11, 11)]


def test_every_ratio_that_rounds_to_the_published_one_is_as_near(tables, data_dir, claims) -> None:
    """Of two with the count and the ratio as printed, the one with the number itself is nearest."""
    count, ratio = claims[11].figures[0].published.value, claims[12].figures[0].published.value
    ratios = [math.inf, ratio + 2, ratio, ratio - 0.49, ratio]
    made = tables.table("counting_rules").head(5).assign(nvidia=[count, count, count + 1, count, count], ratio=ratios)
    found = [wording.nearest_rule(made.head(number), data_dir) for number in range(2, 6)]
    assert found == made["rule"].tolist()[1:]
