"""CITATION.cff keeps the schema of its format; MLCommons' validator accepts the croissant.json.

Both live in an environment of their own (metadata.txt and cff-schema.txt of build/install), which ``make test`` makes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml


@pytest.fixture(scope="module")
def python() -> str:
    """The interpreter of the validators' environment; CLAIMCHECK_METADATA_PYTHON names another."""
    found = os.environ.get("CLAIMCHECK_METADATA_PYTHON") or str(Path(sys.prefix, "metadata", "bin", "python"))
    if not Path(found).is_file():
        pytest.fail("the validators are not installed: run `make .venv/metadata/.made`", pytrace=False)
    return found


def test_the_citation_file_is_valid(root: Path, python: str) -> None:
    schema = Path(python).parents[1] / "cff" / "cffconvert" / "schemas" / "1.2.0" / "schema.json"
    judged = jsonschema.Draft7Validator(json.loads(schema.read_text(encoding="utf-8")))
    # Its days are texts, as the schema wants them.
    citation = json.loads(json.dumps(yaml.safe_load((root / "CITATION.cff").read_text("utf-8")), default=str))
    assert [error.json_path for error in judged.iter_errors(citation)] == []


def test_the_croissant_file_is_valid_without_a_warning(site: Path, python: str, tmp_path: Path) -> None:
    """Without a network: an address of this machine answers for a proxy."""
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    environment = {**os.environ, **nowhere, "HOME": str(tmp_path), "PYTHONWARNINGS": "ignore"}
    environment.pop("PYTHONPATH", None)
    command = [python, "-c", "from mlcroissant.scripts.cli import main; main()", "validate", "--jsonld"]
    command.append(str(site / "data" / "croissant.json"))
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Done" in done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
