"""Numbers: each says enough and is stated once; `make book` compares those of the notebooks with numbers.csv."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from claimcheck.core.errors import TableError
from claimcheck.data import paths
from claimcheck.data.numbers import Number, listed


def test_a_number_says_enough_and_is_stated_once() -> None:
    for key, how, message in (("pair", "h", "a key is words divided by dots"), ("pair.a", " ", "how is empty")):
        with pytest.raises(ValueError, match=message):
            Number(key, value=1, how=how)
    one = Number("a.b", value=1, how="h")
    with pytest.raises(TableError, match=r"a\.b is stated twice, in notebooks/01 and notebooks/02"):
        listed([replace(one, source="notebooks/01"), replace(one, source="notebooks/02")])


# --- the committed table


def test_no_record_has_digits_that_depend_on_the_processor(root: Path) -> None:
    records = [*(root / "notebooks").glob("*.ipynb"), root / "data" / paths.NUMBERS, root / "data/derived/claims.json"]
    decimals = ((path.name, n) for path in records for n in re.findall(r"(?<![\w.])\d+\.\d+", path.read_text("utf-8")))
    assert [(name, n) for name, n in decimals if len(n.replace(".", "").lstrip("0")) > 12] == []
