"""The plane of load and speed draws every run that it was given, and names those that have a name."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from claimcheck.charts.operating import operating_plane
from claimcheck.charts.theme import CONTEXT, NVIDIA
from tests.charts.drawn import figure, picture, rows, words


def points() -> pd.DataFrame:
    made = [
        (100.0, 16.0, "v5.1", "Anna, v5.1"),
        (190.0, 17.5, "v6.0", "Anna, v6.0"),
        (300.0, 14.0, "v6.0", "Berta, v6.0"),
        (120.0, 15.0, "v5.1", ""),
    ]
    return pd.DataFrame(
        {
            "row_id": f"row-{n}", "benchmark": "deepseek-r1", "scenario": "Server", "round": round_, "who": f"run {n}",
            "name": name, "shade": NVIDIA, "in_flight_per_accelerator": load, "tokens_per_request_second": speed,
        }
        for n, (load, speed, round_, name) in enumerate(made)
    )  # fmt: skip


PAIRS = pd.DataFrame({"row_id_before": ["row-0", "row-0"], "row_id_after": ["row-1", "row-2"]})


def test_every_run_is_a_dot_and_only_named_ones_have_a_colour_and_words() -> None:
    drawing = operating_plane(points(), PAIRS)
    assert list(drawing.frame.set_index("name").loc[""][["load", "speed", "shade"]]) == [120, 15, CONTEXT]
    made = figure(drawing)
    lines = {tuple(row[k] for k in ("load", "speed", "to_load", "to_speed")) for row in rows(made, "to_load")}
    assert lines == {(100.0, 16.0, 190.0, 17.5), (100.0, 16.0, 300.0, 14.0)}
    svg = picture(made)
    assert {"Anna, v5.1", "Anna, v6.0", "Berta, v6.0"} <= set(words(svg))
    assert set(re.findall(r"run \d", svg)) == set(points()["who"])


def test_two_scenarios_never_share_a_panel() -> None:
    mixed = points().assign(scenario=["Server"] * 3 + ["Interactive"])
    with pytest.raises(ValueError, match="one benchmark or scenario"):
        operating_plane(mixed, PAIRS)
