"""A round that has no published table (v0.5 to v3.0): its results, read from the logs alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.core.limits import json_of
from claimcheck.data.names import LACKED, RANGING, Benchmarks, Place, Row, Rows, Vendors, skip, skip_logs, why
from claimcheck.data.rounds import Round, order
from claimcheck.data.schema import allowed
from claimcheck.ingest.git import Blob, GitTree
from claimcheck.ingest.inference import accuracy, loadgen, systems
from claimcheck.ingest.inference.fields import SCENARIOS, row_id, silicon, words

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
_STATUS = {
    "available": "available",
    "on-premise": "available",
    "available on-premise": "available",
    "cloud": "available",
    "available cloud": "available",
    "preview": "preview",
    "rdi": "rdi",
    "research, development, or internal": "rdi",
}
# v0.5 Intel: two results folders whose descriptions carry another name.
_DESCRIBED_AS = {
    ("Intel", "ICL-I3-1005G1_OpenVINO-Windows"): "ICL-i31005G1_openvino",
    ("Intel", "nnpi-1000-2x_onnx"): "nnpi-1000_onnx",
}
_POWER = "/power/"
_SERVER_RUNS = 5
# Run number of a log that stands beside the run folders.
_UNNUMBERED = -1


class _Round:
    """A round being read, with its registers; what a system's description gives is worked out once."""

    def __init__(self, tree: GitTree, name: str, benchmarks: Benchmarks, vendors: Vendors) -> None:
        self.name = name
        self.benchmarks = benchmarks
        self.vendors = vendors
        number = order(name)
        self.has_suites = number >= (0, 7)
        # Up to v0.7 the rules asked for five Server runs; from v2.0 results are early-stopping estimates.
        self.server_runs = _SERVER_RUNS if number < (1, 0) else 1
        self.estimates = number >= (2, 0)
        self.systems: dict[tuple[str, str, str], Row] = {}
        self.columns: dict[tuple[str, str, str], Row] = {}
        self.mappings = _mappings(tree)
        # Folders whose run was measured: the power meter's files are next to it.
        self.measured = {path.partition(_POWER)[0] for path in tree.paths if _POWER in path}

    def benchmark(self, division: str, submitter: str, model: str) -> str | None:
        """The benchmark of a model folder; only the open division may map its own names."""
        own = self.mappings.get(submitter, {}) if division == "open" else {}
        return self.benchmarks.of_model(model, self.name, own)

    def system_columns(self, key: tuple[str, str, str]) -> Row:
        """The columns of ``inference_results`` that the system's description gives."""
        if key not in self.columns:
            self.columns[key] = _system_columns(self.vendors, self.systems[key])
        return self.columns[key]


def recognise(tree: GitTree) -> bool:
    """Whether the commit holds logs of results at the places where this module reads them, and no table of them.

    A table that no other reader takes is of a later round, whose logs print other metrics.
    """
    table = any("/" not in path and path.startswith("summary") and path.endswith(".json") for path in tree.paths)
    return not table and any(path.endswith(_LOG) and _RUN.match(path) for path in tree.paths)


def wanted(path: str) -> bool:
    """Whether ``read_round``, or what reads accuracies, may read the file at ``path``."""
    log = path.endswith(_LOG) and _RUN.match(path)
    return bool(log or _MAPPING.match(path)) or systems.wanted(path) or accuracy.wanted(path)


def read_round(tree: GitTree, which: Round, benchmarks: Benchmarks, vendors: Vendors) -> Rows:
    """Rows of ``inference_results``, ``systems`` and ``skipped`` of a round.

    A result counts in every suite of its system that had it. Server of v0.5 and v0.7 is the
    last of its five runs, as the submission checker took it; the others must be valid too.
    Raises UpstreamError for an availability or a maker that the registers do not know.
    """
    round_name = which.name
    source: Row = {"repo": which.repo, "commit": tree.commit}
    rows = systems.read_systems(tree, which)
    round_ = _Round(tree, round_name, benchmarks, vendors)
    round_.systems = {(str(r["division"]), str(r["submitter"]), str(r["system"])): r for r in rows.systems}
    entries, unused = _entries(tree, round_)
    rows.skipped += unused
    logs = tree.read([path for entry in entries for path in entry.paths])
    for entry in entries:
        blobs = [next(logs) for _ in entry.paths]
        try:
            rows.results += [row | source for row in _result_rows(round_, entry, blobs)]
        except LogError as error:
            path = error.where or blobs[-1].path
            rows.skipped.append(skip(round_name, "run", path, tree.paths[path], error.line, why(error)))
    rows.skipped += _uncounted(round_, rows.systems, rows.results)
    return rows


@dataclass(frozen=True)
class _Entry:
    """One result folder, and the logs that the rules count there."""

    match: re.Match[str]
    paths: tuple[str, ...]


def _entries(tree: GitTree, round_: _Round) -> tuple[list[_Entry], list[Row]]:
    """The result folders of a round, and rows of ``skipped`` for every summary log that counts nowhere."""
    folders: dict[str, dict[int, re.Match[str]]] = {}
    others: Counter[int] = Counter()
    skipped: list[Row] = []
    for path, blob in tree.paths.items():
        if not path.endswith(_LOG):
            continue
        match = _RUN.match(path)
        if match is not None:
            folders.setdefault(match["folder"], {})[int(match["run"] or _UNNUMBERED)] = match
            continue
        kind = next((i for i, (pattern, _, _) in enumerate(_NO_RESULT) if pattern.search(path)), None)
        if kind is None:
            skipped.append(skip(round_.name, "run", path, blob, None, "not where results stand"))
        else:
            others[kind] += 1
    for kind, count in sorted(others.items()):
        _, where, what = _NO_RESULT[kind]
        skipped.append(skip_logs(round_.name, where, what, count))
    entries = []
    for runs in folders.values():
        first = runs[min(runs)]
        several = round_.server_runs if first["scenario"].lower() == "server" else 1
        # Without any run_<n>, the log beside them is the run itself; with one, it is a copy.
        counted = sorted(n for n in runs if n != _UNNUMBERED)[:several] or [_UNNUMBERED]
        entries.append(_Entry(first, tuple(runs[n].string for n in counted)))
        for n in sorted(runs.keys() - set(counted)):
            path = runs[n].string
            what = f"run_{n}" if n != _UNNUMBERED else "a copy"
            reason = f"{what} beside run_{counted[-1]}, the last that the rules count"
            skipped.append(skip(round_.name, "run", path, tree.paths[path], None, reason))
    return entries, skipped


def _mappings(tree: GitTree) -> dict[str, dict[str, str]]:
    """Model names of the open division and their benchmarks, by submitter, as the submitter maps them."""
    paths = [p for p in tree.paths if p.endswith("/model_mapping.json") and _MAPPING.match(p)]
    mappings = {}
    for blob in tree.read(paths):
        names = json_of(blob.data or b"", blob.path)
        if not isinstance(names, dict):
            raise UpstreamError("no mapping of names", where=blob.path, rule="a model maps to a benchmark")
        mappings[blob.path.split("/")[1]] = {str(k): str(v) for k, v in names.items()}
    return mappings


def _result_rows(round_: _Round, entry: _Entry, blobs: list[Blob]) -> list[Row]:
    """The rows of one result folder, one for each suite; raises LogError for a folder without a result."""
    match, path = entry.match, blobs[-1].path
    division, submitter = match["division"].lower(), match["submitter"]
    scenario = SCENARIOS.get(match["scenario"].lower())
    if scenario is None:
        raise LogError(f"{match['scenario']} is no scenario", where=path)
    benchmark = round_.benchmark(division, submitter, match["model"])
    if benchmark is None:
        raise LogError(f"nothing says to which benchmark the model {match['model']} belongs", where=path)
    name = match["system"]
    described = (division, submitter, _DESCRIBED_AS.get((submitter, name), name))
    if described not in round_.systems:
        raise LogError(f"no description of the system {name}", where=path)
    suites, refused = _suites(round_, round_.systems[described], benchmark, scenario)
    if not suites:
        raise LogError("; ".join(refused), where=path)
    figure, blob = _figure(round_, blobs, scenario)
    row = round_.system_columns(described) | {
        "round": round_.name,
        "result_id": None,
        "division": division,
        "submitter": submitter,
        "system": name,
        "benchmark": benchmark,
        "model": match["model"],
        "scenario": scenario,
        "value": float(figure.value),
        "unit": figure.unit,
        "higher_is_better": figure.unit != "ms",
        "has_power": match["folder"] in round_.measured,
        "obtained": "log",
        "path": blob.path,
        "blob": blob.blob,
        "line": figure.line,
        "run_id": f"{round_.name}/{blob.path.removesuffix(_LOG)}",
        "log_path": blob.path,
        "log_blob": blob.blob,
        "log_line": figure.line,
        "log_value": float(figure.value),
        "log_note": figure.how,
    }
    return [row | {"suite": suite, "row_id": row_id(round_.name, row | {"suite": suite or "-"})} for suite in suites]


def _suites(round_: _Round, system: Row, benchmark: str, scenario: str) -> tuple[list[str | None], list[str]]:
    """The suites in which a result counts, and why it does not in the others."""
    named: list[str | None]
    if not round_.has_suites:
        named = [None]
    elif system["division"] == "network":
        named = ["datacenter"]
    else:
        types = {part.strip() for part in str(system["system_type"] or "").lower().split(",")}
        named = sorted(types & set(allowed("inference_results", "suite")))
        if not named:
            return [], [f"the system's type is {system['system_type']!r}"]
    reasons = {s: round_.benchmarks.refusal(benchmark, scenario, s, round_.name) for s in named}
    kept = [s for s in named if reasons[s] is None]
    if (
        not kept
        and system["division"] == "open"
        and not round_.benchmarks.refusal(benchmark, scenario, None, round_.name)
    ):
        # The open division may run a suite's benchmark in any scenario.
        kept = [s for s in named if s in round_.benchmarks.benchmarks[benchmark].suites]
    return kept, [r for r in reasons.values() if r]


def _figure(round_: _Round, blobs: list[Blob], scenario: str) -> tuple[loadgen.Metric, Blob]:
    """The result of a folder's runs, and the log it stands in: the last run's."""
    figures = []
    for blob in blobs:
        if blob.data is None:
            raise LogError(LACKED, where=blob.path)
        log = loadgen.parse_summary(blob.data, blob.path, loadgen.OLD_KEYS)
        if log["result/Result is"].text != "VALID":
            line = log["result/Result is"].line
            raise LogError("LoadGen calls the run INVALID", where=blob.path, line=line)
        scenario_line = log["result/Scenario"]
        ran = scenario_line.text.replace(" ", "")
        figure = None
        if ran in (scenario, "SingleStream"):
            figure = loadgen.metric_of(log, scenario, ran, "samples", completed=False, estimates=round_.estimates)
        if figure is None or not figure.value:
            raise LogError(
                f"the log ran {ran} and has no figure of {scenario}",
                where=blob.path,
                line=scenario_line.line,
                rule="a result rests on a run of its scenario, or on a SingleStream run that it can be inferred from",
            )
        figures.append(figure)
    last, blob = figures[-1], blobs[-1]
    if len(figures) == 1:
        return last, blob
    low, high = (float(f(figure.value for figure in figures)) for f in (min, max))
    spread = "" if low == high else f", which range from {low} to {high}"
    return replace(last, how=f"{last.how}, last of {len(figures)} runs{spread}"), blob


def _system_columns(vendors: Vendors, system: Row) -> Row:
    place, status = Place(str(system["path"]), 1), str(system["status"]).lower()
    if status not in _STATUS:
        raise place.error(f"unknown status {system['status']!r}", f"one of {', '.join(_STATUS)}")
    accelerator, nodes, each = words(system["accelerator"]), system["nodes"], system["accelerators_per_node"]
    name = f"{system['system_name'] or ''} {system['system']}"
    return {
        "availability": _STATUS[status],
        "system_name": system["system_name"] or system["system"],
        **silicon(vendors, accelerator, words(system["host_processor"]), name, place),
        "accelerators": int(each) * int(nodes) if accelerator and nodes and each else None,
        "nodes": nodes,
        "software": system["software"],
    }


def _uncounted(round_: _Round, described: list[Row], results: Iterable[Row]) -> Iterator[Row]:
    """Rows of ``skipped`` for systems with results and accelerators whose number is not given."""
    used = {(r["division"], r["submitter"], r["system"]) for r in results if r["accelerator"] and not r["accelerators"]}
    for row in described:
        if (row["division"], row["submitter"], row["system"]) in used:
            yield skip(
                round_.name, "system", str(row["path"]), str(row["blob"]), 1, "the number of accelerators is not given"
            )
