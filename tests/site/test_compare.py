"""The page that compares any two results, in a browser: from an address, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import expect

from claimcheck.site.engine.run import answer
from tests.site.conftest import NARROW, Opened

PAGE = "book/compare.html"
RATIO = "#cc-compared .cc-answer__difference"
# The pair that the page opens with, and another of two owners and two sizes.
PAIR = ("5.1-0072/deepseek-r1/Server", "6.0-0082/deepseek-r1/Server")
OTHER = ("5.1-0072/deepseek-r1/Offline", "6.0-0017/deepseek-r1/Offline")


def test_an_address_leads_to_its_comparison(open_page: Callable[..., Opened], site: Path) -> None:
    """On a page that is opened as a file."""
    opened = open_page(PAGE, viewport=NARROW, base=site.as_uri())
    page = opened.page
    page.evaluate("hash => { location.hash = hash; }", urlencode({"a": OTHER[0], "b": OTHER[1]}))
    said = answer({"kind": "compare", "one": OTHER[0], "two": OTHER[1]})
    expect(page.locator(RATIO)).to_have_text(said["ratio"]["text"] + said["ratio"]["shown"])
    expect(page.locator("#cc-compared .cc-answer__verdict")).to_have_text(said["why"])
    text = page.locator("#cc-compared").text_content()
    assert said["footnote"] in text and said["together"] in text
    assert all(one["follows"] in text for one in said["conditions"])
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Copy as text").click()
    assert page.evaluate("window.copied").startswith(f"{said['sentences']}\n\n{said['footnote']}\n\nhttps://")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    # Two that may not be compared have no ratio.
    page.evaluate("hash => { location.hash = hash; }", urlencode({"a": PAIR[0], "b": PAIR[1][:-6] + "Offline"}))
    expect(page.locator("#cc-compared .cc-answer__verdict")).to_contain_text("No.")
    assert not page.locator(RATIO).count()


def test_two_vendors_are_found_and_compared_by_keyboard(open_page: Callable[..., Opened]) -> None:
    page = open_page(PAGE).page
    page.locator("#cc-pick-a").focus()
    page.keyboard.type("v6.1 amd mi355x gpt-oss server")
    expect(page.locator("#cc-list-a a").first).to_contain_text("MI355X")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#cc-pick-b")).to_be_focused()
    page.keyboard.type("gb300")
    expect(page.locator("#cc-list-b a").first).to_contain_text("GPT-OSS 120B Server")
    page.keyboard.press("Enter")
    expect(page.locator(RATIO)).to_contain_text("per accelerator")
    expect(page.locator("#cc-compared h2").first).to_be_focused()
    chosen = parse_qs(urlsplit(page.url).fragment)
    assert "MI355X" in chosen["a"][0] and "GB300" in chosen["b"][0]
