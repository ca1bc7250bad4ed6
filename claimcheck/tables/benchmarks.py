"""What ``benchmarks.yml`` says of the benchmarks: which are language models, and when each scenario was first run."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from claimcheck.registers import read_yaml
from claimcheck.tables.store import DATA_DIR


def llm_benchmarks(data: Path = DATA_DIR) -> list[str]:
    """Benchmarks that are language models served with limits on the times of tokens, in the register's order."""
    return [name for name, entry in read_yaml(data / "benchmarks.yml").section("benchmarks") if entry.get("llm")]


def introduced(data: Path = DATA_DIR) -> pd.DataFrame:
    """The round in which each benchmark and scenario was first run: columns benchmark, scenario, round."""
    benchmarks = read_yaml(data / "benchmarks.yml").section("benchmarks")
    rows = [(name, s, str(r)) for name, entry in benchmarks for s, r in entry.mapping("scenarios").items()]
    return pd.DataFrame(rows, columns=["benchmark", "scenario", "round"])
