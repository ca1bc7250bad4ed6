"""Run every check over the tables and registers of a folder of data.

The queries see the tables of ``data``, each with the name and key of every row in the schema ``keyed``, and, as small
tables of their own (``facts``), the registers and the tables typed by hand with which rows are compared.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

import duckdb
import pandas as pd

from claimcheck.analysis.database import ask, connect, tables_in
from claimcheck.checks import in_print
from claimcheck.checks.in_print import Fault
from claimcheck.claims.register.reading import load_register
from claimcheck.core.errors import QueryError, TableError
from claimcheck.data.facts import known_exceptions
from claimcheck.data.names import read_benchmarks, read_corrections, read_vendors
from claimcheck.data.paths import DATA_DIR, KNOWN_EXCEPTIONS, TRAINING_TIMES
from claimcheck.data.rounds import read_experiments_source, read_rounds
from claimcheck.data.schema import TABLES
from claimcheck.data.store import load, read_part
from claimcheck.data.training import read_rules

FOLDER = Path(__file__).parent
# The rows typed by hand, and the table that has them.
_TYPED = {"typed_results": "inference_results", "typed_runs": "loadgen_runs", "typed_training": "training_results"}
_MACROS = """
-- A cell that may be at fault, as text; a list of them, unnested with recursive := true, gives a row for each.
create macro cell(name, held, wanted) as {column_name: name, value: held::varchar, expected: wanted::varchar};
-- Whether corrections.yml has ours for what a source reports in a column; an empty cell is 0.
create macro is_corrected(col, theirs, ours) as exists (
    from corrections c
    where c.column_name = col and coalesce(c.reported, '0') = theirs and c.used is not distinct from ours
);
"""
# The SQL of each check by its name.
QUERIES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sql"))}


def rules() -> dict[str, str]:
    """The rule of each check in a sentence: the first comment of its SQL, or the first paragraph of its docstring."""
    comments = {
        name: [line[3:] for line in itertools.takewhile(lambda line: line.startswith("-- "), sql.splitlines())]
        for name, sql in QUERIES.items()
    }
    docstrings = {check.__name__: check.__doc__.partition("\n\n")[0].split() for check in in_print.CHECKS}
    return {name: " ".join(words) for name, words in (comments | docstrings).items()}


def database(data: Path = DATA_DIR) -> duckdb.DuckDBPyConnection:
    """Connect to a database of the tables of ``data`` and of ``facts``, each file validated.

    Raises TableError or RegisterError for a file that is not valid.
    """
    connection = connect(data, {name: load(name, data) for name in TABLES} | facts(data), tables_in(QUERIES.values()))
    connection.execute(_MACROS)
    connection.execute("create schema keyed")
    for table in TABLES.values():
        key = f"'{table.name}' as table_name, concat_ws(' / ', {', '.join(table.key)}) as row_key"
        connection.execute(f"create view keyed.{table.name} as select {key}, * from main.{table.name}")
    by_hand = [_cells(table, name) for name, table in _TYPED.items()]
    in_table = [_cells(name, f"(from {name} where obtained = 'typed')") for name in _TYPED.values()]
    for name, parts in {"typed_by_hand": by_hand, "typed_in_table": in_table}.items():
        connection.execute(f"create view {name} as {' union all '.join(parts)}")
    return connection


def _cells(name: str, rows: str) -> str:
    """SQL for the cells of some ``rows`` of the table ``name``, one row each and as text."""
    key = TABLES[name].key[0]
    texts = f"select {key}, columns(* exclude {key})::varchar from {rows}"
    unpivoted = f"unpivot ({texts}) on columns(* exclude {key}) into name column_name value value"
    return f"select '{name}' as table_name, {key} as row_key, column_name, value from ({unpivoted})"


def facts(data: Path) -> dict[str, pd.DataFrame]:
    """Registers and tables typed by hand, as tables by their names in the queries.

    Raises RegisterError for a register that breaks its form, OSError for a missing table.
    """
    rounds = read_rounds(data)
    second = getattr(read_experiments_source(data), "second_value_of", ())

    def table(columns: str, rows: Iterable[tuple[object, ...]], dtype: str | None = None) -> pd.DataFrame:
        return pd.DataFrame(rows, columns=columns.split(), dtype=dtype)

    def typed(name: str, files: Iterable[str]) -> pd.DataFrame:
        return pd.concat([read_part(name, data / file) for file in files], ignore_index=True)

    tables = {s: [r.table for r in rounds if (r.source, r.suite) == ("typed", s)] for s in ("inference", "training")}
    # What a round's rows were read from; the key is its name in rounds.yml, such as training-v5.1.
    sources = [
        (r.key, r.source, r.repo, r.commit, r.published, r.announced and r.announced.address, r.key in second)
        for r in rounds
    ]
    # Patterns of the names of accelerators. Where several fit, the vendor at the lowest position is the maker.
    vendors = [
        (position, vendor, pattern.pattern, maker.licensor)
        for position, (vendor, maker) in enumerate(read_vendors(data).accelerators.items())
        for pattern in maker.patterns
    ]
    # What a source reports in a column, and what corrections.yml has instead, as text.
    corrections = [
        (one.column, *(None if value is None else str(value) for value in (one.reported, one.use)))
        for one in read_corrections(data)
    ]
    metrics = [(name, one.metric) for name, one in read_benchmarks(data).benchmarks.items()]
    factors = [(name, one.greatest_factor) for name, one in read_rules(data).benchmarks.items()]
    columns = "key source repo commit published announced has_second_source"
    return {
        "round_sources": table(columns, sources).convert_dtypes(),
        "benchmark_metrics": table("benchmark metric", metrics),
        "vendors": table("position vendor pattern licensor", vendors),
        "corrections": table("column_name reported used", corrections, "string"),
        "training_benchmarks": table("benchmark greatest_factor", factors),
        "typed_results": typed("inference_results", tables["inference"]),
        "typed_runs": typed("loadgen_runs", [r.runs for r in rounds if r.runs]),
        "typed_training": typed("training_results", [TRAINING_TIMES, *tables["training"]]),
    }


def faults_of_query(connection: duckdb.DuckDBPyConnection, name: str, *, within: bool = False) -> list[Fault]:
    """Run one query and return the rows at fault, in the order of their keys; ``within``: see ``ask``.

    Raises QueryError for SQL that fails.
    """
    try:
        answer = ask(connection, QUERIES[name], within=within)
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
    claims = load_register(data)
    every = [(name, fault) for name in QUERIES for fault in faults_of_query(connection, name)]
    every += [(check.__name__, fault) for check in in_print.CHECKS for fault in check(data, claims)]
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
            line=first.line(data),
            rule=rules().get(name, "a known exception is of a row that breaks a check"),
            fix=f"see the row at its source; if upstream has it so, say why in data/{KNOWN_EXCEPTIONS}",
        )
    return len(rules())
