"""What accuracy a result reached, against which target: and nothing dropped in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.data import paths
from claimcheck.data.facts import read_targets
from claimcheck.sources.accuracy import parse_accuracy, read_accuracy
from claimcheck.sources.git import GitTree
from tests.making import put
from tests.sources.golden import agree
from tests.sources.upstream import ACCURACY, ROUGE, commit, lose, round_of

FOLDER = "closed/Anna/results/box/llama2-70b-99/Server"
FILE = f"{FOLDER}/accuracy/accuracy.txt"

Read = tuple[list[dict[str, Any]], list[dict[str, Any]]]


def read(root: Path, files: dict[str, bytes | str], lost: str = "", **changes: Any) -> Read:
    """What is read of a repository of ``files`` for one result, 9.9-0001, whose runs are in ``FOLDER``."""
    (root / "register").mkdir()
    put(root / "register", paths.ACCURACY, ACCURACY)
    at = commit(root / "repository", files)
    if lost:
        lose(root / "repository", lost)
    result = {"row_id": "9.9-0001", "benchmark": "llama2-70b-99", "run_id": f"v9.9/{FOLDER}/performance/run_1"}
    with GitTree(root / "repository" / ".git", at, absent=None) as tree:
        return read_accuracy(tree, round_of(at), pd.DataFrame([result | changes]), read_targets(root / "register"))


# The way it should go ---------------------------------------------------------------------------


AUDIT = [f"{FOLDER}/TEST{n:02}/accuracy/accuracy.txt" for n in (1, 6)]
# Name: the files, of which the first is lost where the name says so.
FILES: dict[str, dict[str, bytes | str]] = {
    "usual": {FILE: f"progress\n{ROUGE}"},
    "empty": {FILE: ""},
    "no file": {"other": "x"},
    "lost": {FILE: ROUGE},
    "not named": {FILE: ROUGE, FILE.replace("Server", "Offline"): ROUGE} | dict.fromkeys(AUDIT, "any"),
}


def test_accuracy_of_a_result(tmp_path: Path) -> None:
    found: dict[str, list[dict[str, Any]]] = {}
    for name, files in FILES.items():
        (tmp_path / name).mkdir()
        rows, skipped = read(tmp_path / name, files, FILE if name == "lost" else "")
        found |= {name: rows, f"{name}, skipped": skipped}
    (tmp_path / "untargeted").mkdir()
    rows, found["no target"] = read(tmp_path / "untargeted", {FILE: ROUGE}, benchmark="mine")
    assert rows == []
    agree("accuracy", found)


def test_another_metrics_figure_is_not_taken() -> None:
    text = b"AUC=80.233%, accuracy=96.606%\nthe mean AUC=1%\n{'rougeL': 24.5, 'rougeLsum': 35.6}\nDone, accuracy=1%\n"
    found = parse_accuracy(text, ("acc", "AUC", "F1", "DICE", "exact_match", "ROUGEL"))
    assert {name: float(reading.number) for name, reading in found.items()} == {"AUC": 80.233, "ROUGEL": 24.5}
