"""Answers to be copied: for every claim of the register, and for the front page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.register.articles import named, read_articles
from claimcheck.claims.texts.export import LENGTHS, answer, answers, claim_footnote, result_rows, sentences
from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data import paths
from claimcheck.data.registers import find_register
from tests import making
from tests.making import put, register


def words(text: str) -> int:
    return len(text.split())


def test_every_text_keeps_its_length_and_has_everything_that_counts(claims, quotations, data_dir: Path) -> None:
    articles = read_articles(data_dir)
    assert claims
    for number, claim in claims.items():
        found = quotations[number]
        assert tuple(found.texts) == LENGTHS == (30, 80, 200)
        for length, text in found.texts.items():
            plain = text.replace("®", "")
            assert words(text) <= length, (number, length, words(text), text)
            assert named(claim.statement, articles).rstrip(".") in plain, (number, length)
            reason = claim.reason if length > LENGTHS[0] else claim.reason.partition("; ")[0]
            assert claim.verdict in plain and reason in plain, (number, length)
            assert text.count("®") == min(1, text.count("MLPerf")) and not re.search(r"MLPerf(?!®).*®", text), number
            assert not re.search(r"\bA[1-5]\b", text), f"{number}: a key that a memo's reader does not have"
            assert not re.search(r"[;:,] ?[.;,]|\s{2}|[^.]\.\.(?!\.)", text), (number, length, text)
        assert claim.whose.text in found.texts[200] and f"({claim.whose.dates})" in found.texts[80], number
        for length in LENGTHS[1:]:
            assert not claim.afterwards or "In later rounds: " in found.texts[length], (number, length)
        assert found.source.endswith(f"/claims/{number}.html"), number
        assert found.footnote.endswith(TRADEMARK), number


def test_the_decisive_follow_up_is_in_every_text_of_claim_1(claims, quotations, tables, numbers) -> None:
    own = claims[1].together.figure.text
    later = [one.figure.text for one in claims[1].afterwards.conditions if one.figure]
    assert (own, *later) == ("1.91x", "2.85x", "2.33x")
    front = answer("in-short", list(claims.values()), tables.results, numbers).texts
    for text in (quotations[1].texts[80], quotations[1].texts[200], front[80], front[200]):
        assert own in text and all(figure in text for figure in later)
    # Thirty words have room for three figures, and for who, what and which test.
    for text in (quotations[1].texts[30], front[30]):
        assert all(words in text for words in (own, "NVIDIA's", "GB300", "DeepSeek-R1 Server"))
        assert len(re.findall(r"\d[\d.,]*[x%]", text)) <= 3


def test_no_two_findings_of_a_claim_contradict_each_other_when_each_is_read_alone(claims, quotations) -> None:
    """A finding says what it is of, so that two of one claim differ in more than whether it is so, or in a figure."""
    for number, claim in claims.items():
        checks = claim.afterwards.conditions if claim.afterwards else ()
        found = list(dict.fromkeys(check.reason for check in checks))
        subjects = [re.sub(r"\b(not|no) |\d[\d.,]*[x%]?|\bv\d\.\d|( by|:) .*", "", reason) for reason in found]
        assert len(set(subjects)) == len(found), (number, found)
        shortest = quotations[number].texts[30]
        if not any(check.figure for check in checks):
            assert len({reason in shortest for reason in found}) < 2, (number, "half of what was found")
    assert "not overtaken in total up to v6.1; it was overtaken per GPU in v6.1 by AMD" in quotations[26].texts[80]
    assert claims[9].afterwards.finding.startswith("first per GPU of the systems on sale in v6.1 are ")


def test_the_front_page_answers_in_three_lengths_with_every_result_that_it_names(
    claims, tables, numbers, data_dir: Path
) -> None:
    found = answer("in-short", list(claims.values()), tables.results, numbers, data_dir)
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
    claims, tables, numbers, data_dir: Path, tmp_path: Path, text, message
) -> None:
    data = tmp_path / "data"
    put(data, paths.ROUNDS, (data_dir / paths.ROUNDS).read_text(encoding="utf-8"))
    mine = {"claims": [1], "texts": {30: text, 80: "It is so.", 200: "It is so."}}
    register(data, given={"answers": {"mine": mine}, "claims": {}})
    with pytest.raises(ClaimcheckError, match=message):
        answer("mine", list(claims.values()), tables.results, numbers, data)


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


_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")
# What a sentence that is read alone does not know.
_ELSEWHERE = re.compile(
    r"^(?:These|This|They|It|The (?:two )?systems?)\b|\b[Tt]h(?:e|is) round\b(?! before)|\bit is the\b"
)


def test_no_text_repeats_its_reason_or_needs_another_to_be_read(claims, quotations) -> None:
    faults = {}
    for number, claim in claims.items():
        texts, reason = quotations[number].texts, claim.reason.casefold()
        longer = [_explained(texts[words]) for words in (80, 200)]
        known = {*_NUMBERS.findall(f"{claim.statement} {reason}")}
        faults[number] = [
            *(
                words
                for words in (80, 200)
                if len(reason) > 8 and _explained(texts[words]).casefold().count(reason) > 1
            ),
            # A part of a reason is there again only next to another figure.
            *(
                text
                for whole in longer
                for text in sentences(whole)[2:]
                if any(len(part) > 8 and part in text.casefold() for part in reason.split("; "))
                and {*_NUMBERS.findall(text)} <= known
            ),
            *(text for text in texts.values() if "MLCommons's" in text),
            *(claim.explanation for _ in range("no smaller" in claim.explanation and not claim.figures)),
            *(claim.statement for _ in _ELSEWHERE.findall(claim.statement)),
        ]
    assert {number: found for number, found in faults.items() if found} == {}


# Names as folders and settings have them; of these claims they are what is asked about.
_RAW = re.compile(r"\w+_\w*\d\w*|\dx[A-Z]\w+_")
_ABOUT_NAMES = {33, 35, 38, 39, "v6.1/14"}


def test_each_text_says_its_round_and_of_what_its_figures_are(claims, quotations, data_dir) -> None:
    """A badge, a detail and each text can be read alone."""
    faults = {}
    for number, claim in claims.items():
        texts = quotations[number].texts
        checks = (*claim.conditions, *(claim.afterwards.conditions if claim.afterwards else ()))
        said = [claim.reason, *(f.how for f in claim.figures), *(t for c in checks for t in (c.detail, c.phrase))]
        bracket = re.search(r"Verdict: [a-z, ]+\((.*?)\)\.", texts[30].replace("(preview)", ""))
        later = claim.afterwards.finding if claim.afterwards else ""
        own = find_register(claim.register, data_dir).round.split()[-1]
        faults[number] = [
            *(n for n, text in texts.items() if own not in text),
            *(claim.reason for _ in range(bool(re.fullmatch(r"[\d.,]+( ?[x%]| \w+)", claim.reason)))),
            *(bracket[1] for _ in range(bool(bracket and later and later.split(";")[0] in bracket[1]))),
            *(text for text in said if number not in _ABOUT_NAMES and _RAW.search(text)),
        ]
    assert {number: found for number, found in faults.items() if found} == {}


def _explained(text: str) -> str:
    """A text up to what speaks for the claim and what later rounds show, which may say the same again."""
    return re.split(r"In its favour: |In later rounds: |Range of the figure: ", text)[0]
