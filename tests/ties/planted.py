"""Coherent lies, each on one row of the real tables: what a forger would change, in every place that shows it.

``FAULTS`` maps the kind to the rounds that it needs and a function that gives the changed ground and the row that a tie
must name. A ``part`` of the real tables, of one round and its neighbours, is enough and fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.tables import TABLES
from claimcheck.ties import Ground

Planted = tuple[Ground, str]


@contextmanager
def spoilt(path: Path, old: str, new: str) -> Iterator[None]:
    """A file in which ``old`` is once ``new``, for as long as a test looks at it."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def part(ground: Ground, *rounds: str) -> Ground:
    """The rows of these rounds alone (training-v4.1), in every table that has rounds."""
    frames = {}
    for name in TABLES:
        frame = ground[name]
        if "round" in frame:
            key = frame["round"]
            if name in ("training_results", "official_scores"):
                key = frame["suite"] + "-" + frame["round"]
            frames[name] = frame[key.isin(rounds)].reset_index(drop=True)
    found = ground.but(**frames)
    found.rounds = {key: round_ for key, round_ in ground.rounds.items() if key in rounds}
    return found


def changed(frame: pd.DataFrame, mask: Any, cells: Mapping[str, Any]) -> pd.DataFrame:
    """``frame`` with the marked rows' columns set to a value, or multiplied where it is a function of the old one."""
    out = frame.copy()
    for column, value in cells.items():
        old = out.loc[mask, column]
        out.loc[mask, column] = value(old) if callable(value) else value
    return out


def added(frame: pd.DataFrame, row: pd.Series) -> pd.DataFrame:
    """``frame`` and one more row."""
    return pd.concat([frame, row.to_frame().T.astype(frame.dtypes)], ignore_index=True)


def by(frame: pd.DataFrame, **cells: Any) -> pd.Series:
    """Mark the rows whose columns hold these values."""
    mask = pd.Series(True, index=frame.index)
    for column, value in cells.items():
        mask &= (frame[column] == value).fillna(False)
    return mask


def result(ground: Ground, **cells: Any) -> pd.Series:
    """The first result with these cells, as a row."""
    found = ground["inference_results"][by(ground["inference_results"], **cells)]
    return found.iloc[0]


def times(factor: float) -> Callable[[pd.Series], pd.Series]:
    """Multiply by ``factor``."""
    return lambda old: old * factor


def planted(ground: Ground, row: pd.Series, cells: Mapping[str, Any], run: Mapping[str, Any] | None = None) -> Ground:
    """Change cells of a result, and of its run."""
    results, runs = ground["inference_results"], ground["loadgen_runs"]
    lie = ground.but(inference_results=changed(results, by(results, row_id=row.row_id), cells))
    return lie.but(loadgen_runs=changed(runs, by(runs, run_id=row.run_id), run)) if run else lie


NEBIUS = {"round": "v6.0", "submitter": "Nebius", "benchmark": "deepseek-r1", "scenario": "Server"}
OFFLINE = {"round": "v6.0", "submitter": "NVIDIA", "benchmark": "deepseek-r1", "scenario": "Offline"}
TOKENS = ("completed_tokens_per_s", "mean_tokens_per_sample", "logged_offered_tokens_per_s",
          "logged_request_tokens_per_s")  # fmt: skip
RATES = ("completed_samples_per_s", "scheduled_samples_per_s", "target_qps", "completed_tokens_per_s",
         "logged_offered_tokens_per_s")  # fmt: skip


def _measured(factor: float, *columns: str, **cells: Any) -> Callable[[Ground], Planted]:
    """A result, its log figure and ``columns`` of its run, all multiplied."""

    def plant(ground: Ground) -> Planted:
        row, more = result(ground, **(cells or NEBIUS)), times(factor)
        lie = planted(ground, row, {"value": more, "log_value": more}, dict.fromkeys(columns, more))
        return lie, row.run_id if columns else row.row_id

    return plant


def second_source(ground: Ground) -> Planted:
    """A value of a round that has logs alone and its log figure, not that of the experiments repository."""
    results = ground["inference_results"]
    row = results[by(results, submitter="NVIDIA") & results["experiments_value"].notna()].iloc[0]
    return planted(ground, row, {"value": times(1.01), "log_value": times(1.01)}), row.row_id


def _of_system(cells: Mapping[str, Any], *tables: str, **of: Any) -> Callable[[Ground], Planted]:
    """Every row of ``tables`` (default: the results) of a result's system."""

    def plant(ground: Ground) -> Planted:
        row = result(ground, **(of or NEBIUS))
        same = {name: row[name] for name in ("round", "submitter", "system")}
        frames = {name: ground[name] for name in tables or ("inference_results",)}
        lies = {
            name: changed(frame, by(frame, **same), {c: value for c, value in cells.items() if c in frame})
            for name, frame in frames.items()
        }
        return ground.but(**lies), result(ground, **same).row_id if "systems" in lies else row.row_id

    return plant


def moved(old: pd.Series) -> pd.Series:
    """Nebius's folders and ids as NVIDIA's."""
    return old.str.replace("/Nebius/", "/NVIDIA/")


def invented(ground: Ground) -> Planted:
    """A winning row that upstream has not, with a run of its own, and the round's expected rows raised."""
    row = result(ground, **NEBIUS)
    new = row.copy()
    new["result_id"], new["row_id"], new["value"], new["log_value"] = (
        "6.0-0999",
        "6.0-0999/deepseek-r1/Server",
        9e5,
        9e5,
    )
    new["run_id"] = row.run_id.replace(row.system, "GB300x80")
    new["log_path"] = row.log_path.replace(row.system, "GB300x80")
    new["system"], new["line"] = "GB300x80", 999_999
    run = ground["loadgen_runs"][by(ground["loadgen_runs"], run_id=row.run_id)].iloc[0].copy()
    run["run_id"], run["path"], run["system"] = new["run_id"], new["log_path"], "GB300x80"
    lie = ground.but(
        inference_results=added(ground["inference_results"], new), loadgen_runs=added(ground["loadgen_runs"], run)
    )
    own = ground.rounds["v6.0"]
    more = {name: n + (name in ("inference_results", "loadgen_runs")) for name, n in own.expected_rows.items()}
    lie.rounds = {**ground.rounds, "v6.0": own.model_copy(update={"expected_rows": more})}
    return lie, new["row_id"]


def dropped(ground: Ground) -> Planted:
    """A row that is gone."""
    row = result(ground, **NEBIUS)
    return ground.but(inference_results=ground["inference_results"].loc[lambda f: f["row_id"] != row.row_id]), "v6.0"


def typed_dropped(ground: Ground) -> Planted:
    """A typed row that is gone, and that its round no longer expects."""
    row = result(ground, round="v6.1", submitter="Crusoe")
    lie = ground.but(inference_results=ground["inference_results"].loc[lambda f: f["row_id"] != row.row_id])
    own = ground.rounds["v6.1"]
    fewer = {name: n - (name == "inference_results") for name, n in own.expected_rows.items()}
    lie.rounds = {**ground.rounds, "v6.1": own.model_copy(update={"expected_rows": fewer})}
    return lie, "line " + row.log_note.rpartition(" ")[2]


def typed_alike(ground: Ground) -> Planted:
    """A v6.1 value changed in the typed file and the table alike; its run is typed too."""
    results = ground["inference_results"]
    row = results[
        by(results, round="v6.1", benchmark="deepseek-r1", scenario="Server") & results["run_id"].notna()
    ].iloc[0]
    return _typed(ground, row, 1.1), row.row_id


def typed_peers(ground: Ground) -> Planted:
    """A v6.1 value without a run, doubled in the typed file and the table alike."""
    results = ground["inference_results"]
    row = results[by(results, round="v6.1", submitter="NVIDIA", benchmark="gpt-oss-120b", scenario="Offline")].iloc[0]
    return _typed(ground, row, 2.0), row.row_id


def _typed(ground: Ground, row: pd.Series, factor: float) -> Ground:
    typed = ground.typed("typed/inference_v6.1.csv")
    line = int(row.log_note.rpartition(" ")[2])
    told = changed(typed, typed["line"] == line, {"result": str(row.value * factor)})
    return planted(ground, row, {"value": times(factor)}).but(**{"typed/inference_v6.1.csv": told})


def _cell(column: str, value: Any, **cells: Any) -> Callable[[Ground], Planted]:
    """One cell of one result."""
    return _cells({column: value}, **cells)


def _cells(lie: Mapping[str, Any], run: Mapping[str, Any] | None = None, **cells: Any) -> Callable[[Ground], Planted]:
    """Some cells of one result, and of its run."""

    def plant(ground: Ground) -> Planted:
        row = result(ground, **(cells or NEBIUS))
        return planted(ground, row, lie, run), row.row_id

    return plant


def _run_cell(column: str, value: Any) -> Callable[[Ground], Planted]:
    """One cell of one run."""

    def plant(ground: Ground) -> Planted:
        row = result(ground, **NEBIUS)
        return planted(ground, row, {}, {column: value}), row.run_id

    return plant


def _other(table: str, column: str, value: Any, **cells: Any) -> Callable[[Ground], Planted]:
    """One cell of one row of another table."""

    def plant(ground: Ground) -> Planted:
        frame = ground[table]
        row = frame[by(frame, **cells)].iloc[0]
        lie = ground.but(**{table: changed(frame, frame.index == row.name, {column: value})})
        if table == "systems":
            return lie, result(ground, round=row["round"], submitter=row["submitter"], system=row["system"]).row_id
        if column == "value":
            return lie, result(ground, row_id=row["row_id"]).run_id
        return lie, row["row_id"]

    return plant


EXPERIMENT = {"round": "v4.0", "submitter": "NVIDIA", "benchmark": "gptj-99", "scenario": "Offline"}
TRAINED = {"suite": "training", "round": "v4.1", "submitter": "NVIDIA"}
OLD = {"round": "v2.0", "submitter": "NVIDIA", "benchmark": "resnet", "scenario": "Offline", "suite": "datacenter"}
QUALCOMM = {"round": "v1.0", "submitter": "Qualcomm", "scenario": "Offline"}
VISION = {"benchmark": "qwen3-vl-235b-a22b", "scenario": "Offline"}
VENDORS = {"accelerator_vendor": "NVIDIA", "platform_vendor": "NVIDIA"}
V60, V41 = ("v6.0",), ("training-v4.1",)
FAULTS: dict[str, tuple[tuple[str, ...], Callable[[Ground], Planted]]] = {
    "value, log figure and run": (V60, _measured(1.05, "completed_tokens_per_s")),
    "value, log figure and all tokens of the run": (V60, _measured(1.05, *TOKENS)),
    "value, log figure and all rates of the run": (V60, _measured(1.25, *RATES)),
    "value, log figure and rates of an Offline run": (
        V60, _measured(1.02, "offline_tokens_per_s", "offline_samples_per_s", **OFFLINE),
    ),
    "value and log figure": (V60, _measured(1.05)),
    "value of an old round, in all three sources": (
        ("v1.1", "v2.0", "v2.1"), _cells(dict.fromkeys(("value", "log_value", "experiments_value"), times(2)), **OLD),
    ),
    "value of an old round and its log figure": (("v2.0",), second_source),
    "submitter of a result and its run": (V60, _cells({"submitter": "NVIDIA"}, {"submitter": "NVIDIA"})),
    "submitter of a system, everywhere": (
        V60,
        _of_system({"submitter": "NVIDIA", **dict.fromkeys(("run_id", "path", "log_path"), moved)},
                   "inference_results", "loadgen_runs", "systems"),
    ),
    "accelerators doubled": (V60, _of_system({"accelerators": times(2)})),
    "accelerators doubled, description too": (
        V60,
        _of_system({"accelerators": times(2), "accelerators_per_node": times(2)}, "inference_results", "systems"),
    ),
    "nodes": (V60, _cell("nodes", times(2))),
    "unit": (V60, _cell("unit", "queries/s")),
    "invented winning row": (V60, invented),
    "row left out": (V60, dropped),
    "typed row left out, count of rows too": (("v6.1",), typed_dropped),
    "software of a record": (V60, _cell("software", "TensorRT-LLM 1.2, CUDA 13.1", round="v6.0", **VISION)),
    "software of a typed record": (("v6.1",), _of_system({"software": "vLLM"}, round="v6.1", **VISION)),
    "maker in an old round": (("v1.0",), _of_system(VENDORS, **QUALCOMM)),
    "maker and chip in an old round": (
        ("v1.0",), _of_system({"accelerator": "NVIDIA A100", **VENDORS}, "inference_results", "systems", **QUALCOMM),
    ),
    "v6.1 value, typed file and table alike, with a run": (("v6.1",), typed_alike),
    "v6.1 value, typed file and table alike": (("v6.0", "v6.1"), typed_peers),
    "scenario": (V60, _cell("scenario", "Offline")),
    "benchmark": (V60, _cell("benchmark", "gpt-oss-120b")),
    "division": (V60, _cell("division", "open")),
    "availability": (V60, _cell("availability", "preview")),
    "round": (V60, _cell("round", "v5.1")),
    "published ID": (V60, _cell("result_id", "6.0-0001")),
    "row id": (V60, _cell("row_id", "6.0-0001/deepseek-r1/Server")),
    "line": (V60, _cell("line", 1)),
    "next line": (V60, _cell("line", lambda old: old + 1)),
    "next line of an old log": (("v2.0",), _cell("log_line", lambda old: old + 1, round="v2.0")),
    "commit": (V60, _cell("commit", "0" * 40)),
    "blob of the log": (V60, _cell("log_blob", "0" * 40)),
    "log's path": (V60, _cell("log_path", "closed/x/mlperf_log_detail.txt")),
    "higher is better": (V60, _cell("higher_is_better", False)),
    "value of v5.0": (("v5.0",), _cell("value", times(1.01), round="v5.0", submitter="NVIDIA")),
    "division of an experiment": (("v4.0",), _cell("division", "open", **EXPERIMENT)),
    "scenario of an experiment": (("v4.0",), _cell("scenario", "Server", **EXPERIMENT)),
    "value of an experiment, doubled": (("v3.1", "v4.0", "v4.1"), _cell("value", times(2), **EXPERIMENT)),
    "software of an experiment": (("v4.0",), _cell("software", "vLLM", **EXPERIMENT)),
    "latency of a run": (V60, _run_cell("latency_p50_ms", times(10))),
    "limited latency of a run": (V60, _run_cell("tpot_p99_ms", times(1.6))),
    "validity of a run": (V60, _run_cell("validity", "INVALID")),
    "limit of a run": (V60, _run_cell("ttft_limit_ms", times(2))),
    "seed of a run": (V60, _run_cell("schedule_seed", "1")),
    "duration of a run": (V60, _run_cell("start_to_last_completion_s", times(2))),
    "queries of a run": (V60, _run_cell("query_count", times(2))),
    "offered rate of a run": (V60, _run_cell("scheduled_samples_per_s", times(0.9))),
    "tokens offered, as logged": (V60, _run_cell("logged_offered_tokens_per_s", times(1.01))),
    "accuracy run's length": (V60, _other("accuracy_results", "value", times(1.2), metric="TOKENS_PER_SAMPLE")),
    "accuracy run's path": (V60, _other("accuracy_results", "path", "closed/x/accuracy.txt", round="v6.0")),
    "system's accelerator": (V60, _other("systems", "accelerator", "NVIDIA B200", round="v6.0", submitter="NVIDIA")),
    "training: time": (V41, _other("training_results", "time_to_train_minutes", times(0.9), **TRAINED)),
    "training: submitter": (V41, _other("training_results", "submitter", "Google", **TRAINED)),
    "training: benchmark": (V41, _other("training_results", "benchmark", "bert", **TRAINED, benchmark="gpt3")),
    "training: chips": (V41, _other("training_results", "accelerators", times(2), **TRAINED, benchmark="gpt3")),
    "training: maker": (V41, _other("training_results", "platform_vendor", "Google", **TRAINED)),
    "training: runs": (V41, _other("training_results", "runs", 4, **TRAINED)),
    "training: rule": (V41, _other("training_results", "score_rule", "mean of all", **TRAINED)),
    "training: old time": (
        ("training-v0.7", "training-v1.0", "training-v1.1"),
        _other("training_results", "time_to_train_minutes", times(0.2), round="v1.0", submitter="NVIDIA",
               benchmark="bert"),
    ),
}  # fmt: skip
