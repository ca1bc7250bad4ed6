"""What a claim is, what evaluating one gives."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import Annotated, Any, Literal, TypeVar, get_args

import duckdb
import pandas as pd
from pydantic import ConfigDict, Field, PlainSerializer, SkipValidation, computed_field

from claimcheck.analysis.compare import Listed, compatibility
from claimcheck.analysis.database import FACTS, add, connect, tables_in
from claimcheck.analysis.derived import DERIVED, counting_rules
from claimcheck.analysis.ratios import defensible_comparisons
from claimcheck.analysis.wins.winners import contest
from claimcheck.claims.evidence import Evidence
from claimcheck.core.documents import Entry, Model, Text, read, suggestion
from claimcheck.core.printing import Quantity
from claimcheck.data.heads import prefix_of
from claimcheck.data.mechanisms import Mechanisms, read_mechanisms
from claimcheck.data.numbers import read_numbers
from claimcheck.data.prices import Prices, read_prices
from claimcheck.data.replies import FILE as REPLIES
from claimcheck.data.replies import Replies, Reply, read_replies
from claimcheck.data.rounds import FILE, Roles, Round, RoundsRegister, inference_rounds, read_rounds, roles
from claimcheck.data.schema import TABLES
from claimcheck.data.tables import csv_path, load, normalise

T = TypeVar("T")
REPRODUCED = "reproduced"
WITH_NOTE = "reproduced, with a note"
NARROWER = "reproduced, but narrower"
UNDEFINED = "undefined"
NOT_REPRODUCED = "not reproduced"
CONTRADICTED = "contradicted"
NOT_TESTABLE = "not testable here"
VERDICTS = (REPRODUCED, WITH_NOTE, NARROWER, UNDEFINED, NOT_REPRODUCED, CONTRADICTED, NOT_TESTABLE)
# The figure matches, for the sentence as it is or for a narrower one.
CAME_OUT = (REPRODUCED, WITH_NOTE, NARROWER)
# What a test rests on; outside: a source that no table of ours holds, stated and not tested.
Kind = Literal["results", "configurations", "rules", "prices", "outside"]
KINDS = get_args(Kind)


@dataclass(frozen=True)
class Answer:
    """What an analysis gives to one published figure.

    ``value`` is None when the raw results do not give the figure by any rule tried;
    ``span`` is the range where the answer is one; ``rows`` are the results it rests on,
    ``how`` one sentence on the arithmetic; ``phrase`` what the value is of, in a few words.
    """

    value: float | None
    rows: pd.DataFrame
    how: str
    span: tuple[float, float] | None = None
    phrase: str = ""


def _served(kind: Any, description: str, **rules: Any) -> Any:
    """What ``claims.json`` has of a claim."""
    return Annotated[kind, Field(description=description, **rules)]


def _text(description: str) -> Any:
    return _served(str, description, min_length=1)


def _many(item: Any, description: str) -> Any:
    return _served(tuple[item, ...], description)


def _own(kind: Any) -> Any:
    """What the record and our pages have of a claim, and ``claims.json`` has not."""
    return Annotated[kind, Field(exclude=True)]


@dataclass(frozen=True)
class Preview:
    """A higher figure that a condition leaves out because one of the two systems was a preview."""

    figure: _served(Quantity, "the figure")
    whose: _text("whose later result it is")


@dataclass(frozen=True)
class Condition:
    """A condition that the claim's wording implies, and whether it holds."""

    name: _text("the condition in a few words")
    holds: _served(bool, "whether it holds")
    detail: _text("what was found")
    matters: _served(
        bool | None, "whether its failing changes what a reader concludes; null where it holds or decides nothing"
    ) = None
    phrase: _served(str, "in a few words what is so instead, or what the figure is of; may be empty") = ""
    figure: _served(
        Quantity | None,
        "the claim's figure with the condition imposed, or what another figure comes to; null without one",
    ) = None
    preview: _served(
        Preview | None, "a higher figure with the condition imposed if previews count; null without one"
    ) = None

    @property
    def weight(self) -> int:
        """Its place among others: what matters first, then what fails otherwise, then what is so."""
        return 2 if self.holds else 0 if self.matters else 1

    @property
    def reason(self) -> str:
        """Figure and phrase, at the length of a badge: 1.91x for one owner."""
        if self.phrase:
            return f"{self.figure.text} {self.phrase}" if self.figure else self.phrase
        if self.figure:
            return f"{self.name}: {self.figure.text}"
        return self.name if self.holds else f"not so: {self.name}"


@dataclass(frozen=True)
class Sensitivity:
    """Range of a figure over all readings that can be defended."""

    low: _served(float, "lowest reading")
    high: _served(float, "highest reading")
    n: _served(int, "readings", ge=1)
    rank: _served(int, "place of the published figure, 1 the highest", ge=1)
    unit: _own(str)
    of: _own(str)
    values: _many(
        float, "every value that a reading gives, to one digit more than was printed, once, from the lowest"
    ) = ()


@dataclass(frozen=True)
class Definitions:
    """Range of the figure over the definitions of a term that the sentence allows."""

    term: _text("the term")
    why: _text("what is not defined, and where it was looked for")
    range: _served(Sensitivity, "range over the definitions")
    giving: _served(int, "how many of them give the published figure", ge=0)
    # How often an arbitrary figure would pass the same test.
    chance: _own(str) = ""

    @property
    def all_give(self) -> bool:
        """Whether every definition gives the published figure."""
        return self.giving == self.range.n

    @property
    def some_may(self) -> bool:
        """Whether the published figure lies within the range of the definitions."""
        return self.giving > 0 or 0 < self.range.rank - 1 < self.range.n


# How our figure is related to a published one that comes out.
EQUAL = "matches"
MORE = "no less than published"
WITHIN = "the published figure lies within it"


@dataclass(frozen=True)
class Figure:
    """A published figure and what the raw results give for it.

    ``articles``: those that print it, None for all of the claim's, empty where only the vendor does;
    ``phrase``: of what our figure is, as it follows it on a badge; ``relation`` of a figure that comes out: equal as it
    was printed, more than a bound, or a range around it; ``rows``: ids of the results that ours is computed from.
    """

    published: Quantity
    rule: str
    computed: Quantity | None
    comes_out: bool
    how: str
    articles: tuple[str, ...] | None = None
    phrase: str = ""
    relation: Literal[EQUAL, MORE, WITHIN] = EQUAL
    rows: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """How our figure is related to the published one: matches, does not match, and so on."""
        return self.relation if self.comes_out else "does not match"


@dataclass(frozen=True)
class Aftermath:
    """What later rounds show on the subject of a claim; its verdict stays as of its own round."""

    as_of: _text("latest round that was looked at")
    what: _text("what was asked again")
    conditions: _many(Condition, "each check")
    evidence: _many(Evidence, "later results behind the checks")

    @computed_field(description="what was found, in a few words")
    @property
    def finding(self) -> Annotated[str, Field(min_length=1)]:
        """What the checks found, in a few words: overtaken in v6.1 by Crusoe's 512 MI355X.

        A later round does not make a claim about an earlier one true or false, so no check is called either.
        """
        return "; ".join(dict.fromkeys(one.reason for one in self.conditions))


class Line(Model):
    """Where an article says a claim: the line of its text, and a short quotation."""

    line: int = Field(ge=1, description="line of the article's text")
    quote: Text | None = Field(None, description="word for word, at most twelve words")
    headline: bool = Field(False, description="true: only the headline or the lede says it")


class Said(Line):
    """Where an article says a claim: the ``line`` of its text, and a short quotation, word for word.

    ``headline``: only the headline or the lede says it. A figure of the claim stands in the quotation of an article
    that prints it, or in what the line ``prints``.
    """

    prints: Annotated[tuple[Text, ...], Field(strict=False)] = Field(
        (), description="figures that the line prints and the quotation has not, as they are printed"
    )


class Place(Line):
    """Where an article says it."""

    article: Text = Field(description="key of the article in its register, such as A1 or v6.1/A1")


# What NVIDIA's own text says of a claim.
STANCES = {
    "says": "NVIDIA says it",
    "reported": "others report that NVIDIA says it",
    "bends": "the article's words differ from NVIDIA's",
    "silent": "not in NVIDIA's texts that we read",
}


class Vendor(Model):
    """What NVIDIA's own text says of a claim: its ``stance``, in ``words``, and ``where`` that is."""

    stance: Literal[tuple(STANCES)] = Field(description="; ".join(f"{name}: {what}" for name, what in STANCES.items()))
    words: Text = Field(description="one sentence on what NVIDIA's own text says, and where")
    where: Text | None = Field(None, description="address of that text")


def order(number: int | str) -> tuple[int, str]:
    """The place of a claim's number among others of its register: 5, 5a, 5b, 6."""
    own = str(number).rpartition("/")[2]
    digits = own.rstrip(ascii_lowercase)
    return int(digits), own.removeprefix(digits)


class Source(Model):
    """Something stated from outside the tables: ``what``, and ``where`` it is (an address, or a place in words)."""

    what: Text = Field(description="what is stated")
    where: Text = Field(description="an address, or a place in words")


@dataclass(frozen=True)
class Query:
    """A query behind a figure or a condition, called as ``label`` says.

    ``rows``: of each row of the claim that it names, the ids; ``round`` and ``as_of`` are its parameters; ``value``:
    what it gives, none without a row; ``means``: what the page makes of the value.
    """

    label: str
    sql: str
    rows: dict[str, tuple[str, ...]]
    round: str
    as_of: str
    value: float | bool | None
    means: str


@dataclass(frozen=True)
class Amount:
    """A figure with its unit."""

    value: _served(float, "the figure in twelve significant digits")
    unit: _served(str, "its unit")


@dataclass(frozen=True)
class Published:
    """A published figure; both null where there is none."""

    value: _served(float | None, "the figure; null where there is none") = None
    unit: _served(str | None, "its unit; null where there is none") = None


def _amount(figure: Quantity | None) -> Amount | None:
    return figure and Amount(figure.value, figure.unit)


def _published(figure: Quantity | None) -> Published:
    return Published(figure.value, figure.unit) if figure else Published()


def _places(said: dict[str, Line]) -> list[Place]:
    return [Place(article=key, **place.model_dump()) for key, place in said.items()]


@dataclass(frozen=True, kw_only=True)
class ClaimResult:
    """A claim with its verdict and everything that the verdict rests on."""

    __pydantic_config__ = ConfigDict(arbitrary_types_allowed=True)

    id: _served(str, "name in the register")
    number: _served(
        int | str, "number of the claim, such as 5, 5a or, in another register, v6.1/3; its page is claims/NUMBER.html"
    )
    said: _served(Annotated[dict[str, Line], PlainSerializer(_places)], "the line in which each article makes it")
    statement: _text("the claim in our words")
    figures: _own(tuple[Figure, ...])
    verdict: _served(Literal[VERDICTS], "computed from figures and conditions; page Method says how")
    reason: _served(str, "why, in a few words; empty where all is so")
    explanation: _text("why, in whole sentences")
    conditions: _many(Condition, "what the wording implies")
    sensitivity: _served(
        Sensitivity | None, "range of the figure over all readings that can be defended; null where there is none"
    )
    strongest_case: _own(str)
    evidence: _many(Evidence, "rows that the verdict rests on")
    page: _own(str) = ""
    afterwards: _served(
        Aftermath | None,
        "what later rounds show on the subject of the claim; its verdict stays as of its own round; "
        "null where there is none",
    ) = None
    kinds: _many(Kind, "on what the test rests") = ()
    picture: _own(tuple[str, str] | None) = None
    sources: _many(Source, "what is stated from outside the tables") = ()
    together: _served(
        Condition | None, "the figure with every failing condition imposed that can be; null for fewer than two"
    ) = None
    definitions: _served(
        Definitions | None,
        "range of the figure over the definitions of a term that the sentence allows; null where every term is defined",
    ) = None
    nvidia: _served(Vendor | None, "what NVIDIA's own text says of it; null where that is not recorded") = None
    replies: _many(Reply, "replies to the verdict in full, the newest first") = ()
    queries: _own(tuple[Query, ...]) = ()
    rows: _own(SkipValidation[pd.DataFrame]) = field(compare=False)

    @property
    def register(self) -> str:
        """The name of its register; empty for the first."""
        return prefix_of(self.number)

    @property
    def own(self) -> str:
        """Its number within the register."""
        return self.address.rpartition("/")[2]

    @computed_field(description="articles that make the claim, by key")
    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that say it."""
        return tuple(self.said)

    @property
    def address(self) -> str:
        """The claim's own page in the book, for good."""
        return f"claims/{self.number}"

    @computed_field(description="headline figure as published; both null for a claim without a figure")
    @property
    def published(self) -> Annotated[Quantity | None, PlainSerializer(_published)]:
        """The headline figure as published."""
        return self.figures[0].published if self.figures else None

    @computed_field(description="the same figure as the raw results give it; null where there is none")
    @property
    def computed(self) -> Annotated[Quantity | None, PlainSerializer(_amount)]:
        """The headline figure as the raw results give it."""
        return self.figures[0].computed if self.figures else None

    @property
    def published_text(self) -> str:
        """The published figure in print, or a dash for a claim without one."""
        return self.published.text if self.published else "–"

    @property
    def computed_text(self) -> str:
        """Our figure in print, or a dash."""
        return self.computed.text if self.computed else "–"


# Tables that are attributes of Tables under shorter names.
_ATTRIBUTES = {
    "inference_results": "results",
    "loadgen_runs": "runs",
    "training_results": "training",
    "engine_settings": "settings",
    "accuracy_results": "accuracy",
}


def _table(name: str) -> functools.cached_property[pd.DataFrame]:
    """The property of Tables that is the table ``name``."""
    return functools.cached_property(lambda tables: tables.table(name))


@dataclass(frozen=True)
class Tables:
    """The tables and registers that claims are evaluated against; all but ``results`` are read when asked for."""

    results: pd.DataFrame
    data: Path

    runs = _table("loadgen_runs")
    systems = _table("systems")
    training = _table("training_results")
    settings = _table("engine_settings")
    accuracy = _table("accuracy_results")
    mechanism_evidence = _table("mechanism_evidence")
    comparisons = _table("comparisons")
    operating_points = _table("operating_points")
    switches = _table("switches")
    participation = _table("participation")

    @functools.cached_property
    def prices(self) -> Prices:
        """The register of prices."""
        return read_prices(self.data / "prices.yml")

    @functools.cached_property
    def replies(self) -> Replies:
        """The register of replies to our verdicts."""
        return read_replies(self.data / REPLIES)

    @functools.cached_property
    def rounds(self) -> dict[str, Round]:
        """The rounds of ``rounds.yml``, by key."""
        return {one.key: one for one in read_rounds(self.data)}

    @functools.cached_property
    def _made(self) -> dict[object, Any]:
        return {}

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What ``make`` gives, computed once for all claims: what the tables know, rows that filters mean, answers."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    @functools.cached_property
    def numbers(self) -> dict[str, str]:
        """The numbers of ``numbers.csv`` as they are printed, by key."""
        return {key: one.text for key, one in read_numbers(self.data).items()}

    @functools.cached_property
    def trained(self) -> pd.DataFrame:
        """The table training_results in the columns of inference_results: see ``claims.scope.as_results``."""
        from claimcheck.claims.scope import as_results

        return as_results(self.training, list(self.results.columns))

    @functools.cached_property
    def mechanisms(self) -> Mechanisms | None:
        """The register of mechanisms; None where ``data`` has none."""
        return read_mechanisms(self.data)

    @functools.cached_property
    def _database(self) -> duckdb.DuckDBPyConnection:
        return connect(self.data, only=())

    @contextmanager
    def database(self, *texts: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection to a database of these tables, of which those are there that ``texts`` name.

        What is created on it is gone when it closes.
        """
        for name in sorted(tables_in(texts) - {"rounds"}):
            self.once(("in the database", name), lambda name=name: self._store(name))
        with self._database.cursor() as connection:
            yield connection

    def _store(self, name: str) -> None:
        if name in FACTS:
            frame = FACTS[name].make(self.data)
        else:
            attribute = _ATTRIBUTES.get(name, name)
            frame = getattr(self, attribute, None)
            frame = self.table(name) if frame is None else frame
        add(self._database, name, frame)

    def contest(self, last: str) -> pd.DataFrame:
        """Every result that can win, as of the round ``last``."""
        return self.once(("contest", last), lambda: contest(self.results, self.training, self.data, last))

    def win_counts(self, last: str) -> pd.DataFrame:
        """The table counting_rules as of the round ``last``; the ratio is infinite where others won nothing."""
        return self.once(("wins", last), lambda: self._win_counts(last))

    def _win_counts(self, last: str) -> pd.DataFrame:
        first = last == roles(self.data).claims
        counts = self.table("counting_rules") if first else counting_rules(self, last)
        tallies = counts.columns[counts.dtypes == "Int64"]
        ratio = counts["ratio"].astype(float).fillna(math.inf)
        return counts.assign(ratio=ratio).astype(dict.fromkeys(tallies, int))

    @functools.cached_property
    def listed(self) -> Listed:
        """MLCommons' table of the rounds whose results are comparable, by benchmark, and where we depart from it."""
        register = read(self.data / FILE, RoundsRegister)
        return compatibility(register.comparable, register.breaks, inference_rounds(self.data))

    def compared(self, before: str, after: str) -> pd.DataFrame:
        """Every defensible comparison of two rounds, highest ratio first: columns of the table comparisons."""
        found = self.comparisons
        found = found[(found["before"] == before) & (found["after"] == after)]
        if found.empty:  # not two successive rounds of the register
            key = ("comparisons", before, after)
            return self.once(key, lambda: defensible_comparisons(self.results, [(before, after)]))
        return found.sort_values(["ratio", "row_id_after"], ascending=[False, True], ignore_index=True)

    def table(self, name: str) -> pd.DataFrame:
        """The table ``name``: as committed, or, of a derived one that ``data`` does not hold, made from the others."""
        if name in DERIVED and not csv_path(name, self.data).is_file():
            return normalise(DERIVED[name](self), TABLES[name])
        return load(name, self.data)


BRACED = re.compile(r"\{([^{}]+)\}")


@dataclass
class Context:
    """A claim under evaluation: its entry, the rows named so far, its first published figure, its register's folder.

    ``again``: it is asked again, of the latest round.
    """

    entry: Entry
    tables: Tables
    rows: dict[str, pd.DataFrame] = field(default_factory=dict)
    figure: Any = None
    register: Path | None = None
    again: bool = False

    @property
    def as_of(self) -> str:
        """The round up to which is asked: that of the claims, or the latest."""
        return self.latest if self.again else self.roles.claims

    @property
    def roles(self) -> Roles:
        """The rounds that its register is about; those of the first for a claim of a reader's file."""
        return roles(self.tables.data, self.register)

    @property
    def latest(self) -> str:
        """The latest round of MLPerf Inference that ``rounds.yml`` names."""
        return inference_rounds(self.tables.data)[-1]

    @property
    def published(self) -> Any:
        """The claim's first published figure. Raises RegisterError for a claim without figures."""
        if self.figure is None:
            raise self.entry.fail("has no figure to compare with", "figures", rule="the first figure is compared")
        return self.figure

    def results(self, *row_ids: str) -> pd.DataFrame:
        """The results of MLPerf Inference with these ids, in the order of the table."""
        rows = self.tables.results
        return rows[rows["row_id"].isin(row_ids)]

    def fill(self, text: str, key: str) -> str:
        """``text`` with each number of ``numbers.csv`` that it names in braces; ``key`` is where the register has it.

        ``{latest}`` is the latest round of Inference.

        Raises RegisterError for a number that is not known.
        """

        def printed(match: re.Match[str]) -> str:
            if match[1] == "latest":
                return self.latest
            if match[1] not in self.tables.numbers:
                rule, fix = "braces name a number of numbers.csv", suggestion(match[1], self.tables.numbers)
                raise self.entry.fail(f"no number {match[1]!r}", key, rule=rule, fix=fix)
            return self.tables.numbers[match[1]]

        return BRACED.sub(printed, text)

    def one(self, key: str) -> pd.Series | None:
        """The first row named ``key`` in the claim; None when its pick met no row."""
        if key not in self.rows:
            raise self.entry.fail(
                f"no rows named {key!r}", "rows", rule=f"rows named here: {', '.join(self.rows) or 'none'}"
            )
        found = self.rows[key]
        return found.iloc[0] if len(found) else None
