"""Read a round's published table, ``summary_results.json`` (v4.1, v5.1 and v6.0).

A record names an entry (ID), a model and a scenario, and the folder of its run. v4.1 and
v5.1 give the scenario folder, v6.0 the run folder with a leading ``./``. v4.1 writes counts
as floats and lists a result of two suites once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from claimcheck.core.limits import whole
from claimcheck.data.names import Benchmarks, Vendors
from claimcheck.data.rows import Place, Row
from claimcheck.ingest.fields import BOTH, checked_figure, checked_row, records, words

TABLE = "summary_results.json"
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
_LOCATION = re.compile(r"[^/]+/[^/]+/results/[^/]+/[^/]+/[^/]+(/.+)?")
_FIGURE = "Performance_Result"


def run_folder(location: str) -> str:
    """The folder of a record's performance run, relative to the repository."""
    location = location.removeprefix("./").rstrip("/")
    return location if "/performance/" in location else f"{location}/performance/run_1"


def result_rows(data: bytes, where: str, benchmarks: Benchmarks, vendors: Vendors) -> Iterator[tuple[Row, str, Place]]:
    """Rows of ``inference_results`` of a published table, each with the folder of its run and the place of its figure.

    A record of two suites is a row of each. Raises UpstreamError, with the line, for a file that is not a list of
    records, a record without its fields, an unknown benchmark, scenario, unit, vendor, division, suite or availability,
    a Location that is no path of a result, an accelerator or node count that is not a positive number, and for figures
    that are not all finite numbers, zero or above, on lines of their own.
    """
    place = None
    for fields, figure, place in records(data, where, _FIGURE, _NEEDED, "a published table"):
        checked_figure(fields, _FIGURE, figure, place)
        suites = [suite for suite in str(fields["Suite"]).split(",") if suite in BOTH.get(fields["Scenario"], ())]
        shared = "," in str(fields["Suite"]) and bool(suites)
        for suite in sorted(suites) if shared else [fields["Suite"]]:
            row, folder = _row(fields | {"Suite": suite}, place, benchmarks, vendors)
            row_id = f"{row['result_id']}/{row['benchmark']}/{row['scenario']}" + (f"/{suite}" if shared else "")
            yield row | {"row_id": row_id, "published_text": figure}, folder, place
    if place is None:
        raise Place(where, 1).error("no records", "a published table is a JSON list of records")


def _row(fields: dict[str, Any], place: Place, benchmarks: Benchmarks, vendors: Vendors) -> tuple[Row, str]:
    """What one record says, and the folder of its run."""
    location = fields["Location"]
    folder = run_folder(location) if isinstance(location, str) else ""
    if not _LOCATION.fullmatch(folder):
        rule = "Location is division/submitter/results/system/benchmark/scenario"
        raise place.error(f"Location is {location!r}", rule)
    nodes = _count(fields["Nodes"], "Nodes", place)
    if nodes is None:
        raise place.error("no number of nodes", "a system has at least one node")
    per_node = _count(fields["a#"], "a#", place)
    total = _count(fields.get("Total Accelerators", ""), "Total Accelerators", place)
    total = total or (per_node * nodes if per_node else None)
    said = {
        "result_id": fields["ID"],
        "division": fields["Category"],
        "suite": fields["Suite"],
        "availability": str(fields["Availability"]).lower(),
        "submitter": fields["Submitter"],
        "system": folder.split("/")[3],
        "system_name": fields["System"],
        "accelerator": fields["Accelerator"],
        "processor": fields["Processor"],
        "accelerators": total,
        "nodes": nodes,
        "benchmark": fields["Model"],
        "model": fields["UsedModel"],
        "scenario": fields["Scenario"],
        "value": fields[_FIGURE],
        "unit": fields["Performance_Units"],
        "software": fields["Software"],
        "weight_dtype": words(fields["weight_data_types"]),
        "obtained": "published",
        "line": place.line,
    }
    row = checked_row(said, place, benchmarks, vendors)
    benchmarks.check_scenario(str(row["benchmark"]), str(row["scenario"]), place)
    return row, folder


def _count(value: object, name: str, place: Place) -> int | None:
    """A count that may be empty, ``N/A`` or 0 (then None); raises UpstreamError when it is no count."""
    if value in ("", "N/A", "-", None, 0):
        return None
    if (count := whole(str(value).removesuffix(".0"))) is None:
        rule = f"{name} is not negative" if str(value).startswith("-") else f"{name} is a whole number"
        raise place.error(f"{name} is {value!r:.40}", rule)
    return count or None
