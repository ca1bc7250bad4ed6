"""What was expected of a round is scored once the round is there, as it was defined before."""

from __future__ import annotations

import pandas as pd
import pytest
import yaml

from claimcheck.analysis import forecast
from claimcheck.analysis.derived import DERIVED, Tables
from claimcheck.data.paths import PREDICTIONS


def test_a_small_round_to_come_is_scored(tables) -> None:
    """A made v7.0: one rack gains 10%, a new chip doubles the best, partners leave, AMD keeps its cell."""
    rows = tables.results
    server = rows[(rows["round"] == "v6.1") & (rows["benchmark"] == "deepseek-r1") & (rows["division"] == "closed")]
    server = server[server["scenario"] == "Server"]
    made = server.assign(round="v7.0", value=server["value"] * 1.1, row_id="v7.0/" + server["row_id"])
    top = made[made["accelerator_vendor"] == "NVIDIA"].sort_values("value", kind="stable").tail(1)
    best = server[server["platform_vendor"] == "NVIDIA"]
    per = (best["value"] / best["accelerators"].astype(float)).max()
    feynman = top.assign(accelerator="NVIDIA Feynman", accelerators=8, value=per * 16, row_id="v7.0/new")
    results = pd.concat([rows, made, feynman], ignore_index=True)
    counted = DERIVED["participation"](Tables(results, tables.data))
    then = Tables(results, tables.data, {"participation": counted})
    lines = {line.split(", ")[1]: line for line in forecast.scores(then)}
    assert forecast.scores(tables) == []
    assert [*lines] == [*yaml.safe_load((tables.data / PREDICTIONS).read_text(encoding="utf-8"))["predictions"]]
    # An event that was given 0.6558 and happened: the square of the rest; of no change, none.
    assert lines["again"].endswith("1 changes: our method 0.118, no change 0.000, last round's median 0.250")
    # One figure is as far off as it is: the logs of 1.1 and of 2 are 0.095 and 0.693.
    assert "no change 0.095, " in lines["same-chip"] and "no change 0.095, " in lines["owner"]
    assert "no change 0.693, " in lines["next-chip"]


def test_the_score_of_several_values_is_their_distance_less_half_of_that_among_them() -> None:
    """Two values a unit apart: half a unit of distance, less half of the mean distance of a half."""
    assert [forecast.crps([0.0, 1.0], happened) for happened in (0.0, 0.5, 3.0)] == pytest.approx([0.25, 0.25, 2.25])
