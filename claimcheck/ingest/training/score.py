"""The score of an entry from its runs, by the rule of its round.

Sources: mlcommons/training_policies, training_rules.adoc (Benchmark Results, Scoring) and
hpc_training_rules.adoc (Throughput); ``mlperf_logging.result_summarizer`` scores the same way.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from claimcheck.data.training import Benchmark
from claimcheck.ingest.training.logs import Run


@dataclass(frozen=True)
class Score:
    """A score (minutes, or models per minute), how many runs it drops, or why there is none.

    ``reason`` may also say what is unusual about a score.
    """

    value: float | None
    dropped: int | None
    reason: str | None


def time_to_train(runs: Sequence[Run | None], benchmark: Benchmark, factor: float) -> Score:
    """Minutes to train: the mean of the runs that are left when the fastest and slowest are dropped, times ``factor``.

    ``runs`` are in the order of their numbers; None is a log without a readable run. A run
    that failed takes a slowest place; with more failures than places there is no score.
    """
    times = [run.minutes for run in runs if run is not None and run.converged]
    failed = len(runs) - len(times)
    notes = []
    if benchmark.first_converged:
        if len(times) < benchmark.first_converged:
            return Score(None, None, f"{len(times)} runs converged, the rule needs {benchmark.first_converged}")
        times, failed = times[: benchmark.first_converged], 0
    elif len(runs) != benchmark.runs:
        notes.append(f"{len(runs)} runs, the rule says {benchmark.runs}")
    drop = benchmark.dropped
    if failed > drop:
        return Score(None, None, "; ".join([f"{failed} of {len(runs)} runs failed, the rule allows {drop}", *notes]))
    kept = sorted(times)[drop : len(times) - (drop - failed)]
    if not kept:
        return Score(None, None, f"{len(runs)} runs leave none to score, the rule says {benchmark.runs}")
    return Score(statistics.fmean(kept) * factor, 2 * drop, "; ".join(notes) or None)


def throughput(runs: Sequence[Run | None], benchmark: Benchmark) -> Score:
    """Models per minute of HPC weak scaling: converged models over the time from the first start to the last stop.

    There is no score with fewer converged models than the benchmark needs runs.
    """
    models = [run for run in runs if run is not None and run.converged]
    if len(models) < benchmark.runs:
        return Score(None, None, f"{len(models)} models converged, the rule needs {benchmark.runs}")
    minutes = (max(run.stop for run in models) - min(run.start for run in models)) / 60_000
    return Score(len(models) / minutes, 0, None)
