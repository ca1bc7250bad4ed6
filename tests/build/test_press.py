"""Printing: what does not fit is refused, and nothing half-written stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimcheck.build.paper.browser import PressError, press

HTML = """<!doctype html><html lang="en"><title>T</title><style>
@page { size: A4; margin: 20mm; @bottom-right { content: counter(page); } } h1 { break-before: page; }</style>
<p>Words</p>
<h1 id="one">One</h1><h1 id="two">Two</h1></html>"""


def test_what_does_not_fit_is_not_printed(tmp_path: Path) -> None:
    """The last good PDF stays, and nothing beside it."""
    target = tmp_path / "x.pdf"
    target.write_bytes(b"old")
    # Playwright refuses to start where the other tests' browser runs.
    with ThreadPoolExecutor(1) as apart, pytest.raises(PressError, match="2 pages"):
        apart.submit(press, HTML, target, 2).result()
    assert [path.name for path in tmp_path.iterdir()] == ["x.pdf"] and target.read_bytes() == b"old"
