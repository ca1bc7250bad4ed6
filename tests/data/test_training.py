"""The register of Training and HPC is read or refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.errors import RegisterError, UpstreamError
from claimcheck.data import paths
from claimcheck.data.training import TrainingRules, read_rules
from tests.making import put

TEXT = """\
benchmarks:
  ssd: {first: v0.5, last: v1.1, runs: 5, dropped: 1}
  retinanet: {folders: [ssd, retinanet], first: v2.0, last: v5.1, runs: 5, dropped: 1}
  cosmoflow: {suite: hpc, first: v2.0, last: v3.0, runs: 10, dropped: 1}
availability:
  available: {spellings: [onprem, available cloud]}
tpu:
  v3: {cores_per_chip: 2}
submitters:
  anna: {name: Anna}
entries:
  training-v0.7:Anna/results/box: {benchmark: ssd, nodes: 2, accelerators_per_node: 4, source: a file}
"""


def rules(folder: Path, old: str = "", new: str = "") -> TrainingRules:
    assert old in TEXT
    put(folder, paths.TRAINING, TEXT.replace(old, new) if old else TEXT)
    return read_rules(folder)


def test_a_folder_names_another_benchmark_in_another_round(tmp_path: Path) -> None:
    read = rules(tmp_path)
    assert read.benchmark("training", "v1.1", "ssd", where="x").name == "ssd"
    assert read.benchmark("training", "v2.0", "ssd", where="x").name == "retinanet"
    for suite, round_name, folder in (
        ("training", "v1.1", "retinanet"),
        ("hpc", "v2.0", "ssd"),
        ("hpc", "v4.0", "cosmoflow"),
    ):
        with pytest.raises(UpstreamError, match="has no benchmark"):
            read.benchmark(suite, round_name, folder, where="x")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("first: v0.5, last: v1.1", "first: v0.5, last: v2.0", "shares a folder"),
        ("runs: 10, dropped: 1", "runs: 10, dropped: 5", "drops every run"),
    ],
)
def test_a_broken_register(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(RegisterError, match=message):
        rules(tmp_path, old, new)
