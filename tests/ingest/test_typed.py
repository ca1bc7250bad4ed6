"""Tables typed by hand: v5.0's result pages and v6.1's published records."""

from pathlib import Path

import pandas as pd
import pytest

from claimcheck.errors import ClaimcheckError, TableError
from claimcheck.ingest.registers import Benchmarks, Vendors
from claimcheck.ingest.typed import read_typed
from claimcheck.tables.schema import INFERENCE_RESULTS
from claimcheck.tables.store import normalise
from tests.ingest.upstream import round_of

COMMIT = "0" * 40
PAGE = {
    "submitter": "Anna",
    "division": "closed",
    "suite": "datacenter",
    "system": "box",
    "accelerator": "ACME X1",
    "accelerators_total": "8",
    "benchmark": "resnet50",
    "scenario": "Offline",
    "value": "55.10",
    "unit": "Samples/s",
    "path": "closed/Anna/results/box/README.md",
}
RECORD = {
    "index": "0",
    "organization": "Anna",
    "availability": "preview",
    "division": "closed",
    "system_type": "datacenter",
    "system_name": "Big box",
    "platform": "box",
    "model": "resnet50",
    "mlperf_model": "resnet",
    "scenario": "Offline",
    "result": "55.10",
    "units": "Samples/s",
    "number_of_nodes": "2",
    "accelerators_per_node": "4",
    "total_accelerators": "8",
    "accelerator_model_name": "ACME X1",
    "framework": '"runtime 1.2, kernels 3"',
    "has_power": "false",
    "inferred": "0",
    "location": "./closed/Anna/results/box/resnet50/Offline/performance/run_1",
}
BENCHMARKS = Benchmarks(
    benchmarks={
        "resnet": {"metric": "samples", "aliases": ["resnet50"]},
        "chat-99": {"metric": "tokens"},
        "chat": {"metric": "tokens"},
    }
)
VENDORS = Vendors(
    accelerators={"ACME": {"patterns": ["^ACME"]}},
    processors={name: {"patterns": [f"^{name}"]} for name in ("2x Chip 9", "CPU; Mac", "box box")},
)


def of_table(table):
    """The round whose results are typed in ``table``."""
    return round_of(COMMIT, source="typed", repo="someone/repo", table=table)


@pytest.fixture
def read(tmp_path: Path):
    """Read a typed table made of rows, each the usual one with some cells changed."""

    def reader(usual, *changes):
        lines = [",".join(usual), *(",".join((usual | change).values()) for change in changes)]
        (tmp_path / "made.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return read_typed(tmp_path.parent, of_table(tmp_path.name + "/made.csv"), BENCHMARKS, VENDORS).results

    return reader


@pytest.mark.parametrize("usual", [PAGE, RECORD], ids=["page", "record"])
def test_a_row_says_that_it_was_typed_and_fits_the_table(read, usual):
    rows = read(usual, {}, {"system": "other"} if usual is PAGE else {"mlperf_model": "resnet50"} | other())
    first = rows[0]
    assert first["row_id"] == "v9.9/closed/datacenter/Anna/box/resnet50/Offline"
    assert (first["benchmark"], first["model"], first["obtained"]) == ("resnet", "resnet50", "typed")
    assert (first["blob"], first["line"], first["result_id"]) == (None, None, None)
    assert (first["repo"], first["commit"]) == ("someone/repo", COMMIT)
    assert [r["log_note"] for r in rows] == [f"typed by hand: typed/made.csv line {n}" for n in (2, 3)]
    assert (first["value"], first["published_text"], first["unit"]) == (55.1, "55.10", "samples/s")
    assert first["accelerators"] == 8
    columns = pd.DataFrame(rows).reindex(columns=INFERENCE_RESULTS.names)
    assert len(normalise(columns, INFERENCE_RESULTS)) == 2


def other():
    """A second record of the same table."""
    return {"platform": "other", "location": "./closed/Anna/results/other/resnet50/Offline/performance/run_1"}


def test_a_record_gives_availability_nodes_and_software(read):
    (row,) = read(PAGE, {})
    assert (row["availability"], row["nodes"], row["software"], row["path"]) == (None, None, None, PAGE["path"])
    (row,) = read(RECORD, {"scenario": "offline", "location": RECORD["location"].replace("Offline", "offline")})
    assert row["scenario"] == "Offline"
    assert (row["availability"], row["nodes"], row["software"]) == ("preview", 2, "runtime 1.2, kernels 3")
    assert (row["system_name"], row["path"]) == ("Big box", "summary.json")


@pytest.mark.parametrize(
    ("typed", "benchmark"), [("chat-interactive-99", "chat-99"), ("chat-interactive", "chat"), ("chat-99", "chat-99")]
)
def test_an_interactive_benchmark_is_the_interactive_scenario(read, typed, benchmark):
    (row,) = read(PAGE, {"benchmark": typed, "scenario": "Server", "unit": "Tokens/s"})
    assert (row["benchmark"], row["model"]) == (benchmark, typed)
    assert row["scenario"] == ("Interactive" if "interactive" in typed else "Server")


def test_offline_of_an_interactive_benchmark_is_a_second_offline_row(read):
    rows = read(PAGE, {"benchmark": "chat-99"}, {"benchmark": "chat-interactive-99"})
    assert [(r["benchmark"], r["scenario"]) for r in rows] == [("chat-99", "Offline")] * 2
    assert len({r["row_id"] for r in rows}) == 2


@pytest.mark.parametrize(
    ("cell", "processor"),
    [("none (2x Chip 9)", "2x Chip 9"), ("none (CPU; Mac (old))", "CPU; Mac"), ("none", "box box")],
)
def test_a_page_without_accelerator_gives_the_processor(read, cell, processor):
    (row,) = read(PAGE, {"accelerator": cell, "accelerators_total": "0"})
    assert (row["accelerator"], row["accelerator_vendor"], row["accelerators"]) == (None, None, None)
    assert row["platform_vendor"] == processor


def test_a_result_of_both_suites_stands_in_each(read):
    rows = read(PAGE, {"suite": "datacenter+edge"}, {"suite": "datacenter+edge", "scenario": "Server"})
    assert [(r["scenario"], r["suite"]) for r in rows] == [
        ("Offline", "datacenter"),
        ("Offline", "edge"),
        ("Server", "datacenter"),
    ]


@pytest.mark.parametrize(
    ("usual", "change", "what"),
    [
        (PAGE, {"value": "55,1"}, "cells"),
        (PAGE, {"value": "0.0"}, "figure"),
        (PAGE, {"value": "1e999"}, "figure"),
        (PAGE, {"unit": "samples/s"}, "unit"),
        (PAGE, {"scenario": "Online"}, "scenario"),
        (PAGE, {"submitter": ""}, "no submitter"),
        (PAGE, {"accelerators_total": "8.0"}, "accelerators_total"),
        (PAGE, {"accelerators_total": "0"}, "0 accelerators"),
        (PAGE, {"benchmark": "chat-interactive-99", "scenario": "SingleStream"}, "SingleStream"),
        (PAGE, {"value": '"5"5'}, "not CSV"),
        (PAGE, {}, "line 2"),
        (RECORD, {"number_of_nodes": "3"}, "3 nodes of 4"),
        (RECORD, {"number_of_nodes": "0", "total_accelerators": "0"}, "0 nodes"),
        (RECORD, {"location": "./closed/Anna/results/box/resnet50/Server/performance/run_1"}, "location"),
    ],
)
def test_a_broken_cell_is_an_error_with_file_line_and_rule(read, usual, change, what):
    with pytest.raises(TableError, match=what) as caught:
        read(usual, {}, change)
    assert (caught.value.where, caught.value.line) == ("typed/made.csv", 3)
    assert caught.value.rule


@pytest.mark.parametrize(
    ("usual", "change"),
    [
        (PAGE, {"benchmark": "gpt-9"}),
        (PAGE, {"suite": "cloud"}),
        (RECORD, {"availability": "soon"}),
    ],
)
def test_an_unknown_name_is_an_error_with_its_line(read, usual, change):
    with pytest.raises(ClaimcheckError) as caught:
        read(usual, change)
    assert (caught.value.where, caught.value.line) == ("typed/made.csv", 2)


def test_the_unit_of_the_end_to_end_benchmarks(read):
    assert read(RECORD, {"units": "Tasks/s"})[0]["unit"] == "tasks/s"


def test_other_columns_an_absent_file_and_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "made.csv"
    args = (tmp_path, of_table("made.csv"), BENCHMARKS, VENDORS)
    with pytest.raises(TableError, match="no such file"):
        read_typed(*args)
    path.write_text(",".join(PAGE).replace("unit", "units") + "\n")
    with pytest.raises(TableError, match="no column unit") as caught:
        read_typed(*args)
    assert caught.value.line == 1
    path.write_bytes(",".join(PAGE).encode() + b"\n\xff\n")
    with pytest.raises(TableError, match="UTF-8"):
        read_typed(*args)
