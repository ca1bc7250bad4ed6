"""The tables in other forms than CSV: Parquet and a Frictionless Data Package.

All are made from the committed CSV and the schema, so that no reader has to say types again. Equal tables give equal
bytes, whatever machine writes them.
"""

from __future__ import annotations

import functools
import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from claimcheck.publication import LICENSE, LICENSE_ID, Publication, read_citation
from claimcheck.tables.croissant import column_words
from claimcheck.tables.schema import TABLES, Column, Table

PACKAGE = "datapackage.json"
PARQUET = "parquet"

DUCKDB_TYPES = {"string": "VARCHAR", "float": "DOUBLE", "integer": "BIGINT", "boolean": "BOOLEAN"}
_FRICTIONLESS = {"string": "string", "float": "number", "integer": "integer", "boolean": "boolean"}


def parquet(name: str, path: str, sha256: str) -> bytes:
    """Table ``name``, whose CSV is at ``path`` and has the hash ``sha256``, as Parquet with the schema's types.

    The hash says which content is meant, so that a result can be kept. Rows are in the order of the CSV, empty cells
    null. Raises duckdb.Error for a CSV that does not fit the schema.
    """
    types = {column.name: DUCKDB_TYPES[column.dtype] for column in TABLES[name].columns}
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as database:
        target = Path(folder, "table.parquet")
        # One thread: the order of row groups is then the order of rows.
        database.execute("SET threads = 1")
        rows = database.read_csv(path, header=True, columns=types, na_values=[""])
        rows.write_parquet(str(target), compression="zstd")
        return target.read_bytes()


def forms(data: Path, kept: Callable[..., bytes]) -> dict[str, Callable[[], bytes]]:
    """What makes each form of the tables in ``data``, by path below it; ``kept`` keeps what was made before."""
    files = {table.file: data / table.file for table in TABLES.values() if (data / table.file).is_file()}
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    there = [table for table in TABLES.values() if table.file in files]
    given = {table.name: (str(files[table.file]), hashes[table.file]) for table in there}
    if not given:
        return {}
    package = json.dumps(datapackage(files, hashes, read_citation()), indent=1, ensure_ascii=False) + "\n"
    return {
        **{f"{PARQUET}/{name}.parquet": functools.partial(kept, parquet, name, *one) for name, one in given.items()},
        PACKAGE: package.encode,
    }


def datapackage(files: Mapping[str, Path], hashes: Mapping[str, str], publication: Publication) -> dict[str, Any]:
    """The tables among ``files`` (path below ``data/`` -> where it is) as a Data Package with Table Schemas.

    ``hashes``: SHA-256 by the same paths. Source: the Data Package standard 2.0, datapackage.org.
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
            _resource(table, files[table.file].stat().st_size, hashes[table.file])
            for table in TABLES.values()
            if table.file in files
        ],
    }


def _resource(table: Table, size: int, sha256: str) -> dict[str, Any]:
    return {
        "name": table.name,
        "path": table.file,
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
