"""Every document of the built site keeps the HTML standard, as html-validate reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimcheck.build.sitecheck import page_paths
from tests.site.conftest import page_names, typical

VALIDATOR = Path("node_modules", "html-validate", "bin", "html-validate.mjs")
# So many processes, each with its share of the documents.
SHARES = os.cpu_count() or 1


def faults(root: Path, paths: list[Path]) -> list[str]:
    """What is not valid in some documents, a line a fault."""
    command = [str(Path(sys.executable).with_name("node")), VALIDATOR, "--config", "tests/site/htmlvalidate.json"]
    # Into a file: a pipe loses what the validator has not written when it ends.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        done = subprocess.run([*command, "--formatter", "json", *paths], cwd=root, stdout=told, stderr=subprocess.PIPE)
        assert done.returncode in (0, 1), done.stderr[-2000:]
        told.seek(0)
        return [
            f"{Path(one['filePath']).name}:{found['line']}: {found['message']} ({found['ruleId']})"
            for one in json.load(told)
            for found in one["messages"]
        ]


@pytest.mark.parametrize("others", [False, pytest.param(True, marks=pytest.mark.every)])
def test_every_document_is_valid(site: Path, root: Path, others: bool) -> None:
    if not (root / VALIDATOR).is_file():
        pytest.fail(f"{VALIDATOR} is not there: run the tests with `make test`", pytrace=False)
    left = {site / name for name in page_names()} - {site / name for name in typical()}
    paths = [path for path in page_paths(site) if (path in left) == others]
    parts = [part for n in range(SHARES) if (part := paths[n::SHARES])]
    with ThreadPoolExecutor(SHARES) as pool:
        found = [fault for part in pool.map(lambda part: faults(root, part), parts) for fault in part]
    assert not found, "\n" + "\n".join(found[:50])
