"""Charts of the serving mechanisms: every cell and step is drawn, named and within the plot."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts.figure import Figure, specifications
from claimcheck.charts.mechanisms_serving import gain_map, highest_and_lowest, ladder
from claimcheck.charts.theme import CATEGORICAL, SEQUENTIAL

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}
CELLS = pd.DataFrame(
    [(i, o, 1 + i / o) for i in (100.0, 800.0) for o in (1000.0, 2000.0, 4000.0)], columns=["input", "output", "gain"]
)


def svgs(figure: Figure) -> dict[str, str]:
    return {k: vl_convert.vegalite_to_svg(json.dumps(s)) for k, s in specifications(figure.to_dict()).items()}


def texts(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg)


def test_every_cell_carries_its_ratio_and_its_step() -> None:
    axes = (("output", "answers"), ("input", "inputs"))
    figure = gain_map(CELLS, *axes, "gain", (4000.0, 800.0), "framed: here", id="cells", **WORDS)
    for svg in svgs(figure).values():
        for gain in CELLS["gain"]:
            assert f"{gain:.2f}x" in texts(svg)
        assert {"answers", "inputs", "framed: here", "4,000", "800"} <= set(texts(svg))
        assert SEQUENTIAL[0] in svg and SEQUENTIAL[4] in svg


def test_the_highest_cell_is_said() -> None:
    said = highest_and_lowest(CELLS, "gain", ["input", "output"])
    assert said.startswith("highest 1.80 at input 800, output 1,000") and "lowest 1.02" in said


def test_steps_begin_where_the_last_ended() -> None:
    steps = pd.DataFrame(
        {"about": ["one", "two"], "kind": ["a", "b"], "gain": [1.5, 1.2], "from": [1.0, 1.5], "to": [1.5, 1.8]}
    )
    kinds = {"a": CATEGORICAL[0], "b": CATEGORICAL[1]}
    figure = ladder(steps, kinds, ("whole", 2.0), axis="ratio", id="steps", **WORDS)
    for svg in svgs(figure).values():
        assert {"one", "two", "whole", "1.5x", "1.2x", "2x"} <= set(texts(svg))
        assert set(kinds.values()) <= set(re.findall(r'fill="([^"]+)"', svg))
    starts = [v["start"] for v in _values(figure) if "start" in v]
    assert starts == pytest.approx([1.0, 1.5, 1.0])


def _values(figure: Figure) -> list[dict[str, object]]:
    data = figure.to_dict()
    return [row for rows in json.loads(json.dumps(data))["datasets"].values() for row in rows]
