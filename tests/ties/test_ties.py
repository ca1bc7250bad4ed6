"""The tables agree with each other and with themselves, and a coherent lie in them is named by its row."""

from __future__ import annotations

import functools
import time
from pathlib import Path

import pytest

from claimcheck.ties import TIES, Ground, faults, rows_of_ties
from tests.ties.planted import FAULTS, part


@pytest.fixture(scope="module")
def ground(data_dir: Path) -> Ground:
    return Ground(data_dir)


def test_no_row_of_the_tables_contradicts_another_place(ground: Ground) -> None:
    began = time.process_time()
    assert [str(fault) for _, fault in faults(ground)] == []
    assert time.process_time() - began < 30


@functools.cache
def of_rounds(ground: Ground, rounds: tuple[str, ...]) -> tuple[Ground, set[str]]:
    """The tables of these rounds, and what breaks for want of the others."""
    some = part(ground, *rounds)
    return some, {str(fault) for _, fault in faults(some)}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_named(kind: str, ground: Ground) -> None:
    rounds, plant = FAULTS[kind]
    honest, before = of_rounds(ground, rounds)
    lie, row = plant(honest)
    found = (fault for _, fault in faults(lie) if str(fault) not in before)
    assert any(row in fault.row for fault in found)


def test_every_tie_says_what_it_ties() -> None:
    rows = dict(rows_of_ties())
    assert rows.keys() == TIES.keys()
    assert all(text.endswith(".") and len(text) < 200 for text in rows.values())
