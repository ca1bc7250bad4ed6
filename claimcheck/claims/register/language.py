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
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo, model_validator

from claimcheck.analysis.database import MACROS, ask, select, tables_in
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import COLUMNS as ADDED
from claimcheck.analysis.view import NAMES
from claimcheck.claims.register.rows import OTHER_SUITES, span_of
from claimcheck.core.documents import LARGEST, Entry, Model, Number, broken
from claimcheck.core.errors import QueryError
from claimcheck.core.limits import shown
from claimcheck.data.rounds import Roles, roles
from claimcheck.data.schema import TABLES

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

# A query that several rows or claims share calls its row ``of``, or its two rows ``before`` and ``after``.
_ROLES = ("of", "before", "after")
# The columns of the tables that rows of claims are in, as a query sees them.
_KNOWN = {name: {*TABLES[name].names, *NAMES, *made} for name, made in ADDED.items()}
_Words = Annotated[str, AfterValidator(shown)] | None
_Value = Annotated[
    Number | Annotated[int, Field(gt=-LARGEST, lt=LARGEST)] | bool | None,
    BeforeValidator(lambda value: float(value) if isinstance(value, Decimal) else value),
]


class Found(Model):
    """A row that a query gives; ``rows`` are ids of results. See the head of this module."""

    value: _Value
    rows: list[str] | None = None
    detail: _Words = None
    phrase: _Words = None
    low: _Value = None
    high: _Value = None
    places: list[dict[str, Any]] | None = None

    @model_validator(mode="after")
    def _known(self, info: ValidationInfo) -> Self:
        if odd := [one for one in self.rows or () if one not in info.context]:
            raise broken(f"no result is {shown(odd[0])}", key="rows")
        if self.span and self.span[0] > self.span[1]:
            raise broken("low is above high", key="low")
        return self

    @property
    def span(self) -> tuple[float, float] | None:
        """The ends of a value that is a range."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def how(self) -> str:
        """What was found, in a few words."""
        return self.detail or f"the query gives {str(self.value).lower()}"


def rows_read(context: Context, asked: Any) -> dict[str, tuple[str, ...]]:
    """Ids of the results that a query reads, by the names under which it does; RegisterError for an unknown name."""
    roles = {role: name for role in _ROLES if (name := getattr(asked, role, None))}
    rows = context.rows | {role: context.named(name) for role, name in roles.items()}
    return {name: ids for name, ids in rows.items() if re.search(rf"\b{re.escape(name)}\b", asked.sql)}


def rows_of(context: Context, asked: Any) -> list[Found]:
    """The rows that a query of the claim gives. Raises RegisterError, at the line of the query, where it fails."""
    rows = rows_read(context, asked)
    key = (asked.sql, *rows.items(), context.roles, context.as_of)
    return context.tables.once(key, lambda: _run(context, asked.sql, rows))


def _run(context: Context, sql: str, rows: dict[str, tuple[str, ...]]) -> list[Found]:
    views = [_view(name, ids, sql) for name, ids in rows.items()]
    try:
        with context.tables.database(sql, *views) as database:
            for view in views:
                database.execute(view)
            answer = ask(database, sql, {"round": context.roles.claims, "as_of": context.as_of})
        if len({*answer.columns}) < len(answer.columns):
            rule = "each column of a query has a name of its own"
            raise QueryError(f"gives {', '.join(answer.columns)}", rule=rule, fix="name its columns with as")
        given = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        return [Found.model_validate(row, context=context.tables.places) for row in given]
    except QueryError as error:
        raise context.entry.fail(error.message, "sql", rule=error.rule, fix=error.fix) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        column = str(first["loc"][0] if first["loc"] else first["ctx"]["key"])
        rule = f"a query gives columns of {', '.join(Found.model_fields)}, of which it needs value"
        message = f"gives {column} {shown(repr(given[0].get(column)), 200)}: {first['msg']}"
        raise context.entry.fail(message, "sql", rule=rule, fix="name its columns with as") from error


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


def _answered(context: Context, asked: Any, what: str) -> tuple[Found, Answer]:
    """The one row of a query, and the answer in it. Raises Missing where it gives none, RegisterError for several."""
    rows = rows_of(context, asked)
    if not rows:
        raise Missing("no such result")
    if len(rows) > 1:
        raise context.entry.fail(f"gives {len(rows):,} rows", "sql", rule="a query gives one row, with a value")
    (row,) = rows
    if row.value is not None and isinstance(row.value, bool) != (what == "true or false"):
        rule = f"the value of a {'condition' if what == 'true or false' else 'figure'} is {what}"
        raise context.entry.fail(f"gives {shown(repr(row.value))}", "sql", rule=rule)
    behind = tuple(row.rows or ())
    # A score may be known as a span alone: a query over it gives null in between.
    unread = (row.span is not None or row.value is None) and any(span_of(context.tables, one) for one in behind)
    return row, Answer(row.value, row.how, behind, phrase=row.phrase or "", unread=unread)


def value(context: Context, asked: Any) -> Answer:
    """The value of a query."""
    row, answer = _answered(context, asked, "a number")
    number = None if row.value is None else float(row.value)
    return replace(answer, value=number, span=row.span, ratio=number if asked.measure else None)


def truth(context: Context, asked: Any) -> Answer:
    """The value of a query is true."""
    return _answered(context, asked, "true or false")[1]


def values(context: Context, asked: Any) -> list[float]:
    """The values of a query, one a row."""
    return [float(row.value) for row in rows_of(context, asked) if row.value is not None]


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
    value: bool | int | float | None
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
