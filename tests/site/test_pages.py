"""What the pages of the built site must hold: claims, the scorecard, notebooks to download."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import pytest
from bs4 import BeautifulSoup

from claimcheck.claims.register.articles import PRESS
from claimcheck.claims.texts.wording import printed_claims
from claimcheck.claims.verdict.result import read_recorded, records
from claimcheck.site import contents
from tests.build.reading import Reader
from tests.site.conftest import ROOT

# The sections of a claim's page in their order; of those that not all have, what is recorded of a claim that has one.
SECTIONS = {
    "quote": "", "published": "", "conditions": "conditions", "readings": "", "later": "afterwards",
    "case": "strongest_case", "evidence": "evidence", "sources": "sources", "more": "",
}  # fmt: skip


@functools.cache
def read(site: Path, page: str) -> Reader:
    return Reader((site / f"{page}.html").read_text(encoding="utf-8"))


def links(reader: Reader) -> list[str]:
    return [a.get("href", "") for a in reader.named("a")]


def scorecard(site: Path, page: str) -> dict[str, dict[str, str]]:
    """The attributes of each row of a page's scorecard, by the number of the claim that it leads to."""
    html = (site / f"{page}.html").read_text(encoding="utf-8")
    rows = map(Reader, re.findall(r"<tr [^>]*data-verdict.*?</tr>", html, re.DOTALL))
    own = re.compile(r"/claims/(.*)\.html$")
    return {next(match[1] for link in links(row) if (match := own.search(link))): row.named("tr")[0] for row in rows}


def told(claim: dict[str, Any]) -> Iterator[str]:
    """What the page of a recorded claim must say."""
    yield from (claim[name] for name in ("verdict", "reason", "explanation", "strongest_case"))
    for at in claim["said"].values():
        yield from (f"line {at['line']}", at["quote"] or "")
    for figure in claim["figures"]:
        yield from (figure[side]["text"] for side in ("published", "computed") if figure[side])
    # What does not apply to a sentence is in the files alone.
    asked = [condition for condition in claim["conditions"] if condition["state"] != "not asked"]
    for condition in asked:
        yield from (condition["name"], condition["detail"])
        if condition["figure"] and not condition["holds"]:
            # What is 7% less, or 7% behind the fastest and not over it, has no sign.
            figure, phrase = condition["figure"]["text"], condition["phrase"]
            yield from (figure.removeprefix("−"), phrase.removeprefix("over ") if figure[0] == "−" else phrase)
    for later in filter(None, [claim["afterwards"]]):
        yield from (condition["detail"] for condition in later["conditions"])
    yield (claim["nvidia"] or {}).get("words", "")


def test_a_claims_page_says_and_links_all_that_is_recorded(site: Path, tables) -> None:
    printed = printed_claims(read_recorded(tables), tables)
    for of, claim in zip(printed, records(printed), strict=True):
        reader = read(site, f"claims/{claim['number']}")
        text = " ".join(reader.text.split()).lower()
        assert [words for words in told(claim) if " ".join(words.split()).lower() not in text] == [], claim["number"]
        found = [name for one in reader.ids if (name := re.sub(r"^c[\w.-]*?-(?=[a-z]+$)", "", one)) in SECTIONS]
        needed = {name for name, field in SECTIONS.items() if field and claim[field]} | {"quote", "more"}
        assert found == [name for name in SECTIONS if name in found], claim["number"]
        assert needed == {name for name in found if SECTIONS[name] or name in ("quote", "more")}, claim["number"]
        assert "../claims.json" in links(reader) or "claims.json" in links(reader), claim["number"]
        # A page names so many; the claim's file has all.
        places = {one.url for one in of.evidence[:20]}
        places |= {one["where"] for one in claim["sources"] if one["where"].startswith("https://")}
        assert places <= set(links(reader)), claim["number"]


def test_the_scorecard_has_every_claim_with_its_verdict_and_what_its_filter_needs(site: Path, tables) -> None:
    claims = read_recorded(tables)
    verdicts = {str(claim.number): claim.verdict for claim in claims}
    whose = {str(claim.number): claim.by for claim in claims}
    rows = scorecard(site, "book/scorecard")
    for number, given in rows.items():
        assert given["data-verdict"] == verdicts[number], number
        assert given["data-by"] == ("|".join(whose[number]) or PRESS) and given["data-round"], number
    assert sorted(rows) == sorted(verdicts)
    rounds = [given["data-round"] for given in rows.values()]
    assert rounds[0] == "Inference v6.1" and rounds[-1].endswith("v3.1")


def test_a_companys_page_has_its_claims_and_no_others(site: Path, tables, data_dir: Path) -> None:
    claims, companies = read_recorded(tables), contents.companies(data_dir)
    assert set(companies) == {name for claim in claims for name in claim.by}
    for name in companies:
        by = [claim for claim in claims if name in claim.by]
        assert set(scorecard(site, contents.company_page(name))) == {str(claim.number) for claim in by} and by, name
        # What another text reports as the company's is counted apart.
        own = sum(name in claim.whose.own for claim in by)
        opening = read(site, contents.company_page(name)).text
        for count, where in ((own, f"in {name}'s own words"), (len(by) - own, f"that others report as {name}'s")):
            said = re.search(rf"(\d+|one) claims? {re.escape(where)}", opening)
            assert int(said[1].replace("one", "1")) == count if count else not said, name


def test_every_chip_of_the_last_three_rounds_has_a_page_whose_numbers_are_those_of_the_tables(
    site: Path, tables, data_dir: Path
) -> None:
    raw = pd.read_csv(data_dir / "tables/inference_results.csv.gz", low_memory=False).set_index("row_id")
    last = sorted(raw["round"].unique(), key=lambda name: [*map(int, name[1:].split("."))])[-3:]
    cells, pages = tables.chip_cells.set_index("row_id"), contents.chip_pages(data_dir)
    assert {*tables.chip_cells.query("round in @last").chip} | {"GB10", "Jetson AGX Thor 128G"} <= {*pages}
    checked = 0
    for name, page in pages.items():
        assert "&lt;NA&gt;" not in (site / f"{page}.html").read_text(encoding="utf-8"), name
        for row in shown_results(site, page):
            result = raw.loc[row["row_id"]]
            whole = row["row_id"] not in cells.index or result.unit == "s"
            each = result.value / (1 if whole else result.accelerators)
            number, _, unit = row["made"].partition(" ")
            near = 0.051 if each >= 10 else each * 0.006
            assert float(number.replace(",", "")) == pytest.approx(each, abs=near), name
            assert unit.startswith(result.unit) and row["round"] == result["round"] in last, name
            assert name.split()[-1] in result.accelerator.replace("VR200", "Vera Rubin"), name
            checked += 1
    assert checked > 250


def shown_results(site: Path, page: str) -> Iterator[dict[str, str]]:
    """The rows of the first table of a chip's page: the result of each, its round, and what it says that it made."""
    tree = BeautifulSoup((site / f"{page}.html").read_text(encoding="utf-8"), "html.parser")
    for row in tree.select("#tab-results tbody tr"):
        _, round_, made, *_ = (cell.get_text() for cell in row.find_all(["th", "td"]))
        yield {"row_id": row["data-row-id"], "round": round_, "made": made}


def test_the_name_of_a_chip_leads_to_its_page_from_tables_companies_claims_and_the_glossary(site: Path) -> None:
    for page, chip in {
        "notebooks/chips": "mi355x", "book/chips/b300": "mi355x", "book/companies/amd": "mi355x", "claims/1": "gb300",
        "book/glossary": "gb300", "notebooks/cost": "mi355x",
    }.items():  # fmt: skip
        assert any(f"/{one}".endswith(f"/{chip}.html") for one in links(read(site, page))), page


def test_notebooks_are_offered_without_outputs_and_in_binder(site: Path) -> None:
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    for path in paths:
        reader = read(site, f"notebooks/{path.stem}")
        assert path.name in [a["href"] for a in reader.named("a") if "download" in a], path.name
        source, served = (nbformat.read(p, as_version=4).cells for p in (path, site / "notebooks" / path.name))
        assert [cell.source for cell in source] == [cell.source for cell in served]
        assert not any(cell.get("outputs") for cell in served), "a rerun makes them"
        binder = f"https://mybinder.org/v2/gh/claimcheck/claimcheck/main?labpath=notebooks%2F{path.name}"
        assert binder in links(reader), path.name
    assert paths


def test_no_page_shows_the_marks_of_its_source(site: Path) -> None:
    """Such as a directive that Markdown takes for text."""
    silent = re.compile(r"<(script|style|pre|code)\b.*?</\1>|<[^>]+>", re.DOTALL)
    marks = re.compile(r"```|~~~|:::|\{[\w-]+\}`|\s:[\w-]+: ")
    pages = {page: silent.sub(" ", page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}
    assert {str(page): found[0] for page, text in pages.items() if (found := marks.search(text))} == {}


def test_the_decisive_arithmetic_is_in_sight_below_the_figure_that_opens_its_page(site: Path) -> None:
    page = BeautifulSoup((site / "notebooks/speedup.html").read_text(encoding="utf-8"), "html.parser")
    code, figure = page.select_one("div.cell_input:not(.cc-code, .cc-code *)"), page.select_one("[id^=fig-]")
    assert "per_gpu[" in code.text and figure in code.find_all_previous()
