"""A round's entries become rows; what lies beside them is said in ``skipped``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.core.errors import UpstreamError
from claimcheck.data.names import complete
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.sources import training
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import Names
from tests.sources.golden import agree
from tests.sources.upstream import commit, lose, round_of, trained

REPO = "mlcommons/training_results_v9.9"
BOX = "Anna/results/box/resnet"
DESCRIPTION = {
    "submitter": "Anna Co",
    "division": "closed",
    "status": "Available on-premise",
    "system_name": "Box",
    "number_of_nodes": "2",
    "accelerators_per_node": "8",
    "accelerator_model_name": "NVIDIA H100-SXM5-80GB",
    "host_processors_per_node": 2,
    "host_processor_model_name": "Intel Xeon",
    "framework": "PyTorch",
}
Row = dict[str, Any]


def runs(folder: str = BOX, *minutes: float) -> dict[str, bytes | str]:
    return {f"{folder}/result_{n}.txt": trained(m) for n, m in enumerate(minutes or (1, 2, 3, 4, 100))}


def described(path: str = "Anna/systems/box.json", **changes: object) -> dict[str, bytes | str]:
    return {path: json.dumps({k: v for k, v in {**DESCRIPTION, **changes}.items() if v is not None})}


def read(
    root: Path,
    files: dict[str, bytes | str],
    suite: str = "training",
    round_name: str = "v3.0",
    absent: tuple[str, ...] = (),
) -> tuple[list[Row], list[Row]]:
    done = commit(root, files)
    for path in absent:
        lose(root, path)
    with GitTree(root / ".git", done, absent=None) as tree:
        key = f"{suite}-{round_name}"
        round_ = round_of(done, key, "training", {"training": "MLPerf Training", "hpc": "MLPerf HPC"}[suite], repo=REPO)
        rows = training.read_round(tree, round_, Names.read(DATA_DIR))
    return rows.training, rows.skipped


STRONG, WEAK, TPU = "Anna/results/box/strong/deepcam", "Anna/results/box/weak/deepcam", "tpu-v3-1024-TF"
NONE = {"accelerators_per_node": "0"}
# Name: the suite and the files beside five logs; a description of ``box`` unless they have one.
ENTRIES: dict[str, tuple[str, dict[str, bytes | str]]] = {
    "usual": ("training", runs()),
    "scaled": ("training", runs() | {f"{BOX}/scaling.json": '{"scaling_factor": 1.5}'}),
    "a log without a run": ("training", runs() | {f"{BOX}/result_4.txt": "nothing \xff\n".encode("latin-1")}),
    "what is no run": ("training", runs() | {
        **dict.fromkeys((
            f"{BOX}/.!1!result_0.txt", f"{BOX}/compliance_0.out", f"{BOX}/rcp_checker.log", f"{BOX}/notes.md",
            f"{BOX}/power/result_0/node_0.txt", f"{BOX}/power/result_0/node_1.txt",
        ), "x"),
        f"{BOX}/pruned_results/result_9.txt": trained(1), f"{BOX}/raw_logs/result_9.txt": trained(1),
        "Anna/results/other/scaling.json": '{"scaling_factor": 2}', "Anna/systems/other.json": "{}",
    }),
    "a nested copy": ("training", runs() | runs("Anna/results/box/bert/resnet")),
    "shared logs": ("training", runs() | runs("Anna/results/tower/resnet") | described("Anna/systems/tower.json")),
    "strong and weak": ("hpc", runs(STRONG) | {
        f"{WEAK}/result_{n}.txt": trained(10, start=n * 60_000) for n in range(6)
    }),
    "a TPU by its name": ("training", runs(f"Anna/results/{TPU}/resnet") | described(
        f"Anna/systems/{TPU}.json", accelerator_model_name="TPU", number_of_nodes=64, accelerators_per_node=16,
    )),
    **{
        f"processors alone: {name}": ("training", runs() | described(**NONE, accelerator_model_name=name))
        for name in ("N/A", "an optional card")
    },
}  # fmt: skip


def test_entries_of_rounds(tmp_path: Path) -> None:
    found = {}
    for name, (suite, files) in ENTRIES.items():
        rows, skipped = read(tmp_path / name, described() | files, suite=suite)
        found |= {name: rows, f"{name}, skipped": skipped}
        frame = complete(pd.DataFrame(rows), "training_results")
        assert list(frame.columns) == TABLES["training_results"].names
    agree("training", found)


def test_absent_logs_leave_no_score(tmp_path: Path) -> None:
    lost = f"{BOX}/result_1.txt"
    rows, skipped = read(tmp_path, runs() | described(), absent=(lost,))
    assert (rows[0]["time_to_train_minutes"], rows[0]["runs_absent"], rows[0]["obtained"]) == (None, 1, None)
    assert rows[0]["reason"] == "1 of 5 logs are absent from the repository"
    assert [(s["round"], s["path"], s["reason"]) for s in skipped] == [("training-v3.0", lost, "listed but absent")]


NODE = {"num_nodes": 4, "cpu": "2x Xeon", "accelerator": "Tesla V100", "num_accelerators": 8}
TWO_KINDS = json.dumps({"division": "open", "status": "research", "nodes": [NODE, NODE]})
ALONE = runs() | described()
# The suite, its files, and words of the error.
REFUSED: list[tuple[str, dict[str, bytes | str], str]] = [
    ("training", ALONE | runs("Anna/results/box/bert/resnet", 5, 6, 7), "lies also in"),
    ("hpc", described() | runs("Anna/results/box/deepcam"), "neither strong nor weak"),
    ("training", runs("Anna/results/tpu-v9-8/resnet") | described(
        "Anna/systems/tpu-v9-8.json", accelerator_model_name="TPU"), "unknown TPU"),
    ("training", ALONE | {f"{BOX}/scaling.json": '{"scaling_factor": -1}'}, "scaling"),
    ("training", runs(), "no description"),
    ("training", runs() | described(status="someday"), "unknown availability"),
    ("training", runs() | described(accelerator_model_name="Riddle"),
     "^Anna/systems/box.json:1: no known vendor makes 'Riddle'"),
    ("training", runs() | {"Anna/systems/box.json": TWO_KINDS}, "Anna/systems/box"),
]  # fmt: skip


@pytest.mark.parametrize(("suite", "files", "message"), REFUSED)
def test_a_round_that_cannot_be_read(tmp_path: Path, suite: str, files: dict[str, bytes | str], message: str) -> None:
    with pytest.raises(UpstreamError, match=message):
        read(tmp_path, files, suite=suite)
