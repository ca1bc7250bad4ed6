"""The charts of the serving model name every run, and say what the chosen load gives and which limit it breaks."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from claimcheck.charts import Drawing
from claimcheck.charts.serving import error_histograms, load_curves, short_runs, speedup_sources
from tests.charts.drawn import figure, picture, words

LOADS = pd.DataFrame(
    [
        (name, variant, variant == "main", rate, rate * 4000 * speed, rate * 300, 30 + 30 * rate / speed, 400.0 * rate)
        for name, speed in (("old", 0.6), ("new", 1.0))
        for variant in ("main", "context")
        for rate in (0.5, 1.0, 1.5, 2.0)
    ],
    columns=["name", "variant", "plain", "rate", "tokens", "flight", "tpot", "ttft"],
)


def said(drawing: Drawing) -> str:
    """All words of the drawing."""
    return " | ".join(words(picture(figure(drawing))))


def test_errors_are_counted_once_and_far_ones_in_the_last_bar() -> None:
    runs = pd.DataFrame({"row_id": list("abcde"), "flight": [0.02, -0.02, 0.09, 8.86, float("nan")]})
    bars = error_histograms(runs, {"flight": "requests in flight"}, good=0.1).frame.set_index("low").runs
    assert bars.to_dict() == {-0.025: 2, 0.075: 1, 0.375: 1}


def test_the_live_chart_says_what_the_chosen_load_gives() -> None:
    text = said(load_curves(LOADS, tpot_ms=80, ttft_ms=500, start=1.0))
    assert "limit 80 ms" in text and "over its limit" not in text
    assert "old: 300 in flight" in text and "2,400 tokens/s" in text
    assert "new: 300 in flight" in text and "4,000 tokens/s" in text


@pytest.mark.parametrize(("name", "limit"), [("old", "TPOT"), ("new", "TTFT")])
def test_the_live_chart_says_when_a_limit_is_broken(name: str, limit: str) -> None:
    text = said(load_curves(LOADS, tpot_ms=80, ttft_ms=500, start=1.5))
    assert re.search(rf"{name}: 450[^|]*: {limit} over its limit", text)


def test_spans_and_durations_are_named() -> None:
    spans = pd.DataFrame({"label": ["a case"], "low": [2.6], "high": [2.9], "text": ["2.60x to 2.90x"]})
    runs = pd.DataFrame(
        {
            "arrivals_s": [600.0, 1200.0, 2400.0], "offered": [100.0] * 3, "published": [80.0, 88.0, 94.0],
            "low": [60.0, 75.0, 88.0], "high": [97.0, 98.0, 99.0], "full": [50.0, 65.0, 80.0],
        }
    )  # fmt: skip
    text = said(speedup_sources(spans, ("r0",)))
    assert "a case" in text and "2.60x to 2.90x" in text
    drawing = short_runs(runs)
    assert (drawing.frame["value"].notna().sum(), drawing.frame["low"].notna().sum()) == (3 * len(runs), len(runs))
    text = said(drawing)
    assert all(each in text for each in ("as LoadGen divides", "full run", "offered rate"))
