"""The score of an entry follows the rule of its benchmark."""

from __future__ import annotations

import pytest

from claimcheck.data.training import Benchmark
from claimcheck.sources.training import Run, throughput, time_to_train


def bench(runs: int, dropped: int = 1, first_converged: int | None = None) -> Benchmark:
    return Benchmark(name="x", first="v0.5", last="v5.1", runs=runs, dropped=dropped, first_converged=first_converged)


def run(minutes: float, converged: bool = True, start: float = 0) -> Run:
    return Run(start, start + minutes * 60_000, converged)


FAILED = run(99, converged=False)


def of(*minutes: float) -> list[Run | None]:
    return [run(m) for m in minutes]


NCF = bench(8, 1, first_converged=4)
FIRST = [FAILED, run(9), FAILED, run(1), run(4), FAILED, run(6), run(0.5)]
# Unet3d drops four at each end.
FORTY = of(*[1] * 4, *[10] * 16, *[20] * 16, *[1000] * 4)


@pytest.mark.parametrize(
    ("runs", "rule", "value", "dropped", "reason"),
    [
        (of(9, 1, 4, 5, 100), bench(5), 6, 2, None),
        (FORTY, bench(40, 4), 15, 8, None),
        # A failed run, or one whose log cannot be read, takes a slowest place.
        ([*of(9, 1, 4, 5), FAILED], bench(5), 6, 2, None),
        ([*of(9, 1, 4, 5), None], bench(5), 6, 2, None),
        ([*of(1, 2, 3), FAILED, FAILED], bench(5), None, None, "2 of 5 runs failed, the rule allows 1"),
        (of(1, 2, 3), bench(5), 2, 2, "3 runs, the rule says 5"),
        # NCF takes the first that converge.
        (FIRST, NCF, 5, 2, None),
    ],
)
def test_the_time_to_train(
    runs: list[Run | None], rule: Benchmark, value: float | None, dropped: int | None, reason: str | None
) -> None:
    score = time_to_train(runs, rule, 1.0)
    assert (score.value, score.dropped, score.reason) == (value, dropped, reason)


def test_too_few_runs_have_no_time() -> None:
    assert time_to_train(of(1, 2), bench(5), 1.0).value is None
    assert time_to_train(FIRST[:5], NCF, 1.0).value is None


def test_throughput_counts_converged_models_over_the_whole_time() -> None:
    models = [run(3, start=60_000), run(9, start=0), run(8, start=120_000), run(90, converged=False)]
    score = throughput(models, bench(3))
    assert (score.value, score.dropped) == (3 / 10, 0)


def test_too_few_models() -> None:
    score = throughput([run(3), run(3), FAILED], bench(3))
    assert (score.value, score.reason) == (None, "2 models converged, the rule needs 3")
