"""The brief: both figures of each headline, and no figure but those that the claims have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from claimcheck.build.paper import memo
from claimcheck.claims.texts.export import sentences
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.site.book import Book

HEADLINES = [number for numbers, *_ in memo.HEADLINES for number in numbers]
# Names with digits in them; everything else in the template that has a digit is a typed figure.
NAMES = re.compile(r"\bv\d\.\d\b|GB300|B200|DeepSeek-R1|Llama 3\.1 405B|h\d\b")


@pytest.fixture(scope="module")
def page(data_dir: Path) -> BeautifulSoup:
    """Its document: what it says is tested here, as the letters of a PDF depend on the machine's fonts."""
    return BeautifulSoup(memo.memo_html(Book(data_dir)), "html.parser")


def words(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())


def test_each_headline_with_both_its_figures(page: BeautifulSoup, claims: dict[int, ClaimResult]) -> None:
    """Published, computed and the reason in the table; the verdict, the explanation and the way to the claim."""
    text = words(page.get_text(" "))
    links = [str(a["href"]) for a in page.find_all("a")]
    sections = {words(h2.get_text()): words(h2.find_next("p").get_text(" ")) for h2 in page.find_all("h2")}
    rows = {words(th.get_text()): words(th.parent.get_text(" ")) for th in page.select("tbody th")}
    assert len(sections) == len(rows) == len(HEADLINES)
    for number in HEADLINES:
        claim = claims[number]
        figures = rows[words(memo.typeset(claim.statement))]
        computed = "no single figure" if claim.definitions else claim.computed_text
        assert all(words(str(told)) in figures for told in (claim.published_text, computed))
        assert str(claim.verdict).lower() in sections[words(memo.typeset(claim.statement))].lower()
        assert any(link.endswith(f"/claims/{number}.html") for link in links)
        assert words(memo.typeset(claim.reason)) in figures
        for sentence in sentences(memo.typeset(memo.leading(claim.explanation, memo.EXPLAINED))):
            assert words(sentence) in text


def test_no_figure_is_typed() -> None:
    """Every figure in the template is a number of the analysis."""
    template = (memo.FOLDER / "memo.html").read_text(encoding="utf-8")
    prose = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<[^>]*>", " ", template, flags=re.DOTALL)
    assert not re.findall(r"\S*\d\S*", NAMES.sub("", prose))
