"""The tables as a database in memory that only answers questions: SQL over ``data/``, run by DuckDB.

A query sees every table of ``tables.schema`` under its name, small registers as tables (``FACTS``), and the columns
that ``COLUMNS`` adds. It cannot reach files or the network, nor change a setting.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pandas as pd

from claimcheck.analysis.organisations import organisations, partners
from claimcheck.analysis.results import FORM, MAKER, TARGET
from claimcheck.errors import QueryError, TableError
from claimcheck.rounds import order, read_rounds
from claimcheck.tables import DATA_DIR, TABLES, csv_path
from claimcheck.tables.benchmarks import introduced
from claimcheck.tables.formats import DUCKDB_TYPES

# A query may take so many seconds, and give so many rows.
SECONDS = 20.0
MOST_ROWS = 100_000
_SETTINGS = {
    "threads": 2,
    "memory_limit": "1GB",
    # What does not fit into memory is not written to the disk.
    "temp_directory": "",
    "autoload_known_extensions": False,
    "autoinstall_known_extensions": False,
}


def _chip(accelerator: str) -> str:
    """SQL for ``analysis.results.short_accelerator``."""
    model = f"regexp_replace({accelerator}, '{MAKER}', '', 'g')"
    return f"coalesce(nullif(trim(regexp_replace({model}, '{FORM}', '', 'i')), ''), {accelerator})"


# Columns that a table has in the database and not in its file, as SQL over those of the file.
COLUMNS: dict[str, dict[str, str]] = {
    "inference_results": {
        "per_accelerator": "case when higher_is_better then value / accelerators end",
        "family": f"regexp_replace(benchmark, '{TARGET}', '')",
        "chip": _chip("accelerator"),
        # Who made a result with what, in a few words: NVIDIA on 72 GB300 (v5.1 available, result 5.1-0072).
        "named": "submitter || ' on ' || coalesce(accelerators || ' ' || chip, system || ', no accelerator') || ' (' "
        "|| round || coalesce(' ' || availability, '') || coalesce(', result ' || result_id, '') || ')'",
    },
}


def _rounds(data: Path) -> pd.DataFrame:
    found = sorted(read_rounds(data), key=lambda one: (one.suite, order(one.name)))
    rows = pd.DataFrame([(one.suite, one.name, one.published) for one in found], columns=["suite", "name", "date"])
    return rows.assign(position=rows.groupby("suite").cumcount(), date=pd.to_datetime(rows["date"]).dt.date)


def _organisations(data: Path) -> pd.DataFrame:
    pairs = [(name, one) for name, behind in organisations(data).items() for one in behind]
    return pd.DataFrame(pairs, columns=["submitter", "organisation"])


def _partners(data: Path) -> pd.DataFrame:
    rows = [
        (key, one.vendor, one.round, name, one.spelt.get(name, name))
        for key, one in partners(data).items()
        for name in one.names
    ]
    return pd.DataFrame(rows, columns=["list", "vendor", "round", "name", "organisation"])


# Small registers as tables, by name.
FACTS: dict[str, Callable[[Path], pd.DataFrame]] = {
    # Rounds of each suite (inference, training, hpc) with the day of publication; position counts from the oldest.
    "rounds": _rounds,
    # The round in which a benchmark and scenario was first run.
    "introduced": introduced,
    # Submitters whose name stands for other organisations, one row for each of these.
    "organisations": _organisations,
    # Who a vendor names as its partners in a round, and as which organisation the results have them.
    "partners": _partners,
}

# place(round): its position among the rounds of MLPerf Inference.
_MACROS = "create macro place(r) as (select position from rounds where suite = 'inference' and name = r)"


class Found(NamedTuple):
    """What a query gives: names of columns, and rows."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


def connect(
    data: Path = DATA_DIR, frames: Mapping[str, pd.DataFrame] | None = None, only: Collection[str] | None = None
) -> duckdb.DuckDBPyConnection:
    """A database with the tables of ``data``, or those in ``only``, that nothing but queries can reach.

    A frame in ``frames`` takes the place of the table of that name, or is a further table. Raises TableError for a
    table that is missing or does not fit the schema, RegisterError for a register that breaks its form.
    """
    given = frames or {}
    connection = duckdb.connect(":memory:", config=_SETTINGS)
    for name in dict.fromkeys((*TABLES, *FACTS, *given)):
        if only is not None and name not in (*only, *given, "rounds"):
            continue
        if name in given or name in FACTS:
            connection.register("given", given[name] if name in given else FACTS[name](data))
            _create(connection, name, "given")
            connection.unregister("given")
        else:
            _create(connection, name, _read(csv_path(name, data), name))
    connection.execute(_MACROS)
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    return connection


def _read(path: Path, name: str) -> str:
    """SQL that reads the CSV of a table with the types of the schema."""
    if not path.is_file():
        raise TableError("table is missing", where=path, fix="restore the file (git checkout data/)")
    types = ", ".join(f"'{column.name}': '{DUCKDB_TYPES[column.dtype]}'" for column in TABLES[name].columns)
    quoted = str(path).replace("'", "''")
    return f"read_csv('{quoted}', header = true, delim = ',', quote = '\"', escape = '\"', columns = {{{types}}})"


def _create(connection: duckdb.DuckDBPyConnection, name: str, source: str) -> None:
    try:
        connection.execute(f"create table {name} as {select(name, source)}")
    except duckdb.Error as error:
        raise TableError(f"cannot be read: {message(error)}", where=name) from error


def select(name: str, source: str) -> str:
    """SQL for a table as queries see it, made from ``source``: a table, a view, or a function that reads a file."""
    added = "".join(f", {sql} as {column}" for column, sql in COLUMNS.get(name, {}).items())
    return f"select *{added} from {source}"


def tables_in(texts: Iterable[str]) -> set[str]:
    """The tables that SQL may use: every name of one that is a word of ``texts``."""
    words = {word for text in texts for word in re.findall(r"\w+", text.lower())}
    return words & {*TABLES, *FACTS}


def ask(
    connection: duckdb.DuckDBPyConnection,
    sql: str,
    parameters: Mapping[str, Any] | None = None,
    seconds: float = SECONDS,
) -> Found:
    """What one SELECT gives; of ``parameters`` it gets those that it names, ``$round`` for ``round``.

    Raises QueryError, with DuckDB's own message and the nearest names, for what is no single SELECT, for a query that
    fails, that takes longer than ``seconds`` or more memory than it may, and for one with more than MOST_ROWS rows.
    """
    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise QueryError(message(error), rule="a query is SQL as DuckDB reads it") from error
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        kinds = ", ".join(statement.type.name for statement in statements) or "nothing"
        raise QueryError(f"is {kinds}", rule="a query is one SELECT, and nothing else")
    given = {name: value for name, value in (parameters or {}).items() if name in statements[0].named_parameters}
    clock = threading.Timer(seconds, connection.interrupt)
    clock.start()
    try:
        result = connection.execute(statements[0], given or None)
        found = Found([column[0] for column in result.description], result.fetchmany(MOST_ROWS + 1))
    except duckdb.InterruptException as error:
        raise QueryError(f"took more than {seconds:g} s", rule="a query takes seconds", fix="ask for less") from error
    except duckdb.Error as error:
        raise QueryError(message(error), rule="a query reads the tables, and nothing else") from error
    finally:
        clock.cancel()
        # What was not fetched is dropped: the connection takes no other query until then.
        connection.abort()
    if len(found.rows) > MOST_ROWS:
        raise QueryError(f"gives over {MOST_ROWS:,} rows", rule="a query answers a question", fix="add a limit")
    return found


def message(error: duckdb.Error) -> str:
    """DuckDB's message in one line, without the lines of the query that it repeats."""
    said = str(error).partition("\nLINE ")[0]
    return " ".join(said.split())
