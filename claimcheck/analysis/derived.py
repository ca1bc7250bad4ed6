"""The tables in ``data/derived``: what several pages and claims need, computed once by ``claimcheck derive``.

They are read like any other table. The simulations among them take minutes and are made in
``analysis.serving.outcomes`` and ``analysis.mechanisms.kv_routing``.
"""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from claimcheck.analysis.operating import every_point
from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.ratios import imposed_comparisons as imposed
from claimcheck.analysis.records import participation as took_part
from claimcheck.analysis.switches import listed_entries, matrix
from claimcheck.analysis.wins.definitions import every_count
from claimcheck.analysis.wins.winners import contest
from claimcheck.data.facts import organisations
from claimcheck.data.rounds import inference_rounds, successive_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import CommittedTables

# What divides row ids in one cell; no row id holds one.
BETWEEN = "|"


def comparisons(tables: CommittedTables) -> pd.DataFrame:
    """Every defensible comparison of two successive rounds of MLPerf Inference."""
    return defensible_comparisons(tables.results, successive_rounds(tables.data))


def imposed_comparisons(tables: CommittedTables) -> pd.DataFrame:
    """The best comparison of every two rounds under each set of conditions that can be imposed."""
    return imposed(tables.results, inference_rounds(tables.data))


def operating_points(tables: CommittedTables) -> pd.DataFrame:
    """Every Server and Interactive result with a log, seen by its run's rates, latencies and limits."""
    return every_point(tables.results, tables.runs)


def counting_rules(tables: CommittedTables, last: str | None = None) -> pd.DataFrame:
    """Wins under every counting rule, and whether the claim's sentence allows it.

    As of the round ``last``, or of that of the first register's claims.
    """
    counts = every_count(contest(tables.results, tables.training, tables.data, last))
    return counts.assign(
        rule=range(1, len(counts) + 1),
        ratio=counts["ratio"].where(counts["ratio"] < float("inf")),
    )


def switches(tables: CommittedTables) -> pd.DataFrame:
    """The state of every mechanism in every entry of the register's rounds and benchmarks; none without a register."""
    register = tables.mechanisms
    if register is None:
        return pd.DataFrame(columns=TABLES["switches"].names)
    return matrix(listed_entries(tables.results, register), tables.settings, tables.mechanism_evidence, register)


def participation(tables: CommittedTables) -> pd.DataFrame:
    """Who took part on whose silicon: every suite and round, by organisation and by name, closed and all divisions."""
    entries = tables.training
    suites = {"inference": tables.results, **{s: entries[entries["suite"] == s] for s in ("training", "hpc")}}
    parts = [
        took_part(rows, division, behind).assign(suite=suite, divisions=division or "all", counted=counted)
        for suite, rows in suites.items()
        for division in ("closed", None)
        for counted, behind in (("organisations", organisations(tables.data)), ("names", {}))
    ]
    every = pd.concat(parts, ignore_index=True)
    joined = every["row_ids"].map(BETWEEN.join)
    return every.assign(row_ids=joined.where(joined != ""), names=every["names"].where(every["names"] != ""))


DERIVED: dict[str, Callable[[CommittedTables], pd.DataFrame]] = {
    made.__name__: made
    for made in (comparisons, imposed_comparisons, operating_points, counting_rules, switches, participation)
}
