"""Start, stop and outcome of a training run, from the bytes of its log, and the score that the runs of an entry give.

A log is some megabytes of console output around a few lines of MLPerf's own. Only those that
hold ``run_start`` and ``run_stop`` are looked at; the rest is passed over by ``bytes.find``.

Sources of the scores: mlcommons/training_policies, training_rules.adoc (Benchmark Results, Scoring) and
hpc_training_rules.adoc (Throughput); ``mlperf_logging.result_summarizer`` scores the same way.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from claimcheck.core.errors import LogError
from claimcheck.core.limits import finite
from claimcheck.data.training import Benchmark

_MARKS = (b":::ML", b"MLPerf: ")
_MARK = max(map(len, _MARKS))
# Four formats, each after any prefix: of v0.5, of v0.6, JSON (or a Python dict) since, and one of v0.6 Alibaba
# that gives date and time in whole seconds.
_OLD = rb":::MLPv[\d.]+\s+\S+\s+(?P<old>[\d.]+)\s+\(.*?\)\s+(?P<oldkey>run_start|run_stop)\b"
_PLAIN = rb":::MLL\s+(?P<plain>[\d.]+)\s+(?P<plainkey>run_start|run_stop)\s*:"
_JSON = rb""":::MLLOG\s.*?["']key["']\s*:\s*["'](?P<jsonkey>run_start|run_stop)["']"""
_CLOCK = rb"MLPerf: \w+ \[(?P<clock>\d\d/\d\d/\d\d \d\d:\d\d:\d\d)\], (?P<clockkey>run_start|run_stop)\b"
_LINE = re.compile(b"|".join((_OLD, _PLAIN, _JSON, _CLOCK)))
_TIME = re.compile(rb"""["']time_(?P<unit>ms|s)["']\s*:\s*["']?(?P<time>[\d.]+(?:[eE]\+?\d+)?)""")
_STATUS = re.compile(rb"""["'](?:status|success)["']\s*:\s*["']?(?P<status>\w+)""")
_SUCCESS = (b"success", b"true", b"True")
_EVALUATED = re.compile(rb":::MLL\s+[\d.]+\s+eval_result:[^\n]*?[\"']timestamp[\"']:\s*(?P<seconds>[\d.]+)")


@dataclass(frozen=True)
class Run:
    """One run: milliseconds since the epoch at its start and stop, and whether it reached its target.

    Milliseconds, as most logs give them, are exact; as seconds they would not be.
    """

    start: float
    stop: float
    converged: bool

    @property
    def minutes(self) -> float:
        """Time to train."""
        return (self.stop - self.start) / 60_000


def read_run(data: bytes) -> Run:
    """The run in a log: from its last ``run_start`` before its first ``run_stop``.

    Raises LogError when one of them is missing, or has no time.
    """
    stop = next(_events(data, b"run_stop", len(data)), None)
    if stop is None or stop[1].startswith(b":::MLL "):
        evaluated = _evaluated(data)
        if evaluated is not None:
            return evaluated
    if stop is None:
        raise LogError("no run_stop")
    start = max(_events(data, b"run_start", stop[0]), default=None)
    if start is None:
        raise LogError("no run_start before run_stop")
    status = _STATUS.search(stop[1])
    # A format without a status logs run_stop only at the target.
    converged = status["status"] in _SUCCESS if status else not stop[1].startswith(b":::MLL")
    run = Run(start[2], stop[2], converged)
    if run.stop <= run.start:
        raise LogError("run_stop is not after run_start")
    return run


def _evaluated(data: bytes) -> Run | None:
    """The run of v0.6 minigo, which ends when the model was saved that an evaluation afterwards finds good.

    ``eval_result`` gives those seconds since the start. Source: mlcommons/logging,
    compliance_checker/training_0.6.0, score.yaml and minigo.yaml.
    """
    at = data.find(b"eval_result:")
    match = _EVALUATED.match(data, data.rfind(_MARKS[0], 0, at)) if at >= 0 else None
    start = max(_events(data, b"run_start", at), default=None) if match else None
    if match is None or start is None:
        return None
    taken = _seconds(match["seconds"]) * 1000
    return Run(start[2], start[2] + taken, taken > 0)


def _events(data: bytes, key: bytes, end: int) -> Iterator[tuple[int, bytes, float]]:
    """(position, text, milliseconds) of the lines of MLPerf's own with ``key`` before ``end``."""
    at, line, begin, last, seen = data.find(key, 0, end), 0, -1, 0, 0
    while at >= 0:
        # What was searched for one key is not searched again for the next: a log may be one long line of keys.
        line = max(line, data.rfind(b"\n", seen, at) + 1)
        mark_at = max(data.rfind(mark, max(line, seen - _MARK), at) for mark in _MARKS)
        if mark_at < 0 and begin >= line:
            mark_at = begin
        if mark_at >= 0 and mark_at != begin:
            if at >= last:
                last = data.find(b"\n", at)
                last = len(data) if last < 0 else last
            stop = last
            # Output of several processes can meet on one line.
            for mark in (_MARKS if data.startswith(_MARKS[1], mark_at) else _MARKS[:1])[::-1]:
                following = data.find(mark, at, stop)
                stop = stop if following < 0 else following
            text = data[mark_at:stop]
            match = _LINE.match(text)
            if match and key in match.group("oldkey", "plainkey", "jsonkey", "clockkey"):
                yield at, text, _milliseconds(match, text)
        begin, seen = mark_at, at
        at = data.find(key, at + len(key), end)


def _milliseconds(match: re.Match[bytes], text: bytes) -> float:
    direct = match["old"] or match["plain"]
    if direct:
        return _seconds(direct) * 1000
    if match["clock"]:
        # Differences alone count, so the zone does not matter.
        clock = match["clock"].decode()
        try:
            return datetime.strptime(clock, "%m/%d/%y %H:%M:%S").replace(tzinfo=UTC).timestamp() * 1000
        except ValueError as error:
            raise LogError(f"{clock} is no time", rule="a time is as in 07/23/18 09:31:05") from error
    time = _TIME.search(text)
    if time is None:
        raise LogError("a line without a time")
    return _seconds(time["time"]) * (1 if time["unit"] == b"ms" else 1000)


def _seconds(printed: bytes) -> float:
    """A printed number of seconds, or of what else ``time_`` counts; raises LogError for none or one too large."""
    if math.isnan(number := finite(printed.decode())):
        raise LogError(f"{printed[:40].decode()} is no time", rule="a time is a number")
    return number


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
