"""Comparisons of two rounds: each rule alone, and the same questions answered a second way."""

from __future__ import annotations

import csv
import functools
import gzip
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.core.same import RELATIVE
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


def test_results_with_measured_power_are_compared_with_each_other_alone() -> None:
    measured = {"has_power": True, "value": 900.0}
    rows = [old(row_id="b"), old(row_id="bm", **measured), {"row_id": "a"}, {"row_id": "am", **measured}]
    assert set(pairs_of(between(results(*rows)))) == {("b", "a"), ("bm", "am")}
    assert between(results(*rows[1:3])).empty


def test_ties_go_to_the_first_row_id_whatever_the_order_of_the_table() -> None:
    rows = results(
        old(row_id="b", submitter="Z"),
        {"row_id": "a2", "submitter": "B", "value": 160.0},
        {"row_id": "a1", "submitter": "A", "value": 160.0},
    )
    for frame in (rows, rows.iloc[::-1]):
        assert set(pairs_of(between(frame))) == {("b", "a1")}


# --- the same questions answered a second way: csv and fractions, none of the package


@functools.cache
def raw(data_dir: Path) -> list[dict[str, str]]:
    with gzip.open(data_dir / "tables/inference_results.csv.gz", "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def per(row: dict[str, str]) -> Fraction:
    return Fraction(row["value"]) / int(row["accelerators"])


def cell_of(rows: list[dict[str, str]], benchmark: str, scenario: str, chip: str) -> list[dict[str, str]]:
    inside = [
        r
        for r in rows
        if (r["benchmark"], r["scenario"], r["division"]) == (benchmark, scenario, "closed")
        and re.search(rf"\b{chip}\b[^(]*$", r["accelerator"])
    ]
    first: dict[tuple[str, str], dict[str, str]] = {}
    for row in sorted(inside, key=lambda r: r["row_id"]):
        first.setdefault((row["round"], row["log_blob"] or row["row_id"]), row)
    return list(first.values())


def brute_force(cell: list[dict[str, str]]) -> dict[tuple[str, str], Fraction]:
    """Ask of every pair of results whether a rule would choose it: is there a better row in its place?"""

    def leads(row: dict[str, str], *, size: bool, only_available: bool) -> bool:
        def better(other: dict[str, str]) -> bool:
            if other["round"] != row["round"] or (size and other["accelerators"] != row["accelerators"]):
                return False
            if only_available and other["availability"] != "available":
                return False
            return per(other) > per(row) or (per(other) == per(row) and other["row_id"] < row["row_id"])

        return not (only_available and row["availability"] != "available") and not any(map(better, cell))

    found = {}
    for one in (r for r in cell if r["round"] == "v5.1"):
        for two in (r for r in cell if r["round"] == "v6.0"):
            # A joint submission has the names of its members.
            alike = not set(one["submitter"].split("_")).isdisjoint(two["submitter"].split("_"))
            for only in (True, False):
                alike |= all(leads(r, size=False, only_available=only) for r in (one, two))
                alike |= one["accelerators"] == two["accelerators"] and all(
                    leads(r, size=True, only_available=only) for r in (one, two)
                )
            if alike:
                found[one["row_id"], two["row_id"]] = per(two) / per(one)
    return found


CELLS = [
    ("deepseek-r1", "Server", "GB300"),
    ("deepseek-r1", "Offline", "GB300"),
    ("deepseek-r1", "Server", "GB200"),
    ("deepseek-r1", "Server", "B200"),
    ("deepseek-r1", "Offline", "B200"),
    ("llama3.1-405b", "Server", "GB300"),
    ("llama3.1-405b", "Offline", "B200"),
    ("llama2-70b-99.9", "Server", "B200"),
    ("llama2-70b-99", "Offline", "MI300X"),
]


@pytest.mark.parametrize("cell", CELLS, ids=" ".join)
def test_comparisons_are_those_that_brute_force_finds(data_dir: Path, tables, cell: tuple[str, str, str]) -> None:
    wanted = brute_force(cell_of(raw(data_dir), *cell))
    found = tables.compared("v5.1", "v6.0").set_index(["benchmark", "scenario", "product"]).loc[[cell]]
    assert set(pairs_of(found)) == set(wanted) != set()
    for before, after, ratio in zip(found["row_id_before"], found["row_id_after"], found["ratio"], strict=True):
        assert ratio == pytest.approx(float(wanted[before, after]), rel=RELATIVE)


PUBLISHED = {
    1: ("deepseek-r1", "Server"),
    2: ("deepseek-r1", "Offline"),
    3: ("llama3.1-405b", "Server"),
    4: ("llama3.1-405b", "Offline"),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_the_place_of_the_published_figure_is_counted_a_second_way(data_dir: Path, claims, number: int) -> None:
    found = claims[number].sensitivity
    ratios = brute_force(cell_of(raw(data_dir), *PUBLISHED[number], "GB300")).values()
    hundredths = sorted((int(200 * r + 1) // 2 for r in ratios), reverse=True)
    published = round(claims[number].published.value * 100)
    assert found.rank == 1 + sum(h > published for h in hundredths)
    assert found.n == len(hundredths)
    assert (found.low, found.high) == pytest.approx((float(min(ratios)), float(max(ratios))))


def test_savings_follow_from_the_costs_of_the_two_results(data_dir: Path, claims) -> None:
    """By way of a price, which cancels out: what a million tokens cost before and after."""
    rows = {r["row_id"]: r for r in raw(data_dir)}
    before, after = (rows[i] for i in claims[7].figures[0].rows)
    for price in (Fraction("2.65"), Fraction(10)):
        cost = [price / (per(r) * 3600) * 10**6 for r in (before, after)]
        assert claims[7].computed.value == pytest.approx(float(100 - 100 * cost[1] / cost[0]), rel=RELATIVE)
