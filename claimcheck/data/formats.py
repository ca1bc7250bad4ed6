"""The tables as the site serves them: Parquet, with a Frictionless Data Package and Croissant (MLCommons' JSON-LD).

Equal tables give equal bytes. Files are named by their address on the site, since mlcroissant resolves no relative one.
Sources: the Data Package standard 2.0; the Croissant format specification 1.0.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from claimcheck.core.files import declared, dense_json, digest
from claimcheck.data.edition import AUTHOR, LICENSE, LICENSE_ID, Publication, read_citation
from claimcheck.data.paths import FACTS, PUBLISHED, README, SCHEMA
from claimcheck.data.schema import DTYPES, TABLES, Column
from claimcheck.data.store import load

PACKAGE, CROISSANT = "datapackage.json", "croissant.json"
# The context that the specification of Croissant gives for every description.
_CONTEXT = declared(__file__, "croissant.yml")
_MEDIA_TYPES = {".parquet": "application/x-parquet", ".yml": "application/yaml", ".md": "text/markdown"}


def parquet(name: str, data: Path) -> bytes:
    """Table ``name`` of ``data`` as Parquet with the schema's types, rows in order. Raises TableError as ``load``."""
    typed = ((column.name, DTYPES[column.dtype].duckdb) for column in TABLES[name].columns)
    cells = ", ".join(f'"{column}"::{kind} as "{column}"' for column, kind in typed)
    # One thread: the order of row groups is then the order of rows.
    with duckdb.connect(config={"threads": 1}) as database:
        return parquet_of(database.from_df(load(name, data)).project(cells))


def parquet_of(rows: duckdb.DuckDBPyRelation) -> bytes:
    """What DuckDB has as rows, as Parquet."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "table.parquet")
        # A level that only a query can say: a tenth smaller, in half a second more.
        rows.query("made", f"copy made to '{target}' (compression zstd, compression_level 12)")
        return target.read_bytes()


def makers(data: Path) -> dict[str, Callable[[], bytes]]:
    """What makes each file that the site serves of ``data``, by its address below the site's own ``data/``.

    Every table as Parquet, its one form there; schema, registers of facts and their description as they are.
    """
    texts = [data / README, data / SCHEMA, *sorted((data / FACTS).glob("*.yml"))]
    tables = {table.address: functools.partial(parquet, table.name, data) for table in TABLES.values()}
    return {path.name: path.read_bytes for path in texts} | tables


def descriptions(folder: Path) -> dict[str, bytes]:
    """The Croissant and Data Package descriptions of the files in ``folder``, the site's ``data/``, by address."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in (PACKAGE, CROISSANT))
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    made = {CROISSANT: croissant(files, read_citation()), PACKAGE: datapackage(files, read_citation())}
    return {name: f"{dense_json(about)}\n".encode() for name, about in made.items()}


def datapackage(files: Mapping[str, bytes], publication: Publication) -> dict[str, Any]:
    """The tables as a Data Package with Table Schemas; ``files`` by address below the site's ``data/``."""
    edition = publication.edition
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": AUTHOR,
        "title": publication.title,
        "description": publication.abstract,
        "homepage": publication.url,
        "version": edition.version,
        "created": f"{edition.release}T00:00:00Z",
        "keywords": list(publication.keywords),
        "licenses": [{"name": LICENSE_ID, "path": LICENSE}],
        "contributors": [{"title": name, "roles": ["author"]} for name in publication.authors],
        "resources": [
            {
                "name": table.name,
                "path": table.address,
                "description": f"One row is {table.grain}.",
                "format": "parquet",
                "mediatype": _MEDIA_TYPES[".parquet"],
                "bytes": len(files[table.address]),
                "hash": f"sha256:{digest(files[table.address])}",
                "schema": {"fields": [_field(column) for column in table.columns], "primaryKey": list(table.key)},
            }
            for table in TABLES.values()
        ],
    }


def _field(column: Column) -> dict[str, Any]:
    limits = {"required": None if column.nullable else True, "enum": column.allowed, "minimum": column.minimum}
    return {
        "name": column.name,
        "type": DTYPES[column.dtype].frictionless,
        "description": column_words(column),
        "constraints": {name: limit for name, limit in limits.items() if limit is not None},
    }


def croissant(files: Mapping[str, bytes], publication: Publication) -> dict[str, Any]:
    """The files, by address below the site's ``data/``, as file objects, and the tables as record sets."""
    who = [{"@type": "sc:Organization", "name": name, "url": publication.url} for name in publication.authors]
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": AUTHOR,
        "alternateName": publication.title,
        "description": publication.abstract,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": LICENSE,
        "url": f"{publication.url}book/schema.html",
        "sameAs": publication.repository,
        "version": publication.edition.version,
        "datePublished": publication.edition.release.isoformat(),
        "creator": who,
        "keywords": list(publication.keywords),
        "citeAs": publication.bibtex,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": f"{publication.url}{PUBLISHED}/{name}",
                "encodingFormat": _MEDIA_TYPES[Path(name).suffix],
                "sha256": digest(content),
            }
            for name, content in files.items()
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": table.name,
                "name": table.name,
                "description": f"One record is {table.grain}.",
                "key": [{"@id": f"{table.name}/{name}"} for name in table.key],
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"{table.name}/{column.name}",
                        "name": column.name,
                        "description": column_words(column),
                        "dataType": DTYPES[column.dtype].croissant,
                        "source": {"fileObject": {"@id": table.address}, "extract": {"column": column.name}},
                    }
                    for column in table.columns
                ],
            }
            for table in TABLES.values()
        ],
    }


def column_words(column: Column) -> str:
    """What a column holds, in a sentence: its meaning, unit, and the values it may have."""
    parts = {
        column.description: True,
        f"unit: {column.unit}": column.unit,
        f"one of: {', '.join(column.allowed or ())}": column.allowed,
        f"at least {column.minimum}": column.minimum is not None,
        "may be empty": column.nullable,
    }
    return "; ".join(words for words, said in parts.items() if said)
