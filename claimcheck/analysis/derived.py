"""The tables in ``data/derived``: what several pages and claims need, computed once by ``claimcheck derive``.

They are read like any other table. The simulations among them take minutes and are made in
``analysis.serving.outcomes`` and ``analysis.mechanisms.kv_routing``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd

from claimcheck.analysis import operating
from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.ratios import imposed_comparisons as imposed
from claimcheck.analysis.records import participation as took_part
from claimcheck.analysis.switches import listed_entries, mechanism_states
from claimcheck.analysis.wins.definitions import count_every_rule
from claimcheck.analysis.wins.winners import eligible_results
from claimcheck.data.mechanisms import read_mechanisms
from claimcheck.data.organisations import organisations
from claimcheck.data.rounds import inference_rounds, successive_rounds
from claimcheck.data.schema import TABLES

# Gives a table by its name.
Read = Callable[[str], pd.DataFrame]
# What divides row ids in one cell; no row id holds one.
BETWEEN = "|"


def comparisons(read: Read, data: Path) -> pd.DataFrame:
    """Defensible comparisons of every two successive rounds of MLPerf Inference."""
    return defensible_comparisons(read("inference_results"), successive_rounds(data))


def imposed_comparisons(read: Read, data: Path) -> pd.DataFrame:
    """The best comparison of every two rounds under each set of conditions that can be imposed."""
    return imposed(read("inference_results"), inference_rounds(data))


def operating_points(read: Read, data: Path) -> pd.DataFrame:
    """Every Server and Interactive result with a log: its run's rates, latencies and limits."""
    return operating.operating_points(read("inference_results"), read("loadgen_runs"))


def counting_rules(read: Read, data: Path, last: str | None = None) -> pd.DataFrame:
    """Wins under every definition of a win, and whether the claim's sentence allows it.

    Results count up to the round ``last``, by default that of the first register's claims.
    """
    counts = count_every_rule(eligible_results(read("inference_results"), read("training_results"), data, last))
    return counts.assign(
        rule=range(1, len(counts) + 1),
        ratio=counts["ratio"].where(counts["ratio"] < float("inf")),
    )


def switches(read: Read, data: Path) -> pd.DataFrame:
    """State of every mechanism in every entry of the register's rounds and benchmarks; empty without a register."""
    register = read_mechanisms(data)
    if register is None:
        return pd.DataFrame(columns=TABLES["switches"].names)
    entries = listed_entries(read("inference_results"), register)
    return mechanism_states(entries, read("engine_settings"), read("mechanism_evidence"), register)


def participation(read: Read, data: Path) -> pd.DataFrame:
    """Participants on each vendor's silicon in every suite and round, by organisation and by name.

    In the closed division, and in all divisions.
    """
    training = read("training_results")
    suites = {s: training[training["suite"] == s] for s in ("training", "hpc")}
    parts = [
        took_part(rows, division, behind).assign(suite=suite, divisions=division or "all", counted=counted)
        for suite, rows in ({"inference": read("inference_results")} | suites).items()
        for division in ("closed", None)
        for counted, behind in (("organisations", organisations(data)), ("names", {}))
    ]
    every = pd.concat(parts, ignore_index=True)
    row_ids = every["row_ids"].map(BETWEEN.join)
    return every.assign(row_ids=row_ids.where(row_ids != ""), names=every["names"].where(every["names"] != ""))


DERIVED: dict[str, Callable[[Read, Path], pd.DataFrame]] = {
    make.__name__: make
    for make in (comparisons, imposed_comparisons, operating_points, counting_rules, switches, participation)
}
