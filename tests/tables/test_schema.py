"""The schema describes what stands in data/, column for column."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.tables import TABLES, Table, load
from claimcheck.tables.schema import SOURCE

ALL = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
_UNITS = {"_ms": "ms", "_s": "s", "_samples_per_s": "samples/s", "_tokens_per_s": "tokens/s", "_qps": "queries/s"}


@ALL
def test_names_are_unique_and_speakable(table: Table) -> None:
    assert len(set(table.names)) == len(table.names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in table.names)
    assert TABLES[table.name] is table


@ALL
def test_everything_is_described(table: Table) -> None:
    assert table.grain
    for column in table.columns:
        assert column.description.strip() == column.description != ""
        assert column.dtype in ("string", "float", "integer", "boolean")
        assert column.allowed is None or column.dtype == "string"
        assert column.minimum is None or column.dtype in ("float", "integer")


@ALL
def test_the_key_names_columns(table: Table) -> None:
    columns = {c.name: c for c in table.columns}
    assert table.key
    assert set(table.key) <= columns.keys()
    if table.name != "skipped":  # there a line may be unknown
        assert not any(columns[name].nullable for name in table.key)


@ALL
def test_units_stand_in_names_and_in_the_schema_alike(table: Table) -> None:
    for column in table.columns:
        if column.dtype != "float":
            continue
        ending = next((e for e in sorted(_UNITS, key=len, reverse=True) if column.name.endswith(e)), None)
        if ending:
            assert column.unit == _UNITS[ending], column.name


@ALL
def test_every_column_holds_something(table: Table, data_dir: Path) -> None:
    frame = load(table.name, data_dir)
    empty = [name for name in table.names if frame[name].isna().all()]
    assert empty == []


def test_the_tables_of_facts_carry_their_source() -> None:
    for name in ("systems", "engine_settings"):
        assert set(SOURCE) <= set(TABLES[name].columns), name
    # A row typed by hand has no blob and no line, an entry of Training is a folder of logs.
    for name in ("inference_results", "loadgen_runs"):
        columns = {c.name: c for c in TABLES[name].columns}
        assert {c.name for c in SOURCE} <= set(columns)
        assert {c.name for c in SOURCE if columns[c.name].nullable} == {"blob", "line"}
    training = {c.name: c for c in TABLES["training_results"].columns}
    assert not any(training[name].nullable for name in ("repo", "commit", "path"))
