"""The tables in other forms, beside their CSV: Parquet, one SQLite database, and a Frictionless Data Package.

All are made from the committed CSV and the schema, so that no reader has to say types again. Equal tables give equal
bytes, whatever machine writes them.
"""

from __future__ import annotations

import csv
import functools
import gzip
import hashlib
import io
import json
import lzma
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb

from claimcheck.publication import LICENSE, LICENSE_ID, Publication, read_citation
from claimcheck.tables.croissant import column_words
from claimcheck.tables.schema import TABLES, Column, Table

PACKAGE = "datapackage.json"
DATABASE = "claimcheck.sqlite.xz"
PARQUET = "parquet"

_DUCKDB = {"string": "VARCHAR", "float": "DOUBLE", "integer": "BIGINT", "boolean": "BOOLEAN"}
_SQLITE = {"string": "TEXT", "float": "REAL", "integer": "INTEGER", "boolean": "INTEGER"}
_FRICTIONLESS = {"string": "string", "float": "number", "integer": "integer", "boolean": "boolean"}
_PYTHON = {"string": str, "float": float, "integer": int, "boolean": lambda cell: int(cell == "True")}
# SQLite writes its own version into a file's header, at these places; it means nothing to a reader.
_WRITTEN_BY = slice(96, 100)


def parquet(name: str, path: str, sha256: str) -> bytes:
    """Table ``name``, whose CSV is at ``path`` and has the hash ``sha256``, as Parquet with the schema's types.

    The hash says which content is meant, so that a result can be kept. Rows are in the order of the CSV, empty cells
    null. Raises duckdb.Error for a CSV that does not fit the schema.
    """
    types = {column.name: _DUCKDB[column.dtype] for column in TABLES[name].columns}
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as database:
        target = Path(folder, "table.parquet")
        # One thread: the order of row groups is then the order of rows.
        database.execute("SET threads = 1")
        rows = database.read_csv(path, header=True, columns=types, na_values=[""])
        rows.write_parquet(str(target), compression="zstd")
        return target.read_bytes()


def sqlite(files: Mapping[str, tuple[str, str]]) -> bytes:
    """The tables ``files`` (name -> path of its CSV and hash of that) as one SQLite database, compressed (xz).

    Every table has its key as primary key and each column's meaning in its definition (``.schema`` shows it); true is
    1, false 0, an empty cell NULL. Raises sqlite3.Error for rows that break the key.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "tables.sqlite")
        database = sqlite3.connect(target)
        for name in sorted(files):
            table = TABLES[name]
            database.execute(_definition(table))
            marks = ", ".join("?" * len(table.columns))
            database.executemany(f'INSERT INTO "{name}" VALUES ({marks})', _rows(table, Path(files[name][0])))
        database.commit()
        # Rows of two kilobytes leave a third of a smaller page empty.
        database.execute("PRAGMA page_size = 16384")
        database.execute("VACUUM")
        database.close()
        content = bytearray(target.read_bytes())
    content[_WRITTEN_BY] = bytes(4)
    return lzma.compress(bytes(content), preset=3)


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
        DATABASE: functools.partial(kept, sqlite, given),
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


def _definition(table: Table) -> str:
    columns = "\n".join(
        f'  "{column.name}" {_SQLITE[column.dtype]}{"" if column.nullable else " NOT NULL"}, -- {column_words(column)}'
        for column in table.columns
    )
    key = ", ".join(f'"{name}"' for name in table.key)
    # A third smaller without row numbers; SQLite then wants no NULL in the key.
    whole = not any(column.nullable for column in table.columns if column.name in table.key)
    return f'CREATE TABLE "{table.name}" (\n{columns}\n  PRIMARY KEY ({key})\n){" WITHOUT ROWID" * whole}'


def _rows(table: Table, path: Path) -> Iterator[list[Any]]:
    """The rows of a CSV in the schema's types."""
    made = [_PYTHON[column.dtype] for column in table.columns]
    content = gzip.decompress(path.read_bytes()) if table.compressed else path.read_bytes()
    lines = csv.reader(io.StringIO(content.decode("utf-8"), newline=""))
    next(lines)
    for line in lines:
        yield [None if cell == "" else make(cell) for make, cell in zip(made, line, strict=True)]
