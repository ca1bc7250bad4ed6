"""Read a round's published table, ``summary_results.json`` (v4.1, v5.1 and v6.0).

A record names an entry (ID), a model and a scenario, and the folder of its run. v4.1 and
v5.1 give the scenario folder, v6.0 the run folder with a leading ``./``. v4.1 writes counts
as floats and lists a result of two suites once.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from claimcheck.errors import UpstreamError
from claimcheck.ingest.registers import Benchmarks, Vendors
from claimcheck.tables.schema import INFERENCE_RESULTS

_UNITS = {
    "Tokens/s": "tokens/s",
    "Samples/s": "samples/s",
    "Queries/s": "queries/s",
    "Latency (ms)": "ms",
    "Latency (s)": "s",
}
_ALLOWED = {c.name: c.allowed for c in INFERENCE_RESULTS.columns if c.allowed}
_NEEDED = (
    "ID",
    "Submitter",
    "Availability",
    "Category",
    "Suite",
    "System",
    "UsedModel",
    "Model",
    "Scenario",
    "Nodes",
    "Processor",
    "Accelerator",
    "a#",
    "Location",
    "Software",
    "weight_data_types",
    "Performance_Units",
)
# Scenarios of each suite: a system of both suites runs Offline for both.
_SCENARIOS = {
    "datacenter": ("Offline", "Server", "Interactive"),
    "edge": ("Offline", "SingleStream", "MultiStream"),
}
_CONSTANT = re.compile(r"(?<![\w\"])-?(NaN|Infinity)(?!\w)")
_LOCATION = re.compile(r"[^/]+/[^/]+/results/[^/]+/[^/]+/[^/]+(/.+)?")
_VALUE_LINE = re.compile(r'^\s*"Performance_Result": (?P<text>.*?),?\s*$')


@dataclass(frozen=True)
class Record:
    """One published record: its fields, the figure as printed, and the figure's line.

    ``shared``: the source lists two suites; the record stands for one of them.
    """

    fields: dict[str, Any]
    text: str
    line: int
    shared: bool = False


def read_records(data: bytes, where: str) -> list[Record]:
    """Records of a published table, each with the line of its ``Performance_Result``.

    A record of two suites becomes one record for each.

    Raises UpstreamError, with the line, for a file that is not a list of records, for a
    record without its fields, and for figures that are not all finite numbers, zero or
    above, on lines of their own.
    """
    try:
        text = data.decode("utf-8")
        fields = json.loads(text, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UpstreamError("not UTF-8", where=where, line=line, rule="a published table is JSON") from error
    except json.JSONDecodeError as error:
        raise UpstreamError(
            f"not JSON: {error.msg}", where=where, line=error.lineno, rule="a published table is JSON"
        ) from error
    except _NotFiniteError as error:
        lines = (number for number, line in enumerate(text.split("\n"), 1) if _CONSTANT.search(line))
        raise UpstreamError(
            f"{error} is not a figure", where=where, line=next(lines, None), rule="a figure is finite"
        ) from error
    if not isinstance(fields, list) or not fields:
        raise UpstreamError(
            "not a list of records", where=where, line=1, rule="a published table is a JSON list of records"
        )
    figures = [
        (m["text"], number)
        for number, line in enumerate(text.split("\n"), 1)
        if (m := _VALUE_LINE.match(line)) is not None
    ]
    if len(figures) != len(fields):
        raise UpstreamError(
            f"{len(fields)} records but {len(figures)} figures",
            where=where,
            rule="every record has one Performance_Result, on a line of its own",
        )
    records = []
    for entry, (figure, line) in zip(fields, figures, strict=True):
        missing = [name for name in _NEEDED if name not in entry] if isinstance(entry, dict) else ["fields"]
        if missing:
            raise UpstreamError(
                f"the record has no {', '.join(missing)}",
                where=where,
                line=line,
                rule=f"a record has {', '.join(_NEEDED)}",
            )
        value = entry.get("Performance_Result")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or float(figure) != value:
            raise UpstreamError(
                f"{figure} is not the figure of its record", where=where, line=line, rule="a figure is a number"
            )
        if not 0 <= value < math.inf:
            raise UpstreamError(
                f"Performance_Result is {figure}", where=where, line=line, rule="a figure is finite and not negative"
            )
        suites = [suite for suite in str(entry["Suite"]).split(",") if entry["Scenario"] in _SCENARIOS.get(suite, ())]
        if "," in str(entry["Suite"]) and suites:
            records += [Record(entry | {"Suite": suite}, figure, line, shared=True) for suite in sorted(suites)]
        else:
            records.append(Record(entry, figure, line))
    return records


class _NotFiniteError(Exception):
    """JSON as Python writes it may hold NaN and Infinity."""


def _refuse(name: str) -> None:
    raise _NotFiniteError(name)


def run_folder(location: str) -> str:
    """The folder of a record's performance run, relative to the repository."""
    location = location.removeprefix("./").rstrip("/")
    return location if "/performance/" in location else f"{location}/performance/run_1"


def folder_of(record: Record, where: str) -> str:
    """``run_folder`` of a record's Location; raises UpstreamError when it is no path of a result."""
    location = record.fields["Location"]
    folder = run_folder(location) if isinstance(location, str) else ""
    if not _LOCATION.fullmatch(folder):
        raise UpstreamError(
            f"Location is {location!r}",
            where=where,
            line=record.line,
            rule="Location is division/submitter/results/system/benchmark/scenario",
        )
    return folder


def result_row(record: Record, benchmarks: Benchmarks, vendors: Vendors, where: str) -> dict[str, object]:
    """The columns of ``inference_results`` that stand in the record itself.

    Raises UpstreamError, with the figure's line, for an unknown benchmark, scenario,
    unit, vendor, division, suite or availability, and for an accelerator or node count
    that is not a positive number.
    """
    fields, line = record.fields, record.line
    benchmark = benchmarks.canonical(str(fields["Model"]), where=where, line=line)
    scenario = _known("scenario", fields["Scenario"], where, line)
    if scenario not in benchmarks.benchmarks[benchmark].scenarios:
        raise UpstreamError(
            f"{benchmark} has no scenario {scenario}",
            where=where,
            line=line,
            rule="data/benchmarks.yml lists the scenarios of every benchmark",
            fix="describe it in data/benchmarks.yml",
        )
    unit = _UNITS.get(str(fields["Performance_Units"]))
    if unit is None:
        raise UpstreamError(
            f"unknown unit {fields['Performance_Units']!r}",
            where=where,
            line=line,
            rule=f"units are {', '.join(_UNITS)}",
        )
    accelerator = _words(fields["Accelerator"])
    nodes = _count(fields["Nodes"], "Nodes", where, line)
    if nodes is None:
        raise UpstreamError("no number of nodes", where=where, line=line, rule="a system has at least one node")
    per_node = _count(fields["a#"], "a#", where, line)
    total = _count(fields.get("Total Accelerators", ""), "Total Accelerators", where, line) or (
        per_node * nodes if per_node else None
    )
    folder = folder_of(record, where)
    return {
        "row_id": f"{fields['ID']}/{benchmark}/{scenario}" + (f"/{fields['Suite']}" if record.shared else ""),
        "result_id": fields["ID"],
        "division": _known("division", fields["Category"], where, line),
        "suite": _known("suite", fields["Suite"], where, line),
        "availability": _known("availability", str(fields["Availability"]).lower(), where, line),
        "submitter": fields["Submitter"],
        "system": folder.split("/")[3],
        "system_name": _words(fields["System"]),
        "accelerator": accelerator,
        "accelerator_vendor": vendors.accelerator_vendor(accelerator, where=where, line=line) if accelerator else None,
        "platform_vendor": vendors.platform_vendor(
            accelerator, _words(fields["Processor"]), _words(fields["System"]), where=where, line=line
        ),
        "accelerators": total if accelerator else None,
        "nodes": nodes,
        "benchmark": benchmark,
        "model": fields["UsedModel"],
        "scenario": scenario,
        "value": fields["Performance_Result"],
        "unit": unit,
        "higher_is_better": unit not in ("ms", "s"),
        "software": _words(fields["Software"]),
        "weight_dtype": _words(fields["weight_data_types"]),
        "obtained": "published",
        "line": line,
    }


def _known(column: str, value: object, where: str, line: int) -> str:
    """``value`` when ``column`` may hold it; raises UpstreamError."""
    allowed = _ALLOWED[column]
    if value not in allowed:
        raise UpstreamError(
            f"unknown {column} {value!r}", where=where, line=line, rule=f"{column} is one of {', '.join(allowed)}"
        )
    return str(value)


def _words(value: object) -> str | None:
    """``value`` with single spaces; None when it is empty, ``N/A`` or ``-``."""
    text = " ".join(str("" if value is None else value).split())
    return text if text not in ("", "N/A", "-") else None


def _count(value: object, name: str, where: str, line: int) -> int | None:
    """A count that may be empty, ``N/A`` or 0 (then None); raises UpstreamError when it is no count."""
    if value in ("", "N/A", "-", None, 0):
        return None
    try:
        count = int(str(value).removesuffix(".0"))
    except ValueError as error:
        raise UpstreamError(f"{name} is {value!r}", where=where, line=line, rule=f"{name} is a whole number") from error
    if count < 0:
        raise UpstreamError(f"{name} is {count}", where=where, line=line, rule=f"{name} is not negative")
    return count or None
