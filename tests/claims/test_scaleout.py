"""Conditions about large systems."""

from __future__ import annotations

import dataclasses
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.model import Context
from tests.making import results, systems

OF = {"round": "v6.0", "submitter": "Anna", "accelerators": 72, "value": 720.0, "row_id": "of", "system": "rack"}


def check(context, test: str, *others: dict[str, Any], described: pd.DataFrame | None = None, **spec: Any):
    rows = {"of": throughputs(results(OF))}
    made = context(rows, results(OF, *others), described)
    return CONDITIONS[test](made, {"test": test, "says": "so it is", **spec})


@pytest.mark.parametrize(
    ("other", "holds"),
    [
        ({"value": 719.0}, True),
        ({"value": 721.0}, False),
        ({"value": 9e9, "round": "v5.1"}, False),
        ({"value": 9e9, "round": "v6.1"}, True),
        ({"value": 9e9, "division": "open"}, True),
        ({"value": 9e9, "scenario": "Offline"}, True),
    ],
)
def test_a_record_is_the_highest_of_its_round_and_those_before(context, other: dict[str, Any], holds: bool) -> None:
    found = check(context, "record_so_far", {"submitter": "Bert", "accelerators": 8, **other})
    assert found.holds is holds


def test_a_record_in_total_need_not_be_one_per_accelerator(context) -> None:
    small = {"submitter": "Bert", "accelerators": 8, "value": 90.0}
    found = check(context, "record_so_far", small)
    assert found.holds
    assert "700% ahead of the next submitter's best, Bert on 8" in found.detail
    assert not check(context, "record_so_far", small, measure="per_accelerator").holds
    assert "alone" in check(context, "record_so_far").detail


def test_a_description_names_a_network(context) -> None:
    row = {"round": "v6.0", "submitter": "Anna", "system": "rack", "network": "Ethernet(IPoIB)", "network_cards": "CX"}
    for words, holds in ((["InfiniBand", "IPoIB"], True), (["ipoib"], True), (["InfiniBand"], False)):
        assert check(context, "description_names", described=systems(row), words=words).holds is holds
    other = systems({**row, "system": "other"})
    assert not check(context, "description_names", described=other, words=["IPoIB"]).holds


@pytest.mark.parametrize(("size", "holds"), [(72, True), (8, False)])
def test_one_machine_is_one_instance_over_all_accelerators(context, size: int, holds: bool) -> None:
    made: Context = context({"of": throughputs(results(OF))}, results(OF))
    settings = pd.DataFrame(
        [
            {"row_id": "of", "component": "engine", "setting": "tensor_parallel", "value": str(size), "selected": True,
             "inferred": not holds, "inferred_from": None, "repo": "r", "commit": "c", "path": "p", "line": 1}
        ]
    )  # fmt: skip
    tables = dataclasses.replace(made.tables)
    object.__setattr__(tables, "settings", settings)
    made.tables = tables
    found = CONDITIONS["one_instance"](made, {"test": "one_instance", "says": "one"})
    assert found.holds is holds
    assert ("inferred" in found.detail) is (not holds)


def test_without_the_row_nothing_holds(context) -> None:
    made = context({"of": throughputs(results(OF)).head(0)}, results(OF))
    for test in ("record_so_far", "description_names", "one_instance"):
        assert not CONDITIONS[test](made, {"test": test, "says": "x", "words": ["y"]}).holds
