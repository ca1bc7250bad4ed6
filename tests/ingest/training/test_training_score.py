"""The score of an entry follows the rule of its benchmark."""

from __future__ import annotations

import pytest

from claimcheck.ingest.training.logs import Run
from claimcheck.ingest.training.rules import Benchmark
from claimcheck.ingest.training.score import throughput, time_to_train


def bench(runs: int, dropped: int = 1, first_converged: int | None = None) -> Benchmark:
    return Benchmark(name="x", first="v0.5", last="v5.1", runs=runs, dropped=dropped, first_converged=first_converged)


def run(minutes: float, converged: bool = True, start: float = 0) -> Run:
    return Run(start, start + minutes * 60_000, converged)


FAILED = run(99, converged=False)


def test_fastest_and_slowest_are_dropped() -> None:
    score = time_to_train([run(m) for m in (9, 1, 4, 5, 100)], bench(5), 1.0)
    assert (score.value, score.dropped, score.reason) == (6, 2, None)


def test_unet3d_drops_four_at_each_end() -> None:
    times = [1] * 4 + [10] * 16 + [20] * 16 + [1000] * 4
    score = time_to_train([run(m) for m in times], bench(40, 4), 1.0)
    assert (score.value, score.dropped) == (15, 8)


@pytest.mark.parametrize("bad", [FAILED, None])
def test_a_failed_run_takes_a_slowest_place(bad: Run | None) -> None:
    assert time_to_train([run(m) for m in (9, 1, 4, 5)] + [bad], bench(5), 1.0).value == 6


def test_more_failures_than_places() -> None:
    score = time_to_train([run(1), run(2), run(3), FAILED, FAILED], bench(5), 1.0)
    assert (score.value, score.dropped) == (None, None)
    assert score.reason == "2 of 5 runs failed, the rule allows 1"


def test_another_number_of_runs_is_said() -> None:
    score = time_to_train([run(m) for m in (1, 2, 3)], bench(5), 1.0)
    assert (score.value, score.reason) == (2, "3 runs, the rule says 5")
    assert time_to_train([run(1), run(2)], bench(5), 1.0).value is None


def test_ncf_takes_the_first_that_converge() -> None:
    rule = bench(8, 1, first_converged=4)
    runs = [FAILED, run(9), FAILED, run(1), run(4), FAILED, run(6), run(0.5)]
    assert time_to_train(runs, rule, 1.0).value == 5
    assert time_to_train(runs[:5], rule, 1.0).value is None


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (bench(5), "5 runs; 1 fastest and 1 slowest dropped; mean of 3"),
        (bench(40, 4), "40 runs; 4 fastest and 4 slowest dropped; mean of 32"),
        (bench(9, 4), "9 runs; 4 fastest and 4 slowest dropped; the one that is left"),
        (bench(8, 1, 4), "8 runs, the first 4 that converge; 1 fastest and 1 slowest dropped; mean of 2"),
    ],
)
def test_the_rule_in_words(rule: Benchmark, said: str) -> None:
    assert rule.rule == said


def test_throughput_counts_converged_models_over_the_whole_time() -> None:
    models = [run(3, start=60_000), run(9, start=0), run(8, start=120_000), run(90, converged=False)]
    score = throughput(models, bench(3))
    assert (score.value, score.dropped) == (3 / 10, 0)


def test_too_few_models() -> None:
    score = throughput([run(3), run(3), FAILED], bench(3))
    assert (score.value, score.reason) == (None, "2 models converged, the rule needs 3")
