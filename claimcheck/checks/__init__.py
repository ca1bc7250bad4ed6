"""Checks: what the rows of the tables and registers must agree on, whatever the figures are.

git says that a file is the one that was committed. A check says that a row can be true: another place in the repository
gives the same fact, or bounds it. Each is an SQL file of this folder that begins with its rule in a sentence and
returns the rows at fault: ``table_name`` and ``row_key``, which every table of the schema ``keyed`` has,
``column_name``, ``value`` and, where it can be said, what is ``expected``. A row that breaks a check because its source
has it so is in ``data/facts/known_exceptions.yml``.
"""

from claimcheck.checks.in_print import Fault
from claimcheck.checks.run import QUERIES, check, database, faults, faults_of_query, rules

__all__ = ["QUERIES", "Fault", "check", "database", "faults", "faults_of_query", "rules"]
