"""The rows of ``training_results`` of one round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.core.limits import finite, json_of
from claimcheck.data.names import Vendors
from claimcheck.data.paths import TRAINING
from claimcheck.data.rounds import Round
from claimcheck.data.rows import Place, Row, Rows, skip
from claimcheck.data.training import TrainingRules
from claimcheck.ingest.git import Blob, GitTree
from claimcheck.ingest.inference.fields import silicon
from claimcheck.ingest.training.described import Description, read_description
from claimcheck.ingest.training.logs import Run, read_run
from claimcheck.ingest.training.paths import Folder, folders
from claimcheck.ingest.training.score import Score, throughput, time_to_train

_TPU = re.compile(r"tpu-?(?P<kind>v\d\w*|trillium)-(?P<number>\d+)\b")
_WEAK_RULE = "weak scaling: converged models over the time from the first start to the last stop"


def read_round(tree: GitTree, round_: Round, rules: TrainingRules, vendors: Vendors) -> Rows:
    """Rows of ``training_results`` and of ``skipped`` of one round; ``tree`` is open.

    Every blob is read once, in one stream. Raises UpstreamError for an entry that cannot be described.
    """
    name, repo = round_.key, round_.repo
    found, skipped = folders(tree.paths, round_, rules)
    described = sorted({folder.description for folder in found})
    wanted = described + [p for f in found for p in (*([f.scaling_file] if f.scaling_file else []), *f.logs)]
    stream = tree.read(wanted)
    descriptions = {path: _description(next(stream)) for path in described}
    rows: dict[str, Row] = {}
    same: dict[tuple[str, ...], str] = {}
    for folder in found:
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
    told = folder.told
    if told and told.nodes and told.accelerators_per_node:
        return told.nodes, told.nodes * told.accelerators_per_node, f"{told.source}; the description gives the cluster"
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
