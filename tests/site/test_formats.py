"""The served tables hold what the CSV files hold, as the Data Package says, and the page's examples run on them."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import duckdb
import pytest

from claimcheck.core.files import digest
from claimcheck.data import formats
from claimcheck.data.edition import ROOT
from claimcheck.data.schema import TABLES
from claimcheck.data.store import load

EXAMPLES = dict(enumerate(re.findall(r"```(python|sql|r)\n(.*?)```", (ROOT / "book/schema.md").read_text(), re.S)))


# Properties of the standard (datapackage.org, version 2.0) that ours has, by what has them.
PROPERTIES = {
    "package": "$schema name title description homepage version created keywords licenses contributors resources",
    "resource": "name path description format mediatype bytes hash schema",
    "schema": "fields primaryKey",
    "licence": "name path",
    "contributor": "title roles",
}
# What Parquet has for each type of the standard.
TYPES = {"string": "VARCHAR", "date": "DATE", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}


def test_a_reader_of_the_data_package_gets_the_tables(site: Path, data_dir: Path) -> None:
    """Files, cells, types, keys and limits are as the package says, under the standard's names."""
    package = json.loads((site / "data" / formats.PACKAGE).read_text())
    found = {"package": [package], "licence": package["licenses"], "contributor": package["contributors"]}
    resources = found["resource"] = package["resources"]
    found["schema"] = [one["schema"] for one in resources]
    for kind, names in PROPERTIES.items():
        assert found[kind] and all(one.keys() == set(names.split()) for one in found[kind]), kind
    assert [one["name"] for one in resources] == list(TABLES)
    for resource in resources:
        path = site / "data" / resource["path"]
        assert (resource["bytes"], resource["hash"]) == (path.stat().st_size, f"sha256:{digest(path.read_bytes())}")
        schema, wanted = resource["schema"], load(resource["name"], data_dir)
        table = duckdb.read_parquet(str(path))
        assert table.columns == [field["name"] for field in schema["fields"]]
        assert [*map(str, table.types)] == [TYPES[field["type"]] for field in schema["fields"]]
        read = table.df().astype(wanted.dtypes)
        assert read.equals(wanted) and not read.duplicated(schema["primaryKey"]).any()
        for field in schema["fields"]:
            assert field.keys() == {"name", "type", "description", "constraints"}
            values, limits = read[field["name"]], {"required": False} | field["constraints"]
            assert limits.keys() <= {"required", "minimum", "enum"}
            assert values.notna().all() or not limits["required"], field
            assert "minimum" not in limits or (values.dropna() >= limits["minimum"]).all(), field
            assert "enum" not in limits or set(values.dropna()) <= set(limits["enum"]), field


def test_the_examples_agree(site: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = load("inference_results", data_dir)
    cell = results.query("benchmark == 'deepseek-r1' and scenario == 'Server' and division == 'closed'")
    best = (cell.value / cell.accelerators).sort_values(ascending=False).head(5).tolist()
    languages = [language for language, _ in EXAMPLES.values()]
    assert languages == ["python", "sql", "r"]
    monkeypatch.chdir(site)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(EXAMPLES[0][1], {})
    assert [float(line.split()[-1]) for line in said.getvalue().splitlines()[1:]] == pytest.approx(best, rel=1e-4)
    with duckdb.connect() as database:
        assert [row[-1] for row in database.sql(EXAMPLES[1][1]).fetchall()] == pytest.approx(best)
