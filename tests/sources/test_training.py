"""MLPerf Training: entries become rows, runs are read from every format of log, scores follow the benchmark's rule."""

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
from claimcheck.data.training import Benchmark, bounds
from claimcheck.sources import training
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import Names
from claimcheck.sources.training import Run, read_run, throughput, time_to_train
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
    return rows["training_results"], rows["skipped"]


STRONG, WEAK, TPU = "Anna/results/box/strong/deepcam", "Anna/results/box/weak/deepcam", "tpu-v3-1024-TF"
NONE = {"accelerators_per_node": "0"}
# Name: the suite and the files beside five logs; a description of ``box`` unless they have one.
ENTRIES: dict[str, tuple[str, dict[str, bytes | str]]] = {
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
    assert [(s["path"], s["reason"]) for s in skipped] == [(lost, "listed but absent")]


# The suite, its files, and words of the error.
REFUSED: list[tuple[str, dict[str, bytes | str], str]] = [
    ("training", runs("Anna/results/tpu-v9-8/resnet") | described(
        "Anna/systems/tpu-v9-8.json", accelerator_model_name="TPU"), "unknown TPU"),
    ("training", runs(), "no description"),
    ("training", runs() | described(status="someday"), "unknown availability"),
    ("training", runs() | described(accelerator_model_name="Riddle"),
     "^Anna/systems/box.json:1: no known vendor makes 'Riddle'"),
]  # fmt: skip


@pytest.mark.parametrize(("suite", "files", "message"), REFUSED)
def test_a_round_that_cannot_be_read(tmp_path: Path, suite: str, files: dict[str, bytes | str], message: str) -> None:
    with pytest.raises(UpstreamError, match=message):
        read(tmp_path, files, suite=suite)


_RANDOM = b"step 7 loss 0.25 \xff\xfe not text\n"


def mllog(key: str, time: object, status: str | None = None, unit: str = "ms", quote: str = '"') -> bytes:
    """One line as upstream writes it since v0.7."""
    metadata = f'{{"lineno": 3, "status": "{status}"}}' if status else '{"lineno": 3}'
    text = f':::MLLOG {{"namespace": "", "time_{unit}": {time}, "key": "{key}", "value": null, "metadata": {metadata}}}'
    return text.replace('"', quote).encode() + b"\n"


START, STOP = mllog("run_start", 60_000), mllog("run_stop", 180_000, "success")
BATCH = b':::MLLOG {"key": "global_batch_size", "value": 8, "metadata": {}}\n'
# Logs of a run of two minutes, as since v0.7; verify reads the formats of v0.5 and v0.6, which no round has any more.
TWO_MINUTES = [
    _RANDOM + START + _RANDOM + STOP,
    mllog("run_start", 60.5, unit="s") + mllog("run_stop", 180.5, "success", unit="s"),
    mllog("run_start", 60_000, quote="'") + STOP,
    b"3: " + START + b"12.5 samples / s" + STOP.rstrip(b"\n"),
    # The last start before the first stop counts.
    mllog("run_start", 0) + START + STOP + mllog("run_start", 200_000) + mllog("run_stop", 900_000, "aborted"),
    # Lines that only mention an event.
    START.replace(b'"value": null', b'"value": "until run_stop"') + b':::MLLOG "run_stop"\n' + STOP,
]
FAILED_LOGS = [
    *(START + mllog("run_stop", 180_000, status) for status in ("aborted", None)),
    # Two processes on one line: the success is another event's.
    START + mllog("run_stop", 180_000).rstrip(b"\n") + mllog("eval_stop", 999_000, "success"),
]


def test_runs_of_logs() -> None:
    for data in TWO_MINUTES:
        run = read_run(data)
        assert run.converged and run.minutes == 2, data
    assert not any(read_run(data).converged for data in FAILED_LOGS)
    assert [read_run(data).batch for data in (BATCH + START + STOP, START + STOP)] == [8, None]
    assert read_run(START + b"waiting for run_stop\n") is None


def bench(runs: int, dropped: int = 1) -> Benchmark:
    return Benchmark(name="x", first="v0.5", last="v5.1", runs=runs, dropped=dropped)


def run(minutes: float, converged: bool = True, start: float = 0) -> Run:
    return Run(start, start + minutes * 60_000, converged)


FAILED = run(99, converged=False)


def of(*minutes: float) -> list[Run | None]:
    return [run(m) for m in minutes]


# Unet3d drops four at each end.
FORTY = of(*[1] * 4, *[10] * 16, *[20] * 16, *[1000] * 4)


@pytest.mark.parametrize(
    ("runs", "rule", "value", "dropped", "reason"),
    [
        (of(9, 1, 4, 5, 100), bench(5), 6, 2, None),
        (FORTY, bench(40, 4), 15, 8, None),
        # A failed run, or one whose log cannot be read, takes a slowest place.
        ([*of(9, 1, 4, 5), FAILED], bench(5), 6, 2, None),
        ([*of(9, 1, 4, 5), None], bench(5), 6, 2, None),
        ([*of(1, 2, 3), FAILED, FAILED], bench(5), None, None, "2 of 5 runs failed, the rule allows 1"),
        (of(1, 2, 3), bench(5), 2, 2, "3 runs, the rule says 5"),
        (of(1, 2), bench(5), None, None, "2 runs leave none to score, the rule says 5"),
    ],
)
def test_the_time_to_train(
    runs: list[Run | None], rule: Benchmark, value: float | None, dropped: int | None, reason: str | None
) -> None:
    score = time_to_train(runs, rule, 1.0)
    assert (score.value, score.dropped, score.reason) == (value, dropped, reason)


@pytest.mark.parametrize(("runs", "failed"), [(10, 0), (9, 1), (3, 0), (5, 0)])
def test_the_mean_of_kept_runs_is_within_bounds_that_it_can_reach(runs: int, failed: int) -> None:
    """Of runs whose fastest and middle one take 1 and 2 minutes, the slowest at most 5, the others what they can."""
    rule, at = bench(runs + failed), runs // 2
    least, most = [1] * at + [2] * (runs - at), [1] + [2] * at + [5] * (runs - 1 - at)
    reached = [time_to_train([*of(*times), *[FAILED] * failed], rule, 1).value for times in (least, most)]
    assert bounds(1, 2, 5, rule.runs, rule.dropped, failed) == pytest.approx(tuple(reached))


def test_throughput_counts_converged_models_over_the_whole_time() -> None:
    models = [run(3, start=60_000), run(9, start=0), run(8, start=120_000), run(90, converged=False)]
    score = throughput(models)
    assert (score.value, score.dropped) == (3 / 10, 0)
