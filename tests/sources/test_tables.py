"""The committed tables: what holds whatever the figures are, beyond ``claimcheck.checks``."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.analysis.view import names_in_print
from claimcheck.data.facts import organisations
from claimcheck.data.names import read_benchmarks, read_corrections
from claimcheck.data.schema import TABLES
from claimcheck.data.store import load

INGESTED = [name for name, table in TABLES.items() if table.ingested]


@pytest.fixture(scope="module")
def real(data_dir: Path, tables) -> dict[str, pd.DataFrame]:
    shared = {
        "inference_results": tables.results,
        "loadgen_runs": tables.runs,
        "systems": tables.systems,
        "training_results": tables.training,
    }
    return {name: shared[name] if name in shared else load(name, data_dir) for name in INGESTED}


def test_registers_and_tables_name_each_other(real: dict[str, pd.DataFrame], data_dir: Path) -> None:
    results = real["inference_results"]
    assert set(read_benchmarks(data_dir).benchmarks) == set(results["benchmark"])
    assert set(real["engine_settings"]["row_id"]) <= set(results["row_id"])
    entries = read_corrections(data_dir)
    assert entries
    for entry in entries:
        frame = real[entry.table]
        assert not entry.meets(frame, entry.reported).any(), entry.name
        assert int(entry.meets(frame, entry.use).sum()) >= entry.expect, entry.name


def test_a_name_that_holds_another_submitters_name_is_in_the_register(
    real: dict[str, pd.DataFrame], data_dir: Path
) -> None:
    """Dell_Broadcom holds Dell: it is two organisations, or one that is there twice."""
    names = {str(name) for rows in real.values() if "submitter" in rows for name in rows["submitter"]}
    known, left = {re.sub(r"[\W_]", "", name.casefold()) for name in names}, []
    for name in names - set(organisations(data_dir)):
        parts = [re.sub(r"[\W_]", "", part.casefold()) for part in re.split(r"[_+/& -]+", name)]
        if len(parts) > 1 and known & set(parts):
            left.append(name)
    assert left == []
    named = names_in_print(["coreweave", "QCT", "Lambda_SIT", "NVIDIA"], [])
    assert named["coreweave"] == "CoreWeave" and named["QCT"] == "Quanta Cloud Technology"
    assert named["Lambda_SIT"] == "Lambda + Stevens Institute of Technology" and "NVIDIA" not in named
