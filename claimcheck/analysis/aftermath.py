"""The round after: what became of a result, a submitter's system and a chip in later rounds."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pandas as pd

from claimcheck.analysis.results import one_row_a_run, short_accelerator, throughputs

CELL = ("benchmark", "scenario", "unit")


TRACE = ("scenario", "submitter", "accelerators")


def trace(results: pd.DataFrame, benchmark: str, accelerator: str, rounds: Sequence[str]) -> pd.DataFrame:
    """Each submitter's best closed result on one accelerator at each size and in each of ``rounds``.

    Rates only. One row per scenario, submitter, number of accelerators and round; columns of
    ``analysis.results.throughputs``, with ``step``: per_accelerator over the same series' last earlier round
    (NaN in its first), and ``series_rounds``: how many of the rounds the series has.
    """
    rows = throughputs(results)
    rows = rows[(rows["benchmark"] == benchmark) & (rows["accelerator"] == accelerator).fillna(False)]
    rows = _best_of_each(rows[rows["round"].isin(rounds)], TRACE, rounds)
    return rows.assign(series_rounds=rows.groupby(list(TRACE))["step"].transform("size"))


def best_by_round(results: pd.DataFrame, benchmark: str, accelerator: str, rounds: Sequence[str]) -> pd.DataFrame:
    """The best closed result per accelerator on one accelerator in each scenario and round, any submitter and size.

    Columns of ``analysis.results.throughputs``, with ``step`` as in ``trace``; oldest round first.
    """
    return _best_of_each(trace(results, benchmark, accelerator, rounds), ("scenario",), rounds)


def _best_of_each(rows: pd.DataFrame, series: Sequence[str], rounds: Sequence[str]) -> pd.DataFrame:
    """The best of each series and round, in their order, with ``step``: over the series' last earlier round."""
    best = rows.sort_values(["per_accelerator", "row_id"], ascending=[False, True]).drop_duplicates([*series, "round"])
    best = best.assign(_place=best["round"].map(list(rounds).index))
    best = best.sort_values([*series, "_place"], ignore_index=True).drop(columns="_place")
    return best.assign(step=best["per_accelerator"] / best.groupby(list(series))["per_accelerator"].shift(1))


def new_chip(
    results: pd.DataFrame, chips: Sequence[str], against: str, round_: str, before: Sequence[str] = ()
) -> pd.DataFrame:
    """Results on a new accelerator (under any of its names ``chips``) beside the best on an older one.

    Closed division, rates only, per accelerator.

    One row for each result on ``chips`` in ``round_`` and each of the rounds ``round_`` and ``before`` in which
    ``against`` has a result of its benchmark and scenario, at any size and at the same number of accelerators
    (``size``: any, same). Columns: benchmark, scenario, unit, ``new`` and ``old`` (results per accelerator),
    ``ratio``, and for both sides round, submitter, system, accelerators, availability, value, row_id (``_new``,
    ``_old``). Accuracy variants that publish one run count once.
    """
    rows = one_row_a_run(throughputs(results)).sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    found = []
    for _, new in rows[rows["accelerator"].isin(chips) & (rows["round"] == round_)].iterrows():
        cell = rows[(rows[list(CELL)] == new[list(CELL)]).all(axis=1) & (rows["accelerator"] == against)]
        for earlier in (round_, *before):
            old = cell[cell["round"] == earlier]
            for size, kept in (("any", old), ("same", old[old["accelerators"] == new["accelerators"]])):
                if len(kept):
                    found.append(_beside(new, kept.iloc[0], size))
    columns = [*CELL, "size", "new", "old", "ratio", *(f"{c}_{side}" for side in ("new", "old") for c in _SIDE)]
    return pd.DataFrame(found, columns=columns)


_SIDE = ("round", "submitter", "system", "accelerator", "accelerators", "availability", "value", "row_id")


def _beside(new: pd.Series, old: pd.Series, size: str) -> dict[str, object]:
    row: dict[str, object] = {name: new[name] for name in CELL}
    row |= {"size": size, "new": new["per_accelerator"], "old": old["per_accelerator"]}
    row["ratio"] = new["per_accelerator"] / old["per_accelerator"]
    for side, source in (("new", new), ("old", old)):
        row |= {f"{name}_{side}": source[name] for name in _SIDE}
    return row


# LoadGen prints rates with six significant digits; the newer harness prints all that a float has.
LOADGEN_DIGITS = 6


def by_newer_harness(rows: pd.DataFrame) -> pd.Series:
    """Whether each rate of ``rows`` has more significant digits than LoadGen prints: a sign, not a record.

    A figure with fewer digits may come from either program. Index as ``rows``; latencies, which are converted
    from nanoseconds, are False.
    """
    digits = rows["value"].map(lambda value: len(Decimal(repr(float(value))).normalize().as_tuple().digits))
    return (digits > LOADGEN_DIGITS) & rows["higher_is_better"].astype(bool)


def series_name(row: pd.Series) -> str:
    """A submitter's system in a few words: ``Nebius, 72 GB300``."""
    chip = short_accelerator(str(row["accelerator"]))
    return f"{str(row['submitter']).replace('_', ' ')}, {int(row['accelerators'])} {chip}"
