"""Whose silicon ran: the makers that data/vendors.yml finds for real names, and the rule between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.ingest.registers import Vendors, read_vendors


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
