"""What each question answers, on small tables and by arithmetic done by hand."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.results import throughputs
from claimcheck.claims import anatomy, elsewhere, history, tallies
from claimcheck.claims.questions import QUESTIONS, sensitivity
from claimcheck.errors import RegisterError
from tests.making import results


def rows(**row: Any) -> pd.DataFrame:
    return throughputs(results(row))


BEFORE = rows(row_id="b", round="v5.1", submitter="NVIDIA", accelerators=72, value=7200.0, result_id="5.1-0072")
AFTER = rows(row_id="a", submitter="Nebius", accelerators=8, value=2000.0, result_id="6.0-0082")
NONE = AFTER.head(0)


def ask(context, name: str, spec: dict[str, Any] | None = None, **named: pd.DataFrame):
    return QUESTIONS[name](context(named or {"before": BEFORE, "after": AFTER, "of": AFTER}), spec or {})


def test_throughput_is_the_published_result(context) -> None:
    answer = ask(context, "throughput")
    assert answer.value == 2000.0
    assert list(answer.rows["row_id"]) == ["a"]
    assert "Nebius on 8 GB300 (v6.0 available, result 6.0-0082)" in answer.how


def test_per_accelerator_divides_by_the_systems_own_count(context) -> None:
    assert ask(context, "per_accelerator").value == 250.0
    assert ask(context, "per_accelerator", {"of": "before"}).value == 100.0


def test_ratio_is_per_accelerator_and_after_over_before(context) -> None:
    answer = ask(context, "ratio")
    assert answer.value == 2.5
    assert list(answer.rows["row_id"]) == ["b", "a"]


def test_saving_is_in_percent_of_the_cost_before(context) -> None:
    assert ask(context, "saving").value == pytest.approx(60.0)


def test_cost_spans_the_price_scenario_and_answers_with_its_middle(context) -> None:
    # 250 tokens/s are 0.9 million an hour: $3.60 is $4 a million, $7.20 is $8.
    answer = ask(context, "cost", {"prices": "mid"})
    assert answer.span == pytest.approx((4.0, 8.0))
    assert answer.value == pytest.approx(6.0)
    assert "$3.60 to $7.20" in answer.how


def test_cost_asks_for_a_price_scenario_that_there_is(context) -> None:
    with pytest.raises(RegisterError, match=r"(?s)claims\.yml:2: .*prices is 'med'.*low, mid"):
        ask(context, "cost", {"prices": "med"})


def test_rank_counts_better_results_and_names_the_field(context) -> None:
    field = throughputs(results({"row_id": "x", "value": 9000.0, "accelerators": 72}, {"row_id": "a", "value": 2000.0}))
    named = {"of": AFTER, "among": field}
    assert ask(context, "rank", {}, **named).value == 1.0
    in_total = ask(context, "rank", {"measure": "value"}, **named)
    assert in_total.value == 2.0
    assert "place 2 of 2 results, in total" in in_total.how


@pytest.mark.parametrize("name", ["throughput", "per_accelerator", "cost", "rank"])
def test_a_result_that_is_nowhere_gives_no_figure(context, name: str) -> None:
    answer = ask(context, name, {"prices": "mid"}, of=NONE, among=AFTER)
    assert answer.value is None
    assert answer.rows.empty
    assert answer.how


@pytest.mark.parametrize("name", ["ratio", "saving"])
@pytest.mark.parametrize("gone", ["before", "after"])
def test_half_a_comparison_gives_no_figure(context, name: str, gone: str) -> None:
    answer = ask(context, name, {}, **{"before": BEFORE, "after": AFTER, gone: NONE})
    assert answer.value is None


# Of rows that a claim names.
_OF_ROUNDS = (*history.QUESTIONS, *anatomy.QUESTIONS, *tallies.QUESTIONS, *elsewhere.QUESTIONS)
OF_ROWS = [q for q in QUESTIONS if q not in _OF_ROUNDS]


@pytest.mark.parametrize("name", OF_ROWS)
def test_a_question_about_rows_that_the_claim_does_not_name_is_an_error(context, name: str) -> None:
    with pytest.raises(RegisterError, match=r"claims\.yml:5: .*no rows named .*\n.*rows named here: whatever"):
        ask(context, name, {"prices": "mid"}, whatever=AFTER)


# --- sensitivity

CELL = {"benchmark": "deepseek-r1", "scenario": "Server", "accelerator": "NVIDIA GB300"}
TABLE = results(
    {"row_id": "b8", "round": "v5.1", "accelerators": 8, "value": 800.0},
    {"row_id": "a8", "accelerators": 8, "value": 1600.0},
    {"row_id": "a16", "accelerators": 16, "value": 4800.0},
    {"row_id": "a32", "accelerators": 32, "value": 12800.0},
)


@pytest.mark.parametrize(
    ("published", "decimals", "place"),
    [(5.0, 2, 1), (4.0, 2, 1), (3.99, 2, 2), (3.0, 0, 2), (2.5, 1, 3), (1.0, 2, 4)],
)
def test_the_published_figures_place_counts_higher_readings(context, published, decimals, place) -> None:
    found = sensitivity(context({}, TABLE), {"over": "ratio", **CELL}, published, decimals)
    assert (found.low, found.high, found.n, found.rank, found.unit) == (2.0, 4.0, 3, place, "x")


def test_readings_that_print_alike_do_not_outrank_the_published_figure(context) -> None:
    """4.0004 is printed 4.00: it is the published figure, not a higher one."""
    table = TABLE.assign(value=TABLE["value"].replace(12800.0, 12801.28))
    assert sensitivity(context({}, table), {"over": "ratio", **CELL}, 4.0, 2).rank == 1
    assert sensitivity(context({}, table), {"over": "ratio", **CELL}, 4.0, 4).rank == 2


def test_savings_are_those_of_the_same_readings(context) -> None:
    found = sensitivity(context({}, TABLE), {"over": "saving", **CELL}, 60, 0)
    assert (found.low, found.high, found.n, found.unit) == (50.0, 75.0, 3, "%")
    assert found.rank == 3  # 4x saves 75%, 3x saves 67%


def test_costs_go_over_every_end_of_every_price_scenario_once(context) -> None:
    spec = {"over": "cost", "of": {"round": "v6.0", "accelerators": 8}}
    found = sensitivity(context({}, TABLE), spec, 6.0, 2)
    # 200 tokens/s: $3.60 an hour is $5, $7.20 is $10; $3.60 stands in two scenarios.
    assert (found.low, found.high) == pytest.approx((5.0, 10.0))
    assert (found.n, found.rank) == (2, 2)


@pytest.mark.parametrize("over", ["ratio", "saving"])
def test_a_range_over_nothing_is_an_error(context, over: str) -> None:
    with pytest.raises(RegisterError, match=r"claims\.yml:11: .*no pair of results"):
        sensitivity(context({}, TABLE.head(1)), {"over": over, **CELL}, 2.0, 2)


def test_a_result_that_is_nowhere_costs_nothing(context) -> None:
    assert sensitivity(context({}, TABLE), {"over": "cost", "of": {"value": 7}}, 2.0, 2) is None
