"""The tables in ``data/derived``: what several pages and claims need, computed once by ``claimcheck derive``.

They are read like any other table.
"""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from claimcheck.analysis import operating
from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.ratios import imposed_comparisons as imposed
from claimcheck.analysis.records import participation as took_part
from claimcheck.analysis.switches import listed_entries, mechanism_states
from claimcheck.analysis.wins.definitions import count_every_rule
from claimcheck.analysis.wins.winners import eligible_results
from claimcheck.data.facts import organisations
from claimcheck.data.rounds import inference_rounds, successive_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import CommittedTables

# What divides row ids in one cell; no row id holds one.
BETWEEN = "|"


def comparisons(tables: CommittedTables) -> pd.DataFrame:
    """Defensible comparisons of every two successive rounds of MLPerf Inference."""
    return defensible_comparisons(tables.results, successive_rounds(tables.data))


def imposed_comparisons(tables: CommittedTables) -> pd.DataFrame:
    """Best comparison of every two rounds under each set of conditions."""
    return imposed(tables.results, inference_rounds(tables.data))


def operating_points(tables: CommittedTables) -> pd.DataFrame:
    """Server and Interactive results with a log: rates, latencies and limits of their runs."""
    return operating.operating_points(tables.results, tables.runs)


def counting_rules(tables: CommittedTables, last: str | None = None) -> pd.DataFrame:
    """Wins under every definition of a win, and whether the claim's sentence allows it.

    Results count up to the round ``last``, by default that of the first register's claims.
    """
    counts = count_every_rule(eligible_results(tables.results, tables.training, tables.data, last))
    return counts.assign(
        rule=range(1, len(counts) + 1),
        ratio=counts["ratio"].where(counts["ratio"] < float("inf")),
    )


def switches(tables: CommittedTables) -> pd.DataFrame:
    """State of every mechanism in every entry of the register's rounds and benchmarks; empty without a register."""
    register = tables.mechanisms
    if register is None:
        return pd.DataFrame(columns=TABLES["switches"].names)
    return mechanism_states(
        listed_entries(tables.results, register), tables.settings, tables.mechanism_evidence, register
    )


def participation(tables: CommittedTables) -> pd.DataFrame:
    """Participants on each vendor's silicon in every suite and round, by organisation and by name.

    In the closed division, and in all divisions.
    """
    training = tables.training
    suites = {"inference": tables.results, **{s: training[training["suite"] == s] for s in ("training", "hpc")}}
    parts = [
        took_part(rows, division, behind).assign(suite=suite, divisions=division or "all", counted=counted)
        for suite, rows in suites.items()
        for division in ("closed", None)
        for counted, behind in (("organisations", organisations(tables.data)), ("names", {}))
    ]
    every = pd.concat(parts, ignore_index=True)
    row_ids = every["row_ids"].map(BETWEEN.join)
    return every.assign(row_ids=row_ids.where(row_ids != ""), names=every["names"].where(every["names"] != ""))


DERIVED: dict[str, Callable[[CommittedTables], pd.DataFrame]] = {
    make.__name__: make
    for make in (comparisons, imposed_comparisons, operating_points, counting_rules, switches, participation)
}
