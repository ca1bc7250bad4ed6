"""Each condition: it holds, it fails, a result is missing."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims import conditions
from claimcheck.claims.conditions import ARGUMENTS, CONDITIONS, DESCRIPTIVE
from claimcheck.claims.model import Condition
from claimcheck.errors import RegisterError
from tests.making import results, systems

OLD = {"round": "v5.1", "submitter": "NVIDIA", "system": "rack", "accelerators": 72}
NEW = {"round": "v6.0", "submitter": "NVIDIA", "system": "rack", "accelerators": 72}


def sides(before: dict[str, Any] | None = None, after: dict[str, Any] | None = None) -> dict[str, pd.DataFrame]:
    division = (before or {}).get("division", "closed")
    return {
        "before": throughputs(results({"row_id": "b", **OLD, **(before or {})}), division),
        "after": throughputs(results({"row_id": "a", **NEW, **(after or {})})),
    }


def check(
    context, name: str, rows: dict[str, pd.DataFrame], *, table=None, described=None, figures=None, **spec: Any
) -> Condition:
    return CONDITIONS[name](context(rows, table, described, figures), {"test": name, **spec})


# name, what differs in the earlier result when it fails, words of the detail then
COMPARED = {
    "same_accelerator": ({"accelerator": "NVIDIA GB200"}, "v5.1: NVIDIA GB200; v6.0: NVIDIA GB300"),
    "same_submitter": ({"submitter": "Nebius"}, "v5.1: Nebius; v6.0: NVIDIA"),
    "same_number": ({"accelerators": 8}, "v5.1: 8 accelerators; v6.0: 72 accelerators"),
    "same_division": ({"division": "open"}, "v5.1: open division; v6.0: closed division"),
    "both_available": ({"availability": "preview"}, "v5.1: preview, v6.0: available"),
}


@pytest.mark.parametrize("name", COMPARED)
def test_what_is_alike_in_both_rounds_holds_and_what_differs_does_not(context, name: str) -> None:
    other, words = COMPARED[name]
    assert check(context, name, sides()).holds
    failed = check(context, name, sides(other))
    assert not failed.holds
    assert failed.detail == words


def test_versions_are_comparable_by_mlcommons_table_alone(context) -> None:
    assert check(context, "comparable_versions", sides()).holds
    other = {"benchmark": "old-model"}
    assert not check(context, "comparable_versions", sides(other, other)).holds  # v6.0 is not in its row
    unknown = check(context, "comparable_versions", sides({"benchmark": "new"}, {"benchmark": "new"}))
    assert not unknown.holds
    assert "no rounds" in unknown.detail


HOSTS = (
    {"round": "v5.1", "submitter": "NVIDIA", "system": "rack", "host_memory": "960 GB", "power_limit_mark": "1400W"},
    {"round": "v6.0", "submitter": "NVIDIA", "system": "rack", "host_memory": "960 GB", "power_limit_mark": "1400W"},
)


def described(**after: Any) -> pd.DataFrame:
    return systems(HOSTS[0], {**HOSTS[1], **after})


def test_descriptions_are_compared_column_by_column(context) -> None:
    spec = {"says": "same host", "columns": ["host_memory", "host_processor"]}
    alike = check(context, "same_system_description", sides(), described=described(), **spec)
    assert (alike.name, alike.holds) == ("same host", True)
    assert alike.detail == "the descriptions agree on host memory, host processor"
    other = check(context, "same_system_description", sides(), described=described(host_memory="2.2 TB"), **spec)
    assert not other.holds
    assert other.detail == "host memory: 960 GB / 2.2 TB"
    silent = check(context, "same_system_description", sides(), described=described(host_memory=None), **spec)
    assert not silent.holds
    assert silent.detail == "host memory: 960 GB / not stated"


def test_a_system_of_another_submitter_is_not_its_description(context) -> None:
    alone = described(submitter="Nebius")
    found = check(context, "same_system_description", sides(), described=alone, columns=["host_memory"])
    assert not found.holds
    assert "no description" in found.detail


@pytest.mark.parametrize(
    ("after", "holds", "detail"),
    [
        ({}, True, "both descriptions state the same"),
        ({"power_limit_mark": "1000W"}, False, "both descriptions state different ones"),
        ({"power_limit_mark": None}, False, "v5.1 states one; v6.0 does not state one"),
        ({"submitter": "Nebius"}, False, "v5.1 states one; v6.0 does not state one"),
    ],
)
def test_power_limits_are_compared_and_never_printed(context, after: dict, holds: bool, detail: str) -> None:
    found = check(context, "same_power_limit", sides(), described=described(**after))
    assert (found.holds, found.detail) == (holds, detail)


def test_the_power_limit_cannot_be_compared_in_print() -> None:
    assert "power_limit_mark" not in DESCRIPTIVE
    assert {"host_memory", "network_cards", "accelerator_memory"} <= set(DESCRIPTIVE)


def test_an_earlier_result_of_its_own_is_on_the_same_test_and_chip(context) -> None:
    rows = sides({"submitter": "NVIDIA"}, {"submitter": "Nebius"})
    own = {"row_id": "own", "round": "v5.1", "submitter": "Nebius"}
    common = results({"row_id": "b", **OLD}, {"row_id": "a", **NEW, "submitter": "Nebius"})

    def holds(**other: Any) -> bool:
        table = pd.concat([common, results({**own, **other})])
        return check(context, "own_earlier_result", rows, table=table).holds

    assert holds()
    for other in (
        {"submitter": "NVIDIA"},
        {"round": "v6.0"},
        {"scenario": "Offline"},
        {"benchmark": "x"},
        {"accelerator": "NVIDIA GB200"},
        {"division": "open"},
    ):
        assert not holds(**other), other


def test_who_leads_depends_on_the_measure(context) -> None:
    rows = {
        "field": throughputs(
            results(
                {"row_id": "x", "submitter": "NVIDIA", "accelerators": 288, "value": 2880.0, "result_id": "6.0-0076"},
                {"row_id": "y", "submitter": "Nebius", "accelerators": 8, "value": 800.0, "result_id": "6.0-0082"},
            )
        )
    }
    spec = {"says": "first", "among": "field", "submitter": "Nebius"}
    led = check(context, "led_by", rows, **spec)
    assert led.holds
    assert led.detail == "highest of 2: Nebius on 8 accelerators (result 6.0-0082)"
    in_total = check(context, "led_by", rows, **spec, measure="value")
    assert not in_total.holds
    assert "NVIDIA on 288 accelerators (result 6.0-0076)" in in_total.detail


def test_the_number_of_accelerators(context) -> None:
    rows = {"of": sides()["after"]}
    assert check(context, "accelerators_are", rows, number=72).holds
    assert not check(context, "accelerators_are", rows, number=288).holds


def test_the_scenario_of_a_result(context) -> None:
    rows = {"of": sides()["after"], "elsewhere": sides({}, {"scenario": "Offline"})["after"]}
    assert check(context, "scenario_is", rows, scenario="Server").holds
    assert not check(context, "scenario_is", rows, scenario="Offline").holds
    other = check(context, "scenario_is", rows, of="elsewhere", scenario="Offline", says="it is an Offline result")
    assert (other.name, other.holds) == ("it is an Offline result", True)


@pytest.mark.parametrize(
    ("published", "holds"),
    [
        (4.00, True),  # cheap: $3.60 for 0.9 million tokens
        (8.00, True),  # the low end of dear
        (12.00, True),  # the high end of dear
        (6.00, False),  # between two prices
        (1.11, False),  # the price of another chip
    ],
)
def test_a_listed_price_gives_a_cost_only_on_its_own_chip(context, published: float, holds: bool) -> None:
    rows = {"of": throughputs(results({"row_id": "a", "value": 2000.0}))}  # 250 tokens/s per accelerator
    found = check(context, "price_listed", rows, figures=[{"published": published, "decimals": 2}])
    assert found.holds is holds
    assert found.detail == (
        "cost of a million tokens by listed price: cheap ($3.60): $4.00, dear ($7.20): $8.00, dear ($10.80): $12.00"
    )


def test_a_stated_fact_carries_its_source(context) -> None:
    spec = {"says": "power measured", "detail": "it was not", "source": "the tables"}
    for holds in (True, False):
        found = check(context, "stated", {}, holds=holds, **spec)
        assert found == Condition("power measured", holds, "it was not (the tables)")


# --- a result is missing

SPECS: dict[str, dict[str, Any]] = {
    "same_system_description": {"says": "same host", "columns": ["host_memory"]},
    "led_by": {"says": "first", "among": "of", "submitter": "Nebius"},
    "accelerators_are": {"number": 8},
    "scenario_is": {"scenario": "Server"},
    "submitted_by": {"submitter": "Nebius"},
    "chip_is": {"says": "on Blackwell", "chips": ["GB300"]},
    "software_names": {"word": "vLLM"},
}
# Conditions of other modules, which have tests of their own: about whole rounds, later rounds, large systems.
OF_ROUNDS = {name for name, test in CONDITIONS.items() if test.__module__ != conditions.__name__} - set(SPECS)


@pytest.mark.parametrize("name", sorted(set(CONDITIONS) - {"stated"} - OF_ROUNDS))
@pytest.mark.parametrize("gone", ["before", "after", "both"])
def test_without_the_result_no_condition_holds(context, name: str, gone: str) -> None:
    rows = {k: f.head(0) if gone in (k, "both") else f for k, f in sides().items()} | {"of": sides()["after"].head(0)}
    found = check(context, name, rows, table=results(OLD, NEW), described=described(), **SPECS.get(name, {}))
    assert not found.holds
    assert found.name
    assert re.search("missing|no such result", found.detail), found.detail


@pytest.mark.parametrize("name", sorted(set(CONDITIONS) - {"stated"} - OF_ROUNDS))
def test_rows_that_the_claim_does_not_name_are_an_error(context, name: str) -> None:
    with pytest.raises(RegisterError, match="no rows named"):
        check(context, name, {"whatever": sides()["after"]}, described=described(), **SPECS.get(name, {}))


def test_every_condition_is_in_the_table_of_arguments_if_it_takes_any() -> None:
    assert set(ARGUMENTS) <= set(CONDITIONS)
    assert set(SPECS) | {"stated"} | OF_ROUNDS == set(ARGUMENTS)


# --- in print


def test_no_power_figure_is_printed_with_any_claim(claims) -> None:
    """v6.0 has no measured power; the rules on results in print allow no other."""
    for claim in claims.values():
        words = [claim.statement, claim.reason, claim.strongest_case]
        words += [f"{c.name} {c.detail}" for c in claim.conditions]
        words += [f.how for f in claim.figures] + [e.label for e in claim.evidence]
        for text in words:
            assert not re.search(r"\d\s*(k|M)?W\b|\bwatts?\b|joule", text, re.IGNORECASE), text


def test_every_condition_says_why(claims) -> None:
    for claim in claims.values():
        # What is out of the scope implies nothing that could be tested: its source stands for it.
        assert claim.conditions or claim.sources
        for condition in claim.conditions:
            assert condition.name.strip()
            assert condition.detail.strip()
            assert isinstance(condition.holds, bool)
        names = [c.name for c in claim.conditions]
        assert len(names) == len(set(names)), names
