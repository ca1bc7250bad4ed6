"""The compiled loop against cases that can be worked out by hand, and against queueing theory."""

from __future__ import annotations

import numpy as np
import pytest

from claimcheck.analysis.serving.engine import LOAD_BALANCING, RING, ROUND_ROBIN, run, uniforms

BASE, REQUEST, TOKEN, PREFILL = 0.010, 0.001, 0.0001, 0.005


def served(arrivals, lengths, *, replicas=1, ranks=1, router=LOAD_BALANCING, max_batch=100, slots=10, graphs=(),
           wait=0, timeout=0, step=(BASE, REQUEST, 0.0, PREFILL)):  # fmt: skip
    return run(
        np.array(arrivals, float), np.array(lengths, np.int64), replicas, ranks, router, max_batch, slots,
        np.array(graphs, np.int64), wait, timeout, step,
    )  # fmt: skip


def test_one_request_takes_a_prefill_step_and_a_step_for_every_further_token() -> None:
    first, done, largest = served([1.0], [5])
    assert first[0] == pytest.approx(1.0 + BASE + REQUEST + PREFILL)
    assert done[0] == pytest.approx(first[0] + 4 * (BASE + REQUEST))
    assert largest == 1


def test_a_step_without_prefill_is_padded_to_the_next_graph() -> None:
    first, done, _ = served([0.0], [3], graphs=[4, 8])
    assert first[0] == pytest.approx(BASE + REQUEST + PREFILL)
    assert done[0] - first[0] == pytest.approx(2 * (BASE + 4 * REQUEST))
    first, done, _ = served([0.0], [3], graphs=[1, 4])
    assert done[0] - first[0] == pytest.approx(2 * (BASE + REQUEST)), "a batch that fits is not padded"
    first, done, _ = served([0.0] * 9, [4] + [3] * 8, graphs=[4, 8])
    assert done[-1] - first[-1] == pytest.approx(2 * (BASE + 9 * REQUEST)), "beyond the largest graph nothing is padded"


def test_context_grows_by_a_token_a_request_and_step() -> None:
    first, done, _ = served([0.0], [4], step=(BASE, 0.0, TOKEN, 0.0))
    assert first[0] == pytest.approx(BASE + TOKEN)
    assert done[0] - first[0] == pytest.approx(3 * BASE + TOKEN * (2 + 3 + 4))


def test_the_fullest_rank_sets_the_pace_of_all() -> None:
    alone = served([0.0], [50], ranks=2)
    # Three requests on two ranks: one rank has two.
    three = served([0.0, 0.0, 0.0], [50, 50, 50], ranks=2)
    assert (three[1] - three[0]).max() > (alone[1] - alone[0])[0]
    two = served([0.0, 0.0], [50, 50], ranks=2)
    assert (two[1] - two[0])[1] == pytest.approx((alone[1] - alone[0])[0])


def test_the_batch_limit_holds_and_those_who_wait_come_in_order() -> None:
    first, done, largest = served([0.0] * 10, [20] * 10, max_batch=3)
    assert largest == 3
    assert (np.diff(first) >= 0).all()
    assert first[3] > done[0], "the fourth starts when a place is free"


def test_prefills_of_one_step_are_limited() -> None:
    first, _, _ = served([0.0] * 4, [50] * 4, slots=2)
    # The first query starts the engine before the others are there.
    assert len(set(first.round(9))) == 3


@pytest.mark.parametrize("router", [LOAD_BALANCING, ROUND_ROBIN])
def test_a_router_spreads_queries_over_replicas(router: int) -> None:
    one = served([0.0] * 2, [30] * 2)
    two = served([0.0] * 2, [30] * 2, replicas=2, router=router)
    assert two[2] == 1 and one[2] == 2
    assert (two[1] - two[0]).max() < (one[1] - one[0]).max()


def test_the_least_loaded_replica_is_chosen_where_turns_would_not() -> None:
    # A long request on the first replica, a short one on the second, done when the third arrives.
    arrivals, lengths = [0.0, 0.001, 1.0], [1000, 2, 10]
    assert served(arrivals, lengths, replicas=2, router=ROUND_ROBIN)[2] == 2
    assert served(arrivals, lengths, replicas=2, router=LOAD_BALANCING)[2] == 1


def test_the_balance_makes_a_prefill_wait_for_the_other_ranks() -> None:
    # Both ranks decode; then one query comes, for which only one rank has input.
    arrivals, lengths = [0.0, 0.0, 0.5], [500, 500, 10]
    soon = served(arrivals, lengths, ranks=2, max_batch=10)
    late = served(arrivals, lengths, ranks=2, max_batch=10, wait=3, timeout=9)
    steps = (late[0][2] - soon[0][2]) / (BASE + REQUEST)
    assert 0 < steps <= 10


def test_requests_in_flight_are_what_the_fixed_point_gives() -> None:
    # Step time a + b B with B = rate × length × step time per rank: T = a / (1 - b rate length).
    gaps, _ = uniforms(7, 60_000)
    rate, length, each = 40.0, 300, 0.00004
    arrivals = np.cumsum(gaps) / rate
    first, done, _ = served(arrivals, [length] * len(gaps), max_batch=10_000, slots=100, step=(0.02, each, 0.0, 0.0))
    expected = 0.02 / (1 - each * rate * length)
    tpot = ((done - first) / (length - 1))[20_000:50_000]
    assert tpot.mean() == pytest.approx(expected, rel=0.01)


def test_little_s_law_holds_over_a_whole_run() -> None:
    gaps, shares = uniforms(3, 4_000)
    arrivals = np.cumsum(gaps) / 5.0
    first, done, _ = served(arrivals, (2 + shares * 200).astype(int), ranks=4, replicas=2)
    moments = np.linspace(0, done.max(), 20_001)
    held = np.searchsorted(arrivals, moments) - np.searchsorted(np.sort(done), moments)
    assert held.mean() * done.max() == pytest.approx((done - arrivals).sum(), rel=0.01)
    assert (first > arrivals).all() and (done >= first).all()


def test_a_seed_names_one_stream() -> None:
    assert all((a == b).all() for a, b in zip(uniforms(5, 100), uniforms(5, 100), strict=True))
    assert (uniforms(5, 100)[0] != uniforms(6, 100)[0]).any()
    gaps, shares = uniforms(5, 200_000)
    assert gaps.mean() == pytest.approx(1, abs=0.01) and shares.mean() == pytest.approx(0.5, abs=0.005)


def test_the_ring_is_longer_than_any_answer_of_the_register(serving_model) -> None:
    longest = serving_model.lengths.tokens[-1] * max(serving_model.sweeps.length_factors)
    assert longest < RING
