"""The checks of the built site find what is broken, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.build import sitecheck

GOOD = """<!doctype html><html><head>
<link rel="stylesheet" href="_static/a.css"><link rel="canonical" href="https://example.org/">
<script src="_static/a.js?v=1"></script></head><body>
<h1 id="top-of-it">A</h1><a href="#top-of-it">here</a> <a href="#">up</a> <a href="book/b.html#there">b</a>
<a href="https://example.org/x">outside</a> <a href="mailto:a@example.org">mail</a>
<img src="_static/a%20b.svg"><svg><use href="#top-of-it"></use></svg>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></body></html>
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site without a fault."""
    for name, text in {
        "index.html": GOOD,
        "book/b.html": '<p id="there"><a href="../index.html">back</a></p>',
        "_static/a.css": "",
        "_static/a.js": "",
        "_static/a b.svg": "<svg/>",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ('<img src="_static/none.svg">', "leads to no file"),
        ('<script src="//cdn.example/x.js"></script>', "not relative"),
        ('<a href="book/b.html#nowhere">x</a>', "no such place"),
        ('<a href="#nowhere">x</a>', "no such place"),
        ('<a href="../outside.html">x</a>', "not relative"),
        ('<a href="javascript:void(0)">x</a>', "a link with scheme javascript"),
    ],
)
def test_faults_are_found(site: Path, html: str, message: str) -> None:
    """One fault, at its page and line: links out, data addresses, queries and escaped names are all well."""
    path = site / "index.html"
    path.write_text(GOOD.replace("</body>", f"\n{html}</body>"), encoding="utf-8")
    faults = sitecheck.check(site)
    assert len(faults) == 1
    assert message in faults[0].message
    assert (faults[0].where, faults[0].line) == ("index.html", 8)
