"""Whose silicon ran: the makers that data/vendors.yml finds for real names, and the rule between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.errors import RegisterError, UpstreamError
from claimcheck.ingest.registers import Vendors, read_vendors
from claimcheck.tables import load


@pytest.fixture(scope="module")
def own(data_dir: Path) -> Vendors:
    return read_vendors(data_dir)


@pytest.mark.parametrize(
    ("processor", "system", "vendor"),
    [
        ("Intel(R) Xeon(R) Platinum 8380H CPU @ 2.90GHz", "Triton_CPU_4S_8380Hx1 by NVIDIA", "Intel"),
        ("NVIDIA Grace CPU", "Box", "NVIDIA"),
        ("Arm Cortex-A78AE v8.2", "NVIDIA Jetson AGX Orin", "NVIDIA"),
        ("Neoverse-N1 (aarch64)", "Amazon EC2 (c6gd.xlarge)", "Amazon"),
        ("", "AWS cloud instance m7g.2xlarge (graviton)", "Amazon"),
        ("Cortex-A72", "AWS cloud instance a1.2xlarge", "Amazon"),
        ("Intel(R) Xeon(R) CPU E5-2686 v4 @ 2.30GHz", "AWS cloud instance a1.2xlarge", "Intel"),
        ("Arm Cortex-A72 MP4", "Raspberry Pi 4 with Coral (rpi4coral)", "Broadcom"),
        ("Arm Cortex-A72 MP2 (big); Arm Cortex-A53 MP4 (LITTLE)", "Firefly-RK3399 (firefly)", "Rockchip"),
        ("MacBook Pro (Model Identifier: MacBookPro18,1)", "Box", "Apple"),
    ],
)
def test_makers_of_processors(own: Vendors, processor: str, system: str, vendor: str) -> None:
    assert own.platform_vendor(None, processor, system, where="t", line=1) == vendor
    assert own.platform_vendor("Arm Mali-G52 MP6 GPU", processor, system, where="t", line=1) == vendor


def test_a_licensed_design_keeps_its_designer_as_the_accelerator_s_vendor(own: Vendors) -> None:
    assert own.accelerator_vendor("ARM Mali G52MP8(8EE)", where="t", line=1) == "Arm"


@pytest.mark.parametrize(
    ("accelerator", "processor", "system", "message"),
    [
        ("Riddle", "Intel Xeon", "Box", "makes 'Riddle'"),
        (None, "Arm Cortex-A72", "Box", r"makes 'Arm Cortex-A72 \(Box\)'"),
    ],
)
def test_an_unknown_maker_stops_the_ingestion(
    own: Vendors, accelerator: str | None, processor: str | None, system: str | None, message: str
) -> None:
    with pytest.raises(UpstreamError, match=message) as error:
        own.platform_vendor(accelerator, processor, system, where="t", line=3)
    assert (error.value.where, error.value.line) == ("t", 3)
    assert "data/vendors.yml" in str(error.value.rule)


def test_a_fault_in_the_processors(tmp_path: Path) -> None:
    (tmp_path / "vendors.yml").write_text("accelerators:\n  A: {patterns: [a]}\nprocessors:\n  B: {patterns: ['(']}\n")
    with pytest.raises(RegisterError, match="is no pattern") as error:
        read_vendors(tmp_path)
    assert error.value.line == 4


def test_every_result_of_the_tables_has_its_maker(own: Vendors, data_dir: Path) -> None:
    results = load("inference_results", data_dir)
    with_accelerator = results[results["accelerator"].notna()]
    for name, vendor in with_accelerator[["accelerator", "accelerator_vendor"]].drop_duplicates().itertuples(False):
        assert own.accelerator_vendor(name, where="t", line=1) == vendor
    licensors = {name for name, maker in own.accelerators.items() if maker.licensor}
    makers = with_accelerator[~with_accelerator["accelerator_vendor"].isin(licensors)]
    assert (makers["platform_vendor"] == makers["accelerator_vendor"]).all()
    assert results["platform_vendor"].notna().all()
    assert not set(results["platform_vendor"]) & licensors
