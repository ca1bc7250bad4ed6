"""The models of the mechanisms: what must hold of any of them, and what published constants must add up to."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from claimcheck.analysis.mechanisms import kv_routing, roofline
from claimcheck.analysis.serving.outcomes import ALIKE
from claimcheck.data.mechanisms import CHOSEN, SECTIONS, Figures, read_figures
from claimcheck.data.tables import load

CONTEXT = 5000.0


@pytest.fixture(scope="module")
def figures(data_dir: Path) -> Figures:
    return read_figures(data_dir)


@pytest.fixture(scope="module")
def setup(figures: Figures) -> roofline.Setup:
    return roofline.read_setup(figures)


@pytest.fixture(scope="module")
def traffic(figures: Figures) -> kv_routing.Traffic:
    return replace(kv_routing.read_traffic(figures), requests=6000, seconds=900.0)


# --- the register -----------------------------------------------------------------------------


def test_every_figure_from_outside_has_an_address(figures: Figures) -> None:
    outside = [f for s in SECTIONS if s not in CHOSEN for f in figures.sections[s].values()]
    assert len(outside) > 30
    assert [f.key for f in outside if not f.url.startswith("https://")] == []
    assert [f.key for f in figures.sections["published"].values() if not f.conditions] == []


def test_assumptions_lie_within_the_range_that_is_tried(figures: Figures) -> None:
    ours = [f for s in CHOSEN for f in figures.sections[s].values()]
    assert [f.key for f in ours if f.low is None or not f.low <= f.value <= f.high] == []


# --- the roofline -----------------------------------------------------------------------------


def test_the_model_has_as_many_weights_as_its_makers_say(figures: Figures, setup: roofline.Setup) -> None:
    assert round(setup.model.parameters / 1e9) == figures.values("model")["parameters_billion"]


def test_experts_read_agree_with_a_draw(setup: roofline.Setup) -> None:
    model, tokens = setup.model, 40
    generator = np.random.default_rng(1)
    held = [
        len({e for _ in range(tokens) for e in generator.choice(model.experts, model.chosen, False) if e < 32})
        for _ in range(300)
    ]
    assert roofline.experts_read(model, tokens, 8) == pytest.approx(np.mean(held), rel=0.03)


def test_ranks_met_agree_with_a_draw(setup: roofline.Setup) -> None:
    model, width = setup.model, 16
    generator = np.random.default_rng(2)
    met = [
        len({e // (model.experts // width) for e in generator.choice(model.experts, model.chosen, False)} - {0})
        for _ in range(3000)
    ]
    assert roofline.gpus_reached(model, width) == pytest.approx(np.mean(met), rel=0.02)
    assert roofline.gpus_reached(model, 1) == 0


def test_no_gpu_is_hotter_than_another_when_experts_are_alike(setup: roofline.Setup) -> None:
    assert roofline.busiest_over_mean(256, 32, 0.0) == pytest.approx(1)
    assert roofline.busiest_over_mean(256, 72, 0.0) > 1  # experts do not divide
    heat = [roofline.busiest_over_mean(256, width, 0.5) for width in (8, 16, 32)]
    assert heat == sorted(heat)
    assert heat[0] > 1


def test_a_cache_is_read_once_however_many_drafts_are_checked(setup: roofline.Setup) -> None:
    quick = replace(setup, gpu=replace(setup.gpu, fp4=1e30, fp8=1e30, bf16=1e30))
    plain, drafted = (roofline.step(quick, 64, 8, CONTEXT, drafts)["attention"] for drafts in (0, 3))
    assert drafted == plain
    slow = replace(setup, gpu=replace(setup.gpu, memory_bandwidth=1e30))
    plain, drafted = (roofline.step(slow, 64, 8, CONTEXT, drafts)["attention"] for drafts in (0, 3))
    assert drafted == pytest.approx(4 * plain)


# --- wide expert parallelism ------------------------------------------------------------------


def test_most_requests_keep_the_limit_and_no_more_would(setup: roofline.Setup) -> None:
    number, stops = roofline.most_requests(setup, 8, 0.02, CONTEXT)
    assert stops == "time"
    assert roofline.step_time(setup, number, 8, CONTEXT) == pytest.approx(0.02, rel=1e-6)
    number, stops = roofline.most_requests(setup, 8, 10.0, CONTEXT)
    assert (number, stops) == (roofline.requests_that_fit(setup, 8, CONTEXT), "memory")
    assert roofline.most_requests(setup, 8, 1e-4, CONTEXT) == (0.0, "time")


def test_bounds_of_a_run_follow_from_its_step(setup: roofline.Setup) -> None:
    run = pd.DataFrame([{"row_id": "r", "requests": 200.0, "context": CONTEXT, "logged_ms": 60.0}])
    found = roofline.bounds(setup, run).iloc[0]
    assert found["floor_ms"] == pytest.approx(sum(found[p] for p in roofline.PARTS))
    assert found["removed"] == pytest.approx(60 / (60 - found["experts"]))
    assert 1 < found["widened"] < found["removed"] < found["ideal"]


# --- multi-token prediction -------------------------------------------------------------------


@pytest.mark.parametrize("accepted", [[0.9], [0.9, 0.5], [0.7, 0.6, 0.5], []])
def test_tokens_a_step_are_the_mean_over_what_can_happen(accepted: list[float]) -> None:
    mean = 0.0
    for outcome in product((True, False), repeat=len(accepted)):
        chance = math.prod(a if right else 1 - a for a, right in zip(accepted, outcome, strict=True))
        run = next((i for i, right in enumerate(outcome) if not right), len(outcome))
        mean += chance * (1 + run)
    assert roofline.tokens_per_step(accepted) == pytest.approx(mean)


def test_drafts_are_worth_their_tokens_where_a_step_costs_the_same(setup: roofline.Setup) -> None:
    idle = setup.but(fixed_s=100.0)
    accepted = [0.9, 0.9, 0.9]
    assert roofline.speedup(idle, 1, 8, CONTEXT, accepted) == pytest.approx(
        roofline.tokens_per_step(accepted), rel=1e-3
    )


def test_drafts_lose_where_arithmetic_is_all(setup: roofline.Setup) -> None:
    busy = replace(setup, gpu=replace(setup.gpu, memory_bandwidth=1e30, link_bandwidth=1e30))
    accepted = [0.7, 0.6, 0.5]
    gain = roofline.speedup(busy, 200, 8, CONTEXT, accepted)
    assert gain < roofline.tokens_per_step(accepted) / 4
    assert gain > 0.8 * roofline.tokens_per_step(accepted) / 4  # the rest is drafting


def test_drafts_break_even_where_they_give_nothing(setup: roofline.Setup) -> None:
    accepted = [0.7, 0.6, 0.5]
    load = roofline.break_even(setup, 8, CONTEXT, accepted)
    assert roofline.speedup(setup, load, 8, CONTEXT, accepted) == pytest.approx(1)
    assert roofline.speedup(setup, 1.1 * load, 8, CONTEXT, accepted) < 1
    assert roofline.break_even(setup.but(fixed_s=100.0), 8, CONTEXT, accepted) == math.inf


# --- KV-aware routing -------------------------------------------------------------------------


def test_one_server_that_is_never_full_waits_as_theory_says(traffic: kv_routing.Traffic) -> None:
    # M/M/1: exponential inputs (spread 1) on one server; mean time in system = service / (1 - load).
    lone = replace(traffic, servers=1, load=0.6, shared=0.0, requests=200_000, seconds=200_000.0)
    service = lone.input_tokens / lone.rate
    found = kv_routing.serve(lone, "round-robin")
    assert found["mean"] == pytest.approx(service / (1 - 0.6), rel=0.05)
    assert found["busy"] == pytest.approx(0.6, rel=0.02)
    assert found["hit"] == 0


def test_servers_that_reuse_nothing_have_a_queue_each(traffic: kv_routing.Traffic) -> None:
    busy = replace(traffic, shared=0.0, load=1.05)
    arrivals, inputs, _ = kv_routing.draw(busy)
    free, waited = [0.0] * busy.servers, 0.0
    for number, (arrival, tokens) in enumerate(zip(arrivals, inputs, strict=True)):
        server = number % busy.servers
        free[server] = max(free[server], arrival) + tokens / busy.rate
        waited += free[server] - arrival
    assert kv_routing.serve(busy, "round-robin")["mean"] == pytest.approx(waited / len(arrivals))


def test_a_prefix_that_all_share_needs_no_router(traffic: kv_routing.Traffic) -> None:
    found = kv_routing.compare(replace(traffic, families=1)).set_index("policy")["hit"]
    assert found["round-robin"] == pytest.approx(found["KV-aware"], abs=0.01)
    assert found["KV-aware"] == pytest.approx(traffic.shared, abs=0.01)


def test_the_prefix_used_longest_ago_goes_first(traffic: kv_routing.Traffic) -> None:
    lone = replace(traffic, servers=1, cached_prefixes=10)
    _, inputs, families = kv_routing.draw(lone)
    kept: OrderedDict[int, None] = OrderedDict()
    skipped = 0.0
    for tokens, family in zip(inputs, families, strict=True):
        if family in kept:
            skipped += tokens * lone.shared
        kept[family] = None
        kept.move_to_end(family)
        if len(kept) > lone.cached_prefixes:
            kept.popitem(last=False)
    assert kv_routing.serve(lone, "round-robin")["hit"] == pytest.approx(skipped / inputs.sum())
    with pytest.raises(ValueError, match="at least one"):
        kv_routing.serve(replace(traffic, cached_prefixes=0), "round-robin")


def test_every_row_of_the_sweep_is_what_the_model_gives(data_dir: Path) -> None:
    again = kv_routing.routing_sweeps(data_dir)
    pd.testing.assert_frame_equal(load("routing_sweeps", data_dir), again, rtol=ALIKE)
    published = kv_routing.read_traffic(read_figures(data_dir)).shared
    assert published in kv_routing.SHARES, "the published share is one of them"
