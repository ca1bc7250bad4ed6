"""A claim's context over small made tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.claims.model import Context, Tables
from claimcheck.registers import Entry, read_yaml
from tests.making import results

PRICES = """\
prices:
  cheap: {accelerator: NVIDIA GB300, usd_per_hour: [3.60, 3.60]}
  dear: {accelerator: NVIDIA GB300, usd_per_hour: [7.20, 10.80]}
  other: {accelerator: NVIDIA B300, usd_per_hour: [1.00, 1.00]}
scenarios:
  low: {usd_per_hour: [3.60, 3.60], of: owning}
  mid: {usd_per_hour: [3.60, 7.20], of: owning to renting}
"""
ROUNDS = "rounds: {}\ncomparable:\n  deepseek-r1: {rounds: [v5.1, v6.0]}\n  old-model: {rounds: [v5.0, v5.1]}\n"


@pytest.fixture
def context(tmp_path: Path) -> Callable[..., Context]:
    """Make a context: names of rows to frames, the whole table if it holds more, descriptions of systems."""
    (tmp_path / "prices.yml").write_text(PRICES, encoding="utf-8")
    (tmp_path / "rounds.yml").write_text(ROUNDS, encoding="utf-8")
    prices, rounds = (read_yaml(tmp_path / f"{n}.yml") for n in ("prices", "rounds"))

    def make(
        rows: dict[str, pd.DataFrame],
        table: pd.DataFrame | None = None,
        described: pd.DataFrame | None = None,
        figures: list[dict[str, Any]] | None = None,
    ) -> Context:
        frames: list[Any] = [*rows.values()] or [results()]
        whole = table if table is not None else pd.concat(frames).drop(columns="per_accelerator", errors="ignore")
        found = Tables(whole, results(), described if described is not None else results(), prices, rounds, tmp_path)
        values = {"figures": figures} if figures else {}
        entry = Entry(tmp_path / "claims.yml", "a-claim", 2, values, {"figures": 9, "rows": 5, "sensitivity": 11})
        return Context(entry, found, dict(rows))

    return make
