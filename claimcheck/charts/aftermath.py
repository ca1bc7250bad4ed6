"""Results over several rounds: a row for each system, a dot for each round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.rows_of_dots import dotted_rows
from claimcheck.charts.theme import ROUNDS
from claimcheck.core.printing import half_up

_AXIS = "output tokens/s per GPU"
_SCENARIOS = ("Server", "Offline", "Interactive")


def rounds_by_series(series: pd.DataFrame, rounds: Sequence[str]) -> Drawing:
    """A panel for each scenario, a row for each ``label``, highest latest result first; a dot for each of three rounds.

    ``series``: columns ``scenario``, ``label``, ``round``, ``per_accelerator`` (tokens/s) and ``row_id``, each label's
    rounds in order. The value of a row's highest dot is written at its right.
    """
    rows = series.assign(
        panel=series["scenario"],
        kind=series["round"],
        value=series["per_accelerator"].astype(float),
        text=[f"{half_up(v, 0):,}" for v in series["per_accelerator"]],
        _panel=series["scenario"].map(_SCENARIOS.index),
    )
    rows["_last"] = rows.groupby(["scenario", "label"])["value"].transform("last")
    rows = rows.sort_values(["_panel", "_last", "label"], ascending=[True, False, True], kind="stable")
    colours = ROUNDS[:: (len(ROUNDS) - 1) // (len(rounds) - 1)]
    end = 1.2 * rows["value"].max()
    drawing = dotted_rows(rows, rounds, axis=_AXIS, start=0, end=end, format="~s", colours=colours)
    return replace(drawing, columns={"panel": "scenario", "label": "system", "kind": "round", "value": _AXIS})
