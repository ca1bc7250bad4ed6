"""The tables in other forms than CSV: Parquet, Frictionless Data Package, Croissant (MLCommons' JSON-LD for data sets).

Equal tables give equal bytes. Files are named by their address on the site, since mlcroissant resolves no relative one.
Sources: the Data Package standard 2.0; the Croissant format specification 1.0.
"""

from __future__ import annotations

import functools
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from claimcheck.core.files import digest
from claimcheck.data.edition import LICENSE, LICENSE_ID, Publication, read_citation
from claimcheck.data.paths import CLAIM_RESULTS, PUBLISHED, address
from claimcheck.data.schema import DTYPES, TABLES, Column, Table

PACKAGE = "datapackage.json"
PARQUET = "parquet"


def parquet(name: str, path: str) -> bytes:
    """Table ``name``, whose CSV is at ``path``, as Parquet with the schema's types.

    Rows are in the order of the CSV, empty cells null. Raises duckdb.Error for a CSV that does not fit the schema.
    """
    types = {column.name: DTYPES[column.dtype].duckdb for column in TABLES[name].columns}
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
    hashes = {name: digest(path.read_bytes()) for name, path in files.items()}
    tables = {table.name: str(files[table.address]) for table in TABLES.values() if table.address in files}
    publication = read_citation()
    described = {CROISSANT: croissant(hashes, publication), PACKAGE: datapackage(files, hashes, publication)}
    return {
        **{f"{PARQUET}/{name}.parquet": functools.partial(parquet, name, path) for name, path in tables.items()},
        **{
            name: f"{json.dumps(description, indent=1, ensure_ascii=False)}\n".encode
            for name, description in described.items()
        },
    }


def files_of(data: Path) -> list[Path]:
    """The files of ``data`` and its folders that the site serves; their paths below it, sorted.

    Not what is hidden, nor the record of claims, which ``claims.json`` of each register tells readers.
    """
    paths = (path.relative_to(data) for path in data.rglob("*") if path.is_file())
    served = (path for path in paths if path.as_posix() != CLAIM_RESULTS)
    return sorted(path for path in served if not any(part.startswith(".") for part in path.parts))


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
        "type": DTYPES[column.dtype].frictionless,
        "description": column_words(column),
        **({"trueValues": ["True"], "falseValues": ["False"]} if column.dtype == "boolean" else {}),
        **({"constraints": limits} if limits else {}),
    }


CROISSANT = "croissant.json"


def _own(*terms: str) -> dict[str, Any]:
    """Terms of Croissant's own vocabulary."""
    return {term: f"cr:{term}" for term in terms}


# As the specification prints it, in its order.
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **_own("citeAs", "column"),
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    **_own("equivalentProperty"),
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **_own("extract", "field", "fileProperty", "fileObject", "fileSet", "format", "includes", "isLiveDataset"),
    **_own("jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated", "replace"),
    **_own("samplingRate"),
    "sc": "https://schema.org/",
    **_own("separator", "source", "subField", "transform"),
}
_MEDIA_TYPES = {
    ".csv": "text/csv",
    ".csv.gz": "text/csv",
    ".yml": "application/yaml",
    ".md": "text/markdown",
    ".json": "application/json",
}


def croissant(hashes: Mapping[str, str], publication: Publication) -> dict[str, Any]:
    """The description of the files in ``hashes`` (address below the site's ``data/`` -> SHA-256 in hex).

    Every CSV, register and page of text is a file object; every table of the schema whose file is
    there is a record set, with a field for each column.
    """
    names = [name for name in sorted(hashes) if _media_type(name)]
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
        "version": publication.version,
        "datePublished": publication.released.isoformat(),
        "creator": [{"@type": "sc:Organization", "name": n, "url": publication.url} for n in publication.authors],
        "publisher": [{"@type": "sc:Organization", "name": n, "url": publication.url} for n in publication.authors],
        "keywords": list(publication.keywords),
        "inLanguage": "en",
        "isLiveDataset": False,
        "citeAs": publication.bibtex,
        "distribution": [_file_object(name, hashes[name], publication.url) for name in names],
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


def _media_type(name: str) -> str | None:
    return next((kind for ending, kind in _MEDIA_TYPES.items() if name.endswith(ending)), None)


def _file_object(name: str, sha256: str, site: str) -> dict[str, Any]:
    described: dict[str, Any] = {"@type": "cr:FileObject", "@id": name, "name": name}
    table = next((t for t in TABLES.values() if t.address == name), None)
    if table is not None:
        compressed = "; gzipped" if table.compressed else ""
        described["description"] = f"Table {table.name}: one row is {table.grain}{compressed}."
    return {
        **described,
        "contentUrl": f"{site}{PUBLISHED}/{name}",
        "encodingFormat": _media_type(name),
        "sha256": sha256,
    }


def _record_set(table: Table) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"One record is {table.grain}.",
        "key": [{"@id": f"{table.name}/{name}"} for name in table.key],
        "field": [_croissant_field(table, column) for column in table.columns],
    }


def _croissant_field(table: Table, column: Column) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": column_words(column),
        "dataType": DTYPES[column.dtype].croissant,
        "source": {"fileObject": {"@id": table.address}, "extract": {"column": column.name}},
    }
