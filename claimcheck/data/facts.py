"""Facts that claims and costs rest on: targets of accuracy, prices, partners of vendors.

They are in ``accuracy.yml``, ``prices.yml`` and ``partners.yml`` of ``data/facts``, with their sources.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, Strict

from claimcheck.core.documents import Many, Model, Number, Text, When, broken
from claimcheck.data.paths import ACCURACY, KNOWN_EXCEPTIONS, PARTNERS, PRICES
from claimcheck.data.rounds import RulesText, Source, order
from claimcheck.data.schema import reader, section

_Usd = Annotated[float, Field(gt=0, lt=1e6, allow_inf_nan=False)]


def _in_order(ends: tuple[float, float]) -> tuple[float, float]:
    if ends[0] > ends[1]:
        raise broken(f"usd_per_hour is {list(ends)}", "usd_per_hour is a low and a high price")
    return ends


# Low and high end, in dollars per accelerator-hour; equal where a source gives one figure.
Ends = Annotated[tuple[_Usd, _Usd], Strict(False), AfterValidator(_in_order)]


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
    """The register of prices, and of ranges of them."""

    prices: dict[str, Price]
    scenarios: dict[str, PriceScenario]

    def dates(self, scenario: str) -> str:
        """The dates of the prices that a scenario is within: one, or the first and the last."""
        dates = sorted(self.prices[price].date for price in self.scenarios[scenario].within)
        return " to ".join(dict.fromkeys([dates[0], dates[-1]]))


read_prices = reader(PRICES, Prices)


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


class _Partners(Model):
    partners: dict[str, Partners] = Field({})
    organisations: dict[str, Annotated[Behind, AfterValidator(lambda behind: behind.are)]] = Field({})


# The published lists of partners, by key.
partners = reader(PARTNERS, _Partners, "partners")
# The organisations that a submitter's name stands for; a name that is not there stands for itself.
organisations = reader(PARTNERS, _Partners, "organisations")


# The reference's figure, and the share of it that the rules ask.
Bound = Annotated[tuple[Number, Number], Strict(False)]


class Target(Model):
    """What a metric must reach from round ``first`` on, and, where there is one, what it must not pass."""

    least: Bound
    most: Bound | None = None
    first: Text = "v0.0"


class Checker(RulesText):
    """The file that holds a round's targets, and the line at which they begin."""

    line: int


class Targets(Model):
    """``accuracy.yml``: the checker of each round; targets by benchmark and metric."""

    checkers: dict[str, Checker]
    targets: dict[str, dict[str, Many[Target]]]

    def of(self, benchmark: str, round_: str) -> dict[str, Target]:
        """The targets of ``benchmark`` in ``round_`` by metric; none for a round without a checker."""
        if round_ not in self.checkers:
            return {}
        return {
            metric: max((t for t in targets if order(t.first) <= order(round_)), key=lambda target: order(target.first))
            for metric, targets in self.targets.get(benchmark, {}).items()
        }


read_targets = reader(ACCURACY, Targets)


class KnownException(Model):
    """Rows that break a check because their source has them so: the ``column`` at fault, the rows' keys, and why."""

    check: Text
    column: Text
    rows: Many[Text]
    why: Text


# By name.
known_exceptions = section(KNOWN_EXCEPTIONS, "known_exceptions", dict[str, KnownException])
