"""The rows of ``training_results`` of one round: its folders of runs, and what each gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.core.limits import finite, json_of
from claimcheck.data.names import Place, Row, Rows, Vendors, skip
from claimcheck.data.paths import TRAINING
from claimcheck.data.rounds import Round
from claimcheck.data.training import Benchmark, FolderFacts, TrainingRules
from claimcheck.ingest.git import Blob, GitTree
from claimcheck.ingest.inference.fields import silicon
from claimcheck.ingest.training.described import Description, read_description
from claimcheck.ingest.training.runs import Run, Score, read_run, throughput, time_to_train

_TPU = re.compile(r"tpu-?(?P<kind>v\d\w*|trillium)-(?P<number>\d+)\b")
_WEAK_RULE = "weak scaling: converged models over the time from the first start to the last stop"


def read_round(tree: GitTree, round_: Round, rules: TrainingRules, vendors: Vendors) -> Rows:
    """Rows of ``training_results`` and of ``skipped`` of one round; ``tree`` is open.

    Every blob is read once, in one stream. Raises UpstreamError for an entry that cannot be described.
    """
    name, repo = round_.key, round_.repo
    entries, skipped = folders(tree.paths, round_, rules)
    described = sorted({folder.description for folder in entries})
    wanted = described + [p for f in entries for p in (*([f.scaling_file] if f.scaling_file else []), *f.logs)]
    stream = tree.read(wanted)
    descriptions = {path: _description(next(stream)) for path in described}
    rows: dict[str, Row] = {}
    same: dict[tuple[str, ...], str] = {}
    for folder in entries:
        factor = _factor(next(stream)) if folder.scaling_file else 1.0
        runs, absent, unread = _runs(stream, folder, name)
        skipped += unread
        row = _described_row(folder, round_, descriptions[folder.description], rules, vendors)
        score = _score(folder, runs, absent, factor)
        notes = [folder.note, score.reason]
        blobs = tuple(sorted(tree.paths[p] for p in folder.logs))
        if blobs in same:
            notes.append(f"the logs are those of {same[blobs]}")
        same.setdefault(blobs, folder.path)
        weak = folder.scaling == "weak"
        row |= {
            "time_to_train_minutes": None if weak else score.value,
            "models_per_minute": score.value if weak else None,
            "runs": len(folder.logs),
            "runs_failed": sum(1 for r in runs if r is None or not r.converged),
            "runs_dropped": score.dropped,
            "runs_absent": absent,
            "scaling_factor": factor,
            "score_rule": f"{_WEAK_RULE}; at least {folder.benchmark.runs} models" if weak else folder.benchmark.rule,
            "obtained": None if score.value is None else "log",
            "repo": repo,
            "commit": tree.commit,
        }
        row["reason"] = "; ".join(n for n in notes if n) or None
        twin = rows.setdefault(str(row["row_id"]), row)
        if twin is row:
            continue
        if same[blobs] != twin["path"]:
            raise UpstreamError(
                f"{row['row_id']} lies also in {twin['path']}", where=folder.path, rule="an entry is one"
            )
        skipped.append(skip(name, "run", folder.path, None, None, f"a copy of {twin['path']}"))
    return Rows(training=list(rows.values()), skipped=skipped)


def _description(blob: Blob) -> Description:
    if blob.data is None:
        raise UpstreamError("listed but absent", where=blob.path, rule="every entry has a description of its system")
    return read_description(blob.data, blob.path)


def _factor(blob: Blob) -> float:
    """The scaling factor in a ``scaling.json``; raises UpstreamError when it is none."""
    try:
        factor = finite(str(json_of(blob.data or b"", blob.path)["scaling_factor"]))
    except (KeyError, TypeError) as error:
        raise UpstreamError(f"no scaling factor: {error}", where=blob.path) from error
    if not factor > 0:
        raise UpstreamError(f"scaling factor {factor}", where=blob.path, rule="a scaling factor is above zero")
    return factor


def _runs(stream: Iterator[Blob], folder: Folder, round_: str) -> tuple[list[Run | None], int, list[Row]]:
    """(runs in order, how many logs are absent, rows of ``skipped``); a log without a run stands as None."""
    runs: list[Run | None] = []
    skipped = []
    absent = 0
    for path in folder.logs:
        blob = next(stream)
        if blob.path != path:
            raise RuntimeError(f"{blob.path} read for {path}")
        if blob.data is None:
            absent += 1
            skipped.append(skip(round_, "log", path, blob.blob, None, "listed but absent"))
            continue
        try:
            runs.append(read_run(blob.data))
        except LogError as error:
            runs.append(None)
            skipped.append(skip(round_, "log", path, blob.blob, None, f"{error.message}: counts as a failed run"))
    return runs, absent, skipped


def _score(folder: Folder, runs: list[Run | None], absent: int, factor: float) -> Score:
    if absent:
        return Score(None, None, f"{absent} of {len(folder.logs)} logs are absent from the repository")
    if folder.scaling == "weak":
        return throughput(runs, folder.benchmark)
    return time_to_train(runs, folder.benchmark, factor)


def _described_row(folder: Folder, round_: Round, system: Description, rules: TrainingRules, vendors: Vendors) -> Row:
    """The columns that say what the entry is and what it ran on."""
    nodes, chips, chips_from = _chips(folder, system, rules)
    where = folder.description
    key = (round_.suite, round_.name, system.division, folder.org, folder.system, folder.benchmark.name, folder.scaling)
    return {
        "row_id": "/".join(part for part in key if part),
        "suite": round_.suite,
        "round": round_.name,
        "division": system.division,
        "availability": rules.available(system.status, where=where),
        "submitter": system.submitter or rules.submitter(folder.org),
        "system": folder.system,
        "system_name": system.name,
        **silicon(vendors, system.accelerator, system.processor, system.name or "", Place(where, 1)),
        "accelerators": chips,
        "accelerators_from": chips_from,
        "nodes": nodes,
        "processors": nodes * system.processors_per_node if nodes and system.processors_per_node else None,
        "benchmark": folder.benchmark.name,
        "scaling": folder.scaling,
        "path": folder.path,
        "software": system.software,
    }


def _chips(folder: Folder, system: Description, rules: TrainingRules) -> tuple[int | None, int | None, str]:
    """(nodes, accelerator chips, where that number comes from)."""
    stated = folder.stated
    if stated and stated.nodes and stated.accelerators_per_node:
        return (
            stated.nodes,
            stated.nodes * stated.accelerators_per_node,
            f"{stated.source}; the description gives the cluster",
        )
    if system.accelerator is None:
        return system.nodes, None, "no accelerator"
    counted = None
    if system.nodes and system.accelerators_per_node:
        counted = system.nodes * system.accelerators_per_node
    for name in (PurePosixPath(folder.system).name, system.accelerator.lower()):
        match = _TPU.search(name)
        if match is None:
            continue
        if match["kind"] not in rules.tpu:
            raise UpstreamError(
                f"unknown TPU {name!r}",
                where=folder.description,
                rule=f"data/{TRAINING} says what the number in a TPU's name counts",
                fix="add its kind to tpu in data/facts/training.yml",
            )
        cores = rules.tpu[match["kind"]].cores_per_chip
        chips = int(match["number"]) // cores
        agrees = "agree" if counted == chips else f"give {counted}"
        return system.nodes, chips, f"TPU name, {cores} to a chip; nodes x accelerators per node {agrees}"
    if counted is None:
        return system.nodes, None, "the description gives no number"
    return system.nodes, counted, "nodes x accelerators per node"


# v0.5: v0.5.0/<org>/<submission ...>/results/<system>/<benchmark>/<file>
_OLD = re.compile(
    r"v0\.5\.0/(?P<org>[^/]+)/(?P<submission>.+)/results/(?P<system>[^/]+)/(?P<rest>(?:[^/]+/)*)(?P<file>[^/]+)"
)
_NEW = re.compile(r"(?P<org>[^/]+)/results/(?P<system>[^/]+)/(?P<rest>(?:[^/]+/)*)(?P<file>[^/]+)")
_DESCRIPTION = re.compile(r"[^/]+/systems/[^/]+\.json|(?:[^/]+/)+results/[^/]+/entry\.json")
_LOG = re.compile(r"result[^/]*\.txt")
# Not runs: measurements of power, checkers' reports, and runs that the submitter took out again.
_NO_RUNS = {
    "power": "measurements of power",
    "raw_logs": "raw copies of the logs",
    "pruned_results": "runs that the submitter pruned",
}
_NUMBER = re.compile(r"(\d+)")


@dataclass(frozen=True)
class Folder:
    """A folder of runs: the entry it belongs to, its logs in the order of their numbers, its scaling file."""

    path: str
    org: str
    system: str
    benchmark: Benchmark
    scaling: str | None
    description: str
    logs: tuple[str, ...]
    scaling_file: str | None
    stated: FolderFacts | None
    note: str | None


def recognise(paths: Iterable[str]) -> str | None:
    """The suite, training or hpc, whose logs are among ``paths``; None when there are none.

    HPC alone has its results in folders strong and weak.
    """
    matches = [match for path in paths if (match := _placed(path)) is not None]
    runs = [match for match in matches if _LOG.fullmatch(match["file"])]
    if not runs:
        return None
    return "hpc" if all(match["rest"].startswith(("strong/", "weak/")) for match in runs) else "training"


def _placed(path: str) -> re.Match[str] | None:
    """The parts of a path among the results, None for another path."""
    return _OLD.fullmatch(path) or _NEW.fullmatch(path)


def folders(paths: Mapping[str, str], round_: Round, rules: TrainingRules) -> tuple[list[Folder], list[Row]]:
    """The folders of runs in ``paths`` (path: blob), and rows of ``skipped`` for what else lies with the results.

    Raises UpstreamError for a benchmark that the register does not know and for an entry
    without a description.
    """
    logs: dict[str, list[str]] = {}
    matches: dict[str, re.Match[str]] = {}
    unused: dict[tuple[str, str], list[str]] = {}
    scaling_files = set()
    for path in paths:
        match = _placed(path)
        if match is None or _DESCRIPTION.fullmatch(path):
            continue
        folder = path.rpartition("/")[0]
        stated = rules.entries.get(f"{round_.key}:{folder}")
        reason = _why_not(match, stated.logs if stated else None)
        if reason is not None:
            unused.setdefault((folder, reason), []).append(path)
        elif match["file"] == "scaling.json":
            scaling_files.add(path)
        else:
            matches[folder] = match
            logs.setdefault(folder, []).append(path)
    entries = [
        _folder(folder, matches[folder], names, paths, scaling_files, round_, rules)
        for folder, names in sorted(logs.items())
    ]
    name = round_.key
    skipped = [_unused(name, folder, reason, names, paths) for (folder, reason), names in sorted(unused.items())]
    used = {folder.scaling_file for folder in entries}
    skipped += [
        skip(name, "log", p, paths[p], None, "scaling factor of a folder without runs")
        for p in sorted(scaling_files - used)
    ]
    described = {folder.description for folder in entries}
    skipped += [
        skip(name, "system", p, paths[p], None, "no entry rests on this description")
        for p in sorted(paths)
        if _DESCRIPTION.fullmatch(p) and p not in described
    ]
    return entries, skipped


def _why_not(match: re.Match[str], ending: str | None) -> str | None:
    """Why a file among the results is no run; None for a run or a scaling factor.

    ``ending`` is how the folder's logs are called, where ``training.yml`` says so.
    """
    for part in match["rest"].split("/"):
        if part in _NO_RUNS:
            return _NO_RUNS[part]
    file = match["file"]
    if file.startswith("."):
        return "hidden file"
    if file.startswith("compliance_") or file == "rcp_checker.log":
        return "report of a checker"
    log = file.endswith(ending) if ending else _LOG.fullmatch(file)
    return None if file == "scaling.json" or log else "not a log of a run"


def _unused(name: str, folder: str, reason: str, paths: list[str], blobs: Mapping[str, str]) -> Row:
    """One row for one file, or for all files of a folder that are not used for the same reason."""
    if len(paths) == 1:
        return skip(name, "log", paths[0], blobs[paths[0]], None, reason)
    return skip(name, "log", folder, None, None, f"{reason}: {len(paths)} files")


def _folder(
    path: str,
    match: re.Match[str],
    logs: list[str],
    paths: Mapping[str, str],
    scaling_files: set[str],
    round_: Round,
    rules: TrainingRules,
) -> Folder:
    stated = rules.entries.get(f"{round_.key}:{path}")
    parts = match["rest"].split("/")[:-1]
    scaling = parts.pop(0) if round_.suite == "hpc" and parts and parts[0] in ("strong", "weak") else None
    if round_.suite == "hpc" and scaling is None:
        raise UpstreamError("neither strong nor weak", where=path, rule="HPC results lie in strong/ or weak/")
    name = (stated.benchmark if stated else None) or (parts[-1] if parts else "")
    benchmark = rules.benchmark(round_.suite, round_.name, name, where=path)
    note = f"in the folder of {'/'.join(parts[:-1])}" if len(parts) > 1 else None
    org, system = match["org"], match["system"]
    root = path.rpartition("/results/")[0]
    wanted = [f"{root}/systems/{system}.json", f"{root}/results/{system}/entry.json"]
    if stated and stated.description:
        wanted.insert(0, stated.description)
    description = next((p for p in wanted if p in paths), None)
    if description is None:
        raise UpstreamError(
            f"no description {' or '.join(wanted)}",
            where=path,
            rule="every entry has a description of its system",
            fix=f"say in data/{TRAINING}, entries, which description applies",
        )
    if submission := match.groupdict().get("submission"):
        # A system folder is called the same in several submissions of one organisation.
        system = "/".join(p for p in (submission.removeprefix("submission"), system) if p)
    scaling_file = f"{path}/scaling.json"
    return Folder(
        path=path,
        org=org,
        system=system,
        benchmark=benchmark,
        scaling=scaling,
        description=description,
        logs=tuple(sorted(logs, key=_natural)),
        scaling_file=scaling_file if scaling_file in scaling_files else None,
        stated=stated,
        note=note,
    )


def _natural(path: str) -> list[tuple[int, str]]:
    """Sort key that puts result_2 before result_10."""
    return [(int(p), "") if p.isdigit() else (-1, p) for p in _NUMBER.split(PurePosixPath(path).name)]
