"""Ties: what the rows of the tables and registers must agree on, whatever the figures are.

The manifest says that a file is the one that was recorded. A tie says that a row can be true: another place in the
repository gives the same fact, or bounds it. A change of one row is then seen even where manifest, log figure and
run were changed with it, and the fault names the row.

A tie is a function of a ``Ground`` that yields faults. ``faults`` runs all of them, in seconds.
"""

from pathlib import Path

from claimcheck.tables import DATA_DIR

# Importing a module of ties makes them known.
from claimcheck.ties import derived, places, registers, results, runs, training  # noqa: F401
from claimcheck.ties.chain import SOURCES
from claimcheck.ties.tie import TIES, Fault, Ground, faults, oddities, refuse, rows_of_ties

__all__ = ["TIES", "Fault", "Ground", "check", "faults", "oddities", "rows_of_ties"]


def check(data: Path = DATA_DIR) -> int:
    """The number of ties, all of which hold in ``data``, whose rows are those that were last read at their sources.

    Raises TableError naming the first row that breaks a tie.
    """
    ground = Ground(data)
    refuse([fault for _, fault in faults(ground)], data)
    refuse([fault for link in SOURCES.values() for fault in link(ground)], data)
    return len(TIES)
