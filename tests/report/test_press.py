"""Printing: page numbers, what does not fit, and that nothing half-written stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from claimcheck.data.edition import read_citation
from claimcheck.report.paper import browser, memo, report
from claimcheck.report.paper.browser import PressError, press

HTML = """<!doctype html><html lang="en"><title>T</title><style>
@page { size: A4; margin: 20mm; @bottom-right { content: counter(page); } } h1 { break-before: page; }</style>
<p><a href="#two">Second</a> <b data-page-of="two">000</b> <b data-page-of="nowhere">000</b></p>
<h1 id="one">One</h1><h1 id="two">Two</h1></html>"""


@pytest.mark.browser
def test_contents_get_the_numbers_of_their_pages(tmp_path: Path) -> None:
    """A4, numbered, tagged, with an outline; what no link leads to gets no number."""
    target = tmp_path / "new" / "x.pdf"
    assert press(HTML, target) == 3
    reader = PdfReader(target)
    assert reader.pages[0].extract_text().split() == ["1", "Second", "3"]
    assert reader.outline[0]["/Title"] == "One"
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert [path.name for path in target.parent.iterdir()] == ["x.pdf"]
    assert reader.metadata.creation_date.date() == reader.metadata.modification_date.date() == read_citation().released
    press(HTML, tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == target.read_bytes()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"script": "['the chart is 3 px too wide']"}, "3 px too wide"),
        ({"pages": 2}, "3 pages"),
        ({"script": "throw new Error('broken')"}, "does not print"),
    ],
)
def test_what_does_not_fit_is_not_printed(tmp_path: Path, settings: dict[str, object], says: str) -> None:
    """The last good PDF stays, and nothing beside it."""
    target = tmp_path / "x.pdf"
    target.write_bytes(b"old")
    with pytest.raises(PressError, match=says):
        press(HTML, target, **settings)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["x.pdf"]


def test_without_a_browser_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says how to get one."""
    monkeypatch.setenv("CHROMIUM", "/nowhere")
    monkeypatch.setattr(memo, "memo_html", lambda root: HTML)
    assert memo.main(tmp_path) == 1
    assert "CHROMIUM=/nowhere" in capsys.readouterr().err
    assert not list((tmp_path / "_build").iterdir())
    with pytest.raises(browser.BrowserMissing):
        press(HTML, tmp_path / "x.pdf")


def test_without_a_site_the_report_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed from the built site."""
    assert report.main(tmp_path) == 1
    assert "make book" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
