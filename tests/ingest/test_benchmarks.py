"""Benchmarks of rounds without a published table: the model's benchmark, and what a suite has."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.errors import RegisterError
from claimcheck.ingest.registers import Benchmarks, read_benchmarks

TEXT = """\
benchmarks:
  large: {metric: samples, aliases: [big], scenarios: {Offline: v2.1, MultiStream: v3.0}, suites: {edge: [Offline, MultiStream]}}
  old: {metric: samples, aliases: [elder], scenarios: {Offline: v0.5}, last: v2.0, successor: large}
open_models:
  any: {benchmark: old, patterns: ['^net']}
"""  # noqa: E501


def benchmarks(folder: Path, text: str = TEXT) -> Benchmarks:
    (folder / "benchmarks.yml").write_text(text)
    return read_benchmarks(folder)


@pytest.mark.parametrize(
    ("model", "round_", "own", "benchmark"),
    [
        ("big", "v2.1", {}, "large"),
        ("big", "v2.1", {"big": "old"}, "large"),  # the official name comes first
        ("net-1", "v2.0", {}, "old"),
        ("net-1", "v2.1", {}, "large"),
        ("elder", "v2.1", {}, "large"),
        ("net-1", "v2.0", {"net-1": "big"}, "large"),
        ("mine", "v2.0", {"mine": "elder"}, "old"),
        ("mine", "v2.0", {"mine": "nothing"}, None),
    ],
)
def test_the_benchmark_of_a_model(
    tmp_path: Path, model: str, round_: str, own: dict[str, str], benchmark: str | None
) -> None:
    assert benchmarks(tmp_path).of_model(model, round_, own) == benchmark


@pytest.mark.parametrize(
    ("benchmark", "scenario", "suite", "round_", "reason"),
    [
        ("large", "Offline", "edge", "v2.1", None),
        ("large", "Offline", "datacenter", "v2.1", "the datacenter suite has no large Offline"),
        ("large", "Offline", "edge", "v2.0", "v2.0 has no large Offline"),
        ("large", "MultiStream", "edge", "v2.1", "v2.1 has no large MultiStream"),
        ("large", "MultiStream", "edge", "v3.0", None),
        ("large", "Server", "edge", "v3.0", "v3.0 has no large Server"),
        ("old", "Offline", None, "v2.1", "v2.1 has no old Offline"),
        ("old", "Offline", "edge", "v2.0", "the edge suite has no old Offline"),
    ],
)
def test_what_a_suite_has(
    tmp_path: Path, benchmark: str, scenario: str, suite: str | None, round_: str, reason: str | None
) -> None:
    assert benchmarks(tmp_path).refusal(benchmark, scenario, suite, round_) == reason


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("{Offline: v2.1", "{Ofline: v2.1", 2, "scenarios.Ofline"),
        ("[elder]", "[big]", 3, "'big' names another benchmark"),
        ("edge: [Offline, MultiStream]", "edge: [Offline, Server]", 2, "suites is 'Server'"),
        ("successor: large", "successor: larger", 3, "successor is 'larger'"),
        ("benchmark: old", "benchmark: older", 5, "benchmark is 'older'"),
        ("'^net'", "'(net'", 5, "is no pattern"),
    ],
)
def test_a_fault_in_benchmarks(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(RegisterError, match=message) as error:
        benchmarks(tmp_path, TEXT.replace(old, new))
    assert error.value.line == line
