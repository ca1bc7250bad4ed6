"""The tables in other forms than CSV: Parquet, and described as a Frictionless Data Package and in Croissant.

All are made from the committed files and the schema, so that no reader has to say types again. Equal tables give equal
bytes, whatever machine writes them.
"""

from __future__ import annotations

import functools
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from claimcheck.data.croissant import FILE as CROISSANT
from claimcheck.data.croissant import column_words, croissant
from claimcheck.data.edition import LICENSE, LICENSE_ID, Publication, read_citation
from claimcheck.data.paths import address
from claimcheck.data.schema import TABLES, Column, Table
from claimcheck.data.tables import digest

PACKAGE = "datapackage.json"
PARQUET = "parquet"

DUCKDB_TYPES = {"string": "VARCHAR", "float": "DOUBLE", "integer": "BIGINT", "boolean": "BOOLEAN"}
_FRICTIONLESS = {"string": "string", "float": "number", "integer": "integer", "boolean": "boolean"}


def parquet(name: str, path: str) -> bytes:
    """Table ``name``, whose CSV is at ``path``, as Parquet with the schema's types.

    Rows are in the order of the CSV, empty cells null. Raises duckdb.Error for a CSV that does not fit the schema.
    """
    types = {column.name: DUCKDB_TYPES[column.dtype] for column in TABLES[name].columns}
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as database:
        target = Path(folder, "table.parquet")
        # One thread: the order of row groups is then the order of rows.
        database.execute("SET threads = 1")
        rows = database.read_csv(path, header=True, columns=types, na_values=[""])
        rows.write_parquet(str(target), compression="zstd")
        return target.read_bytes()


def forms(data: Path) -> dict[str, Callable[[], bytes]]:
    """What makes each form of the tables in ``data``, by its address below the site's ``data/``."""
    files = {address(path.as_posix()): data / path for path in files_of(data)}
    hashes = {name: digest(path) for name, path in files.items()}
    given = {table.name: str(files[table.address]) for table in TABLES.values() if table.address in files}
    publication = read_citation()
    described = {CROISSANT: croissant(hashes, publication), PACKAGE: datapackage(files, hashes, publication)}
    return {
        **{f"{PARQUET}/{name}.parquet": functools.partial(parquet, name, path) for name, path in given.items()},
        **{
            name: f"{json.dumps(description, indent=1, ensure_ascii=False)}\n".encode
            for name, description in described.items()
        },
    }


def files_of(data: Path) -> list[Path]:
    """The files of ``data`` and its folders that are not hidden; their paths below it, sorted."""
    found = (path.relative_to(data) for path in data.rglob("*") if path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.parts))


def datapackage(files: Mapping[str, Path], hashes: Mapping[str, str], publication: Publication) -> dict[str, Any]:
    """The tables among ``files`` as a Data Package with Table Schemas.

    ``files`` and ``hashes`` (SHA-256) are by address below the site's ``data/``. Source: the Data Package standard
    2.0, datapackage.org.
    """
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "claimcheck",
        "title": publication.title,
        "description": publication.abstract,
        "homepage": publication.url,
        "version": publication.version,
        "created": f"{publication.released.isoformat()}T00:00:00Z",
        "keywords": list(publication.keywords),
        "licenses": [{"name": LICENSE_ID, "path": LICENSE}],
        "contributors": [{"title": name, "roles": ["author"]} for name in publication.authors],
        "resources": [
            _resource(table, files[table.address].stat().st_size, hashes[table.address])
            for table in TABLES.values()
            if table.address in files
        ],
    }


def _resource(table: Table, size: int, sha256: str) -> dict[str, Any]:
    return {
        "name": table.name,
        "path": table.address,
        "description": f"One row is {table.grain}.",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        **({"compression": "gz"} if table.compressed else {}),
        "bytes": size,
        "hash": f"sha256:{sha256}",
        "schema": {
            "fields": [_field(column) for column in table.columns],
            "primaryKey": list(table.key),
            "missingValues": [""],
        },
    }


def _field(column: Column) -> dict[str, Any]:
    limits: dict[str, Any] = {} if column.nullable else {"required": True}
    if column.allowed:
        limits["enum"] = list(column.allowed)
    if column.minimum is not None:
        limits["minimum"] = column.minimum
    return {
        "name": column.name,
        "type": _FRICTIONLESS[column.dtype],
        "description": column_words(column),
        **({"trueValues": ["True"], "falseValues": ["False"]} if column.dtype == "boolean" else {}),
        **({"constraints": limits} if limits else {}),
    }
