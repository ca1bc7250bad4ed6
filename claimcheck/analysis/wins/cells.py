"""Who won what: the best of each side in each cell."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from claimcheck.analysis.wins.entries import DATACENTER_SCENARIOS

CELL = ("program", "round", "division", "suite", "benchmark", "scenario")
NVIDIA, OTHERS, TIED = "nvidia", "others", "tied"
NEAR = 0.01
# Every score has the last digits of its printing: closer than this is a tie.
_SAME = 1e-9


def choose(
    entries: pd.DataFrame, division: str = "closed", availability: str = "any", suites: str = "datacenter+edge"
) -> pd.DataFrame:
    """The rows of ``entries`` that take part under these choices of ``rules.CHOICES``.

    A result whose availability no source gives (v5.0) takes part. v0.5 had no suites: its
    Server and Offline results count as datacenter.
    """
    keep = entries["division"].isin(["closed"] if division == "closed" else ["closed", "open"])
    if availability == "available":
        keep &= entries["availability"].isin(["available", "unknown"])
    if suites == "datacenter":
        unsplit = (entries["suite"] == "none") & entries["scenario"].isin(DATACENTER_SCENARIOS)
        keep &= (entries["suite"] == "datacenter") | unsplit | (entries["program"] != "inference")
    return entries[keep]


def sides(rows: pd.DataFrame, who: str) -> pd.Series:
    """Side of each row under the choice ``who``: nvidia, others, or missing when it takes no part.

    A joint entry (NVIDIA+CoreWeave) is each member's own.
    """
    if who == "platform":
        mine = rows["vendor"] == "NVIDIA"
    else:
        names = rows["submitter"].astype("category").cat
        member = np.array(["NVIDIA" in re.split(r"\s*[+/]\s*", name) for name in names.categories], dtype=bool)
        mine = pd.Series(member[names.codes.to_numpy()], index=rows.index)
        if who == "own":
            mine &= rows["vendor"] == "NVIDIA"
    side = pd.Series(OTHERS, index=rows.index, dtype="object").mask(mine, NVIDIA)
    return side.mask(~mine & (rows["vendor"] == "NVIDIA")) if who == "own" else side


@dataclass(frozen=True)
class Grouped:
    """Rows by cell, best first: what does not depend on whose wins are counted.

    ``cell`` is the number of each row's cell, ``names`` the cells' ``CELL`` columns;
    ``vendors`` and ``unknown`` are per cell as ``cells`` gives them.
    """

    rows: pd.DataFrame
    scores: np.ndarray
    cell: np.ndarray
    names: pd.DataFrame
    vendors: np.ndarray
    unknown: np.ndarray


def cells(rows: pd.DataFrame, who: str = "platform", variants: str = "merged", score: str = "score") -> pd.DataFrame:
    """One row per cell of ``rows``: who won it, by how much, and what is uncertain.

    Columns: ``CELL`` (the benchmark is the family when variants are merged); ``winner``
    (nvidia, others, tied); ``vendor``, ``submitter``, ``row_id`` and ``run`` of the best entry
    (of a tie, the first of ``rows``); ``vendors``: makers of silicon in the cell;
    ``contested``: two or more; ``both_sides``; ``lead``: best of the winning side over best
    of the other (missing when there is no other side); ``near``: lead below 1 + NEAR;
    ``unknown``: an entry of the cell has no known availability; ``unscored``: the other side
    has an entry whose score is not known (its logs are absent), so it may have won. A cell in
    which one side alone took part is that side's, with or without a score.
    """
    return decide(group(rows, variants, score), who)


def group(rows: pd.DataFrame, variants: str, score: str) -> Grouped:
    """Sort ``rows`` into their cells, the best by the column ``score`` first."""
    key = list(CELL)
    named = rows.assign(benchmark=rows["family"]) if variants == "merged" else rows
    named = named.iloc[np.argsort(-named[score].to_numpy(dtype=float), kind="stable")]
    # One number a cell: grouping by six columns of text would cost ten times as much.
    cell = named.groupby(key, sort=True, observed=True).ngroup().to_numpy()
    names = named[key].iloc[np.unique(cell, return_index=True)[1]].astype("object").reset_index(drop=True)
    makers = np.unique(cell * len(named) + pd.factorize(named["vendor"])[0]) // max(len(named), 1)
    return Grouped(
        rows=named,
        scores=named[score].to_numpy(dtype=float),
        cell=cell,
        names=names,
        vendors=np.bincount(makers, minlength=len(names)),
        unknown=np.bincount(cell, weights=named["availability"] == "unknown", minlength=len(names)) > 0,
    )


def decide(grouped: Grouped, who: str) -> pd.DataFrame:
    """The cells with their winners under the choice ``who``: columns as ``cells`` gives them."""
    rows, number = grouped.rows, len(grouped.names)
    side = sides(rows, who)
    mine, theirs = (_first(grouped.cell, (side == s).to_numpy(), number) for s in (NVIDIA, OTHERS))
    first = np.minimum(mine, theirs)
    taking = first < len(rows)
    there = np.column_stack([mine, theirs])[taking] < len(rows)
    scores = np.append(grouped.scores, np.nan)
    best = np.column_stack([scores[mine], scores[theirs]])[taking]
    both = ~np.isnan(best).any(axis=1)
    lead = np.where(both, best.max(axis=1) / best.min(axis=1), np.nan)
    ranked = np.where(there, np.nan_to_num(best, nan=0.0), -1.0)
    won = np.where(ranked[:, 0] > ranked[:, 1], NVIDIA, OTHERS).astype(object)
    missing = np.isnan(grouped.scores)
    mine_missing, theirs_missing = (
        np.bincount(grouped.cell, weights=missing & (side == s).to_numpy(), minlength=number)[taking] > 0
        for s in (NVIDIA, OTHERS)
    )
    doubted = np.where(won == NVIDIA, theirs_missing, mine_missing)
    winner = {c: rows[c].to_numpy(dtype=object)[first[taking]] for c in ("vendor", "submitter", "row_id", "run")}
    vendors = grouped.vendors[taking]
    return (
        grouped.names[taking]
        .reset_index(drop=True)
        .assign(
            **winner,
            winner=np.where((lead < 1 + _SAME) | (ranked[:, 0] == ranked[:, 1]), TIED, won),
            lead=lead,
            near=lead < 1 + NEAR,
            both_sides=both,
            vendors=vendors,
            contested=vendors > 1,
            unknown=grouped.unknown[taking],
            unscored=doubted,
        )
    )


def _first(cell: np.ndarray, mask: np.ndarray, cells: int) -> np.ndarray:
    """Position of the first row of each cell where ``mask`` holds; the number of rows where none does."""
    found = np.full(cells, len(cell))
    places = np.flatnonzero(mask)
    which, first = np.unique(cell[places], return_index=True)
    found[which] = places[first]
    return found
