"""Read a table of results that was typed by hand: ``data/typed/inference_*.csv``.

v5.0 was typed from result pages of a clone, closed division only; v6.1 from the records of its
published ``summary.json``. The first has no availability, nodes or software, and writes the
Interactive scenario into the benchmark's name.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from claimcheck.errors import TableError
from claimcheck.ingest.fields import UNITS, Place, benchmark_of, known, row_id, silicon, suites_of, words
from claimcheck.ingest.registers import Benchmarks, Vendors
from claimcheck.ingest.rows import Row, Rows, skip
from claimcheck.outside import finite, whole
from claimcheck.rounds import Round
from claimcheck.tables.schema import INFERENCE_RESULTS, SCENARIO

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
_SCENARIOS = {name.lower(): name for name in SCENARIO.allowed or ()}
# Units of the end-to-end benchmarks, in which no other result is given.
_OTHER_UNITS = {"Tasks/s": "tasks/s"}
_UNITS = UNITS | {
    theirs: ours
    for theirs, ours in _OTHER_UNITS.items()
    if ours in next(c.allowed for c in INFERENCE_RESULTS.columns if c.name == "unit")
}


def read_typed(data: Path, round_: Round, benchmarks: Benchmarks, vendors: Vendors) -> Rows:
    """Rows of ``inference_results`` from a round's typed table below ``data``, and rows of ``skipped``.

    The round's repository and commit name where the figures were typed from. ``published_text`` is the
    figure as typed. Raises TableError, with file and line, when the file is not there, is not
    one of the two tables, has a cell that breaks its rule, or names a result twice;
    UpstreamError for an unknown benchmark, suite, division, availability or maker.
    """
    path, round_name = data / round_.table, round_.name
    where = f"typed/{path.name}"
    rows = Rows()
    lines: dict[str, int] = {}
    for line, cells in _read(path, where):
        row = (_from_page if "submitter" in cells else _from_summary)(cells, where, line)
        unit = str(row["unit"])
        if unit in _OTHER_UNITS and unit not in _UNITS:
            reason = f"{where} line {line}: {row['system']}, {row['model']}: no other result is given in {unit}"
            rows.skipped.append(skip(round_name, "result", str(row["path"]), None, None, reason))
            continue
        for done in _finish(row, round_name, benchmarks, vendors, where, line):
            first = lines.setdefault(str(done["row_id"]), line)
            if first != line:
                raise _error(where, line, f"{done['row_id']} stands here and on line {first}", "a result is typed once")
            rows.results.append(done | {"round": round_name, "repo": round_.repo, "commit": round_.commit})
    return rows


def _read(path: Path, where: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every row's line and cells, as text."""
    if not path.is_file():
        raise TableError("no such file", where=where, rule="data/rounds.yml names the table of a typed round")
    try:
        # Not read_text(): it turns a stray \r into a line of its own.
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise TableError("not UTF-8", where=where, rule="tables are UTF-8 CSV") from error
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        header = tuple(next(reader, ()))
        if header not in (_PAGES, _SUMMARY):
            odd = min((sorted(set(header) ^ set(names)) for names in (_PAGES, _SUMMARY)), key=len)
            raise TableError(
                f"columns differ: {', '.join(odd) or 'order'}",
                where=where,
                line=1,
                rule="a typed table has the columns of v5.0's or of v6.1's",
            )
        for cells in reader:
            if len(cells) != len(header):
                raise TableError(
                    f"{len(cells)} cells, the header has {len(header)}",
                    where=where,
                    line=reader.line_num,
                    rule="a row has one cell a column",
                )
            yield reader.line_num, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise TableError(f"not CSV: {error}", where=where, line=reader.line_num, rule="tables are UTF-8 CSV") from error


def _error(where: str, line: int, message: str, rule: str) -> TableError:
    return TableError(message, where=where, line=line, rule=rule)


def _number(cells: dict[str, str], name: str, where: str, line: int) -> int:
    """A whole number from a cell."""
    text = cells[name]
    if (number := whole(text)) is None:
        raise _error(where, line, f"{name} is {text!r:.40}", f"{name} is a whole number")
    return number


def _from_page(cells: dict[str, str], where: str, line: int) -> Row:
    """A row of v5.0's table under our names."""
    none = _NO_ACCELERATOR.fullmatch(cells["accelerator"])
    accelerators = _number(cells, "accelerators_total", where, line)
    if (none is None) != (accelerators > 0):
        raise _error(
            where,
            line,
            f"{accelerators} accelerators called {cells['accelerator']!r}",
            "a system with accelerators names them, one without has none",
        )
    scenario, benchmark = cells["scenario"], cells["benchmark"]
    interactive = _INTERACTIVE.fullmatch(benchmark)
    if interactive is not None:
        # The round published Interactive as the Server scenario of a benchmark of its own. Its Offline
        # results are a second Offline entry of the same benchmark: ``model`` tells them apart.
        if scenario not in ("Server", "Offline"):
            raise _error(
                where,
                line,
                f"{benchmark} in {scenario}",
                "an Interactive benchmark has the scenarios Server and Offline",
            )
        benchmark = interactive["before"] + (interactive["after"] or "")
    return {
        "division": cells["division"],
        "suites": cells["suite"],
        "availability": None,
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


def _from_summary(cells: dict[str, str], where: str, line: int) -> Row:
    """A row of v6.1's table under our names."""
    nodes = _number(cells, "number_of_nodes", where, line)
    per_node = _number(cells, "accelerators_per_node", where, line)
    accelerators = _number(cells, "total_accelerators", where, line)
    if nodes < 1 or nodes * per_node != accelerators:
        raise _error(
            where,
            line,
            f"{nodes} nodes of {per_node} accelerators are not {accelerators}",
            "total_accelerators = number_of_nodes x accelerators_per_node",
        )
    folder = [cells["division"], cells["organization"], "results", cells["platform"], cells["model"], cells["scenario"]]
    if cells["location"].removeprefix("./").split("/")[:6] != folder:
        raise _error(
            where,
            line,
            f"location is {cells['location']!r}",
            "location is division/organization/results/platform/model/scenario",
        )
    return {
        "division": cells["division"],
        "suites": cells["system_type"],
        "availability": cells["availability"],
        "submitter": cells["organization"],
        "system": cells["platform"],
        "system_name": words(cells["system_name"]) or cells["platform"],
        "accelerator": words(cells["accelerator_model_name"]),
        "processor": None,
        "accelerators": accelerators or None,
        "nodes": nodes,
        "benchmark": cells["mlperf_model"],
        "model": cells["model"],
        "scenario": cells["scenario"],
        "published_text": cells["result"],
        "unit": cells["units"],
        "software": words(cells["framework"]),
        "path": _SUMMARY_PATH,
    }


def _finish(
    row: Row, round_name: str, benchmarks: Benchmarks, vendors: Vendors, where: str, line: int
) -> Iterator[Row]:
    """The rows of ``inference_results`` of one typed result, one for each of its suites."""
    suites, processor = str(row.pop("suites")), row.pop("processor")
    text, unit, scenario = str(row["published_text"]), str(row["unit"]), str(row["scenario"]).lower()
    if not (value := finite(text)) > 0:
        raise _error(where, line, f"the figure is {text!r:.40}", "a figure is a number above zero")
    if unit not in _UNITS:
        raise _error(where, line, f"unknown unit {unit!r}", f"units are {', '.join(_UNITS)}")
    if scenario not in _SCENARIOS:
        raise _error(
            where, line, f"unknown scenario {row['scenario']!r}", f"scenarios are {', '.join(_SCENARIOS.values())}"
        )
    if not row["submitter"] or not row["system"]:
        raise _error(where, line, "no submitter or no system", "a result has both")
    place = Place(where, line)
    known("division", str(row["division"]), place)
    if row["availability"] is not None:
        known("availability", str(row["availability"]), place)
    benchmark = benchmark_of(benchmarks, str(row["benchmark"]), place)
    system = f"{row['system']} {row['system_name']}"
    row |= {
        "result_id": None,
        "benchmark": benchmark,
        "scenario": _SCENARIOS[scenario],
        "value": value,
        "unit": _UNITS[unit],
        "higher_is_better": _UNITS[unit] not in ("ms", "s"),
        **silicon(vendors, row["accelerator"], processor, system, place),
        "obtained": "typed",
        "blob": None,
        "line": None,
        "log_note": f"typed by hand: {where} line {line}",
        "metric": None,
    }
    for suite in suites_of(suites, _SCENARIOS[scenario], benchmark, place):
        done = row | {"suite": suite}
        yield done | {"row_id": row_id(round_name, done)}
