"""Wins under every definition of a win.

Nobody defines a win, so every choice that a definition makes is made both ways and the wins are counted under each.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from claimcheck.analysis.wins.winners import NVIDIA, OTHERS, TIED, Cells, decide_cells, group_cells, taking_part

# Choice -> its values, first the one that the plainest reading of "wins" suggests, and what each means for a reader.
MEANING: dict[str, dict[str, str]] = {
    "programs": {
        "inference+training": "MLPerf Inference and MLPerf Training",
        "inference+training+hpc": "MLPerf Inference, Training and HPC",
        "inference": "MLPerf Inference alone",
        "training": "MLPerf Training alone",
    },
    "who": {
        "platform": "NVIDIA's silicon, whoever submitted it, against all other silicon",
        "submitter": "NVIDIA as a submitter, joint entries included, against all others, those on its silicon included",
        "own": "NVIDIA as a submitter, joint entries included, against other silicon; others on its silicon left out",
    },
    "division": {"closed": "closed division", "closed+open": "closed and open division, each its own cells"},
    "availability": {"any": "systems of any availability", "available": "systems in the category available only"},
    "cells": {"every": "every cell", "contested": "cells with silicon of two or more vendors, whoever submitted"},
    "suites": {"datacenter+edge": "datacenter and edge", "datacenter": "datacenter only"},
    "variants": {"merged": "accuracy variants 99 and 99.9 are one benchmark", "apart": "each accuracy variant counts"},
    "measure": {"total": "highest result of a whole system", "per accelerator": "highest result per accelerator"},
    "count": {"results": "every cell won counts", "runs": "every winning run counts once"},
    "training": {
        "at scale": "training: shortest time",
        "per chip": "training: fewest chip-minutes",
        "both": "training: shortest time and fewest chip-minutes, each a win",
    },
}
CHOICES = {choice: tuple(values) for choice, values in MEANING.items()}
# The sentence word for word: NVIDIA's partners are other submitters.
LITERAL = "counts partners as others"
# Other programs than Training and Inference, or one of these alone. That HPC is another program is our reading.
OTHER_PROGRAMS, WITH_HPC = "counts other programs", "inference+training+hpc"
# The claim's sentence: "training and inference wins", as many times those "of all other submitters combined". What a
# definition does that it does not allow: why not, and any of the sets of choices by which a rule does it.
RULED_OUT: dict[str, tuple[str, tuple[dict[str, tuple[str, ...]], ...]]] = {
    OTHER_PROGRAMS: (
        "the sentence names Training and Inference, both and no other; that MLPerf HPC, which MLCommons titles "
        '"MLPerf Training: HPC", is another program is our reading',
        ({"programs": (WITH_HPC, "inference", "training")},),
    ),
    LITERAL: (
        "NVIDIA's partners are other submitters, and their wins are wins for NVIDIA's silicon; counted word for word "
        "against NVIDIA they leave it nowhere near the published multiple, so the sentence can only mean the platform",
        ({"who": ("submitter",)},),
    ),
    "leaves partners out": (
        "without those who submit on NVIDIA's silicon, what is counted is not all other submitters",
        ({"who": ("own",)},),
    ),
    "counts the open division": (
        "entries of the open division may change the model, so that the best of them is the best of no one task",
        ({"division": ("closed+open",)},),
    ),
    "counts twice": (
        "one cell of Training, or one run under two accuracy targets, would be two wins",
        ({"training": ("both",)}, {"variants": ("apart",), "count": ("results",)}),
    ),
}
# Choices that only concern inference, or only training.
_INFERENCE_ONLY = ("suites", "variants", "measure", "count")
NOT_APPLICABLE = "-"


@dataclass(frozen=True)
class Rule:
    """A definition of a win: a value for every choice of ``CHOICES``; ``-`` where a choice does not apply."""

    programs: str
    who: str
    division: str
    availability: str
    cells: str
    suites: str
    variants: str
    measure: str
    count: str
    training: str

    @property
    def ruled_out(self) -> tuple[str, ...]:
        """Reasons why the claim's sentence does not allow this definition, keys of ``RULED_OUT``; empty if it does."""
        chosen = vars(self)
        return tuple(
            name
            for name, (_, kinds) in RULED_OUT.items()
            if any(all(chosen[choice] in values for choice, values in kind.items()) for kind in kinds)
        )


def every_rule() -> Iterator[Rule]:
    """Every combination of choices once, in a fixed order."""
    seen = set()
    for values in itertools.product(*CHOICES.values()):
        choice = dict(zip(CHOICES, values, strict=True))
        if choice["programs"] == "inference":
            choice["training"] = NOT_APPLICABLE
        if choice["programs"] == "training":
            choice |= dict.fromkeys(_INFERENCE_ONLY, NOT_APPLICABLE)
        rule = Rule(**choice)
        if rule not in seen:
            seen.add(rule)
            yield rule


PLAIN = next(every_rule())


def in_words(rule: Mapping[str, str]) -> str:
    """Choices in which a definition differs from the plainest one, in words.

    "the plainest definition" when it differs in none.
    """
    plain = vars(PLAIN)
    odd = [MEANING[c][rule[c]] for c in CHOICES if rule[c] not in (plain[c], NOT_APPLICABLE)]
    return "; ".join(odd) or "the plainest definition"


Find = Callable[..., pd.DataFrame]
_SCORES = {
    "total": ("score",),
    "per accelerator": ("score_per_accelerator",),
    "at scale": ("score",),
    "per chip": ("score_per_accelerator",),
    "both": ("score", "score_per_accelerator"),
}
# Columns of cells that a count depends on.
_TALLIED = ["program", "round", "winner", "run", "contested", "open_question"]
COUNTS = ("nvidia", "others", "tied", "nvidia_low", "nvidia_high", "others_low", "others_high")


def winners_finder(entries: pd.DataFrame) -> Find:
    """Build a function that finds the cells of one program under some choices and remembers them."""

    @functools.cache
    def grouped(availability: str, variants: str, score: str) -> Cells:
        return group_cells(taking_part(entries, "closed+open", availability), variants, score)

    @functools.cache
    def decided(availability: str, who: str, variants: str, score: str) -> pd.DataFrame:
        cells = decide_cells(grouped(availability, variants, score), who)
        # Where availability is not known, the other side's best may be all that a buyer could have.
        unknown = cells["unknown"] & cells["both_sides"] & (availability == "available")
        return cells.assign(open_question=cells["near"] | unknown | cells["unscored"])

    @functools.cache
    def find(
        program: str, division: str, availability: str, suites: str, who: str, variants: str, score: str
    ) -> pd.DataFrame:
        cells = taking_part(decided(availability, who, variants, score), division, suites=suites)
        return cells[cells["program"] == program]

    return find


def _parts(rule: Rule) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """What of the cells counts under ``rule``: arguments of a finder, which cells, and whether runs count once."""
    for program in rule.programs.split("+"):
        inference = program == "inference"
        for score in _SCORES[rule.measure if inference else rule.training]:
            suites, variants = (rule.suites, rule.variants) if inference else ("datacenter+edge", "apart")
            key = (program, rule.division, rule.availability, suites, rule.who, variants, score)
            yield key, rule.cells, rule.count if inference else "results"


def _counted(cells: pd.DataFrame, which: str, counted: str) -> pd.DataFrame:
    """Those of ``cells`` that count: all or the contested ones, each or one for a run."""
    cells = cells[cells["contested"]] if which == "contested" else cells
    return cells[~cells.duplicated(["winner", "run"])] if counted == "runs" else cells


def cells_won(find: Find, rule: Rule) -> pd.DataFrame:
    """Cells that count under ``rule``, in the columns of ``winners.cell_winners``.

    With ``count`` = runs, a side's second cell won with one run is left out.
    """
    return pd.concat([_counted(find(*key), *rest) for key, *rest in _parts(rule)], ignore_index=True)


@dataclass(frozen=True)
class WinCounts:
    """Wins under one definition, a row for each (program, round) of ``rounds`` and a column for each of ``COUNTS``."""

    rounds: tuple[tuple[str, str], ...]
    counts: np.ndarray

    def total(self) -> dict[str, float]:
        """Sums over programs and rounds, and ``ratio`` = nvidia / others (infinite when others won none)."""
        sums = {name: int(n) for name, n in zip(COUNTS, self.counts.sum(axis=0), strict=True)}
        return sums | {"ratio": sums["nvidia"] / sums["others"] if sums["others"] else math.inf}


def win_counter(entries: pd.DataFrame) -> Callable[[Rule], WinCounts]:
    """Build a function that counts the wins under a definition; a tie is nobody's win.

    The low counts leave out, and the high ones add, every cell that is tied, decided by less than 1%, or where an
    unknown score or availability of the other side may matter.
    """
    find = winners_finder(entries)
    rounds = tuple(sorted(set(zip(entries["program"], entries["round"], strict=True))))
    places = {pair: place for place, pair in enumerate(rounds)}

    @functools.cache
    def tallied(key: tuple[str, ...]) -> pd.DataFrame:
        cells = find(*key)[_TALLIED].astype({"winner": "category", "run": "category"})
        place = [places[pair] for pair in zip(cells["program"], cells["round"], strict=True)]
        return cells.assign(place=np.array(place, dtype=int))

    @functools.cache
    def of(key: tuple[str, ...], which: str, counted: str) -> np.ndarray:
        cells = _counted(tallied(key), which, counted)
        doubt = cells["open_question"].to_numpy(dtype=bool)
        wins = {side: (cells["winner"] == side).to_numpy() for side in (NVIDIA, OTHERS, TIED)}
        columns = [*wins.values()]
        for side in (NVIDIA, OTHERS):
            columns += [wins[side] & ~doubt, wins[side] | doubt]
        counts = np.zeros((len(rounds), len(COUNTS)), dtype=int)
        np.add.at(counts, cells["place"], np.column_stack(columns).astype(int))
        return counts

    return lambda rule: WinCounts(rounds, sum((of(*part) for part in _parts(rule)), np.zeros(1, dtype=int)))


def count_every_rule(entries: pd.DataFrame) -> pd.DataFrame:
    """Wins under every definition: one row each, with its choices, ``ruled_out``, ``COUNTS`` and ``ratio``."""
    count = win_counter(entries)
    return pd.DataFrame(
        [asdict(rule) | {"ruled_out": "; ".join(rule.ruled_out) or None} | count(rule).total() for rule in every_rule()]
    )


def nearest(counts: pd.DataFrame, wins: float, ratio: float) -> pd.DataFrame:
    """``counts`` by their distance from a published number of wins and ratio, nearest first.

    ``distance`` is the Euclidean distance of (wins, ratio) in logarithms: 0.1 is about 10%.
    """
    away = [
        math.hypot(math.log(n / wins), math.log(r / ratio)) if n and math.isfinite(r) else math.inf
        for n, r in zip(counts["nvidia"], counts["ratio"], strict=True)
    ]
    return counts.assign(distance=away).sort_values(["distance", *CHOICES], ignore_index=True)


def effects(counts: pd.DataFrame) -> pd.DataFrame:
    """Effect of one choice while all others stay: one row per choice and value other than its first.

    ``wins`` and ``ratio`` are the medians, over all pairs of rules that differ in this choice
    alone, of the factor by which NVIDIA's count and the ratio change. Largest change first.
    """
    rows = []
    for choice, (base, *others) in CHOICES.items():
        rest = [c for c in CHOICES if c != choice]
        first = counts[counts[choice] == base]
        for value in others:
            then = counts[counts[choice] == value]
            # A choice without bearing on one side (suites, when Training alone counts) is none of the pair's.
            shared = [c for c in rest if choice != "programs" or NOT_APPLICABLE not in set(then[c])]
            both = first.merge(then, on=shared, suffixes=("", "_then"))
            finite = both[(both["others"] > 0) & (both["others_then"] > 0)]
            rows.append(
                {
                    "choice": choice,
                    "from": base,
                    "to": value,
                    "pairs": len(both),
                    "wins": float((both["nvidia_then"] / both["nvidia"]).median()),
                    "ratio": float((finite["ratio_then"] / finite["ratio"]).median()),
                }
            )
    table = pd.DataFrame(rows)
    size = np.log(table[["wins", "ratio"]].where(table[["wins", "ratio"]] > 0)).abs().sum(axis=1)
    return table.assign(size=size).sort_values("size", ascending=False, ignore_index=True, kind="stable")
