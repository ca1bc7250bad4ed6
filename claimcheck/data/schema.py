"""Every table and column of ``data/``, described once.

The loader, the writer and the site's data page all read these
descriptions. A dtype is one of ``string``, ``float``, ``integer``, ``boolean``; a
column that may be empty says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from claimcheck.data.paths import DERIVED, INGESTED, address

Dtype = Literal["string", "float", "integer", "boolean"]


@dataclass(frozen=True)
class Column:
    """One column: its name, dtype, meaning, unit, and the values it may hold.

    A ``copied`` one holds values of another table exactly as that has them.
    """

    name: str
    dtype: Dtype
    description: str
    unit: str | None = None
    nullable: bool = False
    allowed: tuple[str, ...] | None = None
    minimum: float | None = None
    copied: bool = False


@dataclass(frozen=True)
class Table:
    """One table: its grain (what a row is), its key (unique, and the sort order), its columns.

    A ``compressed`` table is stored as gzipped CSV: plain, it is over 0.8 MB. A ``derived`` one
    follows from other tables and is in a folder of its own; one that is neither that nor ``ingested`` is made by a
    command of its own.
    """

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    compressed: bool = False
    ingested: bool = True
    derived: bool = False

    @property
    def file(self) -> str:
        """Path of the table's file below ``data/``."""
        return f"{DERIVED if self.derived else INGESTED}/{self.name}.csv" + ".gz" * self.compressed

    @property
    def address(self) -> str:
        """Path of the table's file below the site's ``data/``."""
        return address(self.file)

    @property
    def names(self) -> list[str]:
        """Column names in file order."""
        return [c.name for c in self.columns]

    @property
    def computed(self) -> list[str]:
        """Columns of floats that the table itself computes, in file order: they are rounded when they are recorded."""
        return [c.name for c in self.columns if self.derived and c.dtype == "float" and not c.copied]


def _text(name: str, description: str, *, nullable: bool = False, allowed: tuple[str, ...] | None = None) -> Column:
    return Column(name, "string", description, nullable=nullable, allowed=allowed)


def _number(
    name: str, description: str, unit: str | None = None, *, nullable: bool = False, minimum: float | None = None
) -> Column:
    return Column(name, "float", description, unit, nullable, minimum=minimum)


def _count(name: str, description: str, *, nullable: bool = False, minimum: float | None = 0) -> Column:
    return Column(name, "integer", description, nullable=nullable, minimum=minimum)


def _flag(name: str, description: str, *, nullable: bool = False) -> Column:
    return Column(name, "boolean", description, nullable=nullable)


def _ms(name: str, description: str) -> Column:
    return _number(name, description, "ms", nullable=True, minimum=0)


def _derived(name: str, grain: str, key: tuple[str, ...], columns: tuple[Column, ...], **more: bool) -> Table:
    return Table(name, grain, key, columns, ingested=False, derived=True, **more)


def _of(table: Table, *names: str, suffix: str = "", **changes: object) -> tuple[Column, ...]:
    """Columns of ``table`` as another table holds them: under their names with ``suffix``, and with ``changes``."""
    found = {column.name: column for column in table.columns}
    changes |= {"copied": True}
    return tuple(replace(found[name], name=f"{name}{suffix}", **changes) for name in names)  # type: ignore[arg-type]


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
_RESULT = _text("row_id", "published result: key of inference_results")
_SYSTEM_NAME = _text("system_name", "name of the system in its description", nullable=True)
_PLATFORM = _text("platform_vendor", "maker of the silicon that ran: of the accelerator, or of a CPU-only system's CPU")
_ACCELERATOR_VENDOR = _text(
    "accelerator_vendor", "maker of the accelerator; empty for a CPU-only system", nullable=True
)
_TRAINING_SUITE = _text("suite", "MLPerf Training or MLPerf HPC", allowed=("training", "hpc"))
_TRAINING_ROUND = _text("round", "round of that suite, such as v5.1")
_FRAMEWORK = _text("software", "framework line of the description", nullable=True)
_COMMIT = (
    _text("repo", "repository of the source, as owner/name on GitHub"),
    _text("commit", "commit of that repository"),
)
SOURCE = (
    *_COMMIT,
    _text("path", "file in that commit"),
    _text("blob", "git blob id of that file"),
    _count("line", "line of the fact in that file (1-based)", minimum=1),
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
        _ACCELERATOR_VENDOR,
        _PLATFORM,
        _count(
            "accelerators",
            "accelerators in the system; empty for a CPU-only system or where the source gives no number",
            nullable=True,
            minimum=1,
        ),
        _count("nodes", "nodes in the system; empty where the source does not say", nullable=True, minimum=1),
        BENCHMARK,
        _text("model", "model that ran, as published (differs from the benchmark in the open division)"),
        SCENARIO,
        _number("value", "published result", minimum=0),
        _text(
            "unit", "unit of the value", allowed=("tokens/s", "samples/s", "queries/s", "ms", "s", "streams", "tasks/s")
        ),
        _flag("higher_is_better", "true for rates, false for latencies"),
        _text(
            "software",
            "software stack as published; describes the submission, not the run",
            nullable=True,
        ),
        _text(
            "software_note",
            "where the rest of software was read that the source of the row cuts off, or that it is cut; empty: not cut",
            nullable=True,
        ),
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
        _text("log_path", "log of the run, in the same commit unless log_commit names another", nullable=True),
        _text("log_repo", "repository of that log, where it is another; as owner/name on GitHub", nullable=True),
        _text("log_commit", "commit of that repository", nullable=True),
        _text("log_blob", "git blob id of that log (equal ids: the same run)", nullable=True),
        _count("log_line", "line of the metric in that log", nullable=True, minimum=1),
        _number("log_value", "the metric as the log prints it, in the published unit", nullable=True, minimum=0),
        _flag("log_agrees", "published value and log equal at the coarser printed precision", nullable=True),
        _text("log_note", "which log metric was compared or taken, or why none was"),
        _number(
            "experiments_value",
            "the same result in MLCommons' experiments repository, in the unit of value",
            nullable=True,
            minimum=0,
        ),
        _text("experiments_path", "file of that result in the experiments repository", nullable=True),
        _flag(
            "experiments_agrees", "value and experiments_value equal at the coarser printed precision", nullable=True
        ),
    ),
    compressed=True,
)

_QUANTILES = ("mean", "p50", "p90", "p95", "p97", "p99", "p99_9", "min", "max")


def _latency(prefix: str, what: str) -> tuple[Column, ...]:
    return tuple(_ms(f"{prefix}_{q}_ms", f"{q.replace('_', '.')} of {what}") for q in _QUANTILES)


LOADGEN_RUNS = Table(
    "loadgen_runs",
    "one performance run, as the log of LoadGen or the report of the newer harness has it",
    ("run_id",),
    (
        _text("run_id", "our id of the run: round and folder of the run"),
        *ENTRY,
        _text(
            "obtained",
            "log: read from the repository; typed: typed by hand from the file (data/typed), because no snapshot of "
            "the repository can be had",
            allowed=("log", "typed"),
        ),
        _text("note", "of a typed run: its line in the typed table, and the errors or warnings printed", nullable=True),
        _text(
            "log_scenario",
            "scenario that LoadGen ran (Server for an Interactive result); empty in a report of the newer harness",
            nullable=True,
        ),
        _text(
            "precision",
            "detail: rates with six digits, from the detail log; summary: rates with two decimals, from the summary "
            "log alone; report: every digit, from the newer harness's result_summary.json",
            allowed=("detail", "summary", "report"),
        ),
        _text(
            "window",
            "what the completed rates divide by. final query: from the start to the completion of the last query "
            "issued; legacy: the newer harness's legacy_loadgen_window_duration_ns, which is the same; whole run: from "
            "the start to the last completion of all. Empty in other scenarios",
            nullable=True,
            allowed=("final query", "legacy", "whole run"),
        ),
        _number("window_s", "that duration, where it is printed (newer harness)", "s", nullable=True, minimum=0),
        _text(
            "validity",
            "LoadGen's own verdict on the run; empty in a report of the newer harness, which prints none",
            nullable=True,
            allowed=("VALID", "INVALID"),
        ),
        _flag("min_duration_met", "ran at least the minimum duration", nullable=True),
        _flag("min_queries_met", "issued at least the minimum number of queries", nullable=True),
        _flag("early_stopping_met", "passed the early-stopping test", nullable=True),
        _flag("perf_constraints_met", "met the latency limits (Server)", nullable=True),
        _number("target_qps", "arrival rate asked for (Server), or expected rate", "queries/s", nullable=True),
        _number("scheduled_samples_per_s", "arrival rate realised (Server)", "samples/s", nullable=True),
        _number(
            "completed_samples_per_s",
            "(n - 1) samples over the window (Server)",
            "samples/s",
            nullable=True,
        ),
        _number(
            "completed_tokens_per_s",
            "all output tokens over the window (Server)",
            "tokens/s",
            nullable=True,
        ),
        _number("offline_samples_per_s", "samples over the longest latency (Offline)", "samples/s", nullable=True),
        _number("offline_tokens_per_s", "output tokens over the longest latency (Offline)", "tokens/s", nullable=True),
        _number(
            "logged_offered_tokens_per_s",
            "all output tokens over the time in which queries were issued, as the log prints it (Server)",
            "tokens/s",
            nullable=True,
        ),
        _number(
            "logged_request_tokens_per_s",
            "mean output length over mean latency, as the log prints it (Server)",
            "tokens/s",
            nullable=True,
        ),
        _count(
            "query_count",
            "queries issued; of a Server run with the summary alone, which does not print them: by LoadGen's rule, "
            "from the minima in force and whole passes over the sample set, where that leaves one number",
            nullable=True,
            minimum=1,
        ),
        _count("samples_per_query", "samples in a query", nullable=True, minimum=1),
        _number(
            "mean_tokens_per_sample",
            "mean output length, from the two rates; as printed in a report of the newer harness",
            "tokens",
            nullable=True,
        ),
        _number(
            "start_to_last_completion_s",
            "from the start of the run to its last completion (power_begin to power_end in LoadGen's detail log, "
            "duration_ns in a report)",
            "s",
            nullable=True,
        ),
        *_latency("latency", "query latency"),
        *_latency("ttft", "time to first token (TTFT)"),
        *_latency("tpot", "time per output token (TPOT)"),
        _ms("ttft_limit_ms", "limit in force on the 99th percentile of TTFT"),
        _ms("tpot_limit_ms", "limit in force on the 99th percentile of TPOT"),
        _ms("latency_limit_ms", "limit in force on query latency"),
        _ms("min_duration_ms", "minimum duration in force"),
        _count("min_query_count", "minimum number of queries in force", nullable=True, minimum=None),
        _text("qsl_seed", "seed of the sample library (64-bit, as text)", nullable=True),
        _text("sample_index_seed", "seed of the sample order (64-bit, as text)", nullable=True),
        _text("schedule_seed", "seed of the arrival times (64-bit, as text)", nullable=True),
        _text("loadgen_version", "version of LoadGen", nullable=True),
        _text("started_utc", "date and time of the test as logged", nullable=True),
        *_TYPED_SOURCE,
    ),
    compressed=True,
)

ACCURACY_RESULTS = Table(
    "accuracy_results",
    "one metric of one result's accuracy run, with its target and what the submitter declared of the weights",
    ("row_id", "metric"),
    (
        _text("row_id", "result whose accuracy it is: key of inference_results"),
        ROUND,
        _text("metric", "metric, as MLCommons' submission checker calls it (ACCURACY: share of words that are right)"),
        _number("value", "figure of the accuracy run, in the metric's own unit as printed", minimum=0),
        _number(
            "target",
            "least value that the closed division may have (data/accuracy.yml); empty for a metric without one",
            nullable=True,
        ),
        _number("upper_limit", "greatest value that it may have, where there is one", nullable=True),
        _number("margin", "value over target, less one: 0 is at the target", nullable=True),
        _text("hash", "hash of the accuracy run's log, as the file prints it", nullable=True),
        _text("declared_weight_dtype", "number format of the weights as the submitter declares it", nullable=True),
        _text("declared_input_dtype", "number format of the inputs as the submitter declares it", nullable=True),
        _text("starting_weights", "weights that the submitter declares to have started from", nullable=True),
        _text("weight_transformations", "what the submitter declares to have done to them", nullable=True),
        _text("declared_path", "file that declares this, in the same commit (v4.1, v5.1, v6.0)", nullable=True),
        _text("declared_blob", "git blob id of that file", nullable=True),
        *SOURCE,
    ),
    compressed=True,
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
        _SYSTEM_NAME,
        _text("status", "availability in its description", nullable=True),
        _text("system_type", "suite in its description", nullable=True),
        _count("nodes", "nodes", nullable=True, minimum=1),
        _count(
            "accelerators_per_node",
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
        _count("host_processors_per_node", "host processors in a node", nullable=True),
        _text("host_memory", "host memory", nullable=True),
        _text("network", "host networking", nullable=True),
        _text("network_cards", "network cards of a node", nullable=True),
        _text("cooling", "cooling", nullable=True),
        _FRAMEWORK,
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
        _TRAINING_SUITE,
        _TRAINING_ROUND,
        _text("division", "closed or open", allowed=("closed", "open")),
        _text("availability", "can it be bought: available, preview, rdi", nullable=True, allowed=AVAILABILITIES),
        SUBMITTER,
        SYSTEM,
        _SYSTEM_NAME,
        _text("accelerator", "accelerator model; empty for a CPU-only system", nullable=True),
        _ACCELERATOR_VENDOR,
        _PLATFORM,
        _count(
            "accelerators",
            "accelerator chips (a TPU chip counts once, whatever its cores); empty for a CPU-only system",
            nullable=True,
            minimum=1,
        ),
        _text("accelerators_from", "where the number of chips comes from"),
        _count("nodes", "nodes in the system", nullable=True, minimum=1),
        _count("processors", "host processors in the system", nullable=True, minimum=1),
        _text("benchmark", "benchmark, by its canonical name in data/training.yml"),
        _text(
            "scaling",
            "HPC: strong (time to train one model) or weak (many models at once); empty for Training",
            nullable=True,
            allowed=("strong", "weak"),
        ),
        _number("time_to_train_minutes", "score by the official rule", "minutes", nullable=True, minimum=0),
        _number(
            "models_per_minute",
            "HPC weak scaling: trained models per minute",
            "models/minute",
            nullable=True,
            minimum=0,
        ),
        _count("runs", "runs submitted", nullable=True),
        _count("runs_failed", "runs that did not reach the target", nullable=True),
        _count("runs_dropped", "fastest and slowest runs that the rule drops, both ends", nullable=True, minimum=None),
        _count("runs_absent", "runs listed upstream whose log is absent", nullable=True),
        _number("scaling_factor", "factor for convergence by which the mean is multiplied", minimum=0),
        _text("score_rule", "rule of the score in words: runs needed, dropped, kept"),
        _text(
            "obtained",
            "how the score was obtained: log or typed; empty without one",
            nullable=True,
            allowed=("log", "typed"),
        ),
        _text("reason", "why there is no score, or what is unusual about it", nullable=True),
        *_COMMIT,
        _text("path", "folder of the runs in that commit"),
        _FRAMEWORK,
    ),
    compressed=True,
)

OFFICIAL_SCORES = Table(
    "official_scores",
    "one entry of a round that MLCommons' own scorer was run on, beside our score",
    ("row_id",),
    (
        _text("row_id", "entry: key of training_results"),
        _TRAINING_SUITE,
        _TRAINING_ROUND,
        _number("our_score", "our score, as in training_results", nullable=True, minimum=0),
        _number(
            "official_score", "score by mlperf_logging.result_summarizer; empty without one", nullable=True, minimum=0
        ),
        _text("unit", "unit of both", allowed=("minutes", "models/minute")),
        _flag("agrees", "equal to nine digits; empty where logs are absent", nullable=True),
        _text("scorer", "package and version of the scorer"),
    ),
    ingested=False,
)

VERIFIED = Table(
    "verified",
    "one repository, as the last comparison of our tables with it found them",
    ("repo",),
    (
        *_COMMIT,
        _text("committed", "day of the commit, by its committer (UTC)"),
        _text("rounds", "rounds that were rebuilt from it, as rounds.yml names them"),
        _text("verified", "day of the comparison"),
        _count("rows", "rows of these rounds, all tables, rebuilt and compared"),
        _count("equal", "how many of these rows are equal in every cell"),
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
        _text("component", "part of the deployment that the setting configures", allowed=COMPONENTS),
        _text("configuration", "the export of the file that holds the setting: a file may hold several"),
        _text("group", "kind of setting", allowed=GROUPS),
        _text("setting", "our canonical name of the setting; an environment switch keeps its own"),
        _text("value", "value as JSON text"),
        _text("raw_name", "upstream's own key"),
        _flag("selected", "by the rules and the load in user.conf, the run used this value"),
        _flag("inferred", "the file is not the entry's own but follows from upstream's scale-out rule"),
        _text("inferred_from", "the rule by which the file applies; empty when it is the entry's own", nullable=True),
        *SOURCE,
    ),
    compressed=True,
)

# Parts of what a submitter shipped, as the differences between two entries are told.
PARTS = ("harness", "model", "checks", "systems", "launch", "image", "settings", "user_conf", "readme", "pin")

SUBMITTED_FILES = Table(
    "submitted_files",
    "one file or folder of the code that a submitter shipped, by its git id, or one version that the code pins",
    ("file_id",),
    (
        _text("file_id", "our id of the row: round, part, entry where it is one's, path, line of a pin"),
        ROUND,
        DIVISION,
        SUBMITTER,
        _text("system", "system whose entry the file is; empty for code that serves all", nullable=True),
        _text("benchmark", "benchmark that the file is for; empty for code that serves all", nullable=True),
        _text("scenario", "scenario of the entry whose file it is; empty for code that serves all", nullable=True),
        _text(
            "part",
            "harness (issues the queries, starts the servers), model (a benchmark's own code), checks (run after the "
            "measurement), systems (list of machines), launch (scripts that start a run), image (container build), "
            "settings (configuration), user_conf, readme, pin (a version that the code names)",
            allowed=PARTS,
        ),
        _text("kind", "what the row names", allowed=("file", "folder", "pin")),
        _text(
            "name", "path below the harness's folder or its parent, alike in two trees of one layout; a pin's variable"
        ),
        _text("git_id", "git's blob or tree id; for a pin, of the file that holds it"),
        _text(
            "content_id",
            "equal ids, equal content: a file's blob id; for a folder, a digest of the names and blob ids below it "
            "(its tree id would also tell apart files that differ only in being executable); for a pin, empty",
            nullable=True,
        ),
        _text("value", "the version that a pin names; empty where the file asks a command for it", nullable=True),
        *_COMMIT,
        _text("path", "file or folder in that commit"),
        _count("line", "line of the pin in that file (1-based)", nullable=True, minimum=1),
    ),
    compressed=True,
)

# What a submitted file is, for evidence of a mechanism; the first are closest to what ran.
EVIDENCE_KINDS = ("config file", "launch script", "documentation", "metadata", "software string", "code library")

MECHANISM_EVIDENCE = Table(
    "mechanism_evidence",
    "a word in a submitted file that names a mechanism of mechanisms.yml; equal files count once",
    ("round", "mechanism", "path", "line", "token"),
    (
        ROUND,
        DIVISION,
        SUBMITTER,
        _text("also_in", "other submitters whose tree has the same file", nullable=True),
        _count("files", "files with this content", minimum=1),
        _text("mechanism", "mechanism, by its key in data/mechanisms.yml"),
        _text("kind", "what the file is", allowed=EVIDENCE_KINDS),
        _text("says", "for: names the mechanism; against: names another choice", allowed=("for", "against")),
        _text("token", "the word, at most 40 characters"),
        _count("hits", "how often the word stands in the file or section", minimum=1),
        replace(BENCHMARK, description="benchmark that the file or section is about", nullable=True),
        replace(SCENARIO, description="scenario that the file, section or command is about", nullable=True),
        replace(SYSTEM, description="system that the file is about, or chip and number (GB300x72)", nullable=True),
        _flag("tied", "the file or section is about one benchmark, scenario and system"),
        *SOURCE,
    ),
)

SKIPPED = Table(
    "skipped",
    "one thing that ingestion met and did not use, or could not read",
    ("round", "kind", "path", "line", "reason"),
    (
        _text("round", "round as data/rounds.yml names it, such as v6.0 or training-v5.1"),
        _text("kind", "what it is: log, run, system, setting, configuration, accuracy"),
        _text("path", "file or folder in the round's commit"),
        _text("blob", "git blob id, where it is a file", nullable=True),
        _count("line", "line in that file", nullable=True, minimum=1),
        _text("reason", "why it was not used"),
    ),
)

_GROUP = _text("group", "round's software on one chip: a group of data/serving.yml")
_VARIANT = _text("variant", "form of the model: a variant of data/serving.yml")


def _step(name: str, what: str, unit: str) -> Column:
    return Column(name, "float", f"time of one engine step: {what}", unit=unit, minimum=0)


SERVING_FITS = _derived(
    "serving_fits",
    "the serving model fitted to one group of runs in one form",
    ("group", "variant"),
    (
        _GROUP,
        _VARIANT,
        _step("base_ms", "part that is always there", "ms"),
        _step("per_request_us", "part for each request of the fullest rank's batch", "µs"),
        _step("per_token_ns", "part for each output token that the fullest rank holds in cache", "ns"),
        _step("prefill_ms", "part for each prefill of the rank that has most", "ms"),
        _text("free", "terms that were fitted, the others are held"),
        _number("rms_error", "root mean square of the logarithmic errors in the fitted runs", minimum=0),
        _text("fitted_on", "row_id of the fitted runs, divided by spaces"),
    ),
)

SERVING_PREDICTIONS = _derived(
    "serving_predictions",
    "one figure of one run, as its log has it and as the serving model predicts it",
    ("group", "row_id", "quantity"),
    (
        _RESULT,
        _GROUP,
        _flag("fitted", "the group's model was fitted on this run"),
        _text("quantity", "figure, with its unit; step_factor: by what every step must be multiplied for the logged "
              "requests in flight to come out"),
        _number("logged", "as the log has it", minimum=0),
        _number("predicted", "as the model has it", minimum=0),
        _number("predicted_low", "completion factor: nine in ten final queries are above", nullable=True),
        _number("predicted_high", "completion factor: nine in ten final queries are below", nullable=True),
        _flag("spoiled", "the logged mean is spoiled by a few absurd values"),
    ),
)  # fmt: skip


def _per_accelerator(name: str, what: str, unit: str, *, nullable: bool = False) -> Column:
    return Column(name, "float", f"{what}, per accelerator", unit=unit, nullable=nullable, minimum=0)


SERVING_SWEEPS = _derived(
    "serving_sweeps",
    "one simulated operating point of the serving model: no MLPerf result",
    ("sweep", "group", "variant", "case", "rate_per_accelerator", "arrivals_s"),
    (
        _text("sweep", "load: steady state at a load; limit: at the highest load within the limits; duration: a whole "
              "run from empty to empty", allowed=("load", "limit", "duration")),
        _GROUP,
        _VARIANT,
        _text("case", "what differs from the plain case: form of the model, time per request held, arrivals, speed of "
              "the steps, routing, counters of the balance, length of the outputs, rate"),
        _count("replicas", "engines behind one router", minimum=1),
        _number("step_factor", "factor on every step's time", minimum=0),
        _number("length_factor", "factor on every output's length", minimum=0),
        _count("seed", "seed of arrivals and lengths", minimum=None),
        _per_accelerator("rate_per_accelerator", "offered load", "queries/s"),
        _number("arrivals_s", "how long queries arrive; a steady state is measured in the middle", "s"),
        _per_accelerator("in_flight_per_accelerator", "requests in flight", "requests"),
        _per_accelerator("offered_tokens_per_s_per_accelerator", "offered rate × mean length", "tokens/s"),
        _per_accelerator("published_tokens_per_s_per_accelerator", "tokens to the completion of the last issued query, "
                         "mean over which query that is", "tokens/s", nullable=True),
        *(
            _per_accelerator(f"published_{end}_tokens_per_s_per_accelerator", f"the same, one in twenty is {end}er",
                             "tokens/s", nullable=True)
            for end in ("low", "high")
        ),
        _per_accelerator("full_run_tokens_per_s_per_accelerator", "tokens to the last completion", "tokens/s",
                         nullable=True),
        *(_ms(f"{what}_{q}_ms", f"{q} of {what.upper()}") for what in ("tpot", "ttft") for q in ("mean", "p50", "p99")),
        _number("largest_batch", "most requests that any rank held", minimum=0),
    ),
)  # fmt: skip


ROUTING_SWEEPS = _derived(
    "routing_sweeps",
    "one simulated load under one router, with KV caches that requests share: no MLPerf result",
    ("shared", "load", "policy"),
    (
        _number("shared", "share of an input that others of its family have too", minimum=0),
        _number("load", "work offered over what the servers can do if nothing is reused", minimum=0),
        _text("policy", "router", allowed=("round-robin", "least work", "KV-aware")),
        *(Column(q, "float", f"{q} of the time to the first token", unit="s", minimum=0) for q in ("mean", "p99")),
        _number("hit", "share of the input tokens that was held", minimum=0),
        _number("busy", "work given to the servers over what they can do while requests arrive", minimum=0),
        _number("faster", "round-robin's mean over this router's", minimum=0),
    ),
)


_FAMILY = _text("family", "benchmark without its accuracy target: bert-99 and bert-99.9 are bert")
_CHIP = _text(
    "chip", "accelerator's model without maker, form and memory, such as GB300; empty without one", nullable=True
)
_PER_ACCELERATOR = _number("per_accelerator", "value over accelerators, in the unit of the value", nullable=True)
_IN_UNIT = "in tokens/s, or in samples/s where the benchmark counts those"

COMPARISONS = _derived(
    "comparisons",
    "one defensible comparison of two successive rounds: closed results on one accelerator, benchmark and scenario",
    ("row_id_before", "row_id_after"),
    (
        _text("row_id_before", "result of the earlier round: key of inference_results"),
        _text("row_id_after", "result of the later round: key of inference_results"),
        _text("before", "earlier round"),
        _text("after", "later round, the next one"),
        BENCHMARK,
        _FAMILY,
        SCENARIO,
        _text("accelerator", "accelerator as published"),
        replace(_CHIP, nullable=False),
        _text("rule", "rules that choose the pair, divided by semicolons; none of them looks at the ratio"),
        _text(
            "kept",
            "what the submitter kept, of its results on as many of the same accelerators: its system; or, where it "
            "renamed all of them, the size, its best beside its best; empty for other comparisons",
            nullable=True,
            allowed=("system", "size"),
        ),
        _number("ratio", "result per accelerator, after over before"),
        _flag("same_submitter", "both results are one submitter's"),
        _flag("same_number", "both systems have as many accelerators"),
        _flag("same_system", "both results are one submitter's, on systems of one name"),
        _flag("both_available", "both systems are in the category available"),
        _flag("repeats", "another accuracy target of the benchmark has a row for the same two runs"),
        *(
            column
            for side in ("before", "after")
            for column in (
                *_of(INFERENCE_RESULTS, "result_id", "submitter", "system", suffix=f"_{side}"),
                *_of(INFERENCE_RESULTS, "accelerators", suffix=f"_{side}", nullable=False),
                *_of(INFERENCE_RESULTS, "availability", "value", suffix=f"_{side}"),
                replace(_PER_ACCELERATOR, name=f"per_accelerator_{side}", nullable=False),
            )
        ),
    ),
    compressed=True,
)

IMPOSED_COMPARISONS = _derived(
    "imposed_comparisons",
    "the best comparison of two rounds in a cell that meets a set of conditions: what is left of a ratio under them",
    ("before", "after", "benchmark", "scenario", "accelerator", "same_submitter", "same_number", "both_available"),
    (
        _text("before", "earlier round"),
        _text("after", "later round"),
        BENCHMARK,
        SCENARIO,
        _text("accelerator", "accelerator as published"),
        _flag("same_submitter", "only comparisons of one submitter's results count"),
        _flag("same_number", "only comparisons of as many accelerators count"),
        _flag("both_available", "only comparisons of systems in the category available count"),
        _text("row_id_before", "result of the earlier round: key of inference_results"),
        _text("row_id_after", "result of the later round: key of inference_results"),
        _number("ratio", "result per accelerator, after over before"),
    ),
    compressed=True,
)

OPERATING_POINTS = _derived(
    "operating_points",
    "one Server or Interactive result whose run is in loadgen_runs, seen by its rates, latencies and limits",
    ("row_id",),
    (
        _RESULT,
        _text("run_id", "its run: key of loadgen_runs"),
        *_of(INFERENCE_RESULTS, "result_id"),
        *ENTRY,
        _FAMILY,
        *_of(INFERENCE_RESULTS, "accelerator"),
        _CHIP,
        *_of(INFERENCE_RESULTS, "accelerators", "availability", "value", "unit"),
        _PER_ACCELERATOR,
        *_of(INFERENCE_RESULTS, "log_blob"),
        *_of(LOADGEN_RUNS, "precision", "window"),
        *_of(LOADGEN_RUNS, "query_count", nullable=False),
        *_of(LOADGEN_RUNS, "target_qps"),
        _number("offered_rate", "arrival rate: (n - 1) queries over arrivals_s", "samples/s"),
        _text(
            "offered_from",
            "log: the realised rate, as printed; target: the rate asked for, because the newer harness prints no other",
            allowed=("log", "target"),
        ),
        _number("completed_rate", "(n - 1) queries over final_done_s", "samples/s"),
        _number("mean_length", "mean output length; empty where the log counts samples", "tokens", nullable=True),
        _number("completion_factor", "completed over offered rate"),
        _number("count_factor", "n / (n - 1) for n queries"),
        _number("offered", f"offered rate x mean length: the rate over the arrivals, {_IN_UNIT}"),
        _number("published", f"rate to the completion of the last issued query, as the log prints it, {_IN_UNIT}"),
        _number("full_run", f"rate to the last completion of all, {_IN_UNIT}", nullable=True),
        _number("arrivals_s", "how long queries arrived", "s"),
        _number("final_done_s", "from the start to the completion of the last issued query", "s"),
        _number("full_run_s", "from the start to the last completion of all", "s", nullable=True),
        _number("final_latency_s", "latency of the last issued query", "s"),
        _number("after_s", "from the completion of the last issued query to the last of all", "s", nullable=True),
        _text("ends_on", "round, benchmark and query count: runs that share it ended on the same sample"),
        _number("in_means", "latency of the last issued query, in mean latencies"),
        _number("mean_latencies", "for how many mean latencies queries arrived"),
        _number("longest_latencies", "for how many longest latencies queries arrived"),
        _number(
            "final_length",
            "what the last issued query wrote, if at the run's median TPOT after its median TTFT (an estimate)",
            "tokens",
            nullable=True,
        ),
        _number("in_flight", "requests in flight by Little's law: offered rate x mean latency", "requests"),
        _number("in_flight_per_accelerator", "the same per accelerator", "requests", nullable=True),
        _number(
            "in_flight_whole_run",
            "request-seconds of all queries over the whole run, filling and emptying included, per accelerator",
            "requests",
            nullable=True,
        ),
        _number("tokens_per_request_second", "mean length over mean latency", "tokens/s", nullable=True),
        _number("offered_per_accelerator", "offered rate per accelerator", "samples/s", nullable=True),
        _number("offered_per", "offered, per accelerator", nullable=True),
        _number("published_per", "published, per accelerator", nullable=True),
        _number("full_run_per", "full_run, per accelerator", nullable=True),
        _number("published_over_offered", "value over offered"),
        *_of(
            LOADGEN_RUNS, "latency_mean_ms", "latency_max_ms", "ttft_mean_ms", "ttft_p50_ms", "ttft_p99_ms",
            "ttft_max_ms", "ttft_limit_ms", "tpot_mean_ms", "tpot_p50_ms", "tpot_p99_ms", "tpot_max_ms",
            "tpot_limit_ms",
        ),
        _number("per_mean_tpot", "1000 / mean TPOT in ms", "tokens/s", nullable=True),
        _number("per_median_tpot", "1000 / median TPOT in ms", "tokens/s", nullable=True),
        _number("ttft_used", "99th percentile of TTFT over its limit", nullable=True),
        _number("tpot_used", "99th percentile of TPOT over its limit", nullable=True),
        _number("headroom", "1 - the larger of ttft_used and tpot_used", nullable=True),
        _text(
            "binds",
            "limit that the run is at (99th percentile at 95% of it or above): TTFT, TPOT or neither; empty without",
            nullable=True,
            allowed=("TTFT", "TPOT", "neither"),
        ),
        _flag("spoiled", "the largest TPOT is absurd (above 1,000 s a token), so that the mean TPOT means nothing"),
        _number("largest_in_mean_ms", "what the largest TPOT adds to the mean", "ms", nullable=True),
    ),
    compressed=True,
)  # fmt: skip

# The choices of a counting rule, as analysis.wins.definitions has them with their values.
CHOICES = (
    "programs", "who", "division", "availability", "cells", "suites", "variants", "measure", "count", "training",
)  # fmt: skip


COUNTING_RULES = _derived(
    "counting_rules",
    "one definition of a win, with the wins that it gives in all rounds up to that of the claims",
    ("rule",),
    (
        _count("rule", "number of the rule; 1 is the plainest", minimum=1),
        *(_text(name, f"choice {name} of the rule; - where it has no bearing") for name in CHOICES),
        _text(
            "ruled_out",
            "why the claim's sentence does not allow this definition, parted by semicolons; empty where it does",
            nullable=True,
        ),
        _count("nvidia", "wins for NVIDIA"),
        _count("others", "wins for all others"),
        _count("tied", "ties, nobody's wins"),
        *(
            _count(f"{side}_{end}", f"wins for {whose}, {what} what is tied, within 1%, or not known")
            for side, whose in (("nvidia", "NVIDIA"), ("others", "all others"))
            for end, what in (("low", "without"), ("high", "with"))
        ),
        _number("ratio", "nvidia over others; empty where others won nothing", nullable=True),
    ),
)

SWITCHES = _derived(
    "switches",
    "one mechanism in one entry: whether it was on, by the submitted files and by the rules",
    ("row_id", "mechanism"),
    (
        _RESULT,
        ROUND,
        SUBMITTER,
        SYSTEM,
        BENCHMARK,
        SCENARIO,
        *_of(INFERENCE_RESULTS, "accelerators"),
        *_of(MECHANISM_EVIDENCE, "mechanism"),
        _text(
            "state",
            "what files and rules show",
            allowed=(
                "on", "files disagree", "off", "off by its notes", "the file is silent", "not recorded",
                "forbidden by the rules", "does not apply",
            ),
        ),
        _text("why", "what the state rests on, in words"),
        _flag("inferred", "the file follows from a rule, or says how to run and not what ran"),
        *(replace(column, nullable=True) for column in SOURCE),
    ),
)  # fmt: skip

PARTICIPATION = _derived(
    "participation",
    "who submitted on one vendor's silicon in one round",
    ("suite", "divisions", "counted", "round", "vendor"),
    (
        _text("suite", "MLPerf Inference, Training or HPC", allowed=("inference", "training", "hpc")),
        _text("divisions", "closed division, or all", allowed=("closed", "all")),
        _text(
            "counted",
            "organisations (a joint submission counts for each that is behind it), or submitters' names as they are",
            allowed=("organisations", "names"),
        ),
        _text("round", "round of that suite, such as v6.0"),
        _text("vendor", "maker of the silicon that ran"),
        _count("submitters", "organisations with a result on the vendor's silicon"),
        _count("partners", "the same without the vendor itself"),
        _text("names", "the partners, in alphabetical order", nullable=True),
        _text("row_ids", "first result of each partner, in that order, divided by |", nullable=True),
    ),
)

TABLES: dict[str, Table] = {
    t.name: t
    for t in (
        INFERENCE_RESULTS,
        LOADGEN_RUNS,
        ACCURACY_RESULTS,
        SYSTEMS,
        ENGINE_SETTINGS,
        SUBMITTED_FILES,
        MECHANISM_EVIDENCE,
        TRAINING_RESULTS,
        OFFICIAL_SCORES,
        VERIFIED,
        SKIPPED,
        COMPARISONS,
        IMPOSED_COMPARISONS,
        OPERATING_POINTS,
        COUNTING_RULES,
        SWITCHES,
        PARTICIPATION,
        SERVING_FITS,
        SERVING_PREDICTIONS,
        SERVING_SWEEPS,
        ROUTING_SWEEPS,
    )
}
