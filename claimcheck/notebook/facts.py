"""Published figures of claims, prices, and figures of other sources than MLPerf, as quantities."""

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
from claimcheck.core.errors import ClaimcheckError, suggestion
from claimcheck.data.facts import read_prices
from claimcheck.data.quantity import COUNT, PERCENT, RATIO, Quantity
from claimcheck.data.stacks import read_figures

_UNITS = {"$ per million tokens": "$/million tokens"}
_prices, _figures = functools.cache(read_prices), functools.cache(read_figures)
_claims = functools.cache(lambda: {str(recorded.number): recorded for recorded in read_recorded(load_tables())})


def _known(key: int | str, register: Mapping[str, Any], kind: str) -> Any:
    """The entry of a register. Raises ClaimcheckError, with the nearest name, for one that it does not have."""
    if str(key) not in register:
        raise ClaimcheckError(f"there is no {kind} {key!r}", fix=suggestion(key, register))
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


def price(name: str) -> tuple[Quantity, ...]:
    """The price of a GPU-hour by a source or in a scenario of ``data/facts/prices.yml``: its low and its high end."""
    register = _prices()
    entry = _known(name, register.scenarios | register.prices, "price")
    scenario = name in register.scenarios
    of = f"scenario {name}, {entry.of}" if scenario else f"{entry.kind}: {entry.source}, {entry.date}"
    return tuple(Quantity(usd, "$/GPU/h", f"${usd:.2f}", "price of a GPU-hour", of) for usd in entry.usd_per_hour)


def price_list() -> pd.DataFrame:
    """The prices of all sources."""
    return pd.DataFrame(
        {
            "accelerator": chip(entry.accelerator),
            "kind": entry.kind,
            "price": " to ".join(dict.fromkeys(map(str, price(name)))),
            "date": entry.date,
            "source": entry.source.name,
            "note": entry.note,
        }
        for name, entry in _prices().prices.items()
    )


def figure(key: str) -> Quantity:
    """A figure of another source than MLPerf, by its key in ``data/facts/mechanism_figures.yml``."""
    entry = _known(key, _figures(), "figure")
    told = filter(None, (entry.about, entry.conditions, entry.source.name))
    return Quantity(entry.value, entry.unit, what="; ".join(told))
