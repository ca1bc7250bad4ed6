"""What numbers of the report must say of one another: the printed table, not the cells that computed it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.data.numbers import Number


@pytest.fixture(scope="module")
def value(numbers: Mapping[str, Number]) -> Mapping[str, float]:
    return {key: one.value for key, one in numbers.items() if one.value is not None}


@pytest.mark.parametrize(
    ("claim", "stated"),
    [
        ("claim.1.computed", "pair.gb300-server-published"),
        ("claim.1.computed-2", "per.before-server"),
        ("claim.1.computed-3", "per.nebius-8"),
        ("claim.7.computed", "saving.gb300-server-published"),
        ("claim.14.computed", "result.offline-288"),
        ("claim.16.computed", "result.server-288"),
    ],
)
def test_notebooks_and_claims_compute_the_same(value: Mapping[str, float], claim: str, stated: str) -> None:
    assert value[stated] == pytest.approx(value[claim], rel=1e-9)


def test_the_range_of_a_claims_readings_is_that_of_the_page(
    value: Mapping[str, float], claims: Mapping[int, ClaimResult]
) -> None:
    readings = claims[1].sensitivity
    stated = [value[f"readings.{name}"] for name in ("n", "low", "high", "rank")]
    assert stated == pytest.approx([readings.n, readings.low, readings.high, readings.rank], rel=1e-9)


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


def test_the_report_s_rates_lie_in_order_and_follow_from_one_another(value: Mapping[str, float]) -> None:
    full, printed, offered = (value[f"metric.rubin-{key}"] for key in ("full", "printed", "offered"))
    assert full < printed < offered
    assert printed / full == pytest.approx(value["metric.rubin-duration"] / value["metric.rubin-window"], rel=1e-4)
    assert printed / offered == pytest.approx(value["metric.rubin-factor"], rel=1e-4)


def test_pairs_that_differ_in_load_multiply_up(value: Mapping[str, float]) -> None:
    of = {key.removeprefix("experiments."): v for key, v in value.items() if key.startswith("experiments.")}
    assert of["chain-first"] * of["load-gb300-ratio"] == pytest.approx(value["claim.1.computed"])
    assert of["load-b300-rate-after"] / of["load-b300-rate-before"] == pytest.approx(of["load-b300-rate"])
    for chip in ("b300", "gb300"):
        assert of[f"load-{chip}-tpot-before"] < of[f"load-{chip}-tpot-after"] <= of["tpot-limit"], chip
