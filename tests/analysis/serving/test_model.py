"""Lengths, deployments, measuring and fitting, on small made runs."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from claimcheck.analysis.serving.fit import Case, fit, nelder_mead, simulate_case
from claimcheck.analysis.serving.outcomes import step_factor
from claimcheck.analysis.serving.simulate import (
    Deployment,
    Engine,
    Lengths,
    Limits,
    Load,
    Step,
    Trace,
    deployment,
    ending_figures,
    find_limit,
    output_lengths,
    percentile,
    run_figures,
    simulate,
    steady_state,
    within_limits,
)
from claimcheck.data.serving import Loads, Model, Variant

ENGINE = Deployment(1, 8, "load_balancing", 64, 4096, (1, 8, 16, 32, 64), 3, 9)
STEP = Step(20.0, 80.0, 0.0, 30.0)
SHORT = Lengths((0, 0.5, 1), (20, 100, 400))


def load_of(rate: float = 40.0, count: int = 6000, seed: int = 4) -> Load:
    return Load(rate, count, 120.0, seed)


@pytest.mark.parametrize("kind", ["log", "linear"])
def test_lengths_pass_through_their_points(kind: str) -> None:
    lengths = replace(SHORT, interpolation=kind)
    assert lengths.quantile(np.array(lengths.shares)) == pytest.approx(lengths.tokens)
    between = lengths.quantile(np.array([0.25]))[0]
    assert between == pytest.approx(60 if kind == "linear" else (20 * 100) ** 0.5)


@pytest.mark.parametrize("mean", [90.0, 120.0, 180.0])
def test_drawn_lengths_have_the_mean_asked_for_and_keep_the_cap(mean: float) -> None:
    drawn = SHORT.draw(np.random.default_rng(1).random(5000), mean)
    assert drawn.mean() == pytest.approx(mean, abs=1)
    assert drawn.min() >= 2 and drawn.max() <= SHORT.tokens[-1]


def test_the_published_moments_come_out_of_the_published_percentiles(serving_model) -> None:
    mean, deviation = output_lengths(serving_model).moments()
    assert mean == pytest.approx(serving_model.published_mean, rel=0.01)
    assert deviation == pytest.approx(serving_model.published_deviation, rel=0.01)


def test_percentiles_are_those_of_loadgen() -> None:
    assert percentile(np.arange(100.0), 0.99) == 99
    assert percentile(np.arange(100.0), 0.5) == 50
    assert percentile(np.array([3.0]), 0.99) == 3


def test_a_simulated_run_is_offered_what_it_was_told() -> None:
    trace = simulate(load_of(), ENGINE, STEP, SHORT, 800)
    found = run_figures(trace)
    assert found["tokens_per_s_per_accelerator"] == pytest.approx(40 * 120 / 8, rel=0.01)
    seconds = found["latency_mean_ms"] / 1e3
    assert found["in_flight_per_accelerator"] == pytest.approx(40 * seconds / 8)
    again = simulate(load_of(), ENGINE, STEP, SHORT, 800)
    assert (again.done == trace.done).all()


def test_a_run_s_end_is_measured_from_its_last_issued_query() -> None:
    arrivals = np.array([0.0, 5.0, 10.0])
    done = np.array([30.0, 6.0, 20.0])
    trace = Trace(arrivals, np.array([10, 10, 10]), arrivals + 0.5, done, 8, 1)
    end = ending_figures(trace)
    assert end["last_completion_s"] == 30
    assert end["completion_factor_low"] == pytest.approx(10 / (10 + 30))
    assert end["completion_factor_low"] <= end["completion_factor"] <= end["completion_factor_high"] < 1


def settings(**values: object) -> pd.DataFrame:
    base = {
        "tensor_parallel": 8, "attention_dp_enabled": True, "attention_dp_balance": True,
        "attention_dp_balance_wait_iters": 2, "attention_dp_balance_timeout_iters": 6, "max_batch_size": 512,
        "max_num_tokens": 3456, "cuda_graph_enabled": True, "cuda_graph_padding": True,
        "cuda_graph_batch_sizes": [256, 128],
    }  # fmt: skip
    rows = [("engine", k, json.dumps(v)) for k, v in (base | values).items()]
    frame = pd.DataFrame(rows, columns=["component", "setting", "value"])
    return frame.assign(row_id="r", selected=True)


def test_a_deployment_is_what_the_settings_say() -> None:
    found = deployment(settings(), "r", 72)
    assert found == Deployment(9, 8, "load_balancing", 512, 3456, (128, 256), 2, 6)
    assert found.slots(803) == 3
    assert replace(found, max_num_tokens=600).slots(803) == 1


def test_unpadded_and_unbalanced_engines_are_known() -> None:
    found = deployment(settings(cuda_graph_padding=False, attention_dp_balance=False), "r", 8)
    assert found.graphs == () and (found.wait_steps, found.timeout_steps) == (0, 0)


def test_settings_that_the_run_did_not_use_are_left_out() -> None:
    rows = pd.concat([settings(), settings(max_batch_size=9).assign(selected=False)])
    assert deployment(rows, "r", 8).max_batch == 512


@pytest.mark.parametrize(("values", "accelerators"), [({}, 12), ({"attention_dp_enabled": False}, 8)])
def test_a_deployment_that_the_model_does_not_know_is_refused(values: dict, accelerators: int) -> None:
    with pytest.raises(ValueError, match="r: "):
        deployment(settings(**values), "r", accelerators)


@pytest.fixture(scope="module")
def model(serving_model: Model) -> Model:
    """The model of the register, of short answers."""
    return replace(serving_model, lengths=SHORT)


def made_case(step: Step, rate: float, model: Model) -> Case:
    case = Case("r", "run", "g", True, "S", "C", 8, "v0", ENGINE, load_of(rate), {})
    return replace(case, logged=simulate_case(case, step, model) | {"spoiled": 0.0})


def test_a_fit_finds_the_step_that_made_the_runs(model: Model) -> None:
    true = Step(30.0, 150.0, 0.0, 20.0)
    known = [made_case(true, rate, model) for rate in (25.0, 90.0)]
    found = fit("g", Variant(key="main", about="made", per_token=0.0), known, model)
    assert found.error < 0.02
    assert found.free == ("base", "per_request", "prefill")
    # What a step takes at the made loads comes out; its parts stand in for each other in some measure.
    assert found.step.base_ms + 0.1 * found.step.prefill_ms == pytest.approx(32.0, rel=0.1)


def test_a_spoiled_mean_is_left_out_of_the_fit(model: Model) -> None:
    case = made_case(STEP, 40.0, model)
    spoiled = replace(case, logged=case.logged | {"tpot_mean_ms": 1e6, "spoiled": 1.0})
    assert fit("g", Variant(key="main", about="made", per_token=0.0), [spoiled], model).error < 0.02


def test_the_step_factor_finds_by_how_much_a_machine_is_slower(model: Model) -> None:
    case = made_case(STEP, 60.0, model)
    slow = Step(*(1.08 * value for value in (20.0, 80.0, 0.0, 30.0)))
    assert step_factor(made_case(slow, 60.0, model), STEP, model) == pytest.approx(1.08, abs=0.01)
    assert step_factor(case, STEP, model) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(("tpot", "ttft", "kept"), [(80, 2000, True), (80.1, 1, False), (1, 2000.1, False)])
def test_both_limits_count(tpot: float, ttft: float, kept: bool) -> None:
    assert within_limits({"tpot_p99_ms": tpot, "ttft_p99_ms": ttft}, Limits(80, 2000)) is kept


def test_a_held_term_stays_held(model: Model) -> None:
    known = [made_case(STEP, 30.0, model)]
    found = fit("g", Variant(key="x", about="made", per_token=0.0, prefill=7.0), known, model)
    assert (found.step.per_token_ns, found.step.prefill_ms) == (0.0, 7.0)


def test_the_simplex_finds_the_bottom_of_a_bowl() -> None:
    point, value = nelder_mead(lambda p: float(((p - [3, -1]) ** 2).sum()), [0, 0], [1, 1], 200)
    assert point == pytest.approx([3, -1], abs=1e-3) and value < 1e-5


@pytest.mark.parametrize(
    ("losses", "tried"),
    [
        # The worst of (0, 0), (1, 0) and (0, 1) is mirrored first, and then the worst of what is left is.
        ([1], [(1, -1), (0, -1)]),  # the mirrored point is second
        ([-1, -2], [(1, -1), (1.5, -2), (0.5, -2)]),  # it is best, and twice as far is better still
        ([-1, -0.5], [(1, -1), (1.5, -2), (0, -1)]),  # it is best, and twice as far is not better
        ([5, 1], [(1, -1), (0.25, 0.5), (-0.75, 0.5)]),  # it is worst, and the way back is better
        ([5, 4], [(1, -1), (0.25, 0.5), (0.5, 0), (0, 0.5)]),  # it is worst, and so is the way back: all halve
    ],
)
def test_the_simplex_moves_by_what_it_finds(losses: list[float], tried: list[tuple[float, float]]) -> None:
    points: list[tuple[float, float]] = []
    found = iter([0, 2, 3, *losses, 9, 9, 9, 9])

    def loss(point: np.ndarray) -> float:
        points.append((float(point[0]), float(point[1])))
        return next(found)

    nelder_mead(loss, [0, 0], [1, 1], 3 + len(losses) + 1)
    assert points[3 : 3 + len(tried)] == tried


def test_the_limit_is_the_edge_of_what_keeps_the_limits(serving_model) -> None:
    loads = Loads(first=1.0, to=11.5, step=0.5)
    asked = serving_model.sweeps.model_copy(
        update={"load": loads, "fill_s": 60.0, "measured_s": 120.0, "after_s": 60.0}
    )
    engine = Engine(STEP, ENGINE, SHORT, 800, 120.0)
    limits = Limits(30.0, 2000.0)
    found = find_limit(engine, asked, limits, 1)
    assert within_limits(found, limits)
    beyond = steady_state(engine, asked, found["rate_per_accelerator"] + 0.2, 1)
    assert not within_limits(beyond, limits)
    with pytest.raises(ValueError, match="a limit is broken"):
        find_limit(engine, asked, Limits(1.0, 2000.0), 1)
