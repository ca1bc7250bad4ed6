"""Results found by what a register says of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claimcheck.claims.scope import keep
from claimcheck.claims.select import select
from claimcheck.errors import RegisterError
from claimcheck.registers import Entry
from tests.making import results

ENTRY = Entry(Path("claims.yml"), "a-claim", 3, {}, {"rows": 8})

ROWS = results(
    {"row_id": "small", "submitter": "Nebius", "accelerators": 8, "value": 64510.0, "result_id": "6.0-0082"},
    {"row_id": "rack", "submitter": "Nebius", "accelerators": 72, "value": 575580.0, "result_id": "6.0-0081"},
    {"row_id": "other", "submitter": "NVIDIA", "accelerators": 72, "value": 400437.0, "result_id": "6.0-0078"},
    {"row_id": "open", "submitter": "CoreWeave", "accelerators": 64, "value": 640000.0, "division": "open"},
    {"row_id": "latency", "submitter": "NVIDIA", "accelerators": 72, "value": 5.0, "unit": "ms",
     "higher_is_better": False},
)  # fmt: skip


def found(**spec: Any) -> list[str]:
    return list(select(ROWS, spec, ENTRY, "rows")["row_id"])


def test_filters_narrow_and_the_best_per_accelerator_stands_first() -> None:
    assert found(submitter="Nebius") == ["small", "rack"]
    assert found(accelerators=72) == ["rack", "other"]
    assert found(submitter="Nebius", accelerators=72) == ["rack"]
    assert found(result_id="6.0-0078") == ["other"]


def test_only_the_closed_division_is_searched_unless_another_is_named() -> None:
    assert "open" not in found(scenario="Server")
    assert found(division="open") == ["open"]


def test_a_figure_picks_the_results_that_round_to_it() -> None:
    assert found(per_accelerator=8064) == ["small"]  # 8,063.75
    assert found(per_accelerator=8063.8, decimals=1) == ["small"]
    assert found(per_accelerator=8063.7, decimals=1) == []
    assert found(per_accelerator=8063) == []
    assert found(value=400437) == ["other"]
    assert found(value=400438) == []


def test_the_best_in_total_is_not_the_best_per_accelerator() -> None:
    assert found(best_value=True) == ["rack"]
    assert found(best_per_accelerator=True) == ["small"]
    assert found(best_value=False) == ["small", "rack", "other"]


def test_the_best_of_equals_is_the_first_by_row_id() -> None:
    rows = results({"row_id": "z"}, {"row_id": "a"})
    for pick in ("best_value", "best_per_accelerator"):
        assert list(select(rows, {pick: True}, ENTRY, "rows")["row_id"]) == ["a"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"submitter": "Nebus"}, "submitter = 'Nebus'.*nearest known: Nebius"),
        ({"result_id": "6.0-9999"}, "result_id = '6.0-9999'.*nearest known: 6.0-00"),
        (
            {"round": "v6.0", "submitter": "NVIDIA", "accelerators": 73},
            "beside round=v6.0, division=closed, submitter=NVIDIA\n.*known: 72",
        ),
        ({"division": "opened"}, "division = 'opened'"),
    ],
)
def test_what_no_result_has_is_an_error_at_the_line_of_its_key(spec: Any, words: str) -> None:
    with pytest.raises(RegisterError, match=f"(?s)^claims.yml:8: a-claim: .*{words}"):
        select(ROWS, spec, ENTRY, "rows")


# --- latencies

STREAMS = results(
    {"row_id": "slow", "scenario": "SingleStream", "value": 30.0, "unit": "ms", "higher_is_better": False},
    {"row_id": "fast", "scenario": "SingleStream", "value": 20.6, "unit": "ms", "higher_is_better": False},
    {"row_id": "open", "scenario": "SingleStream", "value": 1.0, "unit": "ms", "higher_is_better": False,
     "division": "open"},
    {"row_id": "rate", "scenario": "Server", "value": 800.0},
    {"row_id": "cpu", "scenario": "Offline", "value": 5.0, "accelerators": None, "accelerator": None},
)  # fmt: skip


def latencies(**spec: Any):
    return select(STREAMS, spec, ENTRY, "rows")


def test_a_cell_of_latencies_gives_them_lowest_first_and_undivided() -> None:
    rows = latencies(scenario="SingleStream")
    assert list(rows["row_id"]) == ["fast", "slow"]
    assert rows["per_accelerator"].isna().all()
    assert list(latencies(scenario="SingleStream", division="open")["row_id"]) == ["open"]


def test_a_latency_is_picked_by_its_value() -> None:
    assert list(latencies(scenario="SingleStream", value=21)["row_id"]) == ["fast"]
    assert list(latencies(scenario="SingleStream", value=20.6, decimals=1)["row_id"]) == ["fast"]
    assert list(latencies(scenario="SingleStream", value=20)["row_id"]) == []


def test_beside_rates_latencies_are_left_out() -> None:
    assert list(latencies()["row_id"]) == ["rate", "cpu"]


def test_a_rate_without_accelerators_is_found_and_not_divided() -> None:
    rows = latencies(scenario="Offline")
    assert list(rows["row_id"]) == ["cpu"]
    assert rows["per_accelerator"].isna().all()
    assert list(latencies(best_per_accelerator=True)["row_id"]) == ["rate"]
    assert list(latencies(per_accelerator=5)["row_id"]) == []
    assert list(latencies(value=5)["row_id"]) == ["cpu"]


def test_results_are_found_by_suite_and_availability() -> None:
    rows = results({"row_id": "a"}, {"row_id": "b", "suite": "edge"}, {"row_id": "c", "availability": "preview"},
                   {"row_id": "d", "suite": None, "availability": None})  # fmt: skip
    assert list(select(rows, {"suite": "edge"}, ENTRY, "rows")["row_id"]) == ["b"]
    assert list(select(rows, {"availability": "preview"}, ENTRY, "rows")["row_id"]) == ["c"]


def test_filters_are_by_chip_by_several_values_and_by_no_accelerator() -> None:
    none = {"accelerator": None, "accelerators": None}
    rows = results({"accelerator": "NVIDIA GB300"}, {"accelerator": "AMD Instinct MI355X"}, none)
    wanted = {"GB300": [0], "MI355X": [1], "H100": []}
    assert {chip: list(keep(rows, "chip", chip).index) for chip in wanted} == wanted
    assert list(keep(rows, "chip", ["GB300", "MI355X"]).index) == [0, 1]
    assert list(keep(rows, "accelerator", "none").index) == [2]
    assert list(keep(rows, "accelerator", ["none", "NVIDIA GB300"]).index) == [0, 2]
