"""Each notebook's page offers the notebook and its text form, and the site serves both as they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from claimcheck.site.downloads import FORMS, binder_address, offer_html
from tests.site_ext.reading import Reader
from tests.site_ext.test_build import build, write_book


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built book: one notebook with its text form, one without."""
    folder = tmp_path_factory.mktemp("book")
    write_book(folder)
    shutil.copy(folder / "notebooks" / "figures.ipynb", folder / "notebooks" / "alone.ipynb")
    (folder / "notebooks" / "figures.py").write_bytes("# %%\nprint('a \u00b5')\r\n".encode())
    toc = folder / "_toc.yml"
    toc.write_text(toc.read_text() + "- file: notebooks/alone\n")
    alone = folder / "notebooks" / "alone.ipynb"
    # A label names one place of a book.
    alone.write_text(alone.read_text().replace("(the-rows)=", "").replace("See [the chart](#fig-evil); the", "The"))
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def offered(book: Path, page: str) -> list[str]:
    reader = Reader((book / "_build" / "html" / f"{page}.html").read_text(encoding="utf-8"))
    # A figure's files are offered below it; here it is about the page's own.
    return [a["href"] for a in reader.named("a") if "download" in a and not a["href"].startswith("../figures/")]


def test_both_forms_are_offered_and_served_byte_for_byte(book: Path) -> None:
    assert offered(book, "notebooks/figures") == ["figures.ipynb", "figures.py"]
    for name in offered(book, "notebooks/figures"):
        served = book / "_build" / "html" / "notebooks" / name
        assert served.read_bytes() == (book / "notebooks" / name).read_bytes(), name


def test_only_the_forms_that_there_are(book: Path) -> None:
    assert offered(book, "notebooks/alone") == ["alone.ipynb"]
    assert offered(book, "book/index") == []


def test_the_line_stands_under_the_title(book: Path) -> None:
    html = (book / "_build" / "html" / "notebooks" / "figures.html").read_text(encoding="utf-8")
    assert html.count('class="cc-rerun"') == 1
    # The theme has a hidden title of its own above the article.
    article = html.partition("<article")[2]
    assert article.index("</h1>") < article.index('class="cc-rerun"') < article.index("<h2>")


def test_binder_opens_the_notebook_of_a_github_repository() -> None:
    address = binder_address("https://github.com/some/book", "a/b", "notebooks/01-x y.ipynb")
    assert address == "https://mybinder.org/v2/gh/some/book/a%2Fb?labpath=notebooks%2F01-x%20y.ipynb"
    assert binder_address("https://example.org/some/book", "main", "x.ipynb") is None


def test_what_is_not_there_is_not_offered() -> None:
    assert "Binder" not in offer_html("notebooks/x", FORMS, None, None)
    assert "how to" not in offer_html("notebooks/x", FORMS, None, None)
    hostile = Reader(offer_html('notebooks/x"><img>', FORMS, None, None))
    assert hostile.faults == [] and hostile.named("img") == []
