"""A chip's own page: its results test by test, from round to round on one system, its rivals, and who submitted it.

Its claims are shown as a company's are. Its figures are those of the tables chip_cells, chip_pairs and comparisons.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple
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
# A table with more rows can be searched.
_LONG = 15
_OURS = "The rate per accelerator is our division; MLCommons Association has not verified it."


def chip_page(directive: BookDirective, name: str) -> Iterator[nodes.Node]:
    """The opening of a chip's page and its sections; one without rows is left out."""
    chip = Chip(directive.book, name)
    products = sorted(chip.rows["product"].unique())
    every = f"{directive.link_if_there(RESULTS)}#{urlencode({'product': products}, doseq=True)}"
    yield from directive.html(part("chips", "opening", chip.opening(), every, len(chip.rows)))
    for anchor, (heading, caption, make) in _SECTIONS.items():
        rows, columns, note = make(chip)
        if not rows.empty:
            ids, text = list(rows.get("row_id", ())), f"{caption.format(name)}\n\n{note}"
            record = ResultsTable(anchor, rows, text, columns, ids, searchable=len(rows) > _LONG)
            yield section(f"chip-{anchor}", heading, table_html(record.to_dict(), directive.env))
    registers = [head.prefix for head in newest_first(directive.book)]
    if claims := sorted(directive.book.about(name), key=lambda claim: registers.index(claim.register)):
        heading = f"Claims about it ({len(claims)})"
        behind = part("chips", "behind", directive.book.claims_footnote(name))
        yield section("chip-claims", heading, scorecard(directive, claims, f" about {name}") + behind)
    limits = directive.link_if_there("notebooks/chips#what-these-tables-leave-out")
    keys = [f"training-{round_}" for round_ in in_order(chip.trained["round"].unique())]
    footnote = rounds_footnote(directive.book.data_dir, [*chip.rounds, *keys])
    yield section("chip-limits", "What these tables leave out", part("chips", "limits", limits, footnote))


def company_chips(directive: BookDirective, name: str) -> str:
    """The chips of recent rounds that a company makes, and those that it submitted results on; empty for none."""
    rows = shared(directive.book).results
    rows = rows[rows["chip"].isin([*chip_pages(directive.book.data_dir)])]
    makes = rows[rows["accelerator_vendor"].map(folded, na_action="ignore").eq(folded(name))]
    entered = rows[[folded(name) in owners for owners in rows["owners"]]]
    found = [listed(sorted(of["chip"].unique())) for of in (makes, entered)]
    return part("chips", "company", name, listed(recent_rounds(directive.book.data_dir)), *found)


class Shared(NamedTuple):
    """What the pages of all chips are made from: named results of the recent rounds, and tables about chips."""

    results: pd.DataFrame
    trained: pd.DataFrame
    cells: pd.DataFrame
    spread: pd.Series
    pairs: pd.DataFrame
    kept: pd.DataFrame


@functools.cache
def shared(book: Book) -> Shared:
    """What the pages of all chips of a book are made from, read once."""
    tables, rounds = book.tables, recent_rounds(book.data_dir)
    with tables.database("training_results") as database:
        trained = database.execute("select * from training_results where suite = 'training'").df()
    results, cells, pairs = (
        table[table["round"].isin(rounds)] for table in (tables.results, tables.chip_cells, tables.chip_pairs)
    )
    kept = tables.comparisons[tables.comparisons["kept"].eq("system") & tables.comparisons["after"].isin(rounds)]
    return Shared(named(results), trained, cells, chips.spread(cells), chips.both_ways(pairs), kept)


# A table of the page, the headings of its columns, and what its reader must know.
Shown = tuple[pd.DataFrame, dict[str, str], str]


class Chip:
    """What the tables say of the chip ``name`` in the recent rounds of Inference."""

    def __init__(self, book: Book, name: str) -> None:
        of = shared(book)
        self.name, self.rounds = name, recent_rounds(book.data_dir)
        self.rows, self.cells, self.kept, trained, pairs = (
            table[table["chip"].eq(name)] for table in (of.results, of.cells, of.kept, of.trained, of.pairs)
        )
        self.trained = trained[trained["round"].isin(in_order(trained["round"].unique())[-1:])]
        # The latest round in which it shares a test with another chip.
        self.latest = next(reversed(in_order(pairs["round"].unique())), "")
        self.pairs, self.spread = pairs[pairs["round"].eq(self.latest)], of.spread.get(self.latest, 0.0)
        # Its rivals there: chips of other makers first, and of these those that share most tests.
        makers = of.cells.drop_duplicates("chip").set_index("chip")["accelerator_vendor"]
        tests = self.pairs["reading"].isin(["best", "any size"]).groupby(self.pairs["other"]).sum()
        self.rivals = sorted(tests.index, key=lambda other: (makers[other] == makers[name], -tests[other], other))

    def opening(self) -> str:
        """In how many tests it has the best result, of those that it may; or what its results are instead."""
        rounds = in_order(self.cells["round"].unique())
        if not rounds:
            kinds = self.rows["suite"] + " suite, " + self.rows["division"] + " division"
            return (
                f"In MLPerf® Inference {listed(in_order(self.rows['round'].unique()))}, {self.name} has "
                f"{counted(len(self.rows), 'result')}, {listed(sorted(kinds.unique()))}. We rank the closed division "
                "of the datacenter suite alone."
            )
        cells = self.cells[self.cells["round"].eq(rounds[-1])]
        ranked = cells[cells["contested"] & cells["on_sale"]]
        start = f"In MLPerf® Inference {rounds[-1]}, {cells['accelerator_vendor'].iloc[0]}'s {self.name}"
        if ranked.empty:
            none = "no result there is of another maker's chip on sale"
            none = none if cells["on_sale"].any() else "none of these results is in the category available, on sale"
            ahead = f"{start} was entered in {counted(len(cells), 'test')}. We count no lead: {none}."
        else:
            led = ranked[ranked["leads"]]
            of = "the one test" if len(ranked) == 1 else f"the {len(ranked)} tests"
            ahead = (
                f"{start} has the best result per accelerator in {len(led) or 'none'} of {of} in which it is "
                "ranked and chips of two makers are on sale"
            )
            ahead += f": {listed(list(_tests(led)))}." if 0 < len(led) < len(ranked) else "."
        alone, count = int((cells["submitters"] == 1).sum()), len(cells)
        share = "its one test" if count == 1 else f"all {count} tests of the table" if alone == count else ""
        share = share or f"{alone or 'none'} of the {count} tests of the table"
        return f"{ahead} In {share} the results are all of one submitter." if alone else ahead

    def results(self) -> Shown:
        """Its best result in each test of each round; of a chip without such tests, all of its results."""
        if self.cells.empty:
            rows = self.rows.assign(family=self.rows["benchmark"])
            made = [f"{chips.in_print(row.value)} {row.unit}" for row in rows.itertuples()]
            columns = "test round result submitter accelerators division suite"
            return _newest_first(rows, result=made), _headings(columns), ""
        percent = self.cells["percent"].round(1)
        rows = _newest_first(self.cells, per_accelerator=chips.printed(self.cells), percent_of_the_best_on_sale=percent)
        columns = (
            "test round per_accelerator percent_of_the_best_on_sale submitter accelerators results submitters on_sale"
        )
        note = (
            "The best result in each test, closed division, datacenter, without measured power. Results, Submitters: "
            "how many stand behind it. A time is of the whole system. Times are ranked on eight accelerators alone. "
            f"{_OURS}"
        )
        return rows, _headings(columns), note

    def changes(self) -> Shown:
        """One owner's system under one name, from each round to the next."""
        made = self.kept.rename(columns={"after": "round", "before": "round_before", "submitter_after": "submitter"})
        made = made.rename(columns=lambda name: name.removesuffix("_after"))
        for name in ("per_accelerator_before", "per_accelerator"):
            made[name] = made[name].astype(float).map(chips.in_print)
        rows = _newest_first(made, times=made["ratio"].astype(float).map("{:.2f}x".format))
        columns = "test round round_before owner accelerators per_accelerator_before per_accelerator times"
        note = (
            "Results of one owner on a system of one name with as many accelerators; what else changed, software, "
            "settings or load, is not told apart. MLCommons' table of comparable versions, as known to us, ends with "
            f"v6.0, so a ratio to a later round is ours alone. {_OURS}"
        )
        return rows.assign(owner=rows["submitter"]), _headings(columns), note

    @property
    def _typical(self) -> str:
        """By how much a chip's median result typically lies below its best, in the round of the rivals."""
        return f"{formatted(self.spread, '.1f')}%"

    def against(self) -> Shown:
        """Each chip with which it shares a test: in how many it is ahead, by each reading."""
        counts = chips.counted(self.pairs, self.spread, by=["other"])
        told = "{0.ahead} of {0.tests} (clearly {0.more}; clearly behind {0.less})"
        counts["told"] = [told.format(one) for one in counts.itertuples()]
        rows = counts["told"].unstack("reading").reindex(index=self.rivals, columns=list(READ)).astype(object)
        hours = [chips.worth(self.pairs[self.pairs["other"].eq(other)]) for other in self.rivals]
        rows["worth"] = [f"{one.middle:.0%} ({one.low:.0%} to {one.high:.0%})" if one else None for one in hours]
        note = (
            f"In how many tests of {self.latest} {self.name} is ahead, on sale, on eight accelerators of each; other "
            "sizes where no eights share the test. No reading alone decides. Clearly: by more than "
            f"{self._typical}, which is by how much a chip's median result typically lies below its best. An hour's "
            "worth: the ratio of the best rates on eight of each, middle (lowest to highest test of a rate); at "
            "that price the same work costs the same, if both are equally busy."
        )
        return rows.reset_index(), {"other": "Against", **READ, "worth": "An hour of it is worth"}, note

    def by_test(self) -> Shown:
        """Its rate over that of each rival in each test that both entered, by each reading."""
        rows = chips.by_test(self.pairs, by=["other"])
        rows = rows.sort_values("other", key=lambda names: names.map(self.rivals.index), kind="stable")
        for reading in READ:
            rows[reading] = rows[reading].map("{:.2f}x".format, na_action="ignore").astype(object)
        rows["house"] += [f", {one.house_ahead:.0f} of {one.house_of:.0f}" for one in rows.itertuples()]
        note = (
            f"{self.name} as a multiple of the other, {self.latest}, on sale, per accelerator; of SingleStream by "
            "time. Where submitters have both: the median, and in how many it is ahead. "
            f"We call a difference below {self._typical} too small to count."
        )
        return rows.assign(test=_tests(rows)), {"other": "Against", "test": "Test", **READ}, note

    def training(self) -> Shown:
        """Its results in its latest round of Training, where MLPerf's own score is not known as spans."""
        rows = self.trained.sort_values(["benchmark", "accelerators", "submitter"]).drop(columns="row_id")
        rows = rows.assign(
            benchmark=rows["benchmark"].map(title),
            time_to_train=rows["printed"].str.replace(";.*", "", regex=True),
            submitter=_printed(rows["submitter"]),
            category=rows["availability"],
        )
        note = (
            "Less is better. Systems of different sizes are not compared here. Of some results of v6.0 "
            "we could read the runs and not MLPerf's own score: they are told as the span in which it must lie."
        )
        return rows, _headings("benchmark round time_to_train accelerators submitter division category"), note

    def submitters(self) -> Shown:
        """Who submitted results on it, how many in each round, and on how many accelerators."""
        names = _printed(self.rows["submitter"])
        rows = pd.crosstab(names, self.rows["round"]).reindex(columns=self.rounds, fill_value=0)
        sizes = self.rows["accelerators"].groupby(names)
        rows["accelerators"] = sizes.agg(lambda of: ", ".join(map(str, sorted(of.dropna().unique()))))
        rows = rows.sort_values([*reversed(self.rounds)], ascending=False, kind="stable").reset_index()
        columns = _headings("submitter") | {name: name for name in self.rounds} | _headings("accelerators")
        return rows, columns, "Results in both suites and all divisions."


# The sections of the page: anchor to heading, caption and what makes the table.
_SECTIONS = {
    "results": ("What it makes", "Results of {0}, the newest round first", Chip.results),
    "rivals": ("Against each rival", "In how many tests {0} is ahead, by each reading", Chip.against),
    "tests": ("Test by test", "{0} as a multiple of each rival, by test and reading", Chip.by_test),
    "changes": ("From round to round", "Results of one owner's system with {0} in two rounds", Chip.changes),
    "training": ("In MLPerf® Training", "Results on {0} in its latest round of Training", Chip.training),
    "submitters": ("Who submitted it", "Results on {0} by submitter and round", Chip.submitters),
}


def _headings(columns: str) -> dict[str, str]:
    return {name: name.replace("_", " ").capitalize() for name in columns.split()}


def _tests(rows: pd.DataFrame) -> pd.Series:
    return rows["family"].map(title) + " " + rows["scenario"]


def _printed(names: pd.Series) -> pd.Series:
    return names.replace(names_in_print(names.unique(), ()))


def _newest_first(rows: pd.DataFrame, **made: object) -> pd.DataFrame:
    """Results with their test and what is ``made`` of each, the newest round first."""
    rows = rows.assign(test=_tests(rows), submitter=_printed(rows["submitter"]), **made)
    place = rows["round"].map(in_order(rows["round"].unique()).index)
    return rows.assign(place=-place).sort_values(["place", "test"], kind="stable")


def register(app: Sphinx) -> None:
    """Register the directives of a chip's page, and of the chips of a company, with Sphinx."""
    app.add_directive("chip-page", showing(chip_page, 1))
    app.add_directive("company-chips", showing(company_chips, 1))
