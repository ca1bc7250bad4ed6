"""A run's start, stop and outcome are read from every format of log."""

from __future__ import annotations

import pytest

from claimcheck.core.errors import LogError
from claimcheck.sources.training import read_run

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


START, STOP = mllog("run_start", 60_000), mllog("run_stop", 180_000, "success")
MINIGO = b':::MLL 60.0 run_start: {"value": null, "metadata": {"lineno": 9}}\n'
SAVED = b":::MLL 999.0 eval_result: {\"metadata\": {'iteration': 19, 'timestamp': 120.0}, \"value\": null}\n"
ENDED = b':::MLL 1000.0 run_stop: {"value": null, "metadata": {"status": "success"}}\n'


@pytest.mark.parametrize(
    "data",
    [
        _RANDOM + START + _RANDOM + STOP,
        mllog("run_start", 60.5, unit="s") + mllog("run_stop", 180.5, "success", unit="s"),
        mllog("run_start", 60_000, quote="'") + STOP,
        b"3: " + START + b"12.5 samples / s" + STOP,
        START + STOP.rstrip(b"\n"),
        b":::MLPv0.5.0 gnmt 60.000000000 (train.py:242) run_start\n"
        b':::MLPv0.5.0 gnmt 180.000000000 (train.py:488) run_stop: {"success": true}\n',
        b":::MLPv0.5.0 resnet 60 (/a b/x.py:49) run_start\n"
        b':::MLPv0.5.0 resnet 180 (/a b/x.py:49) run_stop: {"success": "true"}\n',
        b":::MLPv0.5.0 resnet 60 (x.py:49) run_start\n:::MLPv0.5.0 resnet 180 (x.py:49) run_stop\n",
        b'[1,0]<stdout>::::MLL 60.000 run_start: {"value": null, "metadata": {"lineno": 1}}\n'
        b"[1,0]<stdout>::::MLL 180.000 run_stop: {\"value\": null, \"metadata\": {'status': 'success'}}\n",
        b"MLPerf: resnet [06/13/19 23:59:00], run_start\nMLPerf: resnet [06/14/19 00:01:00], run_stop\n",
        # The last start before the first stop counts.
        mllog("run_start", 0) + START + STOP + mllog("run_start", 200_000) + mllog("run_stop", 900_000, "aborted"),
        # A line of another event that names this one.
        START.replace(b'"value": null', b'"value": "until run_stop"') + STOP,
        # A mention is no event.
        START + b':::MLLOG "run_stop"\n' + STOP,
        # Minigo of v0.6 ends when the good model was saved.
        MINIGO + SAVED,
        MINIGO + SAVED + ENDED,
    ],
)
def test_two_minutes_in_every_format(data: bytes) -> None:
    assert minutes(data) == pytest.approx(2)


def test_milliseconds_stay_exact_and_a_stop_of_today_s_format_is_not_minigo_s() -> None:
    data = mllog("run_start", 1_759_845_785_793) + mllog("run_stop", 1_759_845_811_582, "success")
    assert minutes(data) == 25_789 / 60_000
    assert minutes(START + SAVED + mllog("run_stop", 360_000, "success")) == 5


@pytest.mark.parametrize(
    "data",
    [
        *(START + mllog("run_stop", 180_000, status) for status in ("aborted", None)),
        b':::MLPv0.5.0 ncf 1.5 (a:1) run_start\n:::MLPv0.5.0 ncf 9.5 (a:1) run_stop: {"success": false}\n',
        # Two processes on one line: the success is another event's.
        START + mllog("run_stop", 180_000).rstrip(b"\n") + mllog("eval_stop", 999_000, "success"),
    ],
)
def test_a_failed_run(data: bytes) -> None:
    assert not read_run(data).converged


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (START + b"waiting for run_stop\n", "no run_stop"),
        (STOP, "no run_start"),
        (mllog("run_start", 5) + mllog("run_stop", 5, "success"), "not after"),
        (mllog("run_start", 5) + mllog("run_stop", 9, "success").replace(b"time_ms", b"time"), "without a time"),
    ],
)
def test_a_log_without_a_run(data: bytes, message: str) -> None:
    with pytest.raises(LogError, match=message):
        read_run(data)
