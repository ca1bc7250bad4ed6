"""The seven verdicts, each with its reason, from figures and conditions that are made here."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from claimcheck.claims.verdict.judge import Grounds, Verdict, judge
from claimcheck.claims.verdict.result import (
    CONTRADICTED,
    NARROWER,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    REPRODUCED,
    UNDEFINED,
    WITH_NOTE,
    CheckedFigure,
    Condition,
    Definitions,
    Sensitivity,
)
from claimcheck.core.printing import Printed, quantity


def figure(comes_out: bool, computed: float | None = 1.0) -> CheckedFigure:
    shown = None if computed is None else quantity(computed, "x", 2)
    return CheckedFigure(quantity(2.0, "x", 2), "rounds", shown, comes_out, "how")


def held(name: str, holds: bool = True) -> Condition:
    return Condition(name, holds, f"why {name}")


def fails(matters: bool, phrase: str = "on one rack", figure: Printed | None = None) -> Condition:
    return Condition("failing", False, "what was found", matters, phrase, figure)


def defined(low: float, high: float, n: int, rank: int, giving: int) -> Definitions:
    return Definitions("a win", "nobody defines it", Sensitivity(low, high, n, rank, "wins", "rules"), giving)


OWNER = fails(True, "for one owner", quantity(1.5, "x", 2))
SIZE = replace(fails(False, "for one size", quantity(2.0, "x", 2)), left=1.0)

# Does the figure match? What must be so? Does a condition fail, and does it matter? Do the results show the opposite?
CONDITIONS = {"hold": held("c"), "note": fails(False), "matter": fails(True)}


def expected(comes_out: bool, must: bool, conditions: str, opposite: bool) -> str:
    if not (comes_out and must):
        return CONTRADICTED if opposite else NOT_REPRODUCED
    return {"hold": REPRODUCED, "note": WITH_NOTE, "matter": NARROWER}[conditions]


@pytest.mark.parametrize(
    "case", list(itertools.product([True, False], [True, False], CONDITIONS, [True, False])), ids=str
)
def test_the_verdict_of_every_combination(case) -> None:
    comes_out, must, conditions, opposite = case
    found = Grounds(
        figures=[figure(True), figure(comes_out)],
        must=[held("needed", must)],
        implied=[held("a"), CONDITIONS[conditions]],
        refuted=[held("the opposite")] if opposite else [],
    )
    got = judge(found)
    assert got.verdict == expected(*case)
    assert bool(got.reason) is (got.verdict != REPRODUCED)
    assert got.explanation.endswith(".")
    untested = Verdict(NOT_TESTABLE, "no price", "No price is known.")
    assert judge(found._replace(untested=untested)) == untested


def test_a_claim_without_a_figure_is_judged_by_its_conditions() -> None:
    assert judge(Grounds(must=[held("needed")])).verdict == REPRODUCED
    wrong = judge(Grounds(must=[held("needed", False)]))
    assert (wrong.verdict, wrong.reason) == (NOT_REPRODUCED, "not so: needed")
    assert "figure" not in judge(Grounds(implied=[fails(True)])).explanation


# --- narrower


def narrower(imposed: list[Condition], *others: Condition):
    return judge(Grounds([figure(True)], [], [*imposed, *others], [], imposed))


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        (replace(fails(False, "in Server"), left=0.8), "because 80% of what the figure claims is left"),
        (replace(fails(False, "in Server"), left=0.3, told=True), "because the text itself tells its reader"),
        (fails(False, "one word differs"), "differs is only a note: one word differs."),
        (replace(fails(False, "in Server"), left=1.2), "because it makes the figure no smaller"),
    ],
)
def test_a_note_says_why_it_is_no_more(condition: Condition, why: str) -> None:
    found = judge(Grounds([figure(True)], implied=[condition], ratio=2.0))
    assert found.verdict == WITH_NOTE and why in found.explanation


def test_what_was_not_computed_is_no_reason_for_a_note() -> None:
    """Of a claim that divides two results and of which nothing is left to compare, nothing says why it is a note."""
    nothing, most = fails(False, "one word differs"), replace(fails(False, "in Server"), left=0.8)
    of_ratio = Grounds([figure(True)], ratio=2.0)
    assert "because" not in judge(of_ratio._replace(implied=[nothing])).explanation
    assert "claims is left where that can be computed" in judge(of_ratio._replace(implied=[nothing, most])).explanation


def test_of_a_shortfall_and_of_a_small_lead_points_are_told_and_no_share() -> None:
    grounds = Grounds([figure(True)], implied=[replace(fails(False, "in Server"), left=0.8)])
    for ratio, points in ((0.7, "6.0"), (0.95, "2.0"), (1.04, "2.0")):
        assert f"changes by {points} percentage points" in judge(grounds._replace(ratio=ratio)).explanation
    assert "80% of what the figure claims" in judge(grounds._replace(ratio=1.5)).explanation


NOWHERE = fails(True, "no comparison for one owner exists")
RACK = fails(True, "on its rack", quantity(1.3, "x", 2))


@pytest.mark.parametrize(
    ("imposed", "others", "reason"),
    [
        ([OWNER, SIZE], [], "1.50x for one owner"),
        ([NOWHERE, SIZE], [], NOWHERE.phrase),
        # What matters otherwise follows, unless it is the same figure.
        ([OWNER, SIZE], [RACK], "1.50x for one owner; 1.30x on its rack"),
        ([OWNER, SIZE], [replace(RACK, figure=OWNER.figure)], "1.50x for one owner"),
        # A note next to it is not the reason.
        ([], [fails(False, "one word differs"), fails(True, "two companies")], "two companies"),
    ],
)
def test_the_reason_of_a_narrower_claim(imposed, others, reason: str) -> None:
    found = narrower(imposed, *others)
    assert (found.verdict, found.reason) == (NARROWER, reason)
    # What was not computed is told and not weighed.
    assert ("which matters little" in found.explanation) is any(not one.matters for one in imposed)


def test_a_badge_holds_the_first_reasons_and_the_explanation_all() -> None:
    long = [fails(True, f"condition {n} fails for a reason that needs words") for n in range(4)]
    found = narrower([], *long)
    assert found.reason == long[0].phrase
    assert all(one.phrase in found.explanation.replace("Condition", "condition") for one in long)


# --- undefined


@pytest.mark.parametrize(
    ("definitions", "verdict"),
    [
        (defined(10, 30, 3, 2, 0), UNDEFINED),  # between two of them
        (defined(20, 30, 3, 3, 1), UNDEFINED),  # the lowest gives it
        (defined(20, 20, 3, 1, 3), REPRODUCED),  # all give it
        (defined(30, 40, 3, 4, 0), NOT_REPRODUCED),  # all are above
    ],
)
def test_a_term_is_undefined_when_definitions_disagree_about_the_figure(definitions, verdict: str) -> None:
    found = judge(Grounds([figure(True)], definitions=definitions))
    assert found.verdict == verdict
    if verdict == UNDEFINED:
        low, high = definitions.range.low, definitions.range.high
        assert found.reason == f"{low:.1f} to {high:.1f} wins, depending on what counts as a win"
        assert "obody defines it" in found.explanation


# --- wrong


def test_the_reason_of_a_wrong_figure_is_ours() -> None:
    assert judge(Grounds([figure(False)])).reason == "the results give 1.00x"
    assert judge(Grounds([figure(False, None)])).reason == "the results give no such figure"
    of_whom = replace(figure(False), phrase="for the owner that gained least")
    assert judge(Grounds([of_whom])).reason == "1.00x for the owner that gained least"
    found = judge(Grounds([figure(True)], must=[Condition("needed", False, "why", None, "few were audited")]))
    assert found.reason == "few were audited"


def test_what_the_ends_of_a_span_disagree_on_is_not_testable_unless_something_else_is_wrong() -> None:
    unread = replace(figure(False, None), unread="1.5 to 2.5x")
    both = judge(Grounds(figures=[figure(True), unread]))
    assert both.verdict == NOT_TESTABLE and "1.5 to 2.5x" in both.explanation
    assert judge(Grounds(figures=[figure(False), unread])).verdict == NOT_REPRODUCED
    open_ = replace(held("must"), holds=None)
    assert judge(Grounds(figures=[figure(True)], must=[open_])).verdict == NOT_TESTABLE
    assert judge(Grounds(figures=[unread], must=[held("must", False)])).verdict == NOT_REPRODUCED
