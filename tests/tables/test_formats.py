"""The tables as Parquet, SQLite and Data Package hold what the CSV files hold, and the page's examples run on them."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import lzma
import re
import sqlite3
from pathlib import Path

import duckdb
import jsonschema
import pandas as pd
import pytest

from claimcheck.publication import ROOT, read_citation
from claimcheck.tables import TABLES, csv_path, digest, formats, load

EXAMPLES = dict(enumerate(re.findall(r"```(python|sql|r)\n(.*?)```", (ROOT / "book/schema.md").read_text(), re.S)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, data_dir: Path) -> Path:
    """The served files of the tables, as a reader has them after downloading and unpacking."""
    made = tmp_path_factory.mktemp("served")
    for name, content in formats.written(data_dir, lambda function, *given: function(*given)).items():
        path = made / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (made / "tables.sqlite").write_bytes(lzma.decompress((made / "data" / formats.DATABASE).read_bytes()))
    return made


@pytest.mark.parametrize("name", TABLES)
def test_parquet_and_sqlite_hold_every_cell_of_the_table(name: str, folder: Path, data_dir: Path) -> None:
    wanted = load(name, data_dir)
    rows = [[None if pd.isna(cell) else cell for cell in row] for row in wanted.astype(object).to_numpy().tolist()]
    with duckdb.connect() as database:
        found = database.read_parquet(str(folder / f"data/parquet/{name}.parquet"))
        assert found.columns == TABLES[name].names
        assert [list(row) for row in found.fetchall()] == rows
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        found = database.execute(f'SELECT * FROM "{name}"')
        assert [one[0] for one in found.description] == TABLES[name].names
        # In the order of the key, whatever the order of the file.
        assert sorted(map(repr, map(list, found))) == sorted(repr([_plain(cell) for cell in row]) for row in rows)


def _plain(cell: object) -> object:
    return int(cell) if isinstance(cell, bool) else cell


def test_equal_tables_give_equal_bytes(folder: Path, data_dir: Path) -> None:
    path = csv_path("serving_fits", data_dir)
    given = (str(path), digest(path))
    assert formats.parquet("serving_fits", *given) == (folder / "data/parquet/serving_fits.parquet").read_bytes()
    assert formats.sqlite({"serving_fits": given}) == formats.sqlite({"serving_fits": given})


def test_a_cell_of_another_type_stops_the_writing(tmp_path: Path, data_dir: Path) -> None:
    text = csv_path("serving_fits", data_dir).read_text()
    header, first, rest = text.split("\n", 2)
    cells = next(csv.reader([first]))
    cells[TABLES["serving_fits"].names.index("base_ms")] = "long"
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    path = tmp_path / "serving_fits.csv"
    path.write_text(f"{header}\n{out.getvalue()}{rest}")
    with pytest.raises(duckdb.Error):
        formats.parquet("serving_fits", str(path), "")
    with pytest.raises(ValueError):
        formats.sqlite({"serving_fits": (str(path), "")})


def test_the_data_package_names_each_file_with_its_size_and_hash(folder: Path, data_dir: Path) -> None:
    package = json.loads((folder / "data" / formats.PACKAGE).read_text())
    for resource in package["resources"]:
        path = data_dir / resource["path"]
        assert (resource["bytes"], resource["hash"]) == (path.stat().st_size, f"sha256:{digest(path)}")
    fields = {one["name"]: [f["name"] for f in one["schema"]["fields"]] for one in package["resources"]}
    assert fields == {table.name: table.names for table in TABLES.values()}


# What the standard asks of the properties that ours has (datapackage.org, version 2.0).
_TEXT = {"type": "string", "minLength": 1}
_ONE_OR_MORE = {"type": "array", "minItems": 1}


def _closed(required: dict, optional: dict | None = None) -> dict:
    properties = {**required, **(optional or {})}
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


FIELD = _closed(
    {
        "name": _TEXT,
        "type": {"enum": ["string", "number", "integer", "boolean"]},
        "description": _TEXT,
    },
    {
        "trueValues": {**_ONE_OR_MORE, "items": _TEXT},
        "falseValues": {**_ONE_OR_MORE, "items": _TEXT},
        "constraints": _closed(
            {}, {"required": {"type": "boolean"}, "enum": {**_ONE_OR_MORE, "uniqueItems": True}, "minimum": {}}
        ),
    },
)
RESOURCE = _closed(
    {
        "name": {"type": "string", "pattern": r"^[a-z0-9._/-]+$"},
        "path": {"type": "string", "pattern": r"^(?!/)(?!.*\.\.)[A-Za-z0-9._/-]+$"},
        "description": _TEXT,
        "format": {"const": "csv"},
        "mediatype": {"const": "text/csv"},
        "encoding": {"const": "utf-8"},
        "bytes": {"type": "integer", "minimum": 1},
        "hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
        "schema": _closed(
            {
                "fields": {**_ONE_OR_MORE, "items": FIELD},
                "primaryKey": {**_ONE_OR_MORE, "items": _TEXT, "uniqueItems": True},
                "missingValues": {"const": [""]},
            }
        ),
    },
    {"compression": {"const": "gz"}},
)
DATA_PACKAGE = _closed(
    {
        "$schema": {"const": "https://datapackage.org/profiles/2.0/datapackage.json"},
        "name": {"type": "string", "pattern": r"^[a-z0-9._/-]+$"},
        "title": _TEXT,
        "description": _TEXT,
        "homepage": {"type": "string", "pattern": "^https://"},
        "version": _TEXT,
        "created": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "keywords": {**_ONE_OR_MORE, "items": _TEXT},
        "licenses": {**_ONE_OR_MORE, "items": _closed({"name": _TEXT, "path": {"pattern": "^https://"}})},
        "contributors": {**_ONE_OR_MORE, "items": _closed({"title": _TEXT, "roles": {**_ONE_OR_MORE, "items": _TEXT}})},
        "resources": {**_ONE_OR_MORE, "items": RESOURCE},
    }
)


def test_the_data_package_keeps_the_standard(data_dir: Path) -> None:
    files = {table.file: data_dir / table.file for table in TABLES.values()}
    package = formats.datapackage(files, {name: digest(path) for name, path in files.items()}, read_citation())
    faults = jsonschema.Draft202012Validator(DATA_PACKAGE).iter_errors
    assert [error.message for error in faults(package)] == []
    for resource in package["resources"]:
        fields = [field["name"] for field in resource["schema"]["fields"]]
        assert len(set(fields)) == len(fields) and set(resource["schema"]["primaryKey"]) <= set(fields)
        # Broken at one place, it is refused.
        kept = resource["schema"]["fields"][0].pop("type")
        assert list(faults(package))
        resource["schema"]["fields"][0]["type"] = kept


def test_the_examples_agree(folder: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = load("inference_results", data_dir)
    cell = results.query("benchmark == 'deepseek-r1' and scenario == 'Server' and division == 'closed'")
    best = (cell.value / cell.accelerators).sort_values(ascending=False).head(5).tolist()
    languages = [language for language, _ in EXAMPLES.values()]
    assert languages == ["python", "sql", "sql", "r"]
    monkeypatch.chdir(data_dir.parent)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(EXAMPLES[0][1], {})
    assert [float(line.split()[-1]) for line in said.getvalue().splitlines()[1:]] == pytest.approx(best, rel=1e-4)
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        assert [row[-1] for row in database.execute(EXAMPLES[1][1])] == pytest.approx(best)
    monkeypatch.chdir(folder)
    with duckdb.connect() as database:
        assert [row[-1] for row in database.sql(EXAMPLES[2][1]).fetchall()] == pytest.approx(best)


def test_the_example_in_r_names_a_file_and_columns_that_exist(data_dir: Path) -> None:
    code = EXAMPLES[3][1]
    assert (data_dir.parent / re.search(r'read\.csv\("(.*?)"\)', code)[1]).is_file()
    named = {*re.findall(r"(\w+) ==", code), *re.findall(r"cell\$(\w+)", code)}
    named |= set(re.findall(r'"(\w+)"', code.split("c(")[1]))
    assert named - {"each"} <= set(TABLES["inference_results"].names)
