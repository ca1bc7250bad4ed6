"""A chip's own page: its results test by test, from round to round on one system, its rivals, and who submitted it.

Its claims are shown as a company's are. Its figures are those of the tables chip_cells, chip_pairs and comparisons.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from functools import cached_property
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
# The readings that have each shared test once or more.
_EITHER = ("best", "any size")
# A table with more rows can be searched.
_LONG = 15
_OURS = "The rate per accelerator is our division; MLCommons Association has not verified it."


def chip_page(directive: BookDirective, name: str) -> Iterator[nodes.Node]:
    """The opening of a chip's page and its sections; one without rows is left out."""
    chip = Chip(directive.book, name)
    every = f"{directive.link_if_there(RESULTS)}#{urlencode({'product': chip.products}, doseq=True)}"
    yield from directive.html(part("chips", "opening", chip.opening(), every, len(chip.rows)))
    for anchor, (heading, caption, make) in _SECTIONS.items():
        rows, note = make(chip)
        if rows.empty:
            continue
        ids = list(rows.pop("row_id")) if "row_id" in rows else []
        columns = dict(zip(rows, rows, strict=True))
        text = f"{caption.format(name)}\n\n{note}"
        record = ResultsTable(anchor, rows, text, columns, ids, searchable=len(rows) > _LONG)
        yield section(f"chip-{anchor}", heading, table_html(record.to_dict(), directive.env))
    about = directive.book.about(name)
    registers = [head.prefix for head in newest_first(directive.book)]
    if claims := sorted(about, key=lambda claim: registers.index(claim.register)):
        heading = f"Claims about it ({len(claims)})"
        behind = part("chips", "behind", directive.book.claims_footnote(name))
        yield section("chip-claims", heading, scorecard(directive, claims, f" about {name}") + behind)
    limits = directive.link_if_there("notebooks/chips#what-these-tables-leave-out")
    keys = [f"training-{round_}" for round_ in in_order(chip.trained["round"].unique())]
    footnote = rounds_footnote(directive.book.data_dir, [*chip.rounds, *keys])
    yield section("chip-limits", "What these tables leave out", part("chips", "limits", limits, footnote))


def company_chips(directive: BookDirective, name: str) -> str:
    """The chips of recent rounds that a company makes, and those that it submitted results on; empty for none."""
    rounds, pages = recent_rounds(directive.book.data_dir), chip_pages(directive.book.data_dir)
    rows = shared(directive.book).results
    rows = rows[rows["chip"].isin([*pages])]
    makes = rows[rows["accelerator_vendor"].map(folded, na_action="ignore").eq(folded(name))]
    entered = rows[[folded(name) in owners for owners in rows["owners"]]]
    found = [listed(sorted(of["chip"].unique())) for of in (makes, entered)]
    return part("chips", "company", name, listed(rounds), *found)


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
    rows = tables.results[tables.results["round"].isin(rounds)]
    with tables.database("training_results") as database:
        trained = database.execute("select * from training_results where suite = 'training'").df()
    cells, kept = tables.chip_cells, tables.comparisons
    kept = kept[kept["kept"].eq("system") & kept["after"].isin(rounds)]
    pairs = tables.chip_pairs
    both = chips.both_ways(pairs[pairs["round"].isin(rounds)])
    return Shared(named(rows), trained, cells, chips.spread(cells), both, kept)


class Chip:
    """What the tables say of the chip ``name`` in the recent rounds of Inference: each table of its page, its note."""

    def __init__(self, book: Book, name: str) -> None:
        self.name, self.rounds, self._all = name, recent_rounds(book.data_dir), shared(book)
        of_it = [table[table["chip"].eq(name)] for table in (self._all.results, self._all.cells, self._all.kept)]
        self.rows, cells, self.kept = of_it
        self.cells = cells[cells["round"].isin(self.rounds)]
        trained = self._all.trained[self._all.trained["chip"].eq(name)]
        self.trained = trained[trained["round"].isin(in_order(trained["round"].unique())[-1:])]
        self.products = sorted(self.rows["product"].unique())

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

    def results(self) -> tuple[pd.DataFrame, str]:
        """Its best result in each test of each round; of a chip without such tests, all of its results."""
        if self.cells.empty:
            rows = self.rows.assign(family=self.rows["benchmark"])
            made = {
                "Result": [f"{chips.in_print(row.value)} {row.unit}" for row in rows.itertuples()],
                "Submitter": _printed(rows["submitter"]),
                "Accelerators": rows["accelerators"].to_numpy(),
                "Division": rows["division"].to_numpy(),
                "Suite": rows["suite"].to_numpy(),
            }
            return _table(rows, made), ""
        rows = self.cells
        made = {
            "Per accelerator": chips.printed(rows),
            "Percent of the best on sale": rows["percent"].round(1).to_numpy(),
            "Submitter": _printed(rows["submitter"]),
            "Accelerators": rows["accelerators"].to_numpy(),
            "Results": rows["results"].to_numpy(),
            "Submitters": rows["submitters"].to_numpy(),
            "On sale": rows["on_sale"].map({True: "yes", False: "no"}).to_numpy(),
        }
        return _table(rows, made), (
            f"The best result in each test, closed division, datacenter, without measured power. Results, Submitters: "
            f"how many stand behind it. A time is of the whole system. {self._unranked()}{_OURS}"
        )

    def _unranked(self) -> str:
        """Which of its tests are in no ranking, as their times are of other systems than of eight; empty for none."""
        rows = self.rows[self.rows["division"].eq("closed") & self.rows["suite"].eq("datacenter")]
        rows = rows[rows["unit"].eq("s")].rename(columns={"benchmark": "family"})
        tests = [{*zip(_tests(of), of["round"], strict=True)} for of in (rows, self.cells)]
        left_out = listed([f"{test} ({round_})" for test, round_ in sorted(tests[0] - tests[1])])
        return f"Times are ranked on eight accelerators alone, which leaves out {left_out}. " if left_out else ""

    def changes(self) -> tuple[pd.DataFrame, str]:
        """One owner's system under one name, from each round to the next."""
        rows = self.kept.assign(round=self.kept["after"], row_id=self.kept["row_id_after"])
        made = {
            "Round before": rows["before"].to_numpy(),
            "Owner": _printed(rows["submitter_after"]),
            "Accelerators": rows["accelerators_after"].to_numpy(),
            "Per accelerator before": rows["per_accelerator_before"].astype(float).map(chips.in_print).to_numpy(),
            "Per accelerator": rows["per_accelerator_after"].astype(float).map(chips.in_print).to_numpy(),
            "Times": rows["ratio"].astype(float).map("{:.2f}x".format).to_numpy(),
        }
        return _table(rows, made), (
            "Results of one owner on a system of one name with as many accelerators; what else changed, software, "
            "settings or load, is not told apart. MLCommons' table of comparable versions, as known to us, ends with "
            f"v6.0, so a ratio to a later round is ours alone. {_OURS}"
        )

    @cached_property
    def _rivals(self) -> tuple[str, pd.DataFrame]:
        """The latest round in which it shares a test with another chip, and its pairs there.

        Chips of other makers are first, and of these those that share most tests.
        """
        own = self._all.pairs[self._all.pairs["chip"].eq(self.name)]
        rounds = in_order(own["round"].unique())
        if not rounds:
            return "", own
        own = own[own["round"].eq(rounds[-1])]
        makers = self._all.cells.drop_duplicates("chip").set_index("chip")["accelerator_vendor"]
        tests = own["reading"].isin(_EITHER).groupby(own["other"]).sum()
        order = sorted(tests.index, key=lambda name: (makers[name] == makers[self.name], -tests[name], name))
        return rounds[-1], own.sort_values("other", key=lambda names: names.map(order.index), kind="stable")

    @property
    def _typical(self) -> str:
        """By how much a chip's median result typically lies below its best, in the round of the rivals."""
        return f"{formatted(self._all.spread[self._rivals[0]], '.1f')}%"

    def rivals(self) -> tuple[pd.DataFrame, str]:
        """Each chip with which it shares a test: in how many it is ahead, by each reading."""
        round_, own = self._rivals
        if not round_:
            return own, ""
        counts, rows = chips.counted(own, self._all.spread[round_], by=["other"]), []
        for name, pair in own.groupby("other", sort=False):
            worth = chips.worth(pair)
            row = {"Against": name} | dict.fromkeys(READ.values(), "–")
            for reading, one in counts.loc[name].iterrows():
                clearly = f"clearly {one.more:.0f}; clearly behind {one.less:.0f}"
                row[READ[reading]] = f"{one.ahead:.0f} of {one.tests:.0f} ({clearly})"
            span = f"{worth.middle:.0%} ({worth.low:.0%} to {worth.high:.0%})" if worth else "–"
            rows.append(row | {"An hour of it is worth": span})
        return pd.DataFrame(rows), (
            f"In how many tests of {round_} {self.name} is ahead, on sale, on eight accelerators of each; other sizes "
            "where no eights share the test. No reading alone decides. Clearly: by more than "
            f"{self._typical}, which is by how much a chip's median result typically lies below its best. An hour's "
            "worth: the ratio of the best rates on eight of each, middle (lowest to highest test of a rate); at "
            "that price the same work costs the same, if both are equally busy."
        )

    def rivals_by_test(self) -> tuple[pd.DataFrame, str]:
        """Its rate over that of each rival in each test that both entered, by each reading."""
        round_, own = self._rivals
        if not round_:
            return own, ""
        order = list(dict.fromkeys(own["other"]))
        tests = chips.by_test(own, by=["other"])
        tests = tests.sort_values("other", key=lambda names: names.map(order.index), kind="stable")
        table = pd.DataFrame({"Against": tests["other"], "Test": _tests(tests)})
        for reading, heading in READ.items():
            table[heading] = tests[reading].map("{:.2f}x".format, na_action="ignore").fillna("–")
        for place in tests.index[tests["house_of"].notna()]:
            table.loc[place, READ["house"]] += ", {house_ahead:.0f} of {house_of:.0f}".format(**tests.loc[place])
        return table, (
            f"{self.name} as a multiple of the other, {round_}, on sale, per accelerator; of SingleStream by time. "
            "Where submitters have both: the median, and in how many it is ahead. "
            f"We call a difference below {self._typical} too small to count."
        )

    def training(self) -> tuple[pd.DataFrame, str]:
        """Its results in its latest round of Training, where MLPerf's own score is not known as spans."""
        rows = self.trained.sort_values(["benchmark", "accelerators", "submitter"])
        table = pd.DataFrame(
            {
                "Benchmark": rows["benchmark"].map(title),
                "Round": rows["round"],
                "Time to train": rows["printed"].str.replace(";.*", "", regex=True),
                "Accelerators": rows["accelerators"].astype("Float64").astype(float),
                "Submitter": _printed(rows["submitter"]),
                "Division": rows["division"],
                "Category": rows["availability"],
            }
        )
        return table.reset_index(drop=True), (
            "Less is better. Systems of different sizes are not compared here. Of some results of v6.0 "
            "we could read the runs and not MLPerf's own score: they are told as the span in which it must lie."
        )

    def submitters(self) -> tuple[pd.DataFrame, str]:
        """Who submitted results on it, how many in each round, and on how many accelerators."""
        rows = self.rows.assign(Submitter=_printed(self.rows["submitter"]))
        made = rows.pivot_table(index="Submitter", columns="round", values="row_id", aggfunc="count", fill_value=0)
        made = made.reindex(columns=self.rounds, fill_value=0)
        sizes = rows.groupby("Submitter")["accelerators"].agg(lambda s: sorted(s.dropna().unique()))
        made = made.assign(Accelerators=sizes.map(lambda of: ", ".join(map(str, of))))
        made = made.sort_values([*reversed(self.rounds)], ascending=False, kind="stable")
        return made.reset_index().rename_axis(columns=None), "Results in both suites and all divisions."


# The sections of the page: anchor to heading, caption and what makes the table, with what its reader must know.
_SECTIONS: dict[str, tuple[str, str, Callable[[Chip], tuple[pd.DataFrame, str]]]] = {
    "results": ("What it makes", "Results of {0}, the newest round first", Chip.results),
    "rivals": ("Against each rival", "In how many tests {0} is ahead, by each reading", Chip.rivals),
    "tests": ("Test by test", "{0} as a multiple of each rival, by test and reading", Chip.rivals_by_test),
    "changes": ("From round to round", "Results of one owner's system with {0} in two rounds", Chip.changes),
    "training": ("In MLPerf® Training", "Results on {0} in its latest round of Training", Chip.training),
    "submitters": ("Who submitted it", "Results on {0} by submitter and round", Chip.submitters),
}


def _tests(rows: pd.DataFrame) -> pd.Series:
    return rows["family"].map(title) + " " + rows["scenario"]


def _printed(names: pd.Series) -> list[str]:
    known = names_in_print(names.unique(), ())
    return [known.get(name, name) for name in names]


def _table(rows: pd.DataFrame, made: dict[str, Any]) -> pd.DataFrame:
    """A row for each result: its test and round, what is ``made`` of it, and its id; the newest round first."""
    table = pd.DataFrame({"Test": _tests(rows).to_numpy(), "Round": rows["round"].to_numpy()} | made)
    table["row_id"] = rows["row_id"].to_numpy()
    place = table["Round"].map(in_order(table["Round"].unique()).index)
    order = table.assign(place=-place).sort_values(["place", "Test"], kind="stable").index
    return table.loc[order].reset_index(drop=True)


def register(app: Sphinx) -> None:
    """Register the directives of a chip's page, and of the chips of a company, with Sphinx."""
    app.add_directive("chip-page", showing(chip_page, 1))
    app.add_directive("company-chips", showing(company_chips, 1))
