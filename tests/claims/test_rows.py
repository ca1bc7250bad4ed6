"""Results found by what a register says of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.rows import select
from claimcheck.core.documents import Entry
from claimcheck.core.errors import RegisterError
from tests.making import results, training

ENTRY = Entry(Path("claims.yml"), "a-claim", {}, {"a-claim": 3, "a-claim.rows": 8}, "a-claim")


def made(*rows: dict[str, Any]) -> Tables:
    return Tables(results(*rows), Path(), {"training_results": training()})


ROWS = made(
    {"row_id": "small", "submitter": "Nebius", "accelerators": 8, "value": 64510.0, "result_id": "6.0-0082"},
    {"row_id": "rack", "submitter": "Nebius", "accelerators": 72, "value": 575580.0, "result_id": "6.0-0081"},
    {"row_id": "other", "submitter": "NVIDIA", "accelerators": 72, "value": 400437.0, "result_id": "6.0-0078"},
    {"row_id": "open", "submitter": "CoreWeave", "accelerators": 64, "value": 640000.0, "division": "open"},
    {"row_id": "latency", "submitter": "NVIDIA", "accelerators": 72, "value": 5.0, "unit": "ms",
     "higher_is_better": False},
)  # fmt: skip


# What is asked of ROWS, and the results found: the best per accelerator first, in the closed division.
FOUND: list[tuple[dict[str, Any], list[str]]] = [
    ({"submitter": "Nebius"}, ["small", "rack"]),
    ({"result_id": "6.0-0078"}, ["other"]),
    ({"scenario": "Server"}, ["small", "rack", "other"]),
    ({"division": "open"}, ["open"]),
    # a figure picks the results that round to it: 8,063.75
    ({"per_accelerator": 8064}, ["small"]),
    ({"per_accelerator": 8063.7, "decimals": 1}, []),
    ({"per_accelerator": 8063}, []),
    ({"value": 400437}, ["other"]),
    # the best in total is not the best per accelerator
    ({"best_value": True}, ["rack"]),
    ({"best_per_accelerator": True}, ["small"]),
]


@pytest.mark.parametrize(("spec", "rows"), FOUND)
def test_results_are_found_by_what_is_said_of_them(spec: dict[str, Any], rows: list[str]) -> None:
    assert list(select(ROWS, spec, ENTRY, "rows")) == rows


def test_a_best_result_is_one_without_measured_power_where_there_is_any() -> None:
    measured = {"row_id": "measured", "value": 900.0, "has_power": True}
    for rows, best in (((measured, {"row_id": "usual"}), "usual"), ((measured,), "measured")):
        for pick in ("best_value", "best_per_accelerator"):
            assert select(made(*rows), {pick: True}, ENTRY, "rows") == (best,)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"submitter": "Nebus"}, "submitter = 'Nebus'.*nearest known: Nebius"),
        (
            {"round": "v6.0", "submitter": "NVIDIA", "accelerators": 73},
            "beside round=v6.0, division=closed, submitter=NVIDIA\n.*known: 72",
        ),
    ],
)
def test_what_no_result_has_is_an_error_at_the_line_of_its_key(spec: Any, words: str) -> None:
    with pytest.raises(RegisterError, match=f"(?s)^claims.yml:8: a-claim: .*{words}"):
        select(ROWS, spec, ENTRY, "rows")


# --- latencies

STREAMS = made(
    {"row_id": "slow", "scenario": "SingleStream", "value": 30.0, "unit": "ms", "higher_is_better": False},
    {"row_id": "fast", "scenario": "SingleStream", "value": 20.6, "unit": "ms", "higher_is_better": False},
    {"row_id": "open", "scenario": "SingleStream", "value": 1.0, "unit": "ms", "higher_is_better": False,
     "division": "open"},
    {"row_id": "rate", "scenario": "Server", "value": 800.0},
    {"row_id": "cpu", "scenario": "Offline", "value": 5.0, "accelerators": None, "accelerator": None},
)  # fmt: skip


# The same of STREAMS, and whether what was found can be divided by accelerators.
UNDIVIDED: list[tuple[dict[str, Any], list[str], bool]] = [
    # latencies come lowest first
    ({"scenario": "SingleStream"}, ["fast", "slow"], False),
    ({"scenario": "SingleStream", "division": "open"}, ["open"], False),
    ({"scenario": "SingleStream", "value": 21}, ["fast"], False),
    ({"scenario": "SingleStream", "value": 20}, [], False),
    # beside rates they are left out; a rate without accelerators comes last
    ({}, ["rate", "cpu"], True),
    ({"best_per_accelerator": True}, ["rate"], True),
    ({"per_accelerator": 5}, [], False),
]


@pytest.mark.parametrize(("spec", "rows", "divided"), UNDIVIDED)
def test_a_time_is_not_divided_nor_a_rate_without_accelerators(
    spec: dict[str, Any], rows: list[str], divided: bool
) -> None:
    found = select(STREAMS, spec, ENTRY, "rows")
    assert list(found) == rows
    assert any(STREAMS.row(row_id)["per_accelerator"] is not None for row_id in found) == divided
