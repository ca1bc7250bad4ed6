"""What a claim asks with, and what it gets: a question answers a figure, a condition says whether something is so.

A reading gives every value that a figure could have. Each word is a function of a ``Context`` and of a figure or
condition of the register (``vocabulary``). The word of most claims is a query of their own: SQL over the tables, which
gives one row with the answer. ``value`` is the figure, or whether the condition holds; if the query gives
them, ``rows`` are the ids of the results behind it, ``detail`` says in a few words what was found, ``phrase`` the same
at the length of a badge, ``low`` and ``high`` are the ends of a range, and ``places`` lists lines of files behind it
that are no results: structs of table, row_id, label, repo, commit, path, and if known result_id, blob and line. The
rows that the claim names are views of their names; ``$round`` is the round of the claim, ``$as_of`` the round up to
which is asked: the same, and the latest where the claim is asked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, get_args

from claimcheck.analysis.database import MACROS, ask, select, tables_in
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import COLUMNS as ADDED
from claimcheck.analysis.view import NAMES
from claimcheck.claims.register.rows import OTHER_SUITES, span_of
from claimcheck.core.documents import LARGEST, Entry
from claimcheck.core.errors import QueryError
from claimcheck.core.limits import shown
from claimcheck.data.rounds import Roles, roles
from claimcheck.data.schema import TABLES

# What a test rests on; outside: a source that no table of ours holds, stated and not tested.
Kind = Literal["results", "configurations", "rules", "prices", "outside"]
KINDS = get_args(Kind)


# --- what a word is asked with, and what it gives -------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a question gives for a published figure, or what a condition gives.

    ``value``: None where the results do not give one, of a condition whether it holds; ``how``: one sentence on the
    arithmetic, or what was found; ``rows``: the ids of the results that it rests on; ``span``: the range, where the
    answer is a range; ``phrase``: what the value is of, or what is so instead, in a few words; ``unit``: that of a
    published result; ``formula``: the computation in figures, where it is a division; ``ratio``: of an answer that is
    made of the ratio of its two rows, the second over the first, that ratio; ``unread``: the scores of its
    results are known as spans alone, so that ``span`` has what their ends give, or ``value`` is null as they disagree.
    """

    value: float | bool | None
    how: str
    rows: tuple[str, ...] = ()
    span: tuple[float, float] | None = None
    phrase: str = ""
    unit: str = ""
    formula: str = ""
    ratio: float | None = None
    unread: bool = False


class Missing(Exception):
    """Raised for a result that a register asks about and no table holds."""


@dataclass
class Context:
    """A claim under evaluation.

    ``entry``: its place in the register, where faults are reported; ``rows``: ids of the results that it names, by its
    names; ``figure``: its first published figure; ``register``: its register's folder, None for a file alone;
    ``again``: it is asked again of the latest round.
    """

    entry: Entry
    tables: Tables
    rows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    figure: Any = None
    register: Path | None = None
    again: bool = False

    @property
    def as_of(self) -> str:
        """The last round whose results count: that of the claims, or the latest if the claim is asked again."""
        return self.roles.latest if self.again else self.roles.claims

    @property
    def roles(self) -> Roles:
        """The rounds that the claim's register is about; for a reader's file, those of the first register."""
        return self.tables.once(("roles", self.register), lambda: roles(self.tables.data, self.register))

    def named(self, key: str) -> tuple[str, ...]:
        """Ids of the results that the claim calls ``key``. Raises RegisterError where it calls none so."""
        if key not in self.rows:
            rule = f"rows named here: {', '.join(self.rows) or 'none'}"
            raise self.entry.fail(f"no rows named {key!r}", "rows", rule=rule)
        return self.rows[key]

    def result(self, key: str) -> dict[str, Any]:
        """The first of the results that the claim calls ``key``. Raises Missing where there is none."""
        if not (ids := self.named(key)):
            raise Missing("no such result")
        return self.tables.row(ids[0])


# --- a claim's own queries ------------------------------------------------------------------------

_WORDS = ("detail", "phrase")
COLUMNS = ("value", "rows", *_WORDS, "low", "high", "places")
# A query that several rows or claims share calls its row ``of``, or its two rows ``before`` and ``after``.
_ROLES = ("of", "before", "after")
# The columns of the tables that rows of claims are in, as a query sees them.
_KNOWN = {name: {*TABLES[name].names, *NAMES, *made} for name, made in ADDED.items()}


def rows_read(context: Context, asked: Any) -> dict[str, tuple[str, ...]]:
    """Ids of the results that a query reads, by the names under which it does; RegisterError for an unknown name."""
    roles = {role: name for role in _ROLES if (name := getattr(asked, role, None))}
    rows = context.rows | {role: context.named(name) for role, name in roles.items()}
    return {name: ids for name, ids in rows.items() if re.search(rf"\b{re.escape(name)}\b", asked.sql)}


def rows_of(context: Context, asked: Any) -> list[dict[str, Any]]:
    """Run a query of the claim and return its rows, each a mapping of columns.

    Raises RegisterError, at the line of the query, where it fails.
    """
    rows = rows_read(context, asked)
    key = (asked.sql, *rows.items(), context.roles, context.as_of)
    return context.tables.once(key, lambda: _run(context, asked.sql, rows))


def _run(context: Context, sql: str, rows: dict[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    views = [_view(name, ids, sql) for name, ids in rows.items()]
    try:
        with context.tables.database(sql, *views) as database:
            for view in views:
                database.execute(view)
            answer = ask(database, sql, {"round": context.roles.claims, "as_of": context.as_of})
    except QueryError as error:
        raise context.entry.fail(error.message, "sql", rule=error.rule, fix=error.fix) from error
    if wrong := [name for name in answer.columns if name not in COLUMNS or answer.columns.count(name) > 1]:
        rule = f"a query gives value, and if it can {', '.join(COLUMNS[1:])}, each once"
        raise context.entry.fail(f"gives {', '.join(wrong)}", "sql", rule=rule, fix="name its columns with as")
    found = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    return [row | {name: shown(row[name]) for name in _WORDS if row.get(name) is not None} for row in found]


def _view(name: str, ids: Iterable[str], asked: str) -> str:
    """SQL that creates a view of the results with these ids, which the query ``asked`` calls ``name``."""
    listed = ", ".join("'" + row_id.replace("'", "''") + "'" for row_id in ids) or "null"
    # The id of a result of Training or HPC begins with its suite.
    table = "training_results" if "".join(ids).startswith(OTHER_SUITES) else "inference_results"
    quoted, words = name.replace('"', '""'), {"row_id", *re.findall(r"\w+", asked.lower())}
    # DuckDB plans a query for every column that it could read, so these are those that it names, if it names them.
    every = re.search(r"[^(]\*", asked) or words & {"natural", "columns"}
    columns = "*" if every else ", ".join(sorted(_KNOWN[table] & words))
    return f'create temp view "{quoted}" as select {columns} from {table} where row_id in ({listed})'


def _only_row(context: Context, asked: Any) -> dict[str, Any]:
    """The one row of a query. Raises Missing where it gives none, RegisterError for several or one without value."""
    rows = rows_of(context, asked)
    if not rows:
        raise Missing("no such result")
    if len(rows) > 1 or "value" not in rows[0]:
        message = f"gives {len(rows):,} rows" if len(rows) > 1 else "gives no value"
        raise context.entry.fail(message, "sql", rule="a query gives one row, with a value")
    return rows[0]


def _number(context: Context, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)) or not abs(value) < LARGEST:
        rule = f"the value of a figure is a number below {LARGEST:g}"
        raise context.entry.fail(f"gives {shown(repr(value))}", "sql", rule=rule)
    return float(value)


def _results(context: Context, row: dict[str, Any]) -> tuple[str, ...]:
    """The results that a query's column ``rows`` names. Raises RegisterError for ids that no table holds."""
    ids = row.get("rows") or []
    if not isinstance(ids, list) or not all(isinstance(one, str) and one in context.tables.places for one in ids):
        rule = "rows is a list of row ids of inference_results or training_results"
        raise context.entry.fail(f"gives rows {shown(repr(ids))}", "sql", rule=rule)
    return tuple(ids)


def _detail(row: dict[str, Any]) -> str:
    return row.get("detail") or f"the query gives {str(row['value']).lower()}"


def value(context: Context, asked: Any) -> Answer:
    """The value of a query."""
    row = _only_row(context, asked)
    low, high = (_number(context, row.get(name)) for name in ("low", "high"))
    span = None if low is None or high is None else (low, high)
    if span and low > high:
        raise context.entry.fail(f"gives low {low:g}, high {high:g}", "sql", rule="low is not above high")
    number, rows = _number(context, row["value"]), _results(context, row)
    ratio, unread = number if asked.measure else None, (span is not None or number is None) and _unread(context, rows)
    return Answer(number, _detail(row), rows, span, row.get("phrase") or "", ratio=ratio, unread=unread)


def truth(context: Context, asked: Any) -> Answer:
    """The value of a query is true."""
    row = _only_row(context, asked)
    if not isinstance(row["value"], bool | None):
        rule = "the value of a condition is true or false"
        raise context.entry.fail(f"gives {shown(repr(row['value']))}", "sql", rule=rule)
    rows = _results(context, row)
    unread = row["value"] is None and _unread(context, rows)
    return Answer(row["value"], _detail(row), rows, phrase=row.get("phrase") or "", unread=unread)


def _unread(context: Context, rows: Iterable[str]) -> bool:
    """Whether the score of one of these results is known as a span alone: a query over it gives null in between."""
    return any(span_of(context.tables, row_id) for row_id in rows)


def values(context: Context, asked: Any) -> list[float]:
    """The values of a query, one a row."""
    found = (_number(context, row["value"]) for row in rows_of(context, asked))
    return [number for number in found if number is not None]


@dataclass(frozen=True)
class ShownQuery:
    """A query behind a figure or a condition, as a page shows it.

    ``label``: what it is called; ``rows``: the ids of the results that the claim names and the query reads, by name;
    ``round`` and ``as_of``: its parameters; ``value``: what it gives, None without a row; ``means``: what that value
    means for the claim.
    """

    label: str
    sql: str
    rows: dict[str, tuple[str, ...]]
    round: str
    as_of: str
    value: float | bool | None
    means: str

    def standalone(self, tables: str) -> str:
        """SQL that anyone can run in DuckDB: the query, with views of the Parquet files at ``tables``.

        These are a folder or an address. It may be run after another one in the same session.
        """
        views = [_view(name, ids, self.sql) for name, ids in self.rows.items()]
        sources = sorted(tables_in([self.sql, *views, *(["rounds"] if "place(" in self.sql else [])]))
        identities = f"'{tables}/identities.parquet'"
        files = {name: f"'{tables}/{name}.parquet'" for name in sources}
        made = {name: select(name, file, identities, self.sql) for name, file in files.items()}
        created = [f"create temp view {name} as {sql}" for name, sql in made.items()]
        created += [MACROS] if "rounds" in sources else []
        question = re.sub(r"\$(round|as_of)\b", lambda match: f"'{getattr(self, match[1])}'", self.sql)
        parts = {"The tables": created, "The results that the claim names": views, "The question": [question.rstrip()]}
        blocks = ("\n".join([f"-- {title}.", *(f"{sql};" for sql in texts)]) for title, texts in parts.items() if texts)
        return "\n\n".join(blocks).replace("\ncreate ", "\ncreate or replace ")
