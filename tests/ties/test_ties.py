"""The tables agree with each other and with themselves, and a coherent lie in them is named by its row."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.ties import TIES, Fault, Ground, faults, rows_of_ties
from tests.conftest import ROOT
from tests.ties.copies import Copy
from tests.ties.planted import FAULTS, part


def test_no_row_of_the_tables_contradicts_another_place(data_dir: Path) -> None:
    began = time.process_time()
    assert [str(fault) for _, fault in faults(Ground(data_dir))] == []
    assert time.process_time() - began < 30


def broken(data: Path, frames: dict[str, pd.DataFrame], rounds: tuple[str, ...]) -> Iterator[Fault]:
    """What breaks in these tables, of these rounds alone."""
    ground = Ground(data, **frames)
    ground.rounds = {key: round_ for key, round_ in ground.rounds.items() if key in rounds}
    yield from (fault for _, fault in faults(ground))


@functools.cache
def of_rounds(rounds: tuple[str, ...]) -> tuple[dict[str, pd.DataFrame], set[str]]:
    """The tables of these rounds, and what breaks for want of the others."""
    frames = part(ROOT, *rounds)
    return frames, set(map(str, broken(ROOT / "data", frames, rounds)))


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_named(kind: str, tmp_path: Path) -> None:
    rounds, plant = FAULTS[kind]
    frames, before = of_rounds(rounds)
    copy = Copy(ROOT, tmp_path)
    copy.frames |= frames
    named = plant(copy)
    # Registers that were read before are not read again.
    data = copy.data if copy.written else ROOT / "data"
    found = (fault for fault in broken(data, copy.frames, rounds) if str(fault) not in before)
    assert any(one in fault.row for fault in found for one in named)


def test_every_tie_says_what_it_ties() -> None:
    rows = dict(rows_of_ties())
    assert rows.keys() == TIES.keys()
    assert all(text.endswith(".") and len(text) < 200 for text in rows.values())
