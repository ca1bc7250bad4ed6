"""Answers to be copied: for every claim of the register, for the front page, and for claims that are hard to say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from claimcheck.claims.register.articles import named, read_articles
from claimcheck.claims.texts.export import (
    LENGTHS,
    answer,
    answers,
    claim_footnote,
    quotation,
    result_rows,
    sentences,
)
from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.claims.texts.printing import who
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.verdict.result import CONTRADICTED, VERDICTS, Aftermath, ClaimResult, Condition
from claimcheck.claims.words.language import KINDS
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data import paths
from claimcheck.data.numbers import read_numbers
from tests import making
from tests.making import put, register

if TYPE_CHECKING:
    from claimcheck.analysis.tables import Tables


def made(**changes: object) -> ClaimResult:
    """A claim that rests on no result of the tables."""
    return making.claim(3, **{"evidence": (), **changes})


def texts(claim: ClaimResult, tables: Tables) -> dict[int, str]:
    return quotation(claim, tables.results).texts


def words(text: str) -> int:
    return len(text.split())


def test_every_text_keeps_its_length_and_has_everything_that_counts(claims, tables, data_dir: Path) -> None:
    articles = read_articles(data_dir)
    assert claims
    for number, claim in claims.items():
        found = quotation(claim, tables.results, data_dir)
        assert tuple(found.texts) == LENGTHS == (30, 80, 200)
        for length, text in found.texts.items():
            plain = text.replace("®", "")
            assert words(text) <= length, (number, length, words(text), text)
            assert named(claim.statement, articles).rstrip(".") in plain, (number, length)
            assert claim.verdict in plain and claim.reason in plain, (number, length)
            assert text.count("®") == min(1, text.count("MLPerf")) and not re.search(r"MLPerf(?!®).*®", text), number
            assert not re.search(r"\bA[1-5]\b", text), f"{number}: a key that a memo's reader does not have"
            assert not re.search(r"[;:,] ?[.;,]|\s{2}|[^.]\.\.(?!\.)", text), (number, length, text)
        for length in LENGTHS[1:]:
            assert who(claim, articles) in found.texts[length], number
            assert not claim.afterwards or "In later rounds: " in found.texts[length], (number, length)
        assert found.source.endswith(f"/claims/{number}.html"), number
        assert found.footnote.endswith(TRADEMARK), number


def test_the_decisive_follow_up_is_in_every_text_of_claim_1(claims, tables) -> None:
    own = claims[1].together.figure.text
    later = [one.figure.text for one in claims[1].afterwards.conditions if one.figure]
    assert (own, *later) == ("1.91x", "2.85x", "2.33x")
    front = answer("in-short", list(claims.values()), tables.results).texts
    # Thirty words about three claims have room for the first of these figures alone.
    assert own in front[LENGTHS[0]]
    for text in (*texts(claims[1], tables).values(), *(front[length] for length in LENGTHS[1:])):
        assert own in text and all(figure in text for figure in later)


def test_no_two_findings_of_a_claim_contradict_each_other_when_each_is_read_alone(claims, tables) -> None:
    """A finding says what it is of, so that two of one claim differ in more than whether it is so, or in a figure."""
    for number, claim in claims.items():
        checks = claim.afterwards.conditions if claim.afterwards else ()
        found = list(dict.fromkeys(check.reason for check in checks))
        subjects = [re.sub(r"\b(not|no) |\d[\d.,]*[x%]?|\bv\d\.\d|( by|:) .*", "", reason) for reason in found]
        assert len(set(subjects)) == len(found), (number, found)
        shortest = texts(claim, tables)[30]
        if not any(check.figure for check in checks):
            assert len({reason in shortest for reason in found}) < 2, (number, "half of what was found")
    both = "not overtaken in total up to v6.1; overtaken per GPU in v6.1 by AMD's 8 MI355X"
    assert both in texts(claims[26], tables)[30]
    assert claims[9].afterwards.finding.startswith("first per GPU in v6.1, of systems on sale: ")


def test_the_front_page_answers_in_three_lengths_with_every_result_that_it_names(
    claims, tables, data_dir: Path
) -> None:
    found = answer("in-short", list(claims.values()), tables.results, data_dir)
    numbers = read_numbers(data_dir)
    raw = list(answers(data_dir)["in-short"].texts.values())
    keys = {key for text in raw for key in re.findall(r"{(.+?)}", text)}
    typed = re.compile(r"(?<![\w.])\d[\d.,]*(?:x|%)?(?![\w.])")
    assert {figure for text in raw for figure in typed.findall(re.sub(r"{.+?}", "", text))} <= {"2026", "2026,", "60%"}
    ids = {row for key in keys if not key.startswith("claim.") for row in numbers[key].rows}
    rows = tables.results[tables.results["row_id"].isin(ids)]
    assert set(rows["result_id"].dropna()) and all(one in found.footnote for one in rows["result_id"].dropna())
    assert "MLPerf® Training" in found.footnote and found.footnote.endswith(TRADEMARK)


@pytest.mark.parametrize(
    ("text", "message"), [("It is {no.such}.", "no number 'no.such'"), (" ".join(["word"] * 31), "more than 30 words")]
)
def test_an_answer_that_cannot_be_said_is_refused(
    claims, tables, data_dir: Path, tmp_path: Path, text, message
) -> None:
    data = tmp_path / "data"
    for name in (paths.NUMBERS, paths.ROUNDS):
        put(data, name, (data_dir / name).read_text(encoding="utf-8"))
    given = {"answers": {"mine": {"claims": [1], "texts": {30: text, 80: "It is so.", 200: "It is so."}}}}
    register(data, given=given)
    with pytest.raises(ClaimcheckError, match=message):
        answer("mine", list(claims.values()), tables.results, data)


def test_every_footnote_covers_every_round_that_is_quoted(claims, tables, data_dir: Path) -> None:
    for number, claim in claims.items():
        text = claim_footnote(claim, tables.results, data_dir)
        rows = tables.results[tables.results["row_id"].isin(result_rows(claim))]
        trained = {e.row_id.split("/")[1] for e in claim.evidence if e.table == "training_results"}
        assert len(rows) or trained or claim.sources, number
        assert not trained or ("MLPerf® Training" in text and all(round_ in text for round_ in trained)), number
        for round_ in set(rows["round"]):
            assert round_ in text, number
        named = set(rows["result_id"].dropna())
        # Few results are named one by one; many by their rounds, with the note on counts.
        assert all(one in text for one in named) or "Counts, winners and ratios" in text, number


def test_a_claim_without_results_keeps_the_trademark_legend(tables) -> None:
    assert claim_footnote(made(), tables.results) == TRADEMARK


def test_evidence_that_is_not_in_the_table_is_an_error(tables) -> None:
    place = Evidence("inference_results", "gone", "", "x", "r", "c", "p", None, None, "https://e.org")
    with pytest.raises(KeyError, match="gone"):
        quotation(made(evidence=(place,)), tables.results)


@pytest.mark.parametrize("verdict", VERDICTS)
def test_more_words_are_whole_sentences_and_the_most_important_first(tables, verdict: str) -> None:
    explained = "It is so. " + " ".join(f"Reason {n} says a few words more." for n in range(40))
    later = Aftermath("v6.1", "the record", (Condition("held", False, "x", phrase="overtaken by X in v6.1"),), ())
    claim = made(
        verdict=verdict, reason="it lies outside, e.g. in a trace of v6.0.", explanation=explained, afterwards=later
    )
    found = texts(claim, tables)
    assert [words(text) <= length for length, text in found.items()] == [True, True, True]
    assert "it lies outside, e.g. in a trace of v6.0" in found[30]
    assert "In later rounds: overtaken by X in v6.1." in found[80]
    assert found[200].count("Reason") > found[80].count("Reason") > 0
    assert all(f"Reason {n} says" in found[200] for n in range(found[200].count("Reason")))


def test_stops_inside_texts_do_not_make_sentences(tables) -> None:
    claim = made(
        statement="It is fast. Is it? It is! (So they say.)", verdict=CONTRADICTED, reason="No. Not so. See v5.1."
    )
    assert "It is fast; Is it; It is; (So they say.), according to" in texts(claim, tables)[80]
    assert sentences("It is so, e.g. in v6.0. Then it ends.") == ["It is so, e.g. in v6.0.", "Then it ends."]


@pytest.mark.parametrize("kind", KINDS)
def test_what_it_was_checked_against_is_named_with_the_mark(tables, kind: str) -> None:
    text = texts(made(kinds=(kind, "results")), tables)[80]
    assert "MLPerf®" in text and " and " in text.partition("Checked against")[2].partition(", the claim")[0]
