"""What a submitter shipped: equal code has equal ids wherever it lies."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.data.paths import DATA_DIR
from claimcheck.data.stacks import read_settings_register
from claimcheck.sources.git import GitTree
from claimcheck.sources.shipped import read_submitted_files
from tests.making import results
from tests.sources.upstream import commit, round_of


def shipped(code: str) -> dict[str, str]:
    """A submitter's files, its harness at ``code``."""
    return {
        f"{code}/common/systems/system_list.py": "machines",
        f"{code}/common/mlcommons/results.py": "checks",
        f"{code}/common/mlcommons/runner.py": "runs",
        f"{code}/fields/a.py": "a",
        f"{code}/llmlib/README.md": "words",
        f"{code}/llama3.1-405b/tensorrt/builder.py": "old name",
        f"{code}/llama3_1-405b/tensorrt/builder.py": "new name",
        f"{code}/llama3_1-405b/tensorrt/run_disagg/start.sh": "start",
    }


def of(found: pd.DataFrame, owner: str, part: str) -> dict[str, str]:
    rows = found[(found["submitter"] == owner) & (found["part"] == part)]
    return dict(zip(rows["name"], rows["content_id"], strict=True))


def test_two_layouts_of_one_code_are_equal(tmp_path: Path) -> None:
    files = shipped("closed/Anna/code") | shipped("closed/Bert/src/code")
    done = commit(tmp_path, files)
    rows = results({"submitter": "Anna", "row_id": "a"}, {"submitter": "Bert", "row_id": "b"})
    with GitTree(tmp_path / ".git", done) as tree:
        found = read_submitted_files(tree, round_of(done), rows, read_settings_register(DATA_DIR).benchmarks)
    for part in ("harness", "model"):
        assert of(found, "Anna", part) == of(found, "Bert", part) != {}
    assert set(of(found, "Anna", "harness")) == {"fields/a.py", "common/mlcommons/runner.py"}
    assert set(of(found, "Anna", "model")) == {"tensorrt/builder.py"}
    assert not found["path"].str.contains("llama3.1-405b/", regex=False).any()
