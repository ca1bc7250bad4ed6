"""Small results repositories in the real layout, and the registers that name them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from claimcheck.data import paths
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import Round
from claimcheck.data.store import write_tables
from claimcheck.sources.build import build
from tests.making import put

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
    run = subprocess.run(["git", *args], cwd=folder, env={**os.environ, **_ENV}, check=True, capture_output=True)
    return run.stdout.decode().strip()


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
    blob = git(folder, "rev-parse", f"HEAD:{path}")
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


# Logs ------------------------------------------------------------------------------------------


def line(key: str, value: str) -> str:
    """One line of a detail log; ``value`` is JSON text."""
    return (
        f':::MLLOG {{"key": "{key}", "value": {value}, "time_ms": 1.5, "namespace": "mlperf::logging", '
        '"event_type": "POINT_IN_TIME", "metadata": {"is_error": false, "file": "results.cc", "line_no": 8}}'
    )


MADE = yaml.safe_load(Path(__file__).with_name("made.yml").read_text())
SERVER_DETAIL, SERVER_RESULT, SERVER_STATS = (MADE[f"server_{what}"] for what in ("detail", "result", "stats"))
STREAM_DETAIL, STREAM_RESULT, STREAM_STATS = (MADE[f"stream_{what}"] for what in ("detail", "result", "stats"))
OFFLINE_DETAIL, OFFLINE_RESULT = MADE["offline_detail"], MADE["offline_result"]
PARAMETERS, BOX = MADE["parameters"], MADE["box"]


def detail(figures: dict[str, str], **changes: str | None) -> str:
    """A detail log of ``figures``; a change of None leaves a key out."""
    return "".join(f"{line(k, v)}\n" for k, v in {**figures, **changes}.items() if v is not None)


def accuracy_of(run: str) -> str:
    """Path of the accuracy file beside a run's folder."""
    return run.replace("/performance/run_1", "/accuracy/accuracy.txt")


def summary(
    result: dict[str, str],
    stats: dict[str, str] | None = None,
    parameters: dict[str, str] | None = None,
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
    return f"{text}\nNo warnings encountered during test.\n\nNo errors encountered during test.\n"


def old_log(scenario: str, figures: dict[str, str]) -> bytes:
    """A summary log of a round up to v3.0, the mean latency 250 ms."""
    return summary({"Scenario": scenario, "Result is": "VALID", **figures}, {"Mean latency (ns)": "250000000"}).encode()


# The published table ---------------------------------------------------------------------------


def record(**changes: Any) -> dict[str, Any]:
    """One published record, of the run ``SERVER``; ``changes`` replace fields (``a#`` as ``per_node``)."""
    if "per_node" in changes:
        changes["a#"] = changes.pop("per_node")
    return {**MADE["record"], **changes}


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


HASH = "0f" * 32
ROUGE = f"{{'rouge1': '44.75', 'gen_len': np.int64(2728), 'tokens_per_sample': 283.5}}\n\nhash={HASH}\n"
GOOD = f"progress\naccuracy=75.620%, good=37810, total=50000\n\nhash={HASH}\n"
LOGS = {
    accuracy_of(SERVER): ROUGE,
    accuracy_of(OFFLINE): ROUGE,
    accuracy_of(STREAM): GOOD,
    f"{SERVER}/mlperf_log_detail.txt": detail(SERVER_DETAIL),
    f"{SERVER}/mlperf_log_summary.txt": summary(SERVER_RESULT),
    f"{OFFLINE}/mlperf_log_detail.txt": detail(OFFLINE_DETAIL),
    f"{OFFLINE}/mlperf_log_summary.txt": summary(OFFLINE_RESULT),
    f"{STREAM}/mlperf_log_detail.txt": detail(STREAM_DETAIL),
    f"{STREAM}/mlperf_log_summary.txt": summary(STREAM_RESULT, STREAM_STATS),
}
DESCRIPTION = json.dumps(BOX)
# Suites steer the rounds that are read from their logs alone.
BENCHMARKS, VENDORS, TRAINING, ACCURACY, CORRECTION = (
    MADE[what] for what in ("benchmarks", "vendors", "training", "accuracy", "correction")
)
# Every register that ingestion reads, beside rounds.yml and corrections.yml.
REGISTERS = {
    paths.BENCHMARKS: BENCHMARKS,
    paths.VENDORS: VENDORS,
    paths.TRAINING: TRAINING,
    paths.SETTINGS: (DATA_DIR / paths.SETTINGS).read_text(),
    paths.ACCURACY: ACCURACY,
}


@dataclass(frozen=True)
class Made:
    """A made round: the upstream folder, the repository in it, its commit, the data folder."""

    upstream: Path
    repository: Path
    commit: str
    data: Path

    def copied(self, to: Path, upstream: bool = False) -> Made:
        """The same round with a data folder of its own, and with repositories of its own if ``upstream``."""
        shutil.copytree(self.data, to / "data")
        own = Path(shutil.copytree(self.upstream, to / "upstream")) if upstream else self.upstream
        return Made(own, own / self.repository.name, self.commit, to / "data")

    def ingest(self) -> dict[str, int]:
        """Run the ingestion as the first one of a round, which takes what the repository lacks as absent."""
        tables = build(self.upstream, self.data, quiet, absent=None)
        write_tables(tables, self.data)
        return {name: len(frame) for name, frame in tables.items()}


def made(
    root: Path,
    records: list[dict[str, Any]] | None = None,
    files: dict[str, bytes | str | None] | None = None,
    corrections: str = "corrections:\n",
) -> Made:
    """Make a round under ``root``; ``files`` add to the standard ones, None leaves one out."""
    held: dict[str, Any] = {
        **LOGS,
        SYSTEM: DESCRIPTION,
        TABLE: table(records or [record()]),
    }
    repository = root / "upstream" / "inference_results_v9.9"
    done = commit(repository, {k: v for k, v in {**held, **(files or {})}.items() if v is not None})
    data = root / "data"
    put(data, paths.ROUNDS, yaml.safe_dump({"rounds": {ROUND: entry(done, "published", REPO, table=TABLE)}}))
    for name, content in REGISTERS.items():
        put(data, name, content)
    put(data, paths.CORRECTIONS, corrections)
    return Made(root / "upstream", repository, done, data)


def entry(at: str, source: str, repo: str, suite: str = "MLPerf Inference", **more: Any) -> dict[str, Any]:
    """An entry of ``rounds.yml``; the repository's folder has the repository's name."""
    known = {"suite": suite, "source": source, "repo": repo, "commit": at, "retrieved": "2026-11-21"}
    return {name: value for name, value in {**known, **more}.items() if value}


def hashes(folder: Path) -> dict[str, str]:
    """Every file below ``folder``, hidden ones too, with its SHA-256."""
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }


def quiet(_: str) -> None:
    """No progress lines."""


def number_of(text: str, needle: str) -> int:
    """The line (1-based) that first holds ``needle``."""
    return next(i for i, row in enumerate(text.split("\n"), 1) if needle in row)


def round_of(
    at: str, key: str = ROUND, source: str = "published", suite: str = "MLPerf Inference", **more: Any
) -> Round:
    """A round as ``rounds.yml`` gives it, read from a commit of a made repository."""
    values = {"repo": REPO, "commit": at, "retrieved": "2026-11-21", "table": TABLE, **more}
    return Round(key=key, suite=suite, source=source, **values)


# A round of every kind of source ----------------------------------------------------------------

LOGS_ROUND, EXPERIMENTS_ROUND, TYPED_ROUND, TRAINING_ROUND = "v2.0", "v3.1", "v5.0", "training-v3.0"
EXPERIMENTS_REPO = "mlcommons/cm4mlperf-results"
RATES = {"resnet50": "298647", "llama2-70b-99": "4321.5"}
TYPED_TABLE = """\
row_id,round,division,suite,submitter,system,system_name,accelerator,accelerator_vendor,platform_vendor,accelerators,benchmark,model,scenario,value,unit,higher_is_better,obtained,repo,commit,path,log_note
v5.0/two,v5.0,closed,datacenter,Bea,two,two,NVIDIA Thing,NVIDIA,NVIDIA,8,resnet,resnet,Offline,55.1,samples/s,True,typed,someone/else,f,closed/Bea/README.md,typed
v5.0/none,v5.0,closed,datacenter,Bea,none,none,,,Intel,,resnet,resnet,Offline,5.5,samples/s,True,typed,someone/else,f,closed/Bea/README.md,typed
"""  # noqa: E501


def raw_log(model: str) -> str:
    """Path of the one run of ``model`` in the round that has logs alone."""
    return f"closed/Anna/results/box/{model}/Offline/performance/run_1/mlperf_log_summary.txt"


def experiment(model: str, value: float, submitter: str = "Anna") -> dict[str, Any]:
    """A record of the experiments repository: Offline on Anna's box."""
    return MADE["experiment"] | {
        "Location": f"closed/{submitter}/results/box/{model}/offline",
        "MlperfModel": "resnet" if model == "resnet50" else model,
        "Model": model,
        "Organization": submitter,
        "Result": value,
    }


def trained(minutes: float, start: int = 0) -> str:
    """The log of one run of MLPerf Training that took ``minutes``, from ``start`` in ms."""
    lines = [("run_start", start, ""), ("run_stop", start + round(minutes * 60_000), ', "status": "success"')]
    return "".join(
        f':::MLLOG {{"time_ms": {time}, "key": "{key}", "value": null, "metadata": {{"lineno": 1{more}}}}}\n'
        for key, time, more in lines
    )


def every_source(root: Path) -> Made:
    """A published round, one of logs, one of the experiments repository, a typed one, and one of Training.

    The experiments repository has a second value for both results of the logs: it agrees with
    resnet's and not with llama2's.
    """
    there = made(root, [record(), offline()])
    logs = {raw_log(model): old_log("Offline", {"Samples per second": rate}) for model, rate in RATES.items()} | {
        accuracy_of(raw_log(model).rpartition("/")[0]): GOOD if model == "resnet50" else ROUGE for model in RATES
    }
    folder = "experiment/mlperf-inference--{}--datacenter--closed--any--offline/2023-09-12/cm-result.json"
    second = [experiment("resnet50", 298647), experiment("llama2-70b-99", 4000.25)]
    commits = {
        LOGS_ROUND: commit(there.upstream / "inference_results_v2.0", {SYSTEM: DESCRIPTION, **logs}),
        EXPERIMENTS_ROUND: commit(
            there.upstream / "cm4mlperf-results",
            {
                folder.format("v2.0"): json.dumps(second, indent=2),
                "experiment/mlperf-tiny--v1.0/any/cm-result.json": "[]",
                folder.format("v3.1"): json.dumps([experiment("resnet50", 77.5, "Dan")], indent=2),
            },
        ),
        TRAINING_ROUND: commit(
            there.upstream / "training_results_v3.0",
            {"Cid/systems/ten.json": json.dumps(MADE["training_box"])}
            | {f"Cid/results/ten/resnet/result_{n}.txt": trained(m) for n, m in enumerate((1, 2, 3, 4, 100))},
        ),
    }
    put(there.data, "typed/five.csv", TYPED_TABLE.replace(",f,", f",{'f' * 40},"))
    register = yaml.safe_load((there.data / paths.ROUNDS).read_text())
    register["rounds"] |= {
        LOGS_ROUND: entry(commits[LOGS_ROUND], "logs", "someone/inference_results_v2.0"),
        EXPERIMENTS_ROUND: entry(commits[EXPERIMENTS_ROUND], "experiments", EXPERIMENTS_REPO),
        TYPED_ROUND: entry("f" * 40, "typed", "someone/else", table="typed/five.csv"),
        TRAINING_ROUND: entry(
            commits[TRAINING_ROUND], "training", "someone/training_results_v3.0", suite="MLPerf Training"
        ),
    }
    second = {"repo": EXPERIMENTS_REPO, "commit": commits[EXPERIMENTS_ROUND]}
    register["experiments"] = {"inference": second | {"second_value_of": [LOGS_ROUND]}}
    put(there.data, paths.ROUNDS, yaml.safe_dump(register, sort_keys=False))
    return there
