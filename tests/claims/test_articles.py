"""The register of texts, and whose sentence a claim is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.register.articles import PART, WHOLE, read_articles, read_texts
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.wording import claim_numbers
from claimcheck.claims.verdict.result import REPRODUCED, ClaimResult, Printed
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import DATA_DIR
from tests.making import register

X = Printed(2.0, "x", "2x")
TEXTS = read_articles(DATA_DIR)
SAID = {claim.number: claim.said for claim in load_register(DATA_DIR)}


TEXT = "{author: X, title: y, date: %s, role: a report, whole: in full%s}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TEXT % ("2026-04", ", adress: https://x.org"), "did you mean address"),
        (TEXT % ("April 2026", ""), "A1.date"),
        ("{author: X, title: y, date: 2026-04, whole: in full}", "A1.role"),
        (TEXT % ("2026-04", ", part: some"), "read in no way, or in two"),
        (TEXT % ("2026-04", ", vendor: true, told_by: notes"), "says through whom"),
    ],
)
def test_a_mistake_in_the_register_of_texts_is_reported(tmp_path: Path, text: str, said: str) -> None:
    (register(tmp_path) / "articles.yml").write_text(f"articles:\n  A1: {text}\nothers:\n", encoding="utf-8")
    with pytest.raises(RegisterError, match=r"articles\.yml:2") as error:
        read_texts(tmp_path)
    assert said in str(error.value)


# A sentence of each form, and whose it is.
WHOSE = {
    # Read in the company's own text, by one author or two.
    "v4.1/1": "NVIDIA (August 2024)",
    "v6.1/18": "Dell and MangoBoost (September 2026)",
    "v6.1/11": "AMD; also in a personal repository on GitHub (September 2026)",
    "v5.0/18": "NVIDIA, quoted by tekmono.com (April 2025)",
    "training-v5.0/3": "NVIDIA, quoted by techdailyfeed.com (June 2025)",
    # Credited by a report, read through others only, or both.
    "v3.1/1": "NVIDIA, as reported by Tom's Hardware (September 2023)",
    "v5.0/17": "NVIDIA, as reported by tekmono.com (April 2025)",
    "v4.1/12": "NVIDIA, as reported by notes in a repository on GitHub (August 2024)",
    "v5.0/1": "NVIDIA, as reported by IT-Online and notes in repositories on GitHub; also in The Rift (April 2025)",
    # The month in which we read a text is not the month in which it was said.
    "v3.1/16": "NVIDIA, as reported by notes in a repository on GitHub (undated)",
    "v4.1/25": "AMD (undated)",
    7: "NVIDIA, as reported by thedailyscout.com; also in smart-guide, BEP Research and cryptovideos.net (April 2026)",
    # An outlet's own words, a copy by unknown hands last.
    "v5.0/28": "The Rift (April 2025)",
    "training-v3.1/8": "businessdor.com (November 2023)",
    13: "smart-guide and cryptovideos.net (April 2026)",
}


def test_a_sentence_is_whose_it_was_read_in_quoted_from_or_credited_to(claims: dict[int | str, ClaimResult]) -> None:
    for number, words in WHOSE.items():
        assert claims[number].whose.text == words, number
    assert {claims[n].whose.reported for n in (7, 28, 29, 45, 48)} == {("NVIDIA",)}


def test_nobody_is_credited_with_a_sentence_that_was_not_read_as_its_own(claims, quotations, tables) -> None:
    for number, claim in claims.items():
        texts, shortest = [TEXTS[key] for key in claim.articles], quotations[number].text
        wrote = {text.company for text in texts if text.vendor and text.read in (WHOLE, PART)}
        quoted = {line.of for line in SAID[number].values() if line.quoted}
        says = {"NVIDIA"} if claim.nvidia and claim.nvidia.stance == "says" else set()
        assert set(claim.whose.own) == wrote | quoted | says, number
        assert all(name in claim.whose.own or f"{name}'s claim" not in shortest for name in claim.by), number
        copies = [text.copied_by_others for text in texts]
        assert copies == sorted(copies), number
    copied = "|".join(re.escape(text.author) for text in TEXTS.values() if text.copied_by_others)
    figures = claim_numbers(list(claims.values()), tables).values()
    assert [one.key for one in figures if re.search(rf"printed by (?:{copied})(?:,| and )", one.how)] == []


def test_only_what_the_unread_part_could_change_is_as_far_as_we_could_read_it(claims) -> None:
    # Not: what our tables do not know (training-v5.1/8), what is read as a limit (v6.1/3), a note that stays one (21).
    assert all(claims[number].as_read for number in (6, 12, "v4.1/10", "v4.1/47", "v5.0/7"))
    assert not any(claims[number].as_read for number in (21, "v6.1/3", "v6.1/7", "training-v5.1/8"))
    assert [number for number, claim in claims.items() if claim.as_read and claim.verdict == REPRODUCED] == []


def test_the_page_of_an_article_is_headed_by_its_outlet_and_title() -> None:
    pages = DATA_DIR.parent / "book" / "articles"
    headed = {key: f"# {text.heading}" for key, text in read_articles(DATA_DIR).items() if "/" not in key}
    assert headed == {key: (pages / f"{key}.md").read_text(encoding="utf-8").partition("\n")[0] for key in headed}


def test_what_a_text_tells_is_in_an_article_that_makes_the_claim_in_a_line_that_asserts_something() -> None:
    places = [(claim, line) for claim in load_register(DATA_DIR) for name in claim.says for line in claim.limits(name)]
    assert len(places) > 300
    assert [(claim.number, line.article) for claim, line in places if line.article not in claim.said] == []
    # The lines of assertions are listed of some articles alone.
    listed = [(claim.number, line, TEXTS[line.article].lines) for claim, line in places]
    assert [(number, line) for number, line, lines in listed if lines and line.line not in lines] == []
