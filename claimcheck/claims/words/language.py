"""What a claim asks with, and what it gets: a question answers a figure, a condition says whether something is so.

A reading gives every value that a figure could have. Each word is a function of a ``Context`` and of what a register
gives it, a model of its arguments (``vocabulary``).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import pandas as pd
from pydantic import create_model

from claimcheck.analysis.database import QueryResult, ask
from claimcheck.analysis.derived import Tables
from claimcheck.core.documents import Entry, Model, suggestion
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

    ``value``: None where the results do not give one; ``how``: one sentence on the arithmetic; ``rows``: the ids of the
    results that it rests on; ``span``: the range, where the answer is a range; ``phrase``: what the value is of, in a
    few words; ``unit``: that of a published result.
    """

    value: float | None
    how: str
    rows: tuple[str, ...] = ()
    span: tuple[float, float] | None = None
    phrase: str = ""
    unit: str = ""


class Finding(NamedTuple):
    """What a condition gives: whether it holds, why, the ids of the results that show it, and what is so instead."""

    holds: bool
    detail: str
    rows: tuple[str, ...] = ()
    phrase: str = ""


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

    def result(self, key: str) -> pd.Series:
        """The first of the results that the claim calls ``key``. Raises Missing where there is none."""
        row = self.row(key)
        if row is None:
            raise Missing("no such result")
        return row


@dataclass(frozen=True)
class Word:
    """A question, condition or reading, and the model of what a register gives it.

    ``unit``: its unit in words, and ``units`` those that fit what a register gives and the answer, none if any does;
    ``tables``: where a question's results come from; ``rests``: a kind of evidence next to the claim's own results;
    ``of``: what a reading's values are values of.
    """

    arguments: type[Model]
    function: Callable[[Context, Any], Any]
    unit: str = "any"
    units: Callable[[Any, Answer], tuple[str, ...]] = lambda given, answer: ()
    tables: tuple[str, ...] = (RESULTS,)
    rests: Kind | None = None
    of: str = ""

    @property
    def meaning(self) -> str:
        """The first paragraph of the docstring, in one line."""
        return " ".join((inspect.getdoc(self.function) or "").partition("\n\n")[0].split())

    def model(self, base: type[Model], key: str, name: str) -> type[Model]:
        """The model of an entry that asks this word: ``base``, its arguments, and ``key`` for its ``name``."""
        called: dict[str, Any] = {key: (Literal[name], ...)}
        bases = (self.arguments, base)
        return create_model(f"{base.__name__} {name}", __base__=bases, __doc__=self.meaning, **called)
