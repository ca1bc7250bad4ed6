"""Comparisons of two rounds: each rule alone, and all of the published cell."""

from __future__ import annotations

from typing import Any

import pandas as pd

from claimcheck.analysis.comparison import defensible_comparisons
from tests.making import results


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


ANY, SAME = "best of any submitter, any size, ", "best of any submitter, same size, "


# --- each rule alone


def test_without_a_common_submitter_or_category_there_may_be_no_reading() -> None:
    assert between(results(old(), old(submitter="B"))).empty
    assert between(results()).empty
    only_preview = results(old(submitter="A", availability="preview"), {"submitter": "B"})
    assert set(pairs_of(between(only_preview)).values()) == {f"{ANY}preview let in; {SAME}preview let in"}


def test_ties_go_to_the_first_row_id_whatever_the_order_of_the_table() -> None:
    rows = results(
        old(row_id="b", submitter="Z"),
        {"row_id": "a2", "submitter": "B", "value": 160.0},
        {"row_id": "a1", "submitter": "A", "value": 160.0},
    )
    for frame in (rows, rows.iloc[::-1]):
        assert set(pairs_of(between(frame))) == {("b", "a1")}


# --- golden values


def test_the_comparisons_of_the_published_cell(tables) -> None:
    """DeepSeek-R1 Server on GB300, counted by hand and by a second implementation: results before and after, ratios."""
    cell = ("deepseek-r1", "Server", "GB300")
    rows = tables.compared("v5.1", "v6.0").set_index(["benchmark", "scenario", "product"]).loc[[cell]]
    ids = [rows[name].str.partition("/")[0] for name in ("row_id_before", "row_id_after")]
    assert dict(zip(zip(*ids, strict=True), rows["ratio"].round(3), strict=True)) == {
        ("5.1-0097", "6.0-0082"): 2.861,
        ("5.1-0072", "6.0-0082"): 2.774,
        ("5.1-0072", "6.0-0081"): 2.75,
        ("5.1-0097", "6.0-0017"): 1.978,
        ("5.1-0072", "6.0-0078"): 1.913,
        ("5.1-0072", "6.0-0076"): 1.857,
    }
