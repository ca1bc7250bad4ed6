"""What a page of the site becomes on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.report.paper.browser import PressError
from claimcheck.report.paper.report import Chapter, Page, connect, ids_of, read_chapter
from claimcheck.report.parts.writer import LONGEST_TABLE, SHOWN_ROWS

BASE = "https://example.org/book/"
DOCS = ("notebooks/a", "book/b", "claims/1")
ROWS = "".join(f"<tr><td>row {i}</td></tr>" for i in range(LONGEST_TABLE + 1))


def read(folder: Path, body: str, doc: str = "notebooks/a", title: str = "") -> Chapter:
    """The chapter of a page with ``body`` under its heading."""
    path = folder / f"{doc}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<html><nav>menu</nav><article class="cc-article"><section id="top"><h1>The  page<a class="headerlink" '
        f'href="#top">#</a></h1>{body}</section></article><footer>end</footer></html>',
        encoding="utf-8",
    )
    return read_chapter(folder, Page(doc, title), BASE, DOCS)


def test_a_long_table_says_what_it_leaves_out(tmp_path: Path) -> None:
    """Only tables of results are cut; none in silence."""
    table = f"<table><tbody>{ROWS}</tbody></table>"
    tree = read(tmp_path, f'<div class="cell_output" id="tab-x">{table}</div>').tree
    assert len(tree.select("tr")) == SHOWN_ROWS
    assert f"first {SHOWN_ROWS} of {LONGEST_TABLE + 1}" in tree.get_text()
    assert tree.select_one(".paper-fold a")["href"].endswith("a.html#tab-x")
    assert len(read(tmp_path, f"<div>{table}</div>").tree.select("tr")) == LONGEST_TABLE + 1


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


def test_a_page_that_is_not_built_is_named(tmp_path: Path) -> None:
    """Absent, or without an article."""
    with pytest.raises(PressError, match=r"b\.html: the page is not built"):
        read_chapter(tmp_path, Page("book/b"), BASE, DOCS)
    (tmp_path / "x.html").write_text("<h1>x</h1>", encoding="utf-8")
    with pytest.raises(PressError, match="no article"):
        read_chapter(tmp_path, Page("x"), BASE, DOCS)
