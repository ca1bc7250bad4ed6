"""The schema describes what stands in data/, column for column."""

from __future__ import annotations

import re

import pytest

from claimcheck.data.schema import TABLES

_UNITS = {"_ms": "ms", "_s": "s", "_samples_per_s": "samples/s", "_tokens_per_s": "tokens/s", "_qps": "queries/s"}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_described(name: str) -> None:
    """Names are unique, the key names columns, and units stand in names and in the schema alike."""
    table, columns = TABLES[name], {column.name: column for column in TABLES[name].columns}
    assert table.grain and table.name == name and len(columns) == len(table.columns)
    assert table.key and set(table.key) <= columns.keys()
    if name != "skipped":  # there a line may be unknown
        assert not any(columns[key].nullable for key in table.key)
    for column in table.columns:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", column.name)
        assert column.description.strip() == column.description != ""
        assert column.dtype in ("string", "float", "integer", "boolean")
        assert column.allowed is None or column.dtype == "string"
        assert column.minimum is None or column.dtype in ("float", "integer")
        ending = next((e for e in sorted(_UNITS, key=len, reverse=True) if column.name.endswith(e)), None)
        assert ending is None or column.dtype != "float" or column.unit == _UNITS[ending], column.name
