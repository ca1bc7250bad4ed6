"""A round without a published table: which logs count, in which suite, on whose silicon; descriptions of systems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.data import paths
from claimcheck.data.names import read_benchmarks, read_vendors
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.training import read_rules
from claimcheck.sources.git import Blob, GitTree
from claimcheck.sources.logs import read_round
from claimcheck.sources.records import Names, read_systems, system_row
from tests.making import put
from tests.sources.golden import agree
from tests.sources.upstream import BOX, DESCRIPTION, OLD_STREAM, SYSTEM, commit, lose, old_log, round_of

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
    tmp_path: Path, files: dict[str, bytes | str], round_: str = "v2.0", **system: Any
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of a made round whose system ``box`` is ``described(**system)`` in every division."""
    systems = {f"{d}/Anna/systems/box.json": described(**system) for d in ("closed", "open", "network")}
    done = commit(tmp_path / "made", {**systems, **files})
    put(tmp_path, paths.BENCHMARKS, BENCHMARKS)
    put(tmp_path, paths.VENDORS, VENDORS)
    with GitTree(tmp_path / "made" / ".git", done, absent=None) as tree:
        read_ = round_of(done, round_, "logs")
        rows = read_round(tree, read_, Names(read_benchmarks(tmp_path), read_vendors(tmp_path), read_rules(DATA_DIR)))
    return rows["inference_results"], rows["systems"], rows["skipped"]


STREAM = old_log("SingleStream", OLD_STREAM)
SERVERS = {run("resnet50", "Server", n): server(str(100 + n)) for n in range(1, 7)}
# Name: the round, the runs beside the description of their system, and changes of that.
ROUNDS: dict[str, tuple[str, dict[str, bytes | str], dict[str, Any]]] = {
    # A result counts in every suite that has it.
    "suites": ("v2.0", {
        run("resnet50", "offline"): OFFLINE, run("resnet50", "Server"): server("7"),
        run("resnet50", "SingleStream"): STREAM, run("bert-99", "Offline"): OFFLINE,
        run("bert-99", "Offline", division="network"): OFFLINE,
    }, {"system_type": "edge, datacenter"}),
    # The open division takes any scenario of a benchmark, and a submitter maps its models there.
    "open": ("v2.0", {
        run("resnet50", "SingleStream", division="open"): STREAM,
        run("mobilenet-v3-large", "Offline", division="open"): OFFLINE,
        run("mine", "Offline", division="open"): OFFLINE, "open/Anna/model_mapping.json": '{"mine": "bert-99"}',
    }, {}),
    # From v2.0 on a latency is the early stopping estimate.
    "measured latency": ("v1.1", {run("resnet50", "SingleStream"): STREAM}, {"system_type": "edge"}),
    "before suites": ("v0.5", {run("mobilenet", "Offline"): OFFLINE}, {"system_type": None}),
    # Up to v0.7 a Server result is the last of five runs.
    "five runs": ("v0.7", SERVERS, {}),
    "one run": ("v1.0", SERVERS, {}),
    "processors alone": ("v2.0", {run("resnet50", "Offline"): OFFLINE}, {"accelerator_model_name": "N/A"}),
    "a board": ("v2.0", {run("resnet50", "Offline"): OFFLINE}, {
        "accelerator_model_name": "", "host_processor_model_name": "Arm Cortex-A72", "system_name": "Firefly-RK3399",
    }),
    "a licensed accelerator": ("v2.0", {run("resnet50", "Offline"): OFFLINE}, {
        "accelerator_model_name": "Arm Mali-T860", "host_processor_model_name": "Arm Cortex-A72",
        "system_name": "Firefly-RK3399",
    }),
    "a count that is none": ("v2.0", {run("resnet50", "Offline"): OFFLINE}, {"accelerators_per_node": "(8,4)"}),
    "a count of zero": ("v2.0", {run("resnet50", "Offline"): OFFLINE}, {"accelerators_per_node": 0}),
}  # fmt: skip


def test_rounds_of_logs(tmp_path: Path) -> None:
    found = {}
    for name, (round_, files, system) in ROUNDS.items():
        results, systems, skipped = read(tmp_path / name, files, round_, **system)
        found |= {name: results, f"{name}, skipped": skipped}
        assert {*TABLES["inference_results"].names} >= {key for row in results for key in row}
    agree("logs", found | {"system": systems[:1]})


def test_what_the_registers_do_not_know_stops_the_ingestion(tmp_path: Path) -> None:
    with pytest.raises(UpstreamError, match="no known vendor makes 'Riddle'") as error:
        read(tmp_path, {run("resnet50", "Offline"): OFFLINE}, accelerator_model_name="Riddle")
    assert (error.value.where, error.value.line) == ("closed/Anna/systems/box.json", 1)


# Descriptions of systems ------------------------------------------------------------------------

# What the notes of a description say of its power, and the limit that they name.
NOTES = {"TGP (1000 W)": "1000 W", "1200w TGP": "1200 W", "Power Cap 750 W": "750 W", "at 700W": None, "": None}


def test_the_power_limit_is_the_one_that_the_notes_name() -> None:
    for notes, limit in NOTES.items():
        described = BOX | {"accelerator_model_name": "NVIDIA Thing", "hw_notes": notes}
        assert system_row(Blob(SYSTEM, "b" * 40, json.dumps(described).encode()))["power_limit"] == limit


def test_only_descriptions_are_read_and_a_bad_one_is_a_reason(tmp_path: Path) -> None:
    files = {
        SYSTEM: b"\xef\xbb\xbf" + DESCRIPTION.encode(),  # a byte order mark is no fault
        "closed/Anna/systems/absent.json": "{}",
        "closed/Anna/systems/broken.json": "{",
        "closed/Anna/systems/list.json": "[]",
        "closed/Anna/systems/text.json": b'{"system_name": "caf\xe9"}',
        "open/Berta/systems/tower.json": DESCRIPTION,
        # A count that is no number is empty; so is a number of nodes of zero.
        **{
            f"open/Cora/systems/{n}.json": json.dumps({"accelerators_per_node": count, "number_of_nodes": count})
            for n, count in enumerate((8, " 8 ", "N/A", "(8,4)", None, 8.5, 0))
        },
        "open/Berta/systems/notes.txt": "",
        "open/Berta/systems/tower.json.orig": DESCRIPTION,
        "open/Berta/systems/old/tower.json": DESCRIPTION,
        "closed/Anna/results/box/systems/box.json": DESCRIPTION,
        "elsewhere/Anna/systems/box.json": DESCRIPTION,
    }
    done = commit(tmp_path, files)
    lose(tmp_path, "closed/Anna/systems/absent.json")
    with GitTree(tmp_path / ".git", done, absent=None) as tree:
        rows = read_systems(tree)
    agree("systems", {"systems": rows["systems"], "skipped": rows["skipped"]})
