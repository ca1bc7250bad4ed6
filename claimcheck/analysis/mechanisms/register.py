"""``data/mechanism_figures.yml``: published figures and constants, each with its source."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.registers import Entry, Register, read_yaml
from claimcheck.tables import DATA_DIR

_KEYS = ("value", "unit", "about", "source")
# Sections of our own choices; their entries may have no source.
CHOSEN = ("assumed", "traffic", "launches")
_MORE = {"published": ("conditions", "batch"), **dict.fromkeys(CHOSEN, ("low", "high"))}
SECTIONS = ("published", "model", "gpu", "trace", "lengths", *CHOSEN)


@dataclass(frozen=True)
class Sourced:
    """A figure from outside: its value and unit, what it is, and where it stands.

    ``batch``: requests in flight per GPU, None where the source does not say. ``low`` and ``high``: the range that is
    tried, of an assumption.
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


def read_figures(data: Path = DATA_DIR) -> Figures:
    """The register. Raises RegisterError, naming the line, for a missing or unknown key or source."""
    register = read_yaml(data / "mechanism_figures.yml")
    sources = dict(register.section("sources"))
    return Figures({name: _section(register, name, sources) for name in SECTIONS})


def _section(register: Register, name: str, sources: dict[str, Entry]) -> dict[str, Sourced]:
    return {key: _figure(entry, name, sources) for key, entry in register.section(name)}


def _figure(entry: Entry, section: str, sources: dict[str, Entry]) -> Sourced:
    extra = _MORE.get(section, ())
    entry.only((*_KEYS, *extra))
    where = None
    if section not in CHOSEN or "source" in entry.values:
        where = sources[entry.choice("source", sources)]
    if not isinstance(entry.need("unit"), str):
        raise entry.fail(f"unit is {entry.get('unit')!r}", "unit", rule="unit is a text, empty for a plain number")
    return Sourced(
        key=entry.name,
        value=entry.number("value"),
        unit=entry.values["unit"],
        about=entry.text("about"),
        source=where.text("name") if where else "our assumption",
        url=where.text("url") if where else "",
        conditions=entry.text("conditions") if section == "published" else "",
        **{key: entry.number(key) for key in ("batch", "low", "high") if key in entry.values},
    )
