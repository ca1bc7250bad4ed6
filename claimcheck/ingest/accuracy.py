"""Read what accuracy each result reached, the target it had to reach, and the weights it declared.

``<run>/accuracy/accuracy.txt`` beside a result's performance runs holds what the benchmark's own script printed about
the accuracy run: progress, then figures in one of a few forms, then the hash of the log that it judged. The targets
are those of MLCommons' submission checker, typed once in ``data/facts/accuracy.yml``. What a submitter says of its
weights is in a JSON file below ``measurements/`` up to v5.1 and in the result's ``measurements.json`` from v6.0.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Self

import pandas as pd
from pydantic import Strict, model_validator

from claimcheck.core.documents import Many, Model, Number, Text, broken, read, unknown
from claimcheck.core.errors import LogError, UpstreamError
from claimcheck.core.limits import figure, json_of
from claimcheck.data.names import LACKED, Row, skip, why
from claimcheck.data.paths import ACCURACY
from claimcheck.data.rounds import Commit, Round, order
from claimcheck.ingest.git import Blob, GitTree
from claimcheck.ingest.loadgen import Entry

# --- targets -------------------------------------------------------------------------------------

# The reference's figure, and the share of it that the rules ask.
Bound = Annotated[tuple[Number, Number], Strict(False)]


class Target(Model):
    """What a metric must reach from round ``first`` on, and, where there is one, what it must not pass."""

    least: Bound
    most: Bound | None = None
    first: Text | None = None

    @property
    def limits(self) -> tuple[float, float | None]:
        """The target and the upper limit, in the metric's unit."""
        return math.prod(self.least), None if self.most is None else math.prod(self.most)


class Checker(Model):
    """The file that holds a round's targets, and the line at which they begin."""

    repo: Text
    commit: Commit
    path: Text
    blob: Commit
    line: int


class Targets(Model):
    """``accuracy.yml``: the checker of each round; targets by benchmark and metric, in the order of the rounds."""

    checkers: dict[str, Checker]
    targets: dict[str, dict[str, Many[Target]]]

    @model_validator(mode="after")
    def _names_known_metrics(self) -> Self:
        for benchmark, metrics in self.targets.items():
            for metric, targets in metrics.items():
                key = f"targets.{benchmark}.{metric}"
                if metric not in _PATTERNS:
                    raise unknown(key, metric, _PATTERNS)
                starts = [order(target.first) if target.first else (0, 0) for target in targets]
                if starts != sorted(set(starts)):
                    raise broken(f"{metric}: rounds out of order", "a target follows an earlier one", key=key)
        return self

    def of(self, benchmark: str, round_: str) -> dict[str, Target]:
        """The targets of ``benchmark`` in ``round_`` by metric; none for a round without a checker."""
        if round_ not in self.checkers:
            return {}
        return {
            metric: [t for t in targets if t.first is None or order(t.first) <= order(round_)][-1]
            for metric, targets in self.targets.get(benchmark, {}).items()
        }


def read_targets(data: Path) -> Targets:
    """``data/facts/accuracy.yml``. Raises RegisterError."""
    return read(data / ACCURACY, Targets)


# --- the file ------------------------------------------------------------------------------------

TOKENS = "TOKENS_PER_SAMPLE"
_NUMBER = rb"['\"]?(?:np\.\w{1,16}\()?(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
# How a file prints a metric, within one line. The metrics are the submission checker's, and mean what it means. No
# pattern tries a place twice, so that a long line takes no longer than its length.
_PATTERNS = {
    name: re.compile(before + _NUMBER)
    for name, before in {
        "acc": rb'^(?:\{"accuracy|accuracy)[": ]*+=?\s*',
        "mAP": rb"(?:^mAP=|'Total':)\s*",
        "bleu": rb"^BLEU:\s*",
        "AUC": rb"^AUC=",
        "DICE": rb"^Accuracy:\s*mean\s*=\s*",
        "ACCURACY": rb"^Word Error Rate:.*, accuracy=",
        "F1": rb"^\{['\"]exact_match['\"]:\s*[\d.]+,\s*['\"]f1['\"]:\s*",
        "F1_HIERARCHICAL": rb'^\{"f1":\s*',
        "ROUGE1": rb"'rouge1':\s*",
        "ROUGE2": rb"'rouge2':\s*",
        "ROUGEL": rb"'rougeL':\s*",
        "ROUGELSUM": rb"'rougeLsum':\s*",
        "GEN_LEN": rb"'gen_len':\s*",
        TOKENS: rb"'tokens_per_sample':\s*",
        "exact_match": rb"'exact_match':\s*",
        "gsm8k_accuracy": rb"'gsm8k':\s*",
        "mbxp_accuracy": rb"'mbxp':\s*",
        "CLIP_SCORE": rb"'CLIP_SCORE':\s*",
        "FID_SCORE": rb"'FID_SCORE':\s*",
        "vbench_score": rb"'vbench_score':\s*",
        "DLRM_NE": rb"metric/lifetime_ne/rating:\s*",
        "DLRM_ACC": rb"metric/lifetime_accuracy/rating:\s*",
        "DLRM_AUC": rb"metric/lifetime_gauc/rating:\s*",
    }.items()
}
_HASH = re.compile(rb"^hash=([0-9a-f]{1,128})\s*$")


def parse_accuracy(data: bytes, metrics: tuple[str, ...], where: str) -> tuple[dict[str, Entry], str | None]:
    """Return metric -> Entry of an accuracy file, and the hash that it prints (None without one).

    Only ``metrics`` are looked for; a metric that is not printed is absent. Raises LogError, naming file, line and
    rule, for an empty file, a metric printed with two values, and a figure that is not finite.
    """
    if not data.strip():
        raise LogError("the file is empty", where=where)
    readings: dict[str, Entry] = {}
    digest = None
    for number, line in enumerate(data.split(b"\n"), 1):
        for metric in metrics:
            match = _PATTERNS[metric].search(line)
            if match is None:
                continue
            text = match[1].decode()
            if figure(text) is None:
                message = f"{metric} is {text[:40]}"
                raise LogError(message, where=where, line=number, rule="a figure is finite")
            first = readings.setdefault(metric, Entry(text, number))
            if first.number != Decimal(text):
                message = f"{metric} is {text} here and {first.text} on line {first.line}"
                raise LogError(message, where=where, line=number, rule="a file prints one value of a metric")
        if digest is None and (match := _HASH.match(line)):
            digest = match[1].decode()
    return readings, digest


# --- a round -------------------------------------------------------------------------------------

_RUN = re.compile(r"/performance(/run_\d+)?\Z", re.IGNORECASE)
_FILE = "/accuracy/accuracy.txt"
_NO_RESULT = re.compile(r"/(TEST\d+|compliance(\.tmp)?|audit|test_\w+)/", re.IGNORECASE)
# Descriptions of Whisper on CPUs in v5.1 and v6.0 say "Yes", then what was done.
_TWICE = ("weight_transformations",)
_DECLARED = {
    "weight_data_types": "declared_weight_dtype",
    "input_data_types": "declared_input_dtype",
    "starting_weights_filename": "starting_weights",
    "weight_transformations": "weight_transformations",
}


def wanted(path: str) -> bool:
    """Whether ``read_accuracy`` may read the file at ``path``: not that of a compliance run."""
    return path.lower().endswith(_FILE) and not _NO_RESULT.search(path)


def read_accuracy(
    tree: GitTree | None, round_: Round, results: pd.DataFrame, targets: Targets
) -> tuple[list[Row], list[Row]]:
    """Rows of ``accuracy_results`` and of ``skipped`` for a round's ``results``.

    ``tree`` is None for a round whose repository is not read: one row of ``skipped`` says so. Every result has
    rows or a row of ``skipped`` with the reason; so has every accuracy file that no result names, those of compliance
    runs together.
    """
    name = round_.key
    if tree is None:
        reason = f"the accuracy files of the round's {len(results)} results are in a repository that is not read here"
        return [], [skip(name, "accuracy", round_.repo, None, None, reason)]
    files = [path for path in tree.paths if path.lower().endswith(_FILE)]
    # Two folders of one name in other letters are two places: the exact one first.
    places = {path.lower(): path for path in files} | {path: path for path in files}
    skipped: list[Row] = []
    wanted: dict[str, list[Row]] = {}
    for result in results[["row_id", "run_id", "benchmark"]].to_dict("records"):
        folder = _RUN.sub("", str(result["run_id"]).partition("/")[2])
        path = places.get(f"{folder}{_FILE}") or places.get(f"{folder}{_FILE}".lower())
        if path is None:
            skipped.append(skip(name, "accuracy", f"{folder}{_FILE}", None, None, f"no such file: {result['row_id']}"))
        else:
            wanted.setdefault(path, []).append(result)
    declared = _declared(tree, wanted) if round_.source == "published" else {}
    rows: list[Row] = []
    for blob in tree.read(wanted):
        for result in wanted[blob.path]:
            read_, unread = _result(blob, result, round_, targets)
            rows += [row | declared.get(blob.path, {}) for row in read_]
            skipped += unread
    return rows, skipped + _unused(tree, name, set(files) - wanted.keys())


def _result(blob: Blob, result: Row, round_: Round, targets: Targets) -> tuple[list[Row], list[Row]]:
    """The rows of one result's accuracy file, and rows of ``skipped`` for what it does not print."""
    benchmark = str(result["benchmark"])

    def no(reason: str, line: int | None = None) -> Row:
        return skip(round_.key, "accuracy", blob.path, blob.blob, line, f"{reason}: {result['row_id']}")

    if blob.data is None:
        return [], [no(LACKED)]
    wanted = targets.of(benchmark, round_.name)
    if not wanted:
        return [], [no(f"data/{ACCURACY} has no target of {benchmark} in {round_.name}")]
    try:
        readings, digest = parse_accuracy(blob.data, tuple(dict.fromkeys((*wanted, TOKENS))), blob.path)
    except LogError as error:
        return [], [no(why(error), error.line)]
    source = {"repo": round_.repo, "commit": round_.commit, "path": blob.path, "blob": blob.blob}
    rows = []
    for metric, reading in readings.items():
        value = float(reading.number)
        least, most = wanted[metric].limits if metric in wanted else (None, None)
        rows.append(
            {
                "round": round_.name,
                "row_id": result["row_id"],
                "metric": metric,
                "value": value,
                "target": least,
                "upper_limit": most,
                "margin": None if least is None else value / least - 1,
                "hash": digest,
                **source,
                "line": reading.line,
            }
        )
    return rows, [no(f"the file prints no {metric}") for metric in wanted if metric not in readings]


def _declared(tree: GitTree, files: dict[str, list[Row]]) -> dict[str, Row]:
    """What the submitter declared of the weights, by accuracy file."""
    places: dict[str, list[str]] = {}
    for path in files:
        folder = path[: -len(_FILE)]
        for place in (folder, folder.replace("/results/", "/measurements/", 1)):
            for child in tree.children(place):
                if child.endswith(".json") and f"{place}/{child}" in tree.paths:
                    places.setdefault(f"{place}/{child}", []).append(path)
    declared: dict[str, Row] = {}
    for blob in tree.read(places):
        try:
            description = json_of(blob.data or b"", blob.path, twice=_TWICE)
        except UpstreamError:
            continue
        if not isinstance(description, dict) or "weight_data_types" not in description:
            continue
        values = {name: _text(description.get(key)) for key, name in _DECLARED.items()}
        for path in places[blob.path]:
            declared.setdefault(path, values | {"declared_path": blob.path, "declared_blob": blob.blob})
    return declared


def _text(value: object) -> str | None:
    """A declared value as text: as it is, or as JSON where it is a list or a mapping."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return None if value is None else " ".join(text.split()) or None


def _unused(tree: GitTree, round_: str, paths: set[str]) -> list[Row]:
    """Rows of ``skipped`` for accuracy files that no result names; compliance runs are counted in one row."""
    kinds = Counter(bool(_NO_RESULT.search(path)) for path in paths)
    rows = [
        skip(round_, "accuracy", path, tree.paths[path], None, "no result names this run")
        for path in sorted(paths)
        if not _NO_RESULT.search(path)
    ]
    if kinds[True]:
        reason = f"compliance runs, not results ({kinds[True]} files)"
        rows.append(skip(round_, "accuracy", f"**{_FILE}", None, None, reason))
    return rows
