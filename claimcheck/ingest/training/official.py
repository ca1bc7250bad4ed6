"""Our scores beside those of MLCommons' scorer, ``mlperf_logging.result_summarizer``.

The scorer also checks that a log complies with the rules of its round, and takes a run that does
not for a failed one; we read start, stop and outcome only. It knows Training since v0.7 and HPC
since v1.0.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from claimcheck.errors import ClaimcheckError
from claimcheck.ingest.git import GitTree, find_git_dir
from claimcheck.ingest.registers import read_vendors
from claimcheck.ingest.training.entries import read_round
from claimcheck.ingest.training.paths import folders
from claimcheck.ingest.training.rules import TrainingRules, read_rules
from claimcheck.rounds import Round, read_rounds

PACKAGE = "mlperf-logging==4.1.68"
# Both add the same few floats, in another order.
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Comparison:
    """Scores of one round by both, and the seconds each took, the scorer without the export of its files.

    ``frame`` has the columns of ``official_scores``; ``agrees`` is None where logs are absent.
    """

    frame: pd.DataFrame
    our_seconds: float
    official_seconds: float


def compare(upstream: Path, key: str, data: Path, python: str = sys.executable) -> Comparison:
    """Score round ``key`` (training-v5.1) of ``data/rounds.yml`` with our code and with the official scorer.

    ``python`` is an interpreter with ``mlperf-logging``. Raises ClaimcheckError when it has
    none or the round is unknown, UpstreamError as the ingestion does.
    """
    if subprocess.run([python, "-c", "import mlperf_logging"], capture_output=True, check=False).returncode:
        raise ClaimcheckError(
            "the official scorer is not installed", where=python, fix=f"{python} -m pip install {PACKAGE}"
        )
    round_ = next((r for r in read_rounds(data) if r.key == key and r.suite in ("training", "hpc")), None)
    if round_ is None:
        raise ClaimcheckError(f"no round {key!r} of Training or HPC", where=data / "rounds.yml")
    rules, vendors = read_rules(data), read_vendors(data)
    git_dir = find_git_dir(upstream, round_.folders)
    begin = time.perf_counter()
    with GitTree(git_dir, round_.commit) as tree:
        rows = read_round(tree, round_, rules, vendors, {}).training
    ours = time.perf_counter() - begin
    with tempfile.TemporaryDirectory(prefix="claimcheck-") as folder:
        with GitTree(git_dir, round_.commit) as tree:
            _export(tree, round_, rules, Path(folder))
        begin = time.perf_counter()
        official = _official(python, Path(folder), round_)
        seconds = time.perf_counter() - begin
    return Comparison(_frame(rows, official, round_), ours, seconds)


def _export(tree: GitTree, round_: Round, rules: TrainingRules, into: Path) -> None:
    """Write the logs and scaling factors of the round's entries below ``into``; absent ones are left out."""
    found, _ = folders(tree.paths, round_, rules)
    wanted = [p for f in found for p in (*f.logs, *([f.scaling_file] if f.scaling_file else []))]
    for blob in tree.read(wanted):
        if blob.data is not None:
            path = into / blob.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(blob.data)


def _official(python: str, folder: Path, round_: Round) -> dict[str, float | None]:
    """The scorer's scores, by folder of runs."""
    script = Path(__file__).with_name("_scorer.py")
    ruleset = f"{round_.name.removeprefix('v')}.0"
    run = subprocess.run(
        [python, str(script), str(folder), round_.suite, ruleset], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise ClaimcheckError(f"the official scorer stopped: {run.stderr[-400:].strip()}", where=round_.key)
    return {path: score for path, (score, _) in json.loads(run.stdout.splitlines()[-1]).items()}


def _frame(rows: list[dict[str, object]], official: dict[str, float | None], round_: Round) -> pd.DataFrame:
    compared = []
    for row in rows:
        weak = row["scaling"] == "weak"
        value, score = row["models_per_minute" if weak else "time_to_train_minutes"], official.get(str(row["path"]))
        compared.append(
            {
                "row_id": row["row_id"],
                "suite": round_.suite,
                "round": round_.name,
                "our_score": value,
                "official_score": score,
                "unit": "models/minute" if weak else "minutes",
                "agrees": None if row["runs_absent"] else _same(value, score),
                "scorer": PACKAGE,
            }
        )
    return pd.DataFrame(compared)


def _same(ours: object, official: float | None) -> bool:
    if not isinstance(ours, float) or official is None:
        return ours is None and official is None
    return math.isclose(ours, official, rel_tol=_TOLERANCE)
