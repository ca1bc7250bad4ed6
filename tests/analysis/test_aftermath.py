"""Later rounds: the best since, series of one chip, a new chip beside an old one."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.aftermath import best_since, by_newer_harness, in_order
from claimcheck.analysis.results import throughputs
from tests.making import results

# round, submitter, accelerators, value
MADE = [
    ("v5.1", "Anna", 72, 720.0),
    ("v6.0", "Anna", 72, 1440.0),
    ("v6.0", "Anna", 72, 720.0),
    ("v6.1", "Anna", 72, 2160.0),
    ("v6.0", "Bert", 8, 240.0),
    ("v6.1", "Cara", 512, 5120.0),
]


def table(**changes: object) -> pd.DataFrame:
    names = ("round", "submitter", "accelerators", "value")
    return results(*[{**dict(zip(names, row, strict=True)), **changes} for row in MADE])


def test_rounds_are_ordered_by_number() -> None:
    assert in_order(["v10.0", "v6.1", "v0.5", "v6.0", "v6.1"]) == ["v0.5", "v6.0", "v6.1", "v10.0"]


def test_the_best_since_is_of_later_rounds_only() -> None:
    rows = throughputs(table())
    first = rows[rows["round"] == "v5.1"].iloc[0]
    best = best_since(table(), first)
    assert best is not None
    assert (best["submitter"], best["value"]) == ("Cara", 5120.0)
    last = rows[(rows["round"] == "v6.1") & (rows["submitter"] == "Anna")].iloc[0]
    assert best_since(table(), last) is None, "Cara's larger result is of the same round"
    each = best_since(table(), first, "per_accelerator")
    assert each is not None
    assert (each["submitter"], each["round"]) == ("Bert", "v6.0"), "30 each in two rounds: the earlier"


def test_of_latencies_the_lowest_is_the_best() -> None:
    rows = table(unit="s", higher_is_better=False)
    first = rows[rows["round"] == "v5.1"].iloc[0]
    best = best_since(rows, first)
    assert best is not None
    assert best["value"] == 240.0
    assert best_since(rows, first, "per_accelerator") is None


def test_more_digits_than_loadgen_prints_tell_the_newer_harness() -> None:
    rows = results(
        {"value": 123456.0}, {"value": 1234567.0}, {"value": 1.23456}, {"value": 1.234567}, {"value": 2494310.0},
        {"value": 1.2345678, "higher_is_better": False, "unit": "s"},
    )  # fmt: skip
    assert list(by_newer_harness(rows)) == [False, True, False, True, False, False]


def test_no_rate_from_a_log_has_more_digits(tables) -> None:
    """LoadGen made every published rate of the rounds whose logs are at hand."""
    rows = tables.results
    rows = rows[rows["round"].isin(["v4.1", "v5.1", "v6.0"]) & rows["unit"].str.endswith("/s")]
    assert len(rows)
    assert not by_newer_harness(rows).any()
