"""A price keeps its form, and one that is named is in the register."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.facts import read_prices
from tests.making import put

PAGE = {"name": "a list", "address": "https://example.org/list"}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("source", {"name": "a list"}, "a source has an address"),
        ("source", {**PAGE, "address": "example.org"}, "an address, as in https://"),
        ("source", {**PAGE, "read_at": "https://example.net/copy", "unread": True}, "unread is an address that"),
        ("usd_per_hour", [2.65], "a low and a high price"),
        ("usd_per_hour", [3.65, 2.65], "a low and a high price"),
    ],
)
def test_a_price_that_breaks_its_form_is_refused(tmp_path: Path, key: str, value: object, words: str) -> None:
    price = {"accelerator": "NVIDIA GB300", "kind": "rent", "usd_per_hour": [3, 3], "date": "2026-01", "source": PAGE}

    def given(price: dict[str, object]) -> Path:
        text = yaml.safe_dump({"prices": {"list": price}, "scenarios": {}, "start": "list"})
        return put(tmp_path, paths.PRICES, text).parents[1]

    assert read_prices(given(price)).prices["list"].source.hand == "first-hand"
    with pytest.raises(RegisterError, match=r"prices\.yml:\d+") as found:
        read_prices(given({**price, key: value}))
    assert words in str(found.value)


@pytest.mark.parametrize(
    ("key", "where"), [("within: [gb300-neoclod,", ": scenarios.mid"), ("start: gb300-neoclod", "")]
)
def test_prices_that_are_named_are_there(data_dir: Path, tmp_path: Path, key: str, where: str) -> None:
    text = (data_dir / paths.PRICES).read_text(encoding="utf-8")
    put(tmp_path, paths.PRICES, text.replace(key.replace("neoclod", "neocloud"), key))
    with pytest.raises(RegisterError, match=rf"prices\.yml:\d+{where}(?s:.*)did you mean gb300-neocloud"):
        read_prices(tmp_path)
