"""Rounds that cannot be told apart at a break, and results of two rounds of which no rule pairs any."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from claimcheck.analysis.comparison import Compatibility, defensible_comparisons
from tests.making import results


def test_a_break_is_at_a_round_that_the_benchmark_has() -> None:
    with pytest.raises(ValueError, match=r"v2\.0"):
        Compatibility({"b": {"edge": ["v1.0", "v1.1"]}}, {"b": SimpleNamespace(round="v2.0")}, {}).groups  # noqa: B018


def test_without_a_common_submitter_or_category_there_may_be_no_reading() -> None:
    old, rounds = {"round": "v5.1"}, [("v5.1", "v6.0")]
    assert defensible_comparisons(results(old, old | {"submitter": "B"}), rounds).empty
    assert defensible_comparisons(results(), rounds).empty
    only_preview = results(old | {"submitter": "A", "availability": "preview"}, {"submitter": "B"})
    any_size, same_size = "best of any submitter, any size, ", "best of any submitter, same size, "
    rules = {*defensible_comparisons(only_preview, rounds)["rule"]}
    assert rules == {f"{any_size}preview let in; {same_size}preview let in"}
