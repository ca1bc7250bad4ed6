"""Conditions that fail, imposed on the comparisons of small made tables whose answers are known."""

from __future__ import annotations

from typing import Any

import pytest

from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.tables import Tables
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.verdict.evaluate import evaluate_claim
from claimcheck.claims.verdict.result import NARROWER, REPRODUCED, WITH_NOTE, ClaimResult
from claimcheck.core.documents import Entry
from tests.making import results

BEFORE, AFTER = "v5.1", "v6.0"
# Tokens/s per accelerator: Anna's rack 100 to 150, her eight 80 to 160; Bert's new eight reach 300, his new rack 290.
WORLD = {
    "anna-rack-before": {"round": BEFORE, "system": "rack", "accelerators": 72, "value": 7200.0},
    "anna-eight-before": {"round": BEFORE, "system": "eight", "value": 640.0},
    "anna-rack": {"system": "rack", "accelerators": 72, "value": 10800.0},
    "anna-eight": {"system": "eight", "value": 1280.0},
    "bert-eight": {"submitter": "Bert", "system": "eight", "value": 2400.0},
    "bert-rack": {"submitter": "Bert", "system": "rack", "accelerators": 72, "value": 20880.0},
}
# Anna's eight, which are twice as fast.
EIGHTS = {"before": {"result_id": "anna-eight-before"}, "after": {"result_id": "anna-eight"}}
TWICE = {"published": 2.0, "unit": "x", "decimals": 2, "rule": "rounds", "ask": "ratio"}


def evaluated(tables: Tables, world: dict[str, dict[str, Any]] | None = None, **changes: Any) -> ClaimResult:
    """A claim on Anna's first rack and Bert's eight, in a world of its own."""
    frame = results(*({"row_id": name, "result_id": name, **row} for name, row in (world or WORLD).items()))
    own = Tables(frame, tables.data, {"comparisons": defensible_comparisons(frame, [(BEFORE, AFTER)])})
    values = {
        "statement": "It is three times as fast.",
        "rows": {"before": {"result_id": "anna-rack-before"}, "after": {"result_id": "bert-eight"}},
        "figures": [{"published": 3.0, "unit": "x", "decimals": 2, "rule": "rounds", "ask": "ratio"}],
        "conditions": ["same_submitter", "same_number", "both_available"],
        **changes,
    }
    entry = Entry(tables.data / "claims.yml", "made", 1, values, {})
    claim = Claim.of(entry)
    claim._asked = False  # as `claimcheck compare` asks; test_questions has what claims are asked
    return evaluate_claim(claim, own)


def imposed(claim: ClaimResult) -> dict[str, str | None]:
    return {c.name: c.figure and c.figure.text for c in claim.conditions if not c.holds}


def test_each_condition_is_imposed_alone_and_then_all_of_them(tables) -> None:
    found = evaluated(tables)
    # One owner: Anna's new eight over her old rack is 1.6, over her old eight 2.0. One size: Bert's rack, 2.9.
    assert imposed(found) == {"same submitter": "2.00x", "same number of accelerators": "3.75x"}
    assert found.together.figure.text == "2.00x"
    assert (found.verdict, found.reason) == (NARROWER, "2.00x for one owner and one size")


def test_a_comparison_keeps_what_the_published_pair_keeps(tables) -> None:
    """Anna's eight of the first round were a preview: a pair that could be bought is not compared with them."""
    world = {**WORLD, "anna-eight-before": {**WORLD["anna-eight-before"], "availability": "preview"}}
    found = evaluated(tables, world)
    assert imposed(found) == {"same submitter": "1.60x", "same number of accelerators": "2.90x"}
    assert found.reason == "1.50x for one owner and one size"
    # It is said all the same what they would give, and whose they are.
    assert (found.together.preview.figure.text, found.together.preview.whose) == ("2.00x", "Anna's 8 GB300")
    assert "Anna's 8 GB300 give 2.00x if a preview counts" in found.explanation
    # Of a pair that was not for sale itself, the better comparison counts.
    world["anna-rack-before"] = {**WORLD["anna-rack-before"], "availability": "preview"}
    assert evaluated(tables, world, conditions=["same_submitter"]).reason == "2.00x for one owner"


def test_the_figure_keeps_its_scale_and_its_rule(tables) -> None:
    saving = {"published": 45.0, "unit": "%", "decimals": 0, "rule": "more_than", "ask": "ratio", "scale": "saving"}
    found = evaluated(tables, figures=[saving])
    assert imposed(found)["same submitter"] == "50%"
    assert (found.verdict, found.reason) == (WITH_NOTE, "50% for one owner; 73.3% for one size")
    assert evaluated(tables, figures=[{**saving, "published": 55.0}]).reason == "50% for one owner and one size"


def test_without_such_a_comparison_the_condition_matters(tables) -> None:
    world = {name: row for name, row in WORLD.items() if name in ("anna-rack-before", "bert-eight")}
    found = evaluated(tables, world)
    assert imposed(found) == {"same submitter": None, "same number of accelerators": None}
    assert found.reason == "no comparison for one owner and one size exists"


@pytest.mark.parametrize(("rack", "verdict"), [(297.5 * 72, WITH_NOTE), (296.5 * 72, NARROWER)])
def test_a_change_of_less_than_a_percent_does_not_matter(rack: float, verdict: str, tables) -> None:
    world = {name: row for name, row in WORLD.items() if name != "anna-eight-before"}
    world["bert-rack"] = {**WORLD["bert-rack"], "value": rack}
    assert evaluated(tables, world, conditions=["same_number"]).verdict == verdict


def test_what_holds_is_not_imposed(tables) -> None:
    found = evaluated(tables, rows=EIGHTS, figures=[TWICE])
    assert (found.verdict, found.reason, found.together) == (REPRODUCED, "", None)


def test_another_figure_matters_unless_it_has_a_note(tables) -> None:
    rows = EIGHTS | {"old": {"result_id": "anna-rack-before"}, "new": {"result_id": "anna-rack"}}
    also = {"test": "also", "says": "also on the rack", "before": "old", "after": "new", **TWICE}
    for kind, verdict in (("matters", NARROWER), ("note", WITH_NOTE)):
        found = evaluated(tables, rows=rows, figures=[TWICE], conditions=[{**also, kind: "on the rack"}])
        assert (found.verdict, found.reason) == (verdict, "1.50x on the rack")
        assert found.conditions[0].detail.startswith("1.50x: Anna on 72")
        none = {**rows, "new": {"submitter": "Anna", "value": 1}}
        found = evaluated(tables, rows=none, figures=[TWICE], conditions=[{**also, kind: "on the rack"}])
        assert (found.verdict, found.reason) == (verdict, "no such result on the rack")


OTHER_CHIP = {"anna-rack-before": {"accelerator": "NVIDIA B200"}}
OTHER_CELL = {name: {"benchmark": "llama3.1-405b"} for name in ("anna-eight-before", "anna-eight")}


@pytest.mark.parametrize(
    ("changes", "conditions", "reason"),
    [
        ({"anna-rack-before": {"round": AFTER}}, ["same_submitter"], "not so: same submitter"),  # two of one round
        (OTHER_CHIP, ["same_submitter"], "not so: same submitter"),
        # Her eight are on one chip in both rounds.
        (OTHER_CHIP, ["same_submitter", "same_accelerator"], "2.00x for one accelerator and one owner"),
        (OTHER_CELL, ["same_submitter", "same_number"], "1.50x for one owner and one size"),
    ],
)
def test_only_two_rounds_on_one_chip_and_of_one_cell_are_compared_again(
    changes, conditions, reason: str, tables
) -> None:
    world = {name: {**row, **changes.get(name, {})} for name, row in WORLD.items()}
    assert evaluated(tables, world, conditions=conditions).reason == reason


def test_a_readers_condition_that_says_nothing_matters(tables) -> None:
    stated = {"test": "stated", "says": "it was measured", "holds": False, "detail": "it was not", "source": "tables"}
    found = evaluated(tables, conditions=[stated])
    assert (found.verdict, found.reason) == (NARROWER, "not so: it was measured")
