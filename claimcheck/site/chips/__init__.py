"""A chip's own page: its best results test by test, its rivals, what was claimed about it.

Its figures are those of the tables chip_cells and chip_pairs; its claims are shown as a company's are.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pandas as pd
from docutils import nodes
from sphinx.application import Sphinx

from claimcheck.analysis import chips
from claimcheck.analysis.view import folded, named, names_in_print, title
from claimcheck.charts.table import ResultsTable
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.core.printing import counted, formatted, listed
from claimcheck.data.rounds import in_order
from claimcheck.site.book import Book
from claimcheck.site.claims import newest_first, scorecard
from claimcheck.site.contents import chip_pages, recent_rounds
from claimcheck.site.frame.directives import BookDirective, section, showing
from claimcheck.site.frame.html import part
from claimcheck.site.frame.writer import table_html
from claimcheck.site.tools import RESULTS

# What each reading of two chips compares, as a heading.
READ = {
    "best": "Best against best",
    "median": "Median against median",
    "own": "Each maker's own",
    "house": "One submitter with both",
    "any size": "Other sizes, best",
}


class Shared(NamedTuple):
    """What the pages of all chips are made from: named results of the recent rounds, and tables about chips."""

    results: pd.DataFrame
    cells: pd.DataFrame
    pairs: pd.DataFrame
    trained: pd.DataFrame
    spread: pd.Series


@functools.cache
def shared(book: Book) -> Shared:
    """What the pages of all chips of a book are made from, read once."""
    tables, rounds = book.tables, recent_rounds(book.data_dir)
    results, cells, pairs = (
        table[table["round"].isin(rounds)] for table in (tables.results, tables.chip_cells, tables.chip_pairs)
    )
    trained = named(tables.trained).query("suite == 'training'")
    return Shared(named(results), cells, chips.both_ways(pairs), trained, chips.spread(cells))


def chip_page(directive: BookDirective, name: str) -> Iterator[nodes.Node]:
    """The opening of a chip's page and its sections; one without rows is left out."""
    book, of = directive.book, shared(directive.book)
    rows, cells, pairs, trained = (table[table["chip"].eq(name)] for table in of[:4])
    products = sorted(rows["product"].unique())
    every = f"{directive.link_if_there(RESULTS)}#{urlencode({'product': products}, doseq=True)}"
    latest = in_order(trained["round"].unique())[-1:]
    in_training = [(int(trained["round"].eq(round_).sum()), round_) for round_ in latest]
    entered = listed(sorted(_printed(rows["submitter"]).unique()))
    words = opening(name, rows, cells), every, len(rows), entered, in_training
    yield from directive.html(part("chips", "opening", *words))
    if len(cells):
        yield section("chip-results", "What it makes", table_html(results(name, cells), directive.env))
    if len(pairs):
        yield section("chip-rivals", "Against each rival", table_html(against(name, pairs, of), directive.env))
    registers = [head.prefix for head in newest_first(book)]
    if claims := sorted(book.about(name), key=lambda claim: registers.index(claim.register)):
        html = scorecard(directive, claims, f" about {name}") + part("chips", "behind", book.claims_footnote(name))
        yield section("chip-claims", f"Claims that name it ({len(claims)})", html)
    limits = directive.link_if_there("notebooks/chips#what-these-tables-leave-out")
    footnote = rounds_footnote(book.data_dir, [*recent_rounds(book.data_dir), *(f"training-{name}" for name in latest)])
    yield section("chip-limits", "What these tables leave out", part("chips", "limits", limits, footnote))


def opening(name: str, rows: pd.DataFrame, cells: pd.DataFrame) -> str:
    """In how many tests a chip has the best result, of those that it may; or what its results are instead."""
    if cells.empty:
        kinds = rows["suite"] + " suite, " + rows["division"] + " division"
        return (
            f"In MLPerf® Inference {listed(in_order(rows['round'].unique()))}, {name} has "
            f"{counted(len(rows), 'result')}, {listed(sorted(kinds.unique()))}. We rank the closed division "
            "of the datacenter suite alone."
        )
    latest = in_order(cells["round"].unique())[-1]
    cells = cells[cells["round"].eq(latest)]
    start, chip = f"In MLPerf® Inference {latest}", f"{cells['accelerator_vendor'].iloc[0]}'s {name}"
    ranked = cells[cells["contested"] & cells["on_sale"]]
    if ranked.empty:
        none = "no result there is of another maker's chip on sale"
        none = none if cells["on_sale"].any() else "none of these results is in the category available, on sale"
        return f"{start}, {chip} was entered in {counted(len(cells), 'test')}. We count no lead: {none}."
    led = ranked[ranked["leads"]]
    which = f": {listed(list(_tests(led)))}" if 0 < len(led) < len(ranked) else ""
    timed = " In SingleStream that is the time of a system of eight." if led["unit"].eq("s").any() else ""
    return (
        f"{start}, of {counted(len(ranked), 'test')} in which {chip} is ranked and chips of two makers are on sale, "
        f"it has the best result per accelerator in {len(led) or 'none'}{which}.{timed}"
    )


def results(name: str, cells: pd.DataFrame) -> dict[str, Any]:
    """A chip's best result in each test of each round, the newest first, as a table."""
    place = cells["round"].map(in_order(cells["round"].unique()).index)
    rows = cells.assign(
        test=_tests(cells),
        submitter=_printed(cells["submitter"]),
        per_accelerator=chips.printed(cells),
        percent_of_the_best_on_sale=cells["percent"].round(1),
        place=-place,
    ).sort_values(["place", "test"], kind="stable")
    columns = "test round per_accelerator percent_of_the_best_on_sale submitter accelerators results submitters on_sale"
    note = (
        f"Results of {name}, the newest round first\n\n"
        "The best result in each test, closed division, datacenter, without measured power. Results, Submitters: "
        "how many stand behind it. A time is of the whole system. Times are ranked on eight accelerators alone. "
        "The rate per accelerator is our division; MLCommons Association has not verified it."
    )
    return _table("results", rows, note, {one: one.replace("_", " ").capitalize() for one in columns.split()})


def against(name: str, pairs: pd.DataFrame, of: Shared) -> dict[str, Any]:
    """Each chip with which a chip shares a test of its latest round: in how many it is ahead, by each reading."""
    latest = in_order(pairs["round"].unique())[-1]
    pairs, spread = pairs[pairs["round"].eq(latest)], of.spread.get(latest, 0.0)
    counts = chips.counted(pairs, spread, by=["other"])
    told = "{0.ahead} of {0.tests} (clearly {0.more}; clearly behind {0.less})"
    counts["told"] = [told.format(one) for one in counts.itertuples()]
    # Chips of other makers first, and of these those that share most tests.
    makers = of.cells.drop_duplicates("chip").set_index("chip")["accelerator_vendor"]
    tests = pairs["reading"].isin(["best", "any size"]).groupby(pairs["other"]).sum()
    rivals = sorted(tests.index, key=lambda other: (makers[other] == makers[name], -tests[other], other))
    rows = counts["told"].unstack("reading").reindex(index=rivals, columns=list(READ)).astype(object)
    note = (
        f"In how many tests {name} is ahead, by each reading\n\n"
        f"In how many tests of {latest} {name} is ahead, on sale, on eight accelerators of each; other "
        "sizes where no eights share the test. No reading alone decides. Clearly: by more than "
        f"{formatted(spread, '.1f')}%, which is by how much a chip's median result typically lies below its best."
    )
    return _table("rivals", rows.reset_index(), note, {"other": "Against", **READ})


def _table(name: str, rows: pd.DataFrame, note: str, headings: dict[str, str]) -> dict[str, Any]:
    return ResultsTable(name, rows, note, headings, list(rows.get("row_id", ()))).to_dict()


def company_chips(directive: BookDirective, name: str) -> str:
    """The chips of recent rounds that a company makes, and those that it submitted results on; empty for none."""
    rows = shared(directive.book).results
    rows = rows[rows["chip"].isin([*chip_pages(directive.book.data_dir)])]
    makes = rows[rows["accelerator_vendor"].map(folded, na_action="ignore").eq(folded(name))]
    entered = rows[[folded(name) in owners for owners in rows["owners"]]]
    found = [listed(sorted(of["chip"].unique())) for of in (makes, entered)]
    return part("chips", "company", name, listed(recent_rounds(directive.book.data_dir)), *found)


def _tests(rows: pd.DataFrame) -> pd.Series:
    return rows["family"].map(title) + " " + rows["scenario"]


def _printed(names: pd.Series) -> pd.Series:
    return names.replace(names_in_print(names.unique(), ()))


def register(app: Sphinx) -> None:
    """Register the directives of a chip's page, and of the chips of a company, with Sphinx."""
    app.add_directive("chip-page", showing(chip_page, 1))
    app.add_directive("company-chips", showing(company_chips, 1))
