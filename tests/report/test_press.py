"""Printing: what does not fit, and that nothing half-written stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from claimcheck.data.edition import read_citation
from claimcheck.report.paper import browser, memo
from claimcheck.report.paper.browser import PressError, press

HTML = """<!doctype html><html lang="en"><title>T</title><style>
@page { size: A4; margin: 20mm; @bottom-right { content: counter(page); } } h1 { break-before: page; }</style>
<p>Words</p>
<h1 id="one">One</h1><h1 id="two">Two</h1></html>"""


@pytest.mark.browser
def test_a_pdf_is_tagged_has_an_outline_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    target = tmp_path / "new" / "x.pdf"
    assert press(HTML, target) == 3
    reader = PdfReader(target)
    assert reader.pages[0].extract_text().split() == ["1", "Words"]
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
