"""Who won each cell: every result that can win, in one shape, and the best of each side.

A cell is a round, division, suite, benchmark and scenario of one MLPerf program.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from claimcheck.analysis.results import as_results, family
from claimcheck.analysis.view import owners, share_owner
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import rounds_until

# Scenarios of v0.5, which had no suites, that its successors put into the datacenter suite.
DATACENTER_SCENARIOS = ("Server", "Offline")
COLUMNS = (
    "row_id", "program", "round", "division", "suite", "availability", "submitter", "vendor", "benchmark", "family",
    "scenario", "score", "score_per_accelerator", "run",
)  # fmt: skip


def entries(results: pd.DataFrame, training: pd.DataFrame | None = None) -> pd.DataFrame:
    """Inference results and training entries in one shape: one row each, in ``COLUMNS``, sorted by row_id.

    ``score`` is higher for a better result: a rate as it is, a latency or a time as 1 / value. A latency is not divided
    by accelerators; a CPU-only system counts its nodes (inference) or processors (training). Equal names of ``run``:
    one run. A training entry whose logs are absent took part and has a missing score; one whose runs failed is left
    out.
    """
    rows = results.assign(
        program="inference",
        chips=results["accelerators"].fillna(results["nodes"]),
        divided=results["higher_is_better"],
        run=runs(results),
    )
    if training is not None:
        took_part = training["time_to_train_minutes"].notna() | training["models_per_minute"].notna()
        training = training[took_part | (training["runs_absent"].fillna(0).astype(int) > 0)]
        trained = as_results(training, list(results.columns)).assign(
            program=training["suite"],
            suite=None,
            chips=training["accelerators"].fillna(training["processors"]),
            divided=True,
            run=_training_runs(training),
        )
        rows = pd.concat([rows, trained])
    value, number = rows["value"].astype(float), rows["chips"].fillna(1).astype(float)
    score = value.where(rows["higher_is_better"].astype(bool), 1 / value)
    rows = rows.assign(
        vendor=rows["platform_vendor"],
        suite=rows["suite"].fillna("none"),
        availability=rows["availability"].fillna("unknown"),
        family=family(rows["benchmark"]),
        score=score,
        score_per_accelerator=score.where(~rows["divided"].astype(bool), score / number),
    )
    rows = rows[list(COLUMNS)].sort_values("row_id", ignore_index=True)
    # Categories: the counting groups by them again and again.
    grouped = [name for name in COLUMNS if name not in ("row_id", "run") and not name.startswith("score")]
    return rows.astype(dict.fromkeys(grouped, "category"))


def runs(results: pd.DataFrame) -> pd.Series:
    """A name for the run behind each result, shared by results that rest on one run: the blob ID of its log.

    Without a log, results of one system on one benchmark family and scenario with one value count as one run.
    """
    values = [results[c].astype("string") for c in ("round", "division", "submitter", "system", "scenario", "value")]
    alike = family(results["benchmark"]).astype("string").str.cat(values, sep="/")
    return results["log_blob"].astype("string").fillna(alike)


def _training_runs(training: pd.DataFrame) -> pd.Series:
    """A name for the runs behind each entry, shared by entries of one submitter that have the same time to all digits.

    Sustainable Metal Cloud's results of v4.0 are in the repository two or three times, with the same logs.
    """
    names = ("round", "division", "submitter", "benchmark", "scaling", "accelerators", "time_to_train_minutes")
    alike = training["suite"].astype("string").str.cat([training[c].astype("string") for c in names], "/", na_rep="-")
    return alike.where(training["time_to_train_minutes"].notna(), training["row_id"])


def eligible_results(
    results: pd.DataFrame, training: pd.DataFrame, data: Path = DATA_DIR, last: str | None = None
) -> pd.DataFrame:
    """Every result that can win up to the round ``last``, by default that of the first register's claims.

    ``results`` and ``training`` are the tables inference_results and training_results; columns as ``entries`` gives
    them.
    """
    rounds = rounds_until(data, last)
    kept = [training[(training["suite"] == s) & training["round"].isin(rounds[s])] for s in ("training", "hpc")]
    return entries(results[results["round"].isin(rounds["inference"])], pd.concat(kept, ignore_index=True))


CELL = ("program", "round", "division", "suite", "benchmark", "scenario")
NVIDIA, OTHERS, TIED = "nvidia", "others", "tied"
NEAR = 0.01
# Every score has the last digits of its printing: closer than this is a tie.
_SAME = 1e-9


def taking_part(
    entries: pd.DataFrame, division: str = "closed", availability: str = "any", suites: str = "datacenter+edge"
) -> pd.DataFrame:
    """Rows of ``entries``, or cells, that take part under these choices of ``definitions.CHOICES``.

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
    """Side of each row under the choice ``who``: nvidia, others, or missing for a row that takes no part.

    A joint entry (NVIDIA+CoreWeave) is each member's own.
    """
    if who == "platform":
        mine = rows["vendor"] == "NVIDIA"
    else:
        names = rows["submitter"].astype("category").cat
        member = np.array([share_owner(owners(name), owners("NVIDIA")) for name in names.categories], dtype=bool)
        mine = pd.Series(member[names.codes.to_numpy()], index=rows.index)
        if who == "own":
            mine &= rows["vendor"] == "NVIDIA"
    side = pd.Series(OTHERS, index=rows.index, dtype="object").mask(mine, NVIDIA)
    return side.mask(~mine & (rows["vendor"] == "NVIDIA")) if who == "own" else side


@dataclass(frozen=True)
class Cells:
    """Rows sorted into cells, best first, before it is decided whose wins are counted.

    ``cell`` is the number of each row's cell, ``names`` the cells' ``CELL`` columns;
    ``vendors`` and ``unknown`` are per cell as ``cell_winners`` gives them.
    """

    rows: pd.DataFrame
    scores: np.ndarray
    cell: np.ndarray
    names: pd.DataFrame
    vendors: np.ndarray
    unknown: np.ndarray


def cell_winners(
    rows: pd.DataFrame, who: str = "platform", variants: str = "merged", score: str = "score"
) -> pd.DataFrame:
    """Winner of each cell of ``rows``, by how much it won, and what is uncertain: one row a cell.

    ``winner`` is nvidia, others or tied; ``lead``: best of the winning side over best of the other; ``near``: below 1 +
    NEAR; ``contested``: silicon of two makers or more; ``unknown``: an entry has no known availability; ``unscored``:
    the other side has an entry whose score is not known. A cell in which one side alone took part is that side's.
    """
    return decide_cells(group_cells(rows, variants, score), who)


def group_cells(rows: pd.DataFrame, variants: str, score: str) -> Cells:
    """Sort ``rows`` into their cells, the best by the column ``score`` first."""
    key = list(CELL)
    named = rows.assign(benchmark=rows["family"]) if variants == "merged" else rows
    named = named.iloc[np.argsort(-named[score].to_numpy(dtype=float), kind="stable")]
    # One number a cell: grouping by six columns of text would cost ten times as much.
    cell = named.groupby(key, sort=True, observed=True).ngroup().to_numpy()
    names = named[key].iloc[np.unique(cell, return_index=True)[1]].astype("object").reset_index(drop=True)
    makers = np.unique(cell * len(named) + pd.factorize(named["vendor"])[0]) // max(len(named), 1)
    return Cells(
        rows=named,
        scores=named[score].to_numpy(dtype=float),
        cell=cell,
        names=names,
        vendors=np.bincount(makers, minlength=len(names)),
        unknown=np.bincount(cell, weights=named["availability"] == "unknown", minlength=len(names)) > 0,
    )


def decide_cells(grouped: Cells, who: str) -> pd.DataFrame:
    """Winners of ``grouped`` cells under the choice ``who``, in the columns of ``cell_winners``."""
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
    firsts = np.full(cells, len(cell))
    places = np.flatnonzero(mask)
    which, first = np.unique(cell[places], return_index=True)
    firsts[which] = places[first]
    return firsts
