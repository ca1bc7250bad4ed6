"""Figures and conditions of a claim that are queries: SQL over the tables, which gives one row.

``value`` is the figure, or whether the condition holds; if the query gives them, ``rows`` are the ids of the results
behind it, ``detail`` says in a few words what was found, ``phrase`` the same at the length of a badge, and ``low`` and
``high`` are the ends of a range. The rows that the claim names are views of their names; ``$round`` is the round of the
claim, ``$as_of`` the round up to which is asked: the same, and the latest where the claim is asked again.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Annotated, Any

import pandas as pd
from pydantic import Field

from claimcheck.claims.language import ANY_UNIT, Found, Missing, Unit, condition, question, reading
from claimcheck.claims.model import Answer, Context
from claimcheck.claims.scope import OTHER_SUITES
from claimcheck.database import ask
from claimcheck.errors import QueryError
from claimcheck.registers import Text

COLUMNS = ("value", "rows", "detail", "phrase", "low", "high")
Query = Annotated[
    Text,
    Field(description="one SELECT over the tables, with a row of value and, if it can, rows, detail and phrase"),
]


def asked(context: Context, sql: str) -> list[dict[str, Any]]:
    """The rows that a query of the claim gives. Raises RegisterError, at the line of the query, where it fails."""
    try:
        with context.tables.database(sql) as database:
            for name, rows in context.rows.items():
                ids = ", ".join(f"'{row_id}'" for row_id in rows["row_id"].str.replace("'", "''"))
                trained = len(rows) and str(rows["suite"].iloc[0]) in OTHER_SUITES
                table = "training_results" if trained else "inference_results"
                if f'"{name}"' in sql or name in sql:
                    database.execute(
                        f'create temp view "{name}" as select * from {table} where '
                        + (f"row_id in ({ids})" if ids else "false")
                    )
            found = ask(database, sql, {"round": context.roles.claims, "as_of": context.as_of})
    except QueryError as error:
        raise context.entry.fail(error.message, "sql", rule=error.rule, fix=error.fix) from error
    if unknown := [name for name in found.columns if name not in COLUMNS]:
        rule = f"a query gives value, and if it can {', '.join(COLUMNS[1:])}"
        raise context.entry.fail(f"gives {', '.join(unknown)}", "sql", rule=rule, fix="name its columns with as")
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def _one(context: Context, sql: str) -> dict[str, Any]:
    """The one row of a query. Raises Missing where it gives none, RegisterError for several or one without value."""
    rows = asked(context, sql)
    if not rows:
        raise Missing("no such result")
    if len(rows) > 1 or "value" not in rows[0]:
        what = f"gives {len(rows):,} rows" if len(rows) > 1 else "gives no value"
        raise context.entry.fail(what, "sql", rule="a query gives one row, with a value")
    return rows[0]


def _number(context: Context, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)) or not math.isfinite(value):
        raise context.entry.fail(f"gives {value!r}", "sql", rule="the value of a figure is a number")
    return float(value)


def _rows(context: Context, row: dict[str, Any]) -> pd.DataFrame:
    """The results that a query names."""
    ids = row.get("rows") or ()
    found = context.results(*ids) if isinstance(ids, list) else context.tables.results.head(0)
    if not isinstance(ids, (list, tuple)) or len(found) < len(set(ids)):
        rule = "rows is a list of row ids of inference_results"
        raise context.entry.fail(f"gives rows {ids!r}", "sql", rule=rule)
    return found


@question(ANY_UNIT)
def sql(context: Context, sql: Query) -> Answer:
    """The value of a query."""
    row = _one(context, sql)
    low, high = (_number(context, row.get(name)) for name in ("low", "high"))
    span = None if low is None or high is None else (low, high)
    return Answer(_number(context, row["value"]), _rows(context, row), row.get("detail") or "", span)


@condition(any_row=True)
def sql_(context: Context, sql: Query) -> Found:
    """The value of a query is true."""
    row = _one(context, sql)
    if not isinstance(row["value"], bool | None):
        raise context.entry.fail(f"gives {row['value']!r}", "sql", rule="the value of a condition is true or false")
    rows = _rows(context, row) if "rows" in row else None
    return Found(row["value"] is True, row.get("detail") or "", rows, row.get("phrase") or "")


@reading(Unit("``unit``", lambda asked, answer: (asked.unit,)), "")
def sql__(
    context: Context,
    sql: Query,
    unit: Annotated[Text, Field(description="unit of the values")],
    says: Annotated[Text, Field(description="of what the values are")],
) -> pd.Series:
    """The values of a query, one a row."""
    return pd.Series([_number(context, row["value"]) for row in asked(context, sql)], dtype=float)
