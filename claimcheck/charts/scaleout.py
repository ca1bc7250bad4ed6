"""What a larger system keeps of a smaller one's result per accelerator."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.results import half_up
from claimcheck.charts.figure import Figure
from claimcheck.charts.rows_of_dots import rows_of_dots
from claimcheck.charts.theme import CATEGORICAL, CONTEXT, NARROW, WIDE

KINDS = {"full_run": "full run", "published": "published", "offered": "offered"}


def kept_by_size(pairs: pd.DataFrame, *, id: str, title: str, description: str, caption: str) -> Figure:
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
    low, high = float(frame["value"].min()), float(frame["value"].max())

    charts = [
        rows_of_dots(
            frame,
            list(KINDS.values()),
            axis="per GPU, % of the smaller system",
            domain=(min(low, 90) - 4, max(high, 100) + (15 if width == WIDE else 24)),
            width=width,
            format="d",
            rule=(100, "nothing lost"),
            colours=(CATEGORICAL[1], CATEGORICAL[0], CONTEXT),
        )
        for width in (WIDE, NARROW)
    ]
    return Figure(
        id=id,
        chart=charts[0],
        narrow=charts[1],
        title=title,
        description=description,
        caption=caption,
        row_ids=tuple(dict.fromkeys([*pairs["row_id_small"], *pairs["row_id_large"]])),
    )
