"""A published record is read whole or refused, with file, line and rule."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from claimcheck.core.errors import UpstreamError
from claimcheck.data.names import Benchmarks, Vendors
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.training import read_rules
from claimcheck.sources.published import result_rows
from claimcheck.sources.records import CALLED, Names
from tests.sources.golden import agree
from tests.sources.upstream import BENCHMARKS, SERVER, VENDORS, number_of, record, stream, table

WHERE = "someone/results/summary_results.json"


NAMES = Names(Benchmarks(**yaml.safe_load(BENCHMARKS)), Vendors(**yaml.safe_load(VENDORS)), read_rules(DATA_DIR))


def rows_of(text: str) -> list[dict[str, object]]:
    return [row for row, _ in result_rows(text.encode(), WHERE, NAMES, "v9.9")]


# Rows, as the golden file has them ------------------------------------------------------------

COUNTS = ("accelerators", "nodes")
SILICON = ("accelerator", "accelerator_vendor", "accelerators", "platform_vendor")
SUITES = ("suite", "row_id", "line", "scenario")
BOTH = {"Suite": "datacenter,edge"}
# Name: the records of a table, and the cells that are looked at.
ROWS: dict[str, tuple[list[dict[str, Any]], tuple[str, ...]]] = {
    "counts": (
        [
            record(per_node="4"),
            *(record(per_node=n, **{"Total Accelerators": total}) for n, total in ((4, 7), ("N/A", 7), (4, 0))),
            record(per_node=0),
            record(per_node="N/A"),
        ],
        COUNTS,
    ),
    "processors alone": ([record(Accelerator=name, per_node=2) for name in ("", "N/A", None)], SILICON),
    # A result of two suites is a row in each that has its scenario.
    "suites": (
        [
            record(),
            record(ID="9.9-0002", Scenario="Offline", **BOTH),
            record() | BOTH,
            stream("SingleStream", 0.5, "Latency (ms)") | BOTH,
            stream("MultiStream", 0.5, "Latency (ms)") | BOTH,
        ],
        SUITES,
    ),
}


def test_rows_of_a_table() -> None:
    found = {}
    for name, (records, cells) in ROWS.items():
        rows = rows_of(table(records))
        found[name] = [{key: row[key] for key in cells} for row in rows]
    agree("published_table", found)


def test_numbered_records_of_v6_1_give_the_same_row() -> None:
    """``summary.json``: other names, no ID, slashes escaped, no blank before a figure."""
    fields = record(**{"Total Accelerators": 8})
    usually = CALLED["records"]["summary_results.json"]["columns"] | {"total": "Total Accelerators"}
    numbered = {
        "0": {theirs: fields[usually[ours]] for ours, theirs in CALLED["records"]["summary.json"]["columns"].items()}
    }
    text = json.dumps(numbered, indent=4, separators=(",", ":")).replace("/", "\\/")
    ((row, folder),) = result_rows(text.encode(), "someone/results/summary.json", NAMES, "v9.9")
    (usual,) = rows_of(table([fields]))
    other = {"result_id": None, "row_id": "v9.9/closed/datacenter/Anna/box/llama2-70b-99/Server"}
    assert row == usual | other | {"line": number_of(text, "Result")}
    assert folder == SERVER


# Refusals -------------------------------------------------------------------------------------


def one(text: str) -> str:
    return table([record()]).replace("3721.44", text)


# Two figures in one record, none in the other.
SWAPPED = table([record(), record(ID="9.9-0002") | {"Performance_Result": None}]).replace(
    '"ID": "9.9-0001",', '"ID": "9.9-0001",\n"Performance_Result": 5.0,'
).replace('"Performance_Result": null,', "")  # fmt: skip
# Content, words of the error, the line that it names.
REFUSED: list[tuple[str, str, int | None]] = [
    ('[\n  {"ID": 1,\n}\n]', "not JSON", 3),
    ("[]", "no list of records", 1),
    (json.dumps([record()]), "the figure is 3721.44, ", 1),
    *((one(value), f"the figure is {value}", 18) for value in ("NaN", "-3721.44", '"3721.44"')),
    (SWAPPED, "'Performance_Result' has two values", None),
    (table([{k: v for k, v in record().items() if k != "Nodes"}]), "the record has no Nodes", 17),
    *(
        (table([record(**changes)]), message, 18)
        for changes, message in (
            ({"Model": "llama9"}, "unknown benchmark 'llama9'"),
            ({"Performance_Units": "Furlongs/s"}, "unknown unit 'Furlongs/s'"),
            ({"Accelerator": "Abacus"}, "no known vendor makes 'Abacus'"),
            ({"Location": "closed/Anna"}, "Location is 'closed/Anna'"),
        )
    ),
]


@pytest.mark.parametrize(("content", "message", "line"), REFUSED, ids=[message for _, message, _ in REFUSED])
def test_what_is_no_published_table_is_refused_with_its_line(content: str, message: str, line: int | None) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        rows_of(content)
    assert (error.value.where, error.value.line) == (WHERE, line)
    assert error.value.rule
