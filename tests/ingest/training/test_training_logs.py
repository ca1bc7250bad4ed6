"""A run's start, stop and outcome are read from every format of log."""

from __future__ import annotations

import pytest

from claimcheck.errors import LogError
from claimcheck.ingest.training.logs import read_run

_RANDOM = b"step 7 loss 0.25 \xff\xfe not text\n"


def mllog(key: str, time: object, status: str | None = None, unit: str = "ms", quote: str = '"') -> bytes:
    """One line as upstream writes it since v0.7."""
    metadata = f'{{"lineno": 3, "status": "{status}"}}' if status else '{"lineno": 3}'
    text = f':::MLLOG {{"namespace": "", "time_{unit}": {time}, "key": "{key}", "value": null, "metadata": {metadata}}}'
    return text.replace('"', quote).encode() + b"\n"


def minutes(data: bytes) -> float:
    run = read_run(data)
    assert run.converged
    return run.minutes


def test_milliseconds_stay_exact() -> None:
    data = mllog("run_start", 1_759_845_785_793) + mllog("run_stop", 1_759_845_811_582, "success")
    assert minutes(data) == 25_789 / 60_000


@pytest.mark.parametrize(
    "data",
    [
        _RANDOM + mllog("run_start", 60_000) + _RANDOM + mllog("run_stop", 180_000, "success"),
        mllog("run_start", 60.5, unit="s") + mllog("run_stop", 180.5, "success", unit="s"),
        mllog("run_start", 60_000, quote="'") + mllog("run_stop", 180_000, "success", quote="'"),
        (mllog("run_start", 60_000) + mllog("run_stop", 180_000, "success")).replace(b"\n", b"\r\n"),
        b"3: " + mllog("run_start", 60_000) + b"12.5 samples / s" + mllog("run_stop", 180_000, "success"),
        mllog("run_start", 60_000) + mllog("run_stop", 180_000, "success").rstrip(b"\n"),
        b":::MLPv0.5.0 gnmt 60.000000000 (train.py:242) run_start\n"
        b':::MLPv0.5.0 gnmt 180.000000000 (train.py:488) run_stop: {"success": true}\n',
        b":::MLPv0.5.0 resnet 60 (/a b/x.py:49) run_start\n"
        b':::MLPv0.5.0 resnet 180 (/a b/x.py:49) run_stop: {"success": "true"}\n',
        b":::MLPv0.5.0 resnet 60 (x.py:49) run_start\n:::MLPv0.5.0 resnet 180 (x.py:49) run_stop\n",
        b'[1,0]<stdout>::::MLL 60.000 run_start: {"value": null, "metadata": {"lineno": 1}}\n'
        b"[1,0]<stdout>::::MLL 180.000 run_stop: {\"value\": null, \"metadata\": {'status': 'success'}}\n",
        b"MLPerf: resnet [06/13/19 23:59:00], run_start\nMLPerf: resnet [06/14/19 00:01:00], run_stop\n",
    ],
)
def test_formats(data: bytes) -> None:
    assert minutes(data) == pytest.approx(2)


def test_the_last_start_before_the_first_stop_counts() -> None:
    starts = mllog("run_start", 0) + mllog("run_start", 60_000)
    after = mllog("run_start", 200_000) + mllog("run_stop", 900_000, "aborted")
    assert minutes(starts + mllog("run_stop", 180_000, "success") + after) == 2


def test_two_processes_on_one_line() -> None:
    stop = mllog("run_stop", 180_000, "success").rstrip(b"\n")
    stop = stop.replace(b', "status": "success"', b"")
    other = mllog("eval_stop", 999_000, "success")
    assert not read_run(mllog("run_start", 60_000) + stop + other).converged


def test_a_line_of_another_event_that_names_this_one() -> None:
    start = mllog("run_start", 60_000).replace(b'"value": null', b'"value": "until run_stop"')
    assert minutes(start + mllog("run_stop", 180_000, "success")) == 2


@pytest.mark.parametrize("mention", [b"[210906.08, run_stop, ]\n", b"waiting for run_stop\n", b':::MLLOG "run_stop"\n'])
def test_a_mention_is_no_event(mention: bytes) -> None:
    start, stop = mllog("run_start", 60_000), mllog("run_stop", 180_000, "success")
    assert minutes(start + mention + stop) == 2
    with pytest.raises(LogError, match="no run_stop"):
        read_run(start + mention)


@pytest.mark.parametrize("status", ["aborted", "abort", "fail", "false", None])
def test_a_failed_run(status: str | None) -> None:
    assert not read_run(mllog("run_start", 0) + mllog("run_stop", 180_000, status)).converged
    old = b':::MLPv0.5.0 ncf 1.5 (a:1) run_start\n:::MLPv0.5.0 ncf 9.5 (a:1) run_stop: {"success": false}\n'
    assert not read_run(old).converged


def test_minigo_of_v06_ends_when_the_good_model_was_saved() -> None:
    start = b':::MLL 60.0 run_start: {"value": null, "metadata": {"lineno": 9}}\n'
    result = b":::MLL 999.0 eval_result: {\"metadata\": {'iteration': 19, 'timestamp': 120.0}, \"value\": null}\n"
    stop = b':::MLL 1000.0 run_stop: {"value": null, "metadata": {"status": "success"}}\n'
    assert minutes(start + result) == 2
    assert minutes(start + result + stop) == 2
    later = mllog("run_start", 60_000) + result + mllog("run_stop", 360_000, "success")
    assert minutes(later) == 5


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no run_stop"),
        (mllog("run_start", 5), "no run_stop"),
        (mllog("run_stop", 5, "success"), "no run_start"),
        (mllog("run_start", 5) + mllog("run_stop", 5, "success"), "not after"),
        (mllog("run_start", 5) + mllog("run_stop", 9, "success").replace(b"time_ms", b"time"), "without a time"),
    ],
)
def test_a_log_without_a_run(data: bytes, message: str) -> None:
    with pytest.raises(LogError, match=message):
        read_run(data)
