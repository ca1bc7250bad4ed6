"""Two chips by every reading, what an hour of one is worth, and which chips are recent."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.chips import (
    counted,
    entered,
    pairs,
    printed,
    recent,
    two,
    worth,
)
from claimcheck.core.errors import ClaimcheckError
from tests.making import results

NVIDIA = {"submitter": "NVIDIA", "accelerator": "NVIDIA B300-SXM-270GB", "accelerator_vendor": "NVIDIA"}
AMD = {"submitter": "AMD", "accelerator": "AMD Instinct MI355X", "accelerator_vendor": "AMD"}
TIME = {"unit": "s", "higher_is_better": False, "scenario": "SingleStream"}


def made(*rows: dict[str, Any]) -> pd.DataFrame:
    return entered(results(*rows))


def test_two_chips_by_every_reading() -> None:
    """NVIDIA's best is another owner's; its median and its own results are lower; one house has both."""
    house = {"submitter": "Anna"}
    made_pairs = pairs(
        made(
            NVIDIA | house | {"value": 800.0, "row_id": "b1"},
            NVIDIA | {"value": 400.0, "row_id": "b2"},
            NVIDIA | {"value": 320.0, "row_id": "b3", "submitter": "Bert"},
            NVIDIA | {"value": 9999.0, "availability": "preview"},
            # Of another size, where only "any size" looks, and of a test that no eights share.
            NVIDIA | {"value": 1600.0, "row_id": "b9", "accelerators": 4},
            NVIDIA | {"scenario": "Offline", "value": 400.0, "accelerators": 4, "row_id": "b4"},
            AMD | {"value": 600.0, "row_id": "m1"},
            AMD | house | {"value": 560.0, "row_id": "m2"},
            AMD | {"scenario": "Offline", "value": 1600.0, "row_id": "m4"},
        )
    )
    shown = two(made_pairs, "v6.0", "MI355X", "B300")
    rows = [tuple(row) for row in shown[["reading", "scenario", "ratio", "row_ids", "other_row_ids"]].to_numpy()]
    assert rows == [
        ("best", "Server", 0.75, "m1", "b1"),
        ("median", "Server", 1.45, "m1|m2", "b1|b2|b3"),
        ("own", "Server", 1.5, "m1", "b2"),
        ("house", "Server", 0.7, "m2", "b1"),
        ("any size", "Offline", 2.0, "m4", "b4"),
        ("any size", "Server", 0.1875, "m1", "b9"),
    ]
    turned = two(made_pairs, "v6.0", "B300", "MI355X")
    assert turned.loc[turned["reading"].eq("own"), ["ratio", "row_ids"]].to_numpy().tolist() == [[1 / 1.5, "b2"]]
    with pytest.raises(ClaimcheckError, match=r"MI355X and B200 share no test of v6.0 on sale\n.*take one of B300"):
        two(made_pairs, "v6.0", "MI355X", "B200")
    counts = counted(shown)
    assert {name: (row.tests, row.ahead, row.behind) for name, row in counts.iterrows()} == {
        "best": (1, 0, 1), "median": (1, 1, 0), "own": (1, 1, 0), "house": (1, 0, 1), "any size": (1, 1, 0),
    }  # fmt: skip
    # One shared test is no worth.
    assert worth(shown) is None


def test_a_small_rate_keeps_its_digits_and_a_half_is_rounded_up() -> None:
    rows = made({"value": 0.19, "accelerators": 8}, {"value": 12198.8, "accelerators": 8}, TIME | {"value": 18.04})
    assert printed(rows) == ["0.0238 tokens/s", "1,524.9 tokens/s", "18.0 s on 8"]


def test_what_an_hour_is_worth_is_the_ratio_of_rates_over_the_tests_of_eights_without_times() -> None:
    shared = ["Offline", "Server", "Interactive"]
    rows = [NVIDIA | {"scenario": name, "value": 800.0, "row_id": f"b{name}"} for name in shared]
    rates = zip(shared, (720.0, 760.0, 1600.0), strict=True)
    rows += [AMD | {"scenario": name, "value": value, "row_id": f"m{name}"} for name, value in rates]
    rows += [chip | TIME | {"accelerators": 8, "value": 4.0} for chip in (NVIDIA, AMD)]
    found = worth(two(pairs(made(*rows)), "v6.0", "MI355X", "B300"))
    assert found[:5] == pytest.approx((3, 0.9, 0.95, 2.0, 0.95)) and len(found.row_ids) == 6


def test_recent_chips_are_those_of_the_rounds_each_with_its_products_and_no_mixed_system() -> None:
    names = ["NVIDIA H200-SXM-141GB", "NVIDIA H200-NVL-141GB", "NVIDIA H200 (x8) and AMD Instinct MI300X (x8)", None]
    rows = results(*({"accelerator": name} for name in names), {"accelerator": "NVIDIA L4", "round": "v5.0"})
    assert recent(rows, ["v6.0"]) == {"H200": ["H200-NVL-141GB", "H200-SXM-141GB"]}
