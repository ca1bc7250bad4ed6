"""Printing: what does not fit is refused, and nothing half-written stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.build.paper.browser import PressError, press

HTML = """<!doctype html><html lang="en"><title>T</title><style>
@page { size: A4; margin: 20mm; @bottom-right { content: counter(page); } } h1 { break-before: page; }</style>
<p>Words</p>
<h1 id="one">One</h1><h1 id="two">Two</h1></html>"""


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
