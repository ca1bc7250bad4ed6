"""What ``benchmarks.yml`` says of the benchmarks: language models, prompts of a set, when a scenario was first run."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.registers import read_yaml
from claimcheck.tables.store import DATA_DIR


def llm_benchmarks() -> list[str]:
    """Benchmarks that are language models served with limits on the times of tokens, in the register's order."""
    return [name for name, entry in read_yaml(DATA_DIR / "benchmarks.yml").section("benchmarks") if entry.get("llm")]


def sample_sets() -> dict[str, int]:
    """How many prompts LoadGen issues in whole passes, by family of benchmarks."""
    sets = read_yaml(DATA_DIR / "benchmarks.yml").section("sample_sets")
    return {name: entry.integer("prompts") for name, entry in sets}


def introduced(data: Path = DATA_DIR) -> pd.DataFrame:
    """The round in which each benchmark and scenario was first run: columns benchmark, scenario, round."""
    benchmarks = read_yaml(data / "benchmarks.yml").section("benchmarks")
    rows = [(name, s, str(r)) for name, entry in benchmarks for s, r in entry.mapping("scenarios").items()]
    return pd.DataFrame(rows, columns=["benchmark", "scenario", "round"])
