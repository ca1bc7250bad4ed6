"""What a larger system keeps of a smaller one's result per accelerator."""

from __future__ import annotations

import altair as alt
import pandas as pd

from claimcheck.analysis.results import half_up
from claimcheck.charts.figure import Drawing
from claimcheck.charts.rows_of_dots import rows_of_dots
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, Page

KINDS = {"full_run": "full run", "published": "published", "offered": "offered"}
_AXIS = "per GPU, % of the smaller system"


def kept_by_size(pairs: pd.DataFrame) -> Drawing:
    """A panel a scenario, a row for two sizes of one submitter: the share kept under each denominator, in percent.

    ``pairs``: rows of ``analysis.scaleout.efficiency`` with ``label`` (unique in its scenario). A denominator that
    a scenario lacks, or that is the published one there, is not drawn.
    """
    rows = []
    for pair in pairs.to_dict("records"):
        shown = {name: 100 * pair[name] for name in KINDS if pd.notna(pair[name])}
        if pair["scenario"] == "Offline":
            shown = {"published": shown["published"]}
        text = ", ".join(f"{half_up(value, 1)}%" for value in shown.values())
        rows += [
            {"panel": pair["scenario"], "label": pair["label"], "kind": KINDS[name], "value": value, "text": text}
            for name, value in shown.items()
        ]
    frame = pd.DataFrame(rows)
    return Drawing(
        draw=lambda page: _panels(frame, page),
        frame=frame,
        columns={"panel": "scenario", "label": "submitter and sizes", "kind": "denominator", "value": _AXIS},
        row_ids=[*pairs["row_id_small"], *pairs["row_id_large"]],
    )


def _panels(frame: pd.DataFrame, page: Page) -> alt.VConcatChart:
    low, high = float(frame["value"].min()), float(frame["value"].max())
    return rows_of_dots(
        frame,
        list(KINDS.values()),
        page,
        axis=_AXIS,
        domain=(min(low, 90) - 4, max(high, 100) + page.either(15, 24)),
        format="d",
        rule=(100, "nothing lost"),
        colours=(CATEGORICAL[1], CATEGORICAL[0], CONTEXT),
    )
