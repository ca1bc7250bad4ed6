"""The text to copy of every claim."""

from __future__ import annotations

import re
from pathlib import Path

from claimcheck.claims.register.articles import named, read_articles
from claimcheck.claims.texts.export import WORDS, claim_footnote, result_rows
from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.data.registers import find_register
from tests import making


def test_every_text_keeps_its_length_and_has_everything_that_counts(claims, quotations, data_dir: Path) -> None:
    articles = read_articles(data_dir)
    assert claims
    for number, claim in claims.items():
        found, own = quotations[number], find_register(claim.register, data_dir).round.split()[-1]
        text, plain = found.text, found.text.replace("®", "")
        assert len(text.split()) <= WORDS == 30, (number, text)
        assert named(claim.statement, articles).rstrip(".") in plain and own in text, number
        assert claim.verdict in plain and claim.reason.partition("; ")[0] in plain, number
        assert text.count("®") == min(1, text.count("MLPerf")) and not re.search(r"MLPerf(?!®).*®", text), number
        assert not re.search(r"\bA[1-5]\b|MLCommons's", text), f"{number}: a key that a memo's reader does not have"
        assert not re.search(r"[;:,] ?[.;,]|\s{2}|[^.]\.\.(?!\.)", text), (number, text)
        assert found.source.endswith(f"/claims/{number}.html"), number
        assert found.footnote.endswith(TRADEMARK), number


def test_thirty_words_have_who_what_and_which_test(claims, quotations) -> None:
    own = next(one.figure.text for one in claims[1].conditions if one.question == "owner")
    later = [one.figure.text for one in claims[1].afterwards.conditions if one.figure]
    assert (own, *later) == ("1.91x", "2.85x", "2.33x")
    text = quotations[1].text
    assert all(words in text for words in (own, "NVIDIA's", "GB300", "DeepSeek-R1 Server"))
    assert len(re.findall(r"\d[\d.,]*[x%]", text)) <= 3


def test_no_two_findings_of_a_claim_contradict_each_other_when_each_is_read_alone(claims, quotations) -> None:
    """A finding says what it is of, so that two of one claim differ in more than whether it is so, or in a figure."""
    for number, claim in claims.items():
        checks = claim.afterwards.conditions if claim.afterwards else ()
        found = list(dict.fromkeys(check.reason for check in checks))
        subjects = [re.sub(r"\b(not|no) |\d[\d.,]*[x%]?|\bv\d\.\d|( by|:) .*", "", reason) for reason in found]
        assert len(set(subjects)) == len(found), (number, found)
        shortest = quotations[number].text
        if not any(check.figure for check in checks):
            assert len({reason in shortest for reason in found}) < 2, (number, "half of what was found")


def test_every_footnote_covers_every_round_that_is_quoted(claims, quotations, tables) -> None:
    for number, claim in claims.items():
        text = quotations[number].footnote
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
    assert claim_footnote(making.claim(3, evidence=()), tables.results) == TRADEMARK


# What a sentence that is read alone does not know.
_ELSEWHERE = re.compile(
    r"^(?:That|These|This|They|Its?|Their|The (?:two )?systems?)\b|\b[Tt]h(?:e|is) round\b(?! before)|\bit is the\b"
)


def test_no_statement_needs_another_to_be_read(claims) -> None:
    for number, claim in claims.items():
        assert not _ELSEWHERE.search(claim.statement), number
        assert claim.figures or "no smaller" not in claim.explanation, number


# Names as folders and settings have them; of these claims they are what is asked about.
_RAW = re.compile(r"\w+_\w*\d\w*|\dx[A-Z]\w+_")
_ABOUT_NAMES = {33, 35, 38, 39, "v6.1/14"}


def test_each_part_says_of_what_its_figures_are(claims, quotations) -> None:
    """A badge and a detail can be read alone."""
    faults = {}
    for number, claim in claims.items():
        checks = (*claim.conditions, *(claim.afterwards.conditions if claim.afterwards else ()))
        said = [claim.reason, *(f.how for f in claim.figures), *(t for c in checks for t in (c.detail, c.phrase))]
        bracket = re.search(r"Verdict: [a-z, ]+\((.*?)\)\.", quotations[number].text.replace("(preview)", ""))
        later = claim.afterwards.finding if claim.afterwards else ""
        faults[number] = [
            *(claim.reason for _ in range(bool(re.fullmatch(r"[\d.,]+( ?[x%]| \w+)", claim.reason)))),
            *(bracket[1] for _ in range(bool(bracket and later and later.split(";")[0] in bracket[1]))),
            *(text for text in said if number not in _ABOUT_NAMES and _RAW.search(text)),
        ]
    assert {number: found for number, found in faults.items() if found} == {}
