"""Run every check over the tables and registers of a folder of data."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import duckdb
from pydantic import Field

from claimcheck.analysis.database import ask, connect
from claimcheck.checks import registers
from claimcheck.checks.facts import facts
from claimcheck.checks.fault import Fault
from claimcheck.core.documents import Many, Model, Text, read
from claimcheck.core.errors import QueryError, TableError
from claimcheck.data.paths import DATA_DIR, KNOWN_EXCEPTIONS
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import load

FOLDER = Path(__file__).parent
# The SQL of each check by its name.
QUERIES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sql"))}


class KnownException(Model):
    """Rows that break a check because their source has them so: the ``column`` at fault, the rows' keys, and why."""

    check: Text
    column: Text
    rows: Many[Text]
    why: Text


class KnownExceptions(Model):
    """``known_exceptions.yml``."""

    known_exceptions: dict[str, KnownException] = Field({})


def known_exceptions(data: Path = DATA_DIR) -> dict[str, KnownException]:
    """The entries of ``known_exceptions.yml`` by name; none without the file. Raises RegisterError."""
    path = data / KNOWN_EXCEPTIONS
    return read(path, KnownExceptions).known_exceptions if path.is_file() else {}


def rules() -> dict[str, str]:
    """The rule of each check in a sentence: the first comment of its SQL, or the first paragraph of its docstring."""
    of_queries = {name: _first_comment(sql) for name, sql in QUERIES.items()}
    of_registers = {
        check.__name__: " ".join((check.__doc__ or "").partition("\n\n")[0].split()) for check in registers.CHECKS
    }
    return of_queries | of_registers


def _first_comment(sql: str) -> str:
    """The lines that ``sql`` begins with as a sentence, up to an empty comment or the query."""
    lines = itertools.takewhile(lambda line: line.startswith("-- "), sql.splitlines())
    return " ".join(line.removeprefix("-- ") for line in lines)


def database(data: Path = DATA_DIR) -> duckdb.DuckDBPyConnection:
    """The tables of ``data`` and what checks compare them with, each file valid.

    Raises TableError or RegisterError for one that is not.
    """
    return connect(data, {name: load(name, data) for name in TABLES} | facts(data))


def faults_of_query(connection: duckdb.DuckDBPyConnection, name: str) -> list[Fault]:
    """The rows at fault by one check, in the order of their keys. Raises QueryError for SQL that fails."""
    try:
        answer = ask(connection, QUERIES[name])
    except QueryError as error:
        raise QueryError(error.message, where=FOLDER / f"{name}.sql", rule=error.rule, fix=error.fix) from error
    faults = [Fault(**dict(zip(answer.columns, row, strict=True))) for row in answer.rows]
    return sorted(faults, key=lambda fault: (fault.table_name, fault.row_key, fault.column_name))


def faults(connection: duckdb.DuckDBPyConnection, data: Path = DATA_DIR) -> Iterator[tuple[str, Fault]]:
    """Each row at fault with the name of its check, and each known exception that excepts no row.

    Raises RegisterError for a register that breaks its format.
    """
    excepted = {
        (entry.check, entry.column, row): name for name, entry in known_exceptions(data).items() for row in entry.rows
    }
    unmet = dict(excepted)
    every = [(name, fault) for name in QUERIES for fault in faults_of_query(connection, name)]
    every += [(check.__name__, fault) for check in registers.CHECKS for fault in check(data)]
    for name, fault in every:
        key = (name, fault.column_name, fault.row_key)
        unmet.pop(key, None)
        if key not in excepted:
            yield name, fault
    for (name, column, row), entry in unmet.items():
        yield KNOWN_EXCEPTIONS, Fault(KNOWN_EXCEPTIONS, entry, "rows", row, f"a row whose {column} breaks {name}")


def check(data: Path = DATA_DIR) -> int:
    """The number of checks, all of which the rows of ``data`` pass.

    Raises TableError naming the first row at fault.
    """
    with database(data) as connection:
        every = list(faults(connection, data))
    if every:
        name, first = every[0]
        raise TableError(
            f"{first}{f' ({len(every)} faults in all)' if len(every) > 1 else ''}",
            where=data / (TABLES[first.table_name].file if first.table_name in TABLES else first.table_name),
            line=first.line,
            rule=rules().get(name, "a known exception is of a row that breaks a check"),
            fix=f"see the row at its source; if upstream has it so, say why in data/{KNOWN_EXCEPTIONS}",
        )
    return len(rules())
