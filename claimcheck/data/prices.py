"""``data/facts/prices.yml``: what an accelerator-hour costs by source, and the scenarios of a cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from claimcheck.core.documents import Many, Model, Source, Text, When, broken, read, suggestion


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


class Scenario(Model):
    """A range of prices that a cost is computed over; ``of`` says what it spans, ``within`` names prices around it."""

    usd_per_hour: Ends
    of: Text
    within: Many[Text]


class Prices(Model):
    """The register of prices; ``start`` names the one that every page starts with, for its own accelerator alone."""

    prices: dict[str, Price]
    scenarios: dict[str, Scenario]
    start: Text

    @property
    def first(self) -> Price:
        """The price that every page starts with."""
        return self.prices[self.start]

    @field_validator("scenarios")
    @classmethod
    def _known(cls, scenarios: dict[str, Scenario], info: ValidationInfo) -> dict[str, Scenario]:
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


def read_prices(path: Path) -> Prices:
    """``prices.yml``. Raises RegisterError.

    An unquoted comma in a YAML flow mapping starts a new key, which the model does not know.
    """
    return read(path, Prices)
