"""Read what accuracy each result reached, and the target that it had to reach.

``accuracy/accuracy.txt`` holds what the benchmark's own script printed: progress, figures in one of a few forms. The
targets are those of MLCommons' submission checker.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import pandas as pd

from claimcheck.data.facts import Targets
from claimcheck.data.names import LACKED, Row, skip
from claimcheck.data.paths import ACCURACY
from claimcheck.data.rounds import Round
from claimcheck.sources.git import GitTree
from claimcheck.sources.loadgen import Entry
from claimcheck.sources.records import CALLED, COMPLIANCE, entry_folder

TOKENS = "TOKENS_PER_SAMPLE"
_NUMBER = rb"['\"]?(?:np\.\w{1,16}\()?(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_PATTERNS = {name: re.compile(before.encode() + _NUMBER) for name, before in CALLED["accuracy"]["metrics"].items()}
_FILE = "/accuracy/accuracy.txt"


def parse_accuracy(data: bytes, metrics: Iterable[str]) -> dict[str, Entry]:
    """Metric -> Entry of those of ``metrics`` that an accuracy file prints."""
    lines = b"\n" + data
    found = ((metric, _PATTERNS[metric].search(lines)) for metric in metrics if metric in _PATTERNS)
    return {metric: Entry(at[1].decode(), lines.count(b"\n", 0, at.start(1))) for metric, at in found if at}


def wanted(path: str) -> bool:
    """Whether ``read_accuracy`` may read the file at ``path``: not that of a compliance run."""
    return path.lower().endswith(_FILE) and not COMPLIANCE.search(path)


def read_accuracy(
    tree: GitTree | None, round_: Round, results: pd.DataFrame, targets: Targets
) -> tuple[list[Row], list[Row]]:
    """Rows of ``accuracy_results`` for a round's ``results``, and of ``skipped`` for all that has none."""
    rows: list[Row] = []
    skipped: list[Row] = []

    def no(path: str, reason: str) -> None:
        skipped.append(skip("accuracy", path, reason))

    if tree is None:
        reason = f"the accuracy files of the round's {len(results)} results are in a repository that is not read here"
        return rows, [skip("accuracy", round_.repo, reason)]
    files = [path for path in tree.paths if path.lower().endswith(_FILE)]
    # Two folders of one name in other letters are two places: the exact one first.
    places = {path.lower(): path for path in files} | {path: path for path in files}
    named: dict[str, list[Row]] = {}
    for result in results[["row_id", "run_id", "benchmark"]].to_dict("records"):
        own = entry_folder(result) + _FILE
        if path := places.get(own) or places.get(own.lower()):
            named.setdefault(path, []).append(result)
        else:
            no(own, f"no such file: {result['row_id']}")
    for blob in tree.read(named):
        for result in named[blob.path]:
            benchmark, row_id = str(result["benchmark"]), result["row_id"]
            limits = targets.of(benchmark, round_.name)
            if blob.data is None or not limits:
                reason = f"data/{ACCURACY} has no target of {benchmark} in {round_.name}"
                no(blob.path, f"{LACKED if blob.data is None else reason}: {row_id}")
                continue
            readings = parse_accuracy(blob.data, dict.fromkeys((*limits, TOKENS)))
            for metric, reading in readings.items():
                value, target = float(reading.number), limits.get(metric)
                least = math.prod(target.least) if target else None
                rows.append({
                    "path": blob.path, "row_id": row_id, "metric": metric, "value": value, "target": least,
                    "upper_limit": math.prod(target.most) if target and target.most else None,
                    "margin": value / least - 1 if least else None, "line": reading.line,
                })  # fmt: skip
            for metric in (metric for metric in limits if metric not in readings):
                no(blob.path, f"the file prints no {metric}: {row_id}")
    unused = set(files) - named.keys()
    runs = sorted(filter(wanted, unused))
    for path in runs:
        no(path, "no result names this run")
    if compliance := len(unused) - len(runs):
        no(f"**{_FILE}", f"compliance runs, not results ({compliance} files)")
    return rows, skipped
