"""Every page of an edition still leads somewhere; a redirect keeps the reader's place and query."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.build.reading import Reader
from tests.site.conftest import Opened

LISTS = sorted(Path(__file__).parent.glob("addresses-*.txt"))
MOVED = "notebooks/21-limits.html"


def target(site: Path, old: str) -> str:
    """The page that the address ``old`` leads to: itself, or where its redirect goes."""
    path = site / old
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    scripts = Reader(text).named("script") if "data-to" in text else []
    leads = [script["data-to"].partition("#")[0] for script in scripts if "data-to" in script]
    return posixpath.normpath(posixpath.join(posixpath.dirname(old), leads[0])) if leads else old


@pytest.mark.parametrize("addresses", LISTS, ids=lambda path: path.stem)
def test_every_old_page_leads_to_a_page(site: Path, addresses: Path) -> None:
    pages = [line for line in addresses.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(pages) > 150
    assert [page for page in pages if not (site / target(site, page)).is_file()] == []


@pytest.mark.parametrize("served", [True, False], ids=["served", "from a file"])
def test_a_redirect_keeps_place_and_query(open_page: Callable[..., Opened], site: Path, served: bool) -> None:
    page = open_page("book/cite.html", base=None if served else site.as_uri()).page
    begin = page.url
    page.evaluate("address => { location.href = address; }", f"../{MOVED}?a=b#what-is-one-change-worth")
    page.wait_for_url("**/notebooks/limits.html?a=b#what-is-one-change-worth")
    expect(page.locator("#what-is-one-change-worth")).to_be_in_viewport()
    page.go_back()
    assert page.url == begin, "the stub is no step of the history"


def test_a_redirect_needs_no_script(open_page: Callable[..., Opened]) -> None:
    open_page(f"{MOVED}#limits", javascript=False).page.wait_for_url("**/notebooks/limits.html")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("embed/claim/1", "claims/1"),
        ("embed/claim/v6.1/3", "claims/v6.1/3"),
        ("embed/in-short", "notebooks/speedup"),
        ("figures/in-short", "notebooks/speedup"),
        ("embed/cost-ranges", "notebooks/cost"),
    ],
)
def test_what_was_shown_in_frames_leads_to_its_page(site: Path, old: str, new: str) -> None:
    assert target(site, f"{old}.html") == f"{new}.html"
