"""croissant.json is made from the schema, the citation file and the files' hashes, and is never stale."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from claimcheck.errors import TableError
from claimcheck.publication import read_citation
from claimcheck.tables import TABLES, check_manifest, digest, load, write_manifest, write_tables
from claimcheck.tables.croissant import FILE


@pytest.fixture(scope="module")
def found(data_dir: Path) -> dict:
    return json.loads((data_dir / FILE).read_text(encoding="utf-8"))


@pytest.fixture
def folder(data_dir: Path, tmp_path: Path) -> Path:
    """A small copy of data/, with two tables."""
    made = tmp_path / "data"
    made.mkdir()
    for name in ("derived/serving_fits.csv", "derived/serving_predictions.csv", "prices.yml", FILE):
        (made / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(data_dir / name, made / name)
    write_manifest(made)
    return made


def test_every_file_is_described_but_itself_and_the_manifest(data_dir: Path, found: dict) -> None:
    listed = {line.split("  ")[1] for line in (data_dir / "MANIFEST").read_text().splitlines()}
    assert {file["@id"] for file in found["distribution"]} == listed - {FILE}
    assert FILE in listed


def test_files_are_named_by_their_address_on_the_site(found: dict) -> None:
    site = read_citation().url
    assert all(file["contentUrl"] == f"{site}data/{file['@id']}" for file in found["distribution"])


def test_every_table_and_column_is_a_record_set_and_a_field(found: dict) -> None:
    described = {r["name"]: [f["name"] for f in r["field"]] for r in found["recordSet"]}
    assert described == {table.name: table.names for table in TABLES.values()}
    fields = {f["@id"]: f for r in found["recordSet"] for f in r["field"]}
    assert len(fields) == sum(len(t.columns) for t in TABLES.values())
    types = {c.dtype: fields[f"{t.name}/{c.name}"]["dataType"] for t in TABLES.values() for c in t.columns}
    assert len(set(types.values())) == len(types) == 4
    assert all(key["@id"] in fields for r in found["recordSet"] for key in r["key"])


def test_a_table_that_is_written_brings_its_description_with_it(folder: Path) -> None:
    write_tables({"serving_fits": load("serving_fits", folder).head(3)}, folder)
    check_manifest(folder)
    files = {f["@id"]: f["sha256"] for f in json.loads((folder / FILE).read_text())["distribution"]}
    assert files["derived/serving_fits.csv"] == digest(folder / "derived/serving_fits.csv")


def test_a_folder_without_a_description_stays_without(folder: Path) -> None:
    (folder / FILE).unlink()
    write_manifest(folder)
    write_tables({"serving_fits": load("serving_fits", folder)}, folder)
    assert not (folder / FILE).exists()
    assert check_manifest(folder) == 3


def test_a_stale_description_is_named(folder: Path) -> None:
    text = (folder / FILE).read_text().replace('"version": "0', '"version": "9')
    (folder / FILE).write_text(text)
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "MANIFEST")
    names = sorted(path.relative_to(folder).as_posix() for path in files)
    (folder / "MANIFEST").write_text("".join(f"{digest(folder / name)}  {name}\n" for name in names))
    with pytest.raises(TableError, match="not what the files, the schema") as error:
        check_manifest(folder)
    assert "manifest --write" in str(error.value)
