"""The page of all results: filters, search, order, address, CSV, one result, chart; keyboard, phone, as a file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from claimcheck.data.tables import load
from tests.site.conftest import NARROW, NARROWEST, OVERFLOW, SCHEMES, Opened, axe_violations, expect_quiet, too_heavy

Open = Callable[..., Opened]
PAGE = "book/results.html"
COUNT = ".cc-explore__count"
ROWS = ".cc-explore tbody tr"


@pytest.fixture(scope="module")
def results() -> pd.DataFrame:
    return load("inference_results")


def counted(rows: pd.DataFrame | pd.Series) -> re.Pattern[str]:
    """What the page says of so many rows."""
    return re.compile(rf"^{len(rows):,} of ")


def column(page: Page, name: str) -> list[str]:
    """The cells of a column that are shown."""
    return page.locator(f'{ROWS} [data-label="{name}"]').all_inner_texts()


def facet(page: Page, name: str) -> Locator:
    """A filter, opened."""
    found = page.locator(f'.cc-explore__filters details:has([aria-label="{name}"])')
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def test_the_page_opens_with_one_benchmark_and_has_every_result_at_hand(open_page: Open, results: pd.DataFrame) -> None:
    """The table that stands without scripts is the one that they make; a filter taken away is not put back."""
    still = open_page(PAGE, javascript=False)
    assert too_heavy(still) == []
    systems = still.page.locator(f"{ROWS} td:nth-child(3)").all_inner_texts()
    assert len(systems) > 20
    opened = open_page(PAGE)
    page = opened.page
    expect(page.locator(".cc-explore__filters")).to_be_visible()
    assert column(page, "System") == systems[:50]
    expect(page.locator(".cc-explore .cc-figure")).to_be_visible()
    expect(page.locator(".cc-lines")).to_have_count(0)
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(COUNT)).to_have_text(counted(results))
    expect(page.locator(".cc-explore .cc-figure")).to_be_hidden()
    page.reload()
    expect(page.locator(COUNT)).to_have_text(counted(results))
    expect_quiet(opened)


def test_filters_and_words_narrow_the_table_and_are_kept_in_the_address(
    open_page: Open, site: Path, results: pd.DataFrame
) -> None:
    base = site.as_uri()
    opened = open_page(f"{PAGE}#round=v6.0", base=base)
    page = opened.page
    rows = results[results["round"] == "v6.0"]
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    facet(page, "Benchmark").get_by_label("deepseek-r1").check()
    rows = rows[rows["benchmark"] == "deepseek-r1"]
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    facet(page, "Scenario").get_by_label("Server").check()
    # A value is counted with what the other filters leave.
    for scenario in ("Server", "Offline"):
        label = facet(page, "Scenario").locator("label", has_text=scenario)
        expect(label.locator(".cc-facet__count")).to_have_text(str(len(rows[rows["scenario"] == scenario])))
    page.get_by_label("Search the results").fill("nebius b300")
    rows = rows[(rows["scenario"] == "Server") & (rows["submitter"] == "Nebius")]
    rows = rows[rows["accelerator"].str.contains("B300") | rows["system_name"].str.contains("B300")]
    assert len(rows)
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    again = open_page(page.url.partition("/book/")[2].join(["book/", ""]), base=base).page
    expect(again.locator(COUNT)).to_have_text(counted(rows))
    expect(again.get_by_label("Search the results")).to_have_value("nebius b300")
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(COUNT)).to_have_text(counted(results))
    expect_quiet(opened)


def test_columns_sort_and_pages_turn(open_page: Open, results: pd.DataFrame) -> None:
    opened = open_page(f"{PAGE}#benchmark=deepseek-r1&scenario=Offline&division=closed")
    page = opened.page
    rows = results.query("benchmark == 'deepseek-r1' and scenario == 'Offline' and division == 'closed'")
    per = (rows["value"] / rows["accelerators"]).sort_values(ascending=False)
    head = page.get_by_role("columnheader", name="Per accelerator")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    shown = [float(text.replace(",", "")) for text in column(page, "Per accelerator")]
    assert shown == pytest.approx(list(per)[: len(shown)], abs=0.01)
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    lowest = float(column(page, "Per accelerator")[0].replace(",", ""))
    assert lowest == pytest.approx(per.iloc[-1], abs=0.01)
    page.goto(page.url.partition("#")[0] + "#round=v0.5")
    first = page.locator(ROWS).first.inner_text()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".cc-explore__pages")).to_contain_text("Page 2 of")
    assert page.locator(ROWS).first.inner_text() != first
    assert "page=2" in page.url
    expect_quiet(opened)


def test_the_reader_chooses_the_columns(open_page: Open) -> None:
    page = open_page(f"{PAGE}#round=v6.0").page
    page.locator(".cc-explore__tools summary").click()
    page.locator(".cc-explore__tools").get_by_label("Software").check()
    page.locator(".cc-explore__tools").get_by_label("Round").uncheck()
    expect(page.get_by_role("columnheader", name="Software")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Round")).to_have_count(0)
    again = open_page(f"book/{page.url.partition('/book/')[2]}").page
    expect(again.get_by_role("columnheader", name="Software")).to_be_visible()


def test_the_selection_is_saved_as_csv_that_no_spreadsheet_runs(open_page: Open, results: pd.DataFrame) -> None:
    opened = open_page(f"{PAGE}#round=v6.0&benchmark=deepseek-r1")
    page = opened.page
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download CSV").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    found = list(csv.DictReader(line for line in text.splitlines(keepends=True) if not line.startswith(("#", '"#'))))
    rows = results[(results["round"] == "v6.0") & (results["benchmark"] == "deepseek-r1")].set_index("row_id")
    assert {row["row_id"] for row in found} == set(rows.index)
    for row in found:
        assert float(row["value"]) == rows.loc[row["row_id"], "value"]
        assert row["system"] == rows.loc[row["row_id"], "system"]
    assert page.url in text
    with page.expect_download() as waiting:
        page.evaluate("""() => claimcheckTable.download('x', () => ({
          lines: [['=1+1'], ['+x'], ['-x'], ['@x'], ['a "b", c'], [null], ['-1.0'], [-1]], notes: ['note', ''],
        })).click()""")
    cells = list(csv.reader(io.StringIO(Path(waiting.value.path()).read_text(encoding="utf-8"))))
    assert cells == [["'=1+1"], ["'+x"], ["'-x"], ["'@x"], ['a "b", c'], [], ["-1.0"], ["-1"], ["# note"]]
    expect_quiet(opened)


def test_a_result_has_an_address_and_opens_its_sources(open_page: Open, site: Path, results: pd.DataFrame) -> None:
    row_id = "6.0-0082/deepseek-r1/Server"
    row = results[results["row_id"] == row_id].iloc[0]
    opened = open_page(f"{PAGE}#row={row_id}", base=site.as_uri())
    page = opened.page
    box = page.get_by_role("dialog")
    expect(box).to_contain_text(f"{row['value']:g}".split("e")[0][:4])
    links = {a.inner_text(): a.get_attribute("href") or "" for a in box.get_by_role("link").all()}
    log = f"https://github.com/{row['repo']}/blob/{row['commit']}/{row['log_path']}#L{row['log_line']}"
    assert links["Line of the run's log"] == log
    assert links["Row of the published table"].endswith(f"{row['path']}#L{row['line']}")
    assert links["Description of the system"].endswith(".json")
    expect(box).to_contain_text("Accuracy, ")
    expect(box.get_by_role("link", name="Line of the accuracy run").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(page).not_to_have_url(re.compile("row="))
    expect_quiet(opened)


def test_every_row_can_be_addressed(open_page: Open, results: pd.DataFrame) -> None:
    """Of every round and source, and with every sign that occurs in an id."""
    page = open_page(f"{PAGE}#round=v6.0").page
    expect(page.locator(ROWS)).to_have_count(50)
    ids = results.groupby(["round", "obtained"])["row_id"].first().tolist()
    signs = sorted(set("".join(results["row_id"])) - set("/"))
    ids += [next(row_id for row_id in results["row_id"] if sign in row_id) for sign in signs]
    for row_id in dict.fromkeys(ids):
        page.evaluate("id => { location.hash = new URLSearchParams({row: id}) }", row_id)
        expect(page.get_by_role("dialog").locator("dd").last).to_have_text(row_id)


def test_an_unknown_address_says_so(open_page: Open) -> None:
    page = open_page(f"{PAGE}#row=no/such/row").page
    expect(page.locator(COUNT)).to_have_text("No result has the ID no/such/row")
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize(
    "address",
    ["sort=toString", "columns=constructor,__proto__", "columns=" + ",".join(["value"] * 5000), "q=" + "a+" * 20000],
)
def test_an_address_that_asks_for_what_is_not_there_or_too_much_is_bounded_and_says_so(
    open_page: Open, address: str
) -> None:
    opened = open_page(f"{PAGE}#round=v6.0&{address}")
    expect(opened.page.locator(COUNT)).to_contain_text("part of the address is not known here, or too long")
    expect(opened.page.get_by_role("columnheader").first).to_be_visible()
    assert opened.page.get_by_role("columnheader").count() <= 22
    opened.page.get_by_role("button", name="Clear all").click()
    expect(opened.page.locator(COUNT)).to_have_text(re.compile("results$"))
    expect_quiet(opened)


def test_the_places_of_a_claim_lead_to_their_results(open_page: Open) -> None:
    link = open_page("claims/1.html").page.locator("a.cc-evidence__id").first
    address = link.get_attribute("href") or ""
    assert address.startswith("../book/results.html#row=")
    found = open_page(address.removeprefix("../")).page
    expect(found.get_by_role("dialog").locator("dd").last).to_have_text(unquote(address.partition("row=")[2]))


def test_the_keyboard_alone_filters_and_opens(open_page: Open) -> None:
    opened = open_page(f"{PAGE}#benchmark=deepseek-r1")
    page = opened.page
    expect(page.locator(ROWS)).not_to_have_count(0)
    page.get_by_label("Search the results").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("round="))
    page.keyboard.press("Escape")
    expect(page.locator(".cc-explore__filters summary").first).to_be_focused()
    link = page.locator(f"{ROWS} a").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect_quiet(opened)


def test_a_phone_shows_cards_and_nothing_sticks_out(open_page: Open, axe: str) -> None:
    opened = open_page(f"{PAGE}#benchmark=deepseek-r1&scenario=Server", viewport=NARROW)
    page = opened.page
    expect(page.locator(".cc-lines")).to_be_visible()
    for name in ("Submitter", "Accelerator", "Result"):
        expect(page.locator(f'{ROWS} [data-label="{name}"]').first).to_be_visible()
    assert page.evaluate(OVERFLOW) == []
    facet(page, "Submitter")
    assert page.evaluate(OVERFLOW) == []
    page.evaluate(axe)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-theme='{scheme}']").wait_for(state="attached")
        page.wait_for_timeout(350)
        assert axe_violations(page) == [], scheme
    page.set_viewport_size(NARROWEST)
    assert page.evaluate(OVERFLOW) == []
    page.get_by_label("Sort by").select_option("-value")
    expect(page).to_have_url(re.compile("sort=-value"))
    expect_quiet(opened)


def test_the_chart_has_the_best_of_each_chip_and_no_line_where_rounds_differ(
    open_page: Open, results: pd.DataFrame
) -> None:
    page = open_page(f"{PAGE}#benchmark=deepseek-r1&scenario=Server&division=closed&chip=GB300").page
    rows = results.query("benchmark == 'deepseek-r1' and scenario == 'Server' and division == 'closed'")
    rows = rows[rows["accelerator"].str.contains("GB300")]
    best = (rows["value"] / rows["accelerators"]).groupby(rows["round"]).max()
    label = page.locator(".cc-lines").get_attribute("aria-label") or ""
    for round_, value in best.items():
        assert f"{value:,.2f}".rstrip("0").rstrip(".") + f" in {round_}" in label
    # 3D U-Net took another data set in v2.0.
    page = open_page(f"{PAGE}#benchmark=3d-unet-99&scenario=Offline&division=closed&chip=A30").page
    rounds = results.query("benchmark == '3d-unet-99' and scenario == 'Offline' and division == 'closed'")
    rounds = sorted(rounds[rounds["accelerator"] == "NVIDIA A30"]["round"].unique())
    assert "v1.1" in rounds and "v2.0" in rounds
    expect(page.locator(".cc-lines g circle")).to_have_count(len(rounds))
    assert page.locator(".cc-lines g line").count() == len(rounds) - 2
