"""Wins under every counting rule."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from claimcheck.analysis.wins.cells import NVIDIA, OTHERS, TIED, Grouped, choose, decide, group
from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE, Rule, every_rule

Find = Callable[..., pd.DataFrame]
_SCORES = {
    "total": ("score",),
    "per accelerator": ("score_per_accelerator",),
    "at scale": ("score",),
    "per chip": ("score_per_accelerator",),
    "both": ("score", "score_per_accelerator"),
}
COUNTS = ("nvidia", "others", "tied", "nvidia_low", "nvidia_high", "others_low", "others_high")


def finder(entries: pd.DataFrame) -> Find:
    """A function that finds the cells of one program under some choices, each table made once."""

    @functools.cache
    def grouped(program: str, division: str, availability: str, suites: str, variants: str, score: str) -> Grouped:
        rows = choose(entries[entries["program"] == program], division, availability, suites)
        return group(rows, variants, score)

    @functools.cache
    def find(
        program: str, division: str, availability: str, suites: str, who: str, variants: str, score: str
    ) -> pd.DataFrame:
        found = decide(grouped(program, division, availability, suites, variants, score), who)
        # Where availability is not known, the other side's best may be all that a buyer could have.
        unknown = found["unknown"] & found["both_sides"] & (availability == "available")
        return found.assign(open_question=found["near"] | unknown | found["unscored"])

    return find


def _parts(rule: Rule) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """What of the cells counts under ``rule``: arguments of a finder, which cells, and whether runs count once."""
    for program in rule.programs.split("+"):
        inference = program == "inference"
        for score in _SCORES[rule.measure if inference else rule.training]:
            suites, variants = (rule.suites, rule.variants) if inference else ("datacenter+edge", "apart")
            key = (program, rule.division, rule.availability, suites, rule.who, variants, score)
            yield key, rule.cells, rule.count if inference else "results"


def _part(find: Find, key: tuple[str, ...], which: str, counted: str) -> pd.DataFrame:
    found = find(*key)
    if which == "contested":
        found = found[found["contested"]]
    return found[~found.duplicated(["winner", "run"])] if counted == "runs" else found


def won(find: Find, rule: Rule) -> pd.DataFrame:
    """The cells that count under ``rule``, columns as ``cells`` gives them.

    With ``count`` = runs, a side's second cell won with one run is left out.
    """
    return pd.concat([_part(find, *part) for part in _parts(rule)], ignore_index=True)


@dataclass(frozen=True)
class Tally:
    """Counts under one rule: ``counts`` has a row per (program, round) of ``rounds``, a column per ``COUNTS``."""

    rounds: tuple[tuple[str, str], ...]
    counts: np.ndarray

    def total(self) -> dict[str, float]:
        """The sums, and ``ratio`` = nvidia / others (infinite when others won none)."""
        sums = {name: int(n) for name, n in zip(COUNTS, self.counts.sum(axis=0), strict=True)}
        return sums | {"ratio": sums["nvidia"] / sums["others"] if sums["others"] else math.inf}


def tallier(entries: pd.DataFrame) -> Callable[[Rule], Tally]:
    """A function that gives the ``Tally`` of a rule.

    A tie is nobody's win. The low counts leave out, and the high ones add, every cell that is
    tied, that was decided by less than 1%, in which the other side has an entry without a known
    score, or whose entries' availability matters and is not known.
    """
    find = finder(entries)
    rounds = tuple(sorted(set(zip(entries["program"], entries["round"], strict=True))))

    @functools.cache
    def of(key: tuple[str, ...], which: str, counted: str) -> np.ndarray:
        found = _part(find, key, which, counted)
        doubt = found["open_question"].to_numpy(dtype=bool)
        wins = {side: (found["winner"] == side).to_numpy() for side in (NVIDIA, OTHERS, TIED)}
        columns = [*wins.values()]
        for side in (NVIDIA, OTHERS):
            columns += [wins[side] & ~doubt, wins[side] | doubt]
        place = [rounds.index(pair) for pair in zip(found["program"], found["round"], strict=True)]
        counts = np.zeros((len(rounds), len(COUNTS)), dtype=int)
        np.add.at(counts, place, np.column_stack(columns).astype(int))
        return counts

    return lambda rule: Tally(rounds, sum((of(*part) for part in _parts(rule)), np.zeros(1, dtype=int)))


def every_count(entries: pd.DataFrame) -> pd.DataFrame:
    """One row per rule: its choices (columns named as ``CHOICES``), ``ruled_out``, ``COUNTS`` and ``ratio``."""
    tally = tallier(entries)
    return pd.DataFrame(
        [asdict(rule) | {"ruled_out": "; ".join(rule.ruled_out) or None} | tally(rule).total() for rule in every_rule()]
    )


def nearest(counts: pd.DataFrame, wins: float, ratio: float) -> pd.DataFrame:
    """``counts`` by distance from a published point, nearest first.

    ``distance`` is the Euclidean distance of (wins, ratio) in logarithms: 0.1 is about 10%.
    """
    away = [
        math.hypot(math.log(n / wins), math.log(r / ratio)) if n and math.isfinite(r) else math.inf
        for n, r in zip(counts["nvidia"], counts["ratio"], strict=True)
    ]
    return counts.assign(distance=away).sort_values(["distance", *CHOICES], ignore_index=True)


def effects(counts: pd.DataFrame) -> pd.DataFrame:
    """What one choice does while all others stay: one row per choice and value other than its first.

    ``wins`` and ``ratio`` are the medians, over all pairs of rules that differ in this choice
    alone, of the factor by which NVIDIA's count and the ratio change. Largest change first.
    """
    found = []
    for choice, (base, *others) in CHOICES.items():
        rest = [c for c in CHOICES if c != choice]
        first = counts[counts[choice] == base]
        for value in others:
            then = counts[counts[choice] == value]
            # A choice without bearing on one side (suites, when Training alone counts) is none of the pair's.
            shared = [c for c in rest if choice != "programs" or NOT_APPLICABLE not in set(then[c])]
            both = first.merge(then, on=shared, suffixes=("", "_then"))
            finite = both[(both["others"] > 0) & (both["others_then"] > 0)]
            found.append(
                {
                    "choice": choice,
                    "from": base,
                    "to": value,
                    "pairs": len(both),
                    "wins": float((both["nvidia_then"] / both["nvidia"]).median()),
                    "ratio": float((finite["ratio_then"] / finite["ratio"]).median()),
                }
            )
    table = pd.DataFrame(found)
    size = np.log(table[["wins", "ratio"]].where(table[["wins", "ratio"]] > 0)).abs().sum(axis=1)
    return table.assign(size=size).sort_values("size", ascending=False, ignore_index=True, kind="stable")
