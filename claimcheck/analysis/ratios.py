"""Ratios of results of two rounds: every defensible comparison, and the best one under given conditions."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence

import pandas as pd

from claimcheck.analysis.compare import SHARED
from claimcheck.analysis.results import short_accelerator, throughputs
from claimcheck.data.schema import TABLES

CELL = ["benchmark", "scenario", "accelerator"]
# Columns that a comparison has of each of its two results, with _before and _after.
SIDE = ("result_id", "submitter", "system", "accelerators", "availability", "value", "per_accelerator")
# Two results are compared within a cell and kind: both power submissions or neither.
_KIND = [*CELL, "measured"]
_OWNER = ["family", "submitter", "accelerator", "accelerators", "scenario", "measured"]
_PAIR = ["row_id_before", "row_id_after"]


def defensible_comparisons(results: pd.DataFrame, rounds: Iterable[tuple[str, str]]) -> pd.DataFrame:
    """Defensible comparisons of two rounds on one accelerator: one row a pair of results, highest ratio first.

    ``results`` is inference_results; ``rounds`` are pairs of rounds, the earlier first. A comparison is defensible
    when both results are in the closed division, on the same accelerator, benchmark and scenario, both with measured
    power or both without, and are chosen by a rule that does not look at the ratio: the same submitter's results in
    both rounds (every pair of its systems), or the best result per accelerator of any submitter in each round (at any
    size; at each size that both rounds have); each with and without preview systems.
    A pair that several rules choose is one row, and ``rule`` lists them.

    ``kept`` says what a submitter kept whose result is compared with its own on as many of the same accelerators,
    under the strictest accuracy target of both rounds: its system; or, where it renamed all of them, its size, its
    best beside its best, which may hide another server. It is missing in other comparisons. ``repeats``: the accuracy
    targets 99 and 99.9 often publish one run, so that an earlier row (by benchmark, scenario, accelerator) compares
    the same two runs. Columns as in the table ``comparisons``; empty when there is no comparison.
    """
    ranked = throughputs(results).sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    ranked = ranked.assign(run=ranked["log_blob"].fillna(ranked["row_id"]))
    frames = [pairs for before, after in rounds if len(pairs := _of_rounds(ranked, before, after))]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=TABLES["comparisons"].names)


def _of_rounds(ranked: pd.DataFrame, before: str, after: str) -> pd.DataFrame:
    rows = ranked[ranked["round"].isin((before, after))]
    # Both suites may publish one run: it takes part once, by its first row.
    once = rows[~rows.sort_values("row_id").duplicated([*CELL, "round", "run"]).reindex(rows.index)]
    chosen = pd.concat([*_chosen(once[once["round"] == before], once[once["round"] == after])])
    if chosen.empty:
        return pd.DataFrame(columns=TABLES["comparisons"].names)
    pairs = chosen.groupby(_PAIR, sort=False)["rule"].agg("; ".join).reset_index()
    kept = _kept(rows[rows["round"] == before], rows[rows["round"] == after])
    pairs = pairs.merge(kept, how="left", on=_PAIR)
    indexed = rows.set_index("row_id")
    sides = [indexed.loc[pairs[name]].reset_index() for name in _PAIR]
    table = pairs.assign(before=before, after=after, **{c: sides[1][c] for c in ("benchmark", "family", *CELL[1:])})
    for side, source in zip(("before", "after"), sides, strict=True):
        table = table.assign(**{f"{name}_{side}": source[name] for name in (*SIDE, "run")})
    # Where the category is not known (a round typed by hand), a system is not called available.
    available = [table[f"availability_{side}"].eq("available").fillna(False) for side in ("before", "after")]
    same = {name: table[f"{name}_before"] == table[f"{name}_after"] for name in ("submitter", "accelerators", "system")}
    table = table.assign(
        chip=table["accelerator"].map(lambda name: short_accelerator(str(name))),
        ratio=table["per_accelerator_after"] / table["per_accelerator_before"],
        same_submitter=same["submitter"],
        same_number=same["accelerators"],
        same_system=same["submitter"] & same["system"],
        both_available=available[0] & available[1],
    )
    table = table.sort_values([*CELL, "ratio", "row_id_after"], ascending=[True, True, True, False, True])
    table = table.assign(repeats=table.duplicated(["run_before", "run_after"]))
    return table.sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)


def _chosen(before: pd.DataFrame, after: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """Pairs of row ids by each rule; both frames are ranked, so that the first row is the best."""
    yield _joined(before, after, [*_KIND, "submitter"], "same submitter")
    for scope in ("available only", "preview let in"):
        first, second = before, after
        if scope == "available only":
            first, second = (rows[rows["availability"].eq("available").fillna(False)] for rows in (before, after))
        for size, by in (("any size", _KIND), ("same size", [*_KIND, "accelerators"])):
            best = (rows.drop_duplicates(by) for rows in (first, second))
            yield _joined(*best, by, f"best of any submitter, {size}, {scope}")


def _kept(before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """Pairs of one submitter's results on hardware that it kept, each pair of runs once."""
    shared = before[[*_OWNER, "benchmark"]].merge(after[[*_OWNER, "benchmark"]]).drop_duplicates()
    strictest = shared.sort_values("benchmark", kind="stable").drop_duplicates(_OWNER, keep="last")
    first, second = (rows.merge(strictest, on=[*_OWNER, "benchmark"]) for rows in (before, after))
    alike = [*_OWNER, "system"]
    same = _joined(first.drop_duplicates(alike), second.drop_duplicates(alike), alike, "system", "kept")
    best = _joined(first.drop_duplicates(_OWNER), second.drop_duplicates(_OWNER), _OWNER, "size", "kept")
    pairs = pd.concat([same, best[~best[_OWNER].apply(tuple, axis=1).isin(same[_OWNER].apply(tuple, axis=1))]])
    runs = pd.concat([first, second]).drop_duplicates("row_id").set_index("row_id")["run"]
    twice = pd.DataFrame({name: runs.loc[pairs[name]].to_numpy() for name in _PAIR}).duplicated()
    return pairs.loc[~twice.to_numpy(), [*_PAIR, "kept"]]


def _joined(before: pd.DataFrame, after: pd.DataFrame, by: list[str], label: str, column: str = "rule") -> pd.DataFrame:
    sides = (rows[[*by, "row_id"]] for rows in (before, after))
    return next(sides).merge(next(sides), on=by, suffixes=("_before", "_after")).assign(**{column: label})


FLAGS = tuple(check.imposed.column for check in SHARED if check.imposed and check.imposed.column)


def best_meeting(pairs: pd.DataFrame, accelerators: Collection[str], flags: Iterable[str]) -> pd.Series | None:
    """Row with the highest ratio on one of ``accelerators`` for which all ``flags`` hold; None without any.

    ``pairs`` are rows of the table comparisons, ``flags`` some of FLAGS. Of equal ratios, the first by
    ``row_id_after``.
    """
    allowed = pairs[pairs["accelerator"].isin(accelerators) & pairs[list(flags)].all(axis=1)]
    if allowed.empty:
        return None
    return allowed.sort_values(["ratio", "row_id_after"], ascending=[False, True]).iloc[0]


def imposed_comparisons(results: pd.DataFrame, rounds: Sequence[str]) -> pd.DataFrame:
    """Best comparison of every two rounds in a cell under each set of conditions.

    ``results`` is inference_results, ``rounds`` are all rounds, oldest first. One row a pair of rounds, benchmark,
    scenario, accelerator and set of FLAGS that has a comparison: what ``best_meeting`` finds there. Columns as in the
    table ``imposed_comparisons``.
    """
    pairs = defensible_comparisons(results, itertools.combinations(rounds, 2))
    pairs = pairs.sort_values(["ratio", "row_id_after"], ascending=[False, True])
    frames = []
    for chosen in itertools.product((False, True), repeat=len(FLAGS)):
        meeting = pairs
        for name, wanted in zip(FLAGS, chosen, strict=True):
            meeting = meeting[meeting[name].astype(bool)] if wanted else meeting
        best = meeting.drop_duplicates(["before", "after", *CELL])
        frames.append(best.assign(**dict(zip(FLAGS, chosen, strict=True))))
    columns = ["before", "after", *CELL, *FLAGS, "row_id_before", "row_id_after", "ratio"]
    return pd.concat(frames, ignore_index=True)[columns]
