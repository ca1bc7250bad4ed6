"""A round without a published table: which logs count, in which suite, on whose silicon."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimcheck.errors import UpstreamError
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.rawlogs import read_round
from claimcheck.ingest.registers import read_benchmarks, read_vendors
from claimcheck.tables import TABLES
from claimcheck.tables.schema import INFERENCE_RESULTS
from tests.ingest.upstream import BOX, OLD_STREAM, commit, lose, old_log, round_of

BENCHMARKS = """\
benchmarks:
  resnet: {metric: samples, aliases: [resnet50], scenarios: {Offline: v0.5, Server: v0.5, SingleStream: v0.5, MultiStream: v0.5}, suites: {datacenter: [Offline, Server], edge: [Offline, SingleStream, MultiStream]}}
  mobilenet: {metric: samples, scenarios: {Offline: v0.5}, last: v0.5, successor: resnet}
  bert-99: {metric: samples, scenarios: {Offline: v0.7, Server: v0.7}, suites: {datacenter: [Offline, Server]}}
open_models:
  small: {benchmark: mobilenet, patterns: ['mobilenet']}
"""  # noqa: E501
VENDORS = """\
accelerators:
  NVIDIA: {patterns: ['\\bNVIDIA\\b']}
  Arm: {licensor: true, patterns: ['\\bMali\\b']}
processors:
  Intel: {patterns: ['\\bXeon\\b']}
  Rockchip: {patterns: ['RK3399']}
"""
OFFLINE = old_log("Offline", {"Samples per second": "298647"})


def described(**changes: Any) -> str:
    return json.dumps({**BOX, "system_type": "datacenter", "host_processor_model_name": "Intel Xeon", **changes})


def server(rate: str) -> bytes:
    return old_log("Server", {"Scheduled samples per second": rate})


def run(model: str, scenario: str, number: int = 1, division: str = "closed") -> str:
    return f"{division}/Anna/results/box/{model}/{scenario}/performance/run_{number}/mlperf_log_summary.txt"


def read(
    tmp_path: Path, files: dict[str, bytes | str], round_: str = "v2.0", absent: str | None = None, **system: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of a made round whose system ``box`` is ``described(**system)`` in every division."""
    systems = {f"{d}/Anna/systems/box.json": described(**system) for d in ("closed", "open", "network")}
    done = commit(tmp_path / "made", {**systems, **files})
    if absent is not None:
        lose(tmp_path / "made", absent)
    (tmp_path / "benchmarks.yml").write_text(BENCHMARKS)
    (tmp_path / "vendors.yml").write_text(VENDORS)
    with GitTree(tmp_path / "made" / ".git", done) as tree:
        read_ = round_of(done, round_, "logs")
        rows = read_round(tree, read_, read_benchmarks(tmp_path), read_vendors(tmp_path))
    return rows.results, rows.systems, rows.skipped


def reasons(skipped: list[dict[str, Any]]) -> dict[str, str]:
    return {row["path"]: row["reason"] for row in skipped}


def test_a_result(tmp_path: Path) -> None:
    path = run("resnet50", "offline")
    (row,), systems, skipped = read(tmp_path, {path: OFFLINE})
    assert not skipped
    assert len(systems) == 3
    assert row["row_id"] == "v2.0/closed/datacenter/Anna/box/resnet50/Offline"
    assert (row["benchmark"], row["model"], row["scenario"]) == ("resnet", "resnet50", "Offline")
    assert (row["value"], row["unit"], row["higher_is_better"]) == (298647, "samples/s", True)
    assert (row["accelerators"], row["nodes"], row["accelerator_vendor"]) == (8, 2, "NVIDIA")
    assert (row["availability"], row["suite"], row["division"]) == ("available", "datacenter", "closed")
    assert (row["obtained"], row["path"], row["log_path"]) == ("log", path, path)
    assert row["run_id"] == f"v2.0/{path.removesuffix('/mlperf_log_summary.txt')}"
    assert OFFLINE.decode().split("\n")[row["line"] - 1].startswith("Samples per second")
    for column in INFERENCE_RESULTS.columns:
        assert column.nullable or row.get(column.name) is not None, column.name
    assert set(row) <= {column.name for column in INFERENCE_RESULTS.columns}
    assert set(systems[0]) == set(TABLES["systems"].names)


def test_a_result_counts_in_every_suite_that_has_it(tmp_path: Path) -> None:
    files = {
        run("resnet50", "Offline"): OFFLINE,
        run("resnet50", "Server"): server("7"),
        run("resnet50", "SingleStream"): old_log("SingleStream", OLD_STREAM),
        run("bert-99", "Offline"): OFFLINE,
        run("bert-99", "Offline", division="network"): OFFLINE,
    }
    rows, _, skipped = read(tmp_path, files, system_type="edge, datacenter")
    found = {(r["division"], r["benchmark"], r["scenario"], r["suite"]) for r in rows}
    assert found == {
        ("closed", "resnet", "Offline", "datacenter"),
        ("closed", "resnet", "Offline", "edge"),
        ("closed", "resnet", "Server", "datacenter"),
        ("closed", "resnet", "SingleStream", "edge"),
        ("closed", "bert-99", "Offline", "datacenter"),
        ("network", "bert-99", "Offline", "datacenter"),
    }
    assert len({r["row_id"] for r in rows}) == len(rows) == len(found)
    assert not skipped


def test_what_the_rules_do_not_have_is_skipped_with_the_reason(tmp_path: Path) -> None:
    stream = old_log("SingleStream", OLD_STREAM)
    files = {
        run("resnet50", "SingleStream"): stream,
        run("resnet50", "SingleStream", division="open"): stream,
        run("bert-99", "SingleStream", division="open"): stream,
        run("resnet50", "Endless"): OFFLINE,
        run("riddle", "Offline", division="open"): OFFLINE,
        "closed/Anna/results/crate/resnet50/Offline/performance/run_1/mlperf_log_summary.txt": OFFLINE,
    }
    rows, _, skipped = read(tmp_path, files)
    # The open division takes any scenario of a benchmark; the closed one does not.
    assert [(r["division"], r["benchmark"], r["scenario"], r["suite"]) for r in rows] == [
        ("open", "resnet", "SingleStream", "datacenter")
    ]
    assert sorted(reasons(skipped).values()) == [
        "Endless is no scenario",
        "no description of the system crate",
        "nothing says to which benchmark the model riddle belongs",
        "the datacenter suite has no resnet SingleStream",
        "v2.0 has no bert-99 SingleStream",
    ]
    assert all(row["blob"] for row in skipped)


def test_models_of_the_open_division(tmp_path: Path) -> None:
    files = {
        run("mobilenet-v3-large", "Offline", division="open"): OFFLINE,
        run("mine", "Offline", division="open"): OFFLINE,
        run("mine", "Offline"): OFFLINE,
        "open/Anna/model_mapping.json": '{"mine": "bert-99"}',
    }
    rows, _, skipped = read(tmp_path, files)
    found = {r["model"]: r["benchmark"] for r in rows}
    assert found == {"mobilenet-v3-large": "resnet", "mine": "bert-99"}
    assert {r["division"] for r in rows} == {"open"}
    assert list(reasons(skipped)) == [run("mine", "Offline")]  # a submitter maps open models only


def test_latency_is_the_early_stopping_estimate_from_v2_0(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {run("resnet50", "SingleStream"): old_log("SingleStream", OLD_STREAM)}
    for round_, value in (("v1.1", 577.562066), ("v2.0", 667.791287)):
        (row,), _, _ = read(tmp_path / round_, files, round_, system_type="edge")
        assert (row["value"], row["unit"], row["higher_is_better"]) == (pytest.approx(value), "ms", False)


def test_before_v0_7_there_were_no_suites(tmp_path: Path) -> None:
    rows, _, _ = read(tmp_path, {run("mobilenet", "Offline"): OFFLINE}, "v0.5", system_type=None)
    assert [(r["suite"], r["benchmark"], r["row_id"]) for r in rows] == [
        (None, "mobilenet", "v0.5/closed/-/Anna/box/mobilenet/Offline")
    ]


def test_server_is_the_last_of_five_runs_up_to_v0_7(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {run("resnet50", "Server", n): server(str(100 + n)) for n in range(1, 7)}
    (row,), _, skipped = read(tmp_path / "a", files, "v0.7")
    assert (row["value"], row["path"]) == (105, run("resnet50", "Server", 5))
    assert "last of 5 runs, which range from 101.0 to 105.0" in row["log_note"]
    assert list(reasons(skipped)) == [run("resnet50", "Server", 6)]
    (row,), _, skipped = read(tmp_path / "b", files, "v1.0")
    assert (row["value"], row["path"]) == (101, run("resnet50", "Server", 1))
    assert len(skipped) == 5
    files[run("resnet50", "Server", 2)] = server("102").replace(b": VALID", b": INVALID")
    rows, _, skipped = read(tmp_path / "c", files, "v0.7")
    assert not rows
    assert reasons(skipped)[run("resnet50", "Server", 2)] == "LoadGen calls the run INVALID"


@pytest.mark.parametrize(
    ("data", "reason", "line"),
    [
        (OFFLINE.replace(b": VALID", b": INVALID"), "LoadGen calls the run INVALID", True),
        (OFFLINE[:-30], "the summary is incomplete", False),
        (OFFLINE.replace(b"298647", b"nan"), "result/Samples per second is nan", True),
        (old_log("Server", {"Samples per second": "5"}), "the log ran Server", True),
        (None, "listed in the commit but absent", False),
    ],
)
def test_a_run_that_is_no_result(tmp_path: Path, data: bytes | None, reason: str, line: bool) -> None:
    path = run("resnet50", "Offline")
    rows, _, skipped = read(tmp_path, {path: data or OFFLINE}, absent=None if data else path)
    assert not rows
    (row,) = skipped
    assert (row["kind"], row["path"]) == ("run", path)
    assert row["reason"].startswith(reason)
    assert (row["line"] is not None) == line


@pytest.mark.parametrize(
    ("accelerator", "processor", "name", "vendors", "count"),
    [
        ("NVIDIA Thing", "Intel Xeon", "Box", ("NVIDIA", "NVIDIA"), 8),
        ("N/A", "Intel Xeon", "Box", (None, "Intel"), None),
        ("", "Arm Cortex-A72", "Firefly-RK3399", (None, "Rockchip"), None),
        ("Arm Mali-T860", "Arm Cortex-A72", "Firefly-RK3399", ("Arm", "Rockchip"), 8),
    ],
)
def test_the_silicon_that_ran(
    tmp_path: Path, accelerator: str, processor: str, name: str, vendors: tuple[str | None, str], count: int | None
) -> None:
    (row,), _, skipped = read(
        tmp_path,
        {run("resnet50", "Offline"): OFFLINE},
        accelerator_model_name=accelerator,
        host_processor_model_name=processor,
        system_name=name,
    )
    assert (row["accelerator_vendor"], row["platform_vendor"], row["accelerators"]) == (*vendors, count)
    assert not skipped


@pytest.mark.parametrize("per_node", ["(8,4)", 0])
def test_a_number_of_accelerators_that_is_none_is_reported(tmp_path: Path, per_node: object) -> None:
    (row,), _, skipped = read(tmp_path, {run("resnet50", "Offline"): OFFLINE}, accelerators_per_node=per_node)
    assert row["accelerators"] is None
    assert reasons(skipped) == {"closed/Anna/systems/box.json": "the number of accelerators is not given"}


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ({"status": "soon"}, "unknown status 'soon'"),
        ({"accelerator_model_name": "Riddle"}, "no known vendor makes 'Riddle'"),
        (
            {"accelerator_model_name": "", "host_processor_model_name": "Z80", "system_name": "Box"},
            r"no known vendor makes 'Z80 \(Box box\)'",
        ),
    ],
)
def test_what_the_registers_do_not_know_stops_the_ingestion(
    tmp_path: Path, system: dict[str, str], message: str
) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        read(tmp_path, {run("resnet50", "Offline"): OFFLINE}, **system)
    assert (error.value.where, error.value.line) == ("closed/Anna/systems/box.json", 1)
