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

from claimcheck.core.documents import declared
from claimcheck.core.files import dense_json, digest
from claimcheck.data.edition import LICENSE, LICENSE_ID, Publication, read_citation
from claimcheck.data.paths import FACTS, PUBLISHED, README, SCHEMA
from claimcheck.data.schema import DTYPES, TABLES, Column, Table

PACKAGE, CROISSANT = "datapackage.json", "croissant.json"


def parquet(name: str, path: str) -> bytes:
    """Table ``name``, whose CSV is at ``path``, as Parquet with the schema's types.

    Rows are in the order of the CSV, empty cells null. Raises duckdb.Error for a CSV that does not fit the schema.
    """
    types = {column.name: DTYPES[column.dtype].duckdb for column in TABLES[name].columns}
    # One thread: the order of row groups is then the order of rows.
    with duckdb.connect(config={"threads": 1}) as database:
        return parquet_of(database.read_csv(path, header=True, columns=types, na_values=[""]))


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
    texts = [data / SCHEMA, data / README, *(data / FACTS).glob("*.yml")]
    made = {path.name: path.read_bytes for path in sorted(texts) if path.is_file()}
    for table in TABLES.values():
        if (path := data / table.file).is_file():
            made[table.address] = functools.partial(parquet, table.name, str(path))
    return made


def descriptions(folder: Path) -> dict[str, bytes]:
    """The Croissant and Data Package descriptions of the files in ``folder``, the site's ``data/``, by address."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    files = {name: path.read_bytes() for name, path in paths.items() if name not in (PACKAGE, CROISSANT)}
    hashes, publication = {name: digest(content) for name, content in files.items()}, read_citation()
    sizes = {name: len(content) for name, content in files.items()}
    described = {CROISSANT: croissant(hashes, publication), PACKAGE: datapackage(sizes, hashes, publication)}
    return {name: f"{dense_json(about)}\n".encode() for name, about in described.items()}


def datapackage(sizes: Mapping[str, int], hashes: Mapping[str, str], publication: Publication) -> dict[str, Any]:
    """The tables among the files as a Data Package with Table Schemas.

    ``sizes`` (bytes) and ``hashes`` (SHA-256) are by address below the site's ``data/``.
    """
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "claimcheck",
        "title": publication.title,
        "description": publication.abstract,
        "homepage": publication.url,
        "version": publication.edition.version,
        "created": f"{publication.edition.release.isoformat()}T00:00:00Z",
        "keywords": list(publication.keywords),
        "licenses": [{"name": LICENSE_ID, "path": LICENSE}],
        "contributors": [{"title": name, "roles": ["author"]} for name in publication.authors],
        "resources": [
            {
                "name": table.name,
                "path": table.address,
                "description": f"One row is {table.grain}.",
                "format": "parquet",
                "mediatype": _PARQUET_TYPE,
                "bytes": sizes[table.address],
                "hash": f"sha256:{hashes[table.address]}",
                "schema": {
                    "fields": [_field(column) for column in table.columns],
                    "primaryKey": list(table.key),
                    "foreignKeys": [
                        {"fields": [name], "reference": {"resource": other, "fields": list(TABLES[other].key)}}
                        for name, other in _references(table).items()
                    ],
                },
            }
            for table in TABLES.values()
            if table.address in sizes
        ],
    }


def _references(table: Table) -> dict[str, str]:
    """The columns of a table that name rows of another, with that table."""
    return {column.name: column.references for column in table.columns if column.references in TABLES}


def _field(column: Column) -> dict[str, Any]:
    limits: dict[str, Any] = {} if column.nullable else {"required": True}
    if column.allowed:
        limits["enum"] = list(column.allowed)
    if column.minimum is not None:
        limits["minimum"] = column.minimum
    return {
        "name": column.name,
        "type": DTYPES[column.dtype].frictionless,
        "description": column_words(column),
        **({"unit": column.unit} if column.unit else {}),
        **({"constraints": limits} if limits else {}),
    }


# The context that the specification of Croissant gives for every description.
_CONTEXT = declared(__file__, "croissant.yml")
_PARQUET_TYPE = "application/x-parquet"
_MEDIA_TYPES = {".parquet": _PARQUET_TYPE, ".yml": "application/yaml", ".md": "text/markdown"}


def croissant(hashes: Mapping[str, str], publication: Publication) -> dict[str, Any]:
    """The description of the files in ``hashes`` (address below the site's ``data/`` -> SHA-256 in hex).

    Every file is a file object; every table of the schema whose file is there is a record set, with a field for each
    column.
    """
    who = [{"@type": "sc:Organization", "name": name, "url": publication.url} for name in publication.authors]
    files = [_file_object(name, hashes[name], publication.url) for name in sorted(hashes)]
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": "claimcheck",
        "alternateName": publication.title,
        "description": publication.abstract,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": LICENSE,
        "url": f"{publication.url}book/schema.html",
        "sameAs": publication.repository,
        "version": publication.edition.version,
        "datePublished": publication.edition.release.isoformat(),
        "creator": who,
        "publisher": who,
        "keywords": list(publication.keywords),
        "inLanguage": "en",
        "isLiveDataset": False,
        "citeAs": publication.bibtex,
        "distribution": files,
        "recordSet": [_record_set(table) for table in TABLES.values() if table.address in hashes],
    }


def column_words(column: Column) -> str:
    """What a column holds, in a sentence: its meaning, unit, and the values it may have."""
    parts = [column.description]
    if column.unit:
        parts.append(f"unit: {column.unit}")
    if column.allowed:
        parts.append(f"one of: {', '.join(column.allowed)}")
    if column.minimum is not None:
        parts.append(f"at least {column.minimum:g}")
    if column.nullable:
        parts.append("may be empty")
    return "; ".join(parts)


def _file_object(name: str, sha256: str, site: str) -> dict[str, Any]:
    table = next((table for table in TABLES.values() if table.address == name), None)
    about = f"Table {table.name}: one row is {table.grain}." if table else None
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        **({"description": about} if about else {}),
        "contentUrl": f"{site}{PUBLISHED}/{name}",
        "encodingFormat": _MEDIA_TYPES[Path(name).suffix],
        "sha256": sha256,
    }


def _record_set(table: Table) -> dict[str, Any]:
    others = {name: f"{other}/{TABLES[other].key[0]}" for name, other in _references(table).items()}
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{table.name}/{column.name}",
            "name": column.name,
            "description": column_words(column),
            "dataType": DTYPES[column.dtype].croissant,
            "source": {"fileObject": {"@id": table.address}, "extract": {"column": column.name}},
            **({"references": {"field": {"@id": others[column.name]}}} if column.name in others else {}),
        }
        for column in table.columns
    ]
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"One record is {table.grain}.",
        "key": [{"@id": f"{table.name}/{name}"} for name in table.key],
        "field": fields,
    }
