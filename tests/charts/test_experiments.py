"""The chart of experiments: every pair is a dot in its scenario's panel, in a row for what differs."""

from __future__ import annotations

import pandas as pd

from claimcheck.charts.experiments import worth
from claimcheck.charts.theme import CONTEXT, OFFERED
from tests.charts.drawn import figure, picture, words

KINDS = {"none": "nothing", "load": "load", "scale": "scale"}
PAIRS = pd.DataFrame(
    [
        ("Server", "none", 1.0, ""),
        ("Server", "none", 1.001, ""),
        ("Server", "load", 1.45, "GB300"),
        ("Server", "load", 1.70, "B300"),
        ("Offline", "scale", 0.95, ""),
    ],
    columns=["scenario", "kind", "ratio", "name"],
).assign(label="pair", row_id_before=list("abcde"), row_id_after=list("fghij"))


def test_rows_say_how_many_pairs_they_hold_and_load_has_the_colour_of_the_offered_rate() -> None:
    drawing = worth(PAIRS, KINDS)
    shades = drawing.frame.groupby("kind")["shade"].unique().map(list).to_dict()
    assert shades == {"load": [OFFERED], "none": [CONTEXT], "scale": [CONTEXT]}
    made = figure(drawing)
    assert set(made["row_ids"]) == set("abcdefghij")
    found = words(picture(made))
    assert {"nothing (2)", "load (2)", "scale (1)", "Server", "Offline", "GB300", "B300"} <= set(found)
    assert "Interactive" not in found and "scale (0)" not in found
