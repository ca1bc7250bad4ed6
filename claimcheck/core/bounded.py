"""A stranger's query, run in a process that can be ended: its time, memory and answer are bounded from outside."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import resource
import signal
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from claimcheck.core.errors import ClaimcheckError, QueryError

T = TypeVar("T")
# Bytes of an answer, and of memory that it may take beyond what the process has already.
MOST_ANSWER = 50_000_000
MOST_MEMORY = 3 << 30
_STATE = Path("/proc/self/statm")  # of Linux; other systems do not say what a process has
# Exit codes of a process whose memory ended: in Python, in C++, by the system's hand.
_OUT_OF_MEMORY = (0, -signal.SIGABRT, -signal.SIGKILL)
_FORK = multiprocessing.get_context("fork")


def bounded(work: Callable[[], T], seconds: float) -> T:
    """What ``work`` gives or raises in a process of its own, which is ended after ``seconds``.

    Raises QueryError where that takes more time or memory than it may, or gives more than MOST_ANSWER bytes.
    """
    here, there = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_work, args=(work, seconds, there))
    with warnings.catch_warnings():
        # The other threads of this process are numpy's, which a query does not use.
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    there.close()
    try:
        if not here.poll(seconds):
            raise QueryError(f"took more than {seconds:.3g} s", rule="a query takes seconds", fix="ask for less")
        outcome = pickle.loads(here.recv_bytes(MOST_ANSWER))
    except EOFError as error:
        process.join()
        if process.exitcode not in _OUT_OF_MEMORY:
            raise QueryError(f"ended without an answer, with exit code {process.exitcode}") from error
        rule = f"a query takes at most {MOST_MEMORY >> 30} GB, and what the system allows"
        raise QueryError("takes too much memory", rule=rule, fix="ask for less") from error
    except OSError as error:
        rule = f"an answer has at most {MOST_ANSWER:,} bytes"
        raise QueryError("gives too much", rule=rule, fix="ask for less") from error
    finally:
        process.kill()
        process.join()
        here.close()
    if isinstance(outcome, ClaimcheckError):
        raise outcome
    return outcome


def spent() -> float:
    """Seconds of a processor that this process has used, with those that it has ended: others at work do not count."""
    return sum(os.times()[:4])


def _work(work: Callable[[], Any], seconds: float, there: Connection) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # where C++ tells that memory has ended
    _lower(resource.RLIMIT_CPU, int(seconds) + 2)  # for one whose parent was killed
    if _STATE.is_file():
        taken = int(_STATE.read_text().split()[0]) * resource.getpagesize()
        _lower(resource.RLIMIT_AS, taken + MOST_MEMORY)
    try:
        outcome = work()
    except ClaimcheckError as error:
        outcome = error
    except MemoryError:
        return
    except Exception as error:
        outcome = QueryError(f"cannot be answered: {type(error).__name__} {error}")
    with contextlib.suppress(MemoryError):
        there.send_bytes(pickle.dumps(outcome))


def _lower(kind: int, most: int) -> None:
    """Limit this process to ``most``, or to less where the system does already."""
    most = min([most, *(limit for limit in resource.getrlimit(kind) if limit != resource.RLIM_INFINITY)])
    resource.setrlimit(kind, (most, most))
