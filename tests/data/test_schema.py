"""The schema describes what stands in data/, column for column."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.documents import read
from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.schema import Schema
from tests.making import put


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("copy: inference_results.value}", "copy: inference_results.valeu}", "did you mean inference_results.value?"),
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
