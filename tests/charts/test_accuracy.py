"""The two accuracies of a comparison share a row; each run is a dot."""

from __future__ import annotations

import pandas as pd

from claimcheck.charts.accuracy import above_target, answer_lengths

PAIRS = pd.DataFrame(
    {
        "panel": ["One Server"] * 2,
        "label": ["b", "a"],
        "before": "v1.0",
        "after": "v1.1",
        "margin_before": [0.010, 0.004],
        "margin_after": [0.002, 0.006],
        "ratio": [1.234, 2.0],
        "row_id_before": ["1", "2"],
        "row_id_after": ["3", "4"],
    }
)


def words(chart: object) -> list[str]:
    """The texts that the layers of a drawn chart write."""
    held = chart.to_dict()["datasets"].values()  # type: ignore[attr-defined]
    ends = [rows for rows in held if {"text", "kind"} <= set(rows[0]) and len(rows) == len(PAIRS)]
    return [row["text"] for rows in ends for row in rows]


def test_a_row_a_comparison_in_the_given_order_and_its_gain_once() -> None:
    drawing = above_target(PAIRS)
    found = drawing.frame[["label", "kind", "value", "row_id"]].to_numpy().tolist()
    assert found == [["b", "v1.0", 1.0, "1"], ["b", "v1.1", 0.2, "3"], ["a", "v1.0", 0.4, "2"], ["a", "v1.1", 0.6, "4"]]
    assert words(drawing.chart) == ["1.23x", "2.00x"]


def test_a_dot_a_run() -> None:
    runs = pd.DataFrame(
        {
            "scenario": ["Server", "Server", "Offline"],
            "round": "v1.0",
            "kind": ["other", "own", "other"],
            "mean_tokens_per_sample": [100.0, 120.0, 90.0],
            "row_id": ["1", "2", "3"],
        }
    )
    drawing = answer_lengths(runs)
    assert drawing.frame["value"].tolist() == [100, 120, 90]
    assert drawing.frame["text"].tolist() == ["2 runs", "2 runs", "1 run"]
    drawing.chart.to_dict()
