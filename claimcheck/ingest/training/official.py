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

    ``frame`` has row_id, path, ours, official, agrees (None where logs are absent) and said,
    the end of what the scorer printed about the folder.
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
        rows = read_round(tree, round_, rules, vendors, []).training
    ours = time.perf_counter() - begin
    with tempfile.TemporaryDirectory(prefix="claimcheck-") as folder:
        with GitTree(git_dir, round_.commit) as tree:
            _export(tree, round_, rules, Path(folder))
        begin = time.perf_counter()
        official = _official(python, Path(folder), round_)
        seconds = time.perf_counter() - begin
    return Comparison(_frame(rows, official), ours, seconds)


def table_of(found: Comparison, key: str) -> pd.DataFrame:
    """The comparison of round ``key`` as rows of ``official_scores``."""
    suite, _, name = key.partition("-")
    frame = found.frame
    weak = frame["row_id"].str.endswith("/weak")
    return pd.DataFrame(
        {
            "row_id": frame["row_id"],
            "suite": suite,
            "round": name,
            "our_score": frame["ours"],
            "official_score": frame["official"],
            "unit": weak.map({True: "models/minute", False: "minutes"}),
            "agrees": frame["agrees"],
            "scorer": PACKAGE,
        }
    )


def _export(tree: GitTree, round_: Round, rules: TrainingRules, into: Path) -> None:
    """Write the logs and scaling factors of the round's entries below ``into``; absent ones are left out."""
    found, _ = folders(tree.paths, round_.suite, round_.name, rules)
    wanted = [p for f in found for p in (*f.logs, *([f.scaling_file] if f.scaling_file else []))]
    for blob in tree.read(wanted):
        if blob.data is not None:
            path = into / blob.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(blob.data)


def _official(python: str, folder: Path, round_: Round) -> dict[str, tuple[float | None, str]]:
    """Score and last words of the scorer, by folder of runs."""
    script = Path(__file__).with_name("_scorer.py")
    ruleset = f"{round_.name.removeprefix('v')}.0"
    run = subprocess.run(
        [python, str(script), str(folder), round_.suite, ruleset], capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise ClaimcheckError(f"the official scorer stopped: {run.stderr[-400:].strip()}", where=round_.key)
    scores = json.loads(run.stdout.splitlines()[-1])
    return {path: (score, said) for path, (score, said) in scores.items()}


def _frame(rows: list[dict[str, object]], official: dict[str, tuple[float | None, str]]) -> pd.DataFrame:
    compared = []
    for row in rows:
        value = row["time_to_train_minutes"] if row["scaling"] != "weak" else row["models_per_minute"]
        score, said = official.get(str(row["path"]), (None, "not scored"))
        same = _same(value, score) if not row["runs_absent"] else None
        compared.append((row["row_id"], row["path"], value, score, same, said))
    return pd.DataFrame(compared, columns=["row_id", "path", "ours", "official", "agrees", "said"])


def _same(ours: object, official: float | None) -> bool:
    if not isinstance(ours, float) or official is None:
        return ours is None and official is None
    return math.isclose(ours, official, rel_tol=_TOLERANCE)
