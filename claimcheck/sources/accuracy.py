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


def read_accuracy(tree: GitTree, round_: Round, results: pd.DataFrame, targets: Targets) -> tuple[list[Row], list[Row]]:
    """Rows of ``accuracy_results`` for a round's ``results``, and of ``skipped`` for each that has none."""
    rows: list[Row] = []
    skipped: list[Row] = []
    files = [path for path in tree.paths if path.lower().endswith(_FILE)]
    # Two folders of one name in other letters are two places: the exact one first.
    places = {path.lower(): path for path in files} | {path: path for path in files}
    for result in results[["row_id", "run_id", "benchmark"]].to_dict("records"):
        benchmark, row_id = str(result["benchmark"]), result["row_id"]
        own = entry_folder(result) + _FILE
        path = places.get(own) or places.get(own.lower(), own)
        data = tree.blob(path).data if path in tree.paths else None
        limits = targets.of(benchmark, round_.name)
        readings = parse_accuracy(data or b"", dict.fromkeys((*limits, TOKENS)))
        if data is None:
            faults = [LACKED if path in tree.paths else "no such file"]
        elif not limits:
            faults, readings = [f"data/{ACCURACY} has no target of {benchmark} in {round_.name}"], {}
        else:
            faults = [f"the file prints no {metric}" for metric in limits if metric not in readings]
        skipped += [skip("accuracy", path, f"{fault}: {row_id}") for fault in faults]
        for metric, reading in readings.items():
            value, target = float(reading.number), limits.get(metric)
            least = math.prod(target.least) if target else None
            rows.append({
                "path": path, "row_id": row_id, "metric": metric, "value": value, "target": least,
                "upper_limit": math.prod(target.most) if target and target.most else None,
                "margin": value / least - 1 if least else None, "line": reading.line,
            })  # fmt: skip
    return rows, skipped
