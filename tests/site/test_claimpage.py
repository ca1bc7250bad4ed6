"""A claim's own page in a browser: the box to quote from, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.conftest import NARROW, OVERFLOW, SITE, WIDE, Opened

Open = Callable[..., Opened]
# The first, one without a figure, one that was contradicted, one that cannot be tested here.
NAMES = [f"claims/{n}.html" for n in (1, 24, 32, 35) if (SITE / "claims" / f"{n}.html").is_file()]


def blocks(opened: Opened) -> list[str]:
    """Sentences, source and footnote, as they stand in the box."""
    return [text.strip() for text in opened.page.locator(".cc-quote__text p").all_text_contents()]


def test_there_are_pages_of_claims(site: Path) -> None:
    """The tests below are about something."""
    assert NAMES


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", NAMES)
def test_the_button_copies_quotation_source_and_footnote(open_page: Open, name: str, viewport: dict[str, int]) -> None:
    """What is copied is what is shown, in three blocks."""
    opened = open_page(name, viewport=viewport)
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy with footnote").click()
    expect(page.locator(".cc-quote [role=status]")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "\n\n".join(blocks(opened))
    assert len(blocks(opened)) == 3 and f"/{name}" in blocks(opened)[1]
    assert page.evaluate(OVERFLOW) == []
    assert opened.trouble.errors == [] and opened.trouble.foreign == []


def test_a_browser_that_refuses_leaves_the_text_selected(open_page: Open) -> None:
    """Without the clipboard the text is selected, ready to be copied by hand."""
    opened = open_page(NAMES[0])
    page = opened.page
    page.evaluate("""() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    }""")
    page.get_by_role("button", name="Copy with footnote").click()
    expect(page.locator(".cc-quote [role=status]")).to_contain_text("Selected")
    assert blocks(opened)[0] in page.evaluate("getSelection().toString()")


@pytest.mark.parametrize("name", NAMES)
def test_the_quotation_is_plain_text_without_scripts(open_page: Open, name: str) -> None:
    """No button that does nothing, and the text is there."""
    opened = open_page(name, javascript=False)
    assert len(blocks(opened)) == 3
    assert opened.page.locator(".cc-quote button").count() == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_files_of_the_claim_can_be_fetched(open_page: Open, name: str) -> None:
    """Each download is there, and not empty."""
    opened = open_page(name)
    addresses = opened.page.locator(".cc-page__files a").evaluate_all("all => all.map(a => a.href)")
    assert len(addresses) == 5
    for address in addresses:
        answer = opened.page.request.get(address)
        assert answer.ok and answer.text().strip(), address


def test_on_paper_evidence_is_open_and_the_button_is_gone(open_page: Open) -> None:
    """Nothing can be clicked on paper."""
    folded = [name for name in NAMES if "cc-page__places" in (SITE / name).read_text(encoding="utf-8")]
    assert folded, "no page with folded evidence"
    page = open_page(folded[0]).page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".cc-page__places li").first).to_be_visible()
    expect(page.locator(".cc-quote__tools")).to_be_hidden()
    expect(page.locator(".cc-quote__words")).to_be_visible()
