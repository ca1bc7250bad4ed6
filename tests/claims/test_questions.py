"""Every sentence of a kind is asked the same, and what a difference is worth is computed."""

from __future__ import annotations

from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.questions import DIFFERS, HOLDS, IMPOSED, NOT_CLAIMED, STATES, TOGETHER, UNKNOWN, answers
from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.asked import ROW_QUESTIONS, verdict_at
from claimcheck.claims.verdict.evaluate import _answered, _judged
from claimcheck.claims.verdict.pairs import matters
from claimcheck.claims.verdict.result import NARROWER, REPRODUCED, WITH_NOTE, ClaimResult
from claimcheck.core.documents import Entry
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import QUESTIONS
from claimcheck.data.registers import read_questions
from tests.making import put, results, training

# Tokens/s per accelerator: Anna's eight go from 100 to 180, Bert's new eight reach 300, and his preview 400.
WORLD = {
    "anna-before": {"round": "v5.1", "value": 800.0},
    "anna-after": {"value": 1440.0},
    "bert-after": {"submitter": "Bert", "value": 2400.0},
    "bert-preview": {"submitter": "Bert", "system": "next", "value": 3200.0, "availability": "preview"},
    "anna-offline-before": {"round": "v5.1", "scenario": "Offline", "value": 1600.0},
    "anna-offline": {"scenario": "Offline", "value": 2000.0},
}
MADE = {"training_results": training()}


def asked(
    tables: Tables, after: str = "bert-after", published: float = 3.0, world: dict[str, Any] = WORLD, **changes: Any
) -> ClaimResult:
    """A claim on Anna's first result and another, in a world of its own."""
    rows = results(*({"row_id": name, "result_id": name, **row} for name, row in world.items()))
    own = Tables(rows, tables.data, MADE)
    values = {
        "statement": "It is {figure.1} times as fast.",
        "rows": {"before": {"result_id": "anna-before"}, "after": {"result_id": after}},
        "figures": [{"published": published, "unit": "x", "decimals": 1, "rule": "printed", "ask": "ratio"}],
        **changes,
    }
    return _judged(_answered(Claim.of(Entry(tables.data / "claims.yml", "made", values)), own))


def answer(claim: ClaimResult, question: str) -> Any:
    return next(condition for condition in claim.conditions if condition.question == question)


def test_two_differences_that_do_not_matter_alone_may_matter_together(tables) -> None:
    world = {
        "anna-before": {"round": "v5.1", "value": 800.0},
        "bert-sixteen": {"submitter": "Bert", "value": 4800.0, "accelerators": 16},
        "anna-sixteen": {"value": 4320.0, "accelerators": 16},
        "bert-eight": {"submitter": "Bert", "value": 2120.0},
        "anna-eight": {"value": 1440.0},
    }
    found = asked(tables, "bert-sixteen", world=world)
    assert {name: answer(found, name).matters for name in ("owner", "number")} == {"owner": False, "number": False}
    together = answer(found, TOGETHER)
    assert (found.verdict, together.matters, together.figure.text) == (NARROWER, True, "1.80x"), found.reason
    assert not any(one.question == TOGETHER for one in asked(tables).conditions)


def test_a_difference_is_imposed_and_what_is_left_decides(tables) -> None:
    found = asked(tables)
    owner = answer(found, "owner")
    assert (found.sentence, found.verdict, found.reason) == ("gain", NARROWER, "Anna's own 8 GB300 gained 1.80x")
    assert (owner.state, owner.left, owner.matters, owner.rows) == (
        DIFFERS,
        pytest.approx(0.4),
        True,
        ("anna-before", "anna-after"),
    )
    assert (answer(found, "number").state, answer(found, "engine").state) == (HOLDS, UNKNOWN)


def test_a_preview_counts_on_neither_side_or_on_both(tables) -> None:
    assert answer(asked(tables), "best").state == HOLDS, "Bert's preview is no better result of a side on sale"
    category = answer(asked(tables, "bert-preview", 4.0), "category")
    assert (category.figure.text, category.matters) == ("3.00x", True)


def test_a_scenario_that_the_text_names_is_not_asked_and_one_that_it_hides_matters(tables) -> None:
    found = asked(tables, "anna-after", 1.8)
    assert (found.verdict, found.reason) == (NARROWER, "1.25x in Offline")
    named = asked(tables, "anna-after", 1.8, says=["scenario"])
    apart = answer(named, "scenario")
    assert (named.verdict, apart.state, apart.holds, apart.figure.text) == (REPRODUCED, NOT_CLAIMED, None, "1.25x")
    # The sentence does not name the scenario itself, and most of the gain is gone in the other.
    assert (named.called, named.reason) == ("reproduced, as stated", "1.25x in Offline")
    in_server = asked(tables, "anna-after", 1.8, says=["scenario"], statement="Server is {figure.1} times as fast.")
    assert (in_server.called, in_server.reason) == (REPRODUCED, "")
    figures = [{"published": 1.8, "unit": "x", "decimals": 1, "rule": "up_to", "ask": "ratio"}]
    best_case = asked(tables, "anna-after", figures=figures)
    assert (best_case.verdict, answer(best_case, "scenario").matters) == (WITH_NOTE, False)


def test_what_the_text_tells_its_reader_is_a_note(tables) -> None:
    owner = answer(asked(tables, says=["owner"]), "owner")
    assert (owner.state, owner.told, owner.holds, owner.matters) == (DIFFERS, True, False, False)
    articles = read_articles(tables.data)
    key = next(key for key in articles if "/" not in key)
    values = {"says": {"owner": f"{key} 3"}}
    values |= {"statement": "x", "not_testable": {"reason": "y"}}
    entry = Entry(tables.data / "claims.yml", "made", values)
    told = Claim.of(entry, {"articles": articles})
    assert [(line.article, line.line, line.quote) for line in told.limits("owner")] == [(key, 3, None)]
    says = {"owner": f"{key} 3: Bert's"}
    worded = Claim.of(Entry(entry.path, "made", {**entry.values, "says": says}), {"articles": articles})
    assert [(line.article, line.line, line.quote) for line in worded.limits("owner")] == [(key, 3, "Bert's")]
    for wrong in ({"owner": "Nobody 3"}, {"owner": f"{key} line 3"}, {"ownr": f"{key} 3"}):
        with pytest.raises(RegisterError):
            Claim.of(Entry(entry.path, "made", {**entry.values, "says": wrong}), {"articles": articles})


@pytest.mark.parametrize(
    ("ratio", "left", "decides"),
    [
        (2.774, 1.913, (True, 0.515)),  # half of a gain
        (2.774, 2.750, (False, 0.986)),
        (0.97, 0.95, (False, 0.80)),  # near 1 points count: two of them are a note,
        (0.97, 0.94, (True, 0.70)),  # three are not
        (1.02, 1.00, (False, 0.80)),  # a lead below 2.5% that vanishes is a note,
        (1.019, 0.973, (True, 0.54)),  # and counts where it turns round far enough
        (2.0, 2.2, (False, 1.2)),
        (2.0, None, (True, None)),  # no comparison is left
    ],
)
def test_of_a_ratio_the_share_of_its_gain_counts_and_close_to_one_its_points(ratio, left, decides) -> None:
    heavy, share = matters(ratio, left)
    assert (heavy, share) == (decides[0], decides[1] and pytest.approx(decides[1], abs=1e-3))


def test_every_ratio_is_asked_every_question_of_its_kind_and_no_cell_is_empty(tables) -> None:
    kinds, pairs = {}, []
    for claim in load_register(tables.data):
        for pair in _answered(claim, tables).pairs:
            kinds[key := f"{claim.number} {len(pairs)}"] = pair.kind
            pairs.append(pair.asked._replace(key=key))
    assert len(pairs) > 150
    found = answers(tables, pairs).set_index(["key", "question"])["state"]
    assert set(found) <= set(STATES)
    cells = [(pair.key, question) for pair in pairs for question in read_questions().asked_of(kinds[pair.key])]
    assert not [cell for cell in cells if cell not in found.index]


def test_like_sentences_are_asked_like_questions_whoever_says_them(claims: dict[int, ClaimResult]) -> None:
    register = read_questions()
    unlike = {
        number: (claim.by, claim.sentence, asked)
        for number, claim in claims.items()
        if (asked := [c.question for c in claim.conditions if c.question in register.questions])
        != register.asked_of(claim.sentence)
    }
    assert unlike == {}


def test_every_question_is_answered_by_a_query_or_a_function() -> None:
    register = read_questions()
    for name, question in register.questions.items():
        if any(register.kinds[kind].pair for kind in question.of):
            assert question.sql or name in (*IMPOSED, "versions"), name
        else:
            assert name in ROW_QUESTIONS, name


def test_a_question_is_added_in_one_place(data_dir, tmp_path, monkeypatch, tables) -> None:
    text = (data_dir / QUESTIONS).read_text(encoding="utf-8")
    own = "  luck: {of: [gain], asks: Is it luck?, label: no luck, phrase: by luck, told: note, sql: "
    own += """"select key, 'differs' as state, 1.0 as ratio, [before] as rows, 'luck' as other from base"}\n"""
    put(tmp_path, QUESTIONS, text.replace("questions:\n", f"questions:\n{own}", 1))
    register = read_questions(tmp_path)
    for module in ("claims.verdict.asked", "claims.verdict.pairs", "analysis.questions"):
        monkeypatch.setattr(f"claimcheck.{module}.read_questions", lambda: register)
    assert answer(asked(tables), "luck").figure.value == 1


def test_another_threshold_changes_only_what_is_between(tables) -> None:
    found = asked(tables)  # two fifths of the gain are left
    assert [verdict_at(found, lost) for lost in (0.3, 0.59, 0.61)] == [NARROWER, NARROWER, WITH_NOTE]


SECOND = {"offline": {"result_id": "anna-offline-before"}, "offline_after": {"result_id": "anna-offline"}}


def test_each_figure_that_divides_is_asked_and_the_answer_names_whose_pair_loses_most(tables) -> None:
    """Anna's gain in Offline is printed first, and Bert's result over hers in Server second."""
    rows = {"before": SECOND["offline"], "after": SECOND["offline_after"], "srv_before": {"result_id": "anna-before"}}
    rows["srv_after"] = {"result_id": "bert-after"}
    ratio = {"unit": "x", "rule": "printed", "ask": "ratio"}
    figures = [
        {"published": 1.25, "decimals": 2, **ratio},
        {"published": 3.0, "decimals": 1, **ratio, "before": "srv_before", "after": "srv_after"},
    ]
    statement = "It is {figure.1} times as fast in Offline and {figure.2} in Server."
    found = asked(tables, rows=rows, figures=figures, statement=statement)
    owner = answer(found, "owner")
    assert (owner.figure.text, owner.matters, found.verdict) == ("1.80x", True, NARROWER)
    assert owner.detail.startswith("in Server: ") and owner.phrase == "Anna's own 8 GB300 gained 1.80x in Server"
    assert answer(found, "whole").detail.startswith("in Server: "), "nothing is asked of a run without a limit"
    assert answer(found, "scenario").state == "not asked", "the sentence has a figure for each"
    # All answer alike: no pair is named.
    assert answer(found, "number").detail == "8 in both rounds"


def test_what_a_larger_system_keeps_is_asked_of_systems_of_the_two_sizes(tables) -> None:
    """Of an open pair of 8 and 24, no closed pair of 8 and 16 is left."""
    made = {"division": "open", "system": "open"}
    rows = [
        {"row_id": "one", "result_id": "one", **made, "value": 100.0, "accelerators": 8},
        {"row_id": "three", "result_id": "three", **made, "value": 280.0, "accelerators": 24, "system": "large"},
        {"row_id": "closed-one", "result_id": "c1", "value": 100.0, "accelerators": 8},
        {"row_id": "closed-two", "result_id": "c2", "value": 190.0, "accelerators": 16, "system": "two"},
    ]
    values = {
        "statement": "Three make {figure.1} times one.",
        "rows": {"before": {"row_id": "one"}, "after": {"row_id": "three"}},
        "figures": [
            {"published": 2.8, "unit": "x", "decimals": 1, "rule": "printed", "ask": "ratio", "measure": "value"}
        ],
    }
    claim = Claim.of(Entry(tables.data / "claims.yml", "made", values))
    found = _judged(_answered(claim, Tables(results(*rows), tables.data, MADE)))
    assert (found.sentence, answer(found, "division").figure) == ("scaling", None)
