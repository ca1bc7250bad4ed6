"""A published record is read whole or refused, with file, line and rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimcheck.errors import UpstreamError
from claimcheck.ingest.published import read_records, result_row, run_folder
from claimcheck.ingest.registers import Benchmarks, Vendors, read_benchmarks, read_vendors
from tests.ingest.upstream import BENCHMARKS, SERVER, VENDORS, hashes, made, record, server, stream, table

WHERE = "someone/results/summary_results.json"


@pytest.fixture(scope="module")
def registers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Benchmarks, Vendors]:
    data = tmp_path_factory.mktemp("registers")
    (data / "benchmarks.yml").write_text(BENCHMARKS)
    (data / "vendors.yml").write_text(VENDORS)
    return read_benchmarks(data), read_vendors(data)


def row_of(registers: tuple[Benchmarks, Vendors], **changes: Any) -> dict[str, object]:
    (found,) = read_records(table([record(**changes)]).encode(), WHERE)
    return result_row(found, *registers, WHERE)


def line_of(text: str, needle: str) -> int:
    return next(i for i, row in enumerate(text.split("\n"), 1) if needle in row)


# Reading --------------------------------------------------------------------------------------


def test_records_keep_their_figure_as_printed_and_its_line() -> None:
    text = table([server(), record(ID="9.9-0002", Performance_Result=785522.0)])
    first, second = read_records(text.encode(), WHERE)
    assert (first.text, first.line) == ("3721.44", line_of(text, "3721.44"))
    assert (second.text, second.line) == ("785522.0", line_of(text, "785522.0"))
    assert second.fields["ID"] == "9.9-0002"


def test_crlf_and_odd_line_breaks_do_not_move_the_lines() -> None:
    text = json.dumps([record(Software="a\u2028b\x85c")], indent=2, ensure_ascii=False)
    (found,) = read_records(text.replace("\n", "\r\n").encode(), WHERE)
    assert (found.text, found.line) == ("3721.44", line_of(text, "Performance_Result"))


def one(text: str) -> str:
    return table([server()]).replace("3721.44", text)


@pytest.mark.parametrize(
    ("content", "message", "line", "rule"),
    [
        (b"", "not JSON", 1, "a published table is JSON"),
        (b'[\n  {"ID": 1,\n}\n]', "not JSON", 3, "a published table is JSON"),
        (b'[\n  {"ID": "caf\xe9"}]', "not UTF-8", 2, "a published table is JSON"),
        (b'{"a": 1}', "not a list of records", 1, "JSON list of records"),
        (b"[]", "not a list of records", 1, "JSON list of records"),
        (b"null", "not a list of records", 1, "JSON list of records"),
        (b"[{}]", "1 records but 0 figures", None, "one Performance_Result"),
        (json.dumps([record()]).encode(), "1 records but 0 figures", None, "on a line of its own"),
        (one("NaN").encode(), "NaN is not a figure", 18, "a figure is finite"),
        (one("Infinity").encode(), "Infinity is not a figure", 18, "a figure is finite"),
        (one("-Infinity").encode(), "-Infinity is not a figure", 18, "a figure is finite"),
        (one("1e999").encode(), "Performance_Result is 1e999", 18, "a figure is finite"),
        (one("-3721.44").encode(), "Performance_Result is -3721.44", 18, "not negative"),
        (one('"3721.44"').encode(), "is not the figure of its record", 18, "a figure is a number"),
        (one("true").encode(), "true is not the figure of its record", 18, "a figure is a number"),
        (one("null").encode(), "null is not the figure of its record", 18, "a figure is a number"),
    ],
)
def test_what_is_not_a_published_table(content: bytes, message: str, line: int | None, rule: str) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        read_records(content, WHERE)
    assert (error.value.where, error.value.line) == (WHERE, line)
    assert rule in str(error.value.rule)


def test_a_record_that_is_no_mapping() -> None:
    text = '[\n"record",\n{\n"Performance_Result": 1.0\n},\n{\n"Performance_Result": 2.0\n}\n]'
    with pytest.raises(UpstreamError, match="3 records but 2 figures"):
        read_records(text.encode(), WHERE)
    nested = '[\n[{\n"Performance_Result": 1.0\n}]\n]'
    with pytest.raises(UpstreamError, match="the record has no fields") as error:
        read_records(nested.encode(), WHERE)
    assert error.value.line == 3


def test_a_figure_that_belongs_to_another_record() -> None:
    # Two figures in one record, none in the other: the count is right, the pairing is not.
    first, second = server(), record(ID="9.9-0002")
    del second["Performance_Result"]
    text = table([first, second]).replace('"ID": "9.9-0001",', '"ID": "9.9-0001",\n"Performance_Result": 5.0,')
    with pytest.raises(UpstreamError, match=r"5\.0 is not the figure of its record") as error:
        read_records(text.encode(), WHERE)
    assert error.value.line == 4


@pytest.mark.parametrize("field", [k for k in record() if k != "Performance_Result"])
def test_a_record_without_a_field(field: str) -> None:
    fields = server()
    del fields[field]
    text = table([fields])
    with pytest.raises(UpstreamError, match=f"the record has no {field}") as error:
        read_records(text.encode(), WHERE)
    assert (error.value.where, error.value.line) == (WHERE, line_of(text, "Performance_Result"))


@pytest.mark.parametrize("location", ["a/b/results/s/m/c", "./a/b/results/s/m/c", "a/b/results/s/m/c/"])
def test_the_folder_of_a_run(location: str) -> None:
    assert run_folder(location) == "a/b/results/s/m/c/performance/run_1"
    assert run_folder("./a/b/results/s/m/c/performance/run_2/") == "a/b/results/s/m/c/performance/run_2"


# One row --------------------------------------------------------------------------------------


def test_a_row(registers: tuple[Benchmarks, Vendors]) -> None:
    row = row_of(registers)
    assert row["row_id"] == "9.9-0001/llama2-70b-99/Server"
    assert row["system"] == "box"
    assert row["system_name"] == "Box One"
    assert (row["accelerators"], row["nodes"]) == (8, 2)
    assert (row["accelerator"], row["accelerator_vendor"]) == ("NVIDIA Thing", "NVIDIA")
    assert (row["value"], row["unit"], row["higher_is_better"]) == (3721.44, "tokens/s", True)
    assert row["line"] == 18
    assert row["obtained"] == "published"


def test_an_alias_is_one_benchmark(registers: tuple[Benchmarks, Vendors]) -> None:
    (found,) = read_records(table([stream("SingleStream", 0.513, "Latency (ms)")]).encode(), WHERE)
    row = result_row(found, *registers, WHERE)
    assert (row["benchmark"], row["model"]) == ("resnet", "resnet50")
    assert (row["unit"], row["higher_is_better"]) == ("ms", False)


@pytest.mark.parametrize(
    ("changes", "accelerators"),
    [
        ({"per_node": "4"}, 8),
        ({"per_node": 4.0, "Nodes": 2.0}, 8),
        ({"per_node": 4, "Total Accelerators": 7}, 7),
        ({"per_node": 4, "Total Accelerators": "7"}, 7),
        ({"per_node": "N/A", "Total Accelerators": 7}, 7),
        ({"per_node": 4, "Total Accelerators": "N/A"}, 8),
        ({"per_node": 4, "Total Accelerators": 0}, 8),
        ({"per_node": 4, "Total Accelerators": "0"}, 8),
        ({"per_node": 0}, None),
        ({"per_node": "0"}, None),
        ({"per_node": "N/A"}, None),
        ({"per_node": ""}, None),
        ({"per_node": "-"}, None),
        ({"per_node": None}, None),
        ({"Nodes": "3"}, 12),
    ],
)
def test_counts(registers: tuple[Benchmarks, Vendors], changes: dict[str, Any], accelerators: int | None) -> None:
    assert row_of(registers, **changes)["accelerators"] == accelerators


@pytest.mark.parametrize("name", ["", "  ", "N/A", "-", None])
def test_a_cpu_only_system_has_no_accelerators(registers: tuple[Benchmarks, Vendors], name: str | None) -> None:
    row = row_of(registers, Accelerator=name, per_node=2)
    assert (row["accelerator"], row["accelerator_vendor"], row["accelerators"]) == (None, None, None)
    assert row["platform_vendor"] == "Intel"


def test_the_platform_is_the_accelerator_s_maker(registers: tuple[Benchmarks, Vendors]) -> None:
    assert row_of(registers)["platform_vendor"] == "NVIDIA"
    with pytest.raises(UpstreamError, match=r"no known vendor makes 'Z80 \(Box One\)'"):
        row_of(registers, Accelerator="", Processor="Z80")


def test_a_result_of_two_suites_is_a_row_in_each(registers: tuple[Benchmarks, Vendors]) -> None:
    both = {"Suite": "datacenter,edge", "Scenario": "Offline"}
    found = read_records(table([record(), record(ID="9.9-0002", **both)]).encode(), WHERE)
    rows = [result_row(r, *registers, WHERE) for r in found]
    assert [(r["suite"], r["row_id"]) for r in rows] == [
        ("datacenter", "9.9-0001/llama2-70b-99/Server"),
        ("datacenter", "9.9-0002/llama2-70b-99/Offline/datacenter"),
        ("edge", "9.9-0002/llama2-70b-99/Offline/edge"),
    ]
    assert rows[1]["line"] == rows[2]["line"] != rows[0]["line"]
    for scenario, suite in (("Server", "datacenter"), ("SingleStream", "edge"), ("MultiStream", "edge")):
        shared = table([record(Suite="edge,datacenter", Scenario=scenario)])
        assert [r.fields["Suite"] for r in read_records(shared.encode(), WHERE)] == [suite]


BAD = [
    ({"per_node": -4}, "a# is -4", "a# is not negative"),
    ({"per_node": "-4"}, "a# is -4", "a# is not negative"),
    ({"Total Accelerators": -8}, "Total Accelerators is -8", "not negative"),
    ({"Nodes": -1}, "Nodes is -1", "Nodes is not negative"),
    ({"per_node": "four"}, "a# is 'four'", "a# is a whole number"),
    ({"per_node": "(8,4)"}, r"a# is '\(8,4\)'", "a# is a whole number"),
    ({"per_node": 4.5}, "a# is 4.5", "a# is a whole number"),
    ({"Nodes": "N/A"}, "no number of nodes", "at least one node"),
    ({"Nodes": 0}, "no number of nodes", "at least one node"),
    ({"Nodes": "0"}, "no number of nodes", "at least one node"),
    ({"Model": "llama9"}, "unknown benchmark 'llama9'", "benchmarks.yml"),
    ({"Model": ["llama9"]}, "unknown benchmark", "benchmarks.yml"),
    ({"Scenario": "Sever"}, "unknown scenario 'Sever'", "Offline, Server, Interactive, SingleStream, MultiStream"),
    ({"Scenario": "server"}, "unknown scenario 'server'", "Offline, Server"),
    ({"Scenario": "MultiStream"}, "llama2-70b-99 has no scenario MultiStream", "scenarios of every benchmark"),
    ({"Performance_Units": "Furlongs/s"}, "unknown unit 'Furlongs/s'", "Tokens/s, Samples/s"),
    ({"Performance_Units": None}, "unknown unit None", "Tokens/s, Samples/s"),
    ({"Accelerator": "Abacus"}, "no known vendor makes 'Abacus'", "vendors.yml"),
    ({"Category": "ajar"}, "unknown division 'ajar'", "closed, open, network"),
    ({"Suite": "cellar"}, "unknown suite 'cellar'", "datacenter, edge"),
    ({"Availability": "soon"}, "unknown availability 'soon'", "available, preview, rdi"),
    ({"Availability": None}, "unknown availability", "available, preview, rdi"),
    ({"Location": "closed/Anna"}, "Location is 'closed/Anna'", "division/submitter/results"),
    ({"Location": "closed/Anna/audit/box/m/s"}, "Location is", "division/submitter/results"),
    ({"Location": 7}, "Location is 7", "division/submitter/results"),
]


@pytest.mark.parametrize(("changes", "message", "rule"), BAD)
def test_a_row_that_cannot_be_used(
    registers: tuple[Benchmarks, Vendors], changes: dict[str, Any], message: str, rule: str
) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        row_of(registers, **changes)
    assert error.value.where == WHERE
    assert error.value.line == line_of(table([record(**changes)]), "Performance_Result")
    assert rule in str(error.value.rule)


def test_upper_case_availability_is_fine(registers: tuple[Benchmarks, Vendors]) -> None:
    assert row_of(registers, Availability="Preview")["availability"] == "preview"


# The whole ingestion: one clear error, and data/ as it was --------------------------------------

FILES = [
    ("not JSON", "{", "not JSON"),
    ("not a list", '{"a": 1}', "not a list of records"),
    ("NaN", table([record(Performance_Result=float("nan"))]), "NaN is not a figure"),
    ("Infinity", table([record(Performance_Result=float("inf"))]), "Infinity is not a figure"),
    ("negative figure", table([record(Performance_Result=-1.0)]), "Performance_Result is -1.0"),
    ("negative count", table([record(per_node=-4)]), "a# is -4"),
    ("benchmark", table([record(Model="llama9")]), "unknown benchmark 'llama9'"),
    ("scenario", table([record(Scenario="Sever")]), "unknown scenario 'Sever'"),
    ("benchmark's scenario", table([record(Scenario="SingleStream")]), "llama2-70b-99 has no scenario SingleStream"),
    ("unit", table([record(Performance_Units="Furlongs/s")]), "unknown unit 'Furlongs/s'"),
    ("vendor", table([record(Accelerator="Abacus")]), "no known vendor makes 'Abacus'"),
    ("division", table([record(Category="ajar")]), "unknown division 'ajar'"),
    ("availability", table([record(Availability="soon")]), "unknown availability 'soon'"),
    ("location", table([record(Location="closed")]), "Location is 'closed'"),
    (
        "two rows of one id, benchmark and scenario",
        table([server(), record(Performance_Result=1.0)]),
        "9.9-0001/llama2-70b-99/Server is published here and on line 18",
    ),
]


@pytest.mark.parametrize(("records", "message"), [f[1:] for f in FILES], ids=[f[0] for f in FILES])
def test_a_bad_table_leaves_data_as_it_was(tmp_path: Path, records: str, message: str) -> None:
    there = made(tmp_path, records)
    for name in ("inference_results.csv", "MANIFEST", ".hidden"):
        (there.data / name).write_text("what was there before\n")
    before = hashes(tmp_path / "data")
    with pytest.raises(UpstreamError, match=message) as error:
        there.ingest()
    assert error.value.where == "someone/inference_results_v9.9/summary_results.json"
    assert error.value.line is not None
    assert error.value.rule
    assert hashes(tmp_path / "data") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data", "upstream"]


def test_a_repository_without_the_published_table(tmp_path: Path) -> None:
    there = made(tmp_path, files={"summary_results.json": None})
    before = hashes(there.data)
    with pytest.raises(UpstreamError, match="the published table is not in the commit"):
        there.ingest()
    assert hashes(there.data) == before


def test_one_id_may_name_several_benchmarks_and_scenarios(tmp_path: Path) -> None:
    both = [server(), record(Scenario="Offline", Location=SERVER), stream("SingleStream", 0.513395, "Latency (ms)")]
    assert made(tmp_path, both).ingest()["inference_results"] == 3
