"""Verdicts that a rule must reach, each for the fault that it once had; and that whoever compares is asked."""

from __future__ import annotations

import re

import pytest

from claimcheck.analysis.questions import NOT_CLAIMED, UNKNOWN
from claimcheck.claims.register.articles import THROUGH, read_articles
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.evaluate import _answered
from claimcheck.claims.verdict.pairs import kind_of, limited
from claimcheck.claims.verdict.result import (
    CONTRADICTED,
    NARROWER,
    REPRODUCED,
    UNDEFINED,
    WITH_NOTE,
)
from claimcheck.data.registers import read_questions


@pytest.mark.parametrize(
    ("number", "called", "reason"),
    [
        # A gain in another unit than before keeps its other scenarios, as any "up to".
        ("v4.1/7", WITH_NOTE, "2.44x in SingleStream"),
        # A limit that the text sets is no tick, and its figure is in the badge where it turns round.
        ("v6.1/7", "reproduced, as stated", "7% behind the fastest B300 in Offline"),
        ("v5.1/29", REPRODUCED, ""),
        # Who submitted it; totals and per accelerator; previews; others in the same round; a part of several.
        (21, WITH_NOTE, "Nebius submitted it"),
        ("v5.0/16", WITH_NOTE, "B200 made more per accelerator"),
        # Of chips on sale: a preview counts against previews.
        ("v6.1/11", WITH_NOTE, "GB300 made more per accelerator"),
        (30, WITH_NOTE, "4 new models and 1 new scenario"),
        (34, WITH_NOTE, "in DeepSeek-R1 Interactive alone"),
        # Every count exceeds the printed one, or one of several gives it.
        ("v6.1/5", WITH_NOTE, "23 partners by our count"),
        (31, WITH_NOTE, "14 to 17 by our counts"),
        # A bound that is missed by less than its last digit.
        ("training-v5.0/8", WITH_NOTE, "more exactly 4.52%"),
        # A right number under a wrong label, whoever wrote it.
        ("v4.1/26", CONTRADICTED, "the two results are of Llama 2 70B"),
        # No result is divided by itself.
        ("v4.0/6", NARROWER, "0.4% behind the fastest H100"),
        # Systems are counted and not rows.
        ("v5.0/27", WITH_NOTE, "the system was not on sale"),
        # The same two results, with a figure and without.
        ("v4.1/24", NARROWER, "2.7% less timed over the whole run"),
        ("v6.1/14", WITH_NOTE, "v6.0's result is of the open division"),
        # Whom a list leaves out.
        ("v5.1/11", WITH_NOTE, "the list leaves out Krai, in the open division"),
        (52, NARROWER, "in 4 of 12 rounds, 3 on NVIDIA's, on a new chip or model"),
        (12, UNDEFINED, "0.2 to 1.2x counted by submitter; 4.6 to 27.8x by definitions that count by chip"),
        # Over another owner's older chip what one owner has decides; what is left is a note or matters for all alike.
        ("v6.0-others/18", WITH_NOTE, "43% between systems of one company"),
        ("v4.1/23", NARROWER, "6% timed over the whole run"),
        # A cost within the range of our prices matches, and that nobody states one is a note.
        (20, WITH_NOTE, "no price is stated"),
        # Every figure that divides two results is asked, and not the first alone.
        ("v6.0-others/4", NARROWER, "88% of the fastest B300 in Server"),
        # A sum of results is asked in the other scenarios of these.
        ("v6.1/19", NARROWER, "94% in Server"),
    ],
)
def test_a_verdict_is_what_its_rule_gives(claims, number, called, reason) -> None:
    assert claims[number].called == called and claims[number].reason.startswith(reason)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        # The most that one company gained, where one of its two results was a preview.
        *((number, "the most of one company is 1.98x, with CoreWeave's 8 GB300") for number in (1, 6, 8)),
        ("v4.1/13", "in the closed division it is 0.90x"),
        ("v6.0-others/12", "none of the 3 results was in the closed division"),
        (41, "more exactly 6.7 months"),
        # Of a platform any system on it is the highest.
        (29, "the highest per accelerator is on this platform too"),
    ],
)
def test_what_a_verdict_rests_on_is_said_on_its_page(claims, number, words) -> None:
    claim = claims[number]
    later = claim.afterwards.conditions if claim.afterwards else ()
    texts = [claim.reason, *(text for c in (*claim.conditions, *later) for text in (c.detail, c.phrase))]
    assert any(words in text for text in texts)
    assert not claim.explanation.startswith("It is so") or claim.verdict != NARROWER or claim.number == 51


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
    assert {f"v6.0-others/{n}" for n in (8, 9, 24)} | {"v6.1/19", "v5.1/9"} <= {*unknown}
    assert all(maker in one.detail for one in unknown.values() for maker in ("on NVIDIA's chips", "on AMD's chips"))
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
    (best,) = (c for c in claims["v6.1/7"].conditions if c.question == "best")
    assert [(line.line, line.quote) for line in best.limits] == [(11, "we use Nvidia submissions wherever available")]
    # Words that do not limit it to the scenario are not shown as if they did.
    lines = [c.limits for n in (1, 6) for c in claims[n].conditions if c.question == "scenario"]
    assert [bool(line.quote) for limits in lines for line in limits] == [True, True, False, False]
    (division,) = (c for c in claims["v6.1/14"].conditions if c.question == "division")
    assert [line.quote for line in division.limits] == ["27.38 s (Open)"]


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
