"""Run every check over the tables and registers of a folder of data.

The queries see the tables of ``data`` and, as small tables of their own (``facts``), the registers and the tables typed
by hand with which rows are compared.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import duckdb
import pandas as pd

from claimcheck.analysis.database import ask, connect
from claimcheck.checks import in_print
from claimcheck.checks.fault import Fault
from claimcheck.core.errors import QueryError, TableError
from claimcheck.data.facts import known_exceptions
from claimcheck.data.names import read_benchmarks, read_corrections, read_vendors
from claimcheck.data.paths import DATA_DIR, KNOWN_EXCEPTIONS, TRAINING_TIMES
from claimcheck.data.rounds import Round, read_experiments_source, read_rounds
from claimcheck.data.schema import TABLES, Table
from claimcheck.data.store import load, read_part
from claimcheck.data.training import read_rules

FOLDER = Path(__file__).parent
# The rows typed by hand, and the table that has them.
_TYPED = {
    "typed_results": "inference_results",
    "typed_runs": "loadgen_runs",
    "typed_training": "training_results",
}
# The SQL of each check by its name.
QUERIES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sql"))}


def rules() -> dict[str, str]:
    """The rule of each check in a sentence: the first comment of its SQL, or the first paragraph of its docstring."""
    of_queries = {name: _first_comment(sql) for name, sql in QUERIES.items()}
    of_registers = {
        check.__name__: " ".join((check.__doc__ or "").partition("\n\n")[0].split()) for check in in_print.CHECKS
    }
    return of_queries | of_registers


def _first_comment(sql: str) -> str:
    """The lines that ``sql`` begins with as a sentence, up to an empty comment or the query."""
    lines = itertools.takewhile(lambda line: line.startswith("-- "), sql.splitlines())
    return " ".join(line.removeprefix("-- ") for line in lines)


def database(data: Path = DATA_DIR) -> duckdb.DuckDBPyConnection:
    """Connect to a database of the tables of ``data`` and of ``facts``, each file validated.

    Raises TableError or RegisterError for a file that is not valid.
    """
    connection = connect(data, {name: load(name, data) for name in TABLES} | facts(data))
    in_table = {name: f"(from {name} where obtained = 'typed')" for name in _TYPED.values()}
    views = {
        "files": _files(),
        "commits": _commits(),
        "typed_by_hand": (_cells(table, name) for name, table in _TYPED.items()),
        "typed_in_table": (_cells(name, rows) for name, rows in in_table.items()),
    }
    for name, parts in views.items():
        connection.execute(f"create view {name} as {' union all '.join(parts)}")
    return connection


def _key(table: Table) -> str:
    """SQL for the name of a table and the key of a row in it."""
    return f"select '{table.name}' as table_name, concat_ws(' / ', {', '.join(table.key)}) as row_key"


def _cells(name: str, rows: str) -> str:
    """SQL for the cells of some ``rows`` of the table ``name``, one row each and as text."""
    key = TABLES[name].key[0]
    texts = f"select {key}, columns(* exclude {key})::varchar from {rows}"
    unpivoted = f"unpivot ({texts}) on columns(* exclude {key}) into name column_name value value"
    return f"select '{name}' as table_name, {key} as row_key, column_name, value from ({unpivoted})"


def _files() -> Iterator[str]:
    """SQL for each column with the blob ID of a file: that file of a commit, by the rows that name it."""
    for table in TABLES.values():
        for blob in table.names if table.ingested and "commit" in table.names else ():
            if blob.endswith("blob"):
                columns = f"commit, {blob.replace('blob', 'path')} as path, {blob} as blob"
                yield f"{_key(table)}, '{blob}' as column_name, {columns} from {table.name}"


def _commits() -> Iterator[str]:
    """SQL for each table read from upstream: the repository and commit of its rows, and the key of their round."""
    for table in TABLES.values():
        if table.ingested and "commit" in table.names:
            round_key = "suite || '-' || round" if table.name == "training_results" else "round"
            yield f"{_key(table)}, {round_key} as round_key, repo, commit from {table.name}"


def facts(data: Path) -> dict[str, pd.DataFrame]:
    """Registers and tables typed by hand, as tables by their names in the queries.

    Raises RegisterError for a register that breaks its form, OSError for a missing table.
    """
    rounds = read_rounds(data)
    typed = [entry.table for entry in rounds if entry.source == "typed"]
    return {
        "round_sources": _round_sources(data, rounds),
        # The number of rows that rounds.yml expects of a round in a table.
        "expected_rows": pd.DataFrame(
            [(entry.key, name, number) for entry in rounds for name, number in entry.expected_rows.items()],
            columns=["round_key", "table_name", "rows"],
        ),
        "benchmark_metrics": pd.DataFrame(
            [(name, entry.metric, entry.variant_of) for name, entry in read_benchmarks(data).benchmarks.items()],
            columns=["benchmark", "metric", "variant_of"],
        ),
        # Patterns of the names of accelerators. Where several fit, the vendor at the lowest position is the maker.
        "vendors": pd.DataFrame(
            [
                (position, vendor, pattern.pattern, maker.licensor)
                for position, (vendor, maker) in enumerate(read_vendors(data).accelerators.items())
                for pattern in maker.patterns
            ],
            columns=["position", "vendor", "pattern", "licensor"],
        ),
        # What a source reports in a column, and what corrections.yml has instead, as text.
        "corrections": pd.DataFrame(
            [(entry.table, entry.column, _text(entry.reported), _text(entry.use)) for entry in read_corrections(data)],
            columns=["table_name", "column_name", "reported", "used"],
            dtype="string",
        ),
        # One row for each folder name of a benchmark of Training or HPC.
        "training_benchmarks": pd.DataFrame(
            [(name, item.rule, folder) for name, item in read_rules(data).benchmarks.items() for folder in item.called],
            columns=["benchmark", "score_rule", "folder"],
        ),
        "typed_results": _typed("inference_results", data, typed),
        "typed_runs": _typed("loadgen_runs", data, [entry.runs for entry in rounds if entry.runs]),
        "typed_training": _typed("training_results", data, [TRAINING_TIMES]),
    }


def _round_sources(data: Path, rounds: list[Round]) -> pd.DataFrame:
    """What a round's rows were read from; ``key`` is the round's name in rounds.yml, such as training-v5.1."""
    experiments = read_experiments_source(data)
    second = experiments.second_value_of if experiments else ()
    rows = [
        {
            "key": round_.key,
            "suite": round_.suite,
            "round": round_.name,
            "source": round_.source,
            "repo": round_.repo,
            "commit": round_.commit,
            "typed_results": round_.table if round_.source == "typed" else None,
            "typed_runs": round_.runs or None,
            "has_second_source": round_.key in second,
            "published": round_.published,
            "announced": round_.announced.address if round_.announced else None,
        }
        for round_ in rounds
    ]
    return pd.DataFrame(rows).convert_dtypes()


def _typed(name: str, data: Path, files: Iterable[str]) -> pd.DataFrame:
    """Rows that were typed by hand for the table ``name``, with the columns that its files have."""
    return pd.concat([read_part(name, data / file) for file in files], ignore_index=True)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def faults_of_query(connection: duckdb.DuckDBPyConnection, name: str) -> list[Fault]:
    """Run one query and return the rows at fault, in the order of their keys. Raises QueryError for SQL that fails."""
    try:
        answer = ask(connection, QUERIES[name])
    except QueryError as error:
        raise QueryError(error.message, where=FOLDER / f"{name}.sql", rule=error.rule, fix=error.fix) from error
    faults = [Fault(**dict(zip(answer.columns, row, strict=True))) for row in answer.rows]
    return sorted(faults, key=lambda fault: (fault.table_name, fault.row_key, fault.column_name))


def faults(connection: duckdb.DuckDBPyConnection, data: Path = DATA_DIR) -> Iterator[tuple[str, Fault]]:
    """Run all checks: each row at fault with the name of its check, and each known exception that excepts no row.

    Raises RegisterError for a register that breaks its format.
    """
    excepted = {
        (entry.check, entry.column, row): name for name, entry in known_exceptions(data).items() for row in entry.rows
    }
    unmet = dict(excepted)
    every_register = in_print.Registers(data)
    every = [(name, fault) for name in QUERIES for fault in faults_of_query(connection, name)]
    every += [(check.__name__, fault) for check in in_print.CHECKS for fault in check(every_register)]
    for name, fault in every:
        key = (name, fault.column_name, fault.row_key)
        unmet.pop(key, None)
        if key not in excepted:
            yield name, fault
    for (name, column, row), entry in unmet.items():
        yield KNOWN_EXCEPTIONS, Fault(KNOWN_EXCEPTIONS, entry, "rows", row, f"a row whose {column} breaks {name}")


def check(data: Path = DATA_DIR) -> int:
    """Run all checks on ``data`` and return how many there are. Raises TableError that names the first row at fault."""
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
