"""Predictions: no round knows a later one, the scores are right, and what was predicted stays as it was."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.predictions import (
    METHOD,
    backtest,
    crps,
    observed,
    read_predictions,
    score,
)


def changes(*rows: tuple[str, str, float], quantity: str = "same-chip") -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["round", "group", "change"])
    return frame.assign(quantity=quantity, cell="a", before=1.0, after=1.0, row_id_before=None, row_id_after=None)


@pytest.fixture(scope="module")
def seen(tables) -> pd.DataFrame:
    return observed(tables.results)


# --- no later round


def test_a_later_round_changes_no_earlier_change_and_no_earlier_prediction(tables, seen) -> None:
    """Values of the last two rounds are trebled, and their newest round left out: what was before stays."""
    later = tables.results["round"].isin(["v6.0", "v6.1"])
    value = tables.results["value"].mask(later & (tables.results["submitter"] == "NVIDIA"), tables.results["value"] * 3)
    changed = observed(tables.results.assign(value=value))
    cut = observed(tables.results[tables.results["round"] != "v6.1"])

    def before(frame: pd.DataFrame) -> pd.DataFrame:
        return frame[~frame["round"].isin(["v6.0", "v6.1"])].reset_index(drop=True)

    pd.testing.assert_frame_equal(before(changed), before(seen))
    pd.testing.assert_frame_equal(before(cut), before(seen))
    full, other = backtest(seen), backtest(changed)
    assert not full["score"].equals(other["score"])
    pd.testing.assert_frame_equal(before(other), before(full))
    # What is predicted of v6.0 follows from the rounds before it as well, whatever happened in it.
    ends = ["low_90", "low_50", "middle", "high_50", "high_90"]
    keys = ["quantity", "group", "forecaster"]
    said = [frame[frame["round"] == "v6.0"].drop_duplicates(keys).set_index(keys)[ends] for frame in (full, other)]
    shared = said[0].index.intersection(said[1].index)
    assert len(shared) > 20
    pd.testing.assert_frame_equal(said[0].loc[shared], said[1].loc[shared])


# --- forecasts and scores


def test_crps() -> None:
    assert crps(np.array([0.3]), np.array([0.5])) == pytest.approx([0.2])
    # Two values a unit apart: half a unit of distance, less half of the mean distance of a half.
    assert crps(np.array([0.0, 1.0]), np.array([0.0, 0.5, 3.0])) == pytest.approx([0.25, 0.25, 2.25])


# --- what is observed


def test_gains_partners_and_cells_of_a_small_round_to_come(tables, seen) -> None:
    """A made v7.0: one rack gains 10%, a new chip doubles the best, a partner leaves, the other maker keeps a cell."""
    rows = tables.results
    server = rows[(rows["round"] == "v6.1") & (rows["benchmark"] == "deepseek-r1") & (rows["division"] == "closed")]
    server = server[server["scenario"] == "Server"]
    made = server.assign(round="v7.0", value=server["value"] * 1.1, row_id="v7.0/" + server["row_id"])
    top = made[made["accelerator_vendor"] == "NVIDIA"].sort_values("value", kind="stable").tail(1)
    best = server[server["platform_vendor"] == "NVIDIA"]
    per = (best["value"] / best["accelerators"].astype(float)).max()
    feynman = top.assign(accelerator="NVIDIA Feynman", accelerators=8, value=per * 16, row_id="v7.0/new")
    then = Tables(pd.concat([tables.results, made, feynman], ignore_index=True), tables.data)
    every = observed(then.results)
    now = every[every["round"] == "v7.0"]
    pd.testing.assert_frame_equal(every[every["round"] != "v7.0"].reset_index(drop=True), seen)
    of = {name: part for name, part in now.groupby("quantity")}
    assert np.exp(of["same-chip"]["change"]).to_numpy() == pytest.approx(1.1)
    assert np.exp(of["owner"]["change"]).to_numpy() == pytest.approx(1.1)
    assert set(of["same-chip"]["group"]) == {"fourth round or later"}
    assert np.exp(of["next-chip"]["change"]).tolist() == pytest.approx([2.0])
    partners = of["partners"].set_index("group")
    there = {name for name in server[server["platform_vendor"] == "NVIDIA"]["submitter"]} - {"NVIDIA"}
    assert partners["after"]["NVIDIA"] == len(there) < partners["before"]["NVIDIA"]
    assert of["again"]["change"].tolist() == [1.0]
    # Scored against what was fixed: every quantity, by what predicted it and by each baseline.
    predictions = read_predictions()
    assert score(predictions, tables.results).empty
    scores = score(predictions, then.results)
    assert set(scores["quantity"]) == set(predictions.predictions)
    ours = scores[(scores["quantity"] == "same-chip") & (scores["forecaster"] == METHOD)].iloc[0]
    values = np.array(predictions.predictions["same-chip"].groups["fourth round or later"].values)
    assert ours["score"] == pytest.approx(crps(values, np.array([np.log(1.1)]))[0])
    said = predictions.predictions["same-chip"].groups["fourth round or later"].likely
    assert np.exp([ours["low_90"], ours["high_90"]]) == pytest.approx(said, abs=1e-3)
