"""One chip over several rounds: a row for each submitter and size, a dot for each round."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from claimcheck.analysis.results import half_up
from claimcheck.charts.figure import Drawing
from claimcheck.charts.rows_of_dots import rows_of_dots
from claimcheck.charts.theme import CATEGORICAL, CONTEXT

_AXIS = "output tokens/s per GPU"


def rounds_by_series(series: pd.DataFrame, rounds: Sequence[str]) -> Drawing:
    """A panel a scenario, each row a submitter and size, highest latest result first; a dot a round, tokens/s per GPU.

    ``series``: rows of ``analysis.aftermath.trace`` with ``label``. Beside the rightmost dot stands its figure.
    """
    top = float(series["per_accelerator"].max())
    rows = series.assign(
        panel=series["scenario"],
        kind=series["round"],
        value=series["per_accelerator"].astype(float),
        text=[f"{half_up(v, 0):,}" for v in series["per_accelerator"]],
    )
    last = rows.groupby(["scenario", "label"])["value"].transform("last")
    order = {name: place for place, name in enumerate(("Server", "Offline", "Interactive"))}
    rows = rows.assign(_last=last, _panel=rows["scenario"].map(order))
    rows = rows.sort_values(["_panel", "_last", "label"], ascending=[True, False, True], kind="stable")
    return Drawing(
        draw=lambda page: rows_of_dots(
            rows[["panel", "label", "kind", "value", "text"]],
            rounds,
            page,
            axis=_AXIS,
            domain=(0, top * page.either(1.12, 1.2)),
            format="~s",
            colours=(CONTEXT, CATEGORICAL[1], CATEGORICAL[0]),
        ),
        frame=rows,
        columns={"panel": "scenario", "label": "submitter and size", "kind": "round", "value": _AXIS},
        row_ids=rows["row_id"],
    )
