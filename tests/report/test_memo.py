"""The brief: two pages, drawn charts, and no figure but those that the claims have."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader

from claimcheck.analysis.tables import Tables
from claimcheck.claims.texts.export import sentences
from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.report.paper import memo
from claimcheck.report.paper.browser import PressError, press

HEADLINES = [number for headline in memo.HEADLINES for number in headline.numbers]
# Names with digits in them; everything else in the template that has a digit is a typed figure.
NAMES = re.compile(r"\bv\d\.\d\b|GB300|Llama 3\.1 405B|h\d\b")


@pytest.fixture(scope="module")
def html(root: Path, tables: Tables) -> str:
    """The brief as it is printed."""
    return memo.memo_html(root, tables)


@pytest.fixture(scope="module")
def page(html: str) -> BeautifulSoup:
    """Its document: what it says is tested here, as the letters of a PDF depend on the machine's fonts."""
    return BeautifulSoup(html, "html.parser")


@pytest.fixture(scope="module")
def printed(html: str, tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    """The brief, printed once."""
    target = tmp_path_factory.mktemp("memo") / "memo.pdf"
    press(html, target, script=(memo.STATIC / "memo.js").read_text(encoding="utf-8"), pages=memo.SHEETS)
    return PdfReader(target)


def words(text: str) -> str:
    """The text with single spaces, and ligatures taken apart, which are one letter in some fonts."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


@pytest.mark.browser
def test_two_pages_of_a4_that_letter_holds(printed: PdfReader) -> None:
    """A4; and what is printed leaves the margins free that Letter, less high, cuts off."""
    assert len(printed.pages) == 2
    for sheet in printed.pages:
        assert (round(float(sheet.mediabox.width)), round(float(sheet.mediabox.height))) == (595, 842)
        heights: list[float] = []
        sheet.extract_text(
            visitor_text=lambda text, user, matrix, *_, seen=heights: seen.append(
                matrix[5] * user[3] + user[5] if text.strip() else 421
            )
        )
        spare = (842 - 792) / 2
        assert spare < min(heights) and max(heights) < 842 - spare


@pytest.mark.browser
def test_all_is_printed_and_charts_are_drawn_not_pictures(printed: PdfReader, page: BeautifulSoup) -> None:
    """No bitmap on any page; every heading, whole sentence and link, and the charts' own words as text."""
    assert not any(sheet.images for sheet in printed.pages)
    text = words(" ".join(sheet.extract_text() for sheet in printed.pages))
    blocks = page.select("h1, h2, .answer p, .words > p:not([class])")
    told = [sentence for block in blocks for sentence in sentences(words(block.get_text()))]
    # A gap within a word would be copied as two words.
    assert [sentence for sentence in told if sentence not in text] == []
    assert len(told) > 40
    for word in ("result per GPU", "saving in the cost of a token", "wins counted for NVIDIA"):
        assert word in text
    notes = [note.get_object() for sheet in printed.pages for note in sheet.get("/Annots", ())]
    assert {str(note["/A"]["/URI"]) for note in notes} >= {a["href"] for a in page.find_all("a")}


def test_each_headline_with_both_its_figures(page: BeautifulSoup, claims: dict[int, ClaimResult]) -> None:
    """Published and computed next to the verdict with its reason, the explanation, and the way to the claim's page."""
    text = words(page.get_text(" "))
    links = [str(a["href"]) for a in page.find_all("a")]
    sections = {words(h2.get_text()): words(h2.find_next("p").get_text(" ")) for h2 in page.find_all("h2")}
    assert len(sections) == len(HEADLINES)
    for number in HEADLINES:
        claim = claims[number]
        figures = sections[words(memo._typeset(claim.statement))]
        assert all(words(str(told)) in figures for told in (claim.published_text, claim.computed_text))
        assert str(claim.verdict).lower() in figures.lower()
        assert any(link.endswith(f"/claims/{number}.html") for link in links)
        assert words(memo._typeset(claim.reason)) in figures
        for sentence in sentences(memo._typeset(claim.explanation)):
            assert words(sentence) in text


def test_results_and_footnote(page: BeautifulSoup, claims: dict[int, ClaimResult]) -> None:
    """The margin names the results and leads to their lines; the footnote that the rules require is there in full."""
    text = words(page.get_text(" "))
    assert TRADEMARK in text and "MLPerf® Inference v6.0: closed division" in text
    for evidence in (*claims[1].evidence, *claims[7].evidence):
        assert evidence.result_id in text


def test_no_figure_is_typed() -> None:
    """Every figure in the template is a number of the analysis."""
    template = (memo.STATIC.parent / "templates" / "memo.html").read_text(encoding="utf-8")
    prose = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<[^>]*>", " ", template, flags=re.DOTALL)
    assert not re.findall(r"\S*\d\S*", NAMES.sub("", prose))


def test_a_figure_that_is_gone_is_named(root: Path) -> None:
    """With those that the notebook has."""
    wrong = memo.Headline((1,), "notebooks/cost", "saving-curves")
    with pytest.raises(PressError, match="saving-curve"):
        memo._figure(wrong, root)
