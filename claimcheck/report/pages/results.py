"""The pages "All results" and "Compare any two results": their frames, and the tables that their scripts load.

The judgement of two results is that of ``analysis.compare``, handed to ``static/judgement.js`` as data. The tables are
packed by column, which is small once compressed and quick to search.

A column is one of four. ``{"words": [...], "at": "..."}``: the values that occur, and for each row one character whose
code less ZERO is the place of its value among them. ``{"templates": [...], "at": "..."}``: likewise, texts into which
the row's own values of other columns are put for ``{column}``. ``{"numbers": [...]}``: one number a row. ``{"steps":
[...]}``: whole numbers that never fall, each less the one before. An empty cell is null. ``static/packed.js`` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from claimcheck.analysis import compare as judgement
from claimcheck.analysis import find
from claimcheck.analysis.ratios import FLAGS
from claimcheck.analysis.results import THROUGHPUT_UNITS, busiest, throughputs, title, without_target
from claimcheck.analysis.tables import Tables, load_tables
from claimcheck.analysis.view import named, on_sale
from claimcheck.analysis.wins.winners import NEAR
from claimcheck.charts.table import ResultsTable, lines, to_html
from claimcheck.claims.texts.compare import RUN, as_json, compare
from claimcheck.claims.texts.find import on_pages
from claimcheck.claims.texts.footnote import retrieved
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.data.edition import Work, read_edition
from claimcheck.data.numbers import BETWEEN
from claimcheck.data.paths import PUBLISHED
from claimcheck.data.rounds import inference_rounds, roles
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import load
from claimcheck.report.book import book_of
from claimcheck.report.parts.directives import BookDirective
from claimcheck.report.parts.figures import shown_here
from claimcheck.report.parts.html import part, script_call

FOLDER = "tables"
COMPARE, FIND = "book/compare", "book/find"
RULES, RUNS = "compare", "runs"
_KEY = ["before", "after", "benchmark", "scenario", "product", *FLAGS]
# The results that a reader is led to: a large language model that both makers of accelerators run.
_VENDORS = {"benchmark": "gpt-oss-120b", "scenario": "Server", "chips": ("MI355X", "GB300")}


# What the page needs of a result that is no column of a table.
STATED = ("program", "power")
RESULTS, ACCURACY = "results", "accuracy"
PAGE = "book/results"
# So many benchmarks are offered to start with; the page opens with the first of them, in this order.
_STARTS = 6
_BEST_FIRST = "-per_accelerator"
_OPENING = {
    "round": "Round",
    "submitter": "Submitter",
    "system_name": "System",
    "product": "Accelerator",
    "accelerators": "Number",
    "benchmark": "Benchmark",
    "scenario": "Scenario",
    "value": "Result",
    "per_accelerator": "Per accelerator",
}
_SYSTEM = ["round", "division", "submitter", "system"]
# Parts of the paths of a result's files and of its row id.
_PARTS = ("round", "result_id", "division", "suite", "submitter", "system", "model", "benchmark", "scenario")
_RESULT_COLUMNS = [
    "row_id", "round", "result_id", "page_id", "division", "suite", "availability", "submitter", "system",
    "system_name", "accelerator", "product", "accelerator_vendor", "platform_vendor", "accelerators", "nodes",
    "benchmark", "model", "scenario", "value", "unit", "higher_is_better", "software", "weight_dtype", "obtained",
    "repo", "commit", "path", "line", "run_id", "log_path", "log_line", "log_note", "host_processor",
    "host_processors_per_node", "host_memory", "accelerators_per_node", "network", "system_repo", "system_commit",
    "system_path", "system_line", "owners", "on_sale", *STATED,
]  # fmt: skip
_PATHS = ("row_id", "path", "run_id", "log_path", "system_path")
_ACCURACY_COLUMNS = ["row", "metric", "value", "target", "upper_limit", "declared_weight_dtype", "path", "line"]
_ADDRESS = re.compile(r' href="cc-result:([^"]*)"')
# The code of the first value's character, and the most values that a column of words may have.
ZERO, MOST = 48, 8_000
_FIELD = re.compile(r"{(\w+)}")

Packed = dict[str, Any]


class ResultsDirective(BookDirective):
    """``all-results <notebook> <figure id>``: the table of every result of Inference, which scripts make.

    Until they have, it shows the results of the latest round's busiest benchmark, and the notebook's figure of them.
    """

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """What is shown without scripts, with the scripts."""
        book = self.book
        app, here = self.env.app, self.env.docname
        columns = f"{app.builder.get_relative_uri(here, 'book/schema')}#inference_results"
        csv = f"{PUBLISHED}/{TABLES['inference_results'].address}"
        there = app.builder.get_relative_uri(here, COMPARE) if COMPARE in self.env.found_docs else ""
        latest = roles(book.data_dir).latest
        starts = {
            f"{title(benchmark)} {scenario}": {
                "round": latest,
                "benchmark": benchmark,
                "scenario": scenario,
                "division": "closed",
                "sort": _BEST_FIRST,
            }
            for benchmark, scenario in busiest(book.results, latest)[:_STARTS]
        }
        first = next(iter(starts.values()))
        opening = opening_table(book.results, first).to_dict()
        shown = part("results", "explore", len(book.results), first, starts, csv, columns, there, self.root)
        before, after = shown.split("<!-- opening -->")
        figure = shown_here(self, *self.arguments)
        return [*self.html(before), *figure, *self.html(to_html(opening, lines(opening)) + after)]


def opening_table(results: pd.DataFrame, selection: Mapping[str, str]) -> ResultsTable:
    """The results of a benchmark and scenario of a round, the best per accelerator first."""
    rows = throughputs(results)
    for name in ("round", "benchmark", "scenario"):
        rows = rows[rows[name] == selection[name]]
    rows = rows.sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    rows = named(rows).assign(accelerators=rows["accelerators"].astype(int))
    number = f"{len(rows)} of {len(results):,} results"
    return ResultsTable("opening", rows, number, _OPENING, row_ids=list(rows["row_id"]))


class LinkRows(SphinxPostTransform):
    """Make ``cc-result:ID`` the result's address on the page of all results, if there is one."""

    default_priority = 200
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Change the document in place."""
        there = PAGE in self.env.found_docs
        address = rf' href="{self.app.builder.get_relative_uri(self.env.docname, PAGE)}#row=\1"' if there else ""
        for node in list(self.document.findall(nodes.raw)):
            if "cc-result:" in node.astext():
                node.parent.replace(node, nodes.raw("", _ADDRESS.sub(address, node.astext()), **node.attributes))


def write_tables(app: Sphinx) -> None:
    """Write the packed tables of a finished site. A book without a page that reads them has none."""
    folder = Path(app.outdir, FOLDER)
    paths = {name: folder / f"{name}.js" for name in (RESULTS, ACCURACY, RULES, RUNS)}
    # Those that are there are of the same data and code.
    if not {PAGE, COMPARE, FIND} & app.env.found_docs or all(path.is_file() for path in paths.values()):
        return
    folder.mkdir(exist_ok=True)
    loaded = load_tables(book_of(app).data_dir)
    for name, table in (result_tables(loaded) | comparison_tables(loaded)).items():
        paths[name].write_text(script(name, table), encoding="utf-8")


def result_tables(loaded: Tables) -> dict[str, Packed]:
    """Both tables packed.

    ``results``: the rows of ``inference_results`` in their order, with what ``analysis.view`` and the system's
    description say of them; next to its columns ``rates``, the units of throughput, and ``comparable``, the groups of
    rounds that may be compared for each benchmark. ``accuracy``: the rows of ``accuracy_results``; ``row``
    is the place of its result among ``results``, whose columns its path refers to.
    """
    systems = loaded.systems.rename(columns={c: f"system_{c}" for c in ("repo", "commit", "path", "line")})
    rows = named(loaded.results)
    rows = rows.assign(owners=rows["owners"].map(BETWEEN.join), on_sale=on_sale(rows), **stated(rows))
    extra = [c for c in _RESULT_COLUMNS if c not in rows]
    results = rows.merge(systems[[*_SYSTEM, *extra]], on=_SYSTEM, how="left", validate="many_to_one")
    accuracy = load("accuracy_results", loaded.data)
    places = pd.Series(results.index, index=results["row_id"])
    accuracy = accuracy.assign(row=places.reindex(accuracy["row_id"]).to_numpy())
    accuracy = accuracy.sort_values("row", kind="stable", ignore_index=True)
    of_result = results.set_index("row_id")[list(_PARTS)].reindex(accuracy["row_id"]).add_prefix("_")
    accuracy = pd.concat([accuracy[_ACCURACY_COLUMNS], of_result.set_axis(accuracy.index)], axis=1)
    lines = {"line": float, "system_line": float}
    return {
        RESULTS: pack(results[_RESULT_COLUMNS].astype(lines), dict.fromkeys(_PATHS, _PARTS))
        | {"rates": list(THROUGHPUT_UNITS), "comparable": loaded.listed.groups},
        ACCURACY: pack(accuracy.astype({"line": float}), {"path": [f"_{part}" for part in _PARTS]}),
    }


def stated(results: pd.DataFrame) -> dict[str, list[str | None]]:
    """Those columns of the results."""
    rows = results[["round", "log_path", "has_power"]].to_dict("records")
    return {name: [judgement.stated(row, name) for row in rows] for name in STATED}


class Suggestion(NamedTuple):
    """Two results that are worth comparing, and why."""

    words: str
    before: str
    after: str


def comparison_tables(loaded: Tables) -> dict[str, Packed]:
    """What the page needs beside the results and their accuracy, packed.

    ``compare``: the table imposed_comparisons, with the places of its results among the results, and ``rules``.
    ``runs``: of each operating point the columns RUN; ``row`` is its result's place.
    """
    rows = pd.Series(loaded.results.index, index=loaded.results["row_id"])
    imposed = load("imposed_comparisons", loaded.data)
    places = {f"{side}_row": rows.reindex(imposed[f"row_id_{side}"]).to_numpy() for side in ("before", "after")}
    points = loaded.operating_points.assign(row=rows.reindex(loaded.operating_points["row_id"]).to_numpy())
    points = points.sort_values("row", kind="stable", ignore_index=True)
    return {
        RULES: pack(imposed[_KEY].assign(**places)) | {"rules": rules(loaded)},
        RUNS: pack(points[["row", *RUN]]),
    }


def rules(loaded: Tables) -> dict[str, Any]:
    """What ``static/judgement.js`` asks of two rows: RULES, and what the data say of rounds, benchmarks and prices."""
    rounds, price = inference_rounds(loaded.data), loaded.prices.first
    families = {name: without_target(name) for name in loaded.results["benchmark"].unique()}
    return {
        **judgement.RULES,
        "find": {**find.RULES, "on_pages": list(on_pages(loaded).items())},
        "deciding": judgement.DECIDING,
        "benchmarks": families,
        "titles": {name: title(name) for name in sorted({*families, *(family for family, _ in families.values())})},
        "rounds": rounds,
        "listed": loaded.listed.parts,
        "breaks": {name: cut.model_dump() for name, cut in loaded.listed.breaks.items()},
        "imposed_key": _KEY,
        "between": BETWEEN,
        "near": NEAR,
        "retrieved": {name: retrieved(loaded.rounds[name]) for name in rounds},
        "price": {"accelerator": price.accelerator, "usd": price.usd_per_hour[0]},
        # TITLE and ADDRESS are where those of a comparison go.
        "bibtex": Work("compared", "TITLE", "ADDRESS", read_edition()).bibtex,
    }


def suggestions(loaded: Tables, claims: Sequence[ClaimResult]) -> list[Suggestion]:
    """Pairs to begin with: the published one, one owner's rack, the best of two rounds, two vendors in one round."""
    before, after = roles(loaded.data).pair
    (first,) = (claim for claim in claims if claim.number == 1)
    rates = throughputs(loaded.results).sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    named = rates[rates["row_id"].isin(first.rows["row_id"])]
    owner, other = (named[named["round"] == name].iloc[0] for name in (before, after))
    cell = rates[(rates["benchmark"] == owner["benchmark"]) & (rates["scenario"] == owner["scenario"])]
    pairs = loaded.compared(before, after)
    own = pairs[pairs["kept"].notna() & pairs["row_id_before"].eq(owner["row_id"])].iloc[0]
    rounds = inference_rounds(loaded.data)[-2:]
    best = [cell[cell["round"] == name].iloc[0] for name in rounds]
    latest = rates[(rates["round"] == rounds[-1]) & on_sale(rates).fillna(False)]
    latest = latest[(latest["benchmark"] == _VENDORS["benchmark"]) & (latest["scenario"] == _VENDORS["scenario"])]
    vendors = [latest[latest["accelerator"].str.contains(chip, regex=False)].iloc[0] for chip in _VENDORS["chips"]]
    suggested = [
        (f"The published pair: {owner['benchmark']} Server, {before} and {after}", owner, other),
        (f"{owner['submitter']}'s own rack, {before} and {after}", owner, {"row_id": own["row_id_after"]}),
        (f"The best per accelerator in {rounds[0]} and {rounds[1]}, {owner['benchmark']} Server", *best),
        (f"{' and '.join(_VENDORS['chips'])} on {_VENDORS['benchmark']} {_VENDORS['scenario']}, {rounds[1]}", *vendors),
    ]
    return [Suggestion(words, str(before["row_id"]), str(after["row_id"])) for words, before, after in suggested]


class CompareDirective(BookDirective):
    """``compare-results``: the frame of the page that compares two results, which scripts fill."""

    def run(self) -> list[nodes.Node]:
        """The frame as HTML, with the first suggestion compared."""
        tables = self.book.tables
        pairs = suggestions(tables, self.book.of_register(""))
        opening = as_json(compare(tables, pairs[0].before, pairs[0].after))
        signs = judgement.RULES["signs"]
        return self.html(part("compare", "frame", pairs, opening, signs, self.root, read_edition().page(COMPARE)))


def script(name: str, packed: Packed) -> str:
    """The script that gives the packed table ``name`` to its reader: a page opened as a file can load nothing else."""
    return script_call("window.claimcheckTables.take", name, packed)


def pack(frame: pd.DataFrame, templates: Mapping[str, Sequence[str]] | None = None) -> Packed:
    """The number of ``rows`` of ``frame``, and its ``columns`` packed.

    Whole numbers in order become steps, floats numbers, and what else there is words.
    ``templates`` are columns of paths, with the columns whose values can be parts of them; a column that is there for
    this alone is left out where its name begins with "_". Raises ValueError for a column of too many different words,
    and for a path with braces around a word.
    """
    columns = {}
    for name in frame:
        cells = frame[name]
        if fields := (templates or {}).get(name):
            columns[name] = _words(name, _templated(cells, frame[list(fields)]), "templates")
        elif pd.api.types.is_integer_dtype(cells.dtype) and cells.notna().all() and cells.is_monotonic_increasing:
            columns[name] = {"steps": cells.diff().fillna(cells).astype(int).tolist()}
        elif pd.api.types.is_float_dtype(cells.dtype):
            columns[name] = {"numbers": cells.astype(object).where(cells.notna(), None).tolist()}
        elif not name.startswith("_"):
            columns[name] = _words(name, cells, "words")
    return {"rows": len(frame), "columns": columns}


def _words(name: str, cells: pd.Series, kind: str) -> Packed:
    codes, words = pd.factorize(cells.astype(object).where(cells.notna(), None), use_na_sentinel=False)
    if len(words) > MOST:
        raise ValueError(f"{name} has {len(words)} different values, more than {MOST}")
    return {kind: [None if pd.isna(word) else word for word in words], "at": "".join(chr(ZERO + c) for c in codes)}


def _templated(paths: pd.Series, fields: pd.DataFrame) -> pd.Series:
    """``paths`` with each part that is a value of the row's ``fields`` replaced by the first such field's name."""
    marks = [f"{{{name.lstrip('_')}}}" for name in reversed(list(fields))]
    values = [fields[name].astype(object).where(fields[name].notna(), None) for name in reversed(list(fields))]
    shortened = []
    for path, *cells in zip(paths.astype(object).where(paths.notna(), None), *values, strict=True):
        if path and _FIELD.search(path):
            raise ValueError(f"{path!a} holds braces, which would be read as a column's name")
        names = dict(zip(cells, marks, strict=True))
        shortened.append(path and "/".join(names.get(part, part) for part in path.split("/")))
    return pd.Series(shortened, index=paths.index, dtype=object)


def register(app: Sphinx) -> None:
    """Register the pages' frames, and the links from other pages to single results, with Sphinx."""
    app.add_directive("all-results", ResultsDirective)
    app.add_directive("compare-results", CompareDirective)
    app.add_post_transform(LinkRows)
