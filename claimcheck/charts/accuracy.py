"""How far results stay above their accuracy target before and after a gain in speed, and how long their answers are."""

from __future__ import annotations

import pandas as pd

from claimcheck.charts.figure import Drawing
from claimcheck.charts.rows_of_dots import dotted_rows
from claimcheck.charts.theme import CONTEXT, PUBLISHED, ROUNDS

_MARGIN = "accuracy above the target, %"
_LENGTH = "mean answer of a run, tokens"


def above_target(pairs: pd.DataFrame) -> Drawing:
    """A panel a benchmark and scenario, a row a comparison: its two accuracies, in percent above the target.

    ``pairs``: columns ``panel``, ``label`` (unique in its panel), ``before`` and ``after`` (rounds), ``margin_before``
    and ``margin_after`` (shares), ``ratio`` (gain per accelerator, written at the row), and the two row ids.
    """
    sides = [
        pairs.assign(
            kind=pairs[side],
            value=100 * pairs[f"margin_{side}"].astype(float),
            row_id=pairs[f"row_id_{side}"],
            text=[f"{ratio:.2f}x" for ratio in pairs["ratio"]],
        )
        for side in ("before", "after")
    ]
    # Both dots of a row together, rows in the given order.
    rows = pd.concat(sides).sort_index(kind="stable")[["panel", "label", "kind", "value", "text", "row_id"]]
    rows = rows.reset_index(drop=True)
    kinds = list(dict.fromkeys(rows["kind"]))
    return dotted_rows(
        rows, kinds, axis=_MARGIN, start=-0.2, rule=(0, "target"), format=".1f", colours=(ROUNDS[0], ROUNDS[-1])
    )


def answer_lengths(runs: pd.DataFrame) -> Drawing:
    """A panel a scenario, a row a round, a dot a run: the mean output length in tokens, and how many runs.

    ``runs``: columns ``scenario``, ``round``, ``kind``, ``mean_tokens_per_sample`` and ``row_id``.
    """
    counted = runs.groupby(["scenario", "round"])["row_id"].transform("size")
    rows = runs.assign(
        panel=runs["scenario"],
        label=runs["round"],
        value=runs["mean_tokens_per_sample"].astype(float),
        text=[f"{n} run{'s' * (n > 1)}" for n in counted],
    )
    return dotted_rows(
        rows[["panel", "label", "kind", "value", "text", "row_id"]],
        list(dict.fromkeys(rows["kind"])),
        axis=_LENGTH,
        start=float(rows["value"].min()) - 10,
        format=",d",
        colours=(CONTEXT, PUBLISHED),
    )
