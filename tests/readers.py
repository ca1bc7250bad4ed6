"""Every reader of what others wrote, as a function of bytes that returns or raises one of our errors; good examples.

Each goes on to where rows enter a table, since a text or a number that only the table refuses is bad input as well.
"""

from __future__ import annotations

import functools
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from claimcheck.analysis.tables import load_tables
from claimcheck.claims.verdict.evaluate import check
from claimcheck.core.documents import document
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data import paths
from claimcheck.data.mechanisms import read_mechanisms
from claimcheck.data.names import Place, read_benchmarks, read_vendors
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import normalise, read_part
from claimcheck.data.training import read_rules
from claimcheck.ingest.git import Blob
from claimcheck.ingest.inference import experiments, loadgen, logs, published, systems
from claimcheck.ingest.inference.accuracy import TOKENS, parse_accuracy, read_targets
from claimcheck.ingest.settings.items import flatten
from claimcheck.ingest.settings.mechanisms import _once, _Place, _Search
from claimcheck.ingest.settings.pyconfig import parse_python
from claimcheck.ingest.settings.yamlconfig import parse_user_conf, parse_yaml
from claimcheck.ingest.training.described import read_description
from claimcheck.ingest.training.entries import _factor as scaling_factor
from claimcheck.ingest.training.runs import read_run
from tests.ingest import upstream as made

WHERE = "closed/Anna/x"


@dataclass(frozen=True)
class Reader:
    """A function that reads a file's bytes, and files that it reads without a fault."""

    read: Callable[[bytes], object]
    good: tuple[bytes, ...]


@functools.cache
def _names() -> tuple[object, ...]:
    return read_benchmarks(DATA_DIR), read_vendors(DATA_DIR)


def _fits(row: dict[str, object], name: str) -> None:
    """Raise TableError where the cells of ``row`` are none of the table ``name``, as the end of an ingestion does."""
    part = TABLES[name].part(row)
    table = part.model_copy(update={"key": (part.names[0],)})
    normalise(pd.DataFrame([row])[table.names].replace("", None), table)


# What rounds up to v3.0 and v1.1 published.
OLD = ({"completed": False}, {"completed": False, "estimates": False})


def _detail(data: bytes) -> None:
    log = loadgen.parse_detail(data, WHERE)
    good = loadgen.parse_summary(made.summary(made.SERVER_RESULT).encode(), WHERE)
    _ran(log, good)


def _summary(data: bytes) -> None:
    _ran(None, loadgen.parse_summary(data, WHERE))


def _ran(detail: loadgen.Log | None, summary: loadgen.Log) -> None:
    figures = loadgen.run_figures(detail, summary)
    for scenario in ("Offline", "Server", "SingleStream", "MultiStream"):
        for counts, rules in (("tokens", {}), ("samples", {}), *(("samples", rules) for rules in OLD)):
            metric = loadgen.metric_of(detail or summary, scenario, str(figures["log_scenario"]), counts, **rules)
            if metric is not None:
                loadgen.agrees("12.5", metric)
                row = {"value": float(metric.value), "log_note": metric.how, "log_line": metric.line}
                _fits(row, "inference_results")
    _fits(figures, "loadgen_runs")


def _report(data: bytes) -> None:
    log = loadgen.parse_report(data, WHERE)
    for scenario in ("Offline", "Server"):
        figures = loadgen.report_figures(log, scenario, WHERE)
        _fits(figures, "loadgen_runs")


def _published(data: bytes) -> None:
    for row, _, _ in published.result_rows(data, WHERE, *_names(), "v9.9"):
        _fits(row, "inference_results")


def _experiments(data: bytes) -> None:
    rows, *_ = experiments._records(WHERE, data, True)
    source = {"round": "v3.1", "suite": "datacenter", "path": WHERE, "blob": "b", "commit": "c"}
    read = pd.DataFrame([row | source for row in rows], columns=[*experiments._FIELDS.values(), *experiments._ADDED])
    read = experiments._each_once(read)
    experiments._without_count(read)
    for row in experiments.result_rows(read, "v3.1", *_names()):
        _fits(row, "inference_results")


def _system(data: bytes) -> None:
    row = systems.system_row(Blob("closed/Anna/systems/box.json", "b", data))
    _fits(row, "systems")
    logs._system_columns(_names()[1], row | {"path": WHERE})


def _description(data: bytes) -> None:
    found = read_description(data, WHERE)
    rules = read_rules(DATA_DIR)
    rules.available(found.status, where=WHERE)
    nodes, each = found.nodes or 0, found.accelerators_per_node or 0
    row = {"submitter": found.submitter or "Anna", "system_name": found.name, "accelerator": found.accelerator}
    row |= {"nodes": found.nodes, "accelerators": nodes * each or None, "software": found.software}
    _fits(row, "training_results")
    _names()[1].platform_vendor(found.accelerator, found.processor, found.name, Place(WHERE, 1))


def _training_log(data: bytes) -> None:
    run = read_run(data)
    _fits({"time_to_train_minutes": run.minutes}, "training_results")


def _factor(data: bytes) -> None:
    _fits({"scaling_factor": scaling_factor(Blob(WHERE, "b", data))}, "training_results")


def _accuracy(data: bytes) -> None:
    metrics = {name for one in read_targets(DATA_DIR).targets.values() for name in one}
    found, digest = parse_accuracy(data, (*sorted(metrics), TOKENS), WHERE)
    for reading in found.values():
        _fits({"value": float(reading.number), "line": reading.line, "hash": digest}, "accuracy_results")


def _settings(data: bytes, parse: Callable[[str, bytes], object]) -> None:
    document = parse("closed/Anna/configs/box/Server/m.py", data)
    for item in (*document.configurations.values(), *document.environment.values()):
        for setting in flatten(item, document.faults) if isinstance(item.data, dict) else ():
            row = {"setting": setting.raw, "value": setting.value, "line": setting.line}
            _fits(row, "engine_settings")
    for fault in document.faults:
        _fits({"reason": fault.reason, "line": fault.line}, "skipped")


def _user_conf(path: str, data: bytes) -> object:
    return parse_user_conf(path, data, frozenset({"llama2-70b"}), "Server")


def _mechanisms(data: bytes) -> None:
    names = {"llama2-70b": "llama2-70b-99"}
    for row in _once(_Search(read_mechanisms(DATA_DIR)).hits(data), _Place(), names, notes=True):
        _fits(row, "mechanism_evidence")


def _written(read: Callable[[Path], object], name: str) -> Callable[[bytes], None]:
    """A reader of a file, given what is in it."""

    def whole(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            read(path)

    return whole


@functools.cache
def tables() -> object:
    """The committed tables."""
    return load_tables(DATA_DIR)


def _register(path: Path) -> None:
    check(path, DATA_DIR, tables())


# What a reader is shown how to write.
_EXAMPLES = tuple(path.read_bytes() for path in sorted((DATA_DIR.parent / "examples").glob("*.yml")))
_REPORT = json.dumps(
    {
        "complete": True,
        "n_samples_issued": 100,
        "n_samples_completed": 100,
        "n_samples_failed": 0,
        "duration_ns": 2e9,
        "legacy_loadgen_window_duration_ns": 1.9e9,
        "qps": 50.0,
        "tps": 500.0,
        "output_sequence_lengths": {"total": 1000, "avg": 10.0},
        "latency": {"min": 1e6, "max": 3e6, "avg": 2e6, "percentiles": {"50.0": 2e6, "99.0": 3e6}},
        "run_config": {"load_pattern": {"target_qps": 50}, "dataloader_random_seed": 1, "scheduler_random_seed": 2},
    },
    indent=1,
).encode()
_PYTHON = b"""\
import code.common.constants as C
import os
os.environ["A"] = "1"
base = {C.KEY: 4, "target_qps": 2 * 3.5, "deep": {"a": [1, 2]}}
EXPORTS = {C.WorkloadSetting(C.HarnessType.Custom, C.AccuracyReader(0.99)): base}
"""
_V05 = b':::MLPv0.5.0 ncf 1.5 (a:1) run_start\n:::MLPv0.5.0 ncf 9.5 (a:1) run_stop: {"success": false}\n'
_MINIGO = (
    b':::MLL 60.0 run_start: {"value": null}\n'
    b":::MLL 999.0 eval_result: {'timestamp': 120.0}\n"
    b":::MLL 1000.0 run_stop: {}\n"
)
_CLOCK = b"MLPerf: a [07/23/18 09:31:05], run_start\nMLPerf: a [07/23/18 10:31:05], run_stop\n"
_LINES = b"""\
org: {"value": "Anna"}
platform: {"value": "box"}
entry: {"value": "{'division': 'closed', 'status': 'available', 'nodes': \\"[{'num_nodes': '2', 'cpu': '2x Xeon'}]\\"}"}
"""
_FRAGMENTS = b"## Llama2-70b GB200x4\n```\nrun_scaleout.sh --scenarios=Server\n```\nuses \xc3\xa9 NVIDIA Dynamo\n"


def _lines_of(path: Path, number: int) -> bytes:
    return b"".join(path.read_bytes().splitlines(keepends=True)[:number])


READERS: dict[str, Reader] = {
    "detail log": Reader(_detail, (made.detail(made.SERVER_DETAIL).encode(), made.detail(made.STREAM_DETAIL).encode())),
    "summary log": Reader(
        _summary,
        (
            made.summary(made.SERVER_RESULT).encode(),
            made.summary(made.STREAM_RESULT, made.STREAM_STATS).encode(),
            made.old_log("Single Stream", made.OLD_STREAM),
        ),
    ),
    "report": Reader(_report, (_REPORT,)),
    "published table": Reader(_published, (made.table([made.server(), made.offline()]).encode(),)),
    "experiments": Reader(_experiments, (json.dumps([made.experiment("resnet50", 12.5)] * 2, indent=2).encode(),)),
    "system": Reader(_system, (made.DESCRIPTION.encode(),)),
    "training description": Reader(
        _description, (made.DESCRIPTION.replace("{", '{"division": "closed", ', 1).encode(), _LINES)
    ),
    "training log": Reader(_training_log, (made.trained(12.5).encode(), _V05, _MINIGO, _CLOCK)),
    "scaling factor": Reader(_factor, (b'{"scaling_factor": 1.05}',)),
    "accuracy": Reader(_accuracy, (made.ROUGE.encode(), made.GOOD.encode())),
    "Python configuration": Reader(lambda data: _settings(data, parse_python), (_PYTHON,)),
    "YAML configuration": Reader(lambda data: _settings(data, parse_yaml), (b"a: {b: [1, 2.5, true]}\nc: text\n",)),
    "user.conf": Reader(lambda data: _settings(data, _user_conf), (b"*.Server.target_qps = 12.5\n# x\n",)),
    "submitted files": Reader(_mechanisms, (_FRAGMENTS,)),
    "register of claims": Reader(_written(_register, "mine.yml"), _EXAMPLES),
    "register": Reader(_written(document, paths.ROUNDS), (b"rounds:\n  v1.0: {a: 1, b: [x, 2026-01-02]}\n",)),
    "typed results": Reader(
        _written(functools.partial(read_part, "inference_results"), "typed.csv"),
        tuple(_lines_of(path, 4) for path in sorted((DATA_DIR / "typed").glob("inference_*.csv"))),
    ),
    "typed times": Reader(
        _written(functools.partial(read_part, "training_results"), "typed.csv"),
        (_lines_of(DATA_DIR / paths.TRAINING_TIMES, 3),),
    ),
}


def refusal(name: str, data: bytes) -> ClaimcheckError | None:
    """The error of ours with which a reader refuses ``data``, if it does; any other error goes through."""
    try:
        READERS[name].read(data)
    except ClaimcheckError as error:
        return error
    return None
