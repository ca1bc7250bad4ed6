"""What later rounds made of a claim: the checks, the states, the register's language, the committed claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims.aftermath import CHECKS, latest_round, rows_behind
from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.model import IN_PART, NO_LONGER, NOW, STANDS, STILL_NOT, Aftermath, Condition
from claimcheck.claims.register import read_claims
from claimcheck.errors import RegisterError
from tests.making import results

# The latest round of the made register is v7.0.
THEN = {"round": "v6.0", "submitter": "Anna", "accelerators": 72, "value": 720.0, "row_id": "then"}


def check(history, test: str, *later: dict[str, Any], of: dict[str, Any] = THEN, figure: float = 2.0, **spec: Any):
    """The check ``test`` about the row ``of``, with the results ``later`` beside it."""
    context = history(results(of, *later), figures=[{"published": figure, "decimals": 1, "unit": "x"}])
    row = throughputs(results(of))
    if row.empty:
        row = results(of).assign(per_accelerator=float("nan"))
    context.rows |= {"of": row, "before": row, "after": row}
    spec = {"test": test, "says": "so it is", **spec}
    found = CHECKS[test][0](context, spec)
    condition = CONDITIONS[test](context, spec)
    assert (condition.name, condition.holds, condition.detail) == ("so it is", found.holds, found.detail)
    assert set(rows_behind(context, [spec])["row_id"]) == set(found.rows["row_id"])
    return found


def test_the_latest_round_is_of_inference(history) -> None:
    assert latest_round(history(results(THEN)).tables) == "v7.0"


@pytest.mark.parametrize(("value", "holds"), [(719.0, True), (720.0, True), (721.0, False)])
def test_a_record_stands_until_a_later_result_exceeds_it(history, value: float, holds: bool) -> None:
    later = {"round": "v6.1", "submitter": "Bert", "accelerators": 512, "value": value, "row_id": "later"}
    found = check(history, "still_highest", later)
    assert found.holds is holds
    assert "Bert on 512" in found.detail
    assert list(found.rows["row_id"]) == ["later"]
    # Per accelerator, Bert's larger system is far behind.
    assert check(history, "still_highest", later, measure="per_accelerator").holds


def test_nothing_later_overtakes_nothing(history) -> None:
    found = check(history, "still_highest", {"round": "v6.1", "scenario": "Offline", "value": 1e9})
    assert found.holds
    assert "no result" in found.detail


def test_the_shortest_time_stands_until_a_shorter_one(history) -> None:
    time = {**THEN, "unit": "s", "higher_is_better": False}
    for value, holds in ((719.0, False), (721.0, True)):
        later = {"round": "v6.1", "unit": "s", "higher_is_better": False, "value": value}
        assert check(history, "still_highest", later, of=time).holds is holds


@pytest.mark.parametrize(
    ("value", "chip", "holds"), [(80.0, "NVIDIA GB300", True), (79.0, "NVIDIA GB300", False), (1e3, "NVIDIA VR", False)]
)
def test_a_level_is_held_on_the_same_chip(history, value: float, chip: str, holds: bool) -> None:
    later = {"round": "v6.1", "accelerators": 8, "value": value, "accelerator": chip}
    assert check(history, "level_held", later).holds is holds


@pytest.mark.parametrize(
    ("changes", "ask", "figure", "holds"),
    [
        ({"value": 1440.0}, "ratio", 2.0, True),
        ({"value": 1439.0}, "ratio", 2.0, False),
        ({"value": 1440.0}, "saving", 50.0, True),
        ({"value": 1440.0}, "saving", 51.0, False),
        ({"value": 9999.0, "submitter": "Bert"}, "ratio", 2.0, False),
        ({"value": 9999.0, "accelerators": 8}, "ratio", 2.0, False),
        ({"value": 9999.0, "round": "v6.1"}, "ratio", 2.0, False),
    ],
)
def test_the_first_owner_reached_the_figure_in_the_latest_round(
    history, changes: dict[str, Any], ask: str, figure: float, holds: bool
) -> None:
    found = check(
        history, "owner_reached", {**THEN, "round": "v7.0", "row_id": "now", **changes}, ask=ask, figure=figure
    )
    assert found.holds is holds


@pytest.mark.parametrize(("number", "holds"), [(72, True), (73, False)])
def test_the_largest_stands_until_a_larger_one_in_any_division(history, number: int, holds: bool) -> None:
    later = {"round": "v7.0", "accelerators": number, "division": "open"}
    assert check(history, "still_largest", later, figure=72.0).holds is holds


CELLS = {"round": "v6.0", "vendor": "NVIDIA"}
AMD = {"submitter": "AMD", "platform_vendor": "AMD", "accelerator": "AMD MI355X"}
WAN = {"benchmark": "wan", "scenario": "Offline", "unit": "samples/s"}


def test_cells_of_a_round_are_looked_at_in_the_latest(history) -> None:
    then = {**THEN, **WAN}
    for later, covered, topped in (
        ([{"value": 9.0}], True, True),
        ([{"value": 9.0}, {**AMD, "value": 10.0}], True, False),
        ([{**AMD, "value": 10.0}], False, False),
        ([], False, False),
    ):
        rows = [{**WAN, "round": "v7.0", **row} for row in later]
        assert check(history, "covers_cells_since", *rows, of=then, **CELLS).holds is covered
        assert check(history, "tops_cells_since", *rows, of=then, **CELLS).holds is topped
    with pytest.raises(RegisterError, match=r"nothing|new in v5\.0"):
        check(history, "covers_cells_since", of=then, **{**CELLS, "round": "v5.0"})


def test_the_most_partners_are_more_than_any_before(history) -> None:
    before = [{"round": "v6.0", "submitter": name} for name in ("Anna", "Bert")]
    now = [{"round": "v7.0", "submitter": name} for name in ("Anna", "Bert", "Cara")]
    assert check(history, "most_partners_since", *before, *now, vendor="NVIDIA").holds
    assert not check(history, "most_partners_since", *before, *now[:2], vendor="NVIDIA").holds
    assert not check(history, "most_partners_since", *before, vendor="NVIDIA").holds


def test_silicon_that_is_absent_from_the_latest_round(history) -> None:
    assert check(history, "no_result_since", {**AMD, "round": "v6.1"}, vendor="AMD").holds
    assert not check(history, "no_result_since", {**AMD, "round": "v7.0"}, vendor="AMD").holds


@pytest.mark.parametrize("test", ["still_highest", "level_held", "owner_reached"])
def test_of_a_missing_row_nothing_holds(history, test: str) -> None:
    context = history(results(THEN), figures=[{"published": 2.0, "decimals": 1}])
    context.rows |= {"of": throughputs(results(THEN)).head(0), "before": throughputs(results(THEN)).head(0)}
    found = CONDITIONS[test](context, {"test": test, "says": "so", "ask": "ratio"})
    assert (found.holds, found.detail) == (False, "no such result")


# --- the state


@pytest.mark.parametrize(
    ("came_out", "holds", "status"),
    [
        (True, [True, True], STANDS),
        (True, [True, False], IN_PART),
        (True, [False, False], NO_LONGER),
        (False, [True], NOW),
        (False, [True, False], IN_PART),
        (False, [False], STILL_NOT),
    ],
)
def test_the_state_follows_from_the_checks(came_out: bool, holds: list[bool], status: str) -> None:
    conditions = tuple(Condition("x", one, "y") for one in holds)
    found = Aftermath("v6.1", "the record", came_out, conditions, ())
    assert found.status == status
    assert found.as_json()["status"] == status
    assert json.dumps(found.as_json())


# --- the register

REGISTER = """\
claims:
  a-claim:
    number: 1
    articles: [A1]
    statement: It is so.
    not_testable: because
    strongest_case: It may be.
    page: p#q
    afterwards:
      what: the record
      checks:
        - {test: still_highest, says: still the highest}
"""


@pytest.mark.parametrize(
    ("old", "new", "words", "line"),
    [
        ("still_highest", "still_highst", "still_highest", 12),
        ("what: the record", "wat: the record", "what", 10),
        ("checks:", "check:", "checks", 11),
        (", says: still the highest", "", "says", 12),
        ("says: still", "measure: per_acc, says: still", "per_accelerator", 12),
    ],
)
def test_a_mistake_in_afterwards_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, words: str, line: int
) -> None:
    path = tmp_path / "claims.yml"
    path.write_text(REGISTER, encoding="utf-8")
    (claim,) = read_claims(path, {"A1"})
    assert claim.afterwards is not None
    assert claim.afterwards["checks"][0]["test"] == "still_highest"
    assert REGISTER.count(old) == 1
    path.write_text(REGISTER.replace(old, new), encoding="utf-8")
    with pytest.raises(RegisterError, match=words) as raised:
        read_claims(path, {"A1"})
    assert raised.value.line == line


# --- the committed claims


def test_every_check_that_the_register_asks_was_made(claims, tables) -> None:
    asked = [c for c in claims.values() if c.afterwards]
    assert len(asked) > 10
    for claim in asked:
        assert claim.afterwards.as_of == latest_round(tables)
        assert all(c.detail and c.name for c in claim.afterwards.conditions)
        assert claim.afterwards.what


def test_the_verdict_does_not_look_at_later_rounds(claims) -> None:
    """A claim's own conditions rest on rounds up to the one in which it was made."""
    for claim in claims.values():
        assert claim.afterwards is None or not set(claim.rows["round"]) & {claim.afterwards.as_of}, claim.id


def test_a_record_is_overtaken_exactly_when_the_table_holds_a_better_result(claims, tables) -> None:
    rows = tables.results
    for number in (14, 16, 18, 21, 22, 23, 25, 26):
        row = claims[number].rows.iloc[0]
        cell = rows[(rows[["benchmark", "scenario", "unit"]] == row[["benchmark", "scenario", "unit"]]).all(axis=1)]
        cell = cell[(cell["round"] == "v6.1") & (cell["division"] == "closed")]["value"].astype(float)
        better = cell > row["value"] if row["higher_is_better"] else cell < row["value"]
        assert (claims[number].afterwards.status == STANDS) == (not better.any()), number


def test_json_carries_both_answers(claims) -> None:
    found = claims[13].as_json()
    assert found["verdict"] == claims[13].verdict
    assert found["afterwards"]["status"] == claims[13].afterwards.status
    assert claims[24].as_json()["afterwards"] is None
