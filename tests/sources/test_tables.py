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


# Figures per watt that were printed of v3.0 Server results: row, rate over watts.
PER_WATT = {
    "Qualcomm/r282_z93_q8e-qaic-v1.8.3.7-aic100/resnet50": 227.4,
    "NVIDIA/H100-PCIe-80GBx8_TRT_MaxQ/resnet50": 108.4,
    "NVIDIA/H100-PCIe-80GBx8_TRT_MaxQ/bert-99": 10.8,
}


def test_results_with_measured_power_are_those_of_their_sources(real: dict[str, pd.DataFrame]) -> None:
    """Of every round it is known; the watts are those of the printed figures."""
    rows = real["inference_results"].set_index("row_id")
    assert rows["has_power"].notna().all()
    measured = rows[rows["has_power"]]
    counts = measured.groupby(["round", "division"]).size()
    assert (counts["v5.1", "closed"], counts["v5.1", "open"], counts["v4.1", "closed"]) == (12, 12, 31)
    assert not set(measured["round"]) & {"v0.5", "v0.7", "v6.0", "v6.1"}
    assert set(measured.loc[measured["round"] == "v5.0", "submitter"]) == {"Fujitsu"}
    for row, printed in PER_WATT.items():
        result = rows.loc[f"v3.0/closed/datacenter/{row}/Server"]
        assert round(result["value"] / result["power"], 1) == printed
