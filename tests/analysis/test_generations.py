"""Gains of one chip over rounds: which results are paired, and which are not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from claimcheck.analysis.comparison import Compatibility
from claimcheck.analysis.gains import successive
from tests.making import results

GROUPS = {"deepseek-r1": [["v5.1", "v6.0"]], "resnet": [["v1.0", "v1.1", "v2.0", "v4.0", "v4.1"]]}


def row(round_: str, value: float, **more: Any) -> dict[str, Any]:
    return {"round": round_, "value": value, "accelerators": 8, **more}


def test_a_pair_is_best_per_accelerator_of_each_round() -> None:
    pairs = successive(
        results(
            row("v5.1", 720.0, accelerators=72, row_id="rack"),
            row("v5.1", 72.0, row_id="eight"),
            row("v6.0", 160.0, submitter="Bert", row_id="after"),
            row("v6.0", 999.0, division="open", row_id="open"),
            row("v6.0", 50.0, scenario="Interactive", row_id="interactive"),
            row("v5.1", 10.0, scenario="Interactive"),
        ),
        GROUPS,
    )
    (pair,) = pairs.to_dict("records")
    assert (pair["row_id_before"], pair["row_id_after"]) == ("rack", "after")
    assert pair["ratio"] == 20.0 / 10.0
    assert (pair["accelerators_before"], pair["accelerators_after"]) == (72, 8)
    assert (pair["same_number"], pair["same_submitter"], pair["rounds_apart"]) == (False, False, 1)


def test_results_with_measured_power_are_a_series_of_their_own() -> None:
    measured = {"has_power": True}
    before, after = row("v5.1", 80.0, row_id="b"), row("v6.0", 160.0, row_id="a")
    pairs = successive(results(before, after, row("v5.1", 96.0, row_id="bm", **measured)), GROUPS)
    assert list(pairs["row_id_before"]) == ["b"]
    both = successive(results(before, after, *(row(r, 96.0, **measured) for r in ("v5.1", "v6.0"))), GROUPS)
    assert sorted(both["ratio"]) == [1.0, 2.0]


def test_groups_are_cut_before_a_break() -> None:
    listed = {"a-99": ["v1.0", "v1.1", "v2.0", "v2.1"], "b": ["v1.0", "v1.1"]}
    parts, cut = {name: {"edge": rounds} for name, rounds in listed.items()}, SimpleNamespace(round="v2.0")
    groups = Compatibility(parts, {"a": cut}).groups
    assert groups == {"a-99": [["v1.0", "v1.1"], ["v2.0", "v2.1"]], "b": [["v1.0", "v1.1"]]}
    with pytest.raises(ValueError, match=r"v2\.0"):
        Compatibility(parts, {"b": cut}).groups  # noqa: B018
