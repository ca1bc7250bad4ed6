"""The committed tables: relations that hold whatever the figures are."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.ingest.registers import read_benchmarks, read_corrections
from claimcheck.registers import read_yaml
from claimcheck.rounds import read_experiments_source, read_rounds
from claimcheck.tables import TABLES, load

INGESTED = [name for name, table in TABLES.items() if table.ingested]
# How a row of each source says that it was obtained.
OBTAINED = {"published": "published", "logs": "log", "experiments": "experiments", "typed": "typed"}


@pytest.fixture(scope="module")
def real(data_dir: Path, tables) -> dict[str, pd.DataFrame]:
    shared = {
        "inference_results": tables.results,
        "loadgen_runs": tables.runs,
        "systems": tables.systems,
        "training_results": tables.training,
    }
    return {name: shared[name] if name in shared else load(name, data_dir) for name in INGESTED}


def keys(frame: pd.DataFrame) -> pd.Series:
    """Each row's round as ``rounds.yml`` calls it."""
    if "suite" not in frame or not set(frame["suite"].dropna()) & {"training", "hpc"}:
        return frame["round"]
    return frame["suite"] + "-" + frame["round"]


def test_each_round_has_the_rows_that_its_register_expects(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    rounds = {r.key: r for r in read_rounds(data_dir)}
    counts = {name: keys(frame).value_counts().to_dict() for name, frame in real.items()}
    for key, round_ in rounds.items():
        results = "inference_results" if round_.suite == "inference" else "training_results"
        assert results in round_.expected_rows, key
        for name, count in round_.expected_rows.items():
            assert counts[name].get(key, 0) == count, (key, name)
        assert counts[results][key] > 0, key
    for name, suites in (("inference_results", {"inference"}), ("training_results", {"training", "hpc"})):
        expected = [r.expected_rows[name] for r in rounds.values() if r.suite in suites]
        assert sum(expected) == len(real[name]), name
    # The folders of the experiments repository that belong to no round are skipped under its own name.
    assert set(counts["skipped"]) <= {*rounds, "experiments"}
    assert set(counts["engine_settings"]) | set(counts["loadgen_runs"]) <= set(rounds)


def test_every_row_is_obtained_as_its_round_says(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    results = real["inference_results"]
    found = set(zip(results["round"], results["obtained"], strict=True))
    assert found == {(r.name, OBTAINED[r.source]) for r in read_rounds(data_dir) if r.suite == "inference"}
    assert results["platform_vendor"].notna().all()
    rows = real["training_results"]
    assert (rows["obtained"].isna() == rows[["time_to_train_minutes", "models_per_minute"]].isna().all(axis=1)).all()
    assert rows.loc[rows["obtained"].isna(), "reason"].notna().all()  # an entry without a score says why
    assert rows["platform_vendor"].notna().all()


def test_a_typed_table_stands_row_for_row_in_the_results(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    rounds = [r for r in read_rounds(data_dir) if r.source == "typed"]
    assert len(rounds) > 1
    for round_ in rounds:
        with (data_dir / round_.table).open(encoding="utf-8", newline="") as file:
            typed = list(csv.DictReader(file))
        own = real["inference_results"][real["inference_results"]["round"] == round_.name]
        lines = own["log_note"].str.extract(r"line (\d+)$", expand=False).astype(int)
        skipped = real["skipped"][real["skipped"]["round"] == round_.name]
        left_out = skipped["reason"].str.extract(r"line (\d+):", expand=False).dropna().astype(int)
        assert set(lines) | set(left_out) == set(range(2, len(typed) + 2)), round_.key
        assert not set(lines) & set(left_out)
        corrected = {c.id for c in read_corrections(data_dir) if c.mistake.where.get("round") == round_.name}
        assert not corrected, "corrected rows differ from what was typed"
        for line, value, submitter in zip(lines, own["value"], own["submitter"], strict=True):
            cells = typed[line - 2]
            assert float(cells.get("value") or cells["result"]) == value
            assert (cells.get("submitter") or cells["organization"]) == submitter


def test_the_experiments_second_value_is_given_for_the_rounds_it_is_of(
    real: dict[str, pd.DataFrame], data_dir: Path
) -> None:
    rounds = read_experiments_source(data_dir).second_value_of
    results = real["inference_results"]
    has = results["experiments_agrees"].notna()
    assert set(results[has]["round"]) == set(rounds)
    assert (results["experiments_path"].notna() == has).all()
    both = results[results["experiments_value"].notna()]
    assert len(both) > 0.9 * has.sum()
    agree = both[both["experiments_agrees"]]
    assert ((agree["value"] - agree["experiments_value"]).abs() <= agree["value"] * 5e-3).all()
    # The value of the one source that is not a second one: v4.1 has all three.
    three = both[both["obtained"] == "published"]
    assert three["log_agrees"].all()
    assert len(three)


def test_every_row_leads_to_its_source(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    results = real["inference_results"]
    for round_ in read_rounds(data_dir):
        if round_.source != "published":
            continue
        own = results[results["round"] == round_.name]
        assert set(own["path"]) == {round_.table}
        assert own["blob"].nunique() == 1
        # One figure, one line; a result of two suites is a row in each.
        alike = own.groupby("line")[["result_id", "benchmark", "scenario", "value"]].nunique()
        assert (alike == 1).all(axis=None)
        assert not own.duplicated(["line", "suite"]).any()
    for name in ("inference_results", "loadgen_runs", "systems", "engine_settings"):
        frame = real[name]
        if name == "inference_results":
            typed = frame["obtained"] == "typed"
            assert frame.loc[typed, ["blob", "line", "log_blob", "log_line"]].isna().all(axis=None)
            frame = frame[~typed]
        if name == "loadgen_runs":
            typed = frame["obtained"] == "typed"
            assert frame.loc[typed, ["blob", "line"]].isna().all(axis=None)
            assert frame.loc[typed, "note"].str.match(r"typed by hand: typed/loadgen_v\d.\d.csv line \d+").all()
            assert frame.loc[~typed, "note"].isna().all()
            frame = frame[~typed]
        assert frame["blob"].str.fullmatch("[0-9a-f]{40}").all(), name
        assert (frame["line"] >= 1).all(), name
    logged = results[results["log_path"].notna()]
    elsewhere = logged["obtained"] == "typed"
    assert logged.loc[~elsewhere, ["log_repo", "log_commit"]].isna().all(axis=None)
    logged = logged[~elsewhere]
    assert set(logged["obtained"]) == {"published", "log"}
    assert logged["log_blob"].str.fullmatch("[0-9a-f]{40}").all()
    assert (logged["log_line"].fillna(0) >= 1).all()
    assert logged["log_path"].str.contains(r"(?i)/performance/(?:run_\d+/)?mlperf_log_").all()
    # Where the log is the source, the row and its log are one place.
    own = results[results["obtained"] == "log"]
    for column, log in (("path", "log_path"), ("blob", "log_blob"), ("line", "log_line"), ("value", "log_value")):
        assert (own[column] == own[log]).all(), column


def test_runs_and_systems_are_there_for_every_result(real: dict[str, pd.DataFrame]) -> None:
    runs, systems = real["loadgen_runs"], real["systems"]
    results = real["inference_results"][real["inference_results"]["obtained"] == "published"]
    assert results["run_id"].notna().all()
    joined = results.merge(runs, on="run_id", how="left", suffixes=("", "_run"), validate="many_to_one")
    assert joined["validity"].notna().all()
    for column in ("round", "division", "system", "benchmark", "scenario", "repo", "commit"):
        assert (joined[column] == joined[f"{column}_run"]).all(), column
    assert set(runs.loc[runs["obtained"] == "log", "run_id"]) == set(results["run_id"])
    # By folder, not by name: corrections mend the spelling of submitters.
    described = set(systems["round"] + "/" + systems["path"])
    # Of the logs of the older rounds too.
    logs = real["inference_results"]
    results = logs[logs["run_id"].notna() & (logs["obtained"] != "typed")]
    parts = results["run_id"].str.split("/")
    wanted = parts.map(lambda p: "/".join([p[0], p[1], p[2], "systems", f"{p[4]}.json"]))
    # v0.5, Intel: two folders whose descriptions have another name (rawlogs.py names them).
    elsewhere = {w for w in wanted if w not in described}
    assert {w.split("/")[2] for w in elsewhere} <= {"Intel"}
    assert len(elsewhere) <= 2
    assert (results["system"] == parts.map(lambda p: p[4])).all()


def test_figures_of_a_run_are_consistent(real: dict[str, pd.DataFrame]) -> None:
    runs = real["loadgen_runs"]
    for kind in ("latency", "ttft", "tpot"):
        steps = [f"{kind}_{q}_ms" for q in ("min", "p50", "p90", "p95", "p97", "p99", "p99_9", "max")]
        known = runs[steps].dropna()
        assert len(known), kind
        for low, high in pairwise(steps):
            assert (known[low] <= known[high]).all(), (low, high)
    for seed in ("qsl_seed", "sample_index_seed", "schedule_seed"):
        numbers = runs[seed].dropna().map(int)
        assert numbers.between(0, 2**64 - 1).all()
    assert runs["sample_index_seed"].dropna().map(int).max() > 2**63
    assert (runs["start_to_last_completion_s"].dropna() > 0).all()
    for limit in ("ttft_limit_ms", "tpot_limit_ms", "latency_limit_ms"):
        assert (runs[limit].dropna() > 0).all()
    # A rate stands only where LoadGen measures it.
    offline_, others = runs[runs["log_scenario"] == "Offline"], runs[runs["log_scenario"] != "Offline"]
    assert offline_["offline_samples_per_s"].notna().all()
    assert others[["offline_samples_per_s", "offline_tokens_per_s"]].isna().all(axis=None)
    assert offline_[["completed_samples_per_s", "completed_tokens_per_s"]].isna().all(axis=None)
    assert runs.loc[runs["log_scenario"] == "Server", "completed_samples_per_s"].notna().all()
    # A run whose detail log is absent says so, and the skip report says why.
    absent = runs[(runs["precision"] == "summary") & (runs["obtained"] == "log")]
    skipped = real["skipped"]
    reported = set(skipped["round"] + "/" + skipped["path"])
    assert {f"{i}/mlperf_log_detail.txt" for i in absent["run_id"]} <= reported
    assert (absent["path"].str.endswith("mlperf_log_summary.txt")).all()


def test_every_skip_has_its_reason(real: dict[str, pd.DataFrame]) -> None:
    skipped = real["skipped"]
    assert (skipped["reason"].str.strip().str.len() > 10).all()
    assert (skipped["path"].str.strip() != "").all()
    assert not set(skipped["round"] + "/" + skipped["path"]) & set(
        real["loadgen_runs"]["round"] + "/" + real["loadgen_runs"]["path"]
    )


def test_accelerators_have_makers_and_benchmarks_are_known(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    results = real["inference_results"]
    has = results["accelerator"].notna()
    assert results.loc[has, "accelerator_vendor"].notna().all()
    # The source may give no number: then the skip report names the system's description or the record.
    unknown = results[has & results["accelerators"].isna()]
    reported = real["skipped"][real["skipped"]["kind"] == "system"]
    for row in unknown.itertuples():
        there = reported[reported["round"] == row.round]
        place = f"/{row.system}.json" if row.obtained == "log" else row.path
        assert there["path"].str.endswith(place).any(), row.row_id
    assert results.loc[~has, ["accelerator_vendor", "accelerators"]].isna().all(axis=None)
    known = read_benchmarks(data_dir)
    for name in ("inference_results", "loadgen_runs", "engine_settings"):
        closed = real[name][real[name]["division"] == "closed"]
        cells = set(zip(closed["benchmark"], closed["scenario"], strict=True))
        assert not {(b, s) for b, s in cells if s not in known.benchmarks[b].scenarios}, name
    assert set(known.benchmarks) == set(results["benchmark"])
    described = {name for name, _ in read_yaml(data_dir / "training.yml").section("benchmarks")}
    assert set(real["training_results"]["benchmark"]) <= described
    assert (results["higher_is_better"] == ~results["unit"].isin(["ms", "s"])).all()


def test_settings_belong_to_results(real: dict[str, pd.DataFrame]) -> None:
    assert set(real["engine_settings"]["row_id"]) <= set(real["inference_results"]["row_id"])


def test_corrections_stand_in_the_tables(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    entries = read_corrections(data_dir)
    assert entries
    for entry in entries:
        made = entry.mistake
        frame = real[made.table]
        mask = pd.Series(True, index=frame.index)
        for column, wanted in made.where.items():
            if column != made.column:
                mask &= frame[column].isin(wanted if isinstance(wanted, list) else [wanted])
        values = frame.loc[mask, made.column]
        reported = values.isna() if made.reported is None else values == made.reported
        used = values.isna() if made.use is None else values == made.use
        assert not reported.fillna(False).any(), entry.id
        assert int(used.fillna(False).sum()) >= made.expect, entry.id
