"""What a verdict says of software, copies, definitions and limits; and that whoever compares is asked."""

from __future__ import annotations

import re

import pytest

from claimcheck.analysis.questions import NOT_CLAIMED, UNKNOWN
from claimcheck.claims.register.articles import THROUGH, read_articles
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.evaluate import _answered
from claimcheck.claims.verdict.pairs import kind_of, limited
from claimcheck.claims.verdict.result import REPRODUCED, UNDEFINED, WITH_NOTE
from claimcheck.data.registers import read_questions


def test_of_software_alone_a_claim_says_first_that_no_result_shows_it_whoever_says_so(tables, claims) -> None:
    words = re.compile("by software|software alone", re.IGNORECASE)
    by_software = [claim for claim in load_register(tables.data) if words.search(claim.sentence)]
    alone = [claims[one.number] for one in by_software if _ALONE.search(one.sentence)]
    assert [claim.number for claim in alone] == [6, "v6.1/20"] and len(by_software) > 5
    assert all(claim.reason.startswith("software alone is not testable; ") for claim in alone)
    assert all(claim.explanation.startswith("Results cannot show that software alone did it. ") for claim in alone)
    states = [{c.name: c.state for c in claims[one.number].conditions} for one in by_software]
    assert {one.get("software did it", one.get("software alone did it")) for one in states} == {UNKNOWN}


def test_where_nobody_says_whether_a_total_is_of_copies_its_claim_says_so_and_of_whose_it_is_known(claims) -> None:
    asked = {n: c for n, claim in claims.items() for c in claim.conditions if c.question == "engine"}
    unknown = {n: c for n, c in asked.items() if c.state == UNKNOWN}
    assert {"v6.0-others/8", "v6.0-others/9"} <= {*unknown}
    details = [one.detail for one in unknown.values()]
    assert all("of the closed division, " in detail and "on NVIDIA's chips" in detail for detail in details)
    right = [claims[number].explanation for number in unknown if claims[number].verdict in (REPRODUCED, WITH_NOTE)]
    assert len(right) > 90 and all("as far as our tables say" in one for one in right)


def test_a_figure_that_turns_on_a_definition_has_one_answer(claims) -> None:
    for claim in (claim for claim in claims.values() if claim.verdict == UNDEFINED):
        assert claim.figures[0].found == claim.reason and claim.as_read


def test_a_line_that_limits_a_sentence_has_the_limiting_words(tables, claims) -> None:
    """Of a text that was read, and unless the claim's own sentence or quotation has them."""
    articles, without = read_articles(tables.data), []
    for claim in load_register(tables.data):
        answered = _answered(claim, tables)
        for one in claims[claim.number].conditions:
            if one.state != NOT_CLAIMED or one.question not in claim.says:
                continue
            own = [limited(pair, one.question, "(?!)") for pair in answered.pairs]
            # What no figure divides is limited by the register's words as they are.
            own += [] if own else [re.search(read_questions().questions[one.question].limits, claim.sentence)]
            if not any(own):
                typed = [line.quote for line in claim.says[one.question]]
                read = [articles[line.article].read != THROUGH for line in one.limits]
                without += [(claim.number, one.question)] * any(r and not w for r, w in zip(read, typed, strict=True))
    assert without == []


def test_what_is_not_claimed_is_no_tick_and_has_its_line(claims) -> None:
    found = [(n, c) for n, claim in claims.items() for c in claim.conditions if c.state == NOT_CLAIMED]
    assert len(found) > 30
    assert [number for number, condition in found if condition.holds is not None or not condition.limits] == []


# A word that leaves everybody else out; and the claims that have one of which nothing may be quoted, with why.
_ALONE = re.compile(r"\b(alone|only|just(?! over)|sole(ly)?|purely|merely|exclusively)\b")
_UNQUOTED = {"v5.0/27": "Google's text was read through a summary", "v5.1/35": "Intel's was read through a report"}


def test_a_company_is_credited_with_no_word_of_exclusiveness_that_it_did_not_write(tables) -> None:
    credited = [claim for claim in load_register(tables.data) if claim.whose.by and _ALONE.search(claim.statement)]
    ours = [str(c.number) for c in credited if not any(_ALONE.search(s.quote or "") for s in c.said.values())]
    assert len(credited) > 10 and sorted(ours) == sorted(_UNQUOTED)


# Words that set one result above, beside or behind another; and the claims with them that name no two sides, with why.
_COMPARES = re.compile(
    r"\b(times as (fast|much)|faster than|ahead of|behind|outperform|leads?|leading|linear|scaling from|lose|kept)\b"
)
_NO_SIDES = {
    "training-v6.0/37": "one of its sides is known as a span",
    "v5.0/19": "it counts tests",
    # Asked all the same in the other scenarios of its results.
    "v6.0-others/24": "its side is a sum of results, which is none",
    "v5.1/9": "its side is a sum of results, which is none",
    "v6.1/19": "its side is a sum of results, which is none",
    "v4.1/17": "a mean over benchmarks",
    "v6.0-others/11": "it is above a number",
    "training-v5.0/6": "it compares sizes and no results",
    "47": "who leads a group is no result",
    "training-v3.1/11": "it gives a size, and no rate at it",
    "v3.1/3": "it is about all benchmarks, and a query divides each",
}
# Sentences with "first" that are about no result, or whose own condition looks at the same round.
_NO_FIRST = {"45", "46", "v4.0/16", "training-v5.1/25", "v5.1/26", "v5.1/27", "training-v6.0/2", "training-v6.0/17"}
# Its count is tested, and is that of its list.
_NONE_LEFT_OUT = {"v5.0/15"}


def test_whoever_compares_names_two_sides(tables, claims) -> None:
    """A sentence that compares is asked what every pair is asked, with a figure or without, and names their results."""
    kinds = read_questions().kinds
    lacking, unnamed = [], []
    for claim in load_register(tables.data):
        answered = _answered(claim, tables)
        kind = kind_of(claim, answered.pairs[0] if answered.pairs else None)
        if not kinds[kind].pair and kind != "outside" and _COMPARES.search(claim.sentence):
            lacking.append(str(claim.number))
        named = {*claims[claim.number].rows}
        unnamed += [claim.number for pair in answered.pairs if not {*pair.ids} <= named]
    assert sorted(set(lacking) - set(_NO_SIDES)) == [] == unnamed


@pytest.mark.parametrize(
    ("note", "others"),
    [("same-round", _NO_FIRST), ("left-out", _NONE_LEFT_OUT), ("otherwise", set()), ("price", set())],
)
def test_every_claim_that_a_kind_of_note_is_about_is_asked_it(tables, note, others) -> None:
    """A first is asked whether others did the same in the same round, a list whom it leaves out."""
    words = re.compile(read_questions().notes[note].words)
    about = [c for c in load_register(tables.data) if not c.not_testable and words.search(c.printed)]
    assert {str(c.number) for c in about if not any(s.note == note for s in c.conditions)} == others
