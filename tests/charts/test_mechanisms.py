"""Charts of the models: every line, part, cell and step is drawn and named on both widths."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from claimcheck.charts import Drawing
from claimcheck.charts.mechanisms import (
    Axis,
    Rule,
    gain_map,
    highest_and_lowest,
    ladder,
    model_lines,
    parts_of,
)
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, INK, SEQUENTIAL
from tests.charts.drawn import figure, picture, words

X = Axis("at", "load", (1, 100), (1, 10, 100), log=True)
Y = Axis("worth", "ratio", (0.5, 3), suffix="x")
LINES = pd.DataFrame(
    [(name, at, k * at**0.2) for name, k in (("low", 0.6), ("high", 1.4)) for at in (1, 3, 10, 30, 100)],
    columns=["name", "at", "worth"],
)
CELLS = pd.DataFrame(
    [(i, o, 1 + i / o) for i in (100.0, 800.0) for o in (1000.0, 2000.0, 4000.0)], columns=["input", "output", "gain"]
)


def drawn(drawing: Drawing) -> tuple[str, set[str]]:
    """The drawing as SVG, and its words."""
    svg = picture(figure(drawing))
    return svg, set(words(svg))


def test_lines_carry_their_names_and_one_is_in_ink() -> None:
    drawing = model_lines(LINES, ("name", "line"), X, Y, [Rule("limit", x=10.0), Rule("", y=1.0)], main="high")
    assert drawing.frame.groupby("name").shade.first().to_dict() == {"low": CONTEXT, "high": INK}
    svg, texts = drawn(drawing)
    assert {"low", "high", "limit"} <= texts
    assert INK in svg and CONTEXT in svg


def test_an_axis_places_its_ends_at_its_ends() -> None:
    assert (X.share(1), X.share(10), Y.share(3)) == (0, pytest.approx(0.5), 1)


def test_bars_hold_every_part_and_end_in_their_words() -> None:
    rows = pd.DataFrame(
        [{"label": "a", "x": 1.0, "y": 2.0, "end": "three"}, {"label": "b", "x": 4.0, "y": 0.5, "end": "4.5"}]
    )
    bars = parts_of(rows, {"x": ("ex", CATEGORICAL[0]), "y": ("why", CATEGORICAL[1])}, "end", "ms", ["r1"])
    assert sorted(bars.table()["rows"]) == [["a", "ex", 1.0], ["a", "why", 2.0], ["b", "ex", 4.0], ["b", "why", 0.5]]
    assert {"a", "b", "three", "4.5"} <= drawn(bars)[1]


def test_every_cell_carries_its_ratio_and_its_step() -> None:
    axes = (("output", "answers"), ("input", "inputs"), ("gain", "ratio"))
    svg, texts = drawn(gain_map(CELLS, *axes, (4000.0, 800.0), "framed: here"))
    assert {f"{gain:.2f}x" for gain in CELLS["gain"]} | {"answers", "inputs", "framed: here", "4,000", "800"} <= texts
    assert SEQUENTIAL[0] in svg and SEQUENTIAL[4] in svg
    said = highest_and_lowest(CELLS, "gain", ["input", "output"])
    assert said.startswith("highest 1.80 at input 800, output 1,000") and "lowest 1.02" in said


def test_steps_begin_where_the_last_ended() -> None:
    steps = pd.DataFrame(
        {"about": ["one", "two"], "kind": ["a", "b"], "gain": [1.5, 1.2], "from": [1.0, 1.5], "to": [1.5, 1.8]}
    )
    kinds = {"a": CATEGORICAL[0], "b": CATEGORICAL[1]}
    drawing = ladder(steps, kinds, ("whole", 2.0), "ratio")
    assert list(drawing.frame["start"]) == pytest.approx([1.0, 1.5, 1.0])
    svg, texts = drawn(drawing)
    assert {"one", "two", "whole", "1.5x", "1.2x", "2x"} <= texts
    assert set(kinds.values()) <= set(re.findall(r'fill="([^"]+)"', svg))
