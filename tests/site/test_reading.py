"""What a reader can do, tried on a few pages: live charts, the calculator, sources, filters, copies."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import NARROW, OVERFLOW, WIDE, Opened, expect_quiet

Open = Callable[..., Opened]
# A page with the calculator, one with many charts, numbers and a searchable table, one of a claim; the scorecard.
CALCULATOR, CHARTS = "notebooks/cost.html", "notebooks/metric.html"
CLAIM, SCORECARD, FRONT = "claims/1.html", "book/scorecard.html", "book/index.html"
each_width = pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])


def make_live(page: Page, figure: int, touch: bool = False) -> Locator:
    """Bring figure number ``figure`` of the page to life, as a reader would."""
    place = page.locator(".cc-figure").nth(figure)
    place.scroll_into_view_if_needed()
    picture = place.locator(".cc-figure__picture")
    picture.focus() if touch else picture.hover()
    expect(place).to_have_class(re.compile("is-live"))
    place.locator(".cc-figure__picture svg .mark-group").first.wait_for(state="attached")
    return place


@each_width
def test_figures_become_live_when_pointed_at_or_focused(open_page: Open, viewport: dict[str, int]) -> None:
    """Every figure of the page draws itself with Vega, without an error, in the place and size of its picture.

    Until then no page loads Vega, and without Vega the picture stays.
    """
    opened = open_page(CHARTS, viewport=viewport)
    page = opened.page
    count = page.locator(".cc-figure").count()
    assert count and not page.evaluate("'vegaEmbed' in window")
    for number in range(count):
        size = "e => [e.clientWidth, e.clientHeight, e.closest('figure').clientHeight]"
        before = page.locator(".cc-figure").nth(number).locator("svg[role=img]:visible").evaluate(size)
        figure = make_live(page, number, touch=number % 2 == 1)
        after = figure.locator(".cc-figure__picture svg").first.evaluate(size)
        assert after == pytest.approx(before, abs=1), "nothing moves"
        assert page.evaluate(OVERFLOW) == []
    expect_quiet(opened)


def test_sliders_change_the_cost(open_page: Open) -> None:
    """Each slider of the calculator (price, utilisation, speed-up) changes what the chart says."""
    opened = open_page(CALCULATOR)
    page = opened.page
    moved = 0
    for number in range(page.locator(".cc-figure").count()):
        if page.locator(".cc-figure").nth(number).get_attribute("data-live") != "auto":
            continue
        figure = make_live(page, number)
        for slider in figure.locator(".cc-figure__controls input[type=range]").all():
            words = figure.locator(".cc-figure__picture svg").first
            before = words.text_content()
            slider.focus()
            # Away from the end at which it may be.
            slider.press("PageDown" if slider.evaluate("e => Number(e.value) >= Number(e.max)") else "PageUp")
            expect(words).not_to_have_text(before or "")
            assert "NaN" not in (words.text_content() or "")
            moved += 1
    assert moved >= 3
    expect_quiet(opened)


def test_numbers_open_their_sources(open_page: Open) -> None:
    """Each number opens a box that says how it is computed; one of four is tried."""
    opened = open_page(CHARTS)
    page = opened.page
    for number in page.locator("a.cc-num").locator("visible=true").all()[::4]:
        number.click()
        box = page.locator(".cc-popover")
        expect(box).to_be_visible()
        assert (box.locator(".cc-source__how").text_content() or "").strip()
        place = box.bounding_box()
        assert place and place["x"] >= 0 and place["x"] + place["width"] <= WIDE["width"]
        page.keyboard.press("Escape")
        expect(box).to_have_count(0)
        assert number.evaluate("e => e === document.activeElement"), "Escape gives the focus back"
    expect_quiet(opened)


# --- a claim's own page, the front page


def copied(opened: Opened) -> str:
    """The text with source and footnote, as the page has them."""
    box = opened.page.locator(".cc-copy")
    parts = [".cc-copy__text", ".cc-copy__source", ".cc-copy__footnote"]
    return "\n\n".join((box.locator(part).text_content() or "").strip() for part in parts)


@pytest.mark.parametrize(("name", "viewport"), [(CLAIM, WIDE), (FRONT, NARROW)])
def test_a_button_copies_text_source_and_footnote(open_page: Open, name: str, viewport: dict[str, int]) -> None:
    """What is copied is what is shown, in three blocks; without the clipboard the text is selected."""
    opened = open_page(name, viewport=viewport)
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy in 30 words").click()
    expect(page.locator(".cc-copy [role=status]")).to_have_text("Copied, with source and footnote.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == copied(opened) and f"/{CLAIM}" in text
    assert len(text.partition("\n\n")[0].split()) <= 30
    assert page.evaluate(OVERFLOW) == []
    page.evaluate("""() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    }""")
    page.get_by_role("button", name="Copy in 30 words").click()
    expect(page.locator(".cc-copy [role=status]")).to_contain_text("Selected")
    assert copied(opened).startswith(page.evaluate("getSelection().toString()").strip())
    expect_quiet(opened)


# --- the scorecard


def shown(page: Page) -> Locator:
    """The claims that the filters leave, as far as they are listed."""
    return page.locator(".cc-scorecard tbody tr:visible")


def test_filters_narrow_the_list_and_are_kept_in_the_address(open_page: Open, site: Path) -> None:
    """On a page that is opened as a file."""
    base = site.as_uri()
    opened = open_page(SCORECARD, base=base)
    page = opened.page
    everything = page.locator(".cc-scorecard tbody tr").count()
    page.locator("select[name=article]").select_option("A1")
    of_article = shown(page).count()
    page.get_by_label("Verdict").select_option("contradicted")
    both = shown(page).count()
    assert 0 < both < of_article < everything
    for row in shown(page).all():
        assert "A1" in (row.get_attribute("data-article") or "").split("|")
        assert row.get_attribute("data-verdict") == "contradicted"
    expect(page.locator(".cc-scorecard__count")).to_contain_text(f"{both} of {everything} claims shown")
    assert parse_qs(urlsplit(page.url).fragment) == {"article": ["A1"], "verdict": ["contradicted"]}
    again = open_page(f"{SCORECARD}{page.url.partition('scorecard.html')[2]}", base=base).page
    assert shown(again).count() == both
    page.get_by_role("button", name="Show all").click()
    expect(shown(page)).to_have_count(25)
    page.get_by_role("button", name=f"List all {everything} claims").click()
    expect(shown(page)).to_have_count(everything)
    page.locator("select[name=article]").select_option("A4")
    page.get_by_label("Verdict").select_option("contradicted")
    expect(page.locator(".cc-scorecard__count")).to_have_text("No claim matches: choose less, or show all.")
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Whose claim").select_option("AMD")
    page.get_by_label("Round").select_option("Inference v5.1")
    assert 0 < shown(page).count() < everything
    assert {(row.get_attribute("data-by"), row.get_attribute("data-round")) for row in shown(page).all()} == {
        ("AMD", "Inference v5.1")
    }
    expect_quiet(opened)
