"""What a reader can do, tried on a few pages: live charts, the calculator, sources, filters, copies, paper."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader
from sphinx_external_toc.parsing import parse_toc_yaml

from claimcheck.report.parts.navigation import pages_below
from tests.report.reading import Reader
from tests.site.conftest import NARROW, OVERFLOW, ROOT, WIDE, Opened, expect_quiet

Open = Callable[..., Opened]
# A page with the calculator, one with many charts, numbers and a searchable table, one of a claim; the scorecard.
CALCULATOR, CHARTS = "notebooks/cost.html", "notebooks/metric.html"
CLAIM, SCORECARD, FRONT = "claims/1.html", "book/scorecard.html", "book/index.html"
ARTICLES = "book/articles/index.html"
LIVE = ".is-live .cc-figure__picture svg .mark-group"
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


def test_the_places_of_numbers_and_claims_are_lines_at_a_commit(site: Path) -> None:
    place = re.compile(r"https://github\.com/[^/]+/[^/]+/blob/[0-9a-f]{40}/[^#]+(#L\d+(-L\d+)?)?")
    for name in (CHARTS, CLAIM):
        html = (site / name).read_text(encoding="utf-8")
        found = re.findall(r'<span class="cc-evidence__place"><a href="([^"]*)"', html)
        assert found and [address for address in found if not place.fullmatch(address)] == []


def test_without_scripts_pictures_and_claims_are_there(open_page: Open) -> None:
    """And no button that does nothing."""
    page = open_page(CHARTS, javascript=False).page
    for figure in page.locator(".cc-figure").all():
        expect(figure.locator("svg[role=img]").locator("visible=true")).to_have_count(1)
    claim = open_page(CLAIM, javascript=False)
    expect(claim.page.locator(".cc-copy__text")).to_have_count(3)
    expect(claim.page.locator(".cc-copy button")).to_have_count(0)
    card = open_page(f"{SCORECARD}?article=A2", javascript=False).page
    assert shown(card).count() == card.locator(".cc-scorecard tbody tr").count() > 0
    expect(card.locator(".cc-scorecard select")).to_have_count(0)


def test_theme_button_changes_the_colours(open_page: Open) -> None:
    """The reader can choose a theme against the system's, and the page takes it, as it takes the system's."""
    opened = open_page(CALCULATOR)
    page = opened.page
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for _ in range(3):
        if page.evaluate("document.documentElement.dataset.theme") == "dark":
            break
        page.locator(".cc-mode").locator("visible=true").first.click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    chosen = page.evaluate("getComputedStyle(document.body).backgroundColor")
    expect_quiet(opened)
    system = open_page(CALCULATOR, scheme="dark").page
    assert system.evaluate("getComputedStyle(document.body).backgroundColor") == chosen != before


def test_a_searchable_table_is_sorted_and_downloaded_as_it_is_shown(open_page: Open, tmp_path: Path) -> None:
    """The CSV has the rows that the filter leaves, numbers in full, and says where it comes from."""
    opened = open_page(CHARTS)
    opened.page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    table = opened.page.locator('.cc-table[data-searchable="true"]').first
    if table.locator("a[data-rows]").count():
        table.locator("a[data-rows]").click()
    table.get_by_role("button", name="Download CSV").wait_for()
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
    assert CHARTS in notes[-1]
    table.get_by_label("Filter rows").fill(word)
    assert len(saved()[1]) == table.locator("tbody tr:not([hidden])").count()
    table.get_by_label("Filter rows").fill("")
    sort = table.locator("thead th.cc-numeric button").first
    place = labels.index(sort.inner_text().strip())

    def values() -> list[float | None]:
        found = rows.evaluate_all("(rows, at) => rows.map(row => row.cells[at].dataset.sort ?? null)", place)
        return [None if value is None else float(value) for value in found]

    given = values()
    for falls in (False, True):
        sort.click()
        known = sorted((value for value in given if value is not None), reverse=falls)
        assert values() == known + [None] * given.count(None), "what is missing is last"
    expect_quiet(opened)


# --- a claim's own page, the front page


def copied(opened: Opened, words: int) -> str:
    """One of the texts with source and footnote, as the page has them."""
    box = opened.page.locator(".cc-copy")
    parts = [f".cc-copy__text[data-words='{words}']", ".cc-copy__source", ".cc-copy__footnote"]
    return "\n\n".join((box.locator(part).text_content() or "").strip() for part in parts)


@pytest.mark.parametrize(("name", "viewport"), [(CLAIM, WIDE), (FRONT, NARROW)])
def test_a_button_for_each_length_copies_text_source_and_footnote(
    open_page: Open, name: str, viewport: dict[str, int]
) -> None:
    """What is copied is what is shown, in three blocks; without the clipboard the text is selected."""
    opened = open_page(name, viewport=viewport)
    page = opened.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for words in (30, 80, 200):
        page.get_by_role("button", name=f"Copy the answer in {words} words").click()
        expect(page.locator(".cc-copy [role=status]")).to_have_text("Copied, with source and footnote.")
        text = page.evaluate("navigator.clipboard.readText()")
        assert text == copied(opened, words) and f"/{name}" in text
        assert len(text.partition("\n\n")[0].split()) <= words
    assert page.evaluate(OVERFLOW) == []
    page.evaluate("""() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    }""")
    page.get_by_role("button", name="Copy the answer in 30 words").click()
    expect(page.locator(".cc-copy [role=status]")).to_contain_text("Selected")
    assert copied(opened, 30).startswith(page.evaluate("getSelection().toString()").strip())
    expect_quiet(opened)


def test_the_front_page_has_two_screens_of_a_phone(open_page: Open) -> None:
    """Down to the caveat, which is the last paragraph before the footnote."""
    page = open_page(FRONT, viewport={"width": 375, "height": 812}).page
    end = page.locator(".cc-small").evaluate("e => e.getBoundingClientRect().bottom + scrollY")
    assert end < 2.15 * 812


@each_width
def test_a_term_opens_its_meaning_by_pointing_press_and_keyboard(open_page: Open, viewport: dict[str, int]) -> None:
    """Escape closes it; it stays within the page; without scripts a press opens it too."""
    opened = open_page(FRONT, viewport=viewport)
    page = opened.page
    term = page.locator(".cc-term").first
    box = page.locator(f"#{term.get_attribute('popovertarget')}")
    expect(box).to_be_hidden()
    term.hover()
    expect(box).to_be_visible()
    page.mouse.move(0, 0)
    expect(box).to_be_hidden()
    term.click()
    expect(box).to_be_visible()
    place = box.bounding_box()
    assert place and place["x"] >= 0 and place["x"] + place["width"] <= viewport["width"]
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    page.mouse.move(0, 0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(term).to_be_focused()
    expect(box).to_be_visible()
    expect_quiet(opened)
    plain = open_page(FRONT, javascript=False).page
    plain.locator(".cc-term").first.click()
    expect(plain.locator(".cc-term__box").first).to_be_visible()


def test_on_paper_evidence_is_open_and_controls_are_gone(open_page: Open) -> None:
    """Nothing can be clicked on paper; the scorecard has all its columns."""
    page = open_page("claims/11.html").page
    page.emulate_media(media="print")
    expect(page.locator(".cc-page__places li").first).to_be_visible()
    expect(page.locator(".cc-copy__tools")).to_be_hidden()
    page = open_page(SCORECARD, viewport={"width": 720, "height": 1000}).page
    page.emulate_media(media="print")
    expect(page.locator(".cc-scorecard .cc-filters")).to_be_hidden()
    heads = page.locator(".cc-scorecard table thead th")
    assert heads.count() == 7
    edge = page.locator(".cc-article").evaluate("e => e.getBoundingClientRect().right")
    for head in heads.all():
        expect(head).to_be_visible()
        box = head.bounding_box()
        assert box and box["x"] + box["width"] <= edge + 2


def test_the_front_page_prints_on_two_sheets_and_an_answer_on_ten(open_page: Open, server: str) -> None:
    """Without code and sources, but with its title; the sheets are A4."""
    page = open_page(FRONT).page
    entries = pages_below(parse_toc_yaml(ROOT / "_toc.yml", encoding="utf-8").root)
    answers = [f"{name}.html" for caption, name in entries if caption == "Answers"]
    assert answers
    sheets = {}
    for name in (FRONT, *answers):
        page.goto(f"{server}/{name}")
        printed = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
        title = page.locator("h1").first.evaluate("heading => heading.firstChild.textContent")
        assert "".join(title.split()) in "".join(printed[0].extract_text().split()), name
        sheets[name] = len(printed)
    assert sheets.pop(FRONT) <= 2
    assert {name: count for name, count in sheets.items() if count > 10} == {}


# --- the scorecard


def shown(page: Page) -> Locator:
    """The claims that the filters leave, as far as they are listed."""
    return page.locator(".cc-scorecard tbody tr:visible")


@pytest.mark.parametrize("served", [True, False], ids=["served", "from a file"])
def test_filters_narrow_the_list_and_are_kept_in_the_address(open_page: Open, site: Path, served: bool) -> None:
    base = None if served else site.as_uri()
    opened = open_page(SCORECARD, base=base)
    page = opened.page
    everything = page.locator(".cc-scorecard tbody tr").count()
    page.locator("select[name=article]").select_option("A1")
    of_article = shown(page).count()
    page.get_by_label("Verdict").select_option("contradicted")
    both = shown(page).count()
    assert 0 < both < of_article < everything
    for row in shown(page).all():
        assert "A1" in (row.get_attribute("data-articles") or "").split()
        assert row.get_attribute("data-verdict") == "contradicted"
    expect(page.locator(".cc-scorecard__count")).to_contain_text(f"{both} of {everything} claims shown")
    parts = urlsplit(page.url)
    assert parse_qs(parts.query or parts.fragment) == {"article": ["A1"], "verdict": ["contradicted"]}
    again = open_page(f"{SCORECARD}{page.url.partition('scorecard.html')[2]}", base=base).page
    assert shown(again).count() == both
    page.get_by_role("button", name="Show all").click()
    expect(shown(page)).to_have_count(25)
    page.get_by_role("button", name=f"List all {everything} claims").click()
    expect(shown(page)).to_have_count(everything)
    page.get_by_label("Tested on").select_option(label="price assumption")
    assert shown(page).count() > 0
    for row in shown(page).all():
        assert "prices" in (row.get_attribute("data-kinds") or "").split()
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("NVIDIA's own text").select_option("says")
    assert 0 < shown(page).count() < everything
    assert {row.get_attribute("data-nvidia") for row in shown(page).all()} == {"says"}
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Whose claim").select_option("AMD")
    page.get_by_label("Round").select_option("Inference v5.1")
    assert 0 < shown(page).count() < everything
    assert {(row.get_attribute("data-by"), row.get_attribute("data-round")) for row in shown(page).all()} == {
        ("AMD", "Inference v5.1")
    }
    expect_quiet(opened)


def test_a_link_opens_a_filtered_view_that_fits_a_phone(open_page: Open) -> None:
    opened = open_page(f"{SCORECARD}?article=A2&verdict=contradicted", viewport=NARROW)
    page = opened.page
    assert 0 < shown(page).count() < page.locator(".cc-scorecard tbody tr").count()
    expect(page.locator("select[name=article]")).to_have_value("A2")
    assert page.evaluate(OVERFLOW) == []
    for name in ("Published", "Recomputed", "Tested on", "Verdict"):
        expect(shown(page).first.locator(f'[data-label="{name}"]')).to_be_visible()
    unknown = open_page(f"{SCORECARD}?article=A9&verdict=true").page
    expect(unknown.locator(".cc-scorecard tbody tr[hidden]")).to_have_count(0)
    expect(unknown.get_by_role("button", name="List all")).to_be_visible()
    expect_quiet(opened)


def test_each_number_of_the_tally_leads_to_as_many_claims(site: Path) -> None:
    html = (site / ARTICLES).read_text(encoding="utf-8")
    rows = [row for row in Reader(html).named("tr") if "data-verdict" in row]
    tally = re.findall(r'class="cc-matrix__n" href="([^"]*)">(\d+)<', html)
    assert len(tally) > 10
    for address, number in tally:
        wanted = {name: value for name, (value,) in parse_qs(urlsplit(unescape(address)).query).items()}
        fits = [
            row for row in rows
            if wanted.get("article") in (None, *row["data-articles"].split())
            and wanted.get("verdict") in (None, row["data-verdict"])
        ]  # fmt: skip
        assert len(fits) == int(number), address
