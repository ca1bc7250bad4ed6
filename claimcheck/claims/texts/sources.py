"""Every fact about the world that a register states, with the text that it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from claimcheck.core.documents import Source
from claimcheck.data.mechanism_figures import read_sources
from claimcheck.data.organisations import partners
from claimcheck.data.paths import DATA_DIR, MECHANISM_FIGURES, PARTNERS, PRICES, ROUNDS
from claimcheck.data.prices import read_prices
from claimcheck.data.rounds import read_rounds


@dataclass(frozen=True)
class Fact:
    """What is stated, in words; the register that states it; and its source."""

    words: str
    register: str
    source: Source


def facts(data: Path = DATA_DIR) -> list[Fact]:
    """Dates of the rounds, prices, lists of partners, figures from outside, in that order. Raises RegisterError."""
    return list(_facts(data))


def _facts(data: Path) -> Iterator[Fact]:
    for one in read_rounds(data):
        if one.announced is not None:
            yield Fact(f"{one.title} {one.name} was published on {one.published}", ROUNDS, one.announced)
    for price in read_prices(data / PRICES).prices.values():
        low, high = (f"${end:,.2f}" for end in price.usd_per_hour)
        span = low if low == high else f"{low} to {high}"
        yield Fact(f"{price.accelerator}, {price.kind}: {span} an hour ({price.date})", PRICES, price.source)
    for listed in partners(data).values():
        words = f"{len(listed.names)} partners on {listed.vendor}'s platform in {listed.round}"
        yield Fact(words, PARTNERS, listed.source)
    for source, about in read_sources(data):
        yield Fact("; ".join(dict.fromkeys(about)), MECHANISM_FIGURES, source)
