"""A price that is named is in the register."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.facts import read_prices
from tests.making import put


@pytest.mark.parametrize(
    ("key", "where"), [("within: [gb300-neoclod,", ": scenarios.mid"), ("start: gb300-neoclod", "")]
)
def test_prices_that_are_named_are_there(data_dir: Path, tmp_path: Path, key: str, where: str) -> None:
    text = (data_dir / paths.PRICES).read_text(encoding="utf-8")
    put(tmp_path, paths.PRICES, text.replace(key.replace("neoclod", "neocloud"), key))
    with pytest.raises(RegisterError, match=rf"prices\.yml:\d+{where}(?s:.*)did you mean gb300-neocloud"):
        read_prices(tmp_path)
