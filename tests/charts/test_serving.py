"""The charts of the serving model draw every run and every load that they were given, at their limits."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts import Figure
from claimcheck.charts.figure import specifications
from claimcheck.charts.serving import load_curves, prediction_errors, short_runs, speedup_sources
from claimcheck.charts.theme import NARROW, WIDE

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}
SIZES = {"wide": WIDE, "narrow": NARROW}
PANELS = {"tpot": "TPOT|median", "flight": "requests|in flight", "ttft": "TTFT|p99"}
RUNS = pd.DataFrame(
    {
        "name": ["one", "one", "two"],
        "label": ["Anna, 8", "Berta, 72", "Anna, 8"],
        "fitted": [True, False, False],
        "row_id": ["r0", "r1", "r2"],
        "tpot": [0.01, -0.05, 0.12],
        "flight": [0.02, -0.07, 0.2],
        "ttft": [-0.6, 8.86, float("nan")],
    }
)
LOADS = pd.DataFrame(
    [
        (name, variant, variant == "main", rate, rate * 4000 * speed, rate * 300, 30 + 30 * rate / speed, 400.0 * rate)
        for name, speed in (("old", 0.6), ("new", 1.0))
        for variant in ("main", "context")
        for rate in (0.5, 1.0, 1.5, 2.0)
    ],
    columns=["name", "variant", "plain", "rate", "tokens", "flight", "tpot", "ttft"],
)
SPANS = pd.DataFrame(
    {
        "label": ["a case", "the model"], "low": [2.6, 1.8], "high": [2.9, 2.4],
        "text": ["2.60x to 2.90x", "1.80x to 2.40x"],
    }
)  # fmt: skip
SHORT = pd.DataFrame(
    {
        "arrivals_s": [600.0, 1200.0, 2400.0], "offered": [100.0] * 3, "published": [80.0, 88.0, 94.0],
        "low": [60.0, 75.0, 88.0], "high": [97.0, 98.0, 99.0], "full": [50.0, 65.0, 80.0],
    }
)  # fmt: skip
FIGURES = {
    id: Figure(drawing, id=id, **WORDS)
    for id, drawing in {
        "errors": prediction_errors(RUNS, PANELS, good=0.1),
        "load": load_curves(LOADS, tpot_ms=80, ttft_ms=500, start=1.0),
        "sources": speedup_sources(SPANS, row_ids=("r0", "r1")),
        "short": short_runs(SHORT),
    }.items()
}


def records(figure: Figure, field: str) -> list[dict[str, Any]]:
    return [row for rows in figure.to_dict()["datasets"].values() for row in rows if field in row]


@pytest.fixture(scope="module")
def pictures() -> dict[tuple[str, str], str]:
    return {
        (name, size): vl_convert.vegalite_to_svg(specifications(figure.to_dict())[size])
        for name, figure in FIGURES.items()
        for size in SIZES
    }


def words(svg: str) -> str:
    return " | ".join(re.sub(r"<[^>]+>", "", t) for t in re.findall(r"<text[^>]*>(.*?)</text>", svg))


def test_every_chart_fits_its_screen(pictures: dict[tuple[str, str], str]) -> None:
    for (name, size), svg in pictures.items():
        width = float(re.search(r'width="([\d.]+)', svg)[1])
        assert SIZES[size] * 0.85 < width <= SIZES[size] + 8, (name, size, width)


def test_every_error_is_drawn_and_one_out_of_reach_is_written() -> None:
    drawn = [r for r in records(FIGURES["errors"], "error")]
    assert {r["error"] for r in drawn} == {v for c in PANELS for v in RUNS[c].dropna()}
    assert max(abs(r["x"]) for r in drawn) < 0.5
    assert {r["text"] for r in drawn if r["beyond"]} == {"−60%", "+886%"}


def test_runs_stand_below_the_name_of_their_group(pictures: dict[tuple[str, str], str]) -> None:
    for size in SIZES:
        said = words(pictures["errors", size])
        assert said.count("Anna, 8") == 2 and "Berta, 72" in said and "one" in said and "two" in said
    assert "+886%" in words(pictures["errors", "wide"])


def test_the_live_chart_says_what_the_chosen_load_gives(pictures: dict[tuple[str, str], str]) -> None:
    assert FIGURES["load"].to_dict()["live"]
    for size in SIZES:
        said = words(pictures["load", size])
        assert "limit 80 ms" in said
        assert "old: 300 in flight" in said and "2,400 tokens/s" in said
        assert "new: 300 in flight" in said and "4,000 tokens/s" in said
        assert "over its limit" not in said


def test_the_live_chart_says_when_a_limit_is_broken() -> None:
    figure = Figure(load_curves(LOADS, tpot_ms=80, ttft_ms=500, start=1.5), id="load", **WORDS)
    said = words(vl_convert.vegalite_to_svg(specifications(figure.to_dict())["wide"]))
    assert "old: 450" in said and ": TPOT over its limit" in said
    assert "new: 450" in said and ": TTFT over its limit" in said


def test_the_slider_covers_every_load() -> None:
    (slider,) = FIGURES["load"].to_dict()["spec"]["params"]
    assert (slider["bind"]["min"], slider["bind"]["max"]) == (LOADS["rate"].min(), LOADS["rate"].max())


def test_spans_are_drawn_from_low_to_high(pictures: dict[tuple[str, str], str]) -> None:
    assert {(r["low"], r["high"]) for r in records(FIGURES["sources"], "label")} == set(
        zip(SPANS["low"], SPANS["high"], strict=True)
    )
    assert all(t in words(pictures["sources", size]) for t in SPANS["text"] for size in SIZES)


def test_three_durations_are_drawn_and_named(pictures: dict[tuple[str, str], str]) -> None:
    values = {r["value"] for r in records(FIGURES["short"], "value")}
    assert values == {v for c in ("offered", "published", "full") for v in SHORT[c]}
    for size in SIZES:
        assert all(w in words(pictures["short", size]) for w in ("as LoadGen divides", "full run", "offered rate"))
