"""Tables typed by hand: v5.0's result pages and v6.1's published records."""

from pathlib import Path

import pytest

from claimcheck.core.errors import ClaimcheckError, TableError
from claimcheck.data.names import Benchmarks, Vendors
from claimcheck.data.rounds import read_rounds
from claimcheck.ingest.typed import read_typed
from claimcheck.ingest.verify import verify
from tests.ingest.upstream import quiet, round_of

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
    }
)
VENDORS = Vendors(accelerators={"ACME": {"patterns": ["^ACME"]}})


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


def test_rounds_that_were_typed_are_read_from_no_repository(tmp_path, data_dir):
    """Row by row as recorded: Interactive as a benchmark of its own, no accelerator but a processor, both suites."""
    rounds = [one.key for one in read_rounds(data_dir) if one.source == "typed"]
    rows = verify(tmp_path, data_dir, quiet, rounds).rows
    assert rows["inference_results"] > 1000 and rows["loadgen_runs"] > 0


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
        (PAGE, {"benchmark": "gpt-9"}, "gpt-9"),
        (PAGE, {"suite": "cloud"}, "cloud"),
        (RECORD, {"availability": "soon"}, "soon"),
    ],
)
def test_a_broken_cell_is_an_error_with_file_line_and_rule(read, usual, change, what):
    with pytest.raises(ClaimcheckError, match=what) as caught:
        read(usual, {}, change)
    assert (caught.value.where, caught.value.line) == ("typed/made.csv", 3)
    assert caught.value.rule


def test_another_column_and_an_absent_file(tmp_path):
    path = tmp_path / "made.csv"
    args = (tmp_path, of_table("made.csv"), BENCHMARKS, VENDORS)
    with pytest.raises(TableError, match="no such file"):
        read_typed(*args)
    path.write_text(",".join(PAGE).replace("unit", "units") + "\n")
    with pytest.raises(TableError, match="no column unit") as caught:
        read_typed(*args)
    assert caught.value.line == 1
