"""Published figures of claims, prices, and figures of other sources, as quantities."""

from __future__ import annotations

import functools

import pandas as pd

from claimcheck.analysis.derived import load_tables
from claimcheck.claims.verdict.result import ClaimResult, read_recorded
from claimcheck.core.documents import suggestion
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import listed
from claimcheck.data.stacks import Sourced, read_figures
from claimcheck.notebook.quantity import COUNT, PERCENT, RATIO, Quantity

_UNITS = {"$ per million tokens": "$/million tokens"}


def claim(number: int | str, figure: int = 0) -> Quantity:
    """A figure of a claim as it was published: ``claim(1)`` is 2.77x; ``figure`` counts those of one claim from 0.

    It rests on a text and not on results. Raises ClaimcheckError for a claim that there is not.
    """
    recorded = _claim(number)
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
    recorded = _claim(number)
    return frozenset(recorded.figures[0].rows if recorded.figures else ()) or frozenset(recorded.rows)


def _claim(number: int | str) -> ClaimResult:
    claims = _claims()
    if str(number) not in claims:
        raise ClaimcheckError(f"there is no claim {number}", rule=f"claims are {', '.join(claims)}")
    return claims[str(number)]


@functools.cache
def _claims() -> dict[str, ClaimResult]:
    return {str(recorded.number): recorded for recorded in read_recorded(load_tables())}


class Prices:
    """Prices of a GPU-hour, a low and a high end each: ``prices["mid"]`` of a scenario or of a source.

    ``scenarios`` are the names of those that a cost is computed over; ``found`` is a frame of all sources.
    """

    @functools.cached_property
    def _register(self):
        return load_tables().prices

    @property
    def scenarios(self) -> dict[str, str]:
        """What each price scenario spans, and the dates of the prices within it, by its name."""
        spans = {}
        for name, scenario in self._register.scenarios.items():
            dates = sorted({self._register.prices[price].date for price in scenario.within})
            spans[name] = f"{scenario.of} (prices of {listed(dates)})"
        return spans

    @property
    def start(self) -> Quantity:
        """The price that every page starts with."""
        return self[self._register.start][0]

    @property
    def found(self) -> pd.DataFrame:
        """Prices with their sources."""
        entries = self._register.prices.values()
        spans = [dict.fromkeys(f"{self[name][end]}" for end in (0, 1)) for name in self._register.prices]
        return pd.DataFrame(
            {
                "accelerator": [entry.accelerator.removeprefix("NVIDIA ") for entry in entries],
                "kind": [entry.kind for entry in entries],
                "price": [" to ".join(span) for span in spans],
                "date": [entry.date for entry in entries],
                "source": [entry.source.name for entry in entries],
                "note": [entry.note for entry in entries],
            }
        )

    def __getitem__(self, name: str) -> tuple[Quantity, Quantity]:
        """The low and the high end of a price scenario or of a source's price."""
        known = self._register.scenarios | self._register.prices
        if name not in known:
            raise LookupError(f"there is no price {name!r}; they are {listed([*known])}")
        entry = known[name]
        scenario = name in self._register.scenarios
        of = f"scenario {name}, {entry.of}" if scenario else f"{entry.kind}: {entry.source}, {entry.date}"
        low, high = (
            Quantity(dollars, "$/GPU/h", f"${dollars:.2f}", "price of a GPU-hour", of) for dollars in entry.usd_per_hour
        )
        return low, high


class SourcedFigures:
    """Figures of other sources than MLPerf: ``figures["fusion-before"]`` is one that was measured elsewhere.

    ``found`` is a frame of all.
    """

    @functools.cached_property
    def _figures(self) -> dict[str, Sourced]:
        return read_figures()

    def __getitem__(self, key: str) -> Quantity:
        """A figure with its unit; its words are what it is, under which conditions, and its source.

        Raises ClaimcheckError for a key that there is not.
        """
        if key not in self._figures:
            fix = suggestion(key, self._figures)
            raise ClaimcheckError(f"there is no figure {key!r}", rule="figures are in mechanism_figures.yml", fix=fix)
        figure = self._figures[key]
        of = "; ".join(text for text in (figure.about, figure.conditions, figure.source) if text)
        return Quantity(figure.value, figure.unit, what=of)

    @property
    def found(self) -> pd.DataFrame:
        """Figures with their sources."""
        columns = ("key", "text", "about", "conditions", "batch", "source", "url")
        rows = [[getattr(figure, name) for name in columns] for figure in self._figures.values()]
        return pd.DataFrame(rows, columns=columns).rename(columns={"text": "figure"})


prices = Prices()
figures = SourcedFigures()
