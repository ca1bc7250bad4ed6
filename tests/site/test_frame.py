"""What every page has around its text: header, sidebar, footer; and the search."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from claimcheck.claims.texts.footnote import TRADEMARK
from claimcheck.core.documents import read
from claimcheck.data.edition import read_citation
from claimcheck.report.pages.search import WORDS, SearchWords
from tests.report.reading import Reader
from tests.site.conftest import NARROW, OVERFLOW, ROOT, WIDE, Opened, axe_violations, expect_quiet, page_names

Open = Callable[..., Opened]
SMALL = {"width": 320, "height": 640}
PAGE, BELOW = "notebooks/speedup.html", "claims/7.html"
SIDEBAR = re.compile(r'<nav class="cc-sidebar.*?</nav>', re.S)
TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.S)
# Texts to copy, and what scripts read.
APART = re.compile(r'<(pre|p|script)\b(?: class="cc-(?:cite|copy)__[^>]*| type="application[^>]*)>.*?</\1>', re.S)


def html(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


# ---- Sidebar ----


def test_the_sidebar_has_four_groups_and_at_most_22_entries(site: Path) -> None:
    for name in page_names():
        if not name.startswith("figures/"):
            sidebar = Reader(SIDEBAR.search(html(site, name))[0])
            assert len(sidebar.named("ul")) == 4 and len(sidebar.named("a")) <= 22, name


def test_a_label_in_the_sidebar_is_the_title_of_its_page(site: Path) -> None:
    book = site / "book" / "index.html"
    links = re.findall(r'<a href="([^"]+)"[^>]*>(.*?)</a>', SIDEBAR.search(book.read_text(encoding="utf-8"))[0])
    assert links
    titles = [TITLE.search((book.parent / address).read_text(encoding="utf-8"))[1] for address, _ in links]
    assert [label for _, label in links] == [re.sub(r"<a class=\"headerlink.*?</a>|<[^>]+>", "", t) for t in titles]


def test_a_page_below_another_leads_to_it_and_marks_it(site: Path) -> None:
    current = [a for a in Reader(SIDEBAR.search(html(site, BELOW))[0]).named("a") if "aria-current" in a]
    assert [(a["href"], a["aria-current"]) for a in current] == [("../book/scorecard.html", "true")]
    trail = re.search(r'<nav class="cc-trail.*?</nav>', html(site, BELOW), re.S)
    assert [a["href"] for a in Reader(trail[0]).named("a")] == ["../book/scorecard.html"]
    own = [a["aria-current"] for a in Reader(SIDEBAR.search(html(site, PAGE))[0]).named("a") if "aria-current" in a]
    assert own == ["page"] and "cc-trail" not in html(site, PAGE)


# ---- Header and footer ----


@pytest.mark.parametrize("viewport", [WIDE, NARROW, SMALL], ids=["wide", "narrow", "small"])
def test_the_header_leads_to_search_data_code_and_edition(open_page: Open, viewport: dict[str, int]) -> None:
    opened = open_page(PAGE, viewport=viewport)
    page, edition = opened.page, read_citation()
    header = page.locator(".cc-header")
    links = header.get_by_role("link").locator("visible=true")
    small = viewport is not WIDE
    wanted = ["book/index.html", *(["search.html"] if small else []), "notebooks/data.html", edition.repository]
    found = links.evaluate_all("all => all.map(a => a.href)")
    assert [f.removeprefix(page.url.removesuffix(PAGE)) for f in found] == [*wanted, "book/cite.html"]
    expect(links.last).to_contain_text(edition.version)
    if not small:
        expect(header.get_by_label("Search", exact=True).locator("visible=true")).to_be_editable()
        expect(links.last).to_contain_text(str(edition.released.year))
    assert page.evaluate(OVERFLOW) == []
    for stop in header.locator("a, button, input").locator("visible=true").all():
        box = stop.bounding_box()
        assert box and min(box["width"], box["height"]) >= 24 and box["x"] + box["width"] <= viewport["width"]
    expect_quiet(opened)


def test_every_page_has_the_legend_once_in_its_foot(site: Path) -> None:
    for name in page_names():
        text = APART.sub("", html(site, name))
        assert text.count(TRADEMARK) == 1, name
        assert text.index(TRADEMARK) > text.index('<footer class="cc-footer">'), name


# ---- Drawers, terms ----


def test_what_a_button_opens_is_on_its_page_once(site: Path) -> None:
    """Drawers, and the meanings of terms."""
    for name in page_names():
        reader = Reader(html(site, name))
        targets = {a["popovertarget"] for a in reader.named("button") if "popovertarget" in a}
        assert {target: reader.ids.count(target) for target in targets} == dict.fromkeys(targets, 1), name


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


def test_a_drawer_closes_when_its_link_leads_to_this_page(open_page: Open) -> None:
    page = open_page(PAGE, viewport=NARROW).page
    page.locator(".cc-header__sections").click()
    page.locator("#cc-sections a").last.click()
    expect(page.locator("#cc-sections")).to_be_hidden()
    expect(page.locator(".cc-sources h2")).to_be_in_viewport()


# ---- Search ----

# What readers type, and the page that comes first.
QUERIES = {
    "291": "notebooks/wins.html",
    "how many wins": "notebooks/wins.html",
    "2.77": "notebooks/speedup.html",
    "2.77x": "book/find.html",  # a figure is offered to be looked for, before the pages that have it
    "Nebius": "notebooks/speedup.html",
    "utilization": "notebooks/cost.html",
    "utilisation": "notebooks/cost.html",
    "cost per token": "notebooks/cost.html",
    "price of a GPU-hour": "notebooks/cost.html",
    "speculative decoding": "notebooks/mechanisms.html",
    "MTP": "notebooks/mechanisms.html",
    "multi-token prediction": "notebooks/mechanisms.html",
    "disaggregation": "notebooks/mechanisms.html",
    "what is MLPerf": "book/mlperf.html",
    "GB300": "notebooks/what-you-get.html",
    "Vera Rubin": "notebooks/v6-1.html",
    "accuracy": "notebooks/accuracy.html",
    "how to cite": "book/cite.html",
    "errata": "book/cite.html",
    "time to first token": "notebooks/limits.html",
    "TTFT": "notebooks/limits.html",
    "AMD": "notebooks/records.html",
    "claim 7": "claims/7.html",
    "scorecard": "book/scorecard.html",
    "glossary": "book/glossary.html",
    "methodology": "book/method.html",
    "who wrote this": "book/who.html",
    "conflict of interest": "book/who.html",
    "B200 vs MI355X": "book/compare.html",
}


def test_the_search_finds_the_page_that_is_meant(open_page: Open, site: Path) -> None:
    """From the disk, where no page may fetch anything."""
    opened = open_page("search.html", base=site.as_uri())
    page, first = opened.page, {}
    root = page.url.removesuffix("search.html")
    for query in QUERIES:
        page.get_by_label("Words or a number").fill(query)
        page.get_by_label("Words or a number").press("Enter")
        expect(page).to_have_title(re.compile("^" + re.escape(query)))
        results = page.locator("#cc-results a").evaluate_all("all => all.map(a => a.href)")
        first[query] = results[0].removeprefix(root).partition("#")[0] if results else None
    assert {q: f"{first[q]}, not {w}" for q, w in QUERIES.items() if first[q] != w} == {}
    expect_quiet(opened)


def test_two_chips_lead_to_a_comparison_that_is_filled_in(open_page: Open, site: Path) -> None:
    page = open_page("search.html?q=mi355x+vs.+nvidia+B200").page
    expect(page.locator("#cc-results a").first).to_have_text("Compare MI355X with B200")
    page.locator("#cc-results a").first.click()
    for side, chip in (("a", "MI355X"), ("b", "B200")):
        expect(page.locator(f"#cc-pick-{side}")).to_have_value(re.compile(chip))
    expect(page.locator(".cc-compared__ratio")).to_be_visible()


@pytest.mark.parametrize("query", ["a" * 50_000, "wins " * 10_000])
def test_of_a_long_search_the_beginning_is_looked_for_and_that_is_said(open_page: Open, query: str) -> None:
    opened = open_page("search.html")
    opened.page.get_by_label("Words or a number").fill(query)
    expect(opened.page.get_by_role("status")).to_contain_text("Only the first 200 characters were looked for.")
    expect_quiet(opened)


def test_only_the_search_page_loads_the_index(site: Path) -> None:
    assert [name for name in page_names() if "searchindex.js" in html(site, name)] == ["search.html"]


def test_the_index_is_loaded_at_the_first_search(open_page: Open) -> None:
    page = open_page("search.html").page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.reload()
    assert "searchindex.js" not in asked and "search.js" in asked
    page.get_by_label("Words or a number").fill("cost")
    expect(page.locator("#cc-results li").first).to_be_visible()
    assert asked.count("searchindex.js") == 1


def test_the_search_is_typed_read_and_left_by_keyboard(open_page: Open, axe: str) -> None:
    opened = open_page(PAGE)
    page = opened.page
    page.keyboard.press("Control+k")
    page.keyboard.type("speculative decoding")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=speculative+decoding")
    field, results = page.get_by_label("Words or a number"), page.locator("#cc-results a")
    expect(field).to_be_focused()
    expect(field).to_have_value("speculative decoding")
    expect(page.get_by_role("status")).to_contain_text("pages")
    marks = page.locator("#cc-results mark").all_text_contents()
    assert {"mtp", "speculative", "token", "prediction"} & {mark.lower() for mark in marks}, "a synonym is marked"
    line = page.locator("#cc-results li p").first.inner_text()
    assert 20 < len(line) < 260
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.evaluate(axe)
    assert axe_violations(page) == []
    page.keyboard.press("Enter")
    page.wait_for_url("**/notebooks/mechanisms.html*")
    expect_quiet(opened)


def test_the_search_says_when_it_finds_nothing_and_what_is_near(open_page: Open) -> None:
    page = open_page("search.html?q=xqzzy").page
    expect(page.get_by_role("status")).to_contain_text("No page has “xqzzy”. Try")
    expect(page.locator("#cc-results li")).to_have_count(0)
    page.get_by_label("Words or a number").fill("disagregaton")
    expect(page.get_by_role("status")).to_contain_text("Similar words")
    expect(page.locator("#cc-results a").first).to_have_attribute("href", re.compile(r"notebooks/disaggregation\.html"))
    page.get_by_label("Words or a number").fill("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0


def test_a_phrase_of_the_search_has_one_meaning() -> None:
    words = read(ROOT / WORDS, SearchWords)
    given = [phrase.lower() for group in words.synonyms.values() for phrase in group]
    assert len(given) == len(set(given))
