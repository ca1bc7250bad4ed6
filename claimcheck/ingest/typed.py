"""Read a table of results that was typed by hand: ``data/typed/inference_*.csv``.

v5.0 was typed from result pages of a clone, closed division only; v6.1 from the records of its
published ``summary.json``. The first has no availability, nodes or software, and writes the
Interactive scenario into the benchmark's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from claimcheck.core.limits import finite, whole
from claimcheck.data.names import Benchmarks, Vendors
from claimcheck.data.rounds import Round
from claimcheck.data.rows import Place, Row, Rows
from claimcheck.ingest.fields import SCENARIOS, checked_row, row_id, suites_of, typed_rows

_PAGES = (
    "submitter",
    "division",
    "suite",
    "system",
    "accelerator",
    "accelerators_total",
    "benchmark",
    "scenario",
    "value",
    "unit",
    "path",
)
_SUMMARY = (
    "index",
    "organization",
    "availability",
    "division",
    "system_type",
    "system_name",
    "platform",
    "model",
    "mlperf_model",
    "scenario",
    "result",
    "units",
    "number_of_nodes",
    "accelerators_per_node",
    "total_accelerators",
    "accelerator_model_name",
    "framework",
    "has_power",
    "inferred",
    "location",
)
_SUMMARY_PATH = "summary.json"
_NO_ACCELERATOR = re.compile(r"none(?: \((?P<processor>.+)\))?")
_INTERACTIVE = re.compile(r"(?P<before>.+)-interactive(?P<after>-[\d.]+)?")


def read_typed(data: Path, round_: Round, benchmarks: Benchmarks, vendors: Vendors) -> Rows:
    """Rows of ``inference_results`` from a round's typed table below ``data``.

    The round's repository and commit name where the figures were typed from. ``published_text`` is the
    figure as typed. Raises TableError, with file and line, when the file is not there, is not
    one of the two tables, has a cell that breaks its rule, names a result twice, or one whose benchmark
    or maker the registers do not know.
    """
    path, round_name = data / round_.table, round_.name
    rows = Rows()
    lines: dict[str, int | None] = {}
    for place, cells in typed_rows(path, f"typed/{path.name}", _PAGES, _SUMMARY):
        for done in _rows(cells, round_name, benchmarks, vendors, place):
            first = lines.setdefault(str(done["row_id"]), place.line)
            if first != place.line:
                raise place.error(f"{done['row_id']} stands here and on line {first}", "a result is typed once")
            rows.results.append(done | {"round": round_name, "repo": round_.repo, "commit": round_.commit})
    return rows


def _number(cells: dict[str, str], name: str, place: Place) -> int:
    """A whole number from a cell."""
    text = cells[name]
    if (number := whole(text)) is None:
        raise place.error(f"{name} is {text!r:.40}", f"{name} is a whole number")
    return number


def _from_page(cells: dict[str, str], place: Place) -> Row:
    """A row of v5.0's table under our names."""
    none = _NO_ACCELERATOR.fullmatch(cells["accelerator"])
    accelerators = _number(cells, "accelerators_total", place)
    if (none is None) != (accelerators > 0):
        message = f"{accelerators} accelerators called {cells['accelerator']!r}"
        raise place.error(message, "a system with accelerators names them, one without has none")
    scenario, benchmark = cells["scenario"], cells["benchmark"]
    interactive = _INTERACTIVE.fullmatch(benchmark)
    if interactive is not None:
        # The round published Interactive as the Server scenario of a benchmark of its own. Its Offline
        # results are a second Offline entry of the same benchmark: ``model`` tells them apart.
        if scenario not in ("Server", "Offline"):
            rule = "an Interactive benchmark has the scenarios Server and Offline"
            raise place.error(f"{benchmark} in {scenario}", rule)
        benchmark = interactive["before"] + (interactive["after"] or "")
    return {
        "division": cells["division"],
        "suites": cells["suite"],
        "submitter": cells["submitter"],
        "system": cells["system"],
        "system_name": cells["system"],
        "accelerator": None if none else cells["accelerator"],
        "processor": none["processor"] if none else None,
        "accelerators": accelerators or None,
        "nodes": None,
        "benchmark": benchmark,
        "model": cells["benchmark"],
        "scenario": "Interactive" if interactive is not None and scenario == "Server" else scenario,
        "published_text": cells["value"],
        "unit": cells["unit"],
        "software": None,
        "path": cells["path"],
    }


def _from_summary(cells: dict[str, str], place: Place) -> Row:
    """A row of v6.1's table under our names."""
    counts = ("number_of_nodes", "accelerators_per_node", "total_accelerators")
    nodes, per_node, accelerators = (_number(cells, name, place) for name in counts)
    if nodes < 1 or nodes * per_node != accelerators:
        message = f"{nodes} nodes of {per_node} accelerators are not {accelerators}"
        raise place.error(message, "total_accelerators = number_of_nodes x accelerators_per_node")
    folder = [cells["division"], cells["organization"], "results", cells["platform"], cells["model"], cells["scenario"]]
    if cells["location"].removeprefix("./").split("/")[:6] != folder:
        rule = "location is division/organization/results/platform/model/scenario"
        raise place.error(f"location is {cells['location']!r}", rule)
    return {
        "division": cells["division"],
        "suites": cells["system_type"],
        "availability": cells["availability"],
        "submitter": cells["organization"],
        "system": cells["platform"],
        "system_name": cells["system_name"],
        "accelerator": cells["accelerator_model_name"],
        "processor": None,
        "accelerators": accelerators or None,
        "nodes": nodes,
        "benchmark": cells["mlperf_model"],
        "model": cells["model"],
        "scenario": cells["scenario"],
        "published_text": cells["result"],
        "unit": cells["units"],
        "software": cells["framework"],
        "path": _SUMMARY_PATH,
    }


def _rows(
    cells: dict[str, str], round_name: str, benchmarks: Benchmarks, vendors: Vendors, place: Place
) -> Iterator[Row]:
    """The rows of ``inference_results`` of one typed result, one for each of its suites."""
    row = (_from_page if "submitter" in cells else _from_summary)(cells, place)
    suites = str(row.pop("suites"))
    text, scenario = str(row["published_text"]), str(row["scenario"])
    if not (value := finite(text)) > 0:
        raise place.error(f"the figure is {text!r:.40}", "a figure is a number above zero")
    if not row["submitter"] or not row["system"]:
        raise place.error("no submitter or no system", "a result has both")
    said = row | {
        "result_id": None,
        "scenario": SCENARIOS.get(scenario.lower(), scenario),
        "value": value,
        "obtained": "typed",
        "blob": None,
        "line": None,
        "log_note": f"typed by hand: {place.where} line {place.line}",
        "metric": None,
    }
    row = checked_row(said, place, benchmarks, vendors)
    for suite in suites_of(suites, str(row["scenario"]), str(row["benchmark"]), place):
        done = row | {"suite": suite}
        yield done | {"row_id": row_id(round_name, done)}
