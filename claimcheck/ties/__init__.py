"""Ties: what the rows of the tables and registers must agree on, whatever the figures are.

The manifest says that a file is the one that was recorded. A tie says that a row can be true: another place in the
repository gives the same fact, or bounds it. A change of one row is then seen even where manifest, log figure and
run were changed with it, and the fault names the row.

A tie is a function of a ``Ground`` that yields faults. ``faults`` runs all of them, in seconds.
"""

# Importing a module of ties makes them known.
from claimcheck.ties import derived, places, registers, results, runs, training  # noqa: F401
from claimcheck.ties.tie import TIES, Fault, Ground, check, faults, rows_of_ties

__all__ = ["TIES", "Fault", "Ground", "check", "faults", "rows_of_ties"]
