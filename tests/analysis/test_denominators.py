"""Ratios under three durations: the factors multiply up, pairs are what their kind says, orders turn as computed."""

from __future__ import annotations

import pandas as pd
import pytest

from claimcheck.analysis import denominators as analysis
from claimcheck.tables import load
from claimcheck.tables.benchmarks import llm_benchmarks


@pytest.fixture(scope="module")
def found() -> pd.DataFrame:
    return analysis.counted(load("operating_points"))


@pytest.fixture(scope="module")
def compared(found) -> pd.DataFrame:
    pairs = [*analysis.round_to_round(load("comparisons"), found, llm_benchmarks()), *analysis.within_round(found)]
    return analysis.compared(found, dict.fromkeys(pairs))


def test_pairs_differ_in_what_their_kind_says(compared) -> None:
    for kind, same, other in (
        ("chip", ["submitter", "round", "accelerators"], "chip"),
        ("size", ["submitter", "round", "chip"], "accelerators"),
        ("round", ["chip"], "round"),
    ):
        rows = compared[compared["kind"] == kind]
        assert len(rows) > 0
        assert (rows[f"{other}_before"] != rows[f"{other}_after"]).all()
        assert all((rows[f"{name}_before"] == rows[f"{name}_after"]).all() for name in same)
    sizes = compared[compared["kind"] == "size"]
    assert (sizes["accelerators_after"] > sizes["accelerators_before"]).all()
    assert (compared[compared["kind"] == "chip"]["published_per"] >= 1).all()


def test_one_submitter_s_entries_of_a_round_are_paired_by_chip_and_by_size() -> None:
    columns = ["row_id", "chip", "accelerators", "published_per", "submitter", *analysis.CELL]
    cell = ["Anna", "v6.0", "deepseek-r1", "Server"]
    rows = [
        ("slow", "H200", 8, 10.0, *cell), ("fast", "B200", 8, 20.0, *cell), ("again", "B200", 8, 21.0, *cell),
        ("large", "B200", 16, 19.0, *cell), ("bert", "B300", 8, 30.0, "Bert", *cell[1:]),
        ("later", "B300", 8, 30.0, "Anna", "v6.1", *cell[2:]),
    ]  # fmt: skip
    by_chip = [("chip", "slow", "fast"), ("chip", "slow", "again")]
    by_size = [("size", "again", "large"), ("size", "fast", "large")]
    assert analysis.within_round(pd.DataFrame(rows, columns=columns)) == by_chip + by_size


def test_the_end_of_a_run_that_is_not_known_is_no_ratio(found) -> None:
    first = found.iloc[0]
    ratio = analysis.split(first, first.copy().mask(first.index == "full_run_per", pd.NA))
    assert pd.isna(ratio["full_run_per"]) and ratio["published_per"] == 1


def test_an_unknown_row_is_refused(found) -> None:
    with pytest.raises(KeyError):
        analysis.compared(found, [("round", found["row_id"].iloc[0], "no such row")])


def entry(row_id: str, published: float, offered: float, full: float, rate: float, **cell: str) -> dict[str, object]:
    place = {"round": "v6.0", "family": "deepseek-r1", "scenario": "Server"} | cell
    return place | {
        "row_id": row_id,
        "published_per": published,
        "offered_per": offered,
        "full_run_per": full,
        "offered_per_accelerator": rate,
    }


def test_orders_turn_where_another_view_puts_them_the_other_way() -> None:
    pairs = analysis.order_changes(
        pd.DataFrame(
            [
                entry("a", 100, 120, 80, 2.0),
                entry("b", 110, 115, 90, 2.001),
                entry("c", 130, 140, 79, 3.0),
                entry("d", 500, 500, 500, 9.0, scenario="Interactive"),
                entry("e", 400, 400, 400, 9.0, round="v5.1"),
            ]
        )
    )
    assert [(p.row_id_better, p.row_id_worse) for p in pairs.itertuples()] == [("b", "a"), ("c", "a"), ("c", "b")]
    assert list(pairs["reversed_offered"]) == [True, False, False]
    assert list(pairs["reversed_full"]) == [False, True, True]
    assert list(pairs["same_load"]) == [True, False, False]
    assert (pairs["published_per"] >= 1).all()


def test_no_result_is_above_what_its_run_was_offered() -> None:
    """Also where a result is in tokens and its log counts samples (GPT-J of v4.1)."""
    points = load("operating_points")
    n = points["query_count"].astype(float)
    # The offered view leaves out one sample of n that the tokens of the published figure count.
    assert (points["value"] <= points["offered"] * n / (n - 1) * (1 + 1e-5)).all()
