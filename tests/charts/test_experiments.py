"""The chart of experiments: every pair is a dot in its scenario's panel, and marked ones carry their names."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
import vl_convert

from claimcheck.charts import Figure
from claimcheck.charts.experiments import SPAN, worth
from claimcheck.charts.figure import specification

KINDS = {"none": "nothing", "load": "load", "load, software": "load and software", "scale": "scale"}


def pairs() -> pd.DataFrame:
    rows = [
        ("Server", "none", "control", 1.0, "", ""),
        ("Server", "none", "control", 1.001, "", ""),
        ("Server", "load", "one", 1.45, "Anna to Bert, B300", "Bert B300"),
        ("Server", "load", "one", 1.70, "Carl to Bert, B300", "Bert B300"),
        ("Server", "load, software", "two", 2.8, "Dora B200", "Dora"),
        ("Offline", "scale", "one", 0.95, "", ""),
    ]
    frame = pd.DataFrame(rows, columns=["scenario", "group", "style", "ratio", "name", "short"])
    ids = {f"row_id_{name}": [f"{side}{i}" for i in range(6)] for name, side in (("before", "b"), ("after", "a"))}
    return frame.assign(label="pair", **ids)


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    drawing = worth(pairs(), KINDS)
    made = Figure(drawing, id="worth", title="A finding.", description="What is drawn.", caption="Units.").to_dict()
    assert set(made["row_ids"]) == {f"{side}{i}" for side in "ab" for i in range(6)}
    return made


@pytest.fixture(scope="module")
def figure(data: dict[str, Any]) -> str:
    return vl_convert.vegalite_to_svg(specification(data), allowed_base_urls=[])


def test_rows_say_how_many_pairs_they_hold(figure: str) -> None:
    for words in ("nothing (2)", "load (2)", "load and software (1)", "scale (1)", "Server", "Offline"):
        assert f">{words}<" in figure
    assert ">scale (0)<" not in figure


def test_every_pair_is_a_dot_within_the_plot_and_none_covers_another(data: dict[str, Any]) -> None:
    dots = [r for rows in data["spec"]["datasets"].values() for r in rows if "style" in r and "align" not in r]
    assert len(dots) == len(pairs())
    assert sorted({r["ratio"] for r in dots}) == sorted(pairs()["ratio"])
    assert all(SPAN[0] < r["ratio"] < SPAN[1] for r in dots)
    close = [(r["middle"], r["y"]) for r in dots if r["style"] == "control"]
    assert len(set(close)) == len(close)


def test_a_name_without_room_at_the_right_is_at_the_left(data: dict[str, Any]) -> None:
    named = [r for rows in data["spec"]["datasets"].values() for r in rows if "align" in r]
    assert {r["align"] for r in named if r["ratio"] == 2.8} == {"right"}
    assert {r["rise"] for r in named if r["name"].startswith(("Anna", "Carl"))} == {-9, 9}
