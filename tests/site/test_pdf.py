"""The report on paper, made of pages of the built site."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup
from pypdf import PdfReader

from claimcheck.report.pages.contents import (
    ARTICLES,
    COMPANIES_GLOB,
    GLOB,
    OTHERS,
    REGISTERS,
    claim_pages,
    register_sources,
)
from claimcheck.report.paper import report
from claimcheck.report.paper.browser import STATIC, press
from tests.site.conftest import ROOT

# A page with tiles and a figure, one with notebook cells, tables and charts, one of plain text.
SAMPLE = ("book/index", "notebooks/cost", "book/glossary")


@pytest.fixture(scope="module")
def book(site: Path) -> list[tuple[str, list[report.Chapter]]]:
    """Every chapter of the report, not printed."""
    return report.chapters(ROOT)


@pytest.fixture(scope="module")
def printed(site: Path, tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    """Three pages of the site, printed as the whole is."""
    target = tmp_path_factory.mktemp("pdf") / "report.pdf"
    press(report.report_html(ROOT, SAMPLE), target, script=(STATIC / "fit.js").read_text(encoding="utf-8"))
    return PdfReader(target)


def words(text: str) -> str:
    """Letters alone: without spaces, and ligatures taken apart, which are one letter in some fonts."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def test_every_page_of_the_book_in_its_order(book: list[tuple[str, list[report.Chapter]]]) -> None:
    """As ``_toc.yml`` names them, line by line, each with a heading."""
    text = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    entries = re.findall(r"^\s*(?:-\s+file|-\s+glob|root): *(\S+)", text, flags=re.MULTILINE)
    claims = claim_pages(ROOT / "data")
    generated = {glob: [c for c in claims if c.count("/") == depth] for glob, depth in ((GLOB, 1), (OTHERS, 2))}
    for page in register_sources(ROOT / "data"):
        generated.setdefault(REGISTERS if page.startswith(ARTICLES) else COMPANIES_GLOB, []).append(page)
    named = [page for entry in entries for page in generated.get(entry, [entry])]
    chapters = [chapter for _, made in book for chapter in made]
    assert [chapter.doc for chapter in chapters] == named
    assert all(chapter.heading for chapter in chapters)
    above = {chapter.doc: chapter.above for chapter in chapters}
    assert (above["claims/7"], above["book/scorecard"]) == ("book/scorecard", "")
    captions = [part["caption"] for part in yaml.safe_load(text)["parts"]]
    assert [caption for caption, _ in book][1:] == captions


def test_ids_are_unique_and_every_link_leads_somewhere(book: list[tuple[str, list[report.Chapter]]]) -> None:
    """Within the report, or to a full address."""
    trees = [chapter.tree for _, made in book for chapter in made]
    ids = Counter(str(e["id"]) for tree in trees for e in tree.find_all(id=True))
    assert not [name for name, count in ids.items() if count > 1]
    known = set(ids) | {chapter.anchor for _, made in book for chapter in made}
    links = [str(a["href"]) for tree in trees for a in tree.find_all("a", href=True)]
    assert not [a for a in links if a.startswith("#") and a[1:] not in known]
    assert not [a for a in links if not a.startswith(("#", "https://", "http://", "mailto:"))]


def test_nothing_is_left_that_only_a_screen_can_do(book: list[tuple[str, list[report.Chapter]]]) -> None:
    """No control, script, folded box or code, menu or bitmap; each figure keeps one drawn picture; open code stays."""
    chapters = [chapter for _, made in book for chapter in made]
    for chapter in chapters:
        found = chapter.tree.select("button, input, select, form, script, details, iframe, nav, .hide")
        assert not found, chapter.doc
        for figure in chapter.tree.select("figure.cc-figure"):
            assert len(figure.select("svg[role=img]")) == 1, chapter.doc
    assert any(chapter.tree.select(".highlight pre") for chapter in chapters)


@pytest.mark.browser
def test_titles_contents_and_page_numbers(printed: PdfReader) -> None:
    """The contents give the page on which each chapter begins; every page but the first bears its number."""
    site = [BeautifulSoup((ROOT / f"_build/html/{doc}.html").read_text("utf-8"), "html.parser") for doc in SAMPLE]
    titles = [words(page.find("h1").get_text().removesuffix("#")) for page in site]
    texts = [words(page.extract_text()) for page in printed.pages]
    contents = next(text for text in texts if "Contents" in text)
    for name, where in printed.named_destinations.items():
        if name.removeprefix("/") in {report.anchor_of(doc) for doc in SAMPLE}:
            number = printed.get_destination_page_number(where)
            title = titles[[report.anchor_of(doc) for doc in SAMPLE].index(name.removeprefix("/"))]
            assert title in texts[number]
            assert f"{title}{number + 1}" in contents
    assert [contents.index(title) for title in titles] == sorted(contents.index(title) for title in titles)
    for number, text in enumerate(texts[1:], 2):
        assert re.search(rf"(?:^|\D){number}(?:\D|$)", text), number
    # pypdf reads the margin boxes first.
    assert all(text.startswith(str(number)) for number, text in enumerate(texts[1:], 2))


@pytest.mark.browser
def test_charts_are_drawn_and_legends_stand(printed: PdfReader) -> None:
    """No bitmap; the trademark legend; margin notes with result IDs."""
    assert not any(page.images for page in printed.pages)
    text = words("".join(page.extract_text() for page in printed.pages))
    assert words("The MLPerf name and logo are registered") in text
    assert re.search(r"5\.1-0072,6\.0-00\d\d", text)
