"""Published comparisons under three durations: what a ratio is made of, and which rankings depend on the choice."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable

import numpy as np
import pandas as pd

from claimcheck.analysis.metric import FACTORS
from claimcheck.analysis.results import one_row_a_run
from claimcheck.data.rounds import roles

CELL = ("round", "family", "scenario")
# Offered rates as near as this, per accelerator, are taken for the same load.
SAME_LOAD = 1e-3


def counted(points: pd.DataFrame) -> pd.DataFrame:
    """Closed operating points (rows of that table) on accelerators whose runs count tokens, one row a run."""
    rows = points[(points["division"] == "closed") & points["mean_length"].notna() & points["accelerators"].notna()]
    return one_row_a_run(rows).reset_index(drop=True)


PER = ("offered_per", "published_per", "full_run_per")


def split(before: pd.Series, after: pd.Series) -> dict[str, float]:
    """The ratio of two rows of ``counted``, per accelerator, as the product of its factors and under each denominator.

    ``offered_rate`` is per accelerator; it, ``mean_length``, ``completion_factor`` and ``count_factor`` multiply to
    ``published_per``. The factor of the offered rate is the submitter's choice of load on both sides. ``full_run_per``
    is NaN where the end of a run is not known.
    """

    def over(name: str) -> float:
        one, other = before[name], after[name]
        return float("nan") if pd.isna(one) or pd.isna(other) else float(other / one)

    return {"offered_rate": over("offered_per_accelerator"), **{name: over(name) for name in (*FACTORS[1:], *PER)}}


def compared(found: pd.DataFrame, pairs: Iterable[tuple[str, str, str]]) -> pd.DataFrame:
    """One row a pair of ``pairs`` (kind, row_id before, row_id after): both sides' names and the columns of ``split``.

    Raises KeyError for a row_id that ``found`` (of ``counted``) does not hold.
    """
    rows = found.set_index("row_id", drop=False)
    sides = (
        "row_id", "result_id", "round", "submitter", "system", "chip", "accelerators", "availability",
        "query_count", "completion_factor", "mean_length", "mean_latencies",
    )  # fmt: skip
    made = []
    for kind, first, second in pairs:
        before, after = rows.loc[first], rows.loc[second]
        row: dict[str, object] = {"kind": kind, **{c: after[c] for c in ("benchmark", "family", "scenario")}}
        for side, source in (("before", before), ("after", after)):
            row |= {f"{name}_{side}": source[name] for name in sides}
        made.append(row | split(before, after))
    return pd.DataFrame(made)


def within_round(found: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Pairs of one submitter's entries of one round and benchmark: by chip (same number), by size (same chip).

    Sizes go from small to large; chips from the lower published figure per accelerator to the higher.
    """
    pairs = []
    for _, group in found.groupby([*CELL, "submitter"], sort=True):
        for kind, same, other, order in (
            ("chip", "accelerators", "chip", "published_per"),
            ("size", "chip", "accelerators", "accelerators"),
        ):
            for _, part in group.groupby(same, sort=True):
                ordered = part.sort_values([order, "row_id"])
                two = itertools.combinations(zip(ordered["row_id"], ordered[other], strict=True), 2)
                pairs += [(kind, one, second) for (one, mine), (second, theirs) in two if mine != theirs]
    return pairs


def round_to_round(
    comparisons: pd.DataFrame, found: pd.DataFrame, benchmarks: Collection[str]
) -> list[tuple[str, str, str]]:
    """The defensible ``comparisons`` (rows of that table) of ``benchmarks`` whose two runs are in ``found``."""
    rows = comparisons[comparisons["benchmark"].isin(benchmarks)]
    both = rows["row_id_before"].isin(found["row_id"]) & rows["row_id_after"].isin(found["row_id"])
    return [("round", a, b) for a, b in zip(rows["row_id_before"][both], rows["row_id_after"][both], strict=True)]


def headline_pairs(comparisons: pd.DataFrame, found: pd.DataFrame) -> list[tuple[str, str, str]]:
    """DeepSeek-R1 Server pairs that headlines rest on, or that check them: by round, by chip, by size.

    By round, among ``comparisons`` (that table) of the two rounds that the claims compare: the best GB300 result of
    each round at any size (the published pair) and at the same size, and each submitter's own pair on hardware that it
    kept, highest ratio first; pairs whose runs are in ``found``. By chip and by size: one submitter, one round of
    ``found``.
    """
    cell = found[(found["benchmark"] == "deepseek-r1") & (found["scenario"] == "Server")]
    before, after = roles().pair
    rows = comparisons[(comparisons["before"] == before) & (comparisons["after"] == after)]
    rows = rows[(rows["benchmark"] == "deepseek-r1") & (rows["scenario"] == "Server")]
    known = rows["row_id_before"].isin(cell["row_id"]) & rows["row_id_after"].isin(cell["row_id"])
    rows = rows[known].sort_values(["ratio", "row_id_after"], ascending=[False, True])
    best = rows[rows["chip"].eq("GB300") & rows["rule"].str.contains("best of any") & rows["both_available"]]
    own = rows[rows["kept"].notna()]
    pairs = [(a, b) for part in (best, own) for a, b in zip(part["row_id_before"], part["row_id_after"], strict=True)]
    large = cell[cell["accelerators"].astype(int).ge(72) | (cell["submitter"] == "Nebius")]
    return [*(("round", a, b) for a, b in dict.fromkeys(pairs)), *within_round(large)]


def order_changes(found: pd.DataFrame) -> pd.DataFrame:
    """Every two entries of one round, benchmark and scenario, per accelerator, the published better one second.

    One row a pair: CELL, ``row_id_worse``, ``row_id_better``, the ratio better / worse under each of PER and of
    ``offered_per_accelerator``; ``same_load``: offered rates per accelerator within SAME_LOAD, so that the order
    follows from mean length and completion alone; ``reversed_offered``, ``reversed_full``: the order turns round
    under that view.
    """
    made = []
    for cell, group in found.groupby(list(CELL), sort=True):
        ordered = group.sort_values(["published_per", "row_id"])
        first, second = np.triu_indices(len(ordered), 1)
        part = pd.DataFrame(dict(zip(CELL, cell, strict=True)), index=range(len(first)))
        ids = ordered["row_id"].to_numpy()
        part["row_id_worse"], part["row_id_better"] = ids[first], ids[second]
        for name in (*PER, "offered_per_accelerator"):
            values = ordered[name].to_numpy(float)
            part[name] = values[second] / values[first]
        made.append(part)
    pairs = pd.concat(made, ignore_index=True)
    return pairs.assign(
        same_load=(pairs["offered_per_accelerator"] - 1).abs() <= SAME_LOAD,
        reversed_offered=pairs["offered_per"] < 1,
        reversed_full=pairs["full_run_per"] < 1,
    )
