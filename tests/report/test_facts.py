"""Every fact that a register takes from outside leads to a text."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.facts import read_prices
from claimcheck.data.rounds import read_rounds
from claimcheck.report.pages.data import facts
from tests.making import put

PAGE = {"name": "a list", "address": "https://example.org/list"}


def test_every_dated_or_priced_fact_has_an_address(data_dir: Path) -> None:
    """All rounds, prices, partner lists and figures from outside are there, and each source can be opened."""
    found = facts(data_dir)
    assert {fact.register for fact in found} == {paths.ROUNDS, paths.PRICES, paths.PARTNERS, paths.MECHANISM_FIGURES}
    words = [fact.words for fact in found]
    for one in read_rounds(data_dir):
        assert one.published is None or any(f" {one.name} " in text and one.published in text for text in words)
    for price in read_prices(data_dir).prices.values():
        assert any(price.accelerator in text and price.kind in text and price.date in text for text in words)
    for fact in found:
        assert fact.source.address or fact.source.read_at, fact.words
        assert fact.source.hand == "first-hand" or fact.source.hand in str(fact.source)


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


@pytest.mark.parametrize("broken", ["new: {edge: [v5.0, v0.5]}", "new: {edge: [v0.5, v5.9]}"])
def test_comparable_rounds_are_a_first_and_a_last_of_the_register(data_dir: Path, tmp_path: Path, broken: str) -> None:
    text = (data_dir / paths.ROUNDS).read_text(encoding="utf-8")
    put(tmp_path, paths.ROUNDS, text.replace("comparable:\n", f"comparable:\n  {broken}\n"))
    with pytest.raises(RegisterError, match=r"rounds\.yml:\d+"):
        read_rounds(tmp_path)


def test_a_date_and_its_announcement_are_given_together(data_dir: Path, tmp_path: Path) -> None:
    text = (data_dir / paths.ROUNDS).read_text(encoding="utf-8")
    raw = yaml.safe_load(text)
    del raw["rounds"]["v6.0"]["announced"]
    put(tmp_path, paths.ROUNDS, yaml.safe_dump(raw))
    with pytest.raises(RegisterError, match="published and announced are given together"):
        read_rounds(tmp_path)
