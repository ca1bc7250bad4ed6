"""Checks: what the rows of the tables and registers must agree on, whatever the figures are.

git says that a file is the one that was committed. A check says that a row can be true: another place in the
repository gives the same fact, or bounds it. A change of one row is then seen even where log figure and run were
changed with it, and the fault names the row.

A check is an SQL file of this folder, one rule a file. It begins with the rule in a sentence. The query returns the
rows at fault: ``table_name``, ``row_key``, ``column_name``, ``value`` and, where it can be said, what is ``expected``.
It sees the tables of ``claimcheck.analysis.database`` and those of ``run.facts``. Figures of registers are looked for
in the words that print them by Python (``registers``). A row that breaks a check because its source has it so is in
``data/facts/known_exceptions.yml``.
"""

from claimcheck.checks.fault import Fault
from claimcheck.checks.run import QUERIES, check, database, faults, faults_of_query, rules

__all__ = ["QUERIES", "Fault", "check", "database", "faults", "faults_of_query", "rules"]
