"""The register of texts, and whose sentence a claim is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.claims.register.articles import PART, WHOLE, read_articles, read_texts
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts.wording import claim_numbers
from claimcheck.claims.verdict.result import REPRODUCED, Printed
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
