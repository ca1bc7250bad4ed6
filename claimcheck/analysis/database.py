"""The tables as a database in memory that only answers questions: SQL over ``data/``, run by DuckDB.

A query sees every table of ``data.schema`` under its name, small registers as tables (``FACTS``), and the columns
of ``analysis.view``. It cannot reach files or the network, nor change a setting.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pandas as pd

from claimcheck.analysis.comparison import read_compatibility
from claimcheck.analysis.gains import successive
from claimcheck.analysis.switches import instances
from claimcheck.analysis.view import COLUMNS, NAMED_BY, NAMES, family, names
from claimcheck.analysis.wins import PLAIN, cells_won, eligible_results
from claimcheck.core.errors import QueryError, nearest
from claimcheck.data.facts import organisations, partners, read_prices
from claimcheck.data.formats import parquet_of
from claimcheck.data.names import introduced, read_benchmarks
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import inference_rounds, order, read_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.stacks import read_mechanisms
from claimcheck.data.store import load

# Any query may give so many rows, and take so many seconds.
MOST_ROWS, SECONDS = 100_000, 20.0
_SETTINGS = {
    # An aggregate that names no order takes the order in which threads end; one thread has one order.
    "threads": 1,
    "memory_limit": "1GB",
    # What does not fit into memory is not written to the disk.
    "temp_directory": "",
    "autoload_known_extensions": False,
    "autoinstall_known_extensions": False,
}


def _rounds(data: Path) -> pd.DataFrame:
    rounds = sorted(read_rounds(data), key=lambda round_: (round_.suite, order(round_.name)))
    listed = [(one.suite, one.name, one.published) for one in rounds]
    rows = pd.DataFrame(listed, columns=["suite", "name", "date"])
    return rows.assign(position=rows.groupby("suite").cumcount(), date=pd.to_datetime(rows["date"]).dt.date)


def _won_by_others(data: Path) -> pd.DataFrame:
    results = load("inference_results", data)
    cells = cells_won(eligible_results(results, load("training_results", data), data), PLAIN)
    won = cells.loc[cells["winner"] == "others", ["row_id"]]
    return won[won["row_id"].isin(results["row_id"])]


class Fact(NamedTuple):
    """A table made from registers or other tables: ``what`` it holds, and the function that makes it."""

    what: str
    make: Callable[[Path], pd.DataFrame]


def _listed(what: str, columns: str, rows: Callable[[Path], Iterable[tuple[Any, ...]]]) -> Fact:
    """A table of these ``columns``, whose ``rows`` are of a register."""
    return Fact(what, lambda data: pd.DataFrame(list(rows(data)), columns=columns.split()))


FACTS: dict[str, Fact] = {
    "rounds": Fact("rounds of each suite with the day of publication; position counts from the oldest", _rounds),
    "introduced": Fact(
        "the round in which a benchmark and scenario was first run",
        lambda data: introduced(data).assign(family=lambda rows: family(rows["benchmark"])),
    ),
    "benchmarks": _listed(
        "whether a benchmark is a language model served with limits on the times of tokens",
        "benchmark llm",
        lambda data: [(name, benchmark.llm) for name, benchmark in read_benchmarks(data).benchmarks.items()],
    ),
    "comparable_rounds": _listed(
        "rounds of a benchmark whose results MLCommons calls comparable",
        "benchmark round",
        lambda data: [(name, one) for name, rounds in read_compatibility(data).rounds.items() for one in rounds],
    ),
    "organisations": _listed(
        "submitters whose name stands for other organisations, one row for each of these",
        "submitter organisation",
        lambda data: [(name, one) for name, behind in organisations(data).items() for one in behind],
    ),
    "partner_lists": _listed(
        "whom a vendor names as its partners in a round, and what the results call them",
        "list vendor round name organisation",
        lambda data: [
            (key, listed.vendor, listed.round, name, listed.spelt.get(name, name))
            for key, listed in partners(data).items()
            for name in listed.names
        ],
    ),
    "prices": _listed(
        "what an hour of an accelerator costs by a source, or by a scenario of ours: low and high end, in $",
        "price accelerator low high dates",
        lambda data: [
            *((key, one.accelerator, *one.usd_per_hour, one.date) for key, one in read_prices(data).prices.items()),
            *(
                (k, None, *one.usd_per_hour, read_prices(data).dates(k))
                for k, one in read_prices(data).scenarios.items()
            ),
        ],
    ),
    "mechanism_limits": _listed(
        "what the rules of a round say of a mechanism: barred, or allowed only in the cells of a list",
        "mechanism round says barred only_in steps",
        lambda data: read_mechanisms(data).limits,
    ),
    "best_gains": Fact(
        "what a chip's best result per accelerator gained from a round to the next",
        lambda of: successive(load("inference_results", of), read_compatibility(of).groups, inference_rounds(of)).query(
            "rounds_apart == 1"
        ),
    ),
    "won_by_others": Fact(
        "results of Inference with which others than NVIDIA won a cell, by the plainest definition of a win",
        _won_by_others,
    ),
    "identities": Fact(
        "what the names of a result's accelerator, system and submitter mean: product, chip and owners",
        lambda data: names(pd.concat([load(name, data)[list(NAMED_BY)] for name in COLUMNS])),
    ),
    "engines": Fact(
        "copies of the model that a result ran as, by the submitted settings",
        lambda data: instances(load("engine_settings", data), load("inference_results", data)),
    ),
}

# place(round): its position among the rounds of MLPerf Inference.
MACROS = "create macro place(r) as (select position from rounds where suite = 'inference' and name = r)"


class QueryResult(NamedTuple):
    """Names of columns, and rows, that a query returns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


def connect(
    data: Path = DATA_DIR, frames: Mapping[str, pd.DataFrame] | None = None, only: Collection[str] | None = None
) -> duckdb.DuckDBPyConnection:
    """Open a database in memory with the tables of ``data``, or those in ``only``, that nothing but queries can reach.

    The rounds are always there, for the macros. A frame in ``frames`` takes the place of the table of that name, or is
    a further table. Raises TableError for a table that is missing or does not fit the schema, RegisterError for a
    register that breaks its form.
    """
    frames = frames or {}
    connection = duckdb.connect(":memory:", config=_SETTINGS)
    for name in dict.fromkeys((*TABLES, *FACTS, *frames)):
        if name in frames:
            add(connection, name, frames[name])
        elif only is None or name in (*only, "rounds"):
            add(connection, name, FACTS[name].make(data) if name in FACTS else load(name, data))
    connection.execute(MACROS)
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    return connection


def add(connection: duckdb.DuckDBPyConnection, name: str, frame: pd.DataFrame) -> None:
    """Add the table ``name`` with the rows of ``frame``; also to a database that is closed to files and settings."""
    with connection.cursor() as own:
        own.register("as_published", frame)
        own.register("identified", names(frame) if name in COLUMNS else frame)
        own.execute(f"create table {name} as {select(name, 'as_published', 'identified')}")


def select(name: str, source: str, identities: str, asked: str | None = None) -> str:
    """Write the SQL for a table as queries see it, from ``source``: a table, a view or a function on a file.

    Of the further columns it has those that the query ``asked`` names, and those that they are made of; ``identities``
    is where the table of that name is.
    """
    added, made = {}, asked or ""
    for column, sql in reversed(COLUMNS.get(name, {}).items()):
        if asked is None or re.search(rf"\b{column}\b", made):
            added, made = {column: sql, **added}, made + sql
    needed = [column for column in NAMES if asked is None or re.search(rf"\b{column}\b", made)]
    if needed and name in COLUMNS:
        on = " and ".join(f"result.{column} is not distinct from named.{column}" for column in NAMED_BY)
        columns = ", ".join(["result.*", *(f"named.{column}" for column in needed)])
        source = f"(select {columns} from {source} result left join {identities} named on {on})"
    return ",\n  ".join(["select *", *(f"{sql} as {column}" for column, sql in added.items())]) + f"\nfrom {source}"


_QUOTED = re.compile(r"'[^']*'|\$\$.*?\$\$|--[^\n]*|/\*.*?\*/", re.DOTALL)


def tables_in(texts: Iterable[str]) -> set[str]:
    """Names of tables that SQL may use: those that are words of ``texts``, outside of quotes and comments."""
    return {*re.findall(r"\w+", _QUOTED.sub(" ", "\n".join(texts).lower()))} & {*TABLES, *FACTS}


_NO_TABLE = re.compile(r"(Catalog Error: Table with name (\w+) does not exist!)")


def ask(
    connection: duckdb.DuckDBPyConnection,
    sql: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    within: bool = False,
) -> QueryResult:
    """Run one SELECT; of ``parameters`` it receives those that it names, ``$round`` for ``round``.

    What it reads cannot be written, not even by its own WITH, but ``within`` a transaction that the caller has begun.
    Raises QueryError, with DuckDB's own message and the nearest names, for what is no single SELECT, for a query that
    fails, and for one with more than MOST_ROWS rows or SECONDS.
    """
    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise QueryError(message(error), rule="a query is SQL as DuckDB reads it") from error
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        kinds = ", ".join(statement.type.name for statement in statements[:10]) or "nothing"
        raise QueryError(f"the text is {kinds}", rule="a query is one SELECT, and nothing else")
    used = {name: value for name, value in (parameters or {}).items() if name in statements[0].named_parameters}
    late = threading.Timer(SECONDS, connection.interrupt)
    late.start()
    try:
        if not within:
            connection.execute("begin transaction read only")
        result = connection.execute(statements[0], used or None)
        answer = QueryResult([column[0] for column in result.description], result.fetchmany(MOST_ROWS + 1))
    except duckdb.InterruptException as error:
        rule, fix = "its time is limited", "ask for less, or split it"
        raise QueryError(f"the query took over {SECONDS:g} s", rule=rule, fix=fix) from error
    except duckdb.OutOfMemoryException as error:
        raise QueryError(message(error), rule="its memory is limited", fix="ask for less") from error
    except duckdb.Error as error:
        rule, text = "a query reads the tables, and nothing else", message(error)
        if "pytz" in text:
            raise QueryError("the query gives a time of a time zone", rule=rule, fix="cast it: ::varchar") from error
        if no_table := _NO_TABLE.match(text):
            # Not every table is loaded, so the nearest name that DuckDB knows may be none of ours.
            close = nearest(no_table[2], [*TABLES, *FACTS], 1)
            raise QueryError(no_table[1], rule=rule, fix=f"did you mean {close[0]}?" if close else None) from error
        raise QueryError(text, rule=rule) from error
    finally:
        late.cancel()
        # What was not fetched is dropped: the connection takes no other query until then.
        connection.abort()
        with contextlib.suppress(duckdb.TransactionException):  # a fault may have ended it
            if not within:
                connection.rollback()
    if len(answer.rows) > MOST_ROWS:
        raise QueryError(f"the query has over {MOST_ROWS:,} rows", rule="a query answers a question", fix="add a limit")
    return answer


def fact_parquet(name: str, data: Path = DATA_DIR) -> bytes:
    """A table of FACTS as Parquet."""
    with duckdb.connect() as database:
        return parquet_of(database.from_df(FACTS[name].make(data)))


def message(error: duckdb.Error) -> str:
    """DuckDB's message in one line, without the lines of the query that it repeats."""
    return " ".join(str(error).partition("\nLINE ")[0].split())
