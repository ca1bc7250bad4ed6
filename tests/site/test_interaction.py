"""What the reader can do: live charts, the calculator, sources of numbers, search; and without a server."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from claimcheck.sitecheck import read_page
from tests.site.conftest import NARROW, OVERFLOW, SITE, WIDE, Opened, once, page_names

Open = Callable[..., Opened]
LIVE = ".cc-figure__live svg .mark-group"
# Pages with a figure or a number, as the built HTML says.
PAGES = [name for name in page_names() if not once(name)]
WITH_FIGURES = [name for name in PAGES if "data-figure=" in (SITE / name).read_text(encoding="utf-8")]
WITH_NUMBERS = [name for name in PAGES if "cc-num" in (SITE / name).read_text(encoding="utf-8")]


def expect_quiet(opened: Opened) -> None:
    """Nothing failed so far and nothing was asked of another host."""
    assert opened.trouble.errors == []
    assert opened.trouble.foreign == []


def make_live(page: Page, figure: int) -> None:
    """Bring figure number ``figure`` of the page to life, as a reader would."""
    place = page.locator(".cc-figure").nth(figure)
    place.scroll_into_view_if_needed()
    if place.get_attribute("data-live") == "manual":
        place.get_by_role("button", name="Make interactive").click()
    place.locator(LIVE).first.wait_for(state="attached")
    expect(place.locator(".cc-figure__failed")).to_have_count(0)


def test_the_book_has_figures_and_numbers(site: Path) -> None:
    """The tests below are about something."""
    assert WITH_FIGURES
    assert WITH_NUMBERS


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", WITH_FIGURES)
def test_figures_become_live_and_static_again(open_page: Open, name: str, viewport: dict[str, int]) -> None:
    """Every figure of the page draws itself with Vega, without an error, and goes back to its picture."""
    opened = open_page(name, viewport=viewport)
    page = opened.page
    for number in range(page.locator(".cc-figure").count()):
        make_live(page, number)
        figure = page.locator(".cc-figure").nth(number)
        box = figure.locator(".cc-figure__live svg").first.bounding_box()
        assert box and box["width"] > 100 and box["height"] > 50
        assert page.evaluate(OVERFLOW) == []
        figure.get_by_role("button", name="Show as picture").click()
        expect(figure.locator(".cc-figure__live")).to_be_hidden()
        shown = figure.locator(".cc-figure__static svg").locator("visible=true")
        expect(shown).to_have_count(1)
    expect_quiet(opened)


def test_sliders_change_the_cost(open_page: Open, site: Path) -> None:
    """Each slider of the calculator changes what the chart says."""
    pages = [name for name in WITH_FIGURES if 'data-live="auto"' in (site / name).read_text(encoding="utf-8")]
    assert pages, "no page has the calculator"
    moved = 0
    for name in pages:
        opened = open_page(name)
        page = opened.page
        for number in range(page.locator(".cc-figure").count()):
            figure = page.locator(".cc-figure").nth(number)
            if figure.get_attribute("data-live") != "auto":
                continue
            make_live(page, number)
            for slider in figure.locator(".cc-figure__controls input[type=range]").all():
                before = figure.locator(".cc-figure__live svg").first.text_content()
                slider.focus()
                # Away from the end at which it may stand.
                at_end = slider.evaluate("e => Number(e.value) >= Number(e.max)")
                slider.press("PageDown" if at_end else "PageUp")
                words = figure.locator(".cc-figure__live svg").first
                expect(words).not_to_have_text(before or "")
                assert "NaN" not in (words.text_content() or "")
                moved += 1
        expect_quiet(opened)
    assert moved >= 3, "price, utilisation and speed-up can be moved"


@pytest.mark.parametrize("name", WITH_NUMBERS)
def test_numbers_open_their_sources(open_page: Open, name: str) -> None:
    """Each number opens a box that says how it is computed; its rows link to a line at a commit."""
    opened = open_page(name)
    page = opened.page
    numbers = page.locator("a.cc-num")
    addresses: list[str] = []
    for position in range(numbers.count()):
        number = numbers.nth(position)
        # A number may stand in a part of the page that is folded away.
        if not number.is_visible():
            continue
        number.click()
        box = page.locator(".cc-popover")
        expect(box).to_be_visible()
        assert (box.locator(".cc-source__how").text_content() or "").strip()
        place = box.bounding_box()
        assert place and place["x"] >= 0 and place["x"] + place["width"] <= WIDE["width"]
        addresses += box.locator(".cc-evidence a").evaluate_all("all => all.map(a => a.href)")
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
        assert number.evaluate("e => e === document.activeElement"), "Escape gives the focus back"
    line = re.compile(r"https://github\.com/[^/]+/[^/]+/blob/[0-9a-f]{40}/[^#]+(#L\d+(-L\d+)?)?")
    assert [a for a in addresses if not line.fullmatch(a)] == []
    expect_quiet(opened)


def test_numbers_have_rows_behind_them(site: Path) -> None:
    """Among the sources in the book are links to lines at a commit."""
    pages = [read_page((site / name).read_text(encoding="utf-8")) for name in WITH_NUMBERS]
    links = [link for page in pages for _, link in page.links]
    assert any(re.match(r"https://github\.com/.*/blob/[0-9a-f]{40}/.*#L\d+", link) for link in links)


@pytest.mark.parametrize("name", sorted({*WITH_FIGURES, *WITH_NUMBERS}))
def test_without_scripts(open_page: Open, name: str) -> None:
    """Without JavaScript the pictures, the numbers and their sources are on the page."""
    page = open_page(name, javascript=False).page
    figures = page.locator(".cc-figure")
    for number in range(figures.count()):
        expect(figures.nth(number).locator("svg[role=img]").locator("visible=true")).to_have_count(1)
    numbers = page.locator("a.cc-num")
    for number in range(numbers.count()):
        assert (numbers.nth(number).text_content() or "").strip()
        target = (numbers.nth(number).get_attribute("href") or "")[1:]
        expect(page.locator(f"[id='{target}'] .cc-source__how")).to_have_count(1)


def test_theme_button_changes_the_colours(open_page: Open) -> None:
    """The reader can choose a theme against the system's, and the page takes it."""
    opened = open_page(page_names()[0])
    page = opened.page
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for _ in range(3):
        if page.evaluate("document.documentElement.dataset.theme") == "dark":
            break
        page.locator(".theme-switch-button").locator("visible=true").first.click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    expect_quiet(opened)


def test_pages_open_as_files(open_page: Open, site: Path, page_name: str) -> None:
    """Opened from the disk, the page has its styles and scripts and reports no error."""
    opened = open_page(page_name, base=site.as_uri())
    assert opened.page.title()
    assert opened.page.evaluate("[...document.styleSheets].length") > 0
    expect_quiet(opened)


@pytest.mark.parametrize("served", [True, False], ids=["served", "from a file"])
def test_search_finds_a_page(open_page: Open, site: Path, served: bool) -> None:
    """The search works without a server, too, and its results lead to pages."""
    opened = open_page("search.html?q=cost", base=None if served else site.as_uri())
    results = opened.page.locator("#search-results li")
    expect(opened.page.locator("#search-results .search-summary")).to_contain_text(re.compile(r"\d"))
    # One page is listed after the other, and each is loaded for its excerpt: a click before that would break it off.
    found = re.search(r"\d+", opened.page.locator("#search-results .search-summary").inner_text())
    assert found
    expect(results).to_have_count(int(found[0]))
    if served:
        expect(results.locator("p.context")).to_have_count(int(found[0]))
    results.locator("a").first.click()
    opened.page.wait_for_load_state()
    assert "search.html" not in opened.page.url
    if not served:
        # A browser lets no script read a file, so results opened from the disk have no excerpts.
        blocked = ("file:///", "Failed to fetch", "Failed to load resource")
        opened.trouble.errors = [e for e in opened.trouble.errors if not any(words in e for words in blocked)]
    expect_quiet(opened)


# On the page of tables and columns the tables themselves are downloaded, and not the lists of their columns.
WITH_TABLES = [
    name
    for name in page_names()
    if "data-searchable=" in (html := (SITE / name).read_text(encoding="utf-8")) and "cc-schema" not in html
]


@pytest.mark.parametrize("name", WITH_TABLES)
def test_a_searchable_table_is_downloaded_as_it_is_shown(open_page: Open, name: str, tmp_path: Path) -> None:
    """The CSV has the rows that the filter leaves, numbers in full, and says where it comes from."""
    opened = open_page(name)
    table = opened.page.locator('.cc-table[data-searchable="true"]').first
    rows = table.locator("tbody tr")
    word = (rows.last.inner_text() or "").split()[0].lower()

    def saved() -> tuple[list[str], list[list[str]], list[str]]:
        with opened.page.expect_download() as download:
            table.get_by_role("button", name="Download CSV").click()
        path = tmp_path / "table.csv"
        download.value.save_as(path)
        assert download.value.suggested_filename == f"{table.get_attribute('id').removeprefix('tab-')}.csv"
        head, *lines = csv.reader(path.read_text(encoding="utf-8").splitlines())
        body = [line for line in lines if not line[0].startswith("# ")]
        assert all(len(line) == len(head) for line in body)
        return head, body, [line[0] for line in lines if line[0].startswith("# ")]

    head, body, notes = saved()
    labels = [text.strip() for text in table.locator("thead th").all_inner_texts()]
    assert [name for name in head if not name.endswith(", source")] == labels
    assert len(body) == rows.count()
    numbers = table.locator("tbody tr").first.locator("[data-sort]")
    assert {numbers.nth(i).get_attribute("data-sort") for i in range(numbers.count())} <= set(body[0])
    assert table.locator("caption").inner_text().strip() in notes[0]
    assert name in notes[-1]
    table.get_by_label("Filter rows").fill(word)
    fewer = saved()[1]
    assert len(fewer) == table.locator("tbody tr:not([hidden])").count()
    expect_quiet(opened)
