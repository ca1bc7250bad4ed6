"""Schema, validation and loading of the committed tables."""

from claimcheck.tables.schema import TABLES, Column, Table
from claimcheck.tables.store import (
    DATA_DIR,
    check_manifest,
    check_same,
    csv_bytes,
    csv_path,
    digest,
    load,
    normalise,
    write_files,
    write_manifest,
    write_tables,
)

__all__ = [
    "DATA_DIR",
    "TABLES",
    "Column",
    "Table",
    "check_manifest",
    "check_same",
    "csv_bytes",
    "csv_path",
    "digest",
    "load",
    "normalise",
    "write_files",
    "write_manifest",
    "write_tables",
]
