"""Published figures of claims, prices, and figures of other sources, as quantities."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import pandas as pd

from claimcheck.analysis.tables import load_tables
from claimcheck.claims.verdict.result import ClaimResult, read_recorded
from claimcheck.core.documents import suggestion
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import listed
from claimcheck.data.mechanisms import read_figures
from claimcheck.notebook.quantity import COUNT, PERCENT, RATIO, Quantity

_UNITS = {"$ per million tokens": "$/million tokens"}


def claim(number: int | str, figure: int = 0) -> Quantity:
    """A figure of a claim as it was published: ``claim(1)`` is 2.77x; ``figure`` counts those of one claim from 0.

    It rests on a text and not on results. Raises ClaimcheckError for a claim that there is not.
    """
    recorded = _known(number, _claims(), "claim")
    published = recorded.figures[figure].published
    return Quantity(
        published.value,
        _UNITS.get(published.unit, published.unit),
        published.text.split(" ")[0] if published.unit not in (COUNT, RATIO, PERCENT) else published.text,
        f"figure as published in {listed(recorded.articles)}" if recorded.articles else "figure as published",
        f"claim {number}",
    )


def rows_behind(number: int | str) -> frozenset[str]:
    """Ids of the results behind the first figure of a claim. Raises ClaimcheckError as ``claim`` does."""
    recorded = _known(number, _claims(), "claim")
    return frozenset(recorded.figures[0].rows if recorded.figures else ()) or frozenset(recorded.rows["row_id"])


@functools.cache
def _claims() -> dict[str, ClaimResult]:
    return {str(recorded.number): recorded for recorded in read_recorded(load_tables())}


def _known(key: int | str, register: Mapping[str, Any], kind: str) -> Any:
    """The entry of a register. Raises ClaimcheckError, with the nearest name, for one that it does not have."""
    if str(key) not in register:
        raise ClaimcheckError(
            f"there is no {kind} {key!r}", fix=suggestion(key, register) or f"see {listed([*register])}"
        )
    return register[str(key)]


class Prices:
    """Prices of a GPU-hour, a low and a high end each: ``prices["mid"]`` of a scenario or of a source.

    ``scenarios``: what each price scenario spans, and the dates of the prices within it; ``found``: a frame of all
    sources; ``start``: the price that every page starts with.
    """

    @functools.cached_property
    def _register(self):
        return load_tables().prices

    @property
    def scenarios(self) -> dict[str, str]:
        known = self._register.prices
        dates = {name: {known[price].date for price in of.within} for name, of in self._register.scenarios.items()}
        return {
            name: f"{self._register.scenarios[name].of} (prices of {listed(sorted(dates[name]))})" for name in dates
        }

    @property
    def start(self) -> Quantity:
        return self[self._register.start][0]

    @property
    def found(self) -> pd.DataFrame:
        entries = self._register.prices
        return pd.DataFrame(
            {
                "accelerator": entry.accelerator.removeprefix("NVIDIA "),
                "kind": entry.kind,
                "price": " to ".join(dict.fromkeys(map(str, self[name]))),
                "date": entry.date,
                "source": entry.source.name,
                "note": entry.note,
            }
            for name, entry in entries.items()
        )

    def __getitem__(self, name: str) -> tuple[Quantity, Quantity]:
        """The low and the high end. Raises ClaimcheckError for a name that there is not."""
        scenarios = self._register.scenarios
        entry = _known(name, scenarios | self._register.prices, "price")
        of = f"scenario {name}, {entry.of}" if name in scenarios else f"{entry.kind}: {entry.source}, {entry.date}"
        low, high = (
            Quantity(dollars, "$/GPU/h", f"${dollars:.2f}", "price of a GPU-hour", of) for dollars in entry.usd_per_hour
        )
        return low, high


_figures = functools.cache(read_figures)


class SourcedFigures:
    """Figures of other sources than MLPerf: ``figures["fusion-before"]`` is one that was measured elsewhere.

    ``found`` is a frame of all.
    """

    def __getitem__(self, key: str) -> Quantity:
        """A figure with its unit; its words are what it is, under which conditions, and its source.

        Raises ClaimcheckError for a key that there is not.
        """
        figure = _known(key, _figures(), "figure")
        of = "; ".join(text for text in (figure.about, figure.conditions, figure.source) if text)
        return Quantity(figure.value, figure.unit, what=of)

    @property
    def found(self) -> pd.DataFrame:
        columns = ("key", "text", "about", "conditions", "batch", "source", "url")
        rows = [[getattr(figure, name) for name in columns] for figure in _figures().values()]
        return pd.DataFrame(rows, columns=columns).rename(columns={"text": "figure"})


prices = Prices()
figures = SourcedFigures()
