"""Which files of a Training or HPC repository are runs of which entry, and which are not used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from claimcheck.core.errors import UpstreamError
from claimcheck.data.names import Row, skip
from claimcheck.data.paths import TRAINING
from claimcheck.data.rounds import Round
from claimcheck.data.training import Benchmark, FolderFacts, TrainingRules

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
    told: FolderFacts | None
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
        told = rules.entries.get(f"{round_.key}:{folder}")
        reason = _why_not(match, told.logs if told else None)
        if reason is not None:
            unused.setdefault((folder, reason), []).append(path)
        elif match["file"] == "scaling.json":
            scaling_files.add(path)
        else:
            matches[folder] = match
            logs.setdefault(folder, []).append(path)
    found = [
        _folder(folder, matches[folder], names, paths, scaling_files, round_, rules)
        for folder, names in sorted(logs.items())
    ]
    name = round_.key
    skipped = [_unused(name, folder, reason, names, paths) for (folder, reason), names in sorted(unused.items())]
    used = {folder.scaling_file for folder in found}
    skipped += [
        skip(name, "log", p, paths[p], None, "scaling factor of a folder without runs")
        for p in sorted(scaling_files - used)
    ]
    described = {folder.description for folder in found}
    skipped += [
        skip(name, "system", p, paths[p], None, "no entry rests on this description")
        for p in sorted(paths)
        if _DESCRIPTION.fullmatch(p) and p not in described
    ]
    return found, skipped


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
    told = rules.entries.get(f"{round_.key}:{path}")
    parts = match["rest"].split("/")[:-1]
    scaling = parts.pop(0) if round_.suite == "hpc" and parts and parts[0] in ("strong", "weak") else None
    if round_.suite == "hpc" and scaling is None:
        raise UpstreamError("neither strong nor weak", where=path, rule="HPC results lie in strong/ or weak/")
    name = (told.benchmark if told else None) or (parts[-1] if parts else "")
    benchmark = rules.benchmark(round_.suite, round_.name, name, where=path)
    note = f"in the folder of {'/'.join(parts[:-1])}" if len(parts) > 1 else None
    org, system = match["org"], match["system"]
    root = path.rpartition("/results/")[0]
    wanted = [f"{root}/systems/{system}.json", f"{root}/results/{system}/entry.json"]
    if told and told.description:
        wanted.insert(0, told.description)
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
        told=told,
        note=note,
    )


def _natural(path: str) -> list[tuple[int, str]]:
    """Sort key that puts result_2 before result_10."""
    return [(int(p), "") if p.isdigit() else (-1, p) for p in _NUMBER.split(PurePosixPath(path).name)]
