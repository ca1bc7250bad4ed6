"""The scorecard: its filters, their address, its print; without scripts it shows everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import NARROW, OVERFLOW, WIDE, Opened

Open = Callable[..., Opened]
PAGE = "book/scorecard.html"


def shown(page: Page) -> Locator:
    return page.locator(".cc-scorecard tbody tr:not([hidden])")


def expect_quiet(opened: Opened) -> None:
    assert opened.trouble.errors == []
    assert opened.trouble.foreign == []


def test_filters_narrow_the_list_and_stand_in_the_address(open_page: Open) -> None:
    opened = open_page(PAGE)
    page = opened.page
    rows = page.locator(".cc-scorecard tbody tr")
    everything = rows.count()
    page.get_by_label("Article").select_option("A1")
    of_article = shown(page).count()
    page.get_by_label("Verdict").select_option("contradicted")
    both = shown(page).count()
    assert 0 < both < of_article < everything
    for row in shown(page).all():
        assert "A1" in (row.get_attribute("data-articles") or "").split()
        assert row.get_attribute("data-verdict") == "contradicted"
    expect(page.locator(".cc-scorecard__count")).to_contain_text(f"{both} of {everything} claims shown")
    assert parse_qs(urlsplit(page.url).query) == {"article": ["A1"], "verdict": ["contradicted"]}
    page.get_by_role("button", name="Show all").click()
    expect(shown(page)).to_have_count(everything)
    assert urlsplit(page.url).query == ""
    expect_quiet(opened)


def test_a_kind_is_chosen_by_its_words(open_page: Open) -> None:
    opened = open_page(PAGE)
    page = opened.page
    page.get_by_label("Tested on").select_option(label="price assumption")
    assert shown(page).count() > 0
    for row in shown(page).all():
        assert "prices" in (row.get_attribute("data-kinds") or "").split()
        expect(row).to_contain_text("price assumption")


@pytest.mark.parametrize("mark", ["?", "#"])
def test_a_link_opens_a_filtered_view(open_page: Open, mark: str) -> None:
    opened = open_page(f"{PAGE}{mark}article=A2&verdict=contradicted")
    page = opened.page
    assert 0 < shown(page).count() < page.locator(".cc-scorecard tbody tr").count()
    expect(page.get_by_label("Article")).to_have_value("A2")
    expect(page.get_by_label("Verdict")).to_have_value("contradicted")
    expect_quiet(opened)


def test_a_filter_of_nothing_known_shows_everything(open_page: Open) -> None:
    page = open_page(f"{PAGE}?article=A9&verdict=true").page
    expect(page.locator(".cc-scorecard tbody tr[hidden]")).to_have_count(0)


def test_each_number_of_the_tally_leads_to_as_many_claims(open_page: Open) -> None:
    page = open_page(PAGE).page
    links = page.locator(".cc-matrix tbody a.cc-matrix__n")
    found = [(a.get_attribute("href") or "", (a.inner_text() or "").split()[0]) for a in links.all()]
    assert len(found) > 10
    for address, number in found[:: max(1, len(found) // 6)]:
        other = open_page(urljoin(PAGE, address)).page
        assert shown(other).count() == int(number), address


def test_without_scripts_every_claim_is_shown(open_page: Open) -> None:
    page = open_page(f"{PAGE}?article=A2", javascript=False).page
    rows = page.locator(".cc-scorecard tbody tr")
    assert shown(page).count() == rows.count() > 0
    expect(page.locator(".cc-scorecard select")).to_have_count(0)


def test_opened_as_a_file_the_filters_work_and_are_remembered(open_page: Open, site: Path) -> None:
    opened = open_page(PAGE, base=site.as_uri())
    page = opened.page
    page.get_by_label("Article").select_option("A4")
    count = shown(page).count()
    assert "article=A4" in page.url
    again = open_page(f"{PAGE}{page.url.partition('scorecard.html')[2]}", base=site.as_uri()).page
    assert shown(again).count() == count
    expect_quiet(opened)


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_filtered_view_fits_its_window(open_page: Open, viewport: dict[str, int]) -> None:
    opened = open_page(f"{PAGE}?verdict=contradicted", viewport=viewport)
    assert opened.page.evaluate(OVERFLOW) == []
    for name in ("Published", "Recomputed", "Tested on", "Verdict"):
        expect(shown(opened.page).first.locator(f'[data-label="{name}"]')).to_be_visible()


def test_on_paper_all_columns_stand_and_no_filter(open_page: Open) -> None:
    page = open_page(PAGE, viewport={"width": 720, "height": 1000}).page
    page.emulate_media(media="print")
    expect(page.locator(".cc-scorecard .cc-filters")).to_be_hidden()
    table = page.locator(".cc-scorecard table")
    heads = table.locator("thead th")
    assert heads.count() == 7
    edge = page.locator(".bd-article").evaluate("e => e.getBoundingClientRect().right")
    for head in heads.all():
        expect(head).to_be_visible()
        box = head.bounding_box()
        assert box and box["x"] + box["width"] <= edge + 2
    assert table.locator("tbody tr").first.evaluate("e => getComputedStyle(e).breakInside") == "avoid"
