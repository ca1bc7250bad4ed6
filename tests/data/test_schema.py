"""A name that is meant in a schema or a register of prices, and is not there, is told with the nearest one."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.documents import read
from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.facts import read_prices
from claimcheck.data.schema import Schema


@pytest.mark.parametrize(
    ("file", "was", "now", "message"),
    [
        (paths.SCHEMA, "copy: inference_results.value}", "copy: inference_results.valeu}",
         "did you mean inference_results.value?"),
        (paths.SCHEMA, "dtype: boolean, nullable", "dtype: bool, nullable", "dtype: Input should be"),
        (paths.PRICES, "within: [gb300-neocloud,", "within: [gb300-neoclod,",
         r"prices\.yml:\d+: scenarios.mid(?s:.*)did you mean gb300-neocloud"),
        (paths.PRICES, "start: gb300-neocloud", "start: gb300-neoclod",
         r"prices\.yml:\d+(?s:.*)did you mean gb300-neocloud"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_the_name_that_is_meant(
    linked: Path, file: str, was: str, now: str, message: str
) -> None:
    text = (linked / file).read_text(encoding="utf-8")
    assert was in text
    (linked / file).unlink()
    (linked / file).write_text(text.replace(was, now, 1), encoding="utf-8")
    with pytest.raises(RegisterError, match=message):
        read(linked / file, Schema) if file == paths.SCHEMA else read_prices(linked)
