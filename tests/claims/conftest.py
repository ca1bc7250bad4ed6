"""A claim's context over small made tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.claims.model import Context, Tables
from claimcheck.claims.prices import read_prices
from claimcheck.registers import Entry, read_yaml
from claimcheck.tables import TABLES
from claimcheck.tables.store import to_csv
from tests.making import results, training

PRICES = """\
prices:
  cheap: {accelerator: NVIDIA GB300, kind: rent, date: 2026-04, source: a list, usd_per_hour: [3.60, 3.60]}
  dear: {accelerator: NVIDIA GB300, kind: rent, date: 2026-04, source: a list, usd_per_hour: [7.20, 10.80]}
  other: {accelerator: NVIDIA B300, kind: rent, date: 2026-04, source: a list, usd_per_hour: [1.00, 1.00]}
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
    prices, rounds = read_prices(tmp_path / "prices.yml"), read_yaml(tmp_path / "rounds.yml")

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


HISTORY_ROUNDS = """\
rounds:
  v0.5: {suite: MLPerf Inference, published: 2019-11-06, retrieved: 2026-11-20}
  v5.1: {suite: MLPerf Inference, published: 2025-09-09, retrieved: 2026-11-21}
  v6.0: {suite: MLPerf Inference, published: 2026-04-01, retrieved: 2026-11-21}
  v6.1: {suite: MLPerf Inference, published: 2026-09-01, retrieved: 2026-11-21}
  v7.0: {suite: MLPerf Inference, retrieved: 2026-11-21}
  training-v5.1: {suite: MLPerf Training, published: 2025-11-12, retrieved: 2026-11-21}
  training-v6.0: {suite: MLPerf Training, published: 2026-06-01, retrieved: 2026-11-21}
  hpc-v3.0: {suite: MLPerf HPC, published: 2023-11-08, retrieved: 2026-11-21}
"""
HISTORY_BENCHMARKS = """\
benchmarks:
  deepseek-r1: {metric: tokens, scenarios: {Offline: v5.1, Server: v5.1, Interactive: v6.0}}
  bert-99: {metric: samples, scenarios: {Offline: v0.5}}
  bert-99.9: {metric: samples, scenarios: {Offline: v6.0}}
  wan: {metric: samples, scenarios: {Offline: v6.0, SingleStream: v6.0}}
  gpt-99: {metric: tokens, scenarios: {Server: v6.0}}
  gpt-99.9: {metric: tokens, scenarios: {Server: v6.0}}
"""
HISTORY_PARTNERS = """\
partners:
  nvidia-v6.0:
    vendor: NVIDIA
    round: v6.0
    source: print
    names: [Dell, Red Hat]
    spelt: {Red Hat: RedHat}
organisations:
  Dell_Broadcom: {are: [Dell, Broadcom], why: a joint name}
  AMD_Oracle: {are: [AMD, Oracle], why: a joint name}
"""
HISTORY_CLAIMS = """\
claims:
  cumulative-wins: {figures: [{published: 2}]}
  nine-times-others: {figures: [{published: 2}]}
"""


@pytest.fixture
def history(tmp_path: Path) -> Callable[..., Context]:
    """Make a context over whole rounds: results, entries of Training, and the figures of the claim."""
    for name, text in {
        "rounds": HISTORY_ROUNDS,
        "benchmarks": HISTORY_BENCHMARKS,
        "partners": HISTORY_PARTNERS,
        "claims": HISTORY_CLAIMS,
        "prices": PRICES,
        "training": "said: {}\n",
    }.items():
        (tmp_path / f"{name}.yml").write_text(text, encoding="utf-8")

    def make(
        whole: pd.DataFrame, entries: pd.DataFrame | None = None, figures: list[dict[str, Any]] | None = None
    ) -> Context:
        table = TABLES["training_results"]
        (tmp_path / table.file).write_text(to_csv(training() if entries is None else entries, table), encoding="utf-8")
        prices, rounds = read_prices(tmp_path / "prices.yml"), read_yaml(tmp_path / "rounds.yml")
        found = Tables(whole, results(), results(), prices, rounds, tmp_path)
        values = {"figures": figures} if figures else {}
        entry = Entry(tmp_path / "claims.yml", "a-claim", 2, values, {"figures": 9, "rows": 5, "sensitivity": 11})
        return Context(entry, found)

    return make
