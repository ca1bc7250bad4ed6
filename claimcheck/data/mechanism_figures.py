"""``data/facts/mechanism_figures.yml``: published figures and constants, each with its source."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import pandas as pd
from pydantic import model_validator

from claimcheck.core.documents import Model, Number, Source, Text, read, unknown
from claimcheck.data.paths import DATA_DIR, MECHANISM_FIGURES

# Sections of our own choices; their entries may have no source.
CHOSEN = ("assumed", "traffic", "launches")
SECTIONS = ("published", "model", "gpu", "trace", "lengths", *CHOSEN)


@dataclass(frozen=True)
class Sourced:
    """A figure from outside: its value and unit, what it is, and where it stands.

    ``batch``: requests in flight per GPU, None where the source does not say. ``low`` and ``high``: the range that is
    tried, of an assumption. ``quote``: where the source prints it, word for word; ``unquoted``: why there is none.
    """

    key: str
    value: float
    unit: str
    about: str
    source: str
    url: str
    conditions: str = ""
    batch: float | None = None
    low: float | None = None
    high: float | None = None
    quote: str | None = None
    unquoted: str | None = None

    @property
    def quantity(self) -> dict[str, Any]:
        """How prose prints the figure, as arguments of ``numbers.number``: ratios and percentages with their unit."""
        return {
            "value": self.value,
            "unit": self.unit if self.unit in ("x", "%") else "",
            "decimals": len(str(self.value).rstrip("0").partition(".")[2]),
            "how": "; ".join(said for said in (self.about, self.conditions, self.source) if said),
        }


@dataclass(frozen=True)
class Figures:
    """All of the register, by section and key."""

    sections: dict[str, dict[str, Sourced]]

    def values(self, section: str) -> dict[str, float]:
        """Values of a section by key."""
        return {key: figure.value for key, figure in self.sections[section].items()}

    def published(self, key: str) -> Sourced:
        """One published figure."""
        return self.sections["published"][key]

    def about(self, *prefixes: str) -> list[Sourced]:
        """Published figures whose key begins with one of ``prefixes``."""
        return [one for key, one in self.sections["published"].items() if key.startswith(prefixes)]

    def table(self, section: str, prefix: str = "") -> pd.DataFrame:
        """A section as a frame, one row a figure, those whose key begins with ``prefix``."""
        return pd.DataFrame([vars(f) for k, f in self.sections[section].items() if k.startswith(prefix)])


class _Figure(Model):
    value: Number
    unit: str
    about: Text
    source: Text
    quote: Text | None = None
    unquoted: Text | None = None


class _Published(_Figure):
    conditions: Text
    batch: Number | None = None


class _Chosen(_Figure):
    source: Text | None = None
    low: Number | None = None
    high: Number | None = None


class _File(Model):
    sources: dict[str, Source]
    published: dict[str, _Published]
    model: dict[str, _Figure]
    gpu: dict[str, _Figure]
    trace: dict[str, _Figure]
    lengths: dict[str, _Figure]
    assumed: dict[str, _Chosen]
    traffic: dict[str, _Chosen]
    launches: dict[str, _Chosen]

    @model_validator(mode="after")
    def _known(self) -> Self:
        for section in SECTIONS:
            for key, figure in getattr(self, section).items():
                if figure.source is not None and figure.source not in self.sources:
                    raise unknown(f"{section}.{key}.source", figure.source, self.sources)
        return self


def read_figures(data: Path = DATA_DIR) -> Figures:
    """The register. Raises RegisterError, naming the line, for every missing or unknown key or source."""
    found = read(data / MECHANISM_FIGURES, _File)

    def sourced(key: str, figure: _Figure) -> Sourced:
        where = found.sources.get(figure.source)
        source, url = (where.name, where.read_at or where.address) if where else ("our assumption", "")
        return Sourced(key=key, **{**figure.model_dump(), "source": source, "url": url})

    return Figures({name: {k: sourced(k, one) for k, one in getattr(found, name).items()} for name in SECTIONS})


def read_sources(data: Path = DATA_DIR) -> list[tuple[Source, list[str]]]:
    """Every source of the register, and what its figures are about. Raises RegisterError as ``read_figures`` does."""
    found = read(data / MECHANISM_FIGURES, _File)
    figures = [one for section in SECTIONS for one in getattr(found, section).values()]
    return [(source, [one.about for one in figures if one.source == key]) for key, source in found.sources.items()]
