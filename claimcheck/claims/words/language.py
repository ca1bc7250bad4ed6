"""Declare the words with which a register asks: a question, a condition or a reading is a plain function.

A question answers a published figure, a condition says whether something is so, a reading gives every value that a
figure could have. Each is a function of a ``Context`` and of arguments whose annotations (``Row``, ``Rows``, ...) say
what may be written in a register. From signature and docstring follow the register's parser, its JSON Schema, the
tables on the page "Check your own claim", the check of units and every message on a wrong argument.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import pandas as pd
from pydantic import (
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    create_model,
)
from pydantic_core import CoreSchema, core_schema

from claimcheck.analysis.compare import Imposed
from claimcheck.analysis.database import QueryResult, ask
from claimcheck.analysis.tables import Tables
from claimcheck.claims.words.rows import names_of
from claimcheck.core.documents import Entry, Model, suggestion
from claimcheck.core.printing import Quantity
from claimcheck.data.rounds import Roles, inference_rounds, roles

RESULTS, TRAINING = "inference_results", "training_results"
BOTH = (RESULTS, TRAINING)
# What a test rests on; outside: a source that no table of ours holds, stated and not tested.
Kind = Literal["results", "configurations", "rules", "prices", "outside"]
KINDS = get_args(Kind)
# A number or a figure that a text names in braces.
BRACED = re.compile(r"\{([^{}]+)\}")


# --- what a word is asked with, and what it gives -------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a question gives for a published figure.

    ``value``: None where the results do not give one; ``span``: the range, where the answer is a range; ``rows``: the
    results that it rests on; ``how``: one sentence on the arithmetic; ``phrase``: what the value is of, in a few words.
    """

    value: float | None
    rows: pd.DataFrame
    how: str
    span: tuple[float, float] | None = None
    phrase: str = ""


class Finding(NamedTuple):
    """What a condition gives: whether it holds, why, and the results that show it.

    ``figure`` and ``phrase`` are for a badge: what is so instead, in a few words.
    """

    holds: bool
    detail: str
    rows: pd.DataFrame | None = None
    phrase: str = ""
    figure: Quantity | None = None


class Missing(Exception):
    """Raised for a result that a register asks about and no table holds."""


@dataclass
class Context:
    """A claim under evaluation.

    ``entry``: its place in the register, where faults are reported; ``rows``: the results that it names, by its names;
    ``figure``: its first published figure; ``register``: its register's folder, None for a file alone; ``again``: it is
    asked again of the latest round; ``ask``: what runs its queries.
    """

    entry: Entry
    tables: Tables
    rows: dict[str, pd.DataFrame] = field(default_factory=dict)
    figure: Any = None
    register: Path | None = None
    again: bool = False
    ask: Callable[..., QueryResult] = ask

    @property
    def as_of(self) -> str:
        """The last round whose results count: that of the claims, or the latest if the claim is asked again."""
        return self.latest if self.again else self.roles.claims

    @property
    def roles(self) -> Roles:
        """The rounds that the claim's register is about; for a reader's file, those of the first register."""
        return roles(self.tables.data, self.register)

    @property
    def latest(self) -> str:
        """The latest round of MLPerf Inference that ``rounds.yml`` names."""
        return self.tables.once("latest round", lambda: inference_rounds(self.tables.data)[-1])

    @property
    def published(self) -> Any:
        """The claim's first published figure. Raises RegisterError for a claim without figures."""
        if self.figure is None:
            raise self.entry.fail("has no figure to compare with", "figures", rule="the first figure is compared")
        return self.figure

    def results(self, *row_ids: str) -> pd.DataFrame:
        """The results of MLPerf Inference with these ids, in the order of the table."""
        return self.tables.results_of(row_ids)

    def fill(self, text: str, key: str) -> str:
        """Fill in the numbers of ``numbers.csv`` that ``text`` names in braces; ``{latest}`` is the latest round.

        Raises RegisterError, at the line of ``key``, for a number that is not known.
        """

        def number(match: re.Match[str]) -> str:
            if match[1] == "latest":
                return self.latest
            if match[1] not in self.tables.numbers:
                rule, fix = "braces name a number of numbers.csv", suggestion(match[1], self.tables.numbers)
                raise self.entry.fail(f"no number {match[1]!r}", key, rule=rule, fix=fix)
            return self.tables.numbers[match[1]]

        return BRACED.sub(number, text)

    def row(self, key: str) -> pd.Series | None:
        """The first of the results that the claim calls ``key``; None when no result has the figure that they pick."""
        if key not in self.rows:
            raise self.entry.fail(
                f"no rows named {key!r}", "rows", rule=f"rows named here: {', '.join(self.rows) or 'none'}"
            )
        rows = self.rows[key]
        return rows.iloc[0] if len(rows) else None


# --- kinds of arguments -------------------------------------------------------------------------


@dataclass(frozen=True)
class Named:
    """An argument that names something: a row or the rows of the claim, or a word that the tables or registers know."""

    kind: str
    what: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.str_schema(strict=True, min_length=1)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "names": self.kind, "description": self.what}


def _of(kind: str, what: str) -> Any:
    return Annotated[str, Named(kind, what)]


# A function receives the result itself for a row, a frame for rows. A register that gives none means those that have
# the argument's own name.
Row = Annotated[pd.Series, Named("row", "name of one of the claim's rows")]
Rows = Annotated[pd.DataFrame, Named("rows", "name of the claim's rows, all that its filters meet")]
Mechanism = _of("mechanism", "a mechanism of data/facts/mechanisms.yml")
Measure = Annotated[
    Literal["per_accelerator", "value"], Field(description="per_accelerator, or value for whole systems")
]


# --- questions, conditions, readings --------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    """The unit that a question answers in.

    ``words`` describe it to a reader; ``of`` gives the units that fit a figure and its answer, none if any does.
    """

    words: str
    of: Callable[[Any, Answer], tuple[str, ...]]


def _own(figure: Any, answer: Answer) -> tuple[str, ...]:
    return () if answer.value is None or answer.rows.empty else (str(answer.rows.iloc[0]["unit"]),)


def _per(figure: Any, answer: Answer) -> tuple[str, ...]:
    return tuple(f"{unit} per {chip}" for unit in _own(figure, answer) for chip in ("accelerator", "GPU", "chip"))


OWN = Unit("the result's own: ``tokens/s``, ``samples/s``, ``queries/s``, ``ms``, ``s``, ``minutes``", _own)
PER_ACCELERATOR = Unit("the result's own and ``per accelerator``", _per)
ANY_UNIT = Unit("any", lambda figure, answer: ())


@dataclass(frozen=True)
class Word:
    """A word of the language: a question, condition or reading with what a register may give it.

    ``arguments``: argument -> annotation and default, ``...`` where the register must give it. ``tables``: where a
    question's results come from. ``rests``: kinds of evidence next to the claim's own results. ``label``: what a
    condition is called unless the register ``says`` it. ``any_row``: it can be asked of systems without accelerators
    and of Training as well. ``of``: what a reading's values are values of. ``imposed``: how the comparisons of two
    rounds are reduced to those that meet a condition.
    """

    name: str
    function: Callable[..., Any]
    arguments: Mapping[str, tuple[Any, Any]]
    unit: Unit = ANY_UNIT
    tables: tuple[str, ...] = (RESULTS,)
    rests: tuple[Kind, ...] = ()
    label: str = ""
    any_row: bool = False
    of: str = ""
    imposed: Imposed | None = None

    @property
    def meaning(self) -> str:
        """The first paragraph of the docstring, in one line."""
        return " ".join((inspect.getdoc(self.function) or "").partition("\n\n")[0].split())

    @property
    def needed(self) -> tuple[str, ...]:
        """Names of the arguments that a register must give."""
        return tuple(name for name, (_, default) in self.arguments.items() if default is ...)

    @property
    def optional(self) -> tuple[str, ...]:
        """Names of the arguments that a register may give."""
        return tuple(name for name, (_, default) in self.arguments.items() if default is not ...)

    def model(self, base: type[Model], key: str) -> type[Model]:
        """The model of a register's entry that asks this word: ``base``, ``key`` for its name, and its arguments."""
        fields: dict[str, Any] = {key: (Literal[self.name], ...)}
        for name, (annotation, default) in self.arguments.items():
            alias = {"alias": name.rstrip("_")} if name.endswith("_") else {}
            fields[name] = (annotation, Field(default, **alias))
        return create_model(f"{base.__name__} {self.name}", __base__=base, __doc__=self.meaning, **fields)

    def __call__(self, context: Context, spec: Model) -> Any:
        """Ask with the arguments of a register's entry: rows are looked up and names checked.

        Raises Missing where a row is no result, RegisterError for a name that neither tables nor registers know.
        """
        values = {
            name: _value(context, name.rstrip("_"), annotation, getattr(spec, name))
            for name, (annotation, _) in self.arguments.items()
        }
        # The same question of the same rows has one answer. What else a function sees of a context is in the key.
        rows = tuple((name, *rows["row_id"]) for name, rows in context.rows.items())
        arguments = tuple(repr(getattr(spec, name)) for name in self.arguments)
        key = (self.function, arguments, rows, repr(context.figure), context.register, context.as_of)
        return context.tables.once(key, lambda: self.function(context, **values))


def _value(context: Context, argument: str, annotation: Any, value: Any) -> Any:
    named = _named(annotation)
    if value is None or named is None:
        return value
    if named.kind in ("row", "rows"):
        row = context.row(value)
        if row is None:
            raise Missing("no such result")
        return row if named.kind == "row" else context.rows[value]
    known = names_of(context.tables, named.kind)
    if value not in known:
        raise context.entry.unknown(argument, value, known)
    return value


def _named(annotation: Any) -> Named | None:
    """What an annotation names, itself or in its list's items or its mapping's keys; None for a plain value."""
    if get_origin(annotation) is Annotated:
        for extra in get_args(annotation)[1:]:
            if isinstance(extra, Named):
                return extra
        return _named(get_args(annotation)[0])
    return next(filter(None, map(_named, get_args(annotation))), None)


def _arguments(function: Callable[..., Any]) -> dict[str, tuple[Any, Any]]:
    """Annotation and default of each argument after the context; a row not given is the row of the argument's name."""
    hints = get_type_hints(function, include_extras=True)
    arguments = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        default = ... if parameter.default is parameter.empty else parameter.default
        named = _named(hints[parameter.name])
        if default is ... and named and named.kind in ("row", "rows"):
            default = parameter.name
        arguments[parameter.name] = (hints[parameter.name], default)
    return arguments


QUESTIONS: dict[str, Word] = {}
CONDITIONS: dict[str, Word] = {}
READINGS: dict[str, Word] = {}


def question(
    unit: Unit | str, tables: tuple[str, ...] = (RESULTS,), *, rests: tuple[Kind, ...] = ()
) -> Callable[[Callable[..., Answer]], Any]:
    """Make a function a question that a figure can ask: the unit of its answer, and the tables it reads."""
    return _registered(QUESTIONS, unit=_unit(unit), tables=tables, rests=rests)


def condition(
    label: str = "", *, rests: tuple[Kind, ...] = (), any_row: bool = False, imposed: Imposed | None = None
) -> Callable[[Callable[..., Finding]], Any]:
    """Make a function a condition; ``label`` may hold its arguments in braces, without one the register ``says`` it.

    ``imposed``: how it is imposed on the comparisons of two rounds, of one whose arguments are two results.
    """
    return _registered(CONDITIONS, label=label, rests=rests, any_row=any_row, imposed=imposed)


def reading(unit: Unit | str, of: str) -> Callable[[Callable[..., pd.Series]], Any]:
    """Make a function a reading: it gives every defensible value of a figure; ``of`` says in words of what they are."""
    return _registered(READINGS, " ", unit=_unit(unit), of=of)


def _unit(unit: Unit | str) -> Unit:
    """A unit; as text, one that does not depend on the result asked for."""
    return Unit(f"``{unit}``", lambda figure, answer: (unit,)) if isinstance(unit, str) else unit


def _registered(known: dict[str, Word], between: str = "_", **declared: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that adds a function to the ``known`` words; ``between`` joins the parts of its name."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__.rstrip("_").replace("_", between)
        known[name] = Word(name, function, _arguments(function), **declared)
        return function

    return register


def one_of(models: list[Any]) -> Any:
    """The union type of ``models``."""
    return Union[tuple(models)]  # noqa: UP007 - made of a list
