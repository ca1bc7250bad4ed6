"""Every table and column of ``data/``, described once.

The loader, the writer, the manifest check and the site's data page all read these
descriptions. A dtype is one of ``string``, ``float``, ``integer``, ``boolean``; a
column that may be empty says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Dtype = Literal["string", "float", "integer", "boolean"]


@dataclass(frozen=True)
class Column:
    """One column: its name, dtype, meaning, unit, and the values it may hold."""

    name: str
    dtype: Dtype
    description: str
    unit: str | None = None
    nullable: bool = False
    allowed: tuple[str, ...] | None = None
    minimum: float | None = None


@dataclass(frozen=True)
class Table:
    """One table: its grain (what a row is), its key (unique, and the sort order), its columns.

    A ``compressed`` table is stored as gzipped CSV: plain, it would not fit beside the others. One that
    is not ``ingested`` is made by a command of its own.
    """

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    compressed: bool = False
    ingested: bool = True

    @property
    def file(self) -> str:
        """Name of the table's file in ``data/``."""
        return f"{self.name}.csv.gz" if self.compressed else f"{self.name}.csv"

    @property
    def names(self) -> list[str]:
        """Column names in file order."""
        return [c.name for c in self.columns]


def _text(name: str, description: str, *, nullable: bool = False, allowed: tuple[str, ...] | None = None) -> Column:
    return Column(name, "string", description, nullable=nullable, allowed=allowed)


def _ms(name: str, description: str) -> Column:
    return Column(name, "float", description, unit="ms", nullable=True, minimum=0)


ROUND = _text("round", "round of MLPerf Inference, such as v6.0")
SUITES = ("datacenter", "edge")
AVAILABILITIES = ("available", "preview", "rdi")
DIVISION = _text("division", "closed (same model, no retraining) or open", allowed=("closed", "open", "network"))
SUBMITTER = _text("submitter", "organisation that submitted the result, as it spells itself")
SYSTEM = _text("system", "the submission's folder name for the system under test (SUT)")
BENCHMARK = _text("benchmark", "benchmark, by its canonical name in data/benchmarks.yml")
SCENARIO = _text(
    "scenario",
    "scenario of the published result",
    allowed=("Offline", "Server", "Interactive", "SingleStream", "MultiStream"),
)
# What a submission ran, and on what.
ENTRY = (ROUND, DIVISION, SUBMITTER, SYSTEM, BENCHMARK, SCENARIO)
SOURCE = (
    _text("repo", "repository of the source, as owner/name on GitHub"),
    _text("commit", "commit of that repository"),
    _text("path", "file in that commit"),
    _text("blob", "git blob id of that file"),
    Column("line", "integer", "line of the fact in that file (1-based)", minimum=1),
)
# A row typed by hand names the file it was typed from; blob and line are known only where we read it ourselves.
_TYPED_SOURCE = tuple(replace(c, nullable=c.name in ("blob", "line")) for c in SOURCE)

INFERENCE_RESULTS = Table(
    "inference_results",
    "one published inference result",
    ("row_id",),
    (
        _text(
            "row_id",
            "our id of the row: result ID, benchmark, scenario; for a round without published IDs, round, division, "
            "suite, submitter, system, model, scenario",
        ),
        ROUND,
        _text(
            "result_id",
            "published ID of the entry (names a system, not a row); empty where the source gives none",
            nullable=True,
        ),
        DIVISION,
        _text("suite", "datacenter or edge; empty in v0.5, which had none", nullable=True, allowed=SUITES),
        _text(
            "availability",
            "can it be bought: available, preview, rdi; empty where the source does not say (v5.0)",
            nullable=True,
            allowed=AVAILABILITIES,
        ),
        SUBMITTER,
        SYSTEM,
        _text("system_name", "name of the system as published"),
        _text("accelerator", "accelerator as published; empty for a CPU-only system", nullable=True),
        _text("accelerator_vendor", "maker of the accelerator; empty for a CPU-only system", nullable=True),
        _text("platform_vendor", "maker of the silicon that ran: of the accelerator, or of a CPU-only system's CPU"),
        Column(
            "accelerators",
            "integer",
            "accelerators in the system; empty for a CPU-only system or where the source gives no number",
            nullable=True,
            minimum=1,
        ),
        Column(
            "nodes", "integer", "nodes in the system; empty where the source does not say", nullable=True, minimum=1
        ),
        BENCHMARK,
        _text("model", "model that ran, as published (differs from the benchmark in the open division)"),
        SCENARIO,
        Column("value", "float", "published result", minimum=0),
        _text(
            "unit", "unit of the value", allowed=("tokens/s", "samples/s", "queries/s", "ms", "s", "streams", "tasks/s")
        ),
        Column("higher_is_better", "boolean", "true for rates, false for latencies"),
        _text("software", "software stack as published; describes the submission, not the run", nullable=True),
        _text("weight_dtype", "number format of the weights as published", nullable=True),
        _text(
            "obtained",
            "how the row was obtained: from the published table, from the log of the run, from MLCommons' experiments "
            "repository, or typed by hand",
            allowed=("published", "log", "experiments", "typed"),
        ),
        *_TYPED_SOURCE,
        _text(
            "run_id",
            "performance run behind the result: round and folder; key of loadgen_runs for the rounds that table holds",
            nullable=True,
        ),
        _text("log_path", "log of the run in the same commit", nullable=True),
        _text("log_blob", "git blob id of that log (equal ids: the same run)", nullable=True),
        Column("log_line", "integer", "line of the metric in that log", nullable=True, minimum=1),
        Column(
            "log_value",
            "float",
            "the metric as the log prints it, in the published unit",
            nullable=True,
            minimum=0,
        ),
        Column(
            "log_agrees",
            "boolean",
            "published value and log equal at the coarser printed precision",
            nullable=True,
        ),
        _text("log_note", "which log metric was compared or taken, or why none was"),
        Column(
            "experiments_value",
            "float",
            "the same result in MLCommons' experiments repository, in the unit of value",
            nullable=True,
            minimum=0,
        ),
        _text("experiments_path", "file of that result in the experiments repository", nullable=True),
        Column(
            "experiments_agrees",
            "boolean",
            "value and experiments_value equal at the coarser printed precision",
            nullable=True,
        ),
    ),
    compressed=True,
)

_QUANTILES = ("mean", "p50", "p90", "p95", "p97", "p99", "p99_9", "min", "max")


def _latency(prefix: str, what: str) -> tuple[Column, ...]:
    return tuple(_ms(f"{prefix}_{q}_ms", f"{q.replace('_', '.')} of {what}") for q in _QUANTILES)


LOADGEN_RUNS = Table(
    "loadgen_runs",
    "one performance run's LoadGen log",
    ("run_id",),
    (
        _text("run_id", "our id of the run: round and folder of the run"),
        *ENTRY,
        _text("log_scenario", "scenario that LoadGen ran (Server for an Interactive result)"),
        _text(
            "precision",
            "detail: six digits from the detail log; summary: the summary log only",
            allowed=("detail", "summary"),
        ),
        _text("validity", "LoadGen's own verdict on the run", allowed=("VALID", "INVALID")),
        Column("min_duration_met", "boolean", "ran at least the minimum duration", nullable=True),
        Column("min_queries_met", "boolean", "issued at least the minimum number of queries", nullable=True),
        Column("early_stopping_met", "boolean", "passed the early-stopping test", nullable=True),
        Column("perf_constraints_met", "boolean", "met the latency limits (Server)", nullable=True),
        Column(
            "target_qps",
            "float",
            "arrival rate asked for (Server), or expected rate",
            unit="queries/s",
            nullable=True,
        ),
        Column(
            "scheduled_samples_per_s",
            "float",
            "arrival rate realised (Server)",
            unit="samples/s",
            nullable=True,
        ),
        Column(
            "completed_samples_per_s",
            "float",
            "(n - 1) samples over the final issued query's completion (Server)",
            unit="samples/s",
            nullable=True,
        ),
        Column(
            "completed_tokens_per_s",
            "float",
            "all output tokens over the final issued query's completion (Server)",
            unit="tokens/s",
            nullable=True,
        ),
        Column(
            "offline_samples_per_s",
            "float",
            "samples over the longest latency (Offline)",
            unit="samples/s",
            nullable=True,
        ),
        Column(
            "offline_tokens_per_s",
            "float",
            "output tokens over the longest latency (Offline)",
            unit="tokens/s",
            nullable=True,
        ),
        Column("query_count", "integer", "queries issued", nullable=True, minimum=1),
        Column("samples_per_query", "integer", "samples in a query", nullable=True, minimum=1),
        Column(
            "mean_tokens_per_sample",
            "float",
            "mean output length, from the two rates",
            unit="tokens",
            nullable=True,
        ),
        Column(
            "start_to_last_completion_s",
            "float",
            "from the start of the run to its last completion (power_begin to power_end)",
            unit="s",
            nullable=True,
        ),
        *_latency("latency", "query latency"),
        *_latency("ttft", "time to first token (TTFT)"),
        *_latency("tpot", "time per output token (TPOT)"),
        _ms("ttft_limit_ms", "limit in force on the 99th percentile of TTFT"),
        _ms("tpot_limit_ms", "limit in force on the 99th percentile of TPOT"),
        _ms("latency_limit_ms", "limit in force on query latency"),
        _ms("min_duration_ms", "minimum duration in force"),
        Column("min_query_count", "integer", "minimum number of queries in force", nullable=True),
        _text("qsl_seed", "seed of the sample library (64-bit, as text)", nullable=True),
        _text("sample_index_seed", "seed of the sample order (64-bit, as text)", nullable=True),
        _text("schedule_seed", "seed of the arrival times (64-bit, as text)", nullable=True),
        _text("loadgen_version", "version of LoadGen", nullable=True),
        _text("started_utc", "date and time of the test as logged", nullable=True),
        *SOURCE,
    ),
)

SYSTEMS = Table(
    "systems",
    "one submitted system",
    ("round", "division", "submitter", "system"),
    (
        ROUND,
        DIVISION,
        SUBMITTER,
        SYSTEM,
        _text("system_name", "name of the system in its description", nullable=True),
        _text("status", "availability in its description", nullable=True),
        _text("system_type", "suite in its description", nullable=True),
        Column("nodes", "integer", "nodes", nullable=True, minimum=1),
        Column(
            "accelerators_per_node",
            "integer",
            "accelerators in a node; empty for a CPU-only system or a description that is not a number",
            nullable=True,
            minimum=0,
        ),
        _text("accelerator", "accelerator model", nullable=True),
        _text("accelerator_memory", "memory of one accelerator", nullable=True),
        _text("accelerator_memory_type", "kind of that memory", nullable=True),
        _text("accelerator_interconnect", "link between accelerators", nullable=True),
        _text(
            "power_limit_mark",
            "mark of the power limit per accelerator that the notes state: equal marks, equal limits; the limit itself "
            "is not given, because v6.0 has no measured power",
            nullable=True,
        ),
        _text("host_processor", "host processor model", nullable=True),
        Column("host_processors_per_node", "integer", "host processors in a node", nullable=True, minimum=0),
        _text("host_memory", "host memory", nullable=True),
        _text("network", "host networking", nullable=True),
        _text("network_cards", "network cards of a node", nullable=True),
        _text("cooling", "cooling", nullable=True),
        _text("software", "framework line of the description", nullable=True),
        _text("driver", "driver version named in the description", nullable=True),
        _text("operating_system", "operating system", nullable=True),
        *SOURCE,
    ),
)

TRAINING_RESULTS = Table(
    "training_results",
    "one entry of MLPerf Training or MLPerf HPC: a submitter's runs of one benchmark on one system",
    ("row_id",),
    (
        _text("row_id", "our id of the row: suite, round, division, submitter, system, benchmark, scaling"),
        _text("suite", "MLPerf Training or MLPerf HPC", allowed=("training", "hpc")),
        _text("round", "round of that suite, such as v5.1"),
        _text("division", "closed or open", allowed=("closed", "open")),
        _text(
            "availability",
            "can it be bought: available, preview, rdi",
            nullable=True,
            allowed=AVAILABILITIES,
        ),
        SUBMITTER,
        SYSTEM,
        _text("system_name", "name of the system in its description", nullable=True),
        _text("accelerator", "accelerator model; empty for a CPU-only system", nullable=True),
        _text("accelerator_vendor", "maker of the accelerator; empty for a CPU-only system", nullable=True),
        _text("platform_vendor", "maker of the silicon that ran: of the accelerator, or of a CPU-only system's CPU"),
        Column(
            "accelerators",
            "integer",
            "accelerator chips (a TPU chip counts once, whatever its cores); empty for a CPU-only system",
            nullable=True,
            minimum=1,
        ),
        _text("accelerators_from", "where the number of chips comes from"),
        Column("nodes", "integer", "nodes in the system", nullable=True, minimum=1),
        Column("processors", "integer", "host processors in the system", nullable=True, minimum=1),
        _text("benchmark", "benchmark, by its canonical name in data/training.yml"),
        _text(
            "scaling",
            "HPC: strong (time to train one model) or weak (many models at once); empty for Training",
            nullable=True,
            allowed=("strong", "weak"),
        ),
        Column(
            "time_to_train_minutes", "float", "score by the official rule", unit="minutes", nullable=True, minimum=0
        ),
        Column(
            "models_per_minute",
            "float",
            "HPC weak scaling: trained models per minute",
            unit="models/minute",
            nullable=True,
            minimum=0,
        ),
        Column("runs", "integer", "runs submitted", nullable=True, minimum=0),
        Column("runs_failed", "integer", "runs that did not reach the target", nullable=True, minimum=0),
        Column("runs_dropped", "integer", "fastest and slowest runs that the rule drops, both ends", nullable=True),
        Column("runs_absent", "integer", "runs listed upstream whose log is absent", nullable=True, minimum=0),
        Column("scaling_factor", "float", "factor for convergence by which the mean is multiplied", minimum=0),
        _text("score_rule", "rule of the score in words: runs needed, dropped, kept"),
        _text(
            "obtained",
            "how the score was obtained: log or typed; empty without one",
            nullable=True,
            allowed=("log", "typed"),
        ),
        _text("reason", "why there is no score, or what is unusual about it", nullable=True),
        _text("repo", "repository of the source, as owner/name on GitHub"),
        _text("commit", "commit of that repository"),
        _text("path", "folder of the runs in that commit"),
        _text("software", "framework line of the description", nullable=True),
    ),
)

OFFICIAL_SCORES = Table(
    "official_scores",
    "one entry of a round that MLCommons' own scorer was run on, beside our score",
    ("row_id",),
    (
        _text("row_id", "entry: key of training_results"),
        _text("suite", "MLPerf Training or MLPerf HPC", allowed=("training", "hpc")),
        _text("round", "round of that suite, such as v5.1"),
        Column("our_score", "float", "our score, as in training_results", nullable=True, minimum=0),
        Column(
            "official_score",
            "float",
            "score by mlperf_logging.result_summarizer; empty without one",
            nullable=True,
            minimum=0,
        ),
        _text("unit", "unit of both", allowed=("minutes", "models/minute")),
        Column("agrees", "boolean", "equal to nine digits; empty where logs are absent", nullable=True),
        _text("scorer", "package and version of the scorer"),
    ),
    ingested=False,
)

# Parts of a deployment that a setting configures, and kinds of setting.
COMPONENTS = ("engine", "harness", "prefill", "decode", "router", "loadgen")
GROUPS = (
    "parallelism",
    "batching",
    "kv_cache",
    "moe",
    "attention",
    "attention_dp",
    "speculative",
    "disaggregation",
    "router",
    "cuda_graphs",
    "scheduling",
    "stream",
    "precision",
    "environment",
    "load",
    "other",
)

ENGINE_SETTINGS = Table(
    "engine_settings",
    "one setting of one submitted configuration, for one published result",
    ("round", "row_id", "component", "configuration", "setting", "path"),
    (
        _text("row_id", "published result that the configuration belongs to: key of inference_results"),
        *ENTRY,
        _text(
            "component",
            "part of the deployment that the setting configures",
            allowed=COMPONENTS,
        ),
        _text("configuration", "the export of the file that holds the setting: a file may hold several"),
        _text(
            "group",
            "kind of setting",
            allowed=GROUPS,
        ),
        _text("setting", "our canonical name of the setting; an environment switch keeps its own"),
        _text("value", "value as JSON text"),
        _text("raw_name", "upstream's own key"),
        Column("selected", "boolean", "by the rules and the load in user.conf, the run used this value"),
        Column("inferred", "boolean", "the file is not the entry's own but follows from upstream's scale-out rule"),
        _text("inferred_from", "the rule by which the file applies; empty when it is the entry's own", nullable=True),
        *SOURCE,
    ),
)

SKIPPED = Table(
    "skipped",
    "one thing that ingestion met and did not use, or could not read",
    ("round", "kind", "path", "line", "reason"),
    (
        _text("round", "round as data/rounds.yml names it, such as v6.0 or training-v5.1"),
        _text("kind", "what it is: log, run, system, setting, configuration"),
        _text("path", "file or folder in the round's commit"),
        _text("blob", "git blob id, where it is a file", nullable=True),
        Column("line", "integer", "line in that file", nullable=True, minimum=1),
        _text("reason", "why it was not used"),
    ),
)

TABLES: dict[str, Table] = {
    t.name: t
    for t in (INFERENCE_RESULTS, LOADGEN_RUNS, SYSTEMS, ENGINE_SETTINGS, TRAINING_RESULTS, OFFICIAL_SCORES, SKIPPED)
}
