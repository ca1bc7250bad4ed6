"""A published record is read whole or refused, with file, line and rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from claimcheck.errors import UpstreamError
from claimcheck.ingest.published import result_rows
from claimcheck.ingest.registers import Benchmarks, Vendors
from tests.ingest.upstream import BENCHMARKS, VENDORS, made, number_of, record, refuses, server, stream, table

WHERE = "someone/results/summary_results.json"


REGISTERS = Benchmarks(**yaml.safe_load(BENCHMARKS)), Vendors(**yaml.safe_load(VENDORS))


def rows_of(text: str | bytes) -> list[dict[str, object]]:
    data = text.encode() if isinstance(text, str) else text
    return [row for row, _, _ in result_rows(data, WHERE, *REGISTERS)]


def row_of(**changes: Any) -> dict[str, object]:
    (row,) = rows_of(table([record(**changes)]))
    return row


# Reading --------------------------------------------------------------------------------------


def test_crlf_and_odd_line_breaks_do_not_move_the_lines() -> None:
    text = json.dumps([record(Software="a\u2028b\x85c")], indent=2, ensure_ascii=False)
    (row,) = rows_of(text.replace("\n", "\r\n"))
    assert (row["published_text"], row["line"]) == ("3721.44", number_of(text, "Performance_Result"))


def one(text: str) -> str:
    return table([server()]).replace("3721.44", text)


@pytest.mark.parametrize(
    ("content", "message", "line", "rule"),
    [
        (b"", "not JSON", 1, "JSON list of records"),
        (b'[\n  {"ID": 1,\n}\n]', "not JSON", 3, "JSON list of records"),
        (b'{"a": 1}', "not a list of records", 1, "JSON list of records"),
        (b"[]", "no records", 1, "JSON list of records"),
        (json.dumps([record()]).encode(), "1 records but 0 figures", None, "on a line of its own"),
        (one("NaN").encode(), "Performance_Result is NaN", 18, "a figure is finite"),
        (one("1e999").encode(), "Performance_Result is 1e999", 18, "a figure is finite"),
        (one("-3721.44").encode(), "Performance_Result is -3721.44", 18, "not negative"),
        (one('"3721.44"').encode(), "is not the figure of its record", 18, "a figure is a number"),
        (one("null").encode(), "null is not the figure of its record", 18, "a figure is a number"),
    ],
)
def test_what_is_not_a_published_table(content: bytes, message: str, line: int | None, rule: str) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        rows_of(content)
    assert (error.value.where, error.value.line) == (WHERE, line)
    assert rule in str(error.value.rule)


def test_a_figure_that_belongs_to_another_record() -> None:
    # Two figures in one record, none in the other: the count is right, the pairing is not.
    first, second = server(), record(ID="9.9-0002")
    del second["Performance_Result"]
    text = table([first, second]).replace('"ID": "9.9-0001",', '"ID": "9.9-0001",\n"Performance_Result": 5.0,')
    with pytest.raises(UpstreamError, match=r"5\.0 is not the figure of its record") as error:
        rows_of(text)
    assert error.value.line == 4


@pytest.mark.parametrize("field", ["Nodes", "Performance_Units"])
def test_a_record_without_a_field(field: str) -> None:
    fields = server()
    del fields[field]
    text = table([fields])
    with pytest.raises(UpstreamError, match=f"the record has no {field}") as error:
        rows_of(text)
    assert (error.value.where, error.value.line) == (WHERE, number_of(text, "Performance_Result"))


# One row --------------------------------------------------------------------------------------


def test_a_row() -> None:
    row = row_of()
    assert row["row_id"] == "9.9-0001/llama2-70b-99/Server"
    assert row["system"] == "box"
    assert row["system_name"] == "Box One"
    assert (row["accelerators"], row["nodes"]) == (8, 2)
    assert (row["accelerator"], row["accelerator_vendor"]) == ("NVIDIA Thing", "NVIDIA")
    assert (row["value"], row["unit"], row["higher_is_better"]) == (3721.44, "tokens/s", True)
    assert row["line"] == 18
    assert row["obtained"] == "published"


@pytest.mark.parametrize(
    ("changes", "accelerators"),
    [
        ({"per_node": "4"}, 8),
        ({"per_node": 4.0, "Nodes": 2.0}, 8),
        ({"per_node": 4, "Total Accelerators": 7}, 7),
        ({"per_node": "N/A", "Total Accelerators": 7}, 7),
        ({"per_node": 4, "Total Accelerators": 0}, 8),
        ({"per_node": 0}, None),
        ({"per_node": "N/A"}, None),
    ],
)
def test_counts(changes: dict[str, Any], accelerators: int | None) -> None:
    assert row_of(**changes)["accelerators"] == accelerators


@pytest.mark.parametrize("name", ["", "N/A", None])
def test_a_cpu_only_system_has_no_accelerators(name: str | None) -> None:
    row = row_of(Accelerator=name, per_node=2)
    assert (row["accelerator"], row["accelerator_vendor"], row["accelerators"]) == (None, None, None)
    assert row["platform_vendor"] == "Intel"


def test_the_platform_is_the_accelerator_s_maker() -> None:
    assert row_of()["platform_vendor"] == "NVIDIA"
    with pytest.raises(UpstreamError, match=r"no known vendor makes 'Z80 \(Box One box\)'"):
        row_of(Accelerator="", Processor="Z80")


def test_a_result_of_two_suites_is_a_row_in_each() -> None:
    both = {"Suite": "datacenter,edge", "Scenario": "Offline"}
    rows = rows_of(table([record(), record(ID="9.9-0002", **both)]))
    assert [(r["suite"], r["row_id"]) for r in rows] == [
        ("datacenter", "9.9-0001/llama2-70b-99/Server"),
        ("datacenter", "9.9-0002/llama2-70b-99/Offline/datacenter"),
        ("edge", "9.9-0002/llama2-70b-99/Offline/edge"),
    ]
    assert rows[1]["line"] == rows[2]["line"] != rows[0]["line"]
    for one, suite in (
        (server(), "datacenter"),
        (stream("SingleStream", 0.5, "Latency (ms)"), "edge"),
        (stream("MultiStream", 0.5, "Latency (ms)"), "edge"),
    ):
        assert [row["suite"] for row in rows_of(table([one | {"Suite": "edge,datacenter"}]))] == [suite]


BAD = [
    ({"per_node": -4}, "a# is -4", "a# is not negative"),
    ({"Nodes": -1}, "Nodes is -1", "Nodes is not negative"),
    ({"per_node": "(8,4)"}, r"a# is '\(8,4\)'", "a# is a whole number"),
    ({"per_node": 4.5}, "a# is 4.5", "a# is a whole number"),
    ({"Nodes": "N/A"}, "no number of nodes", "at least one node"),
    ({"Model": "llama9"}, "unknown benchmark 'llama9'", "benchmarks.yml"),
    ({"Scenario": "Sever"}, "unknown scenario 'Sever'", "Offline, Server, Interactive, SingleStream, MultiStream"),
    ({"Scenario": "MultiStream"}, "llama2-70b-99 has no scenario MultiStream", "scenarios of every benchmark"),
    ({"Performance_Units": "Furlongs/s"}, "unknown unit 'Furlongs/s'", "Tokens/s, Samples/s"),
    ({"Accelerator": "Abacus"}, "no known vendor makes 'Abacus'", "vendors.yml"),
    ({"Category": "ajar"}, "unknown division 'ajar'", "closed, open, network"),
    ({"Suite": "cellar"}, "unknown suite 'cellar'", "datacenter, edge"),
    ({"Availability": "soon"}, "unknown availability 'soon'", "available, preview, rdi"),
    ({"Location": "closed/Anna"}, "Location is 'closed/Anna'", "division/submitter/results"),
]


@pytest.mark.parametrize(("changes", "message", "rule"), BAD)
def test_a_row_that_cannot_be_used(changes: dict[str, Any], message: str, rule: str) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        row_of(**changes)
    assert error.value.where == WHERE
    assert error.value.line == number_of(table([record(**changes)]), "Performance_Result")
    assert rule in str(error.value.rule)


# The whole ingestion: one clear error, and data/ as it was --------------------------------------


def test_a_row_that_is_published_twice(tmp_path: Path) -> None:
    there = made(tmp_path, table([server(), record(Performance_Result=1.0)]))
    (there.data / ".hidden").write_text("what was there before\n")
    message = "9.9-0001/llama2-70b-99/Server is published here and on line 18"
    error = refuses(there, UpstreamError, message)
    assert error.where == "someone/inference_results_v9.9/summary_results.json"
    assert error.line and error.rule
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data", "upstream"]
