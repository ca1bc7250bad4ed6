"""What a page of the site becomes on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.paper.press import PressError
from claimcheck.paper.reading import Chapter, Page, connect, ids_of, read_chapter
from claimcheck.site.outputs import LONGEST, SHOWN

BASE = "https://example.org/book/"
DOCS = ("notebooks/a", "book/b", "claims/1")
ROWS = "".join(f"<tr><td>row {i}</td></tr>" for i in range(LONGEST + 1))
SOURCES = """<section class="cc-sources" id="sources-of-the-figures"><h2>Sources</h2><ol>
<li class="cc-source" id="src-x"><p>1</p><details><summary>2 places</summary><ul class="cc-evidence">
<li><span class="cc-evidence__id">5.1-0072</span></li><li><span class="cc-evidence__id">6.0-0082</span></li></ul>
</details></li><li class="cc-source" id="src-y"><p class="cc-source__same"><a href="#src-x">1</a></p></li>
</ol></section>"""


def read(folder: Path, body: str, doc: str = "notebooks/a", title: str = "") -> Chapter:
    """The chapter of a page with ``body`` under its heading."""
    path = folder / f"{doc}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<html><nav>menu</nav><article class="bd-article"><section id="top"><h1>The  page<a class="headerlink" '
        f'href="#top">#</a></h1>{body}</section></article><footer>end</footer></html>',
        encoding="utf-8",
    )
    return read_chapter(folder, Page(doc, title), BASE, DOCS)


def test_the_results_behind_a_paragraph_stand_in_its_margin(tmp_path: Path) -> None:
    """Named once, also where a source refers to another; the number leads to its sources on the site."""
    text = '<p>It is <a class="cc-num" href="#src-x">1</a>.</p><p>So <a class="cc-num" href="#src-y">1</a>.</p>'
    tree = read(tmp_path, text + SOURCES).tree
    assert [note.get_text() for note in tree.select("p > .paper-note")] == ["5.1-0072, 6.0-0082"] * 2
    assert tree.select_one("a.cc-num")["href"] == f"{BASE}notebooks/a.html#src-x"
    assert "5.1-0072" not in tree.select_one(".paper-fold").get_text()
    assert not tree.select(".cc-source")


def test_evidence_folds_to_a_link_and_other_boxes_open(tmp_path: Path) -> None:
    """A long list leads to the site; a box in the text shows what it holds."""
    body = (
        '<div id="claim-3"><details><summary>Evidence: 4</summary><ul class="cc-evidence"></ul></details></div>'
        "<details><summary>More</summary><p>Inside.</p></details>"
    )
    tree = read(tmp_path, body).tree
    assert tree.select_one(".paper-fold a")["href"] == f"{BASE}notebooks/a.html#claim-3"
    assert not tree.select("details") and "Inside." in tree.get_text() and "Evidence: 4" in tree.get_text()


def test_a_long_table_says_what_it_leaves_out(tmp_path: Path) -> None:
    """Only tables of results are cut; none in silence."""
    table = f"<table><tbody>{ROWS}</tbody></table>"
    tree = read(tmp_path, f'<div class="cell_output" id="tab-x">{table}</div>').tree
    assert len(tree.select("tr")) == SHOWN
    assert f"first {SHOWN} of {LONGEST + 1}" in tree.get_text()
    assert tree.select_one(".paper-fold a")["href"].endswith("a.html#tab-x")
    assert len(read(tmp_path, f"<div>{table}</div>").tree.select("tr")) == LONGEST + 1


def test_the_card_of_a_claim_with_a_page_of_its_own_leads_there(tmp_path: Path) -> None:
    """On that page itself it stays whole; so does the card of a claim without one."""
    card = (
        '<article class="cc-claim" aria-labelledby="claim-{n}-statement"><header class="cc-claim__head">Claim</header>'
        '<p class="cc-claim__statement" id="claim-{n}-statement">So.</p><p>Why</p></article>'
    )
    folded = read(tmp_path, card.format(n=1)).tree
    assert "Why" not in folded.get_text() and "So." in folded.get_text()
    assert folded.select_one(".paper-fold a")["href"] == "../claims/1.html"
    assert "Why" in read(tmp_path, card.format(n=2)).tree.get_text()
    assert "Why" in read(tmp_path, card.format(n=1), doc="claims/1").tree.get_text()


@pytest.mark.parametrize(
    ("address", "becomes"),
    [
        ("#here", "#notebooks-a--here"),
        ("#gone", f"{BASE}notebooks/a.html#gone"),
        ("../book/b.html", "#book-b"),
        ("../book/b.html#there", "#book-b--there"),
        ("../book/b.html#gone", f"{BASE}book/b.html#gone"),
        ("../data/x.csv", f"{BASE}data/x.csv"),
        ("../search.html?q=a", f"{BASE}search.html?q=a"),
        ("https://mlcommons.org/#a", "https://mlcommons.org/#a"),
        ("mailto:a@b.c", "mailto:a@b.c"),
    ],
)
def test_links_lead_into_the_report_or_to_the_site(tmp_path: Path, address: str, becomes: str) -> None:
    """What is in the report is linked there, all else where it is public."""
    chapter = read(tmp_path, f'<p id="here"><a href="{address}">x</a></p>')
    known = {f"notebooks-a--{name}" for name in ids_of(chapter)} | {"book-b--there"}
    connect(chapter, known, DOCS, BASE)
    assert chapter.tree.find("a")["href"] == becomes


def test_ids_and_what_refers_to_them_change_together(tmp_path: Path) -> None:
    """Two pages may use one id, also within pictures."""
    chapter = read(tmp_path, '<svg aria-labelledby="t d"><clipPath id="c"/><g clip-path="url(#c)" id="t"/></svg>')
    connect(chapter, (), DOCS, BASE)
    svg = chapter.tree.find("svg")
    assert svg["aria-labelledby"] == "notebooks-a--t notebooks-a--d"
    assert svg.find("g")["clip-path"] == "url(#notebooks-a--c)" and svg.find("g")["id"] == "notebooks-a--t"
    assert svg.find("clippath")["id"] == "notebooks-a--c"


def test_a_page_that_is_not_built_is_named(tmp_path: Path) -> None:
    """Absent, or without an article."""
    with pytest.raises(PressError, match=r"b\.html: the page is not built"):
        read_chapter(tmp_path, Page("book/b"), BASE, DOCS)
    (tmp_path / "x.html").write_text("<h1>x</h1>", encoding="utf-8")
    with pytest.raises(PressError, match="no article"):
        read_chapter(tmp_path, Page("x"), BASE, DOCS)
