"""Every address of edition 0.2.0 still leads to what it named; a redirect keeps the reader's place and query."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Opened
from tests.site_ext.reading import Reader

LIST = Path(__file__).with_name("addresses-0.2.0.txt")
MOVED = "notebooks/21-limits.html"


def addresses() -> dict[str, list[str]]:
    """The pages of edition 0.2.0, each with its places."""
    lines = (line.split() for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {page: places for page, *places in lines}


def missing(site: Path) -> Iterator[tuple[str, str, str]]:
    """Each old page and place that leads nowhere, and the page that it should lead to."""
    read: dict[str, Reader] = {}

    def page(name: str) -> Reader:
        if name not in read:
            path = site / name
            read[name] = Reader(path.read_text(encoding="utf-8") if path.is_file() else "")
        return read[name]

    for old, places in addresses().items():
        stub = [script for script in page(old).named("script") if "data-to" in script]
        for place in ("", *places):
            new, wanted = old, place
            if stub:
                given = json.loads(stub[0]["data-places"]).get(place, stub[0]["data-to"])
                to, _, other = given.partition("#")
                new = posixpath.normpath(posixpath.join(posixpath.dirname(old), to))
                wanted = other if other and (not place or place in json.loads(stub[0]["data-places"])) else place
            if not page(new).tags or (wanted and wanted not in page(new).ids):
                yield old, wanted, new


def test_every_old_address_leads_to_its_place(site: Path) -> None:
    assert len(addresses()) > 150
    assert [f"{old}#{place} is not on {new}" for old, place, new in missing(site)] == []


def mapped(site: Path) -> dict[str, str]:
    """The places of MOVED that have another name now."""
    stub = Reader((site / MOVED).read_text(encoding="utf-8")).named("script")[0]
    return json.loads(stub["data-places"])


@pytest.mark.parametrize("served", [True, False], ids=["served", "from a file"])
def test_a_redirect_keeps_place_and_query(open_page: Callable[..., Opened], site: Path, served: bool) -> None:
    page = open_page("book/cite.html", base=None if served else site.as_uri()).page
    begin = page.url
    given = mapped(site)
    same = next(place for place in addresses()[MOVED] if place not in given)
    for old, new in [(same, f"limits.html#{same}"), *given.items()][:3]:
        page.evaluate("address => { location.href = address; }", f"../{MOVED}?a=b#{old}")
        page.wait_for_url(f"**/notebooks/{new.replace('#', '?a=b#')}")
        expect(page.locator(f"[id='{new.partition('#')[2]}']")).to_be_in_viewport()
        page.go_back()
        assert page.url == begin, "the stub is no step of the history"


def test_a_redirect_needs_no_script(open_page: Callable[..., Opened]) -> None:
    open_page(f"{MOVED}#limits", javascript=False).page.wait_for_url("**/notebooks/limits.html")
