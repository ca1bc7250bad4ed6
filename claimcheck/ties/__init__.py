"""Ties: what the rows of the tables and registers must agree on, whatever the figures are.

git says that a file is the one that was committed. A tie says that a row can be true: another place in the repository
gives the same fact, or bounds it. A change of one row is then seen even where log figure and run were changed with it,
and the fault names the row.

A tie is a function of a ``Ground`` that yields faults. ``faults`` runs all of them, in seconds.
"""

from pathlib import Path

from claimcheck.tables import DATA_DIR

# Importing a module of ties makes them known.
from claimcheck.ties import derived, places, registers, results, runs, training  # noqa: F401
from claimcheck.ties.tie import TIES, Fault, Ground, faults, oddities, refuse, rows_of_ties

__all__ = ["TIES", "Fault", "Ground", "check", "faults", "oddities", "rows_of_ties"]


def check(data: Path = DATA_DIR) -> int:
    """The number of ties, all of which hold in ``data``. Raises TableError naming the first row that breaks one."""
    refuse([fault for _, fault in faults(Ground(data))], data)
    return len(TIES)
