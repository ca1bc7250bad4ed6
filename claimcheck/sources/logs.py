"""A round that has no published table (v0.5 to v3.0): its results, read from the logs alone.

These rounds are closed and read at one commit: what none of them has is not looked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from claimcheck.core.limits import json_of
from claimcheck.data.names import RANGING, Benchmark, Place, Row, Rows, skip
from claimcheck.data.rounds import Round, order
from claimcheck.data.schema import allowed
from claimcheck.sources import accuracy, loadgen
from claimcheck.sources.git import Blob, GitTree
from claimcheck.sources.records import SCENARIOS, Names, is_description, read_systems, row_id, words

_LOG = "/mlperf_log_summary.txt"
_RUN = re.compile(
    r"(?P<folder>(?P<division>closed|open|network)/(?P<submitter>[^/]+)/results/(?P<system>[^/]+)/(?P<model>[^/]+)/"
    r"(?P<scenario>[^/]+)/performance)(?:/run_(?P<run>\d+))?/mlperf_log_summary\.txt\Z",
    re.IGNORECASE,
)
_MAPPING = re.compile(r"open/([^/]+)/model_mapping\.json\Z")
# Logs that no rule counts, by a folder of their path.
_NO_RESULT = (
    (re.compile(r"/accuracy/", re.IGNORECASE), "**/accuracy", "accuracy run"),
    RANGING,
    (re.compile(r"\A[^/]+/[^/]+/(compliance(\.tmp)?|audit)/"), "*/*/compliance, */*/audit", "compliance run"),
    (re.compile(r"/results/.*/test_\w+/"), "**/test_*", "compliance run kept among the results"),
)
# v0.5 Intel: two results folders whose descriptions carry another name.
_DESCRIBED_AS = {
    ("Intel", "ICL-I3-1005G1_OpenVINO-Windows"): "ICL-i31005G1_openvino",
    ("Intel", "nnpi-1000-2x_onnx"): "nnpi-1000_onnx",
}
# Where the power meter's files are: next to the run that was measured.
_POWER = "/power/"
# What changed with a round: suites came with v0.7; up to v0.7 the rules wanted five Server runs; from v2.0 on
# results are early-stopping estimates.
_SUITES, _ONE_SERVER_RUN, _ESTIMATES = "v0.7", "v1.0", "v2.0"
_SERVER_RUNS = 5
# Run number of a log that lies next to the run folders.
_UNNUMBERED = -1


def wanted(path: str) -> bool:
    """Whether ``read_round``, or what reads accuracies, may read the file at ``path``."""
    log = path.endswith(_LOG) and _RUN.match(path)
    return bool(log or _MAPPING.match(path)) or is_description(path) or accuracy.wanted(path)


def read_round(tree: GitTree, round_: Round, names: Names) -> Rows:
    """Rows of ``inference_results``, ``systems`` and ``skipped`` of a round.

    Server of v0.5 and v0.7 is the last of its five runs, as the submission checker took it.
    """
    rows = {"inference_results": [], **read_systems(tree)}
    systems = {(row["division"], row["submitter"], row["system"]): row for row in rows["systems"]}
    # Model names of the open division and their benchmarks, as each submitter maps them.
    mapped = filter(_MAPPING.match, tree.paths)
    mappings = {path.split("/")[1]: json_of(tree.read_one(path), path) for path in mapped}
    measured = {path.partition(_POWER)[0] for path in tree.paths if _POWER in path}
    folders, unused = _folders(tree, round_)
    rows["skipped"] += unused
    uncounted: dict[str, None] = {}
    for match, paths in folders:
        division, submitter, name = match["division"].lower(), match["submitter"], match["system"]
        scenario = SCENARIOS[match["scenario"].lower()]
        system = systems[division, submitter, _DESCRIBED_AS.get((submitter, name), name)]
        own = mappings.get(submitter, {}) if division == "open" else {}
        benchmark = names.benchmarks.of_model(match["model"], round_.name, own)
        figure, blob = _figure(list(tree.read(paths)), scenario, estimates=order(round_.name) >= order(_ESTIMATES))
        source = {"path": blob.path, "line": figure.line, "value": float(figure.value)}
        row = _system_columns(system, names) | source | {f"log_{column}": cell for column, cell in source.items()}
        row |= {column: match[column] for column in ("submitter", "system", "model")} | {
            "round": round_.name,
            "division": division,
            "benchmark": benchmark,
            "scenario": scenario,
            "unit": figure.unit,
            "higher_is_better": figure.unit != "ms",
            "obtained": "log",
            "run_id": f"{round_.name}/{blob.path.removesuffix(_LOG)}",
            "log_note": figure.how,
            "has_power": match["folder"] in measured,
        }
        for suite in _suites(system, names.benchmarks.benchmarks[benchmark], scenario, round_):
            rows["inference_results"].append(row | {"suite": suite, "row_id": row_id(row | {"suite": suite or "-"})})
        if row["accelerator"] and not row["accelerators"]:
            uncounted[str(system["path"])] = None
    reason = "the number of accelerators is not given"
    rows["skipped"] += [skip("system", path, reason, 1) for path in uncounted]
    return rows


def _folders(tree: GitTree, round_: Round) -> tuple[list[tuple[re.Match[str], list[str]]], list[Row]]:
    """The result folders of a round with the logs that count, and rows of ``skipped`` for all other summary logs."""
    runs_by_folder: dict[str, dict[int, re.Match[str]]] = {}
    others: Counter[str] = Counter()
    skipped: list[Row] = []
    for path in filter(lambda path: path.endswith(_LOG), tree.paths):
        if match := _RUN.match(path):
            runs_by_folder.setdefault(match["folder"], {})[int(match["run"] or _UNNUMBERED)] = match
        elif where := next((where for pattern, where, _ in _NO_RESULT if pattern.search(path)), None):
            others[where] += 1
        else:
            skipped.append(skip("run", path, "not where results stand"))
    for _, where, what in _NO_RESULT:
        if others[where]:
            skipped.append(skip("log", where, f"{what}, not a result ({others[where]} summary logs)"))
    folders = []
    several = _SERVER_RUNS if order(round_.name) < order(_ONE_SERVER_RUN) else 1
    for runs in runs_by_folder.values():
        first = runs[min(runs)]
        # Without any run_<n>, the log next to them is the run itself; with one, it is a copy.
        numbered = sorted(n for n in runs if n != _UNNUMBERED)
        counted = numbered[: several if first["scenario"].lower() == "server" else 1] or [_UNNUMBERED]
        folders.append((first, [runs[n].string for n in counted]))
        for n in sorted(runs.keys() - set(counted)):
            what = f"run_{n}" if n != _UNNUMBERED else "a copy"
            reason = f"{what} beside run_{counted[-1]}, the last that the rules count"
            skipped.append(skip("run", runs[n].string, reason))
    return folders, skipped


def _suites(system: Row, benchmark: Benchmark, scenario: str, round_: Round) -> Sequence[str | None]:
    """The suites in which a result counts."""
    named: Sequence[str | None] = [None]
    if system["division"] == "network":
        named = ["datacenter"]
    elif order(round_.name) >= order(_SUITES):
        types = {part.strip() for part in str(system["system_type"] or "").lower().split(",")}
        named = sorted(types & set(allowed("inference_results", "suite")))
    kept = [suite for suite in named if suite is None or scenario in benchmark.suites.get(suite, ())]
    # The open division may run a suite's benchmark in any scenario.
    return kept or [suite for suite in named if suite in benchmark.suites]


def _figure(blobs: list[Blob], scenario: str, *, estimates: bool) -> tuple[loadgen.Metric, Blob]:
    """The result of a folder's runs, and the log that prints it: the last run's."""
    figures = []
    for blob in blobs:
        log = loadgen.parse_summary(blob.data, blob.path, loadgen.OLD_KEYS)
        ran = log["result/Scenario"].text.replace(" ", "")
        figures.append(loadgen.metric_of(log, scenario, ran, "samples", completed=False, estimates=estimates))
    last = figures[-1]
    if len(figures) > 1:
        low, high = (float(f(figure.value for figure in figures)) for f in (min, max))
        spread = "" if low == high else f", which range from {low} to {high}"
        last = last._replace(how=f"{last.how}, last of {len(figures)} runs{spread}")
    return last, blobs[-1]


def _system_columns(system: Row, names: Names) -> Row:
    """The columns of ``inference_results`` that the system's description gives."""
    place = Place(str(system["path"]), 1)
    accelerator, nodes, each = words(system["accelerator"]), system["nodes"], system["accelerators_per_node"]
    name = f"{system['system_name'] or ''} {system['system']}"
    return {
        "availability": names.training.available(str(system["status"]), where=place.where),
        "system_name": system["system_name"] or system["system"],
        **names.silicon(accelerator, words(system["host_processor"]), name, place),
        "accelerators": each * nodes if accelerator and nodes and each else None,
        "nodes": nodes,
        "software": system["software"],
    }
