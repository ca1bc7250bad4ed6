"""Views of the results: rates per accelerator, one row a run, rounding as figures are printed."""

from __future__ import annotations

import pytest

from claimcheck.analysis.view import one_row_a_run
from claimcheck.core.printing import formatted, half_up, rounds_to
from tests.making import results


@pytest.mark.parametrize(
    ("value", "decimals", "printed"),
    [
        (9820.5, 0, "9821"),  # round() gives 9820
        (9821.5, 0, "9822"),
        (2.675, 2, "2.68"),  # the float lies below 2.675; its shortest decimal does not
        (1.005, 2, "1.01"),
        (0.125, 2, "0.13"),
        (8063.75, 0, "8064"),
        (2.7649999, 2, "2.76"),
        (2.765, 2, "2.77"),
        (0.5, 0, "1"),
        (1e16, 0, "10000000000000000"),
        (1e-7, 2, "0.00"),
        (-7.25, 1, "-7.3"),
        (-0.4, 0, "0"),  # not -0
        (0.1 + 0.2, 1, "0.3"),
    ],
)
def test_figures_round_half_up_by_their_shortest_decimal(value: float, decimals: int, printed: str) -> None:
    assert str(half_up(value, decimals)) == printed
    assert formatted(value, f".{decimals}f") == printed


def test_a_figure_comes_out_exactly_up_to_half_a_last_digit() -> None:
    assert rounds_to(8063.5, 8064, 0)
    assert not rounds_to(8063.4999, 8064, 0)
    assert rounds_to(8064.4999, 8064, 0)
    assert not rounds_to(8064.5, 8064, 0)
    assert rounds_to(2.7749, 2.77, 2)
    assert not rounds_to(2.775, 2.77, 2)


def test_a_run_under_two_accuracy_targets_counts_once_in_the_callers_order() -> None:
    rows = results(
        {"row_id": "z", "log_blob": "other"},
        {"row_id": "b-99.9", "log_blob": "same", "benchmark": "llama2-70b-99.9"},
        {"row_id": "a-99", "log_blob": "same", "benchmark": "llama2-70b-99"},
        {"row_id": "c", "log_blob": None},  # without a log, runs of their own
        {"row_id": "d", "log_blob": None},
        {"row_id": "e", "log_blob": "same", "round": "v5.1"},
    ).set_axis([40, 7, 3, 2, 1, 0])
    found = one_row_a_run(rows)
    assert dict(found["row_id"]) == {40: "z", 3: "a-99", 2: "c", 1: "d", 0: "e"}
    assert list(found.index) == [40, 3, 2, 1, 0]
