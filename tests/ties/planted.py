"""Coherent lies, each on one row of the real tables: what a forger would change, in every place that shows it.

``FAULTS`` maps the kind to the rounds that it needs and to what plants it in a copy of their rows (``part``, which is
enough and fast). That gives ids, one of which a tie must name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.tables import TABLES
from tests.ties.copies import Copy, cell, dropped, invented, loaded, one_row, several, sized, times, typed_alike

Lie = Callable[[Copy], set[str]]
RESULTS, RUNS = "inference_results", "loadgen_runs"


def part(root: Path, *rounds: str) -> dict[str, pd.DataFrame]:
    """Every table by name; of those that have rounds, the rows of these alone (training-v4.1)."""
    frames = {}
    for name in TABLES:
        frame = loaded(root, name)
        if "round" in frame:
            trained = name in ("training_results", "official_scores")
            key = frame["suite"] + "-" + frame["round"] if trained else frame["round"]
            frame = frame[key.isin(rounds)].reset_index(drop=True)
        elif {"before", "after"} <= {*frame}:
            frame = frame[frame["before"].isin(rounds) & frame["after"].isin(rounds)].reset_index(drop=True)
        frames[name] = frame
    return frames


def first(copy: Copy, name: str = RESULTS, **cells: Any) -> pd.Series:
    """The first row of a table with these cells."""
    frame = copy.frame(name)
    for column, value in cells.items():
        frame = frame[(frame[column] == value).fillna(False)]
    return frame.iloc[0]


def ids(copy: Copy, row: pd.Series) -> set[str]:
    """The ids of a row, and of the results and runs of its entry or, where it has none, of its system."""
    same = copy.frame(RESULTS)
    for name in ["row_id"] if "row_id" in row else ["round", "submitter", "system"]:
        same = same[same[name] == row[name]]
    return {*same["row_id"], *same["run_id"].dropna(), str(row.get("row_id", ""))} - {""}


NEBIUS = {"round": "v6.0", "submitter": "Nebius", "benchmark": "deepseek-r1", "scenario": "Server"}
OFFLINE = {"round": "v6.0", "submitter": "NVIDIA", "benchmark": "deepseek-r1", "scenario": "Offline"}
TOKENS = ("completed_tokens_per_s", "mean_tokens_per_sample", "logged_offered_tokens_per_s",
          "logged_request_tokens_per_s")  # fmt: skip
RATES = ("completed_samples_per_s", "scheduled_samples_per_s", "target_qps", "completed_tokens_per_s",
         "logged_offered_tokens_per_s")  # fmt: skip


def result(changes: Mapping[str, Any], run: Mapping[str, Any] | None = None, **of: Any) -> Lie:
    """Cells of the first result with the cells ``of``, and of its run."""

    def plant(copy: Copy) -> set[str]:
        row = first(copy, **(of or NEBIUS))
        found = ids(copy, row)
        cell(RESULTS, row.row_id, **changes)(copy)
        if run:
            cell(RUNS, row.run_id, "run_id", **run)(copy)
        return found

    return plant


def measured(factor: float, *columns: str, **of: Any) -> Lie:
    """A result, its log figure and ``columns`` of its run, all multiplied."""
    more = times(factor)
    return result({"value": more, "log_value": more}, dict.fromkeys(columns, more), **of)


def of_system(changes: Mapping[str, Any], *tables: str, **of: Any) -> Lie:
    """Every row of ``tables`` (default: the results) of a result's system; a callable is given the old value."""

    def plant(copy: Copy) -> set[str]:
        row = first(copy, **(of or NEBIUS))
        found = ids(copy, row[["round", "submitter", "system"]])
        for name in tables or (RESULTS,):
            frame = copy.frame(name)
            at = (frame[["round", "submitter", "system"]] == row[["round", "submitter", "system"]]).all(axis=1)
            for column, new in changes.items():
                if column in frame:
                    frame.loc[at, column] = frame.loc[at, column].map(new) if callable(new) else new
            copy.put(name, frame)
        return found

    return plant


def other(name: str, column: str, new: Any, **of: Any) -> Lie:
    """One cell of the first row of another table with the cells ``of``."""

    def plant(copy: Copy) -> set[str]:
        row = first(copy, name, **of)
        found = ids(copy, row)
        one_row(name, row, column, new)(copy)
        return found

    return plant


def winner(copy: Copy) -> set[str]:
    """A winning row that upstream has not, with a run of its own, and the round's expected rows raised."""
    row = first(copy, **NEBIUS)
    run = first(copy, RUNS, run_id=row.run_id)
    own = {"system": "GB300x80", "run_id": row.run_id.replace(row.system, "GB300x80")}
    path, name = row.log_path.replace(row.system, "GB300x80"), "6.0-0999/deepseek-r1/Server"
    several(
        invented(RESULTS, row, **own, row_id=name, result_id="6.0-0999", value=9e5, log_value=9e5, log_path=path,
                 line=999_999),
        invented(RUNS, run, **own, path=path),
    )(copy)  # fmt: skip
    return {name}


def left_out(copy: Copy) -> set[str]:
    """A row that is gone, where its round expects it."""
    row = first(copy, **NEBIUS)
    dropped(RESULTS, row)(copy)
    sized(copy, RESULTS, row, 1)
    return {"v6.0"}


def typed_left_out(copy: Copy) -> set[str]:
    """A typed row that is gone, and that its round no longer expects."""
    row = first(copy, round="v6.1", submitter="Crusoe")
    dropped(RESULTS, row)(copy)
    return {"line " + row.log_note.rpartition(" ")[2]}


def typed(factor: float, **of: Any) -> Lie:
    """A v6.1 value multiplied in the typed file and the table alike."""

    def plant(copy: Copy) -> set[str]:
        row = first(copy, round="v6.1", **of)
        typed_alike(row, factor)(copy)
        return {row.row_id}

    return plant


def moved(old: str) -> str:
    """One of Nebius's folders or ids as Google's, which has no system of that name."""
    return old.replace("/Nebius/", "/Google/")


def next_(old: int) -> int:
    """The line after."""
    return old + 1


EXPERIMENT = {"round": "v4.0", "submitter": "NVIDIA", "benchmark": "gptj-99", "scenario": "Offline"}
TRAINED = {"suite": "training", "round": "v4.1", "submitter": "NVIDIA"}
OLD = {"round": "v2.0", "submitter": "NVIDIA", "benchmark": "resnet", "scenario": "Offline", "suite": "datacenter"}
QUALCOMM = {"round": "v1.0", "submitter": "Qualcomm", "scenario": "Offline"}
VISION = {"benchmark": "qwen3-vl-235b-a22b", "scenario": "Offline"}
VENDORS = {"accelerator_vendor": "NVIDIA", "platform_vendor": "NVIDIA"}
V60, V41 = ("v6.0",), ("training-v4.1",)
FAULTS: dict[str, tuple[tuple[str, ...], Lie]] = {
    "value, log figure and run": (V60, measured(1.05, "completed_tokens_per_s")),
    "value, log figure and all tokens of the run": (V60, measured(1.05, *TOKENS)),
    "value, log figure and all rates of the run": (V60, measured(1.25, *RATES)),
    "value, log figure and rates of an Offline run": (
        V60, measured(1.02, "offline_tokens_per_s", "offline_samples_per_s", **OFFLINE),
    ),
    "value and log figure": (V60, measured(1.05)),
    "value of an old round, in all three sources": (
        ("v1.1", "v2.0", "v2.1"), result(dict.fromkeys(("value", "log_value", "experiments_value"), times(2)), **OLD),
    ),
    "value of an old round and its log figure": (
        ("v2.0",), measured(1.01, round="v2.0", submitter="NVIDIA", experiments_agrees=True),
    ),
    "submitter of a result and its run": (V60, result({"submitter": "NVIDIA"}, {"submitter": "NVIDIA"})),
    "submitter of a system, everywhere": (
        V60,
        of_system({"submitter": "Google", **dict.fromkeys(("run_id", "path", "log_path"), moved)},
                   "inference_results", "loadgen_runs", "systems"),
    ),
    "accelerators doubled": (V60, of_system({"accelerators": times(2)})),
    "accelerators doubled, description too": (
        V60,
        of_system({"accelerators": times(2), "accelerators_per_node": times(2)}, "inference_results", "systems"),
    ),
    "nodes": (V60, result({"nodes": times(2)})),
    "unit": (V60, result({"unit": "queries/s"})),
    "invented winning row": (V60, winner),
    "row left out": (V60, left_out),
    "typed row left out, count of rows too": (("v6.1",), typed_left_out),
    "software of a record": (V60, result({"software": "TensorRT-LLM 1.2, CUDA 13.1"}, round="v6.0", **VISION)),
    "software of a typed record": (("v6.1",), of_system({"software": "vLLM"}, round="v6.1", **VISION)),
    "maker in an old round": (("v1.0",), of_system(VENDORS, **QUALCOMM)),
    "maker and chip in an old round": (
        ("v1.0",), of_system({"accelerator": "NVIDIA A100", **VENDORS}, "inference_results", "systems", **QUALCOMM),
    ),
    "v6.1 value, typed file and table alike, with a run": (
        ("v6.1",), typed(1.1, benchmark="deepseek-r1", scenario="Server"),
    ),
    "v6.1 value, typed file and table alike": (
        ("v6.0", "v6.1"), typed(2, submitter="NVIDIA", benchmark="gpt-oss-120b", scenario="Offline"),
    ),
    "scenario": (V60, result({"scenario": "Offline"})),
    "benchmark": (V60, result({"benchmark": "gpt-oss-120b"})),
    "division": (V60, result({"division": "open"})),
    "availability": (V60, result({"availability": "preview"})),
    "round": (V60, result({"round": "v5.1"})),
    "published ID": (V60, result({"result_id": "6.0-0001"})),
    "row id": (V60, result({"row_id": "6.0-0001/deepseek-r1/Server"})),
    "line": (V60, result({"line": 1})),
    "next line": (V60, result({"line": next_})),
    "next line of an old log": (("v2.0",), result({"log_line": next_}, round="v2.0")),
    "commit": (V60, result({"commit": "0" * 40})),
    "blob of the log": (V60, result({"log_blob": "0" * 40})),
    "log's path": (V60, result({"log_path": "closed/x/mlperf_log_detail.txt"})),
    "higher is better": (V60, result({"higher_is_better": False})),
    "value of v5.0": (("v5.0",), result({"value": times(1.01)}, round="v5.0", submitter="NVIDIA")),
    "division of an experiment": (("v4.0",), result({"division": "open"}, **EXPERIMENT)),
    "scenario of an experiment": (("v4.0",), result({"scenario": "Server"}, **EXPERIMENT)),
    "value of an experiment, doubled": (("v3.1", "v4.0", "v4.1"), result({"value": times(2)}, **EXPERIMENT)),
    "software of an experiment": (("v4.0",), result({"software": "vLLM"}, **EXPERIMENT)),
    "latency of a run": (V60, result({}, {"latency_p50_ms": times(10)})),
    "limited latency of a run": (V60, result({}, {"tpot_p99_ms": times(1.6)})),
    "validity of a run": (V60, result({}, {"validity": "INVALID"})),
    "limit of a run": (V60, result({}, {"ttft_limit_ms": times(2)})),
    "seed of a run": (V60, result({}, {"schedule_seed": "1"})),
    "duration of a run": (V60, result({}, {"start_to_last_completion_s": times(2)})),
    "queries of a run": (V60, result({}, {"query_count": times(2)})),
    "offered rate of a run": (V60, result({}, {"scheduled_samples_per_s": times(0.9)})),
    "tokens offered, as logged": (V60, result({}, {"logged_offered_tokens_per_s": times(1.01)})),
    "accuracy run's length": (V60, other("accuracy_results", "value", times(1.2), metric="TOKENS_PER_SAMPLE")),
    "accuracy run's path": (V60, other("accuracy_results", "path", "closed/x/accuracy.txt", round="v6.0")),
    "system's accelerator": (V60, other("systems", "accelerator", "NVIDIA B200", round="v6.0", submitter="NVIDIA")),
    "training: time": (V41, other("training_results", "time_to_train_minutes", times(0.9), **TRAINED)),
    "training: submitter": (V41, other("training_results", "submitter", "Google", **TRAINED)),
    "training: benchmark": (V41, other("training_results", "benchmark", "bert", **TRAINED, benchmark="gpt3")),
    "training: chips": (V41, other("training_results", "accelerators", times(2), **TRAINED, benchmark="gpt3")),
    "training: maker": (V41, other("training_results", "platform_vendor", "Google", **TRAINED)),
    "training: runs": (V41, other("training_results", "runs", 4, **TRAINED)),
    "training: rule": (V41, other("training_results", "score_rule", "mean of all", **TRAINED)),
    "training: old time": (
        ("training-v0.7", "training-v1.0", "training-v1.1"),
        other("training_results", "time_to_train_minutes", times(0.2), round="v1.0", submitter="NVIDIA",
               benchmark="bert"),
    ),
}  # fmt: skip
