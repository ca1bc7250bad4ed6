"""Runs typed by hand: read as the log that they were typed from, checked, and replaced by it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.core.errors import LogError, TableError
from claimcheck.data import paths
from claimcheck.data.tables import load
from claimcheck.ingest.build import ingest
from claimcheck.ingest.loadgen import parse_report, report_figures
from tests.ingest.test_typed import RECORD
from tests.ingest.upstream import REPO, RESULTS, ROUND, SERVER, TABLE, Made, entry, made, server
from tests.making import put

SCENARIO = f"{RESULTS}/llama2-70b-99/Server"
COPY = "someone-else/copy_v9.9"
QUANTILES = ("min", "p50", "p90", "p95", "p97", "p99", "p99_9", "max")


def rising(what: str, least: int, mean: int) -> dict[str, str]:
    """Percentiles in order, from ``least`` ns to eight times that."""
    found = {f"{what}_{q}_ns": str(least * step) for step, q in enumerate(QUANTILES, 1)}
    return found | {f"{what}_mean_ns": str(mean)}


# 4,388 queries due at 2 a second, the last done 6 s after it was due; 300 tokens in 5 s, the first after 0.2 s.
N, LENGTH, DUE, LAST = 4388, 300, 2193.5, 6.0
SUMMARY = {
    "submitter": "Anna", "system": "box", "benchmark": "llama2-70b-99", "scenario": "Server", "accelerators": "8",
    "accelerator_model": "NVIDIA Thing", "published_value": f"{N * LENGTH / (DUE + LAST):.1f}", "repo": COPY,
    "commit": "1" * 40, "path": f"{SCENARIO}/performance/run_1/mlperf_log_summary.txt", "source_kind": "summary",
    "printed_scenario": "Server", "scheduled_samples_per_s": "2.00",
    "completed_samples_per_s": f"{(N - 1) / (DUE + LAST):.2f}",
    "completed_tokens_per_s": f"{N * LENGTH / (DUE + LAST):.2f}", "target_qps": "2",
    **rising("latency", 2_000_000_000, 5_000_000_000), **rising("ttft", 100_000_000, 200_000_000),
    **rising("tpot", 8_000_000, 16_000_000), "ttft_limit_ns": "2000000000", "tpot_limit_ns": "80000000",
    "result_valid": "VALID", "errors": "No errors encountered during test.",
    "warnings": "No warnings encountered during test.", "effective_min_duration_ms": "600000",
    "min_query_count": str(N), "performance_sample_count": str(N),
}  # fmt: skip
DETAIL = {
    "detail_path": f"{SCENARIO}/performance/run_1/mlperf_log_detail.txt", "detail_generated_query_count": str(N),
    "detail_scheduled_samples_per_s": "2", "detail_completed_samples_per_s": f"{(N - 1) / (DUE + LAST):.6g}",
    "detail_completed_tokens_per_s": f"{N * LENGTH / (DUE + LAST):.6g}",
    "detail_power_begin": "07-19-2026 23:30:00.000", "detail_power_end": "07-20-2026 00:06:42.500",
}  # fmt: skip
REPORT = {
    **{k: v for k, v in SUMMARY.items() if k.endswith("_ns") and "limit" not in k},
    **{k: SUMMARY[k] for k in ("submitter", "system", "benchmark", "scenario", "accelerators", "repo", "commit")},
    "path": f"{SCENARIO}/performance/result_summary.json", "source_kind": "result_summary", "target_qps": "2.0",
    "published_value": repr(N * LENGTH / (DUE + LAST)), "completed_samples_per_s": repr((N - 1) / (DUE + LAST)),
    "completed_tokens_per_s": repr(N * LENGTH / (DUE + LAST)), "effective_min_duration_ms": "600000",
    "issued_count": str(N), "completed_count": str(N), "failed_count": "0", "duration_ns": "2205000000000",
    "legacy_loadgen_window_duration_ns": str(int((DUE + LAST) * 1e9)), "output_tokens_total": str(N * LENGTH),
    "output_tokens_mean": f"{LENGTH}.0",
}  # fmt: skip
OTHERS = ("detail_tokens_per_s_over_issue_window", "detail_token_throughput_per_ns", "detail_error_text")
COLUMNS = tuple(dict.fromkeys((*SUMMARY, *DETAIL, *REPORT, *OTHERS)))


def table_of(*rows: dict[str, str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def typed_round(root: Path, *runs: dict[str, str]) -> Made:
    """A round whose results and runs are typed, and the repository that could be read in their place."""
    there = made(root, [server()])
    result = RECORD | {
        "model": "llama2-70b-99", "mlperf_model": "llama2-70b-99", "scenario": "Server", "units": "Tokens/s",
        "result": runs[0].get("published_value", "1"), "location": f"./{SCENARIO}/performance/run_1",
        "accelerator_model_name": "NVIDIA Thing",
    }  # fmt: skip
    typed = there.data / "typed"
    (typed / "results.csv").write_text("\n".join(",".join(row) for row in (result, result.values())) + "\n")
    (typed / "runs.csv").write_text(table_of(*runs))
    names = {"folders": "", "table": "typed/results.csv", "runs": "typed/runs.csv"}
    put(there.data, paths.ROUNDS, "rounds:\n" + entry(ROUND, "b" * 40, "typed", REPO, **names))
    return there


def the_run(there: Made) -> dict[str, object]:
    (row,) = load("loadgen_runs", there.data).astype(object).to_dict("records")
    return {k: None if pd.isna(v) else v for k, v in row.items()}


def test_logs_take_the_place_of_typed_rows_and_ingestion_says_so(tmp_path: Path) -> None:
    there = typed_round(tmp_path, SUMMARY)
    there.ingest()
    published = entry(ROUND, there.commit, "published", REPO, table=TABLE, runs="typed/runs.csv")
    put(there.data, paths.ROUNDS, "rounds:\n" + published)
    said: list[str] = []
    ingest(there.upstream, there.data, said.append)
    told = "\n".join(said)
    assert f"{ROUND}: 1 typed results give way to 1 obtained as published" in told
    assert "1 typed runs give way to 1 obtained as log; " in told
    assert f"differ, first query_count of {ROUND}/{SERVER}: typed {N}, logged 1000" in told
    run = the_run(there)
    assert (run["obtained"], run["repo"], run["note"]) == ("log", REPO, None)
    again: list[str] = []
    ingest(there.upstream, there.data, again.append)
    assert "give way" not in "\n".join(again)


def test_a_typed_run_stays_while_its_log_cannot_be_read(tmp_path: Path) -> None:
    names = [f"{SERVER}/mlperf_log_{kind}.txt" for kind in ("detail", "summary")]
    record = server() | {"Performance_Result": float(SUMMARY["published_value"])}
    there = made(tmp_path, [record], dict.fromkeys(names))
    (there.data / "typed" / "runs.csv").write_text(table_of(SUMMARY))
    path = there.data / paths.ROUNDS
    path.write_text(path.read_text() + "    runs: typed/runs.csv\n")
    there.ingest()
    (result,) = load("inference_results", there.data).to_dict("records")
    assert (the_run(there)["obtained"], result["obtained"], result["log_agrees"]) == ("typed", "published", True)


FAULTS = [
    (SUMMARY, {"published_value": "599.5"}, "published_value"),
    (SUMMARY, {"accelerators": "9"}, "accelerators"),
    (SUMMARY, {"latency_p50_ns": ""}, "no latency_p50_ns"),
    (SUMMARY, {"latency_p50_ns": "4e"}, "is 4e"),
    (SUMMARY, {"system": "other"}, "path is"),
    (SUMMARY, {"source_kind": "log"}, "source_kind"),
    (SUMMARY | DETAIL, {"detail_completed_samples_per_s": "1.97"}, "in the summary"),
    (SUMMARY, {"scenario": "Offline"}, "no result of"),
    (REPORT, {"failed_count": "1"}, "1 failed"),
    (REPORT, {"output_tokens_total": "1316401"}, "on average"),
    (REPORT, {"duration_ns": "2190000000000"}, "longer than the run"),
    (REPORT, {"completed_samples_per_s": "1.9945"}, "over neither duration"),
]


@pytest.mark.parametrize(("usual", "change", "what"), FAULTS, ids=[f[2] for f in FAULTS])
def test_a_planted_fault_is_told_with_file_and_line(
    tmp_path: Path, usual: dict[str, str], change: dict[str, str], what: str
) -> None:
    there = typed_round(tmp_path, usual)
    path = there.data / "typed" / "runs.csv"
    path.write_text(table_of(usual | change))
    with pytest.raises(TableError, match=what) as caught:
        there.ingest()
    assert (caught.value.where, caught.value.line) == ("typed/runs.csv", 2)
    assert caught.value.rule


def test_a_run_typed_twice(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="line 2"):
        typed_round(tmp_path, SUMMARY, SUMMARY).ingest()


# The newer harness's own file -----------------------------------------------------------------------


def report(**changes: object) -> bytes:
    """A made ``result_summary.json``."""
    quantiles = {"99.9": 7.0, "99.0": 6.0, "97.0": 5.0, "95.0": 4.0, "90.0": 3.0, "50.0": 2.0}
    spread = {"min": 1, "max": 8, "avg": 2.5}

    def percentiles(unit: float) -> dict[str, object]:
        return {k: v * unit for k, v in spread.items()} | {"percentiles": {k: v * unit for k, v in quantiles.items()}}

    made_ = {
        "n_samples_issued": 101, "n_samples_completed": 101, "n_samples_failed": 0, "duration_ns": 150_000_000_000,
        "complete": True, "ttft": percentiles(1e8), "tpot": percentiles(1e7), "latency": percentiles(1e10),
        "output_sequence_lengths": {"total": 50_500, "avg": 500.0},
        "legacy_loadgen_window_duration_ns": 120_000_000_000, "qps": 100 / 120, "tps": 50_500 / 120,
        "run_config": {"load_pattern": {"type": "poisson", "target_qps": 1.0}, "dataloader_random_seed": 7,
                       "scheduler_random_seed": 16159082839903944936},
    } | changes  # fmt: skip
    return json.dumps(made_, indent=2).encode()


def test_the_window_is_the_one_that_the_rates_divide_by() -> None:
    figures = report_figures(parse_report(report(), "r.json"), "Server", "r.json")
    assert (figures["window"], figures["window_s"], figures["start_to_last_completion_s"]) == ("legacy", 120.0, 150.0)
    assert (figures["latency_p99_9_ms"], figures["ttft_mean_ms"]) == (70_000.0, 250.0)
    assert figures["schedule_seed"] == "16159082839903944936"
    whole = parse_report(report(qps=101 / 150, tps=50_500 / 150), "r.json")
    assert report_figures(whole, "Server", "r.json")["window"] == "whole run"
    offline = report_figures(whole, "Offline", "r.json")
    assert "window" not in offline and offline["offline_tokens_per_s"] == 50_500 / 150


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (report(complete=False), "did not complete"),
        (report(qps="fast"), "qps is 'fast'"),
        (report(duration_ns=None), "no duration_ns"),
        (report(duration_ns=-1), "negative"),
    ],
)
def test_a_bad_report(content: bytes, what: str) -> None:
    with pytest.raises(LogError, match=what) as caught:
        report_figures(parse_report(content, "r.json"), "Server", "r.json")
    assert caught.value.where == "r.json"


def test_a_published_round_reads_reports_where_there_are_no_logs(tmp_path: Path) -> None:
    names = [f"{SERVER}/mlperf_log_{kind}.txt" for kind in ("detail", "summary")]
    files = dict.fromkeys(names) | {f"{SCENARIO}/performance/result_summary.json": report()}
    there = made(tmp_path, [server() | {"Performance_Result": 50_500 / 120}], files)
    there.ingest()
    run = the_run(there)
    assert (run["run_id"], run["precision"], run["obtained"]) == (f"{ROUND}/{SERVER}", "report", "log")
    (result,) = load("inference_results", there.data).to_dict("records")
    assert result["log_agrees"] and result["log_path"].endswith("result_summary.json")
    assert SERVER not in " ".join(load("skipped", there.data)["path"])


# The committed tables -----------------------------------------------------------------------------


def test_runs_of_one_round_with_one_schedule_have_one_realised_rate(tables) -> None:
    """LoadGen draws arrivals from the round's seed alone: realised over asked follows from the number of queries."""
    runs = tables.runs[(tables.runs["log_scenario"] == "Server") & (tables.runs["obtained"] == "typed")]
    ratio = runs["scheduled_samples_per_s"] / runs["target_qps"]
    step = runs["precision"].map({"detail": 5e-6, "summary": 0.0}) + (
        runs["precision"].map({"detail": 0.0, "summary": 0.005}) / runs["target_qps"]
    )
    groups = [g for _, g in pd.DataFrame({"low": ratio - step, "high": ratio + step}).groupby(runs["query_count"])]
    assert max(map(len, groups)) > 5
    for group in groups:
        assert group["low"].max() <= group["high"].min() + 1e-5


def test_typed_runs_of_one_benchmark_write_answers_of_one_length(tables) -> None:
    typed = tables.runs[tables.runs["obtained"] == "typed"]
    for _, lengths in typed.groupby("benchmark")["mean_tokens_per_sample"]:
        middle = lengths.median()
        assert ((lengths / middle - 1).abs() < 0.1).all()
    assert typed["mean_tokens_per_sample"].notna().all()
