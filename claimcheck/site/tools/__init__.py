"""The pages "All results", "Compare any two results" and "Where does a number come from?".

Each has a frame, which scripts take over, with a first answer of the engine in it. The tables that the scripts load are
those that the engine reads here.
"""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup
from sphinx.application import Sphinx

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import busiest, title
from claimcheck.charts.table import ResultsTable
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.data.edition import read_citation, read_edition
from claimcheck.data.paths import PUBLISHED
from claimcheck.data.rounds import roles
from claimcheck.data.schema import TABLES
from claimcheck.site.book import Book, book_of
from claimcheck.site.engine.packed import FIND as WORDS
from claimcheck.site.engine.packed import PAGES
from claimcheck.site.engine.run import PACKED, ask, packed
from claimcheck.site.frame.directives import BookDirective, showing
from claimcheck.site.frame.html import part

FOLDER = "tables"
RESULTS, COMPARE, FIND = PAGES["results"], PAGES["compare"], "book/find"
# The results that a reader is led to: a large language model that both makers of accelerators run.
_VENDORS = ("gpt-oss-120b", "Server", "any size", "GB300", "MI355X")
# So many benchmarks are offered to start with; the page of all results opens with the first of them, in this order.
_STARTS = 6
_BEST_FIRST = "-per_accelerator"
# So many rows of the page of all results are shown at once.
_PAGE = 20
# What columns of results are called; the table opens with the first of them.
_LABELS = {
    "round": "Round", "submitter": "Submitter", "system_name": "System", "product": "Accelerator",
    "accelerators": "Number", "benchmark": "Benchmark", "scenario": "Scenario", "value": "Result",
    "per_accelerator": "Per accelerator", "result_id": "ID", "division": "Division", "suite": "Suite",
    "availability": "Category", "platform_vendor": "Vendor", "accelerator": "Accelerator as published",
    "nodes": "Nodes", "model": "Model", "weight_dtype": "Precision", "software": "Software",
    "host_processor": "Host processor", "host_memory": "Host memory", "network": "Network",
    "row_id": "Row of our table", "obtained": "Taken from",
}  # fmt: skip
_OPENING = dict(list(_LABELS.items())[:9])
# Those by whose values results are chosen.
_FACETS = (
    *("round", "benchmark", "scenario", "submitter", "product"),
    *("platform_vendor", "division", "suite", "availability"),
)
# The pages that hits lead to, from that which finds a number, which is in their folder, and the way to the root.
_NEXT = {name: f"{page.rpartition('/')[2]}.html" for name, page in PAGES.items()} | {"root": "../"}
# What the page that finds a number opens with, how many results it shows, and what else it offers to begin with.
_FIGURE, _SHOWN = "2.77x DeepSeek-R1", 3
_EXAMPLES = (
    "8,064 tokens/s per GPU",
    "60% lower cost DeepSeek-R1 Server GB300",
    "2.5 million tokens/s",
    "up to 3.7x Vera Rubin",
    "nearly 3x DeepSeek-R1 Server",
)


@functools.cache
def openings(book: Book) -> dict[str, Any]:
    """What the pages open with, answered by the engine at once.

    ``starts``: benchmarks of the latest round to begin with, as what is chosen of all results; ``pairs`` to compare.
    Answers: ``selected`` results, two ``compared``, a figure ``found``.
    """
    latest = roles(book.data_dir).latest
    starts = {
        f"{title(benchmark)} {scenario}": {"round": latest, "benchmark": benchmark, "scenario": scenario}
        | {"division": "closed", "sort": _BEST_FIRST}
        for benchmark, scenario in busiest(book.results, latest)[:_STARTS]
    }
    chosen = {name: [value] for name, value in next(iter(starts.values())).items() if name != "sort"}
    pairs = suggestions(book.tables, book.of_register(""))
    _, one, two = pairs[0]
    requests = {
        "selected": {"kind": "select", "wanted": {"chosen": chosen, "query": "", "sort": _BEST_FIRST}}
        | {"columns": list(_OPENING)},
        "compared": {"kind": "compare", "one": one, "two": two, "root": "../"},
        "found": {"kind": "find", "phrase": _FIGURE, "limit": _SHOWN, "pages": _NEXT},
    }
    answers = dict(zip(requests, ask([*requests.values()], book.data_dir), strict=True))
    return {"starts": starts, "pairs": pairs, **answers}


def every_result(directive: BookDirective) -> str:
    """The table of every result, which scripts make; until they have, those of the latest round's busiest benchmark."""
    app, here, opening = directive.env.app, directive.env.docname, openings(directive.book)
    columns = f"{app.builder.get_relative_uri(here, 'book/schema')}#inference_results"
    file = f"{PUBLISHED}/{TABLES['inference_results'].address}"
    rows = pd.DataFrame(opening["selected"]["rows"], columns=["row_id", *_OPENING])
    number = f"{len(rows)} of {len(directive.book.tables.every):,} results"
    table = ResultsTable("opening", rows, number, _OPENING, row_ids=list(rows["row_id"])).to_dict()
    first_page = Markup(part("cells", "table", table, range(min(len(rows), _PAGE))))
    there, first = directive.link_if_there(COMPARE), next(iter(opening["starts"].values()))
    words = (_LABELS, _FACETS, _PAGE, first_page)
    return part("results", "explore", first, opening["starts"], file, columns, there, directive.root, *words)


def compared(directive: BookDirective) -> str:
    """The frame of the page that compares two results, which scripts fill, with the first suggestion compared."""
    opening, address = openings(directive.book), read_edition().page(COMPARE)
    return part("compare", "frame", opening["pairs"], opening["compared"], directive.root, address)


def find_a_number(directive: BookDirective) -> str:
    """Fields for a figure and for a text, and what prints the figure that the page opens with."""
    found = openings(directive.book)["found"]
    texts = f"{read_citation().repository}/tree/main/tests/engine/texts"
    return part("find", "frame", _FIGURE, found, _EXAMPLES, directive.root, WORDS["measured"], texts)


def suggestions(loaded: Tables, claims: Sequence[ClaimResult]) -> list[tuple[str, str, str]]:
    """Pairs to begin with, in words and as row ids: the published one, its owner's rack, two vendors in one round."""
    before, after = roles(loaded.data).pair
    (claim,) = (claim for claim in claims if claim.number == 1)
    one, two = claim.figures[0].rows
    pairs = loaded.compared(before, after)
    own = pairs.loc[pairs["kept"].notna() & pairs["row_id_before"].eq(one), "row_id_after"].iloc[0]
    latest = roles(loaded.data).latest
    shared = loaded.chip_pairs.set_index(["round", "family", "scenario", "reading", "chip", "other"])
    chips = shared.loc[(latest, *_VENDORS), ["row_ids", "other_row_ids"]]
    benchmark, scenario, _, chip, other = _VENDORS
    return [
        (f"The published pair, {before} and {after}", one, two),
        (f"NVIDIA's own rack, {before} and {after}", one, own),
        (f"{chip} and {other} on {title(benchmark)} {scenario}, {latest}", *chips),
    ]


def write_tables(app: Sphinx) -> None:
    """Copy the packed tables into a finished site. A book without a page that reads them has none."""
    folder = Path(app.outdir, FOLDER)
    # Those that are there are of the same data and code.
    if not {RESULTS, COMPARE, FIND} & app.env.found_docs or all((folder / f"{name}.js").is_file() for name in PACKED):
        return
    with packed(book_of(app).data_dir) as made:
        shutil.copytree(made, folder, copy_function=shutil.copyfile, dirs_exist_ok=True)


def register(app: Sphinx) -> None:
    """Register the pages' frames, with Sphinx."""
    app.add_directive("all-results", showing(every_result))
    app.add_directive("compare-results", showing(compared))
    app.add_directive("find-a-number", showing(find_a_number))
