"""The tables as Croissant metadata (``data/croissant.json`` of the site): MLCommons' JSON-LD for data sets.

Made from the schema, the citation file and the hashes of the files, so that a reader of Croissant
(mlcroissant among them) finds every column with its type and loads any table by name. It describes
version 1.0 of the format: nothing here needs a later one, and readers of 1.1 read it as well.
Files are named by their address on the site; mlcroissant resolves no relative address in a
description that it read from the web. Source: the Croissant format specification 1.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimcheck.data.edition import LICENSE, Publication
from claimcheck.data.paths import PUBLISHED
from claimcheck.data.schema import TABLES, Column, Table

FILE = "croissant.json"


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
_TYPES = {"string": "sc:Text", "float": "sc:Float", "integer": "sc:Integer", "boolean": "sc:Boolean"}
_FORMATS = {
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
    names = [name for name in sorted(hashes) if _format(name)]
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
        "distribution": [_file(name, hashes[name], publication.url) for name in names],
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


def _format(name: str) -> str | None:
    return next((kind for ending, kind in _FORMATS.items() if name.endswith(ending)), None)


def _file(name: str, sha256: str, site: str) -> dict[str, Any]:
    found: dict[str, Any] = {"@type": "cr:FileObject", "@id": name, "name": name}
    table = next((t for t in TABLES.values() if t.address == name), None)
    if table is not None:
        compressed = "; gzipped" if table.compressed else ""
        found["description"] = f"Table {table.name}: one row is {table.grain}{compressed}."
    return {
        **found,
        "contentUrl": f"{site}{PUBLISHED}/{name}",
        "encodingFormat": _format(name),
        "sha256": sha256,
    }


def _record_set(table: Table) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"One record is {table.grain}.",
        "key": [{"@id": f"{table.name}/{name}"} for name in table.key],
        "field": [_field(table, column) for column in table.columns],
    }


def _field(table: Table, column: Column) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": column_words(column),
        "dataType": _TYPES[column.dtype],
        "source": {"fileObject": {"@id": table.address}, "extract": {"column": column.name}},
    }
