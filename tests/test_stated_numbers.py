"""What numbers of the report must say of one another: the printed table, not the cells that computed it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from claimcheck.numbers import Number


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


def test_what_every_log_must_satisfy_holds_in_every_run(value: Mapping[str, float]) -> None:
    for key in ("last-in-range-n", "between-n", "length-agrees-n"):
        assert value[f"metric.{key}"] == value["metric.runs-n"], key
    assert value["metric.share-length"] + value["metric.share-last"] == pytest.approx(100)
    # All but a handful go through their sample set in whole passes: a wrong size would fit almost none.
    assert 0.9 < value["metric.passes-n"] / value["metric.runs-n"] <= 1


def test_the_report_s_rates_lie_in_order_and_follow_from_one_another(value: Mapping[str, float]) -> None:
    full, printed, offered = (value[f"metric.rubin-{key}"] for key in ("full", "printed", "offered"))
    assert full < printed < offered
    assert printed / full == pytest.approx(value["metric.rubin-duration"] / value["metric.rubin-window"], rel=1e-4)
    assert printed / offered == pytest.approx(value["metric.rubin-factor"], rel=1e-4)


def test_the_published_pair_under_each_denominator(numbers: Mapping[str, Number], value: Mapping[str, float]) -> None:
    counted = value["op.published.counting"]
    assert value["claim.1.computed"] == pytest.approx(value["denominators.published-pair-offered"] * counted, rel=1e-3)
    for key in ("published-pair-full", "own-gb300-full", "chips-v6.0-published"):
        assert len(numbers[f"denominators.{key}"].rows) == 2, key


def test_the_gain_at_the_same_limit_lies_in_its_range_whatever_is_changed(value: Mapping[str, float]) -> None:
    low, plain, high = (value[f"serving.{key}"] for key in ("speedup-low", "speedup", "speedup-high"))
    for kind in ("form", "held", "steps", "routing", "arrivals"):
        assert low <= value[f"serving.{kind}-min"] <= value[f"serving.{kind}-max"] <= high, kind
    assert low < plain < high
    assert value["serving.near-n"] + value["serving.far-n"] == value["serving.held-n"]
    assert value["serving.near-good-n"] + value["serving.far-good-n"] == value["serving.flight-good-n"]


def test_natural_experiments_add_up_and_multiply_up(value: Mapping[str, float]) -> None:
    of = {key.removeprefix("experiments."): v for key, v in value.items() if key.startswith("experiments.")}
    assert sum(of[f"{kind}-n"] for kind in ("load", "settings", "software", "scale")) <= of["alone-n"]
    assert of["alone-n"] + of["nearly-n"] < of["pairs-n"]
    assert of["strict-n"] <= of["alone-n"]
    assert of["doubted-n"] <= of["wishes-n"] <= of["rates-of"] <= of["entries-n"]
    assert of["chain-first"] * of["chain-load"] == pytest.approx(of["chain-whole"])
    assert of["chain-whole"] == pytest.approx(value["claim.1.computed"])
    assert of["load-b300-rate-after"] / of["load-b300-rate-before"] == pytest.approx(of["load-b300-rate"])
    for chip in ("b300", "gb300"):
        assert of[f"load-{chip}-tpot-before"] < of[f"load-{chip}-tpot-after"] <= of["tpot-limit"], chip


def test_pages_that_measure_the_same_run_agree(value: Mapping[str, float]) -> None:
    assert value["switches.near-own"] == pytest.approx(value["op.nvidia-72.tpot"], rel=1e-9)
    assert value["switches.near-before"] == pytest.approx(value["op.before.ttft"], rel=1e-9)
    assert value["experiments.before-tpot"] / value["experiments.tpot-limit"] * 100 < value["op.before.ttft"]
    assert 0 < value["switches.own-changed-engine"] <= value["switches.own-changed"]
    assert 0 < value["switches.lines-shown-n"] < value["switches.lines-n"]
