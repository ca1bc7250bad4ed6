"""Facts that claims and costs rest on: clauses of the rules, targets of accuracy, prices, partners of vendors.

They are in ``rules.yml``, ``accuracy.yml``, ``prices.yml`` and ``partners.yml`` of ``data/facts``, with their sources.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, Strict, ValidationInfo, field_validator, model_validator

from claimcheck.core.documents import Many, Model, Number, Source, Text, When, broken, read, read_if_there, suggestion
from claimcheck.data.paths import ACCURACY, DATA_DIR, KNOWN_EXCEPTIONS, PARTNERS, PRICES, RULES
from claimcheck.data.rounds import RulesText, order


class Limit(Model):
    """Limits on the 99th percentile of the times to the first and per further token, in ms."""

    ttft_ms: Number
    tpot_ms: Number


class Clause(Model):
    """One clause: what it ``says`` in our words, at which ``line`` of the rules of its ``round``, and the words there.

    ``at_most``: the most that it allows; ``limits``: by scenario, of ``benchmark``.
    """

    round: Text
    line: int
    says: Text
    quote: Text
    at_most: int | None = None
    benchmark: Text | None = None
    limits: dict[str, Limit] = Field({})

    @model_validator(mode="after")
    def _of_a_benchmark(self) -> Clause:
        if self.limits and self.benchmark is None:
            raise broken("has limits and no benchmark", "limits are those of a benchmark", key="limits")
        return self


class Rules(Model):
    """The register of clauses."""

    clauses: dict[str, Clause]


def read_clauses(data: Path) -> dict[str, Clause]:
    """``data/facts/rules.yml`` by key. Raises RegisterError."""
    return read(data / RULES, Rules).clauses


def _ends(prices: tuple[float, ...]) -> tuple[float, ...]:
    if len(prices) != 2 or prices[0] > prices[1]:
        raise broken(f"usd_per_hour is {list(prices)}", "usd_per_hour is a low and a high price, both above 0")
    return prices


# Low and high end, in dollars per accelerator-hour; equal where a source gives one figure.
Ends = Annotated[Many[Annotated[float, Field(gt=0, lt=1e6, allow_inf_nan=False)]], AfterValidator(_ends)]


class Price(Model):
    """A price that a source gives for an hour of an accelerator.

    ``quote`` is where the source prints it, word for word, for so many accelerators together (``of``); ``unquoted``
    says why there is none.
    """

    accelerator: Text
    kind: Text
    usd_per_hour: Ends
    date: When
    source: Source
    quote: Text | None = None
    of: int = Field(1, ge=1)
    unquoted: Text | None = None
    note: Text = ""


class PriceScenario(Model):
    """A range of prices that a cost is computed over; ``of`` says what it spans, ``within`` names prices around it."""

    usd_per_hour: Ends
    of: Text
    within: Many[Text]


class Prices(Model):
    """The register of prices; ``start`` names the one that every page starts with, for its own accelerator alone."""

    prices: dict[str, Price]
    scenarios: dict[str, PriceScenario]
    start: Text

    @property
    def first(self) -> Price:
        """The price that every page starts with."""
        return self.prices[self.start]

    def dates(self, scenario: str) -> str:
        """The dates of the prices that a scenario is within: one, or the first and the last."""
        dates = sorted(self.prices[price].date for price in self.scenarios[scenario].within)
        return " to ".join(dict.fromkeys([dates[0], dates[-1]]))

    @field_validator("scenarios")
    @classmethod
    def _known(cls, scenarios: dict[str, PriceScenario], info: ValidationInfo) -> dict[str, PriceScenario]:
        known = info.data.get("prices", {})
        for name, scenario in scenarios.items():
            for price in scenario.within if known else ():
                if price not in known:
                    rule = "a scenario is within prices of this file"
                    raise broken(f"there is no price {price!r}", rule, suggestion(price, known), f"{name}.within")
        return scenarios

    @field_validator("start")
    @classmethod
    def _one_price(cls, start: str, info: ValidationInfo) -> str:
        known = info.data.get("prices", {})
        if known and (start not in known or len(set(known[start].usd_per_hour)) > 1):
            raise broken(f"start is {start!r}", "start names a price of one figure", suggestion(start, known))
        return start


def read_prices(data: Path = DATA_DIR) -> Prices:
    """``data/facts/prices.yml``. Raises RegisterError.

    An unquoted comma in a YAML flow mapping starts a new key, which the model does not know.
    """
    return read(data / PRICES, Prices)


class Partners(Model):
    """The submitters on a ``vendor``'s platform in a ``round``, as the vendor names them in print.

    ``spelt``: the same organisation as the results spell it.
    """

    vendor: Text
    round: Text
    source: Source
    names: Many[Text]
    spelt: dict[str, Text] = Field({})


class Behind(Model):
    """The organisations that a submitter's name stands for, and what shows it."""

    are: Many[Text]
    why: Text


class _Register(Model):
    partners: dict[str, Partners] = Field({})
    organisations: dict[str, Behind] = Field({})


def partners(data: Path = DATA_DIR) -> dict[str, Partners]:
    """The published lists of partners by key. Raises RegisterError."""
    return read(data / PARTNERS, _Register).partners


def organisations(data: Path = DATA_DIR) -> dict[str, tuple[str, ...]]:
    """Submitter's name to the organisations that it stands for; a name that is not there stands for itself.

    Raises RegisterError for an entry without organisations or without a reason.
    """
    return {name: behind.are for name, behind in read(data / PARTNERS, _Register).organisations.items()}


# The reference's figure, and the share of it that the rules ask.
Bound = Annotated[tuple[Number, Number], Strict(False)]


class Target(Model):
    """What a metric must reach from round ``first`` on, and, where there is one, what it must not pass."""

    least: Bound
    most: Bound | None = None
    first: Text | None = None


class Checker(RulesText):
    """The file that holds a round's targets, and the line at which they begin."""

    line: int


class Targets(Model):
    """``accuracy.yml``: the checker of each round; targets by benchmark and metric, in the order of the rounds."""

    checkers: dict[str, Checker]
    targets: dict[str, dict[str, Many[Target]]]

    @model_validator(mode="after")
    def _follow_each_other(self) -> Targets:
        for benchmark, metrics in self.targets.items():
            for metric, targets in metrics.items():
                starts = [order(target.first) if target.first else (0, 0) for target in targets]
                if starts != sorted(set(starts)):
                    key = f"targets.{benchmark}.{metric}"
                    raise broken(f"{metric}: rounds out of order", "a target follows an earlier one", key=key)
        return self

    def of(self, benchmark: str, round_: str) -> dict[str, Target]:
        """The targets of ``benchmark`` in ``round_`` by metric; none for a round without a checker."""
        if round_ not in self.checkers:
            return {}
        return {
            metric: [t for t in targets if t.first is None or order(t.first) <= order(round_)][-1]
            for metric, targets in self.targets.get(benchmark, {}).items()
        }


def read_targets(data: Path) -> Targets:
    """``data/facts/accuracy.yml``. Raises RegisterError."""
    return read(data / ACCURACY, Targets)


class KnownException(Model):
    """Rows that break a check because their source has them so: the ``column`` at fault, the rows' keys, and why."""

    check: Text
    column: Text
    rows: Many[Text]
    why: Text


class KnownExceptions(Model):
    """``known_exceptions.yml``."""

    known_exceptions: dict[str, KnownException] = Field({})


def known_exceptions(data: Path = DATA_DIR) -> dict[str, KnownException]:
    """The entries of ``known_exceptions.yml`` by name; none without the file. Raises RegisterError."""
    return read_if_there(data / KNOWN_EXCEPTIONS, KnownExceptions).known_exceptions
