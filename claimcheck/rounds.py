"""The rounds of MLPerf, as ``data/rounds.yml`` lists them: order, suites, and the two that the claims compare."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from claimcheck.registers import Entry, read_yaml
from claimcheck.tables import DATA_DIR

_SUITES = {"MLPerf Inference": "inference", "MLPerf Training": "training", "MLPerf HPC": "hpc"}
SUITES = tuple(_SUITES.values())


@dataclass(frozen=True)
class Roles:
    """The round in which the claims were made (``claims``), the one compared with it (``before``), the ``latest``."""

    claims: str
    before: str
    latest: str

    @property
    def pair(self) -> tuple[str, str]:
        """The two rounds that the claims compare, the earlier first."""
        return self.before, self.claims


@functools.cache
def roles(data: Path = DATA_DIR) -> Roles:
    """The rounds of MLPerf Inference by their role; raises RegisterError for a role that names no such round."""
    rounds = inference_rounds(data)
    found = {name: entry.choice("round", rounds) for name, entry in read_yaml(data / "rounds.yml").section("roles")}
    return Roles(found["claims"], found["before"], rounds[-1])


def order(round_: str) -> tuple[int, ...]:
    """A round as numbers, to be sorted by: v5.1 -> (5, 1)."""
    return tuple(int(part) for part in str(round_).removeprefix("v").split("."))


def in_order(rounds: Iterable[str]) -> list[str]:
    """Rounds such as v0.5 and v6.1, each once, oldest first."""
    return sorted(rounds.unique() if isinstance(rounds, pd.Series) else set(rounds), key=order)


def inference_rounds(data: Path = DATA_DIR) -> list[str]:
    """Every round of MLPerf Inference that ``rounds.yml`` names, oldest first."""
    return in_order(name for name, entry in _register(data).items() if _suite(entry) == "inference")


def successive_rounds(data: Path = DATA_DIR) -> list[tuple[str, str]]:
    """Every two successive rounds of MLPerf Inference, the earlier first."""
    return list(itertools.pairwise(inference_rounds(data)))


def keys_until(data: Path = DATA_DIR, last: str | None = None, suites: Collection[str] = SUITES) -> list[str]:
    """Keys of the rounds in ``rounds.yml`` that were published on or before the day of ``last``, of ``suites``.

    ``last`` is the round of the claims unless given; suites are inference, training, hpc. A round without a known day
    of publication is not among them. Raises ValueError for a suite that is none.
    """
    if unknown := set(suites) - set(SUITES):
        raise ValueError(f"no suite {', '.join(sorted(unknown))}; suites are {', '.join(SUITES)}")
    register = _register(data)
    day = register[last or roles().claims].need("published")
    return [
        key
        for key, entry in register.items()
        if "published" in entry.values and entry.get("published") <= day and _suite(entry) in suites
    ]


def rounds_until(data: Path = DATA_DIR, last: str | None = None) -> dict[str, list[str]]:
    """Rounds of each suite (inference, training, hpc) published on or before the day of ``last``."""
    register = _register(data)
    found: dict[str, list[str]] = {suite: [] for suite in SUITES}
    for key in keys_until(data, last):
        found[_suite(register[key])].append(key.rsplit("-", 1)[-1])
    return found


def _register(data: Path) -> dict[str, Entry]:
    return dict(read_yaml(data / "rounds.yml").section("rounds"))


def _suite(entry: Entry) -> str:
    return _SUITES[entry.choice("suite", _SUITES)]
