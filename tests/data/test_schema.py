"""The schema describes what stands in data/, column for column."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimcheck.core.documents import read
from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.schema import TABLES, Schema, heading
from tests.making import put

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


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("copy: inference_results.value}", "copy: inference_results.valeu}", "did you mean inference_results.value?"),
        ("key: [row_id, metric]", "key: [row_id, metrik]", "did you mean metric?"),
        ("dtype: boolean, nullable", "dtype: bool, nullable", "dtype: Input should be"),
    ],
)
def test_a_mistake_in_the_schema_is_told_with_the_name_that_is_meant(
    data_dir: Path, tmp_path: Path, was: str, now: str, message: str
) -> None:
    text = (data_dir / paths.SCHEMA).read_text(encoding="utf-8")
    assert was in text
    path = put(tmp_path, paths.SCHEMA, text.replace(was, now, 1))
    with pytest.raises(RegisterError) as error:
        read(path, Schema)
    assert message in str(error.value)


def test_a_column_without_a_heading_of_its_own_is_headed_by_its_name() -> None:
    assert (heading("accelerators"), heading("log_note")) == ("GPUs", "Log note")
