"""Every document of the built site keeps the HTML standard, as html-validate reads it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from claimcheck.build.sitecheck import page_paths
from tests.site.conftest import varied

VALIDATOR = Path("node_modules", "html-validate", "bin", "html-validate.mjs")


@pytest.mark.parametrize("others", [False, pytest.param(True, marks=pytest.mark.every)])
def test_every_document_is_valid(site: Path, root: Path, others: bool) -> None:
    """Pages that have all parts between them, and once a week the others."""
    if not (root / VALIDATOR).is_file():
        pytest.fail(f"{VALIDATOR} is not there: run the tests with `make test`", pytrace=False)
    chosen = {site / name for name in varied()}
    command = [str(Path(sys.executable).with_name("node")), VALIDATOR, "--config", "tests/site/htmlvalidate.json"]
    command += ["--formatter", "json", *(path for path in page_paths(site) if (path not in chosen) == others)]
    # Into a file: a pipe loses what the validator has not written when it ends.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        done = subprocess.run(command, cwd=root, stdout=told, stderr=subprocess.PIPE)
        assert done.returncode in (0, 1), done.stderr[-2000:]
        told.seek(0)
        faults = [
            f"{Path(one['filePath']).name}:{found['line']}: {found['message']} ({found['ruleId']})"
            for one in json.load(told)
            for found in one["messages"]
        ]
    assert not faults, "\n" + "\n".join(faults[:50])
