"""What every page has around its text: sidebar, drawers, footer; and the search."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.data.edition import read_citation
from tests.build.reading import Reader
from tests.site.conftest import NARROW, Opened, axe_violations, expect_quiet, page_names

Open = Callable[..., Opened]
PAGE = "notebooks/speedup.html"
SIDEBAR = re.compile(r'<nav class="cc-sidebar.*?</nav>', re.S)
# Texts to copy, and what scripts read.
APART = re.compile(r'<(pre|p|script)\b(?: class="cc-(?:cite|copy)__[^>]*| type="application[^>]*)>.*?</\1>', re.S)


def html(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


# ---- Sidebar, footer ----


def test_every_page_has_a_short_sidebar_of_four_groups_and_the_legend_once_in_its_foot(site: Path) -> None:
    for name in page_names():
        sidebar = Reader(SIDEBAR.search(html(site, name))[0])
        assert len(sidebar.named("ul")) == 4 and len(sidebar.named("a")) <= 24, name
        text = APART.sub("", html(site, name))
        assert text.count(TRADEMARK) == 1, name
        assert text.index(TRADEMARK) > text.index('<footer class="cc-footer">'), name


# ---- Drawers, the page for no page ----


def test_the_page_for_no_page_has_the_search_and_links_that_lead_from_any_address(site: Path) -> None:
    reader, root = Reader(html(site, "404.html")), urlsplit(read_citation().url).path
    addresses = [a["href"] for a in reader.named("a")] + [form["action"] for form in reader.named("form")]
    assert {f"{root}search.html", f"{root}book/scorecard.html", f"{root}book/find.html"} <= set(addresses)
    assert [one for one in addresses if not one.startswith((root, "https://", "#"))] == []


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_drawers_are_opened_and_closed_by_keyboard(open_page: Open, javascript: bool) -> None:
    page = open_page(PAGE, viewport=NARROW, javascript=javascript).page
    for button, drawer in ((".cc-header__pages", "#cc-pages"), (".cc-header__sections", "#cc-sections")):
        expect(page.locator(drawer)).to_be_hidden()
        page.locator(button).press("Enter")
        expect(page.locator(drawer)).to_be_in_viewport()
        page.keyboard.press("Tab")
        expect(page.locator(f"{drawer} a").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(drawer)).to_be_hidden()
        expect(page.locator(button)).to_be_focused()


# ---- Search ----

# A page, and what readers type who should be led to it first.
QUERIES = {
    "notebooks/wins.html": ("291", "how many wins"),
    "notebooks/speedup.html": ("2.77",),
    "notebooks/cost.html": ("lower cost", "utilization", "utilisation"),
    "notebooks/chips.html": ("tokens per watt", "energy efficiency"),
    "notebooks/accuracy.html": ("fp4",),
    "notebooks/mechanisms.html": ("speculative decoding", "MTP", "disaggregation"),
    "notebooks/records.html": ("largest mlperf submission",),
    "notebooks/limits.html": ("time to first token", "TTFT"),
    "book/mlperf.html": ("what is MLPerf",),
    "book/chips/gb300.html": ("GB300",),
    "book/chips/vera-rubin.html": ("Vera Rubin", "VR200"),
    # A figure is offered to be looked for before the pages that have it; so are two chips.
    "book/find.html": ("2.77x", "B200 vs MI355X", "60% lower"),
    "book/index.html": ("is nvidia lying",),
    "book/cite.html": ("how to cite", "errata", "correction"),
    "claims/12.html": ("claim 12",),
    "book/companies/nebius.html": ("Nebius",),
    "book/companies/amd.html": ("AMD",),
    "book/scorecard.html": ("scorecard",),
    "book/method.html": ("methodology",),
    "book/who.html": ("conflict of interest",),
}


def test_the_search_finds_the_page_that_is_meant(open_page: Open, site: Path) -> None:
    """From the disk, where no page may fetch anything."""
    opened = open_page("search.html", base=site.as_uri())
    page, wrong = opened.page, []
    root = page.url.removesuffix("search.html")
    for wanted, query in ((wanted, query) for wanted, queries in QUERIES.items() for query in queries):
        page.get_by_label("Words or a number").fill(query)
        page.get_by_label("Words or a number").press("Enter")
        expect(page).to_have_title(re.compile("^" + re.escape(query)))
        expect(page.locator("#cc-results a").first).to_be_attached()
        results = page.locator("#cc-results a").evaluate_all("all => all.map(a => a.href)")
        first = results[0].removeprefix(root).partition("#")[0]
        wrong += [f"{query} leads to {first}, not {wanted}"] if first != wanted else []
    assert wrong == []
    expect_quiet(opened)


def test_the_search_is_typed_read_and_left_by_keyboard(open_page: Open) -> None:
    opened = open_page(PAGE)
    page = opened.page
    page.locator(".cc-find input").focus()
    page.keyboard.type("speculative decoding")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=speculative+decoding")
    field, results = page.get_by_label("Words or a number"), page.locator("#cc-results a")
    expect(field).to_be_focused()
    expect(field).to_have_value("speculative decoding")
    expect(page.get_by_role("status")).to_contain_text("pages")
    page.keyboard.press("Tab")
    expect(results.first).to_be_focused()
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    page.wait_for_url("**/notebooks/mechanisms.html*")
    expect_quiet(opened)


def test_the_search_says_when_it_finds_nothing_and_what_is_near(open_page: Open) -> None:
    page = open_page("search.html?q=xqzzy").page
    expect(page.get_by_role("status")).to_contain_text("No page has “xqzzy”. Try")
    page.get_by_label("Words or a number").fill("disagregaton")
    expect(page.locator("#cc-results a").first).to_be_visible()
    page.get_by_label("Words or a number").fill("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0
