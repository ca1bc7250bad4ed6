"""Later rounds: their order, and what tells that a newer harness ran."""

from __future__ import annotations

from claimcheck.analysis.metric import by_newer_harness
from claimcheck.data.rounds import in_order
from tests.making import results


def test_rounds_are_ordered_by_number() -> None:
    assert in_order(["v10.0", "v6.1", "v0.5", "v6.0", "v6.1"]) == ["v0.5", "v6.0", "v6.1", "v10.0"]


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
