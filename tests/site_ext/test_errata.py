"""The page of our mistakes, and the links between it and what it touches."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from claimcheck.errata import Comparison, Errata, Erratum
from claimcheck.site.claimparts import card_html
from claimcheck.site.errata import errata_links
from claimcheck.site.errata_page import comparisons_html, erratum_html
from tests.site_ext.reading import Reader, hostile_elements
from tests.site_ext.stub_source import HOSTILE, claim
from tests.site_ext.test_build import build, write_book

ENTRY = Erratum(
    id="axis",
    found=datetime.date(2027, 1, 5),
    mended=datetime.date(2027, 1, 6),
    versions=("0.1.0",),
    mended_in="0.2.0",
    was=HOSTILE,
    now="Right.",
    pages=("book/claims",),
    figures=(("notebooks/figures", "second"),),
    claims=(1,),
)
MADE = """
errata:
  axis:
    found: 2027-01-05
    version: ["0.1.0"]
    was: The axis was in the wrong unit.
    now: It is in the right one.
    pages: [book/claims]
    figures: ["notebooks/figures#fig-second"]
    claims: [5]
"""


def shown(entry: Erratum = ENTRY) -> Reader:
    return Reader(erratum_html(entry, lambda p: f"{p}.html", lambda n: f"c{n}.html", lambda p, f: f"{p}.html#fig-{f}"))


def test_an_erratum_says_when_where_what_and_leads_to_what_it_touches() -> None:
    reader = shown()
    assert reader.faults == []
    assert hostile_elements(reader) == []
    for words in ("5 January 2027", "6 January 2027, in 0.2.0", "Printed in0.1.0", "Right."):
        assert words in reader.text
    addresses = [a["href"] for a in reader.named("a")]
    assert addresses == ["#erratum-axis", "book/claims.html", "notebooks/figures.html#fig-second", "c1.html"]


def test_a_mistake_that_still_stands_says_so() -> None:
    assert "Mendednot yet" in shown(replace(ENTRY, mended=None, mended_in=None)).text


def test_the_editions_compared_are_named() -> None:
    day = datetime.date(2027, 1, 7)
    html = comparisons_html(Errata((), (Comparison("0.1.0", "a" * 8, "b" * 8, day, HOSTILE, "nothing wrong"),)))
    reader = Reader(html)
    assert reader.faults == [] and hostile_elements(reader) == []
    assert "0.1.0, on 7 January 2027" in reader.text and "Nothing wrong." in reader.text
    assert comparisons_html(Errata()) == ""


def test_a_card_leads_to_the_mistakes_that_touch_its_claim() -> None:
    def resolve(page: str) -> str:
        return f"../{page}"

    card = card_html(claim(1), resolve, errata=errata_links([ENTRY], resolve))
    assert "../book/errata#erratum-axis" in [a["href"] for a in Reader(card).named("a")]
    assert "erratum" not in card_html(claim(1), lambda page: f"../{page}")


def test_no_mistake_no_line() -> None:
    assert errata_links([], lambda page: page) == ""


def errata_book(folder: Path, register: str) -> None:
    write_book(folder)
    (folder / "data" / "errata.yml").write_text(register)
    (folder / "book" / "errata.md").write_text("# Errata\n\n```{errata}\n```\n")
    toc = folder / "_toc.yml"
    toc.write_text(toc.read_text() + "- file: book/errata\n")


def test_the_page_and_the_card_lead_to_each_other(tmp_path: Path) -> None:
    errata_book(tmp_path, MADE)
    done = build(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = tmp_path / "_build" / "html" / "book"
    page = Reader((pages / "errata.html").read_text(encoding="utf-8"))
    assert "erratum-axis" in page.ids
    addresses = {a.get("href") for a in page.named("a")}
    figures = "../notebooks/figures.html"
    assert {"claims.html", f"{figures}#fig-second", f"{figures}#the-rows"} <= addresses
    card = Reader((pages / "claims.html").read_text(encoding="utf-8"))
    assert "errata.html#erratum-axis" in [a.get("href") for a in card.named("a")]


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("#fig-second", "#fig-secnd", "no figure 'secnd' in notebooks/figures; the nearest is 'second'"),
        ("pages: [book/claims]", "pages: [book/clams]", "no page 'book/clams'; the nearest is 'book/claims'"),
        ("claims: [5]", "claims: [9]", "no claim 9"),
    ],
)
def test_a_reference_to_nothing_fails_the_build(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    errata_book(tmp_path, MADE.replace(right, wrong))
    done = build(tmp_path)
    assert done.returncode != 0
    assert message in done.stdout + done.stderr
