"""The page that finds where a number comes from, in a browser: worked out without scripts, typed, and from a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from playwright.sync_api import expect

from tests.site.conftest import NARROW, ROOT, Opened, axe_violations, expect_quiet

PAGE = "book/find.html"
TEXT = (
    "On DeepSeek-R1 Server, GB300 delivers 8,064 tokens/s per GPU. That is 2.77x. It costs $0.30 and has 14 partners."
)


def test_the_page_names_every_suite_that_is_not_held(site: Path) -> None:
    """What the engine answers with "these tables do not hold" stands on its page, in the list or before it."""
    suites = yaml.safe_load((ROOT / "claimcheck/site/engine/find.yml").read_text(encoding="utf-8"))["context"]["suites"]
    told = (site / PAGE).read_text(encoding="utf-8").partition("What cannot be found here")[2]
    assert [name for name in suites if name not in ("training", "inference") and name not in told] == []


def test_a_figure_is_worked_out_without_scripts(open_page: Callable[..., Opened], claims) -> None:
    answer = open_page(PAGE, javascript=False).page.locator("#cc-whence-answer")
    expect(answer).to_contain_text("so it names no source by itself")
    claim = answer.locator(".cc-answer__verdicts li").first
    expect(claim).to_contain_text(claims[1].statement)
    expect(claim.locator("a")).to_have_attribute("href", re.compile(r"claims/1\.html$"))


def test_a_figure_that_is_typed_is_found_and_kept_in_the_address(open_page: Callable[..., Opened], site: Path) -> None:
    """On a page that is opened as a file."""
    opened = open_page(PAGE, viewport=NARROW, base=site.as_uri())
    page = opened.page
    page.locator("#cc-whence-query").fill("8,064 tokens/s per GPU")
    sources = page.locator("#cc-whence-answer ol:not(.cc-answer__verdicts) li")
    expect(sources.first).to_contain_text("8,063.8 tokens/s per accelerator")
    page.wait_for_url("**#q=*")
    assert parse_qs(urlsplit(page.url).fragment) == {"q": ["8,064 tokens/s per GPU"]}
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    # Of Training, whose table is loaded for it.
    page.locator("#cc-whence-query").fill("10.02 minutes")
    expect(sources.first).to_contain_text("10.024283 minutes, Llama 3.1 8B Training")
    page.locator("#cc-whence-query").fill("nothing here")
    expect(page.locator("#cc-whence-status")).to_contain_text("No figure")
    expect(page.locator("#cc-whence-answer")).to_be_empty()


def test_a_panel_is_shown_alone_and_its_link_is_marked(open_page: Callable[..., Opened]) -> None:
    page = open_page(f"{PAGE}#paste-a-text").page
    panels = {name: page.locator(f"#{name}") for name in ("find-a-figure", "paste-a-text", "drop-a-table")}
    expect(panels["paste-a-text"]).to_be_visible()
    page.get_by_role("link", name="A table", exact=True).press("Enter")
    for name, panel in panels.items():
        expect(panel).to_be_visible(visible=name == "drop-a-table")
    expect(page.locator("nav [aria-current=true]")).to_have_text("A table")
    page.go_back()
    expect(panels["paste-a-text"]).to_be_visible()


def test_a_table_is_compared_and_one_after_it(open_page: Callable[..., Opened]) -> None:
    opened = open_page(f"{PAGE}#drop-a-table")
    sheet = (ROOT / "book" / "examples" / "results.csv").read_bytes()
    status = opened.page.locator("#cc-whence-file-status")
    for lines, count in ((2, "hold a result: 1"), (None, f"hold a result: {len(sheet.splitlines()) - 1}")):
        some = b"".join(sheet.splitlines(keepends=True)[:lines])
        file = {"name": "results.csv", "mimeType": "text/csv", "buffer": some}
        opened.page.locator("#cc-whence-file").set_input_files(file)
        expect(status).to_contain_text(count)
    expect_quiet(opened)


def test_figures_of_a_text_are_marked_and_nothing_leaves_the_page(open_page: Callable[..., Opened]) -> None:
    opened = open_page(f"{PAGE}#paste-a-text")
    page = opened.page
    page.locator("#cc-whence-text").fill(TEXT)
    expect(page.locator("#cc-whence-text-status")).to_contain_text("4 figures")
    figures = ["8,064 tokens/s per GPU", "2.77x", "$0.30", "14 partners"]
    expect(page.locator(".cc-whence__text mark")).to_have_text(figures)
    first = page.locator(".cc-whence__text mark").first
    expect(first).to_have_class("cc-badge--narrower")
    # A mark is a link to its answer; these stand in groups.
    first.locator("a").click()
    assert urlsplit(page.url).fragment == "cc-figure-1"
    expect(page.locator("#cc-figure-1")).to_contain_text("Claim 1: reproduced, but narrower")
    # A pair of results needs a round in the text.
    expect(page.locator("#cc-figure-2")).to_contain_text("This cannot be decided from what the text says")
    expect(page.locator("#cc-figure-4")).to_contain_text("Claim 31: reproduced")
    expect(page.locator(".cc-whence__figures h3").first).to_have_text("In the results or in claims here")
    assert "DeepSeek" not in page.url
    expect_quiet(opened)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2.77x " * 20_000, "Only the first 20,000 characters, 500 figures"),
        ("No figure here. " * 2_000 + "2.77x.", "Only the first 20,000 characters"),
        ("word " * 500 + "2.77x.", "and 1,000 characters of a sentence"),
    ],
)
def test_of_a_long_text_the_beginning_is_read_and_that_is_said(
    open_page: Callable[..., Opened], text: str, words: str
) -> None:
    opened = open_page(f"{PAGE}#paste-a-text")
    # As by pasting: typing them would take minutes.
    fill = "([area, text]) => { area.value = text; area.dispatchEvent(new Event('input')); }"
    opened.page.evaluate(f"text => ({fill})([document.getElementById('cc-whence-text'), text])", text)
    expect(opened.page.locator("#cc-whence-text-status")).to_contain_text(words, timeout=60_000)
    expect_quiet(opened)


def test_answers_are_accessible_by_day_and_by_night(open_page: Callable[..., Opened]) -> None:
    """A figure that something prints, and a text with one that nothing prints and one that anything gives."""
    page = open_page(f"{PAGE}#q=2.78x", viewport=NARROW).page
    expect(page.locator("#cc-whence-status")).to_contain_text("matches")
    assert axe_violations(page) == []
    page.get_by_role("link", name="A text", exact=True).click()
    page.locator("#cc-whence-text").fill(f"{TEXT} It grew 7.3x. Offline ran at 9.87 million tokens/s.")
    expect(page.locator("#cc-whence-text-status")).to_contain_text("6 figures")
    expect(page.locator("mark.cc-whence__chance")).to_have_text(["2.77x", "7.3x", "9.87 million tokens/s"])
    expect(page.locator("mark.cc-whence__outside")).to_have_text("$0.30")
    page.emulate_media(color_scheme="dark")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
