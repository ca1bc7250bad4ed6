"""Ratios under three durations: the factors multiply up, pairs are what their kind says, orders turn as computed."""

from __future__ import annotations

import pandas as pd
import pytest

from claimcheck.analysis import metric as analysis
from claimcheck.data.names import llm_benchmarks
from claimcheck.data.tables import load


@pytest.fixture(scope="module")
def found() -> pd.DataFrame:
    return analysis.token_runs(load("operating_points"))


@pytest.fixture(scope="module")
def compared(found) -> pd.DataFrame:
    pairs = [
        *analysis.pairs_between_rounds(load("comparisons"), found, llm_benchmarks()),
        *analysis.pairs_within_round(found),
    ]
    return analysis.pair_factors(found, dict.fromkeys(pairs))


def test_the_end_of_a_run_that_is_not_known_is_no_ratio(found) -> None:
    first = found.iloc[0]
    ratio = analysis.ratio_factors(first, first.copy().mask(first.index == "full_run_per", pd.NA))
    assert pd.isna(ratio["full_run_per"]) and ratio["published_per"] == 1


def test_no_result_is_above_what_its_run_was_offered() -> None:
    """Also where a result is in tokens and its log counts samples (GPT-J of v4.1)."""
    points = load("operating_points")
    n = points["query_count"].astype(float)
    # The offered view leaves out one sample of n that the tokens of the published figure count.
    assert (points["value"] <= points["offered"] * n / (n - 1) * (1 + 1e-5)).all()
