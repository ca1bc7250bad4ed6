"""Ask a claim's own queries: SQL over the tables, which gives one row with the answer.

``value`` is the figure, or whether the condition holds; if the query gives them, ``rows`` are the ids of the results
behind it, ``detail`` says in a few words what was found, ``phrase`` the same at the length of a badge, ``low`` and
``high`` are the ends of a range, and ``places`` lists lines of files behind it that are no results: structs of table,
row_id, label, repo, commit, path, and if known result_id, blob and line. The rows that the claim names are views of
their names; ``$round`` is the round of the claim, ``$as_of`` the round up to which is asked: the same, and the latest
where the claim is asked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Any

import pandas as pd
from pydantic import Field, StringConstraints

from claimcheck.analysis.database import MACROS, select, tables_in
from claimcheck.claims.words.language import Answer, Context, Finding, Missing
from claimcheck.claims.words.rows import OTHER_SUITES
from claimcheck.core.documents import LARGEST, Model, Text
from claimcheck.core.errors import QueryError
from claimcheck.core.limits import shown

_WORDS = ("detail", "phrase")
COLUMNS = ("value", "rows", *_WORDS, "low", "high", "places")
# A query that several rows or claims share calls its row ``of``, or its two rows ``before`` and ``after``.
ROLES = ("of", "before", "after")
# Lines stay as they are, since a comment ends with its line.
_Sql = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1),
    Field(description="one SELECT over the tables, with a row of value and, if it can, rows, detail and phrase"),
]

_Role = Annotated[Text | None, Field(description="name of the claim's rows that the query calls so, if another")]


class Query(Model):
    """A query, and what it calls the claim's rows."""

    sql: _Sql
    of: _Role = None
    before: _Role = None
    after: _Role = None

    @property
    def roles(self) -> dict[str, str | None]:
        """Names of the claim's rows that the query calls ``of``, ``before`` or ``after``."""
        return {role: getattr(self, role) for role in ROLES}


class Values(Model):
    """A query of many values."""

    sql: _Sql
    unit: Text = Field(description="unit of the values")
    says: Text = Field(description="of what the values are")


def rows_of(context: Context, sql: str, roles: Mapping[str, str | None] | None = None) -> list[dict[str, Any]]:
    """Run a query of the claim and return its rows, each a mapping of columns.

    ``roles``: names of the claim's rows that the query calls ``of``, ``before`` or ``after``. Raises RegisterError, at
    the line of the query, where it fails.
    """
    context = _with_roles(context, roles or {})
    ids = tuple((name, *rows["row_id"]) for name, rows in context.rows.items())
    return context.tables.once((sql, ids, context.roles, context.as_of), lambda: _run(context, sql))


def _with_roles(context: Context, roles: Mapping[str, str | None]) -> Context:
    """``context`` with rows also under the names that a query gives them. Raises RegisterError for an unknown name."""
    for role, name in roles.items():
        if name is not None:
            context.row(name)
            context = replace(context, rows={**context.rows, role: context.rows[name]})
    return context


def _rows_in(context: Context, sql: str) -> dict[str, pd.DataFrame]:
    """The claim's rows that ``sql`` names."""
    return {name: rows for name, rows in context.rows.items() if re.search(rf"\b{re.escape(name)}\b", sql)}


def queries_of(context: Context, labelled: Iterable[tuple[str, Any, str]]) -> tuple[ShownQuery, ...]:
    """The queries among figures and conditions with label and meaning, each once under its first label."""
    queries: dict[object, ShownQuery] = {}
    for label, spec, means in labelled:
        if getattr(spec, "sql", None):
            with_roles = _with_roles(context, spec.roles)
            rows = {name: tuple(rows["row_id"]) for name, rows in _rows_in(with_roles, spec.sql).items()}
            value = next((row["value"] for row in rows_of(with_roles, spec.sql)), None)
            value = float(value) if isinstance(value, Decimal) else value
            query = ShownQuery(label, spec.sql, rows, context.roles.claims, context.as_of, value, means)
            queries.setdefault((query.sql, repr(rows), query.as_of), query)
    return tuple(queries.values())


def standalone(query: ShownQuery, tables: str) -> str:
    """SQL that anyone can run in DuckDB: the query, with views of the Parquet files at ``tables``, a folder or address.

    It may be run after another one in the same session.
    """
    # The id of a result of Training or HPC begins with its suite.
    views = [_view(name, ids, trained="".join(ids).startswith(OTHER_SUITES)) for name, ids in query.rows.items()]
    sources = sorted(tables_in([query.sql, *views, *(["rounds"] if "place(" in query.sql else [])]))
    files = {name: f"'{tables}/{name}.parquet'" for name in sources}
    made = {name: select(name, file, f"'{tables}/identities.parquet'", query.sql) for name, file in files.items()}
    created = [f"create temp view {name} as {sql}" for name, sql in made.items()]
    created += [MACROS] if "rounds" in sources else []
    question = re.sub(r"\$(round|as_of)\b", lambda match: f"'{getattr(query, match[1])}'", query.sql)
    parts = {"The tables": created, "The results that the claim names": views, "The question": [question.rstrip()]}
    blocks = ("\n".join([f"-- {title}.", *(f"{sql};" for sql in texts)]) for title, texts in parts.items() if texts)
    return "\n\n".join(blocks).replace("\ncreate ", "\ncreate or replace ")


def _run(context: Context, sql: str) -> list[dict[str, Any]]:
    views = [
        _view(name, rows["row_id"], trained=not rows.empty and rows["suite"].iloc[0] in OTHER_SUITES)
        for name, rows in _rows_in(context, sql).items()
    ]
    try:
        with context.tables.database(sql, *views) as database:
            for view in views:
                database.execute(view)
            answer = context.ask(database, sql, {"round": context.roles.claims, "as_of": context.as_of})
    except QueryError as error:
        raise context.entry.fail(error.message, "sql", rule=error.rule, fix=error.fix) from error
    if wrong := [name for name in answer.columns if name not in COLUMNS or answer.columns.count(name) > 1]:
        rule = f"a query gives value, and if it can {', '.join(COLUMNS[1:])}, each once"
        raise context.entry.fail(f"gives {', '.join(wrong)}", "sql", rule=rule, fix="name its columns with as")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    return [row | {name: shown(row[name]) for name in _WORDS if row.get(name) is not None} for row in rows]


def _view(name: str, ids: Iterable[str], *, trained: bool) -> str:
    """SQL that creates a view of the results with these ids, which the claim calls ``name``."""
    listed = ", ".join("'" + row_id.replace("'", "''") + "'" for row_id in ids) or "null"
    table = "training_results" if trained else "inference_results"
    quoted = name.replace('"', '""')
    return f'create temp view "{quoted}" as select * from {table} where row_id in ({listed})'


def _only_row(context: Context, asked: Query) -> dict[str, Any]:
    """The one row of a query. Raises Missing where it gives none, RegisterError for several or one without value."""
    rows = rows_of(context, asked.sql, asked.roles)
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


def value(context: Context, asked: Query) -> Answer:
    """The value of a query."""
    row = _only_row(context, asked)
    low, high = (_number(context, row.get(name)) for name in ("low", "high"))
    span = None if low is None or high is None else (low, high)
    if span and low > high:
        raise context.entry.fail(f"gives low {low:g}, high {high:g}", "sql", rule="low is not above high")
    return Answer(_number(context, row["value"]), _detail(row), _results(context, row), span, row.get("phrase") or "")


def truth(context: Context, asked: Query) -> Finding:
    """The value of a query is true."""
    row = _only_row(context, asked)
    if not isinstance(row["value"], bool | None):
        rule = "the value of a condition is true or false"
        raise context.entry.fail(f"gives {shown(repr(row['value']))}", "sql", rule=rule)
    return Finding(row["value"] is True, _detail(row), _results(context, row), row.get("phrase") or "")


def values(context: Context, asked: Values) -> pd.Series:
    """The values of a query, one a row."""
    return pd.Series([_number(context, row["value"]) for row in rows_of(context, asked.sql)], dtype=float)


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
