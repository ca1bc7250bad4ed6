"""Gains of one chip over rounds: which results are paired, and which are not."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.generations import (
    chip_name,
    comparable_groups,
    cumulative,
    how_often,
    successive,
)
from claimcheck.tables import load
from tests.making import results

GROUPS = {"deepseek-r1": [["v5.1", "v6.0"]], "resnet": [["v1.0", "v1.1", "v2.0", "v4.0", "v4.1"]]}


def row(round_: str, value: float, **more: Any) -> dict[str, Any]:
    return {"round": round_, "value": value, "accelerators": 8, **more}


def resnet(round_: str, value: float, **more: Any) -> dict[str, Any]:
    return row(round_, value, **{"benchmark": "resnet", "unit": "samples/s", "scenario": "Offline", **more})


# --- names


@pytest.mark.parametrize(
    "spellings",
    [
        ["NVIDIA H100-SXM-80GB", "NVIDIA H100-SXM5-80GB", "H100-SXM-80GB", "Virtualized NVIDIA H100-SXM-80GB"],
        ["NVIDIA A100-PCIE-80GB", "NVIDIA A100-PCIe-80GB", "NVIDIA A100_PCIe_80GB"],
        ["NVIDIA A100-SXM-80GB CTS", "NVIDIA A100-SXM4-80GB CTS"],
        ["NVIDIA H100 NVL", "NVIDIA H100-NVL-94GB"],
        ["NVIDIA GH200 Grace Hopper Superchip 144GB", "NVIDIA GH200-144GB"],
        ["Tesla T4", "NVIDIA Tesla T4", "Nvidia Tesla T4", "NVIDIA T4"],
        ["NVIDIA L4", "NVIDIA L4-PCIe-24GB"],
        ["NVIDIA B300-SXM-270GB", "Nvidia B300-SXM-270GB"],
        ["AMD Instinct MI300X", "AMD MI300X-NPS1-SPX-192GB-750W", "AMD Instinct MI300X 192GB HBM3"],
        ["AMD Instinct MI355X 288GB HBM3e", "AMD Instinct MI355X 288GB HBM3e (x87)"],
        ["Habana Gaudi2", "Intel® Gaudi® 2 AI Accelerator"],
        ["QUALCOMM Cloud AI 100 PCIe/HHHL Pro", "Qualcomm Cloud AI 100 Pro"],
        ["Intel(R) Arc Pro(R) B70", "Intel(R) Arc(TM) Pro B70"],
        ["TPU v6", "TPU Trillium (v6e)"],
    ],
)
def test_one_product_has_one_name(spellings: list[str]) -> None:
    assert len({chip_name(s) for s in spellings}) == 1


def test_products_that_differ_have_names_that_differ() -> None:
    names = [
        "NVIDIA H100-SXM-80GB", "NVIDIA H100-PCIe-80GB", "NVIDIA H100-NVL-94GB", "NVIDIA A100-SXM-40GB",
        "NVIDIA A100-SXM-80GB", "NVIDIA A100-PCIe-80GB", "NVIDIA A100-PCIe", "NVIDIA A100-SXM-80GB CTS",
        "NVIDIA A100-SXM-80GB-500W", "NVIDIA A100-SXM-80GB (7x1g.10gb MIG)", "NVIDIA A100-SXM-80GB (1x1g.10gb MIG)",
        "NVIDIA H200-SXM-141GB", "NVIDIA H200-NVL-141GB", "NVIDIA GH200-144GB", "NVIDIA GH200-96GB", "NVIDIA GB200",
        "NVIDIA L4", "NVIDIA L40", "NVIDIA L40S", "QUALCOMM Cloud AI 100 DM.2", "QUALCOMM Cloud AI 100 DM.2e",
        "AMD Instinct MI355X 288GB HBM3e", "AMD Instinct MI355X 288GB HBM3e (Power Cap 1000 W)",
        "AMD Instinct MI300X 192GB HBM3 (x32), AMD Instinct MI325X 256GB HBM3e (x16)",
    ]  # fmt: skip
    assert len({chip_name(n) for n in names}) == len(names)


def test_memory_that_the_chips_name_leaves_out_comes_from_the_systems_name() -> None:
    name = "NVIDIA GH200-GraceHopper-Superchip"
    assert chip_name(name, "GH200-GraceHopper-Superchip_GH200-96GB_aarch64x1_TRT") == chip_name("NVIDIA GH200-96GB")
    assert chip_name(name) == "GH200"


# --- pairs


def test_a_pair_is_best_per_accelerator_of_each_round() -> None:
    pairs = successive(
        results(
            row("v5.1", 720.0, accelerators=72, row_id="rack"),
            row("v5.1", 72.0, row_id="eight"),
            row("v6.0", 160.0, submitter="Bert", row_id="after"),
            row("v6.0", 999.0, division="open", row_id="open"),
            row("v6.0", 50.0, scenario="Interactive", row_id="interactive"),
            row("v5.1", 10.0, scenario="Interactive"),
        ),
        GROUPS,
    )
    (pair,) = pairs.to_dict("records")
    assert (pair["row_id_before"], pair["row_id_after"]) == ("rack", "after")
    assert pair["ratio"] == 20.0 / 10.0
    assert (pair["accelerators_before"], pair["accelerators_after"]) == (72, 8)
    assert (pair["same_number"], pair["same_submitter"], pair["rounds_apart"]) == (False, False, 1)


def test_only_the_same_chip_benchmark_scenario_and_unit_is_paired() -> None:
    other = [
        {"accelerator": "NVIDIA GB200"}, {"benchmark": "resnet"}, {"scenario": "Offline"}, {"unit": "samples/s"},
        {"accelerators": None},
    ]  # fmt: skip
    for change in other:
        assert successive(results(row("v5.1", 1.0), row("v6.0", 2.0, **change)), GROUPS).empty, change


def test_groups_are_cut_before_a_break() -> None:
    listed = {"a": ["v1.0", "v1.1", "v2.0", "v2.1"], "b": ["v1.0", "v1.1"]}
    assert comparable_groups(listed, {"a": ["v2.0"]}) == {
        "a": [["v1.0", "v1.1"], ["v2.0", "v2.1"]],
        "b": [["v1.0", "v1.1"]],
    }
    assert comparable_groups(listed) == {k: [v] for k, v in listed.items()}
    with pytest.raises(ValueError, match=r"b: no round v2\.0"):
        comparable_groups(listed, {"b": ["v2.0"]})


def test_a_series_starts_at_one_and_starts_anew_after_a_break() -> None:
    rows = results(resnet("v1.0", 8.0), resnet("v1.1", 16.0), resnet("v2.0", 2.0), resnet("v4.0", 3.0))
    found = cumulative(rows, {"resnet": [["v1.0", "v1.1"], ["v2.0", "v4.0"]]})
    assert list(found["relative"]) == [1.0, 2.0, 1.0, 1.5]
    assert list(found["first"]) == ["v1.0", "v1.0", "v2.0", "v2.0"]
    assert list(cumulative(rows, GROUPS)["relative"]) == [1.0, 2.0, 0.25, 0.375]


def test_shares_count_what_reaches_the_ratio_itself() -> None:
    pairs = pd.DataFrame(
        {
            "scenario": ["Server"] * 5,
            "ratio": [2.77, 2.769, 1.0, 3.0, 2.0],
            "new_benchmark": [True, False, False, False, True],
            "new_chip": [False, True, False, False, True],
        }
    )
    found = how_often(pairs, 2.77).set_index("newness")
    assert found["pairs"].to_dict() == {"all": 5, "second round": 3, "later": 2}
    assert found["reached"].to_dict() == {"all": 2, "second round": 1, "later": 1}
    assert found.loc["all", "share"] == 0.4
    assert found.loc["later", "highest"] == 3.0
    assert found.loc["all", "median"] == 2.769
    assert found.loc["later", "median"] == 2.0


# --- the real tables


@pytest.fixture(scope="module")
def real() -> pd.DataFrame:
    return load("inference_results")


def test_a_chip_has_one_maker(real) -> None:
    rows = real[real["accelerator"].notna()]
    names = [chip_name(a) for a in rows["accelerator"]]
    assert rows.groupby(names)["accelerator_vendor"].nunique().max() == 1
