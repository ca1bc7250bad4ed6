"""Comparisons of two rounds as claims and pages count them."""

from __future__ import annotations

import pandas as pd

from claimcheck.analysis.gains import Comparable
from claimcheck.analysis.tables import Tables


def round_pairs(tables: Tables, before: str, after: str) -> pd.DataFrame:
    """Every defensible comparison of two rounds in benchmarks that MLCommons calls comparable across them.

    Of a round that MLCommons' table does not reach, every benchmark counts. Columns of the table comparisons, highest
    ratio first; empty when there is none.
    """
    listed = tables.listed.rounds
    comparable = [name for name, rounds in listed.items() if {before, after} <= set(rounds)]
    pairs = tables.compared(before, after)
    if pairs.empty:
        return pairs
    if any(after in rounds for rounds in listed.values()):
        pairs = pairs[pairs["benchmark"].isin(comparable)]
    return pairs[~pairs["repeats"]]


def comparable_rounds(tables: Tables) -> Comparable:
    """Groups of rounds of each benchmark that MLCommons calls comparable: see ``analysis.generations``."""
    return tables.listed.groups
