"""A round that has no published table (v0.5 to v3.0): its results, read from the logs alone.

These rounds are closed and read at one commit: what none of them has is not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from claimcheck.core.limits import json_of
from claimcheck.data.names import Benchmark, Place, Row, Rows
from claimcheck.data.rounds import Round, order
from claimcheck.data.schema import allowed
from claimcheck.sources import accuracy, loadgen, records
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import SCENARIOS, SUMMARY, Names, row_id, words

_RUN = re.compile(
    r"(?P<folder>(?P<division>closed|open|network)/(?P<submitter>[^/]+)/results/(?P<system>[^/]+)/(?P<model>[^/]+)/"
    r"(?P<scenario>[^/]+)/performance)(?:/run_(?P<run>\d+))?/mlperf_log_summary\.txt\Z",
    re.IGNORECASE,
)
_MAPPING = re.compile(r"open/([^/]+)/model_mapping\.json\Z")
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
    log = path.endswith(SUMMARY) and _RUN.match(path)
    return bool(log or _MAPPING.match(path)) or records.is_description(path) or accuracy.wanted(path)


def read_round(tree: GitTree, round_: Round, names: Names) -> Rows:
    """Rows of ``inference_results``, ``systems`` and ``skipped`` of a round.

    Server of v0.5 and v0.7 is the last of its five runs, as the submission checker took it.
    """
    rows = {"inference_results": [], **records.read_systems(tree)}
    systems = {(row["division"], row["submitter"], row["system"]): row for row in rows["systems"]}
    # Model names of the open division and their benchmarks, as each submitter maps them.
    mapped = filter(_MAPPING.match, tree.paths)
    mappings = {path.split("/")[1]: json_of(tree.read_one(path), path) for path in mapped}
    measured = {path.partition(_POWER)[0] for path in tree.paths if _POWER in path}
    counted, unused = _counted(tree, round_)
    rows["skipped"] += unused
    for match in counted:
        division, submitter, name = match["division"].lower(), match["submitter"], match["system"]
        scenario = SCENARIOS[match["scenario"].lower()]
        system = systems[division, submitter, _DESCRIBED_AS.get((submitter, name), name)]
        own = mappings.get(submitter, {}) if division == "open" else {}
        benchmark = names.benchmarks.of_model(match["model"], round_.name, own)
        path = match.string
        log = loadgen.parse_summary(tree.read_one(path), path, loadgen.OLD_KEYS)
        ran = log["result/Scenario"].text.replace(" ", "")
        estimates = order(round_.name) >= order(_ESTIMATES)
        figure = loadgen.metric_of(log, scenario, ran, "samples", completed=False, estimates=estimates)
        source = {"path": path, "line": figure.line, "value": float(figure.value)}
        row = _system_columns(system, names) | source | {f"log_{column}": cell for column, cell in source.items()}
        row |= {column: match[column] for column in ("submitter", "system", "model")} | {
            "round": round_.name,
            "division": division,
            "benchmark": benchmark,
            "scenario": scenario,
            "unit": figure.unit,
            "higher_is_better": figure.unit != "ms",
            "obtained": "log",
            "run_id": f"{round_.name}/{path.removesuffix(SUMMARY)}",
            "log_note": figure.how,
            "has_power": match["folder"] in measured,
        }
        for suite in _suites(system, names.benchmarks.benchmarks[benchmark], scenario, round_):
            rows["inference_results"].append(row | {"suite": suite, "row_id": row_id(row | {"suite": suite or "-"})})
    return rows


def _counted(tree: GitTree, round_: Round) -> tuple[list[re.Match[str]], list[Row]]:
    """The logs that are a round's results, and rows of ``skipped`` for summary logs that no rule counts."""
    folders: dict[str, dict[int, re.Match[str]]] = {}
    for match in filter(None, map(_RUN.match, tree.paths)):
        folders.setdefault(match["folder"], {})[int(match["run"] or _UNNUMBERED)] = match
    several = _SERVER_RUNS if order(round_.name) < order(_ONE_SERVER_RUN) else 1
    results, used = [], set()
    for runs in folders.values():
        # Without any run_<n>, the log next to them is the run itself; with one, it is a copy.
        numbers = sorted(runs.keys() - {_UNNUMBERED}) or [_UNNUMBERED]
        counted = numbers[: several if runs[numbers[0]]["scenario"].lower() == "server" else 1]
        results.append(runs[counted[-1]])
        used.update(runs[number].string for number in counted)
    return results, list(records.unused_logs(tree, used))


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
