"""Charts of the models: every line is drawn whole, named, and cut at the plot's edge."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts.figure import Figure, specifications
from claimcheck.charts.mechanisms_bars import parts_of
from claimcheck.charts.mechanisms_lines import Axis, Rule, model_lines, published_points
from claimcheck.charts.theme import CATEGORICAL

WORDS = {"title": "A finding.", "description": "What is drawn.", "caption": "Units and sources."}
X = Axis("at", "load", (1, 100), (1, 10, 100), log=True)
Y = Axis("worth", "ratio", (0.5, 3), suffix="x")


def lines() -> pd.DataFrame:
    rows = [(name, at, k * at**0.2) for name, k in (("low", 0.6), ("high", 1.4)) for at in (1, 3, 10, 30, 100)]
    return pd.DataFrame(rows, columns=["name", "at", "worth"])


def svgs(figure: Figure) -> dict[str, str]:
    return {k: vl_convert.vegalite_to_svg(json.dumps(s)) for k, s in specifications(figure.to_dict()).items()}


def test_lines_carry_their_names_and_colours_on_both_widths() -> None:
    figure = model_lines(lines(), "name", X, Y, id="lines", rules=[Rule("limit", x=10.0), Rule("", y=1.0)], **WORDS)
    for svg in svgs(figure).values():
        assert {"low", "high", "limit"} <= set(re.findall(r">([a-z]+)</text>", svg))
        for shade in CATEGORICAL[:2]:
            assert shade in svg


def test_all_points_of_a_line_reach_the_chart() -> None:
    data = lines()
    figure = model_lines(data, "name", X, Y, id="lines", **WORDS)
    drawn = [row for rows in figure.to_dict()["datasets"].values() for row in rows if "worth" in row]
    assert sorted((r["name"], r["at"], r["worth"]) for r in drawn) == sorted(data.itertuples(index=False, name=None))


def test_more_lines_than_colours_are_refused() -> None:
    many = pd.concat([lines().assign(name=f"line {i}") for i in range(len(CATEGORICAL) + 1)])
    with pytest.raises(ValueError, match="no colour for"):
        model_lines(many, "name", X, Y, id="lines", **WORDS)


def test_an_axis_places_its_ends_at_its_ends() -> None:
    assert X.share(1) == 0
    assert X.share(10) == pytest.approx(0.5)
    assert Y.share(3) == 1


def test_published_points_have_their_words() -> None:
    points = pd.DataFrame([{"at": 1.0, "worth": 2.0, "name": "first"}, {"at": 90.0, "worth": 1.0, "name": "last"}])
    for svg in svgs(published_points(points, X, Y, id="points", **WORDS)).values():
        assert svg.count(">first</text>") == 2  # the rim and the words
        assert svg.count(">last</text>") == 2


def test_bars_hold_every_part_and_end_in_their_words() -> None:
    rows = pd.DataFrame(
        [{"label": "a", "x": 1.0, "y": 2.0, "end": "three"}, {"label": "b", "x": 4.0, "y": 0.5, "end": "4.5"}]
    )
    parts = {"x": ("ex", CATEGORICAL[0]), "y": ("why", CATEGORICAL[1])}
    figure = parts_of(rows, parts, "end", axis="ms", id="bars", row_ids=["r1"], **WORDS)
    drawn = [row for found in figure.to_dict()["datasets"].values() for row in found if "amount" in row]
    assert {(r["label"], r["part"], r["amount"]) for r in drawn} == {
        ("a", "ex", 1.0), ("a", "why", 2.0), ("b", "ex", 4.0), ("b", "why", 0.5)
    }  # fmt: skip
    assert figure.to_dict()["row_ids"] == ["r1"]
    for svg in svgs(figure).values():
        assert {"three", "4.5"} <= set(re.findall(r">([a-z0-9.]+)</text>", svg))
