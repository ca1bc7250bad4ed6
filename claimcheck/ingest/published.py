"""Read a round's published table, ``summary_results.json`` (v5.1 and v6.0).

A record names an entry (ID), a model and a scenario, and the folder of its run. v5.1
gives the scenario folder, v6.0 the run folder with a leading ``./``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from claimcheck.errors import UpstreamError
from claimcheck.ingest.registers import Benchmarks, vendor_of

_UNITS = {
    "Tokens/s": "tokens/s",
    "Samples/s": "samples/s",
    "Queries/s": "queries/s",
    "Latency (ms)": "ms",
    "Latency (s)": "s",
}
_SCENARIOS = ("Offline", "Server", "Interactive", "SingleStream", "MultiStream")
_VALUE_LINE = re.compile(r'^\s*"Performance_Result": (?P<text>.*?),?\s*$')


@dataclass(frozen=True)
class Record:
    """One published record: its fields, the figure as printed, and the figure's line."""

    fields: dict[str, Any]
    text: str
    line: int


def read_records(data: bytes, where: str) -> list[Record]:
    """Records of a published table, each with the line of its ``Performance_Result``.

    Raises UpstreamError for a file that is not a list of records or whose figures are
    not all finite numbers on lines of their own.
    """
    try:
        text = data.decode("utf-8")
        fields = json.loads(text, parse_constant=_refuse)
    except (UnicodeDecodeError, ValueError) as error:
        raise UpstreamError(f"not a published table: {error}", where=where) from error
    if not isinstance(fields, list):
        raise UpstreamError("not a list of records", where=where, line=1)
    figures = [
        (m["text"], number)
        for number, line in enumerate(text.splitlines(), 1)
        if (m := _VALUE_LINE.match(line)) is not None
    ]
    if len(figures) != len(fields):
        raise UpstreamError(
            f"{len(fields)} records but {len(figures)} figures",
            where=where,
            rule="every record has one Performance_Result",
        )
    records = []
    for entry, (figure, line) in zip(fields, figures, strict=True):
        if (
            not isinstance(entry.get("Performance_Result"), (int, float))
            or float(figure) != entry["Performance_Result"]
        ):
            raise UpstreamError(
                f"{figure} is not the figure of its record",
                where=where,
                line=line,
                rule="a figure is a number",
            )
        records.append(Record(entry, figure, line))
    return records


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a figure")


def run_folder(location: str) -> str:
    """The folder of a record's performance run, relative to the repository."""
    location = location.removeprefix("./").rstrip("/")
    return location if "/performance/" in location else f"{location}/performance/run_1"


def result_row(record: Record, benchmarks: Benchmarks, vendors: list[Any], where: str) -> dict[str, object]:
    """The columns of ``inference_results`` that stand in the record itself.

    Raises UpstreamError, with the figure's line, for an unknown benchmark, scenario,
    unit or vendor, and for an accelerator or node count that is not a positive number.
    """
    fields, line = record.fields, record.line
    benchmark = benchmarks.canonical(fields["Model"], where=where, line=line)
    scenario = fields["Scenario"]
    if scenario not in _SCENARIOS:
        raise UpstreamError(
            f"unknown scenario {scenario!r}", where=where, line=line, rule=f"one of {', '.join(_SCENARIOS)}"
        )
    if scenario not in benchmarks.scenarios[benchmark]:
        raise UpstreamError(
            f"{benchmark} has no scenario {scenario}",
            where=where,
            line=line,
            fix="describe it in data/benchmarks.yml",
        )
    unit = _UNITS.get(fields["Performance_Units"])
    if unit is None:
        raise UpstreamError(f"unknown unit {fields['Performance_Units']!r}", where=where, line=line)
    accelerator = " ".join(str(fields["Accelerator"]).split()) or None
    nodes = _count(fields["Nodes"], "Nodes", where, line)
    if nodes is None:
        raise UpstreamError("no number of nodes", where=where, line=line)
    per_node = _count(fields["a#"], "a#", where, line)
    total = _count(fields.get("Total Accelerators", ""), "Total Accelerators", where, line) or (
        per_node * nodes if per_node else None
    )
    folder = run_folder(fields["Location"])
    return {
        "row_id": f"{fields['ID']}/{benchmark}/{scenario}",
        "result_id": fields["ID"],
        "division": fields["Category"],
        "suite": fields["Suite"],
        "availability": fields["Availability"].lower(),
        "submitter": fields["Submitter"],
        "system": folder.split("/")[3],
        "system_name": " ".join(fields["System"].split()),
        "accelerator": accelerator,
        "accelerator_vendor": vendor_of(accelerator, vendors, where=where, line=line) if accelerator else None,
        "accelerators": total if accelerator else None,
        "nodes": nodes,
        "benchmark": benchmark,
        "model": fields["UsedModel"],
        "scenario": scenario,
        "value": fields["Performance_Result"],
        "unit": unit,
        "higher_is_better": unit not in ("ms", "s"),
        "software": " ".join(fields["Software"].split()) or None,
        "weight_dtype": str(fields["weight_data_types"]) or None,
        "obtained": "published",
        "line": line,
    }


def _count(value: object, name: str, where: str, line: int) -> int | None:
    """A count that may be empty, ``N/A`` or 0 (then None); raises UpstreamError when it is no count."""
    if value in ("", "N/A", "-", None, 0):
        return None
    try:
        count = int(str(value))
    except ValueError as error:
        raise UpstreamError(f"{name} is {value!r}", where=where, line=line, rule=f"{name} is a whole number") from error
    if count < 0:
        raise UpstreamError(f"{name} is {count}", where=where, line=line, rule=f"{name} is not negative")
    return count or None
