"""Published figures of claims, prices, and figures of other sources, as quantities."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import pandas as pd

from claimcheck.analysis.derived import load_tables
from claimcheck.analysis.view import chip
from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.texts.wording import outlets
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.core.documents import suggestion
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import listed
from claimcheck.data.quantity import COUNT, PERCENT, RATIO, Quantity
from claimcheck.data.stacks import read_figures

_UNITS = {"$ per million tokens": "$/million tokens"}
_prices, _figures = functools.cache(lambda: load_tables().prices), functools.cache(read_figures)
_claims = functools.cache(lambda: {str(recorded.number): recorded for recorded in read_recorded(load_tables())})


def _known(key: int | str, register: Mapping[str, Any], kind: str) -> Any:
    """The entry of a register. Raises ClaimcheckError, with the nearest name, for one that it does not have."""
    if str(key) not in register:
        fix = suggestion(key, register) or f"those known are {listed([*register])}"
        raise ClaimcheckError(f"there is no {kind} {key!r}", fix=fix)
    return register[str(key)]


def claim(number: int | str, figure: int = 0) -> Quantity:
    """A figure of a claim as published: ``claim(1)`` is 2.77x; ``figure`` counts those of one claim from 0."""
    recorded = _known(number, _claims(), "claim")
    published, texts = recorded.figures[figure].published, read_articles()
    return Quantity(
        published.value,
        _UNITS.get(published.unit, published.unit),
        published.text.split(" ")[0] if published.unit not in (COUNT, RATIO, PERCENT) else published.text,
        f"figure as published by {outlets(texts[key] for key in recorded.articles)}",
        f"claim {number}",
    )


def rows_behind(number: int | str) -> frozenset[str]:
    """Ids of the results behind the first figure of a claim."""
    recorded = _known(number, _claims(), "claim")
    return frozenset(recorded.figures[0].rows if recorded.figures else ()) or frozenset(recorded.rows)


class Prices:
    """Prices of a GPU-hour, a low and a high end each: ``prices["mid"]`` of a scenario or of a source.

    ``found``: a frame of all sources; ``start``: the price that every page starts with.
    """

    @property
    def scenarios(self) -> dict[str, str]:
        prices, scenarios = _prices().prices, _prices().scenarios.items()
        dates = {name: sorted({prices[price].date for price in scenario.within}) for name, scenario in scenarios}
        return {name: f"{scenario.of} (prices of {listed(dates[name])})" for name, scenario in scenarios}

    @property
    def start(self) -> Quantity:
        return self[_prices().start][0]

    @property
    def found(self) -> pd.DataFrame:
        return pd.DataFrame(
            {
                "accelerator": chip(entry.accelerator),
                "kind": entry.kind,
                "price": " to ".join(dict.fromkeys(map(str, self[name]))),
                "date": entry.date,
                "source": entry.source.name,
                "note": entry.note,
            }
            for name, entry in _prices().prices.items()
        )

    def __getitem__(self, name: str) -> tuple[Quantity, ...]:
        scenarios = _prices().scenarios
        entry = _known(name, scenarios | _prices().prices, "price")
        of = f"scenario {name}, {entry.of}" if name in scenarios else f"{entry.kind}: {entry.source}, {entry.date}"
        return tuple(Quantity(usd, "$/GPU/h", f"${usd:.2f}", "price of a GPU-hour", of) for usd in entry.usd_per_hour)


class SourcedFigures:
    """Figures of other sources than MLPerf: ``figures["fusion-before"]`` is one, ``figures.found`` a frame of all."""

    def __getitem__(self, key: str) -> Quantity:
        figure = _known(key, _figures(), "figure")
        told = filter(None, (figure.about, figure.conditions, figure.source))
        return Quantity(figure.value, figure.unit, what="; ".join(told))

    @property
    def found(self) -> pd.DataFrame:
        columns = ("key", "text", "about", "conditions", "batch", "source", "url")
        frame = pd.DataFrame({name: getattr(figure, name) for name in columns} for figure in _figures().values())
        return frame.rename(columns={"text": "figure"})


prices = Prices()
figures = SourcedFigures()
