"""The order of the pages on paper is that of ``_toc.yml``, however it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.paper.order import Page, TocError, parts
from tests.making import register

TOC = """
format: jb-book
root: book/index
parts:
  - caption: The claims
    chapters:
      - file: book/scorecard
        title: Card
        sections:
          - file: book/more
            sections:
              - file: book/most
          - glob: claims/*
      - url: https://example.org
  - caption: Nothing but links
    chapters:
      - url: https://example.org/2
  - caption: Rest
    chapters:
      - file: book/method
"""


def write(folder: Path, text: str) -> Path:
    register(folder / "data", given={"claims": {f"c{n}": {"number": n} for n in (10, 2)}})
    path = folder / "_toc.yml"
    path.write_text(text, encoding="utf-8")
    return path


def test_pages_follow_the_file_and_each_stands_once(tmp_path: Path) -> None:
    """Pages below others, patterns, addresses elsewhere, parts without a page."""
    found = parts(write(tmp_path, TOC))
    assert [part.caption for part in found] == ["", "The claims", "Rest"]
    assert found[0].pages == (Page("book/index"),)
    below = "book/scorecard"
    assert found[1].pages == (
        Page(below, "Card"),
        Page("book/more", "", below),
        Page("book/most", "", below),
        Page("claims/2", "Claim 2", below),
        Page("claims/10", "Claim 10", below),
    )


def test_a_file_that_is_no_contents_is_an_error(tmp_path: Path) -> None:
    """Absent, or without a root."""
    with pytest.raises(TocError, match=r"_toc\.yml"):
        parts(tmp_path / "_toc.yml")
    with pytest.raises(TocError, match="rule"):
        parts(write(tmp_path, "format: jb-book\nparts: []\n"))
