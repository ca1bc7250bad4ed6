"""CITATION.cff keeps the schema of its format; MLCommons' validator accepts the croissant.json and reads our tables.

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
import pandas as pd
import pytest
import yaml

from claimcheck.data.schema import TABLES
from claimcheck.data.tables import load

# Run by the other interpreter: reads the named record sets and prints the first record of each.
LOAD = """
import json, sys
import mlcroissant
description, data, *names = sys.argv[1:]
files = [file["@id"] for file in json.load(open(description, encoding="utf-8"))["distribution"]]
dataset = mlcroissant.Dataset(description, mapping={file: f"{data}/{file}" for file in files})
plain = lambda value: value.decode() if isinstance(value, bytes) else value
for name in names:
    record = next(iter(dataset.records(name)))
    print(json.dumps({key.partition("/")[2]: plain(value) for key, value in record.items()}, default=str))
"""


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


def test_records_are_our_rows(site: Path, data_dir: Path, run) -> None:
    """A plain table, and a gzipped one that has columns of each type, some of them often empty."""
    names = ("counting_rules", "operating_points")
    assert [TABLES[name].compressed for name in names] == [False, True]
    done = run("-c", LOAD, str(site / "data" / "croissant.json"), str(site / "data"), *names)
    assert done.returncode == 0, done.stderr[-2000:]
    for name, line in zip(names, done.stdout.splitlines(), strict=True):
        first, ours = json.loads(line), load(name, data_dir)
        assert first.keys() == set(TABLES[name].names)
        (row,) = (row for _, row in ours.iterrows() if all(row[key] == first[key] for key in TABLES[name].key))
        figures = [c.name for c in TABLES[name].columns if c.dtype == "float" and pd.notna(row[c.name])]
        assert figures and [first[figure] for figure in figures] == [row[figure] for figure in figures]
