"""Changes from one round of MLPerf Inference to the next: what is predicted and scored."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from claimcheck.analysis.compare import read_compatibility
from claimcheck.analysis.gains import next_chip, same_owner, successive
from claimcheck.analysis.records import participation
from claimcheck.analysis.wins import cell_winners, entries, taking_part
from claimcheck.data.facts import organisations
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import in_order, order

COLUMNS = ("quantity", "round", "group", "cell", "before", "after", "change", "row_id_before", "row_id_after")
AGES = ("second round", "third round", "fourth round or later")


# What is predicted, and the kind of its changes: gain (log of a ratio), count (log of a ratio of counts, each plus
# one), share (difference of two shares) or event (0 or 1). ``predictions.yml`` defines each quantity.
KINDS = {
    "same-chip": "gain",
    "next-chip": "gain",
    "owner": "gain",
    "partners": "count",
    "share": "share",
    "again": "event",
}


def observed(results: pd.DataFrame, data: Path = DATA_DIR) -> pd.DataFrame:
    """Changes from each round to the next, of every quantity: ``COLUMNS``, rounds in order.

    ``round`` is the later of the two; ``before`` and ``after`` are results per accelerator (gains), organisations
    (counts), shares or, of an event, 1 and whether it happened; ``change`` is as ``KINDS`` says.
    """
    rounds = in_order(results["round"])
    rates = results[results["suite"].ne("edge").fillna(True)]  # v0.5 had no suites
    comparable = continued(read_compatibility(data).groups, rates, rounds)
    frames = [
        _gains(name, pairs(rates, comparable, rounds), comparable)
        for name, pairs in (("same-chip", successive), ("next-chip", next_chip), ("owner", same_owner))
    ]
    won = _contested(results)
    frames += [_partners(participation(results, organisations=organisations(data)), rounds)]
    frames += [_share(won, rounds), _again(won, rounds)]
    places = {name: place for place, name in enumerate(KINDS)}
    every = pd.concat(frames, ignore_index=True)[list(COLUMNS)]
    every = every.assign(_quantity=every["quantity"].map(places), _round=every["round"].map(rounds.index))
    keys = ["_quantity", "_round", "group", "cell", "row_id_after", "row_id_before"]
    return every.sort_values(keys, ignore_index=True, kind="stable").drop(columns=["_quantity", "_round"])


def continued(
    listed: Mapping[str, Sequence[Sequence[str]]], results: pd.DataFrame, rounds: Sequence[str]
) -> dict[str, list[list[str]]]:
    """Extend groups of comparable rounds by the rounds after the last one that any of them names.

    MLCommons' table, as known to us, ends before the newest rounds. A benchmark that keeps its name is taken to be
    comparable in them, from the table's last round on: our assumption, until a table says otherwise.
    """
    last = max((name for groups in listed.values() for group in groups for name in group), key=order)
    later = [name for name in rounds if order(name) >= order(last)]
    extended = {name: [list(group) for group in groups] for name, groups in listed.items()}
    for benchmark, rows in results[results["round"].isin(later)].groupby("benchmark"):
        groups = extended.setdefault(str(benchmark), [])
        if groups and groups[-1][-1] == last:
            groups[-1] += later[1:]
        else:
            groups.append(later[later.index(in_order(rows["round"])[0]) :])
    return extended


def _gains(quantity: str, pairs: pd.DataFrame, comparable: Mapping[str, Sequence[Sequence[str]]]) -> pd.DataFrame:
    pairs = pairs[(pairs["rounds_apart"] == 1) & ~pairs["metric_changed"]]
    age = {(name, r): n for name, groups in comparable.items() for group in groups for n, r in enumerate(group)}
    ages = [age[key] - 1 for key in zip(pairs["benchmark"], pairs["after"], strict=True)]
    who = pairs["submitter_after"] + ", " + pairs["accelerators_after"].astype(str) + " " if quantity == "owner" else ""
    return pairs.assign(
        quantity=quantity,
        round=pairs["after"],
        group=[AGES[min(n, len(AGES) - 1)] for n in ages],
        cell=who + pairs["product"] + ", " + pairs["benchmark"] + " " + pairs["scenario"],
        change=np.log(pairs["ratio"].astype(float)),
        before=pairs["per_accelerator_before"],
        after=pairs["per_accelerator_after"],
    )


def _partners(counted: pd.DataFrame, rounds: Sequence[str]) -> pd.DataFrame:
    wide = counted.pivot(index="vendor", columns="round", values="partners").reindex(columns=list(rounds)).fillna(0)
    rows = [
        ("partners", after, maker, maker, m, n, np.log((n + 1) / (m + 1)), None, None)
        for before, after in itertools.pairwise(rounds)
        for maker, m, n in wide[[before, after]].astype(float).itertuples()
        if m
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _contested(results: pd.DataFrame) -> pd.DataFrame:
    """The contested cells of the datacenter suite, with ``maker``: whose silicon won, missing for a tie."""
    won = cell_winners(taking_part(entries(results), suites="datacenter"))
    won = won[won["contested"]]
    return won.assign(maker=won["vendor"].astype(str).mask(won["winner"] == "tied"))


def _share(won: pd.DataFrame, rounds: Sequence[str]) -> pd.DataFrame:
    shares = (won["maker"] == "NVIDIA").groupby(won["round"]).mean()
    rows = [
        ("share", r, "NVIDIA", "contested cells", shares[before], shares[r], shares[r] - shares[before], None, None)
        for before, r in itertools.pairwise(rounds)
        if {before, r} <= set(shares.index)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _again(won: pd.DataFrame, rounds: Sequence[str]) -> pd.DataFrame:
    cell = ["suite", "benchmark", "scenario"]
    turns = won.assign(turn=won["round"].map(list(rounds).index))
    then = turns.assign(turn=turns["turn"] + 1).dropna(subset="maker")
    both = turns.merge(then, on=[*cell, "turn"], suffixes=("_after", "_before"))
    repeated = (both["maker_after"] == both["maker_before"]).astype(float)
    return both.assign(
        quantity="again",
        round=both["round_after"],
        group=both["maker_before"].where(both["maker_before"] == "NVIDIA", "another maker"),
        cell=both["benchmark"].astype(str) + " " + both["scenario"].astype(str),
        before=1.0,
        after=repeated,
        change=repeated,
    )
