"""What numbers of the report must say of one another: the printed table, not the cells that computed it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from claimcheck.numbers import Number, read_numbers
from claimcheck.tables import DATA_DIR


@pytest.fixture(scope="module")
def numbers() -> Mapping[str, Number]:
    return read_numbers(DATA_DIR)


@pytest.fixture(scope="module")
def value(numbers: Mapping[str, Number]) -> Mapping[str, float]:
    return {key: one.value for key, one in numbers.items() if one.value is not None}


def test_load_speed_and_counting_make_the_published_ratio(value: Mapping[str, float]) -> None:
    product = math.prod(value[f"op.published.{factor}"] for factor in ("load", "speed", "counting"))
    assert product == pytest.approx(value["claim.1.computed"], rel=1e-9)
    loaded = value["op.published.load-published"] * value["op.published.speed"]
    assert loaded == pytest.approx(product, rel=1e-9)
    assert value["op.published.load"] == pytest.approx(value["op.nebius-8.load"] / value["op.before.load"], rel=1e-9)


def test_what_the_pages_say_in_words_of_the_runs_at_a_limit(value: Mapping[str, float]) -> None:
    limit = value["op.at-limit"]
    assert min(value["op.before.ttft"], value["op.nebius-8.tpot"], value["op.nvidia-72.tpot"]) >= limit
    for left in ("coreweave-before", "coreweave-8", "nvidia-288"):
        assert 100 - value[f"op.{left}.headroom"] < limit, left
    assert value["op.before.headroom"] == pytest.approx(100 - value["op.before.ttft"])
    assert 0 < value["op.r1-server.v6.0-at-n"] < value["op.r1-server.v6.0-n"] < value["op.runs.n"]
    for pair in ("own", "coreweave", "b200-google", "llama"):
        assert min(value[f"op.{pair}.load"], value[f"op.{pair}.speed"]) > 1, pair
