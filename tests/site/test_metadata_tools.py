"""CITATION.cff keeps the schema of its format; MLCommons' validator accepts the croissant.json.

Both live in an environment of their own (tools/metadata.txt, tools/cff-schema.txt), which ``make test`` makes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
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


@pytest.fixture
def run(python: str, tmp_path: Path):
    """Run that interpreter with arguments, without a network: an address of this machine answers for a proxy."""

    def runner(*arguments: str) -> subprocess.CompletedProcess[str]:
        nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
        environment = {**os.environ, **nowhere, "HOME": str(tmp_path), "PYTHONWARNINGS": "ignore"}
        environment.pop("PYTHONPATH", None)
        return subprocess.run(
            [python, *arguments], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
        )

    return runner


class Texts(yaml.SafeLoader):
    """YAML with its days as text, as the schema wants them."""


Texts.yaml_implicit_resolvers = {
    sign: [one for one in found if one[0] != "tag:yaml.org,2002:timestamp"]
    for sign, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@pytest.fixture
def cff_faults(python: str) -> Callable[[str], list[str]]:
    """What in the text of a citation file is not as the schema of its format says."""
    path = Path(python).parents[1] / "cff" / "cffconvert" / "schemas" / "1.2.0" / "schema.json"
    schema = jsonschema.Draft7Validator(json.loads(path.read_text(encoding="utf-8")))
    return lambda text: [error.json_path for error in schema.iter_errors(yaml.load(text, Loader=Texts))]


def test_the_citation_file_is_valid(root: Path, cff_faults) -> None:
    assert cff_faults((root / "CITATION.cff").read_text(encoding="utf-8")) == []


def test_the_croissant_file_is_valid_without_a_warning(site: Path, run) -> None:
    path = site / "data" / "croissant.json"
    done = run("-c", "from mlcroissant.scripts.cli import main; main()", "validate", "--jsonld", str(path))
    assert done.returncode == 0, done.stderr
    assert "Done" in done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
