"""Results under three durations: none is above what its run was offered."""

from __future__ import annotations

from claimcheck.data.tables import load


def test_no_result_is_above_what_its_run_was_offered() -> None:
    """Also where a result is in tokens and its log counts samples (GPT-J of v4.1)."""
    points = load("operating_points")
    n = points["query_count"].astype(float)
    # The offered view leaves out one sample of n that the tokens of the published figure count.
    assert (points["value"] <= points["offered"] * n / (n - 1) * (1 + 1e-5)).all()
