"""Each SQL check names the row in which a fault is planted; the real tables pass all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
import yaml

from claimcheck.checks import QUERIES, check, database, faults_of_query, in_print, rules
from claimcheck.checks import run as running
from claimcheck.core.errors import TableError
from claimcheck.data import paths

RESULT = "6.0-0082/deepseek-r1/Server"
FOLDER = "closed/Nebius/results/GB300-NVL72_GB300-288GB_aarch64x8_TRT/deepseek-r1/Server"
RUN = f"v6.0/{FOLDER}/performance/run_1"
SYSTEM = "v6.0 / closed / Nebius / GB300-NVL72_GB300-288GB_aarch64x8_TRT"
TYPED = "v5.0/closed/datacenter/HPE/HPE_Cray_XD670_H200_SXM_141GBx8_TRT/3d-unet-99/Offline"
TYPED_RUN = "v6.1/closed/AMD/results/9x8xMI355X_2xEPYC_9575F/gpt-oss-120b/Server/performance/run_1"
ENTRY = "training/v4.1/closed/NVIDIA/eos_n64_ngc24.09_nemo/gpt3"
OFFLINE = RESULT.replace("Server", "Offline")
OFFLINE_RUN = f"v6.0/{FOLDER.replace('Server', 'Offline')}/performance/run_1"
EXPERIMENT = "v3.1/closed/datacenter/NVIDIA/H100-PCIe-80GBx8_TRT_MaxQ/gptj-99/Offline"
SINGLE_STREAM = "5.1-0034/resnet/SingleStream"


def result(change: str, row_id: str = RESULT) -> tuple[str, str]:
    """A change of a result, and its key."""
    return f"update inference_results set {change} where row_id = '{row_id}'", row_id


def run(change: str, run_id: str = RUN) -> tuple[str, str]:
    """A change of a run, and its key."""
    return f"update loadgen_runs set {change} where run_id = '{run_id}'", run_id


def entry(change: str, row_id: str = ENTRY) -> tuple[str, str]:
    """A change of an entry of Training, and its key."""
    return f"update training_results set {change} where row_id = '{row_id}'", row_id


# What is planted for each check, as SQL, and the key of the row that the check, the first word, must name.
PLANTED: dict[str, tuple[str, str]] = {
    "makers": result("accelerator_vendor = 'AMD'"),
    "makers of a platform": result("platform_vendor = 'AMD'"),
    "accelerators_in_name": (
        "update systems set accelerators_per_node = 16 where round = 'v6.0' and submitter = 'Nebius'", SYSTEM
    ),
    "accelerators_of_an_accelerator": result("accelerator = null"),
    "accuracy_of_result in a folder": (
        f"update accuracy_results set path = 'closed/x/accuracy.txt' where row_id = '{RESULT}'",
        f"{RESULT} / exact_match",
    ),
    "accuracy_margin": (
        f"update accuracy_results set value = 1.001 * value where row_id = '{RESULT}'", f"{RESULT} / exact_match"
    ),
    "accuracy_of_result": (f"delete from accuracy_results where row_id = '{RESULT}'", RESULT),
    "experiment_file": result("division = 'open'", EXPERIMENT),
    "file_blob": result("log_blob = repeat('0', 40)"),
    "log_folder": result("log_path = 'closed/x/mlperf_log_detail.txt'"),
    "log_is_source": result(
        "line = 1", "v2.0/closed/datacenter/NVIDIA/A100-PCIe-80GBx8_TRT/resnet50/Offline"
    ),
    "log_is_source once": (
        "update inference_results set log_blob = 'same', log_line = 1, log_note = 'same' where result_id = '6.0-0082'",
        RESULT,
    ),
    "official_score": (f"update official_scores set our_score = 1 where row_id = '{ENTRY}'", ENTRY),
    "result_as_described of a number": result("accelerators = 16"),
    "result_agrees": result("log_agrees = false"),
    "result_as_described": result("nodes = 4"),
    "result_unit and direction": result("higher_is_better = false"),
    "result_early_stopping": result("log_value = 2 * log_value", SINGLE_STREAM),
    "path_names_row": result("submitter = 'NVIDIA'"),
    "path_names_row of a run": run("submitter = 'NVIDIA'"),
    "path_names_row of a system": (
        "update systems set path = 'closed/Nebius/systems/x.json' where round = 'v6.0' and submitter = 'Nebius'", SYSTEM
    ),
    "path_names_row of a typed result": result("submitter = 'Krai'", TYPED),
    "result_ids of an entry": result("submitter = 'NVIDIA'"),
    "result_ids of a round": result("round = 'v5.1'"),
    "near_peers": result("value = 3 * value"),
    "near_peers of Training": entry("time_to_train_minutes = 0.2 * time_to_train_minutes"),
    "one_description": result("availability = 'preview'"),
    "one_description of Training": (
        "update training_results set system = 'same' where round = 'v4.1' and submitter = 'NVIDIA'", ENTRY
    ),
    "one_description of a file": (
        "update systems set blob = 'same' where round = 'v6.0' and submitter in ('Nebius', 'Google')", SYSTEM
    ),
    "result_power": result("power = 500.0, power_unit = 'W'"),
    "result_page": result("value = value + 0.1", TYPED),
    "result_run": (f"delete from loadgen_runs where run_id = '{RUN}'", RESULT),
    "result_run_entry": result("benchmark = 'gpt-oss-120b'"),
    "result_run_figure": result("log_value = 1.01 * log_value"),
    "result_scenario": result("scenario = 'SingleStream'"),
    "result_system_is_described": (
        "delete from systems where round = 'v6.0' and submitter = 'Nebius' and system like 'GB300%x8_TRT'", RESULT
    ),
    "result_bounds of limits": result("value = 3 * value"),
    "result_bounds of a target": result("value = 3 * value", "6.0-0001/llama2-70b-99.9/Offline"),
    "result_unit": result("unit = 'queries/s'"),
    "result_value_as_logged": result("value = 1.01 * value"),
    "round_published": ("update round_sources set published = '2025-09-28' where key = 'v5.1'", "v5.1"),
    "round_rows": (f"delete from inference_results where row_id = '{RESULT}'", "v6.0"),
    "round_verified": ("update round_sources set commit = repeat('0', 40) where key = 'v6.0'", "v6.0"),
    "row_commit": result("commit = repeat('0', 40)"),
    "result_ids": result("benchmark = 'gpt-oss-120b'"),
    "run_accuracy_output": run("mean_tokens_per_sample = 1.2 * mean_tokens_per_sample"),
    "run_arrivals": run("scheduled_samples_per_s = 1.5 * scheduled_samples_per_s"),
    "run_asked_rate": run("target_qps = 1.5 * target_qps"),
    "run_last_query": run("completed_samples_per_s = 0.5 * completed_samples_per_s"),
    "run_last_query and the end": run("start_to_last_completion_s = 2 * start_to_last_completion_s"),
    "run_latency_of_tokens": run("latency_mean_ms = 10 * latency_mean_ms"),
    "run_one_of_round of a seed": run("schedule_seed = '1'"),
    "run_one_of_round": run("ttft_limit_ms = 2 * ttft_limit_ms"),
    "run_offline and its end": run("start_to_last_completion_s = 2 * start_to_last_completion_s", OFFLINE_RUN),
    "run_offline": run("offline_samples_per_s = 2 * offline_samples_per_s", OFFLINE_RUN),
    "run_one_figure": (
        f"update loadgen_runs set blob = (select blob from loadgen_runs where run_id = '{OFFLINE_RUN}') "
        f"where run_id = '{RUN}'",
        RUN,
    ),
    "run_latencies of a limit": run("tpot_p99_ms = 10 * tpot_p99_ms"),
    "run_latencies of a mean": run("ttft_mean_ms = 2 * ttft_max_ms"),
    "run_latencies": run("latency_p50_ms = 10 * latency_max_ms"),
    "run_token_rates": run("logged_offered_tokens_per_s = 1.01 * logged_offered_tokens_per_s"),
    "run_valid": run("validity = 'INVALID'"),
    "run_token_rates of the mean": run("completed_tokens_per_s = 1.05 * completed_tokens_per_s"),
    "software_maker": (
        "update inference_results set software = 'ROCm 7.0' where result_id = '6.0-0082'", RESULT
    ),
    "training_count_in_name": entry("nodes = 3"),
    "training_names in a folder": entry("benchmark = 'bert'"),
    "training_names": entry("round = 'v4.0'"),
    "training_score_rule": entry("runs = 4"),
    "training_submitter": entry("submitter = 'Google'"),
    "typed_cells": run("latency_p99_ms = 1.1 * latency_p99_ms", TYPED_RUN),
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(data_dir: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The real tables, to be changed in a transaction that is rolled back."""
    with database(data_dir) as connection:
        yield connection


def test_a_fault_is_planted_for_each_check() -> None:
    assert {planted.split()[0] for planted in PLANTED} == set(QUERIES)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_check_names_the_row_in_which_a_fault_is_planted(planted: str, tables: duckdb.DuckDBPyConnection) -> None:
    name, (statement, row) = planted.split()[0], PLANTED[planted]
    before = faults_of_query(tables, name)
    tables.execute("begin")
    try:
        tables.execute(statement)
        faults = [fault for fault in faults_of_query(tables, name) if fault not in before]
    finally:
        tables.execute("rollback")
    assert row in {fault.row_key for fault in faults}


def test_a_row_at_fault_is_named_with_its_table_and_rule(
    data_dir: Path, linked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two checks; `make book` runs all, and stops at a row that breaks one."""
    known = yaml.safe_load((data_dir / paths.KNOWN_EXCEPTIONS).read_text())["known_exceptions"]
    some = (known["fujitsu-dlrm"]["check"], "result_unit")
    left = {name: entry for name, entry in known.items() if entry["check"] in some}
    left["fujitsu-dlrm"] = {**known["fujitsu-dlrm"], "check": "result_unit"}
    (linked / paths.KNOWN_EXCEPTIONS).unlink()
    (linked / paths.KNOWN_EXCEPTIONS).write_text(yaml.safe_dump({"known_exceptions": left}))
    monkeypatch.setattr(running, "QUERIES", {name: QUERIES[name] for name in some})
    monkeypatch.setattr(in_print, "CHECKS", ())
    with pytest.raises(TableError) as error:
        check(linked)
    assert str(error.value.where).endswith("inference_results.csv.gz")
    assert error.value.rule == rules()[some[0]]
    assert "Fujitsu" in error.value.message and "4 faults in all" in error.value.message
