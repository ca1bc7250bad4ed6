"""Every result of Inference, for the pages that search, compare and draw them: two packed tables, loaded on demand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from claimcheck.analysis.gains import chip_name
from claimcheck.analysis.results import THROUGHPUT_UNITS
from claimcheck.claims.tables import Tables, load_tables
from claimcheck.claims.texts.rounds import comparable_rounds
from claimcheck.data.paths import PUBLISHED
from claimcheck.data.rounds import roles
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import load
from claimcheck.report.pages import compare
from claimcheck.report.pages.claims import BookDirective
from claimcheck.report.parts import packed
from claimcheck.report.parts.source import source_of
from claimcheck.report.parts.templates import part

FOLDER = "tables"
RESULTS, ACCURACY = "results", "accuracy"
PAGE, COMPARE = "book/results", "book/compare"
# So many benchmarks are offered to start with.
_STARTS = 6
_SYSTEM = ["round", "division", "submitter", "system"]
# Parts of the paths of a result's files and of its row id.
_PARTS = ("round", "result_id", "division", "suite", "submitter", "system", "model", "benchmark", "scenario")
_RESULT_COLUMNS = [
    "row_id", "round", "result_id", "division", "suite", "availability", "submitter", "system", "system_name",
    "accelerator", "chip", "accelerator_vendor", "platform_vendor", "accelerators", "nodes", "benchmark", "model",
    "scenario", "value", "unit", "higher_is_better", "software", "weight_dtype", "obtained", "repo", "commit", "path",
    "line", "run_id", "log_path", "log_line", "log_note", "host_processor", "host_processors_per_node", "host_memory",
    "accelerators_per_node", "network", "system_repo", "system_commit", "system_path", "system_line", *compare.STATED,
]  # fmt: skip
_PATHS = ("row_id", "path", "run_id", "log_path", "system_path")
_ACCURACY_COLUMNS = ["row", "metric", "value", "target", "upper_limit", "declared_weight_dtype", "path", "line"]
_ADDRESS = re.compile(r' href="cc-result:([^"]*)"')


class ResultsDirective(BookDirective):
    """``all-results``: the table of every result of Inference, which scripts fill."""

    def run(self) -> list[nodes.Node]:
        """What is shown without scripts, with the scripts."""
        source = self.source
        app, here = self.env.app, self.env.docname
        columns = f"{app.builder.get_relative_uri(here, 'book/schema')}#inference_results"
        csv = f"{PUBLISHED}/{TABLES['inference_results'].address}"
        compare = app.builder.get_relative_uri(here, COMPARE) if COMPARE in self.env.found_docs else ""
        starts = _starts(source.results, roles(source.data_dir).latest)
        return self.html(part("results", "explore", len(source.results), starts, csv, columns, compare, self.root))


def _starts(results: pd.DataFrame, round_: str) -> list[tuple[str, str]]:
    """The benchmarks that most submitters ran in the closed division of a round, each with its commonest scenario."""
    closed = results[(results["round"] == round_) & (results["division"] == "closed")]
    cells = closed[closed["unit"].isin(THROUGHPUT_UNITS)].groupby(["benchmark", "scenario"])["submitter"].nunique()
    most = cells.sort_values(ascending=False, kind="stable").reset_index().drop_duplicates("benchmark")
    return [(row.benchmark, row.scenario) for row in most.head(_STARTS).itertuples()]


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


def write(app: Sphinx) -> None:
    """Write the packed tables of a finished site. A book without a page that reads them has none."""
    folder = Path(app.outdir, FOLDER)
    paths = {name: folder / f"{name}.js" for name in (RESULTS, ACCURACY, compare.RULES, compare.RUNS)}
    # Those that are there are of the same data and code.
    if not {PAGE, COMPARE} & app.env.found_docs or all(path.is_file() for path in paths.values()):
        return
    folder.mkdir(exist_ok=True)
    loaded = load_tables(source_of(app).data_dir)
    for name, table in (tables(loaded) | compare.tables(loaded)).items():
        paths[name].write_text(packed.script(name, table), encoding="utf-8")


def tables(loaded: Tables) -> dict[str, packed.Packed]:
    """Both tables packed.

    ``results``: the rows of ``inference_results`` in their order, with the ``chip`` that several spellings name, and
    what the system's description says; beside its columns ``rates``, the units of throughput, and ``comparable``, the
    groups of rounds that may be compared for each benchmark. ``accuracy``: the rows of ``accuracy_results``; ``row``
    is the place of its result among ``results``, whose columns its path refers to.
    """
    systems = loaded.systems.rename(columns={c: f"system_{c}" for c in ("repo", "commit", "path", "line")})
    extra = [c for c in _RESULT_COLUMNS if c not in loaded.results and c not in ("chip", *compare.STATED)]
    found = loaded.results.merge(systems[[*_SYSTEM, *extra]], on=_SYSTEM, how="left", validate="many_to_one")
    chips = {pair: chip_name(*pair) for pair in set(_named(found)) if pd.notna(pair[0])}
    results = found.assign(chip=[chips.get(pair) for pair in _named(found)], **compare.stated(found))
    accuracy = load("accuracy_results", loaded.data)
    rows = pd.Series(results.index, index=results["row_id"])
    accuracy = accuracy.assign(row=rows.reindex(accuracy["row_id"]).to_numpy())
    accuracy = accuracy.sort_values("row", kind="stable", ignore_index=True)
    of_result = results.set_index("row_id")[list(_PARTS)].reindex(accuracy["row_id"]).add_prefix("_")
    accuracy = pd.concat([accuracy[_ACCURACY_COLUMNS], of_result.set_axis(accuracy.index)], axis=1)
    lines = {"line": float, "system_line": float}
    return {
        RESULTS: packed.pack(results[_RESULT_COLUMNS].astype(lines), dict.fromkeys(_PATHS, _PARTS))
        | {"rates": list(THROUGHPUT_UNITS), "comparable": comparable_rounds(loaded)},
        ACCURACY: packed.pack(accuracy.astype({"line": float}), {"path": [f"_{part}" for part in _PARTS]}),
    }


def _named(results: pd.DataFrame) -> list[tuple[str, str]]:
    return list(zip(results["accelerator"], results["system"], strict=True))
