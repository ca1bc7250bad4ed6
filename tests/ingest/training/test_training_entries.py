"""A round's entries become rows; what lies beside them is said in ``skipped``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.errors import TableError, UpstreamError
from claimcheck.ingest import training
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.registers import read_vendors
from claimcheck.ingest.rows import Place, complete
from claimcheck.tables import DATA_DIR, TABLES
from tests.ingest.upstream import commit, lose, round_of, trained

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
    typed: Callable[[str], training.PublishedValues] = lambda _: {},
) -> tuple[list[Row], list[Row]]:
    done = commit(root, files)
    for path in absent:
        lose(root, path)
    with GitTree(root / ".git", done) as tree:
        key = f"{suite}-{round_name}"
        round_ = round_of(done, key, "training", {"training": "MLPerf Training", "hpc": "MLPerf HPC"}[suite], repo=REPO)
        rows = training.read_round(tree, round_, training.read_rules(DATA_DIR), read_vendors(DATA_DIR), typed(done))
    return rows.training, rows.skipped


def one(root: Path, files: dict[str, bytes | str], **how: Any) -> Row:
    (row,), _ = read(root, files, **how)
    return row


def test_a_row(tmp_path: Path) -> None:
    rows, skipped = read(tmp_path, runs() | described())
    (row,) = rows
    assert row["row_id"] == "training/v3.0/closed/Anna/box/resnet"
    assert (row["time_to_train_minutes"], row["runs"], row["runs_dropped"], row["obtained"]) == (3, 5, 2, "log")
    assert (row["accelerators"], row["nodes"], row["processors"]) == (16, 2, 4)
    assert (row["submitter"], row["availability"], row["platform_vendor"]) == ("Anna Co", "available", "NVIDIA")
    assert (row["path"], row["repo"], row["scaling"], row["reason"]) == (BOX, REPO, None, None)
    assert skipped == []
    frame = complete(pd.DataFrame(rows), "training_results")
    assert list(frame.columns) == TABLES["training_results"].names


def test_the_scaling_factor_of_the_folder(tmp_path: Path) -> None:
    row = one(tmp_path, runs() | described() | {f"{BOX}/scaling.json": '{"scaling_factor": 1.5}'})
    assert (row["time_to_train_minutes"], row["scaling_factor"]) == (4.5, 1.5)


@pytest.mark.parametrize("content", ["{}", "1", "no", '{"scaling_factor": -1}', '{"scaling_factor": NaN}'])
def test_a_broken_scaling_factor(tmp_path: Path, content: str) -> None:
    with pytest.raises(UpstreamError, match="scaling"):
        read(tmp_path, runs() | described() | {f"{BOX}/scaling.json": content})


def test_absent_logs_leave_no_score(tmp_path: Path) -> None:
    lost = f"{BOX}/result_1.txt"
    rows, skipped = read(tmp_path, runs() | described(), absent=(lost,))
    assert (rows[0]["time_to_train_minutes"], rows[0]["runs_absent"], rows[0]["obtained"]) == (None, 1, None)
    assert rows[0]["reason"] == "1 of 5 logs are absent from the repository"
    assert [(s["round"], s["path"], s["reason"]) for s in skipped] == [("training-v3.0", lost, "listed but absent")]


def test_a_log_without_a_run_is_a_failed_run(tmp_path: Path) -> None:
    rows, skipped = read(tmp_path, runs() | described() | {f"{BOX}/result_4.txt": "nothing \xff\n".encode("latin-1")})
    assert (rows[0]["time_to_train_minutes"], rows[0]["runs_failed"]) == (3, 1)
    assert [s["reason"] for s in skipped] == ["no run_stop: counts as a failed run"]


def test_what_is_no_run(tmp_path: Path) -> None:
    beside = {
        f"{BOX}/.!1!result_0.txt": "x",
        f"{BOX}/compliance_0.out": "x",
        f"{BOX}/rcp_checker.log": "x",
        f"{BOX}/notes.md": "x",
        f"{BOX}/power/result_0/node_0.txt": "x",
        f"{BOX}/power/result_0/node_1.txt": "x",
        f"{BOX}/pruned_results/result_9.txt": trained(1),
        f"{BOX}/raw_logs/result_9.txt": trained(1),
        "Anna/results/other/scaling.json": '{"scaling_factor": 2}',
        "Anna/systems/other.json": "{}",
    }
    rows, skipped = read(tmp_path, runs() | described() | beside)
    assert [r["runs"] for r in rows] == [5]
    assert sorted(s["reason"] for s in skipped) == [
        "hidden file",
        "measurements of power: 2 files",
        "no entry rests on this description",
        "not a log of a run",
        "raw copies of the logs",
        "report of a checker: 2 files",
        "runs that the submitter pruned",
        "scaling factor of a folder without runs",
    ]


def test_a_nested_copy_is_no_second_entry(tmp_path: Path) -> None:
    copy = "Anna/results/box/bert/resnet"
    rows, skipped = read(tmp_path, runs(BOX) | runs(copy) | described())
    assert len(rows) == 1
    assert [s["reason"] for s in skipped] in ([f"a copy of {BOX}"], [f"a copy of {copy}"])
    with pytest.raises(UpstreamError, match="lies also in"):
        read(tmp_path / "other", runs(BOX) | runs(copy, 5, 6, 7) | described())


def test_shared_logs_are_said(tmp_path: Path) -> None:
    files = runs() | runs("Anna/results/tower/resnet") | described() | described("Anna/systems/tower.json")
    rows, _ = read(tmp_path, files)
    assert [r["reason"] for r in rows] == [None, f"the logs are those of {BOX}"]


def test_hpc_strong_and_weak(tmp_path: Path) -> None:
    strong, weak = (f"Anna/results/box/{s}/deepcam" for s in ("strong", "weak"))
    models = {f"{weak}/result_{n}.txt": trained(10, start=n * 60_000) for n in range(6)}
    rows, _ = read(tmp_path, runs(strong) | models | described(), suite="hpc")
    assert [(r["scaling"], r["time_to_train_minutes"], r["models_per_minute"]) for r in rows] == [
        ("strong", 3, None),
        ("weak", None, 6 / 15),
    ]
    with pytest.raises(UpstreamError, match="neither strong nor weak"):
        read(tmp_path / "other", runs("Anna/results/box/deepcam") | described(), suite="hpc")


def test_the_name_of_a_tpu_gives_its_chips(tmp_path: Path) -> None:
    name = "tpu-v3-1024-TF"
    system = {"accelerator_model_name": "TPU", "number_of_nodes": 64, "accelerators_per_node": 16}
    row = one(tmp_path, runs(f"Anna/results/{name}/resnet") | described(f"Anna/systems/{name}.json", **system))
    assert (row["accelerators"], row["platform_vendor"]) == (512, "Google")
    assert row["accelerators_from"].endswith("give 1024")


def test_an_unknown_tpu(tmp_path: Path) -> None:
    system = {"accelerator_model_name": "TPU"}
    with pytest.raises(UpstreamError, match="unknown TPU"):
        read(tmp_path, runs("Anna/results/tpu-v9-8/resnet") | described("Anna/systems/tpu-v9-8.json", **system))


def test_a_system_without_accelerator(tmp_path: Path) -> None:
    for n, name in enumerate(("N/A", "NA", "an optional card")):
        row = one(tmp_path / str(n), runs() | described(accelerators_per_node="0", accelerator_model_name=name))
        assert (row["accelerator"], row["accelerators"], row["platform_vendor"]) == (None, None, "Intel")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"division": "ajar"}, "unknown division"),
        ({"status": None}, "no status"),
        ({"status": "someday"}, "unknown availability"),
        ({"accelerator_model_name": "Riddle"}, "^Anna/systems/box.json:1: no known vendor makes 'Riddle'"),
    ],
)
def test_a_description_that_cannot_be_used(tmp_path: Path, changes: Row, message: str) -> None:
    with pytest.raises(UpstreamError, match=message):
        read(tmp_path, runs() | described(**changes))


@pytest.mark.parametrize("broken", ["no description", "[1]", 'entry: {"value": "{"}\n', "two kinds of nodes"])
def test_what_is_no_description(tmp_path: Path, broken: str) -> None:
    if broken.startswith("two"):
        node = {"num_nodes": 4, "cpu": "2x Xeon", "accelerator": "Tesla V100", "num_accelerators": 8}
        broken = json.dumps({"division": "open", "status": "research", "nodes": [node, node]})
    with pytest.raises(UpstreamError, match="Anna/systems/box"):
        read(tmp_path, runs() | {"Anna/systems/box.json": broken})


def test_no_description(tmp_path: Path) -> None:
    with pytest.raises(UpstreamError, match="no description"):
        read(tmp_path / "a", runs())
    with pytest.raises(UpstreamError, match="listed but absent"):
        read(tmp_path / "b", runs() | described(), absent=("Anna/systems/box.json",))


# Typed times ---------------------------------------------------------------------------------


def typed(done: str, path: str = BOX, round_name: str = "v3.0") -> training.PublishedValues:
    cells = {"time_to_train_minutes": "7.5", "score_source": "a blog", "repo": REPO, "commit": done}
    return {(round_name, path): (Place("typed.csv", 2, TableError), cells)}


def test_a_typed_time(tmp_path: Path) -> None:
    def times(done: str) -> training.PublishedValues:
        return typed(done) | typed(done, round_name="v1.0")

    row = one(tmp_path, runs() | described(), absent=tuple(runs()), typed=times)
    assert (row["time_to_train_minutes"], row["obtained"]) == (7.5, "typed")
    assert row["reason"].endswith("typed: a blog")


@pytest.mark.parametrize(
    ("path", "here", "message"),
    [(BOX, True, "the logs are there"), ("Anna/results/box/bert", True, "no entry"), (BOX, False, "typed from")],
)
def test_a_typed_time_that_does_not_belong(tmp_path: Path, path: str, here: bool, message: str) -> None:
    with pytest.raises(TableError, match=message):
        read(tmp_path, runs() | described(), typed=lambda done: typed(done if here else "0" * 40, path))
