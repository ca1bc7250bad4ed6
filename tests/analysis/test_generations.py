"""Which results of two rounds are paired, and which are not: gains of one chip, and comparisons by each rule."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.comparison import Compatibility, defensible_comparisons
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


def test_groups_are_cut_before_a_break() -> None:
    listed = {"a-99": ["v1.0", "v1.1", "v2.0", "v2.1"], "b": ["v1.0", "v1.1"]}
    parts, cut = {name: {"edge": rounds} for name, rounds in listed.items()}, SimpleNamespace(round="v2.0")
    groups = Compatibility(parts, {"a": cut}, {}).groups
    assert groups == {"a-99": [["v1.0", "v1.1"], ["v2.0", "v2.1"]], "b": [["v1.0", "v1.1"]]}
    with pytest.raises(ValueError, match=r"v2\.0"):
        Compatibility(parts, {"b": cut}, {}).groups  # noqa: B018


# --- comparisons


def between(rows: pd.DataFrame) -> pd.DataFrame:
    """The comparisons of v5.1 and v6.0."""
    return defensible_comparisons(rows, [("v5.1", "v6.0")])


def old(**row: Any) -> dict[str, Any]:
    return {"round": "v5.1", **row}


def pairs_of(frame: pd.DataFrame) -> dict[tuple[str, str], str]:
    """(before, after) -> rules."""
    if frame.empty:
        return {}
    return {(b, a): r for b, a, r in zip(frame["row_id_before"], frame["row_id_after"], frame["rule"], strict=True)}


def test_without_a_common_submitter_or_category_there_may_be_no_reading() -> None:
    any_size, same_size = "best of any submitter, any size, ", "best of any submitter, same size, "
    assert between(results(old(), old(submitter="B"))).empty
    assert between(results()).empty
    only_preview = results(old(submitter="A", availability="preview"), {"submitter": "B"})
    assert set(pairs_of(between(only_preview)).values()) == {f"{any_size}preview let in; {same_size}preview let in"}
