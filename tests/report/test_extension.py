"""A small book built with the project's own configuration."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import nbformat
import pytest
import yaml

from claimcheck.charts import MIME
from claimcheck.data import paths
from tests.making import put
from tests.report.book import CLAIMS, ERRATA, NOTEBOOKS, PAGES, add_page, build, write_book

PUBLISHED = (*PAGES, *NOTEBOOKS, *(f"claims/{n}" for n in CLAIMS))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The sources of the book, to be changed."""
    write_book(tmp_path)
    return tmp_path


BAD = {
    "{n}`pair.servr`": "no number is called 'pair.servr'; the nearest is 'pair.server'",
    "```{claim-card} 9\n```": "no claim '9'",
    "```{claim-card} 2\n```\n\n```{claim-card} 2\n```": "claim-2 stands twice",
    "{verdict}`9`": "no claim '9'",
    "```{claim-page} 2\n```": "claim 2 has its page at claims/2",
    "```{claim-page} 3\n```": "no figures in book/claims",
    "```{cc-figure} notebooks/figures secnd\n```": "no figure 'secnd' in notebooks/figures; the nearest is 'second'",
    "```{mlperf-footnote} row-1 row-99\n```": "no such row: row-99",
    "```{mlperf-footnote}\n:rounds: inferense\n```": "no suite inferense",
    "```{mlperf-footnote}\n```": "no row ids given",
    "```{article-claims} A9\n```": "no article 'A9'",
    "::::{journey} J\n:details: who\n\n:::{stage} S\n:says: whom\n:::\n::::": "unknown detail 'whom'; details are who",
    "::::{journey} J\n:details: who\n\nText.\n::::": "journey 'J' holds something else",
    ":::{stage} S\n:::": "a stage stands in a journey",
    "```{math}\nx\n```": "maths is not shown on this site",
    "```{data-tables}\n```": "table is missing",
}
# Lines other than that of the directive.
LINES = {"claim-2 stands twice": ":8", "unknown detail 'whom'; details are who": ":8"}
ELSEWHERE = (
    r"book/schema\.md:5: WARNING: .*does not say what new\.yml holds",
    r"book/cite\.md:3: WARNING: no page 'book/clams'; the nearest is 'book/claims'",
    r"book/cite\.md:3: WARNING: no figure 'secnd' in notebooks/figures; the nearest is 'second'",
    r"more\.ipynb.*WARNING: figure id 'second' is taken by another figure, in",
    r"alone\.ipynb.*WARNING: figure id 'first' is used twice",
    r"book/claims is a page of the book",
    r"book/older leads to book/nowhere, which is no page of the book",
)


def test_mistakes_fail_the_build_at_their_line(book: Path) -> None:
    """One build shows all mistakes, each with its file and, where Sphinx knows it, its line."""
    for i, text in enumerate(BAD):
        add_page(book, f"book/bad{i}", f"# Bad\n\nfiller\n\n{text}\n")
    errata = ERRATA.replace("[book/claims]", "[book/clams]").replace("#fig-second", "#fig-secnd")
    put(book / "data", paths.ERRATA, errata)
    put(book / "data", f"{paths.FACTS}/new.yml", "x:\n")
    config = yaml.safe_load((book / "_config.yml").read_text())
    config["sphinx"]["config"]["claimcheck_redirects"] = {"book/claims": "book/index", "book/older": "book/nowhere"}
    (book / "_config.yml").write_text(yaml.safe_dump(config))
    notebook = nbformat.read(book / "notebooks" / "figures.ipynb", as_version=4)
    again = copy.deepcopy(notebook.cells[1])
    again["id"] = "again"
    text = nbformat.v4.new_markdown_cell("# Alone", id="words")
    twice = nbformat.v4.new_notebook(cells=[text, notebook.cells[1], again], metadata=notebook.metadata)
    nbformat.write(twice, book / "notebooks" / "alone.ipynb")
    del notebook.cells[1]
    notebook.cells[1].outputs[0].data[MIME]["title"] = "Another one"
    nbformat.write(notebook, book / "notebooks" / "more.ipynb")
    toc = book / "_toc.yml"
    toc.write_text(f"{toc.read_text()}- file: notebooks/more\n")
    index = book / "book" / "index.md"
    index.write_text(f"---\ndescription: In our own words.\n---\n{index.read_text()}")
    done = build(book)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    for i, message in enumerate(BAD.values()):
        at = LINES.get(message, ":5")
        assert any(message in line and f"bad{i}.md{at}" in line for line in said.splitlines()), (message, said[-3000:])
    assert [pattern for pattern in ELSEWHERE if not re.search(pattern, said)] == [], said[-5000:]
    front = (book / "_build" / "html" / "book" / "index.html").read_text(encoding="utf-8")
    assert front.count("In our own words.") >= 3, "a page may say its own description"


def test_a_changed_page_is_read_alone_and_a_changed_glossary_with_all(book: Path) -> None:
    """For other data or code the Makefile lets Sphinx begin again: see tests/test_build.py."""

    def read_again() -> set[str]:
        done = build(book)
        assert done.returncode == 0, done.stdout + done.stderr
        said = re.sub(r"\x1b\[[\d;]*[mK]", "", done.stdout)
        return set(re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", said))

    add_page(book, "book/glossary", "# Glossary\n\nGain\n: What is more.\n")
    everything = {*PUBLISHED, "book/glossary"}
    assert read_again() == everything
    html = book / "_build" / "html"
    written, sitemap = html / "claims.json", (html / "sitemap.xml").read_bytes()
    with (book / "book" / "claims.md").open("a") as page:
        page.write("\nOne sentence more.\n")
    written.write_text("mine")
    assert read_again() == {"book/claims"}
    assert (html / "sitemap.xml").read_bytes() == sitemap
    assert written.read_text() == "mine", "no file of a claim is made again"
    (book / "book" / "glossary.md").write_text("# Glossary\n\nGain\n: What is less.\n")
    assert read_again() == everything
    assert "What is less." in (html / "book" / "index.html").read_text(encoding="utf-8")
