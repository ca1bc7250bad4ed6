"""The brief: two pages, drawn charts, and no figure but those that the claims have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from claimcheck.claims.footnote import TRADEMARK
from claimcheck.claims.model import ClaimResult, Tables
from claimcheck.paper import memo
from claimcheck.paper.press import STATIC, PressError, press

HEADLINES = [number for headline in memo.HEADLINES for number in headline.numbers]
# Names with digits in them; everything else in the template that has a digit is a typed figure.
NAMES = re.compile(r"\bv\d\.\d\b|GB300|Llama 3\.1 405B|h\d\b")


@pytest.fixture(scope="module")
def printed(root: Path, tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    """The brief, printed once."""
    target = tmp_path_factory.mktemp("memo") / "memo.pdf"
    script = (STATIC / "memo.js").read_text(encoding="utf-8")
    press(memo.memo_html(root, tables), target, script=script, pages=memo.SHEETS)
    return PdfReader(target)


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.browser
def test_two_pages_of_a4_that_letter_holds(printed: PdfReader) -> None:
    """A4; and what is printed leaves the margins free that Letter, less high, cuts off."""
    assert len(printed.pages) == 2
    for page in printed.pages:
        assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == (595, 842)
        heights: list[float] = []
        page.extract_text(
            visitor_text=lambda text, user, matrix, *_, seen=heights: seen.append(
                matrix[5] * user[3] + user[5] if text.strip() else 421
            )
        )
        spare = (842 - 792) / 2
        assert spare < min(heights) and max(heights) < 842 - spare


@pytest.mark.browser
def test_charts_are_drawn_not_pictures(printed: PdfReader) -> None:
    """No bitmap on any page, and the charts' own words as text."""
    assert not any(page.images for page in printed.pages)
    text = words("".join(page.extract_text() for page in printed.pages))
    assert "ratio per accelerator" in text and "speed-up" in text and "wins counted for NVIDIA" in text


@pytest.mark.browser
def test_each_headline_with_both_its_figures(printed: PdfReader, claims: dict[int, ClaimResult]) -> None:
    """Published and computed, as ``claimcheck claims --json`` gives them, beside the verdict; and the claim's page."""
    text = words("".join(page.extract_text() for page in printed.pages))
    numbers = {match.replace(",", "") for match in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}
    links = {
        str(note.get_object()["/A"]["/URI"])
        for page in printed.pages
        for note in page.get("/Annots", ())
        if "/URI" in note.get_object().get("/A", ())
    }
    for number in HEADLINES:
        told = claims[number].as_json()
        for value in (told["published"]["value"], told["computed"]["value"]):
            rounded = {f"{value:.{decimals}f}" for decimals in (0, 1, 2)} - {f"{value:.0f}"} or {f"{value:.0f}"}
            rounded |= {f"{value:.0f}"} if value >= 100 or value == int(value) else set()
            assert rounded & numbers, f"claim {number}: {value}"
        assert str(told["verdict"]) in text
        assert any(link.endswith(f"/claims/{number}.html") for link in links)
        for condition in claims[number].conditions:
            if not condition.holds and number != 12:
                assert words(condition.name).lower().replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") in text.lower()


@pytest.mark.browser
def test_results_and_footnote(printed: PdfReader, claims: dict[int, ClaimResult]) -> None:
    """The margin names the results and leads to their lines; the footnote that the rules ask for stands in full."""
    text = words("".join(page.extract_text() for page in printed.pages))
    joined = text.replace(" ", "")
    assert TRADEMARK.replace(" ", "") in joined
    assert "MLPerf®Inferencev6.0:closeddivision" in joined
    for evidence in (*claims[1].evidence, *claims[7].evidence):
        assert evidence.result_id in text


def test_no_figure_is_typed() -> None:
    """Every figure in the template is a number of the analysis."""
    template = (STATIC.parent / "templates" / "memo.html").read_text(encoding="utf-8")
    prose = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<[^>]*>", " ", template, flags=re.DOTALL)
    assert not re.findall(r"\S*\d\S*", NAMES.sub("", prose))
    assert not re.search(r"\b(?:three|five|six|seven|eight|nine|ten) (?:GPUs|rules|wins|comparisons)\b", prose)


def test_a_figure_that_is_gone_is_named(root: Path) -> None:
    """With those that the notebook has."""
    wrong = memo.Headline((1,), "notebooks/07-cost", "saving-curves")
    with pytest.raises(PressError, match="saving-curve"):
        memo._figure(wrong, root)


def test_a_case_ends_with_a_sentence() -> None:
    """Whole sentences only; the first one whatever its length."""
    text = 'It rose by 2.5x on v6.1. "Up to" is said. The rest is longer.'
    assert memo._leading(text, 45) == 'It rose by 2.5x on v6.1. "Up to" is said.'
    assert memo._leading(text, 5) == "It rose by 2.5x on v6.1."
