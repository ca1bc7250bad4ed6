"""Small results repositories in the real layout, and the registers that name them."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimcheck.ingest.build import ingest

ROUND = "v9.9"
REPO = "someone/inference_results_v9.9"
TABLE = "summary_results.json"
SYSTEM = "closed/Anna/systems/box.json"
RESULTS = "closed/Anna/results/box"
SERVER = f"{RESULTS}/llama2-70b-99/Server/performance/run_1"
OFFLINE = f"{RESULTS}/llama2-70b-99/Offline/performance/run_1"
STREAM = f"{RESULTS}/resnet50/SingleStream/performance/run_1"

# Nobody's own configuration (signing, hooks, default branch) may change the made repositories.
_ENV = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


def git(folder: Path, *args: str) -> str:
    """Run git in ``folder`` and return what it printed."""
    run = subprocess.run(
        ["git", *args], cwd=folder, env={**os.environ, **_ENV}, check=True, capture_output=True, text=True
    )
    return run.stdout.strip()


def commit(folder: Path, files: dict[str, bytes | str]) -> str:
    """Make ``folder`` a repository that holds ``files``; return the commit."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "--template=")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    git(folder, "add", "-A")
    git(folder, "-c", "gc.auto=0", "commit", "-q", "--allow-empty", "-m", "made")
    return git(folder, "rev-parse", "HEAD")


def lose(folder: Path, path: str) -> None:
    """Delete the loose object of ``path``: the commit lists it, the repository lacks it."""
    loose_object(folder, path).unlink()


def loose_object(folder: Path, path: str) -> Path:
    """The file that holds the blob of ``path``."""
    blob = git(folder, "rev-parse", f"HEAD:{path}")
    found = folder / ".git" / "objects" / blob[:2] / blob[2:]
    found.chmod(0o644)
    return found


# Logs ------------------------------------------------------------------------------------------


def line(key: str, value: str) -> str:
    """One line of a detail log; ``value`` is JSON text."""
    return (
        f':::MLLOG {{"key": "{key}", "value": {value}, "time_ms": 1.5, "namespace": "mlperf::logging", '
        '"event_type": "POINT_IN_TIME", "metadata": {"is_error": false, "file": "results.cc", "line_no": 8}}'
    )


SERVER_DETAIL = {
    "loadgen_version": '"5.1.0 @ NA"',
    "test_datetime": '"2026-01-02T22:35:09Z"',
    "effective_target_qps": "12.5",
    "effective_target_latency_ns": "0",
    "effective_min_duration_ms": "600000",
    "effective_min_query_count": "100",
    "generated_samples_per_query": "1",
    "power_begin": '"01-02-2026 22:35:09.500"',
    "power_end": '"01-02-2026 22:55:09.750"',
    "result_validity": '"VALID"',
    "result_query_count": "1000",
    "result_scheduled_samples_per_sec": "12.5256",
    "result_completed_samples_per_sec": "12.3852",
    "result_min_latency_ns": "7053924",
    "result_max_latency_ns": "1223298632",
    "result_mean_latency_ns": "222444312",
    "result_99.00_percentile_latency_ns": "1204174065",
    "result_first_token_99.00_percentile_latency_ns": "806000185",
    "result_time_per_output_token_99.00_percentile_ns": "61657362",
    "result_completed_tokens_per_second": "3721.44",
    "num_errors": "0",
}
SERVER_RESULT = {
    "Scenario": "Server",
    "Completed samples per second": "12.39",
    "Completed tokens per second": "3721.44",
    "Result is": "VALID",
    "  Performance constraints satisfied": "Yes",
    "  Min duration satisfied": "Yes",
}
SERVER_STATS = {
    "Completed tokens per second": "3721.44",
    "Mean latency (ns)": "222444312",
    "99.00 percentile latency (ns)": "1204174065",
}
PARAMETERS = {
    "samples_per_query": "1",
    "target_qps": "12.5",
    "ttft_latency (ns)": "2000000000",
    "tpot_latency (ns)": "80000000",
    "min_duration (ms)": "600000",
    "min_query_count": "100",
    "qsl_rng_seed": "2465351861681999779",
    "sample_index_rng_seed": "14276810075590677512",
    "schedule_rng_seed": "18446744073709551615",
}
STREAM_DETAIL = {
    "power_begin": '"01-02-2026 10:00:00.000"',
    "power_end": '"01-02-2026 10:10:00.000"',
    "result_validity": '"VALID"',
    "result_query_count": "1200",
    "early_stopping_latency_ss": "513395",
    "early_stopping_latency_ms": "528172",
    "result_mean_latency_ns": "506696",
    "result_90.00_percentile_latency_ns": "513380",
    "num_errors": "0",
}
STREAM_RESULT = {
    "Scenario": "SingleStream",
    "90.0th percentile latency (ns)": "513380",
    "Result is": "VALID",
    " * Early stopping 90.0th percentile estimate": "513395",
    " * Early stopping 99.0th percentile estimate": "528172",
}
STREAM_STATS = {"Mean latency (ns)": "506696", "90.00 percentile latency (ns)": "513380"}
OFFLINE_DETAIL = {
    "result_validity": '"VALID"',
    "result_query_count": "1",
    "result_samples_per_second": "20.5",
    "result_tokens_per_second": "6150.25",
    "num_errors": "0",
}
OFFLINE_RESULT = {"Scenario": "Offline", "Tokens per second": "6150.25", "Result is": "VALID"}


def detail(figures: dict[str, str], **changes: str | None) -> str:
    """A detail log of ``figures``; a change of None leaves a key out."""
    return "".join(f"{line(k, v)}\n" for k, v in _changed(figures, changes).items())


def summary(
    result: dict[str, str],
    stats: dict[str, str] | None = None,
    parameters: dict[str, str] | None = None,
    end: str = "\nNo warnings encountered during test.\n\nNo errors encountered during test.\n",
) -> str:
    """A summary log in three sections."""
    text = ""
    for title, figures in (
        ("MLPerf Results Summary", result),
        ("Additional Stats", SERVER_STATS if stats is None else stats),
        ("Test Parameters Used", PARAMETERS if parameters is None else parameters),
    ):
        rule = "=" * 48
        text += f"{rule}\n{title}\n{rule}\n" + "".join(f"{k} : {v}\n" for k, v in figures.items())
    return text + end


def _changed(figures: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in {**figures, **changes}.items() if v is not None}


# The published table ---------------------------------------------------------------------------


def record(**changes: Any) -> dict[str, Any]:
    """One published record; ``changes`` replace fields (``a#`` as ``per_node``)."""
    fields = {
        "ID": "9.9-0001",
        "Submitter": "Anna",
        "Availability": "available",
        "Category": "closed",
        "Suite": "datacenter",
        "System": "Box  One",
        "UsedModel": "llama2-70b-99",
        "Model": "llama2-70b-99",
        "Scenario": "Server",
        "Nodes": 2,
        "Accelerator": "NVIDIA Thing",
        "a#": 4,
        "Location": SERVER.removesuffix("/performance/run_1"),
        "Software": "Engine 1.0",
        "weight_data_types": "fp8",
        "Performance_Result": 3721.44,
        "Performance_Units": "Tokens/s",
        "Processor": "Intel Xeon",
    }
    if "per_node" in changes:
        changes["a#"] = changes.pop("per_node")
    return {**fields, **changes}


def server() -> dict[str, Any]:
    """The Server record, whose log is ``SERVER``."""
    return record()


def offline() -> dict[str, Any]:
    """The Offline record, whose log is ``OFFLINE``."""
    return record(Scenario="Offline", Location=f"./{OFFLINE}", Performance_Result=6150.25)


def stream(scenario: str, value: float, unit: str) -> dict[str, Any]:
    """A record of ``scenario`` whose log is that of a SingleStream run."""
    return record(
        Model="resnet50",
        UsedModel="resnet50",
        Scenario=scenario,
        Location=STREAM,
        Performance_Result=value,
        Performance_Units=unit,
    )


def table(records: Any) -> str:
    """The published table as upstream prints it: one field a line."""
    return json.dumps(records, indent=2)


LOGS = {
    f"{SERVER}/mlperf_log_detail.txt": detail(SERVER_DETAIL),
    f"{SERVER}/mlperf_log_summary.txt": summary(SERVER_RESULT),
    f"{OFFLINE}/mlperf_log_detail.txt": detail(OFFLINE_DETAIL),
    f"{OFFLINE}/mlperf_log_summary.txt": summary(OFFLINE_RESULT),
    f"{STREAM}/mlperf_log_detail.txt": detail(STREAM_DETAIL),
    f"{STREAM}/mlperf_log_summary.txt": summary(STREAM_RESULT, STREAM_STATS),
}
DESCRIPTION = json.dumps(
    {
        "system_name": "Box One",
        "status": "available",
        "system_type": "datacenter,edge",
        "number_of_nodes": "2",
        "accelerators_per_node": 4,
        "host_processors_per_node": "N/A",
        "accelerator_model_name": "NVIDIA Thing (700W TGP)",
        "other_software_stack": "Driver 580.12, CUDA",
    }
)
BENCHMARKS = """\
benchmarks:
  llama2-70b-99: {metric: tokens, llm: true, scenarios: {Offline: v4.0, Server: v4.0}}
  resnet: {metric: samples, llm: false, aliases: [resnet50], scenarios: {Offline: v0.5, SingleStream: v0.5, MultiStream: v0.5}}
"""  # noqa: E501
VENDORS = """\
accelerators:
  NVIDIA: {patterns: ['\\bNVIDIA\\b']}
processors:
  Intel: {patterns: ['\\bXeon\\b']}
"""


@dataclass(frozen=True)
class Made:
    """A made round: the upstream folder, the repository in it, its commit, the data folder."""

    upstream: Path
    repository: Path
    commit: str
    data: Path

    def ingest(self) -> dict[str, int]:
        """Run the ingestion without its progress lines."""
        return ingest(self.upstream, self.data, say=lambda _: None)


def made(
    root: Path,
    records: Any = None,
    files: dict[str, bytes | str | None] | None = None,
    corrections: str = "corrections:\n",
    expected: str = "{}",
) -> Made:
    """Make a round under ``root``; ``files`` add to the standard ones, None leaves one out."""
    held: dict[str, Any] = {
        **LOGS,
        SYSTEM: DESCRIPTION,
        TABLE: records if isinstance(records, (str, bytes)) else table([server()] if records is None else records),
    }
    repository = root / "upstream" / "inference_results_v9.9"
    done = commit(repository, {k: v for k, v in {**held, **(files or {})}.items() if v is not None})
    data = root / "data"
    data.mkdir()
    (data / "rounds.yml").write_text(
        f"rounds:\n  {ROUND}:\n    repo: {REPO}\n    commit: {done}\n    folders: [inference_results_v9.9]\n"
        f"    published_table: {TABLE}\n    expected_rows: {expected}\n"
    )
    (data / "benchmarks.yml").write_text(BENCHMARKS)
    (data / "vendors.yml").write_text(VENDORS)
    (data / "corrections.yml").write_text(corrections)
    return Made(root / "upstream", repository, done, data)


def hashes(folder: Path) -> dict[str, str]:
    """Every file below ``folder``, hidden ones too, with its SHA-256."""
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }
