"""Disaggregation, attention-DP balance and fusion: what must hold of the models, and what published steps add up to."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from claimcheck.analysis.mechanisms import attention_dp, disaggregation
from claimcheck.analysis.mechanisms.disaggregation import Costs
from claimcheck.analysis.serving.simulate import Deployment, Engine, Lengths, Limits, Step

LIMITS = Limits(80.0, 2000.0)
LENGTHS = Lengths((0.0, 0.5, 1.0), (50.0, 200.0, 1000.0))
COST = Costs(base=0.02, per_request=5e-5, prefill=0.05, dedicated=0.05, output_tokens=1000, room=1e9)


def made(**changes: object) -> Engine:
    """An engine of four ranks with round numbers."""
    step = Step(10.0, 50.0, 0.0, 60.0)
    at = Deployment(1, 4, "load_balancing", 64, 64 + 2000, (), 0, 0)
    return replace(Engine(step, at, LENGTHS, 500.0, LENGTHS.moments()[0], False), **changes)


# --- engines ----------------------------------------------------------------------------------


def test_prefill_grows_with_inputs_and_requests_with_what_they_hold() -> None:
    one = made()
    longer = one.at_lengths(2 * one.input_tokens, one.output_tokens)
    assert longer.step.prefill_ms == pytest.approx(2 * one.step.prefill_ms)
    assert one.step.per_request_us < longer.step.per_request_us < 2 * one.step.per_request_us
    assert longer.step.base_ms == one.step.base_ms
    answers = one.at_lengths(one.input_tokens, 2 * one.output_tokens)
    assert answers.step.prefill_ms == pytest.approx(one.step.prefill_ms)
    assert answers.step.per_request_us > one.step.per_request_us
    assert answers.output_tokens == 2 * one.output_tokens and answers.longest == 2 * one.longest


# --- disaggregation ---------------------------------------------------------------------------


def test_one_prefill_gpu_waits_as_the_formula_for_constant_services_says() -> None:
    # M/D/1: mean wait in services is load / (2 (1 - load)) (Pollaczek and Khinchine).
    load = 0.6
    gaps = np.random.default_rng(1).exponential(1 / load, 400_000)
    shares = [disaggregation._late_share(gaps, 1, limit / 50) for limit in range(500)]
    assert sum(shares) / 50 == pytest.approx(load / (2 * (1 - load)), rel=0.05)


def test_shared_gpus_spend_all_of_a_token_s_time() -> None:
    rate = disaggregation.shared(COST, LIMITS)
    limit = LIMITS.tpot_ms / 1000
    requests = rate * COST.output_tokens * limit
    assert COST.base + COST.per_request * requests + limit * rate * COST.prefill == pytest.approx(limit)


def test_gains_lie_between_what_moving_work_gives_and_the_ceiling() -> None:
    ceiling = 1 / (1 - COST.base / (LIMITS.tpot_ms / 1000))
    for prefill in (0.001, 0.05, 0.5):
        found = disaggregation.compare(replace(COST, prefill=prefill, dedicated=prefill), LIMITS)
        assert 0.9 < found["gain"] < ceiling


def test_the_split_is_the_best_of_all_whole_ones() -> None:
    found = disaggregation.split(COST, LIMITS, 12)
    each, slack = disaggregation.decoding(COST, LIMITS), disaggregation._slack(COST.dedicated, LIMITS)
    every = [
        min(m * disaggregation.highest_utilisation(m, slack) / COST.dedicated, (12 - m) * each) / 12
        for m in range(1, 12)
    ]
    assert found["rate"] == pytest.approx(max(every))
    assert every[found["prefill_gpus"] - 1] == pytest.approx(max(every))


def test_a_prefill_slower_than_the_limit_is_served_by_nobody() -> None:
    slow = replace(COST, prefill=3.0, dedicated=3.0)
    found = disaggregation.compare(slow, LIMITS)
    assert found["shared"] == found["split"] == 0 and math.isnan(found["gain"])


# --- attention-DP balance ---------------------------------------------------------------------


def test_many_requests_even_out_and_many_ranks_do_not() -> None:
    few, many = (attention_dp.cached_balance(LENGTHS, n, 8, 100) for n in (2, 200))
    assert few < many < 1
    assert attention_dp.cached_balance(LENGTHS, 20, 32, 100) < attention_dp.cached_balance(LENGTHS, 20, 8, 100)
    assert attention_dp.cached_balance(LENGTHS, 5, 1, 100) == pytest.approx(1)


def test_a_step_of_a_queue_takes_its_parts() -> None:
    # One rank, two places, one input a step: both requests come in, one after the other, each with three tokens.
    took, means, tops = attention_dp._drain(np.array([3, 3]), 1, 2, 1, 5, 0, 0, (10.0, 1.0, 100.0))
    assert list(took) == [111.0, 112.0, 12.0, 11.0]
    assert list(means) == list(tops) == [5.0, 6.0, 2.0, 1.0]


def steps(tokens: list[int], ranks: int, places: int, wait: int, timeout: int) -> int:
    """Steps that a queue of ``tokens`` takes, one input a step, under the two counters of the balance."""
    return len(attention_dp._drain(np.array(tokens), ranks, places, 1, 0, wait, timeout, (1.0, 0.0, 0.0))[0])


def test_counters_hold_an_input_back_for_as_many_steps_as_they_say() -> None:
    # Two ranks of two places: when the short answer is done one rank has room, and the last input waits for the other.
    waited = [steps([40, 40, 40, 2, 100], 2, 2, 0, timeout) for timeout in (0, 1, 2, 5)]
    assert [one - waited[0] for one in waited] == [0, 0, 1, 4]
    # One rank with a place left: the second and the third input each wait for others to gather.
    gathered = [steps([60, 2, 60], 1, 2, wait, 9) for wait in (0, 1, 4)]
    assert [one - gathered[0] for one in gathered] == [0, 2, 8]
    # A rank that holds nothing takes an input in at once.
    assert steps([40, 2, 100], 2, 1, 0, 9) == steps([40, 2, 100], 2, 1, 0, 0)


def test_what_ranks_hold_is_met_in_proportion_to_its_length_and_half_done_on_average() -> None:
    equal, mixed = Lengths((0.0, 1.0), (1000.0, 1000.0)), Lengths((0.0, 0.5, 0.5001, 1.0), (1.0, 1.0, 1000.0, 1000.0))
    balance = attention_dp.cached_balance(equal, 8, 8, 0)
    assert 0.5 < balance < 0.9
    assert attention_dp.cached_balance(mixed, 8, 8, 0) == pytest.approx(balance, abs=0.02), "the short are soon gone"
    assert attention_dp.cached_balance(equal, 8, 8, 1e6) > 0.99, "inputs alike make ranks alike"
    assert equal.cached_tokens(10, 1000) == pytest.approx(10 + 500)
    assert mixed.cached_tokens(0, mixed.moments()[0]) == pytest.approx(500, rel=0.01)
