"""MLPerf Training and MLPerf HPC: one row per entry, scored from its logs by the official rule.

What trees do not say, or say wrongly, is in ``data/facts/training.yml``. Sources of the scores:
mlcommons/training_policies, training_rules.adoc (Benchmark Results, Scoring) and hpc_training_rules.adoc (Throughput).
"""

from __future__ import annotations

import ast
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import json_of, whole
from claimcheck.data.names import Place, Row, Rows, skip
from claimcheck.data.paths import TRAINING
from claimcheck.data.rounds import Round
from claimcheck.data.training import Benchmark, FolderFacts, TrainingRules
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import Names, count, words

_TPU = re.compile(r"tpu-?(?P<kind>v\d\w*|trillium)-(?P<number>\d+)\b")


def read_round(tree: GitTree, round_: Round, names: Names) -> Rows:
    """Rows of ``training_results`` and of ``skipped`` of one round; ``tree`` is open."""
    entries, skipped = folders(tree.paths, round_, names.training)
    described = {folder.description for folder in entries}
    systems = {path: read_description(tree.read_one(path), path) for path in described}
    rows: dict[tuple[object, ...], Row] = {}
    same: dict[tuple[str, ...], str] = {}
    for folder in entries:
        logs = list(tree.read(folder.logs))
        skipped += [skip("log", blob.path, "listed but absent") for blob in logs if blob.data is None]
        runs = [read_run(blob.data) for blob in logs if blob.data is not None]
        absent = len(logs) - len(runs)
        factor, factor_from = 1.0, "no scaling.json: 1"
        if folder.scaling_file:
            factor = float(json_of(tree.read_one(folder.scaling_file), folder.scaling_file)["scaling_factor"])
            factor_from = folder.scaling_file
        weak = folder.scaling == "weak"
        if absent:
            score = Score(None, None, f"{absent} of {len(folder.logs)} logs are absent from the repository")
        else:
            score = throughput(runs) if weak else time_to_train(runs, folder.benchmark, factor)
        notes = [score.reason]
        blobs = tuple(sorted(tree.paths[p] for p in folder.logs))
        if blobs in same:
            notes.append(f"the logs are those of {same[blobs]}")
        same.setdefault(blobs, folder.path)
        row = _described_row(folder, round_, systems[folder.description], names) | {
            "time_to_train_minutes": None if weak else score.value,
            "score_source": None if score.value is None else "score",
            "models_per_minute": score.value if weak else None,
            "runs": len(folder.logs),
            "runs_failed": sum(run is None or not run.converged for run in runs),
            "runs_dropped": score.dropped,
            "runs_absent": absent,
            **measured(runs),
            "scaling_factor": factor,
            "scaling_factor_from": factor_from,
            "obtained": None if score.value is None else "log",
            "reason": "; ".join(n for n in notes if n) or None,
        }
        # The table has an entry once, and a copy of it not again: one whose logs are others is an error there.
        rows.setdefault((row["row_id"], blobs), row)
    return {"training_results": list(rows.values()), "skipped": skipped}


def measured(runs: Sequence[Run | None]) -> Row:
    """Times of the runs that reached the target, and their batch if they have one."""
    done = [run for run in runs if run is not None and run.converged]
    if not done:
        return {}
    seconds = sorted(60 * run.minutes for run in done)
    batches = {run.batch for run in done}
    return {
        "fastest_run_s": seconds[0],
        "middle_run_s": seconds[len(seconds) // 2],
        "slowest_run_s": seconds[-1],
        "global_batch_size": next(iter(batches)) if len(batches) == 1 else None,
    }


def _described_row(folder: Folder, round_: Round, system: Row, names: Names) -> Row:
    """The columns that say what the entry is and what it ran on."""
    nodes, chips, chips_from = _chips(folder, system, names.training)
    where = folder.description
    entry = {
        "suite": round_.suite,
        "round": round_.name,
        "division": system["division"],
        "submitter": system["submitter"] or names.training.submitter(folder.org),
        "system": folder.system,
        "benchmark": folder.benchmark.name,
        "scaling": folder.scaling,
    }
    return entry | {
        "row_id": "/".join(filter(None, (entry | {"submitter": folder.org}).values())),
        "availability": names.training.available(system["status"], where=where),
        "system_name": system["name"],
        **names.silicon(system["accelerator"], system["processor"], system["name"] or "", Place(where, 1)),
        "accelerators": chips,
        "accelerators_from": chips_from,
        "nodes": nodes,
        "processors": nodes * system["processors_per_node"] if nodes and system["processors_per_node"] else None,
        "path": folder.path,
        "software": system["software"],
    }


def _chips(folder: Folder, system: Row, rules: TrainingRules) -> tuple[int | None, int | None, str]:
    """(nodes, accelerator chips, where that number comes from)."""
    stated, nodes, each = folder.stated, system["nodes"], system["accelerators_per_node"]
    if stated.nodes:
        source = f"{stated.source}; the description gives the cluster"
        return stated.nodes, stated.nodes * stated.accelerators_per_node, source
    if system["accelerator"] is None:
        return nodes, None, "no accelerator"
    counted = nodes * each if nodes and each else None
    match = _TPU.search(f"{PurePosixPath(folder.system).name} {system['accelerator'].lower()}")
    if match is None:
        return nodes, counted, "nodes x accelerators per node" if counted else "the description gives no number"
    if match["kind"] not in rules.tpu:
        rule, fix = "what the number in a TPU's name counts is known", f"add its kind to tpu in data/{TRAINING}"
        raise UpstreamError(f"unknown TPU {match.string!r}", where=folder.description, rule=rule, fix=fix)
    cores = rules.tpu[match["kind"]]["cores_per_chip"]
    chips = int(match["number"]) // cores
    agrees = "agree" if counted == chips else f"give {counted}"
    return nodes, chips, f"TPU name, {cores} to a chip; nodes x accelerators per node {agrees}"


# --- folders of runs -----------------------------------------------------------------------------

# v0.5: v0.5.0/<org>/<submission ...>/results/<system>/<benchmark>/<file>; later without the first and third
_PLACED = re.compile(
    r"(?P<first>v0\.5\.0/)?(?P<org>[^/]+)/(?(first)(?P<submission>.+)/)results/(?P<system>[^/]+)/"
    r"(?P<rest>(?:[^/]+/)*)(?P<file>[^/]+)"
)
_DESCRIPTION = re.compile(r"[^/]+/systems/[^/]+\.json|(?:[^/]+/)+results/[^/]+/entry\.json")
_LOG = re.compile(r"result[^/]*\.txt")
# What lies with the runs and is none, by its path below the system's folder: measurements of power, copies, what the
# submitter left out, hidden files, reports of a checker.
_NO_RUN = re.compile(r"(.*/)?((power|raw_logs|pruned_results)/.*|\.[^/]*|compliance_[^/]*|rcp_checker\.log)")


class Folder(NamedTuple):
    """A folder of runs: the entry it belongs to, its logs in the order of their numbers, its scaling file."""

    path: str
    org: str
    system: str
    benchmark: Benchmark
    scaling: str | None
    description: str
    logs: tuple[str, ...]
    scaling_file: str | None
    stated: FolderFacts


def recognise(paths: Iterable[str]) -> bool:
    """Whether logs of runs are among ``paths``."""
    return any(_LOG.fullmatch(match["file"]) for match in filter(None, map(_PLACED.fullmatch, paths)))


def folders(paths: Mapping[str, str], round_: Round, rules: TrainingRules) -> tuple[list[Folder], list[Row]]:
    """The folders of runs in ``paths`` (path: blob), and rows of ``skipped`` for what else lies with the results."""
    runs: dict[str, list[re.Match[str]]] = {}
    unused: Counter[str] = Counter()
    for match in filter(None, map(_PLACED.fullmatch, paths)):
        path, file = match.string, match["file"]
        folder = path.rpartition("/")[0]
        ending = rules.stated(round_.key, folder).logs
        is_log = file.endswith(ending) if ending else _LOG.fullmatch(file)
        if is_log and not _NO_RUN.fullmatch(match["rest"] + file):
            runs.setdefault(folder, []).append(match)
        elif file != "scaling.json" and not _DESCRIPTION.fullmatch(path):
            unused[path[: match.start("rest") - 1]] += 1
    entries = [_folder(folder, matches, paths, round_, rules) for folder, matches in sorted(runs.items())]
    return entries, [skip("log", folder, f"{n} files: no logs of runs") for folder, n in sorted(unused.items())]


def _folder(
    path: str, runs: list[re.Match[str]], paths: Mapping[str, str], round_: Round, rules: TrainingRules
) -> Folder:
    match, stated = runs[0], rules.stated(round_.key, path)
    parts = match["rest"].split("/")[:-1]
    scaling = parts.pop(0) if round_.suite == "hpc" and parts and parts[0] in ("strong", "weak") else None
    name = stated.benchmark or (parts[-1] if parts else "")
    root = path.rpartition("/results/")[0]
    wanted = [f"{root}/systems/{match['system']}.json", f"{root}/results/{match['system']}/entry.json"]
    description = next((path for path in (stated.description, *wanted) if path in paths), None)
    if description is None:
        rule, fix = "every entry has a description", f"say in data/{TRAINING}, entries, which one applies"
        raise UpstreamError(f"no description {' or '.join(wanted)}", where=path, rule=rule, fix=fix)
    # result_2 comes before result_10.
    ordered = sorted(runs, key=lambda run: re.sub(r"\d+", lambda digits: digits[0].zfill(9), run["file"]))
    # A system folder is called the same in several submissions of one organisation.
    submission = (match["submission"] or "").removeprefix("submission")
    return Folder(
        path=path,
        org=match["org"],
        system=f"{submission}/{match['system']}".removeprefix("/"),
        benchmark=rules.benchmark(round_.suite, round_.name, name, where=path),
        scaling=scaling,
        description=description,
        logs=tuple(run.string for run in ordered),
        scaling_file=f"{path}/scaling.json" if f"{path}/scaling.json" in paths else None,
        stated=stated,
    )


# --- descriptions of systems ---------------------------------------------------------------------

_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_SUBMISSION_LINE = re.compile(r"(?P<key>\w+):\s*(?P<value>\{.*\})\s*\Z")
_SOCKETS = re.compile(r"\b(\d+)x\s")
# The keys that are read. Misspelt: "divison" (v0.7), "number of nodes" (v0.6 Intel, v0.7 DellEMC).
_READ = (
    "division", "divison", "status", "submitter", "system_name", "hardware", "framework", "nodes", "num_nodes",
    "number_of_nodes", "number of nodes", "accelerator", "accelerator_model_name", "accelerators_per_node",
    "num_accelerators", "cpu", "host_processor_model_name", "host_processors_per_node",
)  # fmt: skip


def read_description(data: bytes, where: str) -> Row:
    """A described system, of JSON or of lines ``key: {"value": ...}`` (v0.6 NVIDIA); None for what it does not give."""
    fields = _fields(data.decode("utf-8-sig", "replace"), where)
    division = str(fields.get("division") or fields.get("divison")).lower()
    nodes = fields.get("nodes", {})
    # The one kind of node that a description of v0.5 or v0.6 lists; none in later ones.
    node = nodes[0] if isinstance(nodes, list) else nodes
    per_node = str(node.get("num_accelerators", fields.get("accelerators_per_node"))).strip()
    hardware = words(fields.get("hardware"))
    processor = words(node.get("cpu", fields.get("host_processor_model_name")))
    accelerator = words(node.get("accelerator", fields.get("accelerator_model_name")))
    # Without a count of processors, v0.5 and v0.6 write it into a name: 2x Xeon.
    sockets = (_SOCKETS.search(processor or "") or _SOCKETS.search(hardware or "")) if node else None
    return {
        "division": {"close": "closed"}.get(division, division),
        "status": str(words(fields.get("status"))),
        "submitter": words(fields.get("submitter")),
        "name": words(fields.get("system_name")) or (hardware if node else None),
        "accelerator": None if re.fullmatch(r"0(\.0+)?", per_node) or accelerator in ("NA", "none") else accelerator,
        "processor": processor,
        "nodes": count(node.get("num_nodes", fields.get("number_of_nodes", fields.get("number of nodes")))),
        "accelerators_per_node": count(per_node),
        "processors_per_node": count(fields.get("host_processors_per_node"))
        or (whole(sockets[1]) if sockets else None),
        "software": words(fields.get("framework")),
    }


def _fields(text: str, where: str) -> dict[str, Any]:
    """The keys of a description: of JSON, or of lines, one of which, ``entry``, is a printed Python dict."""
    if lines := [*filter(None, (_SUBMISSION_LINE.match(line.strip()) for line in text.splitlines()))]:
        fields = {line["key"]: json_of(line["value"], where)["value"] for line in lines}
        if "entry" in fields:
            fields |= ast.literal_eval(fields["entry"].lstrip())
            fields["nodes"] = ast.literal_eval(nodes) if isinstance(nodes := fields["nodes"], str) else nodes
        return fields | {"system_name": fields.get("platform"), "submitter": fields.get("org")}
    fields = json_of(_TRAILING_COMMA.sub("", text), where, reads=_READ)
    if not isinstance(fields, dict):
        raise UpstreamError("not a description: no mapping of keys", where=where)
    return fields


# --- logs ----------------------------------------------------------------------------------------

_MARKS = (b":::ML", b"MLPerf: ")
# Four formats, each after any prefix: of v0.5, of v0.6, JSON (or a Python dict) since, and one of v0.6 Alibaba
# that gives date and time in whole seconds.
_LINES = [
    re.compile(line.replace(b"KEY", b"(?P<key>run_start|run_stop)"))
    for line in (
        rb":::MLPv[\d.]+\s+\S+\s+(?P<seconds>[\d.]+)\s+\(.*?\)\s+KEY\b",
        rb":::MLL\s+(?P<seconds>[\d.]+)\s+KEY\s*:",
        rb""":::MLLOG\s.*?["']key["']\s*:\s*["']KEY["']""",
        rb"MLPerf: \w+ \[(?P<clock>\d\d/\d\d/\d\d \d\d:\d\d:\d\d)\], KEY\b",
    )
]
_TIME = re.compile(rb"""["']time_(?P<unit>ms|s)["']\s*:\s*["']?(?P<time>[\d.]+(?:[eE]\+?\d+)?)""")
_STATUS = re.compile(rb"""["'](?:status|success)["']\s*:\s*["']?(?P<status>\w+)""")
_SUCCESS = (b"success", b"true", b"True")
_EVALUATED = re.compile(rb":::MLL\s+[\d.]+\s+eval_result:[^\n]*?[\"']timestamp[\"']:\s*(?P<seconds>[\d.]+)")


_BATCH = re.compile(rb"""["']global_batch_size["']\s*,\s*["']value["']\s*:\s*["']?(\d+)\b""")


class Run(NamedTuple):
    """Milliseconds (exact, unlike seconds) at start and stop of a run, whether it converged, and samples in a step."""

    start: float
    stop: float
    converged: bool
    batch: int | None = None

    @property
    def minutes(self) -> float:
        """Time to train."""
        return (self.stop - self.start) / 60_000


def read_run(data: bytes) -> Run | None:
    """The run in a log, from its last ``run_start`` before its first ``run_stop``; None without one."""
    stop = next(_events(data, b"run_stop", len(data)), None)
    if (stop is None or stop[1].startswith(b":::MLL ")) and (evaluated := _evaluated(data)) is not None:
        return evaluated
    if stop is None:
        return None
    start = max(_events(data, b"run_start", stop[0]))
    status = _STATUS.search(stop[1])
    # A format without a status logs run_stop only at the target.
    converged = status["status"] in _SUCCESS if status else not stop[1].startswith(b":::MLL")
    lines = [text for _, text in _lines_with(data, b"global_batch_size", len(data)) if text.startswith(b":::MLLOG")]
    batch = _BATCH.search(lines[-1]) if lines else None
    return Run(start[2], stop[2], converged, int(batch[1]) if batch else None)


def _evaluated(data: bytes) -> Run | None:
    """The run of v0.6 minigo, which ends when the model was saved that an evaluation afterwards finds good.

    Source: mlcommons/logging, compliance_checker/training_0.6.0, score.yaml and minigo.yaml.
    """
    at = data.find(b"eval_result:")
    match = _EVALUATED.match(data, data.rfind(_MARKS[0], 0, at)) if at >= 0 else None
    start = max(_events(data, b"run_start", at), default=None) if match else None
    if match is None or start is None:
        return None
    taken = float(match["seconds"]) * 1000
    return Run(start[2], start[2] + taken, taken > 0)


def _lines_with(data: bytes, key: bytes, end: int) -> list[tuple[int, bytes]]:
    """Position and text of the lines of MLPerf's own with ``key`` before ``end``; several can meet on one line."""
    lines = []
    last, at = -1, data.find(key, 0, end)
    while at >= 0:
        line = data.rfind(b"\n", 0, at) + 1
        begin = max(data.rfind(mark, line, at) for mark in _MARKS)
        if begin >= 0 and begin != last:
            following = _MARKS if data.startswith(_MARKS[1], begin) else _MARKS[:1]
            ends = (data.find(mark, at) for mark in (b"\n", *following))
            lines.append((at, data[begin : min((n for n in ends if n >= 0), default=None)]))
        last, at = begin, data.find(key, at + len(key), end)
    return lines


def _events(data: bytes, key: bytes, end: int) -> Iterator[tuple[int, bytes, float]]:
    """(position, text, milliseconds) of the lines before ``end`` that log the event ``key``."""
    for at, text in _lines_with(data, key, end):
        match = next(filter(None, (line.match(text) for line in _LINES)), None)
        if match and match["key"] == key:
            yield at, text, _milliseconds(match.groupdict(), text)


def _milliseconds(match: Mapping[str, bytes], text: bytes) -> float:
    """When a line was logged; differences alone count, so the zone does not matter."""
    if "seconds" in match:
        return float(match["seconds"]) * 1000
    if "clock" in match:
        clock = datetime.strptime(match["clock"].decode(), "%m/%d/%y %H:%M:%S")
        return clock.replace(tzinfo=UTC).timestamp() * 1000
    time = _TIME.search(text)
    return float(time["time"]) * (1 if time["unit"] == b"ms" else 1000)


# --- scores --------------------------------------------------------------------------------------


class Score(NamedTuple):
    """A score (minutes, or models per minute), how many runs it drops, or why there is none; or what is unusual."""

    value: float | None
    dropped: int | None
    reason: str | None


def time_to_train(runs: Sequence[Run | None], benchmark: Benchmark, factor: float) -> Score:
    """Minutes to train: the mean of the runs that are left when the fastest and slowest are dropped, times ``factor``.

    A failed run, or a log without one (None), takes a slowest place.
    """
    times = [run.minutes for run in runs if run is not None and run.converged]
    failed = len(runs) - len(times)
    notes = []
    if benchmark.first_converged:
        times, failed = times[: benchmark.first_converged], 0
    elif len(runs) != benchmark.runs:
        notes.append(f"{len(runs)} runs, the rule says {benchmark.runs}")
    drop = benchmark.dropped
    if failed > drop:
        return Score(None, None, "; ".join([f"{failed} of {len(runs)} runs failed, the rule allows {drop}", *notes]))
    kept = sorted(times)[drop : len(times) - (drop - failed)]
    if not kept:
        return Score(None, None, f"{len(runs)} runs leave none to score, the rule says {benchmark.runs}")
    return Score(statistics.fmean(kept) * factor, 2 * drop, "; ".join(notes) or None)


def throughput(runs: Sequence[Run | None]) -> Score:
    """Models per minute of HPC weak scaling: converged models over the time from the first start to the last stop."""
    models = [run for run in runs if run is not None and run.converged]
    minutes = (max(run.stop for run in models) - min(run.start for run in models)) / 60_000
    return Score(len(models) / minutes, 0, None)
