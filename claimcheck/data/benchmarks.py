"""What ``benchmarks.yml`` says of the benchmarks: language models, prompts of a set, when a scenario was first run."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.data.names import read_benchmarks
from claimcheck.data.paths import DATA_DIR


def llm_benchmarks() -> list[str]:
    """Benchmarks that are language models served with limits on the times of tokens, in the register's order."""
    return [name for name, one in read_benchmarks(DATA_DIR).benchmarks.items() if one.llm]


def sample_sets() -> dict[str, int]:
    """How many prompts LoadGen issues in whole passes, by family of benchmarks."""
    return {name: one.prompts for name, one in read_benchmarks(DATA_DIR).sample_sets.items()}


def introduced(data: Path = DATA_DIR) -> pd.DataFrame:
    """The round in which each benchmark and scenario was first run: columns benchmark, scenario, round."""
    benchmarks = read_benchmarks(data).benchmarks
    rows = [(name, scenario, first) for name, one in benchmarks.items() for scenario, first in one.scenarios.items()]
    return pd.DataFrame(rows, columns=["benchmark", "scenario", "round"])
