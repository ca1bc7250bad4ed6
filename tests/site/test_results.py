"""The page of all results: filters, search, address, CSV, one result; also as a file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from claimcheck.analysis.derived import Tables
from claimcheck.data.store import load
from tests.site.conftest import NARROW, Opened, expect_quiet, too_heavy

Open = Callable[..., Opened]
PAGE = "book/results.html"
COUNT = ".cc-explore__count"
ROWS = ".cc-explore tbody tr"


@pytest.fixture(scope="module")
def results() -> pd.DataFrame:
    return load("inference_results")


def counted(rows: pd.DataFrame | pd.Series) -> re.Pattern[str]:
    """What the page says of so many rows."""
    return re.compile(rf"^{len(rows):,} results$")


def column(page: Page, name: str) -> list[str]:
    """The cells of a column that are shown."""
    return page.locator(f'{ROWS} [data-label="{name}"]').all_inner_texts()


def test_the_page_opens_with_one_benchmark_and_has_every_result_at_hand(open_page: Open, tables: Tables) -> None:
    """The table that stands without scripts is the one that they make; a filter taken away is not put back."""
    still = open_page(PAGE, javascript=False)
    assert too_heavy(still) == []
    systems = still.page.locator(f"{ROWS} td:nth-child(3)").all_inner_texts()
    assert len(systems) == 20
    opened = open_page(PAGE)
    page = opened.page
    assert not any("tables/" in name for name in opened.asked), "no table before a reader acts"
    page.get_by_label("Search the results").focus()
    expect(page.locator(".cc-explore.is-loaded")).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(20)
    assert column(page, "System") == systems
    assert not any("tables/open" in name for name in opened.asked), "the closed division alone"
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(COUNT)).to_have_text(counted(tables.every))
    page.get_by_role("button", name="Show 20 more").click()
    expect(page.locator(ROWS)).to_have_count(40)
    expect(page.locator(f"{ROWS} a").nth(20)).to_be_focused()
    page.reload()
    expect(page.locator(COUNT)).to_have_text(counted(tables.every))
    expect_quiet(opened)


@pytest.mark.parametrize("acts", [False, True], ids=["opened", "loaded"])
def test_on_a_phone_a_result_is_its_system_then_whose_it_is_then_its_figures(open_page: Open, acts: bool) -> None:
    """The table that the page opens with had the names of its columns printed over its cells."""
    opened = open_page(PAGE, NARROW)
    if acts:
        opened.page.get_by_label("Search the results").focus()
        expect(opened.page.locator(".cc-explore.is-loaded")).to_be_visible()
    row = opened.page.locator(ROWS).first
    tops = {
        name: row.locator(f'[data-label="{name}"]').bounding_box()["y"]
        for name in ("System", "Round", "Submitter", "Number", "Benchmark", "Result", "Per accelerator")
    }
    assert sorted(tops, key=lambda name: tops[name]) == list(tops) and tops["Number"] < tops["Benchmark"]
    labels = row.evaluate("row => [...row.cells].map(cell => getComputedStyle(cell, '::before').content)")
    assert set(labels) == {"none", '"× "'}
    expect_quiet(opened)


def test_filters_and_words_narrow_the_table_and_are_kept_in_the_address(
    open_page: Open, site: Path, results: pd.DataFrame, tables: Tables
) -> None:
    base = site.as_uri()
    opened = open_page(f"{PAGE}#round=v6.0", base=base)
    page = opened.page
    rows = results[results["round"] == "v6.0"]
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    page.locator("select[name=benchmark]").select_option("deepseek-r1")
    rows = rows[rows["benchmark"] == "deepseek-r1"]
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    page.locator("select[name=scenario]").select_option("Server")
    page.get_by_label("Search the results").click()
    page.get_by_label("Search the results").fill("nebius b300")
    rows = rows[(rows["scenario"] == "Server") & (rows["submitter"] == "Nebius")]
    rows = rows[rows["accelerator"].str.contains("B300") | rows["system_name"].str.contains("B300")]
    assert len(rows)
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    again = open_page(page.url.partition("/book/")[2].join(["book/", ""]), base=base).page
    expect(again.locator(COUNT)).to_have_text(counted(rows))
    expect(again.get_by_label("Search the results")).to_have_value("nebius b300")
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(COUNT)).to_have_text(counted(tables.every))
    expect_quiet(opened)


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
        assert row["software"] == rows.loc[row["row_id"], "software"]
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
    assert links["Source of the figure"].endswith(f"{row['path']}#L{row['line']}")
    assert links["Description of the system"].endswith(".json")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(page).not_to_have_url(re.compile("row="))
    expect_quiet(opened)


def test_every_row_can_be_addressed(open_page: Open, results: pd.DataFrame) -> None:
    """Of every source, and with every sign that occurs in an id."""
    page = open_page(f"{PAGE}#round=v6.0").page
    expect(page.locator(ROWS)).to_have_count(20)
    ids = results.groupby("obtained")["row_id"].first().tolist()
    while left := set("".join(results["row_id"])) - set("".join(ids)):
        ids.append(max(results["row_id"], key=lambda row_id: len(left & {*row_id})))
    for row_id in ids:
        page.evaluate("id => { location.hash = new URLSearchParams({row: id}) }", row_id)
        expect(page.get_by_role("dialog").locator("dd", has_text=re.compile(f"^{re.escape(row_id)}$"))).to_be_visible()


def test_training_is_found_by_words_and_filters_with_its_own_values(open_page: Open, tables: Tables) -> None:
    """Rounds of two suites are told apart; what has no score of MLPerf's says what is known instead."""
    opened = open_page(f"{PAGE}#suite=training")
    page = opened.page
    trained = tables.training[tables.training["suite"] == "training"].set_index("row_id", drop=False)
    expect(page.locator(COUNT)).to_have_text(counted(trained))
    page.locator("select[name=round]").select_option("Training v6.0")
    page.get_by_label("Search the results").fill("nebius")
    rows = trained[trained["round"].eq("v6.0") & trained["submitter"].eq("Nebius")]
    expect(page.locator(COUNT)).to_have_text(counted(rows))
    known = rows["time_to_train_minutes"].notna()
    for row_id, minutes in (*rows[known]["time_to_train_minutes"][:1].items(), (rows.index[~known][0], None)):
        page.evaluate("id => { location.hash = new URLSearchParams({row: id}) }", row_id)
        box = page.get_by_role("dialog")
        expect(box.locator("dd", has_text=str(row_id))).to_be_visible()
        expect(box).to_contain_text(f"{minutes} minutes" if minutes else "MLPerf's own score could not be read")
        expect(box.get_by_role("link", name="Source of the figure")).to_be_visible()
    expect_quiet(opened)
