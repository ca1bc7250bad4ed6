"""The tables as Parquet and Data Package hold what the CSV files hold, and the page's examples run on them."""

from __future__ import annotations

import contextlib
import io
import json
import math
import re
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from claimcheck.core.files import digest
from claimcheck.data import formats
from claimcheck.data.edition import ROOT
from claimcheck.data.schema import TABLES
from claimcheck.data.store import load

EXAMPLES = dict(enumerate(re.findall(r"```(python|sql|r)\n(.*?)```", (ROOT / "book/schema.md").read_text(), re.S)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Path:
    """The served files of the tables, as a reader has them after downloading and unpacking."""
    made = tmp_path_factory.mktemp("served")
    for table in TABLES.values():
        path = made / "data" / table.address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(data_dir / table.file)
    for name, make in formats.forms(data_dir).items():
        path = made / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make())
    return made


TYPES = {"string": "VARCHAR", "integer": "BIGINT", "float": "DOUBLE", "boolean": "BOOLEAN"}


@pytest.mark.parametrize("name", TABLES)
def test_parquet_holds_every_cell_of_the_table(name: str, folder: Path, data_dir: Path) -> None:
    wanted = load(name, data_dir)
    with duckdb.connect() as database:
        found = database.read_parquet(str(folder / f"data/parquet/{name}.parquet"))
        assert dict(zip(found.columns, map(str, found.types), strict=True)) == {
            column.name: TYPES[column.dtype] for column in TABLES[name].columns
        }
        assert found.df().astype(wanted.dtypes).equals(wanted)


# Properties of the standard (datapackage.org, version 2.0) that ours has, by what has them.
PROPERTIES = {
    "package": "$schema name title description homepage version created keywords licenses contributors resources",
    "resource": "name path description format mediatype encoding bytes hash schema",
    "schema": "fields primaryKey missingValues",
    "licence": "name path",
    "contributor": "title roles",
}
_CAST = {"string": "string", "number": "Float64", "integer": "Int64"}


def test_a_reader_of_the_data_package_gets_the_tables(folder: Path, data_dir: Path) -> None:
    """Files, types, empty cells, compression, keys and limits are as the package says, under the standard's names."""
    package = json.loads((folder / "data" / formats.PACKAGE).read_text())
    found = {"package": [package], "licence": package["licenses"], "contributor": package["contributors"]}
    resources = found["resource"] = package["resources"]
    found["schema"] = [one["schema"] for one in resources]
    for kind, names in PROPERTIES.items():
        assert found[kind] and all(one.keys() - {"compression"} == set(names.split()) for one in found[kind]), kind
    assert [one["name"] for one in resources] == list(TABLES)
    for resource in resources:
        path = folder / "data" / resource["path"]
        assert (resource["bytes"], resource["hash"]) == (path.stat().st_size, f"sha256:{digest(path.read_bytes())}")
        schema, zipped = resource["schema"], {"gz": "gzip", None: None}[resource.get("compression")]
        read = pd.read_csv(path, dtype="string", keep_default_na=False, compression=zipped)
        read = read.replace(dict.fromkeys(schema["missingValues"], pd.NA))
        assert not read.duplicated(schema["primaryKey"]).any()
        assert [field["name"] for field in schema["fields"]] == [*read]
        for field in schema["fields"]:
            assert field.keys() <= {"name", "type", "description", "trueValues", "falseValues", "constraints"}
            if field["type"] == "boolean":
                marks = {text: mark for mark in ("true", "false") for text in field[f"{mark}Values"]}
                read[field["name"]] = (read[field["name"]].map(marks) == "true").where(read[field["name"]].notna())
            values = read[field["name"]] = read[field["name"]].astype(_CAST.get(field["type"], "boolean"))
            limits = {"required": False, "minimum": -math.inf} | field.get("constraints", {})
            assert limits.keys() <= {"required", "minimum", "enum"}
            assert values.notna().all() or not limits["required"], field
            assert field["type"] in ("string", "boolean") or (values.dropna() >= limits["minimum"]).all(), field
            assert "enum" not in limits or set(values.dropna()) <= set(limits["enum"]), field
        assert read.equals(load(resource["name"], data_dir))


def test_the_examples_agree(folder: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = load("inference_results", data_dir)
    cell = results.query("benchmark == 'deepseek-r1' and scenario == 'Server' and division == 'closed'")
    best = (cell.value / cell.accelerators).sort_values(ascending=False).head(5).tolist()
    languages = [language for language, _ in EXAMPLES.values()]
    assert languages == ["python", "sql", "r"]
    monkeypatch.chdir(folder)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(EXAMPLES[0][1], {})
    assert [float(line.split()[-1]) for line in said.getvalue().splitlines()[1:]] == pytest.approx(best, rel=1e-4)
    with duckdb.connect() as database:
        assert [row[-1] for row in database.sql(EXAMPLES[1][1]).fetchall()] == pytest.approx(best)
